"""Who may use what, beyond the contracts between packages that import-linter checks (pyproject.toml)."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.house import PACKAGES, ROOT, project

OURS = set(PACKAGES)
PURE = {"engine": {"msgspec"}, "protocol": {"msgspec"}}
"""Packages that may use less than what is declared as a dependency."""

IMPURE = {"open", "input", "print", "breakpoint", "id", "hash"}
"""Built-ins that reach outside the fold, or whose value differs between two runs (law 1)."""


def _sources(package: str) -> list[tuple[Path, ast.Module]]:
    found = [
        (path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted((ROOT / package).rglob("*.py"))
    ]
    assert found
    return found


def _imported(tree: ast.Module) -> set[str]:
    """The top-level names of all modules that are imported absolutely."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def _declared() -> set[str]:
    """The import names of the runtime dependencies."""
    lines = project()["dependencies"]
    assert isinstance(lines, list)
    return {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in lines}


@pytest.mark.parametrize("package", sorted(OURS))
def test_nothing_undeclared_is_imported(package: str) -> None:
    allowed = sys.stdlib_module_names | OURS | PURE.get(package, _declared())
    for path, tree in _sources(package):
        assert _imported(tree) <= allowed, path


def test_every_dependency_is_used() -> None:
    used = {name for package in OURS for _, tree in _sources(package) for name in _imported(tree)}
    assert _declared() <= used


def test_the_engine_calls_no_impure_builtin() -> None:
    for path, tree in _sources("engine"):
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & IMPURE, path


@pytest.mark.parametrize("package", sorted(OURS))
def test_only_what_a_module_exports_is_imported_from_it(package: str) -> None:
    """`__all__` says what others may use, so a name that is missing there is its module's own."""
    private = [
        f"{path}:{node.lineno}: {', '.join(names)} of {node.module}"
        for path, tree in _sources(package)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS
        if (names := {alias.name for alias in node.names} - _offered(node.module))
    ]
    assert not private


@cache
def _offered(module: str) -> set[str]:
    """What a module of ours exports, and the modules inside it."""
    place = ROOT.joinpath(*module.split("."))
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    names = {child.stem for child in place.iterdir()} if place.is_dir() else set()
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names |= set(ast.literal_eval(node.value))
    return names
