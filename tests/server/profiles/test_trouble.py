"""Histories while the store, a room or the book itself is in trouble."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import protocol.messages as wire
from protocol.slugs import Slug
from server.app import App
from server.links import Link
from server.profiles import leaving
from server.store.base import Unavailable
from tests.e2e.house import close, open_room, play_out, server, sit_down, start
from tests.server.harness import Client, FakeRooms, count, serving
from tests.server.profiles.people import back, play, profile, refusal


async def _unreachable(*args: object) -> None:
    raise Unavailable("the test says so")


async def test_questions_are_put_off_while_the_store_is_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    async with server() as app:
        (player,) = await sit_down(app, 1)
        link = player.link
        with monkeypatch.context() as broken:
            for name in ("pages", "put_page"):
                broken.setattr(app.store, name, _unreachable)
            asks = (
                wire.GetProfile(action=link.action()),
                wire.GetTop(action=link.action(), game="highcard"),
                wire.ExportMe(action=link.action()),
                wire.DeleteMe(action=link.action(), token=link.token or ""),
            )
            replies = [await link.request(ask) for ask in asks]
        assert [reply.slug for reply in replies if isinstance(reply, wire.Refused)] == [Slug.SERVER_STORE] * 4
        assert (await profile(link)).total == 0
        await close([player])


async def test_a_match_waits_for_its_results_to_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears of the end before."""
    async with server() as app:
        players = await sit_down(app, 2)
        room = await open_room(players, "highcard")
        with monkeypatch.context() as broken:
            broken.setattr(app.store, "put_page", _unreachable)
            await start(players, room)
            with pytest.raises(TimeoutError):
                await play_out(players, 1.5)
            assert all(player.model is not None and player.model.over is None for player in players)
        for player in players:
            await player.resync()
        await play_out(players)
        assert [(await profile(player.link)).total for player in players] == [1, 1]
        await close(players)


async def test_a_server_that_goes_down_before_has_them_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed, as far as the store can tell, when half of the results were written."""
    store = f"sqlite:{tmp_path}/rooms.db"

    def half(app: App) -> None:
        put, puts = app.store.put_page, 0

        async def some(kind: str, key: str, data: bytes, ttl: float | None) -> None:
            nonlocal puts
            puts += kind == "results"
            if puts > 1:
                raise Unavailable("the test says so")
            await put(kind, key, data, ttl)

        monkeypatch.setattr(app.store, "put_page", some)

    async with server(store=store) as app:
        players = await sit_down(app, 2)
        room = await open_room(players, "highcard")
        half(app)
        await start(players, room)
        with pytest.raises(TimeoutError):
            await play_out(players, 1.5)
        await close(players)
    async with server(store=store) as app:
        players = [await back(app, player) for player in players]
        profiles = [await profile(player.link) for player in players]
        await close(players)
    assert [mine.total for mine in profiles] == [1, 1]
    assert profiles[0].matches[0].record == profiles[1].matches[0].record


async def test_a_match_ends_though_its_results_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fault(*args: object) -> None:
        raise RuntimeError("a fault in the book")

    async with server() as app:
        players = await sit_down(app, 2)
        with monkeypatch.context() as broken:
            broken.setattr(app.store, "pages", fault)
            await play(players)
        assert count(app, "paiju_faults_total", where="results") == 1
        await play(players)
        assert (await profile(players[0].link)).total == 1
        await close(players)


class _Stubborn(FakeRooms):
    """A room that cannot be left: it says why, or nothing at all."""

    def __init__(self, *, silent: bool) -> None:
        super().__init__()
        self.silent = silent
        self.detached = 0

    async def handle(self, link: Link, message: wire.ClientMessage) -> None:
        self.links[link.player] = link
        if isinstance(message, wire.Leave) and not self.silent:
            refused = wire.Refused(action=message.action, slug=Slug.ROOM_PAUSED, reason="it stands still")
            link.send(link.codec.encode(refused))
        elif not isinstance(message, wire.Leave):
            await super().handle(link, message)

    def detach(self, link: Link) -> None:
        self.detached += 1


@pytest.mark.parametrize("silent", [True, False])
async def test_nothing_is_deleted_while_a_table_cannot_be_left(
    silent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "PATIENCE", 0.1)
    rooms = _Stubborn(silent=silent)
    async with serving(rooms) as app, Client(app) as ann:
        welcome = await ann.hello()
        await ann.ask(wire.Chat(action="a1", room="ABCD", text="I am here"))
        refused = await ann.refusal(wire.DeleteMe(action="a2", token=welcome.token))
        assert refused.slug == Slug.SERVER_STORE
        assert rooms.detached == 1, "the errand is over"
        async with Client(app) as again:
            assert (await again.hello(welcome.token)).player == welcome.player


async def test_a_wrong_token_is_refused_before_anything_is_left() -> None:
    rooms = _Stubborn(silent=True)
    async with serving(rooms) as app, Client(app) as ann:
        await ann.hello()
        await ann.ask(wire.Chat(action="a1", room="ABCD", text="I am here"))
        refused = await ann.refusal(wire.DeleteMe(action="a2", token="another"))
        assert (refused.slug, rooms.detached) == (Slug.PROFILE_TOKEN, 0)


async def test_deleting_twice_does_no_harm() -> None:
    """The first answer was lost: the token is void already, and who comes with it is told to come as somebody new."""
    async with server() as app:
        (player,) = await sit_down(app, 1)
        link, token = player.link, player.link.token or ""
        first, second = await asyncio.gather(
            link.request(wire.DeleteMe(action="d1", token=token)),
            asyncio.wait_for(link.insist(wire.DeleteMe(action="d2", token=token)), 10),
        )
        assert isinstance(first, wire.Done)
        assert isinstance(second, wire.Refused) and second.slug == Slug.PROFILE_TOKEN
        assert link.token != token
        assert await refusal(link, wire.DeleteMe(action="d3", token=token)) == Slug.PROFILE_TOKEN
        await close([player])
