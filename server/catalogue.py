"""What the server tells about its games: the list, their words, their rules. Read once, at the start; read-only after that."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.core.game import Options
from engine.registry import find_game, game_ids, package_of
from engine.words import LANGUAGES, rulebook, words_hash, words_of
from protocol.codec import Codec
from protocol.messages import GameCard, Games, GameWords, GetRules, GetWords, Rules
from protocol.slugs import Slug

__all__ = ["Catalogue", "NotThere", "options_schema"]


class NotThere(Exception):
    """A game or language that this server does not have."""

    def __init__(self, slug: Slug, reason: str) -> None:
        super().__init__(reason)
        self.slug = slug
        self.reason = reason


class Catalogue:
    """`games` are the names on offer; none given means all. Raises UnknownGame."""

    def __init__(self, games: Sequence[str] = ()) -> None:
        self.games = tuple(games) or tuple(game_ids(hidden=True))
        shown = tuple(games) or tuple(game_ids())
        self._cards = {codec: [_card(game, codec) for game in shown] for codec in Codec}
        for game in self.games:
            for language in LANGUAGES:
                rulebook(package_of(game), language)  # read (and kept) now: no file is read while people play

    def list_games(self, action: str, codec: Codec) -> Games:
        return Games(action=action, games=self._cards[codec])

    def words(self, ask: GetWords) -> GameWords:
        """Raises NotThere."""
        package = self._package(ask.game, ask.lang)
        current = words_hash(package, ask.lang)
        words = None if ask.known == current else words_of(package, ask.lang)
        return GameWords(action=ask.action, game=ask.game, lang=ask.lang, hash=current, words=words)

    def rules(self, ask: GetRules) -> Rules:
        """Raises NotThere."""
        text = rulebook(self._package(ask.game, ask.lang), ask.lang)
        return Rules(action=ask.action, game=ask.game, lang=ask.lang, text=text)

    def _package(self, game: str, language: str) -> str:
        if game not in self.games:
            raise NotThere(
                Slug.GAME_UNKNOWN, f"this server does not offer {game!r}; list_games tells what it offers"
            )
        if language not in LANGUAGES:
            raise NotThere(
                Slug.WORDS_UNKNOWN, f"there are no words in {language!r}; there are {', '.join(LANGUAGES)}"
            )
        return package_of(game)


def options_schema(options: type[Options]) -> dict[str, object]:
    """JSON Schema of a game's room options: one object, what it refers to under `$defs`."""
    (top,), parts = msgspec.json.schema_components((options,), ref_template="#/$defs/{name}")
    schema: dict[str, object] = dict(parts.pop(top["$ref"].rpartition("/")[2]))
    if parts:
        schema["$defs"] = parts
    return schema


def _card(name: str, codec: Codec) -> GameCard:
    game = find_game(name)
    low, high = game.seats
    return GameCard(
        game=name,
        version=game.version,
        min_seats=low,
        max_seats=high,
        bots=list(game.bots),
        options=msgspec.Raw(codec.encode(options_schema(game.options))),
        words={language: words_hash(package_of(name), language) for language in LANGUAGES},
    )
