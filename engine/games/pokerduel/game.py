"""Pokerduel as the registry knows it: the table as it is laid, and its turns."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.ids import Seat
from engine.core.piles import draw
from engine.core.poll import Outcome, Rule
from engine.core.table import Sight, Table
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.bot import BOTS
from engine.games.pokerduel.deck import FULL, HAND, whole_deck
from engine.games.pokerduel.options import PokerduelOptions
from engine.games.pokerduel.state import PokerduelState
from engine.games.pokerduel.turn import play_turn

__all__ = ["GAME", "Pokerduel"]

SEATS_OF_A_DECK = 8
"""§1.2 Five cards each are 40 of 54."""


class Pokerduel(Game[PokerduelOptions, PokerduelState]):
    id = "pokerduel"
    version = 1
    seats = (2, 12)
    options = PokerduelOptions
    state = PokerduelState
    bots = BOTS

    def check(self, options: PokerduelOptions, seats: int) -> None:
        """§1.2"""
        super().check(options, seats)
        if options.decks == 1 and seats > SEATS_OF_A_DECK:
            raise BadOptions(f"one deck is for up to {SEATS_OF_A_DECK} players; {seats} need two (decks=2)")

    def setup(self, options: PokerduelOptions, table: Table, chance: Chance) -> PokerduelState:
        """§3.1 Who begins is drawn; everybody else gets a card more."""
        seats = [Seat(seat) for seat in range(table.data.seats)]
        first = chance.choice(seats)
        _lay_zones(table, seats)
        _lay_marks(table, seats, first)
        table.create(whole_deck(options.decks), "draw", "deck")
        table.shuffle("draw", chance)
        for seat in seats:
            draw(table, chance, seat, HAND if seat == first else HAND + 1)
        return PokerduelState(table=table.data, options=options)

    def round(self, state: PokerduelState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return play_turn(Board(state, table, chance))


def _lay_zones(table: Table, seats: list[Seat]) -> None:
    table.add_zone("draw", sight=Sight.NOBODY)
    table.add_zone("graveyard")
    table.add_zone("fight")
    for seat in seats:
        table.add_zone("hand", seat, Sight.OWNER)
        table.add_zone("minions", seat)
        table.add_zone("shield", seat)


def _lay_marks(table: Table, seats: list[Seat], first: Seat) -> None:
    table.add_mark("turn", 0)
    table.add_mark("current", first)
    table.add_mark("dead", False, seats)
    table.add_mark("hp", FULL, seats)
    table.add_mark("shield", 0, seats)
    for name in ("preparing", "escaped", "safe", "undying"):
        table.add_mark(name, False, seats)
    table.add_mark("aim", None, seats)
    table.add_mark("spent", "", seats)
    table.add_mark("turns", 0, seats)
    table.add_mark("owes", True, seats)
    table.set("owes", False, first)


GAME = Pokerduel()
