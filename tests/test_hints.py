"""Hints: the all-seeing ones win, the fair ones do not go round in circles, and each says why."""

import re
from random import Random

import pytest
from hypothesis import given, settings

from late import walk
from longwood import GAMES, Deal
from longwood.advice.calibration import CERTAIN
from longwood.advice.chances import chances
from longwood.advice.deals import find_winnable
from longwood.advice.hints import Kind, fair_hints, seeing_hints
from longwood.advice.verdicts import KnownWins, verdict, verdicts
from longwood.advice.worlds import count_worlds
from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, AnyGame
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict
from longwood.solver.plain_search import is_goal
from walks import every_game, places, position

pytestmark = pytest.mark.solver

BUDGET = Limit(nodes=20_000)


def follow(game: AnyGame, seed: int, lines: KnownWins) -> int:
    """Ask somewhere on the way to a win, and wherever the hints lead: how many positions there were until the win."""
    deal = find_winnable(game, seed)
    p = game.start(Deal(deal.number))
    rng = Random(seed)
    for m in deal.line[: rng.randrange(len(deal.line) // 2 if game.decks == 1 else len(deal.line))]:
        p = game.play(p, m)
    # A step off the way that was found.
    p = start = game.play(p, rng.choice(game.moves(p)))
    asked = 0
    while not is_goal(game, start, p):
        hint = next(seeing_hints(game, p, BUDGET, lines))
        if hint.why.startswith(("This cannot be won", "No win found")):
            assert asked == 0, f"the win was lost on the way: {hint.why}"
            return 0
        assert hint.move == hint.line[0]
        assert str(len(hint.line)) in hint.why
        p = game.play(p, hint.move)
        asked += 1
        assert asked < 600
    return asked


@pytest.mark.slow
@every_game
def test_following_all_seeing_hints_wins(game: AnyGame) -> None:
    assert any(follow(game, seed, KnownWins()) for seed in range(9))


@every_game
@pytest.mark.proof
def test_following_all_seeing_hints_wins_from_hundreds_of_positions(game: AnyGame) -> None:
    asked = seed = 0
    while asked < 300:
        # A small memory, as if others had asked in between: what is forgotten is found anew.
        asked += follow(game, seed, KnownWins(most=300))
        seed += 1


def test_other_wins_are_named_and_a_lost_game_is_told() -> None:
    game = GAMES["quatorze"]
    hints = list(seeing_hints(game, game.start(Deal(1))))
    assert len(hints) > 3
    assert len({hint.move for hint in hints}) == len(hints)
    for hint in hints:
        p = game.start(Deal(1))
        for m in hint.line:
            assert m in game.moves(p)
            p = game.play(p, m)
        assert game.won(p)
    elevator = GAMES["elevator"]
    (lost,) = seeing_hints(elevator, elevator.start(Deal(1)))
    assert "This cannot be won (proven)" in lost.why
    assert lost.move in elevator.moves(elevator.start(Deal(1)))


def test_both_orders_of_a_pair_are_one_fair_hint_and_told_apart_by_who_sees_the_stock() -> None:
    game = GAMES["quatorze"]
    p = game.start(Deal(2))
    hints = fair_hints(game, p)
    pairs = [frozenset((hint.move.src, hint.move.dst)) for hint in hints if hint.move]
    assert len(set(pairs)) == len(pairs)
    assert all(hint.chance and len(hint.chance.alike) == 1 for hint in hints)
    for hint in seeing_hints(game, p):
        assert hint.move
        assert hint.why.endswith(f" Take {CARD_TEXTS[p.piles[hint.move.src][0]]} first.")


def test_the_order_of_a_pair_is_told_where_the_game_is_lost_too() -> None:
    game = GAMES["quatorze"]
    p = walk(game, Deal(55), Random(55))[12]
    hint = next(seeing_hints(game, p))
    assert hint.why.startswith("This cannot be won")
    assert p.piles[STOCK]
    assert hint.move
    assert hint.why.endswith(f" Take {CARD_TEXTS[p.piles[hint.move.src][0]]} first.")


def test_nothing_to_do() -> None:
    game = GAMES["elevator"]
    positions = walk(game, Deal(2), Random(1))
    for hints in (fair_hints(game, positions[-1]), list(seeing_hints(game, positions[-1]))):
        assert [(hint.move, hint.why) for hint in hints] == [(None, "No moves left: undo, restart or take a new deal.")]
    first = fair_hints(game, game.start(Deal(2)))
    assert re.fullmatch("Nothing else to do[.] (About|Under) [0-9]+ % to win from here[.]", first[0].why)
    assert first[0].kind is Kind.FAIR


def test_a_fair_hint_says_what_the_move_does_and_one_number() -> None:
    game = GAMES["quatorze"]
    p = game.start(Deal(2))
    found = chances(game, p, Effort(20, 0, 500))
    hints = fair_hints(game, p, Effort(20, 0, 500))
    assert [hint.chance for hint in hints] == list(found.moves)
    for hint in hints:
        assert hint.chance
        number = hint.chance.win.words
        assert hint.why.endswith(f". {number[0].upper()}{number[1:]} to win from here.")
        assert hint.why.count(". ") == 1


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("quatorze", "Nothing is hidden, and this loses."),
        ("triple-peaks", "This loses, whatever the hidden cards are."),
    ],
)
def test_a_hint_where_all_is_lost_says_so(slug: str, words: str) -> None:
    game = GAMES[slug]
    effort = Effort(50, 0, 100)
    positions = [p for number in range(60) for p in walk(game, Deal(number), Random(number), eagerness=0.6)[:-1]]
    few = [p for p in positions if (count_worlds(game, p) == 1) is (slug == "quatorze") and count_worlds(game, p) < 25]
    lost = [p for p in few if chances(game, p, effort).win == CERTAIN[False]]
    assert lost
    for p in lost[:5]:
        first, *others = fair_hints(game, p, effort, been=("the deal", "this"))
        assert first.why.endswith(f"{words} Undo may be better.")
        assert all(hint.why.endswith(words) for hint in others)
        # Whoever has made no move has nothing to undo.
        assert fair_hints(game, p, effort)[0].why.endswith(f"{words} A new deal may be better.")


def test_the_unknown_is_not_called_lost() -> None:
    game = GAMES["forty-thieves"]
    (hint,) = seeing_hints(game, game.start(Deal(7)), Limit(nodes=50))
    assert hint.why.startswith("No win found in 50 positions, but none is ruled out")


def test_fair_hints_do_not_go_back() -> None:
    game = GAMES["forty-thieves"]
    # A seven between two eights of its suit may go to and fro for ever.
    p = next(
        p
        for number in range(400)
        for p in walk(game, Deal(number), Random(number))
        if any(game.key(game.play(p, m)) == game.key(p) for m in game.moves(p))
    )
    been = {game.key(p)}
    hints = fair_hints(game, p, Effort(2, 100, 400), been=been)
    backs = [game.key(game.play(p, hint.move)) in been for hint in hints if hint.move]
    assert backs == sorted(backs)
    assert True in backs


@every_game
@settings(max_examples=4)
@given(place=places)
def test_every_move_gets_a_hint_or_another_stands_for_it(game: AnyGame, place: tuple[int, int, int]) -> None:
    p = position(game, place)
    hints = fair_hints(game, p, Effort(2, 200, 60))
    if game.moves(p) and not game.won(p):
        told = [m for hint in hints if hint.move and hint.chance for m in (hint.move, *hint.chance.alike)]
        assert sorted(told) == sorted(game.moves(p))
        assert all(hint.why[0].isupper() and hint.why.endswith(".") for hint in hints)


@pytest.mark.slow
@every_game
def test_no_lost_game_is_won_later(game: AnyGame) -> None:
    decided = 0
    for number in range(3 if game.decks == 2 else 12):
        was_lost = False
        positions = walk(game, Deal(number), Random(number))
        for p in positions[:-2:6] + positions[-2:]:
            found = verdict(game, p, Limit(nodes=300))
            assert not (was_lost and found.verdict is Verdict.WON and not game.has_rounds)
            was_lost |= found.verdict is Verdict.LOST
            decided += found.verdict is not Verdict.UNKNOWN
    assert decided or game.decks == 2


def test_verdicts_get_better() -> None:
    game = GAMES["redheads"]
    p = game.play(game.start(Deal(5)), game.moves(game.start(Deal(5)))[-1])
    lines = KnownWins()
    found = list(verdicts(game, p, lines))
    assert [one.verdict for one in found[:-1]] == [Verdict.UNKNOWN] * (len(found) - 1)
    if found[-1].verdict is Verdict.WON:
        assert lines.get(game, p) == found[-1].line
        after = game.play(p, found[-1].line[0])
        assert verdict(game, after, Limit(nodes=1), lines).line == found[-1].line[1:]


def test_no_move_is_named_first_that_is_seen_to_lose_while_another_may_win() -> None:
    game = GAMES["generals-patience"]
    seen = 0
    for number in (1, 4, 10, 18):
        first, *others = [
            hint.chance.share
            for hint in fair_hints(game, game.start(Deal(number)), Effort(3, 1_500, 400))
            if hint.chance
        ]
        assert first.lost < first.trials
        seen += any(share.lost == share.trials for share in others)
    assert seen == 4
