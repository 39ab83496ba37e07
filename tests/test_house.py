"""What must stay true of the house as a whole: its words, pins, links, licence, version and measures."""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.core.words import flatten
from tests.house import PACKAGES, ROOT, project, tracked

# Written so that the pattern does not match itself.
FOREIGN = re.compile(
    r"(?<![\w.])/(?:roo[t]|home/\w+|wor[k]|User[s]/\w+)/"
    r"|--(?:extra-)?index-ur[l]|--find-link[s]"
)
"""One machine's folders, and where one network fetches its packages from. (The pins have no address: `_pins` reads each line.)"""

PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;]+)(?P<marker> ; [^\\]+)? \\$")
DIGEST = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)")


def _text(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_no_file_names_a_machine_or_a_download_address() -> None:
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in tracked()
        for number, line in enumerate(_text(path).splitlines(), 1)
        if FOREIGN.search(line)
    ]
    assert not found


@pytest.mark.parametrize("line", ["SEE /ROOT/X", "X = '/HOME/ANN/Y'", "--INDEX-URL=X"])
def test_the_forbidden_is_recognised(line: str) -> None:
    assert FOREIGN.search(line.lower())


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_of_code_is_a_package(package: str) -> None:
    """Without its `__init__.py` a folder would be left out of the wheel and of the import contracts."""
    files = set(tracked(package))
    assert {path.parent / "__init__.py" for path in files if path.suffix == ".py"} <= files


def _pins(name: str) -> dict[str, str]:
    """Package → version and marker, of one file of requirements/; every line is checked."""
    pins: dict[str, str] = {}
    hashes = 0
    for line in _text(Path("requirements", name)).splitlines():
        if pin := PIN.match(line):
            assert not pins or hashes, f"{line} follows a pin without hashes"
            pins[pin["name"]] = pin["version"] + (pin["marker"] or "")
            hashes = 0
        else:
            assert DIGEST.match(line), line
            hashes += 1
    assert hashes
    return pins


def test_every_dependency_is_pinned_with_hashes() -> None:
    runtime = _pins("runtime.txt")
    declared = project()["dependencies"]
    assert isinstance(declared, list)
    assert {re.split(r"[^\w-]", line)[0] for line in declared} <= runtime.keys()


def test_a_contributor_has_the_packages_that_a_player_has() -> None:
    assert _pins("runtime.txt").items() <= _pins("dev.txt").items()


def test_the_version_stands_in_one_place() -> None:
    number = project()["version"]
    assert isinstance(number, str)
    assert version("paiju") == number
    stated = re.compile(rf"(?<![a-z])version[_\"]*\s*[:=]\s*[\"']{re.escape(number)}[\"']", re.IGNORECASE)
    assert [path for path in tracked("*.py", "*.toml") if stated.search(_text(path))] == [
        Path("pyproject.toml")
    ]


def test_the_licence_is_named_and_present() -> None:
    text = _text(Path("LICENSE"))
    assert project()["license"] == "MIT"
    assert text.startswith("MIT License")
    assert "Paiju contributors" in text


@pytest.mark.parametrize("page", tracked("*.md"), ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(_text(page)) if not (ROOT / page.parent / link).exists()] == []


@pytest.mark.parametrize("english", tracked("*/texts/en.toml", "*/texts/*.en.toml"), ids=str)
def test_both_languages_say_the_same_things(english: Path) -> None:
    """The same keys, each with the same parameters."""
    chinese = english.with_name(english.name.replace("en.toml", "zh.toml"))
    en, zh = (flatten(tomllib.loads(_text(path))) for path in (english, chinese))
    assert en.keys() == zh.keys()
    fields = re.compile(r"\{(\w+)")
    differ = [key for key in en if set(fields.findall(en[key])) != set(fields.findall(zh[key]))]
    assert not differ


def test_most_files_are_short() -> None:
    """Near 100 lines as a rule, and few above 300."""
    lengths = sorted(_text(source).count("\n") for source in tracked("*.py"))
    assert lengths[len(lengths) // 2] <= 110
    assert sum(length > 300 for length in lengths) <= len(lengths) // 20


@pytest.mark.parametrize("source", tracked("*.py"), ids=str)
def test_files_and_functions_stay_short(source: Path) -> None:
    """At most 400 lines, and 40 for a function."""
    text = _text(source)
    assert text.count("\n") <= 400
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None
    }
    assert {name: lines for name, lines in long.items() if lines > 40} == {}
