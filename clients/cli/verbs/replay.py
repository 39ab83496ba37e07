"""`paiju replay FILE`: step through a recorded match, from any seat's view or with all cards open."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import click

import protocol.messages as wire
from clients.cli.describe import Describer
from clients.cli.model import RoomModel
from clients.cli.places import records_path
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from clients.cli.verbs.common import run, speech_of
from engine.core.errors import EngineError
from engine.core.events import Event, Happening, seen_by
from engine.core.ids import Seat
from engine.core.record import Record, read_record
from engine.core.table import Sight
from engine.core.view import View, ZoneView
from engine.registry import UnknownGame, find_game, package_of
from engine.words import words_of
from protocol.codec import Codec

__all__ = ["Replay", "browse", "replay"]


class Replay:
    """A record played again, step by step. `viewer` None: what everybody saw; -1: all cards open; else a seat's view."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.viewer = -1
        self._match, first = record.begin(find_game(record.game))
        self._next = 0
        self.happened: list[Happening] = first
        self.steps = self._count()

    @property
    def step(self) -> int:
        return self._match.step

    @property
    def round(self) -> int:
        return self._match.round + 1

    @property
    def over(self) -> bool:
        return self._match.over or self._next >= len(self.record.inputs)

    def advance(self) -> Sequence[Happening]:
        """To the next step; what happened in it (nothing at the end)."""
        self.happened = []
        while not self.over:
            given = self.record.inputs[self._next]
            self._next += 1
            happened = self._match.put(given)
            if happened is not None:
                self.happened = happened
                break
        return self.happened

    def events(self) -> Sequence[Event]:
        """The last step as the chosen viewer sees it; with all open, as whoever saw most."""
        if self.viewer >= 0:
            return seen_by(Seat(self.viewer), self.happened)
        if self.viewer == -1:
            told = [next(iter(private.values())) if private else public for public, private in self.happened]
            return [event for event in told if event is not None]
        return seen_by(None, self.happened)

    def view(self) -> View:
        """The table as the chosen viewer sees it."""
        view = self._match.view(Seat(self.viewer) if self.viewer >= 0 else None)
        if self.viewer == -1:
            table = self._match.table
            for name, zone in table.zones.items():
                if zone.sight is not Sight.ALL:
                    view.zones[name] = ZoneView(
                        zone.kind, zone.seat, len(zone.cards), table.shown(zone.cards)
                    )
        return view

    def _count(self) -> int:
        match, _ = self.record.begin(find_game(self.record.game))
        for given in self.record.inputs:
            match.put(given)
        return match.step


def _describer(record: Record, speech: Speech, view: View) -> Describer:
    seats = [wire.SeatInfo(kind="person", name=name) for name in record.names]
    info = wire.RoomInfo(
        room="REPLAY", name="", game=record.game, phase="playing", seats=seats, options={}, clock=wire.Clock(),
        polling="brisk", listed=False, locked=False, host=None,
    )  # fmt: skip
    model = RoomModel(Codec.MSGPACK, wire.Snapshot(room="REPLAY", seq=0, you=None, info=info))
    model.view = view
    return Describer(speech, words_of(package_of(record.game), speech.language), model)


async def browse(record: Record, speech: Speech, terminal: Terminal) -> None:
    """Show a record, command by command, until the person quits or the input ends."""
    show = Replay(record)
    describe = _describer(record, speech, show.view())
    comma = describe.words.get("list.comma", ", ")
    terminal.say(speech("replay.head", game=describe.words["game.name"], names=comma.join(record.names)))
    terminal.say(speech("replay.how"))
    _print_step(show, describe, speech, terminal)
    while (line := await terminal.line()) is not None:
        words = line.split()
        command = words[0] if words else ""
        if command in ("q", "quit", "退出"):
            return
        if command == "t":
            for text in describe.table(show.view()):
                terminal.say(text)
        elif command == "v" and len(words) > 1:
            show.viewer = (
                -1 if words[1] == "all" else int(words[1]) - 1 if words[1].isdigit() else show.viewer
            )
            show.viewer = -2 if words[1] == "0" else show.viewer if show.viewer < record.seats else -1
            for text in describe.table(show.view()):
                terminal.say(text)
        elif command in ("", "r", "e") or command.isdigit():
            _walk(show, command, describe, speech, terminal)
        else:
            terminal.say(speech("replay.how"))


def _walk(show: Replay, command: str, describe: Describer, speech: Speech, terminal: Terminal) -> None:
    """Enter: one step; a number: so many; r: to the next round; e: to the end."""
    count, here = (int(command) if command.isdigit() else 1), show.round
    while not show.over:
        show.advance()
        _print_step(show, describe, speech, terminal)
        count -= 1
        if (command in ("", "r", "e") and _there(command, show.round != here)) or (
            command.isdigit() and count <= 0
        ):
            break
    if show.over:
        outcome = show.record.outcome
        reason = describe.text(f"outcomes.{outcome.reason}") if outcome else show.record.fault or ""
        winners = (
            describe.words.get("list.comma", ", ").join(describe.seat(s) for s in outcome.winners)
            if outcome
            else ""
        )
        terminal.say(speech("match.won" if winners else "match.draw", winners=winners, reason=reason))
        terminal.say(speech("replay.end"))


def _there(command: str, new_round: bool) -> bool:
    return command == "" or (command == "r" and new_round)


def _print_step(show: Replay, describe: Describer, speech: Speech, terminal: Terminal) -> None:
    lines = [line for event in show.events() if (line := describe.event(event))]
    if lines:
        terminal.say(speech("replay.step", step=show.step, steps=show.steps, round=show.round))
    for line in lines:
        terminal.say(f"  {line}")


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
        find_game(record.game)
    except (EngineError, UnknownGame) as error:
        raise click.ClickException(str(error)) from None

    async def show() -> None:
        await browse(record, speech, Terminal())
        await asyncio.sleep(0)

    run(show())
