"""`python -m server`: run a server in this process until a signal ends it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Sequence

from engine.registry import UnknownGame
from server.app import App, serve
from server.config import Config, ConfigError, describe, load
from server.config_page import toml_page
from server.logs import configure
from server.store.base import StoreError

__all__ = ["main", "run"]

PAGE = "--print-config"


def main(flags: Sequence[str] | None = None, ready: Callable[[App], None] | None = None) -> int:
    """Exit code 0 after a drain, 1 where the server could not start, 2 for a wrong setting. `ready` is called once players may come."""
    given = list(sys.argv[1:] if flags is None else flags)
    if "--help" in given or "-h" in given:
        print(usage())
        return 0
    asked = PAGE in given
    try:
        config = load([flag for flag in given if flag != PAGE], os.environ)
    except ConfigError as error:
        print(f"paiju: {error}", file=sys.stderr)
        return 2
    if asked:
        print(toml_page(config), end="")
        return 0
    configure(config)
    try:
        run(config, ready)
    except (ConfigError, OSError, StoreError, UnknownGame) as error:
        print(f"paiju: cannot start: {error}", file=sys.stderr)
        return 1
    return 0


def run(config: Config, ready: Callable[[App], None] | None = None) -> None:
    """Serve with uvloop where it is installed; it is twice as fast. Raises ConfigError, OSError, StoreError or UnknownGame at the start."""

    def begun(app: App) -> None:
        _spare_collector()
        if ready is not None:
            ready(app)

    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(config, begun))
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(config, begun))


def _spare_collector() -> None:
    """The collector of cycles looks rarely at what is young, and never again at what is there at the start, which stays: an answer makes
    hundreds of objects, hardly ever in cycles, and by default a twentieth of the server's time goes into looking for some. A connection
    that is gone is a cycle of some 300, so that at most about 800 of them, 20 KiB each, wait to be collected."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 5)


def usage() -> str:
    """All settings, their defaults and purposes."""
    lines = [
        "python -m server [--config FILE] [--SETTING VALUE ...] [--print-config]",
        "",
        "Each setting is a flag (--max-frame 16384), an environment variable (PAIJU_MAX_FRAME=16384) or a line of the TOML file",
        "(max_frame = 16384), in this order of precedence. Lists are written with commas in flags and environment.",
        "--print-config writes such a file, with every setting explained, and ends.",
        "",
    ]
    for name, default, purpose in describe():
        lines += [f"  --{name.replace('_', '-')} {default}", f"        {purpose}"]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
