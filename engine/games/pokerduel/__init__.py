"""Pokerduel (扑克对决): minions, shields and escapes with one deck of cards. RULES.md is the rulebook that the docstrings cite."""

from __future__ import annotations

from engine.games.pokerduel.game import GAME, Pokerduel

__all__ = ["GAME", "Pokerduel"]
