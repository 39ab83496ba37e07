"""§2 The cards: how many of each, their tiers, and the families that the rules speak of."""

from __future__ import annotations

from typing import Final

from engine.core.events import Face

__all__ = [
    "ALL_NUMBERS",
    "BEDROCK",
    "BOMB",
    "CONJURE",
    "COPIES",
    "CROWN",
    "DEFUSE",
    "DESTROYED",
    "DETONATE",
    "EMBER",
    "EQUIPMENT",
    "EXTRA_TURN",
    "FAVOR",
    "FOUR",
    "GAMBLE",
    "GHOST",
    "GIFT",
    "HEIR_BLADE",
    "HELLFIRE",
    "LEGACY",
    "MIRACLE",
    "NUMBERS",
    "ONE",
    "PLAIN_LEGACY",
    "RAIDER",
    "SCAVENGED",
    "SCAVENGER",
    "SHIELD",
    "SHIELD_CAP",
    "SMALL_BOMB",
    "STRONG_LEGACY",
    "SWAP",
    "THREE",
    "TIER",
    "TOP_RAIDER",
    "TOP_SCAVENGER",
    "TRICKSTER",
    "TWO",
    "UNPOLLED",
    "legacy_face",
    "legacy_strength",
    "whole_deck",
]

SHIELD: Final = "shield"
DEFUSE: Final = "defuse"
BOMB: Final = "bomb"
SCAVENGER: Final = "scavenger"
TOP_SCAVENGER: Final = "top_scavenger"
RAIDER: Final = "raider"
TOP_RAIDER: Final = "top_raider"
SWAP: Final = "swap"
GIFT: Final = "gift"
CONJURE: Final = "conjure"
EXTRA_TURN: Final = "extra_turn"
GAMBLE: Final = "gamble"
MIRACLE: Final = "miracle"
GHOST: Final = "ghost"
HEIR_BLADE: Final = "heir_blade"
CROWN: Final = "crown"
LEGACY: Final = "legacy"
DETONATE: Final = "detonate"
FAVOR: Final = "favor"
BEDROCK: Final = "bedrock"
HELLFIRE: Final = "hellfire"
TRICKSTER: Final = "trickster"
EMBER: Final = "ember"
ONE: Final = "one"
TWO: Final = "two"
THREE: Final = "three"
FOUR: Final = "four"
SMALL_BOMB: Final = "small_bomb"
"""Not a card: the play of all four numbers together (§7.17)."""

COPIES: Final = {
    SHIELD: 16,
    DEFUSE: 4,
    BOMB: 4,
    SCAVENGER: 3,
    RAIDER: 3,
    SWAP: 3,
    GIFT: 3,
    CONJURE: 3,
    FAVOR: 3,
    ONE: 2,
    TWO: 2,
    THREE: 2,
    FOUR: 2,
    TOP_SCAVENGER: 1,
    TOP_RAIDER: 1,
    EXTRA_TURN: 1,
    GAMBLE: 1,
    DETONATE: 1,
    MIRACLE: 1,
    GHOST: 1,
    HEIR_BLADE: 1,
    CROWN: 1,
    BEDROCK: 1,
    HELLFIRE: 1,
    TRICKSTER: 1,
}
"""§2.1 The deck of 62: name → copies. Its 25 names are what a Gamble can guess (§2.5)."""

TIER: Final = {
    GAMBLE: -1,
    EXTRA_TURN: 0,
    TOP_SCAVENGER: 1,
    TOP_RAIDER: 1,
    CONJURE: 1,
    GIFT: 2,
    SWAP: 2,
    SMALL_BOMB: 2,
    DETONATE: 3,
    FAVOR: 3,
    BEDROCK: 3,
    HELLFIRE: 3,
    DEFUSE: 4,
    SCAVENGER: 4,
    RAIDER: 4,
    LEGACY: 4,
    EMBER: 4,
}
"""§2.2 What can be played, and its tier: the smaller number overrides the larger. Gamble stands above 0. Tier 5, the single numbers, is
never played, and cards without a tier are missing (§2.3, §2.4)."""

UNPOLLED: Final = (GAMBLE, EXTRA_TURN)
"""§4.1, §4.4 Nobody can override these."""

NUMBERS: Final = (ONE, TWO, THREE, FOUR)
"""§2.4, §7.17 Together they are a Small Bomb."""

ALL_NUMBERS: Final = frozenset(NUMBERS)
"""The same, to compare a hand with."""

EQUIPMENT: Final = (MIRACLE, GHOST, HEIR_BLADE, CROWN, TRICKSTER)
"""§3.6 Equipped as a free action, beside shields, which have a row of their own."""

SCAVENGED: Final = (DEFUSE, RAIDER, SHIELD, *NUMBERS)
"""§7.4 The complete list of what a Scavenger may pick up."""

DESTROYED: Final = (LEGACY, EMBER)
"""§2.6 Never seen in a pile: destroyed where other cards are discarded."""

PLAIN_LEGACY: Final = 2
STRONG_LEGACY: Final = 3
"""§8.10, §8.12 Half points of a Legacy, and of one that a team-mate's death made."""

SHIELD_CAP: Final = 4
"""§5.8 Shields in a row of one's own."""


def whole_deck() -> list[Face]:
    """§2.1 All 62 cards, unshuffled."""
    return [Face(name) for name, copies in COPIES.items() for _ in range(copies)]


def legacy_face(half: int) -> Face:
    """A Legacy of so many half points. The plain one of 2 has no rank; one of 3, for a team-mate's death (§8.12), has that rank."""
    return Face(LEGACY, rank=0 if half == PLAIN_LEGACY else half)


def legacy_strength(face: Face) -> int:
    """Half points of a Legacy's hit (§8.14)."""
    return face.rank or PLAIN_LEGACY
