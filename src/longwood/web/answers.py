"""What the server answers to a record: pure functions from its position to the structs that are sent."""

from typing import Any

from longwood.core.cards import CARD_TEXTS
from longwood.core.changes import trace
from longwood.core.finish import finish
from longwood.core.game import STOCK, Act, AnyGame, Deal, Game, Move, PileKind, Position
from longwood.core.layout import Layout
from longwood.core.order import listed_moves
from longwood.core.words import shorten
from longwood.games import FAMILIES, GAMES, family_of, layout, refusal, rules_page
from longwood.games.family import Family
from longwood.games.lesson import HINTED_STEPS, lesson_for, piles_of
from longwood.games.pages import Picture, pictures
from longwood.games.variants import settings
from longwood.laid import has_unknown
from longwood.lessons import is_lesson, shown_step
from longwood.notation import NotationError, act_text, deal_text, move_text, parse_move
from longwood.session import Session
from longwood.web.cache import Line
from longwood.web.structs import (
    FamilyAnswer,
    GameAnswer,
    GamesAnswer,
    LastAnswer,
    LayoutAnswer,
    LessonAnswer,
    MoveAnswer,
    OptionAnswer,
    PartAnswer,
    PictureAnswer,
    Piles,
    PlaceAnswer,
    PositionAnswer,
    RulesAnswer,
    StepAnswer,
    WhyAnswer,
)

FACE_DOWN = "??"


def seen_piles(game: AnyGame, p: Position) -> Piles:
    """The piles as a player sees them."""
    return {
        name: [FACE_DOWN if card is None else CARD_TEXTS[card] for card in pile]
        for name, pile in zip(game.piles, game.faces(p), strict=True)
    }


def games_answer() -> GamesAnswer:
    """Every game of the table."""
    families = [
        FamilyAnswer(
            family.name,
            family.title,
            family.fun or family.games[0].goal,
            family.other_names,
            family.stands_in_for,
            family.is_for_newcomers,
            [OptionAnswer(o.name, o.label, [choice.text for choice in o.choices], o.is_number) for o in family.options],
        )
        for family in FAMILIES.values()
    ]
    return GamesAnswer(families, [game_answer(game) for game in GAMES.values()])


def game_answer(game: AnyGame) -> GameAnswer:
    """One way to play."""
    family = family_of(game)
    return GameAnswer(
        slug=game.slug,
        title=game.title,
        family=game.family,
        about=game.about,
        goal=game.goal,
        decks=game.decks,
        minutes=family.minutes_of(game),
        piles=game.piles,
        kinds={name: kind.value for name, kind in zip(game.piles, game.kinds, strict=True)},
        can_autoplay=type(game).autoplay is not Game.autoplay,
        one_click=game.one_click,
        is_exact=family.is_exact,
        layouts={"wide": _layout_answer(layout(game)), "tall": _layout_answer(layout(game, tall=True))},
        preview=seen_piles(game, _pictured(game, family)),
        options=settings(family, game),
        fair_wins=family.fair_wins(game),
    )


def _pictured(game: AnyGame, family: Family) -> Any:
    """A position to show: deal 1, at the games of the table some moves in."""
    p = game.start(Deal(1))
    for _ in range(family.moves_in_picture if game.slug in GAMES else 0):
        moves = listed_moves(game, p)
        if not moves:
            break
        p = game.play(p, moves[0])
    return p


def _layout_answer(table: Layout) -> LayoutAnswer:
    places = {name: PlaceAnswer(*place) for name, place in table.places.items()}
    return LayoutAnswer(table.width, table.height, places)


def position_answer(line: Line) -> PositionAnswer:
    """The position at the end of a line of play."""
    game, p = line.game, line.position
    moves = listed_moves(game, p)
    names = game.piles
    is_won = game.won(p)
    autoplay = act_text(game, tuple(game.autoplay(p)))
    # Where no move starts, a double click can only stand for autoplay.
    sources = range(len(names)) if autoplay else sorted({m.src for m in moves})
    clicks = {names[i]: act_text(game, tuple(game.double_click(p, i))) for i in sources}
    return PositionAnswer(
        record=line.text,
        deal=deal_text(game, line.deal),
        game=game.slug,
        title=game.title,
        number=None if line.deal.given or line.deal.laid else str(line.deal.number),
        acts=line.count,
        piles=seen_piles(game, p),
        moves=[move_answer(game, p, m) for m in moves],
        score=game.score(p),
        is_won=is_won,
        is_stuck=not is_won and not moves,
        facts={"stock": len(p.piles[STOCK]), **game.facts(p)},
        prompt=game.prompt(p),
        spaces={name: words for i, name in enumerate(names) if not p.piles[i] and (words := game.space_words(p, i))},
        double_click={name: act for name, act in clicks.items() if act},
        autoplay=autoplay,
        finish="" if has_unknown(line.deal) else act_text(game, tuple(finish(game, p))),
        last=_last_answer(game, line.before, line.act) if line.act else None,
        has_unknown=has_unknown(line.deal),
    )


def _last_answer(game: AnyGame, before: Any, act: Act) -> LastAnswer:
    changes = trace(game, before, act)
    names = game.piles
    changed = None
    if changes.journeys is not None:
        changed = [(names[j.src], j.src_height, names[j.dst], j.dst_height) for j in changes.journeys]
    return LastAnswer(act_text(game, act), _act_words(game, before, act), changes.followed, changed)


def _act_words(game: AnyGame, p: Any, act: Act) -> str:
    """An act in words. Autoplay moves many cards, and nobody wants to hear of each."""
    if len(act) > 1 and all(game.kinds[m.dst] is PileKind.FOUNDATION for m in act):
        return f"{sum([m.count for m in act])} cards to the foundations"
    if len(act) > 3:
        return f"{len(act)} moves to the end"
    words = []
    for m in act:
        words.append(game.describe(p, m))
        p = game.play(p, m)
    return "; ".join(words)


def rules_answer(game: AnyGame) -> RulesAnswer:
    """How a game is played, with pictures."""
    from longwood.web.markdown import html_of

    page = rules_page(game)
    return RulesAnswer(game.slug, game.title, html_of(page), _parts(game), [_picture(each) for each in pictures(page)])


def _picture(picture: Picture) -> PictureAnswer:
    session = Session.from_record(picture.record)
    game, p = session.game, session.position
    move = move_answer(game, p, parse_move(game, picture.move)) if picture.move else None
    return PictureAnswer(picture.record, game.slug, seen_piles(game, p), move)


def _parts(game: AnyGame) -> list[PartAnswer]:
    lesson = lesson_for(family_of(game), game)
    return [PartAnswer(part.name, piles_of(game, part), part.say) for part in lesson.parts]


def lesson_answer(game: AnyGame) -> LessonAnswer:
    """The guided first game of a way to play."""
    lesson = lesson_for(family_of(game), game)
    count = len(lesson.steps) or HINTED_STEPS
    return LessonAnswer(game.slug, game.title, lesson.deal, lesson.goal, _parts(game), count, lesson.end)


def step_answer(line: Line) -> StepAnswer:
    """The step of a lesson that comes after a line of play on its deal."""
    game = line.game
    if not is_lesson(game, line.deal):
        raise NotationError(f"There is no lesson on {shorten(deal_text(game, line.deal))}: ask for one by its game.")
    steps = lesson_for(family_of(game), game).steps
    # What was played after the last step changes nothing.
    session = Session.from_record("/".join(line.text.split("/")[: len(steps) + 1]))
    shown = shown_step(session)
    move = move_answer(game, session.position, shown.move) if shown.move else None
    return StepAnswer(shown.number, len(steps), move, shown.say, shown.is_strayed)


def move_answer(game: AnyGame, p: Any, m: Move) -> MoveAnswer:
    """A move in a position."""
    return MoveAnswer(move_text(game, m), game.piles[m.src], game.piles[m.dst], m.count, game.describe(p, m))


def why_answer(line: Line, text: str) -> WhyAnswer:
    """Whether a move is legal at the end of a line of play, and if not why."""
    m = parse_move(line.game, text)
    if m in line.game.moves(line.position):
        return WhyAnswer(True, "")
    return WhyAnswer(False, refusal(line.game, line.position, m))
