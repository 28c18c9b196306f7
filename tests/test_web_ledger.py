"""The books: what was asked, how long it took, what was refused, and a line for each where that is wanted."""

import asyncio
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from longwood.web import CannotServe
from longwood.web.ledger import BOUNDS, ROUTES, Booked, Ledger, Waits, route_of
from longwood.web.log import RequestLog
from longwood.web.settings import Settings
from web_client import Client

SAMPLE = re.compile(r'([a-z_]+)(\{(?:[a-z]+="[^"]*",?)*\})? (-?[0-9.e+]+)')


def read(text: str) -> dict[str, float]:
    """All samples of a page; every one of them must have been announced."""
    kinds: dict[str, str] = {}
    found: dict[str, float] = {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            assert line.split()[2] not in kinds, "announced twice"
        elif line.startswith("# TYPE "):
            _, _, name, kinds[name] = line.split()
        else:
            sample = SAMPLE.fullmatch(line)
            assert sample, line
            name = sample[1]
            assert name in kinds or kinds[re.sub("_(bucket|sum|count)$", "", name)] == "histogram"
            assert name + (sample[2] or "") not in found, "told twice"
            found[name + (sample[2] or "")] = float(sample[3])
    return found


class Visitor(Client):
    """A client of a server that keeps books."""

    def __init__(self, log: Any = None, **settings: Any) -> None:
        super().__init__(settings=Settings(metrics=True), **settings)
        self.ledger = Ledger(log)
        self.app = Booked(self.app, self.ledger)  # type: ignore[assignment]


def test_metrics_are_off_by_default() -> None:
    assert Client().get("/metrics").status == 404


def test_the_counters_are_in_the_text_format_of_prometheus() -> None:
    client = Client(settings=Settings(metrics=True))
    booked = Client()
    booked.app, booked.ledger = Booked(client.app, client.ledger), client.ledger  # type: ignore[assignment]
    for path in ("/", "/api/position/wood.1", "/api/position/wood.1/zz", "/nothing", "/static/page.js"):
        booked.get(path)
    booked.get("/api/hint/wood.1", sec_fetch_site="cross-site")
    client.pool.close()
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = read(answer.text)
    assert found['longwood_requests_total{route="position",status="200"}'] == 1
    assert found['longwood_requests_total{route="position",status="400"}'] == 1
    assert found['longwood_requests_total{route="other",status="404"}'] == 1
    assert found['longwood_request_seconds_count{route="position"}'] == 2
    assert found['longwood_request_seconds_bucket{route="position",le="+Inf"}'] == 2
    assert found['longwood_refusals_total{why="another site"}'] == 1
    assert found["longwood_questions_waiting"] == 0
    assert found['longwood_workers{state="busy"}'] == 0
    assert found["process_resident_memory_bytes"] > 10_000_000
    assert found["process_open_fds"] > 0


def test_the_counters_are_for_this_machine_or_for_whoever_has_the_token() -> None:
    assert Client(settings=Settings(metrics=True), address="192.0.2.9").get("/metrics").status == 403
    assert Client(settings=Settings(metrics=True), address="::1").get("/metrics").status == 200
    with_token = Client(settings=Settings(metrics=True, token="a-token-of-many-letters"), address="192.0.2.9")
    assert with_token.get("/metrics").status == 403
    assert with_token.get("/metrics", authorization="Bearer a-token-of-many-letters").status == 200


def test_waits_are_counted_by_their_bounds() -> None:
    waits = Waits()
    for seconds in (0.0005, 0.001, 0.0011, 1000.0):
        waits.add(seconds)
    lines = list(waits.lines("w"))
    assert lines[0] == 'w_bucket{le="0.001"} 2'
    assert lines[1] == 'w_bucket{le="0.0025"} 3'
    assert lines[len(BOUNDS)] == 'w_bucket{le="+Inf"} 4'
    assert lines[-1] == "w_count 4"


def test_there_are_few_routes_whatever_is_asked() -> None:
    paths = ["/", "/play/x", "/report", "/review", "/api", "/api/", "/api/zz", "//", "/x/y", "", "/metrics", "x"]
    routes = {route_of(path) for path in [*paths, *[f"/api/{route}/x" for route in ROUTES]]}
    assert routes == {*ROUTES, "page", "other", "metrics"}
    assert route_of("/api/position/wood.1/s-w") == "position"
    assert route_of("/api/review/wood.1") == "report"


def test_every_address_of_the_api_has_a_route_of_its_own() -> None:
    paths = [route.path for route in Client().app.routes if route.path.startswith("/api/")]  # type: ignore[attr-defined]
    assert {route_of(path) for path in paths} == set(ROUTES)


def test_a_line_for_each_request() -> None:
    lines: list[str] = []
    client = Visitor(lines.append)
    client.get("/api/position/wood.1?x=1")
    client.get("/api/position/%1b[31m%0aforged/" + "x" * 1000)
    client.get("/?token=secret")
    client.pool.close()
    assert re.fullmatch(
        r"20\d\d-\d\d-\d\dT[\d:.]+\+00:00 127\.0\.0\.1 GET /api/position/wood\.1\?x=1 200 \d+ [\d.]+ms", lines[0]
    )
    assert r"\x1b[31m\nforged" in lines[1]
    assert "\n" not in lines[1]
    assert len(lines[1]) < 400
    assert " GET / 200 " in lines[2]


def test_refusals_before_a_request_could_be_read_have_lines_too() -> None:
    lines: list[str] = []
    ledger = Ledger(lines.append)
    ledger.refused("headers", "192.0.2.1", 431)
    ledger.refused("another site")
    assert len(lines) == 1
    assert " 192.0.2.1 (headers) 431 0 " in lines[0]
    assert ledger.refusals == {"headers": 1, "another site": 1}


def test_a_log_that_was_moved_away_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("zero\n")
    with closing(RequestLog(str(path))) as log:
        log.write("one")
        path.rename(tmp_path / "old")
        log.write("two")
        log.write("three")
    assert (tmp_path / "old").read_text() == "zero\none\n"
    assert path.read_text() == "two\nthree\n"


def test_a_log_on_a_full_disk_stops_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no full disk here")
    with closing(RequestLog("/dev/full")) as log:
        log.write("one")
    assert capfd.readouterr() == ("", "")


def test_a_log_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    with closing(RequestLog("-")) as log:
        log.write("one")
    assert capfd.readouterr() == ("", "one\n")


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(CannotServe) as error:
        RequestLog(str(tmp_path / "no" / "log"))
    assert str(error.value).endswith(": No such file or directory.")


def test_an_answer_that_nobody_waited_for_is_entered() -> None:
    ledger = Ledger()

    async def gone(scope: Any, receive: Any, send: Any) -> None:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        asyncio.run(Booked(gone, ledger)({"type": "http", "path": "/", "query_string": b""}, None, None))  # type: ignore[arg-type]
    assert ledger.requests == {("page", 499): 1}
