"""All luck of a match, from one keyed counter stream (law 1).

Word i of a stream is 64 bits of BLAKE2b(key = seed, person = stream name, data = i // 8). The only state is `drawn`, the number of
words used, so a match resumes its luck from (seed, stream, drawn) on any machine. Streams with other names are independent:
bots and server delays have their own, and changing a bot never changes a deal.
"""

from __future__ import annotations

import struct
from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

__all__ = ["SEED_BYTES", "Chance", "mix_seed"]

T = TypeVar("T")

SEED_BYTES = 32
"""Length of a match's seed: 256 bits, so that a published commitment cannot be searched."""

_WORDS = 8  # one 64-byte digest is eight 64-bit words
_UNPACK = struct.Struct("<8Q").unpack
_SPAN = 1 << 64


class Chance:
    """A stream of luck. `drawn` is how many 64-bit words have been used and is all that must be saved."""

    __slots__ = ("_block", "_key", "_person", "_words", "drawn")

    def __init__(self, seed: bytes, stream: str = "game", drawn: int = 0) -> None:
        """`seed` has 1 to 64 bytes, `stream` at most 16 bytes of UTF-8 (BLAKE2b's bounds)."""
        self._key = seed
        self._person = stream.encode()
        self.drawn = drawn
        self._block = -1
        self._words: tuple[int, ...] = ()

    def word(self) -> int:
        """The next 64 bits."""
        drawn = self.drawn
        self.drawn = drawn + 1
        if drawn // _WORDS != self._block:
            self._block = block = drawn // _WORDS
            digest = blake2b(block.to_bytes(8, "little"), key=self._key, person=self._person).digest()
            self._words = _UNPACK(digest)
        return self._words[drawn % _WORDS]

    def below(self, n: int) -> int:
        """Uniform in 0 .. n-1 for 1 <= n <= 2**64. Words beyond the largest multiple of n are thrown away, so there is no bias."""
        if not 1 <= n <= _SPAN:
            raise ValueError(f"below() needs n from 1 to 2**64, not {n}")
        word = self.word()
        while word > _SPAN - n and word >= _SPAN - _SPAN % n:  # the first is nearly always false, and cheap
            word = self.word()
        return word % n

    def percent(self, threshold: int) -> bool:
        """True with a chance of `threshold` in 100."""
        return self.below(100) < threshold

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """`k` different places of `items`, in random order."""
        if k == 0:
            return []
        pool = list(items)
        for i in range(k):
            j = i + self.below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher and Yates, in place."""
        below = self.below
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]


def mix_seed(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a match: the server's committed secret and one nonce per seat, in seat order.

    Each nonce is hashed with its length, so no two different lists of nonces run together."""
    digest = blake2b(digest_size=SEED_BYTES, key=secret, person=b"paiju-seed")
    for nonce in nonces:
        digest.update(len(nonce).to_bytes(2, "little") + nonce)
    return digest.digest()
