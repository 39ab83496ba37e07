"""Dingti as the registry knows it: the table as it is laid, and its rounds."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.core.errors import BadOptions
from engine.core.game import Game
from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.core.table import Sight, Table
from engine.games.dingti.board import Board
from engine.games.dingti.bot import BOTS
from engine.games.dingti.deck import SHIELD_CAP, whole_deck
from engine.games.dingti.options import DingtiOptions
from engine.games.dingti.round import play_round
from engine.games.dingti.state import DingtiState, Life

__all__ = ["GAME", "Dingti"]

TEAM_PLAYERS = 4
"""§1.2 Two teams have exactly four players."""


class Dingti(Game[DingtiOptions, DingtiState]):
    id = "dingti"
    version = 1
    seats = (2, 6)
    options = DingtiOptions
    state = DingtiState
    bots = BOTS

    def check(self, options: DingtiOptions, seats: int) -> None:
        """§1.2"""
        super().check(options, seats)
        if options.teams == "2v2" and seats != TEAM_PLAYERS:
            raise BadOptions(f"two teams need exactly {TEAM_PLAYERS} players, not {seats}")

    def setup(self, options: DingtiOptions, table: Table, chance: Chance) -> DingtiState:
        """§1.5, §2.1 An empty table and the shuffled deck; cards are dealt at the round start (§3.2)."""
        seats = [Seat(seat) for seat in range(table.data.seats)]
        _lay_zones(table, seats)
        _lay_marks(table, seats, options)
        if options.boss == "on":
            boss = Seat(len(seats))
            table.data.figures.append("boss")
            table.add_zone("bombs", boss)
            table.add_mark("hp", None, [boss])
        table.create(whole_deck(), "draw", "deck")
        table.shuffle("draw", chance)
        return DingtiState(table=table.data, options=options)

    def round(self, state: DingtiState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        return play_round(Board(state, table, chance))

    def side(self, table: Table, seat: Seat) -> str | None:
        """§1.2 The team, where there are two."""
        team = table.get("team", seat)
        return None if team is None else str(team)


def _lay_zones(table: Table, seats: list[Seat]) -> None:
    table.add_zone("draw", sight=Sight.NOBODY)
    for kind in ("discard", "removed", "table"):
        table.add_zone(kind)
    for seat in seats:
        for kind in ("hand", "aside"):
            table.add_zone(kind, seat, Sight.OWNER)
        for kind in ("shields", "lent", "equipment", "bombs"):
            table.add_zone(kind, seat)


def _lay_marks(table: Table, seats: list[Seat], options: DingtiOptions) -> None:
    table.add_mark("life", Life.LIVING.value, seats)
    table.add_mark("ghost_until", None, seats)
    table.add_mark("cap", SHIELD_CAP, seats)
    table.add_mark("lenders", [], seats)
    table.add_mark("bedrock", False, seats)
    table.add_mark("contributed", False, seats)
    table.add_mark("team", None, seats)
    if options.teams == "2v2":
        for seat in seats:
            table.set("team", "team_b" if seat % 2 else "team_a", seat)
    for name, value in (("round", 0), ("first", None), ("current", None), ("detonate", False)):
        table.add_mark(name, value)
    for name, value in (("hellfire", 0), ("boss_target", None), ("boss_damage", 0)):
        table.add_mark(name, value)


GAME = Dingti()
