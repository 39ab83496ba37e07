"""What a match does by itself: bots answer, times run out, covers pass. When, is computed from the state alone (see `clocks`).

Bots think in the room's task, or elsewhere if they think for long (`brains`); one that fails or answers illegally costs its seat the
ask's default and nobody else anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from time import perf_counter

from structlog.typing import FilteringBoundLogger

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.game import Bot
from engine.core.match import Match
from engine.core.view import View
from server.rooms import entries as e
from server.rooms.brains import Thoughts
from server.rooms.clocks import NOW, draw_seconds
from server.rooms.fold import Fold
from server.rooms.play import default_level
from server.rooms.settings import RoomSettings
from server.rooms.state import Kind, Phase, Play

__all__ = ["do_what_is_due", "next_due"]

SLOW = 0.25
"""Seconds of thinking that are worth a line in the log: they hold up every room of the process."""


def next_due(fold: Fold, asks: Iterable[Ask], settings: RoomSettings, thoughts: Thoughts) -> float | None:
    """The room's time at which something happens by itself, while these questions wait for an answer; None if nothing does."""
    play = fold.state.play
    if play is None or fold.state.phase is not Phase.PLAYING:
        return None
    dues = (play.due if ask.id in thoughts else _duty(fold, play, ask, settings)[0] for ask in asks)
    times = [when for when in dues if when is not None]
    if play.held is not None and play.cover is not None:
        times.append(play.cover)
    return min(times, default=None)


def do_what_is_due(fold: Fold, settings: RoomSettings, thoughts: Thoughts, log: FilteringBoundLogger) -> None:
    """Put the entries for what is due at the fold's time, up to the end of the window."""
    play = fold.state.play
    if play is None:
        return
    now = fold.state.at + NOW
    if play.held is not None and play.cover is not None and play.cover <= now:
        fold.put(e.Uncovered())
        return
    asks = fold.waiting()
    thoughts.forget_all_but([ask.id for ask in asks])
    for ask in asks:
        when, why = _duty(fold, play, ask, settings)
        if when is None or when > now:
            continue
        answer = ask.default
        if why is e.Why.BOT:
            thought = _think(fold, ask, thoughts, log)
            if thought is None and (play.due is None or play.due > now):
                continue
            answer, why = thought or (ask.default, e.Why.FAILED)
        fold.put(e.Given(ask.seat, ask.id, answer, why))
        seat = fold.state.seats[ask.seat]
        tired = why is e.Why.TIMEOUT and seat.silences >= settings.silences
        if tired and not seat.autopilot and fold.state.phase is Phase.PLAYING:
            fold.put(e.Dozed(ask.seat))
        if fold.fx.stepped:
            return


def _duty(fold: Fold, play: Play, ask: Ask, settings: RoomSettings) -> tuple[float | None, e.Why]:
    """When this question is answered if nobody answers it before, and why it is then."""
    state, match = fold.state, fold.match
    seat = state.seats[ask.seat]
    assert match is not None and match.poll is not None
    covered = match.poll.covered
    if covered and state.polling == "brisk" and _only_pass(ask):
        when, why = play.opened + draw_seconds(state.luck, f"pause:{ask.id}", settings.pause), e.Why.COVER
    elif seat.machine:
        when, why = play.opened + draw_seconds(state.luck, f"delay:{ask.id}", settings.bot_delay), e.Why.BOT
    elif covered and play.cover is not None and not state.present(seat.player):
        when, why = play.cover, e.Why.COVER
    else:
        if play.due is None:
            return None, e.Why.TIMEOUT
        bank = seat.bank_ms / 1000 if len(match.poll.asks) == 1 else 0.0
        return play.due + bank, e.Why.TIMEOUT
    return (when if play.due is None else min(when, play.due)), why


def _only_pass(ask: Ask) -> bool:
    return len(ask.moves) == 1 and not ask.moves[0].picks


def _think(
    fold: Fold, ask: Ask, thoughts: Thoughts, log: FilteringBoundLogger
) -> tuple[Answer, e.Why] | None:
    """The bot's answer, or the default where it has none that is legal; None while it thinks."""
    match, seat = fold.match, fold.state.seats[ask.seat]
    assert match is not None
    level = (seat.level if seat.kind is Kind.BOT or seat.left else None) or default_level(fold.game)
    # A stream for each question: the same thought comes again when a room is restored between thought and journal.
    luck = Chance(fold.state.luck, f"bot:{ask.seat}:{ask.id}")
    try:
        if level in fold.game.heavy:
            game, view = fold.game.id, partial(match.view, ask.seat)
            thought = thoughts.on(ask, lambda brains: brains.think(game, level, view(), ask, luck))
            if not thought.done():
                return None
            answer = thought.result()
        else:
            answer = _at_once(fold.game.bots[level], match, ask, luck, log)
        match.check(ask.seat, ask.id, answer)
    except Refused as refusal:
        log.error("bot answered illegally", seat=ask.seat, level=level, prompt=ask.prompt, slug=refusal.slug)
        return ask.default, e.Why.FAILED
    except Exception:
        log.exception("bot failed", seat=ask.seat, level=level, prompt=ask.prompt)
        return ask.default, e.Why.FAILED
    return answer, e.Why.BOT


def _at_once(bot: Bot, match: Match, ask: Ask, luck: Chance, log: FilteringBoundLogger) -> Answer:
    began = perf_counter()
    answer = bot(_eyes(match, ask), ask, luck)
    if (spent := perf_counter() - began) > SLOW:
        log.warning("bot was slow", seat=ask.seat, prompt=ask.prompt, seconds=round(spent, 3))
    return answer


def _eyes(match: Match, ask: Ask) -> Callable[[], View]:
    @cache
    def see() -> View:
        return match.view(ask.seat)

    return see
