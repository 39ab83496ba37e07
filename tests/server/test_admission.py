"""Who may be a player: keys, invitations, names, and whom the host has shut out."""

from __future__ import annotations

from pathlib import Path

import pytest

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from server.app import App
from server.identity import player_of
from tests.server.harness import ELSEWHERE, TWO_ADDRESSES, Client, FakeRooms, count, serving

KEY = "a-key-of-the-host"
INVITATION, OTHER = "invitation-for-ann-0001", "invitation-for-ben-0002"


def hello(name: str = "Ann", **more: str | None) -> dict[str, object]:
    said: dict[str, object] = {"type": "hello", "version": wire.VERSION, "name": name}
    return said | {field: word for field, word in more.items() if word}


async def welcomed(app: App, name: str = "Ann", **more: str | None) -> wire.Welcome:
    """What a hello on a connection of its own brings."""
    async with Client(app) as client:
        welcome = await client.ask(hello(name, **more))
        assert isinstance(welcome, wire.Welcome), welcome
        return welcome


async def refused(app: App, name: str = "Ann", *, whence: str = "127.0.0.1", **more: str | None) -> Slug:
    """The slug, after which the connection must be closed."""
    async with Client(app, local_addr=(whence, 0)) as client:
        answer = await client.refusal(hello(name, **more))
        assert answer.reason and not any(word and word in answer.reason for word in more.values())
        assert (await client.closed())[0] == CloseCode.NO_HELLO
        return Slug(answer.slug)


async def test_nobody_enters_a_private_server_without_its_key() -> None:
    rooms = FakeRooms()
    async with serving(rooms, server_key=KEY) as app:
        assert await refused(app) is Slug.HELLO_KEY
        assert await refused(app, key=KEY[:-1]) is Slug.HELLO_KEY
        assert await refused(app, key=KEY + "x") is Slug.HELLO_KEY
        assert count(app, "paiju_refusals_total", slug="hello/key") == 3
        assert rooms.calls == []
        ann = await welcomed(app, key=KEY)
        assert (await welcomed(app, key=KEY, token=ann.token)).player == ann.player
        assert await refused(app, token=ann.token) is Slug.HELLO_KEY, "a token is no key"


async def test_an_open_server_minds_no_key() -> None:
    async with serving() as app:
        assert app.admission.key is None
        assert (await welcomed(app, key="whatever")).name == "Ann"


async def test_a_key_that_nobody_gave_is_made_and_stays(tmp_path: Path) -> None:
    keys = []
    for store in ("a.db", "a.db", "b.db"):
        async with serving(private=True, store=f"sqlite:{tmp_path / store}") as app:
            assert app.admission.key is not None
            await welcomed(app, key=app.admission.key)
            assert await refused(app) is Slug.HELLO_KEY
            keys.append(app.admission.key)
    assert keys[0] == keys[1] != keys[2]
    assert len(keys[0]) == 24
    assert keys[0].encode() not in (tmp_path / "a.db").read_bytes(), "it follows from what is stored"


@TWO_ADDRESSES
async def test_a_key_cannot_be_found_by_trying() -> None:
    async with serving(server_key=KEY, key_tries=2) as app:
        for guess in ("guess-one", "guess-two"):
            assert await refused(app, key=guess, whence=ELSEWHERE) is Slug.HELLO_KEY
        assert await refused(app, key=KEY, whence=ELSEWHERE) is Slug.HELLO_KEY, "even the right one"
        await welcomed(app, key=KEY)  # another address is not concerned


async def test_strangers_at_ones_address_shut_nobody_out_whose_key_cannot_be_guessed() -> None:
    async with serving(private=True, invited=[INVITATION], key_tries=1) as app:
        for _ in range(3):
            assert await refused(app, key="guess") is Slug.HELLO_KEY
        await welcomed(app, key=INVITATION)
        assert await refused(app, key=app.admission.key) is Slug.HELLO_UNINVITED, "past the door"


async def test_who_says_an_invitation_is_the_player_that_it_stands_for() -> None:
    async with serving(invited=[INVITATION, OTHER]) as app:
        first = await welcomed(app, key=INVITATION)
        again = await welcomed(app, "Anna", key=INVITATION)  # on another machine, say
        assert first.player == again.player == player_of(INVITATION)
        assert (await welcomed(app, token=first.token)).player == first.player
        assert (await welcomed(app, "Ben", key=OTHER)).player == player_of(OTHER)
        assert await refused(app, "Eve") is Slug.HELLO_UNINVITED
        assert await refused(app, "Eve", key="invitation-for-nobody") is Slug.HELLO_UNINVITED


async def test_an_invitation_that_is_withdrawn_is_worth_nothing(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'a.db'}"
    async with serving(store=store, invited=[INVITATION, OTHER]) as app:
        ann = await welcomed(app, key=INVITATION)
    async with serving(store=store, invited=[OTHER]) as app:
        assert await refused(app, key=INVITATION) is Slug.HELLO_UNINVITED
        assert await refused(app, token=ann.token) is Slug.HELLO_UNINVITED


async def test_a_player_who_was_here_before_is_invited_by_his_id(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'a.db'}"
    async with serving(store=store) as app:
        ann, ben = await welcomed(app), await welcomed(app, "Ben")
    async with serving(store=store, invited=[ann.player]) as app:
        assert (await welcomed(app, token=ann.token)).player == ann.player
        async with Client(app) as client:
            answer = await client.refusal(hello("Ben", token=ben.token))
            assert answer.slug == Slug.HELLO_UNINVITED and ben.player in answer.reason, "he can tell the host"


async def test_an_invitation_opens_a_private_server() -> None:
    async with serving(server_key=KEY, invited=[INVITATION]) as app:
        await welcomed(app, key=INVITATION)
        assert await refused(app, key=KEY) is Slug.HELLO_UNINVITED, "the key alone is not enough here"


async def test_a_blocked_player_is_told_so(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'a.db'}"
    async with serving(store=store) as app:
        eve = await welcomed(app, "Eve")
    async with serving(store=store, block_players=[eve.player]) as app:
        assert await refused(app, "Another", token=eve.token) is Slug.HELLO_BLOCKED
        await welcomed(app, "Eve")


@pytest.mark.parametrize(
    ("settings", "good", "bad"),
    [
        ({"block_players": ["Administrator"]}, "Ann", "ADMINIЅTRATОR"),
        ({"name_length": 5}, "Annie", "Annika"),
        ({"name_characters": "words"}, "Jean-Luc O'Neill 王小明", "♠ Ann ♠"),
        ({"name_characters": "ascii"}, "Ann_2", "Ann王"),
    ],
)
async def test_the_host_says_which_names_he_wants(settings: dict[str, object], good: str, bad: str) -> None:
    async with serving(None, **settings) as app:
        assert (await welcomed(app, good)).name == good
        assert await refused(app, bad) is Slug.HELLO_NAME


async def test_names_that_look_alike_do_not_meet_where_the_host_says_so() -> None:
    async with serving(distinct_names=True) as app:
        async with Client(app) as here:
            ann = await here.hello(name="Paul 10")
            for lookalike in ("Paul 10", "PAUL 1O", "Pаul l0", "Paul 10", "P a u l 10"):
                assert await refused(app, lookalike) is Slug.HELLO_NAME
            await welcomed(app, "Paula 10")
            assert (await welcomed(app, "Paul 10", token=ann.token)).player == ann.player, "he may come back"
        await welcomed(app, "PAUL 1O")
    async with serving() as app, Client(app) as here:
        await here.hello(name="Paul")
        await welcomed(app, "Paul")
