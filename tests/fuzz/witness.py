"""Hears all that is logged in this process, and keeps what nobody may log while a server is only being talked to."""

from __future__ import annotations

import logging
from types import TracebackType
from typing import Self

import structlog
from structlog.typing import EventDict, WrappedLogger

__all__ = ["Witness"]

WEATHER = (
    "opening handshake failed", "connection rejected", "connection open", "connection closed", "socket.send() raised exception.",
)  # fmt: skip
"""What the libraries say of clients that break the rules of WebSocket or are gone; `server.logs` does not let it through."""


class Witness(logging.Handler):
    """In `with`. `made` counts rooms."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []
        self.made = 0

    def __enter__(self) -> Self:
        self._before = structlog.get_config() if structlog.is_configured() else None
        structlog.configure(
            processors=[self._keep], wrapper_class=structlog.make_filtering_bound_logger(logging.INFO)
        )
        logging.getLogger().addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger().removeHandler(self)
        structlog.reset_defaults()
        if self._before is not None:
            structlog.configure(**self._before)

    def check(self) -> None:
        """Raises AssertionError with what was logged that should not have been."""
        assert not self.heard, "\n".join(self.heard[:5])

    def emit(self, record: logging.LogRecord) -> None:
        """What asyncio and the libraries log: a task that failed unseen, a callback that raised."""
        text = logging.Formatter().format(record)
        if not record.getMessage().startswith(WEATHER):
            self.heard.append(text)

    def _keep(self, _: WrappedLogger, level: str, event: EventDict) -> EventDict:
        if level in ("error", "critical", "exception") or event.get("exc_info"):
            trace = structlog.processors.format_exc_info(_, level, dict(event))
            self.heard.append(str(trace))
        if event.get("event") == "room made":
            self.made += 1
        raise structlog.DropEvent
