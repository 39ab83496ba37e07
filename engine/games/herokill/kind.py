"""What the rules know of each card that can be used, by the name that it counts as."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.events import Use
from engine.games.herokill.hint import NO_HINT, Hint
from engine.games.herokill.skill import Hero, Part, Skill

if TYPE_CHECKING:
    from engine.games.herokill.board import Board

__all__ = ["Aim", "Book", "Kind", "Parts"]

Parts = Mapping[type, tuple[tuple[Skill, Part], ...]]
"""Parts with their skills, by class."""


class Aim(NamedTuple):
    """At whom a card may be aimed: `lo` to `hi` of `seats` by choice, or (`fixed`) at these without one. `others`: for each of `seats` who
    the second player may be, where the card names two."""

    seats: tuple[Seat, ...] = ()
    lo: int = 1
    hi: int = 1
    fixed: tuple[Seat, ...] = ()
    others: tuple[tuple[Seat, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One card's rules. `aim` (board, user, the cards it is made of): None when it may not be used in the play phase now. `ranged`: the
    aim depends on the user's own equipment, so on whether a piece of it is used up. `many`: by default it names several players.
    `resolve` does what it does; whatever it leaves on the table is discarded afterwards."""

    name: str
    aim: Callable[[Board, Seat, Sequence[CardId]], Aim | None]
    resolve: Callable[[Board, Use], Rule[None] | None]
    ranged: bool = False
    many: bool = False
    trick: bool = True
    hint: Hint = NO_HINT


class Book:
    """All heroes, skills (equipment by the card's name) and cards of the game. Skills act in the order in which they are given (§5.1)."""

    def __init__(self, heroes: Sequence[Hero], skills: Sequence[Skill], kinds: Sequence[Kind]) -> None:
        self.heroes: Mapping[str, Hero] = {hero.name: hero for hero in heroes}
        self.skills: Mapping[str, Skill] = {skill.name: skill for skill in skills}
        self.kinds: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
        self.order: Mapping[str, int] = {skill.name: place for place, skill in enumerate(skills)}
        self._parts: dict[tuple[str, ...], Parts] = {}

    def parts_of(self, names: tuple[str, ...]) -> Parts:
        """The parts of these skills. Names that are no skills (a horse's) have none. Kept for good: there are as many lists of names as
        there are ways to dress heroes."""
        found = self._parts.get(names)
        if found is None:
            sorted_out: dict[type, list[tuple[Skill, Part]]] = {}
            for skill in (self.skills[name] for name in names if name in self.skills):
                for part in skill.parts:
                    sorted_out.setdefault(type(part), []).append((skill, part))
            found = self._parts[names] = {key: tuple(parts) for key, parts in sorted_out.items()}
        return found
