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


def all_formulas(rng, atoms):
    """A random formula of each of PySAT's classes, over formulas of the class before it."""
    f = formula
    pool = list(atoms) + [~atom for atom in atoms]

    def some(count):
        return [rng.choice(pool) for _ in range(count)]

    makers = [
        lambda: f.And(*some(rng.randint(1, 4))),
        lambda: f.Or(*some(rng.randint(1, 4))),
        lambda: f.Neg(rng.choice(pool)),
        lambda: f.Implies(*some(2)),
        lambda: f.Equals(*some(rng.randint(2, 3))),
        lambda: f.XOr(*some(rng.randint(2, 3))),
        lambda: f.ITE(*some(3)),
    ]
    rng.shuffle(makers)
    for maker in makers:
        pool.append(maker())
        yield pool[-1]


def test_formulas_are_iterated_as_pysat_does():
    a = formula.Atom("a")
    assert Solver(bootstrap_with=a & ~a).solve() is False
    assert Solver(a & ~a).solve() is False
    rng = random.Random(5)
    answers = []
    for trial in range(40):
        formula.Formula.cleanup()
        atoms = [formula.Atom(name) for name in "pqr"]
        for parts in all_formulas(rng, atoms):
            for whole in (parts, ~parts, parts & ~parts, parts & atoms[0]):
                if rng.random() < 0.3:
                    whole.clausify()
                with solvers.Solver(name="m22", bootstrap_with=whole) as theirs:
                    answer = theirs.solve()
                    models = sum(1 for _ in theirs.enum_models()) if answer else 0
                assert Solver(bootstrap_with=whole).solve() is answer, whole
                ours = Solver()
                ours.append_formula(whole)
                assert sum(1 for _ in ours.enum_models()) == models, whole
                answers.append(answer)
    assert answers.count(True) > 100 and answers.count(False) > 100


def test_constants_and_formulas_of_clauses():
    f = formula
    a = f.Atom("a")
    clauses = [[1, 2], [-1], [-2]]
    cnf = f.CNF(from_clauses=clauses)
    for value, answer in [
        (f.PYSAT_FALSE, False),
        (f.PYSAT_TRUE, True),
        (f.And(a, f.PYSAT_FALSE), False),
        (cnf, False),
        (f.And(cnf, a), False),
        (cnf.clauses, False),
        (tuple(clauses), False),
        ((clause for clause in clauses), False),
        (f.CNF(from_clauses=[[]]), False),
        (f.CNF(), True),
        (f.CNFPlus(), True),
        (f.CNF(from_string="p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"), False),
    ]:
        assert Solver(bootstrap_with=value).solve() is answer, value


def test_what_is_no_list_of_clauses_is_refused():
    f = formula
    weighted = f.WCNF()
    weighted.append([1])
    weighted.append([-1], weight=1)
    for value in (weighted, f.WCNFPlus(), f.IDPool()):
        for solver in (Solver, lambda **arguments: solvers.Solver(name="m22", **arguments)):
            with pytest.raises(TypeError, match="is not iterable"):
                solver(bootstrap_with=value)
    plus = f.CNFPlus()
    plus.append([[1, 2], 1], is_atmost=True)
    with pytest.raises(f.FormulaError):
        Solver(bootstrap_with=f.And(plus, f.Atom("a")))


def test_cardinalities_are_those_of_minicard():
    rng = random.Random(6)
    for _ in range(30):
        plus = formula.CNFPlus()
        for clause in random_clauses(8, 6, rng.random()):
            plus.append(clause)
        for _ in range(3):
            lits = [rng.choice((-1, 1)) * var for var in rng.sample(range(1, 9), 6)]
            plus.append([lits, rng.randint(1, 4)], is_atmost=True)
        with solvers.Minicard(bootstrap_with=plus) as theirs, Solver(plus) as ours:
            assert sorted(ours.enum_models()) == sorted(theirs.enum_models())


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
