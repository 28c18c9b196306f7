"""Rules pages: what is different comes first, and every picture is a position that a game comes to."""

import re

import pytest

from longwood.games import FAMILIES, GAMES, layout, rules_page
from longwood.games.pages import pictures, whole_page, with_pictures
from longwood.notation import find_game, parse_move
from longwood.session import Session
from longwood.text import ASCII, page_text
from longwood.web.answers import rules_answer

pytestmark = pytest.mark.core

every_game = pytest.mark.parametrize("slug", GAMES)


@every_game
def test_a_page_is_about_its_way_to_play(slug: str) -> None:
    game = GAMES[slug]
    page = rules_page(game)
    assert page.startswith(f"# {game.title}\n")
    assert "### " not in page
    assert re.findall("^## (.*)$", page, re.MULTILINE)[:3] == ["Set-up", "Goal", "Rules"]
    own = FAMILIES[game.family].page.partition(f"### {game.title}\n")[2].strip().partition("\n\n")[0]
    assert own == "" or page.startswith(f"# {game.title}\n\n{own}")
    others = [other.title for other in FAMILIES[game.family].games if other is not game]
    assert bool(own) == bool(others)


@every_game
def test_pictures_are_positions_with_legal_moves_and_cards_that_can_be_seen(slug: str) -> None:
    page = rules_page(GAMES[slug])
    found = pictures(page)
    for picture, sent in zip(found, rules_answer(GAMES[slug]).pictures, strict=True):
        session = Session.from_record(picture.record)
        assert session.game.family == GAMES[slug].family
        assert not picture.move or parse_move(session.game, picture.move) in session.moves
        assert (sent.record, sent.move.text if sent.move else "") == (picture.record, picture.move)
        seen = {card.replace("T", "10") for pile in sent.piles.values() for card in pile}
        named = re.findall("(10|[A2-9JQK])([♣♦♥♠])", picture.caption)
        assert {rank + "CDHS"["♣♦♥♠".index(suit)] for rank, suit in named} <= seen, picture.caption


@every_game
def test_a_page_tells_nothing_of_other_ways_only(slug: str) -> None:
    game = GAMES[slug]
    page = rules_page(game)
    assert "<!--" not in page
    # The options compare all ways, and strategy may tell what was tried in another.
    told = page.partition("## Options\n")[0]
    family = FAMILIES[game.family]
    others = [other.title for other in family.games if other is not game and other.title != family.title]
    assert not any(f"- **{other}**" in page for other in others)
    for block in re.split(r"\n\n|\n(?=- |\d\. )", told):
        for sentence in re.split(r"(?<=[.:])\s", block):
            assert game.title in sentence or not any(other in sentence for other in others), sentence


@every_game
def test_a_picture_is_of_the_way_it_explains(slug: str) -> None:
    game = GAMES[slug]
    for picture in pictures(rules_page(game)):
        shown = Session.from_record(picture.record)
        _, number, *acts = re.split("[./]", picture.record)
        same = Session.from_record(f"{slug}.{number}" + "".join(f"/{act}" for act in acts))
        assert layout(shown.game, False) == layout(game, False)
        assert shown.game.faces(shown.position) == game.faces(same.position)
        assert not picture.move or parse_move(game, picture.move) in same.moves


def test_the_whole_page_of_a_family_tells_it_all() -> None:
    for family in FAMILIES.values():
        page = whole_page(family.page)
        assert "<!--" not in page
        slugs = {slug for found in re.findall("<!-- for (.*?) -->", family.page) for slug in found.split()}
        assert slugs <= {game.slug for game in family.games}
        lines = [line for line in family.page.splitlines() if "<!--" not in line]
        assert page.splitlines() == lines


def test_every_page_of_the_table_has_a_few() -> None:
    counts = {len(pictures(rules_page(game))) for family in FAMILIES.values() for game in family.games}
    assert counts <= {2, 3, 4}


def test_figures_stand_where_the_pictures_are() -> None:
    answer = rules_answer(GAMES["redheads"])
    numbers = re.findall('<figure data-picture="([0-9]+)"><figcaption>', answer.html)
    assert numbers == [str(i) for i in range(len(answer.pictures))]
    assert answer.pictures[0].game == "redheads"
    assert "position title" not in answer.html


def test_a_game_of_ones_own_says_first_what_is_different() -> None:
    title, different, own, *_ = rules_page(find_game("redheads,columns=9")).split("\n\n")
    assert (title, different) == (
        "# Custom Redheads",
        "*Redheads with 9 columns. All else is as in Redheads, described below.*",
    )
    assert own.startswith("**The reserve has 21 cards")


@every_game
def test_a_terminal_draws_the_pictures(slug: str) -> None:
    page = rules_page(GAMES[slug])
    drawn = page_text(page)
    assert "position title" not in drawn
    assert drawn.count("```text") == page.count("```text") + len(pictures(page))
    assert page_text(page, ASCII).isascii()


def test_what_is_no_picture_stays() -> None:
    page = "# A\n\n```text\nposition\n```\n"
    assert with_pictures(page, lambda picture: "") == page
