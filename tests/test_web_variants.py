"""The server's answers about games of one's own and typed-in positions, and its workers' answers."""

from collections.abc import Iterator

import pytest

from longwood import GAMES, Session
from longwood.laid import laid_text
from longwood.notation import find_game
from longwood.web.analyst.pool import Pool
from test_web_analyst_answers import ask
from variants import VARIANTS
from web_client import Client

client = Client()
LATE = "elevator.6/s-w/g3-w/g5-w/s-w/s-w/g6-w"
BEST = {
    "terrace,reserve=12,columns=10": (104, True),
    "quatorze,size=3": (18, True),
    "elevator,wraps=no": (26, True),
    "triple-peaks,wraps=no,rounds=yes": (80, False),
}
"""Ways to play of one's own: the best score that is found in deal 5, and whether it is proven."""


def laid(record: str, *, hides: bool = False) -> str:
    session = Session.from_record(record)
    return f"{session.game.slug}@{laid_text(session.game, session.position, hides=hides)}"


UNKNOWN = laid(LATE, hides=True)


def test_one_game() -> None:
    for game in [*VARIANTS, GAMES["wood"]]:
        answer = client.get(f"/api/game/{game.slug}")
        assert answer.status == 200
        assert (answer.json["slug"], answer.json["title"], answer.json["about"]) == (game.slug, game.title, game.about)
        assert list(answer.json["layouts"]["tall"]["places"]) == list(game.piles)
        assert ",".join(answer.json["options"]) == ",".join(client.get(f"/api/game/{game.family}").json["options"])
    # In any order: one game, one name.
    assert client.get("/api/game/terrace,columns=10,reserve=12").json["slug"] == "terrace,reserve=12,columns=10"
    assert client.get("/api/random/quatorze,size=4").json["deal"].startswith("quatorze,size=4.")
    assert "a grid 4 by 4" in client.get("/api/rules/quatorze,size=4").json["html"]


def test_a_record_has_one_spelling() -> None:
    answer = client.get("/api/position/terrace,columns=10,reserve=12.5/t1-f1").json
    assert answer["record"] == "terrace,reserve=12,columns=10.5/t1-f1"
    assert answer["deal"] == "terrace,reserve=12,columns=10.5"
    assert answer["number"] == "5"
    # The same line again, now that it is known.
    assert client.get("/api/position/terrace,columns=10,reserve=12.5/t1-f1").json == answer
    assert (
        client.get("/api/position/terrace,columns=10,reserve=12.5/t1-f1/s-w")
        .json["record"]
        .startswith(answer["record"])
    )


def test_a_position() -> None:
    session = Session.from_record(LATE)
    answer = client.get(f"/api/position/{laid(LATE)}").json
    assert answer["record"] == answer["deal"] == laid(LATE)
    assert answer["number"] is None
    assert answer["acts"] == 0
    assert answer["has_unknown"] is False
    assert answer["piles"] == client.get(f"/api/position/{session.record}").json["piles"]
    unknown = client.get(f"/api/position/{UNKNOWN}").json
    assert unknown["has_unknown"] is True
    assert unknown["piles"] == answer["piles"], "what nobody has seen lies face down"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/api/game/terrace,columns=99", "only a number from 4 to 12."),
        ("/api/position/terrace,columns=99.1", "only a number from 4 to 12."),
        ("/api/winnable/terrace,fill=x", "only by-hand, from-waste or from-reserve."),
        ("/api/position/elevator@w=7H7H", "No game of Elevator can reach this position: too many 7H."),
        ("/api/position/elevator@w=7H", "missing."),
        ("/api/hint/elevator@zz=7H", 'Elevator has no pile "zz"'),
    ],
)
def test_what_cannot_be_is_a_sentence(path: str, message: str) -> None:
    answer = client.get(path)
    assert answer.status == 400
    assert message in answer.json["error"]


@pytest.mark.parametrize("end", ["", "/s-w"])
@pytest.mark.parametrize("kind", ["verdict/{}", "hint/{}?kind=all-seeing", "par/{}", "deal/{}", "report/{}"])
def test_nothing_is_proven_of_unknown_cards(kind: str, end: str) -> None:
    answer = client.get(f"/api/{kind.format(UNKNOWN + end)}")
    assert answer.status == 400
    assert answer.json["error"].startswith("Some cards here are unknown, so nothing can be proven")


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(size=2)
    yield pool
    pool.close()


@pytest.mark.slow
@pytest.mark.parametrize("slug", BEST)
def test_workers_know_games_of_ones_own(pool: Pool, slug: str) -> None:
    game = find_game(slug)
    record = f"{slug}.5"
    session = Session.from_record(record)
    session.play(session.moves[0])
    assert ask(pool, "verdict", record)[-1]["verdict"] in ("won", "lost", "unknown")
    assert ask(pool, "hint", record, kind="fair")[0]["move"]["text"]
    assert ask(pool, "hint", record, kind="all-seeing")[0]["kind"] == "all-seeing"
    assert len(ask(pool, "chances", record)[-1]["moves"]) >= 1
    par = ask(pool, "par", record)[0]
    assert (par["score"], par["is_proven"]) == BEST[slug]
    assert ask(pool, "deal", record)[0]["deal"] == record
    assert ask(pool, "report", str(session.record))[-1]["acts"] == 1
    assert ask(pool, "winnable", game.slug, seed="3")[0]["deal"].startswith(f"{slug}.")


@pytest.mark.slow
def test_workers_know_positions(pool: Pool) -> None:
    found = ask(pool, "deal", laid("elevator.6"))[0]
    assert (found["verdict"], found["difficulty"]) == ("won", None)
    assert ask(pool, "verdict", laid(LATE))[-1]["verdict"] in ("won", "lost")
    # What can be seen is all that a fair hint knows.
    for kind in ("hint", "chances"):
        assert ask(pool, kind, UNKNOWN, kind="fair") == ask(pool, kind, laid(LATE), kind="fair")
    assert ask(pool, "report", f"{laid(LATE)}/s-w")[-1]["acts"] == 1
