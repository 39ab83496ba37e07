"""`paiju arena` counts wins by level, and by what the game says that seats were in the match."""

from __future__ import annotations

import json

from click.testing import CliRunner

from clients.cli.main import main


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["arena", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_wins_are_counted_by_role_where_there_are_roles() -> None:
    report = json.loads(run("herokill", "--bots", "random", "--seats", "3", "--games", "6", "--json"))
    (rate,) = report["levels"].values()
    assert {name: part["seats"] for name, part in rate["groups"].items()} == {"lord": 6, "rebel": 6, "spy": 6}
    assert sum(part["wins"] for part in rate["groups"].values()) == rate["wins"]
    assert rate["seats"] == 18 and rate["wins"] + report["draws"] >= 6


def test_two_levels_hold_each_role_by_their_shares() -> None:
    report = json.loads(run("herokill", "--bots", "normal,random", "--seats", "2", "--games", "4", "--json"))
    assert [rate["seats"] for rate in report["levels"].values()] == [4, 4]
    held = [sum(part["seats"] for part in rate["groups"].values()) for rate in report["levels"].values()]
    assert held == [4, 4]


def test_a_game_without_roles_has_one_row_for_each_level() -> None:
    lines = run("highcard", "tricks=1", "--bots", "random", "--seats", "2", "--games", "3").splitlines()
    assert len(lines) == 2 and lines[0] == "highcard, 2 seats, 3 games, 0 draws, 0 voided"
    assert lines[1].split()[0] == "random"
