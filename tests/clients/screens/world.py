"""A world in which nothing moves: a server that always answers the same, people with names, rooms and matches at one moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

import msgspec

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.describe import Describer
from clients.cli.full.app import PaijuApp
from clients.cli.full.visit import Visit
from clients.cli.model import RoomModel
from clients.cli.neighbours import Neighbour
from clients.cli.places import Memory, Place
from clients.cli.speech import Speech
from engine.core.match import Match
from engine.registry import find_game, package_of
from engine.words import words_of
from protocol.codec import Codec
from server.catalogue import Catalogue
from tests.clients.stage import Stage

__all__ = [
    "MOMENTS",
    "NAMES",
    "Moment",
    "StoppedClock",
    "app_of",
    "at_table",
    "in_room",
    "neighbours",
    "visit_of",
]

ROOM = "K7QM"
TOLD = 40
"""Events of a match that were told: more than a log shows at once."""
SERVER = Place("ws://192.0.2.20:8765/")
NAMES = {
    "en": ("Ann", "Ben", "Cleo", "Dorothea", "Emil", "Fay", "Gus", "Hal"),
    "zh": ("安然", "李逍遥", "小雨", "阿强的老朋友", "Emil", "小菲", "老谷", "海"),
}
SAYINGS = {"en": ("Good luck, everybody!", "You will need it."), "zh": ("祝大家好运！", "你更需要。")}


class Moment(NamedTuple):
    """Where a match is stopped: the first time that seat 0 is asked and `comes` holds."""

    game: str
    seats: int
    seed: int
    comes: Callable[[Match], bool]


def _window(name: str) -> Callable[[Match], bool]:
    return lambda match: match.poll is not None and match.poll.window == name


MOMENTS = {
    "dingti": Moment("dingti", 4, 2, lambda match: match.step > 20 and _window("override_at")(match)),
    "gandengyan": Moment("gandengyan", 5, 2, lambda match: match.step > 12 and len(match.table.cards("trick")) > 2),
    "pokerduel": Moment("pokerduel", 4, 2, _window("block")),
    "herokill": Moment("herokill", 5, 4, lambda match: match.step > 60 and _window("play")(match)),
}  # fmt: skip


class StoppedClock:
    """Stands where a module has `time`."""

    @staticmethod
    def monotonic() -> float:
        return 1000.0


class Answering:
    """Where a connection is wanted: a server that knows its games and has three rooms."""

    codec = Codec.MSGPACK
    on_state: object = None

    def __init__(self, language: str) -> None:
        self.names = NAMES[language]
        self.name = self.names[0]
        self.welcome = wire.Welcome("1.2", "Paiju", "p0", self.name, "", 0)
        self._catalogue = Catalogue()

    def action(self) -> str:
        return "a"

    async def insist(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """The answer to what the screens ask by themselves."""
        if isinstance(message, wire.ListGames):
            return self._catalogue.list_games("a", self.codec)
        if isinstance(message, wire.GetWords):
            return self._catalogue.words(message)
        if isinstance(message, wire.GetRules):
            return self._catalogue.rules(message)
        assert isinstance(message, wire.ListRooms), message
        return wire.Rooms("a", self._rooms())

    def _rooms(self) -> list[wire.RoomCard]:
        first, second, third = self.names[1:4]
        return [
            wire.RoomCard(ROOM, first, "dingti", "lobby", 4, 2, False),
            wire.RoomCard("H3XW", second, "herokill", "playing", 8, 0, False, 3),
            wire.RoomCard("Q9ZT", third, "gandengyan", "lobby", 5, 1, True),
        ]


async def neighbours(seconds: float) -> list[Neighbour]:
    """What `look_around` finds: one open server and one that wants a key."""
    return [
        Neighbour("Attic", False, (Place("ws://192.0.2.7:8765/"),)),
        Neighbour("Kitchen", True, (SERVER,)),
    ]


def app_of(language: str, folder: Path, theme: str = "dark") -> PaijuApp:
    """The client of somebody with two addresses to remember."""
    memory = Memory(folder / "players.json")
    memory.name, memory.settings.theme = NAMES[language][0], theme
    for address in ("cards.example.org", "paiju://192.0.2.99:8765/ABCD"):
        memory.visited(address)
    return PaijuApp(Speech(language), memory)


def visit_of(app: PaijuApp) -> Visit:
    """A stay at the server, as its host, outside of any room."""
    visit = Visit(app, SERVER, hosting=True)
    visit.servers = [SERVER, Place("ws://cards.local:8765/")]
    visit.guest.link = cast(Connection, Answering(app.speech.language))
    app.visit = visit
    return visit


def in_room(visit: Visit) -> None:
    """Into a room for five: its host, who is asked for nothing, a friend who is ready, one who is gone, a bot and an empty seat."""
    names, say = NAMES[visit.guest.say.language], visit.guest.say
    seats = [
        wire.SeatInfo("person", "p0", names[0], connected=True),
        wire.SeatInfo("person", "p1", names[1], ready=True, connected=True),
        wire.SeatInfo("bot", None, names[2], "normal"),
        wire.SeatInfo("person", "p3", names[3]),
        wire.SeatInfo(),
    ]
    options = msgspec.to_builtins(find_game("dingti").options())
    info = wire.RoomInfo(
        ROOM, names[0], "dingti", "lobby", seats, options, wire.Clock(), "brisk", True, True, "p0", spectators=1
    )  # fmt: skip
    model = RoomModel(Codec.MSGPACK, wire.Snapshot(ROOM, 1, 0, info, chat=_sayings(names, say.language)))
    visit.guest.password = "sesame"
    visit.guest.model = model
    visit.guest.describe = Describer(say, words_of(package_of("dingti"), say.language), model)


def _sayings(names: Sequence[str], language: str) -> list[wire.Said]:
    return [wire.Said(f"p{n}", names[n], text, 0) for n, text in enumerate(SAYINGS[language])]


def at_table(visit: Visit, moment: Moment, *, over: bool = False) -> None:
    """At a table of bots and one person, at that moment, or when it is over."""
    stage = _stage(moment, over)
    say = visit.guest.say
    known = stage.scene(0, say.language, NAMES[say.language][: moment.seats]).model
    info, outcome = known.info, stage.match.outcome
    info.room, info.host, info.seats[0].player = ROOM, "p0", "p0"
    if over:
        info.phase, info.record = "over", "r"
    snapshot = wire.Snapshot(
        room=ROOM, seq=1, you=0, info=info, view=_raw(known.view), chat=_sayings(NAMES[say.language], say.language),
        window=None if over else wire.Window(_raw(known.window), 38_000, 120_000),
        ask=None if over else _raw(known.ask),
        log=[_raw(event) for event in known.log[-TOLD:]],
        over=wire.Over(_raw(outcome), record="r") if over else None,
    )  # fmt: skip
    model = RoomModel(Codec.MSGPACK, snapshot)
    words = words_of(package_of(moment.game), say.language)
    visit.guest.model, visit.guest.describe = model, Describer(say, words, model)


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(value))


@cache
def _stage(moment: Moment, over: bool) -> Stage:
    stage = Stage(moment.game, moment.seats, moment.seed, "normal")
    stage.run(
        lambda match: not over and any(ask.seat == 0 for ask in match.waiting()) and moment.comes(match)
    )
    assert stage.match.over == over, "the moment does not come"
    return stage
