"""CPMpy's interface to our solver, and the example that solves a Sudoku with it."""

import importlib.util
import random
import subprocess
import sys
from pathlib import Path

import pytest
from formulas import random_clauses

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


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("seed", range(6))
def test_an_objective_has_its_best_value(seed, sign):
    rng = random.Random(seed)
    xs = cp.intvar(-2, 3, shape=4)
    weights = [rng.randint(-4, 4) for _ in xs]
    total = cp.sum(weight * x for weight, x in zip(weights, xs)) + cp.max(xs) * 2
    model = cp.Model(cp.AllDifferent(xs), xs[0] + 2 * xs[1] <= rng.randint(-2, 2))
    values = []
    model.solveAll("ortools", display=lambda: values.append(total.value()))
    best = max(values) if sign > 0 else min(values)
    model.maximize(total) if sign > 0 else model.minimize(total)
    assert model.solve("sudosat") and model.status().exitstatus.name == "OPTIMAL"
    assert model.objective_value() == total.value() == best


def test_an_objective_may_have_variables_without_constraints():
    xs, number, flag = cp.boolvar(shape=5), cp.intvar(0, 3), cp.boolvar()
    total = cp.sum([1, 2, 3, 4] * xs[:4]) + 10 * xs[4]
    model = cp.Model(cp.sum([3, 4, 2, 5] * xs[:4]) <= 7, maximize=total)
    assert model.solve("sudosat") and model.objective_value() == total.value() == 17
    for goal, best in (number, 3), (number - 2 * flag, 3), (flag, 1), (-number, 0):
        model = cp.Model(cp.boolvar(), maximize=goal)
        assert model.solve("sudosat") and model.objective_value() == goal.value() == best, goal
    assert model.status().exitstatus.name == "OPTIMAL"


def test_objectives_are_replaced_and_bounds_are_lifted():
    xs = cp.boolvar(shape=4)
    solver = CPM_sudosat(cp.Model(cp.sum(xs) >= 1, minimize=cp.sum(xs)))
    assert solver.solve(assumptions=[xs[0], xs[1]]) and solver.objective_value() == 2
    assert solver.solve() and solver.objective_value() == 1
    assert solver.solve(assumptions=[~x for x in xs]) is False and len(solver.get_core()) == 4
    solver.maximize(cp.sum(xs))
    assert solver.solve() and solver.objective_value() == 4


def test_a_time_limit_leaves_a_solution():
    # The best value takes minutes.
    xs = cp.boolvar(shape=200)
    edges = [[abs(lit) - 1 for lit in clause] for clause in random_clauses(200, 1000, 1, length=2)]
    solver = CPM_sudosat(cp.Model([~xs[a] | ~xs[b] for a, b in edges], maximize=cp.sum(xs)))
    assert solver.solve(time_limit=1) and solver.status().exitstatus.name == "FEASIBLE"
    assert solver.objective_value() == sum(xs.value()) > 0
    assert not any(xs[a].value() and xs[b].value() for a, b in edges)


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
