"""Headers: caching, compression, security, and the name by which a local server is called."""

import gzip
import re
from pathlib import Path

import pytest

from longwood.web import parcel
from longwood.web.assets import FOLDER, MEDIA_TYPES, Assets
from web_client import Client

client = Client()
POSITION = "/api/position/wood.1/s-w"


@pytest.mark.parametrize("path", ["/", POSITION, "/api/games", "/api/why/wood.1?move=t1-t2", "/static/index.html"])
def test_not_modified(path: str) -> None:
    answer = client.get(path)
    etag = answer.headers["etag"]
    assert re.fullmatch(r'W/"[0-9a-f]+"', etag)
    for known in (etag, f'"other", {etag}', etag.removeprefix("W/"), "*"):
        again = client.get(path, if_none_match=known)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == etag
        assert again.headers["cache-control"] == answer.headers["cache-control"]
    assert client.get(path, if_none_match='"other"').body == answer.body


def test_equal_positions_have_equal_tags_on_every_server() -> None:
    assert client.get(POSITION) == Client().get(POSITION)
    assert client.get(POSITION).headers["etag"] != client.get(f"{POSITION}/s-w").headers["etag"]


def test_positions_may_be_kept_and_files_are_asked_for_again() -> None:
    assert client.get(POSITION).headers["cache-control"] == "public, max-age=3600, immutable"
    assert client.get("/static/index.html").headers["cache-control"] == "no-cache"
    assert client.get("/api/games").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("accepted", ["gzip", "br, gzip;q=0.5", "deflate, GZIP"])
def test_compressed(accepted: str) -> None:
    plain = client.get(POSITION)
    packed = client.get(POSITION, accept_encoding=accepted)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert gzip.decompress(packed.body) == plain.body
    assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body)


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.0"])
def test_not_compressed(accepted: str) -> None:
    assert "content-encoding" not in client.get(POSITION, accept_encoding=accepted).headers


@pytest.mark.parametrize("path", ["/", POSITION, "/api/nothing", "/api/position/x", "/static/index.html", "/nothing"])
def test_security_headers(path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:40123", "[::1]:8000", "[::1]", "127.0.0.2"])
def test_a_local_server_answers_to_local_names(host: str) -> None:
    assert Client(local=True).get("/api/games", host=host).status == 200


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1.example.org", "localhost.example.org:80", "192.168.0.1", "", "[::2]:80", "::1:x"]
)
def test_a_local_server_refuses_foreign_names(host: str) -> None:
    answer = Client(local=True).get("/api/games", host=host)
    assert answer.status == 400
    assert answer.json["error"].startswith("This table answers on this machine only")
    assert "content-security-policy" in answer.headers
    assert client.get("/api/games", host=host).status == 200


@pytest.mark.parametrize(
    "name", ["../app.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "a%00b.js", "x" * 5000 + ".js", "", "."]
)
def test_no_file_outside_the_folder(name: str) -> None:
    assert client.get(f"/static/{name}").status == 404


def test_every_file_of_the_page_is_served() -> None:
    for path in FOLDER.rglob("*"):
        if path.is_file():
            answer = client.get(f"/static/{path.relative_to(FOLDER)}")
            assert answer.status == 200
            assert answer.body == path.read_bytes()
            assert answer.headers["content-type"].split(";")[0] == MEDIA_TYPES[path.suffix]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    assets = Assets(tmp_path)
    assert assets.find("a.js") is None
    (tmp_path / "a.js").write_text("let a = 1;")
    first = assets.find("a.js")
    assert first
    assert assets.find("a.js") is first
    (tmp_path / "a.js").write_text("let a = 2;")
    second = assets.find("a.js")
    assert second
    assert second.plain == b"let a = 2;"
    assert second.etag != first.etag


def test_one_file_by_many_names_is_kept_once() -> None:
    assets = Assets()
    names = [
        "js/report.js",
        "./js/report.js",
        *[f"{n}/../js/report.js" for n in range(50)],
        "js/../js/report.js",
    ]
    assert len({id(assets.find(name)) for name in names}) == 1
    assert len(assets._bodies) == 1
    for name in ("page.js", "page.css", "x/../page.js", "page.js"):
        assets.find(name)
    assert len(assets._bodies) == 3
    assets.find("page.html")
    assets.find("worker.js")
    assert len(assets._bodies) == 5


def test_the_page_loads_one_script_and_one_sheet() -> None:
    page = client.get("/").body.decode()
    found = re.findall(r'(?:src|href)="(/[^"]*)"', page)
    assert [address.partition("?")[0] for address in found] == [
        "/static/manifest.webmanifest", "/static/icons/icon-180.png", "/static/page.css", "/static/page.js",
    ]  # fmt: skip
    script = client.get("/static/page.js").body.decode()
    modules = re.findall(r"^const \$(\w+) = \(\(\) => \{$", script, re.MULTILINE)
    # All but the one that only has types and the one that starts a report in a file, each after what it imports.
    assert {*modules, "types", "file"} == {path.stem for path in FOLDER.glob("js/*.js")}
    assert len(modules) == len(set(modules))
    assert modules[-1] == "main"
    for module in modules:
        needed = re.findall(r'from "\./(\w+)\.js";$', (FOLDER / f"js/{module}.js").read_text(), re.MULTILINE)
        assert all(modules.index(other) < modules.index(module) for other in needed)
    sheet = client.get("/static/page.css").body.decode()
    assert all(path.read_text() in sheet for path in FOLDER.glob("css/*.css"))


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        ({"main": 'import { a } from "./a.js";', "a": 'import { b } from "./main.js";'}, "main.js imports itself by"),
        ({"main": "export let turns = 0;"}, "main.js: export let turns = 0;"),
        ({"main": 'import { a as b } from "./a.js";', "a": "export const a = 1;"}, "main.js: import { a as b }"),
        ({"main": 'import { c } from "./a.js";', "a": "export const a = 1, c = 2;"}, "what a.js does not export: c"),
        ({"main": 'const a = await import("./a.js");'}, "main.js: const a = await import"),
        ({"main": 'import * as a from "./a.js";'}, 'main.js: import \\* as a from "./a.js";'),
    ],
)
def test_a_module_that_does_not_fit_is_named(modules: dict[str, str], why: str, tmp_path: Path) -> None:
    for name, text in modules.items():
        (tmp_path / f"{name}.js").write_text(text + "\n")
    with pytest.raises(parcel.Unfit, match=why):
        parcel.script(tmp_path)


def test_comments_stay_behind(tmp_path: Path) -> None:
    lines = [
        "// @ts-check",
        "/** A module. */",
        "/**",
        " * @param {string} a",
        " */",
        "export const f = (a) => `${a} // ${/** @type {string} */ (a)}`; // kept",
        "  /** @type {string} */ (f)(1);",
        "  /** @type {string} */ f(2);",
        "/* plain */",
    ]
    (tmp_path / "main.js").write_text("\n".join([*lines, ""]))
    code = ["const f =" + lines[5].partition("const f =")[2], *lines[6:8]]
    assert parcel.script(tmp_path).split("\n")[1:-3] == code


def test_what_the_script_will_want_is_asked_for_with_the_page() -> None:
    link = client.get("/play/terrace.5/t1-f1").headers["link"]
    wanted = re.findall(r"<([^>]*)>; rel=preload; as=fetch; crossorigin", link)
    assert wanted == ["/api/games", "/api/position/terrace.5/t1-f1"]
    assert [client.get(path).status for path in wanted] == [200, 200]
    assert client.get("/").headers["link"].count("<") == 1
    # No part of a record leads elsewhere, and what addresses may hold stays as it is.
    assert client.get("/play/..%2f..%2fapi%2frandom%2fquatorze").headers["link"].count("<") == 1
    assert "</api/position/x,y=z@1:2.3>" in client.get("/play/x,y=z@1:2.3").headers["link"]
    # A header that a proxy would refuse is not sent.
    assert client.get("/play/elevator.1" + "/s-w" * 400).headers["link"].count("<") == 1


def test_the_analyst_gets_ready_after_the_cards() -> None:
    visitor = Client()
    try:
        visitor.get("/play/elevator.1")
        assert visitor.pool.state.state == "idle"
        visitor.get("/")
        assert visitor.pool.state.state != "idle"
    finally:
        visitor.pool.close()
