"""The client's own words, in the user's language. The words of a game come from the server (or, offline, from the game)."""

from __future__ import annotations

import locale
import os
import tomllib
from functools import cache
from importlib import resources

from engine.core.words import flatten, render

__all__ = ["LANGUAGES", "Speech", "guess_language"]

LANGUAGES = ("en", "zh")


def guess_language() -> str:
    """`zh` if the environment's locale is a Chinese one, else `en`. LC_ALL before LC_MESSAGES before LANG, as POSIX has it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.lower().startswith("zh") else "en"
    language, _ = locale.getlocale()
    return "zh" if (language or "").lower().startswith(("zh", "chinese")) else "en"


@cache
def _own_words(language: str) -> dict[str, str]:
    """`texts/en.toml`, and those of its parts that have a file of their own: `texts/<part>.en.toml`."""
    words: dict[str, str] = {}
    for text in resources.files("clients.cli").joinpath("texts").iterdir():
        if text.name == f"{language}.toml" or text.name.endswith(f".{language}.toml"):
            words.update(flatten(tomllib.loads(text.read_text(encoding="utf-8"))))
    return words


class Speech:
    """Says things in one language."""

    def __init__(self, language: str | None = None) -> None:
        """None: as the locale has it."""
        self.language = language or guess_language()
        self.words = _own_words(self.language)

    def __call__(self, key: str, **params: object) -> str:
        """The sentence for `key`; parameters that are no strings or numbers are shown by `str`."""
        plain = {
            name: value if isinstance(value, (int, str)) else str(value) for name, value in params.items()
        }
        return render(self.words, key, plain, str)
