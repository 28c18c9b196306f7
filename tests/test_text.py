"""The table as text."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given

from longwood import GAMES, Deal, Session
from longwood.core.game import AnyGame
from longwood.text import (
    ASCII,
    STYLES,
    SYMBOLS,
    Glyphs,
    facts_text,
    glyphs_for,
    least_width,
    table,
    table_width,
)
from walks import positions, walk

pytestmark = pytest.mark.core


def table_text(game: AnyGame, p: Any, glyphs: Glyphs = SYMBOLS) -> str:
    """The table as text, without colour."""
    return "\n".join(["".join([span.text for span in line]) for line in table(game, p, glyphs)])


THIEVES = """\
╭s───╮  ╭w───╮  ╭f1──╮  ╭f2╌╌╮  ╭f3╌╌╮  ╭f4╌╌╮  ╭f5╌╌╮  ╭f6╌╌╮  ╭f7╌╌╮  ╭f8╌╌╮
│▒▒▒▒│  │Q♣  │  │A♥  │  ╎    ╎  ╎    ╎  ╎    ╎  ╎    ╎  ╎    ╎  ╎    ╎  ╎    ╎
╰63──╯  ╰1───╯  ╰1───╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯  ╰╌╌╌╌╯
╭t1──╮  ╭t2──╮  ╭t3──╮  ╭t4──╮  ╭t5──╮  ╭t6──╮  ╭t7──╮  ╭t8──╮  ╭t9──╮  ╭t10─╮
│A♠  │  │4♦  │  │9♠  │  │5♥  │  │J♥  │  │3♦  │  │J♣  │  │3♣  │  │6♣  │  │6♥  │
│7♦  │  │5♣  │  │K♦  │  │8♣  │  │Q♦  │  │Q♣  │  │10♠ │  │7♣  │  │3♥  │  │5♠  │
│9♠  │  │8♣  │  │9♥  │  │4♠  │  │A♦  │  │2♥  │  │5♦  │  │4♠  │  │A♣  │  │6♠  │
│2♦  │  │10♣ │  │Q♥  │  │K♥  │  │J♠  │  ╰────╯  │9♣  │  │9♦  │  │5♦  │  │K♥  │
╰────╯  ╰────╯  ╰────╯  ╰────╯  ╰────╯          ╰────╯  ╰────╯  ╰────╯  ╰────╯"""

PEAKS = """\
            .a1--.                  .a2--.                  .a3--.
            |####|                  |####|                  |####|
        .b1--.--.b2--.          .b3--.--.b4--.          .b5--.--.b6--.
        |####|  |####|          |####|  |####|          |####|  |####|
    .c1--.--.c2--.--.c3--.  .c4--.--.c5--.--.c6--.  .c7--.--.c8--.--.c9--.
    |6D  |  |####|  |####|  |####|  |####|  |####|  |####|  |####|  |####|
    '----'  '---.d3--.--.d4--.--.d5--.--.d6--.--.d7--.--.d8--.--.d9--.--.d10-.
                |4C  |  |2D  |  |QD  |  |6S  |  |AS  |  |9H  |  |4D  |  |AH  |
                '----'  '----'  '----'  '----'  '----'  '----'  '----'  '----'


                        .s---.  .w--.---.----.                          .d....
                        |####|  |8H |9S |TS  |                          :    :
                        '23--'  '3--'---'----'                          '....'"""


def text_of(record: str, glyphs: Glyphs = SYMBOLS) -> str:
    session = Session.from_record(record)
    return table_text(session.game, session.position, glyphs)


def test_columns() -> None:
    assert text_of("forty-thieves.1/t6-f1/s-w") == THIEVES


def test_a_heap_overlaps() -> None:
    assert text_of("triple-peaks.5/d1-w/d2-w", ASCII) == PEAKS


def stays_within_its_width(game: AnyGame, p: Any) -> None:
    for glyphs in (SYMBOLS, ASCII):
        lines = table_text(game, p, glyphs).splitlines()
        assert max(map(len, lines)) <= table_width(game) <= (80 if game.decks == 1 else 100)
        assert not any(line.endswith("  ") for line in lines)
    assert table_text(game, p, ASCII).isascii()


def names_every_pile_of_a_move(game: AnyGame, p: Any) -> None:
    labels = {span.text for line in table(game, p) for span in line if span.style == "label"}
    for m in game.moves(p):
        assert {game.piles[m.src], game.piles[m.dst]} <= labels


def tells_nothing_of_hidden_cards(game: AnyGame, p: Any) -> None:
    hidden = game.hidden(p)
    cards = [card for i, count in hidden.items() for card in p.piles[i][:count]]
    Random(1).shuffle(cards)
    piles = list(p.piles)
    for i, count in hidden.items():
        piles[i] = (*[cards.pop() for _ in range(count)], *piles[i][count:])
    assert table(game, replace(p, piles=tuple(piles))) == table(game, p)


def shows_every_open_top_card(game: AnyGame, p: Any) -> None:
    text = table_text(game, p, ASCII)
    for i, pile in enumerate(p.piles):
        if len(pile) > game.hidden(p).get(i, 0):
            assert ASCII.card(pile[-1]) in text


@given(positions())
def test_the_laws_of_a_table(found: tuple[AnyGame, Any]) -> None:
    # Together, because playing to a position takes longer than all of them.
    stays_within_its_width(*found)
    names_every_pile_of_a_move(*found)
    tells_nothing_of_hidden_cards(*found)
    shows_every_open_top_card(*found)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_long_piles_stay_within_the_width(slug: str) -> None:
    game = GAMES[slug]
    start = game.start(Deal(1))
    for i, name in enumerate(game.piles):
        cards = tuple(range(52)) * game.decks
        p = replace(start, piles=tuple(cards if k == i else () for k in range(len(game.piles))))
        lines = table_text(game, p).splitlines()
        assert max(map(len, lines)) <= table_width(game), name
        assert len(lines) <= 3 * len(game.piles) + 104


def drawn(record: str, width: int, glyphs: Glyphs = SYMBOLS) -> list[str]:
    session = Session.from_record(record)
    return ["".join([s.text for s in line]) for line in table(session.game, session.position, glyphs, width)]


def test_a_narrow_terminal_squeezes_a_row() -> None:
    wide, narrow = drawn("redheads.5", 100), drawn("redheads.5", 80)
    assert max(map(len, wide)) > 80 >= max(map(len, narrow))
    assert wide[1].endswith("│Q♦│3♠  │")
    assert narrow[1].endswith("Q♦3♠│")
    reserve = Session.from_record("redheads.5").position.piles[2]
    assert "".join(map(SYMBOLS.card, reserve)) in narrow[1]


def test_cards_that_are_not_shown_leave_a_mark() -> None:
    assert drawn("redheads.5", 50)[1].endswith("│…6♥10♣7♠6♣2♥3♣Q♠5♦4♠K♣10♦Q♣10♥Q♦3♠│")
    assert "|~" in drawn("redheads.5", 50, ASCII)[1]


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_table_fits_into_50_columns(slug: str) -> None:
    game = GAMES[slug]
    least = least_width(game)
    assert least <= 50
    p = game.start(Deal(5))
    labels = {span.text for line in table(game, p, width=least) for span in line if span.style == "label"}
    assert set(game.piles) == labels
    for width in (1, least - 1, least, 60, 72, 80):
        assert max(map(len, drawn(f"{slug}.5", width))) <= width
        for i, pile in enumerate(p.piles):
            if width >= least and len(pile) > game.hidden(p).get(i, 0):
                assert any(SYMBOLS.card(pile[-1]) in line for line in drawn(f"{slug}.5", width))


def test_red_suits_are_told_apart() -> None:
    game = GAMES["forty-thieves"]
    spans = [span for line in table(game, game.start(Deal(1))) for span in line]
    assert {span.style for span in spans} <= set(STYLES)
    assert {span.text[-1] for span in spans if span.style == "red"} == set("♦♥")
    assert {span.text[-1] for span in spans if span.style == "black"} == set("♣♠")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_symbols_where_they_can_be_printed(encoding: str) -> None:
    assert glyphs_for(encoding) is SYMBOLS


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "no-such-encoding", "", None])
def test_letters_elsewhere(encoding: str | None) -> None:
    assert glyphs_for(encoding) is ASCII


def test_cards_in_a_sentence() -> None:
    assert SYMBOLS.words("pair 3C at b3 with JD at d3") == "pair 3♣ at b3 with J♦ at d3"
    assert ASCII.words("TS from column 3 onto JH") == "TS from column 3 onto JH"


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("terrace.5", "score 0 · choose the base: t1, t2, t3 or t4 to a foundation"),
        ("terrace.5/t1-f1", "score 1 · base 3"),
        (
            "terrace.5/t1-f1/t4-t3/s-w",
            "score 1 · base 3 · stock locked until the waste is played or no column is empty",
        ),
        ("generals-patience.5/t1-f1", "score 1 · base 5 · one redeal left"),
        ("quatorze.5", "score 0"),
        ("triple-peaks.5/d1-w", "score 1 · run 1"),
        ("triple-peaks-rounds.5/d1-w", "score 1 · run 1 · 0 rounds cleared"),
    ],
)
def test_what_is_known_beside_the_cards(record: str, words: str) -> None:
    session = Session.from_record(record)
    assert facts_text(session.game, session.position) == words


def test_the_stock_after_its_turn() -> None:
    game = GAMES["generals-patience"]
    for p, m in walk(game, 1, 400):
        if game.piles[m.dst] == "s":
            assert facts_text(game, game.play(p, m)).endswith("no redeal left")
            return
    pytest.fail("the stock was never turned")


def test_rounds_are_counted() -> None:
    game = GAMES["triple-peaks-rounds"]
    assert facts_text(game, replace(game.start(Deal(1)), round=1)).endswith("1 round cleared")


def test_the_ten_reads_the_same_everywhere() -> None:
    for slug in GAMES:
        for width in (None, 60, 50):
            session = Session(GAMES[slug], Deal(5))
            text = "".join(
                ["".join([s.text for s in line]) for line in table(session.game, session.position, width=width)]
            )
            assert not set(text) & set("T")
    assert "base 10" in facts_text(GAMES["terrace"], replace(GAMES["terrace"].start(Deal(1)), base=10))
    assert SYMBOLS.words("TD from d6 onto JD") == "10♦ from d6 onto J♦"
    assert ASCII.words("TD from d6 onto JD") == "TD from d6 onto JD"
