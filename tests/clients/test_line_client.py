"""The line client as a person meets it: a real terminal (a pseudo-terminal), a real server, both languages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pexpect
import pytest

PAIJU = [sys.executable, "-m", "clients.cli.main"]


def _environment(home: Path, language: str) -> dict[str, str]:
    return {
        **os.environ,
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_DATA_HOME": str(home / "data"),
        "LANG": language,
        "LC_ALL": language,
        "PYTHONUTF8": "1",
        "TERM": "dumb",
        "PAIJU_BOT_DELAY_MIN": "0",
        "PAIJU_BOT_DELAY_MAX": "0",
    }


def _spawn(home: Path, language: str, *words: str) -> pexpect.spawn[str]:
    return pexpect.spawn(
        PAIJU[0],
        [*PAIJU[1:], *words],
        env=_environment(home, language),
        encoding="utf-8",
        timeout=20,
        dimensions=(24, 100),
    )


SAYS = {
    "zh_CN.UTF-8": {
        "turn": "输入编号",
        "many": r"输入 (\d)(?: 到 \d)? 个编号",
        "over": r"=== (.*获胜|平局)",
        "rules": "规则",
        "saved": r"已保存到 (\S+?)。",
        "help": "投降",
    },
    "en_US.UTF-8": {
        "turn": "Type a number",
        "many": r"Type (\d)(?: to \d)? numbers",
        "over": r"=== (.* won|A draw)",
        "rules": "Dingti",
        "saved": r"Saved to (\S+)\.",
        "help": "surrender",
    },
}


def _until_turn(child: pexpect.spawn[str], says: Mapping[str, str]) -> None:
    """Somebody before us may have asked for cards already."""
    while child.expect([says["turn"], says["many"]]):
        assert isinstance(child.match, re.Match)
        child.sendline(",".join("123456"[: int(child.match.group(1))]))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("language", list(SAYS))
def test_a_person_plays_a_whole_game_on_a_terminal(tmp_path: Path, language: str) -> None:
    """From one command to the result, the record saved, verified and replayed."""
    says = SAYS[language]
    child = _spawn(tmp_path, language, "play", "--name", "Ann", "--bots", "random")
    _until_turn(child, says)
    child.sendline("help")
    child.expect(says["help"])
    child.sendline("card shield")
    child.expect("护盾|Shield")
    child.sendline("rules 1.1")
    child.expect(r"1\.1")
    child.sendline("1")
    for _ in range(400):
        seen = child.expect([says["over"], says["many"], says["turn"], pexpect.TIMEOUT], timeout=20)
        if seen == 0:
            break
        assert seen < 3, child.before
        assert isinstance(child.match, re.Match)
        child.sendline("1" if seen == 2 else ",".join("123456"[: int(child.match.group(1))]))
    else:
        pytest.fail("the game does not end")
    child.sendline("record")
    child.expect(says["saved"])
    assert isinstance(child.match, re.Match)
    path = child.match.group(1)
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0

    verified = _run(tmp_path, language, "verify", path)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    replayed = _run(tmp_path, language, "replay", path, typed="e\n")
    assert replayed.returncode == 0 and "Ann" in replayed.stdout, replayed.stdout
    changed = tmp_path / "changed.paiju"
    data = bytearray(Path(path).read_bytes())
    data[len(data) // 2] ^= 1
    changed.write_bytes(data)
    assert _run(tmp_path, language, "verify", str(changed)).returncode == 1


def _run(home: Path, language: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PAIJU, *words],
        env=_environment(home, language),
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_it_works_over_a_pipe(tmp_path: Path) -> None:
    """Numbers typed ahead wait for their questions; the end of the input ends the program, without a fault."""
    done = _run(
        tmp_path,
        "en_US.UTF-8",
        "play",
        "highcard",
        "tricks=2",
        "--seats",
        "2",
        "--bots",
        "random",
        typed="1\n1\ntable\n",
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "=== The match begins ===" in done.stdout
    assert re.search(r"=== .* won", done.stdout), done.stdout


def test_the_menu_opens_in_both_languages(tmp_path: Path) -> None:
    done = _run(tmp_path, "en_US.UTF-8", typed="6\n6\n4\n4\n\nq\n")
    assert done.returncode == 0, done.stderr
    assert "Play Dingti" in done.stdout and "和电脑玩顶替" in done.stdout and "Goodbye" in done.stdout


def test_a_wrong_word_gets_a_sentence(tmp_path: Path) -> None:
    for words in (
        ["play", "chess"],
        ["join", "http://x"],
        ["sim", "dingti", "nonsense=3"],
        ["verify", "/nonexistent"],
    ):
        done = _run(tmp_path, "en_US.UTF-8", *words)
        assert done.returncode != 0 and "Traceback" not in done.stderr, words
        assert re.search(r"Error: .{10,}", done.stderr), done.stderr
