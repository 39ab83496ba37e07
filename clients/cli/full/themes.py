"""The colours that one can choose from. Each has its own for seats and suits; what they say is always said by a sign as well."""

from __future__ import annotations

from textual.theme import Theme

__all__ = ["THEMES", "VARIABLES"]

DARK_SEATS = (
    "#56b4e9",
    "#e69f00",
    "#2fd0a0",
    "#f0e442",
    "#d98bb9",
    "#ff8f5a",
    "#9fb4ff",
    "#c8c8c8",
    "#a3d977",
    "#ffb3c7",
)
LIGHT_SEATS = (
    "#005b96",
    "#8a5a00",
    "#006b4f",
    "#6b6200",
    "#8c3570",
    "#a63c00",
    "#3d4db3",
    "#4a4a4a",
    "#3f6b16",
    "#9c2f52",
)
"""Ten colours that stay apart for the usual kinds of colour blindness, as far as ten can."""


def _variables(seats: tuple[str, ...], red: str, black: str) -> dict[str, str]:
    return {f"seat-{n}": colour for n, colour in enumerate(seats, 1)} | {"suit-red": red, "suit-black": black}


VARIABLES = _variables(DARK_SEATS, "#ff7b72", "#e6e6e6")
"""For themes that are not ours."""

THEMES = (
    Theme(
        name="paiju-dark", primary="#3a7ca5", secondary="#2f6690", accent="#f2b84b", warning="#f2b84b", error="#ff7b72",
        success="#5fd38d", foreground="#e6e6e6", background="#10151a", surface="#182028", panel="#233040",
        variables=VARIABLES,
    ),
    Theme(
        name="paiju-light", primary="#205375", secondary="#3a7ca5", accent="#9a5b00", warning="#9a5b00", error="#b3261e",
        success="#1b7f4b", foreground="#1d1d1d", background="#f6f4ee", surface="#ebe8df", panel="#dad6ca", dark=False,
        variables=_variables(LIGHT_SEATS, "#b3261e", "#1d1d1d"),
    ),
    Theme(
        name="paiju-safe", primary="#4477aa", secondary="#335577", accent="#ffd166", warning="#ffd166", error="#ff9e4a",
        success="#66b8ff", foreground="#f0f0f0", background="#101418", surface="#1a2129", panel="#273342",
        variables=_variables(DARK_SEATS, "#ff9e4a", "#f0f0f0"),
    ),
)  # fmt: skip
"""Dark, light, and one in blue and orange without any contrast of red and green."""
