"""What the full screen's pages are made of, without a screen: a form from a game's schema, what may be done with a seat, a rulebook."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import protocol.messages as wire
from clients.cli.full.form import card_schema, option_fields
from clients.cli.full.rulebook import search, sections
from clients.cli.full.sitting import Deed, seat_actions, why_not
from clients.cli.places import Memory
from clients.cli.speech import LANGUAGES, Speech
from engine.registry import find_game, game_ids, package_of
from engine.words import rulebook, words_of
from protocol.codec import Codec
from server.catalogue import Catalogue

GAMES = game_ids()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_offers_what_the_game_takes(game: str, language: str) -> None:
    """Every default and every choice of every field is an option that the game accepts, and each has words."""
    (card,) = Catalogue([game]).list_games("a", Codec.JSON).games
    words = words_of(package_of(game), language)
    fields = option_fields(card_schema(card, Codec.JSON), words, {}, "yes", "no")
    options = find_game(game).options
    assert {field.name for field in fields} == {field.name for field in msgspec.structs.fields(options)}
    for field in fields:
        assert field.help
        assert field.label != field.name
        ends = [end for end in (field.low, field.high) if end is not None]
        values = [value for value, _ in field.choices] or ends
        assert field.value in values or len(ends) == 2
        for value in [*values, field.value]:
            assert getattr(msgspec.convert({field.name: value}, options), field.name) == value
        assert all(f"options.{field.name}.{value}" in words for value, _ in field.choices)


def test_a_field_shows_the_room_as_it_is() -> None:
    (card,) = Catalogue(["dingti"]).list_games("a", Codec.MSGPACK).games
    words = words_of(package_of("dingti"), "en")
    schema = card_schema(card, Codec.MSGPACK)
    values = {
        field.name: field.value
        for field in option_fields(schema, words, {"boss": "off", "round_cap": 7}, "y", "n")
    }
    assert (values["boss"], values["round_cap"], values["teams"]) == ("off", 7, "off")


def info(*seats: wire.SeatInfo, host: str = "ann") -> wire.RoomInfo:
    return wire.RoomInfo(
        room="ROOM", name="", game="dingti", phase="lobby", seats=list(seats), options={}, clock=wire.Clock(),
        polling="brisk", listed=True, locked=False, host=host,
    )  # fmt: skip


ANN = wire.SeatInfo(kind="person", player="ann", name="Ann")
BEN = wire.SeatInfo(kind="person", player="ben", name="Ben")
BOT = wire.SeatInfo(kind="bot", name="Bot 3", level="random", ready=True)
FREE = wire.SeatInfo()
TABLE = info(ANN, BEN, BOT, FREE)


@pytest.mark.parametrize(
    ("player", "you", "deeds"),
    [
        ("ann", 0, ["stand", "swap make_host kick", "sit swap bot no_bot", "sit bot bot"]),
        ("ben", 1, ["swap", "stand", "sit swap", "sit"]),
        ("cat", None, ["", "", "sit", "sit"]),
    ],
)
def test_what_may_be_done_with_each_seat(player: str, you: int | None, deeds: list[str]) -> None:
    """By the host, by another player, by a spectator."""
    found = [
        " ".join(action.deed for action in seat_actions(TABLE, seat, you, player, ["random", "normal"]))
        for seat in range(4)
    ]
    assert found == deeds


def test_a_host_says_who_plays_a_seat_that_was_left() -> None:
    running = info(ANN, msgspec.structs.replace(BEN, left=True))
    running.phase = "playing"
    assert [a.deed for a in seat_actions(running, 1, 0, "ann", ["random"])] == [Deed.BOT]
    assert not seat_actions(running, 0, 0, "ann", ["random"])
    assert not seat_actions(running, 1, None, "cat", ["random"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_a_match_does_not_begin(language: str) -> None:
    say = Speech(language)
    ready = msgspec.structs.replace(BEN, ready=True)
    assert why_not(TABLE, "ann", say) == say("room.why_empty_host", seats="4")
    assert why_not(TABLE, "ben", say) == say("room.why_empty", seats="4")
    assert why_not(info(ANN, BEN), "ann", say) == say("room.why_not_ready", names="Ben")
    assert why_not(info(ANN, ready), "ben", say) == say("room.why_host", host="Ann")
    assert why_not(info(ANN, ready), "ann", say) == ""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_falls_into_sections_and_loses_nothing(game: str, language: str) -> None:
    text = rulebook(package_of(game), language)
    book = sections(text)
    told = "\n".join(section.text for section in book)
    assert [
        line for line in text.splitlines() if line.strip() and not line.startswith("#") and line not in told
    ] == []
    place, line = search(book, "4.1")[0]
    assert line.startswith("4.1")
    assert book[place].title.startswith("4")


@given(st.text(max_size=30))
def test_a_search_finds_only_what_is_there(wanted: str) -> None:
    book = sections(rulebook(package_of("dingti"), "en"))
    for place, line in search(book, wanted):
        number = wanted.strip().rstrip(".")
        assert wanted.strip().lower() in book[place].text.lower() or line.startswith(number)


def test_addresses_are_remembered_latest_first_and_not_for_ever(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("memory") / "players.json"
    memory = Memory(path)
    for number in range(20):
        memory.visited(f"host{number}")
    memory.visited("host15")
    assert Memory(path).places == ["host15", *(f"host{n}" for n in range(19, 8, -1) if n != 15), "host8"]
