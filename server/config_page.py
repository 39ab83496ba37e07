"""All settings as one commented TOML file, for `--print-config`: a page to read, and a file to begin with."""

from __future__ import annotations

import textwrap

import msgspec

from server.config import FIELDS, Config, purpose
from server.logs import SECRETS

__all__ = ["toml_page"]

HEADINGS = {
    "host": "Where it listens",
    "private": "Who comes in",
    "store": "What it keeps and offers",
    "max_frame": "What one connection may do",
    "connections_per_address": "What one address, and all together, may do",
    "hello_timeout": "Time",
    "admin_port": "Who looks after it",
    "compression": "How it runs",
}
"""The first setting under each heading."""
INTRODUCTION = """\
# Settings of a Paiju server, for `paiju serve --config FILE`. A line without # sets something; the rest shows the defaults.
# `--max-frame 16384` on the command line wins over PAIJU_MAX_FRAME=16384 in the environment, which wins over this file.
# What is a time says whether in seconds or days; sizes are in bytes.
"""


def toml_page(config: Config) -> str:
    """Every setting with its purpose, unit and default; those that `config` has otherwise stand without the comment sign. A secret that
    is set is not on the page."""
    lines, usual = [INTRODUCTION], Config()
    for name in FIELDS:
        if name in HEADINGS:
            lines += [f"## {HEADINGS[name]}", ""]
        lines += textwrap.wrap(purpose(name), 118, initial_indent="# ", subsequent_indent="# ")
        default, value = getattr(usual, name), getattr(config, name)
        if name in SECRETS and value != default:
            lines.append("# It is set; since others may read this page, it is not on it.")
            value = default
        if value == default:
            lines.append(f"#{name} = {_toml(default)}")
        else:
            lines += [f"# default: {_toml(default)}", f"{name} = {_toml(value)}"]
        lines.append("")
    return "\n".join(lines)


def _toml(value: object) -> str:
    """A string, number, boolean or list of strings; JSON writes these as TOML does."""
    return msgspec.json.encode(value).decode()
