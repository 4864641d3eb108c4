"""Propagators written in Python: PySAT's own engine, and some that break the rules."""

import pytest
from formulas import all_models, random_clauses

from sudosat import Solver


class Odd:
    """An odd number of the variables is true. It implies the last open variable."""

    def __init__(self, variables):
        self.variables = variables
        self.values = {}
        self.starts = []
        self.trail = []
        self.clause = None
        self.decisions = set()
        self.calls = []

    def on_assignment(self, lit, fixed):
        assert fixed is (not self.starts)
        self.calls.append("on_assignment")
        self.trail.append(lit)
        if self.solver.is_decision(lit):
            self.decisions.add(lit)

    def on_new_level(self):
        self.starts.append(len(self.trail))

    def on_backtrack(self, to):
        del self.trail[self.starts[to] :]
        del self.starts[to:]
        self.calls.append("on_backtrack")

    def propagate(self):
        assigned = {abs(lit) for lit in self.trail}
        left = [var for var in self.variables if var not in assigned]
        if len(left) != 1:
            return []
        is_odd = sum(lit > 0 for lit in self.trail) % 2 == 1
        self.calls.append("propagate")
        return [-left[0] if is_odd else left[0]]

    def provide_reason(self, lit):
        return [lit] + [-other for other in self.trail]

    def check_model(self, model):
        chosen = [lit for lit in model if abs(lit) in self.variables]
        if sum(lit > 0 for lit in chosen) % 2 == 1:
            return True
        self.clause = [-lit for lit in chosen]
        return False

    def has_clause(self):
        return self.clause is not None

    def add_clause(self):
        self.calls.append("add_clause")
        clause, self.clause = self.clause, None
        return clause


def connect(solver, variables):
    odd = Odd(list(variables))
    odd.solver = solver
    solver.connect_propagator(odd)
    for var in variables:
        solver.observe(var)
    return odd


def connected(clauses, variables=range(1, 7)):
    solver = Solver(clauses)
    return solver, connect(solver, variables)


def odd_models(clauses):
    return [m for m in all_models(6, clauses) if sum(lit > 0 for lit in m) % 2 == 1]


@pytest.mark.parametrize("active", [True, False])
def test_models_are_those_that_the_propagator_accepts(active):
    counts, calls, decisions = set(), set(), set()
    for seed in range(30):
        clauses = random_clauses(6, 2 + seed % 12, seed) + [[6, -6]]
        s, odd = connected(clauses)
        if not active:
            s.disable_propagator()
        assert s.propagator_active() is active
        expected = odd_models(clauses)
        assert sorted(s.enum_models()) == sorted(m[: s.nof_vars()] for m in expected), seed
        counts.add(len(expected))
        calls.update(odd.calls)
        decisions |= odd.decisions
    assert len(counts) > 5
    assert ("on_backtrack" in calls) is (len(decisions) > 5) is active
    assert ("propagate" if active else "add_clause") in calls


def test_what_it_implies_is_in_propagation_and_cores():
    s, _ = connected([[6, -6]])
    assert s.propagate([1, 2, 3, 4, 5]) == (True, [1, 2, 3, 4, 5, -6])
    assert s.solve([1, 2, 3, 4, 5, 6]) is False and len(s.get_core()) == 6
    s.disconnect_propagator()
    assert s.solve([1, 2, 3, 4, 5, 6]) is False  # its clauses stay
    assert s.solve([-1, 2, 3, 4, 5, -6]) is True
    for call in (lambda: s.observe(1), s.propagator_active, s.enable_propagator):
        with pytest.raises(RuntimeError, match="no propagator is connected"):
            call()


def test_variables_that_are_ignored_are_not_reported():
    s, odd = connected([[1], [2, 3]])
    s.reset_observed()
    s.observe(2)
    s.observe(3)
    s.ignore(3)
    odd.variables = []
    odd.check_model = lambda model: True
    assert s.solve([-3]) is True
    assert {abs(lit) for lit in odd.trail} <= {2} and "on_assignment" in odd.calls


class Own(Exception):
    pass


def failing(name, answer):
    """A propagator with a method of this name that returns the answer, or raises it."""

    def method(*arguments):
        if isinstance(answer, Exception):
            raise answer
        return answer

    methods = {"check_model": lambda self, model: True, name: method}
    return type("Failing", (), methods)()


@pytest.mark.parametrize(
    ("name", "answer", "error", "message"),
    [
        *((name, Own(name), Own, name) for name in ["on_assignment", "on_new_level", "decide", "propagate"]),
        *((name, Own(name), Own, name) for name in ["has_clause", "add_clause", "check_model"]),
        ("check_model", False, ValueError, "add_clause.. no clause that is false in the model"),
        ("propagate", [9], ValueError, "propagate.. returned 9, a variable that is not observed"),
        ("propagate", [2], ValueError, "propagate.. returned 2, and provide_reason.. no clause"),
        ("propagate", [0], ValueError, "found 0, expected a literal"),
        ("propagate", 2, TypeError, "propagate.. returned 2 of type int, expected a list"),
        ("decide", -9, ValueError, "decide.. returned -9, a variable that is not observed"),
        ("decide", "2", TypeError, "found '2' of type str, expected a literal"),
        ("add_clause", [1.5], TypeError, "found 1.5 of type float"),
    ],
)
def test_exceptions_and_broken_rules_end_the_search(name, answer, error, message):
    s = Solver([[1, 2], [-1, 2, 3]])
    s.connect_propagator(failing(name, answer))
    for var in (1, 2, 3):
        s.observe(var)
    with pytest.raises(error, match=message):
        s.solve()
    assert s.get_status() is None and s.get_model() is None
    for call in (s.solve, s.propagate, lambda: next(s.enum_models())):
        with pytest.raises(RuntimeError, match="raised an exception in an earlier call"):
            call()
    s.connect_propagator(failing("decide", 0))
    assert s.solve() is True
    s.disconnect_propagator()
    assert s.solve() is True


def test_a_wrong_reason_is_named():
    class Wrong(Odd):
        def provide_reason(self, lit):
            return [lit, 1]

    s = Solver([[6, -6]])
    wrong = Wrong(range(1, 7))
    wrong.solver = s
    s.connect_propagator(wrong)
    for var in range(1, 7):
        s.observe(var)
    with pytest.raises(ValueError, match=r"provide_reason\(-?\d\) returned \[-?\d, 1\], expected"):
        s.solve([1])


def test_the_empty_clause_and_calls_during_a_search():
    class Empty:
        def check_model(self, model):
            with pytest.raises(RuntimeError, match="a search that its propagator takes part in"):
                s.add_clause([1])
            with pytest.raises(RuntimeError, match="a search that its propagator takes part in"):
                s.__init__()
            self.has_clause = lambda: True
            return False

        def has_clause(self):
            return False

        def add_clause(self):
            return []

    s = Solver([[1, 2]])
    s.connect_propagator(Empty())
    assert s.solve() is False


def test_what_is_no_propagator_is_refused():
    with pytest.raises(TypeError, match="expected a propagator with check_model"):
        Solver().connect_propagator(object())


@pytest.mark.parametrize("propagator_first", [True, False])
def test_a_propagator_beside_constraints(propagator_first):
    lits, clauses = [1, 2, -3, 4, 5, 6, 7], [[1, 4], [5, 6]]
    s = Solver([*clauses, [7, -7]])
    odd = connect(s, range(1, 5)) if propagator_first else None
    s.add_atmost(lits, 3)
    s.add_xor_clause(lits)
    odd = odd or connect(s, range(1, 5))
    allowed = [m for m in all_models(7, clauses) if len(set(m) & set(lits)) in (1, 3)]
    expected = [m for m in allowed if sum(lit > 0 for lit in m[:4]) % 2 == 1]
    assert sorted(s.enum_models()) == expected and 0 < len(expected) < len(allowed)
    assert "on_assignment" in odd.calls


@pytest.mark.parametrize("adaptive", [True, False])
def test_the_engine_of_pysat(adaptive):
    engines = pytest.importorskip("pysat.engines")
    lits = [1, -2, 3, 4, -5]
    for constraint, accepts in [
        (["linear", [lits, 2]], lambda true: true <= 2),
        (["linear", [lits, 5, [2, 2, 2, 2, 2]]], lambda true: 2 * true <= 5),
        (["parity", [[1, 2, 3, 4, 5], 1]], None),
    ]:
        with Solver([[5, -5]]) as s:
            engine = engines.BooleanEngine([constraint], adaptive=adaptive)
            s.connect_propagator(engine)
            engine.setup_observe(s)
            found = sorted(s.enum_models())
        every = list(all_models(5, []))
        if accepts is None:
            assert found == [m for m in every if sum(lit > 0 for lit in m) % 2 == 1]
        else:
            assert found == [m for m in every if accepts(len(set(m) & set(lits)))]
