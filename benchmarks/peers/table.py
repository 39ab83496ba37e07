"""High card as the hand-written servers play it, and their wire (MessagePack): the same rules as node/table.mjs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

__all__ = ["SEATS", "Rooms", "Table"]

SEATS = 4
CARDS = 52
DEPTH = CARDS // SEATS
"""Cards of a hand, and ranks of a suit."""

Connection = TypeVar("Connection")


class Put(msgspec.Struct):
    """From a player: the card at `index` of his hand."""

    index: int


class Seen(msgspec.Struct):
    """To all: which card was put by which seat, and whose turn it is now."""

    seat: int
    card: int
    turn: int


class Hand(msgspec.Struct):
    """To one: his cards after a deal."""

    hand: list[int]


_read = msgspec.msgpack.Decoder(Put).decode
_write = msgspec.msgpack.Encoder().encode


class Table(Generic[Connection]):
    """One room. `send` and `broadcast` are the server's: one frame to one connection, or to several."""

    def __init__(
        self,
        send: Callable[[Connection, bytes], object],
        broadcast: Callable[[list[Connection], bytes], object],
    ) -> None:
        self.send = send
        self.broadcast = broadcast
        self.seats: dict[int, Connection] = {}
        self.turn = 0
        self.trick: list[tuple[int, int]] = []
        self.scores = [0] * SEATS
        self.hands: list[list[int]] = []

    def sit(self, seat: int, connection: Connection) -> None:
        """The cards are dealt when all are there."""
        self.seats[seat] = connection
        if len(self.seats) == SEATS:
            self.deal()

    def deal(self) -> None:
        deck = list(range(CARDS))
        random.shuffle(deck)
        self.hands = [deck[seat * DEPTH : (seat + 1) * DEPTH] for seat in range(SEATS)]
        for seat, connection in self.seats.items():
            self.send(connection, _write(Hand(self.hands[seat])))

    def hear(self, seat: int, frame: bytes) -> None:
        """A player's action. Raises ValueError where it is not legal."""
        index = _read(frame).index
        if seat != self.turn or not self.hands or not 0 <= index < len(self.hands[seat]):
            raise ValueError("not a legal move")
        card = self.hands[seat].pop(index)
        self.trick.append((card % DEPTH, seat))
        self.turn = (seat + 1) % SEATS
        if len(self.trick) == SEATS:
            self.turn = max(self.trick, key=lambda put: put[0])[1]
            self.scores[self.turn] += 1
            self.trick.clear()
            if not any(self.hands):
                self.deal()
        self.broadcast(list(self.seats.values()), _write(Seen(seat, card, self.turn)))


class Rooms(Generic[Connection]):
    """All tables, by the path of a connection: `/ROOM/SEAT`."""

    def __init__(self, make: Callable[[], Table[Connection]]) -> None:
        self.make = make
        self.tables: dict[str, Table[Connection]] = {}

    def find(self, path: str) -> tuple[Table[Connection], int]:
        """The table, made where nobody has asked for it yet, and the seat."""
        _, room, seat = path.split("/")
        if room not in self.tables:
            self.tables[room] = self.make()
        return self.tables[room], int(seat)
