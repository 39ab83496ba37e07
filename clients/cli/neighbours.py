"""Servers on the local network that have announced themselves (DNS-SD over multicast DNS, RFC 6763)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from zeroconf import InterfaceChoice, IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from clients.cli.places import Place

__all__ = ["Neighbour", "look_around"]

SERVICE = "_paiju._tcp.local."
ANSWER = 1500
"""Milliseconds that one server has to say where it is."""


@dataclass(frozen=True)
class Neighbour:
    """`private`: its key is needed. `places`: the addresses that it gave, IPv4 first."""

    name: str
    private: bool
    places: tuple[Place, ...]


async def look_around(seconds: float, interfaces: Sequence[str] | None = None) -> list[Neighbour]:
    """All servers that answer within `seconds`, by name. `interfaces`: addresses of those to ask on, None for all.

    Raises OSError where this machine cannot ask."""
    asked = InterfaceChoice.All if interfaces is None else list(interfaces)
    zeroconf = AsyncZeroconf(interfaces=asked, ip_version=IPVersion.V4Only)
    heard: set[str] = set()

    def noted(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        (heard.discard if state_change is ServiceStateChange.Removed else heard.add)(name)

    try:
        browser = AsyncServiceBrowser(zeroconf.zeroconf, SERVICE, handlers=[noted])
        await asyncio.sleep(seconds)
        found = await asyncio.gather(*(_ask(zeroconf, name) for name in sorted(heard)))
        await browser.async_cancel()
    finally:
        await zeroconf.async_close()
    there = [neighbour for neighbour in found if neighbour is not None]
    return sorted(there, key=lambda neighbour: (neighbour.name, neighbour.places[0].url))


async def _ask(zeroconf: AsyncZeroconf, instance: str) -> Neighbour | None:
    """None where it does not answer, or without an address."""
    info = AsyncServiceInfo(SERVICE, instance)
    if not await info.async_request(zeroconf.zeroconf, ANSWER) or info.port is None:
        return None
    about = info.decoded_properties
    scheme = "wss" if about.get("tls") == "1" else "ws"
    addresses = sorted(info.parsed_scoped_addresses(), key=lambda address: (":" in address, address))
    hosts = (f"[{address}]" if ":" in address else address for address in addresses)
    places = tuple(Place(f"{scheme}://{host}:{info.port}/") for host in hosts)
    name = about.get("name") or instance.removesuffix(f".{SERVICE}")
    return Neighbour(_printable(name), about.get("key") == "1", places) if places else None


def _printable(name: str) -> str:
    """Anybody on the network may announce anything; nothing of it moves the cursor."""
    return "".join(char if char.isprintable() else "?" for char in name)[:64]
