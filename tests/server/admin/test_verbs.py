"""Each verb over real sockets: what it does, what those concerned are told, what it refuses, and what the trail says of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import protocol.admin as a
import protocol.messages as wire
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.slugs import CloseCode, Slug
from server.app import App
from server.rooms import Alone
from server.store.base import Unavailable
from tests.e2e.house import close, open_room, play_out, server, sit_down, start
from tests.server.admin.desk import TOKEN, get, order, refused
from tests.server.harness import Client
from tests.server.relay.servers import last_words
from tests.server.test_http import get as page
from tests.server.test_http import refused as turned_away

NOBODY = "p00000000000000000000"


async def trail(app: App) -> list[tuple[str, str, str, str]]:
    """Verb, object, reason and outcome of each action, oldest first; all by ann."""
    lines = (await get(app, a.GetLog(), a.Log)).lines
    assert {line.by for line in lines} <= {"ann"}
    assert sorted(lines, key=lambda line: line.at) == lines[::-1]
    return [(line.verb, line.about, line.why, line.outcome) for line in reversed(lines)]


async def farewell(client: Client) -> tuple[wire.ServerMessage, int]:
    """The last thing that he is told, and the close code."""
    heard, code = await last_words(client)
    return heard[-1], code


# -- looking ----------------------------------------------------------------------------------------------------------


async def test_status_rooms_room_and_players(app: App) -> None:
    players = await sit_down(app, 2)
    code = await open_room(players, "highcard")
    await players[0].link.request(
        wire.Configure(action=players[0].link.action(), room=code, name="Den", listed=False)
    )
    (process,) = (await get(app, a.GetStatus(), a.Status)).lines
    assert (process.connections, process.rooms, process.matches, process.trouble) == (2, 1, 0, None)
    (line,) = (await get(app, a.ListRooms(), a.Rooms)).lines
    assert line == a.RoomLine(code, "Den", "highcard", "lobby", 2, 2, 2, False, process.process)
    room = await get(app, a.GetRoom(room=code), a.Room)
    ids = [player.link.welcome.player for player in players if player.link.welcome is not None]
    assert room.people == [a.Person(ids[0], "p0", True), a.Person(ids[1], "p1", True)]
    assert [seat.player for seat in room.info.seats] == ids and room.born <= process.since + 60
    listed = (await get(app, a.ListPlayers(), a.Players)).lines
    assert sorted((line.player, line.name, line.address) for line in listed) == sorted(
        zip(ids, ("p0", "p1"), ("127.0.0.1", "127.0.0.1"), strict=True)
    )
    assert await trail(app) == [], "who only looks is not noted"
    await close(players)


async def test_who_has_not_said_hello_is_counted_and_not_listed(app: App) -> None:
    async with Client(app):
        assert (await get(app, a.GetStatus(), a.Status)).lines[0].connections == 1
        assert (await get(app, a.ListPlayers(), a.Players)).lines == []


# -- kick -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["id", "name"])
async def test_a_kicked_player_is_told_why_and_may_come_back(app: App, by: str) -> None:
    async with Client(app) as bob, Client(app) as eve:
        welcome = await bob.hello(name="Bob")
        await eve.hello(name="Eve")
        kick = a.Kick(player=welcome.player if by == "id" else "bOB", why="be\x1bnice")
        assert (await get(app, kick, a.Carried)).count == 1
        notice, code = await farewell(bob)
        assert isinstance(notice, wire.Notice) and notice.slug == Slug.SESSION_REMOVED
        assert notice.reason.endswith(": be nice") and code == CloseCode.REMOVED
        assert isinstance(await eve.ask(wire.Ping()), wire.Pong)
        about = welcome.player if by == "id" else f"{welcome.player} (bOB)"
        assert await trail(app) == [("kick", about, "be nice", "done")]
    async with Client(app) as again:
        assert (await again.hello(token=welcome.token)).player == welcome.player


async def test_the_closing_frame_says_why_as_far_as_it_fits(app: App) -> None:
    async with Client(app) as bob:
        await bob.hello(name="Bob")
        await get(app, a.Ban(who="Bob", why="\u724c" * 200), a.Carried)
        code, reason = await bob.closed()
        assert code == CloseCode.REMOVED and reason.startswith(
            "you are banned from this server: \u724c\u724c"
        )
        assert 120 < len(reason.encode()) <= 123


async def test_a_kicked_client_of_ours_does_not_come_back_by_itself(app: App) -> None:
    (bob,) = await sit_down(app, 1)
    await get(app, a.Kick(player="p0"), a.Carried)
    async with asyncio.timeout(5):
        while bob.link.state != "closed":  # noqa: ASYNC110 - what is waited for is another object's state
            await asyncio.sleep(0.01)
    assert bob.link.reason == "the people who run this server have closed your connection"
    await bob.link.close()


@pytest.mark.parametrize("kind", [a.Kick, a.Revoke])
async def test_nobody_and_several_of_a_name(app: App, kind: type[a.Kick | a.Revoke]) -> None:
    async with Client(app) as one, Client(app) as two:
        await one.hello(name="Bob")
        await two.hello(name="bob")
        assert await refused(app, kind(player="Eve")) == a.AdminSlug.PLAYER_UNKNOWN
        assert await refused(app, kind(player="Bob")) == a.AdminSlug.PLAYER_AMBIGUOUS
        if kind is a.Kick:
            assert await refused(app, kind(player=NOBODY)) == a.AdminSlug.PLAYER_UNKNOWN
        assert isinstance(await one.ask(wire.Ping()), wire.Pong)
        assert {outcome for *_, outcome in await trail(app)} <= set(a.AdminSlug)


# -- bans -------------------------------------------------------------------------------------------------------------


async def test_a_banned_player_is_closed_and_kept_out_until_he_is_not(app: App) -> None:
    async with Client(app) as bob, Client(app) as eve:
        welcome = await bob.hello(name="Bob")
        await eve.hello(name="Eve")
        assert (await get(app, a.Ban(who="Bob", why="he cheats"), a.Carried)).count == 1
        notice, code = await farewell(bob)
        assert isinstance(notice, wire.Notice) and notice.slug == Slug.HELLO_BANNED
        assert notice.reason == "you are banned from this server: he cheats" and code == CloseCode.REMOVED
        assert isinstance(await eve.ask(wire.Ping()), wire.Pong)
    async with Client(app) as bob:
        hello = wire.Hello(version=wire.VERSION, name="Bobby", token=welcome.token)
        refusal = await bob.refusal(hello)
        assert refusal.slug == Slug.HELLO_BANNED and "he cheats" in refusal.reason
        assert (await bob.closed())[0] == CloseCode.NO_HELLO
    (ban,) = (await get(app, a.ListBans(), a.Bans)).lines
    assert (ban.who, ban.by, ban.until, ban.why) == (welcome.player, "ann", None, "he cheats")
    await get(app, a.Unban(who=welcome.player), a.Carried)
    assert await refused(app, a.Unban(who=welcome.player)) == a.AdminSlug.NOT_BANNED
    async with Client(app) as bob:
        assert (await bob.hello(token=welcome.token)).player == welcome.player
    assert [(verb, outcome) for verb, *_, outcome in await trail(app)] == [
        ("ban", "done"),
        ("unban", "done"),
        ("unban", "admin/not_banned"),
    ]


@pytest.mark.parametrize("who", ["127.0.0.1", "127.0.0.0/8"])
async def test_a_banned_address_is_closed_and_makes_no_player(app: App, who: str) -> None:
    async with Client(app) as known, Client(app) as silent:
        welcome = await known.hello()
        assert (await get(app, a.Ban(who=who, seconds=3600), a.Carried)).count == 2
        assert (await known.closed())[0] == CloseCode.REMOVED
        assert await farewell_of_a_stranger(silent) == CloseCode.REMOVED
    for token in (None, welcome.token):
        async with Client(app) as again:
            refusal = await again.refusal(wire.Hello(version=wire.VERSION, name="Ann", token=token))
            assert refusal.slug == Slug.HELLO_BANNED and " until 20" in refusal.reason
    await get(app, a.Unban(who=who), a.Carried)
    async with Client(app) as again:
        await again.hello(token=welcome.token)


async def farewell_of_a_stranger(client: Client) -> int:
    """The close code; nothing is said to who has not been greeted."""
    heard, code = await last_words(client)
    assert heard == []
    return code


async def test_a_ban_of_others_concerns_nobody_here(app: App) -> None:
    async with Client(app) as bob:
        await bob.hello()
        for who in (NOBODY, "203.0.113.9", "2001:db8::1"):
            assert (await get(app, a.Ban(who=who), a.Carried)).count == 0
        assert isinstance(await bob.ask(wire.Ping()), wire.Pong)
    bans = {ban.who for ban in (await get(app, a.ListBans(), a.Bans)).lines}
    assert bans == {NOBODY, "203.0.113.9/32", "2001:db8::/64"}
    assert await refused(app, a.Ban(who="Eve")) == a.AdminSlug.PLAYER_UNKNOWN


async def test_a_ban_that_comes_during_a_hello_counts(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Client(app) as bob:
        welcome = await bob.hello()
    waiting, go = asyncio.Event(), asyncio.Event()

    async def slow(self: Alone) -> int:
        waiting.set()
        await go.wait()
        return 1_000_000

    monkeypatch.setattr(Alone, "arrival", slow)
    async with Client(app) as bob:
        await bob.send(wire.Hello(version=wire.VERSION, name="Bob", token=welcome.token))
        await waiting.wait()
        assert (await get(app, a.Ban(who=welcome.player), a.Carried)).count == 0, "nobody knows yet who he is"
        go.set()
        refusal = await bob.hear()
        assert isinstance(refusal, wire.Refused) and refusal.slug == Slug.HELLO_BANNED


async def test_bans_are_bounded(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.admin.office.MAX_BANS", 1)
    await get(app, a.Ban(who="203.0.113.1"), a.Carried)
    assert await refused(app, a.Ban(who="203.0.113.2")) == a.AdminSlug.TOO_MANY
    await get(app, a.Ban(who="203.0.113.1", why="again"), a.Carried)


async def test_bans_revocations_and_the_trail_outlive_the_server(tmp_path: Path) -> None:
    settings = {"store": f"sqlite:{tmp_path}/p.db", "admin_port": -1, "admin_token": f"ann:{TOKEN}"}
    async with server(**settings) as app, Client(app) as bob, Client(app) as eve:
        banned, revoked = await bob.hello(name="Bob"), await eve.hello(name="Eve")
        await get(app, a.Ban(who="Bob"), a.Carried)
        await get(app, a.Revoke(player="Eve"), a.Carried)
    async with server(**settings) as app:
        for token, slug in ((banned.token, Slug.HELLO_BANNED), (revoked.token, Slug.HELLO_TOKEN)):
            async with Client(app) as back:
                refusal = await back.refusal(wire.Hello(version=wire.VERSION, name="Back", token=token))
                assert refusal.slug == slug
        assert [verb for verb, *_ in await trail(app)] == ["ban", "revoke"]


# -- tokens -----------------------------------------------------------------------------------------------------------


async def test_a_revoked_token_is_worthless(app: App) -> None:
    async with Client(app) as bob:
        welcome = await bob.hello(name="Bob")
        assert (await get(app, a.Revoke(player="Bob"), a.Carried)).count == 1
        notice, code = await farewell(bob)
        assert isinstance(notice, wire.Notice) and notice.slug == Slug.SESSION_REMOVED
        assert code == CloseCode.REMOVED
    for _ in range(2):
        async with Client(app) as again:
            hello = wire.Hello(version=wire.VERSION, name="Bob", token=welcome.token)
            assert (await again.refusal(hello)).slug == Slug.HELLO_TOKEN
    async with Client(app) as new:
        assert (await new.hello(name="Bob")).player != welcome.player


# -- say, drain, resume -----------------------------------------------------------------------------------------------


async def test_a_line_for_everybody(app: App) -> None:
    async with Client(app) as bob, Client(app) as eve, Client(app):
        await bob.hello()
        await eve.hello()
        assert (await get(app, a.Say(text=" down at\tten "), a.Carried)).count == 2
        for client in (bob, eve):
            assert await client.hear() == wire.Notice(slug=Slug.SERVER_MESSAGE, reason="down at ten")
    assert await trail(app) == [("say", "down at ten", "", "done")]


async def test_a_drained_process_takes_nobody_new_until_it_does_again(app: App) -> None:
    port = app.transport.port
    async with Client(app) as bob:
        await bob.hello()
        await get(app, a.Drain(), a.Carried)
        assert (await get(app, a.GetStatus(), a.Status)).lines[0].trouble == "draining"
        assert (await page(port, "/readyz"))[::2] == (503, "draining\n")
        assert await turned_away(app) == 503
        assert isinstance(await bob.ask(wire.Ping()), wire.Pong), "who is here stays"
        await get(app, a.Resume(), a.Carried)
        assert (await page(port, "/readyz"))[0] == 200
        async with Client(app) as eve:
            await eve.hello()


# -- matches ----------------------------------------------------------------------------------------------------------


async def test_a_voided_match_ends_for_everybody_and_its_record_is_kept(tmp_path: Path) -> None:
    settings = {"store": f"sqlite:{tmp_path}/p.db", "admin_port": -1, "admin_token": f"ann:{TOKEN}"}
    why = "the people who run this server have ended the match: wrong deck"
    async with server(**settings) as app:
        players = await sit_down(app, 4)
        code = await open_room(players, "highcard")
        assert await refused(app, a.VoidMatch(room=code)) == a.AdminSlug.NO_MATCH
        await start(players, code)
        assert (await get(app, a.VoidMatch(room=code, why="wrong deck"), a.Carried)).count == 1
        overs = await play_out(players)
        assert [(over.outcome, over.fault) for over in overs] == [(None, why)] * 4
        assert await refused(app, a.VoidMatch(room=code)) == a.AdminSlug.NO_MATCH
        kept = (await get(app, a.GetRoom(room=code), a.Room)).info.record
        assert kept is not None
        text = await get(app, a.GetRecord(record=kept), a.RecordText)
        record = read_record(text.data.encode())
        assert (record.outcome, record.fault) == (None, why)
        assert "table" in verify(record, find_game("highcard"))
        await close(players)
    async with server(**settings) as app:
        assert (await get(app, a.GetRoom(room=code), a.Room)).info.phase == "over"
        assert await refused(app, a.VoidMatch(room=code)) == a.AdminSlug.NO_MATCH
        assert (await get(app, a.GetRecord(record=kept), a.RecordText)).data == text.data


async def test_a_record_is_without_the_name_of_who_had_himself_deleted(app: App) -> None:
    players = await sit_down(app, 2)
    code = await open_room(players, "highcard")
    await start(players, code)
    await play_out(players)
    kept = (await get(app, a.GetRoom(room=code), a.Room)).info.record
    assert kept is not None
    names = []
    for _ in range(2):
        text = await get(app, a.GetRecord(record=kept), a.RecordText)
        names.append(read_record(text.data.encode()).names)
        leaver = players[0].link
        await leaver.request(wire.DeleteMe(action=leaver.action(), token=leaver.token or ""))
    assert names == [["p0", "p1"], ["–", "p1"]]
    await close(players)


async def test_after_a_voided_match_the_table_plays_again(app: App) -> None:
    players = await sit_down(app, 2)
    code = await open_room(players, "highcard")
    await start(players, code)
    await get(app, a.VoidMatch(room=code), a.Carried)
    await play_out(players)
    host = players[0].link
    await host.request(wire.Rematch(action=host.action(), room=code))
    players = [BotPlayer(player.link, "random") for player in players]
    for player in players:
        await player.sit(code)
    await start(players, code)
    overs = await play_out(players)
    assert len(overs) == 2 and all(over.outcome is not None and over.fault is None for over in overs)
    await close(players)


@pytest.mark.parametrize(
    ("request_", "slug"),
    [
        (a.GetRoom(room="NONE"), a.AdminSlug.ROOM_UNKNOWN),
        (a.VoidMatch(room="NONE"), a.AdminSlug.ROOM_UNKNOWN),
        (a.GetRecord(record="NONE-1-00000000"), a.AdminSlug.RECORD_UNKNOWN),
    ],
)
async def test_rooms_and_records_that_are_not_there(app: App, request_: a.AdminRequest, slug: str) -> None:
    assert await refused(app, request_) == slug


# -- what cannot be noted ---------------------------------------------------------------------------------------------


async def test_what_cannot_be_noted_is_not_done(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*args: object) -> None:
        raise Unavailable("out of reach")

    async with Client(app) as bob:
        welcome = await bob.hello(name="Bob")
        with monkeypatch.context() as patch:
            patch.setattr(app.store, "put_page", fails)
            for request in (a.Kick(player="Bob"), a.Ban(who=welcome.player), a.Say(text="hi"), a.Drain()):
                assert await refused(app, request) == a.AdminSlug.STORE
            assert isinstance(await order(app, a.GetStatus()), a.Status)
        assert isinstance(await bob.ask(wire.Ping()), wire.Pong), "he has heard nothing else"
        assert app.admin.taking and await trail(app) == []


async def test_a_fault_is_an_answer_and_not_the_end(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*args: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(app.store, "get_record", fails)
    assert await refused(app, a.GetRecord(record="x")) == a.AdminSlug.FAULT
    assert await trail(app) == [("record", "x", "", "admin/fault")]


@pytest.mark.parametrize(
    "request_",
    [
        a.Kick(player="x\x1b[2Jy"),
        a.Ban(who="x\x1b[2Jy"),
        a.Unban(who="x\x1b[2Jy"),
        a.Revoke(player="x\x1b[2Jy"),
        a.GetRecord(record="x\x1b[2Jy"),
        a.VoidMatch(room="NONE", why="x\x1b[2Jy"),
        a.Say(text="x\x1b[2Jy"),
    ],
    ids=lambda request: type(request).__name__,
)
async def test_nothing_that_an_admin_types_moves_a_cursor(app: App, request_: a.AdminRequest) -> None:
    """Not that of whoever reads the trail, nor that of a player."""
    await order(app, request_)
    ((_, about, why, _),) = await trail(app)
    assert "x [2Jy" in (about, why)
