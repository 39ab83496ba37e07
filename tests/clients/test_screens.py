"""Every screen looks as it is kept in screens/*.txt, and the pictures in docs/screens/ are what the client draws now.

After a change that is meant: `make screens`, and look at the difference before it is committed."""

from __future__ import annotations

import difflib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from clients.cli.speech import LANGUAGES
from tests.clients.screens.gallery import PICTURES, SCREENS, STORED, picture, pictures_path, texts, texts_path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]
LARGEST = 200_000
"""Bytes of a picture."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
async def test_a_screen_looks_as_it_is_kept(screen: str, language: str, tmp_path: Path) -> None:
    kept = texts_path(screen, language).read_text(encoding="utf-8").splitlines()
    drawn = (await texts(screen, language, tmp_path)).splitlines()
    difference = "\n".join(difflib.unified_diff(kept, drawn, "kept", "drawn", lineterm="", n=1))
    assert not difference, f"{screen} in {language} (if it is meant: make screens)\n{difference}"


@pytest.mark.parametrize("name", PICTURES)
async def test_a_picture_is_what_is_drawn_now(name: str, tmp_path: Path) -> None:
    kept = pictures_path(name).read_text(encoding="utf-8")
    assert kept == await picture(name, tmp_path), "stale: make screens"
    assert len(kept.encode()) < LARGEST
    assert "url(http" not in kept.replace('"', "") and "@import" not in kept
    assert ET.fromstring(kept).tag.endswith("svg")


def test_nothing_else_is_kept() -> None:
    kept = {path.name for path in STORED.glob("*.txt")}
    assert kept == {f"{screen}.{language}.txt" for screen in SCREENS for language in LANGUAGES}
    assert {path.stem for path in pictures_path("x").parent.iterdir()} == set(PICTURES)
