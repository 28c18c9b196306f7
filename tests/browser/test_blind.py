"""Whole games by ear: a game of each family to its end by keys alone, with every announcement checked by the rules."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from browser.conftest import SitDown
from browser.driver import Player
from browser.lines import is_done, won_lines
from longwood.core.cards import CARD_TEXTS
from longwood.core.changes import trace
from longwood.core.game import STOCK, Move, PileKind
from longwood.notation import move_text
from longwood.session import Session

pytestmark = pytest.mark.slow

RANKS = dict(
    zip(
        "A23456789TJQK",
        ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
        strict=True,
    )
)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
FOLLOWED = 4
WORDS = 45


def spoken(text: str, session: Session) -> str:
    """A sentence of the rules as it is heard: cards and places in words."""
    text = text.rstrip(".")
    if PileKind.PLACE in session.game.kinds:
        text = re.sub(r"\b([a-g])(\d{1,2})\b", lambda m: f"row {'abcdefg'.index(m[1]) + 1}, column {m[2]}", text)
    return re.sub(r"\b([A2-9TJQK])([CDHS])\b", lambda m: f"{RANKS[m[1]]} of {SUITS[m[2]]}", text)


def heard(player: Player) -> str:
    return player.page.locator("#live").inner_text().replace("\u00a0", " ").strip()


# What a screen reader is given to say, in order: every change of a live region.
_EARS = """() => {
    window.told = [];
    for (const region of document.querySelectorAll("[aria-live]")) {
        new MutationObserver(() => window.told.push(region.innerText.replaceAll("\\u00a0", " ").trim()))
            .observe(region, { childList: true, characterData: true, subtree: true });
    }
}"""


def told(player: Player) -> list[str]:
    """What was announced since this was asked last."""
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[str] = player.page.evaluate("() => window.told.splice(0)")
    return found


def focused(client: CDPSession) -> tuple[str, str]:
    """Role and name of what has the focus, as the accessibility tree has it."""
    found = client.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
    tree = client.send("Accessibility.getPartialAXTree", {"objectId": found["objectId"], "fetchRelatives": False})
    (node,) = [node for node in tree["nodes"] if not node["ignored"]]
    assert any(prop["name"] == "focused" and prop["value"]["value"] for prop in node["properties"]), node
    return node["role"]["value"], node["name"]["value"]


def regions(client: CDPSession) -> list[str]:
    """What the live regions of the accessibility tree hold."""
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def text(node: dict[str, Any]) -> str:
        if node["role"]["value"] == "StaticText":
            return str(node["name"]["value"])
        return " ".join([text(by_id[child]) for child in node.get("childIds", []) if child in by_id])

    return [
        text(node).replace("\u00a0", " ").strip() for node in nodes if node.get("role", {}).get("value") == "status"
    ]


def pile_words(session: Session, pile: int) -> str:
    name, kind = session.game.piles[pile], session.game.kinds[pile]
    if kind is PileKind.PLACE:
        return spoken(name, session)
    return f"{kind.value} {name[1:]}".strip()


def expected(session: Session, m: Move) -> list[str]:
    """The parts of what is to be heard of a move."""
    game, p = session.game, session.position
    followed = [spoken(words, session) for words in trace(game, p, (m,)).followed]
    if len(followed) > FOLLOWED + 1:
        followed = [*followed[: FOLLOWED - 1], f"{len(followed) - FOLLOWED} more changes", followed[-1]]
    return followed if m.src == STOCK and followed else [spoken(game.describe(p, m), session), *followed]


@pytest.mark.parametrize("slug", ["redheads", "forty-thieves", "quatorze", "triple-peaks", "elevator"])
def test_a_game_by_ear(sit_down: SitDown, slug: str) -> None:
    """Played by what the accessibility tree says has the focus; every announcement is compared with the rules."""
    player = sit_down()
    page = player.page
    deal, *acts = won_lines()[slug].split("/")
    session = player.play(deal)
    game = session.game
    client = page.context.new_cdp_session(page)
    client.send("Accessibility.enable")
    page.evaluate(_EARS)
    page.keyboard.press("m")
    for number, act in enumerate(acts):
        m = next(m for m in session.moves if move_text(game, m) == act)
        expects = expected(session, m)
        card = spoken(game.describe(session.position, m), session)
        told(player)
        if STOCK not in (m.src, m.dst):
            source = session.position.piles[m.src]
            top, left = source[len(source) - m.count], session.position.piles[m.dst]
            player.go_to(f"{game.piles[m.src]}:{len(source) - m.count}")
            role, name = focused(client)
            assert role == "button"
            assert name.startswith(spoken(CARD_TEXTS[top], session)), name
            assert pile_words(session, m.src) in name, name
            assert told(player) == [], "the name of what has the focus is enough"
            page.keyboard.press("Enter")
            if not game.one_click:
                (answer,) = told(player)
                assert re.match(r"Picked up .+: goes to .+\.$", answer), answer
                player.press_until("Tab", lambda spot, dst=game.piles[m.dst]: spot.split(":")[0] == dst)
                role, name = focused(client)
                assert role == "button"
                assert (spoken(CARD_TEXTS[left[-1]], session) if left else "empty") in name, name
                assert told(player) == []
                page.keyboard.press("Enter")
        else:
            page.keyboard.press("d")
        session.play(m)
        player.shows(str(session.record))
        answers = told(player)
        sentence = heard(player)
        assert answers == [sentence], "one act, one answer"
        for part in expects:
            assert part.lower() in sentence.lower(), f"{card}: {part!r} is not in {sentence!r}"
        assert session.is_won == ("You won!" in sentence)
        if session.is_won:
            break
        if not is_done(session):
            assert sentence.count(".") == 1, sentence
            assert len(sentence.split()) <= WORDS, sentence
            assert not re.search(r"\b[A2-9TJQK][CDHS]\b", sentence), sentence
        role, name = focused(client)
        assert role == "button", act
        pile, index = player.focus().split(":")
        cards = session.position.piles[game.pile_index[pile]]
        assert name.startswith(_name_of(session, game.pile_index[pile], int(index))), name
        # Who has put a card down is where it lies.
        if STOCK not in (m.src, m.dst) and not game.one_click and PileKind.PLACE not in game.kinds:
            assert (pile, int(index)) == (game.piles[m.dst], len(cards) - 1), act
        if number % 9 == 0:
            assert sentence in regions(client)
            reads(player, session)
    assert is_done(session)
    if session.is_won:
        dialog = page.get_by_role("dialog", name="You won!")
        dialog.wait_for()
        assert focused(client)[0] == "button"
        assert dialog.evaluate("(el) => el.contains(document.activeElement)")


def _name_of(session: Session, pile: int, index: int) -> str:
    """How the name of a card or of an empty pile begins."""
    cards = session.game.faces(session.position)[pile]
    if not cards:
        return f"{pile_words(session, pile)}, empty"
    if pile == STOCK:
        return f"stock, {len(cards)} card"
    card = cards[index]
    return spoken(CARD_TEXTS[card], session) if card is not None else "face-down card"


def reads(player: Player, session: Session) -> None:
    """What the four reading keys say is what the rules say."""
    game, p = session.game, session.position
    press = player.page.keyboard.press
    faces = game.faces(p)
    press("1")
    tops = heard(player)
    for kind, cards, pile in zip(game.kinds, faces, p.piles, strict=True):
        if kind is PileKind.STOCK:
            assert f"tock {len(pile)} card" in tops if pile else "tock empty" in tops
        elif cards and cards[-1] is not None:
            assert spoken(CARD_TEXTS[cards[-1]], session) in tops.lower(), tops
    # What nobody has seen is not told.
    open_cards = {card for cards in faces for card in cards if card is not None}
    press("2")
    whole = heard(player).lower()
    here = game.pile_index[player.focus().split(":")[0]]
    if game.kinds[here] is PileKind.PLACE:
        assert f"{pile_words(session, here).split(',')[0]}: " in whole
    elif here != STOCK and faces[here]:
        names = [spoken(CARD_TEXTS[card], session) for card in reversed(faces[here]) if card is not None]
        assert f"{pile_words(session, here)}, {len(faces[here])} card" in whole
        assert ", ".join(names) in whole
    press("3")
    assert heard(player).startswith(f"Score {game.score(p)}, ")
    press("4")
    moves = heard(player)
    assert re.match(r"\d+ moves?: ", moves) if session.moves else moves == "No moves left."
    for text in (tops, whole, moves):
        for card in range(52):
            assert card in open_cards or spoken(CARD_TEXTS[card], session) not in text.lower(), text
    told(player)


def test_a_column_is_read_from_top_to_bottom(player: Player) -> None:
    player.play("forty-thieves.1")
    page = player.page
    page.keyboard.press("m")
    page.evaluate("""() => document.querySelector('#board [role=button][data-spot="t6:3"]').focus()""")
    page.keyboard.press("2")
    assert re.fullmatch(
        r"Column 6, 4 cards: ace of hearts, \w+ of \w+, \w+ of \w+, three of diamonds\.", heard(player)
    ), heard(player)
    player.play("quatorze.1")
    page.evaluate("""() => document.querySelector('#board [role=button][data-spot="b3:0"]').focus()""")
    page.keyboard.press("2")
    assert re.fullmatch(r"Row 2: (\w+ of \w+(, )?){5}; column 3: (\w+ of \w+(, )?){5}\.", heard(player)), heard(player)
    player.play("triple-peaks.1")
    page.keyboard.press("1")
    assert "face" not in heard(player)


def test_every_act_is_answered(player: Player) -> None:
    player.play("forty-thieves.1")
    page = player.page
    page.keyboard.press("m")
    for key in ("Enter", "Escape", "d", "u", "r", "a", "Shift+R", "1", "2", "3", "4"):
        before = page.locator("#live").inner_text()
        page.keyboard.press(key)
        page.wait_for_function("(old) => document.getElementById('live').innerText !== old", arg=before)
        assert heard(player).endswith((".", "!", "?"))


def test_a_key_that_does_nothing_now_says_so(player: Player) -> None:
    player.play("elevator.1")
    page = player.page
    for key, words in (
        ("u", "Nothing to undo."),
        ("r", "Nothing to redo."),
        ("Shift+R", "This is the start."),
        ("Shift+A", "Too early to finish: play on."),
        ("a", "Autoplay is not possible now."),
        ("p", "No hint yet: ask for one first."),
        ("x", "No hint yet: ask for one first."),
        ("k", "The coach hasn’t marked a move."),
        ("z", "No move is known to have lost the game."),
    ):
        page.keyboard.press(key)
        assert heard(player) == words, key


@pytest.mark.parametrize("slug", ["forty-thieves", "terrace", "quatorze", "triple-peaks-rounds", "elevator"])
def test_nothing_loses_the_focus(sit_down: SitDown, slug: str) -> None:
    """A thousand acts by keys, over all families."""
    player = sit_down()
    page = player.page
    player.play(f"{slug}.5")
    choose = random.Random(slug)
    page.keyboard.press("m")
    keys = ["m", "Enter", "Enter", "Tab", "d", "d", "f", "u", "r", "ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight"]
    rare = [
        "a",
        "Shift+A",
        "Shift+R",
        "Escape",
        "Shift+M",
        "1",
        "2",
        "3",
        "4",
        "x",
        "z",
        "Shift+Z",
        "p",
        "c",
        "?",
        "s",
        "o",
        "g",
    ]
    lost = []
    for number in range(220):
        key = choose.choice(keys if choose.random() < 0.85 else rare)
        if key == "Tab" and not player.is_carrying():
            continue  # it leads off the table, as it should
        page.keyboard.press(key)
        where = page.evaluate("""() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const el = document.activeElement;
            done(el === document.body || !el?.checkVisibility() ? "" : el.closest("dialog") ? "dialog" : "table");
        })))""")
        if not where:
            lost.append((number, key, page.evaluate("() => document.getElementById('board').dataset.record")))
        if where == "dialog":
            page.keyboard.press("Escape")
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert page.evaluate("() => document.activeElement !== document.body"), f"after the dialog of {key}"
        elif number % 40 == 39:
            # The buttons of the note, too, are pressed by keys and go away with that.
            button = page.locator(".note button").first
            if button.count():
                button.focus()
                page.keyboard.press("Enter")
    assert lost == []


_WHERE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const el = document.activeElement;
    const isStop = el?.closest("#board") && el.getAttribute("role") === "button" && el.checkVisibility();
    done(isStop && el.getAttribute("aria-label") ? el.dataset.spot : "");
})))"""
# What is done between moves, and what takes it away again.
_BETWEEN = (
    "u r;? Escape;s Escape;o Escape;i Escape;g Escape;1;3;4;a u;Enter Escape;ArrowLeft;ArrowUp;Shift+R r;h Escape"
)


@pytest.mark.proof
def test_a_game_of_a_thousand_moves_never_loses_the_focus(sit_down: SitDown, ready: None) -> None:
    player = sit_down()
    page = player.page
    session = player.play("forty-thieves.5")
    game = session.game
    choose = random.Random(5)
    page.keyboard.press("m")
    between, commands = 0, [keys.split() for keys in _BETWEEN.split(";")]
    for number in range(1, 1001):
        # From column to column for as long as there is something to move, so that the game goes on.
        moves = [m for m in session.moves if game.kinds[m.dst] is not PileKind.FOUNDATION] or session.moves
        columns = [m for m in moves if STOCK not in (m.src, m.dst)]
        while not moves:
            page.keyboard.press("u")
            session.undo()
            moves = columns = [m for m in session.moves if STOCK not in (m.src, m.dst)]
        m = choose.choice(columns if columns and choose.random() < 0.9 else moves)
        player.by_keys(session, m)
        session.play(m)
        player.shows(str(session.record))
        where = page.evaluate(_WHERE)
        assert where, f"after {number}: {move_text(game, m)}"
        if m.src != STOCK:
            assert where.split(":")[0] == game.piles[m.dst], "the focus goes along with the card"
        if number % 12 == 0:
            keys = commands[between % len(commands)]
            between += 1
            for key in keys:
                page.keyboard.press(key)
                if key != keys[-1] and key in "?soig":
                    page.locator("dialog[open]").wait_for()
            page.locator("dialog").wait_for(state="detached")
            assert page.evaluate(_WHERE), f"after {number}: {keys}"
            session = Session.from_record(player.record)
            player.agrees(session)
    assert between > len(commands)
