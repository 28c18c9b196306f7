"""What every game must satisfy, whichever it is."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, IllegalMove, Move, Session, parse_record
from longwood.core.cards import cards_text
from longwood.core.game import STOCK, AnyGame, Game, PileKind
from longwood.core.perft import perft
from longwood.games import family_of, layout
from walks import every_game, moves_to, places, position, walk

pytestmark = pytest.mark.core

DATA = Path(__file__).parent / "data"
GOLDEN = json.loads((DATA / "golden.json").read_text())
PERFT = json.loads((DATA / "perft.json").read_text())
SLUGS = """
terrace generals-patience falling-stars signora redheads blondes-and-brunettes wood forty-thieves quatorze
triple-peaks triple-peaks-multiplier triple-peaks-rounds triple-peaks-rounds-multiplier elevator
"""


def test_no_game_forgets_anything() -> None:
    assert list(GAMES) == SLUGS.split()
    for slug, game in GAMES.items():
        assert slug == game.slug
        assert slug in GOLDEN
        assert slug in PERFT
        assert family_of(game).page
        for tall in (False, True):
            assert list(layout(game, tall).places) == list(game.piles)


@pytest.mark.frozen
@pytest.mark.parametrize("slug", GAMES)
def test_deal_1_is_this_for_ever(slug: str) -> None:
    game = GAMES[slug]
    piles = dict(zip(game.piles, map(cards_text, game.start(Deal(1)).piles), strict=True))
    dealt = {name: text for name, text in piles.items() if text}
    assert slug in GOLDEN, f"a new game has this row in golden.json: {json.dumps({slug: dealt})}"
    assert dealt == GOLDEN[slug]


@pytest.mark.frozen
@pytest.mark.parametrize("slug", GAMES)
def test_perft(slug: str) -> None:
    game = GAMES[slug]
    start = [perft(game, game.start(Deal(1)), depth) for depth in range(1, 4)]
    assert slug in PERFT, f"a new game has a row in perft.json that begins as this one: {json.dumps({slug: start})}"
    counts = PERFT[slug]
    assert [perft(game, game.start(Deal(1)), depth) for depth in range(1, len(counts) + 1)] == counts


Place = tuple[int, int, int]


def law(examples: int = 5) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law of every game, looked at in so many places of each."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        decorated: Callable[..., None] = every_game(settings(max_examples=examples)(test))
        return decorated

    return decorate


def played(game: AnyGame, place: Place) -> Session:
    deal, moves = moves_to(game, place)
    session = Session(game, deal)
    for m in moves:
        session.play(m)
    return session


def with_hidden_cards_shuffled(game: AnyGame, p: Any, random: Any) -> Any:
    spots = [(i, k) for i, count in sorted(game.hidden(p).items()) for k in range(count)]
    cards = [p.piles[i][k] for i, k in spots]
    random.shuffle(cards)
    piles = [list(pile) for pile in p.piles]
    for (i, k), card in zip(spots, cards, strict=True):
        piles[i][k] = card
    return replace(p, piles=tuple(map(tuple, piles)))


@law()
@given(place=places)
def test_cards_are_conserved_and_positions_never_change(game: AnyGame, place: Place) -> None:
    cards = sorted(list(range(52)) * game.decks)
    assert sorted(card for pile in game.start(Deal(place[0])).piles for card in pile) == cards
    for p, m in walk(game, *place):
        before = (hash(p), repr(p))
        after = game.play(p, m)
        assert sorted(card for pile in after.piles for card in pile) == cards
        assert (hash(p), repr(p)) == before
        assert after == game.play(p, m)
        assert hash(after) == hash(game.play(p, m))


@law()
@given(place=places)
def test_moves_are_listed_once_and_dealing_comes_last(game: AnyGame, place: Place) -> None:
    for p, _ in walk(game, *place):
        moves = game.moves(p)
        assert len(set(moves)) == len(moves)
        assert not any(STOCK in (m.src, m.dst) for m in moves[:-1])


@law()
@given(place=places)
def test_no_move_touches_a_hidden_card_but_the_stock(game: AnyGame, place: Place) -> None:
    for p, _ in walk(game, *place):
        hidden = game.hidden(p)
        assert STOCK in hidden
        assert all(count <= hidden.get(pile, 0) for pile, count in game.unseen(p).items())
        assert all(count <= len(p.piles[pile]) for pile, count in hidden.items())
        for m in game.moves(p):
            assert m.src == STOCK or m.count <= len(p.piles[m.src]) - hidden.get(m.src, 0)
            assert m.dst == STOCK or not p.piles[m.dst] or hidden.get(m.dst, 0) < len(p.piles[m.dst])


@pytest.mark.slow
@law(2)
@given(place=places)
def test_what_is_not_listed_is_refused(game: AnyGame, place: Place) -> None:
    session = played(game, place)
    legal = set(session.moves)
    before = session.position
    piles = range(-1, len(game.piles) + 1)
    for m in [Move(*parts) for parts in product(piles, piles, (0, 1, 2))]:
        if m not in legal:
            with pytest.raises(IllegalMove, match="is not legal"):
                session.play(m)
    assert session.position is before


@law()
@given(place=places)
def test_undo_leads_to_the_deal_and_redo_back(game: AnyGame, place: Place) -> None:
    session = played(game, place)
    forward = session.positions
    seen = [session.position]
    while session.undo():
        seen.append(session.position)
    assert session.position == game.start(session.deal)
    assert seen[::-1] == forward
    while session.redo():
        assert session.position == forward[len(session.acts)]
    assert session.positions == forward


@law()
@given(place=places)
def test_a_record_is_text_and_back(game: AnyGame, place: Place) -> None:
    session = played(game, place)
    text = str(session.record)
    assert str(parse_record(text)) == text
    assert parse_record(text) == session.record
    assert Session.from_record(text).positions == session.positions
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-/")


@law()
@given(place=places)
def test_double_click_and_autoplay_are_legal(game: AnyGame, place: Place) -> None:
    p = position(game, place)
    for moves in [game.autoplay(p), *[game.double_click(p, pile) for pile in range(len(game.piles))]]:
        q = p
        for m in moves:
            assert m in game.moves(q)
            q = game.play(q, m)


@law()
@given(place=places, random=st.randoms(use_true_random=False))
def test_what_is_hidden_does_not_show(game: AnyGame, place: Place, random: Any) -> None:
    p = position(game, place)
    other = with_hidden_cards_shuffled(game, p, random)
    assert game.moves(other) == game.moves(p)
    assert [game.describe(other, m) for m in game.moves(p)] == [game.describe(p, m) for m in game.moves(p)]
    assert all(game.describe(p, m) for m in game.moves(p))
    assert game.hidden(other) == game.hidden(p)
    assert game.unseen(other) == game.unseen(p)
    assert game.facts(other) == game.facts(p)
    assert game.score(other) == game.score(p)


def is_whole(game: AnyGame) -> bool:
    """Whether a key is the whole position, which is always right: then equal keys mean nothing but equal positions."""
    return type(game).key is Game.key


def with_piles_swapped(game: AnyGame, p: Any, random: Any) -> Any:
    """The same position with its columns in another order, and its foundations too."""
    piles = list(p.piles)
    # What a position remembers of each column goes along with it.
    columns = [i for i, kind in enumerate(game.kinds) if kind is PileKind.COLUMN]
    of_columns = {
        field.name: list(value)
        for field in fields(p)
        if field.name != "piles" and isinstance(value := getattr(p, field.name), tuple) and len(value) == len(columns)
    }
    for kind in (PileKind.FOUNDATION, PileKind.COLUMN):
        group = [i for i, other in enumerate(game.kinds) if other is kind]
        for i, k in zip(group, random.sample(group, len(group)), strict=True):
            piles[i] = p.piles[k]
            if kind is PileKind.COLUMN:
                for name, values in of_columns.items():
                    values[columns.index(i)] = getattr(p, name)[columns.index(k)]
    return replace(p, piles=tuple(piles), **{name: tuple(values) for name, values in of_columns.items()})


def after_keys(game: AnyGame, p: Any) -> set[Any]:
    return {game.key(game.play(p, m)) for m in game.moves(p)}


@law()
@given(place=places, random=st.randoms(use_true_random=False))
def test_equal_keys_mean_equal_prospects(game: AnyGame, place: Place, random: Any) -> None:
    p = position(game, place)
    if is_whole(game):
        return
    other = with_piles_swapped(game, p, random)
    assert game.key(other) == game.key(p)
    assert game.won(other) == game.won(p)
    assert after_keys(game, other) == after_keys(game, p)


@cache
def leave_the_waste(game: AnyGame) -> bool:
    """Whether cards of the waste are ever played, or the waste is turned over."""
    return any(game.kinds[m.src] is PileKind.WASTE for seed in range(6) for _, m in walk(game, seed, 200, seed))


def counting_cards(game: AnyGame, p: Any) -> list[tuple[int, int]]:
    """Pile and index of the cards that winning can depend on: not what is discarded, nor what lies under the top."""
    only_top = [PileKind.FOUNDATION] if leave_the_waste(game) else [PileKind.FOUNDATION, PileKind.WASTE]
    return [
        (i, k)
        for i, kind in enumerate(game.kinds)
        for k in range(len(p.piles[i]))
        if kind is not PileKind.DISCARD and (kind not in only_top or k == len(p.piles[i]) - 1)
    ]


@law(8)
@given(place=places, random=st.randoms(use_true_random=False))
def test_different_prospects_have_different_keys(game: AnyGame, place: Place, random: Any) -> None:
    p = position(game, place)
    spots = counting_cards(game, p)
    if len(spots) > 1:
        (i, k), (j, h) = random.sample(spots, 2)
        piles = [list(pile) for pile in p.piles]
        piles[i][k], piles[j][h] = piles[j][h], piles[i][k]
        other = replace(p, piles=tuple(map(tuple, piles)))
        is_same = p.piles[i][k] == p.piles[j][h] or (
            game.kinds[i] is game.kinds[j] is not PileKind.PLACE
            and sorted(other.piles[q] for q in (i, j)) == sorted(p.piles[q] for q in (i, j))
        )
        # Of a foundation only the top counts: swapping the tops of two of them is no change either.
        is_swap = game.kinds[i] is game.kinds[j] is PileKind.FOUNDATION
        if is_whole(game):
            assert (game.key(other) == game.key(p)) == (other == p)
        else:
            assert (game.key(other) == game.key(p)) == (is_same or is_swap)
    for field in ("base", "locked", "turned"):
        if hasattr(p, field):
            assert game.key(replace(p, **{field: getattr(p, field) + 1})) != game.key(p)


def test_a_later_round_follows_from_the_deal_and_the_round() -> None:
    cleared = (
        "triple-peaks-rounds.13/d2-w/d4-w/d7-w/s-w/s-w/s-w/d9-w/d1-w/s-w/d6-w/d5-w/c5-w/d3-w/d8-w/c7-w/s-w/d10-w/s-w/c3-w"
        "/c6-w/c4-w/s-w/b3-w/c9-w/s-w/c2-w/b2-w/s-w/b4-w/c1-w/c8-w/s-w/b5-w/s-w/b6-w/b1-w/a3-w/a2-w/s-w/s-w/s-w/a1-w"
    )
    session = Session.from_record(cleared)
    p = session.position
    assert p.round == 1
    dealt = cards_text([pile[0] for pile in p.piles[3:]]) + cards_text(p.piles[1]) + cards_text(p.piles[0][::-1])
    # Written down once, like deal 1: this is round 2 of deal 13 for ever.
    assert dealt == (
        "2SJDQC6S9C6DQH5D4H8C3HTH3D2C2HTCTDKC2D8H3C6C5S5C8D3SAH7SJC5H6H4CASQS7DKD7CAD7H9HKSQDJSKHAC9S9D8S4SJHTS4D"
    )
    score = session.score
    session.undo()
    assert session.position.round == 0
    session.redo()
    assert session.position == p
    assert session.score == score == Session.from_record(cleared).score


def test_a_record_replays_to_an_equal_position_in_a_fresh_process() -> None:
    lines = {}
    for game in GAMES.values():
        # Far enough for a turned stock and for later rounds.
        for number, seed in ((7, 3), (13, 1), (7, 2)):
            session = played(game, (number, 200, seed))
            lines[str(session.record)] = repr(session.position)
    assert any(", turned=1)" in text for text in lines.values())
    assert any(", round=1)" in text for text in lines.values())
    program = """
import sys
from longwood import Session
for line in sys.stdin:
    print(repr(Session.from_record(line).position))
"""
    # A different hash seed shows any dependence on the order of a set.
    done = subprocess.run(
        [sys.executable, "-c", program],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "4711", "PYTHONPATH": str(Path(__file__).parents[1] / "src")},
    )
    assert done.stdout.splitlines() == list(lines.values())
