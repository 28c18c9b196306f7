"""Every game, played through the page from the deal to the end."""

import pytest

from browser.driver import Player
from browser.lines import is_done, won_lines
from longwood.games import GAMES
from longwood.notation import parse_record
from longwood.session import Session

pytestmark = pytest.mark.slow

WON = won_lines()
ONE_OF_EACH_FAMILY = ["wood", "forty-thieves", "quatorze", "triple-peaks", "elevator"]


def test_there_is_a_won_game_of_every_slug() -> None:
    assert set(WON) == set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_by_drag_click_and_keys(player: Player, slug: str) -> None:
    record = parse_record(WON[slug])
    session = player.play(str(Session(record.game, record.deal).record))
    page = player.page
    for number, act in enumerate(record.acts):
        # In runs of three, so that no way of moving always meets the same kind of move.
        player.move(session, act[0], ("drag", "click", "keys")[number // 3 % 3])
        if number % 10 == 0:
            player.agrees(session)
        if number == 12:
            undo_and_redo(player, session)
            page.reload()
            player.agrees(session)
    player.agrees(session)
    assert is_done(session)
    if session.is_won:
        dialog = page.get_by_role("dialog", name="You won!")
        assert str(session.score) in dialog.inner_text()
        dialog.get_by_role("button", name="Close").click()
    assert player.record == str(session.record)
    page.go_back()
    page.go_forward()
    player.agrees(session)


def undo_and_redo(player: Player, session: Session) -> None:
    """Twice back by button and key, and forward again; the page is each time what the rules say."""
    page = player.page
    for key in ("", "Control+z"):
        page.keyboard.press(key) if key else page.get_by_role("button", name="Undo").click()
        session.undo()
        player.agrees(session)
    for key in ("", "r"):
        page.keyboard.press(key) if key else page.get_by_role("button", name="Redo").click()
        session.redo()
        player.agrees(session)


@pytest.mark.parametrize("slug", ONE_OF_EACH_FAMILY)
def test_a_game_is_won_by_keyboard_alone(player: Player, slug: str) -> None:
    record = parse_record(WON[slug])
    session = player.play(str(Session(record.game, record.deal).record))
    for act in record.acts:
        player.move(session, act[0], "keys")
    player.agrees(session)
    assert session.is_won
    # The dialog has the focus; Enter takes the offer of a new deal.
    player.page.keyboard.press("Enter")
    # The address may lag behind the last moves: not to hold the old game is no sign of a new one.
    player.page.wait_for_function("(deal) => location.pathname.startsWith(deal)", arg=f"/play/{slug}.")
