"""The lobby: what is offered first, one tile for each family, other names, near misses, every size."""

import json
import re

import pytest
from playwright.sync_api import Route

from browser.conftest import PATIENT, PHONE, SitDown
from browser.driver import Player
from browser.lines import won_lines
from browser.test_accessible import violations
from longwood.games import FAMILIES, GAMES
from longwood.session import Session

pytestmark = pytest.mark.slow

SIZES = [(1280, 720), (390, 844), (844, 390), (320, 568)]
# What reaches over the edge of the screen, or of what it lies in.
_CUT = """() => [...document.querySelectorAll(".offer *, .tile .blurb *, .lobby > header *")]
    .filter((el) => el.checkVisibility() && (el.getBoundingClientRect().right > innerWidth + 0.5
        || (!["SELECT", "OPTION", "INPUT", "BUTTON"].includes(el.tagName)
            && el.scrollWidth > el.clientWidth + 1 && el.clientWidth)))
    .map((el) => el.outerHTML.slice(0, 90))"""


def shown(player: Player) -> list[str]:
    """The tiles that are seen, by the way to play that each has chosen."""
    slugs: list[str] = player.page.locator(".tile:visible").evaluate_all("(all) => all.map((el) => el.dataset.slug)")
    return slugs


def status(player: Player) -> str:
    return player.page.locator(".none").inner_text()


def find(player: Player, text: str) -> list[str]:
    player.page.get_by_role("searchbox").fill(text)
    return shown(player)


def test_one_tile_for_each_family_with_its_ways_to_play(player: Player) -> None:
    player.open("/")
    page = player.page
    for family in FAMILIES.values():
        tile = page.locator(f'.tile[data-family="{family.name}"]')
        text = tile.inner_text()
        assert family.fun in text
        share = family.fair_wins(family.games[0])
        assert share is not None
        assert f"careful play wins {int(100 * share + 0.5)}\N{NO-BREAK SPACE}%" in text
        assert f"{family.minutes.replace('-', '–')} minutes" in text
        assert tile.locator(".preview svg.face").count() > 20
        ways = tile.get_by_label(f"Ways to play {family.title}")
        assert ways.count() == (1 if len(family.games) > 1 else 0)
        for game in family.games[1:]:
            ways.select_option(game.slug)
            assert game.about in tile.inner_text()
            assert (
                tile.get_by_role("link", name=f"Rules of {game.title}").get_attribute("href") == f"/rules/{game.slug}"
            )
            assert re.fullmatch(
                rf"/play/{game.slug}\.\d+",
                tile.get_by_role("link", name=f"Play {game.title}", exact=True).get_attribute("href") or "",
            )


def test_the_way_that_was_played_last_is_chosen(player: Player) -> None:
    session = player.play("signora.3")
    player.move(session, session.moves[0], "click")
    player.page.wait_for_function("() => localStorage.getItem('longwood.known')")
    player.open("/")
    assert "signora" in shown(player)
    player.page.locator('.tile[data-family="terrace"]').get_by_role("link", name="Play Signora").click()
    player.page.locator("#board .card").first.wait_for()
    assert player.record.startswith("signora.")


def test_newcomers_are_told_where_to_start_until_they_have_won(player: Player) -> None:
    (family,) = [family for family in FAMILIES.values() if family.is_for_newcomers]
    game = family.games[0]
    player.open("/")
    player.page.get_by_role("link", name=f"Start with {game.title}").click()
    player.page.locator("#board .card").first.wait_for()
    assert player.record.startswith(f"{game.slug}.")
    line, last = won_lines()["elevator"].rsplit("/", 1)
    session = player.play(line)
    move = next(
        m
        for m in session.moves
        if str(Session.from_record(f"{line}/{last}").position) == str(session.game.play(session.position, m))
    )
    player.move(session, move, "click")
    assert session.is_won
    player.page.wait_for_function("() => localStorage.getItem('longwood.known')?.includes('true')")
    player.open("/")
    assert player.page.get_by_text("New here?").count() == 0


def test_other_names_and_near_misses(player: Player) -> None:
    player.open("/")
    for text, slug in [
        ("napoleon at st helena", "forty-thieves"),
        ("Tri Peaks", "triple-peaks"),
        ("tripeaks", "triple-peaks"),
        ("fourteens", "quatorze"),
        ("general", "generals-patience"),
        ("GENERALS", "generals-patience"),
        ("blond", "blondes-and-brunettes"),
        ("multiplier", "triple-peaks-multiplier"),
    ]:
        assert find(player, text) == [slug], text
        assert status(player) == f"Found: {GAMES[slug].title}.", text
    for text, slug in [("elevater", "elevator"), ("fourty theives", "forty-thieves"), ("quatroze", "quatorze")]:
        assert find(player, text) == [slug], text
        assert status(player) == f"Did you mean {GAMES[slug].title}?"
    for text, name, slug in [
        ("klon", "Klondike", "terrace"),
        ("klondyke", "Klondike", "terrace"),
        ("freecell", "FreeCell", "forty-thieves"),
        ("spidr", "Spider", "forty-thieves"),
    ]:
        assert slug in find(player, text), text
        assert re.match(f"(There’s no {name} here. The closest is|Found:)", status(player)), text
    # Whatever is asked for there is something to play.
    assert len(find(player, "bridge")) == len(FAMILIES)
    assert status(player) == "No game of that name. Here’s what there is."
    assert len(find(player, "")) == len(FAMILIES)
    assert status(player) == ""
    find(player, "signora")
    player.page.keyboard.press("Enter")
    player.page.locator("#board .card").first.wait_for()
    assert player.record.startswith("signora.")


@pytest.mark.usefixtures("ready")
def test_todays_deal_says_that_the_analyst_is_not_ready(player: Player) -> None:
    page = player.page
    starting = '{"state": "starting", "words": "", "waiting": 1, "workers": 0}'
    page.route("**/api/analyst", lambda route: route.fulfill(body=starting))
    page.route("**/api/daily/**", lambda route: route.fulfill(body=""))
    player.open("/")
    page.locator(".today button").click()
    page.locator(".none").get_by_text("The analyst is still getting ready").wait_for()


def test_todays_deal_has_a_date_and_a_level(patient: Player) -> None:
    patient.open("/")
    page = patient.page
    page.get_by_label("Game of today’s deal").select_option("elevator")
    page.locator(".today .more").get_by_text(
        re.compile("^[A-Z][a-z]{2},? \\d+ [A-Z][a-z]+ · (Easy|Medium|Hard|Very hard)$")
    ).wait_for(timeout=PATIENT)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("button", name="Play today’s deal of Elevator").click()
    page.locator("#board .card").first.wait_for()
    assert page.locator(".day-mark").is_visible()
    assert not [url for url in asked if "/api/daily" in url], "what is known is not asked for again"


def fill(player: Player) -> None:
    """Games that wait, one of them with the longest name there is."""
    longest = max(GAMES.values(), key=lambda game: len(game.title))
    saves = {
        f"{game.slug}.8": {"record": f"{game.slug}.8/s-w", "title": game.title, "elapsed": 61_000, "when": when}
        for when, game in enumerate([*GAMES.values(), longest])
    }
    player.page.evaluate("(text) => localStorage.setItem('longwood.games', text)", json.dumps(saves))


_CUT_CARDS = """() => [...document.querySelectorAll(".tile .picture")].filter((picture) => {
    const room = picture.getBoundingClientRect();
    return [...picture.querySelectorAll(".preview i")].some((card) => {
        const box = card.getBoundingClientRect();
        return box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
    });
}).map((picture) => picture.closest(".tile").dataset.family)"""
"""Families whose picture shows a part of a card only."""


_NAME_FITS = """(select) => {
    const pen = document.createElement("canvas").getContext("2d");
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(select);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return pen.measureText(select.selectedOptions[0].text).width + 20 <= select.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_screen_holds_what_is_offered_first(sit_down: SitDown, size: tuple[int, int]) -> None:
    width, height = size
    player = sit_down(viewport={"width": width, "height": height})
    player.open("/")
    fill(player)
    player.open("/")
    page = player.page
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    assert page.evaluate(_CUT) == []
    for name in ("Continue", "New here?", "Today’s deal"):
        box = page.locator(".offer", has=page.get_by_text(name, exact=True)).first.bounding_box()
        assert box
        assert page.locator(".offer h2").get_by_text(name, exact=True).is_visible()
        assert box["y"] + box["height"] <= height + (0 if height > 500 else 120), name
    assert page.evaluate(_CUT_CARDS) == []
    chosen = page.get_by_label("Game of today’s deal")
    chosen.select_option("forty-thieves")
    assert chosen.evaluate(_NAME_FITS), "the name of today's game is seen whole"
    # Every row of tiles reaches from side to side.
    rows: dict[float, list[dict[str, float]]] = {}
    for box in page.locator(".tile").evaluate_all("(all) => all.map((el) => el.getBoundingClientRect().toJSON())"):
        rows.setdefault(round(box["y"]), []).append(box)
    left, right = page.locator(".tiles").evaluate(
        "(el) => { const r = el.getBoundingClientRect(); return [r.left, r.right]; }"
    )
    for row in rows.values():
        assert abs(row[0]["left"] - left) < 1
        assert abs(row[-1]["right"] - right) < 1


def test_the_journal_may_come_late(player: Player) -> None:
    page = player.page
    held: list[Route] = []
    page.route("**/api/journal", lambda route: held.append(route))
    player.open("/")
    assert page.locator(".tile").count() == len(FAMILIES)
    assert page.get_by_text("New here?").is_visible()
    assert "redheads" not in shown(player)
    known = {
        "is_kept": True, "is_shared": True, "token": "t", "problem": "", "note": "", "backup": "", "name": "",
        "unfinished": [], "unfinished_count": 0, "today": {"redheads": "won"}, "has_won": True,
        "recent": ["redheads,columns=9", "terrace"], "settings": "{}",
    }  # fmt: skip
    held[0].fulfill(json=known)
    page.get_by_role("link", name="Leaderboard of Redheads").first.wait_for()
    assert page.get_by_text("New here?").count() == 0
    assert "redheads" in shown(player)
    page.get_by_label("Game of today’s deal").select_option("redheads")
    page.get_by_role("button", name="Play again today’s deal of Redheads").wait_for()
    assert page.locator(".today .more").inner_text().endswith("✓ won")


def test_axe_finds_nothing_in_a_full_lobby(sit_down: SitDown) -> None:
    found = []
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        player = sit_down(settings='{"table": "light"}', viewport=viewport)
        player.open("/")
        fill(player)
        player.open("/")
        player.page.locator("summary").click()
        found += violations(player)
        for table in ("dark", "contrast"):
            player.page.evaluate("(table) => { document.documentElement.dataset.table = table; }", table)
            found += [f"{table}: {violation}" for violation in violations(player, ["color-contrast"])]
    assert not found, "\n".join(found)
