"""The journal's addresses: who may read and write, what is refused, what the leaderboard shows."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import msgspec
import pytest

from journals import OPEN, many_entries, some_records, stuck_record, won_record
from longwood.journal.accounts import Analysis
from longwood.journal.analyses import keep
from longwood.journal.entries import Ending, Entry, parse_time
from longwood.journal.shared import choose_name, day_wins
from longwood.journal.store import Journal
from longwood.web.journal import visits
from longwood.web.journal.keeper import Keeper
from longwood.web.journal.leaders import leaders
from longwood.web.journal.rates import Rate
from longwood.web.turns import Turns
from web_client import Answer, Client

JSON = "application/json"


class Page:
    """A page of the table, in a browser that keeps its cookies."""

    def __init__(self, keeper: Keeper, address: str = "127.0.0.1") -> None:
        self.client = Client(keeper=keeper, address=address)
        self.cookie = ""
        self.token = ""

    def read(self, path: str, **headers: str) -> Answer:
        answer = self.client.get(path, cookie=self.cookie, **headers)
        return self._heard(answer)

    def write(self, path: str, token: str | None = None, **body: Any) -> Answer:
        sent = {"content_type": JSON, "x_longwood_token": self.token if token is None else token, "cookie": self.cookie}
        return self._heard(self.client.post(path, msgspec.json.encode(body), **sent))

    def start(self) -> Any:
        answer = self.read("/api/journal")
        assert answer.status == 200
        assert answer.headers["cache-control"] == "no-store"
        self.token = answer.json["token"]
        return answer.json

    def save(self, id: str, based_on: int, record: str, **facts: Any) -> Any:
        answer = self.write("/api/journal/save", id=id, based_on=based_on, record=record, **facts)
        assert answer.status == 200, answer.text
        return answer.json

    def _heard(self, answer: Answer) -> Answer:
        if cookie := answer.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer


@pytest.fixture
def keeper(where: str) -> Iterator[Keeper]:
    found = Keeper(where)
    yield found
    found.close()


@pytest.fixture
def shared(where: str) -> Iterator[Callable[..., Page]]:
    keepers: list[Keeper] = []

    def page(address: str = "127.0.0.1") -> Page:
        if not keepers:
            keepers.append(Keeper(where, is_shared=True))
        found = Page(keepers[0], address)
        found.start()
        return found

    yield page
    for keeper in keepers:
        keeper.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Page]:
    keeper = Keeper(str(tmp_path / "journal.sqlite"))
    page = Page(keeper)
    page.start()
    yield page
    keeper.close()


def test_a_table_without_a_journal() -> None:
    page = Page(Keeper())
    assert page.start()["is_kept"] is False
    assert page.read("/api/journal/entries").status == 404
    assert page.write("/api/journal/save", id="game-0001", based_on=0, record=OPEN).status == 404


def test_a_game_from_its_first_act_to_the_win(shared: Callable[..., Page]) -> None:
    page = shared()
    parts = won_record().split("/")
    saved = page.save("game-0001", 0, "/".join(parts[:2]), seconds=3)
    assert (saved["id"], saved["revision"], saved["ending"], saved["news"]) == ("game-0001", 1, "open", [])
    (unfinished,) = page.start()["unfinished"]
    assert (unfinished["record"], unfinished["title"]) == ("/".join(parts[:2]), "Elevator")
    assert not page.start()["has_won"]
    saved = page.save("game-0001", 1, won_record(), seconds=99, undos=1)
    assert saved["ending"] == "won"
    assert page.start()["has_won"]
    assert saved["news"] == ["Your first win of Elevator!"]
    assert saved["share"] == f"Longwood: Elevator\nwon in {len(parts) - 1} moves, 1:39, 1 undo"
    assert page.start()["unfinished"] == []
    found = page.read("/api/journal/statistics").json
    assert (found["all"]["won"], found["all"]["best_acts"]) == (1, len(parts) - 1)
    (entry,) = page.read("/api/journal/entries").json["entries"]
    assert (entry["ending"], entry["undos"], entry["record"]) == ("won", 1, won_record())


def test_a_game_that_was_left_alone_is_not_analysed(local: Page, tmp_path: Path) -> None:
    page = local
    page.save("game-0001", 0, won_record())
    for found in (Analysis(), Analysis(accuracy=81.5, chance=0.4)):
        with Journal(tmp_path / "journal.sqlite") as journal:
            assert keep(journal, journal.player(), "game-0001", found, "1")
        (entry,) = page.read("/api/journal/entries").json["entries"]
        shared = page.read("/api/journal/share?id=game-0001").json
        assert entry["is_analysed"] == shared["is_analysed"] == found.is_made
        assert entry["accuracy"] == shared["accuracy"] == found.accuracy


def test_two_tabs_never_overwrite_each_other(shared: Callable[..., Page]) -> None:
    page = shared()
    first = page.save("game-0001", 0, OPEN)
    other = page.save("game-0001", 0, "quatorze.6")
    assert first["id"] != other["id"]
    assert len(page.start()["unfinished"]) == 2


def test_players_see_nobody_elses_games(shared: Callable[..., Page]) -> None:
    me, you = shared(), shared()
    assert me.cookie != you.cookie
    assert me.token != you.token
    me.save("game-0001", 0, OPEN)
    assert you.read("/api/journal/entries").json == {"entries": [], "count": 0, "after": ""}
    assert you.write("/api/journal/delete", ids=["game-0001"]).json == {"changed": 0}
    assert you.write("/api/journal/end", id="game-0001", ending="given up").status == 400
    # A token goes with its key.
    assert you.write("/api/journal/save", token=me.token, id="game-0002", based_on=0, record=OPEN).status == 403
    thief = shared()
    thief.cookie = me.cookie.replace(me.cookie[-8:], "AAAAAAAA")
    assert thief.start()["unfinished"] == []


def test_the_key_is_out_of_reach(shared: Callable[..., Page]) -> None:
    answer = shared().client.get("/api/journal")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    key = cookie.partition("=")[2].partition(";")[0]
    assert len(key) >= 43
    assert key not in answer.text


def test_a_local_table_needs_no_cookie_but_a_token(local: Page) -> None:
    assert local.cookie == ""
    assert local.write("/api/journal/save", token="", id="game-0001", based_on=0, record=OPEN).status == 403
    assert local.save("game-0001", 0, OPEN)["revision"] == 1


@pytest.mark.parametrize(
    "headers", [{"sec_fetch_site": "cross-site"}, {"origin": "https://evil.example"}, {"origin": "http://[::1"}]
)
def test_other_sites_neither_read_nor_write(local: Page, headers: dict[str, str]) -> None:
    assert local.read("/api/journal", **headers).status == 403
    body = msgspec.json.encode({"id": "game-0001", "based_on": 0, "record": OPEN})
    sent = {"content_type": JSON, "x_longwood_token": local.token} | headers
    assert local.client.post("/api/journal/save", body, **sent).status == 403
    assert local.start()["unfinished"] == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"record": "quatorze.5/a1-a2"}, "is not legal"),
        ({"record": "no-such-game.5"}, "no game"),
        ({"record": OPEN, "ending": "won"}, "not won"),
        ({"record": OPEN, "ending": "stuck"}, "not stuck"),
        ({"record": OPEN, "ending": "lost"}, "not an ending"),
        ({"record": OPEN, "id": "x"}, "has a name of 8 to 40"),
        ({"record": OPEN, "based_on": -1}, "revision"),
        ({"record": OPEN, "based_on": 2**63}, "revision"),
        ({"record": OPEN, "redo": "\x1b[31m"}, "cannot be redone"),
        ({"record": OPEN, "ago": -5}, "revision"),
        ({"record": OPEN, "undos": -1}, "counted from 0"),
        ({"record": OPEN, "first_seen": 5}, "cannot be read"),
        ({"record": OPEN, "seconds": "long"}, "cannot be read"),
        ({"record": OPEN, "day": "today"}, "not a date"),
    ],
)
def test_what_is_forged_is_refused(local: Page, body: dict[str, Any], words: str) -> None:
    told: dict[str, Any] = {"id": "game-0001", "based_on": 0} | body
    answer = local.write("/api/journal/save", **told)
    assert answer.status == 400
    assert words in answer.json["error"]
    assert local.start()["unfinished"] == []


def test_only_json_and_only_by_post(local: Page) -> None:
    sent = {"x_longwood_token": local.token, "content_type": "text/plain"}
    assert local.client.post("/api/journal/save", b"{}", **sent).status == 400
    assert local.read("/api/journal/save").status == 405
    assert local.client.get("/api/journal", "POST").status == 405


def test_how_games_end(local: Page) -> None:
    local.save("game-0001", 0, OPEN)
    local.save("game-0002", 0, stuck_record())
    assert local.write("/api/journal/end", id="game-0001", ending="stuck").status == 400
    assert local.write("/api/journal/end", id="game-0001", ending="won").status == 400
    assert local.write("/api/journal/end", id="game-0001", ending="given up").json == {"changed": 1}
    assert local.write("/api/journal/end", id="game-0002", ending="stuck").json == {"changed": 1}
    assert local.write("/api/journal/end", id="game-0002", ending="given up").json == {"changed": 0}
    endings = {e["id"]: e["ending"] for e in local.read("/api/journal/entries").json["entries"]}
    assert endings == {"game-0001": "given up", "game-0002": "stuck"}


def test_others_get_their_turn_between_two_imported_games(local: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []
    take = Turns.take

    async def counted(self: Turns, client: str, is_long: bool = False) -> None:
        turns.append(client)
        await take(self, client, is_long)

    monkeypatch.setattr(Turns, "take", counted)
    # Nothing is replayed in a thread, where it would keep all others waiting.
    monkeypatch.setattr("longwood.journal.exchange.judged", None)
    text = "\n".join([*[f"elevator.{number}/s-w" for number in range(1, 41)], "elevator.1/zz", "nothing.1"])
    done = local.write("/api/journal/import", text=text).json
    assert (done["new"], [problem.partition(":")[0] for problem in done["problems"]]) == (40, ["Line 41", "Line 42"])
    assert len(turns) >= 42
    # Nor is what can be redone, and it has its turn too.
    del turns[:]
    done = local.write("/api/journal/import", text="wood.1 # redo=s-w/s-w\nwood.2 # redo=s-w/f1-s").json
    assert (done["new"], [problem.partition(":")[0] for problem in done["problems"]]) == (1, ["Line 2"])
    assert len(turns) >= 4
    # Rows that are refused at a glance may be thousands.
    for text in ("id,record\n" + ",\n" * 30, msgspec.json.encode({"version": 1, "entries": [1] * 30}).decode()):
        del turns[:]
        assert local.write("/api/journal/import", text=text).json["refused"] == 30
        assert len(turns) >= 30
    wide = local.write("/api/journal/import", text=f"id,record{',x' * 200}\n" + "elevator.1\n" * 5)
    assert (wide.status, wide.json["error"].endswith("columns.")) == (400, True)


def test_history_export_and_import(shared: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    page, other = shared(), shared()
    text = "\n".join([*some_records("quatorze", 30), "quatorze.5/a1-a2"])
    done = page.write("/api/journal/import", text=text).json
    assert (done["new"], done["known"]) == (30, 0)
    assert done["problems"][0].startswith("Line 31: ")
    part = page.write("/api/journal/import", text="quatorze.5/a1-a2\n" * 60, before=31).json
    assert (part["new"], part["refused"], len(part["problems"])) == (0, 60, 50)
    assert part["problems"][1].startswith("Line 33: ")
    assert page.write("/api/journal/import", text=text).json["known"] == 30
    seen, after = [], ""
    while True:
        found = page.read(f"/api/journal/entries?limit=7&after={after}").json
        seen += [e["id"] for e in found["entries"]]
        after = found["after"]
        if not after:
            break
    assert len(set(seen)) == len(seen) == found["count"] == 30
    # A long journal is read part by part.
    monkeypatch.setattr("longwood.journal.store.MOST_ON_PAGE", 7)
    monkeypatch.setattr("longwood.web.journal.reading.GAMES_IN_A_PART", 4)
    for format in ("lines", "json", "csv"):
        answer = page.read(f"/api/journal/export?format={format}")
        assert answer.headers["content-disposition"].startswith('attachment; filename="longwood-journal-')
        assert other.write("/api/journal/import", text=answer.text).json["problems"] == []
    assert other.read("/api/journal/entries").json["count"] == 30
    for query in ("ending=lost", "since=x", "game=none", "level=9", "after=x", "limit=0", "limit=9999"):
        assert page.read(f"/api/journal/entries?{query}").status == 400
    assert page.read("/api/journal/export?format=xml").status == 400


def test_deleting_settings_and_today(local: Page) -> None:
    assert (local.start()["has_won"], local.start()["recent"]) == (False, [])
    local.save("game-0001", 0, OPEN, day=today())
    assert local.start()["today"] == {"quatorze": "open"}
    assert (local.start()["has_won"], local.start()["recent"]) == (False, ["quatorze"])
    assert local.write("/api/journal/delete", ids=["game-0001"]).json == {"changed": 1}
    assert local.start()["today"] == {}
    assert local.write("/api/journal/undelete", ids=["game-0001"]).json == {"changed": 1}
    assert local.write("/api/journal/settings", text='{"deck":"four"}').status == 200
    assert local.start()["settings"] == '{"deck":"four"}'
    assert local.write("/api/journal/settings", text="x" * 5000).status == 400
    for path in ("name", "join"):
        assert local.write(f"/api/journal/{path}", text="x").status == 400
    assert local.write("/api/journal/pass", ids=[]).status == 400


def today() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).date().isoformat()


def test_the_way_to_another_device(shared: Callable[..., Page]) -> None:
    desk, phone, other = shared("192.0.2.1"), shared("192.0.2.2"), shared("192.0.2.3")
    desk.save("game-0001", 0, OPEN)
    phone.save("game-0001", 0, "quatorze.7")
    phone.save("game-0002", 0, "elevator.7")
    phone.write("/api/journal/name", text="Josephine")
    code = desk.write("/api/journal/pass", ids=[]).json["code"]
    assert phone.write("/api/journal/join", text="22222-22222").status == 400
    before = phone.cookie
    joined = phone.write("/api/journal/join", text=f" {code.lower()} ")
    # Of two games under one name neither is lost.
    assert joined.json == {"changed": 3}
    assert phone.cookie != before
    assert phone.cookie != desk.cookie
    phone.start()
    assert {e["record"] for e in phone.start()["unfinished"]} == {OPEN, "quatorze.7", "elevator.7"}
    assert desk.start()["name"] == "Josephine"
    phone.save("game-0003", 0, "wood.5")
    assert len(desk.start()["unfinished"]) == 4
    # Once.
    assert other.write("/api/journal/join", text=code).status == 400
    for _ in range(9):
        other.write("/api/journal/join", text="AAAAA-AAAAA")
    answer = other.write("/api/journal/join", text="AAAAA-AAAAA")
    assert (answer.status, answer.json["error"]) == (429, "Too many codes were tried: wait ten minutes.")


def test_a_player_can_be_forgotten(shared: Callable[..., Page]) -> None:
    page = shared()
    page.save("game-0001", 0, OPEN)
    page.write("/api/journal/name", text="Josephine")
    assert page.write("/api/journal/forget", ids=[]).json == {"changed": 1}
    assert page.start()["unfinished"] == []
    assert shared().write("/api/journal/name", text="Josephine").status == 200


def test_names(shared: Callable[..., Page]) -> None:
    page, other = shared(), shared()
    assert page.write("/api/journal/name", text="  Napoléon \n B. ").json == {"name": "Napoléon B."}
    assert page.start()["name"] == "Napoléon B."
    assert other.write("/api/journal/name", text="NAPOLÉON B.").status == 400
    assert other.write("/api/journal/name", text="x" * 31).status == 400
    assert other.write("/api/journal/name", text="a\u202eb").status == 400
    assert page.write("/api/journal/name", text="").json == {"name": ""}
    assert other.write("/api/journal/name", text="Napoléon B.").status == 200


def test_the_leaderboard_of_the_day(shared: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    deal, day = won_record().partition("/")[0], today()
    parts = won_record().split("/")
    pages = {name: shared() for name in ("Anne", "Ben", "Cleo", "")}
    for name, page in pages.items():
        if name:
            page.write("/api/journal/name", text=name)
        revision = 0
        step = 5 if name != "Cleo" else 100
        for end in [*range(2, len(parts), step), len(parts)]:
            facts = {"verdicts": 1} if name == "Ben" else {}
            revision = page.save("game-0001", revision, "/".join(parts[:end]), day=day, **facts)["revision"]
        # Further wins, as they might come in an import, do not count; nor do they take the others' places.
        for again in range(2, 5) if name == "Anne" else ():
            page.save(f"game-000{again}", 0, won_record(), day=day)
    monkeypatch.setattr("longwood.web.journal.sharing.day_wins", partial(day_wins, most=3))
    found = pages["Anne"].read(f"/api/journal/day/elevator?date={day}&deal={deal}").json
    assert [(row["name"], row["is_you"]) for row in found["without_help"]] == [("Anne", True), ("Cleo", False)]
    assert [row["name"] for row in found["with_help"]] == ["Ben"]
    # Only a game that came act by act has a time.
    assert {row["name"] for row in found["without_help"] if row["seconds"] is not None} == {"Anne"}
    for query in (f"date=x&deal={deal}", f"date={day}&deal=wood.1", f"date={day}&deal={won_record()}"):
        assert pages["Anne"].read(f"/api/journal/day/elevator?{query}").status == 400


def test_help_on_the_day_s_deal_stays_help_if_it_is_begun_anew(shared: Callable[..., Page]) -> None:
    deal, day = won_record().partition("/")[0], today()
    nearly = won_record().rpartition("/")[0]
    for name, is_before in (("Anne", True), ("Ben", False)):
        page = shared()
        page.write("/api/journal/name", text=name)
        for is_helped in (True, False) if is_before else (False, True):
            if is_helped:
                page.save("game-help", 0, nearly, day=day, fair_hints=3)
                assert page.write("/api/journal/delete", ids=["game-help"]).json == {"changed": 1}
            else:
                page.save("game-wins", 0, won_record(), day=day)
            sleep(0.005)  # the server tells the two apart by milliseconds
    found = page.read(f"/api/journal/day/elevator?date={day}&deal={deal}").json
    assert [row["name"] for row in found["with_help"]] == ["Anne"]
    assert [row["name"] for row in found["without_help"]] == ["Ben"]


def test_the_leaderboard_counts_the_first_win_on_the_day_itself(where: str) -> None:
    noon, day = parse_time("2026-11-18T12:00:00Z"), "2026-11-18"
    record = won_record()

    with Journal(where) as journal:

        def win(number: int, start: int, seconds: int, **facts: Any) -> int:
            player, end = journal.player(f"key of player {number}"), start + seconds * 1000
            choose_name(journal, player, f"p{number}")
            times: dict[str, Any] = {"started": start, "saved": end, "first_seen": start, "last_seen": end}
            told = {"day": day, "game": "elevator", "acts": 50, "score": 0, "leap": 1, **times, **facts}
            journal.add(player, [Entry(record=record, id=f"win-of-{number}-at-{start}", ending=Ending.WON, **told)])
            return player

        win(1, noon, 60)
        win(1, noon + 100_000, 5)
        win(2, noon, 30, fair_hints=2)
        win(3, noon - 86_400_000, 10)
        win(4, noon, 86_000)
        win(5, noon, 59, leap=40)
        me = win(6, noon, 61, acts=1)
        without, helped = leaders(day_wins(journal, day, "elevator", record.partition("/")[0]), me)
    assert [(row.name, row.seconds, row.is_you) for row in without] == [
        ("p1", 60.0, False),
        ("p6", 61.0, True),
        ("p5", None, False),
    ]
    assert [row.name for row in helped] == ["p2"]


def test_what_a_database_cannot_keep_is_refused_for_good(shared: Callable[..., Page]) -> None:
    """PostgreSQL keeps no NUL. A page sends again what was answered with 503, and would do so for ever."""
    page = shared()
    for path, body in (
        ("save", {"id": "game-0001", "based_on": 0, "record": OPEN, "redo": "\0"}),
        ("delete", {"ids": ["a\0b"]}),
        ("settings", {"text": "a\0b"}),
    ):
        assert page.write(f"/api/journal/{path}", **body).status in (200, 400), path
    assert page.read("/api/journal/entries?deal=a%00b").status in (200, 400)
    assert page.save("game-0002", 0, OPEN)["revision"] == 1


def test_players_of_a_shared_server_are_not_told_where_its_files_are(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"nonsense" * 1000)
    keeper = Keeper(str(path), is_shared=True)
    answer = Page(keeper).start()
    assert (answer["is_kept"], answer["note"], answer["backup"]) == (True, "", "")
    assert str(path.parent) in keeper.note
    keeper.close()


def test_long_work_takes_one_thread_at_a_time(where: str) -> None:
    keeper = Keeper(where, is_shared=True)
    done: list[str] = []
    may_end = Event()

    def long(name: str) -> str:
        done.append(f"{name} begins")
        may_end.wait()
        done.append(f"{name} ends")
        return name

    async def all_at_once() -> None:
        waiting = [asyncio.ensure_future(keeper.ask_long(c, lambda _, c=c: long(c))) for c in "aaaab"]  # type: ignore[misc]
        # Meanwhile games are saved.
        for _ in range(20):
            await keeper.ask(lambda journal: journal.player("c" * 32))
        may_end.set()
        await asyncio.gather(*waiting)

    asyncio.run(all_at_once())
    keeper.close()
    # Whoever asks much waits for those who ask little.
    order = ["a", "b", "a", "a", "a"]
    assert done == [f"{name} {what}" for name in order for what in ("begins", "ends")]


def test_a_player_of_a_shared_server_has_room_for_so_many_games(
    shared: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longwood.web.journal.keeper.MOST_ENTRIES", 3)
    page, other = shared(), shared()
    page.save("game-0001", 0, "wood.1")
    assert page.write("/api/journal/import", text="wood.2\nwood.3\nwood.4").status == 507
    assert page.write("/api/journal/import", text="wood.1\nwood.2").json["new"] == 1
    page.save("game-0003", 0, "wood.3")
    page.write("/api/journal/delete", ids=["game-0003"])
    full = page.write("/api/journal/save", id="game-0004", based_on=0, record="wood.4")
    assert (full.status, full.json["error"]) == (507, "This journal is full: it keeps 3 games of each player.")
    # A game that was begun goes on, and others have their own room.
    assert page.save("game-0001", 1, "wood.1/s-w")["revision"] == 2
    assert other.save("game-0004", 0, "wood.4")["revision"] == 1


def test_rates_are_bounded() -> None:
    time = [0.0]
    rate = Rate(3, 0.5, most=2, clock=lambda: time[0])
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")
    time[0] = 2.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    rate.allows("c")
    assert len(rate._left) == 2


@pytest.mark.slow
def test_too_many_writes(shared: Callable[..., Page], monkeypatch: pytest.MonkeyPatch) -> None:
    # On a slow machine the bucket would fill up again in the meantime.
    monkeypatch.setattr(visits, "Rate", partial(Rate, clock=lambda: 0.0))
    page = shared()
    answers = [page.write("/api/journal/settings", text="{}").status for _ in range(200)]
    assert answers[:100] == [200] * 100
    assert answers[-1] == 429


def test_a_full_or_locked_journal_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal.sqlite"
    keeper = Keeper(str(path))
    page = Page(keeper)
    page.start()
    page.save("game-0001", 0, OPEN)
    journal = keeper.open()
    with journal.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    from sqlalchemy import event

    def full(raw: Any, _: Any) -> None:
        raw.execute(f"PRAGMA max_page_count = {pages}").fetchall()

    journal.close()
    event.listen(journal.engine, "connect", full)
    long = "\n".join(some_records("elevator", 60))
    answer = page.write("/api/journal/import", text=long)
    assert (answer.status, answer.json["error"]) == (507, "The journal cannot be written: the disk is full.")
    event.remove(journal.engine, "connect", full)
    journal.close()

    def impatient(raw: Any, _: Any) -> None:
        raw.execute("PRAGMA busy_timeout = 20")

    event.listen(journal.engine, "connect", impatient)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = page.write("/api/journal/save", id="game-0002", based_on=0, record=OPEN)
    assert (answer.status, answer.json["error"]) == (503, "The journal is locked by another program.")
    # Reading goes on, and so does play.
    assert page.client.position(OPEN)["score"] == 2
    assert page.read("/api/journal/entries").json["count"] == 1
    other.close()
    assert page.save("game-0002", 0, OPEN)["revision"] == 1
    keeper.close()


def test_a_journal_that_is_damaged_while_the_table_runs(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    keeper = Keeper(str(path))
    page = Page(keeper)
    page.start()
    keeper.open().add(keeper.open().player(), many_entries(300, some_records("quatorze", 3)))
    keeper.close()
    keeper = Keeper(str(path))
    page = Page(keeper)
    page.start()
    keeper.open().close()
    path.write_bytes(b"x" * 50_000)
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    answer = page.start()
    assert answer["is_kept"]
    assert "The journal was damaged" in answer["note"]
    assert answer["backup"] == today()
    saved = page.save("game-0001", 7, OPEN)
    assert saved["revision"] == 1
    assert page.write("/api/journal/restore", ids=[]).json == {"changed": 300}
    assert page.start()["note"] == ""
    assert page.read("/api/journal/entries").json["count"] == 301
    keeper.close()


@pytest.mark.parametrize("is_deleted", [True, False], ids=["deleted", "moved aside by another program"])
def test_a_file_that_is_taken_away_while_the_table_runs(tmp_path: Path, is_deleted: bool) -> None:
    """What went on being written to the old file would be confirmed, and never found again."""
    path = tmp_path / "journal.sqlite"
    keeper = Keeper(str(path))
    page = Page(keeper)
    page.start()
    assert page.save("game-0001", 0, OPEN)["revision"] == 1
    for ending in ("", "-wal", "-shm"):
        file = path.with_name(path.name + ending)
        if is_deleted:
            file.unlink(missing_ok=True)
        elif file.exists():
            file.rename(path.with_name(f"aside{ending}"))
    if not is_deleted:
        Journal(path).close()
    # The new journal has a token of its own, for which the page asks again.
    assert page.write("/api/journal/save", id="game-0001", based_on=1, record=OPEN).status == 403
    answer = page.start()
    assert ("was moved or deleted" in answer["note"]) == is_deleted
    assert page.save("game-0001", 1, OPEN)["revision"] == 1
    with Journal(path) as journal:
        assert journal.count(journal.player()) == 1
    keeper.close()


def test_a_newer_journal_keeps_nothing_and_play_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal, journal.connection() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '99' WHERE name = 'version'")
    page = Page(Keeper(str(path)))
    answer = page.start()
    assert not answer["is_kept"]
    assert "from a newer Longwood" in answer["problem"]
    assert page.write("/api/journal/save", id="game-0001", based_on=0, record=OPEN).status == 503
    assert page.client.position(OPEN)["score"] == 2


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"text": ' + b"[" * 60_000, b'{"text": "\\ud800"}', b"\xff", b""])
def test_what_cannot_be_read_is_refused(local: Page, body: bytes) -> None:
    for path in ("save", "import", "settings", "delete"):
        answer = local.client.post(f"/api/journal/{path}", body, content_type=JSON, x_longwood_token=local.token)
        assert answer.status == 400, path
        assert "cannot be read" in answer.json["error"]


@pytest.mark.parametrize("text", ['{"entries": ' + "[" * 30_000, "{"])
def test_an_import_that_is_no_journal_is_a_mistake_of_whoever_sends_it(local: Page, text: str) -> None:
    answer = local.write("/api/journal/import", text=text)
    assert answer.status == 400
    assert "JSON" in answer.json["error"]
