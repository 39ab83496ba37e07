"""Which address friends on the same network can reach."""

from __future__ import annotations

import socket

__all__ = ["lan_address"]


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
