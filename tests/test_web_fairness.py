"""Fair shares of the analyst: one client cannot take all of it, and nobody waits for ever."""

from collections.abc import Iterator
from itertools import count

import pytest

from longwood.web.analyst import questions
from longwood.web.analyst.pool import BUSY, REPLACED, NoAnswer, Pool
from longwood.web.analyst.questions import Pending, Queue
from longwood.web.analyst.wire import Event, Question
from longwood.web.app import Table
from longwood.web.cache import Line
from test_web_analyst import Heard
from web_client import Client

numbers = count(1)


def unheard(event: Event) -> None:
    pass


def question(client: str, kind: str = "hint", page: str = "", **options: str) -> Pending:
    return Pending(Question(next(numbers), kind, "elevator.1", options), unheard, client, page)


def queue_of(*waiting: Pending, most: int = 60) -> Queue:
    queue = Queue(most)
    for each in waiting:
        assert queue.add(each) is None
    return queue


def served(queue: Queue, running: list[Pending], size: int = 2) -> list[Pending]:
    """All that may come next, with nothing under way ending."""
    found: list[Pending] = []
    while len([*running, *found]) < size and (each := queue.next([*running, *found], size)):
        found.append(each)
    return found


@pytest.mark.parametrize(
    ("kind", "options", "is_long"),
    [
        ("report", {}, True),
        ("verdict", {"search": "longer"}, True),
        ("winnable", {"seed": "1", "level": "4"}, True),
        ("verdict", {}, False),
        ("winnable", {"seed": "1", "level": ""}, False),
        ("chances", {}, False),
    ],
)
def test_which_questions_are_long(kind: str, options: dict[str, str], is_long: bool) -> None:
    assert question("a", kind, **options).is_long == is_long


def test_clients_take_turns_however_much_one_of_them_asks() -> None:
    queue = queue_of(*[question("a") for _ in range(20)], question("b"), question("b"), question("c"))
    order = [each.client for _ in range(8) if (each := queue.next([], 2))]
    assert order == ["a", "b", "c", "a", "b", "a", "a", "a"]


def test_pages_of_a_client_take_turns() -> None:
    asked = [question("a", page="1") for _ in range(5)] + [question("a", page="2")]
    queue = queue_of(*asked)
    assert [each.page for _ in range(3) if (each := queue.next([], 2))] == ["1", "2", "1"]


def test_a_client_that_has_nothing_under_way_comes_first() -> None:
    busy = question("b")
    queue = queue_of(question("b"), question("c"))
    found = queue.next([busy], 4)
    assert found
    assert found.client == "c"


def test_one_client_alone_has_all_workers() -> None:
    assert len(served(queue_of(*[question("a") for _ in range(5)]), [])) == 2
    # A report leaves one of them free, and a longer search takes it: both were asked by the same player.
    longer = question("a", "verdict", search="longer")
    assert served(queue_of(longer), [question("a", "report")]) == [longer]
    assert served(queue_of(question("a", "report")), [question("a", "report")]) == []


def test_where_others_are_there_one_worker_is_left_for_them() -> None:
    queue = queue_of(question("b"), *[question("a") for _ in range(5)])
    first = queue.next([], 2)
    assert first
    assert first.client == "b"
    # It is answered at once; but whoever asked lately may ask again.
    mine = served(queue, [])
    assert [each.client for each in mine] == ["a"]
    again = question("b")
    queue.add(again)
    assert served(queue, mine) == [again]


def test_long_questions_leave_a_worker_to_quick_ones() -> None:
    longs = [question("a", "verdict", search="longer") for _ in range(30)]
    queue = queue_of(*longs, question("b", "winnable", level="4"), question("b", "report"))
    running = served(queue, [])
    assert len(running) == 1
    quick = question("c")
    queue.add(quick)
    assert served(queue, running) == [quick]


def test_a_report_and_a_hint_of_one_player_do_not_wait_for_each_other() -> None:
    queue = queue_of(question("b"))
    queue.next([], 2)
    hint = question("a")
    queue.add(hint)
    assert served(queue, [question("a", "report")]) == [hint]


def test_a_long_question_ages(monkeypatch: pytest.MonkeyPatch) -> None:
    report = question("a", "report", page="1")
    quick = [question("a", page="2") for _ in range(3)]
    queue = queue_of(report, *quick)
    assert queue.next([], 2) is quick[0]
    report.asked -= questions.AGED + 1
    assert queue.next([], 2) is report


def test_in_a_full_queue_whoever_has_most_gives_way() -> None:
    greedy = [question("a") for _ in range(4)]
    queue = queue_of(question("b"), *greedy, most=5)
    own = question("a")
    assert queue.add(own) is own, "one's own next question is refused"
    queue.remove(own)
    assert queue.add(question("c")) is greedy[3], "another's takes the place of the newest"
    queue.remove(greedy[3])
    pages = queue_of(*[question("a", page="1") for _ in range(3)], question("a", page="2"), most=4)
    newcomer = question("a", page="3")
    leaving = pages.add(newcomer)
    assert leaving
    assert leaving.page == "1"


@pytest.fixture
def pool() -> Iterator[Pool]:
    """A pool whose workers are still getting ready, so that every question waits."""
    pool = Pool(most_waiting=3)
    yield pool
    pool.close()


def test_a_full_queue_refuses_nobody_who_has_asked_for_little(pool: Pool) -> None:
    flood = [Heard() for _ in range(3)]
    for listener in flood:
        pool.ask("verdict", "terrace.1", listener, {"search": "longer"}, client="a")
    with pytest.raises(NoAnswer, match=BUSY):
        pool.ask("verdict", "terrace.1", Heard(), client="a")
    other = Heard()
    pool.ask("hint", "elevator.1", other, client="b")
    assert [event.name for event in other] == ["waiting"]
    assert flood[2].end == BUSY
    assert not any(event.is_last for listener in flood[:2] for event in listener)


def test_no_record_is_replayed_for_a_question_that_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(most_waiting=0)

    async def line(self: Table, text: str, client: str = "") -> Line:
        raise AssertionError("replayed")

    monkeypatch.setattr(Table, "line", line)
    for kind in ("verdict", "hint", "chances", "report", "par", "deal"):
        answer = Client(pool=pool).get(f"/api/{kind}/elevator.1/s-w")
        assert (answer.status, answer.json) == (503, {"error": BUSY})
    assert pool.state.state == "idle"


def test_what_takes_the_place_of_an_older_question_has_room(pool: Pool) -> None:
    for page in "pqr":
        pool.ask("hint", "elevator.1", Heard(), page=page, client="a")
    with pytest.raises(NoAnswer, match=BUSY):
        pool.check_room("verdict", "p", "a")
    pool.check_room("hint", "p", "a")
    pool.check_room("verdict", "p", "b")


def test_nobody_takes_the_place_of_another_client_by_calling_himself_the_same(pool: Pool) -> None:
    mine, forged, newer = [Heard() for _ in range(3)]
    pool.ask("hint", "elevator.1", mine, page="p", client="a")
    pool.ask("hint", "elevator.2", forged, page="p", client="b")
    assert not any(event.is_last for event in mine)
    pool.ask("hint", "elevator.3", newer, page="p", client="a")
    assert mine.end == REPLACED


def test_the_client_of_a_request_is_its_address(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(self: Pool, kind: str, record: str, tell: object, options: object, page: str, client: str) -> Pending:
        asked.append(client)
        raise NoAnswer(BUSY)

    monkeypatch.setattr(Pool, "ask", ask)
    assert Client(pool=pool).get("/api/hint/elevator.1").status == 503
    assert asked == ["127.0.0.1"]
