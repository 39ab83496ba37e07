"""The server's settings: one table of them, each with unit, default and purpose; the same names everywhere.

`--max-frame 16384` on the command line wins over `PAIJU_MAX_FRAME=16384` in the environment, which wins over `max_frame = 16384` in the
TOML file named by `--config` or `PAIJU_CONFIG`. A name that does not exist is an error, with a hint, wherever it stands.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.store.base import Durability

__all__ = ["Config", "ConfigError", "describe", "load"]

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(gt=0)]
PREFIX = "PAIJU_"


class ConfigError(Exception):
    """A setting that does not exist or does not fit; the message is for the person who set it."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Durations are in seconds and sizes in bytes unless the field says otherwise."""

    # where
    host: Annotated[str, Meta(description="address to listen on; 0.0.0.0 and :: are all")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535, description="TCP port; 0 lets the system choose")] = 8765
    path: Annotated[str, Meta(pattern="^/", description="URL path of the WebSocket")] = "/"
    ops_port: Annotated[
        int,
        Meta(
            ge=-1,
            le=65535,
            description="own port of /healthz, /readyz, /metrics; 0: on `port`; -1: the system chooses",
        ),
    ] = 0
    ops_host: Annotated[str, Meta(description="address of `ops_port`")] = "127.0.0.1"
    tls_cert: Annotated[str, Meta(description="file with the certificate chain (PEM); empty: no TLS")] = ""
    tls_key: Annotated[str, Meta(description="file with the private key (PEM)")] = ""
    origins: Annotated[
        list[str], Meta(description="web origins that may connect; native clients send none and always may")
    ] = []
    # what
    store: Annotated[
        str,
        Meta(
            description="where everything is kept: `sqlite:FILE`, `redis://HOST` for several processes, or `memory:` for nothing lasting"
        ),
    ] = "sqlite:paiju.db"
    lease: Annotated[
        float,
        Meta(
            ge=1,
            description="seconds after which other processes take the rooms of one that is silent (redis only)",
        ),
    ] = 3.0
    durability: Annotated[
        Durability,
        Meta(description="what is stored survives the death of the `process`, or a loss of `power` (slower)"),
    ] = Durability.PROCESS
    session_days: Annotated[
        Amount, Meta(description="days after which a player who did not come back is forgotten")
    ] = 365.0
    games: Annotated[list[str], Meta(description="games on offer; empty: all of them")] = []
    name: Annotated[str, Meta(max_length=64, description="the server's name, shown to clients")] = "Paiju"
    # limits of one connection
    max_frame: Annotated[
        Count, Meta(description="bytes of a client's message; four times as much costs the connection")
    ] = 16_384
    messages_per_second: Annotated[
        Amount, Meta(description="messages a second that a connection may send for long")
    ] = 20.0
    messages_burst: Annotated[Count, Meta(description="messages that it may send at once")] = 60
    flood_patience: Annotated[
        Count, Meta(description="refusals for being too fast before the connection is closed")
    ] = 40
    fault_patience: Annotated[
        Count,
        Meta(description="malformed messages before the connection is closed; one is forgiven a minute"),
    ] = 20
    soft_backlog: Annotated[
        Count, Meta(description="bytes a client may be behind before updates give way to one snapshot")
    ] = 65_536
    hard_backlog: Annotated[Count, Meta(description="bytes a client may be behind before it is cut off")] = (
        1_048_576
    )
    stall_timeout: Annotated[
        Amount, Meta(description="seconds a client may take nothing while more than `soft_backlog` waits")
    ] = 30.0
    # limits of an address and of the server
    connections_per_address: Annotated[
        Count,
        Meta(description="connections from one IPv4 address or IPv6 /64; a reverse proxy is one address"),
    ] = 100
    max_connections: Annotated[Count, Meta(description="connections in all")] = 10_000
    new_players_burst: Annotated[Count, Meta(description="new players from one address at once")] = 200
    new_players_per_minute: Annotated[
        Amount, Meta(description="new players a minute from one address, for long")
    ] = 60.0
    max_rooms: Annotated[Count, Meta(description="rooms in all")] = 5_000
    rooms_per_player: Annotated[Count, Meta(description="rooms that one player may be in at a time")] = 8
    people_per_room: Annotated[Count, Meta(description="persons in a room, spectators included")] = 100
    # time
    hello_timeout: Annotated[
        Amount, Meta(description="seconds from the TCP connection to an accepted hello")
    ] = 10.0
    ping_interval: Annotated[Amount, Meta(description="seconds between the server's heartbeats")] = 15.0
    ping_timeout: Annotated[Amount, Meta(description="seconds in which a heartbeat must be answered")] = 15.0
    close_timeout: Annotated[
        Amount, Meta(description="seconds for saying goodbye before a connection is cut")
    ] = 3.0
    drain_timeout: Annotated[
        Amount, Meta(description="seconds in which the server must be down after SIGTERM")
    ] = 10.0
    bot_delay_min: Annotated[
        float,
        Meta(
            ge=0, description="seconds that a bot thinks, and that a seat which can only pass takes, at least"
        ),
    ] = 0.8
    bot_delay_max: Annotated[float, Meta(ge=0, description="the same at most")] = 2.0
    record_days: Annotated[
        Amount, Meta(description="days for which the record of a finished match can be downloaded")
    ] = 30.0
    # how
    compression: Annotated[
        bool,
        Meta(
            description="permessage-deflate: a third of the speed and four times the memory of an idle connection"
        ),
    ] = False
    log_format: Annotated[
        Literal["console", "json"], Meta(description="lines for people or for machines")
    ] = "console"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="least level that is logged")
    ] = "info"

    def __post_init__(self) -> None:
        if bool(self.tls_cert) != bool(self.tls_key):
            raise ValueError("tls_cert and tls_key go together")
        if self.hard_backlog < self.soft_backlog:
            raise ValueError("hard_backlog must not be less than soft_backlog")
        if self.bot_delay_max < self.bot_delay_min:
            raise ValueError("bot_delay_max must not be less than bot_delay_min")


FIELDS = {field.name: field for field in msgspec.structs.fields(Config)}
FILE = "config"
"""The name under which flag and environment name the TOML file. No setting of its own: a file cannot name another."""


def load(flags: Sequence[str], environment: Mapping[str, str]) -> Config:
    """The settings from command-line flags (`--name value` or `--name=value`), environment and file. Raises ConfigError."""
    given = _from_flags(flags)
    outside = {
        _known(name, f"environment variable {name}", PREFIX): value
        for name, value in environment.items()
        if name.startswith(PREFIX)
    }
    file = given.pop(FILE, None) or outside.pop(FILE, None)
    outside.pop(FILE, None)
    settings: dict[str, object] = _from_file(Path(file)) if file else {}
    settings.update({name: _split(name, value) for name, value in (outside | given).items()})
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigError(_explain(error)) from None


def describe() -> list[tuple[str, str, str]]:
    """Name, default (as TOML) and purpose of each setting, for `--help` and the documentation."""
    rows = []
    for field in FIELDS.values():
        default = field.default if field.default is not msgspec.NODEFAULT else []
        rows.append((field.name, msgspec.json.encode(default).decode(), _purpose(field.type)))
    return rows


def _purpose(kind: object) -> str:
    meta = getattr(kind, "__metadata__", ())
    return next((str(m.description) for m in meta if isinstance(m, Meta) and m.description), "")


def _from_flags(flags: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    rest = iter(flags)
    for flag in rest:
        if not flag.startswith("--"):
            raise ConfigError(f"{flag!r} is no setting; settings look like --port 8765")
        name, equals, value = flag.partition("=")
        key = _known(name, name, "--")
        if not equals:
            following = next(rest, None)
            if following is None:
                raise ConfigError(f"{name} needs a value")
            value = following
        given[key] = value
    return given


def _from_file(path: Path) -> dict[str, object]:
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None
    for name in tree:
        if _known(name, f"{name} in {path}") == FILE:
            raise ConfigError(f"{path} cannot name another file")
    return tree


def _known(name: str, shown: str, prefix: str = "") -> str:
    key = name.removeprefix(prefix).replace("-", "_").lower()
    if key in FIELDS or key == FILE:
        return key
    close = difflib.get_close_matches(key, [*FIELDS, FILE], 1)
    hint = f"; did you mean {close[0]}?" if close else "; --help lists all settings"
    raise ConfigError(f"there is no setting {shown}{hint}")


def _split(name: str, value: str) -> object:
    """Lists are written with commas in flags and environment. Booleans also as yes/no."""
    default = FIELDS[name].default
    if default is msgspec.NODEFAULT:
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(default, bool):
        return {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(value.lower(), value)
    return value


def _explain(error: msgspec.ValidationError) -> str:
    message, _, where = str(error).partition(" - at `$.")
    if not where:
        return message
    name = where.rstrip("`").partition("[")[0]
    return f"{name}: {message[:1].lower()}{message[1:]} ({_purpose(FIELDS[name].type)})"
