"""The moves that a player types: a line is read as a whole, and nothing of it is played unless all of it can be."""

from collections.abc import Collection
from typing import Any

from longwood.core.game import Act, AnyGame, Move
from longwood.core.order import listed_moves
from longwood.core.words import after_colon, counted, shorten
from longwood.games import refusal
from longwood.notation import NotationError, act_text, move_text, parse_move
from longwood.session import IllegalMove

NOTHING = " Nothing was played."


class SeveralMoves(IllegalMove):
    """A pile alone was named, and several moves start from it."""

    def __init__(self, sentence: str, source: int, is_now: bool) -> None:
        super().__init__(sentence)
        self.source = source
        self.is_now = is_now
        """Whether it is about the position that the player sees, and not about a later one of the line."""


def typed_acts(game: AnyGame, p: Any, line: str, commands: Collection[str] = ()) -> list[Act]:
    """The acts that a line stands for, all of them legal one after the other; an error says what of it is not.

    A line holds moves, pairs of piles, single piles, the number of a move on the list, and double clicks.
    """
    parts = _paired(game, line.lower().split(), commands)
    acts: list[Act] = []
    for part in parts:
        after = f"after {act_text(game, acts[-1])}" if acts else "here"
        try:
            act = _act(game, p, part, after, is_first=not acts)
        except (NotationError, IllegalMove) as error:
            if len(parts) > 1:
                error.args = (error.args[0] + NOTHING,)
            raise
        acts.append(act)
        for m in act:
            p = game.play(p, m)
    return acts


def _paired(game: AnyGame, words: list[str], commands: Collection[str]) -> list[str]:
    """The words of a line, two piles that follow each other joined to a move; what is no word of it is refused."""
    found: list[str] = []
    run: list[str] = []
    for word in [*words, ""]:
        if word in game.pile_index:
            run.append(word)
            continue
        if len(run) > 1 and len(run) % 2:
            names = shorten(" ".join(run))
            raise NotationError(f'"{names}" does not say which piles belong together: join them, as in s-w.{NOTHING}')
        found += run if len(run) == 1 else [f"{a}-{b}" for a, b in zip(run[::2], run[1::2], strict=True)]
        run = []
        if word:
            _check_word(game, word, commands, is_alone=len(words) == 1)
            found.append(word)
    return found


def _check_word(game: AnyGame, word: str, commands: Collection[str], *, is_alone: bool) -> None:
    """Refuse what can be no part of a line, whatever the position."""
    nothing = "" if is_alone else NOTHING
    if word in commands:
        raise NotationError(f'"{shorten(word)}" needs a line of its own.{nothing}')
    if _is_number(word):
        return
    if word.endswith("!"):
        if word[:-1] not in game.pile_index:
            raise NotationError(f'{game.title} has no pile "{shorten(word[:-1])}".{nothing}')
        return
    if "-" not in word:
        raise NotationError(f'"{shorten(word)}" is not a move or a command: type help for a list.{nothing}')
    try:
        parse_move(game, word)
    except NotationError as error:
        raise NotationError(f"{error}{nothing}") from None


def _act(game: AnyGame, p: Any, part: str, after: str, *, is_first: bool) -> Act:
    if part.endswith("!"):
        act = tuple(game.double_click(p, game.pile_index[part[:-1]]))
        if not act:
            raise IllegalMove(f"A double click on {part[:-1]} does nothing {after}.")
        return act
    if part in game.pile_index:
        return (_only_move_from(game, p, part, after),)
    if _is_number(part) and not is_first:
        raise NotationError(f'"{shorten(part)}" is a number from the list shown now: type it first, or alone.')
    return (legal_move(game, p, part, after),)


def legal_move(game: AnyGame, p: Any, text: str, after: str = "here") -> Move:
    """The legal move that a text or a number of the list means."""
    if _is_number(text):
        return _numbered(game, p, text)
    legal = game.moves(p)
    m = parse_move(game, text)
    # How many cards go along need not be said where the rules leave one number only.
    fitting = [m] if m in legal else [k for k in legal if k[:2] == m[:2] and "x" not in text]
    if len(fitting) == 1:
        return fitting[0]
    others = " ".join([move_text(game, k) for k in legal if k.src == m.src])
    pile = game.piles[m.src]
    instead = f"Legal from {pile}: {others}." if others else f"Nothing can move from {pile}."
    raise IllegalMove(f"{text} is not legal {after}: {after_colon(refusal(game, p, m))} {instead}")


def _numbered(game: AnyGame, p: Any, text: str) -> Move:
    """A move by its number on the list."""
    listed = listed_moves(game, p)
    # More digits than a list can need are no number of it, however many zeros they begin with.
    number = int(text) if len(text) < 6 else 0
    if 1 <= number <= len(listed):
        return listed[number - 1]
    if not listed:
        raise NotationError("The game is stuck: no legal moves.")
    raise NotationError(f"There is no move {shorten(text)}: the list has {counted(len(listed), 'move')}.")


def _only_move_from(game: AnyGame, p: Any, pile: str, after: str) -> Move:
    """The move from a pile, if there is one only or all come to the same."""
    source = game.pile_index[pile]
    found = [m for m in game.moves(p) if m.src == source]
    when = "" if after == "here" else f" {after}"
    if not found:
        raise IllegalMove(f"No legal move starts from {pile}{when}.")
    if len({game.key(game.play(p, m)) for m in found}) == 1:
        return found[0]
    names = " ".join([move_text(game, m) for m in found])
    sentence = f"Several moves start from {pile}{when}: say which of {shorten(names)}."
    raise SeveralMoves(sentence, source, is_now=after == "here")


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()
