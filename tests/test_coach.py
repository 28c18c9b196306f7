"""The coach: the report's grades, from what could be seen, and nothing about moves that were forced."""

import pytest

from longwood.advice.coach import coached
from longwood.advice.entries import Mark
from longwood.advice.report import report_on
from longwood.advice.skill import Weighed
from longwood.core.cards import cards_text, shuffled
from longwood.session import Session
from longwood.web.analyst.to_structs import coach_answer

pytestmark = [pytest.mark.solver, pytest.mark.slow]

GAME = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"


def prefixes(record: str) -> list[Session]:
    acts = record.split("/")
    return [Session.from_record("/".join(acts[: i + 2])) for i in range(len(acts) - 1)]


def test_grades_are_those_of_the_report() -> None:
    entries = list(report_on(GAME))
    weighed = {entry.number: entry for entry in entries if isinstance(entry, Weighed)}
    marks = {entry.number: entry for entry in entries if isinstance(entry, Mark)}
    grades = []
    for number, session in enumerate(prefixes(GAME)):
        found = coached(session)
        assert found.weighed == weighed[number]
        grades.append(found.grade)
        if found.better:
            assert (found.grade, found.better) == (marks[number].grade, marks[number].better)
    assert "inaccuracy" in grades
    assert "good" in grades


def test_a_forced_move_is_no_decision() -> None:
    found = coached(Session.from_record("triple-peaks.17/s-w"))
    assert not found.is_decision
    assert coached(Session.from_record("triple-peaks.17/s-w/d4-w")).weighed.number == 1


def test_what_was_better_is_told() -> None:
    session = prefixes(GAME)[9]
    found = coach_answer(session, coached(session))
    assert (found.act, found.grade, found.better and found.better.text) == ("c7-w", "inaccuracy", "d6-w")
    assert found.words.startswith("Better: TD from d6 onto JD, about ")
    assert found.skill < 0


def test_nothing_hidden_shows() -> None:
    """The same game with the unseen cards in another order: to the letter the same words."""
    deck = list(shuffled(1, 11))
    acts = "/".join(GAME.split("/")[1:5])
    told = []
    for cards in (deck, [*deck[:32], *reversed(deck[32:])]):
        session = Session.from_record(f"triple-peaks:{cards_text(cards)}/{acts}")
        told.append((session.position.piles[1:], coach_answer(session, coached(session))))
    assert told[0] == told[1]


def test_without_a_move_there_is_nothing_to_say() -> None:
    with pytest.raises(ValueError, match="nothing was played yet"):
        coached(Session.from_record("quatorze.1"))
