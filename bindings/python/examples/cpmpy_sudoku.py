"""A Sudoku stated in CPMpy and solved by sudosat.

    pip install cpmpy python-sat
    python cpmpy_sudoku.py [PUZZLE]
"""

import sys

import cpmpy as cp

import sudosat
import sudosat.cpmpy  # adds the solver to CPMpy's list


def sudoku(puzzle):
    """Returns CPMpy's model of a puzzle with square boxes, and its grid of variables."""
    n = puzzle.size
    order = round(n**0.5)
    grid = cp.intvar(1, n, shape=(n, n), name="cell")
    model = cp.Model(
        [cp.AllDifferent(row) for row in grid],
        [cp.AllDifferent(column) for column in grid.T],
        [
            cp.AllDifferent(grid[i : i + order, j : j + order])
            for i in range(0, n, order)
            for j in range(0, n, order)
        ],
    )
    for i, row in enumerate(puzzle.rows):
        for j, digit in enumerate(row):
            if digit is not None:
                model += grid[i, j] == digit
    return model, grid


def main():
    text = sys.argv[1] if len(sys.argv) > 1 else "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    puzzle = sudosat.Puzzle(text)
    model, grid = sudoku(puzzle)
    solver = cp.SolverLookup.get("sudosat", model)
    if not solver.solve():
        sys.exit("no solution")
    answer = grid.value().tolist()
    puzzle.check(answer)  # by the rules, without clauses
    for row in answer:
        print(*row)

    # A solution that differs in a cell would be a second one.
    solver += cp.any(cell != digit for cell, digit in zip(grid.flat, sum(answer, [])))
    print("one of several solutions" if solver.solve() else "the only solution")


if __name__ == "__main__":
    main()
