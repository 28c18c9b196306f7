"""The report: verdicts that agree with the reference search, losses that are not bad luck, one answer each time."""

from collections.abc import Iterable
from dataclasses import replace
from math import sqrt
from random import Random

import numpy as np
import pytest

from longwood import GAMES, Deal, Session
from longwood.advice import duels
from longwood.advice.chances import Chance, chances, played_worlds
from longwood.advice.duels import duel, raced_duel
from longwood.advice.entries import ChanceAt, Mark, Par, Report, VerdictAt, grade, grade_of, is_weak
from longwood.advice.hints import fair_hints
from longwood.advice.report import against_the_best, report_on
from longwood.core.game import Move
from longwood.core.shares import Share
from longwood.games import FAMILIES, family_of
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict
from longwood.solver import plain_search as search
from longwood.solver.plain_search import is_goal
from walks import every_game

pytestmark = pytest.mark.solver

SMALL = Effort(4, 300, 400)


def played(slug: str, number: int, length: int = 300, eagerness: float = 0.8) -> Session:
    """A game that is played carelessly to its end."""
    rng = Random(number)
    session = Session(GAMES[slug], Deal(number))
    while session.moves and not session.is_won and len(session.acts) < length:
        session.play(session.moves[0] if rng.random() < eagerness else rng.choice(session.moves))
    return session


def reported(session: Session, effort: Effort = SMALL) -> Report:
    report = Report(len(session.acts))
    for entry in report_on(session.record, effort):
        report.add(entry)
    return report


@pytest.mark.slow
@every_game
def test_every_position_is_judged_and_weighed(game: object) -> None:
    slug = game.slug  # type: ignore[attr-defined]
    session = played(slug, 3, 12)
    report = reported(session)
    assert sorted(report.verdicts) == sorted(report.chances) == list(range(len(session.acts) + 1))
    assert report.par
    assert sum(report.count().values()) == len(session.acts)
    for verdict in report.verdicts.values():
        if verdict.verdict is Verdict.WON:
            start = p = session.positions[verdict.number]
            for m in verdict.line:
                assert m in session.game.moves(p)
                p = session.game.play(p, m)
            assert is_goal(session.game, start, p)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["elevator", "quatorze", "triple-peaks"])
def test_the_losing_act_is_that_of_the_reference_search(slug: str) -> None:
    turns = 0
    for number in range(30):
        session = played(slug, number)
        report = reported(session)
        # Only the end of a game is short enough for the plain search.
        for at in range(max(len(session.acts) - 7, 0), len(session.acts) + 1):
            judged = search.solve(session.game, session.positions[at], Limit(nodes=20_000)).verdict
            assert judged in (report.verdicts[at].verdict, Verdict.UNKNOWN)
        if report.turn is not None:
            turns += 1
            assert report.last_winnable == report.turn
            assert report.first_lost == report.turn + 1
            mark = report.marks[report.turn]
            assert mark.is_turn
            assert mark.line
        else:
            assert not any(mark.is_turn for mark in report.marks.values())
    assert turns > 2


def test_a_won_game_needs_no_search() -> None:
    session = next(session for number in range(99) if (session := played("quatorze", number)).is_won)
    entries = list(report_on(session.record, SMALL))
    first = entries[: len(session.acts) + 1]
    assert all(isinstance(found, VerdictAt) and found.verdict is Verdict.WON for found in first)
    par = next(found for found in entries if isinstance(found, Par))
    assert (par.score, par.is_proven, par.reached) == (52, True, 52)


def test_rounds_are_judged_one_by_one() -> None:
    for number in range(300):
        session = played("triple-peaks-rounds", number, eagerness=0.97)
        if session.position.round:
            break
    report = reported(session)
    starts = [at for at, p in enumerate(session.positions) if at and p.round > session.positions[at - 1].round]
    assert starts
    assert all(report.verdicts[at].verdict is Verdict.WON for at in range(starts[-1]))


def test_luck_costs_nothing() -> None:
    # Dealing is all there is to do at the start of Elevator: whatever card comes, the player did not lose chances.
    session = played("elevator", 5)
    report = reported(session, Effort(40, 0))
    assert report.chances[0].loss == 0


def test_what_is_lost_is_a_share_of_what_there_was() -> None:
    report = reported(played("triple-peaks", 11), Effort(40, 0))
    for found in report.chances.values():
        assert 0 <= found.worlds_lost <= found.share.least
    assert any(grade(found.loss) != "good" for found in report.chances.values())
    assert set(report.marks) >= {at for at, found in report.chances.items() if grade(found.loss) == "blunder"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "number", "has_marks"),
    [
        ("quatorze", 11, False),
        ("triple-peaks", 11, True),
        ("elevator", 6, True),
        ("forty-thieves", 11, False),
        ("wood", 4, True),
    ],
)
def test_the_report_tells_what_a_hint_told(slug: str, number: int, has_marks: bool) -> None:
    session = played(slug, number, 25, 0.5)
    game = session.game
    effort = SMALL if game.decks == 2 else None
    report = Report(len(session.acts))
    for entry in report_on(session.record, effort):
        report.add(entry)
    for at in [*list(report.marks)[:3], 0, 7]:
        p = session.positions[at]
        assert report.chances[at].share == chances(game, p, effort).share
        if at in report.marks:
            hint = fair_hints(game, p, effort, been={game.key(q) for q in session.positions[: at + 1]})[0]
            better = report.marks[at].better
            assert better
            assert hint.chance
            assert better.move in (hint.move, *hint.chance.alike)
            assert better.share == hint.chance.share
    assert bool(report.marks) == has_marks


ONE_PAIR = "quatorze.6/a1-a5/a1-b1/a1-a3/a1-b1/c5-a5/e5-d5/a1-a4"
"""There is one pair to take, in two orders that look the same."""


@pytest.mark.parametrize("order", ["a5-a3", "a3-a5"])
def test_nobody_is_blamed_for_the_only_pair(order: str) -> None:
    session = Session.from_record(f"{ONE_PAIR}/{order}")
    report = reported(session, FAMILIES["quatorze"].effort)
    assert report.chances[7].loss == 0
    assert 7 not in report.marks or report.marks[7].grade == "good"


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "deals"), [("quatorze", 24), ("triple-peaks", 4), ("wood", 1)])
def test_nobody_is_blamed_for_what_a_fair_hint_says(slug: str, deals: int) -> None:
    effort = Effort(8, 0) if family_of(GAMES[slug]).is_exact else SMALL
    blamed = 0
    for number in range(deals):
        session = played(slug, number, eagerness=0.5)
        game = session.game
        report = reported(session, effort)
        for at, mark in report.marks.items():
            if mark.grade == "good":
                continue
            blamed += 1
            been = {game.key(q) for q in session.positions[: at + 1]}
            chance = fair_hints(game, session.positions[at], effort, been=been)[0].chance
            assert chance
            assert session.acts[at] not in [(m,) for m in (chance.move, *chance.alike)]
    assert blamed


def test_losses_are_counted_beside_what_a_hint_names() -> None:
    # The quick player wins more often after the first, although the second keeps more worlds.
    first, second, third = [
        Chance(Move(i, i + 1), Share(won=won, lost=10 - won), Share(won=played, lost=10 - played))
        for i, won, played in ((1, 7, 9), (2, 8, 1), (3, 4, 1))
    ]

    def loss(chance: Chance, weighed: float) -> float:
        # What the first, quick look made of games is forgotten.
        at = ChanceAt(0, Share(won=9, lost=1), weighed, is_exact=False, games_lost=0.5)
        return against_the_best(at, chance, first, None).loss

    assert loss(first, 0.2) == 0
    assert loss(second, 0.1) == 0
    assert loss(third, 0.5) == pytest.approx(0.3)
    # A second look with a larger budget may have found that it lost less.
    assert loss(third, 0.15) == 0.15


def test_games_that_luck_decided_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(wins: dict[tuple[int, int], int], each: int = 1) -> float:
        """What a move lost, where it and another one won so many games in so many worlds."""
        won = np.array([pair for pair, n in wins.items() for _ in range(n)], np.uint8)
        monkeypatch.setattr(duels, "play_on", lambda *_: (won, each))
        found = duel(GAMES["wood"], [([], 0)], Move(1, 2), Move(2, 3))
        assert found.after.trials == found.instead.trials == each * len(won)
        return found.lost

    assert lost({(1, 1): 100, (0, 0): 100}) == lost({(1, 0): 20, (0, 0): 180}) == 0
    assert lost({(0, 1): 200}) == 1
    # As much is lost on balance: the less the games differ elsewhere, the surer it is.
    assert lost({(0, 1): 20, (0, 0): 180}) == pytest.approx(0.1 - sqrt(0.1 * 0.9 / 200))
    assert lost({(0, 1): 100, (1, 0): 80, (1, 1): 20}) == pytest.approx(0.1 - sqrt((0.9 - 0.01) / 200))
    # Three games in a world are one trial, not three.
    assert lost({(0, 3): 20, (0, 0): 180}, 3) == pytest.approx(0.1 - sqrt(0.1 * 0.9 / 200))


def test_what_no_world_was_won_of_is_not_marked() -> None:
    found = ChanceAt(0, Share(lost=8, unknown=12), 0.0, is_exact=False, games_lost=0.3)
    assert grade_of(found) == "not judged"
    assert not is_weak(found)
    assert is_weak(replace(found, share=Share(won=1, unknown=19)))


@pytest.mark.slow
def test_a_base_card_that_loses_games_is_no_good_move() -> None:
    # As many worlds can be won after either; the quick player wins three times as many games after a 5.
    for text, word in (("t2-f1", "blunder"), ("t1-f3", "good")):
        session = Session.from_record(f"terrace.1/{text}")
        report = reported(session, Effort(8, 1_000, 400))
        assert report.grade_at(0) == word
        if word == "blunder":
            found = report.marks[0]
            assert found.better
            assert found.better.played
            assert found.played
            assert found.played.trials == found.better.played.trials == 8 * (1 + 3 + 6)
            assert found.worlds_lost < found.games_lost == found.loss
            assert session.game.piles[found.better.move.src] == "t1"


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["wood", "redheads"])
def test_games_are_those_that_the_hint_tells_of(slug: str) -> None:
    game = GAMES[slug]
    effort = Effort(4, 300, 400)
    for length in (10, 30, 50):
        p = played(slug, 5, length).position
        full = [c for c in chances(game, p, effort).moves if c.played and c.played.trials == 4 * (1 + 3 + 6)]
        assert full
        for c in full:
            found = duel(game, played_worlds(game, p, effort), full[0].move, c.move)
            assert (found.after, found.instead) == (full[0].played, c.played)


@pytest.mark.parametrize("slug", ["triple-peaks", "elevator", "quatorze"])
def test_games_of_a_race_are_those_that_the_hint_tells_of(slug: str) -> None:
    game = GAMES[slug]
    p = played(slug, 5, 4).position
    first, *others = chances(game, p, Effort(4, 0), seed=3).moves
    assert first.played
    for other in others:
        found = raced_duel(game, p, other.move, first.move, 3, first.played.trials)
        assert found
        assert found.instead == first.played
        assert other.played
        assert found.after == other.played or other.played.trials < first.played.trials


def test_what_was_not_decided_is_not_called_good() -> None:
    report = Report(3)
    report.add(ChanceAt(0, Share(unknown=10), 0.0, is_exact=False))
    report.add(ChanceAt(1, Share(lost=10), 0.0, is_exact=False))
    report.add(ChanceAt(2, Share(won=1, unknown=9), 0.0, is_exact=False))
    assert [report.grade_at(at) for at in range(3)] == ["not judged", "nothing to lose", "good"]
    assert {word: n for word, n in report.count().items() if n} == {"not judged": 1, "nothing to lose": 1, "good": 1}


@pytest.mark.slow
def test_a_losing_act_that_was_not_judged_is_not_called_good() -> None:
    report = reported(Session.from_record("generals-patience.3000042/t1-f1"), Effort(2, 20))
    assert report.chances[0].share == Share(unknown=2)
    assert report.turn == 0
    assert report.marks[0].is_turn
    assert report.marks[0].grade == report.grade_at(0) == "not judged"
    assert report.count()["good"] == 0


@pytest.mark.slow
def test_a_move_that_loses_in_an_obvious_way_is_blamed_where_nothing_was_decided() -> None:
    # One world of twenty is known to be winnable. After a king as base card all are lost, after a nine none.
    chosen = {
        c.move.src: c.share
        for c in chances(GAMES["generals-patience"], GAMES["generals-patience"].start(Deal(4))).moves
    }
    assert chosen[12].won + chosen[12].unknown == chosen[11].lost == 20
    report = reported(Session.from_record("generals-patience.4/t1-f7/r-f7"), FAMILIES["terrace"].effort)
    assert [report.grade_at(0), report.grade_at(1)] == ["blunder", "nothing to lose"]


def test_grades() -> None:
    losses = {0: "good", 0.05: "good", 0.06: "inaccuracy", 0.10: "inaccuracy", 0.15: "mistake", 0.2: "mistake"}
    assert {loss: grade(loss) for loss in losses} == losses
    assert grade(0.21) == grade(1) == "blunder"


def test_the_same_game_gets_the_same_report_and_work_can_be_spread() -> None:
    session = played("elevator", 6)

    def backwards(weigh: object, numbers: Iterable[int]) -> list[ChanceAt]:
        return [weigh(number) for number in reversed(list(numbers))]  # type: ignore[operator]

    once = list(report_on(session.record, SMALL))
    again = list(report_on(str(session.record), SMALL, spread=backwards))
    assert set(map(str, once)) == set(map(str, again))
    assert [found for found in once if isinstance(found, Mark)] == [found for found in again if isinstance(found, Mark)]


def test_clearing_a_round_loses_nothing() -> None:
    # The second round of this deal cannot be cleared; the act before it is a perfect one.
    moves = (
        "d5-w/d6-w/d1-w/d4-w/s-w/c4-w/d3-w/d9-w/d7-w/d2-w/c2-w/d10-w/c9-w/c5-w/c1-w/s-w/s-w/s-w/d8-w/c6-w/c3-w/c7-w/"
        "c8-w/b1-w/b2-w/s-w/s-w/b6-w/s-w/s-w/b4-w/s-w/a1-w/s-w/s-w/s-w/s-w/b3-w/a2-w/b5-w/s-w/s-w/s-w/a3-w"
    )
    session = Session.from_record(f"triple-peaks-rounds.22/{moves}")
    report = reported(session)
    assert report.last_winnable == len(session.acts) - 1
    assert report.first_lost == len(session.acts)
    assert report.turn is None
    assert not any(mark.is_turn for mark in report.marks.values())
