"""docs/protocol.md says what the server does: its examples are valid, and nothing is missing."""

from __future__ import annotations

import json
import re
import typing
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import protocol.messages as wire
from protocol.codec import SUBPROTOCOLS
from protocol.slugs import CloseCode, Slug
from server.config import Config
from server.schema import schema

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[dict[str, object]] = [
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
]
CLIENTS = {kind.__struct_config__.tag for kind in typing.get_args(wire.ClientMessage)}
SERVERS = {kind.__struct_config__.tag for kind in typing.get_args(wire.ServerMessage)}


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema()["$defs"]})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: str(example.get("type", "part")))
def test_an_example_is_valid(example: dict[str, object]) -> None:
    if example.get("type") in CLIENTS:
        name = "ClientMessage"
    elif example.get("type") in SERVERS:
        name = "ServerMessage"
    else:
        name = "Window" if "poll" in example else "engine.Ask"
    assert [error.message for error in validator(name).iter_errors(example)] == []


def test_every_message_has_an_example() -> None:
    assert {example.get("type") for example in EXAMPLES} >= CLIENTS | SERVERS


def test_every_slug_close_code_and_subprotocol_is_explained() -> None:
    table = set(re.findall(r"^\| `([a-z_]+/[a-z_]+)` \| \S", PAGE, re.MULTILINE))
    assert table == {slug.value for slug in Slug}
    codes = dict(re.findall(r"^\| (4\d{3}) \| `(\w+)` \|", PAGE, re.MULTILINE))
    assert codes == {str(int(code)): code.name for code in CloseCode}
    assert all(f"| `{name}` |" in PAGE for name in SUBPROTOCOLS)


def test_the_limits_are_the_defaults() -> None:
    usual, limits = Config(), PAGE[PAGE.index("## 15 Limits") : PAGE.index("## 16 Versions")]
    for said in (
        f"| {usual.max_frame:,} bytes |",
        f"from {usual.max_frame * 4:,} bytes on",
        f"| {usual.messages_burst} at once, {usual.messages_per_second:.0f} a second for long |",
        f"after {usual.flood_patience} refusals",
        f"| {usual.fault_patience}, one forgiven a minute |",
        f"| {usual.soft_backlog // 1024} KiB |",
        f"for {usual.stall_timeout:.0f} s, closed with 4003",
        f"| {usual.hard_backlog // 1024 // 1024} MiB | closed with 4003 |",
        f"| {usual.hello_timeout:.0f} s | closed with 4004 |",
        f"| {usual.connections_per_address} | closed with 4007 |",
        f"| {usual.max_connections:,} | closed with 1013 |",
        f"| {usual.new_players_burst} at once, one a second for long | `server/full` |",
        f"| {usual.key_tries} at once, one a minute for long |",
        f"| {usual.rooms_per_player} | `room/too_many` |",
    ):
        assert said in limits
    assert usual.new_players_per_minute == 60
    assert (
        f"every {usual.ping_interval:.0f} seconds" in PAGE
        and f"within {usual.ping_timeout:.0f} seconds" in PAGE
    )
