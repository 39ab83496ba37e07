"""The audit trail: who did what and when, in the store. An action that cannot be noted is not carried out."""

from __future__ import annotations

import secrets
import time

import msgspec
import structlog

from protocol.admin import LogLine
from server.store.base import Store, StoreError

__all__ = ["Trail"]

log = structlog.get_logger()

AUDIT = "audit"
"""The kind of page."""
KEEP = 180 * 86_400.0
"""Seconds that a line is kept."""
END = 10**17
"""Microseconds, in the year 5138: keys count down to it, so that the newest line comes first."""

_decode = msgspec.msgpack.Decoder(LogLine).decode


class Line(msgspec.Struct, frozen=True):
    """A line and the key of its page."""

    key: str
    line: LogLine


class Trail:
    """`process` is the one that this trail notes for."""

    def __init__(self, store: Store, process: str) -> None:
        self._store = store
        self._process = process

    async def begin(self, by: str, verb: str, about: str, why: str) -> Line:
        """Note an action that is about to be carried out. Raises what the store raises."""
        now = time.time_ns()
        key = f"{END - now // 1000:017d}-{secrets.token_hex(4)}"
        line = Line(key, LogLine(now / 1e9, by, verb, about, why, self._process, "begun"))
        await self._put(line)
        return line

    async def end(self, line: Line, about: str, outcome: str) -> None:
        """Note what came of it, in the log also where the store cannot be reached."""
        done = msgspec.structs.replace(line.line, about=about, outcome=outcome)
        log.info("admin", by=done.by, verb=done.verb, about=about, why=done.why, outcome=outcome)
        try:
            await self._put(Line(line.key, done))
        except StoreError as error:
            log.warning("the outcome of an action was not noted", by=done.by, error=str(error))

    async def latest(self, limit: int) -> list[LogLine]:
        """Newest first."""
        return [_decode(page.data) for page in await self._store.pages(AUDIT, limit)]

    async def _put(self, line: Line) -> None:
        await self._store.put_page(AUDIT, line.key, msgspec.msgpack.encode(line.line), KEEP)
