"""Templates are filled in without ever failing, and every game's words are there in both languages."""

from __future__ import annotations

import re

import pytest

from engine.core.words import KINDS, fields, flatten, render
from engine.registry import game_ids, package_of
from engine.words import LANGUAGES, rulebook, words_hash, words_of

WORDS = {
    "list.comma": " + ",
    "list.hidden": "{n} hidden",
    "cards.ace.name": "Ace",
    "put": "{by:seat} puts {cards:cards} on {to:seats}.",
    "meant": "{what:text} {n} {whole}",
    "one": "{card:card}",
    "colour.red": "red",
}


def name(seat: int) -> str:
    return f"<{seat}>"


@pytest.mark.parametrize(
    ("key", "params", "text"),
    [
        ("put", {"by": 0, "cards": ["ace", "x"], "to": [1, 2]}, "<0> puts Ace + x on <1> + <2>."),
        ("put", {"by": 1, "cards": 3, "to": 2}, "<1> puts 3 hidden on <2>."),
        ("put", {"by": None, "cards": [], "to": []}, " puts  on ."),
        ("put", {}, "{by:seat} puts {cards:cards} on {to:seats}."),
        ("meant", {"what": "colour.red", "n": 5, "whole": ["a", 1]}, "red 5 a + 1"),
        ("meant", {"what": "colour.blue", "n": None, "whole": "{n}"}, "colour.blue  {n}"),
        ("one", {"card": "ace"}, "Ace"),
        ("missing.key", {"a": 1}, "missing.key"),
    ],
)
def test_render(key: str, params: dict[str, int | str | list[int | str] | None], text: str) -> None:
    assert render(WORDS, key, params, name) == text


def test_fields_and_flatten() -> None:
    assert fields(WORDS["put"]) == {"by": "seat", "cards": "cards", "to": "seats"} and fields("plain") == {}
    assert flatten({"a": {"b": {"c": "x"}, "d": 1}, "e": "y"}) == {"a.b.c": "x", "a.d": "1", "e": "y"}


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_both_languages_have_the_same_keys_and_fields(game: str) -> None:
    english, chinese = (words_of(package_of(game), language) for language in ("en", "zh"))
    assert english.keys() == chinese.keys() and {"game.name", "game.summary", "list.comma"} <= english.keys()
    for key, template in english.items():
        assert fields(template) == fields(chinese[key]), key
        assert set(fields(template).values()) <= KINDS, key


def test_words_and_chapters_may_stand_in_files_of_their_own() -> None:
    """`texts/**/<part>.en.toml`, and the Markdown files that a line of RULES.md includes, each half into its half."""
    package = package_of("herokill")
    for language, name in (("en", "Ying Zheng"), ("zh", "嬴政")):
        assert words_of(package, language)["heroes.ying_zheng.name"] == name
        book = rulebook(package, language)
        assert f"**8.1** *{name}" in book and "<!--" not in book
        numbers = [int(n) for n in re.findall(r"^\*\*8\.(\d+)\*\*", book, re.M)]
        assert len(numbers) > 10 and numbers == sorted(set(numbers))


def test_hashes_tell_languages_and_games_apart() -> None:
    hashes = {
        words_hash(package_of(game), language) for game in game_ids(hidden=True) for language in LANGUAGES
    }
    assert len(hashes) == 2 * len(game_ids(hidden=True)) and all(len(one) == 16 for one in hashes)


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_the_rulebook_has_a_half_in_each_language(game: str) -> None:
    english, chinese = (rulebook(package_of(game), language) for language in ("en", "zh"))
    assert english.startswith("# ") and chinese.startswith("# ") and english != chinese
    assert sum(1 for line in english.splitlines() if line.startswith("# ")) == 1
    assert sum(1 for line in english.splitlines() if line.startswith("## ")) == sum(
        1 for line in chinese.splitlines() if line.startswith("## ")
    )


def test_an_unknown_language_is_a_key_error() -> None:
    for read in (words_of, words_hash, rulebook):
        with pytest.raises(KeyError):
            read("examples.highcard", "tlh")
