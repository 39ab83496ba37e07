"""The `normal` bot: every legal move is worth what its hint says, for each player whom it meets as much as he is a friend.

    relation  how much of a friend everybody is, from one's own role and from what all can see
    scene     a View read for questions: relations, wounds, what cards are worth
    moves     a move of the play phase, or a skill's, with its best picks and what that is worth
    decide    the questions of the game: what each answer is for

Nothing here knows a single card or hero: what they are worth stands with them (`hint.py`). All numbers are whole, in tenths of a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Bot, random_bot
from engine.games.herokill.bots.decide import normal

__all__ = ["BOTS"]

BOTS: Final[Mapping[str, Bot]] = {"random": random_bot, "normal": normal}
