"""The dictionaries that `Puzzle.hint` and `Puzzle.why` return, as notebooks show them."""

from html import escape


def _list(tag, lines):
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<{tag}>{items}</{tag}>" if items else ""


class Hint(dict):
    """Steps in words, and the grid after them."""

    def _repr_html_(self):
        steps = _list("ol", (step["words"] for step in self["steps"]))
        return f"<p>{escape(self['state'])}</p>{steps}{self['grid']._repr_html_()}"


class Why(dict):
    """The answer, and the clues, rules and steps that explain it."""

    def _repr_html_(self):
        explanation = self.get("explanation", {})
        clues = (f"{clue['cell']}={clue['digit']}" for clue in explanation.get("clues", []))
        given = _list("ul", [*clues, *explanation.get("rules", [])])
        steps = _list("ol", explanation.get("steps", []))
        return f"<p>{escape(self['answer'])}</p>{given}{steps}"
