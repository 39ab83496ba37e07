"""What is kept of players, in the words of the wire."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from operator import itemgetter

import msgspec

import protocol.messages as wire
from server.links import PlayerId
from server.profiles.book import Standing
from server.profiles.ratings import NEWCOMER, apply, points, spread
from server.profiles.results import Result, tally

__all__ = ["Table", "exported", "past_match", "standing_of"]


def standing_of(game: str, results: Sequence[Result], *, rated: bool) -> wire.Standing:
    """`results` of one person in the game, oldest first. `rated`: whether ratings are shown."""
    sums = tally(results)
    skill = sums.skill if rated else None
    return wire.Standing(
        game=game,
        played=sums.played,
        won=sums.won,
        drawn=sums.drawn,
        void=sums.void,
        rating=None if skill is None else points(skill),
        spread=None if skill is None else spread(skill),
    )


def past_match(result: Result, names: Mapping[PlayerId, str | None], *, rated: bool) -> wire.PastMatch:
    seats = [
        wire.PastSeat(
            player=chair.player,
            name=None if chair.player is None else names.get(chair.player),
            level=chair.level,
            place=chair.place,
            left=chair.left,
        )
        for chair in result.chairs
    ]
    return wire.PastMatch(
        record=result.record,
        game=result.game,
        started=result.started,
        ended=result.ended,
        seat=result.seat,
        result=result.verdict.value,
        seats=seats,
        reason=result.reason,
        points=_gain(result) if rated else None,
    )


class Table:
    """All who are rated in a game, the best first; equal ratings share a place."""

    def __init__(self, standings: Sequence[tuple[PlayerId, Standing]]) -> None:
        self._ranked = sorted(
            (-points(standing.skill), spread(standing.skill), player, standing)
            for player, standing in standings
        )
        self._where = {player: index for index, (_, _, player, _) in enumerate(self._ranked)}

    def __len__(self) -> int:
        return len(self._ranked)

    def best(self, limit: int) -> list[wire.TableLine]:
        return [self._line(index) for index in range(min(limit, len(self)))]

    def line_of(self, player: PlayerId) -> wire.TableLine | None:
        """None for somebody who is not rated."""
        index = self._where.get(player)
        return None if index is None else self._line(index)

    def _line(self, index: int) -> wire.TableLine:
        worth, doubt, player, standing = self._ranked[index]
        return wire.TableLine(
            place=1 + bisect_left(self._ranked, worth, key=itemgetter(0)),
            player=player,
            name=standing.name,
            rating=-worth,
            spread=doubt,
            played=standing.played,
            won=standing.won,
        )


def exported(
    player: PlayerId, name: str, rooms: Sequence[str], results: Mapping[str, Sequence[Result]], now: int
) -> str:
    """JSON. `results` by game; `now` is Unix milliseconds. A seat is a public id, or a bot's level."""
    games = {
        game: {**msgspec.to_builtins(tally(mine)), "matches": [_plain(result) for result in mine]}
        for game, mine in results.items()
    }
    document = {"format": 1, "made": now, "player": player, "name": name, "rooms": rooms, "games": games}
    return msgspec.json.encode(document).decode()


def _plain(result: Result) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(result)
    del plain["game"], plain["chairs"]
    return plain | {
        "seats": [chair.player or chair.level for chair in result.chairs],
        "places": [chair.place for chair in result.chairs],
        "left": [seat for seat, chair in enumerate(result.chairs) if chair.left],
    }


def _gain(result: Result) -> int | None:
    if result.change is None:
        return None
    before = result.before.skill or NEWCOMER
    return points(apply(before, result.change)) - points(before)
