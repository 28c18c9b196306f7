"""A game in progress: play, undo, redo, restart, autoplay, double click, and the record of it all."""

from typing import Any

from longwood.core.game import Act, AnyGame, Deal, Move
from longwood.core.words import shorten
from longwood.laid import opening
from longwood.notation import NotationError, Record, check_deal, move_text, parse_move, parse_record


class IllegalMove(ValueError):
    """A move that the rules do not allow here; the message quotes it, the record and what is legal."""


class Session:
    """One player's game. Undo is an older position, so it restores exactly; restart can be undone by redo."""

    def __init__(self, game: AnyGame, deal: Deal) -> None:
        check_deal(game, deal)
        self.game = game
        self.deal = deal
        self._acts: list[Act] = []
        self._positions: list[Any] = [opening(game, deal)]
        self._now = 0

    @classmethod
    def from_record(cls, record: Record | str) -> "Session":
        """The session that a record leads to; `NotationError` or `IllegalMove` if it leads nowhere."""
        if isinstance(record, str):
            record = parse_record(record)
        session = cls(record.game, record.deal)
        for act in record.acts:
            session.play(*act)
        return session

    @property
    def position(self) -> Any:
        """The position now."""
        return self._positions[self._now]

    @property
    def positions(self) -> list[Any]:
        """All positions from the deal to now, one more than there are acts."""
        return self._positions[: self._now + 1]

    @property
    def acts(self) -> tuple[Act, ...]:
        """What has been played, without what was undone."""
        return tuple(self._acts[: self._now])

    @property
    def undone(self) -> tuple[Act, ...]:
        """What was taken back and can be had again, the next one first."""
        return tuple(self._acts[self._now :])

    @property
    def record(self) -> Record:
        """The deal and what has been played."""
        return Record(self.game, self.deal, self.acts)

    @property
    def moves(self) -> list[Move]:
        """All legal moves, the best-looking first."""
        return self.game.moves(self.position)

    @property
    def score(self) -> int:
        """The points so far."""
        return self.game.score(self.position)

    @property
    def is_won(self) -> bool:
        """Whether the goal is reached."""
        return self.game.won(self.position)

    @property
    def is_stuck(self) -> bool:
        """Whether the game is not won and no move is left."""
        return not self.is_won and not self.moves

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether an act was taken back and can be had again."""
        return self._now < len(self._acts)

    def play(self, *act: Move | str) -> None:
        """Play one act: a move or several that one undo takes back. Nothing happens if any of them is illegal."""
        position = self.position
        moves: list[Move] = []
        for step in act:
            m = parse_move(self.game, step) if isinstance(step, str) else step
            legal = self.game.moves(position)
            if m not in legal:
                raise IllegalMove(self._refusal(m, legal, moves))
            moves.append(m)
            position = self.game.play(position, m)
        if moves:
            del self._acts[self._now :], self._positions[self._now + 1 :]
            self._acts.append(tuple(moves))
            self._positions.append(position)
            self._now += 1

    def undo(self) -> bool:
        """Take back the last act; False if there is none."""
        if not self.can_undo:
            return False
        self._now -= 1
        return True

    def redo(self) -> bool:
        """Play again what was taken back; False if there is nothing."""
        if not self.can_redo:
            return False
        self._now += 1
        return True

    def restart(self) -> None:
        """Back to the deal; redo still leads forward again."""
        self._now = 0

    def double_click(self, pile: int | str) -> Act:
        """Do what a double click on a pile does; returns the moves it made, none if it does nothing."""
        index = self.game.pile_index.get(pile, -1) if isinstance(pile, str) else pile
        if not 0 <= index < len(self.game.piles):
            raise NotationError(f"{self.game.title} has no pile {shorten(str(pile))}.")
        return self._play_all(self.game.double_click(self.position, index))

    def autoplay(self) -> Act:
        """Play what is plainly ready, as one act; returns the moves it made."""
        return self._play_all(self.game.autoplay(self.position))

    def _play_all(self, moves: list[Move]) -> Act:
        self.play(*moves)
        return tuple(moves)

    def _refusal(self, m: Move, legal: list[Move], before: list[Move]) -> str:
        done = Record(self.game, self.deal, (*self.acts, tuple(before)) if before else self.acts)
        known = " ".join([move_text(self.game, m) for m in legal]) or "nothing"
        # What is no move at all can only come from a program: text was checked when it was read.
        is_move = all(0 <= pile < len(self.game.piles) for pile in m[:2]) and m.count > 0
        text = move_text(self.game, m) if is_move else str(m)
        number = sum([len(act) for act in done.acts]) + 1
        return f"{text} is not legal as move {number} after {shorten(str(done))}; legal: {shorten(known)}."
