"""A report in words: nothing is claimed that was not found."""

from dataclasses import replace

import pytest

from longwood import GAMES, Deal, Session
from longwood.advice.entries import NOT_JUDGED, NOTHING_TO_LOSE, Better, ChanceAt, Mark, Report, grade
from longwood.advice.reasons import played_words
from longwood.cli.report_words import basis_words, count_words, grade_words, mark_lines
from longwood.core.shares import Share

PROVEN = "it lost the game, which is proven"
GAMES_LOST = "by estimate a quick player wins 20 of 100 games after it, 65 of 100 after the better move"


def mark(loss: float, word: str = "", better: Better | None = None, *, is_turn: bool = True) -> Mark:
    return Mark(0, loss, 0.0, word or grade(loss), is_turn, better, ())


def behind(worlds_lost: float, games_lost: float) -> Mark:
    """A move after which 40 of 200 games were won, and after a better one 130."""
    better = Better(GAMES["quatorze"].moves(GAMES["quatorze"].start(Deal(2)))[0], Share(won=9, lost=1), False)
    better = replace(better, played=Share(won=130, lost=70))
    word = grade(max(worlds_lost, games_lost))
    return Mark(0, worlds_lost, games_lost, word, False, better, (), Share(won=40, lost=160))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (mark(0.0), f"Good as far as could be seen; but {PROVEN}"),
        (mark(1e-12), f"Good as far as could be seen; but {PROVEN}"),
        (mark(0.04), f"Good: it lost 4.0% of the possible worlds; but {PROVEN}"),
        (mark(0.0, NOT_JUDGED), f"Not judged, because no possible world was found that can be won; but {PROVEN}"),
        (mark(0.0, NOTHING_TO_LOSE), f"Nothing to lose as far as could be seen; but {PROVEN}"),
        (mark(0.1), f"Inaccuracy: it lost 10.0% of the possible worlds; and {PROVEN}"),
        (mark(0.3), f"Blunder: it lost 30% of the possible worlds; and {PROVEN}"),
        (mark(0.3, is_turn=False), "Blunder: it lost 30% of the possible worlds"),
        (behind(0.0, 0.4), f"Blunder: {GAMES_LOST}"),
        (behind(0.07, 0.4), f"Blunder: it lost 7.0% of the possible worlds, and {GAMES_LOST}"),
        (behind(0.3, 0.0), "Blunder: it lost 30% of the possible worlds"),
    ],
)
def test_what_a_move_cost(found: Mark, words: str) -> None:
    assert grade_words(found) == words


@pytest.mark.parametrize(
    ("share", "is_exact", "words"),
    [
        (Share(lost=3, unknown=7), False, "no win was found: 0 to 7 of 10 possible worlds can be won"),
        (Share(unknown=10), True, "no win was found: 0 to 10 of all 10 possible worlds can be won"),
        (Share(lost=10), False, "none of 10 possible worlds can be won"),
        (Share(lost=10), True, "none of the 10 possible worlds can be won"),
        (Share(won=3, lost=6, unknown=1), False, "it keeps 3 to 4 of 10 possible worlds winnable"),
        (Share(won=3, lost=7), True, "it keeps 3 of all 10 possible worlds winnable"),
        (Share(won=1), True, "nothing is hidden, and this can still be won"),
    ],
)
def test_what_a_better_move_keeps_is_told_as_a_hint_tells_it(share: Share, is_exact: bool, words: str) -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    first, second = session.moves[0], session.moves[-1]
    session.play(first)
    lines = mark_lines(session, mark(0.3, better=Better(second, share, is_exact)))
    assert [line.partition("; ")[2] for line in lines if "Better: " in line] == [f"{words}."]


def test_a_quick_players_share_is_told_as_an_estimate() -> None:
    words = " By estimate a quick player who sees no more wins 38 of 100 games."
    assert played_words(Share(won=38, lost=62)) == words
    assert played_words(None) == ""


def report_of(*shares: Share, is_exact: bool = False) -> Report:
    report = Report(len(shares) - 1)
    for number, share in enumerate(shares):
        report.add(ChanceAt(number, share, 0.0, is_exact))
    return report


def test_what_chances_rest_on() -> None:
    session = Session(GAMES["terrace"], Deal(1))
    words = basis_words(session, report_of(Share(won=10), Share(won=2)))
    assert words.startswith("Chances are estimates over 10 possible ")
    assert "quick player" in words
    without = Session(GAMES["forty-thieves"], Deal(1))
    assert "quick player" not in basis_words(without, report_of(Share(won=10), Share(won=2)))
    assert basis_words(session, report_of(Share(won=6), Share(lost=2), is_exact=True)) == (
        "Chances are counted over all possible worlds, at most 6 for a move."
    )
    assert basis_words(session, report_of(Share(won=1), Share(lost=1), is_exact=True)) == (
        "Nothing was hidden at any move, so that each chance is a verdict."
    )


def test_moves_that_could_not_be_judged_are_counted() -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    session.play(session.moves[0])
    report = report_of(Share(unknown=10), Share(unknown=10))
    words = "0 good moves, 1 not judged, because no possible world was found that can be won."
    assert count_words(session, report) == words


def test_moves_that_go_round_in_circles_are_counted() -> None:
    session = Session.from_record("forty-thieves.18/t10-f7/t5-f1/t7-t2/t2-f7/s-w/t2-f7/w-t3/t2-t1")
    report = Report(9)
    for number in range(9):
        report.add(ChanceAt(number, Share(won=4), 0.0, is_exact=False))
    assert count_words(session, report) == "9 good moves."
    session.play("t1-t2")
    assert count_words(session, report) == "9 good moves. 1 move led back to where the game had been."
