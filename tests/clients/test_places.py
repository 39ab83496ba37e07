"""Addresses, invites, and the memory that brings a player back."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from clients.cli.places import DEFAULT_PORT, Memory, Place, link_of, read_place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("example.org", Place(f"ws://example.org:{DEFAULT_PORT}/")),
        ("example.org:99", Place("ws://example.org:99/")),
        ("[::1]:99", Place("ws://[::1]:99/")),
        ("ws://h:1/", Place("ws://h:1/")),
        ("wss://h", Place("wss://h:443/")),
        ("paiju://h:1/abcd?key=s3", Place("ws://h:1/", "ABCD", "s3")),
        ("paiju://h:1/?key=s3", Place("ws://h:1/", None, "s3")),
        ("paiju://h:1/ABCD?key=s3&password=open%20sesame", Place("ws://h:1/", "ABCD", "s3", "open sesame")),
        ("paijus://h/ABCD", Place("wss://h:443/", "ABCD")),
    ],
)
def test_an_address_is_read(text: str, place: Place) -> None:
    assert read_place(text) == place


@pytest.mark.parametrize(
    ("text", "password"),
    [
        ("paiju://h/ABCD?key=old", "old"),
        ("paiju://h/ABCD?key=new&password=open", "open"),
        ("paiju://h/ABCD?password=open", "open"),
        ("paiju://h/ABCD", None),
    ],
)
def test_links_from_before_servers_had_keys_open_their_rooms(text: str, password: str | None) -> None:
    assert read_place(text).room_password == password


@pytest.mark.parametrize(
    "place",
    [
        Place("ws://h:1/"),
        Place("wss://[2001:db8::1]:443/", "ABCD"),
        Place("ws://h:1/", None, "a&b=c#d e/?+%"),
        Place("ws://h:1/", "ABCD", "k", "密码 &"),
    ],
)
def test_a_link_is_read_as_the_place_it_was_made_of(place: Place) -> None:
    assert read_place(link_of(place)) == place


@pytest.mark.parametrize(
    "text", ["", "http://h", "paiju://", "h:notaport", "h:99999", "paiju://h/bad-room", "paiju://h/AB"]
)
def test_a_faulty_address_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"not an address|not a port|not a room code"):
        read_place(text)


def test_a_player_is_remembered_by_server_and_name(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "players.json"
    Memory(path).keep("ws://a/", "Ann", "t1")
    Memory(path).keep("ws://a/", "Bea", "t2")
    memory = Memory(path)
    assert (
        memory.token("ws://a/", "Ann"),
        memory.token("ws://a/", "Bea"),
        memory.token("ws://b/", "Ann"),
    ) == (
        "t1",
        "t2",
        None,
    )
    assert memory.name == "Bea"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"tokens": 3}'])
def test_damaged_memory_is_forgotten(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "players.json"
    path.write_bytes(content)
    memory = Memory(path)
    assert memory.token("ws://a/", "Ann") is None
    memory.keep("ws://a/", "Ann", "t1")
    assert Memory(path).token("ws://a/", "Ann") == "t1"


def test_the_key_of_a_server_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "players.json"
    Memory(path).keep("ws://a/", "Ann", "t1", "k1")
    Memory(path).keep("ws://a/", "Ann", "t2")
    assert (Memory(path).key("ws://a/"), Memory(path).key("ws://b/")) == ("k1", None)


def test_a_memory_from_before_servers_had_keys_is_read(tmp_path: Path) -> None:
    path = tmp_path / "players.json"
    path.write_text('{"tokens": {"ws://a/#Ann": "t1"}, "name": "Ann"}')
    assert (Memory(path).token("ws://a/", "Ann"), Memory(path).key("ws://a/")) == ("t1", None)
