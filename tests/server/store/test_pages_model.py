"""Pages against their model: a dictionary, and a clock that goes forward only."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from server.store import open_store
from server.store.base import Page, Store
from tests.redis_server import FLAVOURS, RedisServer

T = TypeVar("T")
KINDS = ("ban", "me")

kinds = st.sampled_from(KINDS)
keys = st.sampled_from(["a", "aa", "b", "c:1", "é", "牌"])


class Machine(RuleBasedStateMachine):
    kind = ""
    address: Callable[[str], str]

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.words = itertools.count()
        self.kept: dict[str, dict[str, tuple[bytes, float]]] = {kind: {} for kind in KINDS}
        self.runner = asyncio.Runner()
        self.url = type(self).address(self.kind)
        self.store: Store = self.run(open_store(self.url, clock=lambda: self.now))

    def run(self, call: Awaitable[T]) -> T:
        async def wait() -> T:
            return await call

        return self.runner.run(wait())

    def live(self, kind: str) -> list[Page]:
        pages = sorted(self.kept[kind].items(), key=lambda item: item[0].encode())
        return [Page(key, data) for key, (data, expires) in pages if self.now < expires]

    @rule(kind=kinds, key=keys, ttl=st.sampled_from([None, 1.0, 5.0, 20.0]))
    def put(self, kind: str, key: str, ttl: float | None) -> None:
        data = b"%d" % next(self.words)
        self.run(self.store.put_page(kind, key, data, ttl))
        self.kept[kind][key] = (data, self.now + (math.inf if ttl is None else ttl))

    @rule(kind=kinds, key=keys)
    def drop(self, kind: str, key: str) -> None:
        there = key in {page.key for page in self.live(kind)}
        assert self.run(self.store.drop_page(kind, key)) is there
        self.kept[kind].pop(key, None)

    @rule(seconds=st.sampled_from([0.5, 1.0, 4.0, 30.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def sweep(self) -> None:
        self.run(self.store.sweep())

    @rule()
    def reopen(self) -> None:
        if self.kind != "memory":
            self.run(self.store.close())
            self.store = self.run(open_store(self.url, clock=lambda: self.now))

    @rule(kind=kinds, after=keys, limit=st.integers(1, 3))
    def some(self, kind: str, after: str, limit: int) -> None:
        past = [page for page in self.live(kind) if page.key.encode() > after.encode()]
        assert self.run(self.store.pages(kind, limit, after)) == past[:limit]

    @invariant()
    def what_is_read_is_what_was_put(self) -> None:
        for kind in KINDS:
            live = self.live(kind)
            assert self.run(self.store.pages(kind, 100)) == live
            for page in live:
                assert self.run(self.store.get_page(kind, page.key)) == page.data

    def teardown(self) -> None:
        self.run(self.store.close())
        self.runner.close()


@pytest.mark.slow
@pytest.mark.timeout(300)  # a failure is made small before it is shown
@pytest.mark.parametrize("kind", ["sqlite", "memory", *FLAVOURS])
def test_pages_do_what_their_model_does(
    kind: str, tmp_path: Path, redis_servers: Callable[[str], list[RedisServer]]
) -> None:
    lives = itertools.count()

    def address(kind: str) -> str:
        """Of a store with nothing in it yet."""
        match kind:
            case "sqlite":
                return f"sqlite:{tmp_path}/{next(lives)}.db"
            case "memory":
                return "memory:"
        return f"{redis_servers(kind)[0].url}?prefix={tmp_path.name}-{next(lives)}"

    phases = [Phase.reuse, Phase.generate, Phase.shrink]
    run_state_machine_as_test(
        type("Machine", (Machine,), {"kind": kind, "address": staticmethod(address)}),
        settings=settings(max_examples=30, stateful_step_count=25, deadline=None, phases=phases),
    )
