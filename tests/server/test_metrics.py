"""Our own counters say what the library's would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from server.metrics import Spread, Tally

BOUNDS = (0.00002, 0.001, 0.5, 1.0)


def lines(registry: CollectorRegistry) -> set[str]:
    """Without when they began, which ours do not tell."""
    return {line for line in generate_latest(registry).decode().splitlines() if "_created" not in line}


@given(st.lists(st.sampled_from([("answer", "ok"), ("chat", "ok"), ("chat", 'no "ÿ\n')])))
def test_a_tally_is_told_as_the_librarys_counter_is(counted: list[tuple[str, str]]) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    tally = Tally("paiju_things", "Things", ("type", "how"), ours)
    counter = Counter("paiju_things", "Things", ["type", "how"], registry=theirs)
    for values in counted:
        tally.counts[values] += 1
        counter.labels(*values).inc()
    assert lines(ours) == lines(theirs)


@given(st.lists(st.sampled_from([0.0, 0.00002, 0.00003, 0.001, 0.25, 0.5, 0.75, 1.0, 60.0])))
def test_a_spread_is_told_as_the_librarys_histogram_is(times: list[float]) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    spread = Spread("paiju_wait_seconds", "A wait", BOUNDS, ours)
    histogram = Histogram("paiju_wait_seconds", "A wait", buckets=BOUNDS, registry=theirs)
    for seconds in times:
        spread.observe(seconds)
        histogram.observe(seconds)
    assert lines(ours) == lines(theirs)
