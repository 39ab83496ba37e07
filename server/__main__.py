"""`python -m server`: run a server in this process until a signal ends it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

from engine.registry import UnknownGame
from server.app import serve
from server.config import Config, ConfigError, describe, load
from server.logs import configure
from server.store.base import StoreError

__all__ = ["main", "run"]


def main(flags: Sequence[str] | None = None) -> int:
    """Exit code 0 after a drain, 1 where the server could not start, 2 for a wrong setting."""
    given = sys.argv[1:] if flags is None else flags
    if "--help" in given or "-h" in given:
        print(usage())
        return 0
    try:
        config = load(given, os.environ)
    except ConfigError as error:
        print(f"paiju: {error}", file=sys.stderr)
        return 2
    configure(config)
    try:
        run(config)
    except (OSError, StoreError, UnknownGame) as error:
        print(f"paiju: cannot start: {error}", file=sys.stderr)
        return 1
    return 0


def run(config: Config) -> None:
    """Serve with uvloop where it is installed; it is twice as fast. Raises OSError, StoreError or UnknownGame at the start."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(config))
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(config))


def usage() -> str:
    """All settings, their defaults and purposes."""
    lines = [
        "python -m server [--config FILE] [--SETTING VALUE ...]",
        "",
        "Each setting is a flag (--max-frame 16384), an environment variable (PAIJU_MAX_FRAME=16384) or a line of the TOML file",
        "(max_frame = 16384), in this order of precedence. Lists are written with commas in flags and environment.",
        "",
    ]
    for name, default, purpose in describe():
        lines += [f"  --{name.replace('_', '-')} {default}", f"        {purpose}"]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
