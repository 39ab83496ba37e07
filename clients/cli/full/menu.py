"""What can be done at a table besides playing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clients.cli.full.screens.dialogs import ChoiceDialog, ConfirmDialog
from clients.cli.full.screens.over import OverScreen
from clients.cli.full.screens.settings import SettingsScreen
from clients.cli.full.screens.table import TableScreen
from clients.cli.full.visit import Visit
from clients.cli.model import RoomModel

__all__ = ["open_menu"]


async def open_menu(visit: Visit) -> None:
    """Ask what to do, and do it. Runs in a worker."""
    say, model = visit.app.speech, visit.guest.model
    if model is None:
        return
    entries = {
        "result": model.over is not None,
        "chat": not visit.alone,
        "rules": True,
        "invite": not visit.alone,
        "settings": True,
        "surrender": _plays(model),
        "leave": True,
        "help": True,
    }
    choices = [(name, say(f"menu.{name}")) for name, there in entries.items() if there]
    chosen = await visit.app.push_screen_wait(ChoiceDialog(say("menu.head"), choices))
    deeds: dict[str, Callable[[], Awaitable[None]]] = {
        "surrender": lambda: _surrender(visit),
        "leave": lambda: _leave(visit),
    }
    shows: dict[str, Callable[[], object]] = {
        "result": lambda: visit.app.push_screen(OverScreen(visit)),
        "chat": visit.open_chat,
        "rules": visit.open_rules,
        "invite": visit.open_invite,
        "settings": lambda: visit.app.push_screen(SettingsScreen()),
        "help": lambda: _help(visit),
    }
    if chosen in deeds:
        await deeds[chosen]()
    elif chosen is not None:
        shows[chosen]()


def _help(visit: Visit) -> None:
    table = visit.app.screen
    table.action_keys() if isinstance(table, TableScreen) else visit.app.action_help()


def _plays(model: RoomModel) -> bool:
    return model.info.phase == "playing" and model.you is not None


async def _surrender(visit: Visit) -> None:
    if await _sure(visit, "menu.sure_surrender", "menu.surrender"):
        visit.do(visit.guest.surrender)


async def _leave(visit: Visit) -> None:
    model = visit.guest.model
    question = "menu.sure_leave_alone" if visit.alone else "menu.sure_leave"
    if model is None or not _plays(model) or await _sure(visit, question, "menu.leave"):
        visit.do(visit.leave)


async def _sure(visit: Visit, question: str, yes: str) -> bool:
    say = visit.app.speech
    dialog = ConfirmDialog(say(question), say(yes), say("dialog.play_on"))
    return await visit.app.push_screen_wait(dialog) is not None
