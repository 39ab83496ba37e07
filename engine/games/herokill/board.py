"""One turn's hands on the table: who is who, who sits where, what lies before whom. Cards travel by `goods`.

A board lives for one turn and holds what only that turn knows. Everything else is on the table or in the state. The parts of the skills in
force are looked up once and kept until equipment, skills or lives change (`refresh`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar, cast

from engine.core.chance import Chance
from engine.core.events import Card, MarkValue
from engine.core.ids import CardId, Seat
from engine.core.table import Table
from engine.games.herokill.deck import (
    ATTACK_HORSE,
    COLOUR,
    DEFENCE_HORSE,
    RANGE,
    SLOT,
    Colour,
    Slot,
)
from engine.games.herokill.events import Turn, Use
from engine.games.herokill.kind import Book, Kind, Parts
from engine.games.herokill.skill import (
    Forbid,
    Hero,
    Measure,
    Near,
    On,
    Reads,
    Skill,
    Tune,
    Window,
)
from engine.games.herokill.state import Faction, Gender, HerokillState, Life, Phase, Role

__all__ = ["Board", "Bound"]

P = TypeVar("P")

NOTHING: tuple[CardId, ...] = ()
ENDLESS = 99
"""§4.2 A range or limit that reaches everybody."""


class Bound(NamedTuple):
    """A part that acts in a window, with whose it is."""

    seat: Seat
    skill: Skill
    part: On[object]


class Board:
    """`living` are the players who are, in the order of turns. `hands`, `gear` (equipment) and `trials` (delayed tricks), by seat, and
    `pile` are the live lists of the zones, for reading only."""

    def __init__(self, state: HerokillState, table: Table, chance: Chance, book: Book) -> None:
        self.state = state
        self.options = state.options
        self.table = table
        self.chance = chance
        self.book = book
        self.seats = [Seat(seat) for seat in range(table.data.seats)]
        cards = table.cards
        self.hands, self.gear, self.trials = (
            [cards(kind, seat) for seat in self.seats] for kind in ("hand", "equipment", "trial")
        )
        self.pile = cards("draw")
        self.turn = Turn(Seat(-1))
        self._marks = {name: mark.values for name, mark in table.data.marks.items()}
        self.recount()

    # -- who ----------------------------------------------------------------------------------------------------------

    def recount(self) -> None:
        """Who is living and where they sit: after a death or a change of seats."""
        life = self._marks["life"]
        order = [Seat(seat) for seat in cast("list[int]", self.table.get("order"))]
        self.order = order
        self.living = [seat for seat in order if life[seat] == Life.LIVING]
        self._place = {seat: place for place, seat in enumerate(self.living)}
        self.refresh()

    def refresh(self, seat: Seat | None = None) -> None:
        """Forget what was looked up: the skills or the equipment of a seat (None: of anybody) have changed."""
        if seat is None:
            self._mine: list[Parts | None] = [None] * len(self.seats)
        else:
            self._mine[seat] = None
        self._bound: Mapping[Window, Sequence[Bound]] | None = None

    def alive(self, seat: Seat) -> bool:
        return seat in self._place

    def ring(self, first: Seat | None = None) -> list[Seat]:
        """§1.6 All the living in action order, from the current player (or `first`) on; from the next one if that one is dead."""
        start = self.turn.seat if first is None else first
        place = self._place.get(start)
        if place is None:
            return self._after_dead(start)
        return self.living[place:] + self.living[:place]

    def _after_dead(self, seat: Seat) -> list[Seat]:
        if seat not in self.order:  # nobody has had a turn yet
            return list(self.living)
        at = self.order.index(seat)
        return [other for other in self.order[at:] + self.order[:at] if other in self._place]

    def others(self, seat: Seat) -> list[Seat]:
        """§1.6 The other living players in action order, from the next seat on."""
        ring = self.ring(seat)
        return ring[1:] if ring and ring[0] == seat else ring

    @property
    def lord(self) -> Seat:
        roles = self._marks["role"]
        return next(seat for seat in self.seats if roles[seat] == Role.LORD)

    def role(self, seat: Seat) -> Role:
        return Role(str(self._marks["role"][seat]))

    def hero(self, seat: Seat) -> Hero:
        return self.book.heroes[str(self._marks["hero"][seat])]

    def faction(self, seat: Seat) -> Faction:
        return self.hero(seat).faction

    def male(self, seat: Seat) -> bool:
        return self.hero(seat).gender is Gender.MALE

    def hp(self, seat: Seat) -> int:
        return cast("int", self._marks["hp"][seat])

    def max_hp(self, seat: Seat) -> int:
        return cast("int", self._marks["max_hp"][seat])

    def wounds(self, seat: Seat) -> int:
        """Hit points lost."""
        return self.max_hp(seat) - self.hp(seat)

    def mark(self, name: str, seat: Seat) -> MarkValue:
        return self._marks[name][seat]

    @property
    def playing(self) -> Seat | None:
        """Whose play phase it is, None in any other phase."""
        return self.turn.seat if self.turn.phase is Phase.PLAY else None

    # -- skills -------------------------------------------------------------------------------------------------------

    def skills(self, seat: Seat) -> list[str]:
        """The names of those in force for a seat: his hero's, his lord's skill. Equipment is not among them."""
        return list(cast("Sequence[str] | None", self._marks["skills"][seat]) or ())

    def _parts_of(self, seat: Seat) -> Parts:
        """All that is in force for a living seat, equipment included."""
        found = self._mine[seat]
        if found is None:
            names: tuple[str, ...] = ()
            if seat in self._place:
                faces = self.table.faces
                names = (*self.skills(seat), *sorted(faces[card].name for card in self.gear[seat]))
            found = self._mine[seat] = self.book.parts_of(names)
        return found

    def parts(self, seat: Seat, kind: type[P]) -> tuple[tuple[Skill, P], ...]:
        """The parts of one kind that are in force for a seat, with their skills."""
        found: tuple[tuple[Skill, Any], ...] = (self._mine[seat] or self._parts_of(seat)).get(kind, ())
        return found

    def bound(self, window: Window) -> Sequence[Bound]:
        """§5.1 What acts in a window, in order."""
        if self._bound is None:
            self._bound = self._bind()
        return self._bound.get(window, ())

    def _bind(self) -> Mapping[Window, Sequence[Bound]]:
        """Of all windows at once: most of them have nobody."""
        order = self.book.order
        rows = [
            ((part.group, place, order[skill.name]), Bound(seat, skill, part))
            for place, seat in enumerate(self.ring())
            for skill, part in self.parts(seat, On)
        ]
        rows.sort(key=itemgetter(0))
        found: dict[Window, list[Bound]] = {}
        for _, bound in rows:
            found.setdefault(bound.part.window, []).append(bound)
        return found

    def measure(self, measure: Measure, seat: Seat, value: int, without: Sequence[CardId] = NOTHING) -> int:
        """`value` as the seat's skills and equipment change it; as if the cards `without` were gone from the latter."""
        gone = [self.name(card) for card in without if card in self.gear[seat]]
        for skill, part in self.parts(seat, Tune):
            if part.measure is measure and skill.name not in gone:
                value = part.of(self, seat, value)
        return value

    def kind(self, name: str) -> Kind:
        return self.book.kinds[name]

    # -- where --------------------------------------------------------------------------------------------------------

    def distance(self, one: Seat, other: Seat, without: Sequence[CardId] = NOTHING) -> int:
        """§4.3 From one living player to another, at least 1; as if the cards `without` were gone from the first one's equipment."""
        return self._gap(one, other, self._nearness(one, without))

    def _gap(self, one: Seat, other: Seat, near: int) -> int:
        gap = abs(self._place[one] - self._place[other])
        gap = min(gap, len(self.living) - gap) - near
        faces = self.table.faces
        for card in self.gear[other]:
            if faces[card].name == DEFENCE_HORSE:
                gap += 1
        return max(gap, 1)

    def _nearness(self, seat: Seat, without: Sequence[CardId]) -> int:
        """How much nearer others are to a seat."""
        faces = self.table.faces
        near = 0
        for card in self.gear[seat]:
            if faces[card].name == ATTACK_HORSE and card not in without:
                near += 1
        for _, part in self.parts(seat, Near):
            near += part.by
        return near

    def range(self, seat: Seat, without: Sequence[CardId] = NOTHING) -> int:
        """§4.2 Attack range; as if the cards `without` were gone."""
        if self.turn.endless and self.turn.seat == seat:
            return ENDLESS
        weapon = self.worn(seat, Slot.WEAPON)
        reach = 1 if weapon is None or weapon in without else RANGE[self.table.name(weapon)]
        return self.measure(Measure.RANGE, seat, reach, without)

    def in_range(self, seat: Seat, without: Sequence[CardId] = NOTHING) -> list[Seat]:
        """The others within the attack range, in action order."""
        reach = self.range(seat, without)
        if reach >= ENDLESS:
            return self.others(seat)
        near = self._nearness(seat, without)
        return [other for other in self.others(seat) if self._gap(seat, other, near) <= reach]

    def may_aim(self, user: Seat, name: str, target: Seat) -> bool:
        """§5.2 Whether no skill of the target forbids it, however the card is made."""
        found = self.parts(target, Forbid)
        return not found or not any(part.of(self, target, user, name) for _, part in found)

    # -- what ---------------------------------------------------------------------------------------------------------

    def worn(self, seat: Seat, slot: Slot) -> CardId | None:
        """The piece of equipment in a slot."""
        faces = self.table.faces
        for card in self.gear[seat]:
            if SLOT[faces[card].name] is slot:
                return card
        return None

    def owned(self, seat: Seat) -> list[CardId]:
        """Hand and equipment."""
        return self.hands[seat] + self.gear[seat]

    def named(self, seat: Seat, name: str) -> list[CardId]:
        """The cards of that name in a hand."""
        faces = self.table.faces
        return [card for card in self.hands[seat] if faces[card].name == name]

    def name(self, card: CardId) -> str:
        return self.table.faces[card].name

    def title(self, name: str) -> str:
        """The text key of what a card or a skill is called."""
        return f"cards.{name}.name" if name in self.book.kinds or name in SLOT else f"skills.{name}.name"

    def suit(self, seat: Seat, card: CardId) -> str:
        """§2.3 The suit as its owner reads it."""
        suit = self.table.faces[card].suit
        for _, part in self.parts(seat, Reads):
            suit = part.suit(suit)
        return suit

    def colour(self, seat: Seat, card: CardId) -> Colour:
        return COLOUR[self.suit(seat, card)]

    def look(self, seat: Seat, cards: Sequence[CardId]) -> tuple[str, Colour | None]:
        """§2.3 Suit and colour of what is made of these cards: of one card its own; of several the colour that they share, and no suit."""
        if len(cards) == 1:
            suit = self.suit(seat, cards[0])
            return suit, COLOUR[suit]
        colours = {self.colour(seat, card) for card in cards}
        return "", next(iter(colours)) if len(colours) == 1 else None

    def shown(self, cards: Iterable[CardId]) -> list[Card]:
        return self.table.shown(cards)

    def on_trial(self, seat: Seat) -> list[str]:
        """§6.13 What the delayed tricks before a seat count as, in the order of the zone."""
        return list(cast("Sequence[str]", self._marks["trial_names"][seat]))

    def is_own_kill(self, use: Use) -> bool:
        """Whether it is used by the player whose play phase it is."""
        return use.user == self.playing
