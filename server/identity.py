"""What follows from a player's token: the hash under which he is kept, and his public id. Neither leads back to the token."""

from __future__ import annotations

import re
from hashlib import blake2b

from server.links import PlayerId

__all__ = ["is_player", "player_of", "token_hash"]

_PLAYER = re.compile("p[0-9a-f]{20}")


def token_hash(token: str) -> bytes:
    """32 bytes. A token is looked up by its hash, so the time that this takes tells nothing of any other token."""
    return blake2b(token.encode(), digest_size=32, person=b"paiju-token").digest()


def player_of(token: str) -> PlayerId:
    return PlayerId("p" + blake2b(token.encode(), digest_size=10, person=b"paiju-player").hexdigest())


def is_player(text: str) -> bool:
    """Whether this is written as public ids are."""
    return _PLAYER.fullmatch(text) is not None
