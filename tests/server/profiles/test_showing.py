"""The table of a game."""

from __future__ import annotations

from server.links import PlayerId
from server.profiles.book import Standing
from server.profiles.ratings import Skill
from server.profiles.showing import Table


def test_equal_ratings_share_a_place_and_everybody_finds_himself() -> None:
    strengths = {"pann": 40.0, "pben": 30.0, "pcat": 30.0, "pdan": 10.0}
    table = Table(
        [(PlayerId(player), Standing(player[1:], Skill(mu, 2.0), 5, 3)) for player, mu in strengths.items()]
    )
    best = table.best(3)
    assert [(line.place, line.name, line.rating, line.spread) for line in best] == [
        (1, "ann", 3400, 600),
        (2, "ben", 2400, 600),
        (2, "cat", 2400, 600),
    ]
    last, nobody = table.line_of(PlayerId("pdan")), table.line_of(PlayerId("peve"))
    assert last is not None and (last.place, last.rating, last.played, last.won) == (4, 400, 5, 3)
    assert nobody is None and len(table) == 4
