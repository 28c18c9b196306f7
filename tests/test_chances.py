"""Chances: right where they can be counted, the same for what looks the same, the verdict where all is seen."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import walks
from families import change_family
from late import walk
from longwood import GAMES, Deal
from longwood.advice.calibration import CERTAIN
from longwood.advice.chances import chances, look
from longwood.advice.hints import fair_hints
from longwood.advice.skill import position_win
from longwood.advice.trials import idle_moves
from longwood.advice.worlds import count_worlds, every_world, worlds
from longwood.core.game import AnyGame
from longwood.games.family import Effort
from longwood.solver import Limit, Verdict
from longwood.solver import plain_search as search
from longwood.solver.plain_search import is_goal
from walks import every_game, places, position

pytestmark = pytest.mark.solver

SMALL = Effort(3, 400, 300)


def endings(slug: str, unseen: range, deals: range) -> list[Any]:
    """Positions with few unseen cards."""
    game = GAMES[slug]
    found = []
    for number in deals:
        for p in walk(game, Deal(number), Random(number)):
            if sum(game.unseen(p).values()) in unseen and game.moves(p):
                found.append(p)
                break
    return found


@pytest.mark.slow
@every_game
@settings(max_examples=3)
@given(place=places, seed=st.integers(0, 9))
def test_no_peeking(game: AnyGame, place: tuple[int, int, int], seed: int) -> None:
    p = position(game, place)
    other = next(worlds(game, p, seed + 100))
    assert fair_hints(game, p, SMALL, seed) == fair_hints(game, other, SMALL, seed)
    assert chances(game, p, SMALL, seed) == chances(game, other, SMALL, seed)


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_few_unseen_cards_are_counted_out(slug: str) -> None:
    game = GAMES[slug]
    for p in endings(slug, range(2, 5), range(25)):
        found = chances(game, p, Effort(24, 0))
        assert found.is_exact
        all_worlds = list(every_world(game, p))
        assert len(set(all_worlds)) == len(all_worlds) == count_worlds(game, p) == found.share.trials
        won = [search.solve(game, world, Limit()).verdict is Verdict.WON for world in all_worlds]
        assert (found.share.won, found.share.unknown) == (sum(won), 0)
        for c in found.moves:
            after = [search.solve(game, game.play(world, c.move), Limit()).verdict for world in all_worlds]
            assert c.share.lost == sum(verdict is Verdict.LOST for verdict in after)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_estimates_agree_with_counting(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[slug]
    # As few as these are all counted otherwise, whoever asks.
    change_family(monkeypatch, game.family, effort=Effort(2, 0))
    outside = trials = 0
    for p in endings(slug, range(5, 6), range(90 if slug == "elevator" else 20)):
        exact = chances(game, p, Effort(120, 0))
        estimate = chances(game, p, Effort(60, 0), seed=1)
        assert exact.is_exact
        assert not estimate.is_exact
        low, high = estimate.share.interval
        outside += not low <= exact.share.least <= high
        trials += 1
    assert trials > 10
    # One in twenty may lie outside; the seeds are fixed, so this does not waver.
    assert outside <= trials // 8


def open_positions(game: AnyGame, most: int) -> list[Any]:
    """Late positions with nothing hidden, of players who deal on and of players who do not."""
    found: list[Any] = []
    number = 0
    while len(found) < most and number < 300:
        played = [p for p, _ in walks.walk(game, number, 220, 2)] if game.decks == 2 else []
        for p in played[-1:] + walk(game, Deal(number), Random(number))[-4:]:
            if count_worlds(game, p) == 1 and game.moves(p):
                found.append(p)
        number += 1
    return found[:most]


@every_game
def test_with_nothing_hidden_the_chance_is_the_verdict(game: AnyGame) -> None:
    judged = 0
    for p in open_positions(game, 8):
        verdict = search.solve(game, p, Limit(nodes=3000)).verdict
        found = chances(game, p, Effort(4, 500, 60)).share
        assert found.trials == 1
        assert not (verdict is Verdict.WON and found.lost)
        assert not (verdict is Verdict.LOST and found.won)
        assert game.decks == 2 or not found.unknown
        judged += verdict is not Verdict.UNKNOWN
    assert judged


def test_chances_come_in_steps() -> None:
    game = GAMES["triple-peaks"]
    p = next(p for number in range(99) if len(game.moves(p := game.start(Deal(number)))) > 1)
    steps = list(look(game, p, Effort(50, 0)))
    assert [step.share.trials for step in steps] == [20, 40, 50]
    assert steps[-1] == chances(game, p, Effort(50, 0))
    assert chances(game, p, Effort(50, 0), seed=3) != steps[-1]


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_with_one_deck_the_race_ranks_the_moves(slug: str) -> None:
    game = GAMES[slug]
    dropped = 0
    for number in range(12):
        p = walk(game, Deal(number), Random(number))[8]
        found = chances(game, p, Effort(0, 0, 3_000)).moves
        played = [c.played for c in found if c.played]
        assert len(played) == len(found)
        # The first one was in the race to its end, and nobody who was won more.
        assert played[0].trials == max([share.trials for share in played])
        assert played[0].won == max([share.won for share in played if share.trials == played[0].trials])
        dropped += any(share.trials < played[0].trials for share in played)
    assert dropped


@pytest.mark.slow
def test_with_two_decks_moves_race_too() -> None:
    game = GAMES["wood"]
    effort = Effort(2, 500, 600)
    dropped = 0
    for p in [walk(game, Deal(number), Random(number))[10] for number in range(8)]:
        found = chances(game, p, effort).moves
        games = [c.played.trials for c in found if c.played]
        assert len(games) == len(found)
        assert games[0] == max(games)
        # Moves that come to the same are played on once, for all of them.
        assert max(games) <= max(effort.games // 2, 400)
        dropped += len(set(games)) > 1
    assert dropped


@pytest.mark.slow
def test_of_moves_that_are_as_good_one_that_only_exchanges_tails_comes_last() -> None:
    game = GAMES["falling-stars"]
    seen = 0
    for number in range(12):
        p = walk(game, Deal(number), Random(number))[25]
        idle = idle_moves(game, p, game.moves(p))
        found = chances(game, p, Effort(2, 500, 600)).moves
        longest = max([c.played.trials for c in found if c.played])
        rivals = [c for c in found if c.played and c.played.trials == longest]
        as_good = [c.move for c in rivals if c.win.value == found[0].win.value and c.played == found[0].played]
        if idle & set(as_good) and set(as_good) - idle:
            assert as_good[0] not in idle
            seen += 1
    assert seen


@pytest.mark.slow
@every_game
@settings(max_examples=3)
@given(place=places, seed=st.integers(0, 9))
def test_the_position_has_the_chance_of_its_best_move(game: AnyGame, place: tuple[int, int, int], seed: int) -> None:
    for effort in (SMALL, Effort(0, 0, 300)):
        found = chances(game, position(game, place), effort, seed)
        assert found == chances(game, position(game, place), effort, seed)
        for c in found.moves:
            assert 0 <= c.win.low <= c.win.high <= 1
            assert c.win.value <= found.win.value == found.moves[0].win.value
            assert c.win.is_proven or 0 < c.win.value < 1
            assert not c.win.is_proven or c.win in CERTAIN.values()
            assert c.win.is_proven or 1 <= c.win.percent <= 99
        rest = [c.win.value for c in found.moves[1:]]
        assert rest == sorted(rest, reverse=True)


@every_game
def test_what_is_proven_overrides_the_estimate(game: AnyGame) -> None:
    proven = set()
    for p in open_positions(game, 8):
        found = chances(game, p, Effort(4, 500, 100))
        for c in found.moves:
            verdict = search.solve(game, game.play(p, c.move), Limit(nodes=3000)).verdict
            if c.share.unknown:
                assert not c.win.is_proven
            else:
                assert c.win == CERTAIN[bool(c.share.won)]
                # Where rounds are dealt the next round is another question.
                assert (
                    verdict is Verdict.UNKNOWN
                    or is_goal(game, p, game.play(p, c.move))
                    or verdict is (Verdict.WON if c.share.won else Verdict.LOST)
                )
                proven.add(c.win.value)
    assert proven


def test_what_loses_in_every_world_is_lost_and_what_wins_in_some_is_open() -> None:
    lost = open_ = 0
    for slug in ("quatorze", "triple-peaks"):
        game = GAMES[slug]
        for p in endings(slug, range(2, 5), range(60)):
            for c in chances(game, p, Effort(24, 0, 100)).moves:
                assert (c.win == CERTAIN[False]) is (not c.share.won)
                # Worlds that all can be won do not say that a player who sees no cards wins.
                assert not c.win.is_proven or c.share.trials == 1 or not c.win.value
                lost += c.win.is_proven
                open_ += not c.win.is_proven
    assert lost
    assert open_


@every_game
def test_a_game_that_is_over_has_a_certain_chance(game: AnyGame) -> None:
    positions = [walk(game, Deal(number), Random(number))[-1] for number in range(3)]
    for p in positions:
        if game.won(p) or not game.moves(p):
            assert position_win(game, p, SMALL, 0) == CERTAIN[game.won(p)]
            assert position_win(game, p, SMALL, 0).percent in (0, 100)


def test_more_worlds_than_there_are_are_not_made_up() -> None:
    game = GAMES["elevator"]
    p = endings("elevator", range(3, 4), range(9))[0]
    assert len(set(islice(worlds(game, p), 200))) == count_worlds(game, p) == 6
