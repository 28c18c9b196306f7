"""Every command with a game of one's own, and with a typed-in position."""

import json
from pathlib import Path

import pytest

from command_line import Cli, Player
from longwood import Deal, Session
from longwood.cli.inputs import complete_slug
from longwood.laid import laid_text
from longwood.notation import find_game
from longwood.solver import Verdict

TERRACE = "terrace,reserve=12,columns=10"
QUATORZE = "quatorze,size=3"
LATE = "elevator.6/s-w/g3-w/g5-w/s-w/s-w/g6-w"


def laid(record: str, *, hides: bool = False) -> str:
    """The position of a record, without its history."""
    session = Session.from_record(record)
    return f"{session.game.slug}@{laid_text(session.game, session.position, hides=hides)}"


UNKNOWN = laid(LATE, hides=True)
REFUSED = (
    "longwood: Some cards here are unknown, so nothing can be proven: ask for a fair hint or for chances instead.\n"
)


def test_show_moves_deal_perft_and_rules(cli: Cli) -> None:
    assert cli("deal", TERRACE, "5") == 0
    assert cli.last == f"{TERRACE}.5"
    assert cli("deal", "terrace,columns=10,reserve=12", "5", "--table") == 0
    assert cli.out.startswith("Custom Terrace, deal 5\n")
    assert "t10" in cli.out
    assert cli.last == f"{TERRACE}.5", "there is one spelling"
    assert cli("show", f"{TERRACE}.5/t1-f1") == 0
    assert cli("moves", f"{TERRACE}.5") == 0
    assert cli.out.splitlines()[0] == f"{TERRACE}.5/t1-f1"
    assert cli("perft", f"{QUATORZE}.1", "2", "-q") == 0
    assert cli("rules", QUATORZE) == 0
    assert "*Quatorze with a grid 3 by 3. All else is as in Quatorze, described below.*" in cli.out
    assert cli("rules", "quatorze") == 0
    assert "All else" not in cli.out


def test_games_name_their_options(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli("games", "--json") == 0
    families = {family["name"]: family for family in json.loads(cli.out)["families"]}
    (option,) = families["quatorze"]["options"]
    assert (option["name"], option["values"]) == ("size", ["3", "4", "5", "6", "7"])
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert cli("games") == 0
    assert "Options, as in quatorze,size=6: size=3-7\n" in cli.out
    assert "in-suit=yes|no" in cli.out


def test_play(player: Player) -> None:
    assert player(f"{TERRACE}.5", "t1-f1").startswith(f"{TERRACE}.5/t1-f1")
    assert player(QUATORZE).startswith(f"{QUATORZE}.")
    assert player("quatorze.1", f"new {QUATORZE}", "new 5") == f"{QUATORZE}.5"


def test_names_of_files_and_games(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").write_text(f"{TERRACE}.5\n{laid(LATE)}\n")
    assert cli("show", "games", "-q") == 0
    assert cli.out.splitlines() == [f"{TERRACE}.5", laid(LATE)]
    assert cli("play", f"{QUATORZE}.1", given=f"save {QUATORZE}\n") == 2
    assert "would be read back as a game" in cli.err
    assert cli("show", f"http://127.0.0.1:8000/play/{TERRACE}.5/t1-f1", "-q") == 0
    assert cli.last == f"{TERRACE}.5/t1-f1"
    assert cli("show", f"http://127.0.0.1:8000/play/{laid(LATE)}", "-q") == 0
    assert cli.last == laid(LATE)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "terrace,columns=99"], 'columns cannot be "99", only a number from 4 to 12.'),
        (["show", "terrace,columns=99.5"], "only a number from 4 to 12."),
        (["deal", "terrace,colums=8"], "did you mean columns?"),
        (["deal", "terace,columns=8"], "did you mean terrace,columns=8?"),
        (["solve", "terrace,columns=8,columns=9", "--deals", "1-3"], "columns is chosen twice."),
        (["solve", TERRACE], f"{TERRACE} is a game: name a deal such as {TERRACE}.1"),
        (["hint", "terrace,reserve=0,fill=from-reserve.1"], "without cards."),
        (["show", "elevator@w=7H7H"], "too many 7H."),
        (["play", "elevator@w=zz"], "is not a card"),
        (["position", "elevator"], "elevator is a game: name a deal such as elevator.1, or piles as in w=7H."),
        (["position", "elevator", "w=7H", "w=8H"], "w is typed in twice."),
        (["position", "elevator", "7H"], "is not a pile: write its name and its cards"),
        (["position", "elevator", "s=24", "w=7H"], "24 cards are xx, but 51 of the deck are missing."),
        (["position", "wood", "base=king"], 'base cannot be "king", only a number.'),
    ],
)
def test_what_cannot_be_is_one_sentence(cli: Cli, args: list[str], message: str) -> None:
    assert cli(*args) == 2
    assert message in cli.err
    assert cli.err.startswith("longwood: ")
    assert cli.err.count("\n") == 1
    assert cli.out == ""


def test_completion_knows_options() -> None:
    assert [word for word, _ in complete_slug("terrace,col")] == [f"terrace,columns={n}" for n in range(4, 13)]
    assert [word for word, _ in complete_slug("elevator,wraps=")] == ["elevator,wraps=yes", "elevator,wraps=no"]
    assert ("terrace,columns=8,in-suit=yes", "Foundations build in suit") in complete_slug("terrace,columns=8,in")
    assert ("quatorze", "Quatorze") in complete_slug("qua")
    assert complete_slug("xyzzy,col") == []


def test_a_position_without_its_history(cli: Cli) -> None:
    assert cli("position", LATE) == 0
    assert cli.last == laid(LATE)
    position = cli.last
    assert cli("position", position) == 0
    assert cli.last == position
    assert cli("show", position) == 0
    assert cli.out.startswith("Elevator, a typed-in position\n")
    assert cli("position", f"{position}/s-w") == 0
    assert cli.last == laid(f"{LATE}/s-w")
    assert cli("position", LATE, "--hide") == 0
    assert cli.last == UNKNOWN


def test_a_position_written_by_hand(cli: Cli) -> None:
    piles = UNKNOWN.partition("@")[2].split(",")
    loose = ["s=21" if part.startswith("s=") else part.lower() for part in piles]
    assert cli("position", "elevator", *loose) == 0
    assert cli.last == UNKNOWN
    assert cli("position", "elevator", ",".join(loose)) == 0
    assert cli.last == UNKNOWN
    assert cli("position", f"{TERRACE}", *laid(f"{TERRACE}.5/t1-f1").partition("@")[2].split(",")) == 0
    assert cli.last == laid(f"{TERRACE}.5/t1-f1")


def test_solving(cli: Cli) -> None:
    assert cli("solve", f"{QUATORZE}.5", "--json") == 1
    assert json.loads(cli.out)["verdict"] == "lost"
    assert cli("solve", "quatorze,size=7.5", "--json") == 0
    assert Session.from_record(json.loads(cli.out)["line_record"]).is_won
    assert cli("best", f"{QUATORZE}.5", "--json") == 0
    answer = json.loads(cli.out)
    assert Session.from_record(answer["line_record"]).score == answer["score"]
    assert cli("solve", laid("elevator.6")) == 0
    assert cli.out.startswith("Elevator, a typed-in position, can be won in ")
    assert Session.from_record(cli.last).is_won
    assert cli("best", laid("elevator.6")) == 0


@pytest.mark.slow
def test_many_deals_in_several_processes_and_on(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "rows.csv")
    assert cli("solve", QUATORZE, "--deals", "1-6", "--jobs", "2", "--csv", file, "--json") == 0
    first = json.loads(cli.out)
    assert first["game"] == QUATORZE
    assert first["done"] == 6
    assert cli("solve", QUATORZE, "--deals", "1-9", "--jobs", "2", "--csv", file, "--json") == 0
    assert json.loads(cli.out)["done"] == 9
    lines = Path(file).read_text().splitlines()
    assert len(lines) == 10, "the deals that were solved before are not solved again"
    assert all(line.startswith(f'"{QUATORZE}",') for line in lines[1:])
    assert cli("solve", "quatorze,size=4", "--deals", "1-2", "--csv", file) == 2
    assert cli.err.count("\n") == 1


@pytest.mark.slow
def test_the_analyst(cli: Cli, tmp_path: Path) -> None:
    record = f"{QUATORZE}.8"
    for args in (["hint", record], ["hint", record, "--hidden"], ["chances", record], ["report", f"{record}"]):
        assert cli(*args) == 0, args
        assert cli.out
    session = Session(find_game(QUATORZE), Deal(8))
    session.play(session.moves[0])
    page = tmp_path / "report.html"
    assert cli("report", str(session.record), "--html", str(page)) == 0
    assert "Custom Quatorze" in page.read_text()
    assert cli("report", f"{laid(LATE)}/s-w", "--json") == 0
    assert json.loads(cli.out)["record"] == f"{laid(LATE)}/s-w"
    assert cli("hint", laid(LATE)) == 0
    fair = cli.out
    assert cli("hint", UNKNOWN) == 0
    assert cli.out == fair, "a fair hint knows no more than can be seen"
    assert cli("chances", UNKNOWN, "--json") == 0
    chances = json.loads(cli.out)
    assert cli("chances", laid(LATE), "--json") == 0
    assert {**json.loads(cli.out), "record": UNKNOWN} == chances


@pytest.mark.slow
def test_deals_that_can_be_won(cli: Cli) -> None:
    assert cli("deal", "quatorze,size=7", "--winnable") == 0
    assert cli("solve", cli.last, "--json") == 0
    assert json.loads(cli.out)["verdict"] == Verdict.WON.value
    assert cli("daily", "quatorze,size=7", "--date", "2026-11-16") == 0
    assert cli.last.startswith("quatorze,size=7.")
    assert cli("deal", "quatorze,size=7", "--level", "hard", "--json") == 0
    assert json.loads(cli.out)["difficulty"]["words"] == "hard"


@pytest.mark.parametrize("args", [["solve"], ["best"], ["hint", "--hidden"], ["report"], ["report", "--json"]])
def test_nothing_is_proven_of_unknown_cards(cli: Cli, args: list[str]) -> None:
    for record in (UNKNOWN, f"{UNKNOWN}/s-w"):
        assert cli(*args, record) == 2
        assert cli.err == REFUSED
        assert cli.out == ""


def test_playing_on_with_unknown_cards(player: Player, cli: Cli) -> None:
    record = player(UNKNOWN, "verdict", "hint hidden", "s-w", "verdict")
    assert record == f"{UNKNOWN}/s-w"
    assert "Some cards are unknown: they are made up as they turn up." in player.out
    assert player.out.count("nothing can be proven") == 3
    assert cli("show", UNKNOWN) == 0
    assert "made up as they turn up" in cli.out
    assert cli("show", laid(LATE)) == 0
    assert "made up" not in cli.out


def test_what_was_made_up_is_not_written_down(cli: Cli) -> None:
    assert cli("position", UNKNOWN) == 0
    assert cli.last == UNKNOWN
    assert cli("position", f"{UNKNOWN}/s-w") == 2
    assert "made up" in cli.err


def test_more_cards_than_there_are(cli: Cli) -> None:
    assert cli("position", "quatorze", "s=99999") == 2
    assert cli.err == "longwood: 99999 unknown cards are more than the decks have.\n"
