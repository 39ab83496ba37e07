"""Rulebooks on a terminal."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.plain.reading import rule_section, width, wrap

BOOK = "# Game\n\n## 1 One\n\n**1.1** First.\n\nmore\n\n**1.2** Second.\n\n## 2 Two\n\n**2.1** Third.\n"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (None, "Game\n1 One\n2 Two"),
        ("1", "1 One\n\n1.1 First.\n\nmore\n\n1.2 Second."),
        ("1.1", "1.1 First.\n\nmore"),
        ("1.2", "1.2 Second."),
        ("2", "2 Two\n\n2.1 Third."),
        ("9", "Game\n1 One\n2 Two"),
    ],
)
def test_a_section_is_found_by_its_number(number: str | None, text: str) -> None:
    assert rule_section(BOOK, number) == text


def test_chinese_characters_are_two_columns_wide() -> None:
    assert [width(text) for text in ("ab", "牌局", "牌a", "é")] == [2, 4, 3, 1]


@given(st.text(alphabet="ab 牌局，。", max_size=200), st.integers(4, 40))
def test_wrapped_lines_fit_and_lose_nothing(text: str, columns: int) -> None:
    lines = wrap(text, columns).splitlines()
    longest_word = max(map(len, re.findall("[ab]+", text)), default=0)
    assert all(width(line) <= max(columns, longest_word) for line in lines)
    assert "".join(wrap(text, columns).split()) == "".join(text.split())
