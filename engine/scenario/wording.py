"""How asks and moves are shown to an author: in the words in which he would answer them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Cards, Move, Number, Options, Pick, Seats
from engine.scenario.form import Doing
from engine.scenario.names import face_text

__all__ = ["describe", "describe_move", "describe_pick", "quote"]


def describe(ask: Ask) -> str:
    """What an ask offers, in the words of a scenario."""
    return f"seat {ask.seat} is offered " + "; ".join(describe_move(move) for move in ask.moves)


def quote(doing: Doing) -> str:
    return "{" + ", ".join(f"{key} = {value!r}" for key, value in doing.items()) + "}"


def describe_move(move: Move) -> str:
    inner = [f"{key} = {value!r}" for key, value in move.params.items()]
    inner += [describe_pick(pick) for pick in move.picks]
    return f"{move.kind} ({', '.join(inner)})" if inner else move.kind


def describe_pick(pick: Pick) -> str:
    many = "" if (pick.min, pick.max) == (1, 1) else f" {pick.min} to {pick.max}"
    return f"{pick.name}{many} of " + "|".join(_shown(pick))


def _shown(pick: Pick) -> Sequence[str]:
    if isinstance(pick, Cards):
        return [face_text(c.face, full=True) for c in pick.cards]
    if isinstance(pick, Seats):
        return [str(seat) for seat in pick.seats]
    if isinstance(pick, Number):
        return [f"{pick.lo}..{pick.hi}"]
    if isinstance(pick, Options):
        return pick.options
    faces = {c.id: c.face for c in pick.cards}
    return [f"{s.label} {'+'.join(face_text(faces[c], full=True) for c in s.cards)}" for s in pick.sets]
