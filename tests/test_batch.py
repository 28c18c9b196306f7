"""Many deals over several processes, and the file that survives whatever ends the program."""

from pathlib import Path

import pytest

from longwood.solver import Limit, Verdict
from longwood.solver.batch import Row, RowFile, RowFileError, Tally, limit_text, solve_deal, solve_deals

pytestmark = pytest.mark.solver

LIMIT = Limit(nodes=20_000)
DEALS = range(1, 41)


def test_budgets_in_a_word() -> None:
    assert limit_text(Limit()) == "no limit"
    assert limit_text(Limit(nodes=5, seconds=0.5)) == "5 nodes or 0.5 s"


@pytest.mark.proof
def test_rows_are_the_same_in_other_processes() -> None:
    expected = {row.deal: row._replace(seconds=0) for row in (solve_deal("elevator", n, LIMIT) for n in DEALS)}
    rows = {row.deal: row._replace(seconds=0) for row in solve_deals("elevator", DEALS, LIMIT, 2)}
    assert rows == expected
    assert {row.verdict for row in rows.values()} == {Verdict.WON, Verdict.LOST}


def row(number: int, verdict: Verdict = Verdict.WON) -> Row:
    return Row("elevator", number, limit_text(LIMIT), verdict, 10 * number, number / 1000, f"elevator.{number}/s-w")


def write(path: Path, *numbers: int) -> Tally:
    tally = Tally()
    file = RowFile(path, "elevator", LIMIT, tally, DEALS)
    for number in numbers:
        tally.add(row(number))
        file.add(row(number))
    file.close()
    return tally


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write(path, 1, 2, 99)
    tally = write(path, 3)
    assert tally.share.trials == 3, "deal 99 was not asked for"
    assert tally.times == {"mean": pytest.approx(0.002), "p50": 0.002, "p99": 0.003, "max": 0.003}
    assert len(path.read_text().splitlines()) == 5


def test_a_row_cut_off_in_the_middle_is_solved_again(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    write(path, 1, 2)
    path.write_bytes(path.read_bytes()[:-9])
    tally = Tally()
    file = RowFile(path, "elevator", LIMIT, tally, DEALS)
    file.close()
    assert file.known == {1}
    write(path, 2)
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("cut", [0, 3])
def test_a_file_that_was_hardly_begun(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "rows.csv"
    write(path)
    path.write_bytes(path.read_bytes()[:cut])
    write(path, 1)
    assert path.read_text().splitlines()[0] == ",".join(Row._fields)
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("some,thing,else\n1,2,3\n", "is not a file of solved deals"),
        (",".join(Row._fields) + "\nelevator,1\n", "Line 2 of"),
        (",".join(Row._fields) + "\nelevator,1,no limit,won,1,1.0,elevator.1\n", "give another name"),
        (",".join(Row._fields) + "\nquatorze,1,20000 nodes,won,1,1.0,quatorze.1\n", "holds quatorze"),
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(content)
    with pytest.raises(RowFileError, match=message):
        RowFile(path, "elevator", LIMIT, Tally(), DEALS)
    assert path.read_text() == content


def test_no_rows_have_no_times() -> None:
    assert Tally().times == {}
