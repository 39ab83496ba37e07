"""Every screen of the full-screen client, as text at two sizes and some as pictures: the same on every machine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from rich.cells import cell_len
from textual.pilot import Pilot

from clients.cli.full.app import PaijuApp
from clients.cli.full.going import show_invite
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.screens.wait import show_wait
from clients.cli.full.visit import Visit
from clients.cli.model import Change
from tests.clients.screens.world import MOMENTS, StoppedClock, app_of, at_table, in_room, neighbours, visit_of
from tests.clients.stage import screen_text
from tests.house import ROOT

__all__ = ["PICTURES", "SCREENS", "SIZES", "STORED", "picture", "pictures_path", "texts", "texts_path"]

SIZES = ((80, 24), (140, 40))
STORED = ROOT / "tests" / "clients" / "screens"
PATIENCE = 50
"""Seconds in which a screen must be at rest, however busy the machine is."""
WEB_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class Viewer(NamedTuple):
    """Who goes to a screen."""

    app: PaijuApp
    pilot: Pilot[None]

    def visit(self, prepare: Callable[[Visit], None] | None = None) -> Visit:
        """Be at the server, in what `prepare` makes."""
        visit = visit_of(self.app)
        if prepare is not None:
            prepare(visit)
        visit.changed(Change(fresh=True, info=True))
        return visit

    async def table(self, game: str, *keys: str, over: bool = False) -> Visit:
        """Sit at a game's table, and press keys there."""
        visit = self.visit(lambda visit: at_table(visit, MOMENTS[game], over=over))
        await self.press(*keys)
        return visit

    async def press(self, *keys: str) -> None:
        await self.at_rest()
        for key in keys:
            await self.pilot.press(key)
            await self.at_rest()

    async def at_rest(self) -> list[str]:
        """The screen's lines, once nothing is under way any more."""
        last: list[str] | None = None
        while True:
            await self.pilot.pause()
            tables = [screen for screen in self.app.screen_stack if isinstance(screen, TableScreen)]
            under_way = [
                worker for worker in self.app.workers if not worker.is_finished and worker.group != "menu"
            ]
            if under_way or any(table.busy for table in tables):  # the menu's worker waits for the person
                last = None
            elif (now := screen_text(self.app)) == last:
                return now
            else:
                last = now


async def _invite(viewer: Viewer) -> None:
    visit = viewer.visit(in_room)
    await viewer.at_rest()
    show_invite(visit)


async def _create(viewer: Viewer) -> None:
    viewer.visit()
    await viewer.press("n")


async def _lost(viewer: Viewer) -> None:
    await viewer.table("dingti")
    show_wait(viewer.app, viewer.app.speech("wait.reconnecting"))


async def _there(viewer: Viewer) -> None:
    viewer.visit()


async def _room(viewer: Viewer) -> None:
    viewer.visit(in_room)


def _by_keys(*keys: str) -> Callable[[Viewer], Awaitable[None]]:
    return lambda viewer: viewer.press(*keys)


def _at(game: str, *keys: str, over: bool = False) -> Callable[[Viewer], Awaitable[object]]:
    return lambda viewer: viewer.table(game, *keys, over=over)


SCREENS: dict[str, Callable[[Viewer], Awaitable[object]]] = {
    "home": _by_keys(),
    "games": _by_keys("1"),
    "join": _by_keys("2"),
    "rules": _by_keys("5", "down"),
    "settings": _by_keys("6"),
    "lobby": _there,
    "create": _create,
    "room": _room,
    "invite": _invite,
    **{game: _at(game) for game in MOMENTS},
    "card": _at("herokill", "question_mark"),
    "details": _at("herokill", "I", "right"),
    "menu": _at("pokerduel", "f10"),
    "help": _at("pokerduel", "f1"),
    "chat": _at("gandengyan", "f2"),
    "result": _at("herokill", over=True),
    "reconnecting": _lost,
}
"""Name of a screen → the way there from the first one."""


class Picture(NamedTuple):
    screen: str
    language: str
    theme: str
    size: tuple[int, int] = (100, 30)


PICTURES = {
    "home": Picture("home", "en", "dark", (80, 24)),
    "lobby": Picture("lobby", "en", "dark", (80, 24)),
    **{game: Picture(game, "en", "dark") for game in MOMENTS},
    "herokill-zh": Picture("herokill", "zh", "dark"),
    "dingti-light": Picture("dingti", "en", "light"),
    "result": Picture("result", "en", "dark"),
}
"""Name of a picture → what it shows."""


def texts_path(screen: str, language: str) -> Path:
    """Where the text of a screen is kept."""
    return STORED / f"{screen}.{language}.txt"


def pictures_path(name: str) -> Path:
    """Where a picture is kept."""
    return ROOT / "docs" / "screens" / f"{name}.svg"


@asynccontextmanager
async def _viewer(
    screen: str, language: str, folder: Path, size: tuple[int, int], theme: str = "dark"
) -> AsyncIterator[Viewer]:
    app = app_of(language, folder, theme)
    app.animation_level = "none"
    with (
        mock.patch("clients.cli.model.time", StoppedClock),
        mock.patch("clients.cli.full.screens.wait.time", StoppedClock),
        mock.patch("clients.cli.neighbours.look_around", neighbours),
    ):
        async with app.run_test(size=size) as pilot, asyncio.timeout(PATIENCE):
            viewer = Viewer(app, pilot)
            await SCREENS[screen](viewer)
            await viewer.at_rest()
            yield viewer


async def texts(screen: str, language: str, folder: Path) -> str:
    """What a screen shows at all sizes. `folder` is an empty one."""
    parts = []
    async with _viewer(screen, language, folder, SIZES[0]) as viewer:
        for width, height in SIZES:
            await viewer.pilot.resize_terminal(width, height)
            lines = await viewer.at_rest()
            assert [cell_len(line) for line in lines] == [width] * height, (
                "a line is not as wide as the screen"
            )
            parts += [f"=== {width}×{height}", *(line.rstrip() for line in lines)]
    return "\n".join([*parts, ""])


async def picture(name: str, folder: Path) -> str:
    """A screen as SVG, which loads nothing from anywhere. `folder` is an empty one."""
    wanted = PICTURES[name]
    async with _viewer(wanted.screen, wanted.language, folder, wanted.size, wanted.theme) as viewer:
        svg = viewer.app.export_screenshot(title=str(viewer.app.TITLE))
    svg = WEB_FONT.sub("", svg).replace("font-family: Fira Code, monospace", "font-family: monospace")
    return "".join(f"{line.rstrip()}\n" for line in svg.splitlines() if line.strip())
