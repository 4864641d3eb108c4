"""Subclasses of the solver; copies of everything that holds plain data."""

import copy
import multiprocessing
import pickle
from pathlib import Path

import pytest
from formulas import pigeons, random_clauses

import sudosat
from sudosat import Puzzle, Solver

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
COPIES = [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))]


class Counting(Solver):
    """A solver with arguments and attributes of its own."""

    def __init__(self, holes, label="none"):
        super().__init__(bootstrap_with=pigeons(holes))
        self.label = label
        self.calls = 0

    def solve(self, assumptions=()):
        self.calls += 1
        return super().solve(assumptions)


class Plain(Solver):
    pass


class Slotted(Solver):
    __slots__ = ("__own", "label", "unset")

    def own(self, *values):
        self.__own = values or self.__own
        return self.__own


def test_subclasses():
    s = Counting(3, label="three")
    assert s.solve() is False and s.calls == 1 and s.label == "three"
    assert isinstance(s, Solver) and repr(s) == "<test_copies.Counting: 12 variables, 22 clauses>"
    with Plain("g4", bootstrap_with=[[1]], with_proof=True) as s:
        assert s.solve() is True and s.get_proof() is not None
    # An object that was never initialised is an empty solver.
    assert Counting.__new__(Counting, 3).nof_vars() == 0
    assert repr(s) == "<test_copies.Plain: busy or deleted>"


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_solver_has_its_constraints_and_attributes(copied):
    s = Counting(2, label=["own"])
    s.solve()
    other = copied(s)
    assert type(other) is Counting and other.label == ["own"] and other.calls == 1
    assert other.nof_clauses() == s.nof_clauses() and other.solve() is False

    s = Slotted()
    s.label = ["own"]
    s.own(1, 2)
    other = copied(s)
    assert other.label == ["own"] and other.own() == (1, 2) and not hasattr(other, "unset")

    s = Solver()
    s.configure({"restart_interval": 7})
    s.append_formula([[1, 2, 3, 4, 5, 6, 7, 8], []][:1])
    s.add_atmost([1, 2, 3, 4], 2)
    s.add_atmost([5, -6, 7], 4, weights=[2, 3, 4])
    s.add_xor_clause(range(1, 9), value=False)
    other = copied(s)
    other.add_clause([-1])
    assert other.nof_clauses() == s.nof_clauses() + 1
    expected = sorted(s.enum_models())
    assert sorted(other.enum_models()) == [model for model in expected if model[0] < 0] != []
    with pytest.raises(RuntimeError, match="before anything else"):
        other.configure({})


@pytest.mark.parametrize("copied", COPIES)
def test_what_a_copy_of_a_solver_leaves_out(copied):
    s = Solver(random_clauses(60, 256, 2), with_proof="veripb")
    s.conf_budget(1)
    s.solve_limited()
    s.solve(assumptions=[90])
    other = copied(s)
    assert other.get_status() is None and other.accum_stats()["conflicts"] == 0
    assert other.solve_limited() is not None and other.nof_vars() == 90
    assert other.get_proof()[0].startswith("pseudo-Boolean proof")
    s.connect_propagator(type("Any", (), {"check_model": lambda self, model: True})())
    with pytest.raises(TypeError, match="disconnect it first"):
        copied(s)
    s.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        copied(s)


def puzzles():
    yield Puzzle(PUZZLE)
    yield Puzzle([[0] * 16] * 16, symbols="0-F")
    yield Puzzle("12...........3..", rules="diagonal; anti-knight")
    folder = Path(__file__).parents[3] / "puzzles"
    for path in filter(Path.is_file, sorted(folder.glob("*"))):
        try:
            yield from Puzzle.all_from_file(path)[:2]
        except ValueError:
            pass  # no puzzle


@pytest.mark.parametrize("copied", COPIES)
def test_copies_of_puzzles(copied):
    count = 0
    for puzzle in puzzles():
        other = copied(puzzle)
        assert other == puzzle and str(other) == str(puzzle) and other.rules == puzzle.rules
        assert other.rows == puzzle.rows
        count += 1
    assert count > 2


@pytest.mark.parametrize("copied", COPIES)
def test_copies_of_answers_and_formulas(copied):
    puzzle = Puzzle(PUZZLE.replace("5", ".", 1))
    result = puzzle.solve(count=3)
    for one in (result, Puzzle("11..............").solve(), puzzle.solve(time_limit=0)):
        other = copied(one)
        assert str(other) == str(one) and repr(other) == repr(one) and other.grids == one.grids
        for name in ("status", "is_unique", "evidence", "reason", "engine", "steps", "seconds"):
            assert getattr(other, name) == getattr(one, name), name
    grid = copied(result.grid)
    assert grid == result.grid and grid.line == result.grid.line
    formula = puzzle.encode("extended", at_most_one="sequential")
    other = copied(formula)
    assert other.to_dimacs() == formula.to_dimacs() and repr(other) == repr(formula)


def solved(argument):
    solver, puzzle = argument
    return solver.solve(), puzzle.solve(unique=True)


def test_other_processes():
    arguments = [(Solver(pigeons(3)), Puzzle(PUZZLE)), (Solver([[1]]), Puzzle("1" + "." * 15))]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        answers = pool.map(solved, arguments)
    assert [(answer, result.is_unique) for answer, result in answers] == [(False, True), (True, False)]
    Puzzle(PUZZLE).check(answers[0][1].grid)


def test_what_has_no_copy():
    for one in (Solver([[1]]).enum_models(), sudosat.cover("a", ["a"])):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(one)
