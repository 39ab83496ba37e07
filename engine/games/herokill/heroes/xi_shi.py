"""§8.26 Xi Shi: Mei Huo (魅惑), Chen Yu (沉鱼)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import choose_seat, offer_cards
from engine.games.herokill.board import Board
from engine.games.herokill.deck import CONFINE, KILL
from engine.games.herokill.events import Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Convert, Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _diamond(board: Board, owner: Seat, card: CardId) -> bool:
    return board.suit(owner, card) == "D"


def _heirs(board: Board, owner: Seat, use: Use, paid: Sequence[CardId] = ()) -> list[Seat]:
    """Whom the Kill may pass to: within her range without the cards `paid`, not its user, and allowed as its target."""
    seats = board.in_range(owner, paid)
    return [seat for seat in seats if seat != use.user and board.may_aim(use.user, KILL, seat)]


def _price(board: Board, owner: Seat, use: Use) -> list[CardId]:
    """The cards that leave her somebody to pass it to."""
    hand = board.hands[owner] if _heirs(board, owner, use) else []
    return hand + [card for card in board.gear[owner] if _heirs(board, owner, use, [card])]


def _may_pass_on(board: Board, owner: Seat, use: Use) -> bool:
    return use.name == KILL and owner in use.targets and bool(_price(board, owner, use))


def _pass_on(board: Board, owner: Seat, use: Use) -> Rule[None]:
    """The card is paid first; who is in range after that is named then, and takes her place among the targets."""
    paid = yield from offer_cards(
        board, owner, CHEN_YU.name, _price(board, owner, use), prompt=CHEN_YU.name, by=use.user
    )
    if not paid:
        return
    goods.discard(board, paid, "cost", owner)
    heir = yield from choose_seat(owner, "chen_yu_to", _heirs(board, owner, use), by=use.user)
    use.targets[:] = [heir if target == owner else target for target in use.targets]
    board.table.tell("redirected", by=owner, what=use.name, target=heir)


MEI_HUO: Final = Skill("mei_huo", (Convert(CONFINE, _diamond),))
CHEN_YU: Final = Skill("chen_yu", (On(Window.TARGETED, _may_pass_on, _pass_on, group=1),), Hint(own=16))

HERO: Final = Hero("xi_shi", 26, Faction.PEOPLE, Gender.FEMALE, 3, (MEI_HUO, CHEN_YU))
