"""Puzzles and answers from rows of digits."""

import pytest

from sudosat import Puzzle, Solver

NEARLY_FULL = [[None, 2, 3, 1], [3, None, 1, 2], [1, 3, None, 2], [2, 1, 3, None]]


@pytest.mark.parametrize("symbols", [None, "1-4", "0-3", "A-D", "wxyz", "()[,"])
def test_rows_are_digits_from_1_whatever_the_symbols(symbols):
    rows = [[1, 0, None, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]
    puzzle = Puzzle(rows, symbols=symbols)
    assert puzzle.rows == [[cell or None for cell in row] for row in rows]
    printed = {None: "1234", "1-4": "1234", "0-3": "0123", "A-D": "ABCD"}
    first, second, _, last = printed.get(symbols, symbols)
    assert puzzle.line == f"{first}..{last}...........{second}"
    grid = puzzle.solve(unique=True).grid
    assert grid[0][0] == 1 and grid[0][3] == 4 and grid[3][3] == 2
    puzzle.check(grid.rows)


def test_a_blank_in_each_row_is_no_symbol():
    assert Puzzle(NEARLY_FULL).rows == NEARLY_FULL
    assert Puzzle([[cell or 0 for cell in row] for row in NEARLY_FULL]) == Puzzle(NEARLY_FULL)


def test_symbols_of_large_grids():
    rows = [[16, 10] + [0] * 14] + [[0] * 16] * 15
    assert Puzzle(rows, symbols="1-G").line[:3] == "GA."
    assert Puzzle(rows, symbols="0-F").line[:3] == "F9."
    assert str(Puzzle(rows)).split()[:3] == ["16", "10", "."]
    assert Puzzle(rows, symbols="1-16") == Puzzle(rows)
    for symbols in ("ABC", "A-Z", ""):
        with pytest.raises(ValueError, match="symbols: .*expected"):
            Puzzle([[0] * 30] * 30, rules="latin", symbols=symbols)


def test_rules_of_rows():
    rows = [[1, 2, 0, 0], [0] * 4, [0] * 4, [3, 0, 0, 0]]
    assert Puzzle(rows, rules="diagonal") == Puzzle("12.. .... .... 3...", rules="diagonal")
    with pytest.raises(ValueError, match="^rules:1:1: "):
        Puzzle(rows, rules="diagnal")
    with pytest.raises(ValueError, match="^rows: found a grid of 5×5"):
        Puzzle([[0] * 5] * 5)


def test_rows_may_be_any_iterables():
    class Number:
        def __index__(self):
            return 3

    rows = ((Number() if cell == 3 else cell for cell in row) for row in NEARLY_FULL)
    assert Puzzle(rows) == Puzzle(NEARLY_FULL)


@pytest.mark.parametrize(
    ("cell", "error", "message"),
    [
        (-1, ValueError, "r1c2: found -1, expected a digit from 1 to 4, or None or 0"),
        (5, ValueError, "r1c2: found 5, expected a digit from 1 to 4"),
        (10**30, ValueError, "r1c2: found 10{30}, expected"),
        # Its digits can't be printed, not as the name of a test either.
        pytest.param(10**5000, ValueError, "r1c2: found <int>, expected", id="huge"),
        ("x", ValueError, "r1c2: found 'x', expected"),
        ("-1", ValueError, "r1c2: found '-1', expected"),
        (1.5, ValueError, "r1c2: found 1.5, expected"),
        (-1.0, ValueError, "r1c2: found -1.0, expected"),
        (float("inf"), ValueError, "r1c2: found inf, expected"),
        (1j, TypeError, "r1c2: found 1j of type complex, expected"),
        ([], TypeError, "r1c2: found .* of type list, expected"),
    ],
)
def test_wrong_cells_are_named(cell, error, message):
    rows = [[1, cell, 0, 0], [0] * 4, [0] * 4, [0] * 4]
    with pytest.raises(error, match=message):
        Puzzle(rows)
    with pytest.raises(error, match=message):
        Puzzle("." * 16).check([[1, cell, 3, 4], [1] * 4, [1] * 4, [1] * 4])


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([[1, 2], [1]], ValueError, "found 2 rows, but row 2 has length 1, expected N rows"),
        ([], ValueError, "found an empty grid"),
        (["1...", "..x.", "....", "...."], ValueError, "rows:2:3: found 'x'"),
        ([1, 2, 3], ValueError, "found a list of 3, expected N rows of N cells, or N·N cells"),
        ([0, 0, 0, 5], ValueError, "r2c2: found 5, expected a digit from 1 to 2"),
        ([[1, 2], 3], TypeError, "row 2: found 3 of type int"),
        (b"1...", TypeError, "of type bytes, expected a text, rows"),
    ],
)
def test_wrong_rows_are_named(rows, error, message):
    with pytest.raises(error, match=message):
        Puzzle(rows)


def test_exceptions_of_rows_pass_unchanged():
    class Failing:
        def __iter__(self):
            raise KeyError("mine")

        def __index__(self):
            raise KeyError("mine")

    for rows in (Failing(), [Failing()], [[Failing()]]):
        with pytest.raises(KeyError, match="mine"):
            Puzzle(rows)


def test_arrays_of_numpy_are_puzzles_answers_and_clauses():
    np = pytest.importorskip("numpy")
    cells = np.array([[0, 1, 2, 0], [0, 0, 0, 4], [0] * 4, [0, 2, 0, 0]])
    puzzle = Puzzle(cells)
    grid = puzzle.solve(unique=True).grid
    array = np.array(grid)
    assert array.shape == (4, 4) and array.dtype == np.int64
    assert (array[cells > 0] == cells[cells > 0]).all() and array.sum() == 40
    puzzle.check(array)
    assert Solver(np.array([[1, 2], [-1, 2]])).propagate(np.array([-1])) == (True, [-1, 2])
    assert (grid[-1], grid[1:3], len(grid)) == (array[-1].tolist(), array[1:3].tolist(), 4)


LISTED = [0, 1, 2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0]


def test_a_list_of_all_digits_and_rows_of_text_are_grids():
    expected = Puzzle(".12. ...4 .... .2..")
    assert Puzzle(LISTED) == expected
    assert Puzzle(iter(LISTED)) == expected
    assert Puzzle([str(digit) if digit else "." for digit in LISTED]) == expected
    assert Puzzle([".12.", "...4", "....", ".2.."]) == expected
    rows = [LISTED[start : start + 4] for start in (0, 4, 8, 12)]
    assert Puzzle([[" 1 " if digit == 1 else float(digit) for digit in row] for row in rows]) == expected
    assert Puzzle(["B..A", "....", "....", "...C"], symbols="A-D").rows[0] == [2, None, None, 1]
    grid = expected.solve().grid
    expected.check(sum(grid.rows, []))
    expected.check(str(grid).split("\n"))


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "float32", "float64", "object", "U1"])
def test_arrays_of_numpy_of_any_type(dtype):
    np = pytest.importorskip("numpy")
    cells = np.array(LISTED).astype(dtype)
    expected = Puzzle(LISTED)
    assert Puzzle(cells) == expected
    assert Puzzle(cells.reshape(4, 4)) == expected
    if dtype.startswith("float"):
        cells[cells == 0] = np.nan
        assert Puzzle(cells.reshape(4, 4)) == expected
    assert Puzzle(np.ma.masked_equal(np.array(LISTED), 0).reshape(4, 4)) == expected
    with pytest.raises(TypeError, match="r1c1: found .* of type (list|ndarray)"):
        Puzzle(np.zeros((4, 4, 2), int))


def test_a_zero_beside_another_blank_may_be_a_symbol():
    assert Puzzle(list("0012" + "0" * 12)) == Puzzle(list("..12" + "." * 12)) == Puzzle("..12" + "." * 12)
    for blank in (".", ""):
        with pytest.raises(ValueError, match="r1c1: found '0' beside '[.]?', expected one kind of blank"):
            Puzzle(["0", "1", "2"] + [blank] * 13)


@pytest.mark.parametrize("dtype", ["complex64", "complex128", "clongdouble", "S1"])
def test_numbers_that_are_none_of_a_grid(dtype):
    np = pytest.importorskip("numpy")
    with pytest.raises(TypeError, match="r1c1: found .*, expected a digit"):
        Puzzle(np.ones((4, 4)).astype(dtype))


def test_tables_are_clauses_by_their_values():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame([[1, -2], [2, 3]], columns=[5, 6])
    s = Solver(table)
    assert s.nof_vars() == 3 and s.nof_clauses() == 2 and s.propagate([-3])[1] == [-3, 2, 1]
    s.add_clause(pd.Series([-1, 4], index=[7, 8]))
    assert s.nof_vars() == 4
    for call in (s.add_clause, lambda clause: s.solve(assumptions=clause)):
        with pytest.raises(TypeError):
            call(table)


def test_tables_of_pandas():
    pd = pytest.importorskip("pandas")
    np = pytest.importorskip("numpy")
    expected = Puzzle(LISTED)
    cells = np.array(LISTED, float).reshape(4, 4)
    cells[cells == 0] = np.nan
    table = pd.DataFrame(cells, columns=list("abcd"))
    for form in (table, table.astype("Int64"), table.astype(object), table.convert_dtypes(), pd.Series(LISTED)):
        assert Puzzle(form) == expected
    assert table.astype("Int64").isna().any().any()
    grid = expected.solve().grid
    expected.check(pd.DataFrame(grid.rows))
    with pytest.raises(ValueError, match="r1c1 is blank"):
        expected.check(table)
