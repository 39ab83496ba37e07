"""What people may call themselves and their rooms: text that shows as what it is."""

from __future__ import annotations

import unicodedata
from typing import Literal

__all__ = ["NAME_LENGTH", "BadName", "Characters", "clean_name", "fits_characters", "look_of"]

Characters = Literal["any", "words", "ascii"]
"""All that show; letters and digits of all scripts with what joins words; the same in ASCII."""

NAME_LENGTH = 24
"""Characters of a player's name."""
MAX_MARKS = 3
"""Combining marks in a row. Real scripts stack two or three; more is scribbling over other people's lines."""
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Categories that do not show, or turn the text around them (controls, joiners, bidirectional marks, unassigned, private, surrogates)."""

_JOINERS = frozenset(" -_.'’·")
_ALIKE = (
    "аa вb еe кk мm нh оo рp сc тt уy хx іl јj ѕs һh ԁd ԛq ԝw ӏl "  # Cyrillic, after case folding
    "αa βb εe ηn ιl κk νv οo ρp τt υu χx ωw "  # Greek
    "il 0o 1l |l !l 5s $s 8b @a"  # what fonts hardly tell apart
)
_LOOKS = {ord(pair[0]): pair[1] for pair in _ALIKE.split()}
"""What looks alike becomes the same. A short list of the letters that impostors use, not Unicode's whole table of confusables."""


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


def fits_characters(name: str, characters: Characters) -> bool:
    """Whether a clean name keeps to what the host wants in names."""
    if characters == "any":
        return True
    if characters == "ascii" and not name.isascii():
        return False
    return all(unicodedata.category(char)[0] in "LMN" or char in _JOINERS for char in name)


def look_of(name: str) -> str:
    """A form that names have in common which are hard to tell apart: width, case, marks, spaces and look-alike letters do not count."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(char for char in folded if unicodedata.category(char)[0] not in "MZ")
    if not bare:
        return folded  # a mark that stands alone, as ¯ does, is the whole name
    return bare.translate(_LOOKS).replace("rn", "m").replace("vv", "w")
