"""The rulebook of Herokill: the same in both languages, and every ruling can be found."""

from __future__ import annotations

import re

import pytest

from engine.games.herokill.book import BOOK
from engine.games.herokill.deck import whole_deck
from engine.registry import package_of
from engine.words import LANGUAGES, rulebook, words_of

APPENDIX = {"en": "## Appendix", "zh": "## 附录"}
RULINGS = range(1, 126)  # shared rulings 1 to 125
HEROES = 8
CHAPTERS = range(1, 12)

Paragraph = tuple[int, int]


def book(language: str) -> str:
    return rulebook(package_of("herokill"), language)


def body_and_appendix(language: str) -> tuple[str, str]:
    body, appendix = re.split(rf"^{APPENDIX[language]}.*$", book(language), flags=re.M)
    return body, appendix


def paragraphs(language: str) -> list[Paragraph]:
    return [
        (int(s), int(p))
        for s, p in re.findall(r"^\*\*(\d+)\.(\d+)\*\*", body_and_appendix(language)[0], re.M)
    ]


def cited(text: str) -> list[Paragraph]:
    return [(int(s), int(p)) for s, p in re.findall(r"§(\d+)\.(\d+)", text)]


def ruling_map(language: str) -> dict[int, list[Paragraph]]:
    cells = re.findall(r"\| (\d+) \| ([^|]+?) (?=\|)", body_and_appendix(language)[1])
    assert len(cells) == len({number for number, _ in cells}), "a ruling stands twice"
    return {int(number): cited(where) for number, where in cells}


@pytest.mark.parametrize("language", LANGUAGES)
def test_paragraphs_run_without_gaps_in_their_chapters(language: str) -> None:
    found = paragraphs(language)
    titles = [int(n) for n in re.findall(r"^## (\d+) ", body_and_appendix(language)[0], re.M)]
    assert titles == list(CHAPTERS) and found == sorted(found)
    for chapter in CHAPTERS:
        inside = [p for s, p in found if s == chapter]
        if chapter == HEROES:
            assert inside == [hero.number for hero in BOOK.heroes.values()]
        else:
            assert inside == list(range(1, len(inside) + 1)), chapter


def test_both_halves_have_the_same_paragraphs_and_citations() -> None:
    assert paragraphs("en") == paragraphs("zh")
    pattern = re.compile(r"^\*\*(\d+\.\d+)\*\*(.*)$", re.M)
    said = [{n: sorted(cited(text)) for n, text in pattern.findall(book(lang))} for lang in LANGUAGES]
    assert {n for n in said[0] if said[0][n] != said[1][n]} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_citation_leads_somewhere(language: str) -> None:
    assert set(cited(book(language))) <= set(paragraphs(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_points_at_a_paragraph(language: str) -> None:
    found = ruling_map(language)
    assert sorted(found) == list(RULINGS) and all(found.values())


def test_both_appendices_agree() -> None:
    assert ruling_map("en") == ruling_map("zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_names_every_card_and_every_skill(language: str) -> None:
    text, words = book(language), words_of(package_of("herokill"), language)
    for name in sorted({face.name for face in whole_deck()}):
        if "horse" not in name:
            assert words[f"cards.{name}.name"] in text, name
    for hero in BOOK.heroes.values():
        paragraph = next(line for line in text.splitlines() if line.startswith(f"**{HEROES}.{hero.number}**"))
        assert words[f"heroes.{hero.name}.name"] in paragraph
        for skill in hero.skills:
            assert words[f"skills.{skill.name}.name"] in paragraph, skill.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_room_options_of_the_texts_stand_in_chapter_10(language: str) -> None:
    words, text = words_of(package_of("herokill"), language), book(language)
    for key in words:
        if key.startswith("options."):
            _, option, value = key.split(".")
            assert f"`{option if value in ('title', 'help') else value}`" in text, key
