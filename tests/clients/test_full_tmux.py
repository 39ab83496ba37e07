"""The full-screen client in a real terminal: tmux is the terminal, keys are sent to it, and what it shows is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from clients.cli.speech import LANGUAGES, Speech
from tests.house import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(180),
    pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here"),
]

WIDTH, HEIGHT = 80, 24
PATIENCE = 60.0
"""Seconds for anything that must appear."""
PASSED = {"en": "Ann passes", "zh": "Ann 放弃"}
PASS = {"en": "1 Pass", "zh": "1 放弃"}


class Terminal:
    """A terminal of 80×24 with a shell in it, on a tmux server of its own."""

    def __init__(self, socket: Path, home: Path) -> None:
        self._tmux = ["tmux", "-u", "-f", os.devnull, "-S", str(socket)]
        self._environment = {
            **{name: value for name, value in os.environ.items() if name not in ("TMUX", "NO_COLOR")},
            "HOME": str(home),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_DATA_HOME": str(home / "data"),
            "LC_ALL": "C.UTF-8",
            "LOGNAME": "Ann",
            "PYTHONPATH": str(ROOT),
        }
        self._run("new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), "sh")

    def _run(self, *words: str) -> str:
        return subprocess.run(
            [*self._tmux, *words],
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        ).stdout

    def type(self, text: str) -> None:
        """A line, and Enter."""
        self._run("send-keys", "-l", text)
        self._run("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self._run("send-keys", *keys)

    def end(self) -> None:
        self._run("kill-server")

    @property
    def screen(self) -> str:
        return self._run("capture-pane", "-p")

    def is_on(self, flag: str) -> bool:
        """One of tmux's flags of the terminal's state."""
        return self._run("display-message", "-p", f"#{{{flag}}}").strip() == "1"

    def until(
        self, come: Callable[[str], bool], what: str, meanwhile: Callable[[str], None] | None = None
    ) -> str:
        """Look until what is shown is as wanted, and do `meanwhile` between looks."""
        deadline = time.monotonic() + PATIENCE
        while not come(shown := self.screen):
            assert time.monotonic() < deadline, f"never came to pass: {what}\n{shown}"
            if meanwhile is not None:
                meanwhile(shown)
            time.sleep(0.1)
        return shown

    def sees(self, *words: str) -> str:
        return self.until(lambda shown: all(word in shown for word in words), str(words))


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    with tempfile.TemporaryDirectory(prefix="paiju-") as short:  # a socket's path has little room
        terminal = Terminal(Path(short, "tmux"), tmp_path)
        try:
            yield terminal
        finally:
            terminal.end()


@pytest.mark.parametrize("language", LANGUAGES)
def test_from_the_shell_to_a_table_and_back(terminal: Terminal, language: str) -> None:
    """Home, a game against bots, an answer, the menu, home, and out; the shell has its terminal back as it was."""
    say = Speech(language)
    terminal.type(f"{sys.executable} -m clients.cli.main --lang {language}; echo ended: $?")
    terminal.sees(say("home.title"), say("full.bots"), say("full.how_home"))
    assert terminal.is_on("alternate_on")
    assert terminal.is_on("mouse_any_flag")
    terminal.press("Enter")
    terminal.sees(say("games.head"))
    terminal.press("Enter")
    shown = terminal.until(lambda shown: PASS[language] in shown, "a question")
    assert "Ann" in shown
    assert max(map(cell_len, shown.splitlines())) <= WIDTH
    terminal.until(
        lambda shown: PASSED[language] in shown,
        "an answer that was taken",
        lambda shown: terminal.press("1") if PASS[language] in shown else None,
    )
    terminal.press("F10")
    terminal.sees(say("menu.head"), say("menu.leave"), say("menu.help"))
    terminal.press("End", "Up", "Enter")
    terminal.sees(say("menu.sure_leave_alone"))
    terminal.press("Down", "Enter")
    terminal.sees(say("home.title"), say("full.how_home"))
    terminal.press("q")
    shown = terminal.sees("ended: 0")
    assert say("home.title") not in shown
    assert not terminal.is_on("alternate_on")
    assert not terminal.is_on("mouse_any_flag")
    assert terminal.is_on("cursor_flag")
    assert "Traceback" not in shown
