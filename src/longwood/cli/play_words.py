"""What the dialogue at the plain terminal says of itself: its commands, the cards of a pile, how a game ended."""

from longwood.core.cards import CARD_TEXTS
from longwood.core.game import STOCK, Deal, Move
from longwood.core.words import counted
from longwood.games import GAMES, family_of
from longwood.session import Session

HELP = """\
  {move:10}   play a move, also as {src} {dst}; several moves fit on a line{group}
  {src:10}   play the move from {src}, or list them if there are several
  5            play move 5 of the list that moves shows
  moves, m     list the legal moves; moves {src} lists those from {src}
  describe X   put a move into words, or list the cards of a pile
  {click:10}   do what a double click on {src} does
  auto, a      play all cards that are ready
  hint         what to play and why, from visible cards; again for the next best
  hint hidden  the same using hidden cards: follows a proven win
  chances      the win chance of every move, from visible cards
  verdict, v   still winnable? as far as it is proven
  undo, u      undo a move; undo 3 undoes three
  redo         redo a move that was undone
  restart      back to the deal; redo brings the moves back
  new          another deal; new 5 is deal 5, new {other} another game
  show         draw the table again
  record       print the record
  rules        show the rules
  save FILE    write the record to a file; longwood play FILE continues it
  give up      end this game; it counts as not won
  help, h      this list
  quit, q      stop, and print the record, as Ctrl-D and Ctrl-C do. Resume later:
               longwood play --resume"""
SHORT = {"?": "help", "h": "help", "m": "moves", "u": "undo", "a": "auto", "v": "verdict", "q": "quit"}
SHORT |= {"exit": "quit", "dbl": "double"}


def help_words(session: Session) -> str:
    """What may be typed, with a move of this game as the example."""
    game = session.game
    openings = [m for number in range(10) for m in game.moves(game.start(Deal(number)))]
    m = next((m for m in openings if STOCK not in (m.src, m.dst)), Move(STOCK, 1))
    src, dst = game.piles[m.src], game.piles[m.dst]
    group = f"; {words}" if (words := family_of(game).hint_of_use) else ""
    return HELP.format(move=f"{src}-{dst}", click=f"{src}!", src=src, dst=dst, group=group, other=next(reversed(GAMES)))


def is_over(session: Session) -> bool:
    return session.is_won or not session.moves


def end_words(session: Session) -> str:
    """How the game ended, plainly."""
    if session.is_won:
        return f"You won! Score {session.score}. undo, restart, new or quit?"
    return f"No moves left. Score {session.score}. undo, restart, new or quit?"


def cards_words(session: Session, pile: int) -> str:
    """The cards of a pile that can be seen, and how many cannot."""
    p = session.position
    cards = p.piles[pile]
    if not cards:
        return "no cards"
    count = counted(len(cards), "card")
    down = session.game.hidden(p).get(pile, 0)
    if down == len(cards):
        return f"{count}, face down"
    count += f", {down} of them face down" if down else ""
    return f"{count}{', top last' if len(cards) > 1 else ''}: {' '.join([CARD_TEXTS[card] for card in cards[down:]])}"
