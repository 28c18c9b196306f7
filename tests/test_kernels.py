"""The parts that all kernels share, against plain Python."""

from math import inf
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from longwood.core import cards
from longwood.core.result import Limit
from longwood.kernels import bits, mixing, spending, tables
from longwood.kernels.compiled import borrowing, inlined
from longwood.kernels.records import I8, Number, U64Table
from longwood.kernels.spending import ENDLESS, Budget, Clock

pytestmark = pytest.mark.solver


def words(count: int) -> list[int]:
    """Words of all sizes, and the corners."""
    chance = Random(12)
    return [0, 1, 2**63, 2**64 - 1, *[chance.getrandbits(chance.randint(1, 64)) for _ in range(count)]]


def signed(x: int) -> int:
    return x - 2**64 if x >= 2**63 else x


def test_words_are_mixed_as_the_shuffle_mixes_them() -> None:
    for word in words(200):
        state = np.uint64(word)
        assert mixing.split_mix(state) == cards.mix(word)
        # A step before it comes to the same without the step.
        assert mixing.scrambled(state) == cards.mix((word - cards._GAMMA) % 2**64)
        assert mixing.word_of(signed(word)) == signed(cards.mix((word - 1) * cards._GAMMA % 2**64))
    assert mixing.some_words(3, 2014).tolist() == [
        signed(cards.mix((2014 + i * cards._GAMMA) % 2**64)) for i in range(3)
    ]


def test_dice_are_xorshift() -> None:
    for word in words(200):
        x = word ^ (word << 13) % 2**64
        x ^= x >> 7
        x ^= (x << 17) % 2**64
        assert mixing.next_state(np.uint64(word)) == x
        assert mixing.fraction(np.uint64(word)) == (word >> 11) / 2**53


def test_bits_are_counted_and_found() -> None:
    for word in words(200):
        assert bits.bits(np.uint64(word)) == bits.ones(signed(word)) == word.bit_count()
        assert bits.highest(np.uint64(word)) == word.bit_length() - 1
        short = word % 2**32
        assert bits.lowest_alone(np.uint32(short)) == short & -short
        if short:
            assert 1 << bits.place_of(np.uint32(short & -short)) == short & -short
    assert [int(below) for below in bits.BELOW] == [2**n - 1 for n in range(65)]


def test_a_table_is_a_set_of_pairs() -> None:
    chance = Random(5)
    table = np.zeros((256, 2), np.uint64)
    # Few first words: most keys find their place taken, some of them past the end.
    keys = [(chance.choice((7, 8, 255, 2**64 - 1)), chance.randrange(60)) for _ in range(600)]
    known: set[tuple[int, int]] = set()
    for one, two in keys:
        assert tables.insert(table, np.uint64(one), np.uint64(two)) == ((one, two) not in known)
        known.add((one, two))
    assert 150 < len(known) < 256
    larger = np.zeros((1024, 2), np.uint64)
    tables.copy_keys(table, larger)
    for held in (table, larger):
        assert {(one, two) for one, two in held.tolist() if one or two} == known
        assert all(not tables.is_free(held, tables.place(held, np.uint64(a), np.uint64(b))) for a, b in known)
    tables.clear(table)
    assert not table.any()


def test_nodes_are_spent_to_the_last_one() -> None:
    budget = Budget(Limit(nodes=2_500), 1_000)
    given = []
    while nodes := budget.slice():
        given.append(nodes)
        budget.spend(nodes)
    assert given == [1_000, 1_000, 500]
    assert (budget.nodes, budget.left, budget.is_spent) == (2_500, 0, True)
    assert Budget(Limit(), 1_000).slice() == 1_000
    assert (spending.most_nodes(Limit()), spending.most_nodes(Limit(nodes=3))) == (ENDLESS, 3)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that a test moves by hand."""
    moved = [100.0]
    monkeypatch.setattr(spending, "thread_time", lambda: moved[0])
    return moved


def test_slices_follow_the_clock(hands: list[float]) -> None:
    budget = Budget(Limit(seconds=10), 1_000)
    given = []
    for each in (0.000006,) * 6 + (0.001,) * 4:
        given.append(budget.slice())
        hands[0] += given[-1] * each
        budget.spend(given[-1])
    # They grow while nodes are quick, and one slice of slow ones is enough to see that they are.
    assert given[:7] == [50, 100, 200, 400, 800, 800, 800]
    assert all(14 < nodes < 17 for nodes in given[7:])
    hands[0] = 110.0
    assert budget.slice() == 0
    assert budget.is_spent


def test_a_clock_without_an_end_is_never_up(hands: list[float]) -> None:
    clocks = Clock(0.5), Clock(None)
    assert [clock.is_up for clock in clocks] == [False, False]
    hands[0] += 0.25
    assert [clock.left for clock in clocks] == [0.25, inf]
    hands[0] += 0.25
    assert [clock.is_up for clock in clocks] == [True, False]
    hands[0] += 0.25
    assert [clock.left for clock in clocks] == [0, inf]


class Hand(NamedTuple):
    """A record for the test below."""

    cards: I8
    keys: U64Table
    factor: Number


class Alike(NamedTuple):
    """One whose fields are all of one type."""

    some: I8
    others: I8


@inlined
def doubled(x: Any) -> Any:
    """Part of whoever calls it."""
    return 2 * x


def test_a_kernel_takes_a_record_by_its_fields() -> None:
    @borrowing("int64(Hand, Alike)", Hand, Alike, inline=True)
    def total(hand: Any, alike: Any) -> Any:
        found = 0
        for i in range(len(hand.cards)):
            found += hand.factor * hand.cards[i] + doubled(alike.others[i])
        hand.keys[0, 1] = found
        return found

    hand = Hand(np.array([1, 2, 3], np.int8), np.zeros((1, 2), np.uint64), 10)
    alike = Alike(np.zeros(3, np.int8), np.array([4, 5, 6], np.int8))
    assert total(hand, alike) == 90 == hand.keys[0, 1]
    assert doubled(5) == 10
    with pytest.raises(TypeError, match="No matching definition"):
        total(hand._replace(cards=np.zeros(3, np.int16)), alike)
