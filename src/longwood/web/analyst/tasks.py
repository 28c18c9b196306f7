"""Questions and how they are answered: what the library finds as steps. Runs in workers only."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from longwood.advice.chances import look
from longwood.advice.coach import coached
from longwood.advice.deals import Winnable, tried_daily, tried_deals
from longwood.advice.difficulty import difficulty
from longwood.advice.entries import Par
from longwood.advice.hints import Kind, fair_hints, seeing_hints
from longwood.advice.reasons import verdict_words
from longwood.advice.report import par, report_effort, report_on
from longwood.advice.skill import Weighed, position_win, weigh
from longwood.advice.verdicts import KnownWins, verdict, verdicts
from longwood.core.game import AnyGame, Deal
from longwood.games import family_of
from longwood.journal.accounts import analysis_of, wins_of_analyst
from longwood.notation import find_game, parse_move
from longwood.session import Session
from longwood.solver import Limit, Result, Verdict
from longwood.web.analyst.structs import (
    KnownDealAnswer,
    SummaryAnswer,
    VerdictAnswer,
)
from longwood.web.analyst.to_structs import (
    chances_answer,
    coach_answer,
    difficulty_answer,
    hint_answer,
    par_answer,
    report_events,
    texts,
    win_answer,
)
from longwood.web.analyst.wire import Event, Question, Win, raw

TABLE_STEPS = 3
"""How many of the budgets for a verdict are spent while players wait for each other."""
MOST_HINTS = 12

Step: TypeAlias = Event | None
"""Something to tell, or only a moment at which an answer may be given up."""


class Helpers:
    """Other workers that may take a part of a long question."""

    def __init__(self, spread: Callable[[int], None], weighed: Callable[[], Iterable[msgspec.Raw]]) -> None:
        self._spread, self._weighed = spread, weighed

    def map(self, function: Callable[[int], Any], numbers: Iterable[int]) -> Iterator[Any]:
        """Like `map`, in any order: the first ones are done here, the last ones by workers that are idle."""
        numbers = list(numbers)
        self._spread(len(numbers))
        done: set[int] = set()
        for number in numbers:
            for data in self._weighed():
                found = msgspec.json.decode(data, type=Weighed)
                if found.number not in done:
                    done.add(found.number)
                    yield found
            if number not in done:
                done.add(number)
                yield function(number)
        self._spread(0)


def steps(question: Question, helpers: Helpers) -> Iterator[Step]:
    """The answer to a question, step by step."""
    match question.kind:
        case "winnable":
            yield from _winnable(question)
        case "daily":
            day = date.fromisoformat(question.options["date"])
            yield from _first_deal(question, tried_daily(find_game(question.record), day))
        case "report":
            yield from _report(question, helpers)
        case "fairly":
            won = None
            for so_far in wins_of_analyst(question.record):
                won = so_far
                yield None
            yield Event(question.id, "fairly", raw(won))
        case "account":
            # What the pieces that were found before come to: all positions, then these two.
            *weighed, is_won, best = msgspec.json.decode(question.options["found"], type=list[msgspec.Raw])
            analysis = analysis_of(
                question.record,
                [msgspec.json.decode(each, type=Weighed) for each in weighed],
                msgspec.json.decode(is_won, type=bool | None),
                msgspec.json.decode(best, type=Par),
                is_given_up=question.options["ending"] == "given up",
            )
            yield Event(question.id, "account", raw(analysis._asdict()))
        case "weigh":
            effort = report_effort(Session.from_record(question.record))
            for number in question.options["numbers"].split(","):
                found_at = weigh(question.record, effort, 0, int(number))
                yield Event(question.id, "weighed", raw(found_at), number=found_at.number)
        case _:
            yield from _about_position(question, Session.from_record(question.record))


def _about_position(question: Question, session: Session) -> Iterator[Step]:
    game, p = session.game, session.position
    known = KnownWins()
    if question.line:
        known.remember(game, p, tuple([parse_move(game, text) for text in question.line]))
    match question.kind:
        case "verdict":
            most = None if question.options.get("search") == "longer" else TABLE_STEPS
            for found in islice(verdicts(game, p, known), most):
                wins = [Win(question.record, texts(game, found.line))] if found.line else []
                yield Event(question.id, "verdict", raw(_verdict_answer(game, found)), wins)
        case "hint" if question.options.get("kind") == Kind.ALL_SEEING.value:
            for rank, hint in enumerate(islice(seeing_hints(game, p, wins=known), MOST_HINTS)):
                is_win = bool(hint.line) and known.get(game, p) is not None
                win = Win(question.record, texts(game, hint.line), skip=min(rank, 1))
                yield Event(question.id, "hint", raw(hint_answer(session, hint, rank)), [win] if is_win else [])
        case "hint":
            been = {game.key(q) for q in session.positions}
            for rank, hint in enumerate(fair_hints(game, p, been=been)[:MOST_HINTS]):
                yield Event(question.id, "hint", raw(hint_answer(session, hint, rank)))
        case "chances":
            for chances in look(game, p):
                yield Event(question.id, "chances", raw(chances_answer(session, chances)))
        case "coach":
            yield Event(question.id, "coach", raw(coach_answer(session, coached(session))))
        case "par":
            found_par = par(session)
            yield Event(question.id, "par", raw(par_answer(found_par)))
        case "deal":
            yield from _known_deal(question, session)
        case kind:
            raise ValueError(f"nobody asks for {kind}")


def _known_deal(question: Question, session: Session) -> Iterator[Step]:
    """What is known of the deal that a game began with."""
    game, deal = session.game, session.deal
    start = session.positions[0]
    found = verdict(game, start, Limit(nodes=family_of(game).budget(1)))
    yield None
    how_hard = None
    if found.verdict is Verdict.WON and not deal.given and not deal.laid:
        how_hard = difficulty(game, deal.number, found)
    text = question.record.partition("/")[0]
    wins = [Win(text, texts(game, found.line))] if found.line else []
    win = win_answer(position_win(game, start))
    answer = KnownDealAnswer(text, found.verdict.value, difficulty_answer(how_hard), win)
    yield Event(question.id, "deal", raw(answer), wins)


def _winnable(question: Question) -> Iterator[Step]:
    """A deal that can be won; the search can be given up on the way."""
    game = find_game(question.record)
    level = int(question.options["level"]) if question.options.get("level") else None
    yield from _first_deal(question, tried_deals(game, int(question.options["seed"]), level))


def _first_deal(question: Question, tried: Iterator[Winnable | None]) -> Iterator[Step]:
    for found in tried:
        yield _deal_event(question, found) if found else None
        if found:
            return


def _deal_event(question: Question, found: Winnable) -> Event:
    game = find_game(question.record)
    deal = f"{game.slug}.{found.number}"
    chance = win_answer(position_win(game, game.start(Deal(found.number))))
    answer = KnownDealAnswer(deal, "won", difficulty_answer(found.difficulty), chance)
    return Event(question.id, "deal", raw(answer), [Win(deal, texts(game, found.line))])


def _report(question: Question, helpers: Helpers) -> Iterator[Step]:
    session = Session.from_record(question.record)
    for event, answer in report_events(session, report_on(question.record, spread=helpers.map)):
        wins = []
        if isinstance(answer, SummaryAnswer) and answer.last_winnable is not None and answer.line:
            wins.append(Win("/".join(question.record.split("/")[: answer.last_winnable + 1]), answer.line))
        yield Event(question.id, event, raw(answer), wins, number=getattr(answer, "number", -1))


def _verdict_answer(game: AnyGame, found: Result) -> VerdictAnswer:
    return VerdictAnswer(found.verdict.value, found.nodes, verdict_words(game, found))
