"""§6.1 Kill, §5.4 and the Dodges against it; Medicine of one's own accord (§6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill.board import Board
from engine.games.herokill.damage import heal, hit
from engine.games.herokill.deck import DODGE, KILL, MEDICINE
from engine.games.herokill.events import Dodged, Use
from engine.games.herokill.hint import Hint, Scope
from engine.games.herokill.kind import Aim, Kind
from engine.games.herokill.need import Need
from engine.games.herokill.respond import answer_need
from engine.games.herokill.skill import Measure, Pierce, Widen, Window
from engine.games.herokill.use import demanded
from engine.games.herokill.windows import fire

__all__ = ["CARDS", "kill_aim", "may_kill", "targets_of"]


def may_kill(board: Board, seat: Seat, cards: Sequence[CardId] = ()) -> bool:
    """§3.6 Whether one more Kill of one's own accord, made of these cards, is allowed in this play phase. A Tiger Tally that is used up
    for it does not help (§4.2)."""
    turn = board.turn
    limit = board.measure(Measure.KILL_LIMIT, seat, turn.kill_limit, cards)
    return not turn.no_kills and turn.kills < limit


def kill_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.1 Others within range. How many depends on the cards that the Kill is made of."""
    if not may_kill(board, user, cards):
        return None
    seats = [seat for seat in board.in_range(user, cards) if board.may_aim(user, KILL, seat)]
    return Aim(tuple(seats), 1, min(len(seats), targets_of(board, user, cards))) if seats else None


def targets_of(board: Board, user: Seat, cards: Sequence[CardId]) -> int:
    """How many targets a Kill of the user may have (§4.11, §8.30)."""
    most = board.turn.kill_targets if board.turn.seat == user else 1
    for _, part in board.parts(user, Widen):
        most = max(most, part.of(board, user, cards, most))
    return most


def _kill(board: Board, use: Use) -> Rule[None]:
    """§6.1 Target by target, in action order; each dodges for himself."""
    if use.chosen:
        board.turn.kills += 1
    use.pierces = bool(board.parts(use.user, Pierce))
    if use.user == board.turn.seat:
        use.points += board.turn.extra_damage
    for target in list(use.targets):
        if board.alive(target):
            yield from _kill_one(board, use, target)


def _kill_one(board: Board, use: Use, target: Seat) -> Rule[None]:
    if not use.sure and (yield from _dodge(board, use, target)):
        dodged = Dodged(use, target)
        board.table.tell("dodged", by=use.user, target=target)
        yield from fire(board, Window.DODGED, dodged)
        if not dodged.hits:
            return
    yield from hit(board, use, target)


def _dodge(board: Board, use: Use, target: Seat) -> Rule[bool]:
    """§5.4 One Dodge, or as many as a skill demands, one after the other; those given before one is missing are lost."""
    needed = demanded(board, use, use.user, target)
    for number in range(needed):
        about: dict[str, int | str | bool | Sequence[int | str] | None] = {"what": use.name, "by": use.user}
        prompt = "dodge"
        if needed > 1:
            prompt = "dodge_more"
            about["n"] = needed - number
        need = Need(target, DODGE, prompt, about, use)
        if (yield from answer_need(board, need)) is None:
            return False
    return True


def _medicine_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.3 Oneself, if wounded."""
    return Aim(fixed=(user,)) if board.wounds(user) > 0 else None


def _medicine(board: Board, use: Use) -> None:
    for target in use.targets:
        heal(board, target)


def _never(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    return None


def _nothing(board: Board, use: Use) -> None:
    """A card that only answers is never used by itself."""


CARDS = (
    Kind(KILL, kill_aim, _kill, ranged=True, trick=False, hint=Hint(target=-12, keep=9, wound=5)),
    Kind(DODGE, _never, _nothing, trick=False, hint=Hint(keep=11)),
    Kind(MEDICINE, _medicine_aim, _medicine, trick=False, hint=Hint(wound=24, keep=18, scope=Scope.SELF)),
)
