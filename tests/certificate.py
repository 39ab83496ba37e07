"""A certificate for this machine, made on the spot."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["make_certificate"]


def make_certificate(folder: Path) -> tuple[str, str]:
    """PEM files with a certificate for localhost, which is its own authority, and with its key. Skips where there is no openssl."""
    if shutil.which("openssl") is None:
        pytest.skip("needs the openssl command to make a certificate")
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    what = ["-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost", "-out", cert, "-keyout", key]
    subprocess.run(["openssl", "req", "-x509", *what, *names], check=True, capture_output=True)
    return cert, key
