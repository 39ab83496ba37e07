"""Lines in and out, over a terminal or a pipe, without blocking the loop."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from typing import TextIO

__all__ = ["Terminal"]


class Terminal:
    """Reads lines in a thread of its own (a pipe, a file and a terminal alike) and writes whole lines.

    `line()` returns None at the end of the input."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """None: the process's standard input and output."""
        self._source = source or sys.stdin
        self._sink = sink or sys.stdout
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, daemon=True, name="terminal").start()

    async def line(self) -> str | None:
        """The next line without its end, None when there are no more."""
        return await self._lines.get()

    def say(self, text: str = "") -> None:
        """Write a line (or several)."""
        try:
            print(text, file=self._sink, flush=True)
        except BrokenPipeError:
            self._lines.put_nowait(None)  # nobody listens: as if the input had ended

    def _read(self) -> None:
        try:
            for line in self._source:
                self._hand_over(line.rstrip("\r\n"))
        except (OSError, ValueError):
            pass  # the terminal went away: the same as its end
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended before us
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
