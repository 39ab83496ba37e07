"""Numbered lines between processes: what is lost on the way is noticed within a second, and then both ends start afresh.

Batches from one process to another are numbered. Whoever misses a number does not know what was in it, so he *breaks* the line: at his
end everything that goes over it is let go (players of his in rooms there are disconnected, players from there count as gone here), and
with his next batch the other end learns of the break and does the same. What an end had said before it knew of the break is ignored
by the other, and what waited to be said is dropped. The players connect again and resume as after any lost connection: nothing is
repaired twice.

Every line that is in use says something once a second, so that a loss at the end of a burst is found, too; and whoever is heard of no
more is given up after `silence` seconds. Only those seconds count in which this process heard itself: what comes from itself takes the
same way, so nobody is given up because the bus stands still, or this process did.

No I/O here: `server.relay.carrier` sends what `posts` gives and hands what comes to `hear`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import structlog

from server.links import PlayerId
from server.metrics import Metrics
from server.relay.bus import ALL
from server.relay.letters import (
    Batch,
    Call,
    Forward,
    Frames,
    Letter,
    Order,
    Report,
    Stranger,
    read_letter,
    write_letter,
)

__all__ = ["BEAT", "Lines"]

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two signs of life."""
HEARD = 1.25 * BEAT
"""Seconds that hearing itself stands for at most: it should hear itself at every beat."""
DEAF = 2.5 * BEAT
"""Seconds without hearing itself after which a process is deaf."""
FORGET = 600.0
"""Seconds after which a silent process is forgotten. Its name does not come back."""
MOST = 32 << 20
"""Bytes that may wait for one process. Past that the bus is stuck; all are dropped, which the receiver notices."""
SAME = 4
"""Frames that a room tells by turns: an update in two encodings, to players of some seats and to all others."""
LETTER = 64
"""Bytes that a letter counts beside what it carries."""


class _Line:
    """Our end of the line to one process. `sent` and `heard` are numbers of batches, `breaks` counts ours, `seen` those of the other end
    that we have followed. `news`: the other end should hear of one of these soon. `heard_at` is by the ear's clock."""

    __slots__ = ("alive", "breaks", "heard", "heard_at", "news", "out", "seen", "sent", "size", "used")

    def __init__(self, now: float) -> None:
        self.out: list[Letter] = []
        self.size = 0
        self.sent = 0
        self.heard = 0
        self.breaks = 0
        self.seen = 0
        self.news = False
        self.used = False
        self.alive = True
        self.heard_at = now

    def drop(self) -> None:
        """What waits is not to be said any more."""
        self.out, self.size = [], 0

    def take(self) -> list[Letter]:
        out = self.out
        self.drop()
        return out


class Lines:
    """All lines of this process, `name`.

    `deliver` gets what is heard, in order; `broken` the name of a process with which everything starts afresh (or is over); `left` the
    name of one that is gone; `arrived` the players that have connected to others. `deaf` is called when the bus begins to be deaf, `wake`
    when something waits to be sent."""

    def __init__(self, name: str, clock: Callable[[], float], silence: float, metrics: Metrics) -> None:
        self.name = name
        self.deliver: Callable[[str, Letter], None] = lambda source, letter: None
        self.broken: Callable[[str], None] = lambda source: None
        self.left: Callable[[str], None] = lambda source: None
        self.deaf: Callable[[], None] = lambda: None
        self.arrived: Callable[[PlayerId, int], None] = lambda player, number: None
        self.wake: Callable[[], None] = lambda: None
        self._clock = clock
        self._silence = silence
        self._metrics = metrics
        self._lines: dict[str, _Line] = {}
        self._arrivals: dict[PlayerId, int] = {}
        self._greets = False
        """There is somebody new, who may not have heard of this process."""
        self._echo = clock()
        """When this process last heard itself."""
        self._ear = 0.0
        """Seconds in which it did: the clock by which others are silent."""
        self._is_deaf = False
        self._strangers: dict[str, float] = {}
        """Processes of another dialect, and when by the ear's clock they were last heard."""
        metrics.count(metrics.processes, lambda: sum(line.alive for line in self._lines.values()))
        metrics.count(metrics.strangers, lambda: len(self._strangers))

    def alive(self, name: str) -> bool:
        """Whether that process has been heard of lately."""
        line = self._lines.get(name)
        return line is not None and line.alive

    def others(self) -> list[str]:
        """The processes that have been heard of lately."""
        return [name for name, line in self._lines.items() if line.alive]

    def strangers(self) -> list[str]:
        """The processes that have been heard of lately and speak another dialect: nothing is said to them."""
        return list(self._strangers)

    # -- out ----------------------------------------------------------------------------------------------------------

    def send(self, to: str, letter: Letter) -> None:
        """Queue a letter. Whatever waits when this tick ends goes as one batch. Nothing is said to a process that is not alive."""
        line = self._lines.get(to)
        if line is None or not line.alive:
            return
        line.size += LETTER + _weight(letter)
        if line.size > MOST:
            line.drop()
            line.sent += 1  # a number that nobody will see
            line.news = True
            log.warning("too much waits for another process", process=to)
            return
        line.out.append(letter)
        self.wake()

    def send_frame(self, to: str, link: int, frame: bytes) -> None:
        """Queue a frame for a link there. A frame that has just been queued for others is not sent again."""
        line = self._lines.get(to)
        for queued in reversed(line.out[-SAME:]) if line is not None else ():
            if not isinstance(queued, Frames) or link in queued.links:
                break  # it must not come before this
            if queued.frame is frame:
                queued.links.append(link)
                return
        self.send(to, Frames(frame, [link]))

    def announce(self, player: PlayerId, arrival: int) -> None:
        """Tell all that the player has connected here."""
        self._arrivals[player] = arrival
        self.wake()

    def posts(self, *, beat: bool = False) -> list[tuple[str, bytes]]:
        """What waits, by receiver, as it is to be sent. `beat`: with a sign of life to all, and on every line in use."""
        posts = [
            (name, self._batch(line))
            for name, line in self._lines.items()
            if line.out or line.news or (beat and line.used and line.alive)
        ]
        if beat or self._greets or self._arrivals:
            self._greets = False
            arrivals, self._arrivals = list(self._arrivals.items()), {}
            posts.append((ALL, write_letter(Call(self.name, arrivals=arrivals))))
        return posts

    def farewell(self) -> list[tuple[str, bytes]]:
        """The last posts of this process."""
        return [*self.posts(), (ALL, write_letter(Call(self.name, leaving=True)))]

    def _batch(self, line: _Line) -> bytes:
        letters = line.take()
        line.sent += 1
        line.used, line.news = True, False
        self._metrics.relayed.labels("out").inc(len(letters))
        return write_letter(Batch(self.name, line.sent, line.breaks, line.seen, letters))

    # -- in -----------------------------------------------------------------------------------------------------------

    def hear(self, data: bytes) -> None:
        """Something that was sent to this process or to all."""
        try:
            letter = read_letter(data)
        except msgspec.MsgspecError as error:
            log.error("a letter that cannot be read", error=str(error))
            return
        if letter.source == self.name:
            self._hear_myself()
            return
        if isinstance(letter, Stranger):
            self._hear_stranger(letter)
            return
        line = self._line(letter.source)
        line.heard_at = self._ear
        if not line.alive:
            line.alive = line.news = True
            self.wake()
        if isinstance(letter, Batch):
            self._take(letter, line)
        elif letter.leaving:
            self._give_up(letter.source, line)
        else:
            for player, number in letter.arrivals:
                self.arrived(player, number)

    def look(self) -> None:
        """Give up who is silent. To be called at every beat."""
        if self._clock() - self._echo >= DEAF and not self._is_deaf:
            self._is_deaf = True
            log.warning("the other processes cannot be heard")
            self.deaf()
        for name, line in list(self._lines.items()):
            silent = self._ear - line.heard_at
            if line.alive and silent >= self._silence:
                log.warning("a process is silent", process=name, seconds=round(silent, 1))
                self._give_up(name, line)
            elif not line.alive and silent > FORGET:
                del self._lines[name]
        for name, heard_at in list(self._strangers.items()):
            if self._ear - heard_at >= self._silence:
                del self._strangers[name]

    def _hear_myself(self) -> None:
        now = self._clock()
        self._ear += min(now - self._echo, HEARD)
        self._echo, self._is_deaf = now, False

    def _hear_stranger(self, letter: Stranger) -> None:
        if letter.source not in self._strangers:
            log.warning(
                "a process of another release, which this one does not understand: until one of them is gone, neither reaches the "
                "tables of the other",
                process=letter.source,
                dialect=letter.dialect,
            )
        self._strangers[letter.source] = self._ear

    def _take(self, batch: Batch, line: _Line) -> None:
        line.used = True
        if batch.number != line.heard + 1:
            self._metrics.relay_gaps.inc()
            log.warning("letters of another process were lost", process=batch.source, at=batch.number)
            self._break(batch.source, line)
        line.heard = batch.number
        if batch.breaks != line.seen:
            line.seen = batch.breaks
            self._start_afresh(batch.source, line)
        if batch.seen != line.breaks:
            return  # said before the other end knew that everything starts afresh
        self._metrics.relayed.labels("in").inc(len(batch.letters))
        try:
            for letter in batch.letters:
                self.deliver(batch.source, letter)
        except Exception:
            log.exception("a letter of another process failed", process=batch.source)
            self._break(batch.source, line)

    def _break(self, name: str, line: _Line) -> None:
        line.breaks += 1
        self._start_afresh(name, line)

    def _start_afresh(self, name: str, line: _Line) -> None:
        line.drop()
        line.news = True
        self.wake()
        self.broken(name)

    def _give_up(self, name: str, line: _Line) -> None:
        self._break(name, line)
        line.alive = line.news = False  # the news is for when it is heard of again
        self.left(name)

    def _line(self, name: str) -> _Line:
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = _Line(self._ear)
            self._greets = True
            self.wake()
        return line


def _weight(letter: Letter) -> int:
    match letter:
        case Forward(message=message):
            return len(message)
        case Frames(frame=frame):
            return len(frame)
        case Order(data=data) | Report(data=data):
            return len(data)
        case _:
            return 0
