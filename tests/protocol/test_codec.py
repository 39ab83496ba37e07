"""Messages survive both encodings; what is no message is told apart from what is one of another kind."""

from __future__ import annotations

import typing

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import protocol.messages as wire
from protocol.codec import MAX_ACTION, SUBPROTOCOLS, BadFrame, Codec
from protocol.slugs import CloseCode, Slug
from tests.protocol.strategies import messages

CLIENTS: tuple[type[msgspec.Struct], ...] = typing.get_args(wire.ClientMessage)
SERVERS: tuple[type[msgspec.Struct], ...] = typing.get_args(wire.ServerMessage)
quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize("kind", CLIENTS)
@quick
@given(data=st.data())
def test_a_clients_message_comes_through(
    kind: type[msgspec.Struct], codec: Codec, data: st.DataObject
) -> None:
    message = data.draw(messages(kind, codec))
    assert codec.read_client(codec.encode(message)) == message


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize("kind", SERVERS)
@quick
@given(data=st.data())
def test_a_servers_message_comes_through(
    kind: type[msgspec.Struct], codec: Codec, data: st.DataObject
) -> None:
    message = data.draw(messages(kind, codec))
    assert codec.read_server(codec.encode(message)) == message


@pytest.mark.parametrize("codec", Codec)
@quick
@given(frame=st.binary(max_size=200))
def test_noise_is_never_more_than_a_bad_frame(codec: Codec, frame: bytes) -> None:
    for read in (codec.read_client, codec.read_server):
        with pytest.raises(BadFrame) as info:
            read(frame)
        assert info.value.slug in (Slug.FRAME_MALFORMED, Slug.FRAME_UNKNOWN_TYPE) and info.value.reason


@pytest.mark.parametrize("codec", Codec)
@quick
@given(data=st.data())
def test_a_message_with_something_broken_is_never_more_than_a_bad_frame(
    codec: Codec, data: st.DataObject
) -> None:
    frame = bytearray(codec.encode(data.draw(messages(data.draw(st.sampled_from(CLIENTS)), codec))))
    frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    del frame[data.draw(st.integers(1, len(frame))) :]
    try:
        message = codec.read_client(bytes(frame))
    except BadFrame:
        return
    assert isinstance(message, CLIENTS)


@pytest.mark.parametrize("codec", Codec)
def test_a_client_of_the_next_minor_version_is_understood(codec: Codec) -> None:
    """Within a major version fields are only added, and unknown ones are ignored: on both sides, at every depth."""
    room = {
        "type": "create_room",
        "action": "a",
        "game": "g",
        "seats": 2,
        "mood": "merry",
        "clock": {"turn": 60, "sand": True},
    }
    read = codec.read_client(codec.encode(room))
    assert read == wire.CreateRoom(action="a", game="g", seats=2, clock=wire.Clock(turn=60))
    pong = codec.read_server(codec.encode({"type": "pong", "nonce": 4, "load": 0.5}))
    assert pong == wire.Pong(nonce=4)


def test_a_client_of_the_last_minor_version_gets_what_it_needs() -> None:
    """An older client does not know the newer fields: all of them have defaults, and none is required of it."""
    for kind in (*CLIENTS, *SERVERS):
        required = {field.name for field in msgspec.structs.fields(kind) if field.required}
        assert required == REQUIRED[kind.__struct_config__.tag], (
            f"{kind.__name__} must not need anything that it did not need when it was new"
        )


REQUIRED: dict[object, set[str]] = {
    "hello": {"version", "name"},
    "ping": set(),
    "list_games": {"action"},
    "list_rooms": {"action"},
    "get_words": {"action", "game", "lang"},
    "get_rules": {"action", "game", "lang"},
    "get_record": {"action", "record"},
    "get_profile": {"action"},
    "get_top": {"action", "game"},
    "export_me": {"action"},
    "delete_me": {"action", "token"},
    "profile": {"action", "player", "name", "days", "rated"},
    "top": {"action", "game", "lines", "total"},
    "exported": {"action", "data", "records"},
    "create_room": {"action", "game", "seats"},
    "enter": {"action", "room"},
    "leave": {"action", "room"},
    "take_seat": {"action", "room", "seat"},
    "leave_seat": {"action", "room"},
    "swap_seats": {"action", "room", "seat"},
    "set_bot": {"action", "room", "seat"},
    "configure": {"action", "room"},
    "ready": {"action", "room"},
    "start": {"action", "room"},
    "answer": {"action", "room", "ask", "move"},
    "chat": {"action", "room", "text"},
    "kick": {"action", "room", "player"},
    "hand_over": {"action", "room", "player"},
    "surrender": {"action", "room"},
    "rematch": {"action", "room"},
    "welcome": {"version", "server", "player", "name", "token", "now"},
    "pong": set(),
    "done": {"action"},
    "refused": {"slug", "reason"},
    "games": {"action", "games"},
    "rooms": {"action", "rooms"},
    "words": {"action", "game", "lang", "hash"},
    "rules": {"action", "game", "lang", "text"},
    "record": {"action", "record", "data"},
    "snapshot": {"room", "seq", "you", "info"},
    "update": {"room", "seq"},
    "left": {"room", "slug", "reason"},
    "notice": {"slug", "reason"},
}
"""What version 1.0 requires. It may only shrink."""


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize(
    ("message", "at"),
    [
        ({"type": "answer", "room": "ABCD", "ask": -1, "move": 0}, "$.ask"),
        ({"type": "answer", "room": "ABCD", "ask": 0, "move": 0, "picks": [[0] * 201]}, "$.picks[0]"),
        ({"type": "answer", "room": "ABCD", "ask": 0, "move": 0, "picks": [[]] * 33}, "$.picks"),
        ({"type": "answer", "room": "ABCD", "ask": 0, "move": 0, "picks": [[2**53]]}, "$.picks[0][0]"),
        ({"type": "answer", "room": "ABCD", "ask": 0, "move": True}, "$.move"),
        ({"type": "answer", "room": "ABCD", "ask": 0.0, "move": 0}, "$.ask"),
        ({"type": "take_seat", "room": "ABCD", "seat": 32}, "$.seat"),
        ({"type": "start", "room": "abcd"}, "$.room"),
        ({"type": "start", "room": "ABCD\n"}, "$.room"),
        ({"type": "start", "room": "A" * 13}, "$.room"),
        ({"type": "ready", "room": "ABCD", "nonce": "abc"}, "$.nonce"),
        ({"type": "ready", "room": "ABCD", "nonce": "00" * 33}, "$.nonce"),
        ({"type": "chat", "room": "ABCD", "text": ""}, "$.text"),
        ({"type": "chat", "room": "ABCD", "text": "x" * 501}, "$.text"),
        ({"type": "configure", "room": "ABCD", "clock": {"turn": 4}}, "$.clock.turn"),
        ({"type": "configure", "room": "ABCD", "options": {"x": 1.5}}, "$.options[...]"),
        ({"type": "configure", "room": "ABCD", "options": {"x": "y" * 201}}, "$.options[...]"),
        ({"type": "create_room", "game": "g", "seats": 33}, "$.seats"),
        ({"type": "create_room", "game": "g" * 65, "seats": 3}, "$.game"),
    ],
)
def test_what_is_too_large_or_of_the_wrong_kind_is_malformed(
    codec: Codec, message: dict[str, object], at: str
) -> None:
    with pytest.raises(BadFrame) as info:
        codec.read_client(codec.encode(message | {"action": "a1"}))
    assert (info.value.slug, info.value.action) == (Slug.FRAME_MALFORMED, "a1")
    assert info.value.reason.endswith(f"`{at}`")


@pytest.mark.parametrize("codec", Codec)
@pytest.mark.parametrize(
    ("message", "slug", "action"),
    [
        ({"type": "fly", "action": "a1"}, Slug.FRAME_UNKNOWN_TYPE, "a1"),
        ({"type": "fly", "action": "x" * (MAX_ACTION + 1)}, Slug.FRAME_UNKNOWN_TYPE, None),
        ({"type": "welcome", "action": "a1"}, Slug.FRAME_UNKNOWN_TYPE, "a1"),
        ({"type": "start", "action": "x" * (MAX_ACTION + 1), "room": "ABCD"}, Slug.FRAME_MALFORMED, None),
        ({"action": "a1"}, Slug.FRAME_MALFORMED, None),
        ({"type": None, "action": "a1"}, Slug.FRAME_MALFORMED, None),
        ([], Slug.FRAME_MALFORMED, None),
        ("hello", Slug.FRAME_MALFORMED, None),
    ],
)
def test_the_sender_learns_which_request_was_bad_where_it_can_be_read(
    codec: Codec, message: object, slug: Slug, action: str | None
) -> None:
    with pytest.raises(BadFrame) as info:
        codec.read_client(codec.encode(message))
    assert (info.value.slug, info.value.action) == (slug, action)


def test_a_type_that_a_client_does_not_know_is_told_apart() -> None:
    with pytest.raises(BadFrame) as info:
        Codec.JSON.read_server(b'{"type": "fanfare", "loud": true}')
    assert info.value.slug == Slug.FRAME_UNKNOWN_TYPE


def test_the_subprotocols_of_version_1() -> None:
    assert SUBPROTOCOLS == ("paiju.v1.msgpack", "paiju.v1.json")
    assert Codec.MSGPACK.binary and not Codec.JSON.binary


def test_slugs_and_close_codes_are_stable() -> None:
    """Clients branch on them: they may be added, never renamed or renumbered."""
    assert all(slug.count("/") == 1 and slug == slug.lower() for slug in Slug)
    assert {code.name: int(code) for code in CloseCode} == {
        "REPLACED": 4001,
        "FLOODING": 4002,
        "TOO_SLOW": 4003,
        "NO_HELLO": 4004,
        "TOO_MANY_FAULTS": 4005,
        "DRAINING": 4006,
        "TOO_MANY_CONNECTIONS": 4007,
        "MOVED": 4008,
        "REMOVED": 4009,
    }
