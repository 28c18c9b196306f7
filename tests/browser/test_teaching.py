"""The guided first game: played to the end of its guidance by mouse, finger and keys, left at will, never a trap."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, SitDown
from browser.driver import Player
from longwood.core.game import PileKind
from longwood.games import FAMILIES, GAMES, family_of
from longwood.games.lesson import Lesson
from longwood.notation import parse_move
from longwood.session import Session

every_family = pytest.mark.parametrize("name", FAMILIES)
LANDSCAPE = {"width": 844, "height": 390}


def lesson_of(name: str) -> Lesson:
    return family_of(GAMES[name]).lessons[name]


def signs(text: str) -> str:
    """A text with its cards as the page writes them."""
    found = re.sub(r"\b([A2-9TJQK])([CDHS])\b", lambda card: card[1] + "♣♦♥♠"["CDHS".index(card[2])], text)
    return re.sub(r"T(?=[♣♦♥♠])", "10", found)


_CUT = """(p) => {
    const words = document.createRange();
    words.selectNodeContents(p);
    const room = p.getBoundingClientRect();
    const lines = [...words.getClientRects()];
    return lines.some((line) => line.right > room.right + 1 || line.bottom > Math.min(room.bottom, innerHeight) + 2);
}"""


def is_cut(player: Player) -> bool:
    """Whether some of what is said below the table cannot be seen."""
    return bool(player.page.locator(".note p").evaluate(_CUT))


def begin(player: Player, name: str) -> Session:
    """Open a lesson and go past the names of the parts."""
    lesson = lesson_of(name)
    session = Session.from_record(lesson.deal)
    player.open(f"/learn/{session.game.slug}")
    player.shows(lesson.deal)
    expect(player.page.locator(".note")).to_contain_text(lesson.goal)
    names = player.page.locator(".part-name")
    expect(names).to_have_text([part.name for part in lesson.parts])
    for i in range(names.count()):
        box = names.nth(i).bounding_box()
        size = player.page.viewport_size
        assert box
        assert size
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        # The name of a pile at the foot of the table is not cut by the line below it.
        cloth = player.page.locator(".cloth").bounding_box()
        assert cloth
        assert cloth["y"] <= box["y"] <= box["y"] + box["height"] <= cloth["y"] + cloth["height"]
    player.page.get_by_role("button", name="Show me").click()
    expect(names).to_have_count(0)
    return session


def follow(player: Player, name: str, session: Session, how: str) -> None:
    lesson = lesson_of(name)
    for number, step in enumerate(lesson.steps, 1):
        expect(player.page.locator(".note .tag")).to_have_text(f"{number} of {len(lesson.steps)}")
        expect(player.page.locator(".arrow")).to_be_visible()
        player.move(session, parse_move(session.game, step.move), how)
    expect(player.page.locator(".note .tag")).to_have_text("Well done.")
    player.agrees(session)


@every_family
@pytest.mark.parametrize("how", ["click", "keys", "drag"])
def test_it_is_played_to_the_end_of_its_guidance(sit_down: SitDown, name: str, how: str) -> None:
    player = sit_down()
    session = begin(player, name)
    follow(player, name, session, how)
    # From here on the player is alone.
    player.page.get_by_role("button", name="Play on").click()
    expect(player.page.locator('.note[data-kind="lesson"]')).to_have_count(0)
    player.move(session, session.moves[0], "click")
    expect(player.page.locator('.note[data-kind="lesson"]')).to_have_count(0)


@every_family
@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE, {"width": 320, "height": 640}], ids=["phone", "low", "narrow"])
def test_it_is_played_by_finger_and_no_word_is_cut(sit_down: SitDown, name: str, viewport: dict[str, int]) -> None:
    player = sit_down(viewport=viewport, has_touch=True)
    session = begin(player, name)
    sizes = set()
    for step in lesson_of(name).steps:
        m = parse_move(session.game, step.move)
        expect(player.page.locator(".note p")).to_contain_text(signs(step.say))
        assert not is_cut(player)
        sizes.add(player.page.locator("#board").evaluate("(b) => `${b.clientWidth} ${b.clientHeight}`"))
        src, index, dst, top = player._spots(session, m)
        player.page.touchscreen.tap(*player.point(src, index))
        if src != "s" and not (PileKind.PLACE in session.game.kinds and dst == "w"):
            player.page.locator("#board.carrying").wait_for()
            player.page.touchscreen.tap(*player.point(dst, top))
        session.play(m)
        player.shows(str(session.record))
    expect(player.page.locator(".note .tag")).to_have_text("Well done.")
    # The cards stay where they are from step to step.
    assert len(sizes) == 1


def test_another_move_is_allowed_and_undo_leads_back(player: Player) -> None:
    session = begin(player, "quatorze")
    expect(player.page.locator(".note .tag")).to_have_text("1 of 4")
    player.move(session, parse_move(session.game, "d3-d4"), "click")
    expect(player.page.locator(".note p")).to_contain_text("That works too. The lesson's move: pair 4♠")
    player.page.locator(".note").get_by_role("button", name="Undo").click()
    session.undo()
    expect(player.page.locator(".note .tag")).to_have_text("1 of 4")
    follow(player, "quatorze", session, "click")


def test_whoever_plays_on_after_another_move_has_left_the_lesson(player: Player) -> None:
    session = begin(player, "quatorze")
    for move in ("d3-d4", "a3-a5"):
        player.move(session, parse_move(session.game, move), "click")
    expect(player.page.locator('.note[data-kind="lesson"]')).to_have_count(0)


@every_family
def test_it_can_be_skipped_at_once_and_anywhere(sit_down: SitDown, name: str) -> None:
    player = sit_down()
    lesson = lesson_of(name)
    session = Session.from_record(lesson.deal)
    player.open(f"/learn/{session.game.slug}")
    player.page.get_by_role("button", name="Skip").click()
    expect(player.page.locator(".part-name")).to_have_count(0)
    expect(player.page.locator('.note[data-kind="lesson"]')).to_have_count(0)
    session = begin(player, name)
    player.move(session, parse_move(session.game, lesson.steps[0].move), "click")
    player.page.get_by_role("button", name="Skip").click()
    expect(player.page.locator('.note[data-kind="lesson"]')).to_have_count(0)
    player.agrees(session)


def test_a_reload_goes_on_with_it_and_back_leads_out(player: Player) -> None:
    player.open("/")
    session = begin(player, "terrace")
    player.move(session, parse_move(session.game, "t3-f1"), "click")
    expect(player.page.locator(".note .tag")).to_have_text("2 of 5")
    player.page.reload()
    player.shows(str(session.record))
    expect(player.page.locator(".note .tag")).to_have_text("2 of 5")
    player.page.go_back()
    expect(player.page.locator("#app.lobby")).to_have_count(1)


def test_a_refusal_or_a_hint_does_not_end_it(player: Player) -> None:
    session = begin(player, "terrace")
    player.by_drag(session, parse_move(session.game, "t1-t2"))
    expect(player.page.locator('.note[data-kind="refusal"]')).to_have_count(1)
    player.page.keyboard.press("h")
    expect(player.page.locator('.note[data-kind="hint"], .note[data-kind="thinking"]')).to_have_count(1)
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".note .tag")).to_have_text("1 of 5")
    follow(player, "terrace", session, "click")


def test_the_menu_has_it_and_it_can_be_repeated(player: Player) -> None:
    player.play("quatorze.3")
    for _ in range(2):
        player.page.get_by_role("button", name="More").click()
        player.page.get_by_role("button", name="Teach me").click()
        player.shows("quatorze.7")
        expect(player.page.locator(".part-name")).not_to_have_count(0)
        player.page.get_by_role("button", name="Show me").click()
        expect(player.page.locator(".note .tag")).to_have_text("1 of 4")


def test_a_part_says_what_it_is_for(player: Player) -> None:
    player.open("/learn/terrace")
    player.page.locator(".part-name", has_text="Reserve").click()
    expect(player.page.locator(".note p")).to_contain_text("Reserve: all open, but only the last card")
    player.page.get_by_role("button", name="Show me").click()
    expect(player.page.locator(".note .tag")).to_have_text("1 of 5")


@pytest.mark.usefixtures("ready")
def test_a_first_game_offers_it_and_the_next_one_does_not(patient: Player) -> None:
    page = patient.page
    patient.open("/rules/elevator")
    page.get_by_role("button", name="Play Elevator").click()
    expect(page.locator(".note .tag")).to_have_text("First time?")
    page.get_by_role("button", name="No, thanks").click()
    expect(page.locator('.note[data-kind="lesson"]')).to_have_count(0)
    patient.open("/rules/elevator")
    page.get_by_role("button", name="Play Elevator").click()
    page.locator("#board[data-record]").wait_for()
    expect(page.locator('.note[data-kind="lesson"]')).to_have_count(0)
    patient.open("/rules/quatorze")
    page.get_by_role("button", name="Play Quatorze").click()
    page.get_by_role("button", name="Teach me").click()
    patient.shows("quatorze.7")
    expect(page.locator(".part-name")).not_to_have_count(0)


def test_a_link_to_a_game_offers_nothing(player: Player) -> None:
    player.play("terrace.1")
    expect(player.page.locator('.note[data-kind="prompt"]')).to_have_count(1)


@pytest.mark.usefixtures("ready")
def test_a_relative_is_taught_by_the_fair_hint(patient: Player) -> None:
    # A way to play of one's own has no lesson written.
    patient.open("/learn/terrace,columns=10")
    expect(patient.page.locator(".part-name")).to_have_text(["Stock", "Waste", "Reserve", "Foundations", "Columns"])
    patient.page.get_by_role("button", name="Show me").click()
    session = Session.from_record(patient.record)
    for number in range(1, 5):
        expect(patient.page.locator(".note .tag")).to_have_text(f"{number} of 4")
        patient.page.locator(".hinted").first.wait_for()
        arrow = patient.page.locator(".card.hinted").last.get_attribute("data-spot") or ""
        to = patient.page.locator(".hinted-to").get_attribute("data-spot") or ""
        move = next(
            m
            for m in session.moves
            if (session.game.piles[m.src], session.game.piles[m.dst]) == (arrow.split(":")[0], to.split(":")[0])
        )
        patient.move(session, move, "click")
    expect(patient.page.locator(".note .tag")).to_have_text("Well done.")


def test_no_such_lesson(player: Player) -> None:
    player.open("/learn/klon")
    expect(player.page.locator("main")).to_contain_text("No such lesson")
    player.errors.clear()


def test_a_screen_reader_hears_goal_parts_and_each_move(player: Player) -> None:
    live = player.page.locator("#live")
    player.open("/learn/quatorze")
    expect(live).to_contain_text("Clear the grid")
    expect(live).to_contain_text("On the table: Grid.")
    player.page.keyboard.press("Tab")
    player.page.get_by_role("button", name="Show me").focus()
    player.page.keyboard.press("Enter")
    expect(live).to_contain_text("Four of spades and ten of clubs share a row")
    # The focus is on the card that is to be played.
    assert player.focus() == "b2:0"
