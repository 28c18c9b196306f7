"""The win chance: between 0 and 1 unless it is proven, the larger the more is won, and it forgives what may be luck."""

import json
from math import isclose, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood import GAMES, Deal
from longwood.advice import ranking
from longwood.advice.calibration import (
    BY_BOTH,
    BY_GAMES,
    BY_WORLDS,
    CERTAIN,
    Calibration,
    Sample,
    WinChance,
    calibration,
    certain,
    features,
    number_effort,
    unseen_share,
    win_chance,
)
from longwood.advice.fair_player import fair_effort
from longwood.advice.ranking import Evidence, ranked
from longwood.advice.trials import usual_effort
from longwood.core.game import AnyGame
from longwood.core.shares import Share
from longwood.games import FAMILIES, family_of
from longwood.games.family import Effort
from longwood.kernels.racing import Race
from longwood.notation import find_game
from walks import every_game, places, position

pytestmark = pytest.mark.solver

shares = st.floats(0, 1)
FITTED = Calibration(
    base=-0.4, quick=1.2, worlds=0.3, won=0.6, lost=-0.5, unseen=0.7, unseen_squared=-0.2, won_unseen=-0.3
)


@given(shares, st.integers(1, 9000), shares, shares, st.integers(0, 200), shares)
def test_an_estimate_is_never_certain(
    played: float, games: int, won: float, rest: float, worlds: int, unseen: float
) -> None:
    found = Sample(played, games, won, (1 - won) * rest, worlds)
    for weights in (FITTED, BY_GAMES, BY_BOTH, BY_WORLDS):
        win = win_chance(weights, found, unseen)
        assert 0 < win.value < 1
        assert win.low <= win.value <= win.high
        assert not win.is_proven
        assert 1 <= win.percent <= 99


@given(shares, shares, st.integers(1, 9000), shares)
def test_more_wins_are_a_better_chance(one: float, other: float, games: int, unseen: float) -> None:
    less, more = sorted([one, other])
    values = [win_chance(FITTED, Sample(share, games), unseen).value for share in (less, more)]
    assert values == sorted(values)


def test_what_stands_in_where_nothing_was_fitted_are_the_shares_themselves() -> None:
    assert win_chance(BY_GAMES, Sample(0.3, 10_000), 0.5).value == pytest.approx(0.3, abs=1e-3)
    assert win_chance(BY_WORLDS, Sample(0, 0, 0.2, 0.2, 10_000), 0.5).value == pytest.approx(0.3, abs=1e-3)
    assert win_chance(BY_BOTH, Sample(0.3, 10_000, 0.3, 0.0, 10_000), 0.5).value == pytest.approx(0.3, abs=1e-3)


def test_the_formula_is_the_one_of_the_docs() -> None:
    found = Sample(0.25, 400, 0.5, 0.2, 20)
    quick, worlds, won, lost, unseen, squared, both = features(found, 0.5)
    assert isclose(quick, float(np.log(100.5 / 300.5)))
    assert isclose(worlds, float(np.log(12.5 / 8.5)))
    assert isclose(won, float(np.log(10.5 / 10.5)))
    assert isclose(lost, float(np.log(6.5 / 14.5)))
    assert (unseen, squared, both) == (0.5, 0.25, won / 2)
    odds = -0.4 + 1.2 * quick + 0.3 * worlds + 0.6 * won - 0.5 * lost + 0.7 * 0.5 - 0.2 * 0.25 - 0.3 * won / 2
    assert win_chance(FITTED, found, 0.5).value == pytest.approx(1 / (1 + float(np.exp(-odds))))


def test_more_games_make_a_narrower_interval() -> None:
    widths = []
    for games in (50, 400, 4_000):
        win = win_chance(BY_GAMES, Sample(0.3, games), 0.5)
        widths.append(win.high - win.low)
    assert widths == sorted(widths, reverse=True)
    # Told beside the best move it keeps the width of its own few games.
    few = win_chance(BY_GAMES, Sample(0.3, 4_000), 0.5, games=50)
    assert few.value == win_chance(BY_GAMES, Sample(0.3, 4_000), 0.5).value
    assert few.high - few.low > widths[1]


@pytest.mark.parametrize(
    ("win", "percent", "words"),
    [
        (WinChance(0.0, 0, 0), 1, "under 1 %"),
        (WinChance(0.004, 0, 0), 1, "under 1 %"),
        (WinChance(0.006, 0, 0), 1, "about 1 %"),
        (WinChance(0.384, 0, 0), 38, "about 38 %"),
        (WinChance(0.994, 0, 0), 99, "about 99 %"),
        (WinChance(0.997, 0, 0), 99, "over 99 %"),
        (WinChance(1.0, 0, 0), 99, "over 99 %"),
        (CERTAIN[True], 100, "100 %"),
        (CERTAIN[False], 0, "0 %"),
    ],
)
def test_nothing_and_everything_are_kept_for_what_is_proven(win: WinChance, percent: int, words: str) -> None:
    assert (win.percent, win.words) == (percent, words)


@pytest.mark.parametrize(
    ("low", "high", "span"), [(0.314, 0.402, "31 to 40 %"), (0.0001, 0.002, "0 to 1 %"), (0.996, 0.999, "99 to 100 %")]
)
def test_no_estimate_lies_between_nothing_and_nothing(low: float, high: float, span: str) -> None:
    assert WinChance((low + high) / 2, low, high).span == span


def test_certain_is_what_all_worlds_say() -> None:
    assert certain(Share(lost=6), is_all=True) == CERTAIN[False]
    assert certain(Share(won=1), is_all=True) == CERTAIN[True]
    assert certain(Share(lost=1), is_all=True) == CERTAIN[False]
    # Six worlds that can each be won may ask for six different moves.
    assert certain(Share(won=6), is_all=True) is None
    assert certain(Share(won=1, lost=5), is_all=True) is None
    assert certain(Share(unknown=1), is_all=True) is None
    assert certain(Share(lost=6), is_all=False) is None


@every_game
def test_every_game_has_weights_for_what_is_found(game: AnyGame) -> None:
    for plays, solves in ((True, True), (True, False), (False, True)):
        weights = calibration(game, plays=plays, solves=solves)
        assert weights.quick or weights.needs_worlds
        assert plays or not weights.quick
        assert solves or not weights.needs_worlds


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_fitted_weights_are_of_games_of_the_room_and_of_deals_that_no_benchmark_plays(family: Any) -> None:
    table = family.data("calibration.json")
    known = json.loads(table.read_text()) if table.is_file() else {}
    for slug, row in known.items():
        assert family_of(GAMES[slug]).room == family.room
        assert set(row) - {"games", "first_deal"} <= set(Calibration._fields)
        assert row["games"] > 0
        assert row["first_deal"] > 500_000
        # More wins of the quick player, or more worlds that can be won, never make it worse.
        assert row.get("quick", 0) >= 0
        assert row.get("won", 0) >= 0 >= row.get("lost", 0)
        assert row.get("quick", 0) or row.get("won", 0)


def test_a_variant_takes_the_weights_of_the_usual_game_if_it_has_the_same_players() -> None:
    usual, custom = GAMES["terrace"], find_game("terrace,reserve=12")
    weights = calibration(usual, plays=True, solves=True)
    its = calibration(custom, plays=True, solves=True)
    assert not its.is_fitted
    assert its._replace(is_fitted=weights.is_fitted) == weights
    # The plain player knows this one, and no weights were fitted to its games.
    assert calibration(find_game("elevator,wraps=no"), plays=True, solves=True) == BY_BOTH


def test_no_worlds_are_solved_where_the_number_rests_on_games_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    game, effort = GAMES["elevator"], Effort(30, 100, 500)
    monkeypatch.setattr("longwood.advice.calibration._fitted", lambda _: Calibration(quick=1.1))
    assert number_effort(game, effort) == Effort(0, 100, 500)
    monkeypatch.setattr("longwood.advice.calibration._fitted", lambda _: FITTED)
    assert number_effort(game, effort) == effort
    monkeypatch.setattr("longwood.advice.calibration._fitted", lambda _: None)
    assert number_effort(game, effort) == effort


def test_weights_of_what_was_not_found_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["elevator"]
    monkeypatch.setattr("longwood.advice.calibration._fitted", lambda _: FITTED)
    assert calibration(game, plays=True, solves=True) == FITTED
    assert calibration(game, plays=True, solves=False) == BY_GAMES
    assert calibration(game, plays=False, solves=True) == BY_WORLDS


@every_game
def test_the_unseen_share_shrinks_from_the_deal_on(game: AnyGame) -> None:
    start = game.start(Deal(3))
    assert 0 < unseen_share(game, start) < 1
    p = start
    for _ in range(12):
        moves = game.moves(p)
        if game.won(p) or not moves:
            break
        p = game.play(p, moves[-1])
        assert unseen_share(game, p) <= unseen_share(game, start)


def raced(wins: dict[tuple[int, ...], int], played: list[int] | None = None) -> Race:
    """A race in which so many worlds were won by these moves."""
    won = np.array([row for row, n in wins.items() for _ in range(n)], np.uint8)
    return Race(won, np.array(played or [len(won)] * won.shape[1], np.int64))


def test_what_may_be_luck_is_forgiven() -> None:
    behind = ranking._behind
    assert behind(None, 0, 1) == 0
    assert behind(raced({(1, 1): 100, (0, 0): 100}), 0, 1) == 0
    assert behind(raced({(0, 1): 20, (0, 0): 180}), 0, 1) == 0
    assert behind(raced({(1, 0): 200}), 0, 1) == 1
    # As much is lost on balance: the less the games differ elsewhere, the surer it is.
    assert behind(raced({(1, 0): 20, (0, 0): 180}), 0, 1) == pytest.approx(0.1 - sqrt(0.1 * 0.9 / 200))
    assert behind(raced({(1, 0): 100, (0, 1): 80, (1, 1): 20}), 0, 1) == pytest.approx(0.1 - sqrt((0.9 - 0.01) / 200))
    # Half a standard error is no mistake.
    assert behind(raced({(1, 0): 52, (0, 1): 48}), 0, 1) == 0


def test_moves_are_compared_in_the_worlds_of_both() -> None:
    # In its forty worlds the second move did as well as the first, which won all of the others.
    won = np.zeros((200, 2), np.uint8)
    won[:20] = 1
    won[40:, 0] = 1
    assert ranking._behind(Race(won, np.array([200, 40], np.int64)), 0, 1) == 0


def test_a_difference_of_few_worlds_is_doubted() -> None:
    assert ranking._doubted(0.0, 20) == ranking._doubted(-0.3, 20) == ranking._doubted(0.5, 0) == 0
    assert ranking._doubted(0.5, 20) == pytest.approx(0.5 - sqrt(0.25 / 20))
    assert ranking._doubted(1.0, 20) == 1


def evidence(slug: str, race: Race | None, found: list[Share] | None = None, *, is_all: bool = False) -> Evidence:
    """What is known of the first moves of a deal, made up."""
    game = GAMES[slug]
    p = game.start(Deal(2))
    count = race.won.shape[1] if race else len(found or [])
    known = Evidence(game, p, game.moves(p)[:count])
    assert len(known.moves) == count
    known.raced, known.is_all = race, is_all
    known.shares = dict(zip(known.moves, found or [Share()] * count, strict=True))
    return known


def test_a_move_that_dropped_out_does_not_overtake_by_its_luck() -> None:
    won = np.zeros((400, 2), np.uint8)
    won[:30, 1] = 1
    won[::2, 0] = 1
    known = evidence("quatorze", Race(won, np.array([400, 30], np.int64)))
    first, second = ranked(known)
    assert (first.move, second.move) == tuple(known.moves)
    assert first.played == Share(won=200, lost=200)
    assert second.played == Share(won=30)
    assert second.win.value == first.win.value


def test_moves_stand_in_the_order_of_their_chances() -> None:
    found = ranked(
        evidence("quatorze", raced({(0, 1, 1, 1): 100, (0, 0, 1, 0): 100, (0, 0, 1, 1): 100, (0, 0, 0, 0): 100}))
    )
    values = [each.win.value for each in found]
    assert values == sorted(set(values), reverse=True)
    assert [each.played.won for each in found if each.played] == [300, 200, 100, 0]


def test_what_is_proven_comes_first_or_last() -> None:
    race = raced({(1, 0, 1): 300, (1, 1, 0): 100})
    shares = [Share(lost=2), Share(won=1, lost=1), Share(won=2)]
    found = ranked(evidence("quatorze", race, shares, is_all=True))
    # The race may say what it will: what loses in all worlds there are is lost.
    assert found[-1].win == CERTAIN[False]
    assert found[-1].share == shares[0]
    assert not found[0].win.is_proven
    only = ranked(evidence("quatorze", None, [Share(lost=1), Share(won=1), Share(unknown=1)], is_all=True))
    assert [each.win.is_proven for each in only] == [True, False, True]
    assert (only[0].win, only[2].win) == (CERTAIN[True], CERTAIN[False])


def test_where_worlds_are_hard_close_moves_are_as_good_and_a_card_up_comes_first() -> None:
    game = GAMES["terrace"]
    p = next(
        q
        for number in range(200)
        if (start := game.start(Deal(number))) and (q := game.play(start, game.moves(start)[0]))
        if len({game.kinds[m.dst] for m in game.moves(q)}) > 1 and len(game.moves(q)) < 9
    )
    known = Evidence(game, p, game.moves(p))
    is_up = [ranking._merits(known, m)[0] is False for m in known.moves]
    assert True in is_up
    assert False in is_up
    up, other = is_up.index(True), is_up.index(False)
    # The other move won one game of a thousand more: that is closer than what counts.
    won = np.zeros((1000, len(known.moves)), np.uint8)
    won[:500, up] = 1
    won[:501, other] = 1
    known.raced = Race(won, np.full(len(known.moves), 1000, np.int64))
    assert ranked(known)[0].move == known.moves[up]
    won[:900, other] = 1
    assert ranked(known)[0].move == known.moves[other]


@every_game
@given(place=places)
def test_nothing_known_is_no_answer_of_certainty(game: AnyGame, place: tuple[int, int, int]) -> None:
    p = position(game, place)
    known = Evidence(game, p, game.moves(p))
    assert not any(each.win.is_proven for each in ranked(known))


@pytest.mark.parametrize("slug", ["terrace", "forty-thieves", "quatorze"])
def test_whoever_fits_the_number_anew_does_not_change_the_player(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[slug]
    p = game.start(Deal(1))
    known = Evidence(game, p, game.moves(p))
    chosen, numbers = set(), set()
    for odds in (-3.0, 0.0, 3.0):
        weights = Calibration(base=odds, quick=1 + abs(odds) / 9, worlds=0.0 if slug == "terrace" else 0.7, unseen=odds)
        monkeypatch.setattr(ranking, "calibration", lambda *_, weights=weights, **__: weights)
        rng = np.random.default_rng(7)
        picks = []
        for _ in range(20):
            won = (rng.random((100, len(known.moves))) < 0.5).astype(np.uint8)
            known.raced = Race(won, np.full(len(known.moves), 100, np.int64))
            known.shares = {m: Share(won=int(rng.integers(0, 9)), lost=2, unknown=1) for m in known.moves}
            best = ranked(known)[0]
            picks.append(best.move)
            numbers.add(best.win.value)
        chosen.add(tuple(picks))
    assert len(chosen) == 1
    assert len(numbers) > 20


@every_game
def test_where_the_number_rests_on_worlds_a_hint_looks_at_as_many_as_it_was_fitted_to(game: AnyGame) -> None:
    known = calibration(game, plays=True, solves=True)
    if known.is_fitted and known.needs_worlds:
        assert usual_effort(game) == fair_effort(game)
    # What was fitted is never too early to tell; a guess may be.
    vague = WinChance(0.4, 0.1, 0.9)
    assert (vague.is_vague, vague._replace(is_fitted=False).is_vague) == (False, True)
