"""High card on picows and uvloop by hand: `python -m benchmarks.peers.minimal_picows PORT`. No store, no resume, no limits."""

from __future__ import annotations

import sys

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

from benchmarks.peers.table import Rooms, Table

__all__ = ["main"]


def _send(connection: WSTransport, frame: bytes) -> None:
    connection.send(WSMsgType.BINARY, frame)


def _broadcast(connections: list[WSTransport], frame: bytes) -> None:
    for connection in connections:
        connection.send(WSMsgType.BINARY, frame)


class Player(WSListener):
    """One connection."""

    def __init__(self, table: Table[WSTransport], seat: int) -> None:
        self.table = table
        self.seat = seat

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.table.sit(self.seat, transport)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is WSMsgType.BINARY:
            self.table.hear(self.seat, frame.get_payload_as_bytes())
        elif frame.msg_type is WSMsgType.CLOSE:
            transport.disconnect()


async def main(port: int) -> None:
    rooms: Rooms[WSTransport] = Rooms(lambda: Table(_send, _broadcast))

    def arrive(request: WSUpgradeRequest) -> Player:
        return Player(*rooms.find(request.path.decode()))

    server = await ws_create_server(arrive, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
