"""A certificate for this machine, made on the spot."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["expire", "make_certificate"]


def make_certificate(folder: Path, name: str = "localhost", days: int = 1) -> tuple[str, str]:
    """PEM files with a certificate for `name`, which is its own authority, and with its key: `cert.pem` and `key.pem` in the folder,
    in place of those that are there. Skips where there is no openssl."""
    if shutil.which("openssl") is None:
        pytest.skip("needs the openssl command to make a certificate")
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    what = ["-newkey", "rsa:2048", "-nodes", "-days", str(days), "-subj", f"/CN={name}"]
    names = ["-addext", f"subjectAltName=DNS:{name}", "-out", cert, "-keyout", key]
    subprocess.run(["openssl", "req", "-x509", *what, *names], check=True, capture_output=True)
    return cert, key


def expire(folder: Path) -> None:
    """Make the certificate that `make_certificate` put into the folder one that ran out long ago. Only `openssl ca` takes dates."""
    (folder / "ca.conf").write_text(
        "[ca]\ndefault_ca = old\n[old]\ndatabase = index.txt\nrand_serial = yes\nnew_certs_dir = .\n"
        "default_md = sha256\npolicy = any\ncopy_extensions = copy\n[any]\ncommonName = supplied\n"
    )
    (folder / "index.txt").touch()
    what = ["-new", "-key", "key.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    dates = ["-startdate", "20200101000000Z", "-enddate", "20200102000000Z"]
    sign = ["-config", "ca.conf", "-selfsign", "-keyfile", "key.pem", "-in", "ask.pem", "-out", "cert.pem"]
    for command in (["req", *what, "-out", "ask.pem"], ["ca", *sign, *dates, "-batch", "-notext"]):
        subprocess.run(["openssl", *command], check=True, capture_output=True, cwd=folder)
