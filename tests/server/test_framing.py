"""A frame's header is the one that the WebSocket library writes (RFC 6455 §5.2)."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from server.transport.framing import header


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 1 << 20])
def test_the_header_is_the_librarys(size: int, text: bool) -> None:
    payload = bytes(size)
    whole = Frame(Opcode.TEXT if text else Opcode.BINARY, payload).serialize(mask=False)
    assert header(size, text) + payload == whole
