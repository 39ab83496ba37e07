"""§7 The cards one by one. A play's name leads to its rules here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.dingti import deck
from engine.games.dingti.play import Kind
from engine.games.dingti.plays import (
    defuse,
    draws,
    extra_turn,
    gamble,
    gift,
    lasting,
    raid,
    scavenge,
    strikes,
    swap,
)

__all__ = ["KINDS"]

KINDS: Final[Mapping[str, Kind]] = {
    deck.DEFUSE: defuse.DEFUSE,
    deck.SCAVENGER: scavenge.SCAVENGER,
    deck.TOP_SCAVENGER: scavenge.TOP_SCAVENGER,
    deck.RAIDER: raid.RAIDER,
    deck.TOP_RAIDER: raid.TOP_RAIDER,
    deck.SWAP: swap.SWAP,
    deck.GIFT: gift.GIFT,
    deck.CONJURE: draws.CONJURE,
    deck.EXTRA_TURN: extra_turn.EXTRA_TURN,
    deck.GAMBLE: gamble.GAMBLE,
    deck.DETONATE: lasting.DETONATE,
    deck.FAVOR: draws.FAVOR,
    deck.BEDROCK: lasting.BEDROCK,
    deck.HELLFIRE: lasting.HELLFIRE,
    deck.SMALL_BOMB: strikes.SMALL_BOMB,
    deck.LEGACY: strikes.LEGACY,
    deck.EMBER: strikes.EMBER,
}
"""Every play with a tier (§2.2)."""
