"""The log and the chat of a table, and the colours that one can choose."""

from __future__ import annotations

import asyncio
from itertools import combinations

import pytest
from textual.color import Color
from textual.widgets import Input

import protocol.messages as wire
from clients.cli.full.themes import THEMES
from clients.cli.full.widgets.chat import Chat
from clients.cli.full.widgets.log import Log
from tests.clients.stage import Stage, TableApp, screen_text

WORDY = [f"line {n}: Player 2 does something that takes a good many words to tell" for n in range(40)]


def _rows(app: TableApp) -> list[str]:
    log = app.query_one("#log", Log)
    return screen_text(app, log.region)


async def test_the_newest_lines_are_marked_and_the_rest_can_be_read() -> None:
    app = TableApp(Stage("dingti", 4, 1).scene(0))
    async with app.run_test(size=(80, 14)) as pilot, asyncio.timeout(60):
        await app.table.show(app.scene.model, app.scene.describe)
        app.table.tell(WORDY)
        app.table.tell(["Player 3 passes.", "Player 4 passes."])
        await pilot.pause()
        marked = [row for row in _rows(app) if row.startswith("▌")]
        assert [row.rstrip("▁▂▃▄▅▆▇█ ") for row in marked] == ["▌Player 3 passes.", "▌Player 4 passes."]
        await app.table.press("log")
        await pilot.press("home")
        await pilot.pause()
        assert "line 0" in " ".join(_rows(app))
        assert not any(row.startswith("▌") for row in _rows(app))
        app.table.tell(["more"])
        await pilot.pause()
        assert "line 0" in " ".join(_rows(app))  # who reads the past is left in peace
        await pilot.press("end")
        await pilot.resize_terminal(80, 11)
        await pilot.pause()
        assert "more" in " ".join(_rows(app))  # and who is at the end stays there
        app.table.forget()
        await pilot.pause()
        assert not "".join(_rows(app)).strip()


async def test_what_is_told_while_the_log_is_out_of_sight_is_there_afterwards() -> None:
    app = TableApp(Stage("dingti", 4, 1).scene(0))
    async with app.run_test(size=(80, 14)) as pilot, asyncio.timeout(60):
        await app.table.show(app.scene.model, app.scene.describe)
        app.table.tell(WORDY[:3])
        await pilot.pause()
        await app.table.press("info")
        await pilot.pause()
        app.table.tell(
            ["Player 3 passes.", "Player 4 passes, with a sentence that is too long for one line."]
        )
        await pilot.pause()
        await app.table.press("info")
        await pilot.pause()
        await pilot.pause()
        said = [row.strip("▌ ▁▂▃▄▅▆▇█") for row in _rows(app)]
        assert "Player 3 passes." in said
        after = said[said.index("Player 3 passes.") + 1 :]
        assert " ".join(after).strip() == "Player 4 passes, with a sentence that is too long for one line."


async def test_another_width_wraps_the_log_anew() -> None:
    app = TableApp(Stage("dingti", 4, 1).scene(0))
    async with app.run_test(size=(80, 14)) as pilot, asyncio.timeout(60):
        await app.table.show(app.scene.model, app.scene.describe)
        app.table.tell(WORDY)
        await pilot.pause()
        before = len(app.query_one("#log", Log).lines)
        await pilot.resize_terminal(200, 40)
        await pilot.pause()
        assert len(app.query_one("#log", Log).lines) < before
        assert "line 39" in " ".join(_rows(app))


async def test_chat_takes_turns_with_the_log_where_there_is_no_room_for_both() -> None:
    scene = Stage("dingti", 4, 1).scene(0)
    scene.model.chat.append(wire.Said(player="p", name="Bea [b]", text="hello [red]you", at=0))
    app = TableApp(scene)
    async with app.run_test(size=(80, 14)) as pilot, asyncio.timeout(60):
        await app.show()
        await pilot.pause()
        log, chat = app.query_one("#log"), app.query_one(Chat)
        assert log.display and not chat.display
        assert not any("Bea" in row for row in _rows(app))
        scene.model.chat.append(wire.Said(player="p", name="Bea [b]", text="hello [blue]again", at=0))
        await app.show()
        await pilot.pause()
        assert any("Bea [b]" in row for row in _rows(app))  # and yet nothing that is said is missed
        await app.table.press("chat")
        await pilot.pause()
        assert chat.display and not log.display
        assert "hello [red]you" in " ".join(screen_text(app, chat.region))
        assert isinstance(app.focused, Input)
        await pilot.press("h", "i", "enter")
        await pilot.pause()
        assert app.spoken == ["hi"]
        await pilot.press("escape")
        await pilot.pause()
        assert log.display and not chat.display and not isinstance(app.focused, Input)
        await pilot.resize_terminal(160, 40)
        await pilot.pause()
        assert chat.display and log.display


def _weak(colour: str, kind: str) -> tuple[float, ...]:
    """A colour as who lacks one kind of cone sees it (linear matrices of the usual simulation)."""
    rgb = [part / 255 for part in Color.parse(colour).rgb]
    rows = {
        "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    }[kind]
    return tuple(sum(a * b for a, b in zip(row, rgb, strict=True)) for row in rows)


@pytest.mark.parametrize("kind", ["protan", "deutan"])
def test_the_safe_colours_stay_apart(kind: str) -> None:
    safe = next(theme for theme in THEMES if theme.name == "paiju-safe")
    told = [safe.success, safe.error, safe.variables["suit-black"]]
    for one, other in combinations([_weak(str(colour), kind) for colour in told], 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) > 0.1


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_everything_can_be_read_on_its_ground(theme: object) -> None:
    """Contrast of 4.5 to 1, as the web's guidelines ask of text."""
    colours = {f"seat-{n}" for n in range(1, 11)} | {"suit-red", "suit-black"}
    for one in THEMES:
        if one is theme:
            ground = Color.parse(str(one.background))
            low = [name for name in colours if _contrast(Color.parse(one.variables[name]), ground) < 4.5]
            assert not low


def _contrast(one: Color, other: Color) -> float:
    def light(colour: Color) -> float:
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in colour.normalized]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)
