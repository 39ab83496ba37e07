"""The rulebook of Gandengyan: the same in both languages, cited truly, with a place for every ruling and a test for each."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games.gandengyan import GAME
from engine.games.gandengyan.options import GandengyanOptions
from engine.registry import package_of
from engine.scenario import read
from engine.words import LANGUAGES, rulebook

ROOT = Path(__file__).parents[4]
CODE = ROOT / "engine" / "games" / "gandengyan"
SCENARIOS = ROOT / "tests" / "rules" / "gandengyan"
RULINGS = set(range(1, 42))


def book(language: str) -> str:
    return rulebook(package_of(GAME.id), language)


def paragraphs(language: str) -> list[tuple[int, int]]:
    return [(int(a), int(b)) for a, b in re.findall(r"^\*\*(\d+)\.(\d+)\*\* \S", book(language), re.M)]


def cited(text: str) -> set[tuple[int, int]]:
    """`§3.2`, and the two ends of `§3.1–§3.7`."""
    return {(int(a), int(b)) for a, b in re.findall(r"§(\d+)\.(\d+)", text)}


def ruling_map(language: str) -> dict[int, set[tuple[int, int]]]:
    cells = re.findall(r"\| (\d+) \| (§[^|]+?) (?=\|)", book(language))
    return {int(number): cited(where) for number, where in cells}


def test_paragraphs_run_from_one_in_each_section() -> None:
    found = paragraphs("en")
    assert found == paragraphs("zh") == sorted(found)
    for section in range(1, 11):
        inside = [paragraph for one, paragraph in found if one == section]
        assert inside and inside == list(range(1, len(inside) + 1))
        for language in LANGUAGES:
            assert re.search(rf"^## {section} ", book(language), re.M)


def test_both_halves_cite_the_same_from_the_same_paragraphs() -> None:
    halves = []
    for language in LANGUAGES:
        parts = re.split(
            r"^\*\*(\d+\.\d+)\*\*", book(language).split("\n## A")[0].split("\n## 附")[0], flags=re.M
        )
        halves.append({number: cited(text) for number, text in zip(parts[1::2], parts[2::2], strict=True)})
    assert halves[0] == halves[1]


def test_every_ruling_stands_in_the_appendix() -> None:
    assert ruling_map("en") == ruling_map("zh")
    assert set(ruling_map("en")) == RULINGS


@pytest.mark.parametrize("source", sorted(CODE.rglob("*.py")), ids=lambda path: path.name)
def test_what_the_code_cites_is_there(source: Path) -> None:
    assert cited(source.read_text(encoding="utf-8")) <= set(paragraphs("en"))


def test_what_the_book_and_the_words_cite_is_there() -> None:
    texts = "".join(
        (CODE / "texts" / f"{language}.toml").read_text(encoding="utf-8") for language in LANGUAGES
    )
    assert cited(book("en") + book("zh") + texts) <= set(paragraphs("en"))


def test_every_ruling_has_a_test() -> None:
    shown = {
        rule
        for file in SCENARIOS.rglob("*.toml")
        for rule in read(file.read_text(encoding="utf-8")).rules
        if isinstance(rule, int)
    }
    for source in Path(__file__).parent.glob("test_*.py"):
        for numbers in re.findall(r"[Rr]ulings? ((?:\d+(?:, | and )?)+)", source.read_text(encoding="utf-8")):
            shown |= {int(number) for number in re.findall(r"\d+", numbers)}
    assert shown >= RULINGS, sorted(RULINGS - shown)


def test_every_paragraph_about_play_has_a_scenario_or_a_test() -> None:
    """Sections 2 to 9: what a program can get wrong."""
    texts = [file.read_text(encoding="utf-8") for file in SCENARIOS.rglob("*.toml")]
    names = [source.read_text(encoding="utf-8") for source in Path(__file__).parent.glob("test_*.py")]
    shown = set().union(*map(cited, texts), *map(cited, names))
    shown |= {(int(a), int(b)) for text in names for a, b in re.findall(r"def test_(\d+)_(\d+)_", text)}
    missing = {paragraph for paragraph in paragraphs("en") if 2 <= paragraph[0] <= 9} - shown
    assert not missing, sorted(missing)


def test_the_options_are_those_of_section_9() -> None:
    for language in LANGUAGES:
        names = re.findall(r"^\*\*9\.\d+\*\* `(\w+)`", book(language), re.M)
        assert tuple(names) == GandengyanOptions.__struct_fields__
