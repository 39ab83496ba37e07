"""Every ruling of the book's appendix, and every fault that games of this kind have had, is shown by a scenario or a test that cites it.

Scenarios cite rulings in `rules` and cases in a remark above (`# Case W4`); tests say `ruling 6`, `case D4`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from engine.scenario import read
from tests.engine.games.herokill.test_rulebook import RULINGS
from tests.house import ROOT

SCENARIOS = ROOT / "tests/rules/herokill"
TESTS = ROOT / "tests/engine/games/herokill"

CASES: Mapping[str, str] = {
    "W1": "only those who may answer are asked",
    "W3": "nobody answers, and the window closes",
    "W4": "a card is taken while it is still resolved, and the next target's window asks the right players",
    "W8": "a Nullify of a Nullify brings the trick back",
    "W12": "the dead are not asked for Medicine",
    "D1": "a rescuer who died in between is passed over",
    "D2": "judgements that follow one another stop with the death of their player",
    "D4": "nobody dies twice of one blow",
    "D6": "a user dies in the middle of what he began",
    "D7": "the match ends with the lord",
    "D8": "whatever killed the lord",
    "D10": "who dies first within one card decides",
    "D12": "what was marked ends with death",
    "D14": "damage from nobody",
    "D18": "leaving is no death",
    "E2": "a Dodge without a card is a Dodge",
    "E3": "a weapon never pays for itself",
    "E5": "what stops damage comes before what follows it",
    "E7": "nothing is left to take",
    "E8": "every question has a legal silence",
    "E9": "a card is where its zone says",
    "E11": "a conversion does not get around what forbids a target",
    "E12": "which Kills count",
    "E14": "distances with few players left",
    "E17": "somebody leaves in the middle of his turn",
    "J1": "a delayed trick is gone before its judgement",
    "J2": "a Grenade with two players left",
    "J4": "a converted delayed trick is judged once",
    "J7": "an empty pile is shuffled again",
    "J8": "no card is doubled by that",
    "J9": "both piles are empty",
    "J10": "what has one colour or none",
    "J11": "cards in use are not shuffled",
}
"""Case → what went wrong elsewhere."""


def numbers(text: str, word: str, shape: str) -> list[str]:
    """What stands behind `word` in a text, as in `rulings 4, 5`."""
    lists = re.findall(rf"\b{word}s? ({shape}(?:, {shape})*)", text, re.I)
    return [number for row in lists for number in row.split(", ")]


def cited() -> tuple[Mapping[int, list[Path]], Mapping[str, list[Path]]]:
    """Where each ruling and each case is cited."""
    rulings: dict[int, list[Path]] = defaultdict(list)
    cases: dict[str, list[Path]] = defaultdict(list)
    for path in SCENARIOS.rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        for rule in read(text).rules:
            if isinstance(rule, int):
                rulings[rule].append(path)
        for case in numbers("\n".join(re.findall(r"^# (.*)$", text, re.M)), "case", r"[A-Z]\d+"):
            cases[case].append(path)
    for path in TESTS.glob("test_*.py"):
        if path != Path(__file__):
            text = path.read_text(encoding="utf-8")
            for number in numbers(text, "ruling", r"\d+"):
                rulings[int(number)].append(path)
            for case in numbers(text, "case", r"[A-Z]\d+"):
                cases[case].append(path)
    return rulings, cases


def test_every_ruling_is_shown() -> None:
    assert set(RULINGS) - cited()[0].keys() == set()


def test_every_case_is_shown() -> None:
    assert CASES.keys() - cited()[1].keys() == set()


def test_nothing_else_is_cited() -> None:
    rulings, cases = cited()
    assert rulings.keys() <= set(RULINGS) and cases.keys() <= CASES.keys()
