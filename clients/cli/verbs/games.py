"""`paiju games`: what can be played, with its options."""

from __future__ import annotations

import json

import click
import msgspec

from clients.cli.verbs.common import speech_of
from engine.registry import find_game, game_ids, package_of
from engine.words import words_of

__all__ = ["games"]


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def games(ctx: click.Context, as_json: bool) -> None:
    """List the games of this program."""
    speech = speech_of(ctx)
    found = []
    for name in game_ids():
        game, words = find_game(name), words_of(package_of(name), speech.language)
        schema = msgspec.json.schema(game.options)
        properties = schema["$defs"][game.options.__name__]["properties"]
        found.append(
            {
                "game": name,
                "version": game.version,
                "name": words["game.name"],
                "summary": words["game.summary"],
                "min_seats": game.seats[0],
                "max_seats": game.seats[1],
                "bots": list(game.bots),
                "options": properties,
            }
        )
    if as_json:
        click.echo(json.dumps({"games": found}, ensure_ascii=False))
        return
    for card, name in zip(found, game_ids(), strict=True):
        words = words_of(package_of(name), speech.language)
        click.echo(
            speech(
                "games.line",
                game=name,
                name=str(card["name"]),
                low=str(card["min_seats"]),
                high=str(card["max_seats"]),
                summary=str(card["summary"]),
            )
        )
        for option in find_game(name).options.__struct_fields__:
            title = words.get(f"options.{option}.title", option)
            help_text = words.get(f"options.{option}.help", "")
            click.echo(f"  {option}: {title}. {help_text}")
