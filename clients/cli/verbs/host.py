"""A server in this process: for `paiju play` and for hosting from the menu. The only part of the client that knows the server."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator

import msgspec
from platformdirs import user_data_path

from clients.cli.connection import Gone
from clients.cli.places import Place, link_of, read_place
from clients.cli.plain.app import PlainClient
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from clients.cli.verbs.common import talk
from clients.cli.verbs.join import greet
from server.app import App, build
from server.config import Config, load
from server.logs import configure
from server.network import lan_addresses
from server.store.base import StoreError

__all__ = ["ALONE", "friends_server", "host_here", "invite", "own_config", "own_server"]

ALONE = {
    "host": "127.0.0.1",
    "port": "0",
    "store": "memory:",
    "private": "no",
    "server_key": "",
    "invited": "",
}
"""A server for oneself: what the environment says of a private one is meant for another."""


def own_config(**settings: str) -> Config:
    """Settings of a server beside the player: quiet, with quick bots; the environment (PAIJU_*) may say otherwise."""
    usual = {"PAIJU_LOG_LEVEL": "error", "PAIJU_BOT_DELAY_MIN": "0.3", "PAIJU_BOT_DELAY_MAX": "1.0"}
    return load(
        [f"--{name.replace('_', '-')}={value}" for name, value in settings.items()], {**usual, **os.environ}
    )


@contextlib.asynccontextmanager
async def own_app(config: Config) -> AsyncIterator[App]:
    """A server that lives as long as the block."""
    configure(config)
    app = await build(config)
    try:
        await app.start()
        yield app
    finally:
        await app.drain()


@contextlib.asynccontextmanager
async def own_server(config: Config) -> AsyncIterator[int]:
    """The same, for those who need its port only."""
    async with own_app(config) as app:
        yield app.transport.port


def invite(app: App) -> Place:
    """Where friends find this server: as the host says in `public_address`, else at this machine's likeliest address."""
    config, port = app.config, app.transport.port
    scheme = "paijus" if config.tls_cert else "paiju"
    public = config.public_address
    if "://" not in public:
        host = public or next(iter(lan_addresses(config.host)), config.host)
        host = f"[{host}]" if host.count(":") > 1 and not host.startswith("[") else host
        has_port = host.rpartition("]")[2].startswith(":") or (host[0] != "[" and ":" in host)
        public = f"{scheme}://{host}" if has_port else f"{scheme}://{host}:{port}"
    return msgspec.structs.replace(read_place(public), key=app.admission.key)


@contextlib.asynccontextmanager
async def friends_server() -> AsyncIterator[tuple[Place, list[Place]]]:
    """A server on all addresses of this machine, at the usual port or, where that is taken, at any; its rooms are kept on disk and outlive
    this program. Yields where we reach it and where friends do, best first. Raises Gone with the reason if there can be none."""
    folder = user_data_path("paiju")
    settings = {"host": "0.0.0.0", "store": f"sqlite:{folder / 'server.db'}"}
    async with contextlib.AsyncExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                app = await stack.enter_async_context(own_app(own_config(**settings)))
            except OSError:
                app = await stack.enter_async_context(own_app(own_config(**settings, port="0")))
        except (OSError, StoreError) as error:
            raise Gone(str(error)) from error
        best, port = invite(app), app.transport.port
        scheme = best.url.partition(":")[0]
        others = [f"{scheme}://{address}:{port}/" for address in lan_addresses("0.0.0.0")]
        places = [best, *(Place(url, key=best.key) for url in others if url != best.url)]
        yield Place(f"ws://127.0.0.1:{port}/", key=app.admission.key), places


async def host_here(name: str | None, speech: Speech, terminal: Terminal) -> None:
    """Serve on all addresses of this machine and join it oneself; the rooms are kept on disk and outlive this program."""
    folder = user_data_path("paiju")
    folder.mkdir(parents=True, exist_ok=True)
    config = own_config(host="0.0.0.0", store=f"sqlite:{folder / 'server.db'}")
    async with own_app(config) as app:
        public, here = invite(app), Place(f"ws://127.0.0.1:{app.transport.port}/", key=app.admission.key)
        terminal.say(speech("home.hosting", url=here.url, invite=link_of(public)))

        async def first(client: PlainClient) -> None:
            client.public = public
            await greet(client, here)

        await talk(here, name, speech, first, terminal=terminal)
