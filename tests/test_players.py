"""The quick players are compiled: those of one deck are played here once more, choice by choice, over the rules.

What the one of Terrace plays is written out as moves of the rules.
"""

from dataclasses import replace
from itertools import islice
from math import inf
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from late import walk
from longwood import GAMES, Deal
from longwood.advice.trials import quick_player, race
from longwood.advice.worlds import some_worlds, worlds
from longwood.core.cards import RANK, parse_cards
from longwood.core.game import STOCK, AnyGame, Move
from longwood.games import family_of
from longwood.games.effects import turned_up
from longwood.games.quatorze import race as quatorze_race
from longwood.games.quatorze.solver.solve import Scratch, grid_of
from longwood.games.terrace import player as terrace_player
from longwood.games.terrace.rules import WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver.encode import Encoded, card_codes, encode
from longwood.games.terrace.solver.line import write
from longwood.kernels.racing import deal_out, world_dice
from longwood.solver import Verdict, solve
from longwood.solver.plain_search import is_goal

pytestmark = pytest.mark.solver

MASK = 2**64 - 1


class Dice:
    """The same numbers as in the kernels."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def fraction(self) -> float:
        self.state ^= (self.state << 13) & MASK
        self.state ^= self.state >> 7
        self.state ^= (self.state << 17) & MASK
        return (self.state >> 11) / 2**53


def play_heap(game: AnyGame, p: Any, first: Move, dice: Dice) -> bool:
    """The card that turns up most of those that fit, or else a deal."""
    m, start = first, p
    while True:
        p = game.play(p, m)
        moves = game.moves(p)
        if is_goal(game, start, p) or not moves:
            return is_goal(game, start, p)
        values = []
        for choice in [m for m in moves if m.src != STOCK]:
            after = game.play(p, choice)
            turned = turned_up(game, p, after)
            values.append((turned + dice.fraction(), choice))
        m = max(values)[1] if values else moves[0]


def play_grid(game: AnyGame, p: Any, first: Move, dice: Dice) -> bool:
    """The pair whose cards other pairs want least while there is a stock, and then perfect play."""
    p = game.play(p, first)
    while p.piles[STOCK]:
        moves = game.moves(p)
        if not moves:
            return False
        values = []
        for m in [m for m in moves if m.src < m.dst]:
            wanted = sum(other.src in (m.src, m.dst) for other in moves)
            values.append((wanted + dice.fraction(), m))
        p = game.play(p, min(values)[1])
    return solve(game, p).verdict is Verdict.WON


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "quatorze"])
def test_the_quick_player_plays_by_the_rules(slug: str) -> None:
    game = GAMES[slug]
    won = games = 0
    for number in range(40):
        positions = walk(game, Deal(number), Random(number))
        p = positions[min(number // 3, len(positions) - 2)]
        moves = [m for m in game.moves(p) if slug != "quatorze" or m.src < m.dst]
        dice = Dice(number + 1)
        play = play_grid if slug == "quatorze" else play_heap
        player = quick_player(game)
        assert player
        found, each = player.play_on(game, [p], moves, number)
        assert found[0].tolist() == [sum([play(game, p, m, dice) for _ in range(each)]) for m in moves]
        won += int(found.sum())
        games += each * len(moves)
    assert 0 < won < games


def dealt(game: AnyGame, p: Any, seed: int, number: int) -> tuple[Any, Dice]:
    """A world as a race deals it, and the dice of the games that are played in it."""
    unseen = game.unseen(p)
    cards = [card for pile in unseen for card in p.piles[pile]]
    counts = np.bincount([RANK[card] for card in cards], minlength=14).astype(np.uint8)
    deck = np.zeros(52, np.uint8)
    state = world_dice(np.uint64(seed), number)
    size = deal_out(counts, deck, state)
    assert size == len(cards)
    by_rank = {rank: [card for card in cards if RANK[card] == rank] for rank in range(1, 14)}
    laid = [by_rank[rank].pop() for rank in deck[:size].tolist()]
    piles = list(p.piles)
    for pile in sorted(unseen, key=lambda pile: pile or 99):
        if pile:
            piles[pile] = (laid.pop(0),)
    # The next card of the stock lies on top.
    piles[STOCK] = tuple(laid[::-1])
    dice = Dice(int(state))
    dice.fraction()
    return replace(p, piles=tuple(piles)), dice


@pytest.mark.parametrize("slug", ["elevator", "triple-peaks", "triple-peaks-rounds", "quatorze"])
def test_a_race_is_played_by_the_rules_in_worlds_that_look_alike(slug: str) -> None:
    game = GAMES[slug]
    play = play_grid if slug == "quatorze" else play_heap
    outcomes = set()
    for number in range(8):
        positions = walk(game, Deal(number), Random(number))
        p = positions[min(3 * number, len(positions) - 2)]
        moves = [m for m in game.moves(p) if slug != "quatorze" or m.src < m.dst]
        found = race(game, p, moves, number, 40 * len(moves), inf)
        assert found
        assert len(set(found.played.tolist())) == 1
        for at in range(25):
            world, _ = dealt(game, p, number, at)
            looks = [dict(game.unseen(q)) for q in (p, world)]
            assert looks[0] == looks[1]
            assert all(world.piles[i] == pile for i, pile in enumerate(p.piles) if i not in looks[0])
            games = [play(game, world, m, dealt(game, p, number, at)[1]) for m in moves]
            assert found.won[at].tolist() == games
            outcomes.update(games)
    assert outcomes == {True, False}


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if family_of(game).is_exact])
def test_a_race_knows_no_more_than_the_player(slug: str) -> None:
    game = GAMES[slug]
    for number in range(10):
        positions = walk(game, Deal(number), Random(number))
        p = positions[min(2 * number, len(positions) - 2)]
        first = race(game, p, game.moves(p), number, 900)
        assert first
        for world in islice(worlds(game, p, number), 3):
            again = race(game, world, game.moves(p), number, 900)
            assert again
            assert again.won.tolist() == first.won.tolist()
            assert again.played.tolist() == first.played.tolist()


def test_an_ending_of_quatorze_that_fills_the_memory_is_decided_all_the_same() -> None:
    game = GAMES["quatorze"]
    for number in range(30):
        p = walk(game, Deal(number), Random(number))[6]
        grid = grid_of(p)
        firsts = np.array([[m.src - 1, m.dst - 1] for m in game.moves(p)], np.int64)
        found = np.zeros((2, 1, len(firsts)), np.uint8)
        for won, entries in zip(found, (8, 1 << 14), strict=True):
            desk = quatorze_race.desk(Scratch().line._replace(table=np.zeros((entries, 2), np.uint64)))
            quatorze_race.play_worlds(desk, grid.cells[None], grid.stock[None], firsts, np.uint64(number + 1), won)
        assert found[0].tolist() == found[1].tolist()


def test_the_quick_player_of_quatorze_wins_with_the_last_pair() -> None:
    game = GAMES["quatorze"]
    p = walk(game, Deal(1), Random(3))[-2]
    pair = parse_cards("6S8S")
    last = replace(p, piles=((), pair[:1], pair[1:], *[()] * 23, tuple(card for card in range(52) if card not in pair)))
    (m,) = [m for m in game.moves(last) if m.src < m.dst]
    assert game.won(game.play(last, m))
    player = quick_player(game)
    assert player
    assert player.play_on(game, [last], [m], 0)[0].tolist() == [[1]]


BY_COLOUR = [game for game in GAMES.values() if isinstance(game, Terrace) and not game.in_suit]


def played_out(game: Terrace, p: TerracePosition) -> tuple[bool, Encoded, list[int]]:
    """Whether the quick player wins, and the moves that it makes."""
    encoded = encode(game, p)
    seat = terrace_player.sit(game)
    is_won = terrace_player.played_out(encoded, seat)
    return is_won, encoded, seat.trace[1 : 1 + seat.trace[0]].tolist()


def some_positions(game: Terrace) -> list[TerracePosition]:
    """Positions of careless games, from early to late."""
    walks = [walk(game, Deal(number), Random(number)) for number in range(8)]
    return [p for at in (1, 12, 30, 50) for positions in walks for p in positions[at : at + 1] if p.base]


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_what_the_quick_player_of_terrace_plays_is_allowed_and_ends_as_it_says(game: Terrace) -> None:
    results = []
    for p in some_positions(game):
        is_won, encoded, codes = played_out(game, p)
        writer = write(game, p, encoded, codes, reduced=True, forced=True)
        if is_won:
            writer.finish()
        q = p
        for m in writer.line:
            assert m in game.moves(q)
            q = game.play(q, m)
        assert game.won(q) == is_won
        results.append(is_won)
    assert set(results) == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_the_quick_player_of_terrace_begins_with_any_move(game: Terrace) -> None:
    for p in [game.start(Deal(3)), *some_positions(game)[::5]]:
        moves = game.moves(p)
        found = terrace_player.play_on(game, [p], moves)[0].tolist()
        assert found == [played_out(game, game.play(p, m))[0] for m in moves]
        worlds = some_worlds(game, p, 6)[0]
        apart = [terrace_player.play_on(game, [world], moves)[0].tolist() for world in worlds]
        assert terrace_player.play_on(game, worlds, moves).tolist() == apart


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_the_quick_player_of_terrace_does_not_look_at_the_stock(game: Terrace) -> None:
    checked = 0
    for number in range(1, 7):
        p = game.start(Deal(number))
        p = p if p.base else game.play(p, game.moves(p)[number % 4 * 8])
        while len(p.piles[STOCK]) > 5:
            _, encoded, codes = played_out(game, p)
            for world in some_worlds(game, p, 3, number)[0]:
                assert played_out(game, world)[2][:1] == codes[:1]
            checked += 1
            before, p = p, write(game, p, encoded, codes[:3], reduced=True, forced=True).p
            if p == before:
                break
    assert checked > 60


def race_world(game: Terrace, p: TerracePosition, seed: int, number: int) -> TerracePosition:
    """A world as a race deals it."""
    code_of = card_codes(game, p.base)
    cards = sorted(p.piles[STOCK], key=lambda card: code_of[card])
    dice = Dice(int(world_dice(np.uint64(seed), number)))
    for last in range(len(cards) - 1, 0, -1):
        pick = int(dice.fraction() * (last + 1))
        cards[last], cards[pick] = cards[pick], cards[last]
    return replace(p, piles=(tuple(cards[::-1]), *p.piles[1:]))


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_a_race_in_terrace_is_played_in_worlds_that_look_alike(game: Terrace) -> None:
    outcomes = set()
    for p in some_positions(game)[::3]:
        moves = game.moves(p)
        found = race(game, p, moves, 5, 12 * len(moves), inf)
        assert found
        field = terrace_player.Field(game, p, moves)
        best = max(field.runners, key=lambda i: found.wins[i])
        for at in range(10):
            games = terrace_player.play_on(game, [race_world(game, p, 5, at)], moves)[0].tolist()
            for i, same in enumerate(field.same):
                # After a move that changes nothing one may still make the best one.
                assert found.won[at, i] == games[i if same in field.runners else best]
            outcomes.update(games)
    assert outcomes == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_a_race_in_terrace_knows_no_more_than_the_player(game: Terrace) -> None:
    for p in [game.start(Deal(3)), *some_positions(game)[::6]]:
        moves = game.moves(p)[:6]
        first = race(game, p, moves, 7, 150)
        assert first
        for world in islice(worlds(game, p, 2), 2):
            again = race(game, world, moves, 7, 150)
            assert again
            assert again.won.tolist() == first.won.tolist()
            assert again.played.tolist() == first.played.tolist()


def test_moves_that_only_exchange_tails_can_be_taken_back() -> None:
    found = 0
    for game in BY_COLOUR:
        for p in some_positions(game):
            for m in game.moves(p):
                if terrace_player.is_idle(game, p, m):
                    assert Move(m.dst, m.src) in game.moves(game.play(p, m))
                    found += 1
    assert found > 20


def test_no_quick_player_sits_down_where_a_space_shows_a_new_card() -> None:
    signora = GAMES["signora"]
    assert quick_player(signora)
    assert not quick_player(replace(cast("Terrace", signora), slug="open", fill_from=(STOCK, WASTE)))
    assert not quick_player(GAMES["generals-patience"])


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_COLOUR, ids=lambda game: game.slug)
def test_a_deal_is_played_in_different_moods_and_the_same_ones_each_time(game: Terrace) -> None:
    shares = [terrace_player.lost_in_moods(game, game.start(Deal(number)), 20, number) for number in range(1, 13)]
    assert any(0 < share < 1 for share in shares)
    again = [terrace_player.lost_in_moods(game, game.start(Deal(number)), 20, number) for number in range(1, 13)]
    assert again == shares
