"""One hand on the table: who is in it, and the few ways in which cards travel in Gandengyan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.core import piles
from engine.core.chance import Chance
from engine.core.ids import CardId, Seat
from engine.core.poll import TurnOver
from engine.core.table import Table, zone_id
from engine.games.gandengyan.cards import SUITS, Holding, deck, grade_of, holding_of
from engine.games.gandengyan.combos import Kind, Reading
from engine.games.gandengyan.naming import Deed, deed, described
from engine.games.gandengyan.score import bomb_factor
from engine.games.gandengyan.state import GandengyanState, Status

__all__ = ["Board", "HandWon"]

DEALT: Final = 5
"""§3.1 Cards for each player."""
DECKS: Final = {"one": 1, "two": 2}


class HandWon(TurnOver):
    """§3.6 Unwinds to the hand, which `seat` has won."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Top:
    """The play that is to be beaten, and whose it is."""

    seat: Seat
    reading: Reading


class Board:
    """`most`: cards in the greatest bomb, as many as there are of a rank (§4.7)."""

    def __init__(self, state: GandengyanState, table: Table, chance: Chance) -> None:
        self.state = state
        self.table = table
        self.chance = chance
        self.seats = [Seat(seat) for seat in range(table.data.seats)]
        self.most = SUITS * DECKS[state.options.decks]
        self._top: Top | None = None
        self._hands = [table.cards("hand", seat) for seat in self.seats]

    # -- who ----------------------------------------------------------------------------------------------------------

    def _with(self, *wanted: Status) -> list[Seat]:
        status = self.table.data.marks["status"].values
        return [seat for seat in self.seats if status[seat] in wanted]

    def staying(self) -> list[Seat]:
        """§8.1 Those who are not out of the match."""
        return self._with(Status.PLAYING, Status.ABSTAINED)

    def playing(self) -> list[Seat]:
        """§6.3 Those who are in this hand."""
        return self._with(Status.PLAYING)

    def after(self, seat: Seat) -> list[Seat]:
        """§3.3 The others who are in this hand, clockwise from the one after `seat`."""
        turned = self.seats[seat + 1 :] + self.seats[:seat]
        playing = self.playing()
        return [other for other in turned if other in playing]

    def no_person_left(self) -> bool:
        """§8.3 There were persons at the table when the match began, and now bots are left."""
        persons = [seat for seat in self.seats if seat not in self.state.bots]
        return bool(persons) and not any(
            seat in persons and seat not in self.state.left for seat in self.staying()
        )

    # -- what ---------------------------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> list[CardId]:
        """The live list, for reading only."""
        return self._hands[seat]

    def holding(self, seat: Seat) -> Holding:
        faces = self.table.faces
        return holding_of([faces[card] for card in self._hands[seat]])

    @property
    def top(self) -> Top:
        """The play that is to be beaten, once there is one."""
        assert self._top is not None
        return self._top

    # -- how cards travel ---------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """§3.1, §6.3 A new hand: all cards are shuffled, everybody gets five, and who abstained is back."""
        table = self.table
        table.tell("hand", n=table.add("deal", 1))
        for name, value in (("factor", 1), ("owner", None), ("standing", None)):
            table.set(name, value)
        gathered = [card for zone in table.zones.values() if zone.kind != "draw" for card in zone.cards]
        if gathered:
            table.move(gathered, "draw", "gather")
        else:
            table.create(deck(DECKS[self.state.options.decks]), "draw", "deck")
        table.shuffle("draw", self.chance)
        for seat in self.staying():
            for mark, fresh in (("status", Status.PLAYING.value), ("played", False), ("deeds", [])):
                table.set(mark, fresh, seat)
            piles.draw(table, self.chance, seat, DEALT, "deal")

    def draw(self, seat: Seat) -> None:
        """§3.5 One card; none from an empty pile."""
        if self.table.cards("draw"):
            self.table.set("deeds", [], seat)
            piles.draw(self.table, self.chance, seat, 1)

    def lay(self, seat: Seat, cards: list[CardId], reading: Reading) -> None:
        """§3.3 A play on top of the trick. Raises HandWon if it was the player's last card (§3.6)."""
        table = self.table
        self._note(seat, cards, self._fewest())
        if beaten := list(table.cards("top")):
            table.move(beaten, "trick", "beaten")
        table.move(cards, "top", "lay", seat)
        self._top = Top(seat, reading)
        table.set("standing", described(reading))
        table.set("owner", seat)
        table.set("played", True, seat)
        if reading.kind is Kind.BOMB:
            factor = table.number("factor") * bomb_factor(reading.size)
            table.set("factor", factor)
            table.tell("bomb", n=factor)
        if not self.hand(seat):
            raise HandWon(seat)

    def passed(self, seats: list[Seat]) -> None:
        """§10.1 Told when it matters no more: they passed, or somebody before them in turn would have been asked still."""
        if not seats:
            return
        self.table.tell("passed", seats=seats)
        fewest = self._fewest()
        for seat in seats:
            self._note(seat, [], fewest)

    def _fewest(self) -> int:
        """Cards in the shortest hand."""
        return min(len(self.hand(seat)) for seat in self.playing())

    def _note(self, seat: Seat, cards: list[CardId], fewest: int) -> None:
        """What everybody can remember of a player: which cards he has put on what, or that he has put none."""
        deeds = self.table.get("deeds", seat)
        assert isinstance(deeds, list)
        grades = tuple(grade_of(self.table.faces[card]) for card in cards)
        on = None if self._top is None else self._top.reading
        self.table.set("deeds", [*deeds, deed(Deed(fewest, on, grades))], seat)

    def abstain(self, seat: Seat) -> None:
        """§6.2, §6.3 Raises HandWon if only one player is left (§6.5)."""
        self.table.move(list(self.hand(seat)), zone_id("stranded", seat), "abstain", seat)
        self.table.set("status", Status.ABSTAINED.value, seat)
        left = self.playing()
        if len(left) == 1:
            raise HandWon(left[0])

    def clear(self, taker: Seat) -> None:
        """§3.5 The middle is cleared when a trick is over."""
        self.table.tell("uncontested", by=taker)
        self.table.move([*self.table.cards("trick"), *self.table.cards("top")], "discard", "cleared")
        self._top = None
        self.table.set("standing", None)
        self.table.set("owner", None)
