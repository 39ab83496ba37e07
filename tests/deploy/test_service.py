"""The systemd unit: what systemd itself says of it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from server.app import GRACE
from server.config import Config, load
from tests.deploy.programs import DEPLOY, program

UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
EXPOSURE = 3.0


def settings(unit: Path) -> list[tuple[str, str]]:
    return re.findall(r"^(\w+)=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.name
)
def test_a_service_is_hardened(unit: Path) -> None:
    done = subprocess.run(
        [program("systemd-analyze"), "security", "--offline=true", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    if "nrecognized option" in done.stderr:
        pytest.skip("this systemd-analyze is too old to look at a file")
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= EXPOSURE, done.stdout


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path, tmp_path: Path) -> None:
    """With a program that exists, since ours is not installed here; and beside the other units, which it may name."""
    for other in UNITS:
        text = re.sub(
            r"^ExecStart=.*$", "ExecStart=/bin/true", other.read_text(encoding="utf-8"), flags=re.MULTILINE
        )
        (tmp_path / other.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", str(tmp_path / unit.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert str(tmp_path) not in done.stderr and unit.name not in done.stderr, done.stderr


def test_systemd_takes_what_the_guide_puts_beside_the_unit(tmp_path: Path) -> None:
    """docs/hosting.md, `systemctl edit paiju`: a second ExecStart without an empty one before it would keep the server from starting."""
    guide = (DEPLOY.parent / "docs/hosting.md").read_text(encoding="utf-8")
    found = re.search(r"^ *\[Service\]\n(?: *ExecStart=.*\n)+", guide, re.MULTILINE)
    assert found is not None
    text = (DEPLOY / "paiju.service").read_text(encoding="utf-8")
    (tmp_path / "paiju.service").write_text(
        text.replace("/opt/paiju/bin/paiju", "/bin/true"), encoding="utf-8"
    )
    (tmp_path / "paiju.service.d").mkdir()
    edited = re.sub("^ +", "", found[0], flags=re.MULTILINE).replace("/opt/paiju/bin/python", "/bin/true")
    (tmp_path / "paiju.service.d/override.conf").write_text(edited, encoding="utf-8")
    done = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", str(tmp_path / "paiju.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "paiju.service" not in done.stderr, done.stderr


def test_it_starts_the_server_with_settings_that_exist_and_waits_for_its_drain() -> None:
    given = settings(DEPLOY / "paiju.service")
    words = [word for name, value in given if name == "Environment" for word in value.split()]
    config = load([], dict(word.split("=", 1) for word in words))
    assert config.store.startswith("sqlite:/var/lib/paiju/") and ("StateDirectory", "paiju") in given
    assert float(dict(given)["TimeoutStopSec"]) > Config().drain_timeout + GRACE
    assert int(dict(given)["LimitNOFILE"]) > config.max_connections
