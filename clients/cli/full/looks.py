"""What a card, an option or a move looks like and what is said of it, from the game's words alone."""

from __future__ import annotations

from clients.cli.describe import RANKS, SUITS, Describer
from clients.cli.full.widgets.card import Look
from engine.core.ask import Move
from engine.core.events import Card, Face

__all__ = ["about_card", "about_key", "about_move", "look"]

KINDS = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
"""What a game calls a card of each suit, where it has words for the suit and not for every card."""


def look(describe: Describer, card: Card) -> Look:
    """Suit and rank over the name, or the name over its tier."""
    face, words = card.face, describe.words
    name, tier = words.get(f"cards.{face.name}.name", ""), words.get(f"cards.{face.name}.tier", "")
    parts = [_pips(face), name, describe.say("card.tier", tier=tier) if tier else ""]
    lines = [part for part in parts if part][:2] or [face.name]
    return Look(lines, face.suit in ("H", "D"), _text(describe, face))


def about_card(describe: Describer, card: Card) -> tuple[str, str]:
    """A card's title and all that is known of it."""
    face, words = card.face, describe.words
    suit = words.get(f"suits.{face.suit}", "") if face.suit else ""
    tier = words.get(f"cards.{face.name}.tier", "")
    facts = [_pips(face), suit, describe.say("card.tier", tier=tier) if tier else ""]
    said = " · ".join(fact for fact in facts if fact)
    parts = [said, _text(describe, face), words.get("tiers.text", "") if tier else ""]
    return describe.face(face), "\n".join(part for part in parts if part)


def about_key(describe: Describer, key: str) -> str:
    """What is said of a thing whose name has this key: the text beside the name; empty if there is none."""
    stem, dot, last = key.rpartition(".")
    return describe.words.get(f"{stem}.text", "") if dot and last in ("name", "title") else ""


def about_move(describe: Describer, move: Move) -> str:
    """What is said of the cards that a move speaks of, and of a skill of its name; empty if nothing is."""
    keys = [f"cards.{value}.name" for value in move.params.values() if isinstance(value, str)]
    texts = [about_key(describe, key) for key in [*keys, f"skills.{move.kind}.name"]]
    return "\n".join(text for text in texts if text)


def _text(describe: Describer, face: Face) -> str:
    """What the game says of a card; where it says nothing of this one, of its suit, or of all that have a rank."""
    names = [face.name, *([KINDS[face.suit]] if face.suit in KINDS else []), *(["pips"] if face.rank else [])]
    return next((text for name in names if (text := describe.words.get(f"cards.{name}.text"))), "")


def _pips(face: Face) -> str:
    return SUITS.get(face.suit, "") + (RANKS.get(face.rank, str(face.rank)) if face.rank else "")
