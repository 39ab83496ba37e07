"""A server of one process: there is nobody elsewhere."""

from __future__ import annotations

import itertools

from protocol.messages import ClientMessage
from server.links import Link, PlayerId

__all__ = ["Alone"]


class Alone:
    """Implements `server.links.Elsewhere`."""

    shared = False

    def __init__(self) -> None:
        self._arrivals = itertools.count(1)

    def route(self, link: Link, code: str) -> str | None:
        return None

    def routes(self, link: Link) -> list[str]:
        return []

    def carry(self, holder: str, link: Link, code: str, message: ClientMessage) -> bool:
        return False

    def here(self, link: Link, code: str) -> None:
        pass

    def gone(self, link: Link) -> None:
        pass

    def drained(self, link: Link) -> None:
        pass

    async def arrival(self) -> int:
        return next(self._arrivals)

    def announce(self, player: PlayerId, arrival: int) -> None:
        pass
