"""Who may ask: pages of this table and programs, by the right name, and with the token where there is one."""

import pytest

from longwood.web import CannotServe
from longwood.web.analyst.pool import BUSY, Pool
from longwood.web.settings import MAX_QUERY, Settings
from web_client import Client

TOKEN = "a-token-of-many-letters"
QUESTIONS = [
    "/api/analyst",
    "/api/verdict/elevator.1",
    "/api/hint/elevator.1",
    "/api/chances/elevator.1",
    "/api/par/elevator.1",
    "/api/deal/elevator.1",
    "/api/report/elevator.1",
    "/api/winnable/elevator",
    "/api/daily/elevator?date=2026-11-16",
]


@pytest.mark.parametrize("path", QUESTIONS)
@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"},
        {"origin": "https://example.org"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "null"},
    ],
    ids=str,
)
def test_another_site_does_not_put_the_analyst_to_work(path: str, headers: dict[str, str]) -> None:
    client = Client()
    answer = client.get(path, **headers)
    assert answer.status == 403
    assert answer.json["error"].startswith("The analyst works for this table's own pages only")
    assert client.pool.state.state == "idle", "no worker is started for that"
    assert client.ledger.refusals["another site"] == 1


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec_fetch_site": "same-origin"},
        {"sec_fetch_site": "same-origin", "origin": "https://behind-a-proxy.example"},
        {"sec_fetch_site": "none"},
        {"origin": "http://127.0.0.1:8000"},
    ],
    ids=str,
)
def test_our_own_pages_and_programs_may_ask(headers: dict[str, str]) -> None:
    pool = Pool(most_waiting=0)
    try:
        answer = Client(pool=pool).get("/api/hint/elevator.1", **headers)
        # They get as far as the queue, which has no room here.
        assert (answer.status, answer.json) == (503, {"error": BUSY})
    finally:
        pool.close()


def test_a_page_that_another_site_fetches_starts_no_workers() -> None:
    client = Client()
    assert client.get("/", sec_fetch_site="cross-site", sec_fetch_dest="iframe").status == 200
    assert client.get("/", sec_fetch_site="cross-site", sec_fetch_dest="document").status == 200
    assert client.pool.state.state == "idle"
    try:
        # But someone who follows a link sits down.
        client.get("/", sec_fetch_site="cross-site", sec_fetch_dest="document", sec_fetch_user="?1")
        assert client.pool.state.state != "idle"
    finally:
        client.pool.close()


def test_only_the_given_names() -> None:
    client = Client(settings=Settings(names=("Example.org", "cards.example.org")))
    for host in ("example.org", "EXAMPLE.org:8000", "cards.example.org", "example.org.", "127.0.0.1:80", "localhost"):
        assert client.get("/api/games", host=host).status == 200
    for host in ("example.com", "www.example.org", "example.org.evil.net", "192.0.2.1", "", "example.org:80:80"):
        answer = client.get("/api/games", host=host)
        assert answer.status == 400
        assert answer.json["error"].startswith("This table goes by another name")
    by_address = Client(settings=Settings(names=("2001:db8::1",)))
    assert by_address.get("/api/games", host="[2001:db8::1]:8000").status == 200
    assert by_address.get("/api/games", host="[2001:db8::2]:8000").status == 400
    local = Client(local=True, settings=Settings(names=("example.org",)))
    assert local.get("/api/games", host="example.org").status == 200


def test_a_table_with_a_token() -> None:
    client = Client(settings=Settings(token=TOKEN))
    for path in ("/", "/api/games", "/static/page.js", "/play/wood.1", "/api/hint/wood.1", "/nothing"):
        answer = client.get(path)
        assert answer.status == 403
        assert answer.json["error"].startswith("This table needs a token")
        assert "content-security-policy" in answer.headers
    for_people = client.get("/", accept="text/html")
    assert for_people.status == 403
    assert b"<p>This table needs a token" in for_people.body
    first = client.get(f"/play/wood.1/s-w?token={TOKEN}")
    assert (first.status, first.headers["location"]) == (303, "/play/wood.1/s-w")
    cookie, *how = first.headers["set-cookie"].split("; ")
    assert how == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"]
    assert client.get("/play/wood.1", cookie=f"other=1; {cookie}").status == 200
    assert client.get("/api/games", authorization=f"Bearer {TOKEN}").status == 200
    for wrong in (cookie[:-1], cookie + "x", cookie.partition("=")[0], "longwood=1"):
        assert client.get("/", cookie=wrong).status == 403
    assert client.get("/api/games", authorization="Bearer ").status == 403
    assert client.get("/?token=").status == 403
    assert client.ledger.refusals["no token"] > 10


@pytest.mark.parametrize("path", ["//evil.example/", "/%5cevil.example", "///evil.example"])
def test_the_way_from_the_token_leads_nowhere_else(path: str) -> None:
    place = Client(settings=Settings(token=TOKEN)).get(f"{path}?token={TOKEN}").headers["location"]
    assert place.startswith("/")
    assert place[1] not in "/\\"


def test_tables_on_one_machine_do_not_take_each_others_cookies() -> None:
    names = {
        Client(settings=Settings(token=token)).get(f"/?token={token}").headers["set-cookie"].partition("=")[0]
        for token in (TOKEN, TOKEN + "2")
    }
    assert len(names) == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"token": "short"},
        {"token": "with spaces in it, many"},
        {"names": ("a b",)},
        {"names": ("example.org:80",)},
        {"proxies": ("10.0.0.0/8",)},
        {"connections": 0},
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(CannotServe):
        Settings(**settings)  # type: ignore[arg-type]


def test_a_long_query_is_not_read() -> None:
    client = Client()
    assert client.get("/api/why/wood.1?move=" + "a&" * (MAX_QUERY // 2)).status == 400
    assert client.get("/api/games?" + "a" * MAX_QUERY).status == 200
    assert client.ledger.refusals["query"] == 1
