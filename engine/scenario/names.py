"""Finding what an author names: cards, zones, seats, marks. Every unknown name is answered with what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.core.events import Face
from engine.core.ids import CardId, Seat
from engine.core.table import Table, zone_id
from engine.core.words import fields
from engine.registry import package_of
from engine.scenario.form import BadScenario, hint
from engine.words import LANGUAGES, words_of

__all__ = ["REST", "Names", "Wanted", "face_text"]

REST = "..."
"""In a list of cards: and any others, in any order."""

_CARD = re.compile(r"(?P<name>[^@]+?)(?: (?P<suit>[SHCD])?(?P<rank>\d+|[AJQK])?)?(?:@(?P<zone>\S+))?")
_COURT = {"A": 1, "J": 11, "Q": 12, "K": 13}
_CARD_KEY = re.compile(r"cards\.(.+)\.name")


class Wanted(NamedTuple):
    """A card as an author names it: `kill`, `kill S7`, `bomb@bombs.2`. None where he leaves it open."""

    name: str
    suit: str | None
    rank: int | None
    zone: str | None

    def fits(self, face: Face) -> bool:
        return self.name == face.name and self.suit in (None, face.suit) and self.rank in (None, face.rank)


def face_text(face: Face, *, full: bool = False) -> str:
    """The card's code name; in `full` with its suit and rank, where it has any."""
    number = f"{face.suit}{face.rank or ''}"
    return f"{face.name} {number}" if full and number and number != face.name else face.name


class Names:
    """The names of one game at one table. `words` are those of its package in both languages."""

    def __init__(self, game: str, table: Table) -> None:
        self.table = table
        package = package_of(game)
        self._words: dict[str, Mapping[str, str]] = {lang: words_of(package, lang) for lang in LANGUAGES}
        self._cards: dict[str, str] = {face.name: face.name for face in table.faces.values()}
        for words in self._words.values():
            for key, shown in words.items():
                if match := _CARD_KEY.fullmatch(key):
                    self._cards.setdefault(shown.casefold(), match[1])
                    self._cards[match[1]] = match[1]

    def keys(self, section: str) -> set[str]:
        """The text keys under `section.`, without it."""
        return {key.removeprefix(f"{section}.") for key in self._words["en"] if key.startswith(f"{section}.")}

    def move_fields(self) -> set[str]:
        """The parameters that moves may have: what the sentences of the moves speak of."""
        words = self._words["en"]
        return {field for key in words if key.startswith("moves.") for field in fields(words[key])}

    def has_words(self, section: str) -> bool:
        """Whether there is a list to check an author's words against: a game in the making has no texts yet."""
        return bool(self.keys(section))

    def card(self, text: str) -> Wanted:
        """A card by its code name, or by its name in English or Chinese."""
        plain = self._cards.get(text) or self._cards.get(text.casefold())
        if plain is not None:
            return Wanted(plain, None, None, None)
        parsed = _CARD.fullmatch(text)
        name = parsed and (self._cards.get(parsed["name"]) or self._cards.get(parsed["name"].casefold()))
        if parsed is None or name is None:
            raise BadScenario(f"there is no card {text!r}{hint(text, set(self._cards.values()))}")
        rank = parsed["rank"]
        number = None if rank is None else _COURT.get(rank) or int(rank)
        return Wanted(name, parsed["suit"], number, parsed["zone"] and self.zone(parsed["zone"]))

    def zone(self, text: str) -> str:
        """`hand.0`, `discard`, `bombs.boss`: the zone's id."""
        kind, dot, owner = text.partition(".")
        found = zone_id(kind, self.seat(owner)) if dot else kind
        if found not in self.table.zones:
            raise BadScenario(f"there is no zone {text!r}{hint(text, self.table.zones)}")
        return found

    def seat(self, ref: int | str, *, figures: bool = True) -> Seat:
        """A seat by its number or a figure by its key."""
        data = self.table.data
        last = data.seats + (len(data.figures) if figures else 0)
        plain = {key.rpartition(".")[2]: key for key in data.figures}
        if isinstance(ref, str) and ref in plain and figures:
            return Seat(data.seats + data.figures.index(plain[ref]))
        if isinstance(ref, str) and ref in data.figures and figures:
            return Seat(data.seats + data.figures.index(ref))
        if str(ref).isdecimal() and 0 <= int(ref) < last:
            return Seat(int(ref))
        known = [str(seat) for seat in range(data.seats)] + list(plain if figures else ())
        raise BadScenario(f"there is no seat {ref!r}{hint(str(ref), known)}")

    def mark(self, text: str) -> tuple[str, Seat | None]:
        """`score.1` for a seat's value, `round` for the table's own."""
        name, dot, owner = text.partition(".")
        marks = self.table.data.marks
        if name not in marks:
            raise BadScenario(f"there is no mark {text!r}{hint(name, marks)}")
        seat = self.seat(owner) if dot else None
        if (-1 if seat is None else seat) not in marks[name].values:
            which = "the table has" if seat is None else f"seat {seat} has"
            raise BadScenario(
                f"{which} no mark {name!r}"
                + ("; name a seat, such as " + f"{name}.0" if seat is None else "")
            )
        return name, seat

    def find(self, wanted: Wanted, cards: Iterable[CardId]) -> list[CardId]:
        """Those of `cards` that fit."""
        faces = self.table.faces
        return [c for c in cards if wanted.fits(faces[c]) and wanted.zone in (None, self.table.where(c))]
