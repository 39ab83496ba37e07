"""A record is read only as it was written, and a replay finds every change (tests.engine.properties.check_record runs this over games)."""

from __future__ import annotations

import msgspec
import pytest

from engine.core.errors import RecordMismatch
from engine.core.match import Match
from engine.core.poll import Outcome
from engine.core.record import Record, commit, digest_of, read_record, verify, write_record
from examples.highcard import GAME
from tests.engine.properties import recorded


@pytest.fixture(scope="module")
def record() -> Record:
    return read_record(write_record(recorded(GAME, 2, {"tricks": 2}, 5)))


def test_what_is_written_is_read(record: Record) -> None:
    data = write_record(record)
    assert read_record(data) == record and write_record(read_record(data)) == data
    assert verify(record, GAME) == [
        "digest",
        "commitment",
        "seed",
        f"inputs:{len(record.inputs)}",
        "outcome",
        "table",
    ]


def test_commitments_do_not_repeat() -> None:
    assert len({commit(bytes([n])) for n in range(100)}) == 100 and len(commit(b"")) == 64


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"\xff\xfe", b'{"format": 1}', b"null"],
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(RecordMismatch, match="not a readable record"):
        read_record(data)


def test_only_the_canonical_bytes_are_a_record(record: Record) -> None:
    data = write_record(record)
    for other in (
        data[:-1],
        data + b"\n",
        data.replace(b'"seats":2', b'"seats": 2'),
        data.replace(b"player", b"Player"),
    ):
        assert other != data
        with pytest.raises(RecordMismatch, match="has been changed"):
            read_record(other)
    with pytest.raises(RecordMismatch, match="format 2"):
        read_record(write_record(msgspec.structs.replace(record, format=2)))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"secret": "00" * 32}, "committed"),
        ({"secret": "00" * 65, "commitment": commit(bytes(65))}, "unreadable"),
        ({"nonces": ["xy", "00"]}, "unreadable"),
        ({"nonces": ["00" * 70000, "00"]}, "unreadable"),
        ({"nonces": []}, "one nonce"),
        ({"names": []}, "one name"),
        ({"levels": [None, None, None]}, "one level"),
        ({"game": "dingti"}, "rules version"),
        ({"version": 99}, "rules version 99; here is version 1"),
        ({"options": {"tricks": 99}}, "cannot be set up"),
        ({"options": {"tricks": 3}}, "not legal|ends differently"),
        ({"inputs": []}, "ends differently"),
        ({"outcome": Outcome([], "draw")}, "ends differently"),
        ({"outcome": None}, "ends differently"),
        ({"fault": "void", "outcome": None}, "replay has an outcome"),
        ({"final": "00"}, "not the recorded one"),
    ],
)
def test_a_forged_record_is_found_out(record: Record, changes: dict[str, object], complaint: str) -> None:
    forged = read_record(write_record(msgspec.structs.replace(record, **changes)))
    with pytest.raises(RecordMismatch, match=complaint):
        verify(forged, GAME)


def test_a_void_match_is_verified_as_far_as_it_went(record: Record) -> None:
    match, _ = Match.start(GAME, 2, record.options, record.seed())
    match.put(record.inputs[0])
    void = msgspec.structs.replace(
        record, inputs=record.inputs[:1], outcome=None, fault="the rules failed", final=digest_of(match)
    )
    assert verify(read_record(write_record(void)), GAME)[-1] == "table"


def test_the_levels_say_which_seats_are_bots(record: Record) -> None:
    """They are part of what the rules may ask, so a replay has them as the match had them."""
    with_bot = msgspec.structs.replace(record, levels=[None, "normal"])
    match, _ = with_bot.begin(GAME)
    assert match.state.bots == [1] and record.begin(GAME)[0].state.bots == []
    for given in with_bot.inputs:
        match.put(given)
    assert verify(msgspec.structs.replace(with_bot, final=digest_of(match)), GAME)[-1] == "table"
    with pytest.raises(RecordMismatch, match="table is not the recorded one"):
        verify(with_bot, GAME)
