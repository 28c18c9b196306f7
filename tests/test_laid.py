"""Typed-in positions: written and read back, checked, and refused where no game comes to them."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import (
    GAMES,
    Deal,
    NotationError,
    PositionError,
    Session,
    check_position,
    lay_out,
    parse_move,
    parse_record,
)
from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, AnyGame, PileKind
from longwood.laid import UNPROVABLE, check_known, has_unknown, laid_deal, laid_text, opening
from longwood.notation import deal_text
from longwood.solver import Limit, best_score, solve
from variants import VARIANTS
from walks import places, position, walk

pytestmark = pytest.mark.core

WAYS = [*GAMES.values(), *VARIANTS]
every_way = pytest.mark.parametrize("game", WAYS, ids=[game.slug for game in WAYS])
Place = tuple[int, int, int]

ELEVATOR = GAMES["elevator"]
LATE = "elevator.6/s-w/g3-w/g5-w/s-w/s-w/g6-w"
"""A deal with a few cards played."""


def law(examples: int = 3) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law of every game, looked at in so many places of each."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        decorated: Callable[..., None] = every_way(settings(max_examples=examples)(test))
        return decorated

    return decorate


def without_deal(p: Any) -> Any:
    """A position without the deal that later rounds come from, which no position can say."""
    return replace(p, deal=Deal()) if hasattr(p, "deal") else p


def refused(game: AnyGame, p: Any) -> str:
    """Why a position is refused, in one sentence."""
    with pytest.raises(PositionError) as caught:
        check_position(game, p)
    said = str(caught.value)
    assert said.startswith(f"No game of {game.title} can reach this position: ")
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < 200
    return said


@law()
@given(place=places)
def test_positions_of_play_are_never_doubted(game: AnyGame, place: Place) -> None:
    for p, m in walk(game, *place):
        check_position(game, p)
        check_position(game, game.play(p, m))


@law()
@given(place=places)
def test_a_position_is_text_and_back(game: AnyGame, place: Place) -> None:
    p = position(game, place)
    text = laid_text(game, p)
    deal = laid_deal(game, text)
    assert deal == Deal(laid=text)
    again = opening(game, deal)
    assert again == without_deal(p)
    assert game.moves(again) == game.moves(p)
    assert game.score(again) == game.score(p)
    assert game.won(again) == game.won(p)
    record = deal_text(game, deal)
    assert str(parse_record(record)) == record
    assert re.fullmatch(r"[A-Za-z0-9,=@-]+", record)
    # In any order and with empty piles it is the same position.
    empty = [f"{name}=" for name, pile in zip(game.piles, p.piles, strict=True) if not pile]
    assert laid_deal(game, ",".join([*reversed(text.split(",")), *empty])) == deal


@law(1)
@given(place=places)
def test_a_position_has_the_verdict_that_it_had(game: AnyGame, place: Place) -> None:
    p = position(game, place)
    again = opening(game, laid_deal(game, laid_text(game, p)))
    limit = Limit(nodes=300)
    before, after = solve(game, p, limit), solve(game, again, limit)
    assert (before.verdict, before.line, before.nodes) == (after.verdict, after.line, after.nodes)


@law()
@given(place=places)
def test_unknown_cards_are_those_that_no_one_has_seen(game: AnyGame, place: Place) -> None:
    p = position(game, place)
    text = laid_text(game, p, hides=True)
    deal = laid_deal(game, text)
    again = opening(game, deal)
    count = sum(game.unseen(p).values())
    assert has_unknown(deal) == bool(count)
    assert text.count("xx") == count
    assert game.moves(again) == game.moves(p)
    unseen = game.unseen(again)
    assert unseen == game.unseen(p)
    for i, (pile, made_up) in enumerate(zip(p.piles, again.piles, strict=True)):
        assert pile[unseen.get(i, 0) :] == made_up[unseen.get(i, 0) :]
    # What is made up is always the same, and playing on keeps it.
    assert opening(game, laid_deal(game, text)) == again
    assert laid_text(game, again, hides=True) == text


@law()
@given(place=places, random=st.randoms(use_true_random=False))
def test_a_card_that_is_doubled_or_missing(game: AnyGame, place: Place, random: Any) -> None:
    p = position(game, place)
    spots = [(i, k) for i, pile in enumerate(p.piles) for k in range(len(pile))]
    i, k = random.choice(spots)
    card = p.piles[i][k]
    other = random.choice([c for c in range(52) if c != card])
    piles = list(p.piles)
    piles[i] = (*p.piles[i][:k], other, *p.piles[i][k + 1 :])
    said = refused(game, replace(p, piles=tuple(piles)))
    assert f"too many {CARD_TEXTS[other]}" in said
    assert f"{CARD_TEXTS[card]} is missing" in said
    piles[i] = p.piles[i][:k] + p.piles[i][k + 1 :]
    assert f"{CARD_TEXTS[card]} is missing" in refused(game, replace(p, piles=tuple(piles)))
    assert "piles, not" in refused(game, replace(p, piles=p.piles[:-1]))
    piles[i] = (*p.piles[i][:k], 52, *p.piles[i][k + 1 :])
    assert "52 is not a card" in refused(game, replace(p, piles=tuple(piles)))


@pytest.mark.parametrize("slug", ["terrace", "generals-patience", "redheads", "wood", "forty-thieves"])
def test_a_card_of_a_foundation_that_lies_elsewhere(slug: str) -> None:
    """One of a foundation that changes places with one of a column, of another rank."""
    game = GAMES[slug]
    seen = 0
    for seed in range(3):
        p = position(game, (seed, 120, 3 * seed))
        kinds = list(enumerate(game.kinds))
        columns = [(i, k) for i, kind in kinds if kind is PileKind.COLUMN for k in range(len(p.piles[i]))]
        for f in [i for i, kind in kinds if kind is PileKind.FOUNDATION and len(p.piles[i]) > 1]:
            middle = len(p.piles[f]) // 2
            for t, k in columns:
                if p.piles[f][middle] % 13 != p.piles[t][k] % 13:
                    piles = [list(pile) for pile in p.piles]
                    piles[f][middle], piles[t][k] = piles[t][k], piles[f][middle]
                    assert "cannot" in refused(game, replace(p, piles=tuple(map(tuple, piles))))
                    seen += 1
    assert seen > 10


def damaged(record: str, **changes: Any) -> str:
    session = Session.from_record(record)
    return refused(session.game, replace(session.position, **changes))


def test_facts_out_of_range() -> None:
    assert "rank from 1 to 13, not 14" in damaged("terrace.1/t1-f1", base=14)
    assert "has no redeal, so turned cannot be 1" in damaged("terrace.1/t1-f1", turned=1)
    assert "has one redeal, so turned cannot be 2" in damaged("generals-patience.1/t1-f1", turned=2)
    assert "cannot start with" in damaged("wood.1", base=Session.from_record("wood.1").position.base % 13 + 1)
    assert "locked only while" in damaged("terrace.1/t1-f1", locked=True)
    assert "say its rank" in damaged("wood.1", base=0)
    assert "counted from 0" in damaged("triple-peaks.1", points=-1)
    assert "one round only" in damaged("triple-peaks.1", round=1)


def moved(record: str, *changes: str, **facts: Any) -> str:
    """Why a position is refused in which cards were moved against the rules: `w-t1x2` takes two cards along."""
    session = Session.from_record(record)
    game, piles = session.game, list(session.position.piles)
    for change in changes:
        m = parse_move(game, change)
        piles[m.src], cards = piles[m.src][: -m.count], piles[m.src][-m.count :]
        piles[m.dst] += cards
    return refused(game, replace(session.position, piles=tuple(piles), **facts))


@pytest.mark.parametrize(
    ("record", "changes", "message"),
    [
        ("terrace.1/t1-f1", ["s-r"], "the reserve has 11 cards at most, not 12"),
        ("terrace.1/t1-f1", ["f1-s"], "the base card lies on no foundation"),
        ("terrace.1/t1-f1", ["w-s"], "an empty waste gets a card from the stock at once"),
        ("terrace.1/t1-f1", ["w-t1", "s-w"], "in column 1"),
        ("terrace.1", ["r-s"], "before the base card is chosen the reserve has 11 cards"),
        ("terrace,reserve=1.1", ["r-s"], "before the base card is chosen the reserve has 1 card"),
        ("terrace,reserve=1.1/t1-f1", ["s-r"], "the reserve has 1 card at most, not 2"),
        ("terrace.1", ["t1-t2"], "before the base card is chosen columns hold four single cards"),
        ("redheads.1", ["t1-s"], "an empty column fills itself at once while there is a card to fill it"),
        ("forty-thieves.1", ["t1-w"], "stock and waste have 64 cards at most, not 65"),
        ("forty-thieves.1", ["t1-f1"], "a foundation starts with an ace"),
        ("forty-thieves,rows=3.1/s-w/s-w/s-w/s-w", ["w-t1x2"], "cannot have been built in column 1"),
        ("quatorze.1", ["a1-d"], "the discard pile is not made of pairs that add up to 14"),
        ("quatorze.1", ["a1-s"], "the stock fills an empty place at once"),
        ("quatorze.1", ["a1-a2"], "a2 holds one card, not 2"),
        ("triple-peaks.1", ["w-d"], "the waste is never empty"),
        ("triple-peaks.1", ["a1-s"], "the stock has 23 cards at most, not 24"),
        ("triple-peaks.1", ["d1-d"], "no run is over before a card is dealt from the stock"),
        ("triple-peaks.1/s-w", ["d-w"], "1 card left the stock, so d has 1 card at least, not 0"),
        ("triple-peaks.1/s-w", ["a1-w"], "cannot have been played on"),
        ("triple-peaks.1/s-w", ["a1-d"], "a1 cannot be gone while b1 lies on it"),
        ("elevator.1", ["a1-s"], "the stock has 24 cards at most, not 25"),
        ("elevator.1/s-w", ["a1-w"], "the waste has 2 runs, but only 1 card left the stock"),
    ],
)
def test_what_no_game_comes_to(record: str, changes: list[str], message: str) -> None:
    assert message in moved(record, *changes)


def test_what_no_game_comes_to_in_the_end() -> None:
    assert "closes up" in swapped(won_late("quatorze"), ("a1", "e5"))
    assert "cannot be gone while" in swapped("elevator.1/s-w/s-w/g3-w", ("g3", "a1"))
    rounds, piles = GAMES["triple-peaks-rounds"], Session.from_record("triple-peaks-rounds.1").position.piles
    heap = tuple(card for pile in piles[3:] for card in pile)
    p = Session.from_record("triple-peaks-rounds.1").position
    cleared = replace(p, piles=(piles[0], piles[1], heap, *[()] * 28))
    assert "the next round is dealt as soon as the peaks are cleared" in refused(rounds, cleared)
    thieves = GAMES["forty-thieves"]
    suits = [tuple(range(13 * (i % 4), 13 * (i % 4) + 13)) for i in range(8)]
    won = replace(thieves.start(Deal(1)), piles=((), (), *suits, *[()] * 10))
    check_position(thieves, won)
    assert "cannot lie on KC" in refused(thieves, replace(won, piles=((), (), suits[0] + suits[1], (), *won.piles[4:])))


def swapped(record: str, *swaps: tuple[str, str]) -> str:
    """Why a position is refused in which some piles were exchanged."""
    session = Session.from_record(record)
    game, piles = session.game, list(session.position.piles)
    for a, b in swaps:
        i, j = game.pile_index[a], game.pile_index[b]
        piles[i], piles[j] = piles[j], piles[i]
    return refused(game, replace(session.position, piles=tuple(piles)))


def won_late(slug: str) -> str:
    """A game that is over but for a few pairs."""
    game = GAMES[slug]
    for number in range(1, 200):
        session = Session(game, Deal(number))
        for _, m in walk(game, number, 60, 1):
            session.play(m)
        if not session.position.piles[STOCK] and not session.is_won:
            return str(session.record)
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elevator@", '"" is not a pile: write its name and its cards, as in w=7HTD.'),
        ("elevator@s=", '"" is not a pile'),
        ("elevator@w", '"w" is not a pile'),
        ("elevator@w=7", '"7" in w is not a card'),
        ("elevator@w=7H8", '"8" in w is not a card'),
        ("elevator@w=7h", '"7h" in w is not a card: write them as in 7HTDAC, and xx for an unknown one.'),
        ("elevator@w=7♠", "is not a card"),
        ("elevator@z1=7H", 'Elevator has no pile "z1": there are s w a1'),
        ("elevator@w=7H,w=8H", "w is typed in twice."),
        ("elevator@w=7H7H", "can reach this position: too many 7H."),
        ("elevator@w=7H,s=xx", "1 card is xx, but 51 of the deck are missing."),
        ("elevator@w=7H", "AC 2C 3C 4C and 47 more are missing."),
        ("terrace@base=x", 'base cannot be "x", only a number.'),
        ("terrace@base=yes", 'base cannot be "yes", only a number.'),
        ("terrace@locked=1", 'locked cannot be "1", only yes or no.'),
        ("terrace@base=-1", "only a number."),
        ("terrace@base=12345678901234567", "only a number up to 9007199254740991."),
        ("terrace@base=٣", "only a number."),
        ("elevator@deal=1", 'has no pile "deal"'),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)) as caught:
        Session.from_record(text)
    said = str(caught.value)
    assert said.isascii()
    assert said.endswith(".")
    assert len(said) < 400


def test_an_open_card_cannot_be_unknown() -> None:
    text = str(Session.from_record(LATE).record)
    laid = laid_text(ELEVATOR, Session.from_record(text).position, hides=True)
    waste = next(part for part in laid.split(",") if part.startswith("w="))
    with pytest.raises(PositionError, match="A card of the waste that lies face up cannot be xx: say which it is"):
        laid_deal(ELEVATOR, laid.replace(waste, f"{waste[:-2]}xx"))


_parts = st.sampled_from(["s=", "w=", "a1=", "base=", "7H", "xx", "AC", ",", "=", "@", "-", "1", "yes", "é", " ", "t1"])


@given(st.lists(_parts, max_size=12).map("".join), st.sampled_from(["elevator", "terrace", "quatorze", "wood"]))
def test_any_text_is_a_position_or_a_clear_error(text: str, slug: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_record(f"{slug}@{text}")
    assert str(caught.value).isascii()
    assert "\n" not in str(caught.value)


def piles_of(record: str) -> dict[str, str]:
    session = Session.from_record(record)
    laid = laid_text(session.game, session.position)
    return dict(part.split("=") for part in laid.split(","))


def test_laid_out_from_python() -> None:
    piles = piles_of(LATE)
    p = Session.from_record(LATE).position
    assert opening(ELEVATOR, lay_out(ELEVATOR, piles)) == p
    # As people write cards: small letters, blanks, 10 for T.
    loose = {name: " ".join(re.findall("..", text)).lower().replace("t", "10") for name, text in piles.items()}
    assert lay_out(ELEVATOR, loose) == lay_out(ELEVATOR, piles)
    session = Session(ELEVATOR, lay_out(ELEVATOR, piles))
    assert Session.from_record(str(session.record)).position == p
    wood = piles_of("wood.1")
    base = int(wood.pop("base"))
    assert opening(GAMES["wood"], lay_out(GAMES["wood"], wood, base=base)) == Session.from_record("wood.1").position
    assert lay_out(GAMES["wood"], wood, base=str(base)) == lay_out(GAMES["wood"], wood | {"base": str(base)})
    with pytest.raises(PositionError, match="say its rank"):
        lay_out(GAMES["wood"], wood)
    with pytest.raises(PositionError, match='locked cannot be "1"'):
        lay_out(GAMES["wood"], wood, base=base, locked=1)


def test_a_number_stands_for_unknown_cards() -> None:
    laid = dict(part.split("=") for part in laid_text(ELEVATOR, ELEVATOR.start(Deal(1)), hides=True).split(","))
    assert lay_out(ELEVATOR, laid | {"s": "24"}) == lay_out(ELEVATOR, laid)
    assert has_unknown(lay_out(ELEVATOR, laid))


def test_nothing_is_proven_of_unknown_cards() -> None:
    deal = laid_deal(ELEVATOR, laid_text(ELEVATOR, ELEVATOR.start(Deal(1)), hides=True))
    with pytest.raises(PositionError, match=re.escape(UNPROVABLE)):
        check_known(deal)
    check_known(Deal(1))
    check_known(laid_deal(ELEVATOR, laid_text(ELEVATOR, ELEVATOR.start(Deal(1)))))


@pytest.mark.parametrize("ask", [solve, best_score])
def test_the_solver_refuses_what_cannot_be(ask: Callable[..., Any]) -> None:
    p = ELEVATOR.start(Deal(1))
    twice = replace(p, piles=(p.piles[0], (p.piles[0][0],), *p.piles[2:]))
    with pytest.raises(PositionError, match=f"too many {CARD_TEXTS[p.piles[0][0]]}"):
        ask(ELEVATOR, twice)
    floating = replace(p, piles=(p.piles[0], p.piles[-1], *p.piles[2:-1], ()))
    with pytest.raises(PositionError, match="the waste has 1 run, but only 0 cards left the stock"):
        ask(ELEVATOR, floating)


def test_play_goes_on_from_a_position() -> None:
    laid = deal_text(ELEVATOR, laid_deal(ELEVATOR, laid_text(ELEVATOR, Session.from_record(LATE).position)))
    session = Session.from_record(laid)
    while session.moves:
        session.play(session.moves[0])
    again = Session.from_record(str(session.record))
    assert again.positions == session.positions
    again.restart()
    assert again.position == Session.from_record(LATE).position


def test_a_deal_is_of_one_kind() -> None:
    with pytest.raises(ValueError, match="only one of them"):
        Deal(3, laid="w=7H")
    with pytest.raises(NotationError, match="has no pile"):
        Session(ELEVATOR, Deal(laid="zz=7H"))


def test_won_positions_may_be_laid_out() -> None:
    piles = {f"f{i + 1}": "".join(CARD_TEXTS[i % 4 * 13 :][:13]) for i in range(8)}
    session = Session(GAMES["forty-thieves"], lay_out(GAMES["forty-thieves"], piles))
    assert session.is_won
