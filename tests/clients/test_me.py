"""`paiju me` and `paiju top` against a real server, as a person types them, in both languages."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clients.cli.connection import Connection
from clients.cli.places import Memory
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record
from tests.e2e.house import close
from tests.processes import ServerProcess
from tests.server.profiles.people import play

LANGUAGES = {
    "en": {
        "played": "High card: 1 played",
        "kept": "1 of 1 matches",
        "gone": "does not know you",
        "strange": "no player",
    },
    "zh": {"played": "打过 1 局", "kept": "共保存 1 局", "gone": "不再认识你", "strange": "没有玩家"},
}


async def _run(home: Path, language: str, *words: str, typed: str = "") -> tuple[int, str]:
    """Exit code, and all that was said."""
    settings = {
        "HOME": str(home),
        "XDG_STATE_HOME": f"{home}/state",
        "XDG_DATA_HOME": f"{home}/data",
        "PYTHONUTF8": "1",
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "clients.cli.main", "--lang", language, *words),
        env=os.environ | settings,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said, _ = await asyncio.wait_for(process.communicate(typed.encode()), 60)
    text = said.decode()
    assert "Traceback" not in text, text
    assert process.returncode is not None
    return process.returncode, text


async def _two_play(place: str, memory: Memory) -> str:
    """Ben and Ann, whom this home remembers. Returns the record's name."""
    players = []
    for name in ("Ben", "Ann"):
        link = Connection(f"ws://{place}/", name)
        await link.open()
        memory.keep(link.url, name, link.token or "")
        players.append(BotPlayer(link, "random"))
    record = await play(players)
    await close(players)
    return record


@pytest.mark.timeout(120)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_person_looks_at_his_history_takes_it_along_and_goes(tmp_path: Path, language: str) -> None:
    says = LANGUAGES[language]
    server = ServerProcess(tmp_path / "server.log", f"sqlite:{tmp_path / 'rooms.db'}")
    await server.start()
    memory = Memory(tmp_path / "state/paiju/players.json")
    place = f"127.0.0.1:{server.port}"
    try:
        record = await _two_play(place, memory)
        code, said = await _run(tmp_path, language, "me", place)
        assert code == 0 and says["played"] in said and says["kept"] in said and "Ben" in said, said
        assert record in said
        code, said = await _run(tmp_path, language, "top", place, "highcard")
        assert code == 0 and re.search(r"1\. (Ann|Ben)", said), said
        code, said = await _run(tmp_path, language, "me", place, "--record", record)
        path = re.search(r"(\S+\.paiju)", said)
        assert code == 0 and path is not None and read_record(Path(path[1]).read_bytes()).id == record

        file = tmp_path / "mine.json"
        assert (await _run(tmp_path, language, "me", place, "--export", str(file)))[0] == 0
        document = json.loads(file.read_text(encoding="utf-8"))
        assert document["name"] == "Ann" and read_record(document["records"][record].encode()).id == record

        code, said = await _run(tmp_path, language, "me", place, "--delete", typed="n\n")
        assert code != 0 and says["gone"] not in said
        code, said = await _run(tmp_path, language, "me", place, "--delete", typed="y\n")
        assert code == 0 and says["gone"] in said, said
        code, said = await _run(tmp_path, language, "me", place)
        assert code != 0 and says["strange"] in said, said
        code, said = await _run(tmp_path, language, "me", place, "--name", "Ben", "--json")
        assert code == 0 and "name" not in json.loads(said)["matches"][0]["seats"][1]
    finally:
        await server.kill()


@pytest.mark.timeout(120)
async def test_the_line_client_tells_the_same(tmp_path: Path) -> None:
    """Of Ann, who comes back after a match; by the English and the Chinese names of the commands."""
    server = ServerProcess(tmp_path / "server.log", f"sqlite:{tmp_path / 'rooms.db'}")
    await server.start()
    place = f"127.0.0.1:{server.port}"
    try:
        record = await _two_play(place, Memory(tmp_path / "state/paiju/players.json"))
        typed = f"leave\nme\n我 1\ntop highcard\n排行 dingti\nrecord {record}\nrecord NOSUCH\nquit\n"
        code, said = await _run(tmp_path, "en", "join", place, typed=typed)
    finally:
        await server.kill()
    assert code == 0, said
    assert said.count("High card: 1 played") == 2, said
    assert re.search(r"1\. (Ann|Ben)", said) and said.count("nobody is rated yet") == 1, said
    assert f"{record}.paiju" in said and "record/unknown" in said, said
