"""What once was wrong at the table, so that it stays right."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from browser.conftest import PATIENT, SitDown
from browser.driver import Player
from browser.lines import won_lines
from longwood.notation import move_text
from longwood.session import Session

pytestmark = pytest.mark.slow

SIZES = {"desktop": (1280, 720), "phone": (390, 844), "landscape": (844, 390), "small": (320, 568)}
every_size = pytest.mark.parametrize("size", SIZES)

_CARDS = """() => [...document.querySelectorAll("#board .card, #board .slot:not([hidden])")]
    .map((el) => { const { x, y, width } = el.getBoundingClientRect(); return [el.dataset.spot, x, y, width]; })
    .sort((a, b) => a[0] < b[0] ? -1 : 1)"""
_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Words that are cut, and buttons that are not on the screen.
_CUT = """(selector) => [...document.querySelectorAll(selector)].filter((el) => el.checkVisibility()).filter((el) => {
    const { left, right, top, bottom } = el.getBoundingClientRect();
    const isOut = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    return isOut || el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 2;
}).map((el) => el.outerHTML.slice(0, 120))"""

# Whether the number stands beside the move, as small as its words, and the bar below.
# Rows are drawn anew as the analyst gets further: what is asked is asked until it holds.
_IS_BESIDE = """() => {
    const row = document.querySelector(".chances tr[data-move]");
    const box = (each) => row.querySelector(each).getBoundingClientRect();
    const [move, number, bar] = ["button", "strong", ".bar-of"].map(box);
    const isInLine = number.left >= move.right - 1 && number.top < move.bottom && number.height < 30;
    return isInLine && bar.top >= number.bottom - 1;
}"""
_GAP = "(note) => note.querySelector('p').getBoundingClientRect().top - note.getBoundingClientRect().top"

# Cards that the line below the table lies on.
_COVERED = """() => {
    const note = document.querySelector(".note").getBoundingClientRect();
    return [...document.querySelectorAll("#board .card")].filter((el) => {
        const card = el.getBoundingClientRect();
        const sides = [
            [card.left, card.right, note.left, note.right],
            [card.top, card.bottom, note.top, note.bottom],
        ];
        return sides.every(([from, to, start, end]) => Math.min(to, end) - Math.max(from, start) > 1);
    }).map((el) => el.dataset.spot);
}"""


def viewport(size: str) -> dict[str, int]:
    return dict(zip(("width", "height"), SIZES[size], strict=True))


def cards(page: Page) -> list[list[object]]:
    found: list[list[object]] = page.evaluate(_CARDS)
    return found


def stuck_elevator() -> str:
    records = (f"elevator.{number}" + "/s-w" * 24 for number in range(1, 100))
    return next(record for record in records if not Session.from_record(record).moves)


@every_size
def test_hint_and_win_chance_move_no_card(sit_down: SitDown, ready: None, size: str) -> None:
    player = sit_down(viewport=viewport(size))
    player.page.set_default_timeout(PATIENT)
    page = player.page
    for record in ("elevator.7/s-w/s-w", "forty-thieves.7/s-w"):
        player.play(record)
        page.evaluate(_FRAMES)
        before = cards(page)
        page.keyboard.press("h")
        page.locator('.note[data-kind="hint"]').wait_for()
        page.evaluate(_FRAMES)
        assert cards(page) == before, "the hint"
        assert page.evaluate(_CUT, ".note p, .note button") == []
        note = page.locator(".note")
        assert note.evaluate("(el) => el.scrollHeight <= el.clientHeight + 1"), "the hint is seen whole"
        if size == "landscape":
            assert note.evaluate(_GAP) < 12, "the hint stands where every word stands"
        page.keyboard.press("Escape")
        page.keyboard.press("Shift+V")
        page.locator(".chances tr[data-move]").first.wait_for()
        page.evaluate(_FRAMES)
        assert cards(page) == before, "the win chance"
        page.wait_for_function(_IS_BESIDE)  # move and chance in one line
        page.get_by_role("button", name="Move to the other side").click()
        page.evaluate(_FRAMES)
        assert cards(page) == before, "the other side"
        page.keyboard.press("Escape")


@every_size
def test_a_hint_is_short_and_covers_no_card(sit_down: SitDown, ready: None, size: str) -> None:
    player = sit_down(viewport=viewport(size))
    page = player.page
    page.set_default_timeout(PATIENT)
    for record in ("quatorze.7", "triple-peaks.11", "elevator.7/s-w"):
        for keys in ("h", "Shift+H"):
            player.play(record)
            page.keyboard.press(keys)
            page.locator('.note[data-kind="hint"]').wait_for()
            # The arrow shows where the cards lie.
            assert "column" not in player.note
            assert page.evaluate(_COVERED) == []


def test_the_note_of_a_loss_is_seen_whole_on_a_low_screen(sit_down: SitDown, ready: None) -> None:
    player = sit_down(viewport=viewport("landscape"), settings='{"verdict": "live"}')
    player.page.set_default_timeout(PATIENT)
    page = player.page
    session = player.play(won_lines()["elevator"].partition("/")[0])
    page.locator('.chip[data-verdict="won"]').wait_for()
    for _ in range(24):
        page.keyboard.press("d")
        session.play("s-w")
        player.shows(str(session.record))
        page.wait_for_function("() => /^(won|lost)$/.test(document.querySelector('.chip').dataset.verdict)")
        if page.locator(".chip").get_attribute("data-verdict") == "lost":
            break
    page.locator('.note[data-kind="loss"]').wait_for()
    assert page.locator(".note").evaluate("(el) => el.scrollHeight <= el.clientHeight + 1")
    assert page.evaluate(_CUT, ".note p, .note button") == []


def test_what_to_do_first_is_not_overwritten(sit_down: SitDown, ready: None) -> None:
    player = sit_down()
    player.page.set_default_timeout(PATIENT)
    for slug, words in (
        ("quatorze", "Tap two cards"),
        ("elevator", "Turn a card"),
        ("terrace", "Choose the base card"),
    ):
        player.play(f"{slug}.1")
        assert player.note.startswith(words)
        player.page.keyboard.press("n")
        player.page.wait_for_function(
            "(old) => document.getElementById('board').dataset.record !== old", arg=f"{slug}.1"
        )
        player.page.wait_for_timeout(100)
        if player.page.locator(".chip").get_attribute("data-verdict") == "won":
            assert words in player.note


@every_size
def test_a_won_game_dances_before_it_is_told(sit_down: SitDown, size: str) -> None:
    player = sit_down(viewport=viewport(size), settings='{"motion": "on"}', reduced_motion="no-preference")
    page = player.page
    line = won_lines()["quatorze"].split("/")
    for is_skipped in (False, True):
        session = player.play("/".join(line[:-1]))
        move = next(m for m in session.moves if move_text(session.game, m) == line[-1])
        player.move(session, move, "click")
        page.locator(".cascade").wait_for()
        assert page.locator("dialog").count() == 0, "nothing covers the dance"
        assert page.locator(".cascade .card").count() == 52
        if is_skipped:
            page.keyboard.press("u")
        dialog = page.get_by_role("dialog", name="You won!")
        dialog.wait_for()
        assert page.locator(".cascade").count() == 0
        player.agrees(session)
        assert page.evaluate(_CUT, "dialog, dialog .panel, dialog button, dialog dd, dialog dt, dialog small") == []
        assert page.locator("dialog .primary").count() == 1
        assert page.locator("dialog .fan .mini").count() == 4
        page.keyboard.press("Escape")


def test_a_card_has_edges_in_high_contrast(sit_down: SitDown) -> None:
    player = sit_down(settings='{"table": "contrast"}')
    player.play("forty-thieves.1")
    shadow = player.page.locator('.card[data-spot="t1:1"]').evaluate("(el) => getComputedStyle(el).boxShadow")
    assert re.search(r"rgb\(0, 0, 0\) 0px 0px 0px 2px", shadow)


def test_no_full_stop_after_an_ellipsis(player: Player, ready: None) -> None:
    player.play("forty-thieves.1")
    page = player.page
    texts = page.evaluate("""() => {
        const texts = [];
        const note = document.querySelector(".note");
        new MutationObserver(() => texts.push(note.innerText)).observe(note, { childList: true, subtree: true });
        window.texts = texts;
    }""")
    page.keyboard.press("h")
    page.locator('.note[data-kind="hint"]').wait_for(timeout=PATIENT)
    texts = page.evaluate("() => window.texts")
    assert any("…" in text for text in texts)
    assert not any("…." in text for text in texts)


def test_a_stuck_game_is_not_asked_whether_it_can_be_won(player: Player) -> None:
    player.play(stuck_elevator())
    assert not player.page.locator(".chip").is_visible()
    player.page.keyboard.press("v")
    assert "No moves left" in player.note


def test_a_stuck_game_says_which_move_lost_it_and_leads_back(sit_down: SitDown, ready: None) -> None:
    player = sit_down()
    player.page.set_default_timeout(PATIENT)
    page = player.page
    deal = won_lines()["elevator"].partition("/")[0]
    session = player.play(deal + "/s-w" * 23)
    while not session.is_stuck:
        player.move(session, session.moves[0], "keys")
    button = page.locator(".note").get_by_role("button", name=re.compile(r"Undo to move \d+"))
    button.wait_for()
    match = re.search(r"Move (\d+) lost the game", player.note)
    assert match
    number = int(match[1])
    button.click()
    record = "/".join(str(session.record).split("/")[:number])
    player.shows(record)
    page.keyboard.press("v")
    page.locator('.chip[data-verdict="won"]').wait_for()
    # Redo brings all of it back.
    page.keyboard.press("r")
    player.agrees(session)


def test_redo_after_a_restart_brings_everything_back(player: Player) -> None:
    session = player.play("forty-thieves.1")
    for _ in range(5):
        player.page.keyboard.press("d")
        session.play("s-w")
    player.agrees(session)
    player.page.keyboard.press("Shift+R")
    player.shows("forty-thieves.1")
    assert player.note == "5 moves undone. Redo brings them all back."
    player.page.keyboard.press("r")
    player.agrees(session)


def test_a_card_without_a_partner_says_so(player: Player) -> None:
    session = player.play("quatorze.1")
    names = session.game.piles
    movable = {names[m.src] for m in session.moves}
    lonely = next(name for name in names[1:-1] if name not in movable)
    player.click(lonely, 0)
    player.page.locator('.note[data-kind="refusal"]').wait_for()
    assert re.fullmatch(r"No card in its row or column makes 14 with .+\.", player.note)
    # A wrong second card says why, and starts nothing anew.
    first = names[session.moves[0].src]
    partners = {names[m.dst] for m in session.moves if names[m.src] == first}
    wrong = next(name for name in names[1:-1] if name[0] == first[0] and name != first and name not in partners)
    player.click(first, 0)
    player.click(wrong, 0)
    player.page.locator(".note").get_by_text(re.compile(r"add up to \d+, not 14")).wait_for()
    assert not player.is_carrying()


def test_the_focus_does_not_land_on_a_stock_that_does_nothing(player: Player) -> None:
    session = player.play("quatorze.1")
    page = player.page
    page.keyboard.press("ArrowRight")
    assert player.focus()[0] in "abcde"
    player.move(session, session.moves[0], "keys")
    assert player.focus()[0] in "abcde"
    page.keyboard.press("n")
    page.wait_for_function("() => document.getElementById('board').dataset.record !== 'quatorze.1'")
    page.wait_for_function("() => document.activeElement?.dataset?.spot?.match(/^[a-e]/)")


@every_size
def test_captions_lie_below_their_piles_and_off_the_edge(sit_down: SitDown, size: str) -> None:
    player = sit_down(viewport=viewport(size))
    page = player.page
    line = next(line for slug, line in won_lines().items() if slug == "triple-peaks").split("/")
    for record in ("quatorze.1", "/".join(line[:12]), "elevator.1/s-w/s-w"):
        session = player.play(record)
        page.evaluate(_FRAMES)
        board = page.locator("#board").bounding_box()
        assert board
        for caption in page.locator(".caption").all():
            box = caption.bounding_box()
            assert box
            assert box["x"] >= board["x"] + 3
            assert box["x"] + box["width"] <= board["x"] + board["width"] - 3
        waste = page.locator('.card[data-spot^="w:"]').all()
        shown = [box for card in waste if (box := card.bounding_box())]
        if shown and "w" in session.game.piles:
            middle = (min(b["x"] for b in shown) + max(b["x"] + b["width"] for b in shown)) / 2
            box = page.locator(".caption").get_by_text("Waste").bounding_box()
            assert box
            assert abs(box["x"] + box["width"] / 2 - middle) < 3


@pytest.mark.parametrize(
    "slug", ["redheads", "generals-patience", "forty-thieves", "quatorze", "triple-peaks-rounds-multiplier"]
)
def test_nothing_is_cut_on_the_smallest_phone(sit_down: SitDown, slug: str) -> None:
    player = sit_down(viewport=viewport("small"), settings='{"par": "during"}')
    player.play(f"{slug}.999999")
    selector = ".tools button, .bar h1, .bar .deal, .status dt, .status dd, .chip, .note p"
    assert player.page.evaluate(_CUT, selector) == []
    tops = player.page.evaluate("() => [...document.querySelectorAll('.status div')].map((el) => el.offsetTop)")
    assert len(set(tops)) == 1, "the figures stand in one row"
    assert player.page.get_by_role("button", name="More").is_visible()


def test_the_viewer_is_whole_on_the_smallest_phone(sit_down: SitDown) -> None:
    player = sit_down(viewport=viewport("small"))
    player.open("/view/forty-thieves.7" + "/s-w" * 60)
    assert player.page.evaluate(_CUT, ".viewer button, .viewer output") == []
    slider = player.page.get_by_role("slider").bounding_box()
    assert slider
    assert slider["x"] >= 0


def test_cards_keep_their_size_from_move_to_move(player: Player) -> None:
    deal, *acts = won_lines()["forty-thieves"].split("/")
    player.open(f"/view/{deal}/" + "/".join(acts))
    page = player.page
    widths = []
    for n in range(len(acts) + 1):
        page.get_by_role("slider").fill(str(n))
        player.shows("/".join([deal, *acts[:n]]))
        widths.append(page.evaluate("() => document.getElementById('board').style.getPropertyValue('--cw')"))
    changes = sum(a != b for a, b in pairwise(widths))
    assert changes <= 6, widths


def test_finish_plays_the_rest(player: Player) -> None:
    line = won_lines()["signora"].split("/")
    session = player.play("/".join(line[:-15]))
    page = player.page
    assert player.note == "Nothing can go wrong now."
    page.locator(".note").get_by_role("button", name="Finish").click()
    page.get_by_role("dialog", name="You won!").wait_for()
    assert Session.from_record(player.record).is_won
    page.keyboard.press("u")
    player.agrees(session)


def test_autoplay_is_grey_when_it_would_do_nothing(player: Player) -> None:
    session = player.play("forty-thieves.1")
    button = player.page.get_by_role("button", name="Autoplay")
    assert bool(session.game.autoplay(session.position)) == (button.get_attribute("aria-disabled") is None)
    button.click()
    session.autoplay()
    player.agrees(session)
    assert button.get_attribute("aria-disabled") == "true"


def test_the_line_is_silent_about_what_was_just_done(player: Player) -> None:
    session = player.play("forty-thieves.1")
    player.page.keyboard.press("d")
    session.play("s-w")
    player.agrees(session)
    assert player.note == ""
    assert "dealt to the waste" in player.page.locator("#live").inner_text()
    player.page.keyboard.press("u")
    session.undo()
    player.agrees(session)
    assert "Undone" not in player.note


def test_a_face_with_a_large_index(sit_down: SitDown) -> None:
    player = sit_down()
    player.play("forty-thieves.1")
    player.page.evaluate("() => { document.documentElement.dataset.face = 'large'; }")
    player.page.set_viewport_size({"width": 1200, "height": 760})
    player.page.evaluate(_FRAMES)
    rank = player.page.locator('.card[data-spot="t1:3"] path[stroke]').first
    box = rank.evaluate("(el) => el.getBoundingClientRect().height")
    height = player.page.evaluate("() => parseFloat(document.getElementById('board').style.getPropertyValue('--ch'))")
    assert box / height > 0.27
