"""Real server processes on loopback, to be killed, paused, drained and started again."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path

__all__ = ["ServerProcess", "free_port"]

SETTINGS = {
    "bot-delay-min": 0,
    "bot-delay-max": 0,
    "messages-per-second": 10_000,
    "messages-burst": 10_000,
    "new-players-burst": 10_000,
    "connections-per-address": 10_000,
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """One server, always on the same port. `settings` are flags of `python -m server`, by name; a `host` is a number of loopback. `program`
    is the module that takes them instead. `tree` is where the code of its next start lies, None for ours."""

    def __init__(self, log: Path, store: str, *, program: str = "server", **settings: object) -> None:
        self.tree: Path | None = None
        self.port = free_port()
        self.host = str(settings.get("host", "127.0.0.1"))
        self.log = log
        self._program = program
        flags = {"port": self.port, "store": store} | SETTINGS | settings
        self._flags = [f"--{name.replace('_', '-')}={value}" for name, value in flags.items()]
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start, and wait until the port answers."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", self._program, *self._flags, stdout=log, stderr=log, cwd=self.tree
            )
        for _ in range(800):
            try:
                _, writer = await asyncio.open_connection(self.host, self.port)
            except OSError:
                assert self._process.returncode is None, self.said()
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
        raise AssertionError(f"the server does not come up: {self.said()}")

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self, patience: float = 20.0) -> None:
        """Drain it. Raises TimeoutError where that takes longer."""
        async with asyncio.timeout(patience):
            await self._end(signal.SIGTERM)

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def said(self) -> str:
        """The end of what it wrote to its log."""
        return self.log.read_text(errors="replace")[-3000:]

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def _end(self, number: signal.Signals) -> None:
        if self._process is not None:
            self._signal(number)
            await self._process.wait()
            self._process = None
