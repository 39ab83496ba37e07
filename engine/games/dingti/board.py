"""One round's hands on the table: who is who, and the few ways in which cards travel in Dingti.

A board lives for one round and holds what only that round knows: the benched seats, whether the Heir Blade has made its Legacy, whether
anything was played or drawn. Everything else is on the table or in the state.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import piles
from engine.core.chance import Chance
from engine.core.ids import CardId, Seat
from engine.core.table import Table, zone_id
from engine.games.dingti import deck
from engine.games.dingti.state import DingtiState, Life

__all__ = ["Board", "Held"]

Cards = Sequence[CardId]

Held = dict[str, list[CardId]]
"""Card name → cards."""


class Board:
    """`boss` is the figure's number whether or not it is there; `boss_alive` says that. `living` are those who have their hit point,
    `present` those who are not dead, ghosts included (§1.4), both by seat. `benched`: seats that turned ghost in this round and
    neither act nor override in it (§8.7). `settling`: the settlement runs.

    `hands`, `shields`, `lent`, `equipment`, `bombs` (by seat; the boss has bombs, too), `draw_pile` and `discard_pile` are the live
    lists of the zones. Like all lists that a board gives, they are for reading only: cards travel by the methods below."""

    def __init__(self, state: DingtiState, table: Table, chance: Chance) -> None:
        self.state = state
        self.options = state.options
        self.table = table
        self.chance = chance
        self.seats = [Seat(seat) for seat in range(table.data.seats)]
        self.boss = Seat(table.data.seats)
        self._find_zones()
        self._count()
        self.benched: list[Seat] = []
        self.settling = False
        self.legacy_made = False
        self.played = False
        self.drew = False

    def _find_zones(self) -> None:
        cards = self.table.cards
        self.hands, self.shields, self.lent, self.equipment = (
            [cards(kind, seat) for seat in self.seats] for kind in ("hand", "shields", "lent", "equipment")
        )
        bodies = [*self.seats, self.boss] if self.options.boss == "on" else self.seats
        self.bombs = [cards("bombs", body) for body in bodies]
        self.draw_pile, self.discard_pile = cards("draw"), cards("discard")

    # -- who ----------------------------------------------------------------------------------------------------------

    def life(self, seat: Seat) -> Life:
        return Life(str(self.table.get("life", seat)))

    def who_is(self, life: Life) -> list[Seat]:
        lives = self.table.data.marks["life"].values
        return [seat for seat in self.seats if lives[seat] == life.value]

    def set_life(self, seat: Seat, life: Life, ghost_until: int | None = None) -> None:
        self.table.set("life", life.value, seat)
        self.table.set("ghost_until", ghost_until, seat)
        self._count()

    def set_boss_hp(self, half: int) -> None:
        """§10.2 Half points, never below none; at none it is dead."""
        self.table.set("hp", max(0, half), self.boss)
        self._count()

    def _count(self) -> None:
        """Who there is, once for all questions until the next death or return."""
        ghosts = self.who_is(Life.GHOST)
        self.living = self.who_is(Life.LIVING)
        self.present = sorted(self.living + ghosts) if ghosts else self.living
        self.boss_alive = self.options.boss == "on" and bool(self.table.get("hp", self.boss))
        self.others = [[other for other in self.present if other != seat] for seat in self.seats]
        self.opponents = self.others
        if self.options.teams == "2v2":
            self.opponents = [
                [other for other in self.present if other % 2 != seat % 2] for seat in self.seats
            ]

    def is_ghost(self, seat: Seat) -> bool:
        return seat in self.present and seat not in self.living

    def can_act(self, seat: Seat) -> bool:
        """§3.9 Not dead, and not turned ghost in this round."""
        return seat in self.present and seat not in self.benched

    def clockwise(self, first: Seat) -> list[Seat]:
        """All seats once, from `first` on."""
        return self.seats[first:] + self.seats[:first]

    def side(self, seat: Seat) -> int:
        """§1.2 The seat's team, or itself when everybody plays alone."""
        return seat % 2 if self.options.teams == "2v2" else seat

    def and_boss(self, players: list[Seat]) -> list[Seat]:
        """These players, and the boss if it is alive."""
        return [*players, self.boss] if self.boss_alive else players

    # -- what ---------------------------------------------------------------------------------------------------------

    def held(self, seat: Seat) -> Held:
        """What is in the hand: the cards of each name, in the order of the hand."""
        faces = self.table.faces
        held: Held = {}
        for card in self.hands[seat]:
            name = faces[card].name
            if name in held:
                held[name].append(card)
            else:
                held[name] = [card]
        return held

    def named(self, name: str, cards: Cards) -> list[CardId]:
        """Those of the cards that have this name."""
        faces = self.table.faces
        return [card for card in cards if faces[card].name == name]

    def piles_empty(self) -> bool:
        """§1.7 Nothing left to draw, not even after a reshuffle."""
        return not self.draw_pile and not self.discard_pile

    def bodies_with_bombs(self) -> list[Seat]:
        """Players, and the boss, on whom a bomb hangs."""
        return [body for body in self.and_boss(self.present) if self.bombs[body]]

    @property
    def round(self) -> int:
        return self.table.number("round")

    @property
    def detonate(self) -> bool:
        """§6.4 A Detonate is in force."""
        return bool(self.table.get("detonate"))

    def owner_of(self, name: str) -> Seat | None:
        """Who has this piece of equipment in use, if anybody: there is one copy of each."""
        faces = self.table.faces
        for seat in self.present:
            for card in self.equipment[seat]:
                if faces[card].name == name:
                    return seat
        return None

    def trickster(self) -> Seat | None:
        """§9.1, §9.12 Who has the class card and its powers now, if anybody."""
        owner = self.owner_of(deck.TRICKSTER)
        return None if owner in self.benched and self.is_ghost(owner) else owner

    def miracle_may_be_in_a_hand(self) -> bool:
        """Whether the only Miracle lies out of public sight. Where it lies in the open nobody needs to be asked about it, and
        that nobody is asked tells nothing new (§13.4)."""
        table = self.table
        open_cards = [*self.equipment, self.discard_pile, table.cards("removed"), table.cards("table")]
        return not any(self.named(deck.MIRACLE, cards) for cards in open_cards)

    # -- how cards travel ---------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, n: int, *, hang: bool | None = None) -> None:
        """§3.3 Draw up to `n`; bombs hang at once if `hang`, or (None) if the room says so (§6.1)."""
        drawn = piles.draw(self.table, self.chance, seat, n)
        if drawn:
            self.drew = True
        if hang is None:
            hang = self.options.drawn_bombs == "hang"
        if hang:
            bombs = [card for card in drawn if self.table.name(card) == deck.BOMB]
            self.table.move(bombs, zone_id("bombs", seat), "hang", seat)

    def refill(self) -> None:
        """§1.7 Make sure that there is a card in the draw pile if there is one at all."""
        piles.refill(self.table, self.chance)

    def discard(self, cards: Cards, why: str, by: Seat | None = None) -> None:
        """§2.6 To the discard pile; Legacy and Ember are destroyed."""
        name = self.table.name
        kept = [card for card in cards if name(card) not in deck.DESTROYED]
        self.table.move(kept, "discard", why, by)
        if len(kept) < len(cards):
            self.destroy([card for card in cards if self.table.where(card) is not None], by)

    def destroy(self, cards: Cards, by: Seat | None = None) -> None:
        """§2.6 Out of the game for good."""
        self.table.move(cards, "removed", "destroyed", by)

    def hand_over(self, cards: Cards, giver: Seat, to: Seat, why: str) -> None:
        """§7.8, §7.9, §10.9, §10.10 Cards given: bombs hang on the receiver. The boss keeps nothing but bombs."""
        name = self.table.name
        bombs = [card for card in cards if name(card) == deck.BOMB]
        rest = [card for card in cards if name(card) != deck.BOMB]
        if to == self.boss:
            self.discard(rest, why, giver)
        else:
            self.table.move(rest, zone_id("hand", to), why, giver)
        self.table.move(bombs, zone_id("bombs", to), "hang", giver)
        if to == self.boss and bombs:
            self.contribute(giver)

    def contribute(self, seat: Seat) -> None:
        """§10.13 The seat has had a part in killing the boss."""
        self.table.set("contributed", True, seat)

    # -- shields ------------------------------------------------------------------------------------------------------

    def set_lenders(self, seat: Seat, owners: list[Seat]) -> None:
        self.table.set("lenders", list(owners), seat)

    def lenders(self, seat: Seat) -> list[Seat]:
        """§5.4 Whose each borrowed shield is, oldest loan first."""
        owners = self.table.get("lenders", seat)
        assert isinstance(owners, list)
        return [Seat(owner) for owner in owners]

    def drop_shields(self, seat: Seat, why: str) -> None:
        """All shields lying with `seat`, own and borrowed, to the discard pile."""
        self.table.move([*self.lent[seat], *self.shields[seat]], "discard", why, seat)
        self.set_lenders(seat, [])
