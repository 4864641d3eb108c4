"""Hints, ratings, and puzzles without needless clues."""

import re
from pathlib import Path

import pytest

import sudosat
from sudosat import Puzzle

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Its last step is BUG+1, which assumes a single solution.
BUG = ".9.613.84...2571393.18492..9685714234379268151..384......192..8..943567151.768..2"
ONE = "1... ..3. .4.. ...2"
NONE = "12.. ..3. .... ...."
SEVERAL = ".12....4........"
TOO_LARGE = [[0] * 100] * 100


def test_notebooks_show_steps_in_words():
    hint = Puzzle(CLASSIC).hint(all=True)
    html = hint._repr_html_()
    assert html.count("<li>") == len(hint["steps"]) > 1 and "<svg" in html and "<p>solved</p>" in html
    assert Puzzle(NONE).hint()._repr_html_().count("<p>") == 1
    assert Puzzle(CLASSIC).hint(time_limit=0)._repr_html_().startswith("<p>")


def test_the_next_step():
    puzzle = Puzzle(CLASSIC)
    hint = puzzle.hint()
    assert (hint["state"], hint["solutions"], hint["unique"]) == ("open", "one", True)
    [step] = hint["steps"]
    assert step["technique"] and step["words"] and step["cost"] > 0
    cell, digit = step["placement"]["cell"], step["placement"]["digit"]
    row, column = map(int, cell[1:].split("c"))
    assert puzzle.rows[row - 1][column - 1] is None
    assert puzzle.solve().grid[row - 1][column - 1] == digit
    after = hint["grid"]
    assert isinstance(after, Puzzle) and after.clues == puzzle.clues + 1
    assert after.rows[row - 1][column - 1] == digit
    # Notebooks draw it, and it goes on from there.
    assert "<svg" in after._repr_html_()
    assert after.hint()["steps"][0]["placement"] != step["placement"]


def test_all_steps_solve_the_puzzle():
    hint = Puzzle(CLASSIC).hint(all=True)
    assert hint["state"] == "solved" and len(hint["steps"]) >= 51
    assert hint["grid"].rows == Puzzle(CLASSIC).solve().grid.rows


def test_steps_that_assume_a_single_solution_can_be_left_out():
    def assumes(**options):
        return any(step["assumes_unique"] for step in Puzzle(BUG).hint(all=True, **options)["steps"])

    assert assumes() and not assumes(uniqueness=False)


@pytest.mark.parametrize(("puzzle", "solutions"), [(NONE, "none"), (SEVERAL, "several")])
def test_hints_without_exactly_one_solution(puzzle, solutions):
    hint = Puzzle(puzzle).hint(all=True)
    assert (hint["solutions"], hint["unique"]) == (solutions, False)
    assert hint["state"] == ("no solution" if solutions == "none" else "needs search")


def test_a_rating():
    rating = Puzzle(CLASSIC).rate()
    hint = Puzzle(CLASSIC).hint(all=True)
    assert rating["solved"] is True and rating["class"] == "singles"
    assert rating["score"] == sum(step["cost"] for step in hint["steps"])
    assert sum(rating["steps"].values()) == len(hint["steps"])
    assert rating["hardest"] in rating["steps"] and rating["guesses"] == 0
    assert (rating["size"], rating["clues"]) == (9, 30)


@pytest.mark.parametrize(("puzzle", "error"), [(NONE, "no solution"), (SEVERAL, "several solutions")])
def test_no_rating(puzzle, error):
    rating = Puzzle(puzzle).rate()
    assert rating["error"] == error and "score" not in rating


def test_a_minimal_puzzle():
    puzzle = Puzzle(CLASSIC)
    answer = puzzle.minimize(seed=3)
    minimal = answer["grid"]
    assert (answer["solutions"], answer["clues"], answer["left"]) == ("one", 30, minimal.clues)
    assert minimal.clues < puzzle.clues
    assert minimal.solve(unique=True).is_unique
    assert minimal.solve().grid == puzzle.solve().grid
    for mine, other in zip(minimal.rows, puzzle.rows):
        assert all(clue in (None, there) for clue, there in zip(mine, other))
    assert minimal.minimize(check=True) == {
        "solutions": "one",
        "clues": minimal.clues,
        "minimal": True,
        "needless": [],
    }
    few = puzzle.minimize(seed=3, tries=5)
    assert few["left"] <= answer["left"]


def test_needless_clues():
    answer = Puzzle(CLASSIC).minimize(check=True)
    assert answer["minimal"] is False and "grid" not in answer
    for cell in answer["needless"]:
        row, column = (int(number) - 1 for number in re.findall(r"\d+", cell))
        rows = Puzzle(CLASSIC).rows
        assert rows[row][column] is not None
        rows[row][column] = None
        assert Puzzle(rows).solve(unique=True).is_unique, cell


@pytest.mark.parametrize(("puzzle", "solutions"), [(NONE, "none"), (SEVERAL, "several")])
def test_nothing_is_dropped_without_exactly_one_solution(puzzle, solutions):
    for check in (False, True):
        answer = Puzzle(puzzle).minimize(check=check)
        assert answer == {"solutions": solutions, "clues": Puzzle(puzzle).clues}


def test_time_limits_are_answers():
    blank = Puzzle([[0] * 25] * 25)
    assert blank.minimize(time_limit=0) == {"gave_up": "out of time"}
    assert blank.rate(time_limit=0)["error"] == "out of time"
    stopped = blank.hint(time_limit=0)
    assert (stopped["state"], stopped["gave_up"]) == ("stopped", "out of time")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Puzzle(ONE).minimize(tries=0), "found tries 0, expected 1 to "),
        (lambda: Puzzle(ONE).minimize(seed=-1), "found seed -1, expected 0 to "),
        (lambda: Puzzle(ONE).rate(time_limit=-1.0), "found time_limit -1"),
        (lambda: Puzzle(TOO_LARGE).hint(), "hints go up to 64×64"),
        (lambda: Puzzle(TOO_LARGE).rate(), "ratings go up to 64×64"),
    ],
)
def test_what_is_wrong_is_named(call, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call()


def test_every_field_is_in_the_types():
    path = Path(sudosat.__file__).with_suffix(".pyi")
    if not path.exists():
        pytest.skip(f"{path} is not installed")
    stated = set(re.findall(r"^ +\"?(\w+)\"?: ", path.read_text(), re.MULTILINE))
    answers = [
        Puzzle(CLASSIC).hint(),
        Puzzle([[0] * 25] * 25).hint(time_limit=0),
        Puzzle(CLASSIC).rate(),
        Puzzle(NONE).rate(),
        Puzzle(CLASSIC).minimize(),
        Puzzle(CLASSIC).minimize(check=True),
        Puzzle([[0] * 25] * 25).minimize(time_limit=0),
    ]
    found = {name for answer in answers for name in answer}
    found |= {name for name in answers[0]["steps"][0]}
    assert {"steps", "class", "needless", "left", "gave_up", "words"} <= found
    assert found <= stated, sorted(found - stated)
