"""Questions and how they are answered: the library's findings as steps. Runs in workers only."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from longwood.advice.chances import Chances, look
from longwood.advice.deals import Winnable, daily_deal, tried_deals
from longwood.advice.difficulty import Difficulty, difficulty
from longwood.advice.findings import NOT_COMPARED, ChanceAt, Mark, Par, Report, VerdictAt, grade_of, returns
from longwood.advice.hints import Hint, Kind, fair_hints, seeing_hints
from longwood.advice.reasons import verdict_words
from longwood.advice.report import par, review, weigh
from longwood.advice.trials import has_quick_player
from longwood.advice.verdicts import Lines, verdict, verdicts
from longwood.core.game import AnyGame, Move
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.notation import act_text, find_game, move_text, parse_deal, parse_move
from longwood.session import Session
from longwood.solver import Limit, Result, Verdict
from longwood.web.analyst.answers import (
    BetterAnswer,
    ChanceAnswer,
    ChanceAtAnswer,
    ChancesAnswer,
    DealDetails,
    DifficultyAnswer,
    HintAnswer,
    MarkAnswer,
    ParAnswer,
    ShareAnswer,
    SummaryAnswer,
    VerdictAnswer,
    VerdictAtAnswer,
)
from longwood.web.analyst.wire import Ask, Told, Win, raw
from longwood.web.answers import MoveAnswer

TABLE_STEPS = 3
"""How many of the budgets for a verdict are spent while players wait for each other."""
MOST_DEALS = 1000
"""Deals that are tried for one of a level before that is given up."""
MOST_HINTS = 12

Step: TypeAlias = Told | None
"""Something to tell, or only a moment at which an answer may be given up."""


class Helpers:
    """Other workers that may take a part of a long question."""

    def __init__(self, spread: Callable[[int], None], weighed: Callable[[], Iterable[msgspec.Raw]]) -> None:
        self._spread, self._weighed = spread, weighed

    def map(self, function: Callable[[int], Any], numbers: Iterable[int]) -> Iterator[Any]:
        """Like `map`, in any order: the first ones are done here, the last ones by whoever has nothing else to do."""
        numbers = list(numbers)
        self._spread(len(numbers))
        done: set[int] = set()
        for number in numbers:
            for data in self._weighed():
                found = msgspec.json.decode(data, type=ChanceAt)
                if found.number not in done:
                    done.add(found.number)
                    yield found
            if number not in done:
                done.add(number)
                yield function(number)
        self._spread(0)


def steps(ask: Ask, helpers: Helpers) -> Iterator[Step]:
    """The answer to a question, step by step."""
    match ask.kind:
        case "winnable":
            yield from _winnable(ask)
        case "daily":
            found = daily_deal(find_game(ask.record), date.fromisoformat(ask.options["date"]))
            yield _told_deal(ask, found)
        case "review":
            yield from _review(ask, helpers)
        case "weigh":
            game, _ = parse_deal(ask.record.partition("/")[0])
            for number in ask.options["numbers"].split(","):
                found_at = weigh(ask.record, family_of(game).effort, 0, int(number))
                yield Told(ask.id, "weighed", raw(found_at), number=found_at.number)
        case _:
            yield from _about_position(ask, Session.from_record(ask.record))


def _about_position(ask: Ask, session: Session) -> Iterator[Step]:
    game, p = session.game, session.position
    lines = Lines()
    if ask.line:
        lines.remember(game, p, tuple([parse_move(game, text) for text in ask.line]))
    match ask.kind:
        case "verdict":
            most = None if ask.options.get("search") == "longer" else TABLE_STEPS
            for found in islice(verdicts(game, p, lines), most):
                wins = [Win(ask.record, _texts(game, found.line))] if found.line else []
                yield Told(ask.id, "verdict", raw(_verdict_answer(game, found)), wins)
        case "hint" if ask.options.get("kind") == Kind.ALL_SEEING.value:
            for rank, hint in enumerate(islice(seeing_hints(game, p, lines=lines), MOST_HINTS)):
                is_win = bool(hint.line) and lines.get(game, p) is not None
                win = Win(ask.record, _texts(game, hint.line), skip=min(rank, 1))
                yield Told(ask.id, "hint", raw(_hint_answer(session, hint, rank)), [win] if is_win else [])
        case "hint":
            been = {game.key(q) for q in session.positions}
            for rank, hint in enumerate(fair_hints(game, p, been=been)[:MOST_HINTS]):
                yield Told(ask.id, "hint", raw(_hint_answer(session, hint, rank)))
        case "chances":
            for chances in look(game, p):
                yield Told(ask.id, "chances", raw(_chances_answer(session, chances)))
        case "par":
            found_par = par(session)
            yield Told(ask.id, "par", raw(_par_answer(found_par)))
        case "deal":
            yield from _deal_details(ask, session)
        case kind:
            raise ValueError(f"nobody asks for {kind}")


def _deal_details(ask: Ask, session: Session) -> Iterator[Step]:
    """What is known of the deal that a game began with."""
    game, deal = session.game, session.deal
    start = session.positions[0]
    found = verdict(game, start, Limit(nodes=family_of(game).budget(1)))
    yield None
    how_hard = None
    if found.verdict is Verdict.WON and not deal.given and not deal.laid:
        how_hard = difficulty(game, deal.number, found)
    text = ask.record.partition("/")[0]
    wins = [Win(text, _texts(game, found.line))] if found.line else []
    yield Told(ask.id, "deal", raw(DealDetails(text, found.verdict.value, _difficulty_answer(how_hard))), wins)


def _winnable(ask: Ask) -> Iterator[Step]:
    """A deal that can be won; the search can be given up on the way."""
    game = find_game(ask.record)
    level = int(ask.options["level"]) if ask.options.get("level") else None
    for found in islice(tried_deals(game, int(ask.options["seed"]), level), MOST_DEALS):
        if found is None:
            yield None
        else:
            yield _told_deal(ask, found)
            return


def _told_deal(ask: Ask, found: Winnable) -> Told:
    game = find_game(ask.record)
    deal = f"{game.slug}.{found.number}"
    win = Win(deal, _texts(game, found.line))
    return Told(ask.id, "deal", raw(DealDetails(deal, "won", _difficulty_answer(found.difficulty))), [win])


def _review(ask: Ask, helpers: Helpers) -> Iterator[Step]:
    session = Session.from_record(ask.record)
    game, positions, acts = session.game, session.positions, session.acts
    report = Report(len(acts))
    for finding in review(ask.record, spread=helpers.map):
        report.add(finding)
        match finding:
            case VerdictAt(number, found):
                yield Told(ask.id, "verdict", raw(VerdictAtAnswer(number, found.value)), number=number)
            case Par():
                yield Told(ask.id, "par", raw(_par_answer(finding)))
                yield _summary(ask, session, report)
            case ChanceAt():
                yield _told_chance(ask, finding, grade_of(finding))
            case Mark():
                yield Told(
                    ask.id, "mark", raw(_mark_answer(game, positions[finding.number], acts[finding.number], finding))
                )
    for number in range(len(acts)):
        if report.grade_at(number) == NOT_COMPARED:
            yield _told_chance(ask, report.chances[number], NOT_COMPARED)
    yield _summary(ask, session, report)


def _told_chance(ask: Ask, found: ChanceAt, grade: str) -> Told:
    share = _share_answer(found.share, found.is_exact)
    told = ChanceAtAnswer(found.number, share, found.loss, grade, found.is_exact)
    return Told(ask.id, "chance", raw(told), number=found.number)


def _summary(ask: Ask, session: Session, report: Report) -> Told:
    last = report.last_winnable
    line = [] if last is None else _texts(session.game, report.verdicts[last].line)
    wins = [Win("/".join(ask.record.split("/")[: last + 1]), line)] if last is not None and line else []
    answer = SummaryAnswer(report.acts, last, report.turn, line, returns(session), has_quick_player(session.game))
    return Told(ask.id, "summary", raw(answer), wins)


def _mark_answer(game: AnyGame, p: Any, act: tuple[Move, ...], mark: Mark) -> MarkAnswer:
    better = None
    if mark.better is not None:
        found = mark.better
        share, played = _share_answer(found.share, found.is_exact), _played_answer(found.played)
        better = BetterAnswer(_move_answer(game, p, found.move), share, played)
    words = game.describe(p, act[0]) + (f" and {len(act) - 1} more" if len(act) > 1 else "")
    return MarkAnswer(
        number=mark.number,
        act=act_text(game, act),
        words=words,
        loss=mark.loss,
        worlds_lost=mark.worlds_lost,
        games_lost=mark.games_lost,
        grade=mark.grade,
        is_turn=mark.is_turn,
        better=better,
        line=_texts(game, mark.line),
        played=_played_answer(mark.played),
    )


def _texts(game: AnyGame, line: tuple[Move, ...]) -> list[str]:
    return [move_text(game, m) for m in line]


def _move_answer(game: AnyGame, p: Any, m: Move) -> MoveAnswer:
    return MoveAnswer(move_text(game, m), game.piles[m.src], game.piles[m.dst], m.count, game.describe(p, m))


def _share_answer(share: Share, is_exact: bool = False) -> ShareAnswer:
    # Where all worlds were looked at nothing is left to chance.
    low, high = (share.least, share.most) if is_exact else share.interval
    return ShareAnswer(share.won, share.lost, share.unknown, round(low, 4), round(high, 4))


def _played_answer(played: Share | None) -> ShareAnswer | None:
    return None if played is None else _share_answer(played)


def _verdict_answer(game: AnyGame, found: Result) -> VerdictAnswer:
    return VerdictAnswer(found.verdict.value, found.nodes, verdict_words(game, found))


def _hint_answer(session: Session, hint: Hint, rank: int) -> HintAnswer:
    game = session.game
    move = None if hint.move is None else _move_answer(game, session.position, hint.move)
    share = None if hint.chance is None else _share_answer(hint.chance.share, hint.is_exact)
    return HintAnswer(rank, hint.kind.value, move, hint.why, share, _texts(game, hint.line))


def _chances_answer(session: Session, found: Chances) -> ChancesAnswer:
    moves = [
        ChanceAnswer(
            _move_answer(session.game, session.position, chance.move),
            _share_answer(chance.share, found.is_exact),
            _played_answer(chance.played),
            1 + len(chance.alike),
        )
        for chance in found.moves
    ]
    return ChancesAnswer(_share_answer(found.share, found.is_exact), moves, found.is_exact)


def _par_answer(found: Par) -> ParAnswer:
    return ParAnswer(found.score, found.is_proven, found.reached, found.is_of_round)


def _difficulty_answer(found: Difficulty | None) -> DifficultyAnswer | None:
    return None if found is None else DifficultyAnswer(found.percent, found.level, found.words)
