"""`python -m tests.clients.screens [NAME…]`, or `make screens`: draws the screens, as text and as pictures, and says which changed."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from clients.cli.speech import LANGUAGES
from tests.clients.screens.gallery import PICTURES, SCREENS, STORED, picture, pictures_path, texts, texts_path
from tests.house import ROOT


def _write(path: Path, drawn: str) -> bool:
    """Returns whether it is another one now."""
    before = path.read_text(encoding="utf-8") if path.exists() else None
    if drawn == before:
        return False
    path.parent.mkdir(exist_ok=True)
    path.write_text(drawn, encoding="utf-8")
    click.echo(f"{'new' if before is None else 'changed'}: {path.relative_to(ROOT)}")
    return True


async def _draw(names: Sequence[str]) -> int:
    """Returns how many are others now."""
    changed = 0
    for screen in names:
        for language in LANGUAGES if screen in SCREENS else ():
            with tempfile.TemporaryDirectory() as folder:
                changed += _write(texts_path(screen, language), await texts(screen, language, Path(folder)))
        for name in (name for name, shows in PICTURES.items() if shows.screen == screen):
            with tempfile.TemporaryDirectory() as folder:
                changed += _write(pictures_path(name), await picture(name, Path(folder)))
    return changed


def _remove_others() -> None:
    kept = {texts_path(screen, language) for screen in SCREENS for language in LANGUAGES}
    kept |= {pictures_path(name) for name in PICTURES}
    for path in [*STORED.glob("*.txt"), *pictures_path("x").parent.glob("*.svg")]:
        if path not in kept:
            path.unlink()
            click.echo(f"gone: {path.relative_to(ROOT)}")


def main() -> int:
    names = sys.argv[1:] or list(SCREENS)
    if unknown := [name for name in names if name not in SCREENS]:
        click.echo(f"no such screen: {', '.join(unknown)}; there are {', '.join(SCREENS)}", err=True)
        return 2
    changed = asyncio.run(_draw(names))
    _remove_others()
    click.echo(f"{changed} changed" if changed else "All screens are as they were.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
