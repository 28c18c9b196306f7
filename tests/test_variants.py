"""Games of one's own: every one that can be made is a game, has one name, and what makes none is refused."""

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longwood import GAMES, Deal, NotationError, Session, check_position, parse_record
from longwood.core.game import AnyGame
from longwood.games import FAMILIES, family_of, find_variant, refusal, rules_page
from longwood.games.variants import settings as chosen_of
from longwood.notation import MAX_SLUG, find_game, parse_move
from longwood.solver import Limit, Verdict, plain_search, solve
from longwood.text import ASCII, facts_text, least_width, table
from variants import EVERY_VALUE, EXTREMES, VARIANTS, variants
from walks import places, walk

pytestmark = pytest.mark.core

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=[game.slug for game in VARIANTS])
Place = tuple[int, int, int]


def law(examples: int = 2) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A law of every game of one's own, looked at in so many places of each."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        decorated: Callable[..., None] = every_variant(settings(max_examples=examples)(test))
        return decorated

    return decorate


def played(game: AnyGame, place: Place) -> Session:
    session = Session(game, Deal(place[0]))
    for _, m in walk(game, *place):
        session.play(m)
    return session


def test_every_family_has_variants_at_both_ends() -> None:
    assert {game.family for game in EXTREMES} == {name for name, family in FAMILIES.items() if family.options}
    for family in FAMILIES.values():
        for option in family.options:
            ends = {option.choices[0].text, option.choices[-1].text}
            found = {option.of(game).text for game in [*EXTREMES, *family.games] if game.family == family.name}
            assert ends <= found


@law()
@given(place=places)
def test_cards_are_conserved_and_no_position_is_doubted(game: AnyGame, place: Place) -> None:
    cards = sorted(list(range(52)) * game.decks)
    for p, m in walk(game, *place):
        assert sorted(card for pile in p.piles for card in pile) == cards
        check_position(game, p)
        assert m in game.moves(p)
        assert len(set(game.moves(p))) == len(game.moves(p))
        assert game.describe(p, m)


@law()
@given(place=places)
def test_a_record_is_text_and_back(game: AnyGame, place: Place) -> None:
    session = played(game, place)
    text = str(session.record)
    assert str(parse_record(text)) == text
    assert Session.from_record(text).positions == session.positions
    assert re.fullmatch(r"[A-Za-z0-9.:/,=@-]+", text)
    while session.undo():
        pass
    assert session.position == game.start(session.deal)


@law(1)
@given(place=places)
def test_it_is_drawn_and_refuses_in_words(game: AnyGame, place: Place) -> None:
    session = played(game, place)
    p = session.position
    for width in (None, least_width(game)):
        lines = ["".join([span.text for span in line]) for line in table(game, p, ASCII, width)]
        drawn = "\n".join(lines)
        assert all(
            re.search(rf"(?<![a-z0-9]){name}(?![0-9])", drawn) for name in game.piles if p.piles[game.pile_index[name]]
        )
        assert width is None or max(map(len, lines)) <= width
    assert facts_text(game, p, ASCII)
    illegal = parse_move(game, f"{game.piles[-1]}-{game.piles[-2]}")
    if illegal not in session.moves:
        assert refusal(game, p, illegal).endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize("game", EXTREMES, ids=[game.slug for game in EXTREMES])
def test_solvers_agree_with_the_plain_search(game: AnyGame) -> None:
    for seed in range(6):
        for p in [p for p, _ in walk(game, seed + 1, 300, seed)][-12::6]:
            found = solve(game, p, Limit(nodes=800))
            assert found.nodes <= 800
            by_rules = plain_search.solve(game, p, Limit(nodes=800))
            assert found.verdict is by_rules.verdict or Verdict.UNKNOWN in (found.verdict, by_rules.verdict)


@given(variants())
def test_every_game_has_one_name(game: AnyGame) -> None:
    assert find_variant(game.slug) == game
    assert len(game.slug) <= MAX_SLUG
    row = GAMES[game.slug.partition(",")[0]]
    family = FAMILIES[game.family]
    chosen, usual = chosen_of(family, game), chosen_of(family, row)
    own = [f"{name}={text}" for name, text in chosen.items() if text != usual[name]]
    assert game.slug == ",".join([row.slug, *own])
    # In any order, and with what goes without saying, it is the same game.
    everything = [f"{name}={text}" for name, text in reversed(chosen.items())]
    assert find_game(",".join([row.slug, *everything])) == game


@pytest.mark.parametrize("game", EVERY_VALUE, ids=[game.slug for game in EVERY_VALUE])
def test_it_introduces_itself(game: AnyGame) -> None:
    row = GAMES[game.slug.partition(",")[0]]
    assert game.title == f"Custom {row.title}"
    assert re.fullmatch(rf"{re.escape(row.title)} with [a-z0-9 ]+\.", game.about)
    assert family_of(game).title


def test_what_comes_to_a_game_of_the_table_is_that_game() -> None:
    assert find_game("terrace,choose-base=no") is GAMES["falling-stars"]
    assert find_game("triple-peaks-multiplier,rounds=yes") is GAMES["triple-peaks-rounds-multiplier"]
    assert str(Session.from_record("terrace,choose-base=no.5").record) == "falling-stars.5"


def test_words() -> None:
    assert [option.usage for option in FAMILIES["quatorze"].options] == ["size=3-7"]
    assert FAMILIES["elevator"].options[0].usage == "wraps=yes|no"
    assert "Quatorze with a grid 7 by 7. All else" in rules_page(find_game("quatorze,size=7"))
    assert rules_page(GAMES["quatorze"]) == family_of(GAMES["quatorze"]).page
    assert find_game("terrace,columns=10,reserve=12").about == "Terrace with a reserve of 12 and 10 columns."
    assert find_game("quatorze,size=7").about == "Quatorze with a grid 7 by 7."


@pytest.mark.parametrize(
    ("slug", "message"),
    [
        ("terrace,columns=99", 'columns cannot be "99", only a number from 4 to 12.'),
        ("terrace,columns=3", "only a number from 4 to 12."),
        ("terrace,columns=-1", "only a number from 4 to 12."),
        ("terrace,columns=09", "only a number from 4 to 12."),
        ("terrace,columns=9é", "9\\xe9"),
        ("terrace,reserve=104", "only a number from 0 to 30."),
        ("terrace,in-suit=perhaps", 'in-suit cannot be "perhaps", only yes or no.'),
        ("terrace,fill=never", "only by-hand, from-waste or from-reserve."),
        ("terrace,colums=8", 'Terrace has no option "colums": did you mean columns?'),
        ("terrace,jokers=2", "it has reserve, columns, in-suit, choose-base, redeals, fill."),
        ("terrace,columns=8,columns=9", "columns is chosen twice."),
        ("terrace,columns", "is not an option: write its name and value, as in reserve=16."),
        ("terrace,", "is not an option"),
        ("terrace,,columns=8", "is not an option"),
        ("terrace,fill=from-reserve,reserve=0", "empty columns cannot be filled from a reserve without cards."),
        ("terace,columns=8", "did you mean terrace,columns=8?"),
        ("xyzzy,columns=8", 'There is no game "xyzzy,columns=8".'),
        (f"terrace,{'columns=8,' * 40}", "There is no game"),
    ],
)
def test_what_makes_no_game_is_refused_in_a_sentence(slug: str, message: str) -> None:
    with pytest.raises(NotationError, match=re.escape(message)) as caught:
        Session.from_record(f"{slug}.1")
    said = str(caught.value)
    assert said.isascii()
    assert "\n" not in said
    assert len(said) < 400


@given(st.text(st.sampled_from("abcnumoleswr,=0123456789-"), max_size=40))
def test_any_options_make_a_game_or_a_clear_error(text: str) -> None:
    try:
        assert find_game(f"terrace,{text}").family == "terrace"
    except NotationError as error:
        said = str(error)
        assert said.startswith("There is no game")
