"""A client written from docs/protocol.md alone: no type, fold or check of this project's, only JSON and a WebSocket.

It plays whole games of every game on offer, and its folded table must be the server's at the end.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from tests.server.test_frames import real_server

Plain = dict[str, Any]


class Stranger:
    """§17 of the page. `luck` chooses among all that the asks allow."""

    def __init__(self, socket: ClientConnection, luck: random.Random) -> None:
        self.socket = socket
        self.luck = luck
        self.actions = itertools.count(1)
        self.room: Plain = {}
        self.answered: set[int] = set()
        self.refused: list[Plain] = []

    async def say(self, kind: str, **fields: object) -> None:
        await self.socket.send(json.dumps({"type": kind, "action": f"s{next(self.actions)}", **fields}))

    async def hear(self) -> Plain:
        message: Plain = json.loads(await asyncio.wait_for(self.socket.recv(), 10))
        if message["type"] == "snapshot":
            self.room = message
        elif message["type"] == "update":
            await self.update(message)
        elif message["type"] == "refused" and message["slug"] == "frame/too_many":
            await asyncio.sleep(0.5)  # §4: slower, and the same once more
            self.answered.clear()
        elif message["type"] == "refused":
            self.refused.append(message)
        return message

    async def update(self, new: Plain) -> None:
        """§7"""
        room, next_one = self.room, new["seq"] == self.room["seq"] + 1
        if new["seq"] > room["seq"] + 1:
            await self.say("enter", room=room["room"], since=room["seq"])
        elif new["seq"] >= room["seq"]:
            room["window"], room["ask"] = new.get("window"), new.get("ask")
            if "info" in new:
                room["info"], room["you"] = new["info"], new.get("you")
            if next_one:
                room["seq"] = new["seq"]
                if new.get("begun"):
                    room["view"], room["you"] = new["view"], new.get("you")
                for event in new.get("events", []):
                    fold(room["view"], event)
                room["over"] = new.get("over")

    async def play(self) -> Plain:
        """Until the match is over; returns how it ended."""
        while not self.room.get("over"):
            ask = self.room.get("ask")
            if ask and ask["id"] not in self.answered:
                self.answered.add(ask["id"])
                move, picks = choose(ask, self.luck)
                await self.say("answer", room=self.room["room"], ask=ask["id"], move=move, picks=picks)
            await self.hear()
        over: Plain = self.room["over"]
        return over


def fold(view: Plain, event: Plain) -> None:
    """§8"""
    if event["type"] == "moved":
        if event.get("src") is not None:
            source = view["zones"][event["src"]]
            source["n"] -= event["n"]
            if "cards" in source and "was" in event:
                source["cards"] = [card for card in source["cards"] if card["id"] not in event["was"]]
        target = view["zones"][event["dst"]]
        target["n"] += event["n"]
        if "cards" in target and "ids" in event and "faces" in event:
            new = [{"id": i, "face": face} for i, face in zip(event["ids"], event["faces"], strict=True)]
            target["cards"] = new[::-1] + target["cards"] if event.get("under") else target["cards"] + new
    elif event["type"] == "marked":
        mark, seat = view["marks"][event["name"]], event.get("seat")
        value = None if event.get("hidden") else event.get("value")
        if seat is None:
            mark["table"] = value
        elif event.get("hidden"):
            mark.get("seats", {}).pop(str(seat), None)
        else:
            mark.setdefault("seats", {})[str(seat)] = value


def choose(ask: Plain, luck: random.Random) -> tuple[int, list[list[int]]]:
    """§9"""
    place = luck.randrange(len(ask["moves"]))
    move = ask["moves"][place]
    picks = move.get("picks", [])
    if move.get("partition"):
        return place, share_out(picks, luck)
    chosen = [
        luck.sample(values(pick), luck.randint(pick.get("min", 1), pick.get("max", 1))) for pick in picks
    ]
    for combo in move.get("combos", []):
        for index, row in zip(combo["picks"], luck.choice(combo["allowed"]), strict=True):
            chosen[index] = row
    return place, chosen


def values(pick: Plain) -> list[int]:
    match pick["type"]:
        case "cards":
            return [card["id"] for card in pick["cards"]]
        case "seats":
            return list(pick["seats"])
        case "number":
            return list(range(pick["lo"], pick["hi"] + 1))
        case kind:
            return list(range(len(pick[kind])))


def share_out(picks: list[Plain], luck: random.Random) -> list[list[int]]:
    """Each card into exactly one of the picks: first what each needs, then what each may take."""
    cards = luck.sample(values(picks[0]), len(values(picks[0])))
    shares = [[cards.pop() for _ in range(pick.get("min", 1))] for pick in picks]
    for card in cards:
        luck.choice([s for s, pick in zip(shares, picks, strict=True) if len(s) < pick.get("max", 1)]).append(
            card
        )
    return shares


def tidy(view: Plain) -> Plain:
    """Without what may be left out or be there empty."""
    marks = {name: (mark.get("seats", {}), mark.get("table")) for name, mark in view["marks"].items()}
    return {**view, "marks": marks}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["highcard", "dingti", "pokerduel"])
async def test_a_stranger_plays_a_whole_game_and_sees_what_the_server_sees(name: str, seed: int) -> None:
    async with real_server() as app:
        url, json_please = f"ws://127.0.0.1:{app.transport.port}/", [Subprotocol("paiju.v1.json")]
        async with connect(url, subprotocols=json_please) as socket:
            stranger = Stranger(socket, random.Random(seed))
            await socket.send(json.dumps({"type": "hello", "version": "1.0", "name": "Stranger"}))
            assert (await stranger.hear())["type"] == "welcome"
            await stranger.say("create_room", game=name, seats=3)
            while not stranger.room:
                await stranger.hear()
            code = stranger.room["room"]
            for seat in (1, 2):
                await stranger.say("set_bot", room=code, seat=seat, level="random")
            await stranger.say("ready", room=code)
            await stranger.say("start", room=code)
            over = await asyncio.wait_for(stranger.play(), 50)
            assert over.get("fault") is None and over["outcome"]["reason"]
            folded = tidy(stranger.room["view"])
            await stranger.say("enter", room=code)
            while (await stranger.hear())["type"] != "snapshot":
                pass
            assert tidy(stranger.room["view"]) == folded
            # He is answered for where he can only pass, here at once: so an answer of his may come too late (§9).
            assert {refusal["slug"] for refusal in stranger.refused} <= {"answer/stale", "room/not_running"}
