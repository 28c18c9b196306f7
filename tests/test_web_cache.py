"""Lines of play: what is known is not replayed, what is kept is bounded, and the answer is that of a full replay."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from longwood.core.game import Deal, Move
from longwood.games import GAMES
from longwood.games.forty_thieves.rules import FortyThieves
from longwood.notation import NotationError
from longwood.session import IllegalMove, Session
from longwood.web import cache
from longwood.web.cache import BoundedCache, Line, Lines
from walks import walk


def record_of(slug: str, number: int, length: int = 120) -> str:
    session = Session(GAMES[slug], Deal(number))
    for _, m in walk(GAMES[slug], number, length, seed=number):
        session.play(m)
    return str(session.record)


def played(lines: Lines, text: str) -> tuple[Line, int]:
    """A line, and how many moves had to be replayed for it."""
    steps = lines.steps(text)
    count = 0
    while True:
        try:
            count += next(steps)
        except StopIteration as end:
            return end.value, count


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_a_line_is_what_its_session_is(slug: str) -> None:
    lines, text = Lines(), record_of(slug, 1)
    parts = text.split("/")
    # From the end to the deal, so that shorter lines come out of the longer one.
    for length in (len(parts), *range(len(parts) - 1, 0, -7), 1):
        session = Session.from_record("/".join(parts[:length]))
        line = lines.line("/".join(parts[:length]))
        assert (line.text, line.game, line.deal) == (str(session.record), session.game, session.deal)
        assert (line.count, line.position) == (len(session.acts), session.position)
        assert line.act == (session.acts[-1] if session.acts else ())
        assert line.before == (session.positions[-2] if session.acts else None)


def test_only_what_is_new_is_replayed() -> None:
    lines, text = Lines(), record_of("wood", 1)
    parts = text.split("/")
    acts = len(parts) - 1
    assert played(lines, text)[1] == acts
    assert played(lines, text)[1] == 0
    assert played(lines, "/".join(parts[:50]))[1] == 0
    shorter = Lines()
    shorter.line("/".join(parts[:50]))
    assert played(shorter, "/".join(parts[:51]))[1] == 1
    assert played(shorter, "/".join(parts[:55]))[1] == 4
    assert played(shorter, f" {'/'.join(parts[:55])}\n")[1] == 0


def test_a_known_line_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, text = Lines(), record_of("forty-thieves", 2)
    lines.line(text)

    def play(self: FortyThieves, p: Any, m: Move) -> Any:
        raise AssertionError("played again")

    monkeypatch.setattr(FortyThieves, "play", play)
    for length in (1, 5, 60, len(text.split("/"))):
        lines.line("/".join(text.split("/")[:length]))


@pytest.mark.parametrize("ending", ["/zz", "/t1-t1", "/", "/t1-t99", "/s-w.zz"])
def test_a_wrong_act_is_refused_on_every_way_to_it(ending: str) -> None:
    text = record_of("wood", 1, 20)
    warm = Lines()
    warm.line(text)
    messages = []
    for lines in (Lines(), warm):
        with pytest.raises((NotationError, IllegalMove)) as error:
            lines.line(text + ending)
        messages.append(str(error.value))
        assert lines.line(text).count == text.count("/")
    assert messages[0] == messages[1]


class NoCache(BoundedCache[Any]):
    """A shelf that must not be touched."""

    def find(self, key: object) -> None:
        raise AssertionError("looked for what is known of a record that cannot be read")


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        ("/" * 59_900, 'Move 1 after quatorze.1 cannot be read: "" is not a move'),
        ("/a" * 29_900, 'Move 1 after quatorze.1 cannot be read: "a" is not a move'),
        ("/s-w" * 9_000 + "//s-w", "Move 9001 after quatorze.1/s-w"),
    ],
)
def test_empty_acts_are_refused_before_any_work_is_done(ending: str, why: str) -> None:
    lines = Lines()
    lines._positions = NoCache(1, 1)
    with pytest.raises(NotationError) as error:
        lines.line("quatorze.1" + ending)
    assert str(error.value).startswith(why)


def test_looking_for_what_is_known_takes_many_small_steps() -> None:
    """However long a record is, others get their turn: also while nothing of it is replayed yet."""
    steps = Lines().steps("forty-thieves.1" + "/s-w" * 10_000)
    before_the_first_move = 0
    while next(steps) == 0:
        before_the_first_move += 1
    assert before_the_first_move > 90


def test_an_act_of_thousands_of_moves_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "parse_act", None)
    with pytest.raises(NotationError, match=r"^Move 1 after elevator.1 joins 14000 moves, more than 104\.$"):
        Lines().line("elevator.1/" + ".".join(["s-w"] * 14_000))


@pytest.mark.slow
def test_a_small_cache_gives_the_same_lines() -> None:
    texts = [record_of("signora", number, 40) for number in range(6)]
    small = Lines(most=7, most_bytes=10_000)
    pick = Random(1)
    for _ in range(150):
        text = pick.choice(texts)
        parts = text.split("/")
        part = "/".join(parts[: pick.randint(1, len(parts))])
        assert small.line(part).position == Session.from_record(part).position


def test_a_shelf_is_bounded() -> None:
    shelf: BoundedCache[int] = BoundedCache(most=3, most_bytes=100)
    for key in range(5):
        shelf.put(key, key, 10)
    assert [shelf.find(key) for key in range(5)] == [None, None, 2, 3, 4]
    assert (len(shelf), shelf.bytes) == (3, 30)
    assert shelf.find(2) == 2
    shelf.put(9, 9, 10)
    assert [shelf.find(key) for key in (2, 3, 4, 9)] == [2, None, 4, 9], "what was asked for last stays longest"
    shelf.put(4, 44, 90)
    assert (len(shelf), shelf.bytes) == (2, 100)
    shelf.put(5, 5, 101)
    assert (len(shelf), shelf.bytes) == (0, 0)


def test_threads_share_lines() -> None:
    lines = Lines(most=50, most_bytes=1_000_000)
    texts = [record_of("wood", number, 30) for number in range(8)]
    wanted = [Session.from_record(text).position for text in texts]
    with ThreadPoolExecutor(8) as threads:
        for _ in range(5):
            assert [line.position for line in threads.map(lines.line, texts)] == wanted
