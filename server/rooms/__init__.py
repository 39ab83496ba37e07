"""Rooms: where people sit down, and matches are played. One task each; see `actor`."""

from server.rooms.alone import Alone
from server.rooms.service import Rooms
from server.rooms.settings import RoomSettings

__all__ = ["Alone", "RoomSettings", "Rooms"]
