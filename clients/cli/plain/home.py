"""What `paiju` alone opens: a short menu, in both languages."""

from __future__ import annotations

import asyncio

from clients.cli.connection import Gone
from clients.cli.places import Place, read_place, records_path
from clients.cli.plain.reading import rule_section, wrap
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from clients.cli.verbs.common import run, talk
from clients.cli.verbs.host import host_here
from clients.cli.verbs.join import greet
from clients.cli.verbs.play import play_here
from clients.cli.verbs.replay import browse
from engine.core.record import read_record
from engine.registry import game_ids, package_of
from engine.words import rulebook

__all__ = ["home"]


def home(language: str | None) -> None:
    """Show the menu until the person quits."""
    run(_home(Speech(language)))


async def _home(speech: Speech) -> None:
    terminal = Terminal()
    while True:
        terminal.say(speech("home.title"))
        terminal.say(speech("home.menu").strip("\n"))
        terminal.say(speech("home.choose"))
        choice = await terminal.line()
        if choice is None or choice.strip().lower() in ("q", "quit", "退出"):
            terminal.say(speech("home.goodbye"))
            return
        if choice.strip() == "6":
            speech = Speech("en" if speech.language == "zh" else "zh")
            continue
        try:
            await _do(choice.strip(), speech, terminal)
        except Gone as gone:
            terminal.say(speech("link.gone", reason=str(gone)))
        await asyncio.sleep(0)


async def _do(choice: str, speech: Speech, terminal: Terminal) -> None:
    if choice == "1":
        await play_here("dingti", None, "normal", None, speech, terminal=terminal)
    elif choice == "2":
        terminal.say(speech("home.address"))
        address = await terminal.line()
        if address:
            await _join(address, speech, terminal)
    elif choice == "3":
        await host_here(None, speech, terminal)
    elif choice == "4":
        await _read_rules(speech, terminal)
    elif choice == "5":
        saved = sorted(records_path().glob("*.paiju"), key=lambda path: path.stat().st_mtime)
        if saved:
            await browse(read_record(saved[-1].read_bytes()), speech, terminal)
        else:
            terminal.say(speech("home.no_replays"))


async def _join(address: str, speech: Speech, terminal: Terminal) -> None:
    try:
        place: Place = read_place(address.strip())
    except ValueError as error:
        terminal.say(str(error))
        return
    await talk(place, None, speech, lambda client: greet(client, place), terminal=terminal)


async def _read_rules(speech: Speech, terminal: Terminal) -> None:
    text = rulebook(package_of(game_ids()[0]), speech.language)
    terminal.say(wrap(rule_section(text, None)))
    terminal.say(speech("home.rules_hint"))
    while line := await terminal.line():
        number = line.split()[-1] if line.split() else ""
        terminal.say(wrap(rule_section(text, number)))
