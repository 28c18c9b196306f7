"""The command line in this process: as a program, and as someone who sits at a terminal."""

import io

import pytest

from longwood.cli.run import run
from longwood.core.cards import cards_text


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


class Player:
    """Someone at a terminal, who may try again after a mistake."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        self.out = ""

    def __call__(self, record: str, *lines: str, before: tuple[str, ...] = ()) -> str:
        typed = iter(lines)

        def answer(prompt: str) -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        keyboard = io.StringIO()
        self._monkeypatch.setattr(keyboard, "isatty", lambda: True)
        self._monkeypatch.setattr("sys.stdin", keyboard)
        self._monkeypatch.setattr("builtins.input", answer)
        assert run([*before, "play", *([record] if record else [])]) == 0
        self.out, err = self._capsys.readouterr()
        assert err == ""
        return self.out.splitlines()[-1]


def play(cli: Cli, record: str, *lines: str) -> str:
    assert cli("play", record, given="\n".join([*lines, ""])) == 0
    return cli.last


def endless_record(moves: int) -> str:
    """A game of Forty Thieves in which a seven goes to and fro between two eights of its suit."""
    deck = sorted(range(52), reverse=True) * 2
    for place, card in ((30, 46), (31, 46), (32, 45)):
        found = deck.index(card, place) if card in deck[place:] else deck.index(card)
        deck[place], deck[found] = deck[found], deck[place]
    steps = ["t3-t1", *["t1-t2", "t2-t1"] * (moves // 2)][:moves]
    return "/".join([f"forty-thieves:{cards_text(deck)}", *steps])
