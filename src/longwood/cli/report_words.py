"""A report in words, for people."""

from longwood.advice.entries import (
    BLAMELESS,
    GRADES,
    NOT_COMPARED,
    NOT_JUDGED,
    NOTHING_TO_LOSE,
    Mark,
    Report,
    returns,
)
from longwood.advice.reasons import games_words, kept_words
from longwood.cli.chance_words import position_words
from longwood.cli.game_words import describe_act
from longwood.core.game import Move
from longwood.notation import Record, act_text, move_text
from longwood.session import Session

NO_WIN = "no possible world was found that can be won"


def par_words(session: Session, report: Report) -> str:
    """The score of a game beside the best one."""
    par = report.par
    if not par:
        return ""
    proven = "proven" if par.is_proven else "the best found"
    of = " of the first round" if session.game.has_rounds else ""
    return f"Score {par.reached}, par{of} {par.score} ({proven})."


def outcome_words(session: Session, report: Report) -> str:
    """Where the game was won or lost, as far as that is proven."""
    last, lost = report.last_winnable, report.first_lost

    def after(number: int) -> str:
        return f"after move {number}" if number else "when it was dealt"

    if session.is_won:
        return "The game was won."
    if report.turn is not None:
        act = session.acts[report.turn]
        words = describe_act(session.game, session.positions[report.turn], act)
        return f"The game could be won until move {report.turn + 1} lost it, which is proven: {words}."
    if lost == 0:
        return "The deal cannot be won, which is proven."
    if last is not None and lost == last + 1:
        return f"Round {report.verdicts[lost].round + 1} cannot be cleared, which is proven; those before it were."
    if last is not None and last == len(session.acts):
        return "The game can still be won, which is proven."
    if last is not None and lost is not None:
        return f"The game could be won {after(last)}, and was lost {after(lost)}; in between it is not known."
    if last is not None:
        return f"The game could be won {after(last)}; whether it still can is not known."
    if lost is not None:
        return f"The game was lost {after(lost)}; whether it could be won before is not known."
    return "Whether the deal can be won is not known."


def mark_lines(session: Session, mark: Mark) -> list[str]:
    """A move that cost something, what would have been better, and how to go back there."""
    game, p = session.game, session.positions[mark.number]
    act = session.acts[mark.number]
    lines = [f"Move {mark.number + 1}, {act_text(game, act)}: {describe_act(game, p, act)}."]
    lines.append(f"    {grade_words(mark)}.")
    if mark.better and (mark.better.move,) != act:
        kept = kept_words(mark.better.share, mark.better.is_exact)
        text = move_text(game, mark.better.move)
        lines.append(f"    Better: {text}, {game.describe(p, mark.better.move)}; {kept}.")
    if mark.line:
        lines.append(f"    {win_words(session, mark)}")
    lines.append(f"    Retry: longwood play {record_at(session, mark.number)}")
    return lines


def win_words(session: Session, mark: Mark) -> str:
    """A sentence on the win that is known from before a move."""
    game, first = session.game, mark.line[0]
    goal = "clears the round" if game.has_rounds else "wins"
    # Of several moves that were one act the first may win and a later one lose.
    if (first,) == session.acts[mark.number]:
        return f"Using hidden cards: the move that was made still {goal}, in {moves_words(mark.line)}."
    words = game.describe(session.positions[mark.number], first)
    return f"Using hidden cards: {move_text(game, first)}, {words}, {goal} in {moves_words(mark.line)}."


def moves_words(line: tuple[Move, ...]) -> str:
    """How long a line is."""
    return "1 move" if len(line) == 1 else f"{len(line)} moves"


def grade_words(mark: Mark) -> str:
    """What a move cost, by the chance and by what is proven."""
    loss = loss_words(mark)
    if mark.grade == NOT_JUDGED:
        words = f"Not judged, because {NO_WIN}"
    elif mark.grade == NOTHING_TO_LOSE:
        words = "Nothing to lose as far as could be seen"
    elif mark.grade == "good":
        # Only such a move is marked that lost the game.
        words = f"Good: {loss}" if loss else "Good as far as could be seen"
    else:
        words = f"{mark.grade[0].upper()}{mark.grade[1:]}: {loss}"
    if not mark.is_turn:
        return words
    return f"{words}; {'but' if mark.grade in BLAMELESS else 'and'} it lost the game, which is proven"


def loss_words(mark: Mark) -> str:
    """What a move lost, in worlds and in games that were played on from there; nothing if that is nothing."""
    words = []
    if round(mark.worlds_lost, 3):
        words.append(f"it lost {_percents(mark.worlds_lost)} of the possible worlds")
    if mark.games_lost and mark.played and mark.better and mark.better.played:
        after, instead = games_words(mark.played), games_words(mark.better.played)
        words.append(f"by estimate a quick player wins {after} games after it, {instead} after the better move")
    return ", and ".join(words)


def _percents(loss: float) -> str:
    # Grades end at whole percents: what is just past one must not look like it.
    return f"{loss:.0%}" if loss > GRADES[-1][0] else f"{loss:.1%}"


def count_words(session: Session, report: Report) -> str:
    """How many moves got each grade, and how many went in a circle."""
    counts = report.count()
    good = counts.pop("good")
    words = [f"{good} good {'move' if good == 1 else 'moves'}"]
    unjudged, idle = counts.pop(NOT_JUDGED, 0), counts.pop(NOTHING_TO_LOSE, 0)
    words += [f"{n} {_plural(word) if n > 1 else word}" for word, n in counts.items() if n]
    if idle:
        words.append(f"{idle} with nothing left to lose")
    if unjudged:
        words.append(f"{unjudged} not judged, because {NO_WIN}")
    circles = returns(session)
    led_back = (
        f" {circles} {'move' if circles == 1 else 'moves'} led back to where the game had been." if circles else ""
    )
    return f"{', '.join(words)}.{led_back}"


def deal_words(report: Report) -> str:
    """The chance of a deal, which is all that there is to say before a move is made."""
    chance = report.chances[0]
    return f"From what can be seen {position_words(chance.share, chance.is_exact)}"


def _plural(word: str) -> str:
    return {"inaccuracy": "inaccuracies", NOT_COMPARED: "weak ones not compared with the best"}.get(word, f"{word}s")


def basis_words(session: Session, report: Report) -> str:
    """What the chances of a report rest on."""
    from longwood.advice.trials import quick_player

    worlds = max(found.share.trials for found in report.chances.values())
    if worlds == 1:
        return "Nothing was hidden at any move, so that each chance is a verdict."
    half = " Those that were not decided count half." if any(c.share.unknown for c in report.chances.values()) else ""
    if all(found.is_exact for found in report.chances.values()):
        return f"Chances are counted over all possible worlds, at most {worlds} for a move.{half}"
    grades = (
        " Grades go by the worlds that a move lost or by the games that a quick player, who sees no more, loses by it, "
        "less what luck may make of them; the greater counts."
    )
    return (
        f"Chances are estimates over {worlds} possible worlds for each move, the same that a hint looks at; where "
        f"there are fewer, over all of them.{half}{grades if quick_player(session.game) else ''}"
    )


def record_at(session: Session, number: int) -> str:
    """The record of a game before a move."""
    return str(Record(session.game, session.deal, session.acts[:number]))
