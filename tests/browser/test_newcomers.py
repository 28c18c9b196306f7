"""The games of docs/adding-a-game.md at a table of their own: every address of the server, and the page itself."""

import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from browser.conftest import PATIENT, PHONE, SitDown, start_server, stop_server
from browser.driver import HIDDEN, Player, seen
from browser.test_hidden import cards_in, known, page_text
from longwood.advice.deals import find_winnable
from longwood.core.cards import cards_text, shuffled
from longwood.core.game import Deal
from longwood.core.order import listed_moves
from longwood.games import GAMES
from longwood.notation import move_text
from longwood.session import Session
from longwood.web.app import create_app
from newcomers import SLUGS, House, entered

pytestmark = pytest.mark.slow

some_game = pytest.mark.parametrize("slug", SLUGS)
LONG = 300
"""Seconds for what only a machine that compiles everything anew takes so long for."""


@pytest.fixture(scope="module")
def address(house: House) -> Iterator[str]:
    """The house with the newcomers in it, served by a process of its own."""
    with entered(house):
        process, found = start_server(source=house.root)
        while json.loads(get(f"{found}/api/analyst"))["state"] != "ready":
            time.sleep(0.2)
        yield found
        stop_server(process)


def get(url: str) -> str:
    try:
        with urlopen(url, timeout=LONG) as answer:
            text: str = answer.read().decode()
            return text
    except HTTPError as error:
        raise AssertionError(f"{url} is answered {error.code}: {error.read().decode()}") from None


def events(url: str) -> list[tuple[str, Any]]:
    """The events of a stream but for those that only say to wait."""
    parts = [block.removeprefix("event: ").split("\ndata: ") for block in get(url).split("\n\n") if "data: " in block]
    found = [(name, json.loads(data)) for name, data in parts if name != "waiting"]
    assert found[-1][0] == "end", found[-1]
    return found[:-1]


def opening(slug: str, acts: int) -> Session:
    """A game in which the first move of the list was made so many times."""
    session = Session(GAMES[slug], Deal(1))
    for _ in range(acts):
        session.play(session.moves[0])
    return session


class Asked:
    """Questions to the server, by the routes that they go to."""

    def __init__(self, address: str, slug: str) -> None:
        self.address, self.slug = address, slug
        self.routes: set[str] = set()

    def __call__(self, route: str, value: object = "", query: str = "") -> str:
        self.routes.add(route)
        path = re.sub(r"\{.*\}", quote(str(value), safe="/:,=@."), route)
        return f"{self.address}{path}{query}"


@some_game
def test_every_address_answers(address: str, slug: str) -> None:
    ask = Asked(address, slug)
    session = opening(slug, 6)
    record, game = str(session.record), session.game
    told = json.loads(get(ask("/api/games")))
    assert slug in [each["slug"] for each in told["games"]]
    assert slug in [each["name"] for each in told["families"]]
    assert json.loads(get(ask("/api/game/{slug}", slug)))["title"] == game.title
    assert "<h2" in json.loads(get(ask("/api/rules/{slug}", slug)))["html"]
    lesson = json.loads(get(ask("/api/lesson/{slug}", slug)))
    assert (lesson["goal"], lesson["deal"], lesson["count"]) == (f"{game.goal} {game.about}", "", 4)
    assert {"Stock", "Columns"} <= {part["name"] for part in lesson["parts"]}
    assert json.loads(get(f"{address}/api/step/quatorze.7"))["number"] == 0
    ask("/api/step/{record:path}")
    assert json.loads(get(ask("/api/random/{slug}", slug)))["deal"].startswith(f"{slug}.")
    position = json.loads(get(ask("/api/position/{record:path}", record)))
    assert [m["text"] for m in position["moves"]] == [move_text(game, m) for m in listed_moves(game, session.position)]
    assert position["piles"] == seen(session)
    refused = json.loads(get(ask("/api/why/{record:path}", record, "?move=t1-t1")))
    assert (refused["is_legal"], refused["reason"]) == (False, "That card is already there.")
    legal = {move_text(game, m) for m in session.moves}
    for kind in ("fair", "all-seeing"):
        hints = events(ask("/api/hint/{record:path}", record, f"?kind={kind}"))
        assert hints
        assert {hint["move"]["text"] for _, hint in hints} <= legal
    assert {name for name, _ in events(ask("/api/verdict/{record:path}", record))} == {"verdict"}
    assert {name for name, _ in events(ask("/api/chances/{record:path}", record))} == {"chances"}
    for address in ("/api/report/{record:path}", "/api/review/{record:path}"):
        assert {"verdict", "chance", "par", "summary"} <= {name for name, _ in events(ask(address, record))}
    assert json.loads(get(ask("/api/coach/{record:path}", record)))["words"]
    assert json.loads(get(ask("/api/par/{record:path}", record)))["score"] >= session.score
    assert json.loads(get(ask("/api/deal/{record:path}", f"{slug}.1")))["verdict"] in ("won", "unknown")
    today = datetime.now(UTC).date().isoformat()
    deal = json.loads(get(ask("/api/daily/{slug}", slug, f"?date={today}")))
    assert (deal["deal"].split(".")[0], deal["verdict"]) == (slug, "won")
    for level in (1, 2, 3, 4):
        deal = json.loads(get(ask("/api/winnable/{slug}", slug, f"?seed=1&level={level}")))
        assert (deal["verdict"], deal["difficulty"]["level"]) == ("won", level)
    get(ask("/api/analyst"))
    reports = [f"/{name}{rest}" for name in ("report", "review") for rest in ("", "/{record:path}")]
    for route in ("/", "/play/{record:path}", "/view/{record:path}", *reports):
        assert "<html" in get(ask(route, record))
    assert "<html" in get(ask("/rules/{slug}", slug))
    assert "<html" in get(ask("/learn/{slug}", slug))
    get(ask("/static/{name:path}", "js/main.js"))
    get(ask("/sw.js"))
    # The journal keeps records and has tests of its own: no address of it knows a game.
    journal = re.compile("/(api/)?(journal|join|day|table)(/|$)")
    routes = {route.path for route in create_app().routes}  # type: ignore[attr-defined]
    assert ask.routes == {path for path in routes if not journal.match(path)}


@pytest.fixture
def visitor(sit_down: SitDown, address: str) -> Player:
    player = sit_down(address=address)
    player.page.set_default_timeout(PATIENT)
    return player


@some_game
def test_lobby_rules_and_the_deal_of_the_day(visitor: Player, slug: str) -> None:
    page, title = visitor.page, GAMES[slug].title
    visitor.open("/")
    tile = page.locator(f'.tile[data-slug="{slug}"]')
    assert tile.get_by_role("heading").inner_text() == title
    assert tile.locator(".preview i").count() >= len(GAMES[slug].piles)
    tile.get_by_role("link", name=f"Rules of {title}").click()
    page.get_by_role("heading", name="Strategy").wait_for()
    visitor.open("/")
    page.get_by_label("Game of today’s deal").select_option(slug)
    page.get_by_role("button", name=f"Play today’s deal of {title}").click()
    page.locator("#board .card").first.wait_for()
    daily = visitor.record
    assert daily.startswith(f"{slug}.")
    visitor.play(f"{slug}.1")
    page.keyboard.press("t")
    visitor.shows(daily, PATIENT)


@some_game
def test_a_lesson_that_nobody_has_written(visitor: Player, slug: str) -> None:
    page = visitor.page
    visitor.open(f"/learn/{slug}")
    page.locator(".part-name", has_text="Columns").wait_for()
    assert GAMES[slug].goal in visitor.note
    page.get_by_role("button", name="Show me").click()
    session = Session.from_record(visitor.record)
    for number in range(1, 5):
        page.locator(".note .tag", has_text=f"{number} of 4").wait_for()
        page.locator("#board .hinted-to").wait_for()
        spots = "(s) => document.querySelector(s).dataset.spot.split(':')[0]"
        src, dst = [page.evaluate(spots, f"#board {each}") for each in (".card.hinted", ".hinted-to")]
        names = session.game.piles
        visitor.move(session, next(m for m in session.moves if (names[m.src], names[m.dst]) == (src, dst)), "click")
    page.locator(".note .tag", has_text="Well done.").wait_for()


@pytest.mark.parametrize("how", ["mouse", "keys"])
@some_game
def test_a_game_is_won(visitor: Player, slug: str, how: str) -> None:
    game = GAMES[slug]
    deal = find_winnable(game, 3)
    session = visitor.play(f"{slug}.{deal.number}")
    for number, m in enumerate(deal.line):
        visitor.move(session, m, "keys" if how == "keys" else ("drag", "click")[number % 2])
        if number % 10 == 0:
            visitor.agrees(session)
    visitor.agrees(session)
    assert session.is_won
    dialog = visitor.page.get_by_role("dialog", name="You won!")
    assert str(session.score) in dialog.inner_text()
    if how == "keys":
        # The dialog has the focus; Enter takes the offer of a new deal.
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_function(
            "(old) => document.getElementById('board').dataset.record !== old", arg=visitor.record
        )


@some_game
def test_the_analyst_at_the_table(visitor: Player, slug: str) -> None:
    page = visitor.page
    session = visitor.play(str(opening(slug, 6).record))
    note = page.locator('.note[data-kind="hint"]')
    seeing = note.filter(has_text="Using hidden cards")
    for key, found in (("h", note), ("Shift+H", seeing)):
        page.keyboard.press(key)
        found.wait_for()
        assert page.locator(".hinted, .hinted-to").count() >= 1
    page.keyboard.press("Escape")
    page.keyboard.press("v")
    page.wait_for_function("() => /^(won|lost|unknown)$/.test(document.querySelector('.chip').dataset.verdict)")
    page.keyboard.press("Shift+V")
    rows = page.get_by_role("complementary", name="Win chance").locator("tr[data-move]")
    rows.first.wait_for()
    assert 1 <= rows.count() <= len(session.moves)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.locator("[data-complete]").wait_for(timeout=LONG * 1000)
    assert page.locator("svg.graph polyline.chance").count() == 1


@some_game
def test_nothing_lies_over_something_else(sit_down: SitDown, address: str, slug: str) -> None:
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        player = sit_down(address=address, viewport=viewport)
        session = player.play(str(opening(slug, 10).record))
        boxes = player.page.evaluate(
            """() => [...document.querySelectorAll("#board .slot")].map((el) => el.getBoundingClientRect())
                .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
        )
        assert len(boxes) == len(session.game.piles)
        for i, (left, top, right, bottom) in enumerate(boxes):
            assert 0 <= left < right <= viewport["width"]
            assert 0 <= top < bottom <= viewport["height"]
            for other in boxes[:i]:
                assert left >= other[2] or right <= other[0] or top >= other[3] or bottom <= other[1]


def test_what_lies_face_down_is_not_in_the_page(visitor: Player) -> None:
    answers: list[Any] = []
    visitor.page.on("response", lambda response: answers.append(response) if "/api/position" in response.url else None)
    session = visitor.play("klondike.11")
    for number in range(16):
        assert cards_in(page_text(visitor)) <= known(session)
        face_down = visitor.page.locator("#board .card.down")
        for card in face_down.all():
            label = card.get_attribute("aria-label") or ""
            assert re.fullmatch(r"|face-down card, column \d|stock, \d+ cards?, face down.*", label), label
            assert card.get_attribute("data-face") == HIDDEN
        visitor.move(session, session.moves[number % len(session.moves)], ("click", "drag", "keys")[number % 3])
    assert 15 < len(known(session)) < 52
    assert answers
    for response in answers:
        assert cards_in(response.text()) <= known(session)


def test_a_card_that_lies_face_down_stays_where_it_is(visitor: Player) -> None:
    session = visitor.play("klondike.1")
    visitor.page.mouse.click(*visitor.point("t7", 2))
    x, y = visitor.point("t7", 3)
    tx, ty = visitor.point("t1", 0)
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(tx, ty)
    visitor.page.mouse.up()
    visitor.agrees(session)


def test_the_server_does_not_tell_the_cards_that_lie_face_down(address: str) -> None:
    """The same game with the unseen cards in another order: to the letter the same answers."""
    deck = list(shuffled(1, 11))
    session = Session(GAMES["klondike"], Deal(given=(tuple(deck),)))
    for number in range(7):
        session.play(session.moves[number % len(session.moves)])
    acts = str(session.record).split("/")[1:]
    unseen = [i for i, card in enumerate(deck) if cards_text([card]) not in known(session)]
    assert len(unseen) > 15
    other = list(deck)
    for i, k in zip(unseen, reversed(unseen), strict=True):
        other[i] = deck[k]
    asked = [
        "position/{}",
        "why/{}?move=t7-t1",
        "why/{}?move=t7-t1x3",
        "why/{}?move=t6-f1x2",
        "hint/{}",
        "chances/{}",
        "coach/{}",
    ]
    told = []
    for cards in (deck, other):
        record = "/".join([f"klondike:{cards_text(cards)}", *acts])
        told.append([get(f"{address}/api/{path.format(record)}").replace(cards_text(cards), "deck") for path in asked])
    assert told[0] == told[1]
