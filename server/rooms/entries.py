"""What a room writes into its journal. A room is a fold of these (laws 1 and 7): what is not here has not happened.

One `Tick` is one entry of the store: everything that was decided together, and told to everybody in one update. `at` is the room's own time
(seconds in which the room was running, see `server.rooms.clocks`), `at_ms` the calendar's (Unix milliseconds).
"""

from __future__ import annotations

import enum

import msgspec

from engine.core.ask import Answer
from engine.core.ids import AskId, Seat
from protocol.messages import Clock
from server.links import PlayerId

__all__ = [
    "Act",
    "BotSet",
    "Came",
    "Configured",
    "Created",
    "Departed",
    "Dozed",
    "Entry",
    "Given",
    "Gone",
    "HandedOver",
    "OptionValues",
    "Overruled",
    "Password",
    "Readied",
    "Rematched",
    "Sat",
    "Spoke",
    "Started",
    "Stood",
    "Surrendered",
    "SwapOffered",
    "Swapped",
    "Tick",
    "Uncovered",
    "Voided",
    "Why",
    "Woke",
    "read_tick",
    "write_tick",
]

OptionValues = dict[str, int | str | bool]


class Why(enum.Enum):
    """How an answer came about."""

    PERSON = "p"
    BOT = "b"
    """A bot's: of a bot's seat, or in the place of a person who is away."""
    TIMEOUT = "t"
    """The person's time was up; the ask's default was taken."""
    COVER = "c"
    """Answered for: nothing to decide (brisk), or the person is not connected and the window is covered."""
    FAILED = "f"
    """The bot failed; the ask's default was taken."""

    label: str
    """As metrics have it."""

    def __init__(self, _: str) -> None:
        self.label = self._name_.lower()

    __hash__ = object.__hash__


class Password(msgspec.Struct, frozen=True, array_like=True):
    """A room's password, as it is kept."""

    salt: bytes
    digest: bytes


class Line(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """Base of all entries."""


class Created(Line, frozen=True, tag="new"):
    """The first entry of a room. `secret` is what the match's commitment binds, `luck` feeds bots and delays,
    `player` made it with the request `action`."""

    room: str
    name: str
    game: str
    seats: int
    options: OptionValues
    clock: Clock
    conceal: bool
    listed: bool
    password: Password | None
    player: PlayerId
    action: str
    secret: bytes
    luck: bytes


class Came(Line, frozen=True, tag="came"):
    """A person entered, or is back."""

    player: PlayerId
    name: str


class Gone(Line, frozen=True, tag="gone"):
    """A person's connection was lost. Who has no seat is out of the room."""

    player: PlayerId


class Departed(Line, frozen=True, tag="out"):
    """A person left the room, or was removed by the host (and may not come back)."""

    player: PlayerId
    kicked: bool = False


class Sat(Line, frozen=True, tag="sat"):
    player: PlayerId
    seat: int


class Stood(Line, frozen=True, tag="stood"):
    player: PlayerId


class SwapOffered(Line, frozen=True, tag="offer"):
    """The person at `seat` would change places with the one at `other`."""

    seat: int
    other: int


class Swapped(Line, frozen=True, tag="swap"):
    seat: int
    other: int


class BotSet(Line, frozen=True, tag="bot"):
    """A bot of `level` sits down at an empty seat or is changed; None: it goes away."""

    seat: int
    level: str | None


class Overruled(Line, frozen=True, tag="rule"):
    """In a match: a bot of `level` plays the seat of an absent person from here on, for good."""

    seat: int
    level: str


class Configured(Line, frozen=True, tag="conf"):
    """New settings, all of them. `moved`: for each new seat the old one that it continues, or -1."""

    name: str
    moved: list[int]
    options: OptionValues
    clock: Clock
    conceal: bool
    listed: bool
    password: Password | None
    unready: bool


class Readied(Line, frozen=True, tag="ready"):
    player: PlayerId
    ready: bool
    nonce: bytes


class Started(Line, frozen=True, tag="start"):
    """`version` is that of the rules: under other ones the answers that follow would lead elsewhere."""

    record: str
    version: int


class Given(Line, frozen=True, tag="ans"):
    """An answer. The last one of a concealed window that may not close yet is kept back until `Uncovered`."""

    seat: Seat
    ask: AskId
    answer: Answer
    why: Why


class Uncovered(Line, frozen=True, tag="cover"):
    """The cover of a concealed window has passed, and everybody has answered."""


class Surrendered(Line, frozen=True, tag="gave"):
    seat: int


class Voided(Line, frozen=True, tag="void"):
    """The people who run the server have ended the match without an outcome; `reason` is what its players are told."""

    reason: str


class Dozed(Line, frozen=True, tag="doze"):
    """A bot answers for this person until he acts."""

    seat: int


class Woke(Line, frozen=True, tag="woke"):
    seat: int


class Spoke(Line, frozen=True, tag="say"):
    player: PlayerId
    name: str
    text: str


class HandedOver(Line, frozen=True, tag="host"):
    """`player` None: nobody is there to be host; the next to enter will be."""

    player: PlayerId | None


class Rematched(Line, frozen=True, tag="again"):
    secret: bytes


Entry = (
    Created
    | Came
    | Gone
    | Departed
    | Sat
    | Stood
    | SwapOffered
    | Swapped
    | BotSet
    | Overruled
    | Configured
    | Readied
    | Started
    | Given
    | Uncovered
    | Surrendered
    | Voided
    | Dozed
    | Woke
    | Spoke
    | HandedOver
    | Rematched
)


class Act(msgspec.Struct, frozen=True, array_like=True):
    """A request that was carried out: should it be repeated, it has been."""

    player: PlayerId
    action: str


class Tick(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """What was decided together. `seq` is the room's number after it, which is one more if anybody was told anything.

    Without entries it only notes how far the clocks have run."""

    at: float
    at_ms: int
    seq: int
    entries: list[Entry] = []
    acts: list[Act] = []


write_tick = msgspec.msgpack.Encoder().encode
read_tick = msgspec.msgpack.Decoder(Tick).decode
