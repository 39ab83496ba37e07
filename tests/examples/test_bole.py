"""The hero of docs/adding-a-hero.md: the page shows his module as it is, and he plays with the others."""

from __future__ import annotations

import re
import tomllib

import pytest

from engine.core.ask import Answer, Ask
from engine.core.chance import Chance
from engine.core.match import Answered, Match
from engine.core.words import fields, flatten
from engine.games.herokill import Herokill
from engine.games.herokill.book import BOOK, book_of
from examples.bole import HERO
from tests.engine.properties import check_course, restless, seed_of
from tests.house import ROOT

FOLDER = ROOT / "examples" / "bole"
GAME = Herokill(book_of([*BOOK.heroes.values(), HERO]))


def test_the_page_shows_his_module() -> None:
    page = (ROOT / "docs" / "adding-a-hero.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```python\n(.*?)```", page, re.S)
    assert shown == (FOLDER / "__init__.py").read_text(encoding="utf-8")


def test_his_words_are_the_same_in_both_languages() -> None:
    en, zh = (
        flatten(tomllib.loads((FOLDER / "texts" / f"bo_le.{lang}.toml").read_text(encoding="utf-8")))
        for lang in ("en", "zh")
    )
    assert en.keys() == zh.keys() and all(fields(en[key]) == fields(zh[key]) for key in en)
    for words in (en, zh):
        assert all(words[f"skills.{skill.name}.text"] in words["heroes.bo_le.brief"] for skill in HERO.skills)


def test_he_is_offered_and_chosen() -> None:
    """With 34 heroes at ten seats somebody sees him in nearly every match."""
    offers = 0
    for number in range(20):
        match, _ = Match.start(GAME, 10, {}, seed_of(number))
        (lord,) = match.waiting()
        match.put(Answered(lord.seat, lord.id, lord.default))
        offers += any("heroes.bo_le.brief" in str(ask.moves) for ask in [lord, *match.waiting()])
    assert offers > 0


def by_him(match: Match, ask: Ask, chance: Chance) -> Answer:
    """Random, but whoever is offered him takes him."""
    keys = getattr(ask.moves[0].picks[0], "options", []) if ask.moves[0].picks else []
    brief = "heroes.bo_le.brief"
    return Answer(0, [[keys.index(brief)]]) if brief in keys else restless(match, ask, chance)


@pytest.mark.parametrize("seats", [2, 5])
def test_matches_with_him_are_sound(seats: int) -> None:
    check_course(GAME, seats, {}, seed_of(seats), by_him)


def test_a_horse_is_a_dodge_and_brings_a_card() -> None:
    """§8.34 Both skills, laid out: he wears one horse and holds another."""
    match, _ = Match.start(GAME, 2, {}, seed_of(1), audited=True)
    table = match.table
    while any(ask.prompt == "hero" for ask in match.waiting()):
        for ask in match.waiting():
            match.put(Answered(ask.seat, ask.id, by_him(match, ask, Chance(b"x"))))
    owner = match.waiting()[0].seat
    table.set("hero", "bo_le", owner)
    table.set("skills", ["xiang_ma", "shi_tu"], owner)
    horse = next(card for card, face in table.faces.items() if face.name == "attack_horse")
    table.move([horse], f"equipment.{owner}", "equip", owner)
    kinds: list[str] = []
    for _ in range(60):
        if match.over or "xiang_ma" in kinds:
            break
        ask = match.waiting()[0]
        kinds += [move.kind for move in ask.moves]
        match.put(Answered(ask.seat, ask.id, ask.default))
    assert "xiang_ma" in kinds
