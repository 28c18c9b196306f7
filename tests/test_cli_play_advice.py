"""Advice while playing in the terminal: what the library found is told, asked again the next best, and no card is."""

import re
from random import Random

import pytest

from command_line import Cli, Player, play
from families import change_family
from longwood import GAMES, Deal, Session
from longwood.advice.hints import fair_hints, seeing_hints
from longwood.cli.inputs import Opened
from longwood.cli.output import Output
from longwood.cli.play import Dialogue
from longwood.core.cards import cards_text
from longwood.notation import move_text
from transcripts import won_record

FEW_MOVES = "elevator.1/s-w/s-w/g3-w"
TOLD = re.compile(r"^(From what you can see|Using hidden cards)(?:, choice (\d+))?: ([\w-]+), ", re.MULTILINE)


def test_asked_again_a_hint_is_the_next_best_and_after_the_last_the_first(player: Player) -> None:
    session = Session.from_record(FEW_MOVES)
    game, p = session.game, session.position
    found = fair_hints(game, p, been={game.key(q) for q in session.positions})
    moves = [move_text(game, hint.move) for hint in found if hint.move]
    assert len(moves) > 1
    player(FEW_MOVES, *["hint"] * (len(moves) + 1))
    told = TOLD.findall(player.out)
    assert [move for _, _, move in told] == [*moves, moves[0]]
    assert [choice for _, choice, _ in told] == ["", *[str(n + 1) for n in range(1, len(moves))], ""]
    assert {source for source, _, _ in told} == {"From what you can see"}
    for hint in found:
        assert f"    {hint.why}" in player.out


def test_a_move_begins_anew(player: Player) -> None:
    player("quatorze.2", "hint", "hint", "c3-c5", "hint", "undo", "hint", "new elevator.6", "hint")
    told = TOLD.findall(player.out)
    assert [choice for _, choice, _ in told] == ["", "2", "", "", ""]
    assert told[0] == told[3]
    assert told[-1][2] == "s-w"
    assert "Nothing else to do. " in player.out


def test_a_fair_hint_knows_no_hidden_card(cli: Cli) -> None:
    deck = list(range(52))
    Random(5).shuffle(deck)
    seen, hidden = deck[:25], deck[25:]
    told = set()
    for seed in range(3):
        Random(seed).shuffle(hidden)
        play(cli, f"quatorze:{cards_text(seen + hidden)}", "hint", "hint")
        told.add(cli.out.partition("> hint")[2].partition("Score")[0])
    assert len(told) == 1
    assert len(TOLD.findall(told.pop())) == 2


def test_all_seeing_hints_lead_to_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    dialogue = Dialogue(Opened(session), Output())
    for ask in ("hint hidden", "HINT All") * 13:
        dialogue.obey(ask)
        ((source, choice, move),) = TOLD.findall(capsys.readouterr().out)
        assert (source, choice) == ("Using hidden cards", "")
        dialogue.obey(move)
        capsys.readouterr()
    assert session.is_won
    dialogue.obey("hint hidden")
    dialogue.obey("verdict")
    assert capsys.readouterr().out == "The game is won.\nThe game is won.\n"


def test_other_wins_are_named_if_asked_for(player: Player) -> None:
    game = GAMES["quatorze"]
    found = [move_text(game, hint.move) for hint in seeing_hints(game, game.start(Deal(1))) if hint.move]
    assert len(found) > 3
    player("quatorze.1", *["hint hidden"] * 3, "hint")
    told = TOLD.findall(player.out)
    assert [move for _, _, move in told[:3]] == found[:3]
    assert told[3][:2] == ("From what you can see", "")
    assert "Also wins in " in player.out


def test_where_there_is_no_other_hint_that_is_said(player: Player) -> None:
    player("elevator.1", "hint hidden", "hint hidden")
    assert player.out.count("This cannot be won (proven). This move leads to the best score that is left") == 2
    assert player.out.count("There are no more hints.") == 1
    player(str(won_record("elevator")), "hint", "verdict")
    assert player.out.count("The game is won.") == 2


def test_the_verdict_says_what_it_rests_on(player: Player) -> None:
    player("elevator.6", "verdict", "v", "hint hidden", "s-w")
    assert player.out.count("Still winnable. ") == 2
    assert len(re.findall(r"Still winnable\. [\d,]+ positions were searched\.", player.out)) == 2
    # What is lost stays lost, and a win that was found is not looked for again.
    player("elevator.1", "verdict", "s-w", "s-w", "v")
    assert re.search(r"Lost \(proven\)\. [\d,]+ positions were searched\.", player.out)
    assert "Lost. It was already lost before this move (proven)." in player.out
    player("quatorze.2", "hint hidden", "v")
    assert re.search(r"Still winnable\.$", player.out, re.MULTILINE)
    player("triple-peaks-rounds.11", "v")
    assert "This round can still be cleared." in player.out


def test_asked_again_the_verdict_is_searched_for_longer(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    change_family(monkeypatch, "forty-thieves", budgets=(10, 20, 30, 40))
    player("forty-thieves.5", "verdict", "verdict")
    words = "Unknown. No line that wins found in {} positions, but none is ruled out."
    assert f"{words.format(30)} Ask again to search longer.\n" in player.out
    assert f"{words.format(40)}\n" in player.out


def test_whoever_breaks_the_analyst_off_plays_on(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_off(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr("longwood.cli.play_advice.verdicts", break_off)
        context.setattr("longwood.advice.hints.fair_hints", break_off)
        assert player("quatorze.5", "verdict", "hint", "hint", "1") == "quatorze.5/b3-d3"
    assert player.out.count("Interrupted.") == 3


def test_the_help_names_the_analyst_and_another_kind_is_refused(player: Player) -> None:
    player("quatorze.5", "help", "hint foo")
    for word in ("hint", "hint hidden", "verdict, v"):
        assert f"\n  {word:10} " in player.out
    assert '"foo" is not a kind of hint: type hint, or hint hidden to use hidden cards.' in player.out
