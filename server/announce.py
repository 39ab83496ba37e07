"""Telling the local network that a server is here (DNS-SD over multicast DNS, RFC 6763), for `paiju lan`."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING

import structlog

from protocol.messages import VERSION

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncZeroconf

__all__ = ["SERVICE", "Announcement"]

log = structlog.get_logger()

SERVICE = "_paiju._tcp.local."
PATIENCE = 3.0
"""Seconds for a goodbye, and for hanging up."""
LABEL = 63
"""Bytes of a DNS label (RFC 1035 §2.3.4)."""
VALUE = 200
"""Bytes of the server's name in what is told about it; name and value together may have 255 (RFC 6763 §6.1)."""


class Announcement:
    """What is announced: name, port, whether TLS and a key are wanted; never the key. Nothing here can fail the server."""

    def __init__(self, name: str, port: int, *, tls: bool, private: bool, interfaces: Sequence[str]) -> None:
        """`interfaces`: our addresses on those to speak on, at which the server listens."""
        self._name = name
        self._port = port
        self._about = {
            "version": VERSION,
            "name": _cut(name, VALUE),
            "tls": str(int(tls)),
            "key": str(int(private)),
        }
        self._interfaces = list(interfaces)
        self._zeroconf: AsyncZeroconf | None = None
        self._registering: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, without waiting for the seconds that a first announcement takes."""
        self._registering = asyncio.create_task(self._register())

    async def stop(self) -> None:
        """Say goodbye, so that nobody finds what is gone."""
        if self._registering is not None:
            self._registering.cancel()
            await asyncio.wait({self._registering})
        if self._zeroconf is not None:
            zeroconf, self._zeroconf = self._zeroconf, None
            # Apart: a goodbye that takes too long must not keep the sockets from being closed.
            for last in (zeroconf.async_unregister_all_services, zeroconf.async_close):
                try:
                    async with asyncio.timeout(PATIENCE):
                        await last()
                except Exception as error:  # noqa: BLE001 - the network is gone, say; so are we
                    log.info("no goodbye to the local network", error=str(error))

    async def _register(self) -> None:
        from zeroconf import IPVersion, ServiceInfo  # noqa: PLC0415 - only a server that is announced needs it
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - the same

        host = socket.gethostname().partition(".")[0] or "paiju"
        ending = f" ({host} {self._port})"
        name = "".join(char if char.isprintable() and char != "." else "-" for char in self._name)
        instance = _cut(name, LABEL - len(ending.encode())) + ending
        info = ServiceInfo(
            SERVICE,
            f"{instance}.{SERVICE}",
            port=self._port,
            properties=self._about,
            parsed_addresses=self._interfaces,
            server=f"{host}-{self._port}.local.",
        )
        try:
            kinds = {":" in address for address in self._interfaces}
            only = IPVersion.V6Only if kinds == {True} else IPVersion.V4Only
            version = IPVersion.All if len(kinds) > 1 else only
            self._zeroconf = AsyncZeroconf(interfaces=self._interfaces, ip_version=version)
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
        except Exception as error:  # noqa: BLE001 - many networks have no multicast; friends take the link then
            log.info("not announced on the local network", error=str(error) or type(error).__name__)
        else:
            log.debug("announced on the local network", name=instance)


def _cut(text: str, size: int) -> str:
    """The beginning of a text, in at most so many bytes of UTF-8."""
    return text.encode()[:size].decode(errors="ignore")
