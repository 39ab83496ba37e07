"""Whence a connection comes: the client's address, behind proxies too, and whether it may connect.

A header is believed only where the connection itself comes from a proxy that the host named; of the hops in it, the right-most that is no
such proxy is the client. What stands left of it anybody may have written.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence

from server.config import Config

__all__ = ["Address", "Whence", "address_key", "address_of"]

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Whence:
    """The host's networks: whom to believe, and who may connect."""

    def __init__(self, config: Config) -> None:
        self.header = config.proxy_header
        self._proxies = _networks(config.trust_proxy)
        self._allow = _networks(config.allow)
        self._block = _networks(config.block)

    def trusts(self, peer: Address | None) -> bool:
        """Whether the peer is one of the host's proxies. One on a Unix socket (None) never is."""
        return peer is not None and _within(peer, self._proxies)

    def client(self, peer: Address, headers: Sequence[str]) -> Address:
        """Who speaks through a trusted peer, from all headers of the name `header`, in their order.

        A hop that is no address ends the walk: the last one known counts, so that nonsense gains nothing."""
        read = _forwarded if self.header == "forwarded" else _x_forwarded_for
        found = peer
        for hop in reversed([hop for header in headers for hop in read(header)]):
            address = _hop_address(hop)
            if address is None:
                break
            found = address
            if not _within(address, self._proxies):
                break
        return found

    def admits(self, address: Address | None) -> bool:
        """Whether the host lets this address connect. A Unix socket (None) and a proxy's own questions (is it alive?) are his affair."""
        if address is None or self.trusts(address):
            return True
        return not _within(address, self._block) and (not self._allow or _within(address, self._allow))


def address_of(peer: object) -> Address | None:
    """The IP address of a socket's peer name; None for anything else (a Unix socket)."""
    host = peer[0] if isinstance(peer, tuple) and peer and isinstance(peer[0], str) else ""
    return _parse(host)


def address_key(address: Address | None) -> str:
    """What counts as one address: an IPv4 address, or an IPv6 /64, which is what one customer gets. Unix sockets are one together."""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return "local" if address is None else str(address)


def _parse(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _networks(texts: Iterable[str]) -> list[Network]:
    return [ipaddress.ip_network(text, strict=False) for text in texts]


def _within(address: Address, networks: Iterable[Network]) -> bool:
    return any(address in network for network in networks)


def _x_forwarded_for(header: str) -> list[str]:
    return header.split(",")


def _forwarded(header: str) -> list[str]:
    """The `for` of each hop (RFC 7239 §4). A hop without one is a hop unknown. Quoted commas occur in no address."""
    hops = []
    for element in header.split(","):
        pairs = (pair.partition("=") for pair in element.split(";"))
        hops.append(next((value for name, _, value in pairs if name.strip().lower() == "for"), ""))
    return hops


def _hop_address(hop: str) -> Address | None:
    """`192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`, any of them quoted."""
    text = hop.strip().strip('"')
    if text.startswith("["):
        return _parse(text[1:].partition("]")[0])
    return _parse(text.partition(":")[0] if text.count(":") == 1 else text)
