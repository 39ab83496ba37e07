"""`paiju`: the one command. Each verb is a module of `clients.cli.verbs`, imported when it is used, so that the start stays fast."""

from __future__ import annotations

from importlib import import_module

import click

from clients.cli.full import can_draw, open_app

__all__ = ["main"]

VERBS = (
    "play",
    "serve",
    "join",
    "watch",
    "replay",
    "verify",
    "sim",
    "arena",
    "bot",
    "scenario",
    "games",
    "doctor",
    "lan",
    "me",
    "top",
    "admin",
)


class LazyVerbs(click.Group):
    """A click group that knows its verbs by name and imports one when asked for it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(f"clients.cli.verbs.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.command(
    cls=LazyVerbs, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    help="Language; by default the locale's. 语言，默认按系统区域。",
)
@click.option("--plain", is_flag=True, help="Line mode, for screen readers, scripts and dumb terminals.")
@click.version_option(package_name="paiju")
@click.pass_context
def main(ctx: click.Context, lang: str | None, plain: bool) -> None:
    """Paiju 牌局 – card games with friends. Without a command it opens the game."""
    ctx.ensure_object(dict)
    ctx.obj.update(lang=lang, plain=plain)
    if ctx.invoked_subcommand is None:
        if plain or not can_draw():
            from clients.cli.plain.home import home

            home(lang)
        else:
            open_app(lang)


if __name__ == "__main__":
    main(prog_name="paiju")
