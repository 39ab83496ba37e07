"""An invitation stands for one player whether he is known or not, so what was done to him must hold for it, too."""

from __future__ import annotations

import protocol.admin as a
import protocol.messages as wire
from protocol.slugs import Slug
from server.identity import player_of, token_hash
from tests.e2e.house import server
from tests.server.admin.desk import TOKEN, get
from tests.server.harness import Client


async def test_a_revoked_invitation_brings_nobody_back() -> None:
    bobs, eves = "invitation-for-bob-0001", "invitation-for-eve-0002"
    ways = [
        ({"key": bobs}, Slug.HELLO_UNINVITED),
        ({"key": bobs, "token": bobs}, Slug.HELLO_UNINVITED),
        ({"token": bobs}, Slug.HELLO_TOKEN),
        ({}, Slug.HELLO_UNINVITED),
        ({"key": bobs}, Slug.HELLO_UNINVITED),
    ]
    async with server(invited=[bobs, eves], admin_port=-1, admin_token=f"ann:{TOKEN}") as app:
        async with Client(app) as bob:
            welcome = await bob.ask(wire.Hello(version=wire.VERSION, name="Bob", key=bobs))
            assert isinstance(welcome, wire.Welcome) and welcome.player == player_of(bobs)
            assert (await get(app, a.Revoke(player="Bob"), a.Carried)).count == 1
        assert await app.store.get_session(token_hash(bobs)) is not None, "until somebody comes with it"
        for words, slug in ways:
            async with Client(app) as again:
                hello = wire.Hello(version=wire.VERSION, name="Bob", **words)
                assert (await again.refusal(hello)).slug == slug
            assert await app.store.get_session(token_hash(bobs)) is None
        async with Client(app) as eve:
            assert isinstance(
                await eve.ask(wire.Hello(version=wire.VERSION, name="Eve", key=eves)), wire.Welcome
            )


async def test_who_is_banned_is_not_made_by_his_invitation() -> None:
    bobs = "invitation-for-bob-0001"
    async with server(invited=[bobs], admin_port=-1, admin_token=f"ann:{TOKEN}") as app:
        await get(app, a.Ban(who=player_of(bobs)), a.Carried)
        async with Client(app) as bob:
            refusal = await bob.refusal(wire.Hello(version=wire.VERSION, name="Bob", key=bobs))
            assert refusal.slug == Slug.HELLO_BANNED
        assert await app.store.get_session(token_hash(bobs)) is None
