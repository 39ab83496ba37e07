"""The form of a scenario file: which keys there are, and what they take (docs/scenarios.md says what they mean)."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from engine.core.errors import EngineError

__all__ = [
    "BadScenario",
    "Doing",
    "Ending",
    "Moment",
    "Pattern",
    "Scenario",
    "Step",
    "Title",
    "Value",
    "hint",
    "read",
]

Value = int | str | bool | list[int | str]
"""What a mark, a pick or an event's field is given or compared with. The text "none" stands for no value."""
Doing = dict[str, Value]
"""An answer in words: `seat`, `move`, and its picks by name."""
Pattern = dict[str, Value]
"""An event in words: `viewer`, and the fields that must fit."""
Everybody = Literal["all"]


class BadScenario(EngineError):
    """The scenario cannot be played as it is written: its author's fault, not the rules'."""


class Title(msgspec.Struct, forbid_unknown_fields=True):
    """What the scenario shows, in one sentence."""

    en: str
    zh: str


class Moment(msgspec.Struct, forbid_unknown_fields=True):
    """When to stop being silent. All that is given must hold; `over` is the end of the match."""

    window: str | None = None
    asked: list[int] | None = None
    marks: dict[str, Value] = {}
    over: bool = False


class Ending(msgspec.Struct, forbid_unknown_fields=True):
    """How the match must have ended: the winners (none for a draw), the reason's text key, the places by seat."""

    winners: list[int]
    reason: str | None = None
    places: list[int] | None = None


class Step(msgspec.Struct, forbid_unknown_fields=True, rename={"passing": "pass"}):
    """At most one input (`do`, `refused`, `passing`, `silence`, `leave`), then what must be so after it."""

    note: str = ""
    do: Doing | list[Doing] | None = None
    refused: Doing | None = None
    passing: list[int] | Everybody | None = None
    silence: list[int] | Everybody | None = None
    until: Moment | None = None
    leave: int | None = None
    luck: list[int | str] = []

    window: str | None = None
    asked: list[int] | None = None
    covered: bool | None = None
    prompts: dict[str, str] = {}
    offers: list[Doing] = []
    lacks: list[Doing] = []
    zones: dict[str, int | list[str]] = {}
    marks: dict[str, Value] = {}
    state: dict[str, Any] = {}
    sees: list[Pattern] = []
    hides: list[Pattern] = []
    over: bool | None = None
    outcome: Ending | None = None


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """A whole file. `rules` cites paragraphs ("§4.3") and rulings of the rulebook's appendix (13)."""

    game: str
    seats: int
    title: Title
    rules: list[int | str]
    step: list[Step]
    options: dict[str, Any] = {}
    seed: str = "scenario"
    table: dict[str, list[str]] = {}
    marks: dict[str, Value] = {}
    state: dict[str, Any] = {}
    luck: list[int | str] = []


_INPUTS = ("do", "refused", "passing", "silence", "leave")


def hint(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about an unknown word: what was probably meant, else all that there is."""
    names = sorted(set(known))
    near = difflib.get_close_matches(word, names, 2, 0.7)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; there is {', '.join(names)}" if names else "; there is none"


def read(text: str) -> Scenario:
    """The text of a scenario file. Raises BadScenario with a sentence that says where."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadScenario(f"this is not TOML: {error}") from error
    _check_keys(tree, Scenario, "the scenario")
    steps = tree.get("step")
    if not isinstance(steps, list) or not steps:
        raise BadScenario("a scenario needs at least one [[step]]")
    for number, step in enumerate(steps, 1):
        _check_keys(step, Step, f"step {number}")
    try:
        scenario = msgspec.convert(tree, Scenario)
    except msgspec.ValidationError as error:
        raise BadScenario(_plain(str(error))) from error
    for number, checked in enumerate(scenario.step, 1):
        _check_step(checked, number)
    return scenario


def _check_keys(tree: object, form: type[msgspec.Struct], where: str) -> None:
    if not isinstance(tree, dict):
        raise BadScenario(f"{where} must be a table of keys")
    known = [field.encode_name for field in msgspec.structs.fields(form)]
    for key in tree:
        if key not in known:
            raise BadScenario(f"{where} has the unknown key {key!r}{hint(key, known)}")


def _check_step(step: Step, number: int) -> None:
    given = [("pass" if name == "passing" else name) for name in _INPUTS if getattr(step, name) is not None]
    if len(given) > 1:
        raise BadScenario(f"step {number} has {' and '.join(given)}; make them two steps")
    if step.until is not None and step.silence != "all":
        raise BadScenario(f'step {number}: `until` goes with silence = "all"')
    if step.refused is not None and "slug" not in step.refused:
        raise BadScenario(
            f'step {number}: `refused` needs the slug of the refusal, such as slug = "answer/illegal"'
        )
    if not given and step.luck:
        raise BadScenario(f"step {number} has luck but nothing happens in it")


def _plain(message: str) -> str:
    """msgspec's complaint, with the place named as an author counts it (from step 1)."""
    what, _, place = message.partition(" - at `$")
    for index in range(99, -1, -1):
        place = place.replace(f"step[{index}]", f"step {index + 1}: ")
    place = place.strip("`.").replace(": .", ": ")
    return f"{place}: {what}" if place else what
