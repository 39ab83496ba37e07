"""The normal bot: it answers everything legally, knows friend from foe by deeds, and plays better than chance."""

from __future__ import annotations

import pytest

from engine.core.ask import Answer, Ask, Cards, Move, Seats, check
from engine.core.chance import Chance
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match
from engine.games.herokill import GAME
from engine.games.herokill.asks import optional
from engine.games.herokill.bots.relation import FRIEND, relations, side_of
from engine.games.herokill.state import Role
from tests.engine.properties import check_course, seed_of

GAMES = 12


def normal(match: Match, ask: Ask, chance: Chance) -> Answer:
    return GAME.bots["normal"](lambda: match.view(Seat(ask.seat)), ask, chance)


@pytest.mark.parametrize("seats", [2, 5, 8, 10])
def test_normal_bots_play_a_sound_course(seats: int) -> None:
    check_course(GAME, seats, {}, seed_of(seats), normal)


def winners(seats: int, seed: bytes, levels: dict[str, str]) -> str | None:
    """The winning side (`lord`, `rebels`, `spy`), None for a draw; `levels` of bots by role."""
    match, _ = Match.start(GAME, seats, {}, seed)
    chance = Chance(seed, "bots")
    while not match.over:
        for ask in match.waiting():
            role = str(match.table.get("role", ask.seat))
            bot = GAME.bots[levels.get(role, "random")]
            answer = bot(lambda seat=ask.seat: match.view(seat), ask, chance)  # type: ignore[misc]
            check(ask, answer)
            match.put(Answered(ask.seat, ask.id, answer, By.BOT))
    assert match.outcome is not None, match.fault
    return match.outcome.reason if match.outcome.winners else None


@pytest.mark.slow
def test_either_side_wins_more_with_normal_bots() -> None:
    """Five players, the other side at random each time."""
    for side, roles in (("lord", (Role.LORD, Role.LOYALIST)), ("rebels", (Role.REBEL,))):
        better = [winners(5, seed_of(n), dict.fromkeys(roles, "normal")) for n in range(GAMES)].count(side)
        plain = [winners(5, seed_of(n), {}) for n in range(GAMES)].count(side)
        assert better > plain


def test_a_skill_that_needs_a_card_is_used_with_it_only() -> None:
    """Wu Song drinks (§8.23) when he holds something that will hurt for more."""
    match, _ = Match.start(GAME, 2, {}, seed_of(3))
    while match.table.get("current") is None:
        for ask in match.waiting():
            match.put(Answered(ask.seat, ask.id, ask.default))
    me, table = Seat(0), match.table
    ask = optional(me, "may", [Move("zui_jiu")])
    table.move(list(table.cards("hand", me)), "discard", "discarded")
    assert normal(match, ask, Chance(b"x")) == Answer(0)
    table.move(table.named("kill", "draw")[:1], "hand.0", "draw")
    assert normal(match, ask, Chance(b"x")) == Answer(1)


def test_deeds_alone_tell_the_sides() -> None:
    """§11.4 Who harmed the lord is a foe of the loyalist and a friend of the rebel; nobody's hidden role is looked at."""
    match, _ = Match.start(GAME, 5, {}, seed_of(3))
    while match.table.get("current") is None:
        for ask in match.waiting():
            match.put(Answered(ask.seat, ask.id, ask.default))
    roles = {str(match.table.get("role", seat)): Seat(seat) for seat in range(5)}
    loyalist, spy, lord = roles["loyalist"], roles["spy"], roles["lord"]
    match.table.set("deeds", -8, spy)
    view = match.view(loyalist)
    assert side_of(view, lord, 0) == FRIEND and side_of(view, spy, 0) == -FRIEND
    assert relations(view, loyalist)[spy] == -FRIEND and relations(view, loyalist)[lord] == FRIEND
    assert relations(view, loyalist)[roles["rebel"]] == -FRIEND, "there is no other loyalist"
    rebels = match.view(roles["rebel"])
    assert relations(rebels, roles["rebel"])[spy] == FRIEND
    assert relations(rebels, roles["rebel"])[lord] == -FRIEND


def test_a_spy_earns_a_good_name_and_lives_off_it() -> None:
    """With the lord against the rebels, as if loyal but for nobody else. Then he looks on if his name is the better one, else he fights his
    accusers; the lord, whom he needs to the last, only when nobody else is left."""
    match, _ = Match.start(GAME, 5, {}, seed_of(3))
    roles: dict[str, list[Seat]] = {}
    for seat in range(5):
        roles.setdefault(str(match.table.get("role", seat)), []).append(Seat(seat))
    (lord,), (loyalist,), (spy,) = roles["lord"], roles["loyalist"], roles["spy"]

    def love(**deeds: int) -> tuple[int, int]:
        """The spy's for the lord and for the loyalist."""
        for role, worth in deeds.items():
            match.table.set("deeds", worth, roles[role][0])
        found = relations(match.view(spy), spy)
        return found[lord], found[loyalist]

    def die(seat: Seat) -> None:
        match.table.set("life", "dead", seat)
        match.table.reveal("role", seat)

    assert love(loyalist=8, rebel=-8) == (FRIEND, 0)
    assert relations(match.view(spy), spy)[roles["rebel"][0]] == -FRIEND
    for rebel in roles["rebel"]:
        die(rebel)
    assert love(spy=9) == (FRIEND, 0)
    assert love(spy=7) == (FRIEND, -FRIEND)
    die(loyalist)
    assert love()[0] == -FRIEND


def test_a_skill_that_takes_any_card_takes_one_that_is_of_no_other_use() -> None:
    """Bian Que (§8.27) heals himself with the Dodge, though a Kill is worth less in a hand: he can use that one now."""
    match, _ = Match.start(GAME, 2, {}, seed_of(3))
    while match.table.get("current") is None:
        for ask in match.waiting():
            match.put(Answered(ask.seat, ask.id, ask.default))
    me, table = Seat(0), match.table
    table.move(list(table.cards("hand", me)), "discard", "discarded")
    table.set("hp", 1, me)
    (kill,) = table.shown(table.move(table.named("kill", "draw")[:1], "hand.0", "draw"))
    (dodge,) = table.shown(table.move(table.named("dodge", "draw")[:1], "hand.0", "draw"))
    use = Move("use", {"what": "kill"}, [Cards("cards", [kill]), Seats("target", [Seat(1)])])
    heal = Move("liao_shang", {}, [Cards("cards", [kill, dodge]), Seats("target", [me])])
    assert normal(match, optional(me, "play", [use, heal]), Chance(b"x")) == Answer(2, [[dodge.id], [me]])
    assert normal(match, optional(me, "play", [heal]), Chance(b"x")) == Answer(1, [[kill.id], [me]])
