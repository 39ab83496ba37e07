"""`paiju admin` as a host types it, against a real server, in both languages."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import structlog
from click.testing import CliRunner, Result

from clients.cli.main import main
from server.app import App
from tests.e2e.house import close, open_room, play_out, server, sit_down, start
from tests.server.harness import Client

TOKEN = "0123456789abcdef"
Typed = Callable[..., Awaitable[Result]]


@pytest.fixture
async def app() -> AsyncIterator[App]:
    # What the server logs goes to the standard output that the runner listens to.
    with structlog.testing.capture_logs():
        async with server(admin_port=-1, admin_token=f"ann:{TOKEN}") as running:
            yield running


@pytest.fixture
def typed(app: App) -> Typed:
    """Runs `paiju admin` with these words."""

    async def typed(
        *words: str, lang: str = "en", token: str = TOKEN, options: tuple[str, ...] = ()
    ) -> Result:
        line = ["--lang", lang, "admin", *options, f"127.0.0.1:{app.admin.port}", *words]
        runner = CliRunner(env={"PAIJU_ADMIN_TOKEN": token})
        return await asyncio.to_thread(runner.invoke, main, line)

    return typed


async def test_an_evening_of_looking_after(app: App, typed: Typed, tmp_path: Path) -> None:
    players = await sit_down(app, 2)
    code = await open_room(players, "highcard")
    assert re.fullmatch(
        r"this process: Paiju \S+, up \d+ \w+, 2 connections, 1 rooms, 0 matches, takes players\n",
        (await typed("status")).output,
    )
    line = (await typed("rooms")).output
    assert line.startswith(f"{code}  highcard  ") and "waiting for players  2/2 seats, 2 people" in line
    people = (await typed("players")).output.splitlines()
    assert sorted(line.split("  ")[1:3] for line in people) == [["p0", "127.0.0.1"], ["p1", "127.0.0.1"]]
    await start(players, code)
    assert (await typed("void", code.lower(), "--why", "late")).output.startswith(
        f"The match in room {code} is void"
    )
    await play_out(players)
    shown = (await typed("room", code)).output
    record = re.search(r"^  record (\S+)$", shown, re.MULTILINE)
    assert record is not None and re.search(r"^  1  p1  p[0-9a-f]{20}$", shown, re.MULTILINE)
    file = tmp_path / "kept.json"
    assert (await typed("record", record[1], "--out", str(file))).output == f"Saved to {file}.\n"
    assert json.loads(file.read_text())["fault"].endswith(": late")
    assert (await typed("say", "good", "night")).output == "Told 2 connections.\n"
    assert (await typed("kick", "p1", "--why", "bed")).output == "p1: 1 connections closed.\n"
    log = (await typed("log")).output.splitlines()
    assert [re.split("  ", line)[1:3] for line in log] == [
        ["ann", v] for v in ("void", "record", "say", "kick")
    ]
    assert log[0].endswith(f"void  {code}  (late)  done")
    await close(players)


async def test_bans_by_hand(app: App, typed: Typed) -> None:
    assert (await typed("bans")).output == "Nobody is banned.\n"
    assert (await typed("ban", "203.0.113.7", "--for", "2h", "--why", "spam")).exit_code == 0
    (ban,) = (await typed("bans")).output.splitlines()
    assert re.fullmatch(r"203\.0\.113\.7/32  until [-\d]+ [:\d]+  \(by ann, [-\d]+ [:\d]+\)  spam", ban)
    assert (await typed("unban", "203.0.113.7")).output == "203.0.113.7 may come in again.\n"
    again = await typed("unban", "203.0.113.7")
    assert (again.exit_code, again.output) == (1, "Error: There is no such ban; `bans` lists them.\n")
    async with Client(app) as bob:
        welcome = await bob.hello(name="Bob")
        assert (await typed("revoke", "Bob")).output.startswith("The token of Bob is worthless now.")
        assert (await bob.closed())[0] == 4009
    for verb in ("drain", "resume"):
        assert (await typed(verb)).exit_code == 0
    assert welcome.player in (await typed("log", "-n", "3")).output.splitlines()[0]


@pytest.mark.parametrize("duration", ["2", "h", "0d", "-1h", "2w", "1h30m"])
async def test_a_duration_that_is_none(typed: Typed, duration: str) -> None:
    result = await typed("ban", "203.0.113.7", f"--for={duration}")
    assert result.exit_code == 2 and "write 90s, 30m, 12h or 7d" in result.output
    assert (await typed("bans")).output == "Nobody is banned.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("status",), "接受玩家"),
        (("rooms",), "没有房间。"),
        (("players",), "没有人在线。"),
        (("bans",), "没有封禁。"),
        (("log",), "还没有任何操作。"),
        (("say", "hi"), "已告知 0 个连接。"),
        (("kick", "Bob"), "没有这个玩家"),
        (("room", "NONE"), "没有这个房间。"),
        (("record", "NONE"), "没有这份记录。"),
    ],
)
async def test_in_chinese(typed: Typed, words: tuple[str, ...], said: str) -> None:
    assert said in (await typed(*words, lang="zh")).output


async def test_the_answer_as_it_is_sent(typed: Typed) -> None:
    result = await typed("bans", options=("--json",))
    assert json.loads(result.output) == {"type": "bans", "lines": [], "silent": []}


async def test_the_token_from_a_file_with_a_name_before_it(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"\nann:{TOKEN}\n", encoding="utf-8")
    assert (await typed("bans", token="", options=("--token-file", str(file)))).exit_code == 0


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("", "Set PAIJU_ADMIN_TOKEN"),
        ("tökentökentökentöken", "Set PAIJU_ADMIN_TOKEN"),
        ("x" * 16, "The server does not know this token."),
    ],
)
async def test_without_a_good_token(typed: Typed, token: str, said: str) -> None:
    result = await typed("status", token=token)
    assert result.exit_code == 1 and said in result.output


async def test_where_no_admin_is(app: App) -> None:
    runner = CliRunner(env={"PAIJU_ADMIN_TOKEN": TOKEN})
    for port, said in ((app.transport.port, "is no admin address"), (1, "cannot be reached")):
        line = ["--lang", "en", "admin", f"127.0.0.1:{port}", "status"]
        result = await asyncio.to_thread(runner.invoke, main, line)
        assert result.exit_code == 1 and said in result.output
