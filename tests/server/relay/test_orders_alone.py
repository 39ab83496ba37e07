"""Orders between two processes over a bus that a test moves by hand: an answer, or none, and never another one's."""

from __future__ import annotations

import asyncio

import pytest

from server.metrics import Metrics
from server.relay import orders as module
from server.relay.letters import Order, Report
from server.relay.lines import Lines
from server.relay.orders import MOST, Orders


class End:
    """One process."""

    def __init__(self, name: str) -> None:
        self.lines = Lines(name, lambda: 0.0, 3.0, Metrics())
        self.orders = Orders(self.lines)
        self.lines.deliver = self._deliver
        self.lines.broken = self.orders.broken
        self.carried_out: list[bytes] = []
        self.go = asyncio.Event()
        self.go.set()
        self.orders.handle = self._handle

    def _deliver(self, source: str, letter: object) -> None:
        assert isinstance(letter, Order | Report)
        self.orders.hear(source, letter)

    async def _handle(self, data: bytes) -> bytes:
        self.carried_out.append(data)
        await self.go.wait()
        if data == b"fail":
            raise RuntimeError("a fault")
        return b"did " + data


async def carry(*ends: End, lose: bool = False) -> None:
    """Everything that waits, until nothing does."""
    for _ in range(4):
        for end in ends:
            for _, data in end.lines.posts():
                for other in ends:
                    if other is not end and not lose:
                        other.lines.hear(data)
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
async def ends() -> tuple[End, End]:
    a, b = End("a"), End("b")
    for end, other in ((a, b), (b, a)):
        for _, data in end.lines.posts(beat=True):
            other.lines.hear(data)
    assert (a.orders.others(), b.orders.others()) == (["b"], ["a"])
    return a, b


async def test_each_order_gets_its_own_report(ends: tuple[End, End]) -> None:
    a, b = ends
    given = [asyncio.create_task(a.orders.give("b", b"%d" % number)) for number in range(3)]
    back = asyncio.create_task(b.orders.give("a", b"x"))
    await asyncio.sleep(0)
    await carry(a, b)
    assert await asyncio.gather(*given, back) == [b"did 0", b"did 1", b"did 2", b"did x"]
    assert b.carried_out == [b"0", b"1", b"2"]


@pytest.mark.parametrize("trouble", ["it fails there", "it is lost", "it takes too long", "nobody is there"])
async def test_no_report(ends: tuple[End, End], trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.2)
    a, b = ends
    if trouble == "it takes too long":
        b.go.clear()
    to = "c" if trouble == "nobody is there" else "b"
    given = asyncio.create_task(a.orders.give(to, b"fail" if trouble == "it fails there" else b"x"))
    await asyncio.sleep(0)
    await carry(a, b, lose=trouble == "it is lost")
    assert await given is None
    assert len(b.carried_out) == (trouble in ("it fails there", "it takes too long"))
    b.go.set()
    await carry(a, b)  # a report that comes late is nobody's


async def test_a_broken_line_is_no_reason_to_wait(
    ends: tuple[End, End], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 3600.0)
    a, _ = ends
    given = asyncio.create_task(a.orders.give("b", b"x"))
    await asyncio.sleep(0)
    a.orders.broken("c")
    await asyncio.sleep(0)
    assert not given.done()
    a.orders.broken("b")
    assert await given is None


async def test_orders_at_a_time_are_bounded(ends: tuple[End, End]) -> None:
    a, b = ends
    b.go.clear()
    given = [asyncio.create_task(a.orders.give("b", b"x")) for _ in range(MOST + 5)]
    await asyncio.sleep(0)
    await carry(a, b)
    assert len(b.carried_out) == MOST
    b.orders.stop()
    a.orders.stop()
    assert set(await asyncio.gather(*given)) == {None}
