"""A report in words: nothing is claimed that was not found, and the numbers in it add up."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood import GAMES, Deal, Session
from longwood.advice.calibration import CERTAIN, WinChance
from longwood.advice.entries import NOTHING_TO_LOSE, Better, Mark, Report, VerdictAt, grade
from longwood.advice.reasons import account_words, outcome_words, win_words
from longwood.advice.skill import Account, Choice, Weighed
from longwood.cli.report_lines import report_lines
from longwood.cli.report_words import better_words, count_words, grade_words, mark_lines
from longwood.core.result import Verdict
from longwood.core.shares import Share

LOST = "Lost the game."
QUATORZE = Session(GAMES["quatorze"], Deal(2))


def win(value: float) -> WinChance:
    return WinChance(value, value, value)


def mark(loss: float, word: str = "", played: WinChance = win(0.2), *, is_turn: bool = True) -> Mark:  # noqa: B008
    better = Better(QUATORZE.moves[-1], win(min(played.value + loss, 1)))
    return Mark(0, loss, word or grade(loss), is_turn, played, better, ())


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (mark(0.0), f"{LOST} From what you saw it was a good move."),
        (mark(1e-12), f"{LOST} From what you saw it was a good move."),
        (mark(0.01), f"{LOST} It cost 1 point: about 20 % to win after it. From what you saw it was a good move."),
        (mark(0.0, NOTHING_TO_LOSE), f"{LOST} From what you saw it had nothing to lose."),
        (mark(0.1), f"{LOST} It cost 10 points: about 20 % to win after it. From what you saw it was an inaccuracy."),
        (mark(0.3, is_turn=False), "Blunder. It cost 30 points: about 20 % to win after it."),
        (mark(0.3, played=CERTAIN[False], is_turn=False), "Blunder. It cost 30 points: 0 % to win after it."),
    ],
)
def test_what_a_move_cost(found: Mark, words: str) -> None:
    assert grade_words(found) == words


def test_what_would_have_been_better() -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    first, second = session.moves[0], session.moves[-1]
    session.play(first)
    lines = mark_lines(session, mark(0.3))
    assert [line.partition("; ")[2] for line in lines if "Better: " in line] == ["about 50 % to win."]
    assert lines[-1] == "    Retry: longwood play quatorze.2"
    # Where nothing was lost, or the hint names the same move, there is nothing better to name.
    assert not [line for line in mark_lines(session, mark(0.0)) if "Better" in line]
    same = Mark(0, 0.3, "blunder", False, win(0.2), Better(first, win(0.5)), ())
    assert better_words(session, same) == ""
    assert better_words(session, Mark(0, 0.3, "blunder", False, win(0.2), Better(second, win(0.5)), ()))


def test_what_would_have_been_better_within_an_act() -> None:
    start = Session(GAMES["quatorze"], Deal(2))
    first = start.moves[0]
    start.play(first)
    second, third = start.moves[0], start.moves[-1]
    record = f"quatorze.2/{str(start.record).split('/')[1]}"
    after = Session.from_record(record)
    after.play(second)
    texts = str(after.record).split("/")[1:]
    session = Session.from_record(f"quatorze.2/{'.'.join(texts)}")
    assert session.acts == ((first, second),)
    found = Mark(0, 0.3, "blunder", False, win(0.2), Better(third, win(0.5), (first,)), ())
    assert better_words(session, found).startswith(f"Better: after {texts[0]}, ")
    same = Mark(0, 0.3, "blunder", False, win(0.2), Better(second, win(0.5), (first,)), ())
    assert better_words(session, same) == ""


def report_of(*weighed: Weighed) -> Report:
    report = Report(len(weighed) - 1)
    for each in weighed:
        report.add(each)
    return report


def act(number: int, before: float, played: float, at_stake: float = 0.5) -> Weighed:
    first, last = QUATORZE.moves[0], QUATORZE.moves[-1]
    return Weighed(number, win(before), (Choice(first, win(played), last, win(before), at_stake),))


def test_grades_are_counted_after_the_accuracy() -> None:
    report = report_of(act(0, 0.6, 0.6), act(1, 0.6, 0.52), act(2, 0.6, 0.1), act(3, 0.0, 0.0), Weighed(4, win(0.0)))
    accuracy = (100 + 100 * 2 ** (-0.08 / 0.15) + 100 * 2 ** (-0.5 / 0.15) + 100) / 4
    assert count_words(QUATORZE, report) == (
        f"Accuracy {accuracy:.0f} % over 4 decisions: 1 good move, 1 inaccuracy, 1 blunder, 1 after the game was lost."
    )
    # A game that can still be won was never lost.
    unlikely = report_of(act(0, 0.0, 0.0), Weighed(1, win(0.6)))
    unlikely.add(VerdictAt(0, Verdict.WON, ()))
    assert count_words(QUATORZE, unlikely).endswith("0 good moves, 1 with hardly a chance.")
    assert count_words(QUATORZE, report_of(act(0, 0.6, 0.6, 0.0), Weighed(1, win(0.6)))) == "No decisions: 1 good move."
    one = report_of(act(0, 0.6, 0.6), Weighed(1, win(0.6)))
    assert count_words(QUATORZE, one) == "Accuracy 100 % over 1 decision: 1 good move."


def test_wasted_moves_are_counted() -> None:
    session = Session.from_record("forty-thieves.18/t10-f7/t5-f1/t7-t2/t2-f7/s-w/t2-f7/w-t3/t2-t1")
    report = report_of(*[act(number, 0.6, 0.6, 0) for number in range(9)], Weighed(9, win(0.6)))
    assert count_words(session, report) == "No decisions: 9 good moves."
    session.play("t1-t2")
    assert count_words(session, report) == "No decisions: 9 good moves, 1 wasted move."


parts = st.floats(0, 1)
WORDS = re.compile(
    r"You were dealt an? (\d+) % game\. Your play cost (nothing|\d+)(?: points?)?, "
    r"the cards (gave|took) (nothing|\d+)\.(?: Now: (?:about|under|over) (\d+) % to win\.)?"
)


def number(text: str) -> int:
    return 0 if text == "nothing" else int(text)


@given(parts, parts, st.one_of(st.just(0.0), st.just(1.0), parts))
def test_the_numbers_that_are_printed_add_up(dealt: float, lost: float, result: float) -> None:
    skill = -lost * dealt
    is_over = result in (0, 1)
    last = CERTAIN[bool(result)] if is_over else win(result)
    found = Account(dealt, skill, result - dealt - skill, None, 0, first=win(dealt), last=last)
    match = WORDS.fullmatch(account_words(found, GAMES["triple-peaks"], is_over=is_over))
    assert match
    start, cost, sign, given_, now = match.groups()
    end = int(start) - number(cost) + number(given_) * (1 if sign == "gave" else -1)
    assert end == last.percent
    assert (now is None) is is_over
    assert is_over or int(now) == end
    # Each of the three was rounded, and an estimate is never told as 0 or 100.
    assert abs(number(given_) - abs(100 * found.luck)) <= 2.5 + 1e-6


@pytest.mark.parametrize(
    ("percent", "article"), [(8, "an"), (11, "an"), (18, "an"), (80, "an"), (89, "an"), (1, "a"), (61, "a"), (90, "a")]
)
def test_a_number_has_the_article_that_one_hears(percent: int, article: str) -> None:
    found = Account(percent / 100, 0, -percent / 100, None, 0)
    words = account_words(found, GAMES["triple-peaks"], is_over=True)
    assert words == (f"You were dealt {article} {percent} % game. Your play cost nothing, the cards took {percent}.")


def test_the_win_chance_in_a_sentence() -> None:
    many, only = Share(won=3, lost=4), Share(won=1)
    assert win_words(win(0.38), many) == "About 38 % to win from here."
    assert win_words(CERTAIN[True], only, is_exact=True) == "Nothing is hidden, and this still wins."
    assert win_words(CERTAIN[False], Share(lost=1), is_exact=True) == "Nothing is hidden, and this loses."
    assert win_words(CERTAIN[False], Share(lost=6), is_exact=True) == "This loses, whatever the hidden cards are."
    assert win_words(win(0.2), Share(unknown=1), is_exact=True).startswith("Nothing is hidden, but no win was found")


def test_the_report_leads_with_what_was_dealt_and_draws_the_chance() -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    session.play(session.moves[0])
    lines = list(report_lines(session, report_of(act(0, 0.61, 0.37), Weighed(1, win(0.45)))))
    assert lines[1] == "You were dealt a 61 % game. Your play cost 24 points, the cards gave 8. Now: about 45 % to win."
    plain = list(report_lines(session, report_of(act(0, 0.61, 0.37), Weighed(1, win(0.45))), is_plain=True))
    assert "   1  64" in plain
    # Before all is weighed there is no account.
    half = list(report_lines(session, Report(1)))
    assert not any("dealt a" in line for line in half)


STUCK = "elevator.1" + "/s-w" * 24 + "/g1-w/g5-w"


@pytest.mark.parametrize(
    ("record", "verdicts", "words"),
    [
        (STUCK, "+++--", "Lost. Winnable until move 3."),
        (STUCK, "-----", "Lost. This deal cannot be won."),
        (STUCK, "++??-", "Lost. Winnable until at least move 2, lost by move 4."),
        (STUCK, "++???", "Lost. Winnable until at least move 2; after that it is unknown."),
        (STUCK, "?????", "Lost. Whether it was ever winnable is unknown."),
        ("elevator.1/s-w/s-w", "+++", "Not over, and still winnable."),
        ("elevator.1/s-w/s-w", "++-", "Not over, but the hidden cards rule out a win. Winnable until move 2."),
        ("elevator.1/s-w/s-w", "+??", "Not over. Winnable until at least move 1; after that it is unknown."),
        ("elevator.1", "+", "This deal can be won."),
        ("elevator.1", "-", "This deal cannot be won."),
        ("elevator.1", "?", "Whether this deal can be won is unknown."),
    ],
)
def test_how_a_game_ended_and_until_when_it_could_be_won(record: str, verdicts: str, words: str) -> None:
    session = Session.from_record(record)
    report = Report(len(session.acts))
    for number, sign in enumerate(verdicts):
        report.add(VerdictAt(number, {"+": Verdict.WON, "-": Verdict.LOST, "?": Verdict.UNKNOWN}[sign], ()))
    assert outcome_words(session, report) == words


def test_a_game_that_was_won_is_not_told_that_it_can_be() -> None:
    lines = (Path(__file__).parent / "browser" / "won.txt").read_text().splitlines()
    session = Session.from_record(lines[0])
    assert session.is_won
    report = report_of(
        *[act(number, 0.6, 0.6) for number in range(len(session.acts))], Weighed(len(session.acts), win(1))
    )
    assert outcome_words(session, report) == "Won."
    assert not any("winnable" in line or "can be won" in line for line in report_lines(session, report))
