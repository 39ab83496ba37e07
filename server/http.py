"""The few HTTP pages: is the process alive, may it be sent players, what has it counted."""

from __future__ import annotations

from collections.abc import Callable

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from server.metrics import Metrics

__all__ = ["Pages"]

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Pages:
    """`ready` tells why the server should get no new players, None if it should."""

    def __init__(self, metrics: Metrics, ready: Callable[[], str | None]) -> None:
        self._metrics = metrics
        self._ready = ready

    def answer(self, wire: ServerConnection, request: Request) -> Response:
        """The page that a request asks for."""
        page = self.page(request.path)
        if page is None:
            return wire.respond(404, "There is nothing here.\n")
        if request.method not in ("GET", "HEAD"):
            return wire.respond(405, "Only GET.\n")
        status, text = page
        response = wire.respond(status, text)
        if request.path.startswith("/metrics"):
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = METRICS_TYPE
        if request.method == "HEAD":
            response.body = b""
        return response

    def page(self, path: str) -> tuple[int, str] | None:
        """Status and text; None if there is no such page."""
        match path.partition("?")[0]:
            case "/healthz":
                return 200, "alive\n"
            case "/readyz":
                why = self._ready()
                return (200, "ready\n") if why is None else (503, f"{why}\n")
            case "/metrics":
                return 200, self._metrics.text().decode()
        return None

    def upgrade(self, wire: ServerConnection, request: Request, path: str) -> Response | None:
        """None lets a request for the WebSocket at `path` pass on; new ones are turned away while the server is not ready."""
        if request.path.partition("?")[0] != path:
            return self.answer(wire, request)
        why = self._ready()
        if why is None:
            return None
        response = wire.respond(503, f"{why}\n")
        response.headers["Retry-After"] = "5"
        return response
