"""The server's settings: one table of them, each with unit, default and purpose; the same names everywhere.

`--max-frame 16384` on the command line wins over `PAIJU_MAX_FRAME=16384` in the environment, which wins over `max_frame = 16384` in the
TOML file named by `--config` or `PAIJU_CONFIG`. A name that does not exist is an error, with a hint, wherever it stands.
"""

from __future__ import annotations

import difflib
import ipaddress
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.store.base import Durability

__all__ = ["FIELDS", "Config", "ConfigError", "describe", "load", "purpose"]

Count = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(gt=0)]
NETWORKS = ("allow", "block", "trust_proxy")
"""Settings that are lists of networks."""
PREFIX = "PAIJU_"


class ConfigError(Exception):
    """A setting that does not exist or does not fit; the message is for the person who set it."""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Durations are in seconds and sizes in bytes unless the field says otherwise."""

    # where
    host: Annotated[
        str, Meta(description="address to listen on; 0.0.0.0: all of IPv4, ::: all of IPv6, empty: both")
    ] = "127.0.0.1"
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
    public_address: Annotated[
        str,
        Meta(
            description="address in the invite link, as `example.org:443` or `paijus://example.org`; empty: found out"
        ),
    ] = ""
    announce: Annotated[
        bool, Meta(description="let `paiju lan` find the server on its network; never on loopback")
    ] = True
    tls_cert: Annotated[
        str,
        Meta(description="file with the certificate chain (PEM); empty: no TLS. SIGHUP reads it again"),
    ] = ""
    tls_key: Annotated[str, Meta(description="file with the private key (PEM)")] = ""
    origins: Annotated[
        list[str], Meta(description="web origins that may connect; native clients send none and always may")
    ] = []
    trust_proxy: Annotated[
        list[str], Meta(description="networks of the reverse proxies whose word on a client's address counts")
    ] = []
    proxy_header: Annotated[
        Literal["x-forwarded-for", "forwarded"],
        Meta(description="the header in which these proxies write it; the other one is not read"),
    ] = "x-forwarded-for"
    # who
    private: Annotated[
        bool, Meta(description="nobody comes in without the server's key, which is in the invite link")
    ] = False
    server_key: Annotated[
        str,
        Meta(
            pattern=r"^([!-~]{8,128})?$",
            description="that key, 8 to 128 characters without spaces, implies `private`; empty: one is made and stays",
        ),
    ] = ""
    key_tries: Annotated[
        Count, Meta(description="wrong keys from one address at once; one more is allowed a minute")
    ] = 10
    invited: Annotated[
        list[str],
        Meta(
            description="only these come in: ids of players, and invitations (20 random characters, one for each friend); empty: everybody"
        ),
    ] = []
    block_players: Annotated[
        list[str], Meta(description="ids of players, and names in any spelling, that do not come in")
    ] = []
    allow: Annotated[
        list[str], Meta(description="networks (203.0.113.0/24) that may connect; empty: all")
    ] = []
    block: Annotated[list[str], Meta(description="networks that may not; this wins over `allow`")] = []
    name_length: Annotated[int, Meta(ge=1, le=24, description="characters of a player's name at most")] = 24
    name_characters: Annotated[
        Literal["any", "words", "ascii"],
        Meta(
            description="of names: `any` that show, `words` (letters and digits of all scripts, space - _ . '), or those in `ascii`"
        ),
    ] = "any"
    distinct_names: Annotated[
        bool,
        Meta(description="nobody takes a name that looks like that of somebody connected to this process"),
    ] = False
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
        Meta(
            description="connections from one IPv4 address or IPv6 /64; a proxy outside of `trust_proxy` is one address"
        ),
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
    # what is kept of players
    history_days: Annotated[
        float,
        Meta(
            ge=0,
            description="days after a match for which its result is kept of each player; 0: none are kept",
        ),
    ] = 365.0
    ratings: Annotated[
        bool, Meta(description="ratings per game, and a table of the best; needs `history_days`")
    ] = True
    # administration
    admin_port: Annotated[
        int,
        Meta(ge=-1, le=65535, description="port for `paiju admin`; 0: none is open; -1: the system chooses"),
    ] = 0
    admin_host: Annotated[
        str,
        Meta(
            description="address of `admin_port`; on another than loopback it has TLS where `tls_cert` is set"
        ),
    ] = "127.0.0.1"
    admin_socket: Annotated[
        str, Meta(description="path of a Unix socket for `paiju admin`, for this user only; empty: none")
    ] = ""
    admin_token: Annotated[
        str, Meta(description="the admin's token as `NAME:TOKEN`, 16 characters or more without spaces")
    ] = ""
    admin_token_file: Annotated[
        str,
        Meta(description="file with such tokens, one a line, for several admins or out of the environment"),
    ] = ""
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
        for setting in NETWORKS:
            for network in getattr(self, setting):
                try:
                    ipaddress.ip_network(network, strict=False)
                except ValueError:
                    raise ValueError(
                        f"{setting}: {network!r} is no network, such as 203.0.113.0/24"
                    ) from None
        if any(not 20 <= len(invited) <= 128 for invited in self.invited):
            raise ValueError("invited: an invitation has 20 to 128 characters, else it could be guessed")


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
        rows.append((field.name, msgspec.json.encode(default).decode(), purpose(field.name)))
    return rows


def purpose(name: str) -> str:
    """What a setting is for, with its unit."""
    meta = getattr(FIELDS[name].type, "__metadata__", ())
    return next((str(m.description) for m in meta if isinstance(m, Meta) and m.description), "")


def _from_flags(flags: Sequence[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    rest = list(flags)
    while rest:
        flag = rest.pop(0)
        if not flag.startswith("--"):
            raise ConfigError(f"{flag!r} is no setting; settings look like --port 8765")
        name, equals, value = flag.partition("=")
        key = _known(name, name, "--")
        if not equals:
            if rest and not rest[0].startswith("--"):
                value = rest.pop(0)
            elif key in FIELDS and isinstance(FIELDS[key].default, bool):
                value = "true"
            else:
                raise ConfigError(f"{name} needs a value")
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
    return f"{name}: {message[:1].lower()}{message[1:]} ({purpose(name)})"
