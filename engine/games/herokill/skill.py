"""What skills are made of. A skill is a name and some parts; a part attaches to one place of the rules, which looks for parts of its kind.

`On` acts in a window; all others are asked for a fact: what may be done, what a card can stand for, how far, how many. Equipment and the
lord's own skills are made of the same parts as a hero's. Nothing is kept in a part: what must be remembered until the end of a turn is
in `Turn`, what lasts longer is a mark that the hero declares.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.core.ask import Move
from engine.core.events import MarkValue
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.events import Damage, Dodged, Draw, Judgement, Supply, Turn, Use
from engine.games.herokill.hint import NO_HINT, Hint
from engine.games.herokill.state import Faction, Gender

if TYPE_CHECKING:
    from engine.games.herokill.board import Board
    from engine.games.herokill.need import Need

__all__ = [
    "EVENT_OF",
    "Active",
    "Convert",
    "Demand",
    "Forbid",
    "Hero",
    "Immune",
    "Instead",
    "Lost",
    "Measure",
    "Near",
    "On",
    "Part",
    "Picks",
    "Pierce",
    "Reads",
    "Relief",
    "Skill",
    "Tune",
    "Why",
    "Widen",
    "Window",
]

E = TypeVar("E")

Picks = list[list[int]]
"""What was picked in a move: for each of its picks the values."""


class Window(enum.StrEnum):
    """§5.1 The moments at which skills act: all there are. The event that each hands over stands in EVENT_OF."""

    TURN_START = "turn_start"
    BEFORE_DRAW = "before_draw"
    DRAWING = "drawing"
    TURN_END = "turn_end"
    TARGETED = "targeted"
    """The targets of a card are fixed; nothing has been asked yet."""
    DODGED = "dodged"
    """A Kill was dodged by one target."""
    SUPPLIED = "supplied"
    """A Dodge or Kill was given in answer to something."""
    DAMAGING = "damaging"
    """Damage is about to be dealt."""
    HURT = "hurt"
    """It was dealt; nobody has died of it yet."""
    DAMAGED = "damaged"
    """The victim lives on: the time of his own skills."""
    AFTERMATH = "aftermath"
    """The victim's skills are done, or he is dead: the time of everybody else's."""
    JUDGING = "judging"
    """A judgement card lies open."""


EVENT_OF: Mapping[Window, type] = {
    Window.TURN_START: Turn,
    Window.BEFORE_DRAW: Turn,
    Window.DRAWING: Draw,
    Window.TURN_END: Turn,
    Window.TARGETED: Use,
    Window.DODGED: Dodged,
    Window.SUPPLIED: Supply,
    Window.DAMAGING: Damage,
    Window.HURT: Damage,
    Window.DAMAGED: Damage,
    Window.AFTERMATH: Damage,
    Window.JUDGING: Judgement,
}


class Why(enum.Enum):
    """What a converted card is wanted for."""

    PLAY = "play"
    """To be used of one's own accord in one's play phase."""
    ANSWER = "answer"
    """To be given when it is asked for, for oneself or for one's lord."""


class Measure(enum.Enum):
    """The numbers that skills change, and what they are without any."""

    DRAWS = "draws"
    """Cards in the draw phase: 2."""
    HAND_LIMIT = "hand_limit"
    """Cards that the discard phase leaves: the hit points."""
    KILL_LIMIT = "kill_limit"
    """Kills in the play phase: the turn's."""
    RANGE = "range"
    """Attack range: the weapon's, 1 without."""
    SNATCH_RANGE = "snatch_range"
    """Distance at which a Snatch may be used: 1."""


# -- parts ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class On(Generic[E]):
    """Acts in a window. `applies(board, owner, event)` is asked again after everything that others did in the same window.

    Several act in the order of `group`, then of their owners from the current player on, then of the heroes' numbers; each once in a
    window, unless it `repeats` whenever it applies (its act must then make it stop applying)."""

    window: Window
    applies: Callable[[Board, Seat, E], bool]
    act: Callable[[Board, Seat, E], Rule[None] | None]
    group: int = 0
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Active:
    """Something to do in one's own play phase. `offer` is the move (its kind is the skill's name), None when it cannot be done now;
    `act` gets what was picked. `once`: once in a turn."""

    offer: Callable[[Board, Seat], Move | None]
    act: Callable[[Board, Seat, Picks], Rule[None] | None]
    once: bool = True


@dataclass(frozen=True, slots=True)
class Convert:
    """`n` own cards out of `zones` that `fit` (board, owner, card) stand for the card called `into` (or what `into` says, None for none),
    while `can` (board, owner, why). `once`: once in a turn. `virtual`: the cards are paid and the card that is used has no body."""

    into: str | Callable[[Board, Seat], str | None]
    fits: Callable[[Board, Seat, CardId], bool]
    can: Callable[[Board, Seat, Why], bool] = lambda board, seat, why: True
    zones: tuple[str, ...] = ("hand", "equipment")
    n: int = 1
    once: bool = False
    virtual: bool = False


@dataclass(frozen=True, slots=True)
class Instead:
    """Another way to answer a need for the card `name`: a judgement, or a call to others. Once for each need. None from `act`: it has
    brought nothing, and the need is asked again."""

    name: str
    can: Callable[[Board, Seat, Need], bool]
    act: Callable[[Board, Seat, Need], Rule[Supply | None]]


@dataclass(frozen=True, slots=True)
class Tune:
    """Changes a measure of the owner: `of(board, owner, value so far)`."""

    measure: Measure
    of: Callable[[Board, Seat, int], int]


@dataclass(frozen=True, slots=True)
class Near:
    """Others are this much nearer to the owner, when he measures."""

    by: int


@dataclass(frozen=True, slots=True)
class Widen:
    """How many targets a Kill made of these cards may have: `of(board, owner, cards, so far)`."""

    of: Callable[[Board, Seat, Sequence[CardId], int], int]


@dataclass(frozen=True, slots=True)
class Forbid:
    """`of(board, owner, user, name)`: the owner may not be named as a target by that card, however it is made."""

    of: Callable[[Board, Seat, Seat, str], bool]


@dataclass(frozen=True, slots=True)
class Immune:
    """`of(board, owner, use)`: the card may be used on the owner and does nothing to him."""

    of: Callable[[Board, Seat, Use], bool]


@dataclass(frozen=True, slots=True)
class Demand:
    """`of(board, owner, use, other)`: so many cards the other must give against the owner, each time that the use asks him for one."""

    of: Callable[[Board, Seat, Use, Seat], int]


@dataclass(frozen=True, slots=True)
class Pierce:
    """The owner's Kills ignore the armour of their targets."""


@dataclass(frozen=True, slots=True)
class Reads:
    """How the owner reads a suit: his hand, his equipment, his judgements."""

    suit: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Relief:
    """`of(board, owner, rescuer)`: so much more a Medicine gives the dying owner."""

    of: Callable[[Board, Seat, Seat], int]


@dataclass(frozen=True, slots=True)
class Lost:
    """`act(board, owner, n)`: n cards have just left the owner's equipment. Asks nothing."""

    act: Callable[[Board, Seat, int], None]


Part = (
    On[Turn]
    | On[Draw]
    | On[Use]
    | On[Dodged]
    | On[Supply]
    | On[Damage]
    | On[Judgement]
    | Active
    | Convert
    | Instead
    | Tune
    | Near
    | Widen
    | Forbid
    | Immune
    | Demand
    | Pierce
    | Reads
    | Relief
    | Lost
)


@dataclass(frozen=True, slots=True)
class Skill:
    """`name` is its code name: texts (`skills.<name>`), its moves and prompts, and scenarios know it by that. `hint` is for the bots."""

    name: str
    parts: tuple[Part, ...] = ()
    hint: Hint = NO_HINT


@dataclass(frozen=True, slots=True)
class Hero:
    """`number` is the place in the book (§8.<number>) and in the order of heroes. `lord_bonus`: hit points that he has more as the lord.
    `marks`: public marks of a seat that his skills need beyond a turn, with their first values; death gives them these back."""

    name: str
    number: int
    faction: Faction
    gender: Gender
    hp: int
    skills: tuple[Skill, ...]
    lord_bonus: int = 1
    marks: Mapping[str, MarkValue] = field(default_factory=dict)
