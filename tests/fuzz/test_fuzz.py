"""The short run of the fuzzer; `make fuzz INPUTS=200000` is the long one. And the fuzzer itself: it must notice what it is there for."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest
import structlog

from protocol.codec import BadFrame, Codec
from protocol.slugs import CloseCode
from tests.fuzz.corpus import KINDS, drawn, recorded
from tests.fuzz.fuzz import Fuzz
from tests.fuzz.mutate import ODD, bend_bytes, bend_tree, encode
from tests.fuzz.witness import Witness

INPUTS = 2_500


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1, 2])
async def test_hostile_players_harm_nobody(seed: int) -> None:
    figures = await Fuzz(seed).run(INPUTS)
    assert figures.inputs == INPUTS and figures.bystanders > 0
    kinds = {
        "sensible",
        "drawn",
        "values bent",
        "bytes bent",
        "broken frames",
        "in pieces",
        "lost lines",
        "too large",
        "twice",
        "admin: sensible",
        "admin: drawn",
        "admin: values bent",
        "admin: bytes bent",
    }
    assert kinds <= figures.kinds.keys()
    deep = {
        "frame/malformed",
        "frame/unknown_type",
        "room/not_in",
        "room/not_host",
        "answer/illegal",
        "answer/stale",
    }
    assert deep <= figures.refusals.keys(), "the inputs do not get far"
    assert {"Carried", "Players", "admin/malformed", "admin/player_unknown"} <= figures.orders.keys()
    assert figures.matches > 2
    assert {1002, 1006, CloseCode.REPLACED, CloseCode.NO_HELLO} <= figures.closes.keys()


def test_messages_of_every_type_are_drawn() -> None:
    tags = {kind.__struct_config__.tag for kind in KINDS}
    assert {tree["type"] for tree in drawn(400, 1)} == tags
    assert {tree["type"] for tree in recorded()} <= tags


@pytest.mark.parametrize("codec", Codec)
def test_mutations_spoil_some_messages_and_leave_some_whole(codec: Codec) -> None:
    luck, seeds = random.Random(5), drawn(50, 2)
    fates = {"tree": [0, 0], "bytes": [0, 0]}
    for _ in range(500):
        tree = luck.choice(seeds)
        bent = {"bytes": bend_bytes(encode(tree, codec), encode(luck.choice(seeds), codec), luck)}
        with contextlib.suppress(ValueError, OverflowError, RecursionError):
            bent["tree"] = encode(bend_tree(tree, luck, codec), codec)
        for kind, frame in bent.items():
            try:
                codec.read_client(frame)
                fates[kind][0] += 1
            except BadFrame:
                fates[kind][1] += 1
    assert all(whole >= 5 and spoilt > 100 for whole, spoilt in fates.values()), fates


async def test_the_witness_hears_a_task_that_failed_and_a_fault_that_was_logged() -> None:
    async def fail() -> None:
        raise RuntimeError("nobody waits for me")

    with Witness() as witness:
        structlog.get_logger().info("a quiet word")
        witness.check()
        task = asyncio.create_task(fail())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del task
        structlog.get_logger().error("turn failed", exc_info=ValueError("in a rule"))
    assert any("nobody waits for me" in line for line in witness.heard)
    assert any("ValueError: in a rule" in line for line in witness.heard)
    with pytest.raises(AssertionError):
        witness.check()


def test_values_that_are_put_in_are_not_spoilt_for_the_next() -> None:
    """Else one may come to hold itself, and the mutator does not end."""
    before = repr(ODD)
    luck, tree = random.Random(6), recorded()[0]
    for _ in range(3000):
        tree = bend_tree(tree or recorded()[0], luck, Codec.JSON) if luck.random() < 0.7 else recorded()[0]
    assert repr(ODD) == before
