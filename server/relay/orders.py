"""What the people who run the server want of other processes. An order is answered once or not at all; it is never repeated, so whoever
gave it is told which processes did not answer."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable

import structlog

from server.relay.letters import Order, Report
from server.relay.lines import Lines

__all__ = ["Orders"]

log = structlog.get_logger()

PATIENCE = 3.0
"""Seconds that a process may take. One that is busy longer is in trouble itself."""
MOST = 100
"""Orders carried out at the same time: more come from no person."""


class Orders:
    """`handle` carries out an order of another process and gives the report. Set it before the lines are in use."""

    def __init__(self, lines: Lines) -> None:
        self.handle: Callable[[bytes], Awaitable[bytes]]
        self._lines = lines
        self._numbers = itertools.count(1)
        self._open: dict[int, tuple[str, asyncio.Future[bytes | None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def name(self) -> str:
        """This process."""
        return self._lines.name

    def others(self) -> list[str]:
        """The processes that have been heard of lately."""
        return self._lines.others()

    def strangers(self) -> list[str]:
        """Those whose release this one does not understand: they get no orders."""
        return self._lines.strangers()

    async def give(self, process: str, data: bytes) -> bytes | None:
        """The report of that process; None where none came. The order may have been carried out all the same."""
        number = next(self._numbers)
        report: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()
        self._open[number] = process, report
        self._lines.send(process, Order(number, data))
        try:
            async with asyncio.timeout(PATIENCE):
                return await report
        except TimeoutError:
            return None
        finally:
            del self._open[number]

    def hear(self, source: str, letter: Order | Report) -> None:
        if isinstance(letter, Report):
            _, report = self._open.get(letter.number, ("", None))
            if report is not None and not report.done():
                report.set_result(letter.data)
        elif len(self._tasks) < MOST:
            task = asyncio.create_task(self._carry_out(source, letter))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def broken(self, process: str) -> None:
        """What was on its way between that process and this one is lost."""
        for source, report in self._open.values():
            if source == process and not report.done():
                report.set_result(None)

    def stop(self) -> None:
        for _, report in self._open.values():
            if not report.done():
                report.set_result(None)
        for task in self._tasks:
            task.cancel()

    async def _carry_out(self, source: str, order: Order) -> None:
        try:
            data = await self.handle(order.data)
        except Exception:
            log.exception("an order failed", source=source)
        else:
            self._lines.send(source, Report(order.number, data))
