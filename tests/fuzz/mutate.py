"""Valid messages made invalid, in three layers: the tree of values, the bytes of the encoding, the frames of the WebSocket.

All choices are `luck`'s, so that a seed tells the whole run.
"""

from __future__ import annotations

import copy
import datetime
import json
import random
from collections.abc import Callable, Sequence

import msgspec

from protocol.codec import Codec

__all__ = ["ODD", "Tree", "bend_bytes", "bend_tree", "encode", "junk"]

Tree = dict[str, object]

ODD: Sequence[object] = (
    None, True, False, 0, -1, 1, 31, 32, 10_000, 10_001, 2**31, 2**53, -(2**53), 2**63 - 1, 2**64 - 1, 0.5, 1e308,
    float("nan"), float("inf"), "", " ", "\0", "\n", "A" * 41, "x" * 600, "\u202e", "𝄞", "e\u0301" * 30, "../../etc", "{}", "null",
    "\N{ZERO WIDTH SPACE}", "ABCD", "ABCD\n", "abcd", "%s%n", "'; DROP TABLE log;--", "hello", "room", [], {}, [[]], [0] * 201,
    [[0]] * 33, {"type": "hello"}, {"": ""}, list(range(12)), [None], [True], ["1"],
)  # fmt: skip
"""Values at the edges of what the protocol, the encodings or somebody's code bear."""
ONLY_MSGPACK: Sequence[object] = (
    b"",
    b"\xff" * 40,
    msgspec.msgpack.Ext(5, b"x"),
    datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
)
TOKENS = (
    b'"type":', b'"action":', b"null", b"{", b"}", b"[", b"]", b'"', b"\\u0000", b"\\ud800", b"1e999", b"-", b"\xff", b"\x00",
    b"\xc1", b"\xdf\xff\xff\xff\xff", b"\xdd\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xca", b"\xd6\xff",
)  # fmt: skip
"""Pieces that mean something to one of the two parsers: lengths without their content, numbers that do not end."""


def bend_tree(tree: Tree, luck: random.Random, codec: Codec) -> Tree:
    """The message with one to three values changed, taken away, added, or put deep."""
    bent: Tree = msgspec.msgpack.decode(msgspec.msgpack.encode(tree))
    for _ in range(luck.randint(1, 3)):
        luck.choice(_BENDS)(bent, luck, codec)
    return bent


def _odd(luck: random.Random, codec: Codec) -> object:
    """A copy, for what is bent once more later."""
    if codec.binary and luck.random() < 0.1:
        return luck.choice(ONLY_MSGPACK)
    return copy.deepcopy(luck.choice(ODD)) if luck.random() < 0.8 else luck.randint(-(2**62), 2**62)


def _replace(tree: Tree, luck: random.Random, codec: Codec) -> None:
    if tree:
        tree[luck.choice(list(tree))] = _odd(luck, codec)


def _drop(tree: Tree, luck: random.Random, codec: Codec) -> None:
    if tree:
        del tree[luck.choice(list(tree))]


def _add(tree: Tree, luck: random.Random, codec: Codec) -> None:
    names = ("token", "since", "picks", "options", "clock", "level", "player", "seat", "nonce", "x" * 300, "")
    tree[luck.choice(names)] = _odd(luck, codec)


def _swap(tree: Tree, luck: random.Random, codec: Codec) -> None:
    if tree:
        one, two = luck.choice(list(tree)), luck.choice(list(tree))
        tree[one], tree[two] = tree[two], tree[one]


def _inside(tree: Tree, luck: random.Random, codec: Codec) -> None:
    """Change something within a value that has an inside."""
    deep = [value for value in tree.values() if isinstance(value, dict | list) and value]
    if not deep:
        return
    inner = luck.choice(deep)
    while isinstance(inner, list) and isinstance(inner[0], list) and inner[0]:
        inner = luck.choice(inner) or inner[0]
    if isinstance(inner, dict):
        luck.choice((_replace, _drop, _add))(inner, luck, codec)
    else:
        place = luck.randrange(len(inner))
        numbers = (luck.randrange(60), inner[luck.randrange(len(inner))])
        inner[place] = luck.choice(numbers) if luck.random() < 0.5 else _odd(luck, codec)


def _deepen(tree: Tree, luck: random.Random, codec: Codec) -> None:
    value = _odd(luck, codec)
    for _ in range(luck.choice((3, 50, 400))):
        value = [value] if luck.random() < 0.5 else {"type": value}
    tree[luck.choice([*tree, "extra"])] = value


_BENDS: tuple[Callable[[Tree, random.Random, Codec], None], ...] = (
    _replace,
    _replace,
    _drop,
    _add,
    _swap,
    _inside,
    _deepen,
)


def encode(tree: object, codec: Codec) -> bytes:
    """As bytes; JSON with everything that Python's own encoder lets through and no standard does."""
    if codec.binary:
        return msgspec.msgpack.encode(tree)
    return json.dumps(tree, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")


def bend_bytes(frame: bytes, other: bytes, luck: random.Random) -> bytes:
    """The frame with some of its bytes wrong; `other` is one to splice in."""
    data = bytearray(frame)
    for _ in range(luck.choice((1, 1, 2, 5))):
        place = luck.randrange(len(data) + 1)
        match luck.randrange(7):
            case 0 if data:
                data[place % len(data)] ^= 1 << luck.randrange(8)
            case 1 if data:
                data[place % len(data)] = luck.randrange(256)
            case 2:
                del data[place:]
            case 3:
                del data[place : place + luck.randint(1, 8)]
            case 4:
                data[place:place] = luck.choice(TOKENS)
            case 5:
                data[place:] = other[luck.randrange(len(other) + 1) :]
            case _:
                data[place:place] = data[: luck.choice((1, 10, 500))] * luck.choice((1, 2, 40))
    return bytes(data[:20_000])


def junk(luck: random.Random) -> bytes:
    """Bytes where a frame's head should be (RFC 6455 §5.2): reserved bits and opcodes, no mask, lengths that lie, odd closing frames."""
    mask = b"\0\0\0\0"
    return luck.choice(
        (
            bytes([luck.randrange(256), luck.randrange(256)]) + luck.randbytes(luck.randint(0, 60)),
            b"\x81\x05hello",  # not masked
            b"\xc1\x80" + mask,  # a reserved bit
            b"\x83\x80" + mask,  # a reserved opcode
            b"\x00\x80" + mask,  # goes on with nothing
            b"\x09\x80" + mask,  # a ping in fragments
            b"\x89\xfe\x01\x00" + mask + bytes(256),  # a ping that is too long
            b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff" + mask,  # 2**63 bytes to come
            b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" + mask,
            b"\x82\xfe\xff\xff" + mask + b"x",  # most of it never comes
            b"\x88\x81" + mask + b"\x03",  # half a close code
            b"\x88\x82" + mask + b"\x00\x00",  # a close code that is none
            b"\x88\x86" + mask + b"\x03\xe8\xff\xff\xff\xff",  # a reason that is no text
            b"\x88\x80" + mask,
            b"GET / HTTP/1.1\r\n\r\n",
        )
    )
