"""The solver: answers against truth tables, threads, signals, errors."""

import random
import signal
import subprocess
import sys
import threading
import time
import weakref

import pytest
from formulas import all_models, hard, is_model, random_clauses

from sudosat import Solver, cover


def test_models_are_those_of_the_truth_table():
    answers = set()
    for seed in range(60):
        clauses = random_clauses(7, 20 + seed % 25, seed)
        expected = list(all_models(7, clauses))
        with Solver(bootstrap_with=clauses) as s:
            answer = s.solve()
            assert answer is bool(expected), seed
            if answer:
                assert is_model(s.get_model(), clauses), seed
            # Variables that no clause mentions are not the solver's.
            width = s.nof_vars()
            narrow = sorted({tuple(model[:width]) for model in expected})
            assert sorted(map(tuple, s.enum_models())) == narrow, seed
        answers.add(answer)
    assert answers == {True, False}


def test_cores_are_refuted():
    several = 0
    for seed in range(60):
        clauses = random_clauses(8, 26, seed)
        assumptions = [1, -2, 3, -4, 5]
        s = Solver(clauses)
        if s.solve(assumptions) is False:
            core = s.get_core()
            assert set(core) <= set(assumptions), seed
            units = [[lit] for lit in core]
            assert not list(all_models(8, clauses + units)), seed
            several += len(core) > 1
            assert s.get_model() is None
    assert several > 10


def test_a_model_outlives_a_clause_but_not_a_call():
    s = Solver([[1, 2]])
    assert s.get_status() is None and s.get_model() is None and s.get_core() is None
    assert s.solve(assumptions=[1, -2]) is True
    s.add_clause([-1, 3])
    assert s.get_model() == [1, -2]
    assert s.propagate([1]) == (True, [1, 3])
    assert s.get_model() == [1, -2]
    assert s.solve(assumptions=[-1, -2]) is False
    assert s.get_model() is None and sorted(s.get_core()) == [-2, -1]


def test_objects_say_what_they_are():
    s = Solver([[1, -3], [2]])
    assert repr(s) == "<sudosat.Solver: 3 variables, 2 clauses>"
    assert repr(s.enum_models()) == "<sudosat.Models of <sudosat.Solver: 3 variables, 2 clauses>>"
    assert repr(cover("ab", ["a", "b", "ab"])) == "<sudosat.Cover: 3 options>"


def test_any_iterable_is_a_clause():
    s = Solver(clause for clause in [(1, 2), {-1}, range(3, 5)])
    s.append_formula(iter([[-3]]))
    assert s.solve() is True
    assert s.get_model() == [-1, 2, -3, 4]
    s.add_clause([])
    assert s.solve() is False and s.get_core() == []


class CNFPlus:
    def __init__(self, clauses, atmosts):
        self.clauses, self.atmosts = clauses, atmosts


def test_an_object_with_clauses_is_a_formula():
    assert Solver(CNFPlus([[1], [-1, 2]], [])).propagate() == (True, [])
    with Solver(CNFPlus([[1, 2, 3]], [[[1, 2, 3], 1]])) as s:
        assert len(list(s.enum_models())) == 3
    with Solver(CNFPlus([[1]], [[[1, 2, 3], 2], [[1, 2, 3], 4, [3, 2, 1]]])) as s:
        assert sorted(s.enum_models()) == [[1, -2, -3], [1, -2, 3]]


def test_at_most_one():
    s = Solver([[1, 2, 3, 4, 5, 6]])
    assert s.add_atmost([1, 2, 3, 4, 5, 6], k=1, no_return=False) is True
    models = list(s.enum_models())
    assert len(models) == 6
    assert all(sum(lit > 0 for lit in model) == 1 for model in models)
    assert s.supports_atmost()


def sums(models, weights):
    """The sums of the weights of each model's true literals, which may occur several times."""
    return [sum(w for lit, w in weights if lit in model) for model in map(set, models)]


def test_sums_of_any_literals_and_weights():
    rng = random.Random(1)
    counts = set()
    for _ in range(40):
        lits = [rng.choice((-1, 1)) * rng.randint(1, 7) for _ in range(rng.randint(1, 9))]
        weights = rng.choice([None, [], [rng.randint(0, 4) for _ in lits]])
        bound = rng.randint(-1, 9)
        terms = list(zip(lits, weights or [1] * len(lits)))
        with Solver([[1, -1, 7]]) as s:
            s.add_atmost(lits, bound, weights)
            found = sorted(s.enum_models())
        every = list(all_models(7, []))
        kept = sorted(m for m, total in zip(every, sums(every, terms)) if total <= bound)
        assert found == kept, (terms, bound)
        counts.add(len(kept))
    assert len(counts) > 8


def test_sums_and_parities_are_in_propagation_and_cores():
    s = Solver([[1], [2], [3]])
    assert s.add_atmost([1, 2, 3], k=2, no_return=False) is False
    s = Solver()
    s.add_atmost([1, 2, 3, 4], 2)
    assert s.propagate([1, 3]) == (True, [1, 3, -2, -4])
    assert s.solve([1, 3, 4, 5]) is False and sorted(s.get_core()) == [1, 3, 4]
    s.add_xor_clause([1, 2, 3, 4, 5, 6, 7, 8])
    assert s.solve([1, 3, -5, -6, -7]) is True and s.get_model()[-1] == 8


@pytest.mark.parametrize("length", [0, 1, 2, 5, 6, 7, 9])
@pytest.mark.parametrize("value", [True, False])
def test_exclusive_ors(length, value):
    lits = [-var if var % 3 == 0 else var for var in range(1, length + 1)]
    with Solver([[1, -1, 9]]) as s:
        s.add_xor_clause(lits, value)
        found = list(s.enum_models())
    assert len(found) == (256 if length else 0 if value else 512)
    assert all((len(set(lits) & set(model)) % 2 == 1) is value for model in found)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([1, 2], "2"), TypeError, "found '2' of type str, expected a bound"),
        (([1, 2], 2**70), ValueError, "expected a bound"),
        (([1, 2], 1, [1]), ValueError, "found 1 weights for 2 literals"),
        (([1, 2], 1, [1, -1]), ValueError, "found -1, expected a weight from 0"),
        (([1, 2], 1, [1, 0.5]), TypeError, "found 0.5 of type float, expected a weight"),
        (([1, 0], 1), ValueError, "expected a literal"),
    ],
)
def test_bad_sums(arguments, error, message):
    s = Solver()
    with pytest.raises(error, match=message):
        s.add_atmost(*arguments)
    assert s.nof_vars() == 0


def test_settings():
    s = Solver()
    s.configure({"restart-interval": 10, "vivify_interval": None, "phase_saving": False})
    s.append_formula(random_clauses(50, 215, 1))
    assert s.solve() is not None
    with pytest.raises(RuntimeError, match="before anything else"):
        s.configure({})
    for parameters, message in [({"rnd-seed": 1}, "rnd_seed is none of "), ({"shrink": 7}, "shrink can't be 7; it is usually")]:
        with pytest.raises(ValueError, match=message):
            Solver().configure(parameters)


@pytest.mark.parametrize(
    ("clause", "error", "message"),
    [
        ([1, 0], ValueError, "found 0, expected a literal"),
        ([2**31], ValueError, "found 2147483648, expected a literal"),
        ([-(2**80)], ValueError, "expected a literal"),
        (["1"], TypeError, "str"),
        ([1.0], TypeError, "float"),
        (7, TypeError, "iterable"),
    ],
)
def test_bad_literals(clause, error, message):
    s = Solver()
    with pytest.raises(error, match=message):
        s.add_clause(clause)
    with pytest.raises(error, match=f"clause 2: .*{message}"):
        s.append_formula([[1], clause])
    if clause != 7:
        with pytest.raises(error, match=message):
            s.solve(assumptions=clause)
    # The clause before the bad one was added.
    assert s.nof_clauses() == 1 and s.solve() is True


class Own(Exception):
    def __init__(self, first, second):
        super().__init__(first, second)


@pytest.mark.parametrize("error", [Own(1, 2), SystemExit(3), FileNotFoundError(2, "text", "name")])
def test_exceptions_of_the_caller_pass_unchanged(error):
    class Failing:
        def __iter__(self):
            raise error

        def __index__(self):
            raise error

    def late():
        yield 1
        raise error

    s = Solver()
    for clause in (Failing, late, lambda: [1, Failing()]):
        for call in (
            lambda: Solver([[1], clause()]),
            lambda: s.append_formula([[1], clause()]),
            lambda: s.add_clause(clause()),
            lambda: s.solve(clause()),
        ):
            with pytest.raises(type(error)) as caught:
                call()
            assert caught.value is error and caught.value.args == error.args


def test_assumptions_that_do_not_fit_into_memory_are_an_error():
    with pytest.raises(MemoryError):
        Solver([[1, 2]]).propagate([2**30 - 1])
    assert Solver([[1], [2, 3]]).propagate([1]) == (True, [])


def test_an_interrupted_enumeration_is_no_complete_one():
    s = Solver([[1, 2]])
    models = s.enum_models()
    found = [next(models)]
    s.interrupt()
    with pytest.raises(RuntimeError, match="there may be more models"):
        found.extend(models)
    assert s.get_status() is None
    s.clear_interrupt()
    found.extend(models)
    assert sorted(found) == [[-1, 2], [1, -2], [1, 2]]


def test_a_deleted_solver_refuses_calls():
    s = Solver([[1]])
    models = s.enum_models()
    s.delete()
    s.delete()
    for call in (s.solve, s.get_model, s.nof_vars, lambda: s.add_clause([1]), lambda: next(models)):
        with pytest.raises(RuntimeError, match="deleted"):
            call()


def test_other_threads_run_during_a_search_and_may_not_use_the_solver():
    s = Solver(hard())
    answers = []
    thread = threading.Thread(target=lambda: answers.append(s.solve()))
    thread.start()
    # The status can't be read while the other thread searches.
    deadline = time.monotonic() + 60
    with pytest.raises(RuntimeError, match="another thread"):
        while time.monotonic() < deadline:
            s.get_status()
    # We are here, so the search does not hold the GIL.
    with pytest.raises(RuntimeError, match="another thread"):
        s.add_clause([1])
    with pytest.raises(RuntimeError, match="another thread"):
        s.delete()
    s.interrupt()
    thread.join(60)
    assert answers == [None]
    # The interrupt holds until it is cleared.
    assert s.solve() is None
    s.clear_interrupt()
    s.conf_budget(5)
    assert s.solve_limited() is None


def test_a_clause_that_calls_the_solver_is_refused():
    s = Solver([[1]])

    def clause():
        s.delete()
        yield 2

    with pytest.raises(RuntimeError, match="deleted"):
        s.add_clause(clause())


CTRL_C = """
import signal, sys, time
sys.path.insert(0, {tests!r})
from formulas import hard
import sudosat
{setup}
start = time.monotonic()
try:
    print("ready", flush=True)
    {call}
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - start < 8)
"""

PIPE = "import os, tempfile; path = tempfile.mkdtemp() + '/pipe'; os.mkfifo(path)"

SEARCHES = [
    ("s = sudosat.Solver(hard())", "s.solve()"),
    ("s = sudosat.Solver(hard())", "next(s.enum_models())"),
    # A blank 16×16 grid has too many solutions to list.
    ("p = sudosat.Puzzle([[0] * 16] * 16)", "p.solve('dlx', count=10**9)"),
    (
        "items = range(200); options = [(a, b) for a in items for b in items if (a - b) % 3 == 1]"
        " + [(0, 1, 2)]",
        "next(sudosat.cover(list(items) + [200], options + [(200, 3)]))",
    ),
    # Nobody writes to the pipe.
    (PIPE, "sudosat.Puzzle.from_file(path)"),
    (PIPE, "sudosat.Puzzle.all_from_file(path)"),
    ("f = sudosat.Puzzle([[0] * 144] * 144).encode()", "f.write('/dev/null')"),
]


@pytest.mark.parametrize(("setup", "call"), SEARCHES)
def test_ctrl_c_ends_a_search(setup, call, request):
    program = CTRL_C.format(tests=str(request.path.parent), setup=setup, call=call)
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        # What a shell starts in the background ignores SIGINT, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    finally:
        process.kill()
    assert out == "interrupted True\n"


class Alarm(Exception):
    pass


def test_an_exception_of_a_signal_handler_ends_a_search_in_any_phase():
    def handler(*_):
        raise Alarm

    previous = signal.signal(signal.SIGALRM, handler)
    try:
        for delay in (0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.3, 1.6):
            s = Solver(hard())
            # Where the exception is lost, the search ends without one.
            timer = threading.Timer(delay + 5, s.interrupt)
            timer.start()
            with pytest.raises(Alarm):
                signal.setitimer(signal.ITIMER_REAL, delay)
                s.solve()
            timer.cancel()
            # The solver can be used again.
            s.conf_budget(1)
            assert s.solve_limited() is None
    finally:
        signal.signal(signal.SIGALRM, previous)


def test_a_signal_handler_without_exception_lets_the_search_continue():
    calls = []
    previous = signal.signal(signal.SIGALRM, lambda *_: calls.append(1))
    try:
        s = Solver(hard())
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        timer = threading.Timer(0.6, s.interrupt)
        timer.start()
        assert s.solve() is None
        timer.join()
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert calls == [1]


def test_a_solver_has_room_for_attributes_and_weak_references():
    s = Solver()
    s.label = "mine"
    assert s.label == "mine" and weakref.ref(s)() is s
