"""A line of the search as moves of the rules. A reduced move stands for a few exchanges of tails and one move."""

from collections.abc import Iterable

from longwood.core.cards import Card
from longwood.core.game import Move
from longwood.games.building import DOWN_ALTERNATING, OF_RANK, UP_ALTERNATING, UP_IN_SUIT
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import packed
from longwood.games.terrace.solver.chain import expand_chain
from longwood.games.terrace.solver.digging import expand_dig
from longwood.games.terrace.solver.encode import Encoded, chain_of, rank_of
from longwood.games.terrace.solver.forced import forced as make_forced
from longwood.games.terrace.solver.plain import TWIN_SPACES, expand_plain
from longwood.games.terrace.solver.rows import COLS, MOVE, Ints
from longwood.games.terrace.solver.runs import tidy
from longwood.games.terrace.solver.store import new_work

Column = tuple[int, int]
"""The low and the high end of a column, as ranks from the base card."""


def tidied(columns: Iterable[Column]) -> list[Column]:
    """Columns of one chain as `runs.tidy` puts them."""
    lows: list[int] = []
    highs: list[int] = []
    start = 0
    for low, high in sorted(columns):
        if lows and low > lows[-1] + 1:
            highs[start:] = sorted(highs[start:])
            start = len(lows)
        lows.append(low)
        highs.append(high)
    highs[start:] = sorted(highs[start:])
    return list(zip(lows, highs, strict=True))


class Writer:
    """Plays the moves of the search by the rules and keeps the line."""

    def __init__(self, game: Terrace, p: TerracePosition) -> None:
        self.game = game
        self.p = p
        self.line: list[Move] = []

    def play(self, src: int, dst: int) -> None:
        m = Move(src, dst)
        self.line.append(m)
        self.p = self.game.play(self.p, m)

    def play_up(self, src: int) -> None:
        """A pile's top card to the first foundation that takes it."""
        card = self.p.piles[src][-1]
        self.play(src, next(f for f in FOUNDATIONS if self._takes(f, card)))

    def _takes(self, f: int, card: Card) -> bool:
        pile = self.p.piles[f]
        if not pile:
            return card in OF_RANK[self.p.base]
        return len(pile) < 13 and card in (UP_IN_SUIT if self.game.in_suit else UP_ALTERNATING)[pile[-1]]

    def plain(self, code: int) -> None:
        """A plain move of the kernel, its columns named as on the table."""
        src, dst = packed.move_src(code), packed.move_dst(code)
        for _ in range(packed.cards_dug(code)):
            self._pack(src)
        if dst == packed.FOUNDATION:
            self.play_up(src)
        elif dst == packed.DIG_ALL:
            return
        else:
            self.play(src, dst)

    def _pack(self, src: int) -> None:
        """A column's low end onto the first column that takes it."""
        card, base = self.p.piles[src][-1], self.p.base
        for t, pile in self._columns():
            if pile and rank_of(pile[-1], base) and card in DOWN_ALTERNATING[pile[-1]]:
                self.play(src, t)
                return

    def finish(self) -> None:
        """With nothing left but columns: the lowest card of all goes up, until all have."""
        base = self.p.base
        while tops := [(rank_of(pile[-1], base), t) for t, pile in self._columns() if pile]:
            self.play_up(min(tops)[1])

    def _columns(self) -> Iterable[tuple[int, tuple[Card, ...]]]:
        return enumerate(self.p.piles[FIRST_COLUMN:], FIRST_COLUMN)

    def chain_columns(self, side: int) -> dict[int, Column]:
        """The columns of one chain."""
        base = self.p.base
        return {
            t: (rank_of(pile[-1], base), rank_of(pile[0], base))
            for t, pile in self._columns()
            if pile and chain_of(pile[0], base) == side
        }

    def forced(self, side: int, low: int) -> None:
        """The low end of a column of several cards, to a foundation."""
        self.reduced(packed.reduced_move(packed.COLUMN_UP, side, low))

    def reduced(self, code: int) -> None:
        """A reduced move of the kernel."""
        kind = packed.move_kind(code)
        if code in (packed.DEAL, packed.TURN):
            self.plain(code)
        elif kind == packed.RESERVE_UP:
            self.play_up(RESERVE)
        elif kind == packed.WASTE_UP:
            self.play_up(WASTE)
        elif kind == packed.WASTE_DOWN:
            self.play(WASTE, next(t for t, pile in self._columns() if not pile))
        else:
            self._in_run(kind, packed.move_chain(code), packed.move_rank(code), packed.move_shared(code))

    def _in_run(self, kind: int, side: int, rank: int, shared: int) -> None:
        """A move that changes a run: with exchanges before it only if it leads elsewhere without them."""
        now = self.chain_columns(side)
        wanted, target = _pairing(tidied(now.values()), kind, rank, shared)
        # The low end that is played, and its column's high end if that counts.
        for t, (low, high) in now.items():
            dst = self._acts(kind, rank, t, low, high, now)
            if dst is None:
                continue
            after = dict(now)
            if kind == packed.WASTE_ON:
                after[t] = (rank, high)
            elif kind == packed.COLUMN_UP:
                after[t] = (rank + 1, high)
            else:
                del after[t]
                if kind == packed.EMPTIED:
                    after[dst] = (rank, after[dst][1])
            if tidied(after.values()) == target:
                break
        else:
            lows = [low for low, _ in wanted]
            self._exchange({t: column for t, column in now.items() if column[0] in lows}, wanted)
            self._in_run(kind, side, rank, shared)
            return
        if kind == packed.WASTE_ON:
            self.play(WASTE, t)
        elif kind == packed.EMPTIED:
            self.play(t, dst)
        else:
            self.play_up(t)

    def _acts(self, kind: int, rank: int, t: int, low: int, high: int, now: dict[int, Column]) -> int | None:
        """Whether a column can make a move of this kind; for a column packed away, the column it goes to."""
        if kind == packed.WASTE_ON:
            return t if low == rank + 1 else None
        if kind == packed.COLUMN_UP:
            return t if low == rank < high else None
        if not low == high == rank:
            return None
        if kind == packed.SINGLE_UP:
            return t
        return next((to for to, (end, _) in now.items() if end == rank + 1), None)

    def _exchange(self, now: dict[int, Column], wanted: list[Column]) -> None:
        """Exchange tails until the columns are paired as wanted, by way of the tidy form."""
        goal: dict[int, Column] = {}
        rest = list(wanted)
        for t, column in now.items():
            if column in rest:
                goal[t] = column
                rest.remove(column)
        for t, (_, high) in now.items():
            if t not in goal:
                goal[t] = next(column for column in rest if column[1] == high)
                rest.remove(goal[t])
        there, back = _sorting(now), _sorting(goal)
        # Both end in the tidy form, but they may meet before it.
        lows = {_lows(state): i for i, (state, _, _) in reversed(list(enumerate(back)))}
        for state, src, dst in there:
            if (i := lows.get(_lows(state))) is not None:
                for _, undone, host in reversed(back[:i]):
                    self.play(host, undone)
                return
            self.play(src, dst)


def _lows(columns: dict[int, Column]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted([(t, low) for t, (low, _) in columns.items()]))


def _sorting(columns: dict[int, Column]) -> list[tuple[dict[int, Column], int, int]]:
    """Each step from a pairing to the tidy one: the columns before it, and the move (none at the end)."""
    steps = []
    columns = dict(columns)
    while True:
        for src, (low, high) in sorted(columns.items()):
            # Equal high ends go by the place of their column, so that there is one tidy form.
            hosts = [t for t, (end, head) in sorted(columns.items()) if end == low + 1 and (head, t) < (high, src)]
            if hosts:
                steps.append((dict(columns), src, hosts[0]))
                columns[src], columns[hosts[0]] = (low + 1, high), (low, columns[hosts[0]][1])
                break
        else:
            steps.append((columns, -1, -1))
            return steps


def _pairing(columns: list[Column], kind: int, rank: int, shared: int) -> tuple[list[Column], list[Column]]:
    """How the run of a reduced move has to be paired before it, and the tidy form of the chain after it."""
    low = rank + 1 if kind in (packed.WASTE_ON, packed.EMPTIED) else rank
    at = next(i for i, column in enumerate(columns) if column[0] == low)
    first, end = at, at + 1
    while first > 0 and columns[first][0] - columns[first - 1][0] <= 1:
        first -= 1
    while end < len(columns) and columns[end][0] - columns[end - 1][0] <= 1:
        end += 1
    lows = [column[0] for column in columns[first:end]]
    highs = [column[1] for column in columns[first:end]]
    lows.remove(low)
    if kind == packed.WASTE_ON:
        lows.append(rank)
    elif kind == packed.COLUMN_UP:
        lows.append(rank + 1)
    else:
        highs.remove(rank)
    lows.sort()
    down = [high for i, high in enumerate(highs) if shared >> i & 1]
    up = [high for i, high in enumerate(highs) if not shared >> i & 1]
    pairs = list(zip(lows, down + up, strict=True))
    after = columns[:first] + pairs + columns[end:]
    # Take the move back on a column that can have made it.
    if kind == packed.COLUMN_UP:
        acted = next(i for i in range(len(pairs) - 1, -1, -1) if pairs[i][0] == rank + 1)
        pairs[acted] = (rank, pairs[acted][1])
    elif kind == packed.SINGLE_UP:
        pairs.append((rank, rank))
    else:
        acted = next(i for i in range(len(pairs) - 1, -1, -1) if pairs[i][0] == rank < pairs[i][1])
        pairs[acted] = (rank + 1, pairs[acted][1])
        if kind == packed.EMPTIED:
            pairs.append((rank, rank))
    return pairs, tidied(after)


def write(
    game: Terrace, p: TerracePosition, encoded: Encoded, codes: list[int], *, reduced: bool, forced: bool
) -> Writer:
    """Play a line of the search, with the forced moves between its moves."""
    writer = Writer(game, p)
    row = encoded.root.copy()
    work = new_work(row.size, game.columns)
    if reduced:
        tidy(row)
    if forced:
        _play_forced(writer, row, encoded, reduced)
    for code in codes:
        if reduced:
            n = expand_chain(row, encoded.given, work)
            writer.reduced(code)
        else:
            if packed.cards_dug(code):
                n = expand_dig(row, encoded.given, work.out)
            else:
                n = expand_plain(row, encoded.given, work.out, TWIN_SPACES)
            writer.plain(code)
        row = next(child for child in work.out[:n] if child[MOVE] == code).copy()
        if forced:
            _play_forced(writer, row, encoded, reduced)
    return writer


def _play_forced(writer: Writer, row: Ints, encoded: Encoded, reduced: bool) -> None:
    while True:
        columns = row[COLS:].tolist()
        code = make_forced(row, encoded.given, reduced)
        if code == 0:
            return
        src = packed.move_src(code)
        if reduced and src >= FIRST_COLUMN:
            column = columns[src - FIRST_COLUMN]
            writer.forced(packed.column_chain(column), packed.column_low(column))
        else:
            writer.plain(code)
