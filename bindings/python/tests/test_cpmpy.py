"""CPMpy's interface to our solver, and the example that solves a Sudoku with it."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from sudosat import Puzzle

cp = pytest.importorskip("cpmpy")
pytest.importorskip("pysat.solvers")
CPM_sudosat = pytest.importorskip("sudosat.cpmpy").CPM_sudosat

EXAMPLE = Path(__file__).parent.parent / "examples" / "cpmpy_sudoku.py"


@pytest.fixture(scope="module")
def example():
    spec = importlib.util.spec_from_file_location("cpmpy_sudoku", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(*arguments):
    ran = subprocess.run(
        [sys.executable, EXAMPLE, *arguments], capture_output=True, text=True, timeout=120
    )
    return ran.stdout.splitlines(), ran.stderr.strip(), ran.returncode


def test_the_example_prints_the_solution_and_if_it_is_the_only_one():
    lines, _, code = printed()
    assert (lines[0], lines[-1], code) == ("5 3 4 6 7 8 9 1 2", "the only solution", 0)
    assert printed("12..............")[0][-1] == "one of several solutions"
    assert printed("11..............") == ([], "no solution", 1)


def test_all_solutions_are_those_of_the_puzzle(example):
    puzzle = Puzzle("12........1.....")
    model, grid = example.sudoku(puzzle)
    found = []
    solver = CPM_sudosat(model)
    count = solver.solveAll(display=lambda: found.append(grid.value().tolist()))
    expected = [answer.rows for answer in puzzle.solve(count=1000).grids]
    assert count == len(found) == len(expected) > 1
    assert sorted(found) == sorted(expected)


def test_a_core_names_assumptions():
    a, b, c = cp.boolvar(shape=3)
    solver = CPM_sudosat(cp.Model(a.implies(b)))
    assert solver.solve(assumptions=[a, ~b, c]) is False
    assert set(map(str, solver.get_core())) == {str(a), str(~b)}
    assert solver.solve(assumptions=[a, c]) is True and b.value() is True
    assert solver.status().solver_name == "sudosat"


def test_an_objective_is_refused():
    x = cp.intvar(1, 3)
    with pytest.raises(cp.exceptions.NotSupportedError, match="no objectives"):
        CPM_sudosat(cp.Model(x > 1, minimize=x))


def test_the_solver_is_in_the_list_of_cpmpy():
    assert "sudosat" in cp.SolverLookup.supported()
    listed = {entry["name"]: entry for entry in cp.SolverLookup.version()}
    assert listed["sudosat"]["version"] and "ortools" in listed
    with pytest.raises(cp.exceptions.NotSupportedError, match="no solver 'other' of its own"):
        cp.SolverLookup.get("sudosat:other")


@pytest.mark.parametrize("compare", [lambda s, k: s <= k, lambda s, k: s >= k, lambda s, k: s == k])
@pytest.mark.parametrize("bound", [0, 5, 9, 14, 20])
def test_weighted_sums_also_under_conditions(compare, bound):
    x, y, z = cp.intvar(0, 2, shape=3)
    b = cp.boolvar()
    total = 2 * x + 3 * y + 4 * z
    for model, holds in [
        (cp.Model(compare(total, bound)), lambda v: compare(v, bound)),
        (cp.Model(b.implies(compare(total, bound)), b), lambda v: compare(v, bound)),
        (cp.Model(b.implies(compare(total, bound)), ~b), lambda v: True),
    ]:
        found = set()
        keep = lambda: found.add((x.value(), y.value(), z.value()))
        CPM_sudosat(model + [x >= 0, y >= 0, z >= 0]).solveAll(display=keep)
        every = [(i, j, k) for i in range(3) for j in range(3) for k in range(3)]
        assert found == {(i, j, k) for i, j, k in every if holds(2 * i + 3 * j + 4 * k)}
