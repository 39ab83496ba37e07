"""§7.6 Raider, §7.7 Master Raider, and §10.8 both against the boss."""

from __future__ import annotations

from engine.core.ask import Answer, Ask, Move, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, ask
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.asks import choose_card
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["RAIDER", "TOP_RAIDER"]

SEEN = 5
"""§10.8 Cards of the draw pile that a Master Raider sees."""


def _offer_raider(board: Board, seat: Seat) -> list[Pick] | None:
    """An opponent with cards in hand, or the boss while there is a card to draw."""
    targets = [other for other in board.opponents[seat] if board.hands[other]]
    return _aim(board, targets)


def _offer_top(board: Board, seat: Seat) -> list[Pick] | None:
    """An opponent with a card in hand or a shield before him, or the boss while there is a card to draw."""
    hands, shields, lent = board.hands, board.shields, board.lent
    return _aim(board, [o for o in board.opponents[seat] if hands[o] or shields[o] or lent[o]])


def _aim(board: Board, players: list[Seat]) -> list[Pick] | None:
    """At these players, or at the boss while there is a card to draw."""
    targets = players if board.piles_empty() else board.and_boss(players)
    return [Seats("target", targets)] if targets else None


def _raid(board: Board, play: Play) -> Rule[None]:
    """§7.6 A random card of the hand. §10.8 Against the boss, the top card of the pile."""
    user = play.user
    if play.aim == board.boss:
        board.draw(user, 1)
    elif hand := board.hands[play.aim]:
        board.table.move([board.chance.choice(hand)], zone_id("hand", user), "raided", user)
    else:
        board.table.tell("fizzles", card=play.name)
        return
    yield from miracle_arrives(board, [user])


def _raid_openly(board: Board, play: Play) -> Rule[None]:
    """§7.7 Look or shield is said before anything is seen, and binds."""
    user, target = play.user, play.aim
    if target == board.boss:
        yield from _search_pile(board, user)
        return
    zones = {"look": "hand", "take_own": "shields", "take_borrowed": "lent"}
    moves = [Move(kind) for kind, zone in zones.items() if board.table.cards(zone, target)]
    silent = Answer(board.chance.below(len(moves)))
    answer = yield from ask(Ask(user, "top_raid", moves, silent, {"target": target}))
    kind = moves[answer.move].kind
    board.table.tell(f"top_raid_{kind}", by=user, target=target)
    if kind == "look":
        yield from _take_from(board, user, list(board.hands[target]))
    else:
        _take_shield(board, user, target, zones[kind])


def _take_shield(board: Board, user: Seat, target: Seat, zone: str) -> None:
    """§7.7 A shield goes to the thief's hand; a borrowed one, the oldest loan, is lost to its lender."""
    if zone == "lent":
        board.set_lenders(target, board.lenders(target)[1:])
    board.table.move(board.table.cards(zone, target)[:1], zone_id("hand", user), "shield_taken", user)


def _search_pile(board: Board, user: Seat) -> Rule[None]:
    """§10.8 Five random cards of the draw pile, fewer if there are fewer; the rest keep their places."""
    board.refill()
    pile = board.draw_pile
    seen = board.chance.sample(pile, min(SEEN, len(pile)))
    yield from _take_from(board, user, seen)


def _take_from(board: Board, user: Seat, cards: list[CardId]) -> Rule[None]:
    """The user alone looks at these and takes one that is not a Bomb; nothing if all are."""
    board.table.show(cards, "looked_at", [user])
    good = [card for card in cards if board.table.name(card) != deck.BOMB]
    if not good:
        board.table.tell("only_bombs", by=user)
        return
    card = yield from choose_card(board, user, "take_card", good)
    board.table.move([card], zone_id("hand", user), "taken", user)
    yield from miracle_arrives(board, [user])


RAIDER = Kind(_offer_raider, _raid)
TOP_RAIDER = Kind(_offer_top, _raid_openly)
