"""The table of each game, in states of real matches of bots: nothing runs over, and nothing that the game shows is missing."""

from __future__ import annotations

import asyncio

import pytest
from rich.cells import cell_len
from textual.widgets import Static

from clients.cli.full.portrait import details
from clients.cli.full.widgets.details import Details
from clients.cli.full.widgets.seat import SeatPanel, Seats
from clients.cli.speech import LANGUAGES
from tests.clients.stage import Stage, TableApp, screen_text, states

SIZES = [(80, 11), (100, 17), (140, 26)]
"""What the question and the hand leave of 80×24, 100×30 and 140×40."""
TABLES = [
    ("dingti", 2), ("dingti", 4), ("dingti", 6), ("gandengyan", 4), ("gandengyan", 6), ("pokerduel", 2),
    ("pokerduel", 8), ("herokill", 2), ("herokill", 5), ("herokill", 8), ("herokill", 10), ("highcard", 3),
]  # fmt: skip
CASES = [(*table, LANGUAGES[number % 2]) for number, table in enumerate(TABLES)]
NAMES = ["Ann", "李逍遥的朋友", "[b]Bob[/b]", "A name of 24 characters!", "王", "E{x}", "F", "G", "H", "I"]


@pytest.mark.parametrize(("game", "seats", "language"), CASES)
async def test_nothing_runs_over(game: str, seats: int, language: str) -> None:
    """At every size and for every viewer everything is inside, and everybody's number of cards is to be seen."""
    stage = Stage(game, seats, seats)
    app = TableApp(stage.scene(0, language, NAMES[:seats]))
    async with app.run_test(size=SIZES[0]) as pilot, asyncio.timeout(60):
        for number, _ in enumerate(states(stage, 4)):
            size, you = SIZES[number % len(SIZES)], number * 3 % (seats + 1)
            await pilot.resize_terminal(*size)
            await app.show(stage.scene(you if you < seats else None, language, NAMES[:seats]))
            await pilot.pause()
            check(app, size, seats)


def check(app: TableApp, size: tuple[int, int], seats: int) -> None:
    assert {cell_len(line) for line in screen_text(app)} == {size[0]}
    scene, panels = app.scene, list(app.query(SeatPanel))
    assert {panel.seat for panel in panels} >= set(range(seats))
    for panel in panels:
        assert app.screen.region.contains_region(panel.region)
        shown = panel.render().plain.split("\n")
        assert len(shown) <= panel.content_size.height
        assert max(map(cell_len, shown)) <= panel.content_size.width
        if panel.seat < seats:
            hand = scene.view.zone("hand", panel.seat)
            assert scene.describe.zone(hand, faces=False) in panel.render().plain.replace("\n", " ")


@pytest.mark.parametrize(("game", "seats", "language"), CASES)
async def test_the_details_have_everything(game: str, seats: int, language: str) -> None:
    """Seat by seat and the middle, by the keys alone."""
    stage = Stage(game, seats, 3)
    stage.run(lambda match: match.step >= 25)
    scene = stage.scene(0, language)
    app = TableApp(scene)
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):
        await app.show()
        await pilot.pause()
        app.query_one(Seats).focus()
        await app.table.press("info")
        pane = app.query_one(Details)
        pages: dict[str, str] = {}
        while str(pane.border_title) not in pages:
            pages[str(pane.border_title)] = str(pane.query_one(Static).content)
            await pilot.press("right")
            await pilot.pause()
        await pilot.press("escape")
        assert not pane.display
        assert isinstance(app.focused, Seats)
    for seat in range(seats):
        page = pages.pop(f"{seat + 1} {scene.describe.seat(seat)}")
        assert all(part in page for part in scene.describe.seat_parts(scene.view, seat, faces=False))
    piles = [zone.kind for zone in scene.view.zones.values()]
    middle = pages[scene.describe.say("table.middle")]
    assert all(part in middle for part in scene.describe.middle_parts(scene.view, without=piles))


@pytest.mark.parametrize(("game", "seats", "language"), CASES)
def test_open_cards_are_explained(game: str, seats: int, language: str) -> None:
    """What lies open before a seat is said with its text, hidden hands only as a number."""
    stage = Stage(game, seats, seats)
    for _ in states(stage, 6):
        scene, view = stage.scene(0, language), stage.match.view(None)
        for seat in range(seats):
            said = "\n".join(details(scene, TableApp(scene).look, seat))
            for zone in view.zones.values():
                if zone.seat == seat and zone.kind != "hand":
                    texts = [
                        scene.describe.words.get(f"cards.{c.face.name}.text", "") for c in zone.cards or []
                    ]
                    assert all(text in said for text in texts)
            for card in stage.match.view(None if seat == 0 else seat).cards("hand", seat):  # type: ignore[arg-type]
                name = scene.describe.face(card.face)
                text = scene.describe.words.get(f"cards.{card.face.name}.text")
                lies_open = any(
                    c.face.name == card.face.name
                    for z in view.zones.values()
                    if z.seat == seat
                    for c in z.cards or []
                )
                assert not text or lies_open or text not in said, name
