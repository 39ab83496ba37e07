"""Who is listening to a room, and what each is sent.

One update for each listener and tick, and each different one is encoded once for each codec: spectators and all players who see no more
than they share the bytes. A listener who is too far behind gets nothing until he has caught up, and then one snapshot.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import msgspec.structs

import protocol.messages as wire
from engine.core.events import Happening
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from server.links import Link, PlayerId
from server.rooms.effects import Effects
from server.rooms.fold import Fold
from server.rooms.parts import Say
from server.rooms.settings import RoomSettings
from server.rooms.sight import (
    Sight,
    ask_of,
    over_of,
    payloads,
    sight_of,
    snapshot_of,
    view_of,
    window_of,
)
from server.rooms.state import Ended, Phase

__all__ = ["Audience"]


class _Past(NamedTuple):
    """What an update told, for those who come back."""

    seq: int
    happenings: list[Happening]
    said: wire.Said | None
    ended: Ended | None


class Audience:
    """The listeners of one room. `sight` is what has been committed and may be told."""

    def __init__(self, fold: Fold, settings: RoomSettings, kept: int) -> None:
        """`kept` is the number of the last update that the store had when the room was opened."""
        self.links: dict[PlayerId, Link] = {}
        self.sight: Sight = sight_of(fold, None)
        self.paused = False
        self._fold = fold
        self._settings = settings
        self._kept = kept
        self._first = self.sight.seq
        self._behind: set[PlayerId] = set()
        self._ring: deque[_Past] = deque(maxlen=settings.ring)
        self._log: deque[Happening] = deque(maxlen=settings.log_lines)

    def rebuilt(self, fold: Fold) -> None:
        """The room is another object now, with the same past."""
        self._fold = fold
        self.sight = sight_of(fold, None)

    def rewound(self, fold: Fold, past: list[Effects], kept: int, now: float) -> None:
        """The room is what it was some updates ago, at `kept`, and everybody starts anew from there. `fold` has leapt already, `past` is
        what its last entries brought. Who had not entered the room by then comes again."""
        self.rebuilt(fold)
        self._ring.clear()
        self._log.clear()
        for fx in past:
            self.recall(fx)
        self._kept, self._first = kept, self.sight.seq
        self.paused = False
        self.say(wire.Notice(slug=Slug.ROOM_REWOUND, reason=Say.REWOUND))
        for player in list(self.links):
            if player in fold.state.people:
                self.snapshot(player, now)
            elif (link := self.drop(player)) is not None:
                link.close(CloseCode.MOVED, Say.REWOUND)

    def recall(self, fx: Effects) -> None:
        """Note for the log what a tick from the journal brought."""
        if fx.begun:
            self._log.clear()
        self._log.extend(fx.happenings)

    # -- telling ------------------------------------------------------------------------------------------------------

    def publish(self, fx: Effects, now: float) -> None:
        """Tell everybody what the last tick, now committed, has brought."""
        self.sight = sight_of(self._fold, self.sight)
        self.recall(fx)
        if fx.told:
            if fx.begun:
                self._ring.clear()
            else:
                ended = self._fold.state.ended if fx.over else None
                self._ring.append(_Past(self.sight.seq, fx.happenings, fx.said, ended))
            self._broadcast(fx, now)
        else:
            self._whisper(fx, now)

    def refresh(self, now: float) -> None:
        """Tell everybody how the room stands, under the number that it has."""
        frames: dict[tuple[Codec, int | None], bytes] = {}
        for player, link in list(self.links.items()):
            if not self._keeps_up(player, link, now):
                continue
            key = (link.codec, self._eyes(player))
            if key not in frames:
                frames[key] = link.codec.encode(self._standing(key[1], now))
            link.send(frames[key])

    def snapshot(self, player: PlayerId, now: float) -> None:
        """Tell one listener everything."""
        link = self.links.get(player)
        if link is not None:
            self._behind.discard(player)
            whole = snapshot_of(self._fold, self.sight, self._log, self._eyes(player), now)
            if self.paused:
                whole.info = self._info()
            link.send(link.codec.encode(whole))

    def resume(self, player: PlayerId, since: int | None, now: float) -> None:
        """Tell a listener who has come (back) what he missed after the number `since`, or everything. If he has seen more than the store
        had when the room was opened here, he is told that it was lost."""
        link = self.links[player]
        if since is not None and self._kept < since < self._first:
            link.send(link.codec.encode(wire.Notice(slug=Slug.ROOM_REWOUND, reason=Say.REWOUND)))
        missed = self._missed(player, since)
        if missed is None:
            self.snapshot(player, now)
            return
        self._behind.discard(player)
        viewer = self._eyes(player)
        for past in missed[:-1]:
            link.send(link.codec.encode(self._retold(past, viewer)))
        standing = self._standing(viewer, now)
        if missed:
            last = self._retold(missed[-1], viewer)
            standing.events, standing.said, standing.over = last.events, last.said, last.over
        link.send(link.codec.encode(standing))

    def say(self, message: wire.ServerMessage) -> None:
        """The same for everybody."""
        frames: dict[Codec, bytes] = {}
        for link in self.links.values():
            frame = frames.get(link.codec)
            if frame is None:
                frame = frames[link.codec] = link.codec.encode(message)
            link.send(frame)

    def send_out(self, link: Link, kicked: bool) -> None:
        """The last word to somebody who is no longer in the room."""
        slug = Slug.ROOM_KICKED if kicked else Slug.ROOM_LEFT
        reason = "the host has removed you from the room" if kicked else "you have left the room"
        link.send(link.codec.encode(wire.Left(room=self._fold.state.room, slug=slug, reason=reason)))

    def caught_up(self, player: PlayerId, now: float) -> None:
        """The listener has taken what he was behind."""
        if player in self._behind:
            self.snapshot(player, now)

    def drop(self, player: PlayerId) -> Link | None:
        """Tell him nothing any more. Returns his connection."""
        self._behind.discard(player)
        return self.links.pop(player, None)

    # -- inside -------------------------------------------------------------------------------------------------------

    def _broadcast(self, fx: Effects, now: float) -> None:
        special = {
            seat for _, private in fx.happenings if private for seat in private
        } | self.sight.asks.keys()
        personal = fx.begun or fx.info
        window = window_of(self.sight, now)
        frames: dict[tuple[Codec, int | None], bytes] = {}
        seats = self.sight.seats
        for player, link in list(self.links.items()):
            if not self._keeps_up(player, link, now):
                continue
            if player in fx.fresh:
                self.snapshot(player, now)
                continue
            viewer = seats.get(player)
            key = (link.codec, viewer if personal or viewer in special else None)
            frame = frames.get(key)
            if frame is None:
                frame = frames[key] = link.codec.encode(self._update(fx, viewer, window))
            link.send(frame)

    def _whisper(self, fx: Effects, now: float) -> None:
        """An answer that only its seat may hear of."""
        for player, link in list(self.links.items()):
            viewer = self._eyes(player)
            if player in fx.fresh:
                self.snapshot(player, now)
            elif viewer is not None and viewer in fx.hushed and self._keeps_up(player, link, now):
                link.send(link.codec.encode(self._standing(viewer, now, info=False)))

    def _update(self, fx: Effects, viewer: int | None, window: wire.Window | None) -> wire.Update:
        update = wire.Update(
            room=self._fold.state.room,
            seq=self.sight.seq,
            window=window,
            ask=ask_of(self.sight, viewer),
            said=fx.said,
        )
        if fx.info:
            update.info, update.you = self._info(), viewer
        if fx.over:
            update.over = over_of(self._fold.state.ended)
        if fx.begun:
            update.begun, update.you = True, viewer
            update.view = view_of(self._fold, viewer)
        else:
            update.events = payloads(viewer, fx.happenings)
        return update

    def _standing(self, viewer: int | None, now: float, *, info: bool = True) -> wire.Update:
        return wire.Update(
            room=self._fold.state.room,
            seq=self.sight.seq,
            window=window_of(self.sight, now),
            ask=ask_of(self.sight, viewer),
            info=self._info() if info else None,
            you=viewer if info else None,
        )

    def _retold(self, past: _Past, viewer: int | None) -> wire.Update:
        return wire.Update(
            room=self._fold.state.room,
            seq=past.seq,
            events=payloads(viewer, past.happenings),
            said=past.said,
            over=over_of(past.ended),
        )

    def _missed(self, player: PlayerId, since: int | None) -> list[_Past] | None:
        """What came after `since`; None where that cannot be told piece by piece."""
        state = self._fold.state
        if since is None or since > self.sight.seq or state.phase is Phase.LOBBY:
            return None
        if state.seat_of(player) is None:
            return None  # perhaps he had one before and saw more; whoever has one has had it since the match began, and so the ring
        missed = [past for past in self._ring if past.seq > since]
        whole = len(missed) == self.sight.seq - since
        return missed if whole else None

    def _info(self) -> wire.RoomInfo:
        return msgspec.structs.replace(self.sight.info, paused=True) if self.paused else self.sight.info

    def _eyes(self, player: PlayerId) -> int | None:
        return self.sight.seats.get(player)

    def _keeps_up(self, player: PlayerId, link: Link, now: float) -> bool:
        """Whether the link may be sent an update. One that was behind is sent a snapshot in its place once it has caught up."""
        if player in self._behind:
            if link.backlog() == 0 and not self.paused:  # a paused room may be ahead of what is committed
                self.snapshot(player, now)
            return False
        if link.backlog() > self._settings.backlog:
            self._behind.add(player)
            return False
        return True
