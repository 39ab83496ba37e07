"""`paiju scenario FILE|DIR…`: play rule scenarios (docs/scenarios.md) and say which ones the rules do not fulfil."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from clients.cli.verbs.common import speech_of
from engine.scenario import Result, play

__all__ = ["scenario"]

NEWEST = 40
"""Lines of a failed step's log that are shown; the last ones tell most."""


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file, and one with the sums.")
@click.pass_context
def scenario(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Play rule scenarios: TOML files, or all of them under a directory. Exit code 1 if one fails."""
    language = speech_of(ctx).language
    passed = failed = 0
    for file in _files(paths):
        result = play(file.read_text(encoding="utf-8", errors="replace"))
        passed += result.passed
        failed += not result.passed
        if as_json:
            click.echo(json.dumps(_plain(file, result), ensure_ascii=False))
        elif not result.passed:
            _show(file, result, language)
    if as_json:
        click.echo(json.dumps({"passed": passed, "failed": failed}))
    else:
        click.echo(f"{passed} passed, {failed} failed")
    ctx.exit(1 if failed or not passed else 0)


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def _show(file: Path, result: Result, language: str) -> None:
    click.echo(f"{file}")
    if result.scenario is not None:
        click.echo(f"  {getattr(result.scenario.title, language)}")
    for failure in result.failures:
        where = f"step {failure.step}" if failure.step else "before the first step"
        note = f" ({failure.note})" if failure.note else ""
        kind = "the scenario cannot be played: " if failure.written else ""
        click.echo(f"  {where}{note}: {kind}{failure.what}")
    log = result.failures[-1].log
    if log:
        click.echo("  what happened in that step:")
    for line in log[-NEWEST:]:
        click.echo(f"    {line}")


def _plain(file: Path, result: Result) -> dict[str, object]:
    title = (
        None if result.scenario is None else {"en": result.scenario.title.en, "zh": result.scenario.title.zh}
    )
    failures = [
        {"step": f.step, "note": f.note, "written": f.written, "what": f.what, "log": f.log}
        for f in result.failures
    ]
    return {"file": str(file), "passed": result.passed, "title": title, "failures": failures}
