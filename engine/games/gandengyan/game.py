"""Gandengyan as the registry knows it: the table as it is laid, and its hands."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.game import Game
from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.core.table import Sight, Table
from engine.games.gandengyan.board import Board
from engine.games.gandengyan.bot import BOTS
from engine.games.gandengyan.hand import play_hand
from engine.games.gandengyan.options import GandengyanOptions
from engine.games.gandengyan.state import GandengyanState, Status

__all__ = ["GAME", "Gandengyan"]


class Gandengyan(Game[GandengyanOptions, GandengyanState]):
    id = "gandengyan"
    version = 1
    seats = (4, 6)
    options = GandengyanOptions
    state = GandengyanState
    bots = BOTS
    heavy = frozenset({"strong"})

    def setup(self, options: GandengyanOptions, table: Table, chance: Chance) -> GandengyanState:
        """§1.2, §3.1 The table, and the first deal."""
        seats = [Seat(seat) for seat in range(table.data.seats)]
        table.add_zone("draw", sight=Sight.NOBODY)
        for kind in ("top", "trick", "discard"):
            table.add_zone(kind)
        for seat in seats:
            table.add_zone("hand", seat, Sight.OWNER)
            table.add_zone("stranded", seat)
        table.add_mark("points", options.points, seats)
        table.add_mark("status", Status.PLAYING.value, seats)
        table.add_mark("played", False, seats)
        table.add_mark("deeds", [], seats)
        for name, value in (
            ("deal", 0),
            ("die", None),
            ("leader", None),
            ("owner", None),
            ("standing", None),
        ):
            table.add_mark(name, value)
        table.add_mark("factor", 1)
        state = GandengyanState(table=table.data, options=options)
        Board(state, table, chance).deal()
        return state

    def round(self, state: GandengyanState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return play_hand(Board(state, table, chance))


GAME = Gandengyan()
