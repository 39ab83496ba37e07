"""How each game looks where the marks and zones alone do not say it well: one small module a game, found by the game's id."""
