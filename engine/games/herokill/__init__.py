"""Herokill (英雄杀): hidden roles, heroes with skills of their own. RULES.md is the rulebook that the docstrings cite."""

from __future__ import annotations

from engine.games.herokill.game import GAME, Herokill

__all__ = ["GAME", "Herokill"]
