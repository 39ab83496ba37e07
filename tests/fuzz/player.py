"""A hostile player: what he knows, what somebody sensible would do next, and what he does instead."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

import protocol.messages as wire
from engine.core.ask import Ask, sample
from engine.core.chance import Chance
from protocol.codec import Codec
from protocol.slugs import Slug
from tests.fuzz.line import Line
from tests.fuzz.mutate import Tree

__all__ = ["GAMES", "Place", "Player", "World"]

GAMES = ("highcard", "dingti", "gandengyan", "pokerduel", "herokill")
ENDED = "the people who run this server have ended the match"
"""Begins the fault of a match that an admin has made void."""


class World:
    """What every hostile player knows of the others. `codes`, `people`, `records` and `tokens` keep the latest few."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.chance = Chance(luck.randbytes(32), "fuzz")
        self.codes: list[str] = ["NNNN"]
        self.people: list[str] = ["p0"]
        self.records: list[str] = ["r0"]
        self.tokens: list[str] = ["t0"]

    def learn(self, known: list[str], new: str | None) -> None:
        if new is not None and new not in known:
            known.append(new)
            del known[:-12]


class Place:
    """A room as the player last heard of it."""

    def __init__(self, info: wire.RoomInfo, you: int | None, seq: int) -> None:
        self.info = info
        self.you = you
        self.seq = seq
        self.ask: msgspec.Raw | None = None


class Player:
    """One person with one live line."""

    def __init__(self, world: World, name: str, codec: Codec) -> None:
        self.world = world
        self.name = name
        self.codec = codec
        self.token: str | None = None
        self.places: dict[str, Place] = {}
        self.line: Line | None = None
        self.voided: list[str] = []
        self._actions = 0

    def hear(self, line: Line, message: wire.ServerMessage) -> None:
        """Take note of what may be of use."""
        world = self.world
        match message:
            case wire.Welcome():
                self.token = self.token or message.token  # whoever he was this time, he comes back as himself
                world.learn(world.tokens, message.token)
                world.learn(world.people, message.player)
            case wire.Snapshot():
                place = self.places[message.room] = Place(message.info, message.you, message.seq)
                place.ask = message.ask
                self._over(message.room, message.over)
                world.learn(world.codes, message.room)
                for seat in message.info.seats:
                    world.learn(world.people, seat.player)
            case wire.Update(room=code) if code in self.places:
                place = self.places[code]
                place.seq, place.ask = message.seq, message.ask
                if message.info is not None:
                    place.info, place.you = message.info, message.you
                self._over(code, message.over)
            case wire.Left():
                self.places.pop(message.room, None)
            case wire.Refused(slug=Slug.HELLO_TOKEN | Slug.HELLO_BANNED):
                self.token = None  # it was deleted, taken back or banned: he comes as somebody new

    def _over(self, code: str, over: wire.Over | None) -> None:
        if over is not None:
            self.world.learn(self.world.records, over.record)
            if over.fault is not None and not over.fault.startswith(ENDED):
                self.voided.append(f"{code}: {over.fault}")

    def action(self) -> str:
        self._actions += 1
        return f"{self.name}{self._actions}"

    # -- what somebody sensible would do ------------------------------------------------------------------------------

    def sensible(self) -> wire.ClientMessage:
        """The next step of a game, from wherever he is."""
        luck, action = self.world.luck, self.action()
        if self.line is None or not self.line.greeted:
            return wire.Hello(version=wire.VERSION, name=self.name, token=self.token)
        if not self.places or (len(self.places) < 3 and luck.random() < 0.1):
            if luck.random() < 0.5:
                return wire.Enter(action=action, room=luck.choice(self.world.codes))
            game, seats = luck.choice(GAMES), luck.choice((2, 2, 3, 4))
            return wire.CreateRoom(
                action=action, game=game, seats=max(seats, 4 if game == "gandengyan" else 2)
            )
        code = luck.choice(list(self.places))
        place = self.places[code]
        if luck.random() < 0.03:
            return wire.Leave(action=action, room=code)
        match place.info.phase:
            case "lobby":
                return self._in_lobby(code, place, action)
            case "playing" if place.ask is not None:
                return self._answer(code, place.ask, action)
            case "over" if luck.random() < 0.5:
                return wire.Rematch(action=action, room=code)
        return luck.choice(self._anywhere(code, place, action))

    def _in_lobby(self, code: str, place: Place, action: str) -> wire.ClientMessage:
        luck, seats = self.world.luck, place.info.seats
        empty = [i for i, seat in enumerate(seats) if seat.kind == "empty"]
        if place.you is None:
            return wire.TakeSeat(action=action, room=code, seat=luck.choice(empty or range(len(seats))))
        if not seats[place.you].ready:
            return wire.Ready(action=action, room=code, nonce=luck.randbytes(4).hex())
        if empty:
            return wire.SetBot(action=action, room=code, seat=luck.choice(empty), level="random")
        return wire.Start(action=action, room=code)

    def _answer(self, code: str, raw: msgspec.Raw, action: str) -> wire.ClientMessage:
        read = msgspec.msgpack.decode if self.codec.binary else msgspec.json.decode
        ask = read(raw, type=Ask)
        answer = sample(ask, self.world.chance)
        message = wire.Answer(action=action, room=code, ask=ask.id, move=answer.move, picks=answer.picks)
        if self.world.luck.random() < 0.3:
            self._cheat(message, len(ask.moves))
        return message

    def _cheat(self, message: wire.Answer, moves: int) -> None:
        """Take what is not there, another move with these picks, something twice, too much or too little."""
        luck = self.world.luck
        picks = message.picks
        match luck.randrange(4):
            case 0:
                message.move = luck.randrange(moves + 1)
            case 1:
                picks.append([luck.randrange(80)])
            case 2 if picks:
                luck.choice(picks).append(luck.randrange(80))
            case _ if picks:
                place = luck.randrange(len(picks))
                picks[place] = picks[place][1:] or picks[place] * 2

    def _anywhere(self, code: str, place: Place, action: str) -> Sequence[wire.ClientMessage]:
        luck, world = self.world.luck, self.world
        other = luck.choice(world.people)
        return (
            wire.Ping(nonce=luck.randrange(9)),
            wire.Enter(action=action, room=code, since=max(0, place.seq - luck.randrange(4))),
            wire.ListRooms(action=action),
            wire.ListGames(action=action),
            wire.GetWords(action=action, game=place.info.game, lang="zh"),
            wire.GetRules(action=action, game=place.info.game, lang="en"),
            wire.GetRecord(action=action, record=luck.choice(world.records)),
            wire.Chat(action=action, room=code, text="…"),
            wire.SwapSeats(action=action, room=code, seat=luck.randrange(4)),
            wire.LeaveSeat(action=action, room=code),
            wire.Kick(action=action, room=code, player=other),
            wire.HandOver(action=action, room=code, player=other),
            wire.Configure(action=action, room=code, seats=luck.randint(1, 6)),
            wire.Surrender(action=action, room=code),
            wire.GetProfile(action=action, skip=luck.randrange(3)),
            wire.GetTop(action=action, game=place.info.game),
            wire.ExportMe(action=action),
            wire.DeleteMe(action=action, token=self.token or luck.choice(world.tokens)),
        )

    # -- what is known, put into what is not ---------------------------------------------------------------------------

    def informed(self, tree: Tree) -> Tree:
        """The message with what he knows in the fields where it fits, mostly: else nothing would get past the first check."""
        luck, world = self.world.luck, self.world
        place = self.places.get(luck.choice([*self.places, ""]))
        known: Tree = {
            "room": luck.choice([*self.places, *world.codes]),
            "player": luck.choice(world.people),
            "record": luck.choice(world.records),
            "game": luck.choice(GAMES),
            "lang": luck.choice(("zh", "en", "de")),
            "action": self.action(),
            "seat": luck.randrange(5),
            "version": wire.VERSION,
            "since": place.seq if place else 0,
            "level": luck.choice(("random", "normal", None)),
            "token": luck.choice([*world.tokens, None]),
        }
        return {
            name: known[name] if name in known and luck.random() < 0.8 else value
            for name, value in tree.items()
        }
