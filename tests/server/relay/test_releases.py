"""Processes of two releases, as there are during an upgrade: what is new to one of them is left out or refused and breaks nothing, and
those who would misunderstand each other do not talk."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from structlog.testing import capture_logs

import protocol.admin as a
import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from server.links import PlayerId
from server.metrics import Metrics
from server.relay.bus import ALL
from server.relay.letters import (
    DIALECT,
    Away,
    Batch,
    Behind,
    Call,
    CaughtUp,
    Cut,
    Forward,
    Frames,
    Letter,
    Order,
    Report,
    Stranger,
    read_letter,
    write_letter,
)
from server.relay.lines import BEAT, Lines
from tests.server.admin.desk import TOKEN, get
from tests.server.harness import Client, count, until
from tests.server.relay.exchanges import Process, chat, settle
from tests.server.relay.servers import (
    Servers,
    changed,
    in_dialect,
    open_with,
    request,
)
from tests.server.rooms.world import FakeLink

SILENCE = 3.0
ANN = PlayerId("ann")
LETTERS: list[Letter] = [
    Forward(1, ANN, "Ann", 5, Codec.JSON.value, b"message"),
    Away(1),
    Behind(2),
    CaughtUp(3),
    Frames(b"frame", [1, 2]),
    Cut(4, 4008, "come again"),
    Order(1, b"order"),
    Report(1, b"report"),
]
UNKNOWN = ["z9", "of a kind that a later release may add", {"with": [1, 2, None]}]
"""A letter."""


def test_there_is_a_letter_of_every_kind_here() -> None:
    assert {type(letter) for letter in LETTERS} == set(get_args(Letter))


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: type(letter).__name__)
def test_what_a_later_release_has_added_is_left_out(letter: Letter) -> None:
    batch, call = Batch("a", 7, 1, 2, [letter, letter]), Call("a", arrivals=[(ANN, 3)])

    def more(values: list[object]) -> None:
        values += ["a field", {"more": 1}]
        if isinstance(letters := values[5], list):
            letters[0] += ["another"]
            letters[1:1] = [UNKNOWN, UNKNOWN]
            letters.append(UNKNOWN)

    assert read_letter(changed(write_letter(batch), more)) == batch
    assert read_letter(changed(write_letter(call), lambda values: values.append("a field"))) == call


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: type(letter).__name__)
def test_a_letter_that_is_known_and_wrong_is_not_taken_for_a_new_one(letter: Letter) -> None:
    """Else a player's request would be lost without a word; so the batch is, which its receiver notices."""

    def spoil(values: list[object]) -> None:
        letters = values[5]
        assert isinstance(letters, list)
        letters[0][1] = {"no": "number and no text"}
        letters.append(UNKNOWN)

    with pytest.raises(msgspec.ValidationError):
        read_letter(changed(write_letter(Batch("a", 7, 1, 2, [letter])), spoil))


DIALECTS = {"the next": str(DIALECT + 1), "far on": "73", "the one before": str(DIALECT - 1), "none": ""}


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
@pytest.mark.parametrize("post", [Batch("a", 7, 1, 2, LETTERS), Call("a", leaving=True)])
def test_another_dialect_is_told_by_who_speaks_it(post: Batch | Call, dialect: str) -> None:
    assert read_letter(in_dialect(write_letter(post), dialect)) == Stranger("a", dialect)


class Pair:
    """An old and a new process. Each hears the other in a dialect that is not its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.metrics = [Metrics(), Metrics()]
        self.ends = [
            Lines(name, lambda: self.now, SILENCE, metrics)
            for name, metrics in zip("ab", self.metrics, strict=True)
        ]

    def beat(self, *silent: Lines) -> list[str]:
        """A second passes. Returns to whom something was sent."""
        self.now += BEAT
        receivers = []
        for end in self.ends:
            end.look()
            for to, data in end.posts(beat=True) if end not in silent else []:
                receivers.append(to)
                for other in self.ends:
                    other.hear(data if other is end else in_dialect(data, str(DIALECT + 1)))
        return receivers

    def strangers(self, number: int) -> float | None:
        return self.metrics[number].registry.get_sample_value("paiju_relay_strangers")


def test_processes_that_would_misunderstand_each_other_do_not_talk() -> None:
    pair = Pair()
    with capture_logs() as logs:
        for _ in range(5):
            assert set(pair.beat()) == {ALL}, "only signs of life, which name nobody"
    assert [(line["log_level"], line["process"], line["dialect"]) for line in logs] == [
        ("warning", "a", "2"),
        ("warning", "b", "2"),
    ], "told once by each"
    for end, other in zip(pair.ends, "ba", strict=True):
        assert not end.alive(other) and end.others() == [] and end.strangers() == [other]
        end.send(other, Away(1))
        assert end.posts() == []
    assert [pair.strangers(0), pair.strangers(1)] == [1.0, 1.0]


def test_a_stranger_is_one_until_he_is_gone() -> None:
    pair = Pair()
    pair.beat()
    for _ in range(int(SILENCE / BEAT) + 1):
        pair.beat(pair.ends[1])
    assert pair.ends[0].strangers() == [] and pair.strangers(0) == 0.0
    assert pair.ends[1].strangers() == ["a"], "the one that only listens hears him still"


@pytest.fixture
def net() -> dict[str, Process]:
    net: dict[str, Process] = {}
    for name in ("edge", "one"):
        Process(name, net)
    settle(net, beat=True)
    return net


def entered(net: dict[str, Process]) -> FakeLink:
    """Somebody at the edge, with a room at the other one."""
    link = FakeLink(ANN, Codec.JSON)
    net["edge"].exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    return link


def forward(net: dict[str, Process], message: bytes, codec: str = Codec.JSON.value, link: int = 1) -> None:
    net["edge"].lines.send("one", Forward(link, ANN, "Ann", 1, codec, message))
    settle(net)


def test_a_message_that_the_holder_does_not_know_is_refused_and_nothing_else_happens(
    net: dict[str, Process],
) -> None:
    """As the holder would refuse it, had the player come to it."""
    link = entered(net)
    news = msgspec.msgpack.encode({"type": "applaud", "action": "a7", "room": "AAAA"})
    forward(net, news)
    (refused,) = [Codec.JSON.read_server(frame) for frame in link.frames]
    assert isinstance(refused, wire.Refused)
    assert (refused.slug, refused.action) == (Slug.FRAME_UNKNOWN_TYPE, "a7")
    net["edge"].exchange.carry("one", link, "AAAA", chat("AAAA"))
    settle(net)
    assert link.closed is None and net["one"].rooms.heard == [chat("AAAA")] * 2


def test_who_speaks_in_a_way_that_the_holder_does_not_know_comes_again(net: dict[str, Process]) -> None:
    link, other = entered(net), FakeLink("bob", Codec.MSGPACK)
    net["edge"].exchange.carry("one", other, "AAAA", chat("AAAA"))
    settle(net)
    forward(net, Codec.MSGPACK.encode(chat("AAAA")), "paiju.v2.cbor")
    assert (link.closed, other.closed) == (CloseCode.MOVED, None)


def test_a_close_code_that_this_process_does_not_know_closes_all_the_same(net: dict[str, Process]) -> None:
    link = entered(net)
    net["one"].lines.send("edge", Cut(1, 4999, "for a reason of the future"))
    settle(net)
    assert link.closed is CloseCode.MOVED


# -- real servers ------------------------------------------------------------------------------------------------------


ADMIN = {"admin_port": -1, "admin_token": f"ann:{TOKEN}"}


async def test_a_table_of_a_process_that_is_not_understood_goes_on_when_that_is_gone(
    servers: Servers,
) -> None:
    """A rolling upgrade from one dialect to the next: who comes to the wrong process is told so, and is let in when the old one went."""
    old, new = await servers.start(2, **ADMIN)
    for app in (old, new):
        servers.bus(app).changes = lambda data: in_dialect(data, "2")
    # They were of one dialect when they began: that is over first.
    await until(lambda: all(count(app, "paiju_relay_processes") == 0 for app in (old, new)), 10)
    assert [count(app, "paiju_relay_strangers") for app in (old, new)] == [1, 1]
    async with Client(old) as ann, Client(new) as bob:
        await ann.hello(name="Ann")
        await bob.hello(name="Bob")
        code = await open_with(ann)
        answer = await request(bob, wire.Enter(action="in", room=code))
        assert isinstance(answer, wire.Refused) and answer.slug == Slug.SERVER_STORE
        assert (await get(new, a.GetStatus(), a.Status)).silent == [servers.bus(old).name]
        await servers.end(old)
        assert isinstance(await request(bob, wire.Enter(action="again", room=code)), wire.Done)
        assert servers.rooms(new) == 1
