"""The person's own guesses of what is hidden about others: kept on this side only, for one match."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.ids import Seat
from engine.core.view import View

__all__ = ["Notes"]


class Notes:
    """A seat's note is the key of one of the words that its hidden mark may turn out to be."""

    def __init__(self) -> None:
        self._match = 0
        self._notes: dict[int, str] = {}

    def begin(self, match: int) -> None:
        """The notes of another match are forgotten."""
        if match != self._match:
            self._match, self._notes = match, {}

    def of(self, view: View, words: Mapping[str, str], seat: int) -> str:
        """What was noted of a seat, in words; "" for nothing, or when the truth has come to light."""
        return words.get(self._notes.get(seat, ""), "") if _hidden(view, seat) else ""

    def wanted(self, view: View, words: Mapping[str, str]) -> bool:
        """Whether there is anything to guess about anybody."""
        return any(_guesses(view, words, seat) for seat in range(view.seats))

    def cycle(self, view: View, words: Mapping[str, str], seat: int) -> bool:
        """The next guess, and after the last one none. Returns whether there is anything to guess about the seat."""
        choices = _guesses(view, words, seat)
        if not choices:
            return False
        now = self._notes.get(seat, "")
        following = choices.index(now) + 1 if now in choices else 0
        self._notes[seat] = choices[following] if following < len(choices) else ""
        return True


def _guesses(view: View, words: Mapping[str, str], seat: int) -> list[str]:
    return [
        key
        for name in _hidden(view, seat)
        for key in words
        if key.startswith(f"marks.{name}.") and key.count(".") == 2
    ]


def _hidden(view: View, seat: int) -> list[str]:
    """The marks of a seat that the viewer may not know, though he may know some player's, be it his own."""
    return [
        name
        for name, mark in view.marks.items()
        if 0 <= seat < view.seats
        and mark.table is None
        and Seat(seat) not in mark.seats
        and any(other < view.seats for other in mark.seats)
    ]
