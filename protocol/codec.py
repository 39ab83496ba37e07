"""Bytes to messages and back, in both encodings. The WebSocket subprotocol chooses: `paiju.v1.msgpack` or `paiju.v1.json`."""

from __future__ import annotations

import enum
from collections.abc import Callable

import msgspec

from protocol.messages import ClientMessage, ServerMessage
from protocol.slugs import Slug

__all__ = ["SUBPROTOCOLS", "BadFrame", "Codec"]


class Codec(enum.Enum):
    """The two encodings. The value is the WebSocket subprotocol's name (RFC 6455 §1.9)."""

    MSGPACK = "paiju.v1.msgpack"
    JSON = "paiju.v1.json"

    binary: bool
    """Whether frames are binary; JSON goes in text frames."""
    encode: Callable[[object], bytes]
    """Any message, or a payload that is to be embedded in one as `msgspec.Raw`."""

    def __init__(self, name: str) -> None:
        # Bound once: a frame is encoded for every listener and tick.
        self.binary = name.endswith("msgpack")
        self.encode = (msgspec.msgpack if self.binary else msgspec.json).Encoder().encode

    __hash__ = object.__hash__
    """Of the one object that a member is, instead of its name's by a call of Python: codecs are keys where frames are shared."""

    def read_client(self, frame: bytes) -> ClientMessage:
        """A client's message. Raises BadFrame."""
        try:
            return _CLIENT[self].decode(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise _bad_frame(self, frame, error) from None

    def read_server(self, frame: bytes) -> ServerMessage:
        """A server's message. Raises BadFrame; a type unknown to this (older) client has the slug `frame/unknown_type`."""
        try:
            return _SERVER[self].decode(frame)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise _bad_frame(self, frame, error) from None


MAX_ACTION = 40
"""Characters of an action id, as in `protocol.pieces.Action`: a longer one is not sent back."""

SUBPROTOCOLS = tuple(codec.value for codec in Codec)
"""In the order of preference."""


class BadFrame(Exception):
    """A frame that is no message. `action` is the request's id where it could be read, so that its sender learns which one failed."""

    def __init__(self, slug: Slug, reason: str, action: str | None) -> None:
        super().__init__(reason)
        self.slug = slug
        self.reason = reason
        self.action = action


class _Envelope(msgspec.Struct):
    type: str
    action: str | None = None


_CLIENT: dict[Codec, msgspec.msgpack.Decoder[ClientMessage] | msgspec.json.Decoder[ClientMessage]] = {
    Codec.MSGPACK: msgspec.msgpack.Decoder(ClientMessage),
    Codec.JSON: msgspec.json.Decoder(ClientMessage),
}
_SERVER: dict[Codec, msgspec.msgpack.Decoder[ServerMessage] | msgspec.json.Decoder[ServerMessage]] = {
    Codec.MSGPACK: msgspec.msgpack.Decoder(ServerMessage),
    Codec.JSON: msgspec.json.Decoder(ServerMessage),
}
_ENVELOPE: dict[Codec, msgspec.msgpack.Decoder[_Envelope] | msgspec.json.Decoder[_Envelope]] = {
    Codec.MSGPACK: msgspec.msgpack.Decoder(_Envelope),
    Codec.JSON: msgspec.json.Decoder(_Envelope),
}


def _bad_frame(codec: Codec, frame: bytes, error: Exception) -> BadFrame:
    try:
        envelope = _ENVELOPE[codec].decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as worse:
        return BadFrame(Slug.FRAME_MALFORMED, f"not a message with a type: {worse}", None)
    action = envelope.action if envelope.action is not None and len(envelope.action) <= MAX_ACTION else None
    if str(error).endswith("at `$.type`"):
        return BadFrame(
            Slug.FRAME_UNKNOWN_TYPE, f"there is no message of type {envelope.type[:40]!r}", action
        )
    return BadFrame(Slug.FRAME_MALFORMED, str(error), action)
