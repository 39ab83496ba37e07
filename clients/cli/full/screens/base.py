"""What our screens have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from clients.cli.speech import Speech

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["Dialog", "Page"]

T = TypeVar("T")


class Page(Screen[None]):
    """A whole screen. `compose` says it in the language of the moment, `fill` shows what is known; both are done anew after a change of the
    language."""

    app: PaijuApp
    SPEAKS_ANEW = True

    DEFAULT_CSS = """
    Page { layout: vertical; }
    Page > .head { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    Page OptionList, Page OptionList:focus { border: none; }
    Page > .hint { height: auto; padding: 0 1; color: $text-muted; }
    """

    @property
    def say(self) -> Speech:
        return self.app.speech

    def on_mount(self) -> None:
        self.fill()
        self.app.show_toasts()

    async def recompose(self) -> None:
        name = self.focused.id if self.focused else None
        await super().recompose()
        self.fill()
        if name is not None and (again := self.query(f"#{name}")):
            again.first().focus()

    def fill(self) -> None:
        """Show what is known now."""


class Dialog(ModalScreen[T]):
    """A box over the screen; Escape closes it without an answer."""

    app: PaijuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "close"),
        Binding("f1", "app.help", "help", show=False),
    ]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > .box {
        width: 64; max-width: 95%; height: auto; max-height: 95%;
        border: round $accent; background: $surface; padding: 0 1;
    }
    Dialog .question { text-style: bold; margin-bottom: 1; height: auto; }
    Dialog .hint { color: $text-muted; height: auto; margin-top: 1; }
    Dialog OptionList, Dialog OptionList:focus { height: auto; max-height: 14; border: none; }
    """

    @property
    def say(self) -> Speech:
        return self.app.speech

    def action_close(self) -> None:
        self.dismiss(None)
