"""What a Redis URL says. `parse` reads the forms and refuses the rest in a sentence.

    redis://[USER[:PASSWORD]@]HOST[:PORT][/DB]
    unix://[USER[:PASSWORD]@]/PATH
    redis+sentinel://[USER[:PASSWORD]@]HOST[:PORT],HOST[:PORT]…/SERVICE[/DB]
    redis+cluster://[USER[:PASSWORD]@]HOST[:PORT],HOST[:PORT]…

`rediss` in place of `redis` is TLS. After `?` come the settings of `_Options`.
"""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

import msgspec

from server.store.base import CannotOpen

__all__ = ["FORMS", "SCHEMES", "Address", "Form", "Place", "parse"]

FORMS = (
    "redis://HOST, rediss://, redis+sentinel://HOST,HOST/SERVICE, redis+cluster://HOST,HOST or unix:///PATH"
)


class Form(StrEnum):
    SINGLE = "redis"
    SENTINEL = "redis+sentinel"
    CLUSTER = "redis+cluster"
    SOCKET = "unix"


SCHEMES = {*Form, *(form.replace("redis", "rediss", 1) for form in Form)}
"""What a Redis URL begins with."""

_PORTS = {Form.SINGLE: 6379, Form.SENTINEL: 26379, Form.CLUSTER: 6379, Form.SOCKET: 0}


class Place(msgspec.Struct, frozen=True):
    host: str
    port: int


class _Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    prefix: str = "paiju"
    """Begins every key, so that several servers' worlds can share a Redis."""
    db: int = 0
    wait: int = 0
    """Replicas that must have a write before it counts."""
    timeout: float = 2.0
    """Seconds after which a call is given up. Well under a lease: an owner must have time to try again."""
    ca: str | None = None
    """Whom TLS trusts, the path of a PEM file; None: whom the system trusts."""
    cert: str | None = None
    key: str | None = None
    """What we show ourselves with to a Redis that asks for it, PEM files. None: nothing; a key may lie in `cert`."""
    sentinel_user: str | None = None
    sentinel_password: str | None = None
    """For the Sentinels themselves, where they ask."""


class Address(_Options, frozen=True, kw_only=True):
    form: Form
    tls: bool
    places: tuple[Place, ...]
    """Where to begin: the server, the Sentinels, or some nodes of the Cluster."""
    path: str
    """The socket's, or the Sentinels' name of the service."""
    user: str | None
    password: str | None

    def __str__(self) -> str:
        """Fit for a log: without what opens doors."""
        if self.form is Form.SOCKET:
            return self.path
        return ",".join(f"{place.host}:{place.port}" for place in self.places)


def parse(url: str) -> Address:
    """Raises CannotOpen, which repeats no part of the URL that may be secret."""
    try:
        return _address(url)
    except (ValueError, msgspec.ValidationError) as error:
        raise CannotOpen(f"this Redis URL cannot be read: {error}; write {FORMS}") from None


def _address(url: str) -> Address:
    parts = _split(url)
    tls = parts.scheme.startswith("rediss")
    form = Form(parts.scheme.replace("rediss", "redis", 1))
    login, _, hosts = parts.netloc.rpartition("@")
    user, _, password = login.partition(":")
    path, db = _path(form, parts.path)
    said = dict(parse_qsl(parts.query, keep_blank_values=True))
    options = msgspec.convert(said if db is None else {"db": db, **said}, _Options, strict=False)
    _check(form, options)
    return Address(
        form=form,
        tls=tls,
        places=() if form is Form.SOCKET else tuple(_place(host, _PORTS[form]) for host in hosts.split(",")),
        path=path,
        user=unquote(user) or None,
        password=unquote(password) or None,
        **msgspec.structs.asdict(options),
    )


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:  # which would repeat what it does not like
        raise ValueError("it is no URL") from None


def _path(form: Form, path: str) -> tuple[str, str | None]:
    """The socket's path or the service's name, and the database if the path says it."""
    if form is Form.SOCKET:
        if len(path) < 2:
            raise ValueError("it names no socket")
        return unquote(path), None
    first, _, second = path.strip("/").partition("/")
    if form is Form.SENTINEL:
        if not first:
            raise ValueError("it names no service of the Sentinels")
        return unquote(first), second or None
    if second or (form is Form.CLUSTER and first):
        raise ValueError("its path is too long")
    return "", first or None


def _place(text: str, port: int) -> Place:
    parts = _split(f"//{text}")
    try:
        given = parts.port
    except ValueError:
        raise ValueError("a port is a number, and what is special in a password is written as %40") from None
    if not parts.hostname:
        raise ValueError("it names no host")
    return Place(parts.hostname, given or port)


def _check(form: Form, options: _Options) -> None:
    if not options.prefix or set(options.prefix) & set("{}"):
        raise ValueError("a prefix is not empty and has no braces")
    if options.db < 0 or options.wait < 0 or not 0.05 <= options.timeout <= 60:
        raise ValueError("db and wait are not negative, and timeout is 0.05 to 60 seconds")
    if form is Form.CLUSTER and options.db:
        raise ValueError("a Cluster has one database")
