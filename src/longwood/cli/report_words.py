"""A report in words, for people."""

from longwood.advice.entries import BLUNDER, GRADES, NOT_JUDGED, NOTHING_TO_LOSE, Mark, Report, wasted
from longwood.cli.game_words import describe_act
from longwood.core.words import counted
from longwood.notation import Record, act_text, move_text
from longwood.session import Session


def par_words(report: Report) -> str:
    """The score of a game beside the best one."""
    par = report.par
    if not par:
        return ""
    of = " in the first round" if par.is_of_round else ""
    return f"Score {par.reached}, best {'possible' if par.is_proven else 'known'}{of} {par.score}."


def mark_lines(session: Session, mark: Mark) -> list[str]:
    """A move that cost something, what would have been better, and how to go back there."""
    game, p = session.game, session.positions[mark.number]
    act = session.acts[mark.number]
    lines = [f"Move {mark.number + 1}, {act_text(game, act)}: {describe_act(game, p, act)}."]
    lines.append(f"    {grade_words(mark)}")
    if (better := better_words(session, mark)) and mark.loss:
        lines.append(f"    {better}")
    if mark.line and not session.is_won:
        lines.append(f"    {win_words(session, mark)}")
    lines.append(f"    Retry: longwood play {record_at(session, mark.number)}")
    return lines


def win_words(session: Session, mark: Mark) -> str:
    """A sentence on the win that is known from before a move."""
    game, first = session.game, mark.line[0]
    goal = "clears the round" if game.has_rounds else "wins"
    # Of several moves that were one act the first may win and a later one lose.
    if (first,) == session.acts[mark.number]:
        return f"Using hidden cards: the move that was made still {goal}, in {counted(len(mark.line), 'move')}."
    words = game.describe(session.positions[mark.number], first)
    return f"Using hidden cards: {move_text(game, first)}, {words}, {goal} in {counted(len(mark.line), 'move')}."


def better_words(session: Session, mark: Mark) -> str:
    """A sentence on the move that a hint names instead; nothing where that is the one that was made."""
    game, p, found = session.game, session.positions[mark.number], mark.better
    p = found.position(game, p)
    if (*found.after, found.move) == session.acts[mark.number][: len(found.after) + 1]:
        return ""
    after = f"after {act_text(game, found.after)}, " if found.after else ""
    return f"Better: {after}{move_text(game, found.move)}, {game.describe(p, found.move)}; {found.win.words} to win."


_SEEN = {
    "good": "was a good move",
    "inaccuracy": "was an inaccuracy",
    "mistake": "was a mistake",
    "blunder": "was a blunder",
    NOTHING_TO_LOSE: "had nothing to lose",
    NOT_JUDGED: "could not be judged",
}


def grade_words(mark: Mark) -> str:
    """What a move was, what it cost, and what it looked like if it lost the game."""
    points = round(100 * mark.loss)
    cost = f" It cost {counted(points, 'point')}: {mark.played.words} to win after it." if points else ""
    if mark.is_turn:
        return f"Lost the game.{cost} From what you saw it {_SEEN[mark.grade]}."
    return f"{mark.grade[0].upper()}{mark.grade[1:]}.{cost}"


def count_words(session: Session, report: Report) -> str:
    """How accurate the game was, how many moves got each grade, and how many were wasted."""
    counts, circles = report.count(), wasted(session)
    words = [_counted(counts[word], word) for word in (*[word for _, word in GRADES], BLUNDER)]
    if counts[NOTHING_TO_LOSE]:
        # A game that is won, or can be, was never lost.
        is_open = report.last_winnable == len(session.acts)
        words.append(f"{counts[NOTHING_TO_LOSE]} {'with hardly a chance' if is_open else 'after the game was lost'}")
    if counts[NOT_JUDGED]:
        words.append(f"{counts[NOT_JUDGED]} too early to judge")
    if circles:
        words.append(counted(circles, "wasted move"))
    return f"{accuracy_words(report)}{', '.join(filter(None, words))}."


def accuracy_words(report: Report) -> str:
    """How accurate the decisions were."""
    found = report.account
    if not found or found.accuracy is None:
        return "No decisions: "
    return f"Accuracy {found.accuracy:.0f} % over {counted(found.decisions, 'decision')}: "


def _counted(count: int, grade: str) -> str:
    if grade == "good":
        return counted(count, "good move")
    if grade == "inaccuracy" and count > 1:
        return f"{count} inaccuracies"
    return counted(count, grade) if count else ""


def record_at(session: Session, number: int) -> str:
    """The record of a game before a move."""
    return str(Record(session.game, session.deal, session.acts[:number]))
