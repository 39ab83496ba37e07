"""`paiju replay FILE`: step through a recorded match, from any seat's view or with all cards open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from clients.cli.describe import Describer
from clients.cli.places import records_path
from clients.cli.plain.terminal import Terminal
from clients.cli.playback import Eye, Playback, Viewer, describer_of, ending, lines_of
from clients.cli.speech import Speech
from clients.cli.verbs.common import full_screen, run, speech_of
from engine.core.errors import EngineError
from engine.core.ids import Seat
from engine.core.record import Record, read_record
from engine.registry import UnknownGame

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = ["browse", "replay"]


async def browse(record: Record, speech: Speech, terminal: Terminal) -> None:
    """Show a record, command by command, until the person quits or the input ends. Raises RecordMismatch."""
    show, describe = Playback(record), describer_of(record, speech)
    for _ in show.survey():
        pass
    walk = _Walk(show, describe, terminal)
    names = speech("list.comma").join(record.names)
    terminal.say(speech("replay.head", game=describe.words["game.name"], names=names))
    terminal.say(speech("replay.how"))
    walk.print_step()
    while (line := await terminal.line()) is not None:
        words = line.split()
        command = words[0] if words else ""
        if command in ("q", "quit", "退出"):
            return
        if command == "t":
            walk.print_table()
        elif command == "v" and len(words) > 1:
            walk.look_as(words[1])
        elif command == "b":
            walk.back(int(words[1]) if len(words) > 1 and words[1].isdigit() else 1)
        elif command in ("", "r", "e") or command.isdigit():
            walk.on(command)
        else:
            terminal.say(speech("replay.how"))


class _Walk:
    """The commands on a record."""

    def __init__(self, show: Playback, describe: Describer, terminal: Terminal) -> None:
        self.show, self.describe, self.terminal = show, describe, terminal
        self.viewer: Viewer = Eye.OPEN
        show.show(describe.model, self.viewer)

    def on(self, command: str) -> None:
        """Enter: one step; a number: so many; r: to the next round; e: to the end."""
        show, here = self.show, self.show.round
        count = int(command) if command.isdigit() else 1 if command == "" else show.steps
        while count > 0 and show.advance():
            count -= 1
            self.print_step()
            if command == "r" and show.round != here:
                break
        if show.over:
            for line in ending(show.record, self.describe):
                self.terminal.say(line)

    def back(self, count: int) -> None:
        """So many steps back."""
        for _ in self.show.seek(self.show.step - count):
            pass
        self.print_step()

    def look_as(self, word: str) -> None:
        """`all`, 0 for the public, or a seat from 1; anything else is `all`."""
        seat = int(word) if word.isdigit() else -1
        if seat == 0:
            self.viewer = Eye.PUBLIC
        else:
            self.viewer = Seat(seat - 1) if 1 <= seat <= self.show.record.seats else Eye.OPEN
        self.print_table()

    def print_table(self) -> None:
        self.show.show(self.describe.model, self.viewer)
        assert self.describe.model.view is not None
        for line in self.describe.table(self.describe.model.view):
            self.terminal.say(line)

    def print_step(self) -> None:
        """What happened in the step, if it is worth a line."""
        show = self.show
        show.show(self.describe.model, self.viewer)
        if lines := lines_of(show.recent[-1], self.viewer, self.describe):
            self.terminal.say(
                self.describe.say("replay.step", step=show.step, steps=show.steps, round=show.round)
            )
        for line in lines:
            self.terminal.say(f"  {line}")


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_context
def replay(ctx: click.Context, file: Path | None) -> None:
    """Step through a record; without FILE the newest one that was saved here."""
    speech = speech_of(ctx)
    if file is None:
        saved = sorted(records_path().glob("*.paiju"), key=lambda path: path.stat().st_mtime)
        if not saved:
            raise click.ClickException(speech("home.no_replays"))
        file = saved[-1]
    try:
        record = read_record(file.read_bytes())
        Playback(record)
    except (EngineError, UnknownGame) as error:
        raise click.ClickException(str(error)) from None

    if full_screen(ctx, lambda app: _open(app, record)):
        return

    async def show() -> None:
        await browse(record, speech, Terminal())
        await asyncio.sleep(0)

    try:
        run(show())
    except EngineError as error:
        raise click.ClickException(str(error)) from None


def _open(app: PaijuApp, record: Record) -> None:
    """Its screen over the first one."""
    from clients.cli.full.screens.replay import ReplayScreen  # noqa: PLC0415 - without a screen nobody needs it

    app.push_screen(ReplayScreen(record))
