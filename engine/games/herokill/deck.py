"""§2 The 106 cards, and the families that the rules speak of."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from engine.core.events import Face

__all__ = [
    "ATTACK_HORSE",
    "BEACONS",
    "BLADE",
    "BORROW",
    "BOW",
    "COLOUR",
    "CONFINE",
    "DEFENCE_HORSE",
    "DISMANTLE",
    "DODGE",
    "DUEL",
    "GRENADE",
    "HAMMER",
    "HARVEST",
    "HORSES",
    "KILL",
    "MACE",
    "MEDICINE",
    "NULLIFY",
    "RANGE",
    "RECOVER",
    "RUYI",
    "SLOT",
    "SNATCH",
    "SPEAR",
    "STAFF",
    "SUITS",
    "SWORD",
    "TALLY",
    "VOLLEY",
    "WINDFALL",
    "Colour",
    "Slot",
    "whole_deck",
]

KILL: Final = "kill"
DODGE: Final = "dodge"
MEDICINE: Final = "medicine"
DUEL: Final = "duel"
BORROW: Final = "borrow"
HARVEST: Final = "harvest"
WINDFALL: Final = "windfall"
RECOVER: Final = "recover"
BEACONS: Final = "beacons"
VOLLEY: Final = "volley"
SNATCH: Final = "snatch"
DISMANTLE: Final = "dismantle"
NULLIFY: Final = "nullify"
GRENADE: Final = "grenade"
CONFINE: Final = "confine"
SWORD: Final = "sword"
HAMMER: Final = "hammer"
BOW: Final = "bow"
MACE: Final = "mace"
STAFF: Final = "staff"
SPEAR: Final = "spear"
BLADE: Final = "blade"
TALLY: Final = "tally"
RUYI: Final = "ruyi"
ATTACK_HORSE: Final = "attack_horse"
DEFENCE_HORSE: Final = "defence_horse"


class Slot(enum.Enum):
    """§4.1 Where a piece of equipment lies: one of each."""

    WEAPON = "weapon"
    ARMOUR = "armour"
    ATTACK = "attack"
    DEFENCE = "defence"


class Colour(enum.Enum):
    """§2.3 Of a card, or of two that share it."""

    RED = "red"
    BLACK = "black"


RANGE: Final[Mapping[str, int]] = {
    TALLY: 1,
    BLADE: 2,
    SWORD: 2,
    STAFF: 3,
    SPEAR: 3,
    HAMMER: 3,
    MACE: 4,
    BOW: 5,
}
"""§4.2 Weapon → attack range. Bare hands reach 1."""

SLOT: Final[Mapping[str, Slot]] = {
    **dict.fromkeys(RANGE, Slot.WEAPON),
    RUYI: Slot.ARMOUR,
    ATTACK_HORSE: Slot.ATTACK,
    DEFENCE_HORSE: Slot.DEFENCE,
}
"""§4.1 Equipment → its slot."""

HORSES: Final = (ATTACK_HORSE, DEFENCE_HORSE)

SUITS: Final = ("S", "H", "C", "D")
COLOUR: Final[Mapping[str, Colour]] = {
    "S": Colour.BLACK,
    "C": Colour.BLACK,
    "H": Colour.RED,
    "D": Colour.RED,
}

_DECK: Final = {
    "S": (
        "tally duel / kill ruyi / kill dismantle / kill dismantle / kill defence_horse / kill confine / kill beacons"
        " / kill kill / kill kill / kill kill / kill kill / nullify borrow / nullify borrow"
    ),
    "H": (
        "tally duel / dodge dodge / medicine snatch / medicine snatch / bow attack_horse / kill medicine"
        " / medicine windfall / medicine windfall / medicine windfall / kill kill / kill windfall"
        " / medicine mace nullify / dodge attack_horse"
    ),
    "C": (
        "duel grenade / blade ruyi / snatch dismantle / snatch dismantle / staff defence_horse / sword confine"
        " / kill beacons / kill kill / kill kill / kill kill / nullify snatch / spear dismantle"
        " / attack_horse beacons"
    ),
    "D": (
        "recover volley / dodge dodge / dodge harvest / dodge harvest / dodge hammer / dodge confine / kill dodge"
        " / kill dodge / kill dodge / kill dodge / dodge dodge / medicine grenade dismantle / kill defence_horse"
    ),
}
"""§2.1 By suit, the cards of each rank from ace to king."""


def whole_deck() -> list[Face]:
    """§2.1 All 106 cards, unshuffled."""
    return [
        Face(name, suit, rank)
        for suit, row in _DECK.items()
        for rank, names in enumerate(row.split("/"), 1)
        for name in names.split()
    ]
