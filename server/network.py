"""Which addresses friends on the same network can reach."""

from __future__ import annotations

import ipaddress
import socket

import ifaddr

__all__ = ["lan_address", "lan_addresses"]


def lan_address() -> str:
    """This machine's address on its network, by the route a packet would take (none is sent); loopback if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # TEST-NET-1 (RFC 5737): nobody is there, only the route is asked for
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def lan_addresses(host: str) -> list[str]:
    """The addresses at which a server that listens on `host` is reached from other machines: of all interfaces for 0.0.0.0 (IPv4), ::
    (IPv6) and the empty host (both), else `host` itself, where it is an address and no loopback. The likeliest comes first."""
    try:
        listening = [ipaddress.ip_address(host or "0.0.0.0"), ipaddress.ip_address(host or "::")]
    except ValueError:
        return []
    if not listening[0].is_unspecified:
        return [] if listening[0].is_loopback else [host]
    versions = {address.version for address in listening}
    found = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    usable = [
        address
        for address in map(ipaddress.ip_address, found)
        if address.version in versions and not (address.is_loopback or address.is_link_local)
    ]
    first = lan_address()
    return [str(a) for a in sorted(usable, key=lambda a: (str(a) != first, a.version, a.packed))]
