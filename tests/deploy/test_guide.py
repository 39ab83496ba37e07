"""docs/hosting.md names what there is: settings, files, containers, verbs."""

from __future__ import annotations

import re

import click
import pytest

from clients.cli.main import main
from server.config import describe
from tests.deploy.programs import DEPLOY
from tests.house import tracked

GUIDE = (DEPLOY.parent / "docs/hosting.md").read_text(encoding="utf-8")
SETTINGS = {name for name, _, _ in describe()} | {"config"}
PLACES = [path for path in tracked("deploy", "docs/hosting.md") if path.suffix != ".json"]


@pytest.mark.parametrize("path", PLACES, ids=str)
def test_every_variable_is_a_setting(path: object) -> None:
    text = (DEPLOY.parent / str(path)).read_text(encoding="utf-8")
    named = {name.lower() for name in re.findall(r"\bPAIJU_([A-Z_]+)", text)}
    assert named - SETTINGS == set()


def test_every_file_of_deploy_that_is_named_exists() -> None:
    named = set(re.findall(r"\bdeploy/[\w./-]*\w", GUIDE))
    assert len(named) > 8
    assert {name for name in named if not (DEPLOY.parent / name).exists()} == set()


def test_every_verb_is_one() -> None:
    verbs = set(re.findall(r"`(?:\.venv/bin/)?paiju ([a-z]+)", GUIDE))
    assert {"serve", "doctor"} <= verbs <= set(main.list_commands(click.Context(main)))


def test_the_containers_that_are_named_exist() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    for name in ("paiju-1", "paiju-2", "redis"):
        assert f"\n  {name}:" in text and name in GUIDE
    assert "image: paiju:local\n" in text and "paiju:local" in GUIDE
    assert text.splitlines().count("name: paiju") == 1 and "paiju_redis:/data" in GUIDE
