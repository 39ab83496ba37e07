"""Plays a recorded client of an older version against a server of today, and holds the server to the schema of that version.

A recording (`tests/protocol/released/v*.session.jsonl`) was made with that version's own client and server. A line is one of

- `{"send": FRAME, "reply": TYPE}`: what the client sent, and the type of its answer (for a refusal with its slug);
- `{"until": WHAT}`: it went on listening until there was a new question (`ask`), the end of the match (`over`), a message of that type;
- `{"drop": true}`: it lost its connection and opened another.

What a server makes up stands in a frame as `$token`, `$room`, `$record`, `$since` (the last number heard), `$ask`, `$move`, `$picks` (the
question that was waited for, and its default answer).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.app import App
from tests.house import ROOT

__all__ = ["RECORDINGS", "Replay"]

FOLDER = ROOT / "tests" / "protocol" / "released"
RECORDINGS = sorted(FOLDER.glob("v*.session.jsonl"))
WAIT = 10.0


class Replay:
    """`heard` counts the messages by type, `odd` holds what that version could not have understood."""

    def __init__(self, recording: Path, apps: Sequence[App]) -> None:
        """Each new connection goes to the next of the apps."""
        self.heard: dict[str, int] = {}
        self.odd: list[str] = []
        self._lines = [json.loads(line) for line in recording.read_text(encoding="utf-8").splitlines()]
        schema = json.loads(
            recording.with_name(recording.name.replace(".session.jsonl", ".schema.json")).read_text()
        )
        message = {"$ref": "#/$defs/ServerMessage", "$defs": schema["$defs"]}
        self._check = Draft202012Validator(message)
        self._known = {
            kind
            for ref in schema["$defs"]["ServerMessage"]["oneOf"]
            for kind in schema["$defs"][ref["$ref"].split("/")[-1]]["properties"]["type"]["enum"]
        }
        self._apps = list(apps)
        self._socket: ClientConnection
        self._values: dict[str, Any] = {}
        self._ask: dict[str, Any] | None = None
        self._answered: int | None = None
        self._over = False

    async def play(self) -> None:
        await self._open()
        for line in self._lines:
            if "drop" in line:
                self._socket.transport.abort()
                self._ask = None
                await self._open()
            elif line.get("until") == "ask":
                while self._ask is None or self._ask["id"] == self._answered:
                    await self._hear()
                default = self._ask["default"]
                self._values |= {
                    "$ask": self._ask["id"],
                    "$move": default["move"],
                    "$picks": default.get("picks", []),
                }
            elif "until" in line:
                while not (self._over if line["until"] == "over" else self.heard.get(line["until"])):
                    await self._hear()
            else:
                await self._request(line["send"], line["reply"])
        await self._socket.close()

    async def _open(self) -> None:
        app = self._apps.pop(0)
        self._apps.append(app)
        self._socket = await connect(
            f"ws://127.0.0.1:{app.transport.port}/", subprotocols=[Subprotocol("paiju.v1.json")]
        )

    async def _request(self, frame: dict[str, Any], reply: str) -> None:
        filled = {
            key: self._values.get(value, value) if isinstance(value, str) else value
            for key, value in frame.items()
        }
        await self._socket.send(json.dumps(filled))
        action = frame.get("action")
        while True:
            answer = await self._hear()
            if answer["type"] in ("welcome", "pong") or (action and answer.get("action") == action):
                break
        got = " ".join([answer["type"], *([answer["slug"]] if answer["type"] == "refused" else [])])
        assert got == reply, (filled, answer)
        if "room" in answer:
            self._values["$room"] = answer["room"]
        if frame["type"] == "answer" and got == "done":
            self._answered = filled["ask"]

    async def _hear(self) -> dict[str, Any]:
        """The next message that this version knows, checked and noted."""
        async with asyncio.timeout(WAIT):
            message: dict[str, Any] = json.loads(await self._socket.recv())
        if message["type"] not in self._known:
            self.odd.append(message["type"])
            return {"type": ""}  # such a client ignores it
        self._check.validate(message)
        self.heard[message["type"]] = self.heard.get(message["type"], 0) + 1
        if message["type"] == "welcome":
            self._values["$token"] = message["token"]
        if message["type"] in ("snapshot", "update"):
            self._values["$since"] = message["seq"]
            self._ask = message.get("ask")
            if over := message.get("over"):
                self._over, self._values["$record"] = True, over["record"]
        return message
