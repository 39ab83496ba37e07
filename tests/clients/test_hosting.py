"""Hosting as a person meets it: `paiju serve` in a terminal tells how friends come in, and they do."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

PAIJU = [sys.executable, "-m", "clients.cli.main"]
LINK = re.compile(r"paiju://127\.0\.0\.1:\d+/\?key=\w{24}")


def environment(home: Path, language: str) -> dict[str, str]:
    own = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "XDG_DATA_HOME": str(home / "data")}
    return {**os.environ, **own, "LANG": language, "LC_ALL": language, "PYTHONUTF8": "1", "TERM": "dumb"}


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A private server in a terminal of 100 columns. Yields its link and all that was said until it was ready."""
    flags = ["serve", "--private", "--port", "0", "--store", "memory:"]
    terminal = pexpect.spawn(
        PAIJU[0], [*PAIJU[1:], *flags], env=environment(tmp_path, "en_US.UTF-8"), encoding="utf-8", timeout=30,
        dimensions=(50, 100),
    )  # fmt: skip
    try:
        terminal.expect("server ready")
        said = terminal.before or ""
        found = LINK.search(said)
        assert found is not None, said
        yield found[0], said
    finally:
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
        terminal.close()


def paiju(home: Path, language: str, *words: str, typed: str = "quit\n") -> tuple[int, str]:
    """Exit code and all that was said."""
    done = subprocess.run(
        [*PAIJU, *words], input=typed, env=environment(home, language), capture_output=True, text=True, timeout=40,
        check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_link_that_serve_prints_lets_a_friend_in_and_is_remembered(
    hosted: tuple[str, str], tmp_path: Path
) -> None:
    link, said = hosted
    assert "█" in said and "Only this machine reaches it" in said
    friend, stranger = tmp_path / "friend", tmp_path / "stranger"
    code, heard = paiju(friend, "en_US.UTF-8", "join", link, "--name", "Ben")
    assert code == 0 and "as Ben." in heard
    bare = link.partition("?")[0]
    code, heard = paiju(friend, "en_US.UTF-8", "join", bare)
    assert code == 0 and "as Ben." in heard, "the key is remembered"
    code, heard = paiju(friend, "en_US.UTF-8", "doctor", bare)
    assert code == 0 and "All is well." in heard
    code, heard = paiju(stranger, "zh_CN.UTF-8", "join", bare)
    assert code == 1 and "这是私人服务器" in heard
    code, heard = paiju(stranger, "en_US.UTF-8", "join", bare, "--key", "guessed-key")
    assert code == 1 and "not this server's key" in heard and "guessed-key" not in heard
    code, heard = paiju(stranger, "zh_CN.UTF-8", "doctor", bare)
    assert code == 1 and "带密钥的完整邀请链接" in heard


def test_what_is_no_terminal_gets_no_code(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PAIJU, "serve", "--port", "0", "--store", "memory:"],
        env=environment(tmp_path, "zh_CN.UTF-8"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        assert server.stdout is not None
        first, second = server.stdout.readline(), server.stdout.readline()
        server.terminate()
        rest = server.stdout.read()
        assert server.wait(20) == 0
    assert first.startswith("牌局已开") and "paiju join paiju://127.0.0.1:" in second
    assert "█" not in rest and "key=" not in second


@pytest.mark.slow
def test_a_table_has_a_link_of_its_own(hosted: tuple[str, str], tmp_path: Path) -> None:
    typed = "create highcard 2 listed=no password=sesame\ninvite\nquit\n"
    code, heard = paiju(tmp_path / "ann", "en_US.UTF-8", "join", hosted[0], "--name", "Ann", typed=typed)
    link = re.search(r"paiju join '(paiju://127\.0\.0\.1:\d+/(\w+)\?key=\w+)'", heard)
    assert code == 0 and link is not None, heard
    assert "password" in heard[link.end() :]
    home = tmp_path / "ben"
    _, heard = paiju(
        home, "en_US.UTF-8", "join", f"{link[1]}&password=sesame", "--name", "Ben", typed="who\nquit\n"
    )
    assert f"Room {link[2]}" in heard and "Ben" in heard and "Not done" not in heard
    _, heard = paiju(home, "en_US.UTF-8", "join", link[1], "--name", "Eve", typed="quit\n")
    assert "room/password" in heard
