"""What an ask must be for everybody to be able to answer it. Tests check every question of every match so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.ask import Answer, Ask, Cards, Move, Pick, Seats, Sets, check
from engine.core.errors import AuditFailed, Refused
from engine.core.events import Card
from engine.core.poll import Outcome
from engine.core.table import Table

__all__ = ["audit_ask", "audit_outcome"]


def audit_ask(ask: Ask, table: Table) -> None:
    """Raises AuditFailed unless each move can be answered, and all that it offers is there."""
    for move in ask.moves:
        where = f"{ask.prompt}/{move.kind}"
        for pick in move.picks:
            _audit_pick(f"{where}/{pick.name}", pick, table)
        if move.partition:
            _audit_partition(where, move)
        else:
            _audit_combos(where, ask, move)


def audit_outcome(outcome: Outcome, seats: int) -> None:
    """Raises AuditFailed unless winners are players and places and scores, where given, are one for each."""
    if not set(outcome.winners) <= set(range(seats)) or len(set(outcome.winners)) != len(outcome.winners):
        raise AuditFailed(f"{outcome.reason}: the winners {outcome.winners} are not different players")
    if {len(outcome.places), len(outcome.scores)} - {0, seats}:
        raise AuditFailed(f"{outcome.reason}: there is not one place or score for each of {seats} players")


def _audit_pick(where: str, pick: Pick, table: Table) -> None:
    values = pick.values()
    if not 0 <= pick.min <= pick.max or pick.min > len(values):
        raise AuditFailed(f"{where} wants {pick.min} to {pick.max} of {len(values)}")
    if len(set(values)) != len(values):
        raise AuditFailed(f"{where} offers something twice")
    for card in _cards(pick):
        if table.where(card.id) is None or table.face(card.id) != card.face:
            raise AuditFailed(f"{where} offers a card that does not lie on the table")
    if isinstance(pick, Sets) and not {c for s in pick.sets for c in s.cards} <= {c.id for c in pick.cards}:
        raise AuditFailed(f"{where} has a set with a card whose face is not given")
    if isinstance(pick, Seats) and not set(values) <= set(range(table.data.seats + len(table.data.figures))):
        raise AuditFailed(f"{where} offers somebody who is not there")


def _cards(pick: Pick) -> Iterator[Card]:
    if isinstance(pick, Cards | Sets):
        yield from pick.cards


def _audit_partition(where: str, move: Move) -> None:
    cards = set(move.picks[0].values()) if move.picks else set()
    if move.combos or any(set(pick.values()) != cards for pick in move.picks):
        raise AuditFailed(
            f"{where} divides cards, so all its picks must be over the same ones, without combinations"
        )
    if not sum(pick.min for pick in move.picks) <= len(cards) <= sum(pick.max for pick in move.picks):
        raise AuditFailed(f"{where} cannot place {len(cards)} cards")


def _audit_combos(where: str, ask: Ask, move: Move) -> None:
    """Each row is a legal choice by itself: an answer is checked against both."""
    bound = Counter(i for combo in move.combos for i in combo.picks)
    if any(not 0 <= i < len(move.picks) or times > 1 for i, times in bound.items()):
        raise AuditFailed(f"{where} combines a pick twice or one that it does not have")
    for combo in move.combos:
        if not combo.allowed:
            raise AuditFailed(f"{where} allows no combination at all")
        for row in combo.allowed:
            if len(row) != len(combo.picks):
                raise AuditFailed(f"{where} has a combination that is not one choice for each of its picks")
            picks = [move.picks[i] for i in combo.picks]
            try:
                alone = Ask(ask.seat, ask.prompt, [Move(move.kind, {}, picks)], ask.default)
                check(alone, Answer(0, row))
            except Refused as refusal:
                raise AuditFailed(f"{where} combines what its picks refuse: {refusal.reason}") from refusal
