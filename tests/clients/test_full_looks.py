"""What each game's look makes of real moments: stacks, tricks, dice, sums, distances, notes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from clients.cli.full.games.herokill import distance, reach_of
from clients.cli.full.look import Look, Scene, look_of
from clients.cli.full.looks import about_card
from clients.cli.full.notes import Notes
from clients.cli.full.portrait import portrait
from clients.cli.full.widgets.board import Board, laid_out
from clients.cli.full.widgets.seat import SeatPanel
from clients.cli.speech import LANGUAGES
from engine.core.chance import Chance
from engine.core.events import Card, Face, Told
from engine.core.ids import CardId
from engine.core.match import Match
from engine.games.herokill.board import Board as Rules
from engine.games.herokill.book import BOOK
from engine.registry import find_game, game_ids
from tests.clients.stage import Stage, TableApp, states

RANKS = {"A": 1, "2": 2, "3": 3, "K": 13}


def _window(name: str) -> Callable[[Match], bool]:
    return lambda match: match.poll is not None and match.poll.window == name


def _said(scene: Scene) -> list[tuple[str, bool]]:
    lines = look_of(scene.model.info.game).middle(scene)
    return [(line.text.plain, line.framed) for line in lines]


def _with_demon() -> Stage:
    for seed in range(40):
        stage = Stage("dingti", 4, seed, "normal")
        stage.run(lambda m: m.table.get("boss_target") is not None)
        if not stage.match.over:
            return stage
    raise AssertionError("no demon in forty matches")


def test_every_game_has_a_look_or_does_well_without() -> None:
    assert {game for game in game_ids() if look_of(game) != Look()} == set(game_ids())
    assert look_of("highcard") == Look() == look_of("no such game")


def test_overrides_are_a_stack_with_the_standing_card_on_top() -> None:
    """The newest is framed and has the highest number; its first line is the one that the window is about."""
    stage = Stage("dingti", 4, 5)
    stage.run(lambda m: _window("override")(m) and len(_said(stage.scene(0))) >= 3)
    scene = stage.scene(0)
    said = _said(scene)
    assert [framed for _, framed in said] == [True] + [False] * (len(said) - 1)
    assert [text.split()[0] for text, _ in said] == [str(n) for n in range(len(said), 0, -1)]
    assert scene.model.window is not None
    by, card = scene.model.window.params["by"], scene.model.window.params["card"]
    assert scene.describe.seat(int(str(by))) in said[0][0]
    assert scene.describe.words[f"cards.{card}.name"] in said[0][0]
    stage.run(_window("turn"))
    assert not any(framed for _, framed in _said(stage.scene(0)))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_demon_has_a_bar_and_says_whom_it_strikes(language: str) -> None:
    stage = _with_demon()
    scene = stage.scene(1, language)
    assert scene.view.mark("boss_target") is not None
    parts = [part.forms[0].plain for part in portrait(scene, look_of("dingti"), 4).parts]
    assert "█" in parts[0] and parts[0].endswith("/8")
    words = scene.describe.mark("boss_target", scene.view.mark("boss_target"))
    strength = scene.describe.mark("boss_damage", scene.view.mark("boss_damage"))
    assert [words, strength] == parts[1:3]


def test_the_plays_of_a_trick_stand_newest_first() -> None:
    stage = Stage("gandengyan", 5, 2)
    stage.run(lambda m: len(_said(stage.scene(0))) >= 3 and bool(m.table.cards("top")))
    scene = stage.scene(0)
    said = _said(scene)
    assert [framed for _, framed in said] == [True] + [False] * (len(said) - 1)
    top, owner = scene.view.cards("top"), scene.view.mark("owner")
    assert said[0][0].startswith(f"{scene.describe.seat(int(str(owner)))}: {scene.describe.cards(top)}")
    assert said[0][0].endswith(scene.describe.mark("standing", scene.view.mark("standing")))
    trick = [scene.describe.face(card.face) for card in scene.view.cards("trick")]
    below = " ".join(text for text, _ in said[1:])
    assert all(face in below for face in trick)


async def test_the_die_lies_where_it_can_be_seen() -> None:
    """At once, where nothing is animated; with the words of what it decided."""
    stage = Stage("gandengyan", 4, 3)
    scene = stage.scene(0)
    roll = next(e for e in reversed(scene.model.log) if isinstance(e, Told) and e.key == "die")
    app = TableApp(scene)
    async with app.run_test(size=(80, 12)) as pilot, asyncio.timeout(60):
        await app.show()
        await pilot.pause()
        shown = app.query_one(Board).render().plain
        assert "⚀⚁⚂⚃⚄⚅"[int(str(roll.params["n"])) - 1] in shown
        assert (scene.describe.event(roll) or "?") in " ".join(line.strip() for line in shown.split("\n"))


def test_an_attack_is_a_sum_that_comes_out() -> None:
    """The figures are the server's: hit points before, damage and hit points after agree with each other on every line."""
    stage = Stage("pokerduel", 4, 1)
    seen = 0
    while seen < 4 and not stage.match.over:
        stage.run(_window("block"))
        ask = stage.match.waiting()[0] if stage.match.waiting() else None
        if ask is None:
            break
        said = [text for text, _ in _said(stage.scene(ask.seat))]
        damage, left = int(str(ask.params["damage"])), int(str(ask.params["left"]))
        hp = stage.match.table.number("hp", ask.seat)
        assert f" {damage} damage" in said[1]
        assert said[1].endswith(f"hit points {hp} → {left}")
        if "× 2" in said[1]:
            assert left == max(0, hp - damage) or left == 1
        watcher = next(seat for seat in range(4) if seat != ask.seat)
        assert str(ask.params["attack"]) in _said(stage.scene(watcher))[1][0]
        seen += 1
        stage.step()
    assert seen == 4


def test_distances_are_those_of_the_rules() -> None:
    """They are only a help, but one that is right: all pairs, in states with horses, weapons, riders and dead."""
    compared = 0
    for seed in range(6):
        stage = Stage("herokill", 8, seed)
        for _ in states(stage, 12):
            state, table = stage.match.state, stage.match.table
            rules = Rules(state, table, Chance(b"", "unused"), BOOK)  # type: ignore[arg-type]
            scene = stage.scene(0)
            for one in rules.living:
                assert reach_of(scene, one) == rules.range(one)
                for other in rules.others(one):
                    assert distance(scene, one, other) == rules.distance(one, other)
                    compared += rules.distance(one, other) > 1
    assert compared > 500


def test_a_note_goes_round_the_roles_and_ends_with_the_truth() -> None:
    stage = Stage("herokill", 5, 1)
    stage.run(lambda m: m.table.number("turn") >= 2)
    scene, notes = stage.scene(0), Notes()
    hidden = next(seat for seat in range(1, 5) if seat not in scene.view.marks["role"].seats)
    roles = [scene.describe.words[f"marks.role.{role}"] for role in ("lord", "loyalist", "rebel", "spy")]
    seen = []
    for _ in range(5):
        assert notes.cycle(scene.view, scene.describe.words, hidden)
        seen.append(notes.of(scene.view, scene.describe.words, hidden))
    assert seen == [*roles, ""]
    notes.cycle(scene.view, scene.describe.words, hidden)
    assert not notes.cycle(scene.view, scene.describe.words, 0)  # one's own role is known
    notes.begin(0)
    assert notes.of(scene.view, scene.describe.words, hidden) == roles[0]
    scene.view.marks["role"].seats[hidden] = "spy"  # type: ignore[index]
    assert notes.of(scene.view, scene.describe.words, hidden) == ""
    notes.begin(2)
    assert not Notes().cycle(Stage("pokerduel", 3, 1).scene(0).view, scene.describe.words, 1)


def test_there_is_something_to_guess_only_where_a_player_hides_something() -> None:
    for game, seats in (("dingti", 4), ("gandengyan", 4), ("herokill", 5), ("pokerduel", 3)):
        stage = Stage(game, seats, 1)
        stage.run(lambda m: m.poll is not None and m.poll.window in ("turn", "lead", "play"))
        scene = stage.scene(0)
        assert Notes().wanted(scene.view, scene.describe.words) is (game == "herokill"), game


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", game_ids())
def test_every_card_of_every_game_has_a_text(game: str, language: str) -> None:
    stage = Stage(game, find_game(game).seats[0], 1)
    describe = stage.scene(None, language).describe
    for number, face in enumerate(sorted(set(stage.match.table.faces.values()), key=str)):
        title, text = about_card(describe, Card(CardId(number), face))
        assert title
        assert text
        assert len(text.split("\n")) > bool(face.suit), (title, text)  # more than suit and rank


def test_a_hand_lies_in_the_order_of_its_ranks() -> None:
    def hand(game: str, *names: str) -> list[str]:
        faces = [Face(name, name[0], RANKS[name[1:]]) if name[1:] in RANKS else Face(name) for name in names]
        cards = [Card(CardId(number), face) for number, face in enumerate(faces)]
        return [card.face.name for card in sorted(cards, key=look_of(game).rank)]

    assert hand("gandengyan", "big_joker", "S2", "HA", "small_joker", "C3", "DK") == [
        "C3", "DK", "HA", "S2", "small_joker", "big_joker",
    ]  # fmt: skip
    assert hand("pokerduel", "red_joker", "H2", "SK", "C3", "SA", "DK") == [
        "SA",
        "SK",
        "C3",
        "DK",
        "H2",
        "red_joker",
    ]
    assert hand("herokill", "kill", "dodge") == ["kill", "dodge"], "as it was dealt"


async def test_notes_and_distances_stand_on_the_panels() -> None:
    stage = Stage("herokill", 5, 1)
    stage.run(lambda m: m.table.number("turn") >= 2)
    scene = stage.scene(0)
    app = TableApp(scene)
    hidden = next(seat for seat in range(1, 5) if seat not in scene.view.marks["role"].seats)
    async with app.run_test(size=(140, 26)) as pilot, asyncio.timeout(60):
        await app.show()
        await pilot.pause()
        panel = next(one for one in app.query(SeatPanel) if one.seat == hidden)
        await pilot.click(panel)
        await app.table.press("note")
        await app.table.press("note")
        await pilot.press("escape")
        await app.table.press("reach")
        await pilot.pause()
        said = panel.render().plain
        assert scene.describe.say("table.note", role=scene.describe.words["marks.role.loyalist"]) in said
        gap = distance(scene, 0, hidden)
        assert f"distance {gap}" in said


@pytest.mark.parametrize("height", range(1, 12))
def test_the_middle_says_first_what_is_framed(height: int) -> None:
    stage = Stage("pokerduel", 4, 1)
    stage.run(_window("block"))
    scene = stage.scene(stage.match.waiting()[0].seat)
    lines = look_of("pokerduel").middle(scene)
    rows = laid_out(lines, scene.describe.middle_parts(scene.view), 38, height)
    assert len(rows) <= height
    assert max(row.cell_length for row in rows) <= 38
    assert height < 2 or lines[0].text.plain[:20] in "".join(row.plain for row in rows[:2])
