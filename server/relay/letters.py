"""What processes say to each other.

A `Batch` goes from one process to one other and is numbered; a `Call` goes to all. A link is named by the number that its own process
has given it. Processes of one deployment run the same release: these types have no versions.
"""

from __future__ import annotations

import msgspec

from server.links import PlayerId

__all__ = [
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
    "read_letter",
    "write_letter",
]


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


class Batch(msgspec.Struct, frozen=True, array_like=True, tag="b"):
    """`number` counts the batches of the line. `breaks` is how often `source` has broken its end of the line, because something that the
    receiver sent was lost; `seen` how many of the receiver's breaks `source` has carried out (see `server.relay.lines`)."""

    source: str
    number: int
    breaks: int
    seen: int
    letters: list[Letter]


class Call(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """To all: `source` is alive, or `leaving`. `arrivals` are players who have connected to it, each with the number of his arrival."""

    source: str
    leaving: bool = False
    arrivals: list[tuple[PlayerId, int]] = []


_decoder = msgspec.msgpack.Decoder(Batch | Call)
_encoder = msgspec.msgpack.Encoder()


def write_letter(letter: Batch | Call) -> bytes:
    return _encoder.encode(letter)


def read_letter(data: bytes) -> Batch | Call:
    """Raises msgspec.MsgspecError."""
    return _decoder.decode(data)
