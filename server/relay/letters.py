"""What processes say to each other.

A `Batch` goes from one process to one other and is numbered; a `Call` goes to all. A link is named by the number that its own process
has given it.

**While a deployment is upgraded, processes of two releases talk.** Each batch and each call begins with its kind and `DIALECT`, and with
who sends it: that much every release reads, for ever. Whoever speaks another dialect is a `Stranger`, and nothing is exchanged with him.
Within a dialect a release may only add, and only what others can do without: fields at the end, with defaults, and kinds of letters, which
whoever does not know them leaves unread. Anything else is a new dialect, and the changelog says so.
"""

from __future__ import annotations

from typing import get_args

import msgspec

from server.links import PlayerId

__all__ = [
    "DIALECT",
    "Away",
    "Batch",
    "Behind",
    "Call",
    "CaughtUp",
    "Cut",
    "Forward",
    "Frames",
    "Letter",
    "Order",
    "Report",
    "Stranger",
    "read_letter",
    "write_letter",
]

DIALECT = 1
"""Raised when processes of this release and of the one before would misunderstand each other."""


class Item(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """Base of what stands in a batch."""


class Forward(Item, frozen=True, tag="f"):
    """To the holder of a room: a player's message (MessagePack). `arrival` tells his connections apart (see `server.links.Link`), `codec`
    is how he wants to be spoken to: the subprotocol's name."""

    link: int
    player: PlayerId
    name: str
    arrival: int
    codec: str
    message: bytes


class Away(Item, frozen=True, tag="a"):
    """To the holder: the link is gone."""

    link: int


class Behind(Item, frozen=True, tag="b"):
    """To the holder: the link does not take what it is sent."""

    link: int


class CaughtUp(Item, frozen=True, tag="u"):
    """To the holder: now it has."""

    link: int


class Frames(Item, frozen=True, tag="s"):
    """From the holder: a frame for each of these links."""

    frame: bytes
    links: list[int]


class Cut(Item, frozen=True, tag="c"):
    """From the holder: close the link."""

    link: int
    code: int
    reason: str


class Order(Item, frozen=True, tag="o"):
    """What the people who run the server want of a process; `number` is the sender's."""

    number: int
    data: bytes


class Report(Item, frozen=True, tag="r"):
    """To whoever gave the order: what came of it."""

    number: int
    data: bytes


Letter = Forward | Away | Behind | CaughtUp | Frames | Cut | Order | Report


class Batch(msgspec.Struct, frozen=True, array_like=True, tag=f"b{DIALECT}"):
    """`number` counts the batches of the line. `breaks` is how often `source` has broken its end of the line, because something that the
    receiver sent was lost; `seen` how many of the receiver's breaks `source` has carried out (see `server.relay.lines`)."""

    source: str
    number: int
    breaks: int
    seen: int
    letters: list[Letter]


class Call(msgspec.Struct, frozen=True, array_like=True, tag=f"c{DIALECT}"):
    """To all: `source` is alive, or `leaving`. `arrivals` are players who have connected to it, each with the number of his arrival."""

    source: str
    leaving: bool = False
    arrivals: list[tuple[PlayerId, int]] = []


class Stranger(msgspec.Struct, frozen=True):
    """Not a letter: `source` said something in a dialect that is not ours."""

    source: str
    dialect: str


class _Opening(msgspec.Struct, frozen=True, array_like=True):
    """What all dialects have in common."""

    kind: str
    source: str


class _Unread(msgspec.Struct, frozen=True, array_like=True, tag=f"b{DIALECT}"):
    """A batch with its letters as they are."""

    source: str
    number: int
    breaks: int
    seen: int
    letters: list[msgspec.Raw]


class _Kind(msgspec.Struct, frozen=True, array_like=True):
    kind: str


_OURS = {str(kind.__struct_config__.tag) for kind in (Batch, Call)}
_KINDS = {str(kind.__struct_config__.tag) for kind in get_args(Letter)}
_decoder = msgspec.msgpack.Decoder(Batch | Call)
_opening = msgspec.msgpack.Decoder(_Opening)
_unread = msgspec.msgpack.Decoder(_Unread)
_kind = msgspec.msgpack.Decoder(_Kind)
_letter = msgspec.msgpack.Decoder(Letter)
_encoder = msgspec.msgpack.Encoder()


def write_letter(letter: Batch | Call) -> bytes:
    return _encoder.encode(letter)


def read_letter(data: bytes) -> Batch | Call | Stranger:
    """Of a batch only what is known: letters of kinds that a later release has added are left out. Raises msgspec.MsgspecError."""
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError:
        opening = _opening.decode(data)
        if opening.kind not in _OURS:
            return Stranger(opening.source, opening.kind[1:])
        return _without_news(_unread.decode(data))


def _without_news(batch: _Unread) -> Batch:
    known = [_letter.decode(raw) for raw in batch.letters if _kind.decode(raw).kind in _KINDS]
    return Batch(batch.source, batch.number, batch.breaks, batch.seen, known)
