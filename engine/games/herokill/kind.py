"""What the rules know of each card that can be used, by the name that it counts as."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.events import Use
from engine.games.herokill.hint import NO_HINT, Hint
from engine.games.herokill.skill import Hero, Skill

if TYPE_CHECKING:
    from engine.games.herokill.board import Board

__all__ = ["Aim", "Book", "Kind"]


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


@dataclass(frozen=True, slots=True)
class Book:
    """All heroes, skills (equipment by the card's name) and cards of the game, and the order in which skills act (§5.1)."""

    heroes: Mapping[str, Hero]
    skills: Mapping[str, Skill]
    kinds: Mapping[str, Kind]
    order: Mapping[str, int]
