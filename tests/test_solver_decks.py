"""The compiled shuffle deals what `cards.shuffled` deals."""

import random

import pytest

from longwood.core.cards import MAX_DEAL, shuffled
from longwood.kernels.decks import decks_of

pytestmark = pytest.mark.solver


@pytest.mark.parametrize("round", [0, 1, 7, 2**40])
def test_decks_are_those_of_the_one_shuffle(round: int) -> None:
    rng = random.Random(1)
    numbers = [0, 1, 2, MAX_DEAL, MAX_DEAL - 1, *[rng.randrange(MAX_DEAL) for _ in range(300)]]
    assert [tuple(deck) for deck in decks_of(numbers, round).tolist()] == [shuffled(1, n, round) for n in numbers]
