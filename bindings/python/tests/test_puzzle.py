"""Puzzles: reading, encoding, solving, checking."""

import errno
import gzip
import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import pytest
from formulas import is_model

import sudosat
from sudosat import EngineError, InputError, Puzzle, Solver, WrongAnswer

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_a_puzzle_is_solved_and_checked():
    puzzle = Puzzle(CLASSIC)
    assert (puzzle.size, puzzle.clues, puzzle.line) == (9, 30, CLASSIC)
    assert puzzle.rows[0] == [5, 3, None, None, 7, None, None, None, None]
    result = puzzle.solve()
    assert result.status == "solved" and result.engine == "cdcl"
    assert result.grid.line == ANSWER
    assert result.grid[0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    assert result.grid.rows == list(result.grid) and len(result.grid) == 9
    assert str(result.grid).splitlines()[8] == "345286179"
    for answer in (result.grid, ANSWER, str(result.grid), result.grid.rows):
        puzzle.check(answer)


def test_rows_and_texts_are_the_same_puzzle():
    rows = [[1, 0, None, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]
    assert Puzzle(rows) == Puzzle("1... ..3. .4.. ...2")
    assert Puzzle(rows) != Puzzle("1... ..3. .4.. ....")
    assert str(Puzzle(rows)) == "1...\n..3.\n.4..\n...2"


@pytest.mark.parametrize("engine", ["cdcl", "dlx", "planes", "matrix", "backtrack-fewest"])
def test_engines_agree(engine):
    result = Puzzle(CLASSIC).solve(engine, unique=True)
    assert (result.status, result.is_unique, result.engine) == ("solved", True, engine)
    assert result.grid.line == ANSWER
    assert result.evidence not in (None, "not verified")


def test_threads_solve_at_the_same_time():
    puzzles = [Puzzle(CLASSIC), Puzzle("." * 16), Puzzle("1..1............")] * 10
    with ThreadPoolExecutor(4) as pool:
        statuses = [result.status for result in pool.map(Puzzle.solve, puzzles)]
    assert statuses == ["solved", "solved", "none"] * 10


def test_statuses():
    blank = Puzzle("." * 16)
    result = blank.solve(unique=True)
    assert (result.status, result.is_unique, result.evidence) == ("several", False, None)
    assert len(result.grids) == 2 and result.grids[0] != result.grids[1]
    assert blank.solve().is_unique is None
    every = blank.solve(count=1000)
    assert len(every.grids) == 288 and every.evidence is not None
    clash = Puzzle("1..1............").solve()
    assert (clash.status, clash.grid, clash.is_unique) == ("none", None, False)
    assert clash.evidence == "clues clash" and "r1c1 and r1c4" in clash.reason
    # No two clues clash here, but row 1 has no place for a 3.
    none = Puzzle("12.. ..3. .... ....").solve(prove=True)
    assert (none.status, none.evidence, none.reason) == ("none", "proof checked", None)
    stopped = Puzzle([[0] * 25] * 25).solve("backtrack", time_limit=0.05)
    assert (stopped.status, stopped.reason) == ("unknown", "out of time")


def test_a_proof_is_checked():
    result = Puzzle(CLASSIC).solve(unique=True, prove=True)
    assert (result.status, result.evidence) == ("solved", "proof checked")


def test_rules_and_symbols():
    diagonal = Puzzle("12...........3..", rules="diagonal")
    assert diagonal.solve(unique=True).grid.line == "1243342121344312"
    assert any("diagonal" in rule for rule in diagonal.rules)
    zero = Puzzle("0 1 . .\n. . 0 .\n. 3 . .\n. . . 2")
    grid = zero.solve().grid
    # Digits count from 1, the text has the puzzle's symbols.
    assert grid[0] == [1, 2, 3, 4] and str(grid).splitlines()[0] == "0123"
    zero.check(str(grid))
    zero.check(grid.rows)
    letters = Puzzle("AB.. .... .... ..CD", symbols="ABCD")
    assert set(str(letters.solve().grid)) == set("ABCD\n")


def test_formulas():
    formula = Puzzle("1... ..3. .4.. ...2").encode("lecture")
    assert (formula.variables, formula.encoding) == (64, "lecture")
    assert len(formula) == len(formula.clauses) == 4 * 16 + 16 * 6 + 4
    assert list(formula) == formula.clauses and [1] in formula.clauses
    assert formula.variable(1, 2, 3) == 7 and formula.meaning(7) == (1, 2, 3)
    lines = [line for line in formula.to_dimacs().splitlines() if not line.startswith("c")]
    assert lines[0] == f"p cnf 64 {len(formula)}"
    read = [[int(word) for word in line.split()[:-1]] for line in lines[1:]]
    assert read == formula.clauses
    with Solver(formula) as solver:
        assert solver.solve()
        model = solver.get_model()
    assert is_model(model, formula.clauses)
    Puzzle("1... ..3. .4.. ...2").check(formula.decode(model))
    with pytest.raises(ValueError, match="r1c1"):
        formula.decode([-1])
    for encoding in ("minimal", "extended", "strengthened"):
        for at_most_one in ("sequential", "product", "commander", "bitwise"):
            other = Puzzle("1... ..3. .4.. ...2").encode(encoding, at_most_one=at_most_one)
            with Solver(other) as solver:
                assert solver.solve()
                Puzzle("1... ..3. .4.. ...2").check(other.decode(solver.get_model()))
    with pytest.raises(ValueError, match="expected row, column and digit from 1 to 4"):
        formula.variable(0, 1, 1)
    with pytest.raises(ValueError, match="1 to 64"):
        formula.meaning(65)


def test_files(tmp_path):
    path = tmp_path / "puzzles.txt.gz"
    path.write_bytes(gzip.compress(f"{CLASSIC}\n{ANSWER}\n".encode()))
    first, second = Puzzle.all_from_file(path)
    assert (first.line, second.line) == (CLASSIC, ANSWER)
    with pytest.raises(InputError, match="second puzzle"):
        Puzzle.from_file(path)
    formula = first.encode()
    cnf = tmp_path / "f.cnf"
    formula.write(cnf)
    assert cnf.read_text() == formula.to_dimacs()
    with pytest.raises(FileExistsError):
        formula.write(cnf)
    formula.write(cnf, force=True)
    formula.write(tmp_path / "f.cnf.gz")
    assert gzip.decompress((tmp_path / "f.cnf.gz").read_bytes()) == cnf.read_bytes()


def test_errors_have_a_place(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("# a comment\n1...\n.?#.\n....\n....\n")
    with pytest.raises(InputError) as caught:
        Puzzle.from_file(path)
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.name, error.line) == (str(path), 3) and error.column in (2, 3)
    assert str(error).startswith(f"{path}:3:") and error.message in str(error)
    with pytest.raises(InputError, match="rules:1:1"):
        Puzzle(CLASSIC, rules="diagnal")


def test_wrong_answers_and_requests():
    puzzle = Puzzle(CLASSIC)
    for answer, message in [
        ("1" + ANSWER[1:], "r1c1=5"),
        (ANSWER.replace("4", "8", 1), "8"),
        (ANSWER[:-1] + ".", "blank"),
        ([[1, 2], [2, 1]], "9×9"),
        ([[0] * 9] * 9, "r1c1 is blank"),
    ]:
        with pytest.raises(WrongAnswer, match=message):
            puzzle.check(answer)
    for call, error, message in [
        (lambda: puzzle.check([[1, 2], [2]]), ValueError, "N rows of N cells"),
        (lambda: puzzle.check([[1, 9], [2, 1]]), ValueError, "r1c2: found 9"),
        (lambda: puzzle.check(5), TypeError, "int"),
        (lambda: Puzzle(5), TypeError, "int"),
        (lambda: Puzzle(CLASSIC, symbols="11"), ValueError, "symbols"),
        (lambda: puzzle.solve("nobody"), ValueError, "cdcl"),
        (lambda: puzzle.solve("cmd:/no/such/program {cnf}"), EngineError, "not installed"),
        (lambda: puzzle.solve(count=0), ValueError, "found count 0, expected 1 to"),
        (lambda: puzzle.encode("nothing"), ValueError, "lecture"),
        (lambda: puzzle.encode(at_most_one="x"), ValueError, "pairwise"),
        (
            lambda: Puzzle(CLASSIC, rules="anti-knight").encode(),
            ValueError,
            "anti-knight.*extended",
        ),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_notebooks_get_pictures():
    result = Puzzle(CLASSIC).solve()
    for shown in (Puzzle(CLASSIC), result.grid, result):
        html = shown._repr_html_()
        assert "<svg" in html and html.count("<div") == html.count("</div>")
    assert Puzzle(CLASSIC)._repr_html_().count("<text") == 30
    assert "&lt;sudosat.Result" in result._repr_html_()
    assert repr(result).startswith("<sudosat.Result solved")


def test_the_version_is_that_of_the_package():
    assert sudosat.__version__ == version("sudosat")


@pytest.mark.parametrize("limit", [-1, math.inf, math.nan, 1e300])
def test_time_limits_that_are_none(limit):
    with pytest.raises(ValueError, match="found time_limit .*, expected seconds from 0 to 1e19"):
        Puzzle(CLASSIC).solve(time_limit=limit)


def test_numbers_out_of_range_are_value_errors():
    puzzle = Puzzle("." * 16)
    formula = puzzle.encode()
    for number in (-1, 2**64, -(2**80)):
        for call in (
            lambda: puzzle.solve(count=number),
            lambda: formula.variable(number, 1, 1),
            lambda: formula.variable(1, number, 1),
            lambda: formula.variable(1, 1, number),
            lambda: formula.meaning(number),
        ):
            with pytest.raises(ValueError, match=f"found .*{number}.*, expected"):
                call()
    with pytest.raises(TypeError, match="1.5 of type float"):
        formula.meaning(1.5)


def test_an_answer_is_read_by_the_rules_of_its_puzzle():
    for size, rules in [
        (5, "latin"),
        (6, "regions AAABBB AAABBB CCCDDD CCCDDD EEEFFF EEEFFF"),
        (4, "latin; diagonal"),
        (4, None),
    ]:
        puzzle = Puzzle([[None] * size] * size, rules=rules)
        grid = puzzle.solve().grid
        puzzle.check(str(grid))
        puzzle.check(grid.line)
        wrong = grid.line[1] + grid.line[1:]
        with pytest.raises(WrongAnswer):
            puzzle.check(wrong)


def test_an_answer_states_no_other_rules():
    puzzle = Puzzle("." * 16, rules="diagonal")
    line = puzzle.solve().grid.line
    puzzle.check(f"diagonal\n{line}")
    for text in (f"anti-knight\n{line}", f"# anti-knight\n{line}"):
        with pytest.raises(ValueError, match="an answer with other rules"):
            puzzle.check(text)
    with pytest.raises(ValueError, match="an answer with other rules"):
        Puzzle("." * 16).check(f"diagonal\n{line}")


def test_files_that_cannot_be_opened_are_os_errors(tmp_path):
    formula = Puzzle("." * 16).encode()
    missing, folder = tmp_path / "missing", tmp_path
    exists = tmp_path / "exists"
    exists.write_text("old")
    for read in (Puzzle.from_file, Puzzle.all_from_file):
        for path, error, number in [
            (missing, FileNotFoundError, errno.ENOENT),
            (folder, IsADirectoryError, errno.EISDIR),
            (exists / "below", NotADirectoryError, errno.ENOTDIR),
        ]:
            with pytest.raises(error) as caught:
                read(path)
            assert (caught.value.errno, caught.value.filename) == (number, str(path))
    for path, error, number in [
        (missing / "f.cnf", FileNotFoundError, errno.ENOENT),
        (folder, IsADirectoryError, errno.EISDIR),
        (exists, FileExistsError, errno.EEXIST),
    ]:
        with pytest.raises(error) as caught:
            formula.write(path)
        assert (caught.value.errno, caught.value.filename) == (number, str(path))
    assert exists.read_text() == "old"
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError) as caught:
            formula.write("/dev/full")
        assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, "/dev/full")


def test_a_dash_is_the_name_of_a_file(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError):
        Puzzle.from_file("-")
    formula = Puzzle("." * 16).encode()
    formula.write("-")
    assert capfd.readouterr().out == ""
    assert (tmp_path / "-").read_text() == formula.to_dimacs()


def test_messages_name_arguments_and_not_options_of_the_program():
    for call, message in [
        (lambda: Puzzle([[0] * 5] * 5), 'say its rules: rules="latin", or regions'),
        (lambda: Puzzle("1...\n..x.\n....\n...."), "; symbols= says which the symbols are"),
        (lambda: Puzzle("0231 3012 1302 2130"), 'symbols="1-4" or symbols="0-3"'),
        (lambda: Puzzle(CLASSIC, rules="anti-knight").encode(), 'has (encode("extended"))'),
    ]:
        with pytest.raises(ValueError) as caught:
            call()
        assert message in str(caught.value)
        assert " -" not in str(caught.value)
        assert message in getattr(caught.value, "message", message)


def test_an_input_error_of_ones_own_has_no_place():
    error = InputError("a")
    assert str(error) == "a"
    assert (error.name, error.line, error.column, error.message) == ("", None, None, "")


def test_a_grid_is_a_sequence():
    grid = Puzzle(CLASSIC).solve().grid
    assert isinstance(grid, Sequence)
    assert list(reversed(grid)) == grid.rows[::-1]
    assert grid[3] in grid and [1] * 9 not in grid
    assert (grid.index(grid[3]), grid.count(grid[3]), grid.count([])) == (3, 1, 0)
    assert grid.index(grid[3], 2, 4) == 3
    with pytest.raises(ValueError):
        grid.index(grid[3], 4)


def test_equal_puzzles_and_grids_have_the_same_hash():
    rows = [[0] * 9] * 9
    first, second, other = Puzzle(CLASSIC), Puzzle(CLASSIC), Puzzle(rows)
    assert len({first, second, other}) == 2
    assert len({first.solve().grid, second.solve().grid}) == 1
    assert len({Puzzle([[0] * 4] * 4, rules="latin"), Puzzle([[0] * 4] * 4)}) == 2


def test_representations():
    assert repr(Puzzle("1" + "." * 15)) == "<sudosat.Puzzle 4×4, 1 clue>"
    assert repr(Puzzle(CLASSIC)) == "<sudosat.Puzzle 9×9, 30 clues>"
    assert sudosat.cover.__module__ == Puzzle.__module__ == "sudosat"
