"""The client's own words: both languages complete, every key that the code names exists, fields agree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import clients.cli
from clients.cli.speech import Speech, guess_language
from engine.core.words import KINDS, fields

SOURCES = sorted(Path(clients.cli.__file__).parent.rglob("*.py"))
NAMED = re.compile(r"""(?:print|say|speech)\(\s*["']([a-z_]+\.[a-z_]+|refused|notice)["']""")


def test_the_languages_have_the_same_keys_and_fields() -> None:
    english, chinese = Speech("en").words, Speech("zh").words
    assert english.keys() == chinese.keys()
    for key, text in english.items():
        assert text.strip() and chinese[key].strip(), key
        assert fields(text) == fields(chinese[key]), key
        assert set(fields(text).values()) <= KINDS, key


def test_every_sentence_that_the_code_names_exists() -> None:
    named = {key for source in SOURCES for key in NAMED.findall(source.read_text(encoding="utf-8"))}
    assert len(named) > 30
    assert named - Speech("en").words.keys() == set()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "zh_TW"}, "zh"),
    ],
)
def test_the_locale_chooses_the_language(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert guess_language() == language
