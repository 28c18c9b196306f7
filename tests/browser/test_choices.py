"""What a player may choose: looks, layout, sounds, and where the menu keeps the rest."""

import json
import re

import pytest

from browser.conftest import SitDown
from browser.driver import Player
from browser.lines import won_lines
from browser.test_accessible import violations
from longwood.games import layout

pytestmark = pytest.mark.slow

SIZES = [(1280, 800), (390, 844), (844, 390), (320, 640)]
DATA = "() => ({ ...document.documentElement.dataset })"
# Counts what is played without listening to it.
_EARS = """window.heard = [];
for (const kind of ["createOscillator", "createBufferSource"]) {
    const make = AudioContext.prototype[kind];
    AudioContext.prototype[kind] = function () { window.heard.push(kind); return make.call(this); };
}
window.felt = [];
navigator.vibrate = (pulse) => { window.felt.push(pulse); return true; };"""
_WHERE = """() => {
    const spots = [...document.querySelectorAll("#board .card[role], #board .slot[role]")];
    return Object.fromEntries(spots.map((el) => {
        const { left, right, top } = el.getBoundingClientRect();
        return [el.dataset.spot, [left, right, top]];
    }));
}"""
_BELOW = """() => {
    const panel = document.querySelector("dialog .panel");
    const { bottom, right } = panel.getBoundingClientRect();
    return panel.scrollHeight > panel.clientHeight + 1 || bottom > innerHeight || right > innerWidth;
}"""


def open_tab(player: Player, name: str) -> None:
    if not player.page.locator("dialog.settings").count():
        player.page.keyboard.press("s")
    player.page.get_by_role("tab", name=name, exact=True).click()


def test_looks_are_chosen_by_pictures_and_remembered(player: Player) -> None:
    player.play("triple-peaks.1")
    page = player.page
    back = page.locator(".card.down .face").first
    before = back.evaluate("(el) => getComputedStyle(el).backgroundImage")
    cloth = page.locator(".cloth").evaluate("(el) => getComputedStyle(el).backgroundImage")
    open_tab(player, "Cards")
    assert page.locator(".sample .mini").count() == 9
    page.get_by_label("Stars").check()
    page.get_by_label("Large").check()
    open_tab(player, "Table")
    assert page.locator(".sample .swatch").count() == 6
    page.get_by_label("Wine").check()
    page.get_by_label("Hide").check()
    page.keyboard.press("Escape")
    page.reload()
    page.locator("#board .card").first.wait_for()
    chosen = page.evaluate(DATA)
    assert (chosen["back"], chosen["face"], chosen["cloth"], chosen["clock"]) == ("stars", "large", "wine", "hidden")
    assert back.evaluate("(el) => getComputedStyle(el).backgroundImage") != before
    assert page.locator(".cloth").evaluate("(el) => getComputedStyle(el).backgroundImage") != cloth
    assert page.locator(".stat-time").is_hidden()


# How well the words on the cloth are read where it is lightest.
_CONTRAST = """() => {
    const light = (name) => {
        const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1);
        const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return (light("--slot-word") + 0.05) / (light("--cloth") + 0.05);
}"""


def test_every_back_and_every_cloth_differs(player: Player) -> None:
    player.play("triple-peaks.1")
    page = player.page
    backs, cloths = set(), set()
    for table in ("dark", "light"):
        for name in ("bee", "red", "scales", "stars", "tiles", "weave"):
            looks = page.evaluate(
                """([table, name]) => {
                    Object.assign(document.documentElement.dataset, { table, back: name });
                    const back = document.querySelector(".card.down .face");
                    const ground = getComputedStyle(back.querySelector(".back-ground"));
                    return getComputedStyle(back).backgroundImage + ground.fill + ground.display;
                }""",
                [table, name],
            )
            backs.add(looks)
        for name in ("green", "blue", "wine", "slate", "walnut", "plum"):
            cloths.add(
                page.evaluate(
                    """([table, cloth]) => {
                        Object.assign(document.documentElement.dataset, { table, cloth });
                        return getComputedStyle(document.querySelector(".cloth")).backgroundImage;
                    }""",
                    [table, name],
                )
            )
            assert page.evaluate(_CONTRAST) >= 4.5, f"the words on {name}, {table}"
    assert (len(backs), len(cloths)) == (6, 12)


def test_every_face_differs_and_is_drawn_at_once(player: Player) -> None:
    player.play("forty-thieves.1")
    page = player.page
    faces = set()
    for name in ("Classic", "Plain", "Large"):
        open_tab(player, "Cards")
        sample = page.locator("label.sample", has=page.get_by_label(name))
        sample.click()
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        faces.add(page.locator('.card[data-spot="t1:3"]').inner_html())
    assert len(faces) == 3


def test_all_keys_are_seen_at_once_on_a_desktop(sit_down: SitDown) -> None:
    player = sit_down(viewport={"width": 1280, "height": 800})
    player.play("terrace.1")
    player.page.keyboard.press("?")
    player.page.locator("dialog .sheet").wait_for()
    assert not player.page.evaluate(_BELOW)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_in_settings_and_menu_is_below_the_fold(sit_down: SitDown, size: tuple[int, int]) -> None:
    width, height = size
    player = sit_down(viewport={"width": width, "height": height})
    session = player.play("terrace.1")
    player.move(session, session.moves[0], "click")
    page = player.page
    places = set()
    for name in ("Cards", "Table", "Effects", "Play", "Help"):
        open_tab(player, name)
        assert not page.evaluate(_BELOW), name
        box = page.get_by_role("tab", name="Cards").bounding_box()
        assert box
        places.add((round(box["x"]), round(box["y"])))
    # The tabs stay where they are, whatever the group holds.
    assert len(places) == 1
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    assert not page.evaluate(_BELOW)
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.get_by_role("dialog", name="Deals and levels").wait_for()
    assert not page.evaluate(_BELOW)
    assert page.locator("dialog .panel").evaluate("(el) => el.scrollWidth <= el.clientWidth")
    # What is chosen does not look like a button that does something.
    looks = page.locator(".choice input:checked + span, dialog .primary").evaluate_all(
        "(found) => found.map((el) => getComputedStyle(el).backgroundColor)"
    )
    assert looks.count(looks[-1]) == 1


def test_the_tabs_go_by_arrows(player: Player) -> None:
    player.play("terrace.1")
    page = player.page
    open_tab(player, "Cards")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.get_by_role("tab", name="Effects").get_attribute("aria-selected") == "true"
    assert page.get_by_role("tabpanel").count() == 1
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("tabpanel").get_by_text("Hints").is_visible()


def test_the_menu_repeats_nothing_that_is_on_the_screen(sit_down: SitDown) -> None:
    for width, is_shown in ((1280, True), (390, False)):
        player = sit_down(viewport={"width": width, "height": 844})
        session = player.play("terrace.1")
        player.move(session, session.moves[0], "click")
        page = player.page
        shown = page.locator(".tool:visible").evaluate_all("(all) => all.map((el) => el.getAttribute('aria-label'))")
        page.keyboard.press("o")
        items = page.locator(".menu .item span").all_inner_texts()
        assert not set(shown) & set(items)
        assert ("Settings" in shown, "Settings" in items) == (is_shown, not is_shown)
        assert "All games" not in items
        assert {"Teach me", "Report on this game", "Share this deal", "Sound on"} <= set(items)
        assert [*map(str.lower, page.locator(".menu h3").all_inner_texts())] == [
            "this game", "another game", "learn", "look back", "table",
        ]  # fmt: skip


def test_sounds_are_off_until_they_are_wanted(player: Player) -> None:
    page = player.page
    page.add_init_script(_EARS)
    session = player.play("forty-thieves.1")
    player.move(session, session.moves[0], "click")
    assert page.evaluate("() => window.heard") == []
    assert page.locator(".mute").is_hidden()
    page.keyboard.press("q")
    assert len(page.evaluate("() => window.heard")) == 2, "what was switched on can be heard at once"
    page.wait_for_timeout(80)
    page.keyboard.press("d")
    session.play("s-w")
    player.agrees(session)
    assert page.evaluate(DATA)["heard"] == "turned"
    page.wait_for_timeout(80)
    x, y = player.point("t10", 3)
    page.mouse.dblclick(x, y)
    page.wait_for_timeout(80)
    to = player.point("t5", 3)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(to[0] + 20, to[1] + 20)
    page.mouse.move(to[0], to[1])
    page.mouse.up()
    page.wait_for_function("() => document.documentElement.dataset.heard === 'refused'")
    # Off at one tap.
    page.get_by_role("button", name="Sound off").click()
    before = len(page.evaluate("() => window.heard"))
    page.keyboard.press("d")
    page.wait_for_timeout(200)
    assert len(page.evaluate("() => window.heard")) == before
    assert json.loads(page.evaluate("() => localStorage.getItem('longwood.settings')"))["sound"] == "off"


def test_a_hidden_page_is_silent_and_a_win_is_heard(sit_down: SitDown) -> None:
    player = sit_down(settings='{"sound": "soft"}')
    page = player.page
    page.add_init_script(_EARS)
    line, last = won_lines()["elevator"].rsplit("/", 1)
    session = player.play(line)
    page.evaluate("() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
    page.keyboard.press("u")
    page.wait_for_timeout(200)
    assert page.evaluate("() => window.heard") == []
    page.evaluate("() => Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })")
    page.keyboard.press("r")
    player.agrees(session)
    page.wait_for_timeout(80)
    move = next(m for m in session.moves if session.game.piles[m.src] == last.split("-")[0])
    player.move(session, move, "click")
    assert session.is_won
    page.wait_for_function("() => document.documentElement.dataset.heard === 'won'")


def test_a_finger_feels_it_and_a_mouse_does_not(sit_down: SitDown) -> None:
    player = sit_down(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = player.page
    page.add_init_script(_EARS)
    session = player.play("forty-thieves.1")
    x, y = player.point("s", len(session.position.piles[0]) - 1)
    page.touchscreen.tap(x, y)
    session.play("s-w")
    player.agrees(session)
    assert page.evaluate("() => window.felt") == [8]
    open_tab(player, "Effects")
    assert page.get_by_role("group", name="Vibration").is_visible()
    page.get_by_role("group", name="Vibration").get_by_label("Off").check()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    # No hand is as quick as this script: a second tap within a quarter of a second is the other half of a double tap.
    page.wait_for_timeout(400)
    x, y = player.point("s", len(session.position.piles[0]) - 1)
    page.touchscreen.tap(x, y)
    session.play("s-w")
    player.agrees(session)
    assert page.evaluate("() => window.felt") == [8]


@pytest.mark.parametrize("viewport", [(1280, 800), (390, 844)], ids=str)
@pytest.mark.parametrize(
    "record", ["terrace.1/t1-f1/s-w", "forty-thieves.1/s-w/s-w", "triple-peaks.1/s-w", "elevator.1/s-w", "quatorze.1"]
)
def test_a_left_handed_table_is_a_mirror_image(sit_down: SitDown, record: str, viewport: tuple[int, int]) -> None:
    size = {"width": viewport[0], "height": viewport[1]}
    boxes = []
    for hand in ("right", "left"):
        player = sit_down(settings=json.dumps({"hand": hand}), viewport=size)
        session = player.play(record)
        boxes.append(player.page.evaluate(_WHERE))
    right, left = boxes
    assert right.keys() == left.keys()
    game, tall = session.game, viewport[1] > viewport[0]
    places = layout(game, tall).places
    heap = {name for name, a in places.items() for other, b in places.items()
            if name != other and abs(a.x - b.x) < 0.99 and abs(a.y - b.y) < 0.99}  # fmt: skip
    groups: dict[str, list[str]] = {}
    for spot in right:
        pile = spot.split(":")[0]
        # What lies on each other changes sides as a whole.
        groups.setdefault("heap" if pile in heap else pile, []).append(spot)
    for name, spots in groups.items():
        ends = [(min(b[s][0] for s in spots), max(b[s][1] for s in spots)) for b in boxes]
        assert abs(ends[0][0] - (viewport[0] - ends[1][1])) < 3, name
        assert all(abs(right[s][2] - left[s][2]) < 2 for s in spots), name
    # A fan opens to the right on both, and every card can be played where it lies.
    player.move(session, session.moves[0], "drag")
    player.agrees(session)


def test_the_layout_changes_at_once(player: Player) -> None:
    player.play("terrace.1")
    stock = player.point("s", 88)[0]
    open_tab(player, "Table")
    player.page.get_by_label("Left-handed").check()
    player.page.keyboard.press("Escape")
    assert player.point("s", 88)[0] > 640 > stock


def test_full_screen(player: Player) -> None:
    player.play("terrace.1")
    page = player.page
    page.keyboard.press("o")
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.keyboard.press("o")
    page.get_by_role("button", name="Leave full screen").click()
    page.wait_for_function("() => document.fullscreenElement === null")


def test_settings_of_a_stranger_cost_nothing(sit_down: SitDown) -> None:
    player = sit_down(
        settings='{"back": "none", "cloth": 5, "face": ["large"], "hand": "up", "sound": "toString", "clock": null}'
    )
    player.play("terrace.1")
    chosen = player.page.evaluate(DATA)
    assert [chosen[name] for name in ("back", "cloth", "face", "hand", "sound", "clock")] == [
        "bee", "green", "classic", "right", "off", "shown",
    ]  # fmt: skip


def test_axe_finds_nothing_in_settings_and_on_any_cloth(sit_down: SitDown) -> None:
    player = sit_down(settings='{"table": "light", "sound": "soft"}')
    player.play("terrace.1")
    page = player.page
    found = []
    for table in ("light", "dark", "contrast"):
        page.evaluate("(table) => { document.documentElement.dataset.table = table; }", table)
        for name in ("Cards", "Table", "Effects", "Play", "Help"):
            open_tab(player, name)
            found += [f"{table}, {name}: {violation}" for violation in violations(player)]
        page.keyboard.press("Escape")
        for cloth in ("green", "blue", "wine", "slate", "walnut", "plum"):
            page.evaluate("(cloth) => { document.documentElement.dataset.cloth = cloth; }", cloth)
            found += [f"{table}, {cloth}: {violation}" for violation in violations(player, ["color-contrast"])]
    assert not found, "\n".join(found)


def test_no_label_is_longer_than_it_need_be(player: Player) -> None:
    player.play("terrace.1")
    for name in ("Cards", "Table", "Effects", "Play", "Help"):
        open_tab(player, name)
        for label in player.page.locator(".tab:visible .choice, .tab:visible .sample").all_inner_texts():
            assert re.fullmatch(r"[A-Z]\S*( \S+){0,2}", label.strip()), label
