"""A room before its match: who sits where, what is to be played, and talk."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

import protocol.messages as wire
from clients.cli.full.screens.base import Page
from clients.cli.full.screens.dialogs import ChoiceDialog
from clients.cli.full.sitting import Deed, SeatAction, seat_actions, seat_line, why_not
from clients.cli.full.widgets.keys import KeyBar
from clients.cli.model import Change

if TYPE_CHECKING:
    from clients.cli.full.visit import Visit

__all__ = ["RoomScreen"]


class RoomScreen(Page):
    """Enter on a seat shows what can be done with it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "ready", "ready"),
        Binding("s", "start", "start"),
        Binding("b", "fill", "fill_bots"),
        Binding("o", "options", "room_settings"),
        Binding("i", "invite", "invite"),
        Binding("f3", "rules", "rules"),
        Binding("escape", "leave", "leave"),
    ]
    DEFAULT_CSS = """
    RoomScreen #above { height: 1fr; min-height: 8; }
    RoomScreen #room-seats { width: 1fr; height: 1fr; max-height: 100%; border: round $primary; }
    RoomScreen #room-settings { width: 36; height: 1fr; border: round $panel; padding: 0 1; }
    RoomScreen #status { height: auto; padding: 0 1; text-style: bold; }
    RoomScreen #below { height: auto; }
    RoomScreen #room-chat { height: 6; border-top: solid $panel; padding: 0 1; }
    RoomScreen #say { margin: 0 1; }
    """

    def __init__(self, visit: Visit) -> None:
        super().__init__()
        self.visit = visit
        self.guest = visit.guest
        self.levels: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static(id="head", classes="head", markup=False)
        with Horizontal(id="above"):
            yield OptionList(id="room-seats", markup=False)
            with VerticalScroll(id="room-settings", can_focus=False):
                yield Static(id="room-options", markup=False)
        yield Static(id="status", markup=False)
        with Vertical(id="below"):
            yield RichLog(id="room-chat", wrap=True, max_lines=300)
            yield Input(placeholder=self.say("chat.how"), id="say", compact=True, max_length=500)
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#room-seats").focus()

    def fill(self) -> None:
        self._learn()
        self.changed(Change(fresh=True))

    @work(exclusive=True, group="learn")
    async def _learn(self) -> None:
        """The levels of bots that this game has here."""
        games = await self.guest.games()
        if self.guest.model is not None and (card := games.get(self.guest.model.info.game)):
            self.levels = list(card.bots)

    def changed(self, change: Change) -> None:
        """Something in the room is new."""
        model, describe = self.guest.model, self.guest.describe
        if model is None or describe is None:
            return
        log = self.query_one("#room-chat", RichLog)
        if change.fresh:
            log.clear()
            for said in model.chat:
                self._tell(said)
        elif change.said is not None:
            self._tell(change.said)
        if change.fresh or change.info:
            self._show(model.info, model.you, describe.words)
            self.refresh_bindings()

    def _show(self, info: wire.RoomInfo, you: int | None, words: dict[str, str]) -> None:
        say = self.say
        parts = [say("room.title", room=info.room), info.name, words.get("game.name", info.game)]
        if info.spectators:
            parts.append(say("room.spectators", n=info.spectators))
        self.query_one("#head", Static).update(" · ".join(part for part in parts if part))
        seats = self.query_one("#room-seats", OptionList)
        here = seats.highlighted
        seats.clear_options()
        seats.add_options([Option(seat_line(info, seat, you, say)) for seat in range(len(info.seats))])
        seats.highlighted = min(here if here is not None else you or 0, len(info.seats) - 1)
        self.query_one("#room-options", Static).update("\n".join(self._settings(info, words)))
        why = why_not(info, self.guest.player, say)
        ready = you is not None and info.seats[you].ready
        todo = "room.sit_first" if you is None else "" if ready else "room.press_ready"
        if why and todo and info.host != self.guest.player:
            why = say(todo)
        self.query_one("#status", Static).update(why or say("room.press_start"))

    def _settings(self, info: wire.RoomInfo, words: dict[str, str]) -> list[str]:
        say = self.say
        lines = []
        for name, value in info.options.items():
            title = words.get(f"options.{name}.title", name)
            yes_or_no = say("form.yes" if value else "form.no") if isinstance(value, bool) else str(value)
            said = words.get(f"options.{name}.{value}", yes_or_no)
            lines.append(say("room.option", title=title, value=said))
        clock = info.clock
        lines.append(
            say("room.unlimited")
            if clock.unlimited
            else say("room.clock", turn=clock.turn, response=clock.response, bank=clock.bank)
        )
        lines.append(say(f"create.polling_{info.polling}"))
        lines.append(say("room.listed" if info.listed else "room.unlisted"))
        if info.locked:
            lines.append(say("room.locked"))
        return lines

    def _tell(self, said: wire.Said) -> None:
        self.query_one("#room-chat", RichLog).write(self.say("chat.line", name=said.name, text=said.text))

    # -- what the person does -----------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        model = self.guest.model
        if action in ("start", "fill", "options"):
            return model is not None and model.info.host == self.guest.player
        if action == "ready":
            return model is not None and model.you is not None
        if action == "invite":
            return not self.visit.alone
        return super().check_action(action, parameters)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._seat(event.option_index)

    @work(exclusive=True, group="seat")
    async def _seat(self, seat: int) -> None:
        """Ask what to do with a seat, and do it."""
        model = self.guest.model
        if model is None:
            return
        actions = seat_actions(model.info, seat, model.you, self.guest.player, self.levels)
        if not actions:
            self.app.notify(self.say("room.nothing"))
            return
        choices = [(str(n), self._said(action)) for n, action in enumerate(actions)]
        question = seat_line(model.info, seat, model.you, self.say)
        chosen = await self.app.push_screen_wait(ChoiceDialog(question, choices))
        if chosen is not None:
            self.visit.do(lambda: self._carry_out(actions[int(chosen)], seat))

    def _said(self, action: SeatAction) -> str:
        level = self.say(f"level.{action.level}") if action.level else ""
        return self.say(f"room.{action.deed}", level=level)

    async def _carry_out(self, action: SeatAction, seat: int) -> None:
        guest = self.guest
        player = guest.room.info.seats[seat].player or ""
        if action.deed is Deed.SIT:
            await guest.take_seat(seat)
        elif action.deed is Deed.STAND:
            await guest.leave_seat()
        elif action.deed is Deed.SWAP:
            await guest.swap(seat)
        elif action.deed in (Deed.BOT, Deed.EMPTY):
            await guest.set_bot(seat, action.level or None)
        elif action.deed is Deed.HOST:
            await guest.hand_over(player)
        elif action.deed is Deed.KICK:
            await guest.kick(player)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text, event.input.value = event.value.strip(), ""
        if text:
            self.visit.do(lambda: self.guest.chat(text))
        else:
            self.query_one("#room-seats").focus()

    def action_ready(self) -> None:
        model = self.guest.model
        if model is not None and model.you is not None:
            ready = not model.info.seats[model.you].ready
            self.visit.do(lambda: self.guest.ready(ready))

    def action_start(self) -> None:
        model = self.guest.model
        if model is not None and (why := why_not(model.info, self.guest.player, self.say)):
            self.app.notify(why, severity="warning", markup=False)
        else:
            self.visit.do(self.guest.start)

    def action_fill(self) -> None:
        level = "normal" if "normal" in self.levels or not self.levels else self.levels[0]
        self.visit.do(lambda: self.guest.fill(level))

    def action_options(self) -> None:
        self.visit.open_change()

    def action_invite(self) -> None:
        self.visit.open_invite()

    def action_rules(self) -> None:
        self.visit.open_rules()

    def action_leave(self) -> None:
        if self.query_one("#say").has_focus:
            self.query_one("#room-seats").focus()
        else:
            self.visit.do(self.visit.leave)
