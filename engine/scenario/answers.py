"""From an answer in words to an answer of the ask.

`move` names the kind; every other key names a pick, or a parameter of the move where several moves are of that kind."""

from __future__ import annotations

from engine.core.ask import Answer, Ask, Move, check
from engine.core.errors import Refused
from engine.scenario.form import BadScenario, Doing, Value, hint
from engine.scenario.names import Names
from engine.scenario.picks import fill, rough_values, same_card
from engine.scenario.wording import describe, describe_move, quote

__all__ = ["Unanswerable", "answer_for", "offered", "rough_answer"]

_OWN_KEYS = frozenset({"seat", "move", "slug"})


class Unanswerable(Exception):
    """The ask does not offer that answer. The text says what it offers instead."""


def answer_for(names: Names, ask: Ask, doing: Doing) -> Answer:
    """The one legal answer that is meant. Raises Unanswerable, or BadScenario for unknown or ambiguous words."""
    fitting = _fitting(names, ask, doing)
    whole: list[Answer] = []
    open_picks: list[str] = []
    for index in fitting:
        filled = fill(names, ask.moves[index], doing)
        if isinstance(filled, str):
            open_picks.append(filled)
        elif filled is not None:
            whole.append(Answer(index, filled))
    if len(whole) == 1:
        try:
            check(ask, whole[0])
        except Refused as refusal:
            raise Unanswerable(f"{refusal.reason}; {describe(ask)}") from refusal
        return whole[0]
    if whole:
        kinds = "; ".join(describe_move(ask.moves[a.move]) for a in whole)
        raise BadScenario(f"several moves fit {quote(doing)}; say which: {kinds}")
    if open_picks:
        raise BadScenario(
            f"{quote(doing)} leaves open {', '.join(dict.fromkeys(open_picks))}; {describe(ask)}"
        )
    raise Unanswerable(f"{quote(doing)} is not offered; {describe(ask)}")


def offered(names: Names, ask: Ask, doing: Doing) -> bool:
    """Is there a legal answer with all that is named? Raises BadScenario for unknown words."""
    return any(fill(names, ask.moves[index], doing) is not None for index in _fitting(names, ask, doing))


def rough_answer(names: Names, ask: Ask | None, doing: Doing) -> Answer:
    """An answer that need not be legal, for a refusal: `move` may be a number, and picks may name any card or number on the table."""
    moves = [] if ask is None else ask.moves
    kind = doing.get("move", 0)
    index = (
        kind
        if isinstance(kind, int)
        else next((i for i, m in enumerate(moves) if m.kind == kind), len(moves))
    )
    if not 0 <= index < len(moves):
        return Answer(index)
    return Answer(index, [rough_values(names, pick, doing.get(pick.name)) for pick in moves[index].picks])


def _fitting(names: Names, ask: Ask, doing: Doing) -> list[int]:
    """The moves whose kind and parameters fit and that have every named pick."""
    _check_words(names, ask, doing)
    kind = doing.get("move")
    fitting = []
    for index, move in enumerate(ask.moves):
        picks = {pick.name for pick in move.picks}
        rest = [key for key in doing if key not in _OWN_KEYS and key not in picks]
        if kind in (None, move.kind) and all(_param_fits(names, move, key, doing[key]) for key in rest):
            fitting.append(index)
    return fitting


def _check_words(names: Names, ask: Ask, doing: Doing) -> None:
    """A misspelt word must not pass for something that is not offered."""
    kinds = names.keys("moves") | {move.kind for move in ask.moves}
    kind = doing.get("move")
    if kind is not None and kind not in kinds and names.has_words("moves"):
        raise BadScenario(f"there is no move {kind!r}{hint(str(kind), kinds)}")
    keys = (
        names.keys("picks")
        | names.move_fields()
        | {p.name for m in ask.moves for p in m.picks}
        | {k for m in ask.moves for k in m.params}
    )
    for key in doing:
        if key not in keys and key not in _OWN_KEYS and names.has_words("picks"):
            raise BadScenario(f"{quote(doing)}: there is no pick {key!r}{hint(key, keys)}")


def _param_fits(names: Names, move: Move, key: str, value: Value) -> bool:
    if key not in move.params:
        return False
    given = move.params[key]
    if given == value or str(given) == str(value):
        return True
    return isinstance(value, str) and isinstance(given, str) and same_card(names, value, given)
