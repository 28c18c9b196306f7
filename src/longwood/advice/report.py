"""The report on a played game, entry by entry as they are made. What they amount to is in `entries`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from longwood.advice.chances import ONE, Chance, chances, played_worlds
from longwood.advice.duels import Duel, duel, raced_duel
from longwood.advice.entries import ROUNDING, Better, ChanceAt, Entry, Mark, Par, grade_of, is_weak
from longwood.advice.hindsight import Hindsight
from longwood.advice.hints import ranked_moves
from longwood.advice.trials import distinct_moves, glance, quick_player, race, trial
from longwood.advice.worlds import some_worlds
from longwood.advice.worlds import worlds as more_worlds
from longwood.core.game import Act, AnyGame, Move
from longwood.core.shares import Share
from longwood.games import family_of
from longwood.games.family import Effort
from longwood.games.quick_player import QuickPlayer
from longwood.notation import Record, parse_record
from longwood.session import Session
from longwood.solver import Limit, Verdict, best_score

SECOND_LOOK = 4
"""How much harder a world is searched that could be won before an act and not, at first, after it."""

RIVAL_GAMES, RACED_WORLDS = 1_000, 400
"""Where the quick player races: the games in which the rival of an act is found, and the worlds of both."""
DOUBT_SEED = 2_000_003

LOST_SHARE = {Verdict.WON: 0.0, Verdict.UNKNOWN: 0.5, Verdict.LOST: 1.0}
"""What a world that could be won counts for in the loss of an act; one that is not decided after it counts half, and so
does one that was not decided before it and is lost after it."""

Map = Callable[[Callable[[int], ChanceAt], Iterable[int]], Iterable[ChanceAt]]
"""Like `map`: a function of a number over many numbers, in this process or in several."""


def report_on(record: Record | str, effort: Effort | None = None, seed: int = 0, spread: Map = map) -> Iterator[Entry]:
    """The entries of the report on a game, the quick ones first. `spread` may weigh acts in several processes."""
    if isinstance(record, str):
        record = parse_record(record)
    session = Session.from_record(record)
    game = session.game
    family = family_of(game)
    effort = effort or family.effort
    hindsight = Hindsight(session)
    budgets = family.budgets
    yield from hindsight.ends()
    yield from hindsight.search(Limit(nodes=budgets[0]))
    yield par(session)
    weighed: dict[int, ChanceAt] = {}
    for found in spread(partial(weigh, str(session.record), effort, seed), range(len(session.positions))):
        yield found
        weighed[found.number] = found
    for nodes in budgets[1:3]:
        yield from hindsight.search(Limit(nodes=nodes))
    yield from hindsight.rest()
    turn = next((number for number in range(len(session.acts)) if hindsight.is_turn(number)), None)
    for number in sorted({*to_compare(game, weighed.values()), *([] if turn is None else [turn])}):
        p, act = session.positions[number], session.acts[number]
        looked = chances(game, p, effort, seed)
        been = {game.key(q) for q in session.positions[: number + 1]}
        first = ranked_moves(game, p, looked, effort, seed, been)[0]
        played = next((c for c in looked.moves if len(act) == 1 and act[0] in (c.move, *c.alike)), None)
        games = None
        if played and played != first and first.played and not looked.is_exact:
            games = raced_duel(game, p, played.move, first.move, seed, first.played.trials) or duel(
                game, played_worlds(game, p, effort, seed), played.move, first.move
            )
        found = against_the_best(weighed[number], played, first, games)
        yield found
        if is_weak(found) or hindsight.is_turn(number):
            # What was played may be another move that comes to the same thing.
            move = next((m for m in first.alike if act == (m,)), first.move)
            best = Better(move, first.share, looked.is_exact, games.instead if games else None)
            yield Mark(
                number=number,
                worlds_lost=found.worlds_lost,
                games_lost=found.games_lost,
                grade=grade_of(found),
                is_turn=hindsight.is_turn(number),
                better=best,
                line=hindsight.line(number),
                played=games.after if games else None,
            )


def to_compare(game: AnyGame, weighed: Iterable[ChanceAt]) -> list[int]:
    """The acts that are looked at beside the best move: the weak ones, and of many the worst."""
    weak = [found for found in weighed if is_weak(found)]
    # In a settled order, whatever the order in which the acts were weighed.
    weak.sort(key=lambda found: (-found.loss, found.number))
    return [found.number for found in weak[: family_of(game).most_marks]]


def par(session: Session) -> Par:
    """The best score of the deal (of its first round, where rounds are dealt) beside that of the game."""
    game = session.game
    nodes = family_of(game).budget(1)
    best = best_score(game, session.positions[0], Limit(nodes=nodes))
    # A game can do better than a search that was not exhausted.
    score = best.score if game.has_rounds else max(best.score, session.score)
    return Par(score, best.is_proven or session.is_won, session.score, game.has_rounds)


def weigh(record: str, effort: Effort, seed: int, number: int) -> ChanceAt:
    """The win chance before an act, from what the player saw then, and how much of it the act lost.

    Both are counted over the same worlds, so that luck does not look like skill: a card that turns up badly costs
    nothing here. So are the games that a quick player loses by it, over worlds of their own.
    """
    session = Session.from_record(record)
    game, p = session.game, session.positions[number]
    act = session.acts[number] if number < len(session.acts) else ()
    worlds, is_exact = some_worlds(game, p, effort.worlds, seed)
    nodes = effort.nodes * (effort.worlds // len(worlds))
    same_as = distinct_moves(game, p, worlds)
    if len(act) == 1:
        # In a few worlds luck favours one of two moves that are the same to the player: the same one stands for both
        # here as in a hint.
        act = (same_as[act[0]],)
    before = Share()
    lost = 0.0
    moves = list(dict.fromkeys(same_as.values()))
    for world in worlds:
        winners, losers, found = glance(game, world, moves, Limit(nodes=nodes))
        before += ONE[found.verdict]
        first = same_as.get(found.first, found.first) if found.first else None
        is_kept = act == (first,) or (len(act) == 1 and act[0] in winners)
        if act and found.verdict is Verdict.WON and not is_kept:
            lost += LOST_SHARE[_after(game, world, act, nodes)]
        elif found.verdict is Verdict.UNKNOWN and len(act) == 1 and act[0] in losers:
            # It could perhaps be won.
            lost += LOST_SHARE[Verdict.UNKNOWN]
    player = quick_player(game)
    is_doubted = not is_exact and len(act) == 1 and len(moves) > 1
    games_lost = _doubt(game, player, p, act[0], moves, seed + DOUBT_SEED) if player and is_doubted else 0.0
    return ChanceAt(number, before, lost / len(worlds), is_exact, games_lost)


def _doubt(game: AnyGame, player: QuickPlayer, p: Any, m: Move, moves: list[Move], seed: int) -> float:
    """How much more often the quick player wins after a move's strongest rival, in worlds that did not choose it."""
    found = race(game, p, moves, seed, RIVAL_GAMES)
    if found:
        _, _, rival = max([each for each in zip(found.played, found.wins, moves, strict=True) if each[2] != m])
        games = raced_duel(game, p, m, rival, seed + 1, RACED_WORLDS)
        return games.lost if games else 0.0
    worlds = more_worlds(game, p, seed)
    won, _ = player.play_on(game, list(islice(worlds, player.rival_worlds)), moves, seed)
    wins = dict(zip(moves, won.sum(axis=0, dtype=int).tolist(), strict=True))
    rival = max([other for other in moves if other != m], key=lambda other: wins[other])
    return duel(game, [(list(islice(worlds, player.duel_worlds)), seed)], m, rival).lost


def _after(game: AnyGame, world: Any, act: Act, nodes: int) -> Verdict:
    """Whether a world that could be won can still be won after an act, as far as two looks can tell."""
    p = world
    for m in act:
        # An act of several moves may hang on cards that were hidden before it: it ends where they lie otherwise.
        if m not in game.moves(p):
            break
        p = game.play(p, m)
    verdict = trial(game, world, p, Limit(nodes=nodes)).verdict
    if verdict is Verdict.UNKNOWN:
        verdict = trial(game, world, p, Limit(nodes=SECOND_LOOK * nodes)).verdict
    return verdict


def against_the_best(weighed: ChanceAt, played: Chance | None, best: Chance, games: Duel | None) -> ChanceAt:
    """What an act lost beside the move that a fair hint names: in the same worlds, and in games played on after both.

    Different worlds may ask for different moves, and who does not know which world it is has to lose some of them.
    """
    kept = played.share.middle if played else weighed.share.middle - weighed.worlds_lost
    loss = min(best.share.middle - kept, weighed.worlds_lost)
    return replace(weighed, worlds_lost=loss if loss > ROUNDING else 0.0, games_lost=games.lost if games else 0.0)
