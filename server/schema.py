"""The wire, for strangers: JSON Schema of all messages and an AsyncAPI document, both generated from the types.

`python -m server.schema` writes `docs/schema/paiju.v1.schema.json` and `docs/asyncapi.yaml`; a test holds that they are current. This
stands in the server because it joins the protocol's messages with the engine's payloads, and only the server may know both.
"""

from __future__ import annotations

import inspect
import json
import sys
import typing
from pathlib import Path

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask
from engine.core.events import Event
from engine.core.match import PollView
from engine.core.poll import Outcome
from engine.core.view import View
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug

__all__ = ["FILES", "asyncapi", "schema"]

Json = dict[str, object]

ROOT = Path(__file__).parent.parent
SCHEMA_ID = "urn:paiju:protocol:v1"
PREFIX = "engine."
"""Engine types have names of their own in the schema: both sides have an `Answer`."""


def schema() -> Json:
    """JSON Schema 2020-12. Validates one message; `#/$defs/ClientMessage` and `#/$defs/ServerMessage` tell the sides apart."""
    clients, servers = typing.get_args(wire.ClientMessage), typing.get_args(wire.ServerMessage)
    _, messages = msgspec.json.schema_components((*clients, *servers), ref_template="#/$defs/{name}")
    events = typing.get_args(Event)
    _, payloads = msgspec.json.schema_components(
        (View, Ask, PollView, Outcome, *events), ref_template=f"#/$defs/{PREFIX}{{name}}"
    )
    parts: dict[str, Json] = {**messages, **{PREFIX + name: part for name, part in payloads.items()}}
    parts[f"{PREFIX}Event"] = _one_of(
        [f"{PREFIX}{kind.__name__}" for kind in events], "What happened at the table, for one viewer."
    )
    parts["ClientMessage"] = _one_of([kind.__name__ for kind in clients], "What clients say.")
    parts["ServerMessage"] = _one_of([kind.__name__ for kind in servers], "What servers say.")
    parts["Slug"] = {"description": "Why something was refused.", "enum": [slug.value for slug in Slug]}
    for (struct, field), payload in wire.PAYLOADS.items():
        _embed(parts, struct, field, payload)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": f"Paiju protocol {wire.VERSION}",
        "description": "Unknown fields are to be ignored by whoever reads. MessagePack frames have the same shape.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {name: _tidy(parts[name]) for name in sorted(parts)},
    }


def asyncapi() -> Json:
    """AsyncAPI 3.0: one channel, two operations, every message by reference into the schema file."""
    kinds = {"client": typing.get_args(wire.ClientMessage), "server": typing.get_args(wire.ServerMessage)}
    messages: Json = {kind.__name__: _message(kind) for side in kinds.values() for kind in side}
    refs = {
        side: [{"$ref": f"#/channels/socket/messages/{kind.__name__}"} for kind in types]
        for side, types in kinds.items()
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Paiju",
            "version": wire.VERSION,
            "description": "Real-time card games over a WebSocket. docs/protocol.md tells how the messages play together.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {"local": {"host": "localhost:8765", "protocol": "ws"}},
        "channels": {
            "socket": {
                "address": "/",
                "description": "One connection of one player.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
                "bindings": {"ws": _handshake()},
            }
        },
        "operations": {
            "say": {
                "action": "receive",
                "channel": {"$ref": "#/channels/socket"},
                "messages": refs["client"],
            },
            "tell": {"action": "send", "channel": {"$ref": "#/channels/socket"}, "messages": refs["server"]},
        },
        "components": {"messages": messages},
        "x-close-codes": {str(int(code)): code.name for code in CloseCode},
    }


def _handshake() -> Json:
    """What the opening request must carry (AsyncAPI's WebSocket binding)."""
    subprotocol = {"Sec-WebSocket-Protocol": {"enum": [codec.value for codec in Codec]}}
    headers = {"type": "object", "required": list(subprotocol), "properties": subprotocol}
    return {"method": "GET", "headers": headers, "bindingVersion": "0.1.0"}


def _one_of(names: list[str], description: str) -> Json:
    return {"description": description, "oneOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def _embed(parts: dict[str, Json], struct: str, field: str, payload: str) -> None:
    """Put the engine's type where the message has raw bytes; `payload` that is no type's name describes a JSON object."""
    kind: Json = {"$ref": f"#/$defs/{PREFIX}{payload}"}
    if PREFIX + payload not in parts:
        kind = {"type": "object", "description": payload}
    properties = typing.cast("dict[str, Json]", parts[struct]["properties"])
    place = properties[field]
    if place.get("type") == "array":
        place["items"] = kind
    else:
        properties[field] = kind


def _message(kind: type[msgspec.Struct]) -> Json:
    return {
        "name": str(kind.__struct_config__.tag),
        "title": kind.__name__,
        "summary": " ".join((inspect.getdoc(kind) or "").split()),
        "payload": {
            "schemaFormat": "application/schema+json;version=draft-2020-12",
            "schema": {"$ref": f"schema/paiju.v1.schema.json#/$defs/{kind.__name__}"},
        },
    }


def _tidy(part: object) -> object:
    """Titles repeat the names, and line breaks in descriptions are those of the source."""
    if isinstance(part, dict):
        return {
            key: " ".join(value.split()) if key == "description" and isinstance(value, str) else _tidy(value)
            for key, value in part.items()
            if not (key == "title" and isinstance(value, str))
        }
    return [_tidy(item) for item in part] if isinstance(part, list) else part


FILES = {ROOT / "docs/schema/paiju.v1.schema.json": schema, ROOT / "docs/asyncapi.yaml": asyncapi}
"""File → what belongs in it. JSON is YAML too, so no YAML library is needed."""


def text(document: Json) -> str:
    """The file's content."""
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write what has changed."""
    for file, make in FILES.items():
        content = text(make())
        if not file.exists() or file.read_text(encoding="utf-8") != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
            sys.stdout.write(f"wrote {file.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
