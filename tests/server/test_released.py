"""A client of an older minor version is served as it was by a server of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.messages import VERSION
from tests.e2e.house import server
from tests.server.replayed import RECORDINGS, Replay


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.name)
async def test_an_older_client_is_answered_as_then(recording: Path) -> None:
    async with server() as app:
        replay = Replay(recording, [app])
        await replay.play()
    assert replay.odd == [], "nothing is sent that this version would have to ignore"
    expected = {"welcome", "games", "words", "rules", "rooms", "record", "snapshot", "update", "pong", "left"}
    assert replay.heard.keys() >= expected


def test_there_is_a_recording_of_the_version_before_this_one() -> None:
    major, minor = VERSION.split(".")
    names = {path.name for path in RECORDINGS}
    assert f"v{major}.{int(minor) - 1}.session.jsonl" in names
