"""The generated documents are current, whole, and say what the decoder says."""

from __future__ import annotations

import json
import typing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import protocol.messages as wire
from engine.core.ask import sample
from engine.core.chance import Chance
from engine.core.events import seen_by
from engine.core.ids import Seat
from engine.core.match import Answered, Match
from engine.registry import find_game, game_ids
from protocol.codec import BadFrame, Codec
from protocol.slugs import CloseCode, Slug
from server.schema import FILES, Json, asyncapi, schema, text
from tests.protocol.strategies import messages

SCHEMA = schema()
KINDS: tuple[type[msgspec.Struct], ...] = (
    *typing.get_args(wire.ClientMessage),
    *typing.get_args(wire.ServerMessage),
)


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


def plain(value: object) -> object:
    """As a JSON reader sees it."""
    return json.loads(Codec.JSON.encode(value))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_files_are_current(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == text(FILES[file]()), "run `make schema`"


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("document", [schema, asyncapi])
def test_every_reference_leads_somewhere(document: typing.Callable[[], Json]) -> None:
    root = document()
    for ref in references(root):
        where, _, path = ref.partition("#/")
        node: object = SCHEMA if where else root
        for step in path.split("/"):
            assert isinstance(node, dict) and step in node, ref
            node = node[step]


def references(node: object) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [ref for value in node.values() for ref in references(value)]
    return [ref for item in node for ref in references(item)] if isinstance(node, list) else []


def test_every_message_slug_and_close_code_is_in_the_documents() -> None:
    document = asyncapi()
    components = typing.cast("dict[str, Json]", document["components"])["messages"]
    assert set(components) == {kind.__name__ for kind in KINDS}
    assert document["x-close-codes"] == {str(int(code)): code.name for code in CloseCode}
    assert typing.cast("dict[str, Json]", SCHEMA["$defs"])["Slug"]["enum"] == [slug.value for slug in Slug]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind in typing.get_args(wire.ClientMessage)])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_what_a_client_may_say_is_valid(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    assert list(validator("ClientMessage").iter_errors(plain(data.draw(messages(kind, Codec.JSON))))) == []


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start", "action": "a1"},
        {"type": "start", "action": "", "room": "ABCD"},
        {"type": "start", "action": "a1", "room": "abcd"},
        {"type": "answer", "action": "a1", "room": "ABCD", "ask": -1, "move": 0},
        {"type": "answer", "action": "a1", "room": "ABCD", "ask": 1, "move": 0, "picks": [["x"]]},
        {"type": "configure", "action": "a1", "room": "ABCD", "polling": "loud"},
        {"type": "fly", "action": "a1"},
        {"type": "snapshot", "room": "ABCD", "seq": 1, "you": 0, "info": {}},
    ],
)
def test_what_the_decoder_refuses_the_schema_refuses(message: dict[str, object]) -> None:
    with pytest.raises(BadFrame):
        Codec.JSON.read_client(Codec.JSON.encode(message))
    assert not validator("ClientMessage").is_valid(message)


@pytest.mark.parametrize("name", game_ids(hidden=True))
def test_what_a_real_match_shows_is_valid(name: str) -> None:
    """A whole match of each game at a full table, seen by a player and by a spectator."""
    game, luck = find_game(name), Chance(b"schema", "test")
    match, happenings = Match.start(game, min(8, *game.seats[1:]), {}, b"schema")
    checked = 0
    while not match.over and checked < 400:
        for viewer in (Seat(0), None):
            for event in seen_by(viewer, happenings):
                validate("engine.Event", event)
            validate("engine.View", match.view(viewer))
        validate("engine.PollView", match.window())
        for ask in match.waiting():
            validate("engine.Ask", ask)
            happenings = match.put(Answered(ask.seat, ask.id, sample(ask, luck))) or []
            checked += 1
    assert match.fault is None and checked > 10
    if match.outcome is not None:
        validate("engine.Outcome", match.outcome)


VALIDATORS: dict[str, Draft202012Validator] = {}


def validate(name: str, value: object) -> None:
    found = VALIDATORS.setdefault(name, validator(name))
    assert list(found.iter_errors(plain(value))) == []
