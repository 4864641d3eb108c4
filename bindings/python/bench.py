"""Times our solver beside PySAT's: `python bench.py PUZZLES FORMULA...`.

PUZZLES is a file of 9×9 puzzles with one solution each, of which the first 1000 are solved. Each
row is run by all programs, one after the other; the times are processor seconds, the best of three
runs. The last row is the formulas, each solved once by each program in a process of its own.
"""

import math
import multiprocessing
import random
import resource
import signal
import sys
import time

import sudosat
from pysat.formula import CNF
from pysat.solvers import Cadical195, Glucose4

SOLVERS = {"sudosat": sudosat.Solver, "cadical195": Cadical195, "glucose4": Glucose4}
# Limit on a formula in processor seconds, without reading it.
LIMIT = 5


def best(work):
    """The least time of three runs, and what the last one returned."""
    times = []
    for _ in range(3):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return min(times), result


def row(what, programs):
    times = {name: best(work) for name, work in programs.items()}
    results = [result for _, result in times.values()]
    assert all(result == results[0] for result in results), what
    print(f"{what:<58}" + "".join(f"  {name} {seconds:.3f}" for name, (seconds, _) in times.items()))


def add(solver, clauses):
    with solver() as s:
        s.append_formula(clauses)
    return len(clauses)


def fresh(solver, rules, puzzles):
    """Each puzzle by a solver of its own."""
    grids = []
    for _, clues in puzzles:
        with solver(bootstrap_with=rules) as s:
            s.append_formula(clues)
            assert s.solve()
            grids.append([lit for lit in s.get_model() if lit > 0])
    return grids


def incremental(solver, rules, puzzles):
    """All puzzles by one solver, with the clues as assumptions."""
    grids = []
    with solver(bootstrap_with=rules) as s:
        for _, clues in puzzles:
            assert s.solve(assumptions=[clue for [clue] in clues])
            grids.append([lit for lit in s.get_model() if lit > 0])
    return grids


def search(solver, path, answers):
    clauses = CNF(from_file=path).clauses
    start = time.process_time()
    limit = math.ceil(start + LIMIT)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    with solver(bootstrap_with=clauses) as s:
        answers.send((s.solve(), time.process_time() - start))


def formulas(paths):
    """The number of formulas that each program solves, and the time of all."""
    solved, seconds = dict.fromkeys(SOLVERS, 0), dict.fromkeys(SOLVERS, 0.0)
    context = multiprocessing.get_context("fork")
    for path in paths:
        found = set()
        for name, solver in SOLVERS.items():
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=search, args=(solver, path, sender))
            process.start()
            sender.close()
            try:
                answer, took = receiver.recv()
                found.add(answer)
            except EOFError:
                took = math.inf
            process.join()
            # The system ends a process only at a full second.
            assert process.exitcode in (0, -signal.SIGXCPU, -signal.SIGKILL), (name, path)
            solved[name] += took <= LIMIT
            seconds[name] += min(took, LIMIT)
        assert len(found) <= 1, path
    cells = (f"  {name} {solved[name]} in {seconds[name]:.0f} s" for name in SOLVERS)
    print(f"{len(paths)} formulas, {LIMIT} s each".ljust(58) + "".join(cells))


def main():
    rng = random.Random(1)
    clauses = [
        [rng.choice((-1, 1)) * rng.randint(1, 200_000) for _ in range(3)] for _ in range(1_000_000)
    ]
    row(
        "a million clauses of three literals added",
        {name: lambda solver=solver: add(solver, clauses) for name, solver in SOLVERS.items()},
    )
    rules = sudosat.Puzzle("." * 81).encode("extended").clauses
    puzzles = []
    for puzzle in sudosat.Puzzle.all_from_file(sys.argv[1])[:1000]:
        clues = [clause for clause in puzzle.encode("extended") if len(clause) == 1]
        puzzles.append((puzzle, clues))
    count = len(puzzles)
    row(
        f"{count} puzzles, a solver each ({len(rules)} clauses and the clues)",
        {n: lambda solver=s: fresh(solver, rules, puzzles) for n, s in SOLVERS.items()},
    )
    row(
        f"{count} puzzles, one solver, clues as assumptions",
        {n: lambda solver=s: incremental(solver, rules, puzzles) for n, s in SOLVERS.items()},
    )

    def solve(**options):
        return [str(puzzle.solve(**options).grid) for puzzle, _ in puzzles]

    row(f"{count} puzzles, Puzzle.solve()", {"sudosat": solve})
    row(
        f"{count} puzzles, Puzzle.solve(unique=True), cross-checked",
        {"sudosat": lambda: solve(unique=True)},
    )
    formulas(sys.argv[2:])


main()
