"""Games of one's own and typed-in positions, at the page: made, linked, drawn, played, hinted at."""

import re

import pytest

from browser.conftest import PATIENT, PHONE, SitDown
from browser.driver import Player
from browser.test_accessible import violations
from browser.test_screens import _OUTSIDE, SIZES
from longwood import Session
from longwood.games import FAMILIES
from longwood.laid import laid_text

pytestmark = pytest.mark.slow

LATE = "elevator.6/s-w/g3-w/g5-w/s-w/s-w/g6-w"
OWN = [
    "terrace,reserve=12,columns=10.5/t1-f1",
    "terrace,reserve=30,columns=12.5/t1-f1",
    "terrace,reserve=0,columns=4.5/t1-f1",
    "redheads,columns=12,reserve=30.5",
    "forty-thieves,columns=12.5",
    "forty-thieves,columns=13,rows=8.5",
    "forty-thieves,columns=6,rows=1.5",
    "quatorze,size=7.5",
    "quatorze,size=3.5",
    "elevator,wraps=no.5",
    "triple-peaks,wraps=no,rounds=yes.5",
]


def laid(record: str, *, hides: bool = False) -> str:
    session = Session.from_record(record)
    return f"{session.game.slug}@{laid_text(session.game, session.position, hides=hides)}"


UNKNOWN = laid(LATE, hides=True)


def canonical(record: str) -> str:
    return str(Session.from_record(record).record)


def open_maker(player: Player, title: str) -> None:
    player.open("/")
    player.page.get_by_role("button", name=f"Make your own {title}", exact=True).click()
    player.page.locator(".made .preview").wait_for()


def test_every_table_of_ones_own_fits_without_scrolling(player: Player) -> None:
    for record in map(canonical, OWN):
        player.play(record)
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            player.page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            assert player.page.evaluate(_OUTSIDE) == [], f"{record} at {width} by {height}"


@pytest.mark.parametrize("how", ["click", "drag", "keys"])
@pytest.mark.parametrize(
    "record",
    ["terrace,reserve=12,columns=10.5", "quatorze,size=7.5", "forty-thieves,columns=12.5", laid(LATE), UNKNOWN],
)
def test_they_are_played(player: Player, record: str, how: str) -> None:
    session = player.play(record)
    for _ in range(4):
        player.move(session, session.moves[0], how)
        player.agrees(session)
    assert player.record == str(session.record)
    player.page.keyboard.press("u")
    session.undo()
    player.agrees(session)
    player.page.reload()
    player.agrees(session)


def test_options_in_any_order_have_one_address(player: Player) -> None:
    player.open("/play/terrace,columns=10,reserve=12.5/t1-f1")
    player.shows("terrace,reserve=12,columns=10.5/t1-f1")
    assert player.page.url.endswith("/play/terrace,reserve=12,columns=10.5/t1-f1")
    player.open("/play/terrace,choose-base=no.5")
    player.shows("falling-stars.5")
    assert player.page.locator("h1").inner_text() == "Falling Stars"
    piles = laid(LATE).partition("@")[2].split(",")
    player.open(f"/view/elevator@{','.join(reversed(piles))}/s-w")
    player.shows(laid(LATE))


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE], ids=["desktop", "phone"])
def test_a_game_is_made_and_played(sit_down: SitDown, viewport: dict[str, int]) -> None:
    player = sit_down(viewport=viewport)
    open_maker(player, "Terrace")
    page = player.page
    about = page.locator(".made .about")
    page.get_by_label("Columns", exact=True).fill("10")
    page.get_by_label("Cards in the reserve").fill("12")
    about.get_by_text("Terrace with a reserve of 12 and 10 columns.").wait_for()
    assert page.locator(".made .preview .hole").count() == 1 + 8 + 6, (
        "waste, foundations and columns still to be filled"
    )
    link = page.get_by_label("Link to this game").input_value()
    assert re.fullmatch(rf"{player.origin}/play/terrace,reserve=12,columns=10\.[0-9]+", link)
    assert not violations(player)
    # What is out of range is said, and there is nothing to play.
    page.get_by_label("Columns", exact=True).fill("99")
    page.locator(".problem").get_by_text("Columns: choose a number from 4 to 12.").wait_for()
    assert page.locator("dialog").get_by_text("Play", exact=True).get_attribute("href") is None
    assert page.get_by_label("Link to this game").input_value() == ""
    assert not violations(player)
    page.get_by_label("Columns", exact=True).fill("10")
    about.get_by_text("10 columns").wait_for()
    page.get_by_role("link", name="Play", exact=True).click()
    session = Session.from_record(link.partition("/play/")[2])
    player.agrees(session)
    assert page.locator("h1").inner_text() == "Custom Terrace"
    # It is kept like any other game, and waits in the lobby.
    player.move(session, session.moves[0], "click")
    page.wait_for_timeout(400)
    player.open("/")
    page.get_by_role("link", name="Continue").click()
    player.agrees(session)


def test_what_makes_no_sense_together_is_refused(player: Player) -> None:
    open_maker(player, "Terrace")
    # On a low screen the options scroll, and what plays them stays in sight.
    player.page.set_viewport_size({"width": 844, "height": 390})
    box = player.page.get_by_role("link", name="Play", exact=True).bounding_box()
    assert box
    assert box["y"] + box["height"] <= 390
    player.page.get_by_label("Cards in the reserve").fill("0")
    player.page.get_by_label("Empty columns are filled").select_option("from-reserve")
    problem = player.page.locator(".problem")
    problem.get_by_text("Empty columns cannot be filled from a reserve without cards.").wait_for()
    # The browser reports the refusal in its console.
    player.errors.clear()


def test_every_family_has_a_maker(player: Player) -> None:
    for family in FAMILIES.values():
        open_maker(player, family.games[0].title)
        for option in family.options:
            field = player.page.get_by_label(option.label, exact=True)
            last = option.choices[-1].text
            if option.is_number:
                assert (field.get_attribute("min"), field.get_attribute("max")) == (option.choices[0].text, last)
            elif option.name != "fill":
                field.select_option(last)
        player.page.get_by_role("link", name="Play", exact=True).wait_for()


def test_games_of_ones_own_wait_in_the_lobby(player: Player) -> None:
    for record in ("quatorze,size=4.1", "elevator.1"):
        session = player.play(record)
        player.move(session, session.moves[0], "click")
        player.page.wait_for_timeout(400)
    player.open("/")
    player.page.get_by_text("1 more unfinished").click()
    player.page.get_by_role("link", name="Custom Quatorze, deal 1").click()
    player.page.wait_for_selector("#board .card")
    assert player.record.startswith("quatorze,size=4.1/")


@pytest.mark.usefixtures("ready")
def test_hints_of_a_game_of_ones_own_and_of_a_position(patient: Player) -> None:
    for record in ("quatorze,size=7.5", laid(LATE), UNKNOWN):
        patient.play(record)
        patient.page.keyboard.press("h")
        patient.page.locator('.note[data-kind="hint"] p').wait_for()
        assert re.search("to win from here|Nothing is hidden", patient.note)


@pytest.mark.usefixtures("ready")
def test_nothing_is_proven_of_unknown_cards(sit_down: SitDown) -> None:
    player = sit_down(settings='{"verdict": "live", "par": "during", "hints": "all-seeing"}')
    page = player.page
    page.set_default_timeout(PATIENT)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    session = player.play(UNKNOWN)
    assert player.note == "Some cards are unknown: they are made up as they turn up."
    assert page.locator(".chip").is_hidden()
    page.keyboard.press("v")
    page.keyboard.press("h")
    page.locator('.note[data-kind="hint"] p').wait_for()
    assert "to win from here" in player.note
    player.move(session, session.moves[-1], "click")
    page.keyboard.press("o")
    menu = page.locator(".menu").inner_text()
    assert "Win chance" in menu
    for hidden in ("Can this be won?", "Report on this game", "Hint from visible cards", "Hint using hidden cards"):
        assert hidden not in menu
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    assert not page.get_by_text("How hard is this deal?").count()
    assert not [url for url in asked if re.search("/api/(verdict|par|deal|report)/|all-seeing", url)]


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("record", ["quatorze,size=3.8", laid(LATE)])
def test_a_report_on_a_game_of_ones_own(patient: Player, record: str) -> None:
    session = Session.from_record(record)
    for _ in range(2):
        session.play(session.moves[0])
    patient.open(f"/report/{session.record}")
    patient.page.locator("[data-complete]").wait_for()
    assert f"Report on {session.game.title}" in patient.page.locator("h1").inner_text()


def test_a_report_on_unknown_cards_is_refused(player: Player) -> None:
    player.open(f"/report/{UNKNOWN}/s-w")
    player.page.locator(".progress").get_by_text("Some cards here are unknown").wait_for()
    player.errors.clear()


@pytest.mark.parametrize("record", ["terrace,columns=99.1", "elevator@w=7H7H", "terrace,colums=8.1"])
def test_a_link_to_no_game_is_explained(player: Player, record: str) -> None:
    player.open(f"/play/{record}")
    words = player.page.locator("main").inner_text()
    assert "This game can’t be shown" in words
    assert re.search("only a number from 4 to 12|too many 7|did you mean columns", words)
    player.errors.clear()


def test_rules_say_what_is_different(player: Player) -> None:
    player.open("/rules/quatorze,size=7")
    player.page.get_by_text("Quatorze with a grid 7 by 7. All else is as in Quatorze, described below.").wait_for()
    assert player.page.get_by_role("button", name="Play Custom Quatorze").is_visible()


def test_axe_finds_nothing_on_tables_of_ones_own(sit_down: SitDown) -> None:
    player = sit_down(settings='{"table": "light"}')
    for record in (canonical(OWN[1]), canonical(OWN[7]), UNKNOWN):
        player.play(record)
        assert not violations(player), record
