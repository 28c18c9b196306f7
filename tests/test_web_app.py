"""The endpoints: what they answer is what the rules say, and bad input gets a sentence."""

import asyncio
import random
import re

import pytest

from longwood.core.game import STOCK, AnyGame, Deal
from longwood.core.order import listed_moves
from longwood.games import GAMES, family_of, layout
from longwood.notation import act_text, move_text
from longwood.session import Session
from longwood.web.app import Table
from longwood.web.guard import SECURITY_HEADERS
from walks import walk
from web_client import Client

client = Client()


def sessions(game: AnyGame, number: int, every: int = 15) -> list[Session]:
    """A random game, cut off at every so many acts."""
    moves = [m for _, m in walk(game, number, 200, seed=number)]
    found = []
    for length in range(0, len(moves) + 1, every):
        session = Session(game, Deal(number))
        for m in moves[:length]:
            session.play(m)
        found.append(session)
    return found


def test_games() -> None:
    answer = client.get("/api/games").json
    assert [game["slug"] for game in answer["games"]] == list(GAMES)
    for told in answer["games"]:
        game = GAMES[told["slug"]]
        assert told["piles"] == list(game.piles)
        assert (told["title"], told["family"], told["decks"]) == (game.title, game.family, game.decks)
        assert (told["about"], told["goal"], list(told["kinds"].values())) == (
            game.about,
            game.goal,
            [kind.value for kind in game.kinds],
        )
        assert told["one_click"] == game.one_click
        assert told["can_autoplay"] == (game.family in ("terrace", "forty-thieves"))
        assert re.fullmatch(r"\d+-\d+", told["minutes"])
        for name, tall in (("wide", False), ("tall", True)):
            table = layout(game, tall)
            assert told["layouts"][name]["width"] == table.width
            assert told["layouts"][name]["height"] == table.height
            places = {pile: place._asdict() for pile, place in table.places.items()}
            assert told["layouts"][name]["places"] == places
        shown = Session(game, Deal(1))
        for _ in range(family_of(game).moves_in_picture):
            shown.play(listed_moves(game, shown.position)[0])
        assert told["preview"] == client.position(str(shown.record))["piles"]
        assert told["fair_wins"] == family_of(game).fair_wins(game)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_position_is_what_the_rules_say(game: AnyGame) -> None:
    for session in sessions(game, 3):
        p = session.position
        answer = client.position(session.record)
        assert answer["record"] == str(session.record)
        assert (answer["deal"], answer["game"], answer["title"]) == (f"{game.slug}.3", game.slug, game.title)
        assert (answer["number"], answer["acts"]) == ("3", len(session.acts))
        moves = listed_moves(game, p)
        assert [m["text"] for m in answer["moves"]] == [move_text(game, m) for m in moves]
        for told, m in zip(answer["moves"], moves, strict=True):
            assert (told["src"], told["dst"]) == (game.piles[m.src], game.piles[m.dst])
            assert (told["count"], told["words"]) == (m.count, game.describe(p, m))
        state = (session.score, session.is_won, session.is_stuck)
        assert (answer["score"], answer["is_won"], answer["is_stuck"]) == state
        assert answer["facts"] == {**game.facts(p), "stock": len(p.piles[STOCK])}
        spaces = {name: game.space_words(p, i) for i, name in enumerate(game.piles) if not p.piles[i]}
        assert answer["spaces"] == {name: words for name, words in spaces.items() if words}
        assert answer["autoplay"] == act_text(game, tuple(game.autoplay(p)))
        clicks = {name: act_text(game, tuple(game.double_click(p, i))) for i, name in enumerate(game.piles)}
        assert answer["double_click"] == {name: act for name, act in clicks.items() if act}
        assert [len(pile) for pile in answer["piles"].values()] == [len(pile) for pile in p.piles]
        assert list(answer["piles"]) == list(game.piles)


def test_the_last_act() -> None:
    assert client.position("signora.5")["last"] is None
    assert client.position("signora.5/t9-f4")["last"] == {
        "act": "t9-f4",
        "words": "3S from column 9 to foundation 4",
        "followed": ["column 9 filled with 5H from the waste", "9D dealt to the waste"],
        "changed": [["t9", 0, "f4", 0], ["w", 0, "t9", 0], ["s", 81, "w", 0]],
    }


def test_autoplay_is_one_act() -> None:
    pick = random.Random(7)
    for number in range(100):
        session = Session(GAMES["forty-thieves"], Deal(number))
        while session.moves and len(session.game.autoplay(session.position)) < 2:
            session.play(pick.choice(session.moves))
        if session.moves:
            break
    before = client.position(session.record)
    after = client.position(f"{session.record}/{before['autoplay']}")
    count = before["autoplay"].count("-")
    assert after["last"]["words"] == f"{count} cards to the foundations"
    assert len(after["last"]["changed"]) == count
    assert after["acts"] == before["acts"] + 1
    assert after["autoplay"] == ""


def test_an_explicit_deck_has_no_number() -> None:
    deck = "".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK")
    answer = client.position(f"elevator:{deck}/s-w")
    assert answer["number"] is None
    assert answer["deal"] == f"elevator:{deck}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_why(game: AnyGame) -> None:
    session = sessions(game, 4, every=10)[-1]
    pick = random.Random(1)
    pairs = [(a, b) for a in game.piles for b in game.piles]
    texts = {f"{a}-{b}" for a, b in pick.sample(pairs, min(60, len(pairs)))} | {
        move_text(game, m) for m in session.moves
    }
    legal = {move_text(game, m) for m in session.moves}
    for text in sorted(texts):
        answer = client.get(f"/api/why/{session.record}?move={text}").json
        assert answer["is_legal"] == (text in legal)
        assert bool(answer["reason"]) == (text not in legal)


def test_a_random_deal_can_be_played() -> None:
    deals = {client.get("/api/random/wood").json["deal"] for _ in range(20)}
    assert len(deals) > 15
    for deal in deals:
        assert 1 <= int(deal.removeprefix("wood.")) <= 999_999
    assert client.position(deals.pop())["game"] == "wood"
    assert client.get("/api/random/wood").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/api/position/terace.1", 'There is no game "terace": did you mean terrace?'),
        ("/api/position/", 'There is no game ""'),
        ("/api/position/terrace", '"terrace" is not a deal'),
        ("/api/position/terrace.1x", '"1x" is not a deal number'),
        ("/api/position/terrace.1/", "Move 1 after terrace.1 cannot be read"),
        ("/api/position/terrace.1/t1-f1/zz", 'Move 2 after terrace.1/t1-f1 cannot be read: "zz" is not a move'),
        ("/api/position/terrace.1/t1-f1/t1-t1", "Move 2, t1-t1, is not legal after terrace.1/t1-f1: that card is"),
        ("/api/position/terrace.1/t1-f1.t1-f1", "Move 1, t1-f1, is not legal after terrace.1: foundation 1 takes"),
        ("/api/position/terrace.1/s-wx" + "9" * 5000, "Move 1 after terrace.1 cannot be read"),
        ("/api/position/quatorze:AC", 'The deck "AC" of quatorze has 1 card'),
        ("/api/position/terrace.1" + "/s-w" * 20_000, "This record has 80009 characters; the server reads 60000"),
        ("/api/position/elevator:" + "7S" * 6000, "This deal has too many characters; the server reads 10000 at"),
        ("/api/position/terrace.1/" + ".".join(["s-w"] * 200), "Move 1 after terrace.1 joins 200 moves, more than"),
        ("/api/position/%F0%9F%82%A1%00", 'There is no game "\\U0001f0a1\\x00"'),
        ("/api/why/terrace.1", '"" is not a move'),
        ("/api/why/terrace.1?move=t1-t99", '"t1-t99" is not a move: Terrace has no pile t99'),
        ("/api/why/nothing.1?move=t1-t2", 'There is no game "nothing"'),
        ("/api/rules/terrasse", 'There is no game "terrasse": did you mean terrace?'),
        ("/api/random/terrasse", 'There is no game "terrasse": did you mean terrace?'),
    ],
)
def test_bad_input_gets_a_sentence(path: str, sentence: str) -> None:
    answer = client.get(path)
    assert answer.status == 400
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json["error"].startswith(sentence)
    assert len(answer.json["error"]) < 500


@pytest.mark.parametrize("path", ["/nothing", "/api", "/api/nothing", "/static/nothing.js", "/play", "/apiposition/x"])
def test_nothing_there(path: str) -> None:
    answer = client.get(path)
    assert answer.status == 404
    assert answer.json == {"error": f"There is nothing at {path}."}


def test_nothing_there_for_a_person() -> None:
    answer = client.get("/<script>", accept="text/html,*/*")
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.body == client.get("/").body, "the page itself tells, with a way home"
    assert answer.headers["cache-control"] == "no-store"
    assert client.get("/api/x", accept="text/html,*/*").headers["content-type"] == "application/json"


@pytest.mark.parametrize("path", ["/api/games", "/", "/api/position/wood.1"])
def test_only_get(path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        answer = client.get(path, method=method)
        assert (answer.status, answer.json) == (405, {"error": "This address does not take that kind of request."})
    assert client.get(path, method="HEAD").status == 200


@pytest.mark.parametrize("path", ["/", "/play/wood.1/s-w", "/view/wood.1/s-w", "/play/nonsense", "/rules/wood"])
def test_every_page_is_the_same_file(path: str) -> None:
    answer = client.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.body == client.get("/").body
    assert answer.headers["cache-control"] == "no-cache"


TWO_SPACES = (
    "forty-thieves.7/t4-f1/t2-t4/t6-t4/t6-t7/t9-t3/t9-t10/t9-t10/s-w/w-t4/s-w/s-w/s-w/s-w/s-w/w-f2/t8-f2/s-w/w-t5/"
    "s-w/s-w/s-w/s-w/s-w/s-w/s-w/w-f3/s-w/w-t4/s-w/s-w/w-t4/s-w/s-w/s-w/s-w/s-w/w-t4/s-w/w-f4/t8-f4/s-w/w-t9/s-w/"
    "s-w/w-f2/t10-f2/t10-f2/t10-f2/s-w/s-w/s-w/s-w/s-w/w-t1/s-w/s-w/s-w/s-w/w-f5/s-w/s-w/w-f4/t6-f4/t6-f2/t1-f2/"
    "t1-f2/w-t7/t1-t3/w-t6/s-w/s-w/s-w/w-f5/s-w/s-w/s-w/w-f2/t5-f2/t5-f2/s-w/t10-t5/t10-f1/t8-t10/s-w/w-f6/s-w/"
    "w-t4/s-w/w-f3/t8-f3/t9-t4x2"
)


def test_a_long_record_does_not_keep_others_waiting() -> None:
    # A thousand times a card goes to and fro between two spaces.
    long = TWO_SPACES + "/t1-t8" + "/t8-t9/t9-t8" * 1000
    table = Table()
    done: list[int] = []

    async def ask(record: str) -> None:
        done.append((await table.line(record)).count)

    async def all_at_once() -> None:
        await asyncio.gather(ask(long), ask("wood.1/s-w"), ask("wood.2"))

    asyncio.run(all_at_once())
    assert done == [1, 0, long.count("/")]


def test_the_rules_of_a_players_own_games_are_not_all_kept() -> None:
    table = Table()
    for number in range(150):
        table.rules_body(f"terrace,reserve={number % 30},columns={5 + number // 30}")
    assert table.rules_body.cache_info().currsize <= 100


def test_a_fault_of_ours_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(line: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("longwood.web.app.position_answer", broken)
    answer = Client(fails=True).get("/api/position/wood.1")
    assert (answer.status, answer.json) == (500, {"error": "Something went wrong in the server."})
    assert SECURITY_HEADERS.items() <= answer.headers.items()
