"""deploy/install, on a folder that stands for the machine: what it puts where, and what a second time leaves alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.config import load
from tests.deploy.programs import DEPLOY

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a script for Linux")

TOLD = """#!/bin/sh
echo "$(basename "$0") $*" >>"$TOLD"
"""
PYTHON = f"""#!/bin/sh
# A Python that fits, whose environments have nothing in them but programs that note what they are told.
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$3/bin"
    for name in python pip; do printf '%s' '{TOLD}' >"$3/bin/$name"; chmod +x "$3/bin/$name"; done
else
    exec '{sys.executable}' "$@"
fi
"""


def install(machine: Path, *words: str) -> list[str]:
    """Run it. Returns what pip and systemctl were told."""
    bin_, told = machine / "bin", machine / "told"
    bin_.mkdir(parents=True, exist_ok=True)
    for name, text in (("systemctl", TOLD), ("python3", PYTHON)):
        (bin_ / name).write_text(text, encoding="utf-8")
        (bin_ / name).chmod(0o755)
    told.unlink(missing_ok=True)
    world = {"ROOT": str(machine), "TOLD": str(told), "PATH": f"{bin_}:{os.environ['PATH']}"}
    done = subprocess.run(
        [str(DEPLOY / "install"), *words], env=world, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return told.read_text(encoding="utf-8").splitlines()


def settings(machine: Path) -> dict[str, str]:
    lines = (machine / "etc/paiju.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


def test_it_installs_enables_and_starts(tmp_path: Path) -> None:
    told = install(tmp_path)
    assert "--require-hashes -r requirements/runtime.txt" in told[0]
    assert told[1].endswith("--no-deps --no-build-isolation .")
    assert told[2:] == [
        "systemctl daemon-reload",
        "systemctl enable --quiet paiju.service paiju-backup.timer",
        "systemctl restart paiju.service paiju-backup.timer",
    ]
    units = {path.name for path in (tmp_path / "etc/systemd/system").iterdir()}
    assert units == {path.name for path in DEPLOY.glob("paiju*.*") if path.suffix in {".service", ".timer"}}
    assert (tmp_path / "opt/paiju/backup.py").read_bytes() == (DEPLOY / "backup.py").read_bytes()


@pytest.mark.parametrize("domain", [None, "cards.example.org"])
def test_its_settings_exist_and_are_for_friends_only(domain: str | None, tmp_path: Path) -> None:
    install(tmp_path, *([domain] if domain else []))
    config = load([], {"PAIJU_HOST": "0.0.0.0"} | settings(tmp_path))
    assert config.private and (tmp_path / "etc/paiju.env").stat().st_mode & 0o077 == 0
    if domain is None:
        assert config.host == "0.0.0.0" and not config.trust_proxy
    else:
        assert (config.host, config.trust_proxy) == ("127.0.0.1", ["127.0.0.1"])
        assert config.public_address == f"paijus://{domain}"


def test_an_upgrade_keeps_the_settings(tmp_path: Path) -> None:
    install(tmp_path)
    (tmp_path / "etc/paiju.env").write_text("PAIJU_NAME=Friday\n", encoding="utf-8")
    told = install(tmp_path, "cards.example.org")
    assert settings(tmp_path) == {"PAIJU_NAME": "Friday"}
    assert told[-1] == "systemctl restart paiju.service paiju-backup.timer"


def test_a_new_certificate_reaches_the_server(tmp_path: Path) -> None:
    """What certbot calls: in the server's folder, readable by the server alone, and it is told."""
    install(tmp_path)
    home, fresh = tmp_path / "var/lib/paiju", tmp_path / "fresh"
    for folder in (home, fresh):
        folder.mkdir(parents=True)
    (home / "paiju.db").touch()
    for name in ("fullchain.pem", "privkey.pem"):
        (fresh / name).write_text(name, encoding="utf-8")
    told = tmp_path / "told"
    told.unlink()
    world = {"ROOT": str(tmp_path), "TOLD": str(told), "RENEWED_LINEAGE": str(fresh)}
    world["PATH"] = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    subprocess.run([str(tmp_path / "opt/paiju/renewed")], env=world, check=True)
    for name in ("fullchain.pem", "privkey.pem"):
        assert (home / name).read_text(encoding="utf-8") == name and (
            home / name
        ).stat().st_mode & 0o777 == 0o600
    assert told.read_text(encoding="utf-8") == "systemctl reload paiju.service\n"
