"""The few HTTP pages: is the process alive, may it be sent players, what has it counted."""

from __future__ import annotations

from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.metrics import Metrics

__all__ = ["Pages"]

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
RETRY_AFTER = "5"
"""Seconds after which a client that was turned away may try again; a restart takes about that long."""


class Pages:
    """`ready` tells why the server should get no new players, None if it should."""

    def __init__(self, metrics: Metrics, ready: Callable[[], str | None]) -> None:
        self._metrics = metrics
        self._ready = ready

    def answer(self, wire: ServerConnection, request: Request) -> Response:
        """The page that a request asks for."""
        path = request.path.partition("?")[0]
        page = self._page(path)
        if page is None:
            return wire.respond(404, "There is nothing here.\n")
        response = wire.respond(*page)
        if path == "/metrics":
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = METRICS_TYPE
        if request.method == "HEAD":
            response.body = b""
        return response

    def knock(self, wire: ServerConnection) -> Response | None:
        """Somebody wants to open a WebSocket: None lets him, if the server takes new players."""
        why = self._ready()
        if why is None:
            return None
        response = wire.respond(503, f"{why}\n")
        response.headers["Retry-After"] = RETRY_AFTER
        return response

    def _page(self, path: str) -> tuple[int, str] | None:
        match path:
            case "/healthz":
                return 200, "alive\n"
            case "/readyz":
                why = self._ready()
                return (200, "ready\n") if why is None else (503, f"{why}\n")
            case "/metrics":
                return 200, self._metrics.text().decode()
        return None
