"""High card on websockets and uvloop by hand: `python -m benchmarks.peers.minimal_websockets PORT`. No store, no resume, no limits."""

from __future__ import annotations

import sys

import uvloop
from websockets.asyncio.server import ServerConnection, broadcast, serve

from benchmarks.peers.table import Rooms, Table

__all__ = ["main"]


def _send(connection: ServerConnection, frame: bytes) -> None:
    broadcast([connection], frame)


async def main(port: int) -> None:
    rooms: Rooms[ServerConnection] = Rooms(lambda: Table(_send, broadcast))

    async def converse(connection: ServerConnection) -> None:
        assert connection.request is not None
        table, seat = rooms.find(connection.request.path)
        table.sit(seat, connection)
        async for frame in connection:
            assert isinstance(frame, bytes)
            table.hear(seat, frame)

    async with serve(converse, "127.0.0.1", port, compression=None, ping_interval=None) as server:
        await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
