"""A rulebook cut into sections, and searched."""

from __future__ import annotations

import re

import msgspec

__all__ = ["Section", "search", "sections"]

_PARAGRAPH = re.compile(r"^\*\*([\d.]+)\*\*")


class Section(msgspec.Struct, frozen=True):
    """`title` is its heading, `text` its Markdown with the heading."""

    title: str
    text: str


def sections(markdown: str) -> list[Section]:
    """A section per heading, of any depth but the book's own title; what stands before the first is a section of the book's title."""
    found: list[tuple[str, list[str]]] = []
    for line in markdown.splitlines():
        if line.startswith("#"):
            found.append((line.lstrip("# ").strip(), [line]))
        elif found:
            found[-1][1].append(line)
    whole = [Section(title, "\n".join(lines).strip()) for title, lines in found]
    return [one for one in whole if one.text.count("\n")]


def search(book: list[Section], wanted: str) -> list[tuple[int, str]]:
    """Where the words stand, whatever their case: the section's place and the paragraph's line, without its markup. A number such as
    `4.3` is looked for as a paragraph's."""
    wanted = wanted.strip().lower()
    if not wanted:
        return []
    hits = []
    for place, section in enumerate(book):
        for line in section.text.splitlines():
            number = _PARAGRAPH.match(line)
            fits = wanted in line.lower() and not line.startswith("|--")
            if re.fullmatch(r"[\d.]+", wanted):
                fits = number is not None and number[1].rstrip(".") == wanted.rstrip(".")
            if fits:
                hits.append((place, line.lstrip("#> ").replace("**", "").replace("|", " ").strip()))
    return hits
