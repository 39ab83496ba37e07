"""What is happening: the objects that a procedure fills in and hands to the skills of its windows, which may change them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.ids import CardId, Seat
from engine.games.herokill.deck import Colour
from engine.games.herokill.state import Phase

__all__ = ["Damage", "Dodged", "Draw", "Judgement", "Supply", "Turn", "Use"]


@dataclass(slots=True)
class Turn:
    """One turn and what is remembered until its end (§3).

    `used` counts skills by name. `kills` are the Kills that count toward `kill_limit`, `kill_targets` how many players each may name,
    `no_kills` and `endless` (attack range) what a skill has made of this turn; `extra_damage` is added to the user's own Kills and Duels.
    `attacked`: a Kill was used in the play phase, counted or not. `previous` is the card used just before in the play phase, None if none
    was. `closed` are the players against whom a call for a Kill was refused (§7.3)."""

    seat: Seat
    phase: Phase = Phase.START
    skipped: list[Phase] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    kills: int = 0
    kill_limit: int = 1
    kill_targets: int = 1
    no_kills: bool = False
    endless: bool = False
    extra_damage: int = 0
    attacked: bool = False
    previous: str | None = None
    closed: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Draw:
    """§3.4 The draw phase of `seat`: how many cards it will be; a skill that takes its place makes it 0."""

    seat: Seat
    count: int


@dataclass(slots=True)
class Use:
    """A card in use: from its declaration until it is discarded. `name` is what it counts as; `cards` are the physical cards, on the
    table once it is declared (none: a virtual card); `skill` by which it became that, None as printed.

    `suit` is empty and `colour` None where there is none (§2.3). `targets` may change while windows are open, and may name one twice.
    `other` is the second player of a Borrowed Blade. `chosen`: used of one's own accord in the play phase (§3.6). `sure`: no Dodge is
    possible; `pierces`: armour does not help (§4.7); `nullable`: a Nullify may stop it. `waived`: who passes for the rest of it (§5.14)."""

    user: Seat
    name: str
    cards: list[CardId] = field(default_factory=list)
    targets: list[Seat] = field(default_factory=list)
    suit: str = ""
    colour: Colour | None = None
    skill: str | None = None
    other: Seat | None = None
    chosen: bool = False
    sure: bool = False
    pierces: bool = False
    nullable: bool = True
    points: int = 1
    waived: list[Seat] = field(default_factory=list)


@dataclass(slots=True)
class Dodged:
    """§5.4 A Kill that this target has dodged. `hits`: a skill has made it hit all the same."""

    use: Use
    target: Seat
    hits: bool = False


@dataclass(slots=True)
class Supply:
    """A card given in answer to a need: `seat` counts as the player of it, `giver` took it from his cards. `cards` still lie with him
    (none: a virtual card). `skill`, `suit`, `colour` as of a use."""

    seat: Seat
    giver: Seat
    name: str
    cards: list[CardId] = field(default_factory=list)
    suit: str = ""
    colour: Colour | None = None
    skill: str | None = None


@dataclass(slots=True)
class Damage:
    """§5.6 `points` of damage to `victim` from `source` (None: from nobody). `use` is the card's use, None where a skill hurts; `cards` are
    the physical cards that did it. `transferred`: somebody else was to take it. `cancelled`: it does not happen."""

    victim: Seat
    points: int = 1
    source: Seat | None = None
    use: Use | None = None
    cards: list[CardId] = field(default_factory=list)
    transferred: bool = False
    cancelled: bool = False

    def by(self, *names: str) -> bool:
        """Whether a card of one of these names did it."""
        return self.use is not None and self.use.name in names


@dataclass(slots=True)
class Judgement:
    """§5.9 A card turned over for `seat`, because of `why` (a card's or a skill's name). It lies on the table as `card`; `suit` and `rank`
    are as that seat reads them, and are final when the windows are over."""

    seat: Seat
    why: str
    card: CardId
    suit: str = ""
    rank: int = 0

    @property
    def red(self) -> bool:
        return self.suit in {"H", "D"}
