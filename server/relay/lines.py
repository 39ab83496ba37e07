"""Numbered lines between processes: what is lost on the way is noticed within a second, and then both ends start afresh.

Batches from one process to another are numbered. Whoever misses a number does not know what was in it, so he *breaks* the line: at his
end everything that goes over it is let go (players of his in rooms there are disconnected, players from there count as gone here), and
with his next batch the other end learns of the break and does the same. What was sent before an end knew of the break is ignored. The
players connect again and resume as after any lost connection: nothing is repaired twice.

Every line that is in use says something once a second, so that a loss at the end of a burst is found, too; and whoever is heard of no
more is given up after `silence` seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog

from server.links import PlayerId
from server.metrics import Metrics
from server.relay.bus import ALL, Bus
from server.relay.letters import Batch, Call, Frames, Letter, read_letter, write_letter
from server.store.base import Unavailable

__all__ = ["Lines"]

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two signs of life."""
FORGET = 600.0
"""Seconds after which a silent process is forgotten. Its name does not come back."""
MOST = 20_000
"""Letters that may wait for one process. Past that the bus is stuck; all are dropped, which the receiver notices."""


class _Line:
    """Our end of the line to one process. `sent` and `heard` are numbers of batches."""

    __slots__ = ("alive", "breaks", "heard", "heard_at", "out", "seen", "sent", "used")

    def __init__(self, now: float) -> None:
        self.out: list[Letter] = []
        self.sent = 0
        self.heard = 0
        self.breaks = 0
        self.seen = 0
        self.used = False
        self.alive = True
        self.heard_at = now


class Lines:
    """All lines of this process, `name`. `deliver` gets what is heard, in order; `broken` the name of a process with which everything
    starts afresh (or is over); `left` the name of one that is gone; `arrived` the players that have connected to others. `deaf` is called
    when the bus begins to be deaf."""

    def __init__(
        self, bus: Bus, name: str, clock: Callable[[], float], silence: float, metrics: Metrics
    ) -> None:
        self.name = name
        self.deliver: Callable[[str, Letter], None] = lambda source, letter: None
        self.broken: Callable[[str], None] = lambda source: None
        self.left: Callable[[str], None] = lambda source: None
        self.deaf: Callable[[], None] = lambda: None
        self.arrived: Callable[[PlayerId, int], None] = lambda player, number: None
        self._bus = bus
        self._clock = clock
        self._silence = silence
        self._metrics = metrics
        self._lines: dict[str, _Line] = {}
        self._arrivals: list[tuple[PlayerId, int]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._deaf_until = 0.0
        """While the bus does not hear, nobody's silence means anything."""

    async def start(self) -> None:
        """Raises Unavailable."""
        await self._bus.start(self._hear)
        self._tasks = [asyncio.create_task(self._post()), asyncio.create_task(self._beat())]

    async def stop(self) -> None:
        """Send what waits, say goodbye, and end."""
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(Unavailable):
            await self._bus.send([*self._batches(), (ALL, write_letter(Call(self.name, leaving=True)))])
        await self._bus.close()

    def alive(self, name: str) -> bool:
        """Whether that process has been heard of lately."""
        line = self._lines.get(name)
        return line is not None and line.alive

    def send(self, to: str, letter: Letter) -> None:
        """Queue a letter. Whatever waits when this tick ends goes as one batch."""
        line = self._line(to)
        if len(line.out) >= MOST:
            line.out.clear()
            line.sent += 1  # a number that nobody will see
        line.out.append(letter)
        self._wake.set()

    def send_frame(self, to: str, link: int, frame: bytes) -> None:
        """Queue a frame for a link there. The same frame for the next link is not sent again."""
        out = self._line(to).out
        last = out[-1] if out else None
        if isinstance(last, Frames) and last.frame is frame:
            last.links.append(link)
        else:
            self.send(to, Frames(frame, [link]))

    def announce(self, player: PlayerId, arrival: int) -> None:
        self._arrivals.append((player, arrival))
        self._wake.set()

    # -- out ----------------------------------------------------------------------------------------------------------

    async def _post(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            posts = self._batches()
            if self._arrivals:
                arrivals, self._arrivals = self._arrivals, []
                posts.append((ALL, write_letter(Call(self.name, arrivals=arrivals))))
            try:
                await self._bus.send(posts)
            except Unavailable as error:
                log.warning("the relay could not send", error=str(error))
                await asyncio.sleep(BEAT / 4)

    async def _beat(self) -> None:
        while True:
            now = self._clock()
            if not self._bus.listening:
                if now >= self._deaf_until:
                    self.deaf()
                self._deaf_until = now + self._silence
            for name, line in list(self._lines.items()):
                self._look(name, line, now)
            with contextlib.suppress(Unavailable):
                await self._bus.send([*self._batches(idle=True), (ALL, write_letter(Call(self.name)))])
            await asyncio.sleep(BEAT)

    def _batches(self, *, idle: bool = False) -> list[tuple[str, bytes]]:
        """What waits, by receiver; `idle`: for every line in use, though nothing waits."""
        posts = []
        for name, line in self._lines.items():
            if line.out or (idle and line.used and line.alive):
                letters, line.out = line.out, []
                line.sent += 1
                line.used = True
                posts.append(
                    (name, write_letter(Batch(self.name, line.sent, line.breaks, line.seen, letters)))
                )
                self._metrics.relayed.labels("out").inc(len(letters))
        return posts

    # -- in -----------------------------------------------------------------------------------------------------------

    def _hear(self, data: bytes) -> None:
        letter = read_letter(data)
        if letter.source == self.name:
            return
        line = self._line(letter.source)
        line.heard_at, line.alive = self._clock(), True
        if isinstance(letter, Batch):
            self._take(letter, line)
        elif letter.leaving:
            self._give_up(letter.source, line)
        else:
            for player, number in letter.arrivals:
                self.arrived(player, number)

    def _take(self, batch: Batch, line: _Line) -> None:
        line.used = True
        if batch.number != line.heard + 1:
            line.breaks += 1
            self._metrics.relay_gaps.inc()
            log.warning("letters of another process were lost", process=batch.source, at=batch.number)
            self.broken(batch.source)
        line.heard = batch.number
        if batch.breaks != line.seen:
            line.seen = batch.breaks
            self.broken(batch.source)
        if batch.seen == line.breaks:
            self._metrics.relayed.labels("in").inc(len(batch.letters))
            for letter in batch.letters:
                self.deliver(batch.source, letter)

    def _look(self, name: str, line: _Line, now: float) -> None:
        if now < self._deaf_until:
            return
        silent = now - line.heard_at
        if line.alive and silent > self._silence:
            log.warning("a process is silent", process=name, seconds=round(silent, 1))
            self._give_up(name, line)
        elif silent > FORGET:
            del self._lines[name]

    def _give_up(self, name: str, line: _Line) -> None:
        line.alive = False
        line.breaks += 1  # should it be heard of again, it learns that everything has started afresh
        line.out.clear()
        self.broken(name)
        self.left(name)

    def _line(self, name: str) -> _Line:
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = _Line(self._clock())
        return line
