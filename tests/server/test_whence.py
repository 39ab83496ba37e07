"""Whence a connection comes, whom of its proxies to believe, and which networks get in."""

from __future__ import annotations

import ipaddress

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from protocol.slugs import CloseCode
from server.config import Config
from server.transport.whence import Whence, address_key, address_of
from tests.server.harness import ELSEWHERE, TWO_ADDRESSES, Client, count, serving, until

PROXIES = ["10.0.0.0/8", "2001:db8:ffff::/48"]


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ([], "10.0.0.1"),
        (["203.0.113.9"], "203.0.113.9"),
        (["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
        (["198.51.100.7", "203.0.113.9"], "203.0.113.9"),
        (["198.51.100.7, 203.0.113.9, 10.2.0.1"], "203.0.113.9"),
        (["10.1.1.1, 10.2.0.1"], "10.1.1.1"),
        (["203.0.113.9:4711"], "203.0.113.9"),
        (["[2001:db8::1]:4711"], "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1"),
        (["2001:db8::1, 2001:db8:ffff::2"], "2001:db8::1"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["203.0.113.9, unknown"], "10.0.0.1"),
        (["203.0.113.9, , 10.2.0.1"], "10.2.0.1"),
        (["' OR 1=1 --"], "10.0.0.1"),
        ([""], "10.0.0.1"),
    ],
)
def test_the_right_most_hop_that_is_no_proxy_is_the_client(headers: list[str], client: str) -> None:
    whence = Whence(Config(trust_proxy=PROXIES))
    assert str(whence.client(ipaddress.ip_address("10.0.0.1"), headers)) == client


@pytest.mark.parametrize(
    ("header", "client"),
    [
        ("for=203.0.113.9", "203.0.113.9"),
        ('For="[2001:db8::1]:4711";proto=https;by=10.0.0.1', "2001:db8::1"),
        ("for=198.51.100.7, proto=https;for=203.0.113.9;by=10.0.0.1, for=10.2.0.1", "203.0.113.9"),
        ("for=203.0.113.9, for=_hidden", "10.0.0.1"),
        ("for=203.0.113.9, by=10.0.0.1", "10.0.0.1"),
    ],
)
def test_the_same_as_rfc_7239_writes_it(header: str, client: str) -> None:
    whence = Whence(Config(trust_proxy=PROXIES, proxy_header="forwarded"))
    assert str(whence.client(ipaddress.ip_address("10.0.0.1"), [header])) == client


@pytest.mark.parametrize(
    ("peer", "key"),
    [
        (("203.0.113.9", 1), "203.0.113.9"),
        (("::ffff:203.0.113.9", 1, 0, 0), "203.0.113.9"),
        (("2001:db8:1:2:3:4:5:6", 1, 0, 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 1, 0, 2), "fe80::/64"),
        ("", "local"),
        (None, "local"),
    ],
)
def test_what_counts_as_one_address(peer: object, key: str) -> None:
    assert address_key(address_of(peer)) == key


@pytest.mark.parametrize(
    ("allow", "block", "address", "admitted"),
    [
        ([], [], "203.0.113.9", True),
        (["203.0.113.0/24"], [], "203.0.113.9", True),
        (["203.0.113.0/24"], [], "198.51.100.7", False),
        (["203.0.113.0/24"], [], "2001:db8::1", False),
        ([], ["203.0.113.0/24", "2001:db8::/32"], "2001:db8::1", False),
        (["203.0.113.0/24"], ["203.0.113.9"], "203.0.113.9", False),
        (["203.0.113.0/24"], [], "10.0.0.1", True),
    ],
)
def test_networks_that_may_connect(allow: list[str], block: list[str], address: str, admitted: bool) -> None:
    """A proxy itself asks whether the server lives: it is never kept out."""
    config = msgspec.convert({"allow": allow, "block": block, "trust_proxy": PROXIES}, Config)
    assert Whence(config).admits(ipaddress.ip_address(address)) is admitted


@TWO_ADDRESSES
async def test_a_network_that_is_kept_out_gets_no_socket() -> None:
    async with serving(block=[ELSEWHERE]) as app:
        with pytest.raises(InvalidStatus) as info:
            async with Client(app, local_addr=(ELSEWHERE, 0)):
                pass
        assert info.value.response.status_code == 403
        assert b"does not let your network in" in info.value.response.body
        assert count(app, "paiju_turned_away_total", why="network") == 1
        async with Client(app) as ann:
            await ann.hello()


async def test_behind_a_trusted_proxy_each_client_is_counted_for_himself() -> None:
    async with serving(
        trust_proxy=["127.0.0.1/32"], connections_per_address=1, block=["192.0.2.0/24"]
    ) as app:
        behind = {"X-Forwarded-For": "192.0.2.66, 203.0.113.1"}
        async with (
            Client(app, additional_headers=behind) as ann,
            Client(app, additional_headers=behind) as second,
        ):
            await ann.hello()
            assert (await second.closed())[0] == CloseCode.TOO_MANY_CONNECTIONS
            async with Client(app, additional_headers={"X-Forwarded-For": "203.0.113.2"}) as ben:
                await ben.hello()
            with pytest.raises(InvalidStatus):
                async with Client(app, additional_headers={"X-Forwarded-For": "192.0.2.66"}):
                    pass
        await until(lambda: app.transport.inside == 0)
        async with Client(app, additional_headers=behind) as again:
            await again.hello()


async def test_nobody_else_is_believed_about_his_address() -> None:
    async with (
        serving(trust_proxy=["127.0.0.9/32"], connections_per_address=1, block=["192.0.2.0/24"]) as app,
        Client(app, additional_headers={"X-Forwarded-For": "192.0.2.66"}) as ann,
    ):
        await ann.hello()
        async with Client(app, additional_headers={"X-Forwarded-For": "203.0.113.2"}) as second:
            assert (await second.closed())[0] == CloseCode.TOO_MANY_CONNECTIONS
