"""Lessons: what is written replays through the rules, on a deal that is easy and can be won, and nobody is trapped."""

import re

import pytest

from longwood.advice.difficulty import difficulty
from longwood.advice.entries import grade_of
from longwood.advice.report import report_effort
from longwood.advice.skill import weigh
from longwood.advice.verdicts import verdict
from longwood.core.cards import CARD_TEXTS
from longwood.core.game import Deal, PileKind
from longwood.games import FAMILIES, GAMES, family_of
from longwood.games.lesson import Lesson, lesson_for, piles_of
from longwood.lessons import is_lesson, shown_step
from longwood.notation import find_game, parse_move
from longwood.session import Session
from longwood.solver import Limit, Verdict

pytestmark = pytest.mark.core

WRITTEN = {slug: lesson for family in FAMILIES.values() for slug, lesson in family.lessons.items()}
every_lesson = pytest.mark.parametrize("name", WRITTEN)
LONGEST_HINT = 90
"""Characters that have room beside the table of a phone."""


def lesson_of(name: str) -> Lesson:
    return WRITTEN[name]


def test_every_way_to_play_of_the_table_has_one_written() -> None:
    assert set(WRITTEN) == set(GAMES)


@every_lesson
def test_the_moves_are_legal_and_few(name: str) -> None:
    lesson = lesson_of(name)
    assert 3 <= len(lesson.steps) <= 5
    session = Session.from_record(lesson.deal)
    assert session.game is GAMES[name]
    assert is_lesson(session.game, session.deal)
    for number, step in enumerate(lesson.steps):
        shown = shown_step(session)
        assert (shown.number, shown.say, shown.is_strayed) == (number, step.say, False)
        assert shown.move == parse_move(session.game, step.move)
        session.play(shown.move)
    assert shown_step(session).say == lesson.end
    assert shown_step(session).move is None
    assert not shown_step(session).is_strayed


@every_lesson
def test_words_name_only_cards_that_can_be_seen(name: str) -> None:
    lesson = lesson_of(name)
    session = Session.from_record(lesson.deal)
    game = session.game
    for step in (*lesson.steps, None):
        seen = {CARD_TEXTS[card] for pile in game.faces(session.position) for card in pile if card is not None}
        said = step.say if step else lesson.end
        assert set(re.findall(r"\b[A2-9TJQK][CDHS]\b", said)) <= seen, said
        assert len(said) <= LONGEST_HINT
        assert said.endswith((".", "!"))
        if step:
            m = parse_move(game, step.move)
            named = {CARD_TEXTS[card] for card in session.position.piles[m.src][-m.count :]}
            assert m.src == 0 or PileKind.PLACE in game.kinds or named & set(re.findall(r"\w+", said)), said
            session.play(step.move)


@every_lesson
@pytest.mark.slow
def test_the_deal_is_easy_and_stays_winnable_and_the_moves_are_good(name: str) -> None:
    lesson = lesson_of(name)
    session = Session.from_record(lesson.deal)
    game = session.game
    limit = Limit(nodes=family_of(game).budget(2))
    found = verdict(game, session.position, limit)
    assert found.verdict is Verdict.WON
    how_hard = difficulty(game, session.deal.number, found)
    assert how_hard
    assert how_hard.level == 1
    for step in lesson.steps:
        session.play(step.move)
    assert verdict(game, session.position, limit).verdict is Verdict.WON
    for number in range(len(lesson.steps)):
        weighed = weigh(str(session.record), report_effort(session), 0, number)
        assert grade_of(weighed) in ("good", "not judged"), lesson.steps[number]


@every_lesson
def test_any_other_move_is_allowed_and_undone_again(name: str) -> None:
    lesson = lesson_of(name)
    session = Session.from_record(lesson.deal)
    game = session.game
    strayed = 0
    for number, step in enumerate(lesson.steps):
        for m in session.moves:
            session.play(m)
            shown = shown_step(session)
            if shown.is_strayed:
                strayed += 1
                assert shown.number == number
                assert shown.move is None
                assert shown.say.startswith("That works too.")
                for later in session.moves[:1]:
                    session.play(later)
                    assert shown_step(session).is_strayed
                    session.undo()
            elif shown.move:
                assert shown.number == number + 1
                assert shown.move in game.moves(session.position)
            session.undo()
        session.play(step.move)
    assert strayed > 0


def test_a_pair_may_be_taken_either_way_round() -> None:
    lesson = lesson_of("quatorze")
    session = Session.from_record(lesson.deal)
    for number, step in enumerate(lesson.steps):
        assert shown_step(session).number == number
        session.play("-".join(reversed(step.move.split("-"))))
    assert shown_step(session).say == lesson.end


def test_any_empty_foundation_will_do() -> None:
    session = Session.from_record("terrace.6/t3-f5")
    shown = shown_step(session)
    assert shown.number == 1
    assert shown.move == parse_move(session.game, "r-f5")


@pytest.mark.parametrize("slug", GAMES)
def test_every_way_to_play_has_a_lesson(slug: str) -> None:
    game = GAMES[slug]
    lesson = lesson_for(family_of(game), game)
    assert lesson.goal
    assert lesson.parts
    named = [pile for part in lesson.parts for pile in piles_of(game, part)]
    assert len(named) == len(set(named))
    dealt = game.start(Deal(1)).piles
    assert set(game.piles) - set(named) <= {name for name, pile in zip(game.piles, dealt, strict=True) if not pile}


def test_a_game_of_ones_own_says_what_is_special_and_names_plain_parts() -> None:
    game = find_game("redheads,fill=by-hand")
    lesson = lesson_for(family_of(game), game)
    assert lesson.goal == f"{game.goal} {game.about}"
    assert not lesson.steps
    assert "fill" not in " ".join([part.say for part in lesson.parts])
