"""Reasons: every refused move has one that is true, by the rules' own measure."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from longwood.core.cards import parse_cards
from longwood.core.game import AnyGame, Deal, Move
from longwood.core.words import cards_words, rank_words
from longwood.games import GAMES, family_of, refusal
from longwood.games.refusals import NO_REASON, plain_refusal
from longwood.games.terrace.rules import TerracePosition
from longwood.notation import parse_move
from longwood.session import Session
from walks import walk

pytestmark = pytest.mark.core


def refused(game: AnyGame, p: Any, counts: tuple[int, ...] = (1, 2, 5)) -> Iterator[Move]:
    legal = set(game.moves(p))
    piles = range(len(game.piles))
    for src in piles:
        for dst in piles:
            for count in counts:
                if Move(src, dst, count) not in legal:
                    yield Move(src, dst, count)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_refused_move_has_a_reason(game: AnyGame) -> None:
    for number in range(2):
        for p, _ in list(walk(game, number, 200, seed=number))[::16]:
            for m in refused(game, p):
                reason = refusal(game, p, m)
                assert reason != NO_REASON
                assert re.fullmatch(r"[A-Z2-9][^.]{8,98}\.", reason), reason


def takes(game: AnyGame, p: Any, m: Move) -> str:
    """What the target would take instead of the card that is refused, found by trying all cards."""
    fitting = []
    for card in range(52):
        piles = list(p.piles)
        piles[m.src] = (*piles[m.src][:-1], card)
        if m in game.moves(replace(p, piles=tuple(piles))):
            fitting.append(card)
    return cards_words(fitting)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_pile_is_said_to_take_it_takes(game: AnyGame) -> None:
    said = []
    for number in range(4):
        for p, _ in list(walk(game, number, 200, seed=number))[::40]:
            for m in refused(game, p, counts=(1,)):
                match = re.search(r" takes ((?:an? )?[^.]*?)(?: next)?\.$", refusal(game, p, m))
                if match:
                    said.append((p, m, match[1]))
    assert said or game.slug == "quatorze" or family_of(game).refusal is plain_refusal
    for p, m, words in Random(1).sample(said, min(len(said), 30)):
        assert words == takes(game, p, m)


@pytest.mark.parametrize(
    ("record", "move", "reason"),
    [
        ("terrace.1", "t1-t2", "First choose the base card: put one of the four cards on a foundation."),
        ("terrace.1", "s-w", "First choose the base card: put one of the four cards on a foundation."),
        ("terrace.1/t1-f1", "r-t1", "A reserve card goes only to a foundation."),
        ("terrace.1/t1-f1", "t1-f2", "An empty foundation takes a 5."),
        ("terrace.1/t1-f1", "t1-f1", "Foundation 1 takes a red 6 next."),
        ("terrace.1/t1-f1", "t2-t1", "Columns build down in alternating colours: QC takes a red jack."),
        ("terrace.1/t1-f1", "t2-t8", "Nothing builds on 5S: it has the rank of the base card."),
        ("terrace.1/t1-f1", "t1-t2x2", "One card moves at a time."),
        ("terrace.1/t1-f1", "f1-f2", "Cards on a foundation stay there."),
        ("terrace.1/t1-f1", "t1-r", "Cards cannot go to the reserve."),
        ("terrace.1/t1-f1", "t1-w", "Only the stock deals to the waste."),
        ("terrace.1/t1-f1", "w-s", "The waste is not turned over in Terrace."),
        ("terrace.1/t1-f1", "s-t1", "Stock cards go to the waste."),
        ("terrace.1/t1-f1", "t1-t1", "That card is already there."),
        ("terrace.1/t1-f1/t8-f2", "t1-t8", "Only a card from the waste can fill an empty column."),
        ("terrace.1/t1-f1/t8-f2", "t8-t1", "Column 8 is empty."),
        ("terrace.1/t1-f1/t8-f2/s-w", "s-w", "The stock is locked: play the card on the waste first."),
        ("generals-patience.1/t1-f1", "w-s", "You can turn the waste over only when the stock is empty."),
        ("generals-patience.1/t1-f1", "r-f1", "Foundation 1 takes 9C next."),
        ("forty-thieves.1", "t1-w", "Only the stock deals to the waste."),
        ("forty-thieves.1", "w-t1", "The waste is empty."),
        ("forty-thieves.1", "t1-t2x2", "Only cards that follow each other down in suit move together."),
        ("quatorze.1", "a1-a1", "Choose two different cards."),
        ("quatorze.1", "a1-b2", "The two cards have to lie in one row or one column."),
        ("quatorze.1", "s-a1", "The stock fills the grid by itself."),
        ("quatorze.1", "a1-d", "Choose a second card, so that the two add up to 14."),
        ("triple-peaks.1", "a1-w", "That card is covered."),
        ("triple-peaks.1", "d1-d2", "Cards go only to the waste."),
        ("triple-peaks.1", "w-d1", "Cards on the waste stay there."),
        ("triple-peaks.1/s-w", "d-w", "Cards on the discard pile stay there."),
        ("elevator.1", "g1-w", "Deal a card first: the waste is empty."),
    ],
)
def test_reasons(record: str, move: str, reason: str) -> None:
    session = Session.from_record(record)
    m = parse_move(session.game, move)
    assert m not in session.moves
    assert refusal(session.game, session.position, m) == reason


def terrace(slug: str, **fields: Any) -> tuple[AnyGame, TerracePosition]:
    """A position of a Terrace game, with some of its fields set by hand."""
    game = GAMES[slug]
    piles = {name: parse_cards(fields.pop(name, "")) for name in game.piles}
    return game, TerracePosition(tuple(piles.values()), **fields)


@pytest.mark.parametrize(
    ("fields", "move", "reason"),
    [
        ({"w": "7S", "turned": 1, "s": "8S"}, "s-w", "On the second pass, play the card on the waste"),
        ({"w": "7S", "turned": 1}, "w-s", "The waste has already been turned over."),
        ({"w": "7S"}, "s-w", "The stock is empty: turn the waste over."),
        ({"w": "7S", "turned": 1}, "s-w", "The stock is empty."),
        ({"w": "7S", "locked": True}, "w-s", "The stock is locked: play the card on the waste first."),
        ({"w": "7S8S"}, "w-sx2", "The whole waste is turned over at once."),
        ({"w": "7S", "f1": "AC2C3C4C5C6C7C8C9CTCJCQCKC"}, "w-f1", "Foundation 1 is full."),
    ],
)
def test_reasons_of_the_second_pass(fields: dict[str, Any], move: str, reason: str) -> None:
    game, p = terrace("generals-patience", base=1, **fields)
    m = parse_move(game, move)
    assert m not in game.moves(p)
    assert refusal(game, p, m).startswith(reason)


@pytest.mark.parametrize(
    ("columns", "move", "reason"),
    [
        (
            {"t1": "7S6S5S", "t2": "8S"},
            "t1-t2x3",
            "Too many cards at once: with no other empty column only 1 can move.",
        ),
        ({"t1": "7S6S5S", "t2": "8S", "t3": ""}, "t1-t2x3", "with 1 other empty column only 2 can move."),
        ({"t1": "7S6S5S", "t3": "", "t4": ""}, "t1-t3x3", "with 1 other empty column only 2 can move."),
        ({"t1": "7S", "t2": "AS"}, "t1-t2", "Columns build down in suit: nothing goes on AS."),
        ({"t1": "7S", "t2": "9S"}, "t1-t2", "Columns build down in suit: 9S takes 8S."),
    ],
)
def test_reasons_of_groups(columns: dict[str, str], move: str, reason: str) -> None:
    game = GAMES["forty-thieves"]
    piles = {name: parse_cards("KD") if name[0] == "t" else () for name in game.piles}
    piles |= {name: parse_cards(cards) for name, cards in columns.items()}
    p = replace(game.start(Deal(1)), piles=tuple(piles.values()))
    m = parse_move(game, move)
    assert m not in game.moves(p)
    assert refusal(game, p, m).endswith(reason)


def test_words() -> None:
    assert [rank_words(rank) for rank in (1, 7, 10, 11, 12, 13)] == ["ace", "7", "10", "jack", "queen", "king"]
    assert cards_words(parse_cards("7S7S")) == "7S"
    assert cards_words(parse_cards("8D8H")) == "a red 8"
    assert cards_words(parse_cards("8D8S")) == "an 8"
    assert cards_words(parse_cards("KSACQD")) == "an ace or a queen or a king"
