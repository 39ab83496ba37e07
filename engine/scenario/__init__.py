"""Rule scenarios as data: a starting table, a script of answers, and what must then be seen (docs/scenarios.md).

`play` takes the text of a scenario and reads no file. The scenario's own mistakes (a card that does not exist, a zone misspelt) and
the rules' (another table than the one expected) are told apart: the first are the author's to mend, the second ours.

How it is done: the game is wrapped so that its `setup` is followed by the laying of the scenario's table and its `round` draws from a
scripted stream of luck (`rigged`). Everything else is an ordinary match, played by the ordinary checks. After every step each viewer's
events are folded into what he had seen before and compared with a fresh look at the table, so that every scenario also tests that
nobody is told too little or too much.
"""

from __future__ import annotations

from engine.scenario.form import BadScenario, Scenario, read
from engine.scenario.run import Failure, Result, play

__all__ = ["BadScenario", "Failure", "Result", "Scenario", "play", "read"]
