"""Hostile players on a real server, a table of bystanders beside them, and what must hold all the while.

After every round of messages: each was answered once, unless its connection was closed, with a code that the protocol knows; every refusal
had a slug. After every batch: nobody raised, no match was void, the bystanders' game went on, no task, connection or room was left over.
"""

from __future__ import annotations

import asyncio
import gc
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode
from server.app import App, build, room_settings
from server.config import Config
from tests.fuzz.admins import TOKEN, Admin
from tests.fuzz.corpus import drawn, recorded
from tests.fuzz.line import Line
from tests.fuzz.mutate import Tree, bend_bytes, bend_tree, encode, junk
from tests.fuzz.player import Player, World
from tests.fuzz.witness import Witness
from tests.server.harness import until
from tests.tables import Table

__all__ = ["Figures", "Fuzz"]

PLAYERS = 6
BATCH = 500
"""Inputs between two looks at everything."""
POOL = 400
"""Messages drawn anew every now and then."""
POOL_LASTS = 10_000
"""Inputs after which they are."""
PATIENCE = 30.0
"""Seconds in which bystanders must get on, and what was left must go."""
CODES = {1000, 1002, 1003, 1005, 1006, 1007, 1009} | set(CloseCode)
"""How a connection may end. Not with 1011: that is a handler that failed."""
MAX_TASKS = 400
MAX_ROOMS = 8 * PLAYERS * 4
"""Each player may be in eight, and those that he has left stay for a moment."""


@dataclass
class Figures:
    """What was done and what came of it. `kinds` counts inputs by how they were made, `closes` connections by how they ended."""

    inputs: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    matches: int = 0
    rooms: int = 0
    orders: Counter[str] = field(default_factory=Counter)
    """What admins were answered."""
    bystanders: int = 0
    """Acknowledged answers of theirs that were found in a record that verifies."""
    resident: list[int] = field(default_factory=list)
    """Bytes of memory of this process (server, players and all) after each batch."""

    def __str__(self) -> str:
        return "\n".join(
            [
                f"{self.inputs} inputs in {self.seconds:.0f} s ({self.inputs / max(self.seconds, 0.001):.0f} a second)",
                "made: " + ", ".join(f"{count} {kind}" for kind, count in self.kinds.most_common()),
                "refused: " + ", ".join(f"{count} {slug}" for slug, count in self.refusals.most_common()),
                "closed: " + ", ".join(f"{count} with {code}" for code, count in self.closes.most_common()),
                "admins: " + ", ".join(f"{count} {answer}" for answer, count in self.orders.most_common()),
                f"{self.rooms} rooms made, {self.matches} matches of theirs and the bystanders' finished, none void but by an admin",
                f"{self.bystanders} answers of bystanders taken, each found once in a record that verifies",
                f"memory {self.resident[0] >> 20} MiB after the first batch, {self.resident[-1] >> 20} MiB after the last",
            ]
        )


class Fuzz:
    """One run. Everything is drawn from `seed` but the order in which sockets are read."""

    def __init__(self, seed: int, store: str = "memory:") -> None:
        self.luck = random.Random(seed)
        self.figures = Figures()
        self._world = World(self.luck)
        self._players = [
            Player(self._world, f"e{n}", (Codec.MSGPACK, Codec.JSON)[n % 2]) for n in range(PLAYERS)
        ]
        self._admin = Admin(self._world)
        self._said: list[Tree] = recorded()
        """Valid messages of this and of recorded sessions, to be spoilt."""
        self._pool: list[Tree] = []
        self._store = store
        self._witness = Witness()
        self._app: App
        self._table: Table

    async def run(self, inputs: int, progress: Callable[[Figures], None] = lambda figures: None) -> Figures:
        """So many inputs. Raises AssertionError for the first thing that must not be."""
        began = time.monotonic()
        with self._witness:
            async with self._server(), self._bystanders():
                while self.figures.inputs < inputs:
                    await self._batch(min(BATCH, inputs - self.figures.inputs))
                    self.figures.seconds = time.monotonic() - began
                    progress(self.figures)
            self._witness.check()
        self.figures.rooms = self._witness.made
        return self.figures

    # -- what is played against ----------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _server(self) -> AsyncIterator[None]:
        """Limits of number and pace are wide, so that inputs get past them: they have tests of their own."""
        many = 10**9
        config = Config(
            port=0, store=self._store, messages_per_second=many, messages_burst=many, fault_patience=many, flood_patience=many,
            new_players_burst=many, connections_per_address=1000, bot_delay_min=0, bot_delay_max=0, close_timeout=1, drain_timeout=5,
            ping_interval=3600, admin_port=-1, admin_token=TOKEN,
        )  # fmt: skip
        rooms = msgspec.structs.replace(room_settings(config), empty_lobby=2, empty_match=4, empty_bots=1)
        self._app = await build(config, rooms)
        await self._app.start()
        try:
            yield
            await self._admin.close()
            self.figures.orders.update(self._admin.answers)
            for player in self._players:
                if player.line is not None:
                    player.line.cut()
            await until(lambda: not self._app.transport.links(), PATIENCE)
        finally:
            await self._app.drain()

    @asynccontextmanager
    async def _bystanders(self) -> AsyncIterator[None]:
        """Two people who play on whatever happens. The hostile know their room, and may come in and talk."""
        game = self.luck.choice(("dingti", "pokerduel", "highcard"))
        self._table = Table([self._app.transport.port], self.luck.randrange(1000), game, 2, 0, think=0.02)
        stop = asyncio.Event()
        await self._table.open()
        self._world.codes.append(self._table.room)
        ids = [link.welcome.player for link in self._table.links if link.welcome is not None]
        self._admin.spared = {self._table.room, *ids, *(link.name for link in self._table.links)}
        self._playing = asyncio.create_task(self._table.play(stop))
        try:
            yield
            stop.set()
            await asyncio.wait_for(self._playing, PATIENCE * 2)
            self.figures.bystanders = self._table.taken
        finally:
            self._playing.cancel()
            await asyncio.wait([self._playing])
            await self._table.close()

    # -- a batch ------------------------------------------------------------------------------------------------------

    async def _batch(self, inputs: int) -> None:
        if not self._pool or self.figures.inputs % POOL_LASTS < BATCH:
            self._pool = drawn(POOL, self.luck.randrange(2**32))
        before, end = self._progress(), self.figures.inputs + inputs
        while self.figures.inputs < end:
            for player in self._players:
                await self._round(player, min(self.luck.randint(1, 6), end - self.figures.inputs))
            if (
                self.figures.inputs < end
                and (kind := await self._admin.say(self._app.admin.port)) is not None
            ):
                self.figures.inputs += 1
                self.figures.kinds[kind] += 1
            lines = [player.line for player in self._players if player.line is not None]
            await asyncio.gather(*(line.settle() for line in lines))
            for line in lines:
                assert line.complaints == [], "\n".join(line.complaints)
        try:
            await until(lambda: self._progress() != before or self._playing.done(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"the bystanders do not get on: {self._table_now()}") from None
        await self._look()

    async def _round(self, player: Player, inputs: int) -> None:
        if player.line is None or not player.line.alive:
            await self._connect(player)
        assert player.line is not None
        for _ in range(inputs):
            self.figures.inputs += 1
            self._input(player, player.line)
        player.line.flush()

    async def _connect(self, player: Player) -> None:
        """A new line, which nearly always begins with hello."""
        if player.line is not None:
            self._close(player.line)
        player.line = await Line.open(self._app.transport.port, player.codec, player.hear)
        player.places.clear()
        if self.luck.random() < 0.95:
            hello = player.sensible()
            if isinstance(hello, wire.Hello) and hello.token and self.luck.random() < 0.3:
                hello.token = self.luck.choice(self._world.tokens)  # who is perhaps there already
            player.line.say(player.codec.encode(hello))
            await player.line.settle()

    def _close(self, line: Line) -> None:
        assert line.complaints == [], "\n".join(line.complaints)
        code = 1006 if line.code is None else line.code
        assert code in CODES, f"closed with {code}"
        self.figures.closes[code] += 1
        self.figures.refusals.update(line.refusals)
        line.refusals = {}
        line.cut()

    def _input(self, player: Player, line: Line) -> None:
        luck, codec = self.luck, player.codec
        chance = luck.random()
        if chance < 0.45:
            message = player.sensible()
            tree: Tree = msgspec.to_builtins(message)
            self._said[luck.randrange(len(self._said)) if len(self._said) > 300 else len(self._said) :] = [
                tree
            ]
            self._say("sensible", line, codec.encode(message))
        elif chance < 0.65:
            self._say("drawn", line, encode(player.informed(luck.choice(self._pool)), codec))
        elif chance < 0.81:
            self._bent(player, line)
        elif chance < 0.95:
            frame = encode(player.informed(luck.choice(self._said)), codec)
            self._say("bytes bent", line, bend_bytes(frame, encode(luck.choice(self._pool), codec), luck))
        else:
            self._strange(player, line)

    def _bent(self, player: Player, line: Line) -> None:
        luck, codec = self.luck, player.codec
        if luck.random() < 0.5:
            tree: Tree = msgspec.to_builtins(player.sensible())
        else:
            tree = player.informed(luck.choice(luck.choice((self._said, self._pool))))
        tree = bend_tree(tree, luck, codec)
        try:
            frame = encode(tree, codec)
        except (ValueError, TypeError, OverflowError, RecursionError):
            frame = b"\xc1"  # no such message can be written
        self._say("values bent", line, frame)

    def _strange(self, player: Player, line: Line) -> None:
        """What a WebSocket client does not do."""
        luck, codec = self.luck, player.codec
        frame = encode(player.informed(luck.choice(self._said)), codec)
        match luck.randrange(10):
            case 0 | 1:
                self.figures.kinds["broken frames"] += 1
                line.raw(junk(luck))
            case 2:
                self.figures.kinds["lost lines"] += 1
                line.cut()
            case 3 | 4:
                self.figures.kinds["in pieces"] += 1
                line.pieces(
                    frame, sorted(luck.sample(range(len(frame)), min(len(frame), luck.randint(1, 9))))
                )
            case 5:
                self._say("too large", line, frame + b" " * luck.choice((17_000, 60_000, 70_000)))
            case 6:
                self._say("wrong kind of frame", line, frame, text=codec.binary)
            case _:
                self._say("twice", line, frame)
                line.say(frame)

    def _say(self, kind: str, line: Line, frame: bytes, text: bool | None = None) -> None:
        self.figures.kinds[kind] += 1
        line.say(frame, text=text)

    # -- what must hold -----------------------------------------------------------------------------------------------

    def _progress(self) -> tuple[int, int]:
        return self._table.matches, self._table.answers

    def _table_now(self) -> list[object]:
        return [
            (player.link.state, player.model and (player.model.info, player.model.ask, player.model.over))
            for player in self._table.players
        ]

    async def _look(self) -> None:
        self._witness.check()
        if self._playing.done():
            self._playing.result()
            raise AssertionError("the bystanders have stopped")
        for player in self._players:
            assert player.voided == [], player.voided
        totals = self._totals()
        assert totals["faults"] == 0, self._app.metrics.text().decode()
        assert totals["void"] == self._admin.voided, "void, and no admin wanted it"
        self.figures.matches = int(totals["finished"])
        rooms, links = int(totals["rooms"]), len(self._app.transport.links())
        assert rooms <= MAX_ROOMS, f"{rooms} rooms"
        assert links <= PLAYERS + 2 + 20, f"{links} connections"  # those that were cut are closing
        assert len(asyncio.all_tasks()) <= MAX_TASKS, Counter(
            str(task.get_coro()) for task in asyncio.all_tasks()
        )
        gc.collect()
        self.figures.resident.append(int(Path("/proc/self/statm").read_text().split()[1]) * 4096)

    def _totals(self) -> Counter[str]:
        """Of what the server counts."""
        found: Counter[str] = Counter()
        for metric in self._app.metrics.registry.collect():
            for sample in metric.samples:
                match sample.name:
                    case "paiju_faults_total":
                        found["faults"] += int(sample.value)
                    case "paiju_finished_total":
                        found["void" if sample.labels["how"] == "void" else "finished"] += int(sample.value)
                    case "paiju_rooms":
                        found["rooms"] += int(sample.value)
        return found
