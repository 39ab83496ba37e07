"""§8.32 Lu Zhishen: Di Li (底力), Kuang Chan (狂禅)."""

from __future__ import annotations

from typing import Final

from engine.games.herokill.skill import Hero, Measure, Skill, Tune
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

DI_LI: Final = Skill("di_li", (Tune(Measure.DRAWS, lambda board, owner, n: n + board.wounds(owner)),))
KUANG_CHAN: Final = Skill("kuang_chan")  # the hero's `lord_bonus` says it

HERO: Final = Hero("lu_zhishen", 32, Faction.PEOPLE, Gender.MALE, 4, (DI_LI, KUANG_CHAN), lord_bonus=0)
