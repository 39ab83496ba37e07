"""The room before and after a match: seats, bots, settings, hosts, talk."""

from __future__ import annotations

import asyncio

import pytest

import protocol.messages as wire
from engine.core.record import commit
from protocol.slugs import Slug
from server.links import PlayerId
from server.rooms.secrets import ALPHABET, CODE_LENGTH, code_for
from tests.server.rooms.world import Player, World


def info(player: Player) -> wire.RoomInfo:
    player.listen()
    assert player.info is not None
    return player.info


async def test_a_new_room_has_its_maker_as_host_on_seat_0_and_the_games_defaults(world: World) -> None:
    ann = world.player("ann")
    code = await ann.create(seats=3, name="  Our   table ")
    room = info(ann)
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(ALPHABET)
    assert (room.room, room.name, room.game, room.phase) == (code, "Our table", "highcard", "lobby")
    assert (room.host, room.options, room.polling) == ("ann", {"tricks": 5}, "brisk")
    assert [seat.kind for seat in room.seats] == ["person", "empty", "empty"]
    assert room.seats[0].player == "ann"
    assert room.seats[0].connected
    assert ann.you == 0
    assert room.commitment is not None
    assert len(room.commitment) == 64
    assert await world.rooms.rooms_of(PlayerId("ann")) == [code]


@pytest.mark.parametrize(
    ("fields", "slug"),
    [
        ({"game": "chess"}, Slug.GAME_UNKNOWN),
        ({"seats": 9}, Slug.OPTIONS_UNFIT),
        ({"options": {"tricks": 99}}, Slug.OPTIONS_UNFIT),
        ({"options": {"tricks": True}}, Slug.OPTIONS_UNFIT),
        ({"options": {"colour": "red"}}, Slug.OPTIONS_UNFIT),
        ({"name": "x\u202ey"}, Slug.OPTIONS_UNFIT),
    ],
)
async def test_a_room_that_cannot_be_is_refused(world: World, fields: dict[str, object], slug: Slug) -> None:
    message = wire.CreateRoom(action="a", **({"game": "highcard", "seats": 2} | fields))  # type: ignore[arg-type]
    answer = await world.player("ann").send(message)
    assert isinstance(answer, wire.Refused)
    assert answer.slug == slug
    assert await world.rooms.cards(None) == []


async def test_a_seat_is_claimed_by_one_of_those_who_ask_at_once(world: World) -> None:
    ann, bob, cat = (world.player(name) for name in ("ann", "bob", "cat"))
    code = await ann.create()
    await bob.enter(code)
    await cat.enter(code)
    for player in (bob, cat):
        await world.rooms.handle(player.link, wire.TakeSeat(action="sit", room=code, seat=1))
    await world.settle()
    answers = [player.answer_to("sit") for player in (bob, cat)]
    assert [type(answer) for answer in answers] == [wire.Done, wire.Refused]
    assert [seat.player for seat in info(ann).seats] == ["ann", "bob"]


async def test_seats_are_taken_changed_and_left(world: World) -> None:
    ann = world.player("ann")
    await ann.create(seats=3)
    await ann.ok(wire.TakeSeat, seat=2)
    assert [seat.kind for seat in info(ann).seats] == ["empty", "empty", "person"]
    assert info(ann).seats[2].player == "ann"
    await ann.ok(wire.LeaveSeat)
    assert [seat.kind for seat in info(ann).seats] == ["empty"] * 3
    assert ann.you is None
    assert info(ann).spectators == 1
    assert await ann.refused(wire.LeaveSeat) == Slug.SEAT_NONE
    assert await ann.refused(wire.TakeSeat, seat=3) == Slug.SEAT_UNKNOWN


async def test_two_persons_change_places_when_both_offer_it(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    await ann.ok(wire.SwapSeats, seat=1)
    assert info(bob).swaps == [(0, 1)]
    assert info(bob).seats[0].player == "ann"
    await bob.ok(wire.SwapSeats, seat=0)
    assert [seat.player for seat in info(bob).seats] == ["bob", "ann"]
    assert [seat.ready for seat in info(bob).seats] == [False, False]
    assert (info(bob).swaps, ann.you, bob.you) == ([], 1, 0)
    assert await ann.refused(wire.SwapSeats, seat=1) == Slug.SEAT_TAKEN


async def test_a_bot_changes_places_at_once_and_an_empty_seat_does_not(world: World) -> None:
    ann = world.player("ann")
    await ann.create(seats=3)
    await ann.ok(wire.SetBot, seat=2, level="random")
    await ann.ok(wire.SwapSeats, seat=2)
    assert [seat.kind for seat in info(ann).seats] == ["bot", "empty", "person"]
    assert await ann.refused(wire.SwapSeats, seat=1) == Slug.SEAT_UNKNOWN


async def test_an_offer_is_void_when_one_of_the_two_moves(world: World) -> None:
    ann, bob = await world.table("ann", "bob", bots=1)
    await ann.ok(wire.SwapSeats, seat=1)
    await bob.ok(wire.LeaveSeat)
    assert info(ann).swaps == []


async def test_bots_are_set_and_taken_away_by_the_host_only(world: World) -> None:
    ann, bob = await world.table("ann", "bob", bots=1)
    assert info(ann).seats[2].level == "random"
    assert await bob.refused(wire.SetBot, seat=2, level=None) == Slug.ROOM_NOT_HOST
    assert await ann.refused(wire.SetBot, seat=2, level="divine") == Slug.SEAT_LEVEL
    assert await ann.refused(wire.SetBot, seat=1, level="random") == Slug.SEAT_TAKEN
    await ann.ok(wire.SetBot, seat=2, level=None)
    assert info(bob).seats[2].kind == "empty"
    await bob.ok(wire.TakeSeat, seat=2)
    await ann.ok(wire.SetBot, seat=1, level="random")
    assert [seat.kind for seat in info(bob).seats] == ["person", "bot", "person"]


async def test_new_settings_are_checked_and_unready_everybody(world: World) -> None:
    ann, bob = await world.table("ann", "bob", bots=1)
    assert await bob.refused(wire.Configure, polling="conceal") == Slug.ROOM_NOT_HOST
    assert await ann.refused(wire.Configure, options={"tricks": 0}) == Slug.OPTIONS_UNFIT
    assert await ann.refused(wire.Configure, seats=1) == Slug.OPTIONS_UNFIT
    clock = wire.Clock(turn=10, response=5, bank=0)
    await ann.ok(
        wire.Configure, options={"tricks": 3}, clock=clock, polling="conceal", listed=False, password="x"
    )
    room = info(bob)
    assert (room.options, room.clock, room.polling, room.listed) == ({"tricks": 3}, clock, "conceal", False)
    assert room.locked
    assert [seat.ready for seat in room.seats] == [False, False, True]
    await ann.ok(wire.Configure, password="")
    assert not info(bob).locked
    assert info(bob).options == {"tricks": 3}


async def test_fewer_seats_cost_bots_their_place_and_no_person(world: World) -> None:
    ann, bob = await world.table("ann", "bob", bots=2)
    await bob.ok(wire.SwapSeats, seat=3)
    await ann.ok(wire.Configure, seats=2)
    assert [seat.player for seat in info(ann).seats] == ["ann", "bob"]
    assert bob.you == 1
    await ann.ok(wire.Configure, seats=3)
    assert [seat.kind for seat in info(ann).seats] == ["person", "person", "empty"]
    cat = world.player("cat")
    await cat.enter(ann.room)
    await cat.ok(wire.TakeSeat, seat=2)
    assert await ann.refused(wire.Configure, seats=2) == Slug.OPTIONS_UNFIT


async def test_a_match_begins_when_all_seats_are_taken_and_all_persons_ready(world: World) -> None:
    ann, bob = world.player("ann"), world.player("bob")
    code = await ann.create(seats=3)
    await bob.enter(code)
    await bob.ok(wire.TakeSeat, seat=1)
    await ann.ok(wire.Ready)
    assert await ann.refused(wire.Start) == Slug.ROOM_NOT_READY
    await ann.ok(wire.SetBot, seat=2, level="random")
    assert await ann.refused(wire.Start) == Slug.ROOM_NOT_READY
    await bob.ok(wire.Ready, nonce="ab")
    assert await bob.refused(wire.Start) == Slug.ROOM_NOT_HOST
    commitment = info(bob).commitment
    await ann.ok(wire.Start)
    assert info(bob).phase == "playing"
    assert info(bob).commitment == commitment
    assert bob.view is not None
    assert [len(bob.view.cards("hand", seat)) for seat in range(3)] == [0, 5, 0]
    for kind, fields in [
        (wire.TakeSeat, {"seat": 1}),
        (wire.LeaveSeat, {}),
        (wire.Ready, {}),
        (wire.Start, {}),
    ]:
        assert await ann.refused(kind, **fields) == Slug.ROOM_RUNNING


async def test_the_secret_is_committed_to_before_the_nonces_come(world: World) -> None:
    ann = world.player("ann")
    await ann.create()
    secret = world.rooms.holdings.rooms[ann.room].fold.state.secret
    assert info(ann).commitment == commit(secret)
    assert secret.hex() not in str(ann.heard)


async def test_a_kicked_person_is_out_and_stays_out(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    assert await bob.refused(wire.Kick, player="ann") == Slug.ROOM_NOT_HOST
    assert await ann.refused(wire.Kick, player="ann") == Slug.ROOM_NOT_IN
    await ann.ok(wire.Kick, player="bob")
    bob.listen()
    assert isinstance(bob.heard[-1], wire.Left)
    assert bob.heard[-1].slug == Slug.ROOM_KICKED
    assert info(ann).seats[1].kind == "empty"
    answer = await bob.enter(ann.room)
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_KICKED
    assert await bob.refused(wire.Chat, text="hey") == Slug.ROOM_NOT_IN


async def test_the_host_hands_over_and_leaving_hands_over_to_whoever_is_there_longest(world: World) -> None:
    ann, bob, cat = await world.table("ann", "bob", "cat")
    assert await bob.refused(wire.HandOver, player="bob") == Slug.ROOM_NOT_HOST
    assert await ann.refused(wire.HandOver, player="dan") == Slug.ROOM_NOT_IN
    await ann.ok(wire.HandOver, player="cat")
    assert info(bob).host == "cat"
    await bob.drop()
    await cat.ok(wire.Leave)
    assert info(ann).host == "ann"
    assert [m.slug for m in cat.heard if isinstance(m, wire.Left)] == [Slug.ROOM_LEFT]
    await ann.ok(wire.Leave)
    await bob.back()
    assert info(bob).host == "bob"
    assert [seat.player for seat in info(bob).seats] == [None, "bob", None]


async def test_a_host_who_is_away_for_too_long_is_replaced(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    await ann.drop()
    await world.pass_(59)
    assert info(bob).host == "ann"
    await world.pass_(3)
    assert info(bob).host == "bob"


async def test_whoever_drops_in_the_lobby_is_no_longer_ready(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    await bob.drop()
    assert (info(ann).seats[1].ready, info(ann).seats[1].connected) == (False, False)
    assert await ann.refused(wire.Start) == Slug.ROOM_NOT_READY


async def test_chat_is_told_to_all_kept_and_rationed(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    await ann.ok(wire.Chat, text="hello\n\u202ethere")
    assert bob.updates()[-1].said == wire.Said(
        player="ann", name="Ann", text="hello  there", at=round(world.time.now * 1000)
    )
    assert await ann.refused(wire.Chat, text="\n \t") == Slug.FRAME_MALFORMED
    for _ in range(5):
        await ann.ok(wire.Chat, text="again")
    assert await ann.refused(wire.Chat, text="again") == Slug.CHAT_TOO_FAST
    await bob.ok(wire.Chat, text="and I may")
    for i in range(60):
        await world.pass_(2)
        await ann.ok(wire.Chat, text=f"line {i}")
    cat = world.player("cat")
    await cat.enter(ann.room)
    assert cat.chat == [f"line {i}" for i in range(10, 60)]


async def test_two_lines_at_once_are_two_updates(world: World) -> None:
    ann, bob = await world.table("ann", "bob")
    for action in ("x", "y"):
        await world.rooms.handle(ann.link, wire.Chat(action=action, room=ann.room, text=action))
    await world.settle()
    assert [update.said.text for update in bob.updates() if update.said] == ["x", "y"]


async def test_the_list_has_listed_rooms_newest_first(world: World) -> None:
    ann, bob = world.player("ann"), world.player("bob")
    first = await ann.create(name="one")
    second = await bob.create(seats=3, name="two", password="pw")
    await world.player("cat").create(listed=False)
    assert await world.rooms.cards("highcard") == [
        wire.RoomCard(room=second, name="two", game="highcard", phase="lobby", seats=3, free=2, locked=True),
        wire.RoomCard(room=first, name="one", game="highcard", phase="lobby", seats=2, free=1, locked=False),
    ]
    assert await world.rooms.cards("dingti") == []


async def test_a_player_may_be_in_so_many_rooms(world: World) -> None:
    ann = world.player("ann")
    rooms = [await ann.create() for _ in range(world.settings.rooms_per_player)]
    answer = await ann.send(wire.CreateRoom(action="more", game="highcard", seats=2))
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_TOO_MANY
    assert isinstance(await ann.enter(rooms[0]), wire.Done)
    assert await world.rooms.rooms_of(PlayerId("ann")) == sorted(rooms)


async def test_a_rematch_has_the_same_seats_another_secret_and_nobody_ready(world: World) -> None:
    ann, bob = await world.match("ann", "bob", bots=1)
    assert await ann.refused(wire.Rematch) == Slug.ROOM_RUNNING
    before = info(ann).commitment
    await world.play_out([ann, bob])
    assert await bob.refused(wire.Rematch) == Slug.ROOM_NOT_HOST
    assert await ann.refused(wire.TakeSeat, seat=2) == Slug.ROOM_RUNNING
    await ann.ok(wire.Rematch)
    room = info(bob)
    assert (room.phase, room.record, bob.over) == ("lobby", None, None)
    assert room.commitment not in (None, before)
    assert [(seat.player, seat.ready) for seat in room.seats] == [
        ("ann", False),
        ("bob", False),
        (None, True),
    ]
    await ann.ok(wire.Ready)
    await bob.ok(wire.Ready)
    await ann.ok(wire.Start)
    assert info(bob).match == 2
    await world.play_out([ann, bob])
    assert bob.over is not None
    assert bob.over.record != ann.room


async def test_who_has_left_after_the_match_has_no_seat_in_the_next(world: World) -> None:
    ann, bob = await world.match("ann", "bob")
    await world.play_out([ann, bob])
    await bob.ok(wire.Leave)
    assert info(ann).seats[1].left
    await ann.ok(wire.Rematch)
    assert [seat.kind for seat in info(ann).seats] == ["person", "empty"]


async def test_a_room_that_is_full_takes_nobody_more() -> None:
    world = await World.open(max_people=2)
    ann, bob, cat = (world.player(name) for name in ("ann", "bob", "cat"))
    await ann.create()
    await bob.enter(ann.room)
    answer = await cat.enter(ann.room)
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_FULL
    await world.close()


async def test_a_password_keeps_people_out_and_tries_are_rationed(world: World) -> None:
    ann, bob = world.player("ann"), world.player("bob")
    code = await ann.create(password="sesame")
    for guess in (None, "Sesame", "x", "y", "z", "sesame"):
        answer = await bob.enter(code, password=guess)
        assert isinstance(answer, wire.Refused)
        assert answer.slug == Slug.ROOM_PASSWORD
    await world.pass_(10)
    assert isinstance(await bob.enter(code, password="sesame"), wire.Done)
    await ann.drop()
    assert isinstance(await ann.back(), wire.Done)
    kept = world.rooms.holdings.rooms[code].fold.to_bytes()
    assert b"sesame" not in kept


async def test_an_unknown_room_is_unknown(world: World) -> None:
    ann = world.player("ann")
    answer = await ann.enter("AAAAAAAA")
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_UNKNOWN
    assert await ann.refused(wire.Ready) == Slug.ROOM_UNKNOWN


def test_codes_use_every_letter_and_no_other() -> None:
    codes = [code_for(bytes(32), "ann", f"a{i}", 0) for i in range(200)]
    seen = {char for code in codes for char in code}
    assert seen == set(ALPHABET)


async def test_a_room_of_many_waiting_requests_refuses_more() -> None:
    world = await World.open(max_waiting=3)
    ann = world.player("ann")
    await ann.create()
    for i in range(5):
        await world.rooms.handle(ann.link, wire.Ready(action=f"r{i}", room=ann.room, ready=i % 2 == 0))
    await asyncio.sleep(0)
    await world.settle()
    kinds = [type(ann.answer_to(f"r{i}")) for i in range(5)]
    assert kinds == [wire.Done, wire.Done, wire.Done, wire.Refused, wire.Refused]
    await world.close()
