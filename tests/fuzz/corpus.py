"""Messages to begin with: drawn by hypothesis from the types themselves, and those of recorded sessions."""

from __future__ import annotations

import json
import typing
from collections.abc import Sequence

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import protocol.messages as wire
from protocol.codec import Codec
from tests.fuzz.mutate import Tree
from tests.protocol.strategies import messages
from tests.server.replayed import RECORDINGS

__all__ = ["KINDS", "drawn", "drawn_of", "recorded"]

KINDS: tuple[type[msgspec.Struct], ...] = typing.get_args(wire.ClientMessage)


def drawn(count: int, number: int) -> list[Tree]:
    """About so many valid messages of all types; `number` is the seed."""
    return drawn_of(KINDS, count, number)


def drawn_of(kinds: Sequence[type[msgspec.Struct]], count: int, number: int) -> list[Tree]:
    """The same of these types."""
    found: list[Tree] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.one_of([messages(kind, Codec.JSON) for kind in kinds]))
    def draw(message: msgspec.Struct) -> None:
        found.append(msgspec.to_builtins(message))

    draw()
    return found


def recorded() -> list[Tree]:
    """What clients of released versions really sent."""
    lines = [json.loads(line) for path in RECORDINGS for line in path.read_text("utf-8").splitlines()]
    return [line["send"] for line in lines if "send" in line]
