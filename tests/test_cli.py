"""The command line: what it prints, what can be typed, and what it says of bad input."""

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from longwood import GAMES, Deal, Session
from longwood.cards import cards_text, shuffled
from longwood.cli.commands import app
from longwood.cli.output import Output
from longwood.cli.play import Dialogue, Quit
from longwood.cli.run import run
from longwood.game import AnyGame, Move
from longwood.notation import Record, move_text
from transcripts import won_record
from walks import records


class Cli:
    """Runs commands in this process; remembers what they printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.out = ""
        self.err = ""

    def __call__(self, *args: str, given: str = "") -> int:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(given))
        status = run(args)
        self.out, self.err = self._capsys.readouterr()
        return status

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    return Cli(capsys, monkeypatch)


def endless_record(moves: int) -> str:
    """A game of Forty Thieves in which a seven goes to and fro between two eights of its suit."""
    deck = sorted(range(52), reverse=True) * 2
    for place, card in ((30, 46), (31, 46), (32, 45)):
        found = deck.index(card, place) if card in deck[place:] else deck.index(card)
        deck[place], deck[found] = deck[found], deck[place]
    steps = ["t3-t1", *["t1-t2", "t2-t1"] * (moves // 2)][:moves]
    return "/".join([f"forty-thieves:{cards_text(deck)}", *steps])


def test_what_there_is(cli: Cli) -> None:
    assert cli("--version") == 0
    assert re.fullmatch(r"longwood \d+\.\d+\.\d+\n", cli.out)
    assert cli("--help") == 0
    assert all(
        f"  {name}" in cli.out
        for name in ("games", "rules", "deal", "show", "moves", "replay", "perft", "play", "serve")
    )


def test_the_runner_of_typer_agrees() -> None:
    result = CliRunner().invoke(app, ["deal", "wood", "7"])
    assert (result.exit_code, result.stdout) == (0, "wood.7\n")


def test_games(cli: Cli) -> None:
    assert cli("games") == 0
    rows = [line.split("\t") for line in cli.out.splitlines()]
    assert [row[:3] for row in rows] == [[game.slug, game.title, str(game.decks)] for game in GAMES.values()]
    assert cli("games", "--json") == 0
    found = json.loads(cli.out)
    assert [game["slug"] for game in found] == list(GAMES)
    assert found[0]["piles"][:3] == ["s", "w", "r"]


@pytest.mark.parametrize("family", sorted({game.family for game in GAMES.values()}))
def test_rules(cli: Cli, family: str) -> None:
    slug = next(game.slug for game in GAMES.values() if game.family == family)
    assert cli("rules", slug) == 0
    assert cli.out.startswith("# ")


@pytest.mark.parametrize("slug", GAMES)
def test_deal_and_show(cli: Cli, slug: str) -> None:
    assert cli("deal", slug, "5") == 0
    assert cli.out == f"{slug}.5\n"
    assert cli("deal", slug, "5", "--table") == 0
    table = cli.out
    assert cli.last == f"{slug}.5"
    assert "0 played, " in table
    assert cli("show", f"{slug}.5") == 0
    assert cli.out == table
    assert cli("show", f"{slug}.5", "--ascii") == 0
    assert cli.out.isascii()


def test_a_random_deal(cli: Cli) -> None:
    assert cli("deal", "wood") == 0
    assert re.fullmatch(r"wood\.\d+\n", cli.out)


def test_json_hides_what_lies_face_down(cli: Cli) -> None:
    assert cli("deal", "triple-peaks", "5", "--json") == 0
    found = json.loads(cli.out)
    assert found["record"] == "triple-peaks.5"
    assert found["piles"]["s"] == ["??"] * 23
    assert found["piles"]["a1"] == ["??"]
    assert found["piles"]["w"] == ["8H"]
    assert (found["score"], found["won"], found["stuck"], found["facts"]) == (0, False, False, {"run": 0})


def test_moves(cli: Cli) -> None:
    assert cli("moves", "triple-peaks.5") == 0
    assert cli.out.split() == ["triple-peaks.5/d1-w", "triple-peaks.5/d8-w", "triple-peaks.5/s-w"]
    assert cli("moves", "triple-peaks.5", "--table") == 0
    assert cli.out.splitlines()[1] == "  1  d1-w      9♠ from d1 onto 8♥"
    assert cli("moves", "triple-peaks.5", "--json") == 0
    assert json.loads(cli.out)["moves"][0] == {"move": "d1-w", "description": "9S from d1 onto 8H"}


def test_moves_of_moves_are_perft(cli: Cli) -> None:
    given = "quatorze.5\n"
    for depth in (1, 2):
        assert cli("moves", "-", given=given) == 0
        given = cli.out
        assert cli("perft", "quatorze.5", str(depth), "-q") == 0
        assert int(cli.out) == len(given.splitlines())


def test_perft(cli: Cli) -> None:
    assert cli("perft", "quatorze.5", "4") == 0
    assert [line.split() for line in cli.out.splitlines()] == [
        ["0", "1"],
        ["1", "12"],
        ["2", "122"],
        ["3", "1068"],
        ["4", "9560"],
    ]
    assert cli("perft", "quatorze.5", "3", "--json") == 0
    assert json.loads(cli.out) == {"record": "quatorze.5", "perft": [1, 12, 122, 1068]}


def test_replay(cli: Cli) -> None:
    assert cli("replay", "triple-peaks.5/d1-w/s-w") == 0
    assert "1 of 2: d1-w, 9♠ from d1 onto 8♥" in cli.out
    assert "2 of 2: s-w, deal a card from the stock" in cli.out
    assert cli.out.count("a2──") == 3
    assert cli("replay", "triple-peaks.5/d1-w/s-w", "-q") == 0
    assert cli.out.split() == ["triple-peaks.5", "triple-peaks.5/d1-w", "triple-peaks.5/d1-w/s-w"]


def test_a_won_game(cli: Cli) -> None:
    record = str(won_record("elevator"))
    assert cli("show", record) == 0
    assert "the game is won" in cli.out
    assert cli("play", record) == 0
    assert "You have won, with a score of 28." in cli.out
    assert cli("moves", record) == 0


def test_records_from_standard_input(cli: Cli) -> None:
    assert cli("show", "-", "-q", given="wood.1\n\n  terrace.5/t1-f1  \n") == 0
    assert cli.out == "wood.1\nterrace.5/t1-f1\n"
    assert cli("show", "wood.1\nwood.2", "-q") == 0
    assert cli.out == "wood.1\nwood.2\n"


def test_records_from_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text("wood.1\nwood.2\n")
    assert cli("show", str(file), "-q") == 0
    assert cli.out == "wood.1\nwood.2\n"


def test_a_record_of_ten_thousand_moves(cli: Cli) -> None:
    record = endless_record(10_000)
    assert cli("show", record, "-q") == 0
    assert cli.out == record + "\n"
    assert cli("show", record + "/t1-f1") == 2
    assert "t1-f1 is not legal as move 10001" in cli.err
    assert len(cli.err) < 1000


DECK = cards_text(shuffled(1, 3))
BAD = [
    (["deal", "terace"], "did you mean terrace?"),
    (["deal", "zzz"], "`longwood games` lists them"),
    (["rules", "terace"], "did you mean terrace?"),
    (["play", "terace"], "did you mean terrace?"),
    (["deal", "wood", "x"], "not a deal number"),
    (["deal", "wood", "-1"], "not a deal number"),
    (["deal", "wood", "1.5"], "not a deal number"),
    (["deal", "wood", "9007199254740992"], "from 0 to 9007199254740991"),
    (["deal", "wood", "--jsno"], "There is no option --jsno"),
    (["deal"], "Missing argument"),
    (["foo"], "No such command"),
    (["show", "wood.1", "wood.2"], "unexpected extra argument"),
    (["show", f"elevator:{DECK[:-2]}"], "has 51 cards, too few"),
    (["show", f"elevator:{DECK[:2]}{DECK[:2]}{DECK[4:]}"], "too many"),
    (["show", "terrace"], "names no deal"),
    (["show", ""], "There is no game"),
    (["show", "terrace.5/t1-f1/s-"], "Move 2 of terrace.5/t1-f1/s- cannot be read"),
    (["show", "terrace.5/t1-f1/\x00"], "cannot be read"),
    (["show", "terrace.5/t1-f1/w-t9/s-w"], "w-t9 is not legal as move 2 after terrace.5/t1-f1; legal: t9-f2"),
    (["show", "térrace.1"], "There is no game"),
    (["moves", "\udcff\udcfe"], "There is no game"),
    (["replay", "wood.1/ß-w"], "cannot be read"),
    (["show", "no/such/file"], "There is no game"),
    (["show", "x" * 5000], "There is no game"),
    (["show", "-"], "There is no record in the lines of standard input"),
    (["perft", "wood.1", "-1"], "not a depth"),
    (["perft", "wood.1", "100"], "from 0 to 99"),
    (["perft", "wood.1", "two"], "not a depth"),
    (["perft", "wood.1", "٣"], "not a depth"),
]


@pytest.mark.parametrize(("args", "message"), BAD)
def test_bad_input_is_one_sentence_and_status_2(cli: Cli, args: list[str], message: str) -> None:
    assert cli(*args) == 2
    assert message in cli.err
    assert cli.err.startswith("longwood: ")
    assert cli.err.endswith((".\n", "?\n"))
    assert cli.err.count("\n") == 1
    assert cli.out == ""


def test_a_bad_line_is_named(cli: Cli) -> None:
    assert cli("show", "-", "-q", given="wood.1\nwood.x\nwood.3\n") == 2
    assert cli.out == "wood.1\n"
    assert "Line 2 of standard input" in cli.err


def test_a_missing_rules_page(cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from longwood import rules_pages

    monkeypatch.setattr(rules_pages, "_FOLDERS", (tmp_path,))
    rules_pages.rules_page.cache_clear()
    assert cli("rules", "wood") == 2
    assert "missing" in cli.err
    assert play(cli, "wood.1", "rules", "1").startswith("wood.1/")
    assert "missing" in cli.out


def play(cli: Cli, record: str, *lines: str) -> str:
    assert cli("play", record, given="\n".join([*lines, ""])) == 0
    return cli.last


def test_play_ends_with_the_input(cli: Cli) -> None:
    assert play(cli, "quatorze.5") == "quatorze.5"
    assert play(cli, "quatorze.5", "quit", "1") == "quatorze.5"
    assert cli("play", "quatorze.5", "-q", given="1") == 0
    assert cli.out == "quatorze.5/b3-d3\n"


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("t1-f1", "/t1-f1"),
        ("T1-F1", "/t1-f1"),
        ("t1 f1", "/t1-f1"),
        ("1", "/t1-f1"),
        ("t1!", "/t1-f1"),
        ("t1-f1 t4", "/t1-f1/t4-t3"),
        ("t1-f1 t9!", "/t1-f1/t9-f2"),
        ("t1-f1 t9 t9 s", "/t1-f1/t9-f2"),
        ("33", ""),
        ("0", ""),
        ("99999999999999999999", ""),
        ("s", ""),
        ("x!", ""),
        ("t1-f9", ""),
        ("-", ""),
        ("ß", ""),
        ("²", ""),
        ("undo 99999999999", ""),
        ("undo x", ""),
        ("describe t1-f1", ""),
        ("describe", ""),
    ],
)
def test_what_can_be_typed(cli: Cli, line: str, acts: str) -> None:
    assert play(cli, "terrace.5", line) == f"terrace.5{acts}"
    assert cli.err == ""


def test_play_undo_redo_restart(cli: Cli) -> None:
    lines = ["1", "1", "undo", "u"]
    assert play(cli, "terrace.5", *lines) == "terrace.5"
    assert "Undone: t1-f1." in cli.out
    assert play(cli, "terrace.5", *lines, "redo") == "terrace.5/t1-f1"
    assert play(cli, "terrace.5", *lines, "redo 7") == "terrace.5/t1-f1/t9-f2"
    assert play(cli, "terrace.5", "1", "1", "restart") == "terrace.5"
    assert play(cli, "terrace.5", "1", "1", "restart", "redo") == "terrace.5/t1-f1"
    assert play(cli, "terrace.5", "undo", "redo") == "terrace.5"
    assert "There is nothing to undo." in cli.out
    assert "There is nothing to redo." in cli.out


def test_play_says_what_is_wrong_and_goes_on(cli: Cli) -> None:
    assert play(cli, "terrace.5/t1-f1", "t8-t2", "t1-z9", "foo", "t5", "t4!", "auto", "auto") == "terrace.5/t1-f1/t9-f2"
    assert "t8-t2 is not legal here: Columns build down in alternating colours" in cli.out
    assert "From t8 there is t8-t1." in cli.out
    assert "Terrace has no pile z9" in cli.out
    assert '"foo" is neither a move nor a command' in cli.out
    assert "No legal move starts from t5." in cli.out
    assert "A double click on t4 does nothing here." in cli.out
    assert "Nothing is ready" in cli.out


def test_play_lists_and_describes(cli: Cli) -> None:
    play(
        cli, "triple-peaks.5", "moves", "describe d1-w", "describe 2", "describe w", "describe s", "describe c1", "help"
    )
    assert "  1  d1-w      9♠ from d1 onto 8♥" in cli.out
    assert "\n9♠ from d1 onto 8♥\n" in cli.out
    assert "\n9♥ from d8 onto 8♥\n" in cli.out
    assert "w: 1 card, top last: 8♥" in cli.out
    assert "s: 23 cards, face down" in cli.out
    assert "c1: 1 card, face down" in cli.out
    assert "  d3-w         play a move" in cli.out


def test_several_moves_from_a_pile_are_listed(cli: Cli) -> None:
    assert play(cli, "forty-thieves.1", "t3") == "forty-thieves.1"
    assert "t3-t4     Q♥ from column 3 onto K♥ in column 4" in cli.out
    assert "t3-t10    Q♥" in cli.out


def test_play_says_stuck(cli: Cli) -> None:
    # A deal in which nothing fits the last card of the stock.
    deals = "/s-w" * 24
    record = next(r for n in range(99) if Session.from_record(r := f"elevator.{n}{deals}").is_stuck)
    assert play(cli, record.removesuffix("/s-w"), "s", "moves") == record
    assert cli.out.count("No move is left: you are stuck, with a score of 0.") == 2


def test_play_other_words(cli: Cli) -> None:
    play(cli, "quatorze.5", "show", "", "record", "rules")
    assert cli.out.count("a1──") == 3
    assert cli.out.count("\nquatorze.5\n") == 2


def test_play_asks_for_the_game(cli: Cli) -> None:
    assert cli("play", given="99\nnope\n9\n") == 0
    assert re.fullmatch(r"quatorze\.\d+", cli.last)
    assert cli("play", given="wood\n") == 0
    assert re.fullmatch(r"wood\.\d+", cli.last)
    assert cli("play", given="") == 0


def test_play_a_record_from_standard_input(cli: Cli) -> None:
    assert cli("play", "-", given="quatorze.5\n1\n") == 0
    assert cli.last == "quatorze.5/b3-d3"


def test_save_and_go_on(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "my game"
    play(cli, "quatorze.5", "1", f"save {file}")
    assert file.read_text() == "quatorze.5/b3-d3\n"
    assert play(cli, str(file), "1", "save").startswith("quatorze.5/b3-d3/")
    assert file.read_text() == cli.last + "\n"
    assert list(tmp_path.iterdir()) == [file]


def test_save_loses_nothing(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Josephine\n")
    bad = [
        "save",
        f"save {file}",
        f"save {tmp_path}",
        f"save {tmp_path}/no/where",
        "save a\x00b",
        "save ~nobody-here/x",
    ]
    assert play(cli, "quatorze.5", *bad, "1") == "quatorze.5/b3-d3"
    assert file.read_text() == "Dear Josephine\n"
    assert "Name a file" in cli.out
    assert "is there already" in cli.out
    assert cli.out.count("cannot be written") >= 2


def silent(session: Session) -> Dialogue:
    return Dialogue(session, Output(is_quiet=True))


@given(line=st.text(max_size=12), slug=st.sampled_from(list(GAMES)))
def test_no_line_stops_the_dialogue(line: str, slug: str) -> None:
    if not line.strip().lower().startswith("save"):
        try:
            silent(Session(GAMES[slug], Deal(1))).obey(line)
        except Quit:
            assert line.split()[0].lower() in ("q", "quit", "exit")


@given(records())
def test_a_typed_game_is_the_recorded_one(found: tuple[AnyGame, Deal, list[Move]]) -> None:
    game, deal, moves = found
    dialogue = silent(Session(game, deal))
    for m in moves:
        dialogue.obey(move_text(game, m))
    assert dialogue.session.record == Record(game, deal, tuple([(m,) for m in moves]))
