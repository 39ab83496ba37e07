"""The servers that Paiju is measured beside: they play the same game, and the tables say what was measured."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from benchmarks import page
from benchmarks.peers.report import Case, Row, paced, saturated
from benchmarks.peers.table import SEATS, Table
from tests.house import ROOT

PYTHON = Path(f"{sys.prefix}-bench", "bin", "python")
"""Of `make bench-env`, beside the environment that the tests run in."""
ROW = Row(actions_per_s=100, p50=1, p90=2, p99=3, cpu_s_per_1000=0.5, kib_per_room=40, load=0.5, others=0)


@pytest.mark.slow
@pytest.mark.timeout(180)
def test_all_servers_play_under_the_load() -> None:
    """Also over the end of a deal, which is that of a match with Paiju: who does not go on from there does nothing while it is counted."""
    if not PYTHON.exists():
        pytest.skip("the benchmarks' environment is not there (make bench-env)")
    words = ["--rooms", "2", "--rate", "300", "--runs", "1", "--seconds", "0.5"]
    done = subprocess.run(
        [PYTHON, "-m", "benchmarks.peers", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode == 2:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    tables = done.stdout.split("\n\n")
    rows = [line.split(" | ") for table in tables for line in table.splitlines() if line.startswith("| ")]
    counted = {row[0].removeprefix("| "): row[1] for row in rows if row[1].replace(",", "").isdigit()}
    assert len(counted) == 7
    assert all(int(number.replace(",", "")) > 0 for number in counted.values()), counted


class Ears:
    """Four players by hand, and what they were told."""

    def __init__(self) -> None:
        self.heard: dict[int, list[dict[str, object]]] = {seat: [] for seat in range(SEATS)}
        self.table: Table[int] = Table(self.tell, self.tell_all)
        for seat in self.heard:
            self.table.sit(seat, seat)

    def tell(self, seat: int, frame: bytes) -> None:
        self.heard[seat].append(msgspec.msgpack.decode(frame, type=dict[str, object]))

    def tell_all(self, seats: list[int], frame: bytes) -> None:
        for seat in seats:
            self.tell(seat, frame)

    def put(self, seat: int, index: int) -> None:
        self.table.hear(seat, msgspec.msgpack.encode({"index": index}))


def test_a_trick_goes_to_the_highest_and_the_earlier() -> None:
    ears = Ears()
    ears.table.hands = [[3], [12], [25, 1], [0]]  # 12 and 25 are both the highest of their suits
    for seat in range(SEATS):
        ears.put(seat, 0)
    puts = [{"seat": 0, "card": 3, "turn": 1}, {"seat": 1, "card": 12, "turn": 2}]
    puts += [{"seat": 2, "card": 25, "turn": 3}, {"seat": 3, "card": 0, "turn": 1}]
    assert all(heard[1:] == puts for heard in ears.heard.values())
    assert ears.table.scores == [0, 1, 0, 0]


@pytest.mark.parametrize(("seat", "index"), [(1, 0), (0, 13), (0, -1)], ids=["turn", "beyond", "before"])
def test_what_is_not_legal_changes_nothing(seat: int, index: int) -> None:
    ears = Ears()
    with pytest.raises(ValueError, match="legal"):
        ears.put(seat, index)
    assert [len(heard) for heard in ears.heard.values()] == [1] * SEATS
    assert [len(hand) for hand in ears.table.hands] == [13] * SEATS


def test_new_hands_come_before_the_view_that_puts_someone_on_turn() -> None:
    ears = Ears()
    for _ in range(52):
        ears.put(ears.table.turn, 0)
    for heard in ears.heard.values():
        assert [len(told.get("hand", [])) for told in heard if "hand" in told] == [13, 13]  # type: ignore[arg-type]
        assert "hand" in heard[-2]


def test_a_ratio_is_the_median_of_those_within_each_repetition() -> None:
    """10/10, 60/20, 40/80: the medians' own ratio would be 2."""
    results = {
        Case("ours", 5): [replace(ROW, actions_per_s=n) for n in (10, 60, 40)],
        Case("theirs", 5): [replace(ROW, actions_per_s=n) for n in (10, 20, 80)],
        Case("ours", 9): [ROW],
    }
    table = saturated(results, 5, "theirs").splitlines()
    assert [line.split(" | ")[:3] for line in table[4:]] == [
        ["| ours", "40", "1.00"],
        ["| theirs", "20", "1.00"],
    ]


def test_what_was_not_measured_beside_has_no_ratio() -> None:
    case = Case("ours", 5, 100.0)
    assert "| 100 | 1.00 | – | 2.00 | – |" in paced({case: [ROW]}, 5, 100.0, "theirs")


def test_a_table_replaces_the_one_before_it(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("above\n<!-- x: begin -->\nold\n<!-- x: end -->\nbelow\n", encoding="utf-8")
    page.put("new\n", "x", path)
    assert path.read_text("utf-8") == "above\n<!-- x: begin -->\nnew\n<!-- x: end -->\nbelow\n"
    with pytest.raises(ValueError, match="no single place for y"):
        page.put("new\n", "y", path)


def test_the_page_has_a_place_for_the_table() -> None:
    assert page.PAGE.read_text("utf-8").count("<!-- peers: begin -->\n") == 1


def test_the_packages_are_pinned_without_an_address() -> None:
    lock = msgspec.json.decode((ROOT / "benchmarks/peers/node/package-lock.json").read_bytes())
    packages = {path: entry for path, entry in lock["packages"].items() if path}
    assert packages
    assert [path for path, entry in packages.items() if "resolved" in entry or "integrity" not in entry] == []
