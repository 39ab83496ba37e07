"""What a finished match leaves of each person in it, and what a person's results come to. Pure."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence

import msgspec

from engine.core.poll import Outcome
from server.links import PlayerId
from server.profiles.ratings import NEWCOMER, Change, Side, Skill, apply, changes

__all__ = [
    "Chair",
    "Finished",
    "Result",
    "Tally",
    "Verdict",
    "place_of",
    "read_result",
    "results_of",
    "tally",
]


class Verdict(enum.StrEnum):
    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    VOID = "void"
    """The rules failed: it counts for nothing."""


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a finished match. `player` is None for a bot, `level` for a person. `left`: a bot played it to the end."""

    player: PlayerId | None = None
    level: str | None = None
    place: int | None = None
    left: bool = False


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended. `names` by person; `sides` by seat, None for who played for himself. Times are Unix milliseconds."""

    record: str
    game: str
    started: int
    ended: int
    chairs: Sequence[Chair]
    sides: Sequence[str | None]
    names: Mapping[PlayerId, str]
    outcome: Outcome | None


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person's results in one game come to. `skill` is None where none was rated."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    void: int = 0
    skill: Skill | None = None


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One match as it counts for one person. It never changes, and names nobody but him: others stand in it by their public ids.

    `seat` is his, `name` what he was called. `reason` is the outcome's, None where there is none. `before` is what his matches that ended
    earlier came to, so that the oldest ones can go and nothing of what they came to is lost. `change` is there where it was rated."""

    record: str
    game: str
    started: int
    ended: int
    seat: int
    name: str
    chairs: Sequence[Chair]
    verdict: Verdict
    before: Tally
    reason: str | None = None
    change: Change | None = None


read_result = msgspec.msgpack.Decoder(Result).decode


def results_of(
    match: Finished, known: Mapping[PlayerId, Sequence[Result]], *, rated: bool
) -> list[tuple[PlayerId, Result]]:
    """The results that are not in `known` yet: for each person, what is kept of him in this game, oldest first.

    Doing it again after it was done by half gives the missing half, and changes nothing of what is there."""
    seats = {chair.player: seat for seat, chair in enumerate(match.chairs) if chair.player is not None}
    before = {player: _before(match, known.get(player, ())) for player in seats}
    moved = _changes(match, before) if rated else {}
    have = {player for player in seats for result in known.get(player, ()) if result.record == match.record}
    return [
        (
            player,
            Result(
                record=match.record,
                game=match.game,
                started=match.started,
                ended=match.ended,
                seat=seat,
                name=match.names[player],
                chairs=match.chairs,
                verdict=_verdict(match.outcome, seat),
                before=before[player],
                reason=None if match.outcome is None else match.outcome.reason,
                change=moved.get(player),
            ),
        )
        for player, seat in seats.items()
        if player not in have
    ]


def tally(results: Sequence[Result]) -> Tally:
    """`results` of one person in one game, oldest first: what was before the oldest, and all since."""
    verdicts = [result.verdict for result in results]
    before = results[0].before if results else Tally()
    skill = before.skill
    for result in results:
        if result.change is not None:
            skill = apply(skill or NEWCOMER, result.change)
    return Tally(
        played=before.played + len(results) - verdicts.count(Verdict.VOID),
        won=before.won + verdicts.count(Verdict.WON),
        drawn=before.drawn + verdicts.count(Verdict.DRAWN),
        void=before.void + verdicts.count(Verdict.VOID),
        skill=skill,
    )


def _before(match: Finished, known: Sequence[Result]) -> Tally:
    """Of this match, and of later ones, nothing counts."""
    for result in known:
        if result.record == match.record:
            return result.before
    return tally([result for result in known if (result.ended, result.record) < (match.ended, match.record)])


def _changes(match: Finished, before: Mapping[PlayerId, Tally]) -> dict[PlayerId, Change]:
    """Nothing for a void match, and for one in which fewer than two sides have persons. Who left has the place that his seat came to:
    leaving saves no rating."""
    if match.outcome is None:
        return {}
    sides: dict[str, list[int]] = {}
    for seat, chair in enumerate(match.chairs):
        if chair.player is not None:
            sides.setdefault(match.sides[seat] or f"#{seat}", []).append(seat)
    if len(sides) < 2:
        return {}
    groups = [[player for seat in side if (player := match.chairs[seat].player)] for side in sides.values()]
    ranked = [
        Side(
            min(place_of(match.outcome, seat) for seat in side),
            [before[player].skill or NEWCOMER for player in group],
        )
        for side, group in zip(sides.values(), groups, strict=True)
    ]
    return {
        player: change
        for group, moved in zip(groups, changes(ranked), strict=True)
        for player, change in zip(group, moved, strict=True)
    }


def place_of(outcome: Outcome, seat: int) -> int:
    """1 is best. A game that counts no places has winners and others."""
    if outcome.places:
        return outcome.places[seat]
    return 1 if seat in outcome.winners or not outcome.winners else 2


def _verdict(outcome: Outcome | None, seat: int) -> Verdict:
    """Without a winner it is a draw for the best, and a defeat where not even they have the first place (the boss has won)."""
    if outcome is None:
        return Verdict.VOID
    if seat in outcome.winners:
        return Verdict.WON
    drawn = not outcome.winners and place_of(outcome, seat) == 1
    return Verdict.DRAWN if drawn else Verdict.LOST
