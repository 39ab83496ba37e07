"""A table at full speed: sixty updates a second never freeze the keyboard, and what is drawn last is the last state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from textual import events
from textual.content import Content

from clients.cli.full.widgets.details import Details
from clients.cli.full.widgets.pace import RATE, Pace
from clients.cli.full.widgets.seat import SeatPanel, Seats
from tests.clients.stage import Stage, TableApp

UPDATES = 60
SECONDS = 3
TURNS = 120
"""Turns of the event loop within which a key takes effect. Some twenty are usual; a drawing is a handful of them."""


class Fast(TableApp):
    """Draws when its pace says so, and notes when a key arrives."""

    BINDINGS = [("x", "note", "")]
    arrived = asyncio.Event()
    turns = 0
    noted = 0

    def action_note(self) -> None:
        self.noted = self.turns
        self.arrived.set()


async def _count(app: Fast) -> None:
    """Counts turns of the event loop."""
    while True:
        app.turns += 1
        await asyncio.sleep(0)


async def test_keys_are_served_among_sixty_updates_a_second() -> None:
    stage = Stage("herokill", 8, 4)
    stage.run(lambda m: m.table.number("turn") >= 1)
    app = Fast(stage.scene(0))
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):
        await app.show()
        await pilot.pause()
        pace = Pace(app.screen, app.show)
        counter = asyncio.create_task(_count(app))
        began = time.monotonic()
        waits: list[int] = []
        for number in range(UPDATES * SECONDS):
            stage.step()
            app.scene = stage.scene(0)
            pace.ask()
            if number % 10 == 0:
                pressed = app.turns
                app.arrived.clear()
                app.post_message(events.Key("x", "x"))
                await app.arrived.wait()
                waits.append(app.noted - pressed)
            await asyncio.sleep(1 / UPDATES)
        spent = time.monotonic() - began
        counter.cancel()
        assert max(waits) <= TURNS, waits
        assert 0 < pace.drawn <= spent * RATE + 2
        while pace.busy:
            await pilot.pause(0.02)
        shown = " ".join(panel.render().plain for panel in app.query(SeatPanel))
        for seat in range(8):
            assert app.scene.describe.zone(stage.scene(0).view.zone("hand", seat), faces=False) in shown


async def test_only_what_changed_is_drawn() -> None:
    stage = Stage("herokill", 8, 4)
    stage.run(lambda m: m.table.number("turn") >= 1)
    app = TableApp(stage.scene(0))
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(60):
        await app.table.show(app.scene.model, app.scene.describe)
        await pilot.pause()
        drawn: list[int] = []

        def watched(panel: SeatPanel) -> Callable[[], Content]:
            real = panel.render

            def render() -> Content:
                drawn.append(panel.seat)
                return real()

            return render

        for panel in app.query(SeatPanel):
            panel.render = watched(panel)  # type: ignore[method-assign]
        await app.table.show(app.scene.model, app.scene.describe)
        await pilot.pause()
        assert drawn == []
        hp = app.scene.view.marks["hp"].seats
        hp[3] = int(str(hp[3])) - 1  # type: ignore[index]
        await app.table.show(app.scene.model, app.scene.describe)
        await pilot.pause()
        assert set(drawn) == {3}


async def test_a_target_is_picked_and_another_seat_is_looked_at() -> None:
    """By the mouse and by the keys; the panels say what can be picked by a sign, not by colour alone."""
    stage = Stage("herokill", 5, 4)
    stage.run(lambda m: m.table.number("turn") >= 1)
    app = TableApp(stage.scene(0))
    async with app.run_test(size=(140, 26)) as pilot, asyncio.timeout(60):
        await app.show()
        await app.table.show(app.scene.model, app.scene.describe, (1, 3), (3,))
        await pilot.pause()
        titles = {panel.seat: str(panel.border_title) for panel in app.query(SeatPanel)}
        assert "◎" in titles[1] and "◉" in titles[3] and "◎" not in titles[2] + titles[4]
        panels = {panel.seat: panel for panel in app.query(SeatPanel)}
        await pilot.click(panels[1])
        app.query_one(Seats).focus()
        await pilot.press("right", "enter")
        await pilot.pause()
        assert app.pressed == [1, 3]
        await pilot.click(panels[2])
        await pilot.pause()
        assert app.query_one(Details).display
        assert str(app.query_one(Details).border_title).startswith("3 ")
