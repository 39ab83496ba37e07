"""Rulebooks on a terminal: sections by number, long lines wrapped by the width of the characters."""

from __future__ import annotations

import re
import shutil
import unicodedata

__all__ = ["rule_section", "width", "wrap"]


def rule_section(markdown: str, number: str | None) -> str:
    """The section or paragraph `number` ("4" or "4.3"); None: the table of contents. Unknown numbers give the contents, too."""
    lines = markdown.splitlines()
    heads = [line.lstrip("# ") for line in lines if line.startswith("#")]
    if number is None:
        return "\n".join(heads)
    if "." in number:
        start = re.compile(rf"^\*\*{re.escape(number)}\*\*")
        stop = re.compile(r"^(\*\*\d|#)")
    else:
        start, stop = re.compile(rf"^## {re.escape(number)}\b"), re.compile(r"^#{1,2} ")
    found: list[str] = []
    for line in lines:
        if start.match(line):
            found = [line]
        elif found and stop.match(line):
            break
        elif found:
            found.append(line)
    text = "\n".join(found).replace("**", "").replace("## ", "").strip()
    return text or "\n".join(heads)


def width(text: str) -> int:
    """Columns on a terminal: East Asian wide characters take two, combining ones none."""
    wide = {"W": 2, "F": 2}
    return sum(0 if unicodedata.combining(c) else wide.get(unicodedata.east_asian_width(c), 1) for c in text)


def wrap(text: str, columns: int | None = None) -> str:
    """Wrap each line; None: as wide as the terminal, at most 100 columns. Chinese text may break between any two characters."""
    columns = columns or min(100, shutil.get_terminal_size((80, 24)).columns)
    return "\n".join(piece for line in text.splitlines() for piece in _wrap_line(line, columns))


def _wrap_line(line: str, columns: int) -> list[str]:
    pieces, current, used = [], "", 0
    for token in re.findall(r"[\x21-\u1fff]+|\s+|.", line):
        size = width(token)
        if used + size > columns and current.strip():
            pieces.append(current.rstrip())
            current, used = "", 0
        if current or not token.isspace():
            current += token
            used += size
    return [*pieces, current.rstrip()]
