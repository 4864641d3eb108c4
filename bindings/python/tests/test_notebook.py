"""The notebooks' code, run from top to bottom: by Python, and by Jupyter where it is installed."""

import json
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parent.parent / "examples"

# What the code of each notebook prints, among other lines.
PRINTED = {
    "sudoku_as_sat": [
        "64 variables, 164 clauses",
        "solved, True, cross-checked by planes",
        "['r1c1=1', 'r1c4=1']",
        "1 solution(s)",
    ],
    "lesson_1_backtracking": [
        "+ r1c1=3",
        "4 cells: 6 comparisons, n(n-1)/2 = 6",
        "9 cells: 36 comparisons, n(n-1)/2 = 36",
    ],
    "lesson_2_sat": [
        "64 variables, 164 clauses",
        "16 16 16 16 96",
        "missing: set()",
        "the clues: [[5], [10], [32], [54]]",
        "conflict: ['r1c4≠3', 'r1c4≠4']",
        "learned: ['r1c1≠1']",
    ],
    "lesson_3_pigeonholes": [
        "[[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]]",
        "violated: []",
        "no solution",
    ],
    "lesson_4_exact_cover": [
        "['A', 'B', 'D']",
        "[['E', 'D', 'B']]",
        "[[4, 1, 5]]",
        "root -> A -> C  and B still knows A and C",
        "64 rows without clues, 64 columns, 52 rows with them",
        "1 cover",
    ],
    "lesson_5_proofs": [
        "accepted",
        "step 1 does not follow: []",
        "step 1 does not follow: [-1]",
    ],
    "lesson_6_counting": [
        "12 solutions in 13 calls",
        "288 solutions in 289 calls; 288",
        "1234341221434321 96",
        "1234341223414123 192",
        "288 covers",
        "576 Latin squares",
    ],
}


def test_every_notebook_is_here():
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == set(PRINTED)


@pytest.mark.parametrize("name", PRINTED)
def test_a_notebook_runs(name, capsys):
    names = {}
    for cell in json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs"), "outputs are not kept: they would grow old"
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    printed = capsys.readouterr().out.splitlines()
    for line in PRINTED[name]:
        assert line in printed, "\n".join(printed)


@pytest.mark.parametrize("name", PRINTED)
def test_a_notebook_runs_in_jupyter(name):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300).execute()
