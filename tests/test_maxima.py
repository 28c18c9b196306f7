"""The best scores that the rules pages name, reached by played games."""

import pytest

from longwood import GAMES, Deal, Session
from longwood.core.cards import RANK
from transcripts import won_record

pytestmark = pytest.mark.core

MAXIMA = {
    **dict.fromkeys([slug for slug, game in GAMES.items() if game.family == "terrace"], 104),
    "forty-thieves": 1000,
    "quatorze": 52,
    "elevator": 28,
}


@pytest.mark.parametrize("slug", MAXIMA)
def test_a_won_game_reaches_the_maximum(slug: str) -> None:
    session = Session.from_record(won_record(slug))
    assert session.is_won
    assert not session.is_stuck
    assert session.score == MAXIMA[slug]


def one_run_deck() -> tuple[int, ...]:
    """A deck whose peaks come off in one run: king on the waste, then ace, two, three and so on, row by row."""
    by_rank = {rank: [card for card in range(52) if RANK[card] == rank] for rank in range(1, 14)}
    run = [by_rank[i % 13 + 1].pop() for i in range(28)]
    near, third, second, peaks = run[:10], run[10:19], run[19:25], run[25:]
    waste = by_rank[13].pop()
    rest = [card for cards in by_rank.values() for card in cards]
    return (*peaks, *second, *third, *near, waste, *rest)


@pytest.mark.parametrize(
    ("slug", "score"),
    [
        ("triple-peaks", 466),
        ("triple-peaks-multiplier", 2**28 - 1 + 4 * 25),
        ("triple-peaks-rounds", 466),
        ("triple-peaks-rounds-multiplier", 2**28 - 1 + 4 * 25),
    ],
)
def test_the_maximum_of_a_round_of_peaks(slug: str, score: int) -> None:
    session = Session(GAMES[slug], Deal(given=(one_run_deck(),)))
    rows = [f"{row}{i}" for row, size in (("d", 10), ("c", 9), ("b", 6), ("a", 3)) for i in range(1, size + 1)]
    for cell in rows:
        session.play(f"{cell}-w")
    assert session.score == score
    if session.game.has_rounds:
        # A new round follows from the deal number; nothing is deducted and the run starts anew.
        assert not session.is_won
        assert session.game.facts(session.position) == {"run": 0, "rounds": 1}
        assert len(session.position.piles[0]) == 23
        assert session.position.piles[3:] != Session(session.game, session.deal).position.piles[3:]
    else:
        assert session.is_won


def test_five_cards_of_a_multiplied_run_score_31() -> None:
    session = Session(GAMES["triple-peaks-multiplier"], Deal(given=(one_run_deck(),)))
    for i in range(1, 6):
        session.play(f"d{i}-w")
    assert session.score == 31
    session.play("s-w")
    assert session.score == 31, "a card from the stock costs nothing"


def test_a_card_from_the_stock_costs_five_but_never_below_zero() -> None:
    session = Session(GAMES["triple-peaks"], Deal(given=(one_run_deck(),)))
    for i in range(1, 6):
        session.play(f"d{i}-w")
    assert session.score == 15
    scores = []
    for _ in range(4):
        session.play("s-w")
        scores.append(session.score)
    assert scores == [10, 5, 0, 0]
