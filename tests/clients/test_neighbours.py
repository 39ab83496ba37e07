"""A server tells its network that it is there, and a friend on it finds it. On the loopback interface only."""

from __future__ import annotations

import asyncio
import socket

import pytest

from clients.cli.neighbours import Neighbour, look_around
from clients.cli.places import Place
from server.announce import Announcement
from tests.e2e.house import server

pytestmark = pytest.mark.slow
HERE = ["127.0.0.1"]


@pytest.fixture(autouse=True)
def _multicast() -> None:
    """Skip where the loopback interface passes no multicast on, as in some containers."""
    group = socket.inet_aton("224.0.0.251") + socket.inet_aton("127.0.0.1")
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
    ):
        try:
            ear.bind(("", 0))
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            ear.settimeout(2)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
            mouth.sendto(b"?", ("224.0.0.251", ear.getsockname()[1]))
            ear.recv(1)
        except OSError as error:
            pytest.skip(f"no multicast on loopback: {error}")


async def find(*names: str) -> list[Neighbour]:
    """What answers to those names; on a busy machine it may take more than one look to see them all."""
    found: list[Neighbour] = []
    for seconds in (2.0, 4.0, 8.0):
        found = [there for there in await look_around(seconds, HERE) if there.name in names]
        if len(found) >= len(names):
            break
    return found


async def test_an_announced_server_is_found_until_it_says_goodbye() -> None:
    name = "Friday · 牌局. Really"
    announcement = Announcement(name, 4711, tls=True, private=True, interfaces=HERE)
    announcement.start()
    assert await find(name) == [Neighbour(name, True, (Place("wss://127.0.0.1:4711/"),))]
    await announcement.stop()
    await announcement.stop()
    assert [there for there in await look_around(1.0, HERE) if there.name == name] == []


async def test_servers_of_one_name_and_of_strange_names_are_all_found() -> None:
    names = ["Twins", "Twins", "x" * 64, "牌" * 64, "a\x1b[2Jb"]
    there = [
        Announcement(name, 4712 + number, tls=False, private=False, interfaces=HERE)
        for number, name in enumerate(names)
    ]
    for announcement in there:
        announcement.start()
    shown = ["Twins", "Twins", "x" * 64, "牌" * 64, "a?[2Jb"]
    found = {neighbour.places[0].url: neighbour.name for neighbour in await find(*shown)}
    assert found == {f"ws://127.0.0.1:{4712 + number}/": name for number, name in enumerate(shown)}
    await asyncio.gather(*(announcement.stop() for announcement in there))


async def test_stopping_before_it_has_begun() -> None:
    announcement = Announcement("Brief", 4715, tls=False, private=False, interfaces=HERE)
    announcement.start()
    await announcement.stop()


@pytest.mark.parametrize("settings", [{"host": "127.0.0.1"}, {"host": "0.0.0.0", "announce": False}])
async def test_a_server_on_loopback_or_told_to_be_silent_is_not_announced(
    settings: dict[str, object],
) -> None:
    async with server(name="Silent", **settings):
        assert [there for there in await look_around(1.0, HERE) if there.name == "Silent"] == []
