"""The table of PySAT's methods in the README, and PySAT's programs with our solver in theirs."""

import importlib
import inspect
import re
from pathlib import Path

import pytest
from formulas import random_clauses

from sudosat import Solver

solvers = pytest.importorskip("pysat.solvers")
formula = pytest.importorskip("pysat.formula")

README = Path(__file__).parent.parent / "README.md"


def table():
    """Returns whether each method is there, by the README's table."""
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| (yes|no)\b", README.read_text(), re.MULTILINE)
    return {name: answer == "yes" for names, answer in rows for name in re.findall(r"\w+", names)}


def test_the_table_has_the_methods_of_pysat_and_ours():
    public = lambda cls: {name for name, _ in inspect.getmembers(cls, callable) if name[0] != "_"}
    assert set(table()) == public(solvers.Solver) | {"process", "restore"}
    for name, is_there in table().items():
        assert hasattr(Solver, name) is is_there, name
        if is_there:
            theirs = inspect.signature(getattr(solvers.Solver, name)).parameters
            ours = inspect.signature(getattr(Solver, name)).parameters
            assert list(ours) == list(theirs), name
    assert public(Solver) == {name for name, is_there in table().items() if is_there}


def module(name):
    return importlib.import_module(f"pysat.examples.{name}")


def weighted(seed):
    """A random formula with hard clauses, and soft ones of three weights."""
    wcnf = formula.WCNF()
    for index, clause in enumerate(random_clauses(12, 60, seed, length=2)):
        wcnf.append(clause, weight=None if index < 8 else 1 + index % 3)
    return wcnf


def unsatisfiable(seed):
    """A random formula with hard clauses, and soft ones of which some are false in any model."""
    wcnf = formula.WCNF()
    for index, clause in enumerate(random_clauses(7, 50, seed)):
        wcnf.append(clause, weight=None if index < 10 else 1)
    return wcnf


def costs(module, name="RC2", **options):
    found = []
    for seed in range(8):
        with getattr(module, name)(weighted(seed), **options) as rc2:
            rc2.compute()
            found.append(rc2.cost)
    return found


def all_rc2(module):
    every = dict(adapt=True, exhaust=True, minz=True, incr=True, trim=5)
    answers = [costs(module), costs(module, **every), costs(module, "RC2Stratified", **every)]
    with module.RC2(weighted(1)) as rc2:
        answers.append([cost for _, cost in zip(rc2.enumerate(), range(3))])
    plus = formula.WCNFPlus()
    for lit in range(1, 7):
        plus.append([lit], weight=lit)
    plus.append([[1, 2, 3, 4, 5, 6], 2], is_atmost=True)
    with module.RC2(plus, solver="mc") as rc2:
        rc2.compute()
        answers.append(rc2.cost)
    return answers


def fm(module):
    solver = module.FM(weighted(2), enc=1, verbose=0)
    solver.compute()
    return solver.cost


def lsu(module):
    solver = module.LSU(unsatisfiable(3), verbose=0)
    solver.solve()
    return solver.cost


def hitman(module):
    answers = []
    for htype in ("sorted", "maxsat", "lbx", "mcsls"):
        with module.Hitman(bootstrap_with=[["a", "b"], ["b", "c"], ["d"]], htype=htype) as hitman:
            sets = [sorted(found) for found in hitman.enumerate()]
            answers.append((len(sets[0]) if htype in ("sorted", "maxsat") else None, sorted(sets)))
    with module.Hitman(bootstrap_with=[["a"], ["b"]], htype="sat", solver="mgh") as hitman:
        answers.append(sorted(hitman.get()))
    return answers


def corrections(name):
    def run(module):
        with getattr(module, name)(unsatisfiable(4), use_cld=True) as finder:
            found = []
            for one in finder.enumerate():
                found.append(sorted(one))
                finder.block(one)
            return sorted(found)

    return run


def musx(module):
    wcnf = unsatisfiable(5)
    with module.MUSX(wcnf, verbosity=0) as musx:
        core = musx.compute()
    clauses = wcnf.hard + [wcnf.soft[index - 1] for index in core]
    assert Solver(clauses).solve() is False
    for left_out in core:
        kept = [wcnf.soft[index - 1] for index in core if index != left_out]
        assert Solver(wcnf.hard + kept).solve() is True
    return True


def optux(module):
    with module.OptUx(unsatisfiable(6)) as optux:
        optux.compute()
        return optux.cost


def models(module):
    plus = formula.CNFPlus()
    plus.extend([[1, 2], [-1, 3]])
    plus.append([[1, 2, 3, 4], 2], is_atmost=True)
    module.enumerate_models(plus, 0, "mc", False)


def bbscan(module):
    clauses = [[1], [-1, 2], [3, 4], [3, -4], [5, 6]]
    algorithms = ("enum", "iter", "compl", "chunk", "core", "corechunk")
    scans = [module.BBScan(formula.CNF(from_clauses=clauses)) for _ in algorithms]
    return [sorted(scan.compute(algorithm=name)) for scan, name in zip(scans, algorithms)]


def primes(module):
    cnf = formula.CNF(from_clauses=[[1, 2], [-1, 3]])
    with module.Primer(cnf, implicates=False) as primer:
        return sorted(map(sorted, primer.enumerate()))


def bica(module):
    cnf = formula.CNF(from_clauses=[[-1, 2], [1, -2], [1, 2, -3, 4], [1, 2, 3, -4], [1, 2, 3, 4, 5]])
    with module.Bica(cnf) as bica:
        return len([minimum for minimum in bica.enumerate()])


def usage(module):
    """Runs the file, which does nothing when it is imported."""
    source = re.sub("^from pysat.*", "", inspect.getsource(module), flags=re.MULTILINE)
    names = {name: module.Solver for name in ("Solver", "Minisat22", "Glucose3")}
    if module.Solver is not Solver:
        names = {name: getattr(solvers, name) for name in names}
    exec(compile(source, "usage", "exec"), {"__name__": "__main__", **names})


PROGRAMS = {
    "rc2": all_rc2,
    "fm": fm,
    "lsu": lsu,
    "hitman": hitman,
    "lbx": corrections("LBX"),
    "mcsls": corrections("MCSls"),
    "musx": musx,
    "optux": optux,
    "models": models,
    "bbscan": bbscan,
    "primer": primes,
    "bica": bica,
    "usage": usage,
}


def test_all_programs_with_a_solver_are_here():
    folder = Path(module("rc2").__file__).parent
    using = {path.stem for path in folder.glob("*.py") if "pysat.solvers import" in path.read_text()}
    assert set(PROGRAMS) == using


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_of_pysat_run_with_another_import(name, monkeypatch, capsys):
    expected = PROGRAMS[name](module(name))
    printed = capsys.readouterr().out
    for other in PROGRAMS:
        monkeypatch.setattr(module(other), "Solver", Solver)
    assert PROGRAMS[name](module(name)) == expected
    assert len(capsys.readouterr().out.splitlines()) == len(printed.splitlines())
