"""The line at the bottom that says what the keys do, in the person's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Footer

# Textual has no public name for the parts of its footer.
from textual.widgets._footer import FooterKey

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["KeyBar"]


class KeyBar(Footer):
    """Shows each key's description as `PaijuApp.label` says it."""

    app: PaijuApp

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            if isinstance(widget, FooterKey):
                widget.description = self.app.label(widget.description)
            yield widget
