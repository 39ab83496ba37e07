"""What an admin is shown of a server's answer, in his language."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

import protocol.admin as a
from clients.cli.speech import Speech

__all__ = ["lines_of"]

UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def lines_of(speech: Speech, request: a.AdminRequest, answer: a.AdminAnswer) -> Iterator[str]:
    """The answer to `request`, line by line. Nothing for a record, which is a file, and for a refusal."""
    match answer:
        case a.Carried(count=count):
            verb = request.__struct_config__.tag
            yield speech(f"admin.done.{verb}", n=count, about=_about(request))
        case a.Room():
            yield from _room(speech, answer)
        case a.Status(lines=lines):
            yield from (_process(speech, line) for line in lines)
        case a.Rooms(lines=rooms):
            yield from [_room_line(speech, line) for line in rooms] or [speech("admin.none.rooms")]
        case a.Players(lines=players):
            yield from [_player(speech, line) for line in players] or [speech("admin.none.players")]
        case a.Bans(lines=bans):
            yield from [_ban(speech, line) for line in bans] or [speech("admin.none.bans")]
        case a.Log(lines=actions):
            yield from [_action(speech, line) for line in reversed(actions)] or [speech("admin.none.log")]


def _about(request: a.AdminRequest) -> str:
    for name in ("player", "who", "room"):
        if about := getattr(request, name, ""):
            return str(about)
    return ""


def _process(speech: Speech, line: a.ProcessLine) -> str:
    state = speech("admin.taking") if line.trouble is None else speech("admin.not_taking", why=line.trouble)
    return speech(
        "admin.line.process",
        process=line.process,
        release=line.release,
        up=_span(time.time() - line.since),
        connections=line.connections,
        rooms=line.rooms,
        matches=line.matches,
        state=state,
    )


def _room_line(speech: Speech, line: a.RoomLine) -> str:
    return speech(
        "admin.line.room",
        room=line.room,
        name=line.name,
        game=line.game,
        phase=speech(f"phase.{line.phase}"),
        persons=line.persons,
        seats=line.seats,
        people=line.people,
        listed="" if line.listed else speech("admin.unlisted"),
        process=line.process,
    ).rstrip()


def _room(speech: Speech, room: a.Room) -> Iterator[str]:
    info = room.info
    yield speech(
        "admin.line.head",
        room=info.room,
        name=info.name,
        game=info.game,
        phase=speech(f"phase.{info.phase}"),
        born=_time(room.born),
        process=room.process,
    )
    if info.record:
        yield speech("admin.line.record", record=info.record)
    for number, seat in enumerate(info.seats):
        who = speech("seat.bot", level=seat.level or "") if seat.kind == "bot" else seat.name
        yield f"  {number}  {who or speech('seat.empty')}  {seat.player or ''}".rstrip()
    seated = {seat.player for seat in info.seats}
    for person in room.people:
        if person.player not in seated:
            yield "  " + speech("admin.line.spectator", name=person.name, player=person.player)


def _player(speech: Speech, line: a.PlayerLine) -> str:
    return f"{line.player}  {line.name}  {line.address}  {line.process}"


def _ban(speech: Speech, ban: a.BanLine) -> str:
    until = speech("admin.for_good") if ban.until is None else speech("admin.until", time=_time(ban.until))
    return speech(
        "admin.line.ban", who=ban.who, until=until, by=ban.by, at=_time(ban.at), why=ban.why
    ).rstrip()


def _action(speech: Speech, line: a.LogLine) -> str:
    words = [
        _time(line.at),
        line.by,
        line.verb,
        line.about,
        f"({line.why})" if line.why else "",
        line.outcome,
    ]
    return "  ".join(word for word in words if word)


def _time(unix: float) -> str:
    """By the clock of whoever reads it."""
    return f"{datetime.fromtimestamp(unix).astimezone():%Y-%m-%d %H:%M:%S}"


def _span(seconds: float) -> str:
    for size, unit in UNITS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return "0 s"
