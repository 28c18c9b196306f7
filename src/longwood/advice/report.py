"""The report on a played game, entry by entry as they are made. What they amount to is in `entries`."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from longwood.advice.calibration import number_effort
from longwood.advice.entries import Entry, Par, is_weak, mark_of
from longwood.advice.hindsight import Hindsight
from longwood.advice.skill import Account, Weighed, account, weigh
from longwood.advice.trials import usual_effort
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.notation import Record, parse_record
from longwood.session import Session
from longwood.solver import Limit, best_score

Map = Callable[[Callable[[int], Weighed], Iterable[int]], Iterable[Weighed]]
"""Like `map`: a function of a number over many numbers, in this process or in several."""


def report_on(record: Record | str, effort: Effort | None = None, seed: int = 0, spread: Map = map) -> Iterator[Entry]:
    """The entries of the report on a game, the quick ones first. `spread` may weigh acts in several processes."""
    session = Session.from_record(parse_record(record) if isinstance(record, str) else record)
    game = session.game
    budgets = family_of(game).budgets
    hindsight = Hindsight(session)
    yield from hindsight.ends()
    yield from hindsight.search(Limit(nodes=budgets[0]))
    yield par(session)
    weighed: dict[int, Weighed] = {}
    for found in spread(partial(weigh, str(session.record), report_effort(session, effort), seed), _numbers(session)):
        yield found
        weighed[found.number] = found
        if is_weak(found) and found.choices:
            yield mark_of(found, is_turn=hindsight.is_turn(found.number), line=hindsight.line(found.number))
    for nodes in budgets[1:3]:
        yield from hindsight.search(Limit(nodes=nodes))
    yield from hindsight.rest()
    for number in range(len(session.acts)):
        # What was found meanwhile: lines that win, and the act that lost the game, however good it looked.
        if is_weak(weighed[number]) or hindsight.is_turn(number):
            yield mark_of(weighed[number], is_turn=hindsight.is_turn(number), line=hindsight.line(number))


def report_effort(session: Session, effort: Effort | None = None) -> Effort:
    """What the win chance of each position takes; a hint takes the same, and may look at worlds beside it."""
    return number_effort(session.game, effort or usual_effort(session.game))


def account_of(record: Record | str, effort: Effort | None = None, seed: int = 0, spread: Map = map) -> Account:
    """What play cost and what the cards gave in a whole game, without the rest of a report."""
    session = Session.from_record(parse_record(record) if isinstance(record, str) else record)
    found = spread(partial(weigh, str(session.record), report_effort(session, effort), seed), _numbers(session))
    return account(sorted(found, key=lambda each: each.number))


def accounts_of(
    records: Iterable[Record | str], effort: Effort | None = None, seed: int = 0, jobs: int = 1
) -> Iterator[Account]:
    """The same of many games, in their order, in so many processes."""
    # Processes are only needed by those who ask for them.
    from longwood.solver.spread import processes

    one = partial(account_of, effort=effort, seed=seed)
    if jobs == 1:
        yield from map(one, records)
        return
    with processes(jobs) as pool:
        yield from pool.map(one, map(str, records))


def _numbers(session: Session) -> range:
    return range(len(session.positions))


def par(session: Session) -> Par:
    """The best score of the deal (of its first round, where rounds are dealt) beside that of the game."""
    game = session.game
    nodes = family_of(game).budget(1)
    best = best_score(game, session.positions[0], Limit(nodes=nodes))
    # A game can do better than a search that was not exhausted.
    score = best.score if game.has_rounds else max(best.score, session.score)
    return Par(score, best.is_proven or game.is_perfect(session.position), session.score, game.has_rounds)
