"""Who a connection is: tokens, public ids, names, and which connection of a player counts.

A player is whoever knows his token: 256 random bits, made here, kept by the client, and stored only as a hash. His public id is another
hash of the token, so it can be shown to anybody. The newest connection of a player counts; the older one is told so, and whatever it still
does on its way out touches nothing of the newer one's.
"""

from __future__ import annotations

import secrets
import time
from hmac import compare_digest
from typing import Protocol

import msgspec

from protocol.messages import VERSION, Hello
from protocol.slugs import CloseCode, Slug
from server.admission import Admission, HelloRefused
from server.identity import player_of, token_hash
from server.links import REPLACED, Elsewhere, PlayerId, RoomService, send_away
from server.metrics import Metrics
from server.names import look_of
from server.transport.limits import Buckets
from server.transport.link import WsLink

__all__ = ["DAY", "Bars", "SessionStore", "Sessions"]

TOKEN_BYTES = 32
DAY = 86_400
"""Seconds. A session is written again when its name changes or a day has passed, not at each of a bad line's reconnects."""

UNKNOWN = "this server does not know this token; say hello without it"


class SessionStore(Protocol):
    """What sessions need of `server.store.base.Store`."""

    async def put_session(self, token_hash: bytes, data: bytes, ttl: float) -> None: ...

    async def get_session(self, token_hash: bytes) -> bytes | None: ...

    async def delete_session(self, token_hash: bytes) -> None: ...


class Bars(Protocol):
    """Whom the people who run the server keep out."""

    def against(self, player: PlayerId | None, address: str) -> str | None:
        """A sentence for him, None if he may come in. `player` None: somebody new."""

    async def is_revoked(self, player: PlayerId) -> bool:
        """Whether his token is no longer good. Raises what the store raises."""


class Session(msgspec.Struct, frozen=True):
    """What is kept of a player, under the hash of his token. `seen` is Unix time in seconds, exact to a day."""

    player: PlayerId
    name: str
    seen: int


_DECODER = msgspec.msgpack.Decoder(Session)


class Sessions:
    """All players of this server who are connected."""

    def __init__(
        self,
        store: SessionStore,
        rooms: RoomService,
        elsewhere: Elsewhere,
        admission: Admission,
        newcomers: Buckets,
        keep: float,
        metrics: Metrics,
        bars: Bars,
    ) -> None:
        """`newcomers` bounds how many players one address may make; a player is forgotten `keep` seconds after he was last here."""
        self._store = store
        self._rooms = rooms
        self._elsewhere = elsewhere
        self._admission = admission
        self._newcomers = newcomers
        self._keep = keep
        self._metrics = metrics
        self._bars = bars
        self._links: dict[PlayerId, WsLink] = {}

    async def hello(self, link: WsLink, hello: Hello) -> str:
        """Make the link a player's. Returns his token. Raises HelloRefused, or what the store raises."""
        if hello.version.partition(".")[0] != VERSION.partition(".")[0]:
            raise HelloRefused(Slug.HELLO_VERSION, f"this server speaks version {VERSION}, which you do not")
        self._admission.knock(link.address, hello.key)
        name = self._admission.name(hello.name)
        token, known = await self._identify(link, hello)
        player = player_of(token)
        self._admission.admit(player, new=known is None)
        self._not_taken(player, name)
        await self._remember(token, name, known)
        arrival = await self._elsewhere.arrival()
        # From here on whoever takes his token back finds this connection and closes it; whoever did so before has left a mark.
        link.player, link.name, link.arrival = player, name, arrival
        await self._withdrawn(hello, token)
        # No await from here on: of two hellos with one token, the later one finds the earlier one's link and replaces it.
        self._not_taken(player, name)  # somebody may have come meanwhile
        self._keep_out(player, link)  # or have been banned
        self._metrics.hellos.labels("new" if known is None else "back").inc()
        if link.closing is None:
            self._take_over(link)
        return token

    async def _identify(self, link: WsLink, hello: Hello) -> tuple[str, bytes | None]:
        """The token that counts, and what is kept under it: None for a new player. Raises HelloRefused."""
        invitation = self._admission.invitation(hello.key)
        token = hello.token if invitation is None else invitation
        self._keep_out(None if token is None else player_of(token), link)
        if token is None:
            return self._new_token(link), None
        known = await self._store.get_session(token_hash(token))
        if invitation is None and known is None:
            raise HelloRefused(Slug.HELLO_TOKEN, UNKNOWN)
        return token, known

    async def _withdrawn(self, hello: Hello, token: str) -> None:
        """A token that was taken back is nobody's. Raises HelloRefused."""
        if not await self._bars.is_revoked(player_of(token)):
            return
        await self.forget(token)
        # Nothing need be known of an invitation's token, so each hello would make the same player again.
        if self._admission.invitation(hello.key) is None:
            raise HelloRefused(Slug.HELLO_TOKEN, UNKNOWN)
        raise HelloRefused(
            Slug.HELLO_UNINVITED, "your invitation has been withdrawn; ask the host for another"
        )

    def _keep_out(self, player: PlayerId | None, link: WsLink) -> None:
        if (why := self._bars.against(player, link.address)) is not None:
            raise HelloRefused(Slug.HELLO_BANNED, why)

    async def _remember(self, token: str, name: str, known: bytes | None) -> None:
        now = int(time.time())
        if known is not None:
            session = _DECODER.decode(known)
            if session.name == name and now - session.seen < DAY:
                return
        session = Session(player_of(token), name, now)
        await self._store.put_session(token_hash(token), msgspec.msgpack.encode(session), self._keep)

    def _not_taken(self, player: PlayerId, name: str) -> None:
        if self._admission.distinct and any(
            link.player != player and look_of(link.name) == look_of(name) for link in self._links.values()
        ):
            raise HelloRefused(Slug.HELLO_NAME, "somebody here has this name, or one that looks like it")

    def knows(self, link: WsLink, token: str) -> bool:
        """Whether this is the token of the link's player."""
        return compare_digest(player_of(token), link.player)

    async def forget(self, token: str) -> None:
        """The token is nobody's any more. Raises what the store raises."""
        await self._store.delete_session(token_hash(token))

    def gone(self, link: WsLink) -> None:
        """The link's connection has ended. Nothing happens if the player has a newer one."""
        if self._links.get(link.player) is link:
            del self._links[link.player]
            self._rooms.detach(link)

    def arrived(self, player: PlayerId, arrival: int) -> None:
        """The player has connected to another process. Of his connections only the newest stays."""
        link = self._links.get(player)
        if link is None:
            return
        if link.arrival > arrival:
            self._elsewhere.announce(player, link.arrival)
        else:
            self.gone(link)
            _dismiss(link)

    def introduce(self) -> None:
        """Tell the other processes once more who is connected here: they may have missed it, and this one what they said."""
        for player, link in self._links.items():
            self._elsewhere.announce(player, link.arrival)

    def _take_over(self, link: WsLink) -> None:
        old = self._links.get(link.player)
        if old is not None and old.arrival > link.arrival:
            _dismiss(link)  # this hello took longer than a later one
            return
        self._links[link.player] = link
        self._elsewhere.announce(link.player, link.arrival)
        if old is not None:
            self._rooms.replace(old, link)
            _dismiss(old)

    def _new_token(self, link: WsLink) -> str:
        if not self._newcomers.take(link.address, time.monotonic()):
            raise HelloRefused(
                Slug.SERVER_FULL, "too many new players from this address; try again in a minute"
            )
        return secrets.token_urlsafe(TOKEN_BYTES)


def _dismiss(link: WsLink) -> None:
    """Nothing is said to somebody who has not been greeted yet."""
    if link.greeted:
        send_away(link)
    else:
        link.close(CloseCode.REPLACED, REPLACED)
