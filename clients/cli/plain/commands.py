"""What a person can type besides answers: one method a command, found by its English or Chinese name."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import protocol.messages as wire
from clients.cli.histories import fetch_record, profile_lines, top_lines
from clients.cli.model import RoomModel
from clients.cli.places import Place, link_of
from clients.cli.plain import settings
from clients.cli.plain.reading import rule_section, wrap

if TYPE_CHECKING:
    from clients.cli.plain.app import PlainClient

__all__ = ["Commands", "Stop"]


class Stop(Exception):
    """The person wants to go."""


class Wrong(Exception):
    """The command cannot be used so; the message is a sentence for the person."""


_NAMES = {
    "help": "? 帮助", "rooms": "房间", "games": "游戏", "create": "建房 new", "enter": "进入 join", "watch": "观战",
    "leave": "离开", "sit": "坐", "stand": "站", "swap": "换座", "bot": "电脑", "fill": "补满", "set": "设置",
    "ready": "准备", "unready": "取消准备", "start": "开始", "say": "说", "kick": "踢", "host": "房主",
    "surrender": "投降 认输", "again": "再来 rematch", "table": "牌桌 t", "log": "记录", "card": "牌 cards", "rules": "规则",
    "record": "存档", "me": "我", "top": "排行", "who": "谁", "invite": "邀请", "ask": "问题", "back": "返回",
    "quit": "退出 q exit",
}  # fmt: skip
_COMMANDS = {alias: name for name, aliases in _NAMES.items() for alias in [name, *aliases.split()]}


class Commands:
    """Carries out typed commands for the client `app`."""

    def __init__(self, app: PlainClient) -> None:
        self.app = app

    async def run(self, text: str) -> None:
        """One typed line that is no answer. `'hello` is short for `say hello`."""
        if text[0] in "'‘’":
            text = f"say {text[1:]}"
        word, *rest = text.split()
        name = _COMMANDS.get(word.lower())
        if name is None:
            self.app.print("command.unknown", word=word)
            return
        method: Callable[[list[str]], Awaitable[None]] = getattr(self, f"do_{name}")
        try:
            await method(rest)
        except Wrong as wrong:
            self.app.terminal.say(str(wrong))

    # -- anywhere -----------------------------------------------------------------------------------------------------

    async def do_help(self, words: list[str]) -> None:
        self.app.print("help.room" if self.app.model else "help.lobby")

    async def do_quit(self, words: list[str]) -> None:
        raise Stop

    async def do_back(self, words: list[str]) -> None:
        self.app.print("ask.none")

    async def do_games(self, words: list[str]) -> None:
        reply = await self._ask(wire.ListGames(action=self._action()))
        for game in reply.games if isinstance(reply, wire.Games) else []:
            known = await self.app.words(game.game)
            name, summary = known.get("game.name", game.game), known.get("game.summary", "")
            self.app.print(
                "games.line",
                game=game.game,
                name=name,
                low=game.min_seats,
                high=game.max_seats,
                summary=summary,
            )

    async def do_rooms(self, words: list[str]) -> None:
        reply = await self._ask(wire.ListRooms(action=self._action()))
        rooms = reply.rooms if isinstance(reply, wire.Rooms) else []
        if not rooms:
            self.app.print("rooms.none")
        for card in rooms:
            known = await self.app.words(card.game)
            self.app.print(
                "rooms.line",
                room=card.room,
                name=card.name,
                game=known.get("game.name", card.game),
                phase=self.app.say(f"phase.{card.phase}"),
                taken=card.seats - card.free,
                seats=card.seats,
                locked=self.app.say("rooms.locked") if card.locked else "",
            )

    async def do_me(self, words: list[str]) -> None:
        """me [N]: what this server keeps of you, with so many of your matches."""
        limit = min(self._number(words[0]), 50) if words else 10
        reply = await self._ask(wire.GetProfile(action=self._action(), limit=limit))
        if isinstance(reply, wire.Profile):
            for line in await profile_lines(reply, self.app.say, self.app.words):
                self.app.terminal.say(line)

    async def do_top(self, words: list[str]) -> None:
        """top [GAME]"""
        game = words[0] if words else self._game()
        reply = await self._ask(wire.GetTop(action=self._action(), game=game))
        if isinstance(reply, wire.Top):
            for line in await top_lines(reply, self.app.say, self.app.words):
                self.app.terminal.say(line)

    async def do_create(self, words: list[str]) -> None:
        """create GAME [SEATS] [setting=value …]"""
        plain = [w for w in words if "=" not in w]
        if not plain:
            raise Wrong(self.app.say("usage.create"))
        message = wire.CreateRoom(action=self._action(), game=plain[0], seats=4)
        if len(plain) > 1:
            message.seats = self._number(plain[1])
        try:
            settings.apply(message, [w for w in words if "=" in w])
        except ValueError as error:
            raise Wrong(self.app.say("settings.wrong", reason=str(error))) from None
        await self._into(await self._ask(message))

    async def do_enter(self, words: list[str]) -> None:
        if not words:
            raise Wrong(self.app.say("usage.enter"))
        password = " ".join(words[1:]) or None
        await self._into(
            await self._ask(wire.Enter(action=self._action(), room=words[0].upper(), password=password))
        )
        model = self.app.model
        if model is not None and model.you is None and model.info.phase == "lobby":
            free = [i for i, seat in enumerate(model.info.seats) if seat.kind == "empty"]
            if free:
                await self.do_sit([str(free[0] + 1)])

    async def do_watch(self, words: list[str]) -> None:
        if not words:
            raise Wrong(self.app.say("usage.enter"))
        password = " ".join(words[1:]) or None
        await self._into(
            await self._ask(wire.Enter(action=self._action(), room=words[0].upper(), password=password))
        )

    # -- in a room ----------------------------------------------------------------------------------------------------

    async def do_leave(self, words: list[str]) -> None:
        await self._ask(wire.Leave(action=self._action(), room=self._room().room))
        self.app.leave_room()
        self.app.print("room.you_left")

    async def do_sit(self, words: list[str]) -> None:
        await self._ask(wire.TakeSeat(action=self._action(), room=self._room().room, seat=self._seat(words)))

    async def do_stand(self, words: list[str]) -> None:
        await self._ask(wire.LeaveSeat(action=self._action(), room=self._room().room))

    async def do_swap(self, words: list[str]) -> None:
        await self._ask(wire.SwapSeats(action=self._action(), room=self._room().room, seat=self._seat(words)))

    async def do_bot(self, words: list[str]) -> None:
        """bot SEAT [LEVEL|off]"""
        level: str | None = words[1] if len(words) > 1 else "normal"
        level = None if level in ("off", "关") else level
        room = self._room().room
        await self._ask(wire.SetBot(action=self._action(), room=room, seat=self._seat(words), level=level))

    async def do_fill(self, words: list[str]) -> None:
        """Put a bot on every empty seat."""
        model = self._room()
        level = words[0] if words else "normal"
        for seat, info in enumerate(list(model.info.seats)):
            if info.kind == "empty":
                await self._ask(wire.SetBot(action=self._action(), room=model.room, seat=seat, level=level))

    async def do_set(self, words: list[str]) -> None:
        """set setting=value …"""
        model = self._room()
        if not words:
            raise Wrong(
                self.app.say("usage.set", options=" ".join(f"{k}={v}" for k, v in model.info.options.items()))
            )
        message = wire.Configure(action=self._action(), room=model.room)
        try:
            settings.apply(message, words, model.info)
        except ValueError as error:
            raise Wrong(self.app.say("settings.wrong", reason=str(error))) from None
        await self._ask(message)

    async def do_ready(self, words: list[str]) -> None:
        nonce = secrets.token_hex(16)
        await self._ask(wire.Ready(action=self._action(), room=self._room().room, ready=True, nonce=nonce))

    async def do_unready(self, words: list[str]) -> None:
        await self._ask(wire.Ready(action=self._action(), room=self._room().room, ready=False))

    async def do_start(self, words: list[str]) -> None:
        """Begin; whoever starts is ready."""
        model = self._room()
        if model.you is not None and not model.info.seats[model.you].ready:
            await self.do_ready([])
        await self._ask(wire.Start(action=self._action(), room=model.room))

    async def do_say(self, words: list[str]) -> None:
        if words:
            await self._ask(
                wire.Chat(action=self._action(), room=self._room().room, text=" ".join(words)[:500])
            )

    async def do_kick(self, words: list[str]) -> None:
        await self._ask(wire.Kick(action=self._action(), room=self._room().room, player=self._player(words)))

    async def do_host(self, words: list[str]) -> None:
        await self._ask(
            wire.HandOver(action=self._action(), room=self._room().room, player=self._player(words))
        )

    async def do_surrender(self, words: list[str]) -> None:
        await self._ask(wire.Surrender(action=self._action(), room=self._room().room))

    async def do_again(self, words: list[str]) -> None:
        await self._ask(wire.Rematch(action=self._action(), room=self._room().room))

    async def do_record(self, words: list[str]) -> None:
        """record [NAME]: download the record of the finished match, or of an earlier one."""
        record = words[0] if words else self._room().info.record
        if record is None:
            raise Wrong(self.app.say("record.none"))
        path = await fetch_record(self.app.link, record)
        if isinstance(path, wire.Refused):
            raise Wrong(self.app.say("refused", reason=path.reason, slug=path.slug))
        self.app.print("record.saved", path=path)

    # -- reading ------------------------------------------------------------------------------------------------------

    async def do_table(self, words: list[str]) -> None:
        self.app.shows.table()

    async def do_who(self, words: list[str]) -> None:
        self._room()
        self.app.shows.room(full=True)

    async def do_invite(self, words: list[str]) -> None:
        """The link that brings a friend to this table."""
        room = self._room()
        here = self.app.public or Place(self.app.link.url, key=self.app.link.key)
        self.app.print("room.invite", link=link_of(Place(here.url, room.room, here.key)))
        if room.info.locked:
            self.app.print("room.invite_locked")

    async def do_ask(self, words: list[str]) -> None:
        """The open question again, or who is being waited for."""
        model, describe = self._room(), self.app.describe
        if self.app.draft is not None:
            for line in self.app.draft.lines():
                self.app.terminal.say(line)
        elif model.window is not None and describe is not None:
            comma = describe.words.get("list.comma", ", ")
            self.app.print("ask.waiting", who=comma.join(describe.seat(seat) for seat in model.window.seats))
        else:
            self.app.print("ask.none")

    async def do_log(self, words: list[str]) -> None:
        model, describe = self._room(), self.app.describe
        assert describe is not None
        count = self._number(words[0]) if words else 20
        lines = [line for event in model.log if (line := describe.event(event))]
        for line in lines[-count:]:
            self.app.terminal.say(f"  {line}")

    async def do_card(self, words: list[str]) -> None:
        """card [NAME]: what a card does; without a name, those in your hand, or all."""
        known = await self.app.words(self._game())
        names = sorted({key.split(".")[1] for key in known if key.startswith("cards.")})
        if words:
            wanted = " ".join(words).lower()
            names = [n for n in names if wanted in (n, known.get(f"cards.{n}.name", "").lower())]
        elif self.app.model and self.app.model.view and self.app.model.you is not None:
            hand = {c.face.name for c in self.app.model.view.cards("hand", self.app.model.you)}
            names = [n for n in names if n in hand] or names
        if not names:
            raise Wrong(self.app.say("card.unknown"))
        for name in names:
            self.app.terminal.say(
                f"{known.get(f'cards.{name}.name', name)}: {known.get(f'cards.{name}.text', '')}"
            )

    async def do_rules(self, words: list[str]) -> None:
        """rules [GAME] [SECTION]"""
        section = next((w for w in words if w[:1].isdigit()), None)
        game = next((w for w in words if not w[:1].isdigit()), None) or self._game()
        reply = await self._ask(wire.GetRules(action=self._action(), game=game, lang=self.app.say.language))
        if isinstance(reply, wire.Rules):
            self.app.terminal.say(wrap(rule_section(reply.text, section)))
            if section is None:
                self.app.print("rules.more")

    # -- inside -------------------------------------------------------------------------------------------------------

    def _action(self) -> str:
        return self.app.link.action()

    async def _ask(self, message: wire.ClientMessage) -> wire.ServerMessage:
        reply = await self.app.link.request(message)
        if isinstance(reply, wire.Refused):
            raise Wrong(self.app.say("refused", reason=reply.reason, slug=reply.slug))
        return reply

    async def _into(self, reply: wire.ServerMessage) -> None:
        """We were let in: wait until the room is there."""
        if isinstance(reply, wire.Done) and reply.room is not None:
            await self.app.arrive(reply.room)

    def _room(self) -> RoomModel:
        if self.app.model is None:
            raise Wrong(self.app.say("room.none"))
        return self.app.model

    def _game(self) -> str:
        return self.app.model.info.game if self.app.model else "dingti"

    def _number(self, text: str) -> int:
        if not text.isdigit():
            raise Wrong(self.app.say("usage.number", text=text))
        return int(text)

    def _seat(self, words: list[str]) -> int:
        if not words:
            raise Wrong(self.app.say("usage.seat"))
        return self._number(words[0]) - 1

    def _player(self, words: list[str]) -> str:
        """A person by name or seat number, as a public id."""
        seats = self._room().info.seats
        wanted = " ".join(words)
        for number, seat in enumerate(seats, 1):
            if seat.player is not None and wanted in (seat.name, str(number)):
                return seat.player
        raise Wrong(self.app.say("usage.player"))
