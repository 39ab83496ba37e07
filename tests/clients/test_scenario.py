"""`paiju scenario` says what passed, what failed, at which step and what was seen instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from clients.cli.main import main

GOOD = """
game = "highcard"
seats = 2
options = { tricks = 1 }
title = { en = "one trick", zh = "一轮" }
rules = ["§1.2"]

[[step]]
note = "the leader"
asked = [0]
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "bad.toml").write_text(GOOD.replace("[0]", "[1]"), encoding="utf-8")
    return tmp_path


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_all_pass(cases: Path) -> None:
    result = run("scenario", cases / "good.toml")
    assert (result.exit_code, result.output) == (0, "1 passed, 0 failed\n")


def test_a_failure_names_file_step_and_what_was_seen(cases: Path) -> None:
    result = run("--lang", "zh", "scenario", cases)
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[:2] == [str(cases / "deep" / "bad.toml"), "  一轮"]
    assert lines[2] == "  step 1 (the leader): window put should ask [1]; instead window put asks [0]"
    assert lines[-1] == "1 passed, 1 failed"


def test_a_file_that_cannot_be_played(cases: Path) -> None:
    file = cases / "deep" / "bad.toml"
    file.write_text("game = ", encoding="utf-8")
    result = run("scenario", file)
    assert result.exit_code == 1
    assert "before the first step: the scenario cannot be played: this is not TOML" in result.output


def test_no_scenario_at_all_is_no_success(tmp_path: Path) -> None:
    result = run("scenario", tmp_path)
    assert (result.exit_code, result.output) == (1, "0 passed, 0 failed\n")


def test_json(cases: Path) -> None:
    result = run("scenario", cases, "--json")
    bad, good, sums = [json.loads(line) for line in result.output.splitlines()]
    assert (good["passed"], good["failures"]) == (True, [])
    assert bad["failures"][0]["step"] == 1
    assert bad["failures"][0]["written"] is False
    assert sums == {"passed": 1, "failed": 1}
