"""A room as this client knows it: snapshots and updates folded, nothing computed that the server decides."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeVar

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask
from engine.core.events import Event
from engine.core.match import PollView
from engine.core.poll import Outcome
from engine.core.view import View, fold
from protocol.codec import Codec

__all__ = ["Change", "RoomModel"]

T = TypeVar("T")


class _Reader:
    """Reads the engine's payloads in one encoding."""

    def __init__(self, codec: Codec) -> None:
        self._binary = codec.binary

    def __call__(self, raw: msgspec.Raw, kind: type[T]) -> T:
        if self._binary:
            return msgspec.msgpack.decode(raw, type=kind)
        return msgspec.json.decode(raw, type=kind)

    def maybe(self, raw: msgspec.Raw | None, kind: type[T]) -> T | None:
        return None if raw is None else self(raw, kind)

    def events(self, raws: Sequence[msgspec.Raw]) -> list[Event]:
        read = msgspec.msgpack.decode if self._binary else msgspec.json.decode
        return [read(raw, type=Event) for raw in raws]


class Change(msgspec.Struct):
    """What one message changed: new events, a line of chat, and which parts are new."""

    events: Sequence[Event] = ()
    said: wire.Said | None = None
    ask: bool = False
    window: bool = False
    info: bool = False
    over: bool = False
    begun: bool = False
    fresh: bool = False


class RoomModel:
    """Everything known about one room. `gap` is True after an update was missed: enter again with `since`."""

    def __init__(self, codec: Codec, snapshot: wire.Snapshot) -> None:
        self._read = _Reader(codec)
        self.over: wire.Over | None = None
        self.outcome: Outcome | None = None
        self.gap = False
        self.start(snapshot)

    def start(self, snapshot: wire.Snapshot) -> Change:
        """Begin anew from a snapshot."""
        self.room, self.seq, self.you = snapshot.room, snapshot.seq, snapshot.you
        self.info = snapshot.info
        self.view: View | None = self._read.maybe(snapshot.view, View)
        self.log: list[Event] = self._read.events(snapshot.log)
        self.chat = list(snapshot.chat)
        self.gap = False
        self.ask: Ask | None = None
        self._answered: int | None = None
        self._set_window(snapshot.window, snapshot.ask)
        self._set_over(snapshot.over)
        return Change(
            fresh=True, ask=self.ask is not None, window=True, info=True, over=self.over is not None
        )

    def update(self, update: wire.Update) -> Change:
        """Fold an update. One that came already changes nothing; one that skips a number changes nothing but `gap`; one of the
        number that we are at says again what is asked and who is here (a paused room, a question answered meanwhile)."""
        if update.seq == self.seq:
            self._set_now(update)
            return Change(window=True, info=update.info is not None)
        if update.seq < self.seq:
            return Change()
        if update.seq != self.seq + 1:
            self.gap = True
            return Change()
        self.seq = update.seq
        if update.begun:
            self.log, self.over, self.outcome = [], None, None
            self._answered = None  # each match numbers its questions anew
            self.view = self._read.maybe(update.view, View)
        events = self._read.events(update.events)
        for event in events:
            if self.view is not None:
                fold(self.view, event)
        self.log += events
        del self.log[:-500]
        before = self.ask.id if self.ask else None
        self._set_now(update)
        if update.said is not None:
            self.chat.append(update.said)
        if update.over is not None:
            self._set_over(update.over)
        new_ask = self.ask is not None and self.ask.id != before
        return Change(
            events, update.said, new_ask, True, update.info is not None, update.over is not None, update.begun
        )

    def answered(self, ask: int) -> None:
        """Our answer to this ask was taken; it is no longer ours to answer, though its window may stay open for others."""
        self._answered = ask
        if self.ask is not None and self.ask.id == ask:
            self.ask = None

    # -- looking ------------------------------------------------------------------------------------------------------

    def name_of(self, seat: int) -> str:
        """A player's name; figures and unknown seats have the text key of the figure or the number."""
        if 0 <= seat < len(self.info.seats):
            return self.info.seats[seat].name or f"#{seat + 1}"
        figures = self.view.figures if self.view else []
        index = seat - len(self.info.seats)
        return f"figures.{figures[index]}" if 0 <= index < len(figures) else f"#{seat + 1}"

    def seconds_left(self) -> float | None:
        """Seconds until the open window closes, by our own clock since it was told; None without a limit or a window."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def bank_left(self) -> float:
        """Seconds of the bank of who is asked, by our own clock: it runs when the window's time is over; 0 if none counts now."""
        over = 0.0 if self._deadline is None else max(0.0, time.monotonic() - self._deadline)
        return max(0.0, self.bank_ms / 1000 - over)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _set_now(self, update: wire.Update) -> None:
        self._set_window(update.window, update.ask)
        if update.info is not None:
            self.you = update.you
            self._set_info(update.info)

    def _set_info(self, info: wire.RoomInfo) -> None:
        self.info = info
        if info.phase == "lobby":
            self.view, self.over, self.outcome = None, None, None

    def _set_window(self, window: wire.Window | None, ask: msgspec.Raw | None) -> None:
        self.window: PollView | None = None if window is None else self._read(window.poll, PollView)
        self.ask = self._read.maybe(ask, Ask)
        if self.ask is not None and self.ask.id == self._answered:
            self.ask = None  # told before our answer arrived there
        left = None if window is None else window.left_ms
        self._deadline = None if left is None else time.monotonic() + left / 1000
        self.bank_ms = 0 if window is None else window.bank_ms

    def _set_over(self, over: wire.Over | None) -> None:
        self.over = over
        self.outcome = None if over is None else self._read.maybe(over.outcome, Outcome)
