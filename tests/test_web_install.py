"""The page that can be installed: names that follow the content, a worker that follows the names, nothing else kept."""

import json
import re
from pathlib import Path
from shutil import copytree

import pytest

from longwood.web.assets import FOLDER, PAGE, SCRIPT, SHEET, WORKER, Assets
from longwood.web.install import FOREVER, PAGE_HEADER, name_of
from longwood.web.settings import Settings
from web_client import Client

client = Client()


def files() -> list[str]:
    found: list[str] = json.loads(re.findall(r"const FILES = (\[.*?\]);", client.get("/sw.js").text)[0])
    return found


def test_files_are_named_by_their_content_and_kept_for_ever() -> None:
    page = client.get("/").text
    named = re.findall(r'"(/static/page\.\w+\?v=\w+)"', page)
    assert len(named) == 2
    for address in named:
        assert client.get(address).headers["cache-control"] == FOREVER
        # By another name, that of an older page, it is asked for each time.
        assert client.get(re.sub("v=.*", "v=0123456789ab", address)).headers["cache-control"] == "no-cache"
    assert client.get("/").headers["cache-control"] == "no-cache"
    assert client.get("/sw.js").headers["cache-control"] == "no-cache"
    assert client.get("/sw.js").headers["content-type"].startswith("text/javascript")


def test_the_worker_keeps_the_page_and_nothing_of_the_games() -> None:
    page = client.get("/").text
    assert files()[0] == "/"
    assert set(files()[1:]) == set(re.findall(r'"(/static/page\.\w+\?v=\w+)"', page))
    assert f'const VERSION = "{name_of(page)}";' in client.get("/sw.js").text
    assert not [file for file in files() if "/api/" in file]


def test_a_change_of_any_part_changes_all_names(tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "static")
    names, workers = set(), set()
    for changed in ("", "js/state.js", "css/base.css", "index.html"):
        if changed == "index.html":
            text = (folder / changed).read_text().replace("an analyst", "a good analyst")
            (folder / changed).write_text(text)
        elif changed:
            (folder / changed).write_text(
                (folder / changed).read_text()
                + "\n/* another */ .x { color: red; }\n" * ("css" in changed)
                + "\nconst another = 1;\n" * ("js" in changed)
            )
        assets = Assets(folder)
        page, worker = assets.find(PAGE), assets.find(WORKER)
        assert page
        assert worker
        assert assets.version == name_of(page.plain.decode())
        names.add(assets.version)
        workers.add(worker.plain)
    assert (len(names), len(workers)) == (4, 4)


def test_what_changes_while_the_server_runs_is_seen(tmp_path: Path) -> None:
    folder = copytree(FOLDER, tmp_path / "static")
    assets = Assets(folder)
    before = assets.find(PAGE)
    (folder / "js" / "state.js").write_text((folder / "js" / "state.js").read_text() + "\nconst another = 1;\n")
    after = assets.find(PAGE)
    assert before
    assert after
    assert after.plain != before.plain
    script = assets.find(SCRIPT)
    assert script
    assert b"another = 1" in script.plain


@pytest.mark.parametrize("path", ["/api/games", "/api/journal", "/api/journal/statistics"])
def test_pages_are_told_which_page_the_server_has(path: str) -> None:
    assert client.get(path).headers[PAGE_HEADER] == name_of(client.get("/").text)


def test_what_browsers_keep_for_an_hour_does_not_name_a_page() -> None:
    for path in ("/api/position/elevator.1", "/api/why/elevator.1?move=s-w", "/"):
        assert PAGE_HEADER not in client.get(path).headers


def test_the_page_is_small() -> None:
    bodies = [Assets().find(name) for name in (PAGE, SCRIPT, SHEET)]
    assert all(body and body.packed for body in bodies)
    assert sum(len(body.packed or body.plain) for body in bodies if body) <= 180_000


def test_the_manifest_names_icons_that_are_there() -> None:
    answer = client.get("/static/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert any(icon["purpose"] == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        picture = client.get(icon["src"])
        assert picture.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            width, height = int.from_bytes(picture.body[16:20]), int.from_bytes(picture.body[20:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_without_the_token_nothing_of_it_is_sent() -> None:
    locked = Client(settings=Settings(token="x" * 20))
    for path in ("/sw.js", "/static/manifest.webmanifest", "/static/icons/icon-192.png"):
        assert locked.get(path).status == 403
