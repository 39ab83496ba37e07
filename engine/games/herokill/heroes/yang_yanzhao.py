"""§8.20 Yang Yanzhao: Tian Lang (天狼)."""

from __future__ import annotations

from typing import Final

from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, Measure, Skill, Tune
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

UNLIMITED = 99

TIAN_LANG: Final = Skill(
    "tian_lang", (Tune(Measure.KILL_LIMIT, lambda board, owner, limit: UNLIMITED),), Hint()
)

HERO: Final = Hero("yang_yanzhao", 20, Faction.MINISTER, Gender.MALE, 4, (TIAN_LANG,))
