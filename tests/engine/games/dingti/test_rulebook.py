"""The rulebook and the words of Dingti: the same in both languages, and every ruling can be found."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

GAME = Path(__file__).parents[4] / "engine" / "games" / "dingti"
HALVES = {"en": "# Dingti", "zh": "# 顶替"}
APPENDIX = {"en": "## Appendix", "zh": "## 附录"}
RULINGS = range(1, 102)  # shared rulings 1 to 101
CARD_SECTIONS = (2, 7, 8, 9)
TIER_ROW = {"top": {"top", "最高"}, "": {"none", "无"}}

Words = dict[str, str]


def half(lang: str) -> str:
    """The rulebook in one language, appendix included."""
    text = (GAME / "RULES.md").read_text(encoding="utf-8")
    english, chinese = text.split(f"\n{HALVES['zh']}\n")
    return english if lang == "en" else f"{HALVES['zh']}\n{chinese}"


def body_and_appendix(lang: str) -> tuple[str, str]:
    body, appendix = re.split(rf"^{APPENDIX[lang]}.*$", half(lang), flags=re.M)
    return body, appendix


def paragraphs(lang: str) -> list[tuple[int, int]]:
    body, _ = body_and_appendix(lang)
    return [(int(s), int(p)) for s, p in re.findall(r"^\*\*(\d+)\.(\d+)\*\*", body, re.M)]


def section(lang: str, number: int) -> str:
    body, _ = body_and_appendix(lang)
    found = re.search(rf"^## {number} .*?(?=^## |\Z)", body, re.M | re.S)
    assert found, f"no section {number}"
    return found[0]


def cited(text: str) -> list[tuple[int, int]]:
    return [(int(s), int(p)) for s, p in re.findall(r"§(\d+)\.(\d+)", text)]


def ruling_map(lang: str) -> dict[int, list[tuple[int, int]]]:
    _, appendix = body_and_appendix(lang)
    cells = re.findall(r"\| (\d+) \| ([^|]+?) (?=\|)", appendix)
    assert len(cells) == len({number for number, _ in cells}), "a ruling stands twice"
    return {int(number): cited(where) for number, where in cells}


def flat(table: dict[str, object], prefix: str = "") -> Words:
    words: Words = {}
    for key, value in table.items():
        if isinstance(value, dict):
            words |= flat(value, f"{prefix}{key}.")
        else:
            assert isinstance(value, str), f"{prefix}{key} is not text"
            words[prefix + key] = value
    return words


def words(lang: str) -> Words:
    return flat(tomllib.loads((GAME / "texts" / f"{lang}.toml").read_text(encoding="utf-8")))


def cards(lang: str) -> set[str]:
    return {key.split(".")[1] for key in words(lang) if key.startswith("cards.")}


def tier_table(lang: str) -> dict[str, str]:
    """Card name to the tier in whose row of §2.2 it stands."""
    table = section(lang, 2).split("**2.2**")[1].split("**2.3**")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", table, re.M)
    return {name.strip(): tier for tier, names in rows for name in re.split("[,、]", names)}


@pytest.mark.parametrize("lang", HALVES)
def test_paragraphs_run_without_gaps_in_their_sections(lang: str) -> None:
    found = paragraphs(lang)
    titles = [int(n) for n in re.findall(r"^## (\d+) ", body_and_appendix(lang)[0], re.M)]
    assert titles == list(range(1, 14))
    for number in titles:
        inside = [p for s, p in found if s == number]
        assert inside and inside == list(range(1, len(inside) + 1)), f"section {number}: {inside}"
        assert f"**{number}.1**" in section(lang, number)
    assert found == sorted(found)


def test_both_halves_have_the_same_paragraphs_and_citations() -> None:
    assert paragraphs("en") == paragraphs("zh")
    for number in range(1, 14):
        assert sorted(cited(section("en", number))) == sorted(cited(section("zh", number))), (
            f"section {number}"
        )


@pytest.mark.parametrize("lang", HALVES)
def test_no_paragraph_is_empty_and_every_citation_leads_somewhere(lang: str) -> None:
    body, _ = body_and_appendix(lang)
    for number, text in re.findall(r"^\*\*(\d+\.\d+)\*\*(.*)$", body, re.M):
        assert len(text.strip()) > 10, number
    assert set(cited(half(lang))) <= set(paragraphs(lang))


@pytest.mark.parametrize("lang", HALVES)
def test_every_ruling_points_at_a_paragraph(lang: str) -> None:
    found = ruling_map(lang)
    assert sorted(found) == list(RULINGS)
    assert all(found.values())


def test_both_appendices_agree() -> None:
    assert ruling_map("en") == ruling_map("zh")


def test_texts_have_the_same_keys_and_nothing_empty() -> None:
    en, zh = words("en"), words("zh")
    assert sorted(en) == sorted(zh)
    for table in (en, zh):
        # A card without a tier has an empty one.
        assert [key for key, text in table.items() if not text.strip() and not key.endswith(".tier")] == []


def test_cards_have_name_tier_and_text_and_the_same_tier_in_both_languages() -> None:
    en, zh = words("en"), words("zh")
    assert len(cards("en")) == 28  # 25 names of the deck, Legacy, Ember, the play Small Bomb
    for card in cards("en"):
        assert {f"cards.{card}.{part}" for part in ("name", "tier", "text")} <= set(en)
        assert en[f"cards.{card}.tier"] == zh[f"cards.{card}.tier"]


@pytest.mark.parametrize("lang", HALVES)
def test_tiers_of_the_texts_are_those_of_the_rulebook(lang: str) -> None:
    table, texts = tier_table(lang), words(lang)
    names = {texts[f"cards.{card}.name"]: texts[f"cards.{card}.tier"] for card in cards(lang)}
    assert set(names) == set(table) - {"cards", "牌"}
    for name, tier in names.items():
        assert table[name] in TIER_ROW.get(tier, {tier}), name


@pytest.mark.parametrize("lang", HALVES)
def test_every_card_is_explained_in_a_paragraph_that_opens_with_its_name(lang: str) -> None:
    texts = words(lang)
    book = "\n".join(section(lang, number) for number in CARD_SECTIONS)
    emphasised = " ".join(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", book))
    class_card = {"trickster"}  # §9 is his, §9.1 the card
    for card in cards(lang) - class_card:
        assert texts[f"cards.{card}.name"] in emphasised, card
    assert texts["cards.trickster.name"] in section(lang, 9).splitlines()[0]


def test_no_card_text_is_longer_than_three_sentences() -> None:
    for lang, stop in (("en", r"\.(?:\s|$)"), ("zh", "。")):
        for key, text in words(lang).items():
            if re.fullmatch(r"cards\..*\.text", key):
                assert 1 <= len(re.findall(stop, text)) <= 3, f"{lang} {key}"


def test_room_options_of_the_texts_stand_in_section_12() -> None:
    options = {key.split(".")[1] for key in words("en") if key.startswith("options.")}
    assert options == {"boss", "teams", "drawn_bombs", "first_seat", "round_cap"}
    for lang in HALVES:
        for key in words(lang):
            if not key.startswith("options."):
                continue
            _, option, value = key.split(".")
            name = option if value in ("title", "help") else value
            assert f"`{name}`" in section(lang, 12), key
