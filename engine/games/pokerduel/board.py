"""The table in the words of Pokerduel: who is who, what stands before whom, and how cards travel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core import piles
from engine.core.chance import Chance
from engine.core.events import Face
from engine.core.ids import CardId, Seat
from engine.core.table import Table, zone_id
from engine.games.pokerduel.deck import suits_of
from engine.games.pokerduel.state import PokerduelState
from engine.games.pokerduel.sums import Body, heal

__all__ = ["Board"]


class Board:
    """Lasts one turn and keeps nothing of its own. Lists that it gives are for reading only."""

    def __init__(self, state: PokerduelState, table: Table, chance: Chance) -> None:
        self.state = state
        self.options = state.options
        self.table = table
        self.chance = chance

    # -- who ----------------------------------------------------------------------------------------------------------

    @property
    def living(self) -> list[Seat]:
        dead = self.table.data.marks["dead"].values
        return [Seat(seat) for seat in range(self.table.data.seats) if not dead[seat]]

    @property
    def current(self) -> Seat:
        """Whose turn it is."""
        return Seat(self.table.number("current"))

    def lower(self, seat: Seat) -> Seat:
        """§1.4 The next living player clockwise, the only one whom `seat` may attack. Of two players each is the other's."""
        living = self.living
        return next((other for other in living if other > seat), living[0])

    # -- what stands before a player ----------------------------------------------------------------------------------

    def number(self, mark: str, seat: Seat) -> int:
        return self.table.number(mark, seat)

    def has(self, mark: str, seat: Seat) -> bool:
        """A mark that is true or false."""
        return bool(self.table.get(mark, seat))

    def hp(self, seat: Seat) -> int:
        return self.table.number("hp", seat)

    def has_shield(self, seat: Seat) -> bool:
        """§6.3 One is there, standing or preparing, so that no other can be set."""
        return bool(self.table.cards("shield", seat))

    def body(self, seat: Seat, *, merciful: bool = False) -> Body:
        """The seat as a target. `merciful`: by a black joker, which leaves a hit point (§4.5)."""
        shield = 0 if self.has("preparing", seat) else self.table.number("shield", seat)
        return Body(self.hp(seat), shield, int(merciful or self.has("undying", seat)))

    def hand(self, seat: Seat) -> list[CardId]:
        return self.table.cards("hand", seat)

    def faces(self, cards: Iterable[CardId]) -> list[Face]:
        faces = self.table.faces
        return [faces[card] for card in cards]

    # -- suits --------------------------------------------------------------------------------------------------------

    def may_use(self, seat: Seat, suit: str) -> bool:
        """§2.5 The player has not used this suit in this turn."""
        return suit not in str(self.table.get("spent", seat))

    def usable(self, seat: Seat) -> list[CardId]:
        """§2.5 The cards of the hand whose suits are still free, the lowest first."""
        faces = self.table.faces
        spent = frozenset(str(self.table.get("spent", seat)))
        free = [card for card in self.hand(seat) if spent.isdisjoint(suits_of(faces[card]))]
        return sorted(free, key=lambda card: faces[card].rank)

    def spend(self, seat: Seat, faces: Iterable[Face]) -> None:
        """§2.5 These cards count for this turn."""
        spent = str(self.table.get("spent", seat)) + "".join(suits_of(face) for face in faces)
        self.table.set("spent", spent, seat)

    # -- how cards travel ---------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, n: int, why: str = "draw") -> None:
        """§9.1, §9.2"""
        piles.draw(self.table, self.chance, seat, n, why, discard="graveyard")

    def bury(self, cards: Sequence[CardId], why: str, by: Seat | None = None) -> None:
        """§2.6 To the graveyard."""
        self.table.move(list(cards), "graveyard", why, by)

    def put_under(self, cards: Sequence[CardId], why: str, by: Seat) -> None:
        """§9.3 Under the pile, the last one lowest."""
        self.table.move(list(cards), "draw", why, by, under=True)

    def play(self, seat: Seat, cards: Sequence[CardId], to: str, why: str) -> list[CardId]:
        """§2.5 Lay cards of the hand open in the zone `to`; their suits are used up. Returns their new ids."""
        self.spend(seat, self.faces(cards))
        return self.table.move(list(cards), to, why, seat)

    def drop_shield(self, seat: Seat, why: str) -> None:
        """§6.3 The shield, standing or preparing, to the graveyard."""
        self.bury(self.table.cards("shield", seat), why, seat)
        self.table.set("shield", 0, seat)
        self.table.set("preparing", False, seat)

    def drop_minions(self, seat: Seat, why: str) -> None:
        """What this seat has prepared, to the graveyard."""
        self.bury(self.table.cards("minions", seat), why, seat)
        self.table.set("aim", None, seat)

    def aimed_at(self, target: Seat) -> list[Seat]:
        """Who has minions prepared against this player."""
        aims = self.table.data.marks["aim"].values
        return [seat for seat in self.living if aims[seat] == target]

    def set_shield(self, seat: Seat, card: CardId, why: str, *, preparing: bool = False) -> None:
        """§6.1, §6.2 Lay a ♦ of the hand as a shield."""
        rank = self.table.face(card).rank
        self.play(seat, [card], zone_id("shield", seat), why)
        self.table.set("preparing", preparing, seat)
        self.table.set("shield", rank, seat)

    def heal(self, seat: Seat, card: CardId, why: str) -> None:
        """§6.4 A ♥ of the hand; what is too much is lost."""
        rank = self.table.face(card).rank
        self.play(seat, [card], "graveyard", why)
        self.table.set("hp", heal(self.hp(seat), rank), seat)
