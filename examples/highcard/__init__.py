"""High card: everybody puts one card, the highest takes the trick. The smallest whole game; docs/adding-a-game.md walks through it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.chance import Chance
from engine.core.events import Face
from engine.core.game import Game, Options, State, random_bot
from engine.core.ids import CardId, Seat
from engine.core.piles import draw
from engine.core.poll import Outcome, Rule, ask
from engine.core.table import Sight, Table

__all__ = ["GAME", "HighCard", "HighCardOptions", "HighCardState"]


class HighCardOptions(Options, frozen=True):
    """`tricks`: cards each player gets, and so tricks in the match."""

    tricks: Annotated[int, msgspec.Meta(ge=1, le=13)] = 5


class HighCardState(State):
    tricks: int
    leader: Seat = Seat(0)


class HighCard(Game[HighCardOptions, HighCardState]):
    id = "highcard"
    version = 1
    seats = (2, 4)
    options = HighCardOptions
    state = HighCardState
    bots = {"random": random_bot}

    def setup(self, options: HighCardOptions, table: Table, chance: Chance) -> HighCardState:
        """§1.1 A deck of 52 is shuffled; everybody gets as many cards as there are tricks."""
        seats = range(table.data.seats)
        table.add_zone("draw", sight=Sight.NOBODY)
        table.add_zone("trick")
        table.add_zone("discard")
        for seat in seats:
            table.add_zone("hand", seat, Sight.OWNER)
        table.add_mark("score", 0, seats)
        table.create(
            [Face(f"{suit}{rank}", suit, rank) for suit in "SHCD" for rank in range(1, 14)], "draw", "deck"
        )
        table.shuffle("draw", chance)
        for seat in seats:
            draw(table, chance, Seat(seat), options.tricks)
        return HighCardState(table=table.data, tricks=options.tricks)

    def round(self, state: HighCardState, table: Table, chance: Chance) -> Rule[Outcome | None]:
        """§1.2 From the leader on, each player puts one card. §1.3 The highest takes the trick and leads; ties go to the earlier."""
        n = table.data.seats
        order = [Seat((state.leader + i) % n) for i in range(n)]
        played: list[CardId] = []
        for seat in order:
            hand = table.cards("hand", seat)
            pick = Cards("card", table.shown(hand))
            answer = yield from ask(Ask(seat, "put", [Move("put", {}, [pick])], Answer(0, [[hand[0]]])))
            played += table.move([CardId(answer.picks[0][0])], "trick", "put", seat)
        best = max(range(n), key=lambda i: table.face(played[i]).rank)
        state.leader = order[best]
        table.add("score", 1, state.leader)
        table.move(played, "discard", "taken", state.leader)
        return None if table.cards("hand", 0) else self.result(table)

    def result(self, table: Table) -> Outcome:
        """§1.4 Most tricks win."""
        scores = [table.number("score", seat) for seat in range(table.data.seats)]
        winners = [Seat(seat) for seat, score in enumerate(scores) if score == max(scores)]
        places = [1 + sum(other > score for other in scores) for score in scores]
        return Outcome(winners, "most_tricks", places, scores)


GAME = HighCard()
