"""The keys of the replay viewer, in words."""

from __future__ import annotations

from clients.cli.full.widgets.hints import Hint
from clients.cli.speech import Speech

__all__ = ["other_hints", "transport_hints"]


def transport_hints(say: Speech, playing: bool) -> list[Hint]:
    """Those that go through the match step by step."""
    return [
        Hint("←", say("replay.key.back"), "step(-1)"),
        Hint("→", say("replay.key.on"), "step(1)"),
        Hint("<", say("replay.key.ten_back"), "step(-10)"),
        Hint(">", say("replay.key.ten_on"), "step(10)"),
        Hint(say("replay.key.space"), say(f"replay.key.{'pause' if playing else 'play'}"), "play"),
        Hint("-", say("replay.key.slower"), "speed(-1)"),
        Hint("+", say("replay.key.faster"), "speed(1)"),
    ]


def other_hints(say: Speech) -> list[Hint]:
    """The others."""
    return [
        Hint("PgUp", say("replay.key.round_back"), "round(-1)"),
        Hint("PgDn", say("replay.key.round_on"), "round(1)"),
        Hint("g", say("replay.key.jump"), "jump"),
        Hint("v", say("replay.key.view"), "view"),
        Hint("?", say("replay.key.help"), "app.help"),
        Hint("Esc", say("replay.key.leave"), "leave(True)"),
    ]
