"""Moves, deals and records as text, and what is said of a text that is none of them."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, IllegalMove, Move, NotationError, Session, parse_move, parse_record
from longwood.core.cards import cards_text, shuffled
from longwood.core.game import AnyGame
from longwood.core.words import shorten
from longwood.notation import move_text, parse_number
from transcripts import won_record
from walks import every_game, places, position

pytestmark = pytest.mark.core

THIEVES = GAMES["forty-thieves"]
DECK = cards_text(shuffled(1, 3))


def test_moves() -> None:
    assert parse_move(THIEVES, "s-w") == Move(0, 1)
    assert parse_move(THIEVES, "t3-t7x4") == Move(12, 16, 4)
    assert move_text(THIEVES, Move(12, 16, 4)) == "t3-t7x4"


@every_game
@settings(max_examples=5)
@given(place=places)
def test_a_move_is_text_and_back(game: AnyGame, place: tuple[int, int, int]) -> None:
    for m in game.moves(position(game, place)):
        assert parse_move(game, move_text(game, m)) == m


@pytest.mark.parametrize(
    "text", ["", "t1", "t1-", "t1-t2x", "t1-t2x0", "t1-t2x1", "t1-t2x01", "T1-T2", "t1 t2", "t1-t²"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move"):
        parse_move(THIEVES, text)


def test_a_pile_that_the_game_does_not_have() -> None:
    with pytest.raises(NotationError, match="Forty Thieves has no pile t11"):
        parse_move(THIEVES, "t11-t1")


def test_deals() -> None:
    assert parse_record("terrace.12345").deal == Deal(12345)
    given_deck = parse_record(f"elevator:{DECK}")
    assert given_deck.deal == Deal(given=(shuffled(1, 3),))
    assert Session.from_record(given_deck).position == Session.from_record("elevator.3").position


def test_later_rounds_can_be_given() -> None:
    record = parse_record(f"triple-peaks-rounds:{DECK}:{DECK}")
    assert record.deal.given == (shuffled(1, 3),) * 2
    assert record.deal.deck(1, 1) == shuffled(1, 3)
    assert record.deal.deck(1, 2) == shuffled(1, 0, 2), "rounds that are not given follow from deal 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There is no game"),
        ("terace.1", "did you mean terrace?"),
        ("FortyThieves.1", "did you mean forty-thieves?"),
        ("xyzzy.1", 'There is no game "xyzzy".'),
        ("térrace.1", "t\\xe9rrace"),
        ("terrace", "is not a deal: write terrace.1"),
        ("terrace.", "not a deal number"),
        ("terrace.-1", "not a deal number"),
        ("terrace.01", "not a deal number"),
        ("terrace.9007199254740992", "from 0 to 9007199254740991"),
        ("terrace." + "9" * 5000, "not a deal number"),
        ("terrace.1.5", "not a deal number"),
        ("elevator:", "has 0 cards"),
        (f"elevator:{DECK[:-2]}", "has 51 cards: "),
        ("elevator:AS", "has 1 card: "),
        (f"elevator:{DECK[:2]}{DECK[:2]}{DECK[4:]}", "too many"),
        (f"elevator:{DECK[:-1]}", "is not a card"),
        (f"elevator:{DECK.lower()}", "is not a card"),
        (f"terrace:{DECK}", "The game takes two decks"),
        (f"elevator:{DECK}:{DECK}", "has no rounds"),
        ("terrace.1/", "Move 1 of terrace.1/ cannot be read"),
        ("terrace.1/t1-f1//s-w", "Move 2 of"),
        ("terrace.1/t1-f1/s-", "Move 2 of"),
        ("elevator.1/s-w.s-w/q9-w", "Move 3 of"),
    ],
)
def test_what_is_no_record_is_told_in_a_sentence(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)) as caught:
        Session.from_record(text)
    said = str(caught.value)
    assert "\n" not in said
    assert said.isascii()
    assert len(said) < 600


def test_an_illegal_move_in_a_record_is_named_with_what_was_legal() -> None:
    with pytest.raises(IllegalMove) as caught:
        Session.from_record("elevator.1/s-w/a1-w/s-w")
    assert str(caught.value) == "a1-w is not legal as move 2 after elevator.1/s-w; legal: s-w."


def test_a_record_of_ten_thousand_moves() -> None:
    session = Session.from_record(won_record("forty-thieves"))
    # A lone card goes to and fro between its column and an empty one for as long as one likes.
    while not {1, 0} <= {len(pile) for pile in session.position.piles[10:]}:
        session.undo()
    sizes = [len(pile) for pile in session.position.piles[10:]]
    here, there = (f"t{sizes.index(size) + 1}" for size in (1, 0))
    text = str(session.record) + f"/{here}-{there}/{there}-{here}" * 5_000
    again = Session.from_record(text)
    assert again.position == session.position
    assert str(again.record) == text


def test_ten_thousand_moves_of_which_one_is_illegal() -> None:
    with pytest.raises(IllegalMove, match="as move 65 after") as caught:
        Session.from_record("forty-thieves.1" + "/s-w" * 10_000)
    assert len(str(caught.value)) < 600


_alphabet = st.sampled_from(list("abcdefghijklmnopqrstuvwxyzACDHJKQST0123456789.:-/,=@ é\x00\n♠"))


@given(
    st.one_of(
        st.text(),
        st.text(_alphabet),
        st.text(_alphabet).map(lambda rest: f"terrace.1/{rest}"),
        st.text(_alphabet).map(lambda rest: f"terrace@{rest}"),
    )
)
@example("terrace.1/t1-f1\n")
@example("/")
@example(":")
@example("٣")
@example("terrace.٣")
def test_any_text_is_a_record_or_a_clear_error(text: str) -> None:
    check(text)


def check(text: str) -> None:
    """A text is a record, written back as it was read, or it is refused in one plain line."""
    try:
        said = str(Session.from_record(text).record)
    except (NotationError, IllegalMove) as error:
        said = str(error)
        expected = said.replace("\n", " ").encode("ascii", "replace").decode()
    else:
        expected = text.strip()
    assert said == expected


@given(st.data())
def test_a_damaged_record_is_a_record_or_a_clear_error(data: st.DataObject) -> None:
    text = "forty-thieves.7/s-w/s-w/t1-t2/w-t3"
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 4)) :]
    check(damaged)


@given(st.integers(0, 2**53 - 1))
def test_numbers(number: int) -> None:
    assert parse_number(str(number)) == number


def test_long_texts_are_shortened_in_messages() -> None:
    assert shorten("a" * 1000) == "a" * 57 + " ... " + "a" * 57
