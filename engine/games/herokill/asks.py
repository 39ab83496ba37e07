"""The shapes of question that recur in Herokill. Passing is always move 0 and what a silence means, unless the choice is forced (§10.6).

Every single question is covered: whoever can only pass still counts as thinking (law 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.core.ask import Answer, Ask, Cards, Move, Options, Pick, Seats
from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.poll import Poll, Rule
from engine.games.herokill.board import Board

__all__ = [
    "PASS",
    "SILENT",
    "choose_cards",
    "choose_option",
    "choose_seat",
    "confirm",
    "offer",
    "offer_cards",
    "offer_seats",
    "optional",
    "put",
]

PASS: Final = Move("pass")
SILENT: Final = Answer(0)

Clock = Literal["turn", "response"]


def put(question: Ask, params: dict[str, Param] | None = None) -> Rule[Answer]:
    """One question in a window of its own. `params`: what is public of it, if not all that the question says."""
    about = question.params if params is None else params
    (answer,) = yield Poll(question.prompt, [question], about, covered=True)
    return answer


def optional(
    seat: Seat,
    prompt: str,
    moves: Sequence[Move],
    params: dict[str, Param] | None = None,
    time: Clock = "response",
) -> Ask:
    """A question that may be passed."""
    return Ask(seat, prompt, [PASS, *moves], SILENT, params or {}, time)


def offer(
    board: Board,
    seat: Seat,
    skill: str,
    picks: list[Pick] | None,
    *,
    prompt: str | None = None,
    **params: Param,
) -> Rule[list[list[int]] | None]:
    """Use a skill in its window, with these picks, or not (None). `picks` None: it cannot be used, which only the asked seat may know, so
    it is asked all the same (law 6). `prompt` None: the usual words, with `target` for whom it is about."""
    about: dict[str, Param] = {"skill": board.title(skill), **params}
    moves = [] if picks is None else [Move(skill, {}, picks)]
    asked = prompt or ("may_at" if "target" in params else "may")
    answer = yield from put(optional(seat, asked, moves, about))
    return answer.picks if answer.move else None


def confirm(
    board: Board, seat: Seat, skill: str, *, prompt: str | None = None, **params: Param
) -> Rule[bool]:
    """Use a skill in its window, or not."""
    return (yield from offer(board, seat, skill, [], prompt=prompt, **params)) is not None


def offer_cards(
    board: Board,
    seat: Seat,
    skill: str,
    cards: Sequence[CardId],
    low: int = 1,
    high: int = 1,
    *,
    prompt: str | None = None,
    **params: Param,
) -> Rule[list[CardId]]:
    """Use a skill with own cards, or not (an empty list). With too few it can only be passed: nobody sees that (law 6)."""
    picks: list[Pick] | None = None
    if len(cards) >= low:
        picks = [Cards("cards", board.shown(cards), low, min(high, len(cards)))]
    chosen = yield from offer(board, seat, skill, picks, prompt=prompt, **params)
    return [CardId(card) for card in chosen[0]] if chosen else []


def offer_seats(
    board: Board,
    seat: Seat,
    skill: str,
    seats: Sequence[Seat],
    low: int = 1,
    high: int = 1,
    *,
    prompt: str | None = None,
    **params: Param,
) -> Rule[list[Seat]]:
    """Use a skill on others, or not (an empty list)."""
    pick = Seats("target", list(seats), low, min(high, len(seats)))
    chosen = yield from offer(board, seat, skill, [pick], prompt=prompt, **params)
    return [Seat(other) for other in chosen[0]] if chosen else []


# -- forced choices -------------------------------------------------------------------------------------------------------


def choose_cards(
    board: Board,
    seat: Seat,
    prompt: str,
    cards: Sequence[CardId],
    n: int = 1,
    *,
    time: Clock = "response",
    **params: Param,
) -> Rule[list[CardId]]:
    """`n` of these; silence takes the first. Nothing is asked where there is nothing to choose."""
    if len(cards) <= n:
        return list(cards)
    pick = Cards("cards", board.shown(cards), n, n)
    picks = yield from _forced(seat, prompt, pick, list(cards[:n]), params, time)
    return [CardId(card) for card in picks]


def choose_seat(seat: Seat, prompt: str, seats: Sequence[Seat], **params: Param) -> Rule[Seat]:
    """One of these; silence takes the first."""
    if len(seats) == 1:
        return seats[0]
    (chosen,) = yield from _forced(seat, prompt, Seats("target", list(seats)), [seats[0]], params)
    return Seat(chosen)


def choose_option(
    seat: Seat, prompt: str, options: list[str], *, name: str = "option", **params: Param
) -> Rule[int]:
    """The place of one of these text keys; silence takes the first."""
    (chosen,) = yield from _forced(seat, prompt, Options(name, options), [0], params)
    return chosen


def _forced(
    seat: Seat,
    prompt: str,
    pick: Pick,
    default: Sequence[int],
    params: dict[str, Param],
    time: Clock = "response",
) -> Rule[list[int]]:
    question = Ask(seat, prompt, [Move(prompt, {}, [pick])], Answer(0, [list(default)]), params, time)
    answer = yield from put(question)
    return answer.picks[0]
