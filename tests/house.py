"""Where the house stands and what belongs to it, for the tests that look at the tree itself."""

from __future__ import annotations

import subprocess
import tomllib
from functools import cache
from pathlib import Path

__all__ = ["PACKAGES", "ROOT", "project", "pyproject", "tracked"]

ROOT = Path(__file__).parent.parent
PACKAGES = ("clients", "engine", "protocol", "server")


@cache
def tracked(*patterns: str) -> tuple[Path, ...]:
    """The files that git keeps or would keep, relative to ROOT; only those that match one of `patterns`, if any are given."""
    listed = subprocess.run(
        # A checkout that another user owns (a container's mount) is still the house.
        [
            "git",
            "-c",
            "safe.directory=*",
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
            "--",
            *patterns,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    files = tuple(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())
    assert files, f"nothing is tracked that matches {patterns}"
    return files


@cache
def pyproject() -> dict[str, object]:
    """The whole of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def project() -> dict[str, object]:
    """Its `[project]` table."""
    found = pyproject()["project"]
    assert isinstance(found, dict)
    return found
