"""Reads the texts and rulebooks that ship with the games. The only file of the engine that reads files, and it reads package data only."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from engine.core.words import flatten

__all__ = ["LANGUAGES", "rulebook", "words_hash", "words_of"]

LANGUAGES = ("en", "zh")

_INCLUDE = re.compile(r"^<!-- include (\S+) -->$", re.M)


@cache
def words_of(package: str, language: str) -> dict[str, str]:
    """The words of the game in `package` (such as `engine.games.dingti`), with the words that all games share. Read-only.

    They are in `texts/en.toml` and, where a game has many parts, in any `<part>.en.toml` in that folder or below it.
    Raises KeyError for a language that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    words: dict[str, str] = {}
    for source in ("engine.core", package):
        for file in _files(resources.files(source).joinpath("texts")):
            if file.name == f"{language}.toml" or file.name.endswith(f".{language}.toml"):
                words.update(flatten(tomllib.loads(file.read_text(encoding="utf-8"))))
    return words


def _files(folder: Traversable) -> Iterator[Traversable]:
    """All files in a folder and below it, by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry)
        else:
            yield entry


@cache
def words_hash(package: str, language: str) -> str:
    """Changes when a word changes: clients cache by it."""
    return blake2b(msgspec.json.encode(words_of(package, language)), digest_size=8).hexdigest()


@cache
def rulebook(package: str, language: str) -> str:
    """The rulebook's half in one language, as Markdown: RULES.md is English first, then Chinese, each under its own `# ` title.

    A line `<!-- include rules/heroes -->` stands for that half of all Markdown files of that folder, by name.
    Raises KeyError for a language that is not in LANGUAGES."""
    if language not in LANGUAGES:
        raise KeyError(language)
    here = resources.files(package)

    def chapters(match: re.Match[str]) -> str:
        return "\n\n".join(
            _half(file, language).partition("\n")[2].strip() for file in _files(here / match[1])
        )

    book = _half(here / "RULES.md", language)
    return _INCLUDE.sub(chapters, book)


def _half(file: Traversable, language: str) -> str:
    halves = ("\n" + file.read_text(encoding="utf-8")).split("\n# ")[1:]
    return "# " + halves[LANGUAGES.index(language)].strip() + "\n"
