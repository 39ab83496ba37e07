"""Programs of others that the files in deploy/ are for, or are checked by; where one is missing, its tests are skipped."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

__all__ = ["DEPLOY", "image_tag", "program"]

DEPLOY = Path(__file__).parents[2] / "deploy"


def program(name: str) -> str:
    """Where it is: on the PATH, or beside our Python, where a package of Python has brought it along. Skips where it is not."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"no {name} here")
    return found


def image_tag(image: str) -> str:
    """The tag of an image, which must name a version: the newest of today is another one tomorrow."""
    _, colon, tag = image.rpartition(":")
    assert colon and any(map(str.isdigit, tag)), f"{image} has no version"
    return tag
