"""Addresses, invites, and the memory that brings a player back."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from clients.cli.places import DEFAULT_PORT, Memory, Place, read_place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("example.org", Place(f"ws://example.org:{DEFAULT_PORT}/")),
        ("example.org:99", Place("ws://example.org:99/")),
        ("[::1]:99", Place("ws://[::1]:99/")),
        ("ws://h:1/", Place("ws://h:1/")),
        ("wss://h", Place("wss://h:443/")),
        ("paiju://h:1/abcd?key=s3", Place("ws://h:1/", "ABCD", "s3")),
        ("paijus://h/ABCD", Place("wss://h:443/", "ABCD")),
    ],
)
def test_an_address_is_read(text: str, place: Place) -> None:
    assert read_place(text) == place


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
