"""Where the seats lie on the screen: a round table where there is room for one, rows above the middle where there is not.

Pure arithmetic in cells. Of all arrangements that fit, the one is taken whose panels and middle have the most use of their room.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from textual.geometry import Region

__all__ = ["Plan", "is_bare", "seat_plan"]

BORDERED = 4
"""Lines from which a panel has a border: two are the border's, so at least two say something."""
LONG = 60
"""Columns with which one line inside a border is enough."""
NARROW = 14
"""Columns below which a panel says too little."""
MIDDLE = 36
"""Columns that the middle needs for its piles and its log; at a round table `ROOMY`, since nothing else is beside it in rows."""
ROOMY = 56
BROAD = 44
"""Columns beyond which a panel among others is mostly empty."""
TALL = 6
"""Lines beyond which a panel at the side is mostly empty."""
ENOUGH_PANEL, ENOUGH_MIDDLE = 48, 560
"""Cells beyond which a panel, and the middle, gain little by having more."""
ROUND, FRAMED = 0.25, 0.15
"""What sitting around the table and having borders are worth, beside the shares of both."""


class Plan(NamedTuple):
    """`others` in playing order after `own`; `figures` lie at the head of the middle. What has no room is empty."""

    own: Region
    others: list[Region]
    figures: list[Region]
    middle: Region


@lru_cache(maxsize=256)
def seat_plan(others: int, figures: int, width: int, height: int, usual: int = 0) -> Plan:
    """The best plan for so many other seats and figures; with hardly any room the seats in a line each go before the middle.

    `usual`: the height that there mostly is. What there is beyond that goes to the middle, so that panels do not jump when a question
    comes or goes."""
    typical = min(height, usual) if usual else height
    best, most = None, -1.0
    for plan, is_round in _plans(others, figures, width, typical):
        worth = _worth(plan) + (ROUND if is_round else 0)
        if worth > most:
            best, most = plan, worth
    return _stretched(best, height - typical) if best else _squeezed(others, figures, width, height)


def _plans(others: int, figures: int, width: int, height: int) -> Iterator[tuple[Plan, bool]]:
    for deep in range(1, 8):
        own = Region(0, height - _own(deep, width), width, _own(deep, width))
        for sides in range(1, others // 2 + 1):
            if plan := _around(others, figures, own, deep, sides):
                yield plan, True
        for columns in range(max(1, (others + 2) // 3), others + 1):
            if plan := _rows(others, figures, own, deep, columns):
                yield plan, False


def _stretched(plan: Plan, lines: int) -> Plan:
    """With more lines in the middle."""
    own, middle = plan.own.translate((0, lines)), plan.middle
    return plan._replace(own=own, middle=Region(middle.x, middle.y, middle.width, middle.height + lines))


def _own(deep: int, width: int) -> int:
    """Lines of one's own panel beside others of `deep` lines: it has the whole width, so it needs fewer."""
    return min(deep, 2) if deep < BORDERED else 3 if width >= 100 else 4


def _worth(plan: Plan) -> float:
    """How much of what they can use the panels and the middle have."""
    panel = min((_room(region) for region in plan.others), default=ENOUGH_PANEL)
    share = min(panel, ENOUGH_PANEL) / ENOUGH_PANEL + min(plan.middle.area, ENOUGH_MIDDLE) / ENOUGH_MIDDLE
    return share + (FRAMED if all(region.height >= BORDERED for region in plan.others) else 0)


def is_bare(region: Region) -> bool:
    """Whether a panel has no room for a border."""
    return region.height < BORDERED - 1 or (region.height < BORDERED and region.width < LONG)


def _room(region: Region) -> int:
    """Cells of a panel that can say something: its title costs a line, and its border frame and air."""
    if is_bare(region):
        return region.width * region.height - 10
    return (region.width - 4) * (region.height - 2)


def _around(others: int, figures: int, own: Region, deep: int, sides: int) -> Plan | None:
    """`sides` seats on the left, upwards, as many on the right, downwards, the rest above."""
    width, below = own.width, own.y
    across, head = others - 2 * sides, deep if others > 2 * sides else 0
    flank = min(30, width // 5) if sides else 0
    tall = (below - head) // sides if sides else 0
    if sides and (flank < NARROW + 4 or tall < BORDERED or deep < BORDERED):
        return None
    if across and width // across < (NARROW + 4 if deep >= BORDERED else NARROW):
        return None
    tall = min(tall, TALL)
    heights = [head + (below - head) * (2 * place + 1) // (2 * sides) - tall // 2 for place in range(sides)]
    left = [Region(0, y, flank, tall) for y in reversed(heights)]
    right = [Region(width - flank, y, flank, tall) for y in heights]
    middle = Region(flank, head, width - 2 * flank, below - head)
    if flank:
        middle = Region(flank + 1, head, width - 2 * flank - 2, below - head)
        if middle.width < ROOMY:
            return None
    return _complete(own, [*left, *_spread(0, width, 0, deep, across), *right], figures, middle)


def _rows(others: int, figures: int, own: Region, deep: int, columns: int) -> Plan | None:
    """In lines of `columns`, to be read like a page."""
    if own.width // columns < (NARROW + 4 if deep >= BORDERED else NARROW):
        return None
    regions: list[Region] = []
    y = 0
    while len(regions) < others:
        here = min(columns, others - len(regions))
        line = _spread(0, own.width, y, deep, columns)
        regions += line[:here]
        y += deep
    return _complete(own, regions, figures, Region(0, y, own.width, own.y - y))


def _complete(own: Region, others: list[Region], figures: int, middle: Region) -> Plan | None:
    """With the figures at the head of the middle; None if the middle has too little left."""
    deep = 1 if middle.height < 3 + 3 * figures + 3 else 3
    placed = [Region(middle.x, middle.y + deep * place, middle.width, deep) for place in range(figures)]
    rest = Region(middle.x, middle.y + deep * figures, middle.width, middle.height - deep * figures)
    need = 1 if own.bottom < 10 else 3
    if rest.height < need or rest.width < MIDDLE:
        return None
    return Plan(own, others, placed, rest)


def _spread(x: int, width: int, y: int, height: int, count: int) -> list[Region]:
    """`count` equal parts of a line, not wider than is of use and then in its middle; the columns left over are shared out."""
    if width > count * BROAD:
        x, width = x + (width - count * BROAD) // 2, count * BROAD
    edges = [x + width * place // count for place in range(count + 1)] if count else []
    return [Region(left, y, right - left, height) for left, right in pairwise(edges)]


def _squeezed(others: int, figures: int, width: int, height: int) -> Plan:
    """A window too small to play in: who fits has a line, the middle what is left."""
    columns = max(1, width // NARROW)
    regions = [
        line for y in range((others + columns - 1) // columns) for line in _spread(0, width, y, 1, columns)
    ][:others]
    below = max((region.bottom for region in regions), default=0)
    placed = [Region(0, below + place, width, 1) for place in range(figures)]
    top = below + figures
    own = Region(0, max(top, height - 1), width, 1)
    return Plan(own, regions, placed, Region(0, top, width, max(0, own.y - top)))
