#!/usr/bin/env python3
"""Writes the hard tier: formulas on which kissat 4.0.4 takes some seconds to some minutes.

    hard_tier.py FOLDER [NAME...]

writes FOLDER/tune/*.cnf and FOLDER/report/*.cnf (only those named, if there are names), and in
each a `status.tsv` with the columns `name`, `status`, `kissat_seconds` and `family`, which
`cargo bench --bench suite` reads. Every formula comes from fixed parameters and a fixed seed.

Needs `pip install z3-solver==5.4.1.0 python-sat==1.9.dev17 cnfgen==0.9.6`, and for the Sudokus
the program `sudosat` (in the PATH, or named by the environment variable SUDOSAT).
"""

import functools
import itertools
import os
import random
import subprocess
import sys
from pathlib import Path


class Cnf:
    """A formula under construction. Literals are integers as in DIMACS; a word is a list of
    literals, the least significant first. Gates with constant inputs are folded."""

    def __init__(self):
        self.clauses, self.variables, self.gates = [], 0, {}
        self.one = self.new()
        self.clauses.append([self.one])

    def new(self):
        self.variables += 1
        return self.variables

    def word(self, width):
        return [self.new() for _ in range(width)]

    def constant(self, value, width):
        return [self.one if value >> i & 1 else -self.one for i in range(width)]

    def add(self, *clause):
        if self.one not in clause:
            self.clauses.append([literal for literal in clause if literal != -self.one])

    def extend(self, clauses):
        for clause in clauses:
            self.add(*clause)

    def both(self, a, b):
        if a == -b or -self.one in (a, b):
            return -self.one
        if a == b or self.one in (a, b):
            return b if a == self.one else a
        key = ("and", min(a, b), max(a, b))
        if key not in self.gates:
            self.gates[key] = out = self.new()
            self.extend([(-out, a), (-out, b), (out, -a, -b)])
        return self.gates[key]

    def either(self, a, b):
        return -self.both(-a, -b)

    def xor(self, a, b):
        if abs(a) == self.one:
            a, b = b, a
        if abs(b) == self.one:
            return -a if b == self.one else a
        if abs(a) == abs(b):
            return -self.one if a == b else self.one
        sign = (1 if a > 0 else -1) * (1 if b > 0 else -1)
        key = ("xor", min(abs(a), abs(b)), max(abs(a), abs(b)))
        if key not in self.gates:
            self.gates[key] = out = self.new()
            _, a, b = key
            self.extend([(-out, a, b), (-out, -a, -b), (out, -a, b), (out, a, -b)])
        return sign * self.gates[key]

    def choose(self, condition, a, b):
        if a == b or abs(condition) == self.one:
            return b if condition == -self.one else a
        if abs(a) == self.one or abs(b) == self.one or a == -b:
            return self.either(self.both(condition, a), self.both(-condition, b))
        out = self.new()
        self.extend([(-condition, -a, out), (-condition, a, -out), (condition, -b, out),
                     (condition, b, -out), (-a, -b, out), (a, b, -out)])
        return out

    def majority(self, a, b, c):
        if self.one in map(abs, (a, b, c)) or len({abs(a), abs(b), abs(c)}) < 3:
            return self.either(self.both(a, b), self.both(c, self.either(a, b)))
        out = self.new()
        self.extend([(-a, -b, out), (-a, -c, out), (-b, -c, out),
                     (a, b, -out), (a, c, -out), (b, c, -out)])
        return out

    def map(self, gate, *words):
        return [gate(*bits) for bits in zip(*words)]

    def sum(self, a, b, carry=None):
        """Returns the sum of two words of a width, with a carry bit at the end."""
        carry, out = carry or -self.one, []
        for x, y in zip(a, b):
            out.append(self.xor(self.xor(x, y), carry))
            carry = self.majority(x, y, carry)
        return out + [carry]

    def plus(self, *words):
        """Returns the sum of words modulo their width."""
        total = words[0]
        for word in words[1:]:
            total = self.sum(total, word)[:-1]
        return total

    def less(self, a, b):
        """Returns the literal that says a < b."""
        return -self.sum(a, [-x for x in b], self.one)[-1]

    def product(self, a, b):
        """Returns the product, by adding a row for each bit of b."""
        rows = [[self.both(x, y) for x in a] for y in b]
        out, high = [rows[0][0]], rows[0][1:] + [-self.one]
        for row in rows[1:]:
            high = self.sum(high, row)
            out.append(high.pop(0))
        return out + high

    def wallace(self, a, b):
        """Returns the product, by a tree of full adders and one ripple adder at its end."""
        width = len(a) + len(b)
        columns = [[self.both(a[i], b[k - i]) for i in range(len(a)) if 0 <= k - i < len(b)]
                   for k in range(width)]
        while max(map(len, columns)) > 2:
            following = [[] for _ in range(width + 1)]
            for k, column in enumerate(columns):
                while len(column) > 2:
                    x, y, z = column[:3]
                    column = column[3:]
                    following[k].append(self.xor(self.xor(x, y), z))
                    following[k + 1].append(self.majority(x, y, z))
                following[k] += column
            columns = following[:width]
        rows = [[column[i] if i < len(column) else -self.one for column in columns]
                for i in range(2)]
        return self.sum(*rows)[:-1]

    def equal(self, a, b):
        for x, y in zip(a, b):
            self.extend([(x, -y), (-x, y)])

    def differ(self, a, b):
        self.add(*self.map(self.xor, a, b))

    def at_most(self, literals, bound, encoding="seqcounter"):
        """Adds an encoding of PySAT."""
        from pysat.card import CardEnc, EncType
        encoding = getattr(EncType, encoding)
        made = CardEnc.atmost(literals, bound, self.variables, encoding=encoding)
        self.variables = max(self.variables, made.nv)
        self.extend(made.clauses)

    def exactly_one(self, literals):
        self.add(*literals)
        self.extend((-a, -b) for a, b in itertools.combinations(literals, 2))

    def dimacs(self):
        lines = [f"p cnf {self.variables} {len(self.clauses)}"]
        lines += [" ".join(map(str, [*clause, 0])) for clause in self.clauses]
        return "\n".join(lines) + "\n"


# Arithmetic circuits


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))


def factoring(bits, seed, prime):
    """Two factors above 1 of a product of two primes, or of a prime."""
    chance, f, half = random.Random(seed), Cnf(), bits // 2

    def draw(width):
        while True:
            n = chance.randrange(1 << width - 1, 1 << width) | 1
            if is_prime(n):
                return n

    number = draw(bits) if prime else draw(half) * draw(half)
    a, b = f.word(half), f.word(bits - 2 if prime else half)
    f.add(*a[1:])
    f.add(*b[1:])
    f.equal(f.product(a, b), f.constant(number, len(a) + len(b)))
    return f


def multipliers(width):
    """A multiplier of rows and a Wallace tree with exchanged inputs compute the same."""
    f = Cnf()
    a, b = f.word(width), f.word(width)
    f.differ(f.product(a, b), f.wallace(b, a))
    return f


def sorters(count, width):
    """Bubble sort and odd-even transposition sort give the same."""
    f = Cnf()
    words = [f.word(width) for _ in range(count)]

    def sort(words, pairs):
        words = list(words)
        for i in pairs:
            a, b = words[i], words[i + 1]
            swap = f.less(b, a)
            words[i] = [f.choose(swap, y, x) for x, y in zip(a, b)]
            words[i + 1] = [f.choose(swap, x, y) for x, y in zip(a, b)]
        return sum(words, [])

    bubble = [i for last in reversed(range(1, count)) for i in range(last)]
    rounds = [i for turn in range(count) for i in range(turn % 2, count - 1, 2)]
    f.differ(sort(words, bubble), sort(words, rounds))
    return f


def serial_multiplier(width):
    """Bounded model checking: a shift-and-add multiplier ends with the product of an array."""
    f = Cnf()
    a, b = f.word(width), f.word(width)
    high, low = [-f.one] * width, b
    for _ in range(width):
        added = f.sum(high, [f.both(low[0], x) for x in a])
        shifted = added[:1] + low[1:]
        high, low = added[1:], shifted[1:] + shifted[:1]
    f.differ(low + high, f.product(b, a))
    return f


# A hash function of few steps, with a planted message


def rotate(word, by):
    """Returns the word rotated to the left."""
    by %= len(word)
    return word[-by:] + word[:-by]


def planted(f, chance, width, count, unknown):
    """Returns a secret, as words of constants, and the same words with some bits unknown."""
    secret = [f.constant(chance.getrandbits(width), width) for _ in range(count)]
    places = set(chance.sample(range(width * count), unknown))
    return secret, [[f.new() if width * i + j in places else bit for j, bit in enumerate(word)]
                    for i, word in enumerate(secret)]


def sha256(steps, unknown, seed):
    """The message of SHA-256 of few steps from the state after them."""
    chance, f = random.Random(seed), Cnf()
    primes = [p for p in range(2, 312) if is_prime(p)]

    def fraction(x):
        return f.constant(int(x % 1 * 2 ** 32), 32)

    def xor(*words):
        return functools.reduce(lambda x, y: f.map(f.xor, x, y), words)

    def spread(x, *by, shift=None):
        last = [] if shift is None else [x[shift:] + [-f.one] * shift]
        return xor(*[rotate(x, -n) for n in by], *last)

    def state_after(words):
        words = list(words)
        a, b, c, d, e, g, h, k = (fraction(p ** 0.5) for p in primes[:8])
        for i in range(steps):
            if i >= 16:
                words.append(f.plus(words[i - 16], spread(words[i - 15], 7, 18, shift=3),
                                    words[i - 7], spread(words[i - 2], 17, 19, shift=10)))
            first = f.plus(k, spread(e, 6, 11, 25), f.map(f.choose, e, g, h),
                           fraction(primes[i] ** (1 / 3)), words[i])
            second = f.plus(spread(a, 2, 13, 22), f.map(f.majority, a, b, c))
            a, b, c, d, e, g, h, k = f.plus(first, second), a, b, c, f.plus(d, first), e, g, h
        return a + b + c + d + e + g + h + k

    secret, message = planted(f, chance, 32, 16, unknown)
    f.equal(state_after(message), state_after(secret))
    return f


# Other programs


def z3_goal(kind, width):
    """The negation of an identity of machine arithmetic."""
    import z3
    context = z3.Context()
    x, y, z = z3.BitVecs("x y z", width, context)
    condition = {
        "distributive": x * (y + z) != x * y + x * z,
        "squares": (x + y) * (x - y) != x * x - y * y,
        "binomial": (x + y) * (x + y) != x * x + 2 * x * y + y * y,
        "quotient": z3.And(y != 0, z3.UDiv(x, y) != z3.UDiv(x - z3.URem(x, y), y)),
    }[kind]
    goal = z3.Goal(ctx=context)
    goal.add(condition)
    (made,) = z3.Then("simplify", "bit-blast", "tseitin-cnf", ctx=context)(goal)
    return made.dimacs(False) + "\n"


def from_cnfgen(*arguments):
    """A formula of cnfgen, by the arguments of its program."""
    from cnfgen.clitools import cnfgen
    return cnfgen(["cnfgen", "-q", "--seed", "1", *arguments], mode="string")


def sudoku(order, holes, seed):
    """A Sudoku with holes, in the extended encoding."""
    program = os.environ.get("SUDOSAT", "sudosat")
    command = [program, "generate", "--order", str(order), "--holes", holes, "--seed", str(seed)]
    puzzle = subprocess.run(command, check=True, capture_output=True).stdout
    command = [program, "encode", "-e", "extended", "-o", "-"]
    return subprocess.run(command, input=puzzle, check=True, capture_output=True).stdout.decode()


# Graphs and encodings of PySAT


def random_graph(chance, n, edges):
    return chance.sample(list(itertools.combinations(range(n), 2)), edges)


def cover(n, edges, size, seed):
    """A vertex cover of this size in a random graph."""
    f = Cnf()
    inside = f.word(n)
    f.extend((inside[a], inside[b]) for a, b in random_graph(random.Random(seed), n, edges))
    f.at_most(inside, size)
    return f


def colouring(n, edges, colours, seed):
    """A colouring of a random graph."""
    f = Cnf()
    nodes = [f.word(colours) for _ in range(n)]
    f.extend(nodes)
    for a, b in random_graph(random.Random(seed), n, edges):
        f.extend((-x, -y) for x, y in zip(nodes[a], nodes[b]))
    return f


def noisy_parity(bits, samples, errors, seed):
    """Minimal disagreement parity: a secret set from samples of which some are wrong."""
    chance, f = random.Random(seed), Cnf()
    secret, guess = chance.getrandbits(bits), f.word(bits)
    wrong, places = [], set(chance.sample(range(samples), errors))
    for i in range(samples):
        mask = chance.getrandbits(bits)
        out = f.constant(bin(mask & secret).count("1") + (i in places) & 1, 1)[0]
        for j in range(bits):
            if mask >> j & 1:
                out = f.xor(out, guess[j])
        wrong.append(out)
    f.at_most(wrong, errors, "totalizer")
    return f


def packing(items, bins, slack, seed):
    """Items into bins, by adders; `slack` is added to the sum of the sizes to get the room."""
    chance, f = random.Random(seed), Cnf()
    sizes = sorted((chance.randrange(20, 50) for _ in range(items)), reverse=True)
    room = (sum(sizes) + slack) // bins
    places = [f.word(bins) for _ in sizes]
    for place in places:
        f.exactly_one(place)
    for of in zip(*places):
        words = [[f.both(x, bit) for bit in f.constant(size, 12)] for size, x in zip(sizes, of)]
        f.add(-f.less(f.constant(room, 12), f.plus(*words)))
    return f


# Direct encodings


def quasigroup(n):
    """An idempotent quasigroup with ((y·x)·y)·y = x (QG5)."""
    f, span = Cnf(), range(n)
    cell = [[f.word(n) for _ in span] for _ in span]
    for a, b in itertools.product(span, span):
        f.exactly_one(cell[a][b])
        f.exactly_one([cell[a][k][b] for k in span])
        f.exactly_one([cell[k][a][b] for k in span])
    for a in span:
        f.add(cell[a][a][a])
        f.extend([-cell[a][n - 1][b]] for b in range(a - 1))
    for x, y, p, q in itertools.product(span, span, span, span):
        f.add(-cell[y][x][p], -cell[p][y][q], cell[q][y][x])
    return f


def random_sat(width, n, clauses, seed, model=False):
    """Random clauses; with `model`, only those that a hidden assignment satisfies. Clauses with
    many true literals are kept less often, so that the signs don't lead to the assignment."""
    chance, f = random.Random(seed), Cnf()
    hidden, literals = [chance.random() < 0.5 for _ in range(n)], f.word(n)
    while len(f.clauses) <= clauses:
        places = chance.sample(range(n), width)
        signs = [chance.random() < 0.5 for _ in range(width)]
        true = sum(hidden[i] == sign for i, sign in zip(places, signs))
        if not model or true and chance.random() < 0.618 ** true:
            f.add(*(literals[i] if sign else -literals[i] for i, sign in zip(places, signs)))
    return f


def schur(n, colours):
    """The numbers to n in colours, so that no a + b = c has one colour."""
    f = Cnf()
    place = [None] + [f.word(colours) for _ in range(n)]
    f.extend(place[1:])
    f.extend([[place[1][0]], [place[2][1]]])
    for a, b in itertools.combinations_with_replacement(range(1, n), 2):
        if a + b <= n:
            f.extend((-place[a][k], -place[b][k], -place[a + b][k]) for k in range(colours))
    return f


def life(n, generations, seed):
    """A pattern some generations before a given one in Conway's Life, on a torus."""
    chance, f = random.Random(seed), Cnf()

    def after(grid):
        out = []
        for r, c in itertools.product(range(n), range(n)):
            near = [grid[(r + i) % n * n + (c + j) % n]
                    for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
            total = [-f.one] * 4
            for x in near:
                total = f.plus(total, [x] + [-f.one] * 3)
            two_or_three = f.both(total[1], -f.either(total[2], total[3]))
            out.append(f.both(two_or_three, f.either(total[0], grid[r * n + c])))
        return out

    hidden = [f.one if chance.random() < 0.4 else -f.one for _ in range(n * n)]
    grid = f.word(n * n)
    for _ in range(generations):
        hidden, grid = after(hidden), after(grid)
    f.equal(hidden, grid)
    return f


# The formulas: name, family, function, its parameters, answer, seconds of kissat on one core.
# An answer `UNSAT` is that of two solvers, kissat and ours; `SAT` has a model that was checked.

TUNE = [
    ("factoring-46a", "factoring", factoring, (46, 1, False), "SAT", 19),
    ("factoring-46c", "factoring", factoring, (46, 3, False), "SAT", 17),
    ("factoring-46e", "factoring", factoring, (46, 6, False), "SAT", 49),
    ("factoring-46g", "factoring", factoring, (46, 8, False), "SAT", 28),
    ("prime-36", "factoring", factoring, (36, 1, True), "UNSAT", 10),
    ("prime-37", "factoring", factoring, (37, 2, True), "UNSAT", 10),
    ("prime-38b", "factoring", factoring, (38, 4, True), "UNSAT", 14),
    ("multipliers-9", "circuits", multipliers, (9,), "UNSAT", 17),
    ("sorters-8-4", "circuits", sorters, (8, 4), "UNSAT", 16),
    ("sha256-18a", "hashes", sha256, (18, 512, 1), "SAT", 38),
    ("sha256-18c", "hashes", sha256, (18, 512, 3), "SAT", 48),
    ("z3-distributive-8", "z3", z3_goal, ("distributive", 8), "UNSAT", 44),
    ("z3-binomial-11", "z3", z3_goal, ("binomial", 11), "UNSAT", 47),
    ("op-100", "cnfgen", from_cnfgen, ("op", "100"), "UNSAT", 11),
    ("clique-colouring-12", "cnfgen", from_cnfgen, ("cliquecoloring", "12", "5", "4"), "UNSAT", 10),
    ("stone-12-6", "cnfgen", from_cnfgen, ("stone", "12", "pyramid", "6"), "UNSAT", 12),
    ("stone-12-8", "cnfgen", from_cnfgen, ("stone", "12", "pyramid", "8"), "UNSAT", 13),
    ("tseitin-37", "cnfgen", from_cnfgen, ("tseitin", "37", "4"), "UNSAT", 12),
    ("cover-120b", "pysat", cover, (120, 480, 70, 2), "UNSAT", 12),
    ("colouring-170b", "colouring", colouring, (170, 765, 4, 3), "UNSAT", 30),
    ("quasigroup-5-15", "quasigroups", quasigroup, (15,), "UNSAT", 51),
    ("random-3-300", "random", random_sat, (3, 300, 1300, 4), "UNSAT", 42),
    ("random-3-400", "random", random_sat, (3, 400, 1680, 1, True), "SAT", 24),
    ("random-5-100a", "random", random_sat, (5, 100, 2050, 1), "SAT", 16),
    ("random-5-100d", "random", random_sat, (5, 100, 2050, 7), "SAT", 40),
    ("noisy-parity-24a", "parity", noisy_parity, (24, 48, 5, 1), "SAT", 28),
    ("schur-140", "combinatorics", schur, (140, 5), "SAT", 33),
    ("sudoku-6a", "sudoku", sudoku, (6, "54%", 3), "SAT", 12),
]
REPORT = [
    ("factoring-46b", "factoring", factoring, (46, 2, False), "SAT", 14),
    ("factoring-46d", "factoring", factoring, (46, 5, False), "SAT", 20),
    ("factoring-46f", "factoring", factoring, (46, 7, False), "SAT", 11),
    ("prime-38", "factoring", factoring, (38, 3, True), "UNSAT", 14),
    ("serial-multiplier-9", "circuits", serial_multiplier, (9,), "UNSAT", 14),
    ("sha256-18b", "hashes", sha256, (18, 512, 2), "SAT", 18),
    ("sha256-18d", "hashes", sha256, (18, 512, 4), "SAT", 26),
    ("z3-squares-10", "z3", z3_goal, ("squares", 10), "UNSAT", 17),
    ("z3-quotient-13", "z3", z3_goal, ("quotient", 13), "UNSAT", 19),
    ("op-110", "cnfgen", from_cnfgen, ("op", "110"), "UNSAT", 15),
    ("stone-12-7", "cnfgen", from_cnfgen, ("stone", "12", "pyramid", "7"), "UNSAT", 9),
    ("tseitin-36", "cnfgen", from_cnfgen, ("tseitin", "36", "4"), "UNSAT", 9),
    ("vdw-105", "cnfgen", from_cnfgen, ("vdw", "105", "4", "7"), "SAT", 16),
    ("cover-120a", "pysat", cover, (120, 480, 70, 1), "UNSAT", 15),
    ("packing-18", "pysat", packing, (18, 6, 3, 2), "UNSAT", 16),
    ("colouring-170", "colouring", colouring, (170, 765, 4, 1), "UNSAT", 17),
    ("random-3-310", "random", random_sat, (3, 310, 1340, 5), "UNSAT", 18),
    ("random-3-320", "random", random_sat, (3, 320, 1363, 1), "UNSAT", 29),
    ("random-5-100b", "random", random_sat, (5, 100, 2050, 4), "SAT", 22),
    ("random-5-100c", "random", random_sat, (5, 100, 2050, 5), "SAT", 15),
    ("noisy-parity-24b", "parity", noisy_parity, (24, 48, 5, 2), "SAT", 24),
    ("noisy-parity-24c", "parity", noisy_parity, (24, 48, 5, 5), "SAT", 10),
    ("life-10", "combinatorics", life, (10, 2, 1), "SAT", 7),
    ("sudoku-6b", "sudoku", sudoku, (6, "54%", 5), "SAT", 26),
    ("sudoku-6c", "sudoku", sudoku, (6, "54%", 10), "SAT", 9),
]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, names = Path(sys.argv[1]), set(sys.argv[2:])
    for half, table in (("tune", TUNE), ("report", REPORT)):
        (folder / half).mkdir(parents=True, exist_ok=True)
        lines = ["name\tstatus\tkissat_seconds\tfamily"]
        for name, family, function, parameters, status, seconds in table:
            lines.append(f"{name}.cnf\t{status}\t{seconds}\t{family}")
            if not names or name in names:
                made = function(*parameters)
                text = made if isinstance(made, str) else made.dimacs()
                (folder / half / f"{name}.cnf").write_text(text)
        (folder / half / "status.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
