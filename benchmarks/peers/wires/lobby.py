"""Asking a server's HTTP side for rooms and seats."""

from __future__ import annotations

import asyncio
import urllib.request

import msgspec

__all__ = ["post"]

Reply = dict[str, str]


def _post(url: str, body: bytes) -> bytes:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        data: bytes = reply.read()
    return data


async def post(port: int, path: str, **fields: str | int) -> Reply:
    """The JSON object that comes back; it has texts only."""
    data = await asyncio.to_thread(_post, f"http://127.0.0.1:{port}{path}", msgspec.json.encode(fields))
    return msgspec.json.decode(data, type=Reply)
