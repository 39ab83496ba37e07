"""Which process is told what of a link that uses rooms of several, and what stays behind of it there: nothing."""

from __future__ import annotations

import pytest

from protocol.codec import Codec
from protocol.slugs import CloseCode
from tests.server.relay.exchanges import LIMIT, Process, chat, settle
from tests.server.rooms.world import FakeLink


@pytest.fixture
def net() -> dict[str, Process]:
    net: dict[str, Process] = {}
    for name in ("edge", "one", "two"):
        Process(name, net)
    settle(net, beat=True)
    return net


def test_a_link_is_known_where_it_has_rooms_and_nowhere_else(net: dict[str, Process]) -> None:
    edge, one, two = net.values()
    link = FakeLink("ann", Codec.JSON)
    for code, holder in (("AAAA", "one"), ("BBBB", "one"), ("AAAA", "two")):
        assert edge.exchange.carry(holder, link, code, chat(code))
    settle(net)
    assert [len(p.rooms.here) for p in (one, two)] == [1, 1]
    assert one.rooms.heard == [chat("AAAA"), chat("BBBB")] and two.rooms.heard == [chat("AAAA")]
    (far,) = two.rooms.here
    assert (far.player, far.name, far.codec, far.arrival) == ("ann", "Ann", Codec.JSON, link.arrival)
    edge.exchange.carry("two", link, "BBBB", chat("BBBB"))
    settle(net)
    assert [len(p.rooms.here) for p in (one, two)] == [0, 1], "the last room of his at the first has moved"
    for code in ("AAAA", "BBBB"):
        edge.exchange.here(link, code)
    settle(net)
    assert [len(p.rooms.here) for p in (one, two)] == [0, 0]
    edge.exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    edge.exchange.gone(link)
    settle(net)
    assert [len(p.rooms.here) for p in (one, two)] == [0, 0]


def test_only_those_with_a_room_at_a_process_that_is_gone_are_cut_off(net: dict[str, Process]) -> None:
    edge, one, _ = net.values()
    there, moved, elsewhere = links = [FakeLink(name, Codec.JSON) for name in ("ann", "bob", "cat")]
    edge.exchange.carry("one", there, "AAAA", chat("AAAA"))
    edge.exchange.carry("one", moved, "BBBB", chat("BBBB"))
    edge.exchange.here(moved, "BBBB")
    edge.exchange.carry("two", elsewhere, "CCCC", chat("CCCC"))
    settle(net)
    for _, data in one.lines.farewell():
        edge.lines.hear(data)
    assert [link.closed for link in links] == [CloseCode.MOVED, None, None]
    assert not edge.exchange.carry("one", moved, "BBBB", chat("BBBB")), "ask again who holds it"


def test_a_room_elsewhere_is_told_who_is_behind_also_when_he_comes_behind(net: dict[str, Process]) -> None:
    edge, one, two = net.values()
    link = FakeLink("ann", Codec.JSON)
    edge.exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    (far,) = one.rooms.here
    link.stuck = LIMIT + 1
    far.send(b"much")
    settle(net)
    edge.exchange.carry("two", link, "BBBB", chat("BBBB"))
    settle(net)
    (other,) = two.rooms.here
    assert min(far.backlog(), other.backlog()) > 10**9
    link.stuck = 0
    edge.exchange.drained(link)
    settle(net)
    assert far.backlog() == other.backlog() == 0
    assert [p.rooms.calls for p in (one, two)] == [[("drained", "ann")]] * 2


def test_what_rooms_say_reaches_the_link_until_it_is_closed(net: dict[str, Process]) -> None:
    edge, one, _ = net.values()
    ann, bob = links = [FakeLink(name, Codec.JSON) for name in ("ann", "bob")]
    for link in links:
        edge.exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    frame = b"for both"
    for far in one.rooms.here:
        far.send(frame)
    one.rooms.here[0].close(CloseCode.MOVED, "come again")
    one.rooms.here[0].send(b"too late")
    one.rooms.here[1].send(b"for bob")
    settle(net)
    assert (ann.frames, ann.closed) == ([frame], CloseCode.MOVED)
    assert (bob.frames, bob.closed) == ([frame, b"for bob"], None)
    before = len(one.rooms.heard)
    edge.exchange.carry("one", ann, "AAAA", chat("AAAA"))
    settle(net)
    assert len(one.rooms.heard) == before, "nothing is begun for him any more"


def test_who_is_sent_to_a_process_that_has_not_his_room_comes_again(net: dict[str, Process]) -> None:
    edge, one, two = net.values()
    link = FakeLink("ann", Codec.JSON)
    edge.exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    (far,) = one.rooms.here
    assert one.exchange.carry("two", far, "AAAA", chat("AAAA"))
    settle(net)
    assert link.closed is CloseCode.MOVED and two.rooms.heard == []
