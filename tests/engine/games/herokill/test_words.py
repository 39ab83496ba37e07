"""Everything that Herokill says has words, in both languages; hero texts stand in files of their own."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping

import pytest

from engine.core.ask import Ask, Options, sample
from engine.core.chance import Chance
from engine.core.events import Event, Marked, Moved, Shown, Told, seen_by
from engine.core.match import Answered, By, Match
from engine.core.words import flatten
from engine.games.herokill import GAME
from engine.games.herokill.book import BOOK
from engine.games.herokill.deck import whole_deck
from engine.games.herokill.skill import Hero
from engine.registry import package_of
from engine.words import LANGUAGES, words_of
from tests.house import ROOT, tracked

WITHOUT_WORDS = {"spent", "deck"}
"""Moves that say nothing which the line before has not said."""
MATCHES = 30
FACTION = {
    "en": {"ruler": "ruler", "minister": "minister", "people": "people"},
    "zh": {"ruler": "君", "minister": "臣", "people": "民"},
}


def words(language: str) -> dict[str, str]:
    return words_of(package_of("herokill"), language)


def key_of(event: Event) -> str | None:
    if isinstance(event, Moved | Shown):
        return None if event.why in WITHOUT_WORDS else f"log.{event.why}"
    if isinstance(event, Told):
        return f"log.{event.key}"
    assert isinstance(event, Marked)
    return None


def keys_of(ask: Ask) -> set[str]:
    """Of a question and all that it offers."""
    keys = {f"prompts.{ask.prompt}"} | {f"moves.{move.kind}" for move in ask.moves}
    for move in ask.moves:
        for pick in move.picks:
            keys |= {f"picks.{pick.name}"} | (set(pick.options) if isinstance(pick, Options) else set())
    return keys


def keys_of_params(params: Mapping[str, object]) -> set[str]:
    """Parameters that are text keys themselves."""
    return {v for v in params.values() if isinstance(v, str) and v.endswith(".name")}


def test_everything_that_is_said_has_words() -> None:
    said: set[str] = set()
    for number in range(MATCHES):
        seed = number.to_bytes(32, "little")
        match, happened = Match.start(GAME, 2 + number % 7, {}, seed)
        chance = Chance(seed, "people")
        while True:
            for event in seen_by(None, happened):
                said |= {key} if (key := key_of(event)) else set()
                said |= keys_of_params(event.params) if isinstance(event, Told) else set()
            if match.poll is None:
                break
            said |= {f"windows.{match.poll.window}"} | keys_of_params(match.poll.params)
            for ask in match.waiting():
                said |= keys_of(ask)
                happened = match.put(Answered(ask.seat, ask.id, sample(ask, chance), By.BOT)) or happened
        assert match.outcome is not None, match.fault
        said.add(f"outcomes.{match.outcome.reason}")
    assert len(said) > 150
    assert {key for key in said if key not in words("en")} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language: str) -> None:
    folder = "engine/games/herokill/texts"
    count: Counter[str] = Counter()
    for path in tracked(f"{folder}/{language}.toml", f"{folder}/*.{language}.toml"):
        count.update(flatten(tomllib.loads((ROOT / path).read_text(encoding="utf-8"))).keys())
    assert [key for key, times in count.items() if times > 1] == []
    assert count.keys() <= words(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hero", BOOK.heroes.values(), ids=lambda hero: hero.name)
def test_a_hero_is_introduced_with_all_that_his_skills_say(hero: Hero, language: str) -> None:
    known = words(language)
    name, brief = known[f"heroes.{hero.name}.name"], known[f"heroes.{hero.name}.brief"]
    assert known[f"marks.hero.{hero.name}"] == name
    assert name in brief and FACTION[language][hero.faction] in brief and str(hero.hp) in brief
    for skill in hero.skills:
        assert known[f"skills.{skill.name}.name"] in brief
        assert known[f"skills.{skill.name}.text"] in brief


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_and_a_text(language: str) -> None:
    known = words(language)
    names = {face.name for face in whole_deck()}
    assert {f"cards.{name}.{part}" for name in names for part in ("name", "text")} <= known.keys()
