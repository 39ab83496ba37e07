"""A server in this process: for `paiju play` and for hosting from the menu. The only part of the client that knows the server."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator

from platformdirs import user_data_path

from clients.cli.places import Place
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from clients.cli.verbs.common import talk
from clients.cli.verbs.join import greet
from server.app import build
from server.config import Config, load
from server.logs import configure
from server.network import lan_address

__all__ = ["host_here", "own_config", "own_server"]


def own_config(**settings: str) -> Config:
    """Settings of a server beside the player: quiet, with quick bots; the environment (PAIJU_*) may say otherwise."""
    usual = {"PAIJU_LOG_LEVEL": "error", "PAIJU_BOT_DELAY_MIN": "0.3", "PAIJU_BOT_DELAY_MAX": "1.0"}
    return load(
        [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()], {**usual, **os.environ}
    )


@contextlib.asynccontextmanager
async def own_server(config: Config) -> AsyncIterator[int]:
    """A server that lives as long as the block. Yields its port."""
    configure(config)
    app = await build(config)
    try:
        yield await app.start()
    finally:
        await app.drain()


async def host_here(name: str | None, speech: Speech, terminal: Terminal) -> None:
    """Serve on all addresses of this machine and join it oneself; the rooms are kept on disk and outlive this program."""
    folder = user_data_path("paiju")
    folder.mkdir(parents=True, exist_ok=True)
    config = own_config(host="0.0.0.0", store=f"sqlite:{folder / 'server.db'}")
    async with own_server(config) as port:
        invite = f"{lan_address()}:{port}"
        terminal.say(speech("home.hosting", url=f"ws://{invite}/", invite=invite))
        place = Place(f"ws://127.0.0.1:{port}/")
        await talk(place, name, speech, lambda client: greet(client, place), terminal=terminal)
