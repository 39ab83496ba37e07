"""Which keys are worth a word: those that do something where the keyboard is now."""

from __future__ import annotations

from textual.widget import Widget
from textual.widgets import Input

from clients.cli.choice import Choice
from clients.cli.full.widgets.arrangement import Arrangement
from clients.cli.full.widgets.card import CardRow
from clients.cli.full.widgets.hints import Hint
from clients.cli.full.widgets.log import Log
from clients.cli.full.widgets.offers import Offers
from clients.cli.full.widgets.seat import Seats
from clients.cli.full.widgets.stepper import Stepper
from clients.cli.speech import Speech

__all__ = ["hints"]


def hints(choice: Choice | None, focused: Widget | None, say: Speech) -> list[Hint]:
    """The keys for the widget that has the keyboard, then those that always do something."""
    found = _own(choice, focused, say)
    if choice is not None and choice.begun:
        found.append(Hint(say("keys.name.escape"), say("keys.back"), "back"))
    if choice is not None:
        found.append(Hint(say("keys.name.tab"), say("keys.focus"), "app.focus_next", spare=True))
    about = "keys.text" if isinstance(focused, CardRow) and focused.cursor else "keys.help"
    return [*found, Hint("?", say(about), "explain"), Hint("F10", say("press.menu"), "app.menu")]


def _own(choice: Choice | None, focused: Widget | None, say: Speech) -> list[Hint]:
    """The keys of the widget that has the keyboard."""
    enter, space, escape = (say(f"keys.name.{key}") for key in ("enter", "space", "escape"))
    found: list[Hint] = []
    done = choice is not None and bool(choice.held) and (choice.enough() or choice.move is None)
    if isinstance(focused, CardRow) and choice is not None:
        card = focused.cursor
        held = card is not None and card.id in choice.held
        usable = card is not None and card.id in choice.cards()
        if held or (usable and done):
            found.append(Hint(space, say("keys.put_back" if held else "keys.take")))
        if done or usable:
            at_once = card is not None and usable and choice.at_once(card.id)
            words = say("keys.go_on" if done else "keys.at_once" if at_once else "keys.take")
            found.append(Hint(enter, words, "go_on" if done else None))
    elif isinstance(focused, Seats) and choice is not None and choice.offered_seats():
        found.append(Hint("← →", say("keys.targets")))
        found.append(Hint(enter, say("keys.done" if done else "keys.choose"), "go_on" if done else None))
    elif isinstance(focused, Offers | Input) and choice is not None:
        found += [Hint("↑ ↓", say("keys.list")), Hint(enter, say("keys.choose"))]
    elif isinstance(focused, Stepper):
        found += [
            Hint("← →", say("keys.step")),
            Hint("0–9", say("keys.digits")),
            Hint(enter, say("keys.done")),
        ]
    elif isinstance(focused, Arrangement):
        words = say("keys.drop" if focused.lifted else "keys.lift")
        found += [Hint("← → ↑ ↓", say("keys.move")), Hint(space, words), Hint(enter, say("keys.done"))]
    elif isinstance(focused, Log):
        found += [Hint("↑ ↓ PgUp PgDn", say("keys.scroll")), Hint(escape, say("keys.leave_log"), "back")]
    return found
