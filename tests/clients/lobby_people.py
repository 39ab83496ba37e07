"""People at full screens: an app each, driven by keys, with the texts that their screens show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from textual.pilot import Pilot
from textual.widget import Widget

from clients.cli.full.app import PaijuApp
from clients.cli.guest import Guest
from clients.cli.model import RoomModel
from clients.cli.places import Memory
from clients.cli.speech import Speech

__all__ = ["PATIENCE", "Person", "sit_down_at"]

S = TypeVar("S")
PATIENCE = 45.0
"""Seconds for anything that must come to pass, however busy the machine is."""


class Person:
    """Somebody at a full screen."""

    def __init__(self, app: PaijuApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.press = pilot.press

    async def until(self, come: Callable[[], bool], what: str = "") -> None:
        """Wait until it has come to pass."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not come():
                    await self.pilot.pause(0.02)
        except TimeoutError:
            raise AssertionError(f"never came to pass: {what}\n{self.text}") from None
        await self.pilot.pause()

    async def sees(self, *words: str) -> None:
        """Wait until the screen shows all of this."""
        await self.until(lambda: all(word in self.text for word in words), f"{words} on the screen")

    async def at(self, screen: type[S]) -> S:
        """Wait until this screen is on top, and there."""
        await self.until(
            lambda: isinstance(self.app.screen, screen) and self.app.screen.is_mounted, screen.__name__
        )
        found = self.app.screen
        assert isinstance(found, screen)
        return found

    async def type(self, text: str) -> None:
        """A line of text, and Enter."""
        await self.pilot.press(*("space" if letter == " " else letter for letter in text), "enter")

    async def focus(self, selector: str) -> Widget:
        """Wait for a widget and give it the keyboard."""
        await self.until(lambda: bool(self.app.screen.query(selector)), selector)
        widget = self.app.screen.query_one(selector)
        widget.focus()
        await self.pilot.pause()
        return widget

    @property
    def text(self) -> str:
        """What the screen shows, line by line."""
        strips = self.app.screen._compositor.render_strips()  # noqa: SLF001 - Textual has no public way to read its screen
        return "\n".join(strip.text.rstrip() for strip in strips)

    @property
    def guest(self) -> Guest:
        assert self.app.guest is not None
        return self.app.guest

    @property
    def room(self) -> RoomModel:
        return self.guest.room


@asynccontextmanager
async def sit_down_at(
    folder: Path,
    name: str = "Ann",
    language: str = "en",
    size: tuple[int, int] = (80, 24),
    memory: Memory | None = None,
) -> AsyncIterator[Person]:
    """Somebody with a memory of his own in `folder`, at the first screen."""
    if memory is None:
        memory = Memory(folder / f"{name}.json")
        memory.name = name
    app = PaijuApp(Speech(language), memory)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield Person(app, pilot)
