"""The client's picture of a room: what it takes for open."""

from __future__ import annotations

import msgspec
import pytest

import protocol.messages as wire
from clients.cli.model import RoomModel
from engine.core.ask import Answer, Ask
from engine.core.ids import AskId, Seat
from engine.core.match import PollView
from engine.core.moves import Move
from engine.core.view import View
from protocol.codec import Codec


def _payload(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


ASK = _payload(Ask(Seat(0), "turn", [Move("pass")], Answer(0), id=AskId(4)))
WINDOW = wire.Window(_payload(PollView("turn", seats=[Seat(0)])))
INFO = wire.RoomInfo(
    room="ABCD", name="", game="dingti", phase="playing", seats=[], options={}, clock=wire.Clock(),
    polling="brisk", listed=False, locked=False, host=None,
)  # fmt: skip


def _answered() -> RoomModel:
    """A room in which our answer to question 4 was taken."""
    model = RoomModel(Codec.JSON, wire.Snapshot(room="ABCD", seq=1, you=0, info=INFO, window=WINDOW, ask=ASK))
    assert model.ask is not None
    model.answered(4)
    return model


def test_a_question_that_was_answered_is_not_shown_again() -> None:
    model = _answered()
    model.update(wire.Update(room="ABCD", seq=2, window=WINDOW, ask=ASK, you=0))
    assert model.ask is None


@pytest.mark.parametrize("news", ["a match begins", "a snapshot"])
def test_the_same_number_may_be_another_question(news: str) -> None:
    """Each match numbers its questions from the start; and a room that went back asks again what was answered in vain."""
    model = _answered()
    if news == "a snapshot":
        model.start(wire.Snapshot(room="ABCD", seq=2, you=0, info=INFO, window=WINDOW, ask=ASK))
    else:
        view = _payload(View(Seat(0), 1, [], {}, {}))
        model.update(wire.Update(room="ABCD", seq=2, begun=True, view=view, window=WINDOW, ask=ASK, you=0))
    assert model.ask is not None and model.ask.id == 4
