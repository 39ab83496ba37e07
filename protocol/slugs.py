"""Every refusal and close reason has a stable slug. Clients branch on slugs, people read the sentence beside them."""

from __future__ import annotations

import enum

__all__ = ["CloseCode", "Slug"]


class Slug(enum.StrEnum):
    """Why something was refused. Slugs are never renamed within a major version."""

    # the frame
    FRAME_MALFORMED = "frame/malformed"
    FRAME_UNKNOWN_TYPE = "frame/unknown_type"
    FRAME_TOO_LARGE = "frame/too_large"
    FRAME_TOO_MANY = "frame/too_many"
    # the session
    HELLO_EXPECTED = "hello/expected"
    HELLO_VERSION = "hello/version"
    HELLO_TOKEN = "hello/token"
    HELLO_NAME = "hello/name"
    HELLO_KEY = "hello/key"
    HELLO_BLOCKED = "hello/blocked"
    HELLO_UNINVITED = "hello/uninvited"
    HELLO_BANNED = "hello/banned"
    SESSION_REPLACED = "session/replaced"
    SESSION_REMOVED = "session/removed"
    SERVER_MESSAGE = "server/message"
    SERVER_DRAINING = "server/draining"
    SERVER_FULL = "server/full"
    SERVER_STORE = "server/store"
    SERVER_FAULT = "server/fault"
    # rooms
    ROOM_UNKNOWN = "room/unknown"
    ROOM_FULL = "room/full"
    ROOM_PASSWORD = "room/password"
    ROOM_NOT_IN = "room/not_in"
    ROOM_NOT_HOST = "room/not_host"
    ROOM_RUNNING = "room/running"
    ROOM_NOT_RUNNING = "room/not_running"
    ROOM_NOT_READY = "room/not_ready"
    ROOM_PAUSED = "room/paused"
    ROOM_KICKED = "room/kicked"
    ROOM_LEFT = "room/left"
    ROOM_CLOSED = "room/closed"
    ROOM_REWOUND = "room/rewound"
    ROOM_TOO_MANY = "room/too_many"
    SEAT_TAKEN = "seat/taken"
    SEAT_NONE = "seat/none"
    SEAT_UNKNOWN = "seat/unknown"
    SEAT_LEVEL = "seat/level"
    GAME_UNKNOWN = "game/unknown"
    OPTIONS_UNFIT = "options/unfit"
    WORDS_UNKNOWN = "words/unknown"
    RECORD_UNKNOWN = "record/unknown"
    RATINGS_OFF = "ratings/off"
    PROFILE_TOKEN = "profile/token"
    CHAT_TOO_FAST = "chat/too_fast"
    # answers (the engine's own)
    ANSWER_MALFORMED = "answer/malformed"
    ANSWER_ILLEGAL = "answer/illegal"
    ANSWER_STALE = "answer/stale"
    ANSWER_NOT_ASKED = "answer/not_asked"


class CloseCode(enum.IntEnum):
    """WebSocket close codes of our own (RFC 6455 §7.4.2 leaves 4000-4999 to applications)."""

    REPLACED = 4001
    """The same player has connected again; this older connection is not needed any more."""
    FLOODING = 4002
    """Too many messages for too long."""
    TOO_SLOW = 4003
    """The client does not read what it is sent."""
    NO_HELLO = 4004
    """No hello in time, or an unacceptable one."""
    TOO_MANY_FAULTS = 4005
    """Malformed frames again and again."""
    DRAINING = 4006
    """The server is going down for maintenance; connect again."""
    TOO_MANY_CONNECTIONS = 4007
    """More connections from one address than this server allows."""
    MOVED = 4008
    """A table of yours is moving to another process of this server; connect again, and enter it."""
    REMOVED = 4009
    """The people who run the server have closed this connection; the notice before says why."""
