"""Playing on the command line: what can be typed, what is said, and what a script may rely on."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import Cli, Player, play
from longwood import GAMES, Deal, Session
from longwood.cli.inputs import Opened
from longwood.cli.output import Output
from longwood.cli.play import Dialogue, Quit
from longwood.core.cards import cards_text
from longwood.core.game import AnyGame, Move
from longwood.notation import Record, move_text
from test_maxima import one_run_deck
from transcripts import won_record
from walks import records


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
        ("t1 f1 t9!", "/t1-f1/t9-f2"),
        ("t1 f1 t9 f2 s w", "/t1-f1/t9-f2/s-w"),
        ("1 t9 f2", "/t1-f1/t9-f2"),
        ("t1-f1 t9 t9 s", ""),
        ("t1-f1 t9 f2 zz", ""),
        ("t1-f1 t9-f9", ""),
        ("t1-f1 z9!", ""),
        ("t1-f1 t9! t9!", ""),
        ("t1-f1 undo", ""),
        ("t1-f1 1", ""),
        ("t1 f1 t9", ""),
        ("restart t1-f1", ""),
        ("quit t1-f1", ""),
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
        ("undo 0", ""),
        ("describe t1-f1", ""),
        ("describe", ""),
    ],
)
def test_what_can_be_typed(player: Player, line: str, acts: str) -> None:
    assert player("terrace.5", line) == f"terrace.5{acts}"


@pytest.mark.parametrize(
    ("record", "line", "acts", "why"),
    [
        ("forty-thieves.1", "s w s w s w", "/s-w/s-w/s-w", ""),
        ("forty-thieves.1", "t9 zz", "", '"zz" is not a move or a command'),
        ("forty-thieves.1", "zz t9", "", '"zz" is not a move or a command'),
        ("forty-thieves.1", "s w s", "", '"s w s" does not say which piles belong together'),
        ("forty-thieves.1", "s-w t3", "", "Several moves start from t3 after s-w: say which of t3-t4 t3-t10."),
        ("forty-thieves.1", "s-w f1-t1", "", "f1-t1 is not legal after s-w: "),
        ("forty-thieves.1", "s-w 5", "", '"5" is a number from the list shown now'),
        ("forty-thieves.1", "s-w new", "", '"new" needs a line of its own.'),
    ],
)
def test_a_line_is_played_as_a_whole_or_not_at_all(
    player: Player, cli: Cli, record: str, line: str, acts: str, why: str
) -> None:
    assert player(record, line) == record + acts
    assert cli("play", record, given=f"{line}\n") == (2 if why else 0)
    assert cli.last == record + acts
    if why:
        assert f"{why}" in player.out
        assert "Nothing was played." in player.out
        assert why in cli.err


def test_the_first_of_the_list_does_not_go_in_circles(player: Player) -> None:
    # Taken by its number 25 times, what the rules list first moves one card to and fro.
    for record in ("terrace.5", "forty-thieves.1", "falling-stars.3"):
        session = Session.from_record(player(record, *["1"] * 25))
        keys = [session.game.key(p) for p in session.positions]
        assert len(keys) == len(set(keys)) > 20


def test_play_undo_redo_restart(player: Player) -> None:
    lines = ["1", "1", "undo", "u"]
    assert player("terrace.5", *lines) == "terrace.5"
    assert "Undone: t1-f1." in player.out
    assert player("terrace.5", *lines, "redo") == "terrace.5/t1-f1"
    assert player("terrace.5", *lines, "redo 7") == "terrace.5/t1-f1/t9-f2"
    assert player("terrace.5", "1", "1", "restart") == "terrace.5"
    assert player("terrace.5", "1", "1", "restart", "redo") == "terrace.5/t1-f1"
    assert "Back to the deal" in player.out
    assert player("terrace.5", "undo", "redo", "restart", "undo 0") == "terrace.5"
    assert "No moves have been played yet" in player.out
    assert '"0" is not a number of moves.' in player.out
    assert "There is nothing to undo." in player.out
    assert "There is nothing to redo." in player.out


def test_play_says_what_is_wrong_and_goes_on(player: Player) -> None:
    assert player("terrace.5/t1-f1", "t8-t2", "t1-z9", "foo", "t5", "t4!", "auto", "auto") == "terrace.5/t1-f1/t9-f2"
    assert "t8-t2 is not legal here: columns build down in alternating colours" in player.out
    assert "Legal from t8: t8-t1." in player.out
    assert "Terrace has no pile z9" in player.out
    assert '"foo" is not a move or a command' in player.out
    assert "No legal move starts from t5." in player.out
    assert "A double click on t4 does nothing here." in player.out
    assert "No card is ready" in player.out


def test_play_lists_and_describes(player: Player) -> None:
    player("triple-peaks.5", "moves", "describe d1-w", "describe 2", "describe w", "describe s", "describe c1", "help")
    assert "  1  d1-w      9♠ from d1 onto 8♥" in player.out
    assert "\n9♠ from d1 onto 8♥\n" in player.out
    assert "\n9♥ from d8 onto 8♥\n" in player.out
    assert "w: 1 card: 8♥" in player.out
    assert "s: 23 cards, face down" in player.out
    assert "c1: 1 card, face down" in player.out
    assert re.search("^  d[0-9]+-w +play a move", player.out, re.MULTILINE)


def test_several_moves_from_a_pile_are_listed(player: Player) -> None:
    assert player("forty-thieves.1", "t3") == "forty-thieves.1"
    assert "t3-t4     Q♥ from column 3 onto K♥ in column 4" in player.out
    assert "t3-t10    Q♥" in player.out


def test_play_says_stuck(cli: Cli) -> None:
    # A deal in which nothing fits the last card of the stock.
    deals = "/s-w" * 24
    record = next(r for n in range(99) if Session.from_record(r := f"elevator.{n}{deals}").is_stuck)
    assert play(cli, record.removesuffix("/s-w"), "s", "moves") == record
    assert cli.out.count("No moves left. Score 0.") == 2


def test_play_other_words(cli: Cli) -> None:
    play(cli, "quatorze.5", "show", "", "record", "rules")
    # The table three times, and the two pictures of the rules.
    assert cli.out.count("a1──") == 5
    assert cli.out.count("\nquatorze.5\n") == 2


def test_play_asks_for_the_game(cli: Cli, player: Player) -> None:
    assert re.fullmatch(r"quatorze\.\d+", player("", "99", "nope", "quatorze.1/a1-a1", "9"))
    assert "a1-a1 is not legal" in player.out
    assert cli("play", given="wood\n") == 0
    assert re.fullmatch(r"wood\.\d+", cli.last)
    assert player("", "quatorze.1") == "quatorze.1"
    assert player("", "quatorze.5/b3-d3", "1").startswith("quatorze.5/b3-d3/")
    for word in ("q", "quit"):
        assert list(GAMES)[-1] in player("", word)
    assert cli("play") == 2
    assert cli.err == "longwood: There is no game to play: name one, as in `longwood play terrace`.\n"
    assert cli("play", given="nope\n9\n") == 2
    assert 'There is no game "nope"' in cli.err


def test_a_script_stops_at_what_cannot_be(cli: Cli) -> None:
    for line, why in (("a1-a1", "not legal"), ("foo", "is not a move or a command"), ("undo", "nothing to undo")):
        assert cli("play", "quatorze.5", given=f"1\nundo\n{line}\n2\n") == 2
        assert cli.last == "quatorze.5"
        assert why in cli.err
        assert cli.err.startswith("longwood: ")
        assert cli.err.count("\n") == 1
        assert why not in cli.out
    assert cli("play", "forty-thieves.1", given="t3\n") == 2
    assert cli.err == "longwood: Several moves start from t3: say which of t3-t4 t3-t10.\n"


def test_another_game(player: Player) -> None:
    assert player("quatorze.5", "1", "new 7") == "quatorze.7"
    assert "\nquatorze.5/b3-d3\n" in player.out
    assert re.fullmatch(r"quatorze\.\d+", player("quatorze.5", "new"))
    assert re.fullmatch(r"wood\.\d+", player("quatorze.5", "new Wood"))
    assert player("quatorze.5", "new wood.3/x", "new 99999999999999999999", "new wood.3") == "wood.3"
    assert "is not a deal number" in player.out
    assert player("quatorze.5", "new 7", "1", "undo", "undo") == "quatorze.7"


def test_a_finished_game_asks_for_no_move(player: Player) -> None:
    player(str(won_record("elevator")))
    assert "Type a move" not in player.out
    assert "Its record:" in player.out
    player("elevator.1")
    assert "Type a move" in player.out


def test_moves_from_one_pile_and_one_empty_foundation(player: Player) -> None:
    player("forty-thieves.18", "moves t5", "moves z1", "moves s", "t5-f3", "moves f3")
    assert re.findall(r"\b(t5-f\d)  ", player.out) == ["t5-f1"]
    assert "Any other empty foundation will do as well." in player.out
    assert 'has no pile "z1"' in player.out
    assert "No legal move starts from f3." in player.out


def test_describe(player: Player) -> None:
    player("quatorze.5", "describe", "describe b3 d3", "describe d", "describe a1")
    assert "Describe what? Name a move or a pile." in player.out
    assert "pair 3♣ at b3 with J♣ at d3" in player.out
    assert "\nd: no cards\n" in player.out
    assert "\na1: 1 card: K♣\n" in player.out


def test_a_cleared_round_is_told(player: Player) -> None:
    cells = [f"{row}{i}" for row, size in (("d", 10), ("c", 9), ("b", 6), ("a", 3)) for i in range(1, size + 1)]
    record = f"triple-peaks-rounds:{cards_text(one_run_deck())}"
    moves = [f"{cell}-w" for cell in cells]
    assert player("/".join([record, *moves[:-2]]), moves[-2], moves[-1]) == "/".join([record, *moves])
    assert player.out.count("Round 1 cleared. Round 2 is dealt.") == 1


def test_play_a_record_from_standard_input(cli: Cli) -> None:
    assert cli("play", "-", given="quatorze.5\n1\n") == 0
    assert cli.last == "quatorze.5/b3-d3"


def silent(session: Session) -> Dialogue:
    return Dialogue(Opened(session), Output(is_quiet=True))


@given(line=st.text(max_size=12), slug=st.sampled_from(list(GAMES)))
def test_no_line_stops_the_dialogue(line: str, slug: str) -> None:
    if not line.strip().lower().startswith(("save", "new")):
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


def test_a_number_with_many_zeros_is_no_move(cli: Cli) -> None:
    assert cli("play", "elevator.1", given="0000000050\n") == 2
    assert "There is no move 0000000050: the list has" in cli.err
    assert cli.last == "elevator.1"


def test_a_refusal_keeps_the_name_of_its_card(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longwood.cli.typed.refusal", lambda *_: "KC cannot go to the waste now.")
    player("forty-thieves.1", "t1-w")
    assert "t1-w is not legal here: KC cannot go to the waste now." in player.out.replace("K♣", "KC")
