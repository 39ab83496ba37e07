"""Bots that think for long (`Game.heavy`) do so in a process of their own, so that no room waits for them.

A thought is asked for when the bot's pause is over and is there some tenths of a second later; the journal has the answer only. One that is
not there when the time is up is worth the ask's default, like one that failed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import msgspec

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.ids import AskId
from engine.core.view import View
from engine.registry import find_game

__all__ = ["Brains", "Thoughts"]


class Brains:
    """Of all rooms of this process. No worker is started before the first thought."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def think(self, game: str, level: str, view: View, ask: Ask, luck: Chance) -> asyncio.Future[Answer]:
        """The answer of a bot of this level. The future may have any exception."""
        seen = msgspec.msgpack.encode((view, ask))
        try:
            thought = self._workers_pool().submit(_answer, game, level, seen, luck)
        except BrokenExecutor:  # its worker was killed
            self.close()
            thought = self._workers_pool().submit(_answer, game, level, seen, luck)
        return asyncio.wrap_future(thought)

    def _workers_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")  # a fork would inherit sockets and threads
            self._pool = ProcessPoolExecutor(self._workers, spawn, initializer=_settle_in)
        return self._pool

    def close(self) -> None:
        """Thoughts that have not begun are given up."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Thoughts:
    """What the bots of one room are thinking about. `wake` is called when one knows its answer."""

    def __init__(self, brains: Brains, wake: Callable[[], None]) -> None:
        self._brains = brains
        self._wake = wake
        self._about: dict[AskId, asyncio.Future[Answer]] = {}

    def __contains__(self, ask: AskId) -> bool:
        """Whether a bot is thinking about this question, and has not come to an end."""
        thought = self._about.get(ask)
        return thought is not None and not thought.done()

    def on(self, ask: Ask, begin: Callable[[Brains], asyncio.Future[Answer]]) -> asyncio.Future[Answer]:
        """The thought about this question; `begin` it if nobody has."""
        thought = self._about.get(ask.id)
        if thought is None:
            thought = self._about[ask.id] = begin(self._brains)
            thought.add_done_callback(lambda done: self._wake())
        return thought

    def forget_all_but(self, open_asks: Collection[AskId]) -> None:
        """Questions that are no longer asked need no answer."""
        for ask in [ask for ask in self._about if ask not in open_asks]:
            thought = self._about.pop(ask)
            thought.cancel()


_decoder = msgspec.msgpack.Decoder(tuple[View, Ask])


def _answer(game: str, level: str, seen: bytes, luck: Chance) -> Answer:
    """In the worker."""
    view, ask = _decoder.decode(seen)
    return find_game(game).bots[level](lambda: view, ask, luck)


def _settle_in() -> None:
    """A worker leaves signals to its parent, and does not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
