"""Logging, for all of the server and the libraries under it: structlog, as lines for people or as JSON.

What is never logged: hands, seeds, tokens, nonces, passwords, chat. The processor `_guard` drops such keys, should one slip in. What
clients say of themselves may stand in a line, and is made plain by `_plain`: it cannot look like another line, nor move a cursor.
"""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from server.config import Config

__all__ = ["SECRETS", "configure"]

SECRETS = frozenset(
    {
        *("token", "password", "nonce", "seed", "secret", "key", "server_key", "admin_token"),
        *("text", "hand", "cards"),
    }
)
_OWN = frozenset({"event", "exception", "stack"})
"""What is a program's text, and may have several lines."""
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure(config: Config, stream: TextIO | None = None) -> None:
    """Set up logging for the whole process, once, at its start. Lines go to `stream` (None: standard error)."""
    out = sys.stderr if stream is None else stream
    level = _LEVELS[config.log_level]
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _guard,
        _plain,
    ]
    last: list[Processor]
    if config.log_format == "json":
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    else:
        # The renderer's own choice of tracebacks shows local variables, which are hands and seeds.
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=[*before, *last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(processors=[_drop_meta, *last], foreign_pre_chain=before)
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))
    # Each answer that a lost connection does not take any more is a line of asyncio's or uvloop's: whoever sends many pings and is gone
    # would fill a disk with them.
    handler.addFilter(lambda record: record.msg != "socket.send() raised exception.")
    # websockets reports broken handshakes and lost connections with tracebacks; here they are weather, counted in the metrics.
    logging.getLogger("websockets").setLevel(logging.CRITICAL)


def _guard(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for key in SECRETS.intersection(event):
        event[key] = "…"
    return event


def _plain(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for key, value in event.items():
        if isinstance(value, str) and key not in _OWN and not value.isprintable():
            event[key] = "".join(char if char.isprintable() else "?" for char in value)
    return event


def _drop_meta(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    event.pop("_record", None)
    event.pop("_from_structlog", None)
    return event
