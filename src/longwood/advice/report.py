"""The report of a played game: findings as they are made. What they amount to is in `findings`."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from longwood.advice.chances import ONE, Effort, chances
from longwood.advice.findings import Better, ChanceAt, Finding, Mark, Par, VerdictAt, grade
from longwood.advice.trials import trial
from longwood.advice.verdicts import BUDGETS
from longwood.advice.worlds import some_worlds
from longwood.game import AnyGame, Move
from longwood.notation import Record, parse_record
from longwood.session import Session
from longwood.shares import Share
from longwood.solver import Limit, Result, Verdict, best_score, solve

REVIEW_EFFORT = {
    "terrace": Effort(10, 12_000),
    "forty-thieves": Effort(12, 4_000),
    "quatorze": Effort(100, 0),
    "triple-peaks": Effort(100, 0),
    "elevator": Effort(300, 0),
}
"""By family, the worlds that are looked at for each act of a game."""
MOST_MARKS = 12
"""Of more than so many weak acts the worst are explained."""

Map = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]
"""Like `map`: a function of a number over many numbers, in this process or in several."""


def review(record: Record | str, effort: Effort | None = None, seed: int = 0, spread: Map = map) -> Iterator[Finding]:
    """What is found out about a game, the verdicts first. `spread` may do the work in several processes."""
    if isinstance(record, str):
        record = parse_record(record)
    session = Session.from_record(record)
    effort = effort or REVIEW_EFFORT[session.game.family]
    lines: dict[int, tuple[Move, ...]] = {}
    proven: dict[int, Verdict] = {}
    for finding in hindsight(session):
        proven[finding.number] = finding.verdict
        lines[finding.number] = finding.line
        yield finding
    yield par(session)
    weak: list[ChanceAt] = []
    for found in spread(partial(weigh, str(session.record), effort, seed), range(len(session.positions))):
        if found.number + 1 in proven and is_turn(proven, found.number):
            found = found.with_loss(max(found.loss, 0.0))
        yield found
        if grade(found.loss) != "good" or is_turn(proven, found.number):
            weak.append(found)
    weak.sort(key=lambda found: (not is_turn(proven, found.number), -found.loss))
    for found in sorted(weak[:MOST_MARKS], key=lambda found: found.number):
        number = found.number
        line = lines.get(number, ()) if proven.get(number) is Verdict.WON else ()
        better = better_act(session.game, session.positions[number], effort, seed, line)
        yield Mark(number, found.loss, is_turn(proven, number), better)


def is_turn(proven: dict[int, Verdict], number: int) -> bool:
    """Whether an act is proven to have lost a game that could be won."""
    return proven.get(number) is Verdict.WON and proven.get(number + 1) is Verdict.LOST


def par(session: Session) -> Par:
    """The best score of the deal beside that of the game."""
    game = session.game
    nodes = BUDGETS.get(game.family, (None, None))[1]
    best = best_score(game, session.positions[0], Limit(nodes=nodes))
    # A game can do better than a search that was not exhausted.
    score = max(best.score, session.score) if not game.has_rounds else best.score
    return Par(score, best.proven or (session.is_won and score == session.score), session.score)


def hindsight(session: Session) -> Iterator[VerdictAt]:
    """Proven verdicts of all positions of a game, seen with all cards open; those that decide it first.

    What could be won after an act could be won before it, and what was lost before it is lost after it: a search by
    halves finds the act that lost the game. A round that is dealt starts this anew.
    """
    first = 0
    positions = session.positions
    for last in range(len(positions)):
        is_end = last + 1 == len(positions)
        if is_end or _round(positions[last + 1]) != _round(positions[first]):
            yield from _hindsight(session, first, last, is_cleared=not is_end)
            first = last + 1


def _round(p: Any) -> int:
    return int(getattr(p, "round", 0))


def _hindsight(session: Session, first: int, last: int, *, is_cleared: bool) -> Iterator[VerdictAt]:
    game, positions, acts = session.game, session.positions, session.acts
    known: dict[int, VerdictAt] = {}

    def line_from(number: int, to: int, rest: tuple[Move, ...]) -> tuple[Move, ...]:
        return (*[m for act in acts[number:to] for m in act], *rest)

    def learn(number: int, verdict: Verdict, line: tuple[Move, ...] = ()) -> Iterator[VerdictAt]:
        """All that follows from one verdict."""
        reach = range(number, first - 1, -1) if verdict is Verdict.WON else range(number, last + 1)
        for at in reach:
            if at in known and known[at].verdict is not Verdict.UNKNOWN:
                break
            known[at] = VerdictAt(at, verdict, line_from(at, number, line) if verdict is Verdict.WON else ())
            yield known[at]

    if is_cleared or game.won(positions[last]):
        end = line_from(last, last + 1, ()) if is_cleared else ()
        yield from learn(last, Verdict.WON, end)
        return
    if not game.moves(positions[last]):
        yield from learn(last, Verdict.LOST)
    for nodes in BUDGETS.get(game.family, (None,))[1:3] or (None,):
        yield from _halve(game, positions, first, last, known, learn, Limit(nodes=nodes))
    for at in range(first, last + 1):
        if at not in known:
            yield VerdictAt(at, Verdict.UNKNOWN, ())


def _halve(
    game: AnyGame,
    positions: list[Any],
    first: int,
    last: int,
    known: dict[int, VerdictAt],
    learn: Callable[[int, Verdict, tuple[Move, ...]], Iterator[VerdictAt]],
    limit: Limit,
) -> Iterator[VerdictAt]:
    """Ask for verdicts where they decide most; what stays unknown is passed by."""
    unknown: set[int] = set()
    while True:
        won = max([at for at, found in known.items() if found.verdict is Verdict.WON], default=first - 1)
        lost = min([at for at, found in known.items() if found.verdict is Verdict.LOST], default=last + 1)
        open_ones = [at for at in range(won + 1, lost) if at not in unknown]
        if not open_ones or len(unknown) > 5:
            return
        # The deal itself first: most deals can be won, and a player wants to know that before all else.
        at = first if won < first and first in open_ones else open_ones[len(open_ones) // 2]
        found: Result = solve(game, positions[at], limit)
        if found.verdict is Verdict.UNKNOWN:
            unknown.add(at)
        else:
            yield from learn(at, found.verdict, found.line)


def weigh(record: str, effort: Effort, seed: int, number: int) -> ChanceAt:
    """The win chance before an act, from what the player saw then, and how much of it the act lost.

    Both are counted over the same worlds, so that luck does not look like skill: a card that turns up badly costs
    nothing here.
    """
    session = Session.from_record(record)
    game, p = session.game, session.positions[number]
    act = session.acts[number] if number < len(session.acts) else ()
    worlds, is_exact = some_worlds(game, p, effort.worlds, seed)
    limit = Limit(nodes=effort.nodes * (effort.worlds // len(worlds)))
    before = after = Share()
    for world in worlds:
        found = trial(game, world, world, limit)
        before += ONE[found.verdict]
        then = found.verdict
        if act and then is not Verdict.LOST and (then is Verdict.UNKNOWN or act != (found.first,)):
            end = world
            for m in act:
                # What an act of several moves does may hang on hidden cards; it can end early in another world.
                if m not in game.moves(end):
                    break
                end = game.play(end, m)
            then = trial(game, world, end, limit).verdict
        after += ONE[then]
    loss = max(before.least - after.least, 0.0) if act else 0.0
    return ChanceAt(number, before, loss, is_exact)


def better_act(game: AnyGame, p: Any, effort: Effort, seed: int, line: tuple[Move, ...]) -> Better | None:
    """The best move from what the player saw, and a win if the position could be won."""
    found = chances(game, p, effort, seed).moves
    if not found:
        return None
    return Better(found[0].move, found[0].share, line)
