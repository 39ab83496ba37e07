"""Reads the texts and rulebooks that ship with the games. The only file of the engine that reads files, and it reads package data only."""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import blake2b
from importlib import resources

import msgspec

from engine.core.words import flatten

__all__ = ["LANGUAGES", "rulebook", "words_hash", "words_of"]

LANGUAGES = ("en", "zh")


@cache
def words_of(package: str, language: str) -> dict[str, str]:
    """The words of the game in `package` (such as `engine.games.dingti`), with the words that all games share. Read-only.

    Raises KeyError for a language that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words: dict[str, str] = {}
    for source in ("engine.core", package):
        text = resources.files(source).joinpath("texts", f"{language}.toml").read_text(encoding="utf-8")
        words.update(flatten(tomllib.loads(text)))
    return words


@cache
def words_hash(package: str, language: str) -> str:
    """Changes when a word changes: clients cache by it."""
    return blake2b(msgspec.json.encode(words_of(package, language)), digest_size=8).hexdigest()


@cache
def rulebook(package: str, language: str) -> str:
    """The rulebook's half in one language, as Markdown: RULES.md is English first, then Chinese, each under its own `# ` title.

    Raises KeyError for a language that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    halves = ("\n" + resources.files(package).joinpath("RULES.md").read_text(encoding="utf-8")).split("\n# ")[
        1:
    ]
    return "# " + halves[LANGUAGES.index(language)].strip() + "\n"
