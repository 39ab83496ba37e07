"""The table as one widget: seats around the middle, with its piles, the log and the chat.

For a match that is played, watched or replayed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from clients.cli.describe import Describer
from clients.cli.full.look import Look, Scene, look_of
from clients.cli.full.notes import Notes
from clients.cli.full.portrait import details, portrait
from clients.cli.full.scenery import asked, middle_in_full, order_of, rolled
from clients.cli.full.widgets.board import Board
from clients.cli.full.widgets.chat import Chat
from clients.cli.full.widgets.details import Details
from clients.cli.full.widgets.log import Log
from clients.cli.full.widgets.seat import Seats
from clients.cli.model import RoomModel

__all__ = ["TABLE_KEYS", "TableView"]

WIDE = 96
"""Columns of the middle from which the chat has a place beside the log."""
NARROW, HIGH = 70, 10
"""Columns below which, and lines from which, the piles lie above the log and not beside it."""

WORDS = {"i": "info", "n": "note", "d": "reach", "c": "chat", "l": "log"}
TABLE_KEYS = tuple(
    Binding(f"{key},{key.upper()}", f"table('{word}')", f"table_{word}", show=False, key_display=key.upper())
    for key, word in WORDS.items()
)
"""The keys of a screen that has a table: its `action_table` passes their word on to `TableView.press`. As capitals they are always free."""


class TableView(Vertical):
    """Shows what `show` is given, and adds the lines of `tell` to its log. `press` is for keys of the screen."""

    DEFAULT_CSS = """
    TableView #middle { height: 1fr; }
    TableView #log { width: 10fr; }
    TableView #middle.-tall { layout: vertical; }
    TableView #middle.-tall > * { width: 1fr; height: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.notes = Notes()
        self._scene: Scene | None = None
        self._look = Look()
        self._reach = False
        self._chatting = False
        self._talked: str | None = None
        self._looked: int | None = None
        self._before: Widget | None = None

    def compose(self) -> ComposeResult:
        middle = Horizontal(Board(id="board"), Log(id="log"), Chat("", id="chat"), id="middle")
        yield Seats(middle, self._about, id="seats")
        yield Details(id="details")

    # -- showing ------------------------------------------------------------------------------------------------------

    async def show(
        self,
        model: RoomModel,
        describe: Describer,
        targets: Collection[int] = (),
        held: Collection[int] = (),
    ) -> None:
        """The table as it is; `targets` are seats that can be picked, `held` those that are."""
        if model.view is None:
            return
        first, scene = self._scene is None, Scene(model, model.view, describe)
        self._scene, look = scene, look_of(model.info.game)
        self._look = look
        self.notes.begin(model.info.match)
        if first:  # where everybody looks first
            self.tell([describe.say("table.keys", keys=self.keys), describe.say("table.signs")])
        if targets and not self.query_one(Seats).targets:
            self._swap(False)  # whoever is to choose among the players must see them
        order, figures = order_of(scene, look)
        portraits = [
            portrait(
                scene,
                look,
                seat,
                note=self.notes.of(scene.view, scene.describe.words, seat),
                reach=self._reach,
            )
            for seat in [*order, *figures]
        ]
        await self.query_one(Seats).show(portraits, len(figures), describe.say("you.mark"), targets, held)
        parts = [asked(scene, look), *describe.middle_parts(scene.view, without=look.covers)]
        self.query_one(Board).show(look.middle(scene), [part for part in parts if part], rolled(scene, look))
        self._tell_chat(scene)
        if self.query_one(Details).display:
            self._detail()

    def tell(self, lines: Sequence[str]) -> None:
        """New lines of the log."""
        self.query_one("#log", Log).tell(lines)

    def forget(self) -> None:
        """An empty log, for a new match or a snapshot."""
        self.query_one("#log", Log).forget()

    def begin(self) -> None:
        """Another match: nothing of the last one is in sight."""
        self.forget()
        if self.query_one(Details).display:
            self._close()

    def follow(self) -> None:
        """Show the newest lines of the log."""
        self.query_one("#log", Log).follow()

    @property
    def keys(self) -> str:
        """Those of `TABLE_KEYS` that mean something in this game, in words."""
        if self._scene is None:
            return ""
        say = self._scene.describe.say
        return " · ".join(say(f"table.key_{word}") for word in WORDS.values() if self.can(word))

    def _tell_chat(self, scene: Scene) -> None:
        say = scene.describe.say
        colours = {
            scene.describe.seat(seat): f"bold {self.app.theme_variables.get(f'seat-{seat % 10 + 1}', '')}"
            for seat in range(scene.view.seats)
        }
        for log in self.query(Log):
            log.paint(colours)
        chat = self.query_one(Chat)
        chat.query_one(Input).placeholder = say("table.chat_hint")
        new = chat.show([say("chat.line", name=one.name, text=one.text) for one in scene.model.chat])
        if self._talked is not None:  # what was said before one came is in the chat alone
            self.tell(new)
        self._talked = scene.model.room
        self._arrange()

    def _arrange(self) -> None:
        """Log and chat side by side where both have room, else the one that is wanted."""
        middle = self.query_one("#middle")
        wide = middle.size.width >= WIDE
        middle.set_class(middle.size.width < NARROW and middle.size.height >= HIGH, "-tall")
        said = self._scene is not None and bool(self._scene.model.chat)
        self.query_one(Chat).display = (wide and said) or self._chatting
        self.query_one("#log").display = wide or not self._chatting

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._arrange)

    # -- keys ---------------------------------------------------------------------------------------------------------

    def can(self, word: str) -> bool:
        """Whether a word of `TABLE_KEYS` means something in this game."""
        scene = self._scene
        if word == "reach":
            return self._look.reach is not None
        if word == "note":
            return scene is not None and self.notes.wanted(scene.view, scene.describe.words)
        return True

    def back(self) -> bool:
        """Close what was opened by a key; returns whether anything was."""
        if self.query_one(Details).display:
            self._close()
        elif self.screen.focused is self.query_one("#log"):
            self.follow()
            self._refocus()
        else:
            return False
        return True

    async def press(self, word: str) -> None:
        """One of the words of `TABLE_KEYS`."""
        if word == "info":
            self._close() if self.query_one(Details).display else self._open(self.query_one(Seats).current)
        elif word == "reach":
            self._reach = not self._reach
        elif word == "note":
            self._note()
        elif word == "chat":
            self._before, self._chatting = self.screen.focused, True
            self._arrange()
            self.query_one(Chat).query_one(Input).focus()
        elif word == "log":
            self._before, self._chatting = self.screen.focused, False
            self._arrange()
            self.query_one("#log").focus()
        if self._scene is not None and word in ("reach", "note"):
            await self._again()

    def on_chat_left(self, event: Chat.Left) -> None:
        event.stop()
        self._chatting = False
        self._arrange()
        self._refocus()

    def _refocus(self) -> None:
        """To where the keyboard was before."""
        if self._before is not None and self._before.is_attached:
            self._before.focus()

    async def _again(self) -> None:
        scene, seats = self._scene, self.query_one(Seats)
        if scene is not None:
            await self.show(scene.model, scene.describe, seats.targets, seats.held)

    def _note(self) -> None:
        scene = self._scene
        seat = self._looked if self.query_one(Details).display else self.query_one(Seats).current
        if scene is None or seat is None:
            return
        if seat == scene.model.you:  # nothing to guess there: first look at somebody, where the keys stand
            self._open(next((other for other in order_of(scene, self._look)[0] if other != seat), None))
            return
        if not self.notes.cycle(scene.view, scene.describe.words, seat):
            self.app.notify(scene.describe.say("table.no_notes"), markup=False)

    # -- details ------------------------------------------------------------------------------------------------------

    def _about(self, seat: int) -> str:
        scene = self._scene
        if scene is None:
            return ""
        return "\n".join(
            details(scene, self._look, seat, self.notes.of(scene.view, scene.describe.words, seat))
        )

    def on_seats_looked(self, event: Seats.Looked) -> None:
        event.stop()
        self._open(event.seat)

    def on_details_key(self, event: Details.Key) -> None:
        event.stop()
        scene = self._scene
        if event.what == "close" or scene is None:
            self._close()
            return
        order, figures = order_of(scene, self._look)
        stops = [*order, *figures, None]
        at = stops.index(self._looked) if self._looked in stops else 0
        self._looked = stops[(at + (1 if event.what == "after" else -1)) % len(stops)]
        self._detail()

    def _open(self, seat: int | None) -> None:
        self._before = self.screen.focused
        self._looked = seat
        self._detail()
        self._swap(True)
        self.query_one(Details).focus()

    def _close(self) -> None:
        self._swap(False)
        self._refocus()

    def _swap(self, details: bool) -> None:
        """In place of the table and not over it: what lies over another widget has its wide characters cut at the edges of that."""
        self.query_one(Seats).display, self.query_one(Details).display = not details, details

    def _detail(self) -> None:
        """The seat that is looked at; without one the middle."""
        scene, seat = self._scene, self._looked
        if scene is None:
            return
        say = scene.describe.say
        if seat is None:
            title, lines = say("table.middle"), middle_in_full(scene, say("table.keys", keys=self.keys))
        else:
            title = say("table.details", n=seat + 1, name=scene.describe.seat(seat))
            lines = self._about(seat).split("\n")
        keys = [word for word in ("next", "note", "reach", "close") if self.can(word)]
        self.query_one(Details).show(title, lines, " · ".join(say(f"table.details_{word}") for word in keys))
