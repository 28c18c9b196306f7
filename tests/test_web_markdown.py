"""Rules pages as HTML: nothing that the security policy forbids, and links that lead to the table's own pages."""

import re

import pytest

from families import change_family
from longwood.games import FAMILIES, GAMES, rules_page
from longwood.games.family import MissingPage
from longwood.web.markdown import html_of
from web_client import Client


def test_tables_have_classes_in_place_of_styles() -> None:
    html = html_of("| a | b |\n|:--|--:|\n| 1 | 2 |\n")
    assert '<td class="right">2</td>' in html
    assert "style" not in html


def test_links() -> None:
    assert 'href="/rules/quatorze"' in html_of("[x](quatorze.md)")
    assert 'href="/rules/quatorze#scores"' in html_of("[x](quatorze.md#scores)")
    assert 'href="#scores"' in html_of("[x](#scores)")


def test_html_is_shown_not_used() -> None:
    html = html_of('<script>alert(1)</script>\n\n<b onclick="x">y</b> [x](javascript:alert(1))')
    assert "<script" not in html
    assert "<b " not in html
    assert "href" not in html


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_its_rules(game: object) -> None:
    slug = next(slug for slug in GAMES if GAMES[slug] is game)
    answer = Client().get(f"/api/rules/{slug}").json
    assert (answer["game"], answer["title"]) == (slug, GAMES[slug].title)
    assert answer["html"] == html_of(rules_page(GAMES[slug]))
    assert answer["html"].startswith("<h1")
    assert not re.search(r"<[^>]* (style|on\w+)=", answer["html"])
    for link in re.findall(r'href="([^"]*)"', answer["html"]):
        assert re.fullmatch(r"/rules/[a-z-]+(#.*)?|#.*|https://.*", link), link


def test_a_missing_page_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    change_family(monkeypatch, "elevator", room="longwood.core")
    with pytest.raises(MissingPage, match="The rules page of Elevator is missing"):
        _ = FAMILIES["elevator"].page
    answer = Client().get("/api/rules/elevator")
    assert answer.status == 404
    assert answer.json["error"] == "The rules page of Elevator is missing from this copy of Longwood."
