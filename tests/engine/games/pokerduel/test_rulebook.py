"""The rulebook of Pokerduel: the same in both languages, and everything that cites it or is cited can be found."""

from __future__ import annotations

import re

import pytest

from engine.games.pokerduel.options import PokerduelOptions
from engine.registry import package_of
from engine.words import LANGUAGES, rulebook, words_of
from tests.house import ROOT

GAME = ROOT / "engine" / "games" / "pokerduel"
SCENARIOS = ROOT / "tests" / "rules" / "pokerduel"
RULINGS = set(range(1, 54))
SECTIONS = range(1, 13)

Paragraph = tuple[int, int]


def body_and_appendix(language: str) -> tuple[str, str]:
    body, appendix = re.split(
        r"^## (?:Appendix|附录).*$", rulebook(package_of("pokerduel"), language), flags=re.M
    )
    return body, appendix


def paragraphs(language: str) -> dict[Paragraph, str]:
    found = re.findall(r"^\*\*(\d+)\.(\d+)\*\* (.*)$", body_and_appendix(language)[0], re.M)
    return {(int(section), int(number)): text for section, number, text in found}


def cited(text: str) -> list[Paragraph]:
    return [(int(section), int(number)) for section, number in re.findall(r"§(\d+)\.(\d+)", text)]


def ruling_map(language: str) -> dict[int, list[Paragraph]]:
    cells = re.findall(r"\| (\d+) \| ([^|]+?) (?=\|)", body_and_appendix(language)[1])
    assert len(cells) == len({number for number, _ in cells}), "a ruling stands twice"
    return {int(number): cited(where) for number, where in cells}


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_run_without_gaps(language: str) -> None:
    found = list(paragraphs(language))
    assert found == sorted(found)
    for section in SECTIONS:
        inside = [number for s, number in found if s == section]
        assert inside and inside == list(range(1, len(inside) + 1)), f"section {section}: {inside}"
    assert all(len(text) > 5 for text in paragraphs(language).values())


def test_both_halves_have_the_same_paragraphs_with_the_same_citations() -> None:
    english, chinese = paragraphs("en"), paragraphs("zh")
    assert english.keys() == chinese.keys()
    for number, text in english.items():
        assert sorted(cited(text)) == sorted(cited(chinese[number])), number
    assert ruling_map("en") == ruling_map("zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_leads_somewhere(language: str) -> None:
    known = set(paragraphs(language))
    book = "".join(body_and_appendix(language))
    sources = [path.read_text(encoding="utf-8") for path in sorted(GAME.rglob("*.py"))]
    options = " ".join(
        text
        for key, text in words_of(package_of("pokerduel"), language).items()
        if key.startswith("options.")
    )
    assert set(cited(book + options + "".join(sources))) <= known


def test_every_ruling_points_at_a_paragraph() -> None:
    found = ruling_map("en")
    assert set(found) == RULINGS and all(found.values())


def test_every_ruling_has_a_scenario_or_a_test() -> None:
    proved: set[int] = set()
    for path in sorted(SCENARIOS.rglob("*.toml")):
        (rules,) = re.findall(r"^rules = \[(.*)\]$", path.read_text(encoding="utf-8"), re.M)
        proved |= {int(one) for one in rules.split(", ") if one.isdigit()}
    for path in sorted((ROOT / "tests" / "engine" / "games" / "pokerduel").glob("*.py")):
        for numbers in re.findall(r"rulings? (\d+(?:(?:, | and )\d+)*)", path.read_text(encoding="utf-8")):
            proved |= {int(one) for one in re.findall(r"\d+", numbers)}
    assert proved == RULINGS


def test_every_paragraph_of_play_has_a_scenario_or_a_test() -> None:
    """Sections 1 to 9: what is said about the table, options and examples is tested in its own way."""
    said = "".join(path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.rglob("*.toml")))
    said += "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests" / "engine" / "games" / "pokerduel").glob("*.py"))
    )
    unproved = [number for number in paragraphs("en") if 2 <= number[0] <= 9 and number not in cited(said)]
    assert unproved == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_stand_in_section_11(language: str) -> None:
    text = " ".join(text for (section, _), text in paragraphs(language).items() if section == 11)
    for option in PokerduelOptions.__struct_fields__:
        assert f"`{option}`" in text
        assert f"options.{option}.title" in words_of(package_of("pokerduel"), language)
