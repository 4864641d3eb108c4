"""The notebook's code, run from top to bottom."""

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parent.parent / "examples" / "sudoku_as_sat.ipynb"


def test_the_notebook_runs(capsys):
    names = {}
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        assert not cell.get("outputs"), "outputs are not kept: they would grow old"
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "64 variables, 164 clauses"
    assert "can also be" not in " ".join(printed)
    assert "solved, True, cross-checked by planes" in printed
    assert "['r1c1=1', 'r1c4=1']" in printed
    assert any(line.startswith("hardest technique: ") for line in printed)
    assert printed[-2] == "1 solution(s)"
