"""Another release of the server, to upgrade to: this one's code under a later version, and changed as a test says."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.house import ROOT

__all__ = ["NEXT", "next_release"]

NEXT = "77.0"
"""Its version."""
LETTERS = Path("server/relay/letters.py")
DIALECT = "\nDIALECT = 1\n"


def next_release(folder: Path, *, same_dialect: bool) -> Path:
    """A folder to start it from (`python -m server`). Processes of this release understand it if it has the `same_dialect`."""
    for package in ("engine", "protocol", "server"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"paiju-{NEXT}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: paiju\nVersion: {NEXT}\n", encoding="utf-8"
    )
    if not same_dialect:
        text = (folder / LETTERS).read_text(encoding="utf-8")
        assert DIALECT in text
        (folder / LETTERS).write_text(text.replace(DIALECT, "\nDIALECT = 2\n"), encoding="utf-8")
    return folder
