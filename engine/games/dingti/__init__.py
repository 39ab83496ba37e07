"""Dingti (顶替): a stronger card takes the place of a weaker one. RULES.md is the rulebook that the docstrings cite."""

from __future__ import annotations

from engine.games.dingti.game import GAME, Dingti

__all__ = ["GAME", "Dingti"]
