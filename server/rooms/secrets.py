"""Room codes and room passwords."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from hmac import compare_digest

import msgspec

from server.rooms.entries import Password

__all__ = ["CODE_LENGTH", "Bytes", "code_for", "fits", "keep_password"]

Bytes = Callable[[int], bytes]
"""So many random bytes, such as `secrets.token_bytes`."""

ALPHABET = "ACDEFGHJKMNPQRTWXY34679"
"""Letters and digits that nobody mixes up by eye or ear: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""
CODE_LENGTH = 8
"""36 bits: with every connection allowed 20 tries a second, a code is not found by trying."""


def code_for(secret: bytes, player: str, action: str, attempt: int) -> str:
    """The code of the room that a player's request makes: the same in every process that has the `secret` (32 bytes), so that the request
    makes one room however often and wherever it arrives; unguessable without it. Another `attempt`, another code."""
    request = msgspec.msgpack.encode((player, action, attempt))
    span = 256 - 256 % len(ALPHABET)
    # Bytes past the largest multiple of the alphabet's size are thrown away, so all letters are equally likely; of 64 bytes,
    # eight are left over for certain.
    drawn = blake2b(request, key=secret, person=b"paiju-code").digest()
    return "".join(ALPHABET[b % len(ALPHABET)] for b in drawn if b < span)[:CODE_LENGTH]


def keep_password(text: str | None, random: Bytes) -> Password | None:
    """A password as it is kept; None for none or an empty one.

    A room's password is a word told among friends for an evening, and guesses are rationed at the door: a salted fast hash keeps it out
    of the database without costing the event loop the tens of milliseconds of a slow one."""
    if not text:
        return None
    salt = random(16)
    return Password(salt, _digest(salt, text))


def fits(kept: Password, text: str | None) -> bool:
    """Whether `text` is the password. Takes the same time for every wrong one."""
    return compare_digest(kept.digest, _digest(kept.salt, text or ""))


def _digest(salt: bytes, text: str) -> bytes:
    return blake2b(text.encode(), digest_size=32, salt=salt, person=b"paiju-room").digest()
