"""The stubs against the module: the same names, the same documentation."""

import ast
import inspect
from pathlib import Path

import pytest

import sudosat


def stub():
    # In the wheel the stubs stand beside the module.
    path = Path(sudosat.__file__).with_suffix(".pyi")
    if not path.exists():
        pytest.skip(f"{path} is not installed")
    return ast.parse(path.read_text())


def words(text):
    return " ".join((text or "").split())


def members(node):
    """The functions of a class by name, without overloads."""
    return {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}


def test_the_stubs_have_the_names_and_texts_of_the_module():
    documented = 0
    names = set()
    for node in stub().body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
            continue
        names.add(node.name)
        ours = getattr(sudosat, node.name)
        if words(ast.get_docstring(node)):
            assert words(ast.get_docstring(node)) == words(ours.__doc__), node.name
            documented += 1
        if not isinstance(node, ast.ClassDef) or issubclass(ours, Exception):
            continue
        public = {name for name in vars(ours) if not name.startswith("_")}
        stated = members(node)
        assert public == {name for name in stated if not name.startswith("_")}, node.name
        for name in public:
            text = words(ast.get_docstring(stated[name]))
            assert text == words(inspect.getdoc(getattr(ours, name))), name
            assert text, f"{node.name}.{name} has no documentation"
            documented += 1
    assert names == set(sudosat.__all__) - {"__version__"}
    assert documented > 60
    assert words(ast.get_docstring(stub())) == words(sudosat.__doc__)


def test_the_package_says_that_it_has_types():
    assert stub()
    assert (Path(sudosat.__file__).parent / "py.typed").exists()
