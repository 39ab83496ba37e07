"""How the cards lie in the open question: which of them lie elsewhere than in the hand, and how each one stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from clients.cli.choice import Choice
from clients.cli.full.widgets.asking import Step, step_of
from clients.cli.full.widgets.card import Shown
from clients.cli.full.widgets.offers import KEYS
from engine.core.ask import Cards
from engine.core.events import Card
from engine.core.ids import CardId

__all__ = ["card_keys", "elsewhere", "shown"]


def elsewhere(choice: Choice | None, hand: Collection[Card]) -> list[Card]:
    """Cards of the question that do not lie in the hand."""
    if choice is None:
        return []
    if isinstance(choice.pick, Cards):
        return [card for card in choice.pick.cards if card not in hand]
    known = {card.id for card in hand}
    here = choice.cards() | (set(choice.held) if step_of(choice) in (Step.MOVE, Step.SETS) else set())
    return [Card(CardId(card), choice.face(card)) for card in sorted(here - known)]


def shown(choice: Choice | None, cards: Sequence[Card]) -> dict[int, Shown]:
    """How each card stands, by its id; nothing where nothing is asked."""
    if choice is None:
        return {}
    held = choice.held if step_of(choice) in (Step.MOVE, Step.CARDS, Step.SETS) else []
    usable, keys = choice.cards(), card_keys(choice, [card.id for card in cards])
    ordered = isinstance(choice.pick, Cards) and choice.pick.ordered and choice.pick.max > 1
    return {
        card.id: Shown(
            card.id in usable,
            card.id in held,
            held.index(card.id) + 1 if ordered and card.id in held else 0,
            keys.get(card.id, ""),
        )
        for card in cards
    }


def card_keys(choice: Choice | None, cards: Sequence[int]) -> dict[int, str]:
    """What chooses each card while cards are asked for."""
    if choice is None or step_of(choice) is not Step.CARDS:
        return {}
    offered = set(choice.offered())
    return dict(zip([card for card in cards if card in offered], KEYS, strict=False))
