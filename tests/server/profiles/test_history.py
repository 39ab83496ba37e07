"""Profiles, tables, export and deletion over real sockets."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.slugs import Slug
from server.store import open_store
from tests.e2e.house import close, open_room, play_out, server, sit_down, start
from tests.server.profiles.people import ask, back, play, profile, record, refusal, top


async def test_a_match_is_in_everybodys_history_and_in_the_table() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        name = await play(players, seats=3)
        profiles = [await profile(player.link) for player in players]
        table = await top(players[0].link)
        outcome = players[0].model.outcome  # type: ignore[union-attr] # he has played
        await close(players)
    assert outcome is not None
    for seat, mine in enumerate(profiles):
        (standing,), (match,) = mine.standings, mine.matches
        assert (mine.total, mine.name, mine.days, mine.rated) == (1, f"p{seat}", 365, True)
        assert (standing.game, standing.played, standing.won) == ("highcard", 1, int(seat in outcome.winners))
        assert (match.record, match.seat, match.reason) == (name, seat, outcome.reason)
        assert [(s.name, s.level, s.place) for s in match.seats] == [
            ("p0", None, outcome.places[0]),
            ("p1", None, outcome.places[1]),
            (None, "random", outcome.places[2]),
        ]
        assert standing.rating == match.points, "a newcomer had 0"
    ratings = {mine.player: mine.standings[0].rating for mine in profiles}
    assert {line.player: line.rating for line in table.lines} == ratings
    assert [line.rating for line in table.lines] == sorted(ratings.values(), reverse=True)  # type: ignore[type-var]
    assert table.total == 2 and table.you in table.lines


async def test_the_newest_come_first_page_by_page() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        names = [await play(players) for _ in range(3)]
        link = players[1].link
        first, rest = await profile(link, limit=2), await profile(link, limit=2, skip=2)
        sums = first.standings[0]
        await close(players)
    assert [match.record for match in first.matches + rest.matches] == names[::-1]
    assert first.total == rest.total == sums.played == 3
    gained = sum(match.points or 0 for match in first.matches + rest.matches)
    assert sums.rating == pytest.approx(gained, abs=3), "but for the rounding of each"


async def test_who_leaves_keeps_the_place_of_his_seat() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        room = await open_room(players, "highcard")
        await start(players, room)
        link = players[1].link
        await ask(link, wire.Leave(action=link.action(), room=room), wire.Done)
        await play_out(players[:1])
        (match,) = (await profile(link)).matches
        await close(players)
    assert [seat.left for seat in match.seats] == [False, True]
    assert match.points is not None


async def test_it_is_all_there_after_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/rooms.db"
    async with server(store=store) as app:
        players = await sit_down(app, 2)
        name = await play(players)
        before = [await profile(player.link) for player in players], (await top(players[0].link)).lines
        await close(players)
    async with server(store=store) as app:
        players = [await back(app, player) for player in players]
        after = [await profile(player.link) for player in players], (await top(players[0].link)).lines
        file = await record(players[1].link, name)
        await close(players)
    for mine in before[0] + after[0]:
        mine.action = ""
    assert before == after
    assert "outcome" in verify(read_record(file.data.encode()), find_game("highcard"))


async def test_what_is_exported_is_what_was_played() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        names = [await play(players) for _ in range(2)]
        link = players[0].link
        reply = await ask(link, wire.ExportMe(action=link.action()), wire.Exported)
        shown = await profile(link)
        await close(players)
    document = json.loads(reply.data)
    assert reply.records == names
    assert (document["player"], document["name"]) == (shown.player, "p0")
    assert len(document["rooms"]) == 2
    game = document["games"]["highcard"]
    assert [match["record"] for match in game["matches"]] == names
    assert game["played"] == 2 and round(100 * (game["skill"]["mu"] - 3 * game["skill"]["sigma"])) == (
        shown.standings[0].rating
    )


async def test_who_has_himself_deleted_is_gone_and_a_bot_plays_on(tmp_path: Path) -> None:
    """After one match that is over and in one that runs. Others may have the records of both, without his name."""
    file = tmp_path / "rooms.db"
    async with server(store=f"sqlite:{file}") as app:
        players = await sit_down(app, 2)
        (stays, goes), name = players, await play(players)
        room = await open_room(players, "highcard")
        await start(players, room)
        token = goes.link.token
        assert token is not None
        await ask(goes.link, wire.DeleteMe(action=goes.link.action(), token=token), wire.Done)
        await close([goes])
        (over,) = await play_out([stays])
        assert over.outcome is not None and stays.model is not None and stays.model.info.seats[1].left
        mine = await profile(stays.link)
        assert [match.seats[1].name for match in mine.matches] == [None, None]
        assert [line.name for line in (await top(stays.link)).lines] == ["p0"]
        for played in (name, over.record or ""):
            kept = read_record((await record(stays.link, played)).data.encode())
            assert kept.names == ["p0", "–"]
            assert "table" in verify(kept, find_game("highcard"))
        again = Connection(goes.link.url, "p1", token=token)
        welcome = await again.open()
        assert welcome.token != token, "the old token is nobody's"
        await again.close()
        await close([stays])
    assert goes.link.welcome is not None
    store = await open_store(f"sqlite:{file}")
    left = [await store.pages(kind, 100) for kind in ("results", "ratings", "players")]
    await store.close()
    assert all(left), "the other one's"
    assert [page.key for pages in left for page in pages if goes.link.welcome.player in page.key] == []
    assert [page.key for pages in left[1:] for page in pages if b"p1" in page.data] == []


async def test_deletion_needs_the_token() -> None:
    async with server() as app:
        players = await sit_down(app, 2)
        await play(players)
        ann, ben = (player.link for player in players)
        for token in (ben.token or "", "", "é" * 20):
            assert await refusal(ann, wire.DeleteMe(action=ann.action(), token=token)) == Slug.PROFILE_TOKEN
        assert (await profile(ann)).total == 1
        await close(players)


@pytest.mark.parametrize("settings", [{"ratings": False}, {"history_days": 0}])
async def test_a_host_may_switch_it_off(settings: dict[str, object]) -> None:
    async with server(**settings) as app:
        players = await sit_down(app, 2)
        await play(players)
        mine = await profile(players[0].link)
        link = players[0].link
        slug = await refusal(link, wire.GetTop(action=link.action(), game="highcard"))
        await close(players)
    assert slug == Slug.RATINGS_OFF and not mine.rated
    if "history_days" in settings:
        assert (mine.days, mine.total, mine.standings, mine.matches) == (0, 0, [], [])
    else:
        assert mine.total == 1 and mine.standings[0].rating is None and mine.matches[0].points is None


async def test_tables_are_of_games_on_offer() -> None:
    async with server(games=["highcard"]) as app:
        (player,) = await sit_down(app, 1)
        link = player.link
        slug = await refusal(link, wire.GetTop(action=link.action(), game="dingti"))
        empty = await top(link)
        await close([player])
    assert slug == Slug.GAME_UNKNOWN
    assert (empty.lines, empty.total, empty.you) == ([], 0, None)


async def test_too_many_questions_are_put_off() -> None:
    async with server() as app:
        (player,) = await sit_down(app, 1)
        link = player.link
        asks = [link.request(wire.ExportMe(action=link.action())) for _ in range(15)]
        replies = await asyncio.gather(*asks)
        await close([player])
    refused = [reply.slug for reply in replies if isinstance(reply, wire.Refused)]
    assert set(refused) == {Slug.FRAME_TOO_MANY} and 3 <= len(refused) <= 5


async def test_the_connection_of_a_deleted_player_ends() -> None:
    async with server() as app:
        (player,) = await sit_down(app, 1)
        link = player.link
        lost = asyncio.Event()
        link.on_state = lambda state: lost.set() if state == "reconnecting" else None
        await ask(link, wire.DeleteMe(action=link.action(), token=link.token or ""), wire.Done)
        await asyncio.wait_for(lost.wait(), 5)
        await link.close()
        with pytest.raises(Gone):
            await profile(link)


async def test_an_invited_player_who_goes_may_come_back_and_begins_anew() -> None:
    """His invitation stands for the same player as before; of what he was, nothing is there."""
    invitations = ["invitation-for-ann-0001", "invitation-for-ben-0002"]
    async with server(invited=invitations) as app:

        async def come(name: str, key: str) -> BotPlayer:
            link = Connection(f"ws://127.0.0.1:{app.transport.port}/", name, key=key)
            await link.open()
            return BotPlayer(link, "random")

        ann, ben = [await come(name, key) for name, key in zip(("Ann", "Ben"), invitations, strict=True)]
        old = await play([ann, ben])
        await ask(ann.link, wire.DeleteMe(action="d1", token=ann.link.token or ""), wire.Done)
        await close([ann])
        again = await come("Anna", invitations[0])
        assert (await profile(again.link)).total == 0
        assert read_record((await record(ben.link, old)).data.encode()).names == ["–", "Ben"]
        new = await play([again, ben])
        mine = await profile(again.link)
        assert [match.record for match in mine.matches] == [new] and mine.standings[0].played == 1
        assert {line.name for line in (await top(ben.link)).lines} == {"Anna", "Ben"}
        assert read_record((await record(ben.link, new)).data.encode()).names == ["Anna", "Ben"]
        await close([again, ben])
