"""Which ban concerns whom, and for how long."""

from __future__ import annotations

import pytest

from protocol.admin import BanLine
from server.admin.bans import Bans
from server.links import PlayerId
from server.store import open_store

BOB = PlayerId("p0123456789abcdef0123")
EVE = PlayerId("p0123456789abcdef0124")

CONCERNS = [
    (BOB, BOB, "203.0.113.9", True),
    (BOB, EVE, "203.0.113.9", False),
    (BOB, None, "203.0.113.9", False),
    ("203.0.113.9", None, "203.0.113.9", True),
    ("203.0.113.9", EVE, "203.0.113.9", True),
    ("203.0.113.9", BOB, "203.0.113.10", False),
    ("203.0.113.0/24", BOB, "203.0.113.10", True),
    ("203.0.113.0/24", BOB, "203.0.114.10", False),
    ("0.0.0.0/0", BOB, "2001:db8::/64", False),
    ("2001:db8::1", BOB, "2001:db8::/64", True),
    ("2001:db8::/32", BOB, "2001:db8:1::/64", True),
    ("2001:db8::/64", BOB, "2001:db8:0:1::/64", False),
    ("::/0", BOB, "203.0.113.9", False),
    ("::/0", BOB, "local", False),
]
"""Who is banned, the player and the address that come (an IPv6 one as the limits count it), whether the ban concerns them."""


@pytest.mark.parametrize(("who", "player", "address", "concerned"), CONCERNS)
async def test_whom_a_ban_concerns(who: str, player: PlayerId | None, address: str, concerned: bool) -> None:
    store = await open_store("memory:")
    bans = Bans(store)
    await bans.put(BanLine(who, "ann", 0.0, None, ""), None)
    assert bans.against(player, address) is None, "nothing holds that was not read"
    assert (await bans.refresh(), await bans.refresh()) == (True, False), (
        "whether there is anything to enforce"
    )
    assert bans.against(player, address) == ("you are banned from this server" if concerned else None)
    assert await bans.drop(who) and not await bans.drop(who)
    assert await bans.refresh()
    assert bans.against(player, address) is None
    await store.close()


async def test_a_ban_ends_to_the_second_and_the_longest_counts() -> None:
    now = 1_700_000_000.0
    store = await open_store("memory:", clock=lambda: now)
    bans = Bans(store, lambda: now)
    await bans.put(BanLine(BOB, "ann", now, now + 60, "noise"), 60)
    await bans.put(BanLine("203.0.113.9", "ann", now, now + 120, ""), 120)
    await bans.refresh()
    said = "you are banned from this server until 2023-11-14 "
    assert bans.against(BOB, "203.0.113.9") == said + "22:14 UTC: noise"
    now += 60
    assert bans.against(BOB, "198.51.100.1") is None
    assert bans.against(BOB, "203.0.113.9") == said + "22:15 UTC"
    now += 60
    assert bans.against(BOB, "203.0.113.9") is None
    await store.close()


async def test_a_withdrawn_token_is_withdrawn_for_as_long_as_a_session_lasts() -> None:
    now = 0.0
    store = await open_store("memory:", clock=lambda: now)
    bans = Bans(store, lambda: now)
    await bans.revoke(BOB, 100)
    assert await bans.is_revoked(BOB) and not await bans.is_revoked(EVE)
    now += 100
    assert not await bans.is_revoked(BOB)
    await store.close()
