"""Who may be a player here: the server's key, invitations, names, and whom the host has shut out.

An invitation is a token that the host has thought up in place of the server, one for each friend: who says it as his key is that player,
on whatever machine, and it costs nothing to say it twice. Keys are compared as digests, in constant time, and never logged.
"""

from __future__ import annotations

import time
from hashlib import blake2b
from hmac import compare_digest
from typing import Protocol

from protocol.slugs import Slug
from server.config import Config
from server.identity import is_player, player_of
from server.links import PlayerId
from server.names import BadName, clean_name, fits_characters, look_of
from server.transport.limits import Buckets

__all__ = ["Admission", "HelloRefused", "KeyStore"]

KEY_ALPHABET = "ACDEFGHJKMNPQRTWXY34679"
"""As in room codes: nothing that is mixed up when it is read aloud."""
KEY_LENGTH = 24
"""108 bits."""
SURE = 20
"""Characters from which on a key is safe from guessing, however often: then strangers at one's address shut out nobody."""
TRIES_PER_SECOND = 1 / 60
_CHARACTERS = {
    "words": "a name here has letters, digits, spaces and - _ . ' only",
    "ascii": "a name here has the letters a to z, digits, spaces and - _ . ' only",
}


class KeyStore(Protocol):
    """What admission needs of `server.store.base.Store`."""

    async def secret(self) -> bytes: ...


class HelloRefused(Exception):
    """A hello that makes no player. Nothing has changed."""

    def __init__(self, slug: Slug, reason: str) -> None:
        super().__init__(reason)
        self.slug = slug
        self.reason = reason


class Admission:
    """The host's rules about players. `key` is the server's, None where it is not private; it is known once `open` has returned.
    `distinct`: of those connected here no two have names that look the same."""

    def __init__(self, config: Config, store: KeyStore) -> None:
        self._config = config
        self._store = store
        self._tries = Buckets(TRIES_PER_SECOND, config.key_tries)
        self._blocked = {entry for entry in config.block_players if is_player(entry)}
        self._blocked_looks = {look_of(entry) for entry in config.block_players if not is_player(entry)}
        self._invitations = [entry for entry in config.invited if not is_player(entry)]
        self._invited = {entry if is_player(entry) else player_of(entry) for entry in config.invited}
        self.distinct = config.distinct_names
        self.key: str | None = config.server_key or None

    async def open(self) -> None:
        """Make the key of a private server that was given none. Raises StoreError."""
        if self._config.private and self.key is None:
            self.key = _made_key(await self._store.secret())

    def name(self, text: str) -> str:
        """The name as it is shown. Raises HelloRefused."""
        try:
            name = clean_name(text, self._config.name_length)
        except BadName as error:
            raise HelloRefused(Slug.HELLO_NAME, str(error)) from None
        if not fits_characters(name, self._config.name_characters):
            raise HelloRefused(Slug.HELLO_NAME, _CHARACTERS[self._config.name_characters])
        if self._blocked_looks and look_of(name) in self._blocked_looks:
            raise HelloRefused(Slug.HELLO_NAME, "the host does not want this name here")
        return name

    def knock(self, address: str, key: str | None) -> None:
        """A private server wants its key, or an invitation. Raises HelloRefused, also where the address has guessed too often."""
        if self.key is None:
            return
        if key is None:
            raise HelloRefused(Slug.HELLO_KEY, "this server is private; join it with its host's invite link")
        right = _same(key, self.key)
        if self.invitation(key) is not None or (right and len(key) >= SURE):
            return
        now = time.monotonic()
        if not self._tries.has(address, now):
            raise HelloRefused(Slug.HELLO_KEY, "too many wrong keys from your address; try again in a minute")
        if not right:
            self._tries.take(address, now)
            raise HelloRefused(
                Slug.HELLO_KEY, "that is not this server's key; ask its host for the invite link"
            )

    def invitation(self, key: str | None) -> str | None:
        """The token that an invitation stands for; None for any other key."""
        # All are compared, whichever fits, so that the time tells nothing.
        fitting = [invitation for invitation in self._invitations if _same(key or "", invitation)]
        return fitting[0] if fitting else None

    def admit(self, player: PlayerId, *, new: bool) -> None:
        """Whether the host wants this player; `new`: he has just been made, so his id means nothing yet. Raises HelloRefused."""
        if player in self._blocked:
            raise HelloRefused(Slug.HELLO_BLOCKED, "the host of this server does not let you in")
        if self._invited and player not in self._invited:
            who = "ask its host for an invitation" if new else f"tell its host that you are {player}"
            raise HelloRefused(Slug.HELLO_UNINVITED, f"only invited players come into this server; {who}")


def _same(one: str, other: str) -> bool:
    """Whether two keys are equal, in a time that tells nothing of where they differ."""
    return compare_digest(blake2b(one.encode()).digest(), blake2b(other.encode()).digest())


def _made_key(secret: bytes) -> str:
    """The key follows from the store's secret: it stays while the store does, and is the same for all processes that share it."""
    drawn = blake2b(b"server key", key=secret, digest_size=64, person=b"paiju-key").digest()
    return "".join(KEY_ALPHABET[byte % len(KEY_ALPHABET)] for byte in drawn[:KEY_LENGTH])
