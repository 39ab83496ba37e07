"""What can go wrong in the engine, as one tree.

EngineError
├── Refused            an answer from outside is not acceptable; nothing has changed
│   ├── Malformed      not of the form that any ask could have (wrong number of picks, unknown move)
│   ├── Illegal        well formed, but not among what this ask allows
│   ├── Stale          the ask is answered or over
│   ├── NotAsked       the ask is open, but for another seat
│   └── BadOptions     room options that do not fit this game or number of seats
├── RecordMismatch     a checkpoint or record of another game, rules version or shape
└── RuleFault          the rules themselves failed: the match is void, the server is not
    ├── BudgetSpent    a loop went past its bound
    └── AuditFailed    a card lost, doubled, or an ask without a legal default
"""

from __future__ import annotations

__all__ = [
    "AuditFailed",
    "BadOptions",
    "BudgetSpent",
    "EngineError",
    "Illegal",
    "Malformed",
    "NotAsked",
    "RecordMismatch",
    "Refused",
    "RuleFault",
    "Stale",
]


class EngineError(Exception):
    """Root of everything that the engine raises on purpose."""


class Refused(EngineError):
    """An input that is not acceptable. `slug` is stable and goes on the wire, `reason` is for people."""

    slug = "answer/refused"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Malformed(Refused):
    slug = "answer/malformed"


class Illegal(Refused):
    slug = "answer/illegal"


class Stale(Refused):
    slug = "answer/stale"


class NotAsked(Refused):
    slug = "answer/not_asked"


class BadOptions(Refused):
    slug = "options/unfit"


class RecordMismatch(EngineError):
    """Bytes that belong to another game, another rules version, or to nothing readable."""


class RuleFault(EngineError):
    """The rules raised, or broke an invariant of the table. `__cause__` holds the original exception."""


class BudgetSpent(RuleFault):
    pass


class AuditFailed(RuleFault):
    pass
