"""What every hero must have, and that any two of them get along at one table."""

from __future__ import annotations

import re
import typing
from itertools import pairwise

import pytest

from engine.core.ask import Ask, Options, sample
from engine.core.chance import Chance
from engine.core.match import Answered, By, Match
from engine.games.herokill import GAME
from engine.games.herokill.book import BOOK
from engine.games.herokill.skill import EVENT_OF, Hero, On, Skill, Window
from engine.registry import package_of
from engine.words import LANGUAGES, rulebook
from tests.engine.properties import seed_of
from tests.house import ROOT

HEROES = list(BOOK.heroes.values())
SEATS = 5
RULES = ROOT / "engine/games/herokill/rules/heroes"
SCENARIOS = ROOT / "tests/rules/herokill/heroes"


def test_numbers_names_and_skills_are_different() -> None:
    numbers = [hero.number for hero in HEROES]
    assert numbers == sorted(set(numbers)) and set(numbers) <= set(range(1, 34))
    skills = [skill.name for hero in HEROES for skill in hero.skills]
    assert len(skills) == len(set(skills))
    marks = [mark for hero in HEROES for mark in hero.marks]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.name)
def test_a_hero_has_a_paragraph_and_a_scenario_for_each_skill(hero: Hero) -> None:
    paragraph = f"**8.{hero.number}**"
    assert (RULES / f"{hero.number:02d}_{hero.name}.md").is_file()
    assert all(paragraph in rulebook(package_of("herokill"), language) for language in LANGUAGES)
    files = [path for path in SCENARIOS.glob("*.toml") if path.stem.startswith(hero.name)]
    assert files and all(f'"§8.{hero.number}"' in path.read_text(encoding="utf-8") for path in files)
    module = ROOT / f"engine/games/herokill/heroes/{hero.name}.py"
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= 150 and text.startswith(f'"""§8.{hero.number} ')


@pytest.mark.parametrize("skill", BOOK.skills.values(), ids=lambda skill: skill.name)
def test_parts_take_the_event_of_their_window(skill: Skill) -> None:
    for part in skill.parts:
        if isinstance(part, On):
            for function in (part.applies, part.act):
                hints = list(typing.get_type_hints(function, None, _everything()).values())
                assert hints[2] is EVENT_OF[part.window], (function, part.window)


def _everything() -> dict[str, object]:
    """Names that modules import for their annotations only."""
    from engine.games.herokill import board, need  # noqa: PLC0415 - only for this

    return {"Board": board.Board, "Need": need.Need}


def test_every_window_has_its_event() -> None:
    assert set(EVENT_OF) == set(Window)


def with_heroes(heroes: list[str], seed: bytes) -> None:
    """One random match in which these heroes are played wherever they can be."""
    match, _ = Match.start(GAME, SEATS, {}, seed, audited=True)
    chance = Chance(seed, "people")
    while not match.over:
        for ask in match.waiting():
            answer = sample(ask, chance)
            if ask.prompt == "hero":
                match.put(Answered(ask.seat, ask.id, ask.default))
                _dress(match, heroes)
            else:
                match.put(Answered(ask.seat, ask.id, answer, By.BOT))
    assert match.fault is None, f"{heroes}: {match.fault!r} from {match.fault.__cause__!r}"


def _dress(match: Match, heroes: list[str]) -> None:
    """Give the first seats these heroes, once everybody has one and nothing has been played."""
    table = match.table
    if table.number("turn") != 1 or any(table.get("hero", seat) in heroes for seat in range(2)):
        return
    for seat, name in enumerate(heroes):
        table.set("hero", name, seat)
        table.set("skills", [skill.name for skill in BOOK.heroes[name].skills], seat)


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize("hero", HEROES, ids=lambda hero: hero.name)
def test_every_pair_gets_along(hero: Hero) -> None:
    """Random matches with both at the table, with all checks on."""
    for other in HEROES:
        if other.number > hero.number:
            with_heroes([hero.name, other.name], seed_of(100 * hero.number + other.number))


def keys(ask: Ask) -> set[str]:
    return {
        key for move in ask.moves for pick in move.picks if isinstance(pick, Options) for key in pick.options
    }


def test_offered_heroes_are_disjoint_and_unchosen_ones_return() -> None:
    """§1.4, ruling 6"""
    for number in range(10):
        match, _ = Match.start(GAME, SEATS, {}, seed_of(number))
        (lord,) = match.waiting()
        first = keys(lord)
        assert len(first) == 5
        match.put(Answered(lord.seat, lord.id, lord.default))
        offers = [keys(ask) for ask in match.waiting()]
        assert len(offers) == SEATS - 1 and all(len(offer) == 3 for offer in offers)
        for one, two in pairwise(offers):
            assert not one & two
        assert len(set().union(*offers)) == 3 * (SEATS - 1)
        chosen = f"heroes.{match.table.get('hero', lord.seat)}.brief"
        assert chosen in first and chosen not in set().union(*offers)


def test_rule_files_are_named_after_their_heroes() -> None:
    found = {path.name for path in RULES.glob("*.md")}
    assert found == {f"{hero.number:02d}_{hero.name}.md" for hero in HEROES}
    assert all(re.fullmatch(r"\d\d_[a-z_]+\.md", name) for name in found)
