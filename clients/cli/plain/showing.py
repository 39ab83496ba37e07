"""What the line client shows of a room: its seats, the table, the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import protocol.messages as wire

if TYPE_CHECKING:
    from clients.cli.plain.app import PlainClient

__all__ = ["Showing"]


class Showing:
    """Prints parts of the client's room."""

    def __init__(self, app: PlainClient) -> None:
        self.app = app
        self._seats_shown: list[str] = []

    def table(self) -> None:
        """The whole table, or that there is none."""
        model, describe = self.app.model, self.app.describe
        if model is None or describe is None or model.view is None:
            self.app.print("table.none")
            return
        for line in describe.table(model.view):
            self.app.terminal.say(line)

    def room(self, *, full: bool) -> None:
        """The room's line and its seats; if not `full`, only the seats that have changed, and in the lobby only."""
        model, describe = self.app.model, self.app.describe
        assert model is not None
        assert describe is not None
        info = model.info
        if full:
            name = describe.words.get("game.name", info.game)
            phase = self.app.say(f"phase.{info.phase}")
            self.app.print("room.head", room=info.room, name=info.name, game=name, phase=phase)
            if info.commitment:
                self.app.print("room.commitment", commitment=info.commitment[:16])
        if info.paused:
            self.app.print("room.paused")
        lines = [self._seat_line(number, seat, info, model.you) for number, seat in enumerate(info.seats)]
        for number, line in enumerate(lines):
            if full or (self._seats_shown[number : number + 1] != [line] and info.phase == "lobby"):
                self.app.terminal.say(f"  {line}")
        self._seats_shown = lines

    def over(self) -> None:
        """How the match ended."""
        model, describe = self.app.model, self.app.describe
        assert model is not None
        assert describe is not None
        assert model.over is not None
        if model.outcome is None:
            self.app.print("match.void", reason=model.over.fault or "")
        else:
            outcome = model.outcome
            reason = describe.text(f"outcomes.{outcome.reason}")
            comma = describe.words.get("list.comma", ", ")
            winners = comma.join(describe.seat(s) for s in outcome.winners)
            self.app.print("match.won" if winners else "match.draw", winners=winners, reason=reason)
        self.app.print("match.after")

    def _seat_line(self, number: int, seat: wire.SeatInfo, info: wire.RoomInfo, you: int | None) -> str:
        say = self.app.say
        states = [say(f"seat.{seat.kind}", level=seat.level or "")] if seat.kind != "person" else []
        flags = {
            "you": number == you,
            "host": seat.player is not None and seat.player == info.host,
            "ready": seat.ready and info.phase == "lobby" and seat.kind == "person",
            "away": seat.kind == "person" and not seat.connected,
            "autopilot": seat.autopilot,
            "left": seat.left,
        }
        states += [say(f"seat.{flag}") for flag, on in flags.items() if on]
        return f"{number + 1}. {seat.name or ''} {' '.join(s for s in states if s)}".rstrip()
