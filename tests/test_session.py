"""A game in progress."""

import pytest

from longwood import GAMES, Deal, IllegalMove, Move, NotationError, Position, Session, shuffled
from longwood.core.cards import parse_cards
from longwood.games import layout
from longwood.games.terrace.rules import Terrace
from longwood.notation import move_text

pytestmark = pytest.mark.core


def near_the_end() -> Session:
    """A game of Forty Thieves played by moving up what fits and dealing, until autoplay makes several moves."""
    session = Session(GAMES["forty-thieves"], Deal(1))
    for _ in range(64):
        if len(session.game.autoplay(session.position)) > 1:
            return session
        session.play(next((m for m in session.moves if m.src == 0), session.moves[0]))
    raise AssertionError("autoplay never makes two moves")


def test_one_undo_takes_autoplay_back() -> None:
    session = near_the_end()
    before, acts = session.position, len(session.acts)
    made = session.autoplay()
    assert len(made) >= 2
    assert len(session.acts) == acts + 1
    assert session.autoplay() == ()
    assert session.undo()
    assert session.position == before


def test_an_act_of_several_moves_survives_the_record() -> None:
    session = near_the_end()
    session.double_click("f1")
    again = Session.from_record(str(session.record))
    assert again.position == session.position
    assert "." in str(session.record).split("/")[-1]
    assert again.undo()
    assert session.undo()
    assert again.position == session.position


def test_restart_can_be_undone_by_redo() -> None:
    session = near_the_end()
    last = session.position
    session.restart()
    assert session.position == session.game.start(Deal(1))
    assert not session.can_undo
    assert str(session.record) == "forty-thieves.1"
    while session.can_redo:
        session.redo()
    assert session.position == last


def test_nothing_to_undo_or_redo() -> None:
    session = Session(GAMES["wood"], Deal(1))
    assert not session.undo()
    assert not session.redo()


def test_a_new_move_forgets_what_was_undone() -> None:
    session = Session(GAMES["elevator"], Deal(1))
    session.play("s-w")
    session.play("s-w")
    session.undo()
    session.play("s-w")
    assert not session.can_redo
    assert str(session.record) == "elevator.1/s-w/s-w"


def test_an_act_with_an_illegal_move_does_nothing() -> None:
    session = Session(GAMES["elevator"], Deal(1))
    with pytest.raises(IllegalMove, match=r"as move 2 after elevator\.1/s-w; legal"):
        session.play("s-w", "a1-w")
    assert not session.can_undo
    session.play()
    assert not session.can_undo


def test_a_pile_out_of_range_is_illegal() -> None:
    session = Session(GAMES["elevator"], Deal(1))
    with pytest.raises(IllegalMove, match=r"Move\(src=99"):
        session.play(Move(99, 1))


def test_double_click() -> None:
    session = Session(GAMES["elevator"], Deal(1))
    assert session.double_click("s") == (Move(0, 1),)
    assert session.double_click("a1") == ()
    quatorze = Session(GAMES["quatorze"], Deal(1))
    assert quatorze.double_click("a1") == ()
    terrace = Session(GAMES["terrace"], Deal(1))
    assert terrace.autoplay() == ()
    assert terrace.double_click("t2") == (Move(12, 3),)


def test_stuck_and_won() -> None:
    session = Session(GAMES["elevator"], Deal(1))
    while not session.is_stuck:
        session.play(session.moves[-1])
    assert not session.is_won
    assert session.moves == []


def test_descriptions() -> None:
    thieves = Session(GAMES["forty-thieves"], Deal(1))
    described = {thieves.game.describe(thieves.position, m) for m in thieves.moves}
    assert "deal a card from the stock" in described
    assert any(" to foundation " in words for words in described)
    assert any(" onto " in words for words in described)
    columns = [(), (), *[()] * 8, *[parse_cards(cards) for cards in ("5H4H3H2HAH", "6H", "", *["KS"] * 7)]]
    p = Position(tuple(columns))
    t1, t2, f1 = [thieves.game.pile_index[name] for name in ("t1", "t2", "f1")]
    assert thieves.game.describe(p, Move(t1, f1, 2)) == "2H and AH from column 1 to foundation 1"
    assert thieves.game.describe(p, Move(t1, t2, 5)) == "5 cards, 5H to AH, from column 1 onto 6H in column 2"
    quatorze = Session(GAMES["quatorze"], Deal(1))
    first = quatorze.game.describe(quatorze.position, quatorze.moves[0])
    assert first.startswith("pair ")


def test_turning_the_stock() -> None:
    session = Session(GAMES["generals-patience"], Deal(1))
    session.play(session.moves[0])
    while session.position.piles[0]:
        session.play("s-w")
    cards = session.position.piles[1]
    turn = session.moves[-1]
    assert session.game.describe(session.position, turn) == "turn the waste over to form a new stock"
    assert session.game.facts(session.position)["redeals"] == 1
    session.play("w-s")
    assert session.position.piles[:2] == (cards[::-1], ())
    assert session.game.facts(session.position)["redeals"] == 0
    session.play("s-w")
    # On the second pass every card has to be played before the next one is dealt.
    assert "s-w" not in {move_text(session.game, m) for m in session.moves}


@pytest.mark.parametrize("number", [-1, 2**53, "1", 1.5, True])
def test_a_deal_that_could_not_be_written_is_none(number: object) -> None:
    with pytest.raises(ValueError, match="is not a deal number"):
        Deal(number)  # type: ignore[arg-type]


def test_given_decks_are_whole_and_stand_for_themselves() -> None:
    with pytest.raises(ValueError, match="only one of them"):
        Deal(7, (shuffled(1, 1),))
    for given, message in (
        (((1, 2, 3),), '"2C 3C 4C" of elevator has 3 cards: AC 5C 6C 7C and 45 more are missing.'),
        (((*shuffled(1, 1), 60),), "has 53 cards: 60 is not a card"),
        ((shuffled(1, 1),) * 2, "elevator has no rounds"),
    ):
        with pytest.raises(NotationError, match=message):
            Session(GAMES["elevator"], Deal(given=given))


@pytest.mark.parametrize("pile", ["zz", "t1", 99, -1])
def test_a_double_click_beside_the_piles(pile: str | int) -> None:
    with pytest.raises(NotationError, match="Elevator has no pile"):
        Session(GAMES["elevator"], Deal(1)).double_click(pile)


def test_autoplay_of_terrace_takes_reserve_columns_and_waste() -> None:
    made = set()
    for number in range(40):
        session = Session(GAMES["wood"], Deal(number))
        for _ in range(60):
            moves = session.autoplay()
            made |= {session.game.piles[m.src][0] for m in moves if len(moves) > 2}
            assert session.game.autoplay(session.position) == []
            assert not any(session.game.piles[m.dst][0] == "f" for m in session.moves)
            if session.is_stuck or session.is_won:
                break
            session.play(session.moves[-1])
    assert made == {"r", "t", "w"}


@pytest.mark.parametrize("reserve", [0, 1])
def test_a_custom_row_plays(reserve: int) -> None:
    game = Terrace(slug="small", title="Small", about="", reserve=reserve, choose_base=False)
    p = game.start(Deal(1))
    assert len(p.piles[2]) == reserve
    assert sum(map(len, p.piles)) == 104
    assert layout(game).places["r"].fan_x >= 0
