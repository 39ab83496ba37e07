"""What a connection says is carried out one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from hypothesis import given
from hypothesis import strategies as st

from server.turnstile import Turnstile


class Gate:
    """Carries numbers out: even ones at once, odd ones when they are let through; those above 90 fail."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.through = asyncio.Event()
        self.turnstile: Turnstile[int] = Turnstile(lambda error: self.log.append(f"failed {error}"))

    def hand(self, number: int) -> Awaitable[None] | None:
        if number % 2:
            return self._later(number)
        self._do(number)
        return None

    async def _later(self, number: int) -> None:
        self.log.append(f"began {number}")
        await self.through.wait()
        self._do(number)

    def _do(self, number: int) -> None:
        if number > 90:
            raise ValueError(number)
        self.log.append(f"did {number}")


async def test_what_needs_no_waiting_is_done_before_take_returns() -> None:
    gate = Gate()
    gate.turnstile.open(gate.hand)
    gate.turnstile.take(2)
    gate.turnstile.take(4)
    assert gate.log == ["did 2", "did 4"]


async def test_what_comes_behind_something_that_takes_its_time_waits() -> None:
    gate = Gate()
    gate.turnstile.open(gate.hand)
    for number in (1, 2, 3):
        gate.turnstile.take(number)
    await asyncio.sleep(0)
    assert (gate.log, len(gate.turnstile)) == (["began 1"], 2)
    gate.through.set()
    await gate.turnstile.finished()
    assert gate.log == ["began 1", "did 1", "did 2", "began 3", "did 3"]


async def test_what_came_before_it_was_open_is_not_lost() -> None:
    gate = Gate()
    gate.turnstile.take(2)
    gate.turnstile.take(4)
    assert gate.log == []
    gate.turnstile.open(gate.hand)
    gate.turnstile.take(6)
    await gate.turnstile.finished()
    assert gate.log == ["did 2", "did 4", "did 6"]


async def test_one_that_fails_costs_the_others_nothing() -> None:
    gate = Gate()
    gate.through.set()
    gate.turnstile.open(gate.hand)
    for number in (92, 91, 2, 1):
        gate.turnstile.take(number)
    await gate.turnstile.finished()
    assert gate.log == ["failed 92", "began 91", "failed 91", "did 2", "began 1", "did 1"]


async def test_what_is_cleared_is_not_carried_out() -> None:
    gate = Gate()
    gate.turnstile.open(gate.hand)
    for number in (1, 2):
        gate.turnstile.take(number)
    gate.turnstile.clear()
    gate.through.set()
    await gate.turnstile.finished()
    assert gate.log == ["began 1", "did 1"]


@given(st.lists(st.tuples(st.integers(0, 99), st.booleans())))
def test_the_order_is_that_of_coming(steps: list[tuple[int, bool]]) -> None:
    async def go() -> list[str]:
        gate = Gate()
        gate.through.set()
        gate.turnstile.open(gate.hand)
        for number, breathe in steps:
            gate.turnstile.take(number)
            if breathe:
                await asyncio.sleep(0)
        await gate.turnstile.finished()
        return [line for line in gate.log if not line.startswith("began")]

    assert asyncio.run(go()) == [f"{'failed' if n > 90 else 'did'} {n}" for n, _ in steps]
