"""What one game's table looks like beyond its marks and zones: mostly data, and a few functions for what no mark says by itself.

A game without a look is shown by its words alone. `look_of` finds a look by the game's id, in `clients.cli.full.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from textual.content import Content

from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from engine.core.events import Card, MarkValue
from engine.core.view import View

__all__ = ["Gauge", "Line", "Look", "Scene", "look_of", "whole"]


class Scene(NamedTuple):
    """A table to be drawn: the room, its view and its words."""

    model: RoomModel
    view: View
    describe: Describer


class Line(NamedTuple):
    """A line of the middle; `framed` where it is the newest of several, or what everything turns on."""

    text: Content
    framed: bool = False


@dataclass(frozen=True)
class Gauge:
    """A value of a seat as pips or a bar. `source`: a mark, or a kind of zone (then: how many cards). `most`: a number, a mark of the seat,
    or 0 for a number alone. `per`: how many units of the mark make a point. Up to `PIPS` points are pips, `signs` full and empty."""

    source: str
    most: int | str = 0
    per: int = 1
    signs: str = "●○"


def _nothing(scene: Scene) -> list[Line]:
    return []


def _silent(scene: Scene, seat: int) -> list[str]:
    return []


def _as_dealt(card: Card) -> int:
    return 0


@dataclass(frozen=True)
class Look:
    """`gauges` and `first` are what a panel says first, the latter by marks or kinds of zones. `order`: the mark of the table with the
    seats in playing order. `down`: marks of a seat that say that it is out of the game.

    `middle` gives the lines at the head of the middle, newest first; they stand for the marks, zones and windows of `covers`. `beside`
    gives more short parts of a seat's panel, `about` more lines of its details, `reach` what is said of it while distances are shown.
    `dice` are the log's keys of a roll, with the pips as {n}. `rank` orders one's own hand."""

    gauges: Sequence[Gauge] = ()
    first: Sequence[str] = ()
    order: str = ""
    turn: str = "current"
    down: Mapping[str, MarkValue] = field(default_factory=dict)
    covers: Sequence[str] = ()
    middle: Callable[[Scene], list[Line]] = _nothing
    beside: Callable[[Scene, int], list[str]] = _silent
    about: Callable[[Scene, int], list[str]] = _silent
    reach: Callable[[Scene, int], list[str]] | None = None
    dice: Sequence[str] = ()
    rank: Callable[[Card], int] = _as_dealt


@cache
def look_of(game: str) -> Look:
    """The look of a game, a plain one where it has none."""
    name = f"clients.cli.full.games.{game}"
    if not game.isidentifier() or find_spec(name) is None:
        return Look()
    look = import_module(name).LOOK
    assert isinstance(look, Look)
    return look


def whole(view: View, name: str, seat: int | None = None) -> int:
    """A mark as a number: 0 where there is no such mark, or where it is hidden or no number."""
    value = view.mark(name, seat) if name in view.marks else None
    return value if isinstance(value, int) else 0
