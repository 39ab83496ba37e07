"""What people may call themselves and their rooms: text that shows as what it is."""

from __future__ import annotations

import unicodedata

__all__ = ["NAME_LENGTH", "BadName", "clean_name"]

NAME_LENGTH = 24
"""Characters of a player's name."""
MAX_MARKS = 3
"""Combining marks in a row. Real scripts stack two or three; more is scribbling over other people's lines."""
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories that do not show, or turn the text around them (controls, joiners, bidirectional marks, unassigned, private, surrogates)."""


class BadName(ValueError):
    """The message says to its author what is wrong."""


def clean_name(text: str, limit: int = NAME_LENGTH) -> str:
    """`text` in Unicode's NFC form, white space at the ends removed and runs of it made one space. Raises BadName."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    marks = 0
    for char in name:
        category = unicodedata.category(char)
        if category in _HIDDEN:
            raise BadName(f"a name may not have the invisible character U+{ord(char):04X}")
        marks = marks + 1 if category.startswith("M") else 0
        if marks > MAX_MARKS:
            raise BadName("a name may not pile up marks on one letter")
    if not any(unicodedata.category(char)[0] in "LNSP" for char in name):
        raise BadName("a name needs a letter, a digit or a sign")
    if len(name) > limit:
        raise BadName(f"a name has at most {limit} characters, not {len(name)}")
    return name
