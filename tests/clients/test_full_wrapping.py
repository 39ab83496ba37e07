"""Lines of Chinese, of English, and of both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content

from clients.cli.full.wrapping import wrap

CHARACTERS = st.text("ab 7杀王，。（）♠·", max_size=60)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Nobody beats it.", 8, ["Nobody", "beats", "it."]),
        ("Bot 7对Bot 3的烽火狼烟", 10, ["Bot 7对Bot", "3的烽火狼", "烟"]),
        ("受到伤害后，可以判定。", 10, ["受到伤害", "后，可以判", "定。"]),
        ("一二（三）", 6, ["一二", "（三）"]),
        ("unbreakable", 4, ["unbr", "eaka", "ble"]),
        ("", 4, [""]),
    ],
)
def test_lines_end_where_they_may(text: str, width: int, lines: list[str]) -> None:
    assert [line.plain for line in wrap(Content(text), width)] == lines


@given(CHARACTERS, st.integers(4, 30))
def test_nothing_is_lost_and_every_line_fits(text: str, width: int) -> None:
    lines = [line.plain for line in wrap(Content(text), width)]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)
