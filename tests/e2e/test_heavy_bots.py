"""Bots that think for long do so in a process of their own; a worker that dies costs an answer or two."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable

import pytest

import protocol.messages as wire
from engine.registry import find_game
from server.app import App
from tests.e2e.house import close, open_room, server, sit_down, start
from tests.server.harness import count


async def until(playing: asyncio.Task[wire.Over | None], happened: Callable[[], bool]) -> None:
    """Until something has happened in the match."""
    async with asyncio.timeout(150):
        while not happened():
            await asyncio.sleep(0.02)
            if playing.done():
                playing.result()
                raise AssertionError("the match ended early")


def answers(app: App, by: str) -> float:
    return count(app, "paiju_answers_total", game="gandengyan", by=by)


@pytest.mark.timeout(400)  # a worker starts and thinks, twice
async def test_strong_bots_think_beside_the_rooms() -> None:
    assert "strong" in find_game("gandengyan").heavy
    async with server() as app:
        players = await sit_down(app, 1)
        room = await open_room(players, "gandengyan", seats=4)
        link = players[0].link
        for seat in range(1, 4):
            await link.request(wire.SetBot(action=link.action(), room=room, seat=seat, level="strong"))
        await start(players, room)
        playing = asyncio.create_task(players[0].play())
        await until(playing, lambda: answers(app, "bot") >= 2)
        (worker,) = multiprocessing.active_children()
        worker.kill()
        thought = answers(app, "bot")
        await until(playing, lambda: answers(app, "bot") >= thought + 2)
        assert [child.pid for child in multiprocessing.active_children()] != [worker.pid]
        playing.cancel()
        await close(players)
