"""Lines that fit, in Chinese as well as in English: a line may end after a space, or between characters of which one is wide.

Libraries break at spaces only, which tears Chinese with names and numbers in it apart in the wrong places.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import get_character_cell_size
from textual.content import Content

__all__ = ["breaks", "wrap"]

NOT_FIRST = "，。、：；！？）」』】》〉…—·,.:;!?)]”’"
NOT_LAST = "（「『【《〈([“‘"
"""What must not begin, and what must not end a line."""


def wrap(text: Content, width: int) -> list[Content]:
    """The text in lines of at most `width` cells, without spaces at their ends."""
    return [
        piece.rstrip() for line in text.split("\n") for piece in line.divide(list(breaks(line.plain, width)))
    ] or [text]


def breaks(text: str, width: int) -> Iterator[int]:
    """Where lines of at most `width` cells end in a text without line feeds."""
    start = used = 0
    best: int | None = None
    for place, character in enumerate(text):
        cells = get_character_cell_size(character)
        if place > start and _may_break(text[place - 1], character):
            best = place
        if used + cells > width and place > start and character != " ":
            end = best if best is not None and best > start else place
            yield end
            used = sum(get_character_cell_size(other) for other in text[end:place])
            start, best = end, None
        used += cells


def _may_break(before: str, after: str) -> bool:
    if before == " ":
        return after != " "
    wide = max(get_character_cell_size(before), get_character_cell_size(after)) == 2
    return wide and after not in NOT_FIRST and before not in NOT_LAST and after != " "
