"""Chances: right where they can be counted, the same for what looks the same, the verdict where all is seen."""

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import walks
from late import walk
from longwood import GAMES, Deal
from longwood.advice.chances import chances, look
from longwood.advice.hints import fair_hints
from longwood.advice.trials import idle_moves
from longwood.advice.worlds import count_worlds, every_world, worlds
from longwood.core.game import AnyGame
from longwood.games.family import Effort
from longwood.games.quick_player import QuickPlayer
from longwood.games.terrace.player import TerracePlayer
from longwood.solver import Limit, Verdict
from longwood.solver import plain_search as search
from walks import every_game, places, position

pytestmark = pytest.mark.solver

SMALL = Effort(3, 400, 400)


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
def test_estimates_agree_with_counting(slug: str) -> None:
    game = GAMES[slug]
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
        found = chances(game, p, Effort(4, 500, 400)).share
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
        found = chances(game, p, Effort(8, 0)).moves
        played = [c.played for c in found if c.played]
        assert len(played) == len(found)
        assert [c.value for c in found] == [share.least for share in played]
        # The first one was in the race to its end; the others stand in the order of their wins.
        assert played[0].trials == max([share.trials for share in played])
        assert [share.least for share in played[1:]] == sorted([share.least for share in played[1:]], reverse=True)
        dropped += any(share.trials < played[0].trials for share in played)
    assert dropped


def test_without_a_race_the_best_moves_are_played_on_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["wood"]
    monkeypatch.setattr(TerracePlayer, "race", QuickPlayer.race)
    effort = Effort(2, 500)
    positions = [walk(game, Deal(number), Random(number))[10] for number in range(8)]
    for p in positions:
        found = chances(game, p, effort)
        games = [c.played.trials for c in found.moves if c.played]
        assert len(games) == len(found.moves)
        # Two worlds that were solved, and three and six times as many.
        assert games[0] == 2 + 3 * 2 + 6 * 2
        assert set(games) <= {2, 2 + 3 * 2, 2 + 6 * 2, games[0]}
    assert any(len(chances(game, p, effort).moves) == 1 for p in positions)
    assert any(len(chances(game, p, effort).moves) > 1 for p in positions)


def test_of_moves_that_are_as_good_one_that_only_exchanges_tails_comes_last() -> None:
    game = GAMES["falling-stars"]
    seen = 0
    for number in range(12):
        p = walk(game, Deal(number), Random(number))[25]
        idle = idle_moves(game, p, game.moves(p))
        found = chances(game, p, Effort(2, 500, 400)).moves
        as_good = [c.move for c in found if c.value == found[0].value]
        if idle & set(as_good) and set(as_good) - idle:
            assert as_good[0] not in idle
            seen += 1
    assert seen


def test_more_worlds_than_there_are_are_not_made_up() -> None:
    game = GAMES["elevator"]
    p = endings("elevator", range(3, 4), range(9))[0]
    assert len(set(islice(worlds(game, p), 200))) == count_worlds(game, p) == 6
