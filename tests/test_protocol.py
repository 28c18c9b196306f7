"""What every game must satisfy, whichever it is."""

import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, IllegalMove, Move, Session, parse_record
from longwood.cards import cards_text
from longwood.game import STOCK, AnyGame
from longwood.layout import layout
from longwood.perft import perft
from walks import games, numbers, positions, records, walk

DATA = Path(__file__).parent / "data"
RULES = Path(__file__).parents[1] / "docs" / "rules"
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
        assert (RULES / f"{game.family}.md").exists()
        for tall in (False, True):
            assert list(layout(game, tall).places) == list(game.piles)


@pytest.mark.parametrize("slug", GAMES)
def test_deal_1_is_this_for_ever(slug: str) -> None:
    game = GAMES[slug]
    piles = dict(zip(game.piles, map(cards_text, game.start(Deal(1)).piles), strict=True))
    assert {name: text for name, text in piles.items() if text} == GOLDEN[slug]


@pytest.mark.parametrize("slug", GAMES)
def test_perft(slug: str) -> None:
    game = GAMES[slug]
    counts = PERFT[slug]
    assert [perft(game, game.start(Deal(1)), depth) for depth in range(1, len(counts) + 1)] == counts


@given(games, numbers, st.integers(0, 99))
def test_cards_are_conserved_and_positions_never_change(game: AnyGame, number: int, seed: int) -> None:
    cards = sorted(game.start(Deal(number)).piles[0]) and sorted(list(range(52)) * game.decks)
    for p, m in walk(game, number, 120, seed):
        before = (hash(p), repr(p))
        after = game.play(p, m)
        assert sorted(card for pile in after.piles for card in pile) == cards
        assert (hash(p), repr(p)) == before
        assert after == game.play(p, m)
        assert hash(after) == hash(game.play(p, m))
        assert hash(game.key(after)) == hash(game.key(game.play(p, m)))


@given(positions())
def test_moves_are_listed_once_and_dealing_comes_last(found: tuple[AnyGame, Any]) -> None:
    game, p = found
    moves = game.moves(p)
    assert len(set(moves)) == len(moves)
    assert not any(STOCK in (m.src, m.dst) for m in moves[:-1])


@given(positions())
def test_no_move_starts_from_a_hidden_card_but_the_stock(found: tuple[AnyGame, Any]) -> None:
    game, p = found
    hidden = game.hidden(p)
    assert STOCK in hidden
    assert all(m.src == STOCK or m.src not in hidden for m in game.moves(p))
    assert all(m.dst == STOCK or m.dst not in hidden for m in game.moves(p))


@settings(max_examples=14)
@given(records())
def test_what_is_not_listed_is_refused(played: tuple[AnyGame, Deal, list[Move]]) -> None:
    game, deal, moves = played
    session = Session(game, deal)
    for m in moves:
        session.play(m)
    legal = set(session.moves)
    before = session.position
    piles = range(len(game.piles))
    for m in [Move(*parts) for parts in product(piles, piles, (0, 1, 2))]:
        if m not in legal:
            with pytest.raises(IllegalMove, match="is not legal"):
                session.play(m)
    assert session.position is before


@given(records())
def test_undo_leads_to_the_deal_and_redo_back(played: tuple[AnyGame, Deal, list[Move]]) -> None:
    game, deal, moves = played
    session = Session(game, deal)
    for m in moves:
        session.play(m)
    forward = session.positions
    seen = [session.position]
    while session.undo():
        seen.append(session.position)
    assert session.position == game.start(deal)
    assert seen[::-1] == forward
    while session.redo():
        assert session.position == forward[len(session.acts)]
    assert session.positions == forward


@given(records())
def test_a_record_is_text_and_back(played: tuple[AnyGame, Deal, list[Move]]) -> None:
    game, deal, moves = played
    session = Session(game, deal)
    for m in moves:
        session.play(m)
    text = str(session.record)
    assert str(parse_record(text)) == text
    assert parse_record(text) == session.record
    again = Session.from_record(text)
    assert again.position == session.position
    assert set(text) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-/")


@given(positions())
def test_double_click_and_autoplay_are_legal(found: tuple[AnyGame, Any]) -> None:
    game, p = found
    for moves in [game.autoplay(p), *[game.double_click(p, pile) for pile in range(len(game.piles))]]:
        q = p
        for m in moves:
            assert m in game.moves(q)
            q = game.play(q, m)


@given(positions())
def test_a_description_names_no_hidden_card(found: tuple[AnyGame, Any]) -> None:
    game, p = found
    for m in game.moves(p):
        words = game.describe(p, m)
        assert words
        if m.src == STOCK:
            assert words == "deal a card from the stock"


@settings(max_examples=25)
@given(positions(), st.randoms(use_true_random=False))
def test_what_is_hidden_does_not_show_in_the_moves(found: tuple[AnyGame, Any], random: Any) -> None:
    game, p = found
    places = [(i, k) for i in sorted(game.hidden(p)) for k in range(len(p.piles[i]))]
    cards = [p.piles[i][k] for i, k in places]
    random.shuffle(cards)
    piles = [list(pile) for pile in p.piles]
    for (i, k), card in zip(places, cards, strict=True):
        piles[i][k] = card
    fields = {name: getattr(p, name) for name in p.__dataclass_fields__} | {"piles": tuple(map(tuple, piles))}
    other = type(p)(**fields)
    assert game.moves(other) == game.moves(p)
    assert game.hidden(other) == game.hidden(p)
    assert game.facts(other) == game.facts(p)
    assert game.score(other) == game.score(p)


def test_a_record_replays_to_an_equal_position_in_a_fresh_process() -> None:
    lines = {}
    for game in GAMES.values():
        session = Session(game, Deal(7))
        for _, m in walk(game, 7, 200, seed=3):
            session.play(m)
        lines[str(session.record)] = repr(session.position)
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
