"""How friends come here: the link, and a picture of it for telephones."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Static

from clients.cli.full.screens.base import Dialog

__all__ = ["InviteScreen"]

WIDEST = 45
"""Columns of a picture that still leave room for the words beside it."""


def qr_picture(link: str) -> Text:
    """The QR code of a link: black on white whatever the colours around it."""
    from clients.cli.guide import qr_lines  # noqa: PLC0415 - what draws it is wanted by this picture only

    return Text("\n".join(qr_lines(link, WIDEST)), style="#ffffff on #000000")


class InviteScreen(Dialog[None]):
    """`links` are invites, best first; the picture is of the first."""

    DEFAULT_CSS = """
    InviteScreen > .box { width: 79; max-width: 100%; }
    InviteScreen Horizontal { height: auto; }
    InviteScreen #qr { width: auto; height: auto; margin-right: 2; }
    InviteScreen #how { width: 1fr; height: auto; }
    """

    def __init__(self, links: Sequence[str], note: str = "") -> None:
        super().__init__()
        self.links = links
        self.note = note

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box"):
            yield Static("\n".join(self.links), id="links", classes="question", markup=False)
            with Horizontal():
                yield Static(qr_picture(self.links[0]), id="qr")
                words = [self.say("invite.how"), self.note, self.say("dialog.how_close")]
                yield Static("\n\n".join(word for word in words if word), id="how", markup=False)
