"""`python -m server.probe [PAGE]`: ask the server of this machine that has the same settings (environment, file) for its `/healthz`, or for
PAGE. For containers, whose health check has no other program at hand.

It needs no certificate that fits: it asks its own machine, and learns nothing but whether the server is well.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
import sys
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException, HTTPSConnection

from server.config import Config, ConfigError, load

__all__ = ["ask", "main"]

PATIENCE = 3.0
"""Seconds. A server whose loop stands still for as long is not well."""


def ask(config: Config, page: str) -> tuple[int, str]:
    """The page's status and text. Raises OSError or HTTPException where no server answers."""
    wire = _wire(config)
    try:
        wire.request("GET", page)
        answer = wire.getresponse()
        return answer.status, answer.read().decode(errors="replace").strip()
    finally:
        wire.close()


def _wire(config: Config) -> HTTPConnection:
    if config.ops_port > 0:
        return HTTPConnection(_near(config.ops_host), config.ops_port, timeout=PATIENCE)
    host = _near(config.host)
    if not config.tls_cert:
        return HTTPConnection(host, config.port, timeout=PATIENCE)
    unchecked = ssl.create_default_context()
    unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
    return HTTPSConnection(host, config.port, timeout=PATIENCE, context=unchecked)


def _near(host: str) -> str:
    """Where to reach a server that listens on `host`: all addresses is none to go to."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"


def main(words: Sequence[str]) -> str | None:
    """What is wrong, None where the page answers 200."""
    try:
        status, text = ask(load([], os.environ), words[0] if words else "/healthz")
    except (ConfigError, OSError, HTTPException) as error:
        return f"paiju: not well: {error}"
    return None if status == 200 else f"paiju: not well: {status} {text}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))  # a sentence goes to standard error, and is exit code 1
