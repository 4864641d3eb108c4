"""Our solver and PySAT's on the same calls, and PySAT's objects as input."""

import random

import pytest
from formulas import random_clauses

from sudosat import Puzzle, Solver

solvers = pytest.importorskip("pysat.solvers")
formula = pytest.importorskip("pysat.formula")


@pytest.mark.parametrize("name", ["m22", "g4", "cadical153"])
def test_the_same_calls_give_the_same_answers(name):
    rng = random.Random(3)
    answers = []
    for seed in range(20):
        clauses = random_clauses(20, 70, seed)
        theirs = solvers.Solver(name=name, bootstrap_with=clauses)
        ours = Solver(bootstrap_with=clauses)
        for _ in range(6):
            assumptions = [rng.choice((-1, 1)) * var for var in rng.sample(range(1, 21), 4)]
            answer = ours.solve(assumptions=assumptions)
            assert answer == theirs.solve(assumptions=assumptions)
            answers.append(answer)
            extra = random_clauses(20, 1, rng.random())[0]
            ours.add_clause(extra)
            theirs.add_clause(extra)
        assert ours.nof_vars() == theirs.nof_vars()
        theirs.delete()
    assert answers.count(True) > 20 and answers.count(False) > 20


def test_propagation_is_the_same_before_anything_is_learned():
    rng = random.Random(4)
    statuses = []
    for seed in range(60):
        clauses = random_clauses(20, 60, seed) + random_clauses(20, 2, seed, length=1)
        ours, theirs = Solver(clauses), solvers.Minisat22(bootstrap_with=clauses)
        assumptions = [rng.choice((-1, 1)) * var for var in rng.sample(range(1, 21), 3)]
        status, lits = theirs.propagate(assumptions)
        our_status, our_lits = ours.propagate(assumptions)
        assert our_status == status, seed
        if status:
            assert sorted(our_lits) == sorted(lits), seed
        statuses.append(status)
    assert statuses.count(True) > 10 and statuses.count(False) > 10


def test_formulas_and_cardinalities():
    card = pytest.importorskip("pysat.card")
    cnf = formula.CNF(from_clauses=[[1, 2], [-1]])
    assert Solver(bootstrap_with=cnf).solve() is True
    three = card.CardEnc.atleast(lits=range(1, 7), bound=3, encoding=card.EncType.seqcounter)
    s = Solver(bootstrap_with=three)
    s.append_formula(card.CardEnc.atmost(lits=range(1, 7), bound=2, top_id=three.nv))
    assert s.solve() is False


def test_of_other_constraints_only_at_most_one_is_accepted():
    plus = formula.CNFPlus()
    plus.append([1, 2, 3])
    plus.append([[1, 2, 3], 1], is_atmost=True)
    with Solver(bootstrap_with=plus) as s:
        assert sum(1 for _ in s.enum_models()) == 3
    plus.append([[1, 2, 3], 2], is_atmost=True)
    with pytest.raises(NotImplementedError, match="at-most-k constraint 2: found k=2"):
        Solver(bootstrap_with=plus)


def test_the_arguments_of_their_classes_are_accepted():
    for theirs in (solvers.Minisat22, solvers.Cadical153):
        arguments = {"bootstrap_with": [[1]], "incr": False, "warm_start": False}
        with theirs(**arguments) as s, Solver(**arguments) as ours:
            assert s.solve() is ours.solve() is True
    # In their order.
    with Solver([[1], [-1]], False, True, True, True) as s:
        assert s.solve() is False and s.get_proof()


def test_their_solver_takes_our_formula():
    puzzle = Puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    cnf = puzzle.encode("extended")
    for bootstrap in (cnf, cnf.clauses):
        with solvers.Solver(name="g4", bootstrap_with=bootstrap) as theirs:
            assert theirs.solve() is True
            puzzle.check(cnf.decode(theirs.get_model()))
