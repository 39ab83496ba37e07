"""Bots of Gandengyan, by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Bot, random_bot
from engine.games.gandengyan.bots.normal import normal
from engine.games.gandengyan.bots.strong import strong

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "normal": normal, "strong": strong}
