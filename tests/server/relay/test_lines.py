"""Lines between processes over a bus that loses what it likes: what is delivered between two fresh starts is a whole piece of what was
said between two fresh starts at the other end, and once the bus is well everything is delivered again."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from server.links import PlayerId
from server.metrics import Metrics
from server.relay.bus import ALL
from server.relay.letters import Away, Forward, Frames, Letter
from server.relay.lines import BEAT, DEAF, FORGET, LETTER, MOST, Lines

SILENCE = 3.0


class Said(NamedTuple):
    """A letter as it is known by: who said it to whom, after how many fresh starts of his, and as which since then."""

    source: str
    to: str
    era: int
    number: int


class End:
    """One process: its lines, and all that has been said and heard there."""

    def __init__(self, net: Net, name: str) -> None:
        self.net = net
        self.name = name
        self.metrics = Metrics()
        self.lines = Lines(name, lambda: net.now, SILENCE, self.metrics)
        self.lines.deliver = self._deliver
        self.lines.broken = self._broken
        self.lines.deaf = lambda: self.deaf.append(net.now)
        self.lines.arrived = lambda player, number: self.arrived.append((player, number))
        self.left: list[str] = []
        self.lines.left = self.left.append
        self.deaf: list[float] = []
        self.arrived: list[tuple[PlayerId, int]] = []
        self.said: dict[str, list[int]] = {}
        """To each other end, for each era: how many letters."""
        self.heard: dict[str, list[list[Said]]] = {}
        """From each other end, for each era of this one: what was delivered."""

    def say(self, to: str) -> Said:
        """Letters to who is not alive are not counted: they are not sent."""
        eras = self.said.setdefault(to, [0])
        said = Said(self.name, to, len(eras) - 1, eras[-1])
        if self.lines.alive(to):
            eras[-1] += 1
            self.lines.send(to, Away(self.net.name_letter(said)))
        return said

    def post(self, *, beat: bool = False) -> None:
        if beat:
            self.lines.look()
        self.net.carry(self.name, self.lines.posts(beat=beat))

    def breaks(self) -> int:
        return sum(len(eras) - 1 for eras in self.heard.values())

    def gaps(self) -> float:
        return self.metrics.registry.get_sample_value("paiju_relay_gaps_total") or 0.0

    def _deliver(self, source: str, letter: Letter) -> None:
        assert isinstance(letter, Away)
        self.heard.setdefault(source, [[]])[-1].append(self.net.letters[letter.link])

    def _broken(self, process: str) -> None:
        self.said.setdefault(process, [0]).append(0)
        self.heard.setdefault(process, [[]]).append([])


class Net:
    """Some ends and the bus between them, which keeps the order of what one end sends to another."""

    def __init__(self, *names: str) -> None:
        self.now = 100.0
        self.letters: list[Said] = []
        self.ends = {name: End(self, name) for name in names}
        self.ways: dict[tuple[str, str], deque[bytes]] = {(a, b): deque() for a in names for b in names}
        for _ in range(2):
            self.beat()

    def name_letter(self, said: Said) -> int:
        self.letters.append(said)
        return len(self.letters) - 1

    def carry(self, source: str, posts: list[tuple[str, bytes]]) -> None:
        for to, data in posts:
            for name in self.ends if to == ALL else [to]:
                self.ways[source, name].append(data)

    def arrive(self, source: str, to: str, many: int = 1_000) -> None:
        way = self.ways[source, to]
        for _ in range(min(many, len(way))):
            self.ends[to].lines.hear(way.popleft())

    def settle(self) -> None:
        """Send and deliver until nothing is on its way."""
        for _ in range(20):
            for end in self.ends.values():
                end.post()
            if not any(self.ways.values()):
                return
            for source, to in self.ways:
                self.arrive(source, to)
        raise AssertionError("the ends never stop talking")

    def beat(self, *silent: str) -> None:
        """A second in which everything arrives; these ends do nothing and hear nothing, and it waits for them."""
        self.now += BEAT
        awake = [name for name in self.ends if name not in silent]
        for name in awake:
            self.ends[name].post(beat=True)
        for _ in range(20):
            for source, to in self.ways:
                if to in awake:
                    self.arrive(source, to)
            for name in awake:
                self.ends[name].post()


def check(net: Net) -> None:
    for source, to in net.ways:
        eras_used: list[int] = []
        for heard in net.ends[to].heard.get(source, []):
            if not heard:
                continue
            assert {said.era for said in heard} == {heard[0].era}, "before and after a fresh start"
            assert [said.number for said in heard] == list(range(len(heard))), "lost, doubled or reordered"
            assert all((said.source, said.to) == (source, to) for said in heard)
            eras_used.append(heard[0].era)
        assert eras_used == sorted(set(eras_used)), "one piece delivered twice"


class Storm(RuleBasedStateMachine):
    NAMES = ("a", "b", "c")
    ends = st.sampled_from(NAMES)

    def __init__(self) -> None:
        super().__init__()
        self.net = Net(*self.NAMES)

    @rule(source=ends, to=ends, many=st.integers(1, 4))
    def say(self, source: str, to: str, many: int) -> None:
        if source != to:
            for _ in range(many):
                self.net.ends[source].say(to)

    @rule(name=ends)
    def post(self, name: str) -> None:
        self.net.ends[name].post()

    @rule(name=ends)
    def beat(self, name: str) -> None:
        self.net.ends[name].post(beat=True)

    @rule(seconds=st.sampled_from([0.3, 1.0, 4.0]))
    def pass_(self, seconds: float) -> None:
        self.net.now += seconds

    @precondition(lambda self: any(self.net.ways.values()))
    @rule(data=st.data(), many=st.integers(1, 5))
    def arrive(self, data: st.DataObject, many: int) -> None:
        ways = [way for way, posts in self.net.ways.items() if posts]
        self.net.arrive(*data.draw(st.sampled_from(ways)), many)

    @precondition(lambda self: any(self.net.ways.values()))
    @rule(data=st.data())
    def lose(self, data: st.DataObject) -> None:
        ways = [way for way, posts in self.net.ways.items() if posts]
        way = self.net.ways[data.draw(st.sampled_from(ways))]
        del way[data.draw(st.integers(0, len(way) - 1))]

    @rule(name=ends)
    def subscribe_again(self, name: str) -> None:
        """All that was on its way to this end is lost."""
        for (_, to), way in self.net.ways.items():
            if to == name:
                way.clear()

    @rule(seconds=st.integers(1, 6), name=ends)
    def sleep(self, seconds: int, name: str) -> None:
        for _ in range(seconds):
            self.net.beat(name)

    @invariant()
    def whole_pieces(self) -> None:
        check(self.net)

    def teardown(self) -> None:
        """Fine weather: two beats later nothing is broken any more, and everything that is said arrives."""
        net = self.net
        for _ in range(3):
            net.beat()
        quiet = [end.breaks() for end in net.ends.values()]
        for source in net.ends.values():
            for to in net.ends.values():
                if source is not to:
                    assert source.lines.alive(to.name)
                    said = [source.say(to.name) for _ in range(3)]
                    net.settle()
                    assert to.heard[source.name][-1][-3:] == said
        for _ in range(3):
            net.beat()
        assert [end.breaks() for end in net.ends.values()] == quiet
        check(net)


Storm.TestCase.settings = settings(stateful_step_count=60)
TestStorm = Storm.TestCase


@pytest.fixture
def pair() -> tuple[Net, End, End]:
    net = Net("a", "b")
    return net, net.ends["a"], net.ends["b"]


def test_a_loss_at_the_end_of_a_burst_is_found_at_the_next_beat(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    a.say("b")
    a.post()
    net.arrive("a", "b")
    a.say("b")
    a.post()
    net.ways["a", "b"].clear()
    assert (a.breaks(), b.breaks()) == (0, 0)
    net.beat()
    assert (a.breaks(), b.breaks()) == (1, 1), "both ends start afresh, once each"
    assert (a.gaps(), b.gaps()) == (0, 1), "who has lost something counts it"


def test_what_waited_to_be_said_when_a_line_broke_is_not_said_after(pair: tuple[Net, End, End]) -> None:
    """It is about connections that are gone at the other end."""
    net, a, b = pair
    for lost in (True, False):
        b.say("a")
        b.post()
        if lost:
            net.ways["b", "a"].clear()
    a.say("b")  # a does not know yet
    net.arrive("b", "a")
    a.post()
    fresh = a.say("b")
    net.settle()
    assert [[said.number for said in era] for era in b.heard["a"]] == [[], [0]]
    assert b.heard["a"][-1] == [fresh]


def test_who_is_silent_is_given_up_and_is_told_when_he_is_heard_again(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    a.say("b")
    net.settle()
    for _ in range(int(SILENCE / BEAT) - 1):
        net.beat("b")
    assert a.lines.alive("b") and a.left == []
    for _ in range(2):
        net.beat("b")
    assert not a.lines.alive("b") and a.left == ["b"] and a.breaks() == 1
    assert a.say("b").number == 0, "nothing is said to who is gone"
    b.say("a")  # he does not know that he was
    net.settle()
    assert b.breaks() == 1 and a.heard["b"][-1] == []
    assert a.lines.alive("b") and a.left == ["b"]


def test_nobody_is_given_up_while_this_process_does_not_hear_itself(pair: tuple[Net, End, End]) -> None:
    """The bus stands still, or this process did: then the silence of the others means nothing."""
    net, a, b = pair
    for _ in range(30):
        net.now += BEAT
        a.post(beat=True)
        b.post(beat=True)
    assert len(a.deaf) == 1 and DEAF <= a.deaf[0] - 102.0 <= DEAF + BEAT, "told once, soon"
    for way in net.ways.values():
        way.clear()
    for _ in range(3):
        net.beat()
    assert a.left == b.left == [] and a.breaks() == b.breaks() == 0
    net.now += 100
    net.beat()
    assert len(a.deaf) == 2, "and again the next time"


def test_too_much_that_waits_is_dropped_and_the_other_end_knows(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    big = b"x" * (MOST // 8)
    for _ in range(20):
        a.lines.send_frame("b", 1, big + b"")
        a.lines.send("b", Forward(1, PlayerId("p"), "n", 1, "c", big))
    posts = a.lines.posts()
    assert sum(len(data) for _, data in posts) <= MOST
    net.carry("a", posts)
    a.say("b")
    net.settle()
    assert (a.breaks(), b.breaks()) == (1, 1)
    many = MOST // LETTER + 10
    for number in range(many):
        a.lines.send("b", Away(number))
    assert sum(len(data) for _, data in a.lines.posts()) < 1_000, "small ones count, too"


def test_the_same_frame_is_sent_once_for_all_its_links(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    heard: list[Letter] = []
    b.lines.deliver = lambda source, letter: heard.append(letter)
    frame, other = b"to all of you", b"to some"
    for link in (3, 4, 5):
        a.lines.send_frame("b", link, frame)
    a.lines.send_frame("b", 4, other)
    a.lines.send_frame("b", 3, frame)
    net.settle()
    assert heard == [Frames(frame, [3, 4, 5]), Frames(other, [4]), Frames(frame, [3])]


def test_frames_in_two_encodings_by_turns_are_sent_once_each(pair: tuple[Net, End, End]) -> None:
    """As a room tells an update to all its people; what is for one link keeps its order."""
    net, a, b = pair
    heard: list[Letter] = []
    b.lines.deliver = lambda source, letter: heard.append(letter)
    updates = [(b"json 1", b"binary 1"), (b"json 2", b"binary 2")]
    for update in updates:
        for link in range(6):
            a.lines.send_frame("b", link, update[link % 2])
    net.settle()
    assert sum(isinstance(letter, Frames) for letter in heard) == 4
    for link in range(6):
        frames = [letter.frame for letter in heard if isinstance(letter, Frames) and link in letter.links]
        assert frames == [update[link % 2] for update in updates]


def test_a_letter_that_fails_and_rubbish_cost_a_fresh_start_at_most(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    b.lines.hear(b"\xc1rubbish")

    def fail(source: str, letter: Letter) -> None:
        raise RuntimeError("nobody foresaw this")

    deliver, b.lines.deliver = b.lines.deliver, fail
    for _ in range(3):
        a.say("b")
    net.settle()
    assert (a.breaks(), b.breaks()) == (1, 1)
    b.lines.deliver = deliver
    said = a.say("b")
    net.settle()
    assert b.heard["a"][-1] == [said]


def test_who_says_goodbye_is_gone_at_once(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    last = b.say("a")
    net.carry("b", b.lines.farewell())
    net.arrive("b", "a")
    assert a.heard["b"][0] == [last] and a.left == ["b"] and not a.lines.alive("b")


def test_names_of_the_dead_are_forgotten_and_one_that_comes_back_is_understood(
    pair: tuple[Net, End, End],
) -> None:
    net, a, b = pair
    for end in (a, b):
        for _ in range(3):
            end.say("b" if end is a else "a")
            net.settle()
    for way in ((("b", "a")), ("a", "b")):
        net.ways[way].clear()
    for _ in range(int(FORGET / BEAT) + 10):
        net.beat("b")
        net.ways["a", "b"].clear()
    before = len(a.said["b"])
    for _ in range(3):
        net.beat()
    assert a.left == ["b"] and len(a.said["b"]) > before
    for end, other in ((a, b), (b, a)):
        said = end.say(other.name)
        net.settle()
        assert other.heard[end.name][-1] == [said]


def test_arrivals_are_told_to_all_others(pair: tuple[Net, End, End]) -> None:
    net, a, b = pair
    a.lines.announce(PlayerId("p1"), 7)
    a.lines.announce(PlayerId("p2"), 8)
    net.settle()
    assert (a.arrived, b.arrived) == ([], [("p1", 7), ("p2", 8)])
    net.settle()
    assert len(b.arrived) == 2, "once"
