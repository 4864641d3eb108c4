"""Proofs in three formats, and their check."""

import random
import shutil
import subprocess
import time

import pytest
from formulas import pigeons, random_clauses

from sudosat import InputError, Puzzle, Solver, WrongAnswer, verify

FORMATS = ["drat", "lrat", "veripb"]


def proof_of(clauses, form):
    with Solver(clauses, with_proof=form) as s:
        assert s.solve() is False
        return s.get_proof()


@pytest.mark.parametrize("form", FORMATS)
def test_proofs_are_verified_and_damaged_ones_are_not(form):
    proved = 0
    for seed in range(30):
        clauses = random_clauses(25, 125, seed)
        with Solver(with_proof=form) as s:
            # Clauses come between calls, and calls under assumptions between them.
            for start in range(0, 125, 25):
                s.append_formula(clauses[start : start + 25])
                s.solve([1, -2])
            if s.solve() is not False:
                continue
            proof = s.get_proof()
        assert verify(clauses, proof) is True
        assert verify(iter(clauses), "\n".join(proof)) is True
        assert verify(tuple(clauses), "\n".join(proof).encode()) is True
        with pytest.raises((WrongAnswer, InputError)):
            verify(clauses[:60] if form == "drat" else clauses[1:], proof)
        proved += 1
    assert proved > 15


def test_each_format_has_its_form():
    clauses = random_clauses(20, 120, 3)
    drat, lrat, veripb = (proof_of(clauses, form) for form in FORMATS)
    assert drat[-1] == "0" and proof_of(clauses, True) == drat
    assert lrat[-1].split()[1] == "0" and int(lrat[0].split()[0]) > 120
    assert veripb[1].split()[:2] == ["f", "120"] and veripb[-1] == "end pseudo-Boolean proof;"
    with pytest.raises(ValueError, match='with_proof: found .tla., expected True, False, or one of "drat"'):
        Solver(with_proof="tla")
    for value in (b"veripb", ["veripb"], 1.0):
        with pytest.raises(TypeError, match="with_proof: found .*, expected True, False, or one of"):
            Solver(with_proof=value)


def test_pigeons_are_counted_in_a_proof():
    clauses = pigeons(10)
    start = time.monotonic()
    proof = proof_of(clauses, "veripb")
    assert verify(clauses, proof) is True
    assert time.monotonic() - start < 1
    with pytest.raises(WrongAnswer, match="clause"):
        verify(clauses[1:], proof)
    with pytest.raises(WrongAnswer):
        verify(clauses, [line for line in proof if not line.startswith("pol")])


@pytest.mark.skipif(not shutil.which("veripb"), reason="veripb is not installed")
def test_another_checker_accepts_the_proof(tmp_path):
    clauses = pigeons(4)
    header = f"p cnf 20 {len(clauses)}\n"
    (tmp_path / "f.cnf").write_text(header + "".join(f"{' '.join(map(str, c))} 0\n" for c in clauses))
    (tmp_path / "f.pbp").write_text("\n".join(proof_of(clauses, "veripb")) + "\n")
    ran = subprocess.run(
        ["veripb", "--cnf", tmp_path / "f.cnf", tmp_path / "f.pbp"], capture_output=True, text=True
    )
    assert "s VERIFIED UNSATISFIABLE" in ran.stdout, ran


def test_formulas_of_puzzles_and_groups():
    formula = Puzzle("11..............").encode("lecture")
    assert verify(formula, proof_of(formula, "veripb")) is True
    clauses = [[1, 2], [3, 4], [5, 6]]
    pairs = [[-a, -b] for a, b in [(1, 3), (1, 5), (3, 5), (2, 4), (2, 6), (4, 6)]]
    for form, formula in [("drat", clauses + pairs), ("lrat", clauses + pairs), ("veripb", Plus(clauses, GROUPS))]:
        with Solver(clauses, with_proof=form) as s:
            for lits, bound in GROUPS:
                s.add_atmost(lits, bound)
            assert s.solve() is False
            assert verify(formula, s.get_proof()) is True


GROUPS = [[[1, 3, 5], 1], [[2, 4, 6], 1]]


class Plus:
    """Clauses and at-most-k constraints, as PySAT's CNFPlus has them."""

    def __init__(self, clauses, atmosts):
        self.clauses, self.atmosts = clauses, atmosts

    def opb(self):
        inequalities = [([1] * len(clause), clause, 1) for clause in self.clauses]
        inequalities += [([-w for w in (weights or [[1] * len(lits)])[0]], lits, -k) for lits, k, *weights in self.atmosts]
        lines = (
            " ".join(f"{w} {'~' * (lit < 0)}x{abs(lit)}" for w, lit in zip(weights, lits)) + f" >= {degree} ;\n"
            for weights, lits, degree in inequalities
        )
        return "* #variable= 99 #constraint= 99\n" + "".join(lines)


def test_proofs_of_at_most_k_constraints(tmp_path):
    proved = 0
    for seed in range(60):
        rng = random.Random(seed)
        clauses, atmosts = random_clauses(12, 20, seed), []
        with Solver(with_proof="veripb") as s:
            for _ in range(4):
                lits = [rng.choice([-1, 1]) * rng.randint(1, 12) for _ in range(6)]
                weights = [[rng.randint(1, 4) for _ in lits]] if rng.random() < 0.5 else []
                atmosts.append([lits, rng.randint(1, 5), *weights])
                s.add_atmost(*atmosts[-1])
                s.solve([1])
                # In the proof, the clauses come first all the same.
                s.append_formula(clauses[len(atmosts) * 5 - 5 : len(atmosts) * 5])
            if s.solve() is not False:
                continue
            proof = s.get_proof()
        proved += 1
        formula = Plus(clauses, atmosts)
        assert verify(formula, proof) is True
        with pytest.raises((WrongAnswer, InputError)):
            verify(Plus(clauses, atmosts[1:]), proof)
        if Solver(clauses).solve():
            with pytest.raises(WrongAnswer):
                verify(Plus(clauses, [[lits, 99] for lits, *_ in atmosts]), proof)
        for name, text in [("f.opb", formula.opb()), ("f.pbp", "\n".join(proof) + "\n")]:
            (tmp_path / name).write_text(text)
        for checker in ["sudosat", "verify", "--trusted"], ["veripb"]:
            if proved % 5 == 0 and shutil.which(checker[0]):
                ran = subprocess.run([*checker, tmp_path / "f.opb", tmp_path / "f.pbp"], capture_output=True, text=True)
                assert "s VERIFIED UNSAT" in ran.stdout, ran
    assert proved > 20
    with pytest.raises(NotImplementedError, match='DRAT and LRAT are checked against clauses; with_proof="veripb"'):
        verify(Plus([[1]], [[[1, 2, 3], 2]]), "0")
    with pytest.raises(ValueError, match="too large to be checked"):
        verify(Plus([[1]], [[[1, 2, 3], -(2**63)]]), proof)


def test_what_has_no_proof_is_refused():
    for form in FORMATS:
        s = Solver(with_proof=form)
        with pytest.raises(NotImplementedError, match=f'proof with with_proof="{form}": use shorter ones'):
            s.add_xor_clause(range(1, 9))
        if form != "veripb":
            with pytest.raises(NotImplementedError, match='use with_proof="veripb", or encode them'):
                s.add_atmost([1, 2, 3, 4], 2)
    assert Solver([[1], [-1]]).get_proof() is None
    for proof, error in [("x", InputError), (3, TypeError), ([3], TypeError), ("", WrongAnswer), ("1 0\n", WrongAnswer)]:
        with pytest.raises(error):
            verify([[1, 2]], proof)
    with pytest.raises(WrongAnswer):
        verify([[1, 2]], ["0"])
