"""Addresses of servers, and what this client remembers of them on disk."""

from __future__ import annotations

import contextlib
import getpass
import os
import re
from pathlib import Path
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import msgspec
from platformdirs import user_data_path, user_state_path

__all__ = [
    "DEFAULT_PORT",
    "Memory",
    "Place",
    "Settings",
    "default_name",
    "link_of",
    "read_place",
    "records_path",
]

DEFAULT_PORT = 8765
"""`paiju serve` listens here unless told otherwise."""
MOST_PLACES = 12
"""Addresses that are remembered: a list to choose from, not a history."""


class Place(msgspec.Struct, frozen=True):
    """Where to go: a WebSocket URL, perhaps a room, perhaps the key of the server (or an invitation) and the password of the room."""

    url: str
    room: str | None = None
    key: str | None = None
    password: str | None = None

    @property
    def room_password(self) -> str | None:
        """What to say at the room's door. In links from before servers had keys, `key` is the room's password; a server without a key
        does not mind hearing it, nor a room without a password hearing the server's."""
        return self.password or self.key


def read_place(text: str) -> Place:
    """`host`, `host:port`, `ws://…`, `wss://…`, or an invite `paiju://host:port/ROOM?key=…&password=…` (`paijus://` for TLS): the key of
    the server and the password of the room, each where there is one.

    Raises ValueError with a sentence."""
    if "://" not in text:
        text = f"paiju://{text}"
    parts = urlsplit(text)
    scheme = {"paiju": "ws", "paijus": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.hostname:
        raise ValueError(
            f"not an address: {text!r} (like example.org:{DEFAULT_PORT} or paiju://example.org/ROOM)"
        )
    try:
        port = parts.port
    except ValueError as error:
        raise ValueError(f"not a port in {text!r}: {error}") from error
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    room = parts.path.strip("/").upper() or None
    if room is not None and not re.fullmatch("[A-Z0-9]{4,12}", room):
        raise ValueError(f"not a room code: {room!r}")
    said = parse_qs(parts.query)
    key, password = said.get("key", [None])[0], said.get("password", [None])[0]
    secure_default = 443 if scheme == "wss" else DEFAULT_PORT
    return Place(f"{scheme}://{host}:{port or secure_default}/", room, key, password)


def link_of(place: Place) -> str:
    """The invite link that `read_place` reads as this place."""
    parts = urlsplit(place.url)
    scheme = "paijus" if parts.scheme == "wss" else "paiju"
    said = {name: word for name, word in (("key", place.key), ("password", place.password)) if word}
    query = f"?{urlencode(said, quote_via=quote)}" if said else ""
    return f"{scheme}://{parts.netloc}/{place.room or ''}{query}"


def default_name() -> str:
    """The user's login name, at most 24 characters."""
    with contextlib.suppress(OSError, KeyError, ImportError):
        return getpass.getuser()[:24] or "player"
    return "player"


def records_path() -> Path:
    """Folder in which downloaded records are kept; made when missing."""
    path = user_data_path("paiju") / "records"
    path.mkdir(parents=True, exist_ok=True)
    return path


class Settings(msgspec.Struct):
    """How the person likes the full-screen client. `language` None: as the locale has it; `theme` is `dark`, `light` or `safe`; `bell`:
    ring when somebody who was idle is asked."""

    language: str | None = None
    theme: str = "dark"
    bell: bool = True


class _Known(msgspec.Struct):
    """What is remembered: tokens by server URL and name, keys by server URL, the name used last, the addresses gone to (latest first), and
    settings."""

    tokens: dict[str, str] = {}
    keys: dict[str, str] = {}
    name: str | None = None
    places: list[str] = []
    settings: Settings = msgspec.field(default_factory=Settings)


class Memory:
    """The small file that lets a player come back to his seat after his terminal died. Readable by its owner only.

    Unreadable or unwritable memory is no error: the player is a new one then."""

    def __init__(self, path: Path | None = None) -> None:
        """None: the usual place of this system."""
        self._path = path or user_state_path("paiju") / "players.json"
        self._known = _Known()
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            self._known = msgspec.json.decode(self._path.read_bytes(), type=_Known)

    @property
    def name(self) -> str | None:
        return self._known.name

    @name.setter
    def name(self, name: str) -> None:
        self._known.name = name
        self._write()

    @property
    def settings(self) -> Settings:
        """Change them in place, and `keep_settings`."""
        return self._known.settings

    def keep_settings(self) -> None:
        self._write()

    @property
    def places(self) -> list[str]:
        """Addresses and invites gone to, the latest first."""
        return list(self._known.places)

    def visited(self, address: str) -> None:
        """Remember an address that has led somewhere."""
        others = [place for place in self._known.places if place != address]
        self._known.places = [address, *others][:MOST_PLACES]
        self._write()

    def token(self, url: str, name: str) -> str | None:
        """The token used at this server under this name."""
        return self._known.tokens.get(f"{url}#{name}")

    def key(self, url: str) -> str | None:
        """The key that opened this server last time."""
        return self._known.keys.get(url)

    def keep(self, url: str, name: str, token: str, key: str | None = None) -> None:
        """The server has taken this token, and the key if one was said."""
        self._known.tokens[f"{url}#{name}"] = token
        if key is not None:
            self._known.keys[url] = key
        self._known.name = name
        self._write()

    def forget(self, url: str, name: str) -> None:
        """The player there is no more."""
        self._known.tokens.pop(f"{url}#{name}", None)
        self._write()

    def _write(self) -> None:
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_suffix(".new")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._known))
            fresh.replace(self._path)
