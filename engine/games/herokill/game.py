"""Herokill as the registry knows it: the table as it is laid, and its turns."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.core.table import Sight, Table
from engine.games.herokill.board import Board
from engine.games.herokill.book import BOOK
from engine.games.herokill.bots import BOTS
from engine.games.herokill.deck import whole_deck
from engine.games.herokill.kind import Book
from engine.games.herokill.options import HerokillOptions
from engine.games.herokill.state import HerokillState, Life, Role
from engine.games.herokill.turn import play_round

__all__ = ["GAME", "Herokill"]

TWO_SPIES = (6, 8, 10)
"""§10.1 Players with whom a second spy leaves the sides even."""


class Herokill(Game[HerokillOptions, HerokillState]):
    id = "herokill"
    version = 1
    seats = (2, 10)
    options = HerokillOptions
    state = HerokillState
    bots = BOTS

    def __init__(self, book: Book = BOOK) -> None:
        """`book`: another choice of heroes than the game's own."""
        self.book = book

    def check(self, options: HerokillOptions, seats: int) -> None:
        """§10.1"""
        super().check(options, seats)
        if options.spies == "two" and seats not in TWO_SPIES:
            raise BadOptions(f"two spies need 6, 8 or 10 players, not {seats}")

    def setup(self, options: HerokillOptions, table: Table, chance: Chance) -> HerokillState:
        """§2.1 The shuffled deck; roles and heroes come with the first round."""
        seats = [Seat(seat) for seat in range(table.data.seats)]
        _lay_zones(table, seats)
        _lay_marks(table, seats, self.book)
        table.create(whole_deck(), "draw", "deck")
        table.shuffle("draw", chance)
        return HerokillState(table=table.data, options=options)

    def round(self, state: HerokillState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return play_round(Board(state, table, chance, self.book))

    def group(self, table: Table, seat: Seat) -> str | None:
        """The role: the four have different chances."""
        return str(table.get("role", seat))

    def side(self, table: Table, seat: Seat) -> str | None:
        """§9.1–§9.3 Loyalists win with their lord, rebels together, a spy alone."""
        role = self.group(table, seat)
        return {Role.LOYALIST.value: Role.LORD.value, Role.SPY.value: None}.get(str(role), role)


def _lay_zones(table: Table, seats: list[Seat]) -> None:
    table.add_zone("draw", sight=Sight.NOBODY)
    for kind in ("discard", "table", "pool"):
        table.add_zone(kind)
    for seat in seats:
        for kind in ("hand", "aside"):
            table.add_zone(kind, seat, Sight.OWNER)
        for kind in ("equipment", "trial"):
            table.add_zone(kind, seat)


def _lay_marks(table: Table, seats: list[Seat], book: Book) -> None:
    """In the order in which clients show them."""
    table.add_mark("role", None, seats, Sight.OWNER)
    table.add_mark("hero", None, seats)
    table.add_mark("life", Life.LIVING.value, seats)
    table.add_mark("hp", None, seats)
    table.add_mark("max_hp", None, seats)
    table.add_mark("skills", None, seats)
    table.add_mark("trial_names", [], seats)
    table.add_mark("deeds", 0, seats)
    for hero in book.heroes.values():
        for name, value in hero.marks.items():
            table.add_mark(name, value, seats)
    for name in ("current", "phase"):
        table.add_mark(name, None)
    table.add_mark("order", list(seats))
    table.add_mark("turn", 0)


GAME = Herokill()
