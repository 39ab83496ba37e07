"""Every scenario under tests/rules is played, and cites paragraphs that its game's rulebook has (docs/scenarios.md)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.registry import package_of
from engine.scenario import Result, play, read
from engine.words import LANGUAGES, rulebook

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs" / "scenarios.md"
FILES = sorted(HERE.rglob("*.toml"))


def name_of(file: Path) -> str:
    return str(file.relative_to(HERE).with_suffix(""))


def complaints(result: Result) -> str:
    lines = [f"step {f.step} {f.note}: {f.what}" for f in result.failures]
    log = result.failures[-1].log if result.failures else []
    return "\n".join([*lines, *(f"    {line}" for line in log)])


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_scenario(file: Path) -> None:
    result = play(file.read_text(encoding="utf-8"))
    assert result.passed, complaints(result)
    assert result.scenario is not None
    assert result.scenario.game == file.relative_to(HERE).parts[0]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_cited_paragraphs_exist(file: Path) -> None:
    scenario = read(file.read_text(encoding="utf-8"))
    assert scenario.rules
    for language in LANGUAGES:
        book = rulebook(package_of(scenario.game), language)
        for rule in scenario.rules:
            if isinstance(rule, str):
                assert f"**{rule.removeprefix('§')}**" in book, f"{language}: there is no paragraph {rule}"
            else:
                assert re.search(rf"\| {rule} \| §", book), f"{language}: the appendix has no ruling {rule}"


def test_the_example_of_the_documentation() -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    result = play(example)
    assert result.passed, complaints(result)


def test_no_two_scenarios_have_the_same_title() -> None:
    scenarios = [read(file.read_text(encoding="utf-8")) for file in FILES]
    said = [(s.game, s.title.en) for s in scenarios]
    assert len(said) == len(set(said))
