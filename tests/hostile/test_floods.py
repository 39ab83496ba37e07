"""A quarter of a megabyte of tiny frames, which is what one read of a socket may bring: the server gives up on it after a slice."""

from __future__ import annotations

import asyncio

import pytest
from websockets.frames import Opcode
from websockets.protocol import Event

import protocol.messages as wire
from protocol.slugs import CloseCode
from server.transport.wire import SLICE, Wire
from tests.hostile.people import HELLO, UPGRADE, Bare, frame
from tests.server.harness import Client, count, serving, until

FLOODS = {
    "pings": frame(b"", Opcode.PING),
    "messages": frame(b"", Opcode.TEXT),
    "fragments": frame(b"", Opcode.CONT, fin=False),
}
SIZE = 240_000
ENDS = {
    "pings": CloseCode.FLOODING,
    "messages": CloseCode.TOO_MANY_FAULTS,  # they are empty, and each is answered in the call that brings it, while that is borne with
    "fragments": CloseCode.FLOODING,
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """What all servers of the test have taken for a frame."""
    events: list[Event] = []
    process = Wire.process_event

    def noting(self: Wire, event: Event) -> None:
        events.append(event)
        process(self, event)

    monkeypatch.setattr(Wire, "process_event", noting)
    return events


@pytest.mark.parametrize("early", [False, True], ids=["welcomed", "with the upgrade"])
@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_costs_a_slice(kind: str, early: bool, parsed: list[Event]) -> None:
    one = FLOODS[kind]
    flood = (frame(b"{", fin=False) if kind == "fragments" else b"") + one * (SIZE // len(one))
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        if early:
            eve = await Bare.open(app.transport.port)
            eve.transport.write(UPGRADE + flood)
        else:
            eve = await Bare.player(app.transport.port)
            eve.transport.write(flood)
        await asyncio.wait_for(eve.lost, 10)
        await until(lambda: app.transport.inside == 1)
        # What the first slice holds, perhaps in two where a read ended within it, and what Ann said.
        assert len(parsed) < 2 * SLICE / len(one) + 10
        assert await ann.ask(wire.Ping(nonce=1)) == wire.Pong(nonce=1)
        if not early:
            assert count(app, "paiju_closes_total", code=str(int(ENDS[kind]))) == 1


async def test_as_much_as_a_client_is_told_to_slow_down_for_is_answered() -> None:
    """Far from a flood: many at once are refused one by one, as docs/protocol.md says."""
    async with serving(messages_burst=10, messages_per_second=0.01, flood_patience=50) as app:
        eve = await Bare.open(app.transport.port)
        eve.transport.write(UPGRADE + frame(HELLO) + frame(b'{"type":"ping"}') * 40)
        await until(lambda: eve.tail.count(b"frame/too_many") >= 10)
        assert len(app.transport.links()) == 1
        eve.cut()
