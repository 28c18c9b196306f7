"""A player at the page: finds piles and cards by what the page shows, moves them by mouse, finger or keyboard."""

from typing import Any

from playwright.sync_api import Page

from longwood.core.cards import CARD_TEXTS
from longwood.core.game import Move
from longwood.notation import move_text
from longwood.session import Session

HIDDEN = "??"
NBSP = "\N{NO-BREAK SPACE}"

_SHOWN = """async ([record, time]) => {
    const end = performance.now() + time;
    const board = () => document.getElementById("board");
    while (board()?.dataset.record !== record) {
        if (performance.now() > end) return board()?.dataset.record ?? "no table";
        await new Promise((resolve) => setTimeout(resolve, 4));
    }
    return record;
}"""
# The corner of a card that is seen even where others lie on it, or the middle of an empty place.
_POINTS = """(spots) => spots.map((spot) => {
    const card = document.querySelector(`.card[data-spot="${spot}"]`);
    const el = card ?? document.querySelector(`.slot[data-spot="${spot.split(":")[0]}:0"]`);
    const { x, y, width, height } = el.getBoundingClientRect();
    return card ? [x + width * 0.12, y + height * 0.06] : [x + width / 2, y + height / 2];
})"""
# How often M, or Shift M if that is shorter, has to be pressed to get from where the focus is to a card that can move.
_PRESSES = """(spot) => {
    const stops = [...document.querySelectorAll("#board [role=button]")].map((el) => el.dataset.spot);
    const piles = [...document.querySelectorAll("#board .slot")].map((el) => el.dataset.spot.split(":")[0]);
    const order = (spot) => piles.indexOf(spot.split(":")[0]) * 1000 + Number(spot.split(":")[1]);
    const movable = [...document.querySelectorAll("#board .movable[role=button]")].map((el) => el.dataset.spot);
    movable.sort((a, b) => order(a) - order(b));
    const here = document.activeElement?.dataset?.spot;
    if (!here || !stops.includes(here)) return null;
    const next = movable.filter((spot) => order(spot) > order(here)).length;
    const at = movable.indexOf(spot), from = movable.length - next;
    const forward = (at - from + movable.length) % movable.length + 1;
    const back = (from - 1 - (movable.includes(here) ? 1 : 0) - at + 2 * movable.length) % movable.length + 1;
    return here === spot ? 0 : forward <= back ? forward : -back;
}"""
_ADDRESS = """async () => {
    const held = () => decodeURIComponent(location.pathname.split("/").slice(2).join("/"));
    for (let i = 0; i < 100 && held() !== document.getElementById("board")?.dataset.record; i++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return held();
}"""
_CARDS = "() => [...document.querySelectorAll('#board .card')].map((el) => [el.dataset.spot, el.dataset.face])"
_FOCUS = "() => document.activeElement?.dataset?.spot ?? ''"


def plain(text: str) -> str:
    """A text without regard to where its lines may not break."""
    return text.replace(NBSP, " ")


def seen(session: Session) -> dict[str, list[str]]:
    """The piles as the rules say a player sees them."""
    game, p = session.game, session.position
    return {
        name: [HIDDEN if card is None else CARD_TEXTS[card] for card in pile]
        for name, pile in zip(game.piles, game.faces(p), strict=True)
    }


class Player:
    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.errors: list[str] = []
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self, path: str) -> None:
        self.page.goto(self.origin + path)
        self.page.wait_for_selector("[data-ready] #app > *")

    def play(self, record: str) -> Session:
        """Sit down at a game; the session is the same game by the rules."""
        self.open(f"/play/{record}")
        session = Session.from_record(record)
        self.agrees(session)
        return session

    def shows(self, record: str, time: int = 8000) -> None:
        """Wait until the page shows a record."""
        shown = self.page.evaluate(_SHOWN, [record, time])
        assert shown == record, f"the page shows {shown}, not {record}"

    def agrees(self, session: Session) -> None:
        """The page shows what the rules say, card by card, and nothing else."""
        self.shows(str(session.record))
        piles = seen(session)
        drawn: dict[str, dict[int, str]] = {name: {} for name in piles}
        for spot, face in self.page.evaluate(_CARDS):
            pile, index = spot.split(":")
            assert int(index) not in drawn[pile], f"two cards at {spot}"
            drawn[pile][int(index)] = face
        for name, cards in piles.items():
            for index, face in drawn[name].items():
                assert index < len(cards), f"{name} has {len(cards)} cards, and one is drawn at {index}"
                assert cards[index] == face, f"{name}:{index} is {cards[index]}, and {face} is drawn"
            assert not cards or len(cards) - 1 in drawn[name], f"the top of {name} is not drawn"

    def points(self, *spots: tuple[str, int]) -> list[list[float]]:
        """Where to put the mouse."""
        found: list[list[float]] = self.page.evaluate(_POINTS, [f"{pile}:{index}" for pile, index in spots])
        return found

    def point(self, pile: str, index: int) -> list[float]:
        return self.points((pile, index))[0]

    def _spots(self, session: Session, m: Move) -> tuple[str, int, str, int]:
        names, piles = session.game.piles, session.position.piles
        # Turning the waste over counts as one card; it lies on the stock's empty place.
        return names[m.src], len(piles[m.src]) - m.count, names[m.dst], max(0, len(piles[m.dst]) - 1)

    def click(self, pile: str, index: int) -> None:
        self.page.mouse.click(*self.point(pile, index))

    def by_click(self, session: Session, m: Move) -> None:
        src, index, dst, top = self._spots(session, m)
        if dst == "s":
            self.click("s", 0)
            return
        first, second = self.points((src, index), (dst, top))
        self.page.mouse.click(*first)
        # A second click would fall on whatever comes next, such as the news of a win.
        places = {other.dst for other in session.moves if (other.src, other.count) == (m.src, m.count)}
        if src != "s" and not (session.game.one_click and len(places) == 1):
            self.page.mouse.click(*second)

    def by_drag(self, session: Session, m: Move) -> None:
        src, index, dst, top = self._spots(session, m)
        (x, y), (tx, ty) = self.points((src, index), (dst, top))
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + tx) / 2 + 7, (y + ty) / 2 + 7)
        mouse.move(tx, ty)
        mouse.up()

    def by_keys(self, session: Session, m: Move) -> None:
        src, index, dst, _ = self._spots(session, m)
        press = self.page.keyboard.press
        if "s" in (src, dst):
            press("d")
            return
        self.go_to(f"{src}:{index}")
        press("Enter")
        if self.is_carrying():
            self.press_until("Tab", lambda spot: spot.split(":")[0] == dst)
            press("Enter")

    def go_to(self, spot: str) -> None:
        """Lead the focus to a card that can move, by M and Shift M."""
        presses = self.page.evaluate(_PRESSES, spot)
        if presses is None:
            self.page.keyboard.press("m")
            presses = self.page.evaluate(_PRESSES, spot)
        for _ in range(abs(presses)):
            self.page.keyboard.press("m" if presses > 0 else "Shift+M")
        assert self.focus() == spot, f"M leads to {self.focus()}, not to {spot}"

    def press_until(self, key: str, is_there: Any) -> None:
        for _ in range(80):
            if is_there(self.focus()):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never leads there; it is at {self.focus()}")

    def focus(self) -> str:
        spot: str = self.page.evaluate(_FOCUS)
        return spot

    def is_carrying(self) -> bool:
        return bool(self.page.evaluate("() => document.getElementById('board').classList.contains('carrying')"))

    def move(self, session: Session, m: Move, how: str) -> None:
        """Make a move in the page, and the same one by the rules."""
        {"drag": self.by_drag, "click": self.by_click, "keys": self.by_keys}[how](session, m)
        try:
            session.play(m)
            self.shows(str(session.record))
        except AssertionError as error:
            raise AssertionError(f"{move_text(session.game, m)} by {how}: {error}") from None

    @property
    def record(self) -> str:
        """What the address bar holds, once it has been written: a moment after the cards have moved."""
        held: str = self.page.evaluate(_ADDRESS)
        return held

    @property
    def note(self) -> str:
        return self.page.locator(".note p").inner_text()
