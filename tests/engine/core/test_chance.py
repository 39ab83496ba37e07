"""Law 1: one keyed counter stream. The first words are pinned: a change of them would break every record ever written."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import pairwise

import pytest

from engine.core.chance import Chance, mix_seed

SEED = bytes(range(32))


def test_words_are_the_documented_blocks() -> None:
    chance = Chance(SEED)
    words = [chance.word() for _ in range(20)]
    expected = []
    for block in range(3):
        digest = blake2b(block.to_bytes(8, "little"), key=SEED, person=b"game").digest()
        expected += [int.from_bytes(digest[i : i + 8], "little") for i in range(0, 64, 8)]
    assert words == expected[:20] and chance.drawn == 20
    assert Chance(bytes(32)).word() == 7095127836508493131


@pytest.mark.parametrize("drawn", [0, 1, 7, 8, 9, 100])
def test_a_stream_goes_on_from_its_counter(drawn: int) -> None:
    whole = Chance(SEED)
    for _ in range(drawn):
        whole.word()
    later = Chance(SEED, "game", drawn)
    assert [whole.below(52) for _ in range(30)] == [later.below(52) for _ in range(30)]
    assert whole.drawn == later.drawn == drawn + 30


def test_streams_and_seeds_are_independent() -> None:
    streams = [Chance(SEED), Chance(SEED, "bots"), Chance(bytes(32)), Chance(SEED, "game", 1)]
    assert len({tuple(s.word() for _ in range(8)) for s in streams}) == 4


@pytest.mark.parametrize("n", [1, 2, 3, 52, 2**63 + 1, 2**64])
def test_below_stays_below(n: int) -> None:
    chance = Chance(SEED)
    assert all(0 <= chance.below(n) < n for _ in range(200))


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_what_it_cannot_draw(n: int) -> None:
    with pytest.raises(ValueError, match="below"):
        Chance(SEED).below(n)


class Scripted(Chance):
    """Gives these words."""

    def __init__(self, *words: int) -> None:
        super().__init__(SEED)
        self._script = list(words)

    def word(self) -> int:
        return self._script.pop(0)


def test_below_throws_biased_words_away() -> None:
    n = 3 * 2**62  # the largest multiple of n under 2**64 is n itself
    assert Scripted(n, n + 5, 2**64 - 1, n - 1).below(n) == n - 1
    assert Scripted(2**64 - 1, 4).below(10) == 4  # 2**64 % 10 == 6, so the last six words are too many
    assert Scripted(2**64 - 7).below(10) == 9


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    chance = Chance(SEED)
    seen: Counter[str] = Counter()
    for _ in range(6000):
        cards = list("abc")
        chance.shuffle(cards)
        seen["".join(cards)] += 1
    assert len(seen) == 6 and all(850 < times < 1150 for times in seen.values())


def test_sample_takes_different_places_and_leaves_the_source_alone() -> None:
    source, chance = ["x", "x", "y"], Chance(SEED)
    assert sorted(chance.sample(source, 3)) == ["x", "x", "y"] and source == ["x", "x", "y"]
    assert chance.sample(source, 0) == []
    firsts = Counter(chance.sample(range(4), 2)[0] for _ in range(2000))
    assert set(firsts) == {0, 1, 2, 3} and min(firsts.values()) > 400
    with pytest.raises(ValueError, match="below"):
        chance.sample(source, 4)


def test_percent_has_both_ends() -> None:
    chance = Chance(SEED)
    assert not any(chance.percent(0) for _ in range(100)) and all(chance.percent(100) for _ in range(100))
    assert 250 < sum(chance.percent(30) for _ in range(1000)) < 350


def test_mixed_seeds_differ_with_every_part() -> None:
    lists = [[], [b""], [b"", b""], [b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"c", b"ab"]]
    seeds = [mix_seed(b"secret", nonces) for nonces in lists] + [mix_seed(b"other", [b"abc"])]
    assert len(set(seeds)) == len(seeds) and all(len(seed) == 32 for seed in seeds)
    assert all(one != two for one, two in pairwise(seeds)) and mix_seed(b"secret", [b"abc"]) == seeds[5]
