"""`make audit`: what it says of pins with a known fault, of pins without one, and, above all, where nobody has answered it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.house import ROOT
from tests.processes import free_port

RANGE = {"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "1.1"}]}
FAULT = {
    "id": "PYSEC-2026-1",
    "modified": "2026-01-01T00:00:00Z",
    "affected": [{"package": {"name": "faulty", "ecosystem": "PyPI"}, "ranges": [RANGE]}],
}
"""As the OSV database tells one."""


class Database(BaseHTTPRequestHandler):
    """A database of known faults that speaks OSV's protocol."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = json.dumps({"vulns": [FAULT]} if asked["package"]["name"] == "faulty" else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(found)))
        self.end_headers()
        self.wfile.write(found)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        pass


@pytest.fixture
def database() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Database) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def audit(folder: Path, names: list[str], port: int, **environment: str) -> tuple[int, str]:
    """The exit code and all that was said, where the database is on that port."""
    pytest.importorskip("pip_audit")
    pins = folder / "pins.txt"
    pins.write_text("".join(f"{name}==1.0 --hash=sha256:{'0' * 64}\n" for name in names), encoding="utf-8")
    where = ["--vulnerability-service", "osv", "--osv-url", f"http://127.0.0.1:{port}/v1/query"]
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts/audit"), str(pins), "--", *where],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"NO_PROXY": "127.0.0.1"} | environment,
    )
    return done.returncode, done.stdout + done.stderr


def test_pins_without_a_known_fault(tmp_path: Path, database: int) -> None:
    code, said = audit(tmp_path, ["good", "better"], database)
    assert (code, "2 packages, none with a known fault" in said) == (0, True), said


def test_a_fault_is_named_with_what_mends_it(tmp_path: Path, database: int) -> None:
    code, said = audit(tmp_path, ["good", "faulty"], database)
    assert (code, "faulty 1.0 has PYSEC-2026-1, mended in 1.1" in said) == (1, True), said


def test_a_database_that_is_out_of_reach_is_no_good_news(tmp_path: Path) -> None:
    code, said = audit(tmp_path, ["good"], free_port())
    assert code == 2 and "NOT CHECKED" in said and "none with a known fault" not in said, said
    assert "Traceback" not in said


@pytest.mark.parametrize(("answered", "which"), [(0, "any package"), (2, "1 of 3: hidden")])
def test_what_the_database_does_not_answer_for_is_named(answered: int, which: str, tmp_path: Path) -> None:
    """As pip-audit tells it, and ends with 0."""
    good = {"name": "good", "version": "1.0", "vulns": []}
    told = {"dependencies": [*[good] * answered, {"name": "hidden", "skip_reason": "not found"}]}
    (tmp_path / "pip_audit.py").write_text(f"print({json.dumps(told)!r})\n", encoding="utf-8")
    code, said = audit(tmp_path, ["hidden"], 9, PYTHONPATH=str(tmp_path))
    assert (code, f"NOT CHECKED: the database of known faults did not answer for {which}\n" in said) == (
        2,
        True,
    ), said
