"""What a Redis URL says."""

from __future__ import annotations

import pytest

from server.store.base import CannotOpen
from server.store.redis_url import Address, Form, Place, parse


def address(form: Form = Form.SINGLE, **changed: object) -> Address:
    plain: dict[str, object] = {
        "form": form, "tls": False, "places": (Place("here", 6379),), "path": "", "user": None, "password": None,
    }  # fmt: skip
    return Address(**{**plain, **changed})  # type: ignore[arg-type] # as the table below has them


MEANINGS = {
    "redis://here": address(),
    "redis://here:7000/2": address(places=(Place("here", 7000),), db=2),
    "redis://[::1]:7000": address(places=(Place("::1", 7000),)),
    "redis://ann:s%40c%3Aret@here": address(user="ann", password="s@c:ret"),
    "redis://:secret@here": address(password="secret"),
    "redis://here?prefix=world2&wait=1&timeout=0.5&db=3": address(prefix="world2", wait=1, timeout=0.5, db=3),
    "rediss://here?ca=ca.pem&cert=me.pem&key=me.key": address(
        tls=True, ca="ca.pem", cert="me.pem", key="me.key"
    ),
    "unix:///run/redis.sock?db=1": address(Form.SOCKET, places=(), path="/run/redis.sock", db=1),
    "redis+sentinel://one,two:7/table/4": address(
        Form.SENTINEL, places=(Place("one", 26379), Place("two", 7)), path="table", db=4
    ),
    "rediss+sentinel://ann:a@one/table?sentinel_user=bob&sentinel_password=b": address(
        Form.SENTINEL, tls=True, places=(Place("one", 26379),), path="table", user="ann", password="a",
        sentinel_user="bob", sentinel_password="b",
    ),
    "redis+cluster://one,two:7": address(Form.CLUSTER, places=(Place("one", 6379), Place("two", 7))),
}  # fmt: skip


@pytest.mark.parametrize("url", MEANINGS)
def test_each_part_of_a_url_has_its_meaning(url: str) -> None:
    assert parse(url) == MEANINGS[url]


FAULTS = {
    "redis://": "names no host",
    "redis://here:port": "a port is a number",
    "redis://here/two": "db",
    "redis://here/1/2": "path is too long",
    "redis://here?db=-1": "not negative",
    "redis://here?colour=red": "colour",
    "redis://here?wait=many": "wait",
    "redis://here?timeout=0": "0.05 to 60",
    "redis://here?prefix=": "prefix is not empty",
    "redis://here?prefix={x}": "no braces",
    "unix://": "names no socket",
    "redis+sentinel://one": "names no service",
    "redis://[here": "it is no URL",
    "redis+cluster://one/1": "path is too long",
    "redis+cluster://one?db=1": "one database",
    "redis+sentinel://one,,two/table": "names no host",
}


@pytest.mark.parametrize("url", FAULTS)
def test_what_cannot_be_meant_is_refused_with_the_forms_there_are(url: str) -> None:
    with pytest.raises(CannotOpen, match=rf"{FAULTS[url]}.*; write redis://HOST"):
        parse(url)


def test_nothing_repeats_a_password() -> None:
    for url in (
        "redis://ann:hush@here:port",
        "redis://ann:hush/2@here",
        "redis://ann:[hush@here",
        "redis://a:hush\u2100@here",
    ):
        with pytest.raises(CannotOpen) as refused:
            parse(url)
        assert "hush" not in str(refused.value)
    assert str(parse("redis://ann:hushhush@here,there")) == "here:6379,there:6379"
