"""Gandengyan (干瞪眼): get rid of your cards, exactly one step higher each time. RULES.md is the rulebook that the docstrings cite."""

from __future__ import annotations

from engine.games.gandengyan.game import GAME, Gandengyan

__all__ = ["GAME", "Gandengyan"]
