"""Games, words and rules as the server hands them out."""

from __future__ import annotations

import msgspec
import pytest
from jsonschema import Draft202012Validator

import protocol.messages as wire
from engine.registry import UnknownGame
from engine.words import rulebook, words_hash, words_of
from protocol.codec import Codec
from protocol.slugs import Slug
from server.catalogue import Catalogue
from tests.server.harness import Client, serving

PACKAGE = "examples.highcard"


@pytest.mark.parametrize("codec", Codec)
async def test_the_list_of_games_has_all_that_a_lobby_needs(codec: Codec) -> None:
    async with serving() as app, Client(app, codec) as ann:
        await ann.hello()
        reply = await ann.ask(wire.ListGames(action="a1"))
        assert isinstance(reply, wire.Games) and reply.action == "a1"
        (card,) = reply.games
        assert (card.game, card.version, card.min_seats, card.max_seats, card.bots) == (
            "highcard",
            1,
            2,
            4,
            ["random"],
        )
        assert card.words == {"en": words_hash(PACKAGE, "en"), "zh": words_hash(PACKAGE, "zh")}
        decode = msgspec.msgpack.decode if codec.binary else msgspec.json.decode
        options = decode(card.options)
        assert options["properties"]["tricks"] == {
            "type": "integer",
            "minimum": 1,
            "maximum": 13,
            "default": 5,
        }
        validator = Draft202012Validator(options)
        assert validator.is_valid({"tricks": 13}) and not validator.is_valid({"tricks": 14})
        assert not validator.is_valid({"trick": 1})


async def test_rooms_are_listed_by_game() -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        everything = await ann.ask(wire.ListRooms(action="a1"))
        assert isinstance(everything, wire.Rooms) and [card.room for card in everything.rooms] == ["ABCD"]
        assert await ann.ask(wire.ListRooms(action="a2", game="dingti")) == wire.Rooms(action="a2", rooms=[])


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_words_come_with_their_hash_and_only_if_they_are_new(lang: str) -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        words = await ann.ask(wire.GetWords(action="a1", game="highcard", lang=lang))
        assert isinstance(words, wire.GameWords)
        assert words.words == words_of(PACKAGE, lang) and words.hash == words_hash(PACKAGE, lang)
        again = await ann.ask(wire.GetWords(action="a2", game="highcard", lang=lang, known=words.hash))
        assert isinstance(again, wire.GameWords) and again.words is None and again.hash == words.hash


async def test_the_rules_come_as_markdown() -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        rules = await ann.ask(wire.GetRules(action="a1", game="highcard", lang="zh"))
        assert rules == wire.Rules(action="a1", game="highcard", lang="zh", text=rulebook(PACKAGE, "zh"))


@pytest.mark.parametrize(
    ("game", "lang", "slug"),
    [
        ("poker", "en", Slug.GAME_UNKNOWN),
        ("dingti", "en", Slug.GAME_UNKNOWN),
        ("highcard", "tlh", Slug.WORDS_UNKNOWN),
    ],
)
async def test_what_is_not_there_is_refused(game: str, lang: str, slug: Slug) -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        for request in (
            wire.GetWords(action="a1", game=game, lang=lang),
            wire.GetRules(action="a1", game=game, lang=lang),
        ):
            refused = await ann.refusal(request)
            assert (refused.slug, refused.action) == (slug, "a1")


def test_a_server_does_not_start_with_a_game_that_does_not_exist() -> None:
    with pytest.raises(UnknownGame):
        Catalogue(["dingtea"])
