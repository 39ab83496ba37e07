"""docs/security.md names tests, and each of them is there."""

from __future__ import annotations

import ast
import re

from tests.house import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")


def _tests(path: str) -> set[str]:
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in tree.body if isinstance(node, kinds) and node.name.startswith("test_")}


def test_every_test_that_is_named_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 50
    assert [f"{path}::{name}" for path, name in named if name not in _tests(path)] == []


def test_every_attack_names_a_test() -> None:
    rows = [
        row for row in PAGE.splitlines() if row.count("|") == 4 and not row.startswith(("|---", "| attack |"))
    ]
    assert len(rows) > 40
    assert [row for row in rows if not NAMED.search(row)] == []
