"""Formulas for the tests, and a slow solver to compare with."""

import itertools
import random


def pigeons(holes):
    """The clauses of one pigeon more than holes, which have no model."""

    def var(pigeon, hole):
        return pigeon * holes + hole + 1

    clauses = [[var(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    for hole in range(holes):
        for one, other in itertools.combinations(range(holes + 1), 2):
            clauses.append([-var(one, hole), -var(other, hole)])
    return clauses


def random_clauses(variables, count, seed, length=3):
    """Random clauses of different variables."""
    rng = random.Random(seed)
    clauses = []
    for _ in range(count):
        chosen = rng.sample(range(1, variables + 1), length)
        clauses.append([rng.choice((-1, 1)) * var for var in chosen])
    return clauses


def hard():
    """Random clauses that take our solver minutes or more."""
    return random_clauses(600, 2556, seed=7)


def is_model(lits, clauses):
    true = set(lits)
    return all(any(lit in true for lit in clause) for clause in clauses)


def all_models(variables, clauses):
    """All models, by trying each assignment."""
    for signs in itertools.product((-1, 1), repeat=variables):
        lits = [sign * var for sign, var in zip(signs, range(1, variables + 1))]
        if is_model(lits, clauses):
            yield lits
