"""A fresh machine: `make` finds a Python or says plainly what is missing, and what is built from the tree is whole."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house import PACKAGES, ROOT, project, tracked

DATA = {".toml", ".md", ".json", ".tcss"}
"""What ships in packages beside Python."""


def _run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """In ROOT, in English, without what an outer `make test` handed down."""
    clean = {
        key: value for key, value in os.environ.items() if key not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL"}
    }
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env=clean | {"LC_ALL": "C.UTF-8"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )


def _script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def _fake(path: Path, preamble: str) -> Path:
    """An interpreter like this one, to which `preamble` happened before it runs what is given to `-c`."""
    return _script(path, f"for code do :; done\nexec '{sys.executable}' -E -c \"{preamble}\n$code\"")


def _venv_with(python: str | Path, folder: Path) -> str:
    """What `make venv` says on an empty machine with that Python; it must fail and leave nothing."""
    venv = folder / "venv"
    made = _run("make", "venv", f"PYTHON={python}", f"VENV={venv}")
    assert made.returncode != 0
    assert not venv.exists()
    return made.stderr


def test_a_python_that_does_not_run_is_named(tmp_path: Path) -> None:
    said = _venv_with("/bin/false", tmp_path)
    assert "/bin/false does not run" in said
    assert "apt install python3" in said


def test_a_python_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = _venv_with(tmp_path / "nothing", tmp_path)
    assert f"There is no {tmp_path / 'nothing'}." in said


def test_an_old_python_is_told_its_age(tmp_path: Path) -> None:
    old = _fake(tmp_path / "python3.9", "import sys; sys.version_info = (3, 9, 2)")
    said = _venv_with(old, tmp_path)
    assert f"{old} is Python 3.9; Paiju needs 3.11 or newer." in said


@pytest.mark.parametrize(
    ("module", "remedy"),
    [
        ("venv", "apt install python3-venv"),
        ("ensurepip", "apt install python3-venv"),
        ("sqlite3", "apt install libsqlite3-dev"),
        ("ssl", "apt install libssl-dev"),
    ],
)
def test_a_missing_module_is_named_with_its_remedy(module: str, remedy: str, tmp_path: Path) -> None:
    lacking = _fake(tmp_path / "python3", f"import sys; sys.modules['{module}'] = None")
    said = _venv_with(lacking, tmp_path)
    assert f"{lacking} is new enough, but lacks: {module}\n" in said
    assert remedy in said


def test_the_first_python_that_fits_is_taken(tmp_path: Path) -> None:
    _fake(tmp_path / "python3", "import sys; sys.version_info = (3, 9, 2)")
    _fake(tmp_path / "python3.13", "import sys; sys.modules['ensurepip'] = None")
    fits = _fake(tmp_path / "python3.12", "pass")
    found = _run("/bin/sh", "scripts/find-python", "", PATH=str(tmp_path))
    assert (found.returncode, found.stdout, found.stderr) == (0, f"{fits}\n", "")


def test_without_any_python_it_says_how_to_get_one(tmp_path: Path) -> None:
    found = _run("/bin/sh", "scripts/find-python", "", PATH=str(tmp_path))
    assert found.returncode == 1
    assert "There is no python3 on the PATH." in found.stderr
    assert "apt install python3 python3-venv" in found.stderr


def test_a_failed_installation_says_so_and_is_tried_again(tmp_path: Path) -> None:
    """The installer's complaint is shown, no game is begun, and no stamp claims that all is there."""
    (tmp_path / "bin").mkdir()
    _script(tmp_path / "bin" / "python", "echo Collecting click==1; echo 'no such address' >&2; exit 1")
    (tmp_path / "made").touch()
    for _ in range(2):
        made = _run("make", "play", f"VENV={tmp_path}")
        assert made.returncode != 0
        assert made.stdout == "Installing what Paiju runs on …\n  click\n"
        assert made.stderr.startswith("no such address\nPaiju could not be set up")
        assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["made"]


def test_help_lists_every_word_that_the_guide_names() -> None:
    listed = set(re.findall(r"^  make (\w+)", _run("make").stdout, re.MULTILINE))
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8") + (ROOT / "README.md").read_text(
        encoding="utf-8"
    )
    assert {"play", "serve", "test", "lint", "bench"} <= listed
    assert set(re.findall(r"(?:`|^    )make ([a-z]+)", guide, re.MULTILINE)) <= listed


def test_the_command_knows_its_version() -> None:
    said = _run(sys.executable, "-m", "clients.cli.main", "--version")
    assert (said.returncode, said.stdout.split()[-1]) == (0, project()["version"])


ALONE = """
import asyncio, sys
from pathlib import Path
sys.path[:] = [sys.argv[1], *(p for p in sys.path if p and not Path(p, "examples").exists())]
from server.app import build
from server.config import Config
asyncio.run(build(Config(store="memory:")))
print(build.__code__.co_filename)
"""
"""Puts a server together from the folder that is its argument, where the source tree is out of reach."""


@pytest.mark.slow
def test_a_wheel_holds_the_packages_with_their_data_and_nothing_else(tmp_path: Path) -> None:
    for path in tracked():
        (tmp_path / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / "tree" / path)
    built = _run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, tmp_path / "tree"
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {Path(name) for name in archive.namelist() if ".dist-info/" not in name}
    assert held == {path for path in tracked(*PACKAGES) if path.suffix in DATA | {".py"}}

    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    alone = _run(sys.executable, "-c", ALONE, tmp_path / "installed")
    assert alone.stdout.startswith(str(tmp_path / "installed")), alone.stderr
