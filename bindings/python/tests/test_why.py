"""Why: contradictions, cells, several solutions."""

import json
import re
from pathlib import Path

import pytest

import sudosat
from sudosat import Puzzle

ONE = "1... ..3. .4.. ...2"
SEVERAL = ".12....4........"


def test_a_contradiction_is_explained_with_its_corrections():
    # Row 1 needs a 3 and a 4, and has place for a 4 only.
    answer = Puzzle("12.. ..3. .... ....").why()
    assert answer["answer"] == "no solution"
    explanation = answer["explanation"]
    clues = {(clue["cell"], clue["digit"]) for clue in explanation["clues"]}
    assert ("r2c3", 3) in clues and clues <= {("r1c1", 1), ("r1c2", 2), ("r2c3", 3)}
    assert explanation["minimal"] is True and explanation["rules"]
    assert not answer["by_rules"] and answer["corrections_complete"]
    without = [[clue["cell"] for clue in one["clues"]] for one in answer["corrections"]]
    assert ["r2c3"] in without
    for one in answer["corrections"]:
        Puzzle("." * 16).check(one["solution"])


def test_clues_that_clash():
    answer = Puzzle("1..1............").why()
    assert [clue["cell"] for clue in answer["explanation"]["clues"]] == ["r1c1", "r1c4"]


def test_a_cell_is_explained():
    puzzle = Puzzle(ONE)
    grid = puzzle.solve().grid
    answer = puzzle.why("r1c2")
    assert (answer["answer"], answer["possible"]) == ("one solution", [grid[0][1]])
    explanation = answer["explanation"]
    assert (explanation["cell"], explanation["digit"]) == ("r1c2", grid[0][1])
    assert explanation["holds"] is True and explanation["steps"]
    other = grid[0][1] % 4 + 1
    not_other = puzzle.why(f"r1c2!={other}", smallest=True)
    assert not_other["explanation"]["holds"] is False and not_other["explanation"]["smallest"]
    assert puzzle.why()["solution"] == grid.rows


def test_several_solutions_and_the_limit():
    answer = Puzzle(SEVERAL).why()
    assert answer["answer"] == "several solutions" and answer["cells_complete"]
    size = 4
    rows = Puzzle(SEVERAL).rows
    for clue in answer["add"]:
        row, col = (int(number) - 1 for number in re.findall(r"\d+", clue["cell"]))
        assert rows[row][col] is None and 1 <= clue["digit"] <= size
        rows[row][col] = clue["digit"]
    assert Puzzle(rows).solve(unique=True).grid.rows == answer["solution"]
    few = Puzzle("12.. ..3. .... ....").why(limit=1)
    assert len(few["corrections"]) == 1 and len(few["changes"]) <= 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cell": "x"}, "found 'x', expected a cell as r3c5 or 3,5"),
        ({"cell": "r5c1"}, "there is no cell r5c1: rows and columns are 1 to 4"),
        ({"cell": "r1c1=7"}, "found the digit '7', expected 1 to 4"),
        ({"limit": 0}, "found limit 0, expected 1 to "),
        ({"time_limit": -1.0}, "found time_limit -1"),
    ],
)
def test_what_is_wrong_is_named(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Puzzle(ONE).why(**arguments)


def test_a_time_limit_is_an_answer():
    stopped = Puzzle([[0] * 25] * 25).why(time_limit=0)
    assert stopped == {"answer": "unknown", "gave_up": "out of time"}


def test_every_field_is_in_the_types():
    path = Path(sudosat.__file__).with_suffix(".pyi")
    if not path.exists():
        pytest.skip(f"{path} is not installed")
    stated = set(re.findall(r"^    (\w+): |\"(\w+)\": ", path.read_text(), re.MULTILINE))
    stated = {name for pair in stated for name in pair if name}
    answers = [
        Puzzle("12.. ..3. .... ....").why(),
        Puzzle(ONE).why("r1c2"),
        Puzzle(SEVERAL).why(),
        Puzzle([[0] * 25] * 25).why(time_limit=0),
    ]

    def names(value):
        if isinstance(value, dict):
            for name, inner in value.items():
                yield name
                yield from names(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from names(inner)

    found = {name for answer in answers for name in names(answer)}
    assert {"explanation", "corrections", "changes", "cells", "gave_up"} <= found
    assert found <= stated, json.dumps(sorted(found - stated))


def test_notebooks_show_the_explanation():
    none = Puzzle("12.. ..3. .... ....").why()
    html = none._repr_html_()
    assert html.startswith("<p>no solution</p><ul>") and "<li>r2c3=3</li>" in html
    assert all(f"<li>{rule}</li>" in html for rule in none["explanation"]["rules"])
    cell = Puzzle(ONE).why("r1c2")
    assert all(f"<li>{step}</li>" in cell._repr_html_() for step in cell["explanation"]["steps"])
    for other in (Puzzle(SEVERAL).why(), Puzzle([[0] * 25] * 25).why(time_limit=0)):
        assert other._repr_html_().startswith(f"<p>{other['answer']}</p>")
