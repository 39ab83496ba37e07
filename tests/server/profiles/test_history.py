"""Profiles, tables, export and deletion over real sockets."""

from __future__ import annotations

from typing import TypeVar

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from server.app import App
from tests.e2e.house import close, open_room, play_out, server, sit_down, start

T = TypeVar("T", bound=wire.ServerMessage)


async def ask(link: Connection, message: wire.ClientMessage, kind: type[T]) -> T:
    reply = await link.insist(message)
    assert isinstance(reply, kind), reply
    return reply


async def profile(player: BotPlayer, **fields: int) -> wire.Profile:
    return await ask(player.link, wire.GetProfile(action=player.link.action(), **fields), wire.Profile)


async def top(player: BotPlayer, game: str) -> wire.Top:
    return await ask(player.link, wire.GetTop(action=player.link.action(), game=game), wire.Top)


async def refusal(link: Connection, message: wire.ClientMessage) -> str:
    return (await ask(link, message, wire.Refused)).slug


async def play(players: list[BotPlayer], game: str = "highcard", seats: int | None = None) -> wire.Over:
    room = await open_room(players, game, seats)
    await start(players, room)
    return (await play_out(players))[0]


async def come_back(app: App, players: list[BotPlayer]) -> list[BotPlayer]:
    """The same persons, at another server."""
    back = []
    for player in players:
        link = Connection(
            f"ws://127.0.0.1:{app.transport.port}/",
            player.link.name,
            token=player.link.token,
            codec=player.link.codec,
        )
        await link.open()
        back.append(BotPlayer(link, "random"))
    return back


async def test_a_match_is_in_everybodys_history_and_in_the_table() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        over = await play(players, seats=3)
        profiles = [await profile(player) for player in players]
        table = await top(players[0], "highcard")
        await close(players)
    outcome = players[0].model.outcome  # type: ignore[union-attr] # he has played
    assert outcome is not None
    for seat, mine in enumerate(profiles):
        (standing,), (match,) = mine.standings, mine.matches
        assert (mine.total, mine.name, mine.days, mine.rated) == (1, f"p{seat}", 365, True)
        assert (standing.game, standing.played, standing.won) == ("highcard", 1, int(seat in outcome.winners))
        assert (match.record, match.seat, match.reason) == (over.record, seat, outcome.reason)
        assert [(s.name, s.level, s.place) for s in match.seats] == [
            ("p0", None, outcome.places[0]),
            ("p1", None, outcome.places[1]),
            (None, "random", outcome.places[2]),
        ]
        assert standing.rating == match.points, "a newcomer had 0"
    assert [line.player for line in table.lines] == sorted(
        (mine.player for mine in profiles),
        key=lambda player: -[m.standings[0].rating or 0 for m in profiles if m.player == player][0],
    )
    assert table.total == 2 and table.you in table.lines
