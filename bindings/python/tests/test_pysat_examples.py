"""The examples of PySAT's documentation of `Solver`, with our solver in place of theirs."""

from threading import Timer

from formulas import hard, pigeons, random_clauses

from sudosat import Solver

# The names of the classes in the examples.
Cadical153 = Glucose3 = Lingeling = Minisat22 = MinisatGH = Solver


def test_creating():
    s = Solver()
    s.add_clause([-1, 2])
    s.add_clause([-1, -2])
    assert s.solve() is True
    assert s.get_model()[0] == -1  # the other variable may have either value
    s.delete()

    with Minisat22(bootstrap_with=[[-1, 2], [-1, -2]]) as m:
        assert m.solve() is True
        assert m.get_model()[0] == -1


def test_proof():
    cnf = pigeons(2)
    with Lingeling(bootstrap_with=cnf, with_proof=True) as l:
        assert l.solve() is False
        proof = l.get_proof()
    assert proof[-1] == "0"
    assert all(line.endswith(" 0") for line in proof[:-1])


def test_append_formula_with_proof():
    with Solver(with_proof=True) as g:
        g.append_formula(pigeons(3))
        assert g.solve() is False
        assert g.get_proof()[-1] == "0"


def test_model_count():
    def model_count(formula, vlimit):
        with Solver(bootstrap_with=formula, use_timer=True) as oracle:
            count = 0
            while oracle.solve() is True:
                model = oracle.get_model()[:vlimit]
                oracle.add_clause([-l for l in model])
                count += 1
            assert oracle.time_accum() > 0
            return count

    assert model_count([[1, 2, 3], [-4, 5], [4, -5]], vlimit=3) == 7


def test_solve_under_assumptions():
    s = Solver(bootstrap_with=[[-1, 2], [-2, 3]])
    assert s.solve() is True
    assert s.solve(assumptions=[1, -3]) is False
    s.delete()


def test_limited_calls_shrink_a_core():
    clauses = [[-1, -2], [-3, -4, -5]]
    oracle = Solver(bootstrap_with=clauses)
    core = [1, 2, 3, 4, 5, 6]
    oracle.conf_budget(1000)
    i = 0
    while i < len(core):
        to_test = core[:i] + core[(i + 1) :]
        if oracle.solve_limited(assumptions=to_test) == False:  # noqa: E712
            core = to_test
        else:
            i += 1
    assert core == [3, 4, 5]


def test_budgets():
    for limit in ("conf_budget", "prop_budget", "dec_budget"):
        m = MinisatGH(bootstrap_with=hard())
        getattr(m, limit)(500)
        assert m.solve_limited() is None, limit
        assert m.get_status() is None
        assert m.get_model() is None and m.get_core() is None
        m.delete()


def test_interrupt():
    m = MinisatGH(bootstrap_with=hard())
    timer = Timer(0.2, lambda s: s.interrupt(), [m])
    timer.start()
    assert m.solve_limited(expect_interrupt=True) is None
    timer.join()
    m.clear_interrupt()
    m.conf_budget(10)
    assert m.solve_limited(expect_interrupt=True) is None
    m.delete()


def test_propagate():
    # At most one of 1 to 5, pairwise.
    clauses = [[-a, -b] for a in range(1, 6) for b in range(a + 1, 6)]
    g = Glucose3(bootstrap_with=clauses)
    assert g.propagate(assumptions=[1]) == (True, [1, -2, -3, -4, -5])
    g.add_clause([2])
    assert g.propagate(assumptions=[1]) == (False, [])
    g.delete()


def test_set_phases():
    g = Glucose3(bootstrap_with=[[1, 2]])
    g.set_phases(literals=[1, 2])
    assert g.solve() is True
    assert g.get_model() == [1, 2]
    g.delete()


def test_get_model():
    s = Solver()
    s.add_clause([-1, 2])
    s.add_clause([-1, -2])
    s.add_clause([1, -2])
    assert s.solve() is True
    assert s.get_model() == [-1, -2]
    s.delete()


def test_get_core():
    m = Minisat22()
    m.add_clause([-1, 2])
    m.add_clause([-2, 3])
    m.add_clause([-3, 4])
    assert m.solve(assumptions=[1, 2, 3, -4]) is False
    core = m.get_core()
    # One of 1, 2, 3 together with -4.
    assert -4 in core and len(core) == 2 and set(core) < {1, 2, 3, -4}
    m.delete()


def test_numbers():
    s = Solver(bootstrap_with=[[-1, 2], [-2, 3]])
    assert s.nof_vars() == 3
    assert s.nof_clauses() == 2


def test_accum_stats():
    # Pigeons are refuted by counting, without a search.
    with Solver(bootstrap_with=random_clauses(100, 500, seed=1)) as s:
        assert s.solve() is False
        stats = s.accum_stats()
    assert sorted(stats) == ["conflicts", "decisions", "propagations", "restarts"]
    assert stats["conflicts"] > 0 and stats["propagations"] > stats["decisions"] > 0


def test_enum_models():
    with Solver(bootstrap_with=[[-1, 2], [-2, 3]]) as s:
        models = [m for m in s.enum_models()]
    assert sorted(models) == [[-1, -2, -3], [-1, -2, 3], [-1, 2, 3], [1, 2, 3]]
    with Solver(bootstrap_with=[[-1, 2], [-2, 3]]) as s:
        assert list(s.enum_models(assumptions=[1])) == [[1, 2, 3]]


def test_add_clause_with_answer():
    s = Solver(bootstrap_with=[[-1, 2], [-1, -2]])
    assert s.add_clause([1], no_return=False) is False
    assert s.get_status() is False


def test_append_formula_with_answer():
    s = Solver()
    assert s.append_formula([[1, 2], [-1]], no_return=False) is True
    assert s.append_formula([[3]]) is None
    assert s.append_formula([[-2]], no_return=False) is False
