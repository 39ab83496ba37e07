"""What a server keeps of a player, as lines to read: his standings, his matches, the table of a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.places import records_path
from clients.cli.speech import Speech

__all__ = ["Words", "fetch_record", "profile_lines", "top_lines", "words_from"]

Words = Callable[[str], Awaitable[Mapping[str, str]]]
"""The words of a game, by its id."""


def words_from(link: Connection, language: str) -> Words:
    """As the server has them, asked for once each."""
    known: dict[str, dict[str, str]] = {}

    async def words(game: str) -> Mapping[str, str]:
        if game not in known:
            reply = await link.insist(wire.GetWords(action=link.action(), game=game, lang=language))
            known[game] = (reply.words or {}) if isinstance(reply, wire.GameWords) else {}
        return known[game]

    return words


async def fetch_record(link: Connection, record: str) -> str | wire.Refused:
    """Download a record into the folder of records. Returns the file's path, or why there is none."""
    reply = await link.insist(wire.GetRecord(action=link.action(), record=record))
    if isinstance(reply, wire.RecordFile):
        path = records_path() / f"{reply.record}.paiju"
        path.write_text(reply.data, encoding="utf-8")
        return str(path)
    assert isinstance(reply, wire.Refused), reply
    return reply


async def profile_lines(profile: wire.Profile, say: Speech, words: Words) -> list[str]:
    lines = [say("me.head", name=profile.name, player=profile.player)]
    if not profile.days:
        return [*lines, say("me.off")]
    for standing in profile.standings:
        game = (await words(standing.game)).get("game.name", standing.game)
        lines.append(
            say(
                "me.standing",
                game=game,
                played=standing.played,
                won=standing.won,
                drawn=standing.drawn,
                rating=_rating(say, standing.rating, standing.spread),
            )
        )
    lines += [await _match(match, say, words) for match in profile.matches]
    return [*lines, say("me.kept", shown=len(profile.matches), total=profile.total, days=profile.days)]


async def top_lines(top: wire.Top, say: Speech, words: Words) -> list[str]:
    game = (await words(top.game)).get("game.name", top.game)
    if not top.lines:
        return [say("top.none", game=game)]
    lines = [say("top.head", game=game, total=top.total)]
    lines += [_line(line, top, say) for line in top.lines]
    if top.you is not None and top.you.player not in {line.player for line in top.lines}:
        lines.append(_line(top.you, top, say))
    return lines


async def _match(match: wire.PastMatch, say: Speech, words: Words) -> str:
    known = await words(match.game)
    others = [_who(seat, say) for number, seat in enumerate(match.seats) if number != match.seat]
    mine = match.seats[match.seat]
    return say(
        "me.match",
        when=f"{datetime.fromtimestamp(match.ended / 1000, UTC).astimezone():%Y-%m-%d %H:%M}",
        game=known.get("game.name", match.game),
        result=say(f"result.{match.result}"),
        place="" if mine.place is None else say("me.place", place=mine.place, seats=len(match.seats)),
        points="" if match.points is None else f"{match.points:+d}",
        others=known.get("list.comma", ", ").join(others),
        record=match.record,
    )


def _who(seat: wire.PastSeat, say: Speech) -> str:
    if seat.level is not None:
        return say("me.bot", level=seat.level)
    return seat.name or say("me.unknown")


def _line(line: wire.TableLine, top: wire.Top, say: Speech) -> str:
    you = say("you.mark") if top.you is not None and line.player == top.you.player else ""
    rating = _rating(say, line.rating, line.spread)
    return say(
        "top.line",
        place=f"{line.place:3d}",
        name=line.name + you,
        rating=rating,
        played=line.played,
        won=line.won,
    )


def _rating(say: Speech, rating: int | None, spread: int | None) -> str:
    return "" if rating is None else say("me.rating", rating=rating, spread=spread or 0)
