"""A store that loses the last writes that it had taken, as a Redis may: everybody is told, nobody is asked twice under one number, and
play goes on from what is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

import protocol.messages as wire
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.messages import Clock
from protocol.slugs import CloseCode, Slug
from server.store import open_store
from tests.server.rooms.stores import Forgetful
from tests.server.rooms.world import Player, Time, World


@pytest.fixture
async def forgetful() -> AsyncIterator[tuple[World, Forgetful]]:
    time = Time()
    store = Forgetful(await open_store("memory:", clock=time.clock))
    world = World(store, time)
    await world.rooms.restore()
    yield world, store
    await world.close()


def notices(player: Player) -> list[str]:
    player.listen()
    return [message.slug for message in player.heard if isinstance(message, wire.Notice)]


async def answer(players: list[Player], times: int = 1) -> None:
    for _ in range(times):
        asked = next(player for player in players if player.ask is not None)
        assert isinstance(await asked.answer_ask(), wire.Done)


async def test_everybody_is_told_and_play_goes_on_from_what_is_kept(
    forgetful: tuple[World, Forgetful],
) -> None:
    world, store = forgetful
    ann, bob = players = await world.match("ann", "bob", options={"tricks": 4})
    await answer(players, 2)
    await bob.back(resume=False)
    assert bob.snapshot is not None
    log = bob.snapshot.log
    kept = [player.picture() for player in players]
    store.minds = True
    await answer(players, 2)
    told = max(player.seq for player in players)
    store.forget()
    await ann.do(wire.Chat, text="has anything happened?")
    assert notices(ann) == notices(bob) == [Slug.ROOM_REWOUND]
    assert ann.chat == bob.chat == ["has anything happened?"], "what was asked when it was found is done"
    assert [player.picture() | {"chat": []} for player in players] == kept
    assert min(player.seq for player in players) > told, "no number stands for two things"
    assert bob.snapshot.log == log, "of what is lost nothing is shown"
    await world.play_out(players)
    assert ann.over is not None and ann.over.record is not None
    file = await ann.send(wire.GetRecord(action="record", record=ann.over.record))
    assert isinstance(file, wire.RecordFile)
    assert "outcome" in verify(read_record(file.data.encode()), find_game("highcard"))


async def test_who_was_away_is_told_when_he_comes_back(forgetful: tuple[World, Forgetful]) -> None:
    """He has seen what was lost, and then it was found."""
    world, store = forgetful
    ann, bob = players = await world.match("ann", "bob", options={"tricks": 4})
    store.minds = True
    await answer(players, 2)
    await bob.drop()
    bob.listen()
    store.forget()
    await ann.do(wire.Chat, text="anything")
    await bob.back()
    assert notices(bob) == [Slug.ROOM_REWOUND]
    assert bob.view == ann.view or (bob.snapshot is not None and bob.snapshot.seq == ann.seq)
    await bob.drop()
    await bob.back()
    assert notices(bob) == [Slug.ROOM_REWOUND], "once"


async def test_time_that_was_lost_is_given_back(forgetful: tuple[World, Forgetful]) -> None:
    """Nobody's clock runs out because of answers that have not happened."""
    world, store = forgetful
    clock = Clock(turn=20, response=20, bank=0)
    ann, bob = players = await world.match("ann", "bob", options={"tricks": 4}, clock=clock)
    store.minds = True
    for _ in range(3):
        await world.pass_(15)
        await answer(players)
    store.forget()
    await ann.do(wire.Chat, text="anything")
    assert notices(ann) == [Slug.ROOM_REWOUND]
    asked = ann if ann.ask is not None else bob
    assert asked.window is not None and asked.window.left_ms is not None
    assert asked.window.left_ms > 15_000


async def test_people_are_who_they_were_and_who_came_since_comes_again(
    forgetful: tuple[World, Forgetful],
) -> None:
    world, store = forgetful
    ann, bob = await world.match("ann", "bob", options={"tricks": 4})
    store.minds = True
    cat = world.player("cat")
    await cat.enter(ann.room)
    await bob.drop()
    store.forget()
    await ann.do(wire.Chat, text="anything")
    assert cat.link.closed is CloseCode.MOVED
    assert ann.info is not None and ann.info.seats[1].connected, "the room does not know yet that he is gone"
    await world.pass_(world.settings.back_within + 2)
    assert [seat.connected for seat in ann.info.seats] == [True, False]
    assert isinstance(await cat.back(), wire.Done)


async def test_a_room_of_which_nothing_is_kept_is_closed(forgetful: tuple[World, Forgetful]) -> None:
    world, store = forgetful
    store.minds = True
    ann = world.player("ann")
    await ann.create()
    store.forget()
    answer = await ann.do(wire.Chat, text="anything")
    assert isinstance(answer, wire.Refused) and answer.slug == Slug.ROOM_CLOSED
    left = [message for message in ann.heard if isinstance(message, wire.Left)]
    assert [message.slug for message in left] == [Slug.ROOM_CLOSED]
    other = await ann.enter(ann.room)
    assert isinstance(other, wire.Refused) and other.slug == Slug.ROOM_UNKNOWN
