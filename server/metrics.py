"""What the server counts, in the Prometheus form. One registry per server, so that several can live in one process (tests)."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

__all__ = ["Metrics", "Spread", "Tally"]

_FAST = (0.00002, 0.00005, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5)
"""Seconds. An append takes 16 µs to 150 µs on the embedded store, a few ms where a disk or a network is slow."""
_LAG = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Seconds. Virtual machines have episodes of 20 to 80 ms; above that something blocks the loop."""


class Tally(Collector):
    """A counter that is counted many times for each answer: a number in a dict, by label values, told when it is scraped. The library's own
    takes a lock and checks its labels each time, which together cost as much as the rules of a move."""

    def __init__(self, name: str, purpose: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        self._name, self._purpose, self.labels = name, purpose, labels
        self.counts: defaultdict[tuple[str, ...], int] = defaultdict(int)
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._purpose, labels=self.labels)
        for values, count in list(self.counts.items()):
            family.add_metric(values, count)
        yield family


class Spread(Collector):
    """How long something takes, in buckets up to `bounds` (seconds) and one beyond: a `Tally` of times."""

    def __init__(self, name: str, purpose: str, bounds: Sequence[float], registry: CollectorRegistry) -> None:
        self._name, self._purpose, self._bounds = name, purpose, bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        names = [*(repr(bound) for bound in self._bounds), "+Inf"]
        buckets = list(zip(names, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._purpose, buckets=buckets, sum_value=self._sum)


class Metrics:
    """All counters of one server. Label values come from closed sets (slugs, codes, games), never from clients."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry(auto_describe=True)
        r = self.registry
        self.connections = Gauge("paiju_connections", "Open WebSocket connections", registry=r)
        self.rooms = Gauge("paiju_rooms", "Rooms held by this process", registry=r)
        self.matches = Gauge("paiju_matches", "Running matches", registry=r)
        self.hellos = Counter("paiju_hellos", "Accepted hellos", ["kind"], registry=r)
        self.messages = Tally("paiju_messages", "Messages from clients", ("type",), r)
        self.refusals = Counter("paiju_refusals", "Refused requests", ["slug"], registry=r)
        self.closes = Counter("paiju_closes", "Connections closed by the server", ["code"], registry=r)
        self.turned_away = Counter("paiju_turned_away", "Connections not let in", ["why"], registry=r)
        self.sent_bytes = Tally("paiju_sent_bytes", "Bytes queued for clients", (), r)
        self.writes = Tally("paiju_writes", "Socket writes (each has all frames of a loop tick)", (), r)
        self.answers = Tally("paiju_answers", "Answers applied to matches", ("game", "by"), r)
        self.finished = Counter("paiju_finished", "Matches that ended", ["game", "how"], registry=r)
        self.append = Spread("paiju_append_seconds", "A durable append", _FAST, r)
        self.lag = Spread("paiju_loop_lag_seconds", "How late the event loop wakes up", _LAG, r)
        self.processes = Gauge(
            "paiju_relay_processes", "Other processes of this server that were heard of lately", registry=r
        )
        self.strangers = Gauge(
            "paiju_relay_strangers", "Other processes whose release this one does not understand", registry=r
        )
        self.relayed = Counter(
            "paiju_relay_letters", "Letters between the processes of this server", ["way"], registry=r
        )
        self.relay_gaps = Counter(
            "paiju_relay_gaps", "Times that letters of another process were lost", registry=r
        )
        self.faults = Counter(
            "paiju_faults", "Exceptions that should not have happened", ["where"], registry=r
        )

    def count(self, gauge: Gauge, reader: Callable[[], float]) -> None:
        """Let a gauge read its value when it is scraped."""
        gauge.set_function(reader)

    def text(self) -> bytes:
        """The exposition, in the text format 0.0.4."""
        return generate_latest(self.registry)
