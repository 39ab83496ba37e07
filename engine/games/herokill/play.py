"""§3.5, §3.6 The play phase: everything that its player can do of his own accord, as often as he likes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from engine.core.ask import Cards, Combos, Move, Pick, Seats
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import optional, put
from engine.games.herokill.board import Board
from engine.games.herokill.deck import SLOT
from engine.games.herokill.events import Use
from engine.games.herokill.kind import Aim, Kind
from engine.games.herokill.skill import Active, Picks, Skill, Why
from engine.games.herokill.use import use_card
from engine.games.herokill.ways import Way, made_by, make

__all__ = ["play_phase"]

Act = Callable[[Picks], Rule[None] | None]


class Choice(NamedTuple):
    """A move, and what it does with what was picked."""

    move: Move
    act: Act


def play_phase(board: Board, seat: Seat) -> Rule[None]:
    """§3.5 Until he stops, or dies of it. Without cards and skills to use there is nothing to ask, as all can see."""
    while board.alive(seat):
        choices = _choices(board, seat)
        if not choices and not board.hands[seat]:
            return
        answer = yield from put(optional(seat, "play", [c.move for c in choices], {}, "turn"), {})
        if answer.move == 0:
            return
        rule = choices[answer.move - 1].act(answer.picks)
        if rule is not None:
            yield from rule


def _choices(board: Board, seat: Seat) -> list[Choice]:
    choices: list[Choice] = []
    aims: dict[str, Aim | None] = {}
    groups: dict[str, list[CardId]] = {}
    faces = board.table.faces
    for card in board.hands[seat]:
        groups.setdefault(faces[card].name, []).append(card)
    for name, cards in groups.items():
        if name in SLOT:
            pick = Cards("cards", board.shown(cards))
            choices.append(Choice(Move("equip", {"what": name}, [pick]), partial(_equip, board, seat)))
        else:
            choices += _uses(board, seat, Way(name, cards), aims)
    for way in made_by(board, seat, Why.PLAY):
        choices += _uses(board, seat, way, aims)
    for skill, part in board.parts(seat, Active):
        if part.once and board.turn.used.get(skill.name):
            continue
        move = part.offer(board, seat)
        if move is not None:
            choices.append(Choice(move, partial(_act, board, seat, skill, part)))
    return choices


def _equip(board: Board, seat: Seat, picks: Picks) -> None:
    card = CardId(picks[0][0])
    board.turn.previous = board.name(card)
    goods.equip(board, seat, card)


def _act(board: Board, seat: Seat, skill: Skill, part: Active, picks: Picks) -> Rule[None] | None:
    used = board.turn.used
    used[skill.name] = used.get(skill.name, 0) + 1
    board.table.tell("acts", by=seat, skill=board.title(skill.name))
    return part.act(board, seat, picks)


# -- using cards --------------------------------------------------------------------------------------------------------------


def _uses(board: Board, seat: Seat, way: Way, aims: dict[str, Aim | None]) -> list[Choice]:
    """One move for each aim that the cards of a way give: a piece of equipment that is used up may shorten it (§4.2)."""
    kind = board.kind(way.name)
    by_aim: dict[Aim, list[CardId]] = {}
    for card in way.cards:
        if way.n > 1 or not kind.ranged:
            if kind.name not in aims:
                aims[kind.name] = kind.aim(board, seat, ())
            aim = aims[kind.name]
        else:
            aim = kind.aim(board, seat, (card,))
        if aim is not None:
            by_aim.setdefault(aim, []).append(card)
    return [
        Choice(_move(board, way, kind, aim, cards), partial(_use, board, seat, way, kind, aim))
        for aim, cards in by_aim.items()
    ]


def _move(board: Board, way: Way, kind: Kind, aim: Aim, cards: list[CardId]) -> Move:
    picks: list[Pick] = [Cards("cards", board.shown(cards), way.n, way.n)]
    combos = []
    if aim.seats:
        picks.append(Seats("target", list(aim.seats), aim.lo, aim.hi))
    if aim.others:
        union = list(dict.fromkeys(seat for row in aim.others for seat in row))
        picks.append(Seats("other", union))
        rows = zip(aim.seats, aim.others, strict=True)
        combos.append(Combos([1, 2], [[[one], [other]] for one, others in rows for other in others]))
    return Move(way.kind, {"what": kind.name}, picks, combos)


def _use(board: Board, seat: Seat, way: Way, kind: Kind, aim: Aim, picks: Picks) -> Rule[None]:
    cards = make(board, seat, way, picks[0])
    suit, colour = board.look(seat, cards)
    use = Use(seat, kind.name, cards, [], suit, colour, chosen=True)
    if way.skill is not None and way.part is not None:
        use.skill = way.skill.name
        if way.part.virtual:
            goods.discard(board, cards, "cost", seat)
            use.cards, use.suit, use.colour = [], "", None
    if aim.seats:
        use.targets = [other for other in board.others(seat) if other in picks[1]]
    else:
        use.targets = list(aim.fixed)
    if aim.others:
        use.other = Seat(picks[2][0])
    return use_card(board, use)
