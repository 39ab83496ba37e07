"""Who is kept out: players, addresses, networks; and whose token is no longer good. Kept in the store, so that it holds in all processes
and after a restart; bans are looked up in a copy, for they are asked about at every hello."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from protocol.admin import BanLine
from server.identity import is_player
from server.links import PlayerId
from server.store.base import Store

__all__ = ["MAX_BANS", "Bans", "network_of"]

BAN, REVOKED = "ban", "revoked"
"""Kinds of pages."""
MAX_BANS = 1_000
"""Each is compared with at every hello. Whole networks are one."""
GROUP = 64
"""An IPv6 /64 is what one customer gets, and what the limits count as one address."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_decode = msgspec.msgpack.Decoder(BanLine).decode


class Bans:
    """Implements `server.sessions.Bars`. What `refresh` has read counts. `clock` is Unix seconds."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self._read: list[BanLine] = []
        self._players: dict[str, BanLine] = {}
        self._networks: list[tuple[Network, BanLine]] = []

    async def refresh(self) -> bool:
        """Read the bans. Returns whether they are others than before. Raises what the store raises."""
        bans = await self.all()
        if bans == self._read:
            return False
        self._read = bans
        self._players = {ban.who: ban for ban in bans if is_player(ban.who)}
        self._networks = [(net, ban) for ban in bans if (net := network_of(ban.who)) is not None]
        return True

    def against(self, player: PlayerId | None, address: str) -> str | None:
        now = self._clock()
        for ban in self._of(player, address):
            if ban.until is None or now < ban.until:
                return _sentence(ban)
        return None

    def _of(self, player: PlayerId | None, address: str) -> list[BanLine]:
        found = [self._players[player]] if player in self._players else []
        if self._networks and (mine := network_of(address)) is not None:
            found += [ban for net, ban in self._networks if _lies_in(mine, net)]
        return found

    async def all(self) -> list[BanLine]:
        """As the store has them."""
        return [_decode(page.data) for page in await self._store.pages(BAN, MAX_BANS)]

    async def put(self, ban: BanLine, seconds: float | None) -> None:
        await self._store.put_page(BAN, ban.who, msgspec.msgpack.encode(ban), seconds)

    async def drop(self, who: str) -> bool:
        """Whether it was there."""
        return await self._store.drop_page(BAN, who)

    async def revoke(self, player: str, seconds: float) -> None:
        """`seconds`: for as long as a session of his may be kept."""
        await self._store.put_page(REVOKED, player, b"", seconds)

    async def is_revoked(self, player: PlayerId) -> bool:
        return await self._store.get_page(REVOKED, player) is not None


def network_of(text: str) -> Network | None:
    """An address or a network, an IPv6 address as its /64; None for anything else."""
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > GROUP:
        return network.supernet(new_prefix=GROUP)
    return network


def _lies_in(mine: Network, net: Network) -> bool:
    if isinstance(mine, ipaddress.IPv4Network):
        return isinstance(net, ipaddress.IPv4Network) and mine.subnet_of(net)
    return isinstance(net, ipaddress.IPv6Network) and mine.subnet_of(net)


def _sentence(ban: BanLine) -> str:
    end = "" if ban.until is None else f" until {datetime.fromtimestamp(ban.until, UTC):%Y-%m-%d %H:%M} UTC"
    why = f": {ban.why}" if ban.why else ""
    return f"you are banned from this server{end}{why}"
