"""The analyst beside a game in the terminal: hints, the next best if asked again, and the verdict."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from longwood.advice.verdicts import KnownWins, verdicts
from longwood.cli.chance_words import alike_words, chances_lines
from longwood.cli.output import Output
from longwood.cli.solving import waiting
from longwood.core.words import counted, shorten
from longwood.laid import check_known
from longwood.notation import NotationError, Record, move_text
from longwood.session import Session
from longwood.solver import Result, Verdict

if TYPE_CHECKING:
    from longwood.advice.hints import Hint

FEW_BUDGETS = 3
"""How many of the budgets for a verdict are spent on the first question; asked again it takes them all."""
SOURCES = {"": "From what you can see", "hidden": "Using hidden cards"}
STAYS_LOST = "Lost. It was already lost before this move (proven)."


class Adviser:
    """Answers one player, and remembers what it has said of the position on the table."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._wins = KnownWins()
        self._asked: tuple[Record, str] | None = None
        self._told: list[Hint] = []
        self._more: Iterator[Hint] = iter(())
        self._rank = 0
        self._judged: tuple[Record, Result] | None = None
        self._lost: set[object] = set()

    def hint(self, session: Session, kind: str) -> None:
        """Say what to play and why; asked again in the same position the next best, and after the last the first."""
        kind = "hidden" if kind in ("all", "all-seeing") else kind  # as it was called once
        if kind not in SOURCES:
            raise NotationError(
                f'"{shorten(kind)}" is not a kind of hint: type hint, or hint hidden to use hidden cards.'
            )
        if kind:
            check_known(session.deal)
        is_again = self._asked == (session.record, kind)
        if not is_again:
            self._told, self._more = [], self._hints(session, kind)
        # Whoever breaks off a search begins anew.
        self._asked = None
        with waiting(session.game, "Thinking", asks_player=True):
            found = next(self._more, None)
        self._asked = (session.record, kind)
        if found:
            self._rank = len(self._told)
            self._told.append(found)
        else:
            self._rank = (self._rank + 1) % len(self._told)
        if is_again and len(self._told) == 1:
            self._out.say("There are no more hints.")
        self._tell(session, SOURCES[kind], self._told[self._rank])

    def _hints(self, session: Session, kind: str) -> "Iterator[Hint]":
        # Numba is loaded with these: whoever only plays need not wait for it.
        from longwood.advice.hints import fair_hints, seeing_hints

        game, p = session.game, session.position
        if kind:
            yield from seeing_hints(game, p, wins=self._wins)
        else:
            yield from fair_hints(game, p, been={game.key(q) for q in session.positions})

    def _tell(self, session: Session, source: str, hint: "Hint") -> None:
        if hint.move is None:
            self._out.say(hint.why)
            return
        choice = f", choice {self._rank + 1}" if self._rank else ""
        game, m = session.game, hint.move
        self._out.say(f"{source}{choice}: {move_text(game, m)}, {game.describe(session.position, m)}.")
        self._out.say(f"    {hint.why}{alike_words(session, hint.chance)}")

    def chances(self, session: Session, rest: str) -> None:
        """Say what every move keeps of the chances, from what the player can see."""
        _refuse(rest, "chances")
        if session.is_won:
            self._out.say("The game is won.")
            return
        from longwood.advice.chances import chances

        with waiting(session.game, "Thinking", asks_player=True):
            found = chances(session.game, session.position)
        for line in chances_lines(session, found):
            self._out.say(line)

    def verdict(self, session: Session, rest: str) -> None:
        """Say whether the position can be won, what that rests on, and how much was searched; no card is shown."""
        _refuse(rest, "verdict")
        check_known(session.deal)
        game = session.game
        if session.is_won:
            self._out.say("The game is won.")
            return
        found = self._judged[1] if self._judged and self._judged[0] == session.record else None
        if not found and any((game.slug, session.deal, game.key(q)) in self._lost for q in session.positions):
            self._out.say(STAYS_LOST)
            return
        is_longer = found is not None
        if not found or found.verdict is Verdict.UNKNOWN:
            with waiting(game, "Thinking"):
                *_, found = islice(verdicts(game, session.position, self._wins), None if is_longer else FEW_BUDGETS)
            self._judged = session.record, found
            if found.verdict is Verdict.LOST:
                # A key says nothing of another deal.
                self._lost.add((game.slug, session.deal, game.key(session.position)))
        self._out.say(_verdict_line(session, found, is_longer))


def _refuse(rest: str, command: str) -> None:
    if rest:
        raise NotationError(f'{command} takes nothing after it: leave out "{shorten(rest)}".')


def _verdict_line(session: Session, found: Result, is_longer: bool) -> str:
    from longwood.advice.reasons import verdict_words

    count = f" {counted(found.nodes, 'position')} {'was' if found.nodes == 1 else 'were'} searched."
    match found.verdict:
        case Verdict.WON:
            start = "This round can still be cleared." if session.game.has_rounds else "Still winnable."
            return f"{start}{count if found.nodes else ''}"
        case Verdict.LOST:
            return f"Lost (proven).{count}"
        case Verdict.UNKNOWN:
            again = "" if is_longer else " Ask again to search longer."
            return f"Unknown. {verdict_words(session.game, found)}{again}"
