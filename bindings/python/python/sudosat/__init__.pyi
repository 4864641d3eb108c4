"""Sudoku as SAT and as exact cover, with every answer checked; an incremental SAT solver."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, Optional, Protocol, TypedDict, TypeVar, Union, final, overload

__version__: str
__all__ = [
    "Cover",
    "EngineError",
    "Formula",
    "Grid",
    "InputError",
    "Models",
    "Puzzle",
    "Result",
    "Solver",
    "WrongAnswer",
    "__version__",
    "cover",
    "verify",
]

class _HasClauses(Protocol):
    @property
    def clauses(self) -> Iterable[Iterable[int]]: ...

_Clauses = Union[Iterable[Iterable[int]], _HasClauses]
class _HasArray(Protocol):
    def to_numpy(self) -> Any: ...

_Cell = Union[int, float, str, None]
_Rows = Union[Iterable[Iterable[_Cell]], Iterable[_Cell], _HasArray]
_Path = Union[str, PathLike[str]]
_Name = TypeVar("_Name", bound=Hashable)
_Self = TypeVar("_Self", bound="Solver")
_Format = Literal["drat", "lrat", "veripb"]

class _Propagator(Protocol):
    def check_model(self, model: list[int], /) -> bool: ...

class _Candidate(TypedDict):
    cell: str
    digit: int

class _OpenCell(TypedDict):
    cell: str
    possible: list[int]

class _Explanation(TypedDict, total=False):
    cell: str
    digit: int
    holds: bool
    clues: list[_Candidate]
    rules: list[str]
    minimal: bool
    smallest: bool
    steps: list[str]
    complete: bool
    end: str
    cases: list[str]
    by_contradiction: bool
    by_steps: _Explanation

class _Direct(TypedDict):
    rules: list[str]
    words: str

class _Relaxed(TypedDict):
    rule: str
    unique: Optional[bool]
    solution: list[list[int]]

class _Correction(TypedDict):
    clues: list[_Candidate]
    missing: list[_Candidate]
    smallest: bool
    unique: Optional[bool]
    solution: list[list[int]]

_Change = TypedDict(
    "_Change",
    {
        "change": Literal["swapped", "shifted", "digit", "sum", "rows", "moved"],
        "cell": str,
        "cells": list[str],
        "digit": int,
        "direction": Literal["left", "right"],
        "from": str,
        "rows": list[int],
        "sum": int,
        "to": str,
    },
    total=False,
)

class _WhyAnswer(TypedDict):
    answer: Literal["no solution", "one solution", "several solutions", "unknown"]

class _Why(_WhyAnswer, total=False):
    solution: list[list[int]]
    explanation: _Explanation
    by_rules: bool
    by_marks: bool
    without_marks: bool
    direct: list[_Direct]
    relaxed: list[_Relaxed]
    relaxed_complete: bool
    corrections: list[_Correction]
    corrections_complete: bool
    changes: list[_Change]
    changes_complete: bool
    possible: list[int]
    cells: list[_OpenCell]
    cells_complete: bool
    add: list[_Candidate]
    minimal: bool
    smallest: bool
    gave_up: str

class _Step(TypedDict, total=False):
    technique: str
    cost: int
    assumes_unique: bool
    words: str
    placement: _Candidate
    eliminations: list[_Candidate]
    cells: list[str]
    houses: list[str]

class _StuckAnswer(TypedDict):
    cell: str
    digits: list[int]
    words: str

class _Stuck(_StuckAnswer, total=False):
    digit: int

class _HintAnswer(TypedDict):
    size: int
    clues: int
    state: Literal["open", "solved", "no solution", "needs search", "stopped"]
    unique: bool
    solutions: Literal["none", "one", "several", "unknown"]
    steps: list[_Step]
    grid: Puzzle

class _Hint(_HintAnswer, total=False):
    gave_up: str
    stuck: _Stuck

class _RatingAnswer(TypedDict):
    size: int
    clues: int

# "class" is a keyword of Python, so these fields are not written as a class.
_RatingClass = TypedDict(
    "_RatingClass",
    {
        "class": Literal["singles", "failed literals", "search"],
    },
    total=False,
)

class _Rating(_RatingAnswer, _RatingClass, total=False):
    error: str
    score: int
    hardest: Optional[str]
    solved: bool
    rounds: int
    guesses: int
    backdoor: Optional[int]
    conflicts: int
    nodes: int
    steps: dict[str, int]

class _Minimized(TypedDict, total=False):
    solutions: Literal["one", "none", "several"]
    clues: int
    minimal: bool
    needless: list[str]
    left: int
    grid: Puzzle
    gave_up: str

class InputError(ValueError):
    """A text or file that is not what was expected. `name`, `line` and `column` say where
    (`None` if the error has no place), `message` says what was found and expected.
    """
    name: str
    line: Optional[int]
    column: Optional[int]
    message: str

class EngineError(RuntimeError):
    """An engine gave no answer that can be used: it is not installed, failed, or gave a wrong
    answer.
    """
class WrongAnswer(ValueError):
    """A grid that does not solve the puzzle; the text says which rule or clue it breaks."""

@final
class Puzzle:
    """A Sudoku puzzle of any size and rules, from a text in any usual form, from rows of digits
    from 1 in which 0 or `None` is a blank, or from a list of all digits row by row. Rows may be
    lists, arrays or tables, as a `DataFrame`; missing values are blanks, and digits may be floats
    and texts.

    `rules` are statements such as `"diagonal; anti-knight"`, which are added to the rules that the
    text states. `symbols` are the symbols of the grid (`"1-G"`, `"0-F"`, or all of them in their
    order), where the text can be read in two ways; a puzzle of rows is only printed in them.
    `str()` prints the puzzle in rows, and notebooks draw it.
    """
    def __new__(
        cls, text: Union[str, _Rows], *, rules: Optional[str] = None, symbols: Optional[str] = None
    ) -> Puzzle: ...
    @staticmethod
    def from_file(
        path: _Path, *, rules: Optional[str] = None, symbols: Optional[str] = None
    ) -> Puzzle:
        """Reads the only puzzle of a file, which may be compressed."""
    @staticmethod
    def all_from_file(
        path: _Path, *, rules: Optional[str] = None, symbols: Optional[str] = None
    ) -> list[Puzzle]:
        """Reads all puzzles of a file."""
    @property
    def size(self) -> int:
        """The number N of digits, and of rows and columns of a grid."""
    @property
    def rules(self) -> list[str]:
        """The rules as statements, which `rules` accepts again."""
    @property
    def rows(self) -> list[list[Optional[int]]]:
        """The rows, each a list of digits from 1, with `None` for a blank and where several grids
        leave a gap.
        """
    @property
    def clues(self) -> int:
        """The number of clues."""
    @property
    def line(self) -> str:
        """The puzzle on one line, as lists of puzzles have it."""
    def encode(self, encoding: str = "lecture", *, at_most_one: str = "pairwise") -> Formula:
        """Returns the puzzle's formula in an encoding: `"lecture"`, `"minimal"`, `"extended"`
        or `"strengthened"`. `at_most_one` is the encoding of its at-most-one constraints:
        `"pairwise"`, `"sequential"`, `"product"`, `"commander"` or `"bitwise"`.
        """
    def solve(
        self,
        engine: str = "cdcl",
        *,
        unique: bool = False,
        count: int = 1,
        time_limit: Optional[float] = None,
        prove: bool = False,
    ) -> Result:
        """Solves the puzzle with an engine of the program, by default `"cdcl"`. Every solution
        is checked against the rules.

        `unique` looks for a second solution, `count` is the largest number of solutions that
        are looked for, and `time_limit` is in seconds. That there are no (more) solutions is
        confirmed by a second search where that is possible; with `prove`, an engine that writes
        proofs proves it, and the proof is checked. `Result.evidence` says which.
        """
    def check(self, answer: Union[Grid, str, _Rows]) -> None:
        """Raises `WrongAnswer` if an answer does not solve the puzzle. The answer is a grid, a
        text in the puzzle's symbols, or rows of digits from 1.
        """
    def why(
        self,
        cell: Optional[str] = None,
        *,
        smallest: bool = False,
        limit: int = 10,
        time_limit: Optional[float] = None,
    ) -> _Why:
        """Returns why the puzzle has no solution, how its solutions differ, or with a cell (as
        `"r3c5"`, `"r3c5=7"` or `"r3c5!=7"`) why the cell has its digit, or does not have the
        given one. All that is returned is checked.

        The dictionary has the fields of `sudosat why --json`, which docs/JSON.md describes, as
        `answer`, `explanation`, `corrections`, `changes`; cells are strings as `"r3c5"`.
        `smallest` searches for a set with the fewest clues and rules, `limit` is the largest
        number of corrections and of changes, and `time_limit` is in seconds.
        """
    def hint(
        self, *, all: bool = False, uniqueness: bool = True, time_limit: Optional[float] = None
    ) -> _Hint:
        """Returns the next step in solving the puzzle, as a person takes it, or with `all` all
        steps. Each step is of the easiest technique that applies, and is checked.

        The dictionary has the fields of `sudosat hint --json`, which docs/JSON.md describes, as
        `steps`, `state`, `solutions`; `grid` is the puzzle after the steps. `uniqueness` allows
        techniques that assume a single solution, which are used only if a search has confirmed
        it, and `time_limit` is in seconds.
        """
    def rate(self, *, time_limit: Optional[float] = None) -> _Rating:
        """Returns how hard the puzzle is: for a person, by the techniques of `hint`, and for
        solvers, by propagation and search.

        The dictionary has the fields of `sudosat rate --json`, which docs/JSON.md describes, as
        `score`, `hardest`, `class`. A puzzle that does not have exactly one solution has no
        rating, and `error` says so. `time_limit` is in seconds.
        """
    def minimize(
        self,
        *,
        check: bool = False,
        tries: int = 1,
        seed: int = 0,
        time_limit: Optional[float] = None,
    ) -> _Minimized:
        """Drops clues that the puzzle does not need, in random order, as long as one solution
        remains. Of `tries` orders, the result with the fewest clues is returned; `seed` is that
        of the first. With `check` nothing is dropped: `minimal` says if every clue is needed,
        and `needless` lists those of which any single one could be dropped.

        The dictionary has the fields of `sudosat minimize --json`, which docs/JSON.md
        describes; `grid` is the minimal puzzle. If there is no solution or several,
        `solutions` says so. `time_limit` is in seconds; if it is reached, `gave_up` is all.
        """
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Grid(Sequence[list[int]]):
    """A filled grid: a sequence of rows, each a list of digits from 1. `str()` prints it in the
    symbols of its puzzle.
    """
    @property
    def rows(self) -> list[list[int]]:
        """The rows, each a list of digits from 1, with `None` where several grids leave a gap."""
    @property
    def line(self) -> str:
        """The grid on one line, as lists of puzzles have it."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int, /) -> list[int]: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[list[int]]: ...
    def __contains__(self, row: object, /) -> bool: ...
    def __iter__(self) -> Iterator[list[int]]: ...
    def __reversed__(self) -> Iterator[list[int]]: ...
    def index(self, row: Any, start: int = ..., stop: int = ..., /) -> int:
        """Returns the index of the first row that equals `row`, as lists do."""
    def count(self, row: Any) -> int:
        """Returns the number of rows that equal `row`."""
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Result:
    """The answer of `Puzzle.solve`."""
    @property
    def status(self) -> Literal["solved", "several", "none", "unknown"]:
        """`"solved"` if one solution was found, `"several"` if more were, `"none"` if there is
        none, `"unknown"` if the search ended first.
        """
    @property
    def grid(self) -> Optional[Grid]:
        """The first solution, or `None`."""
    @property
    def grids(self) -> list[Grid]:
        """All solutions that were found."""
    @property
    def is_unique(self) -> Optional[bool]:
        """`True` if there is one solution and no more, `False` if there is none or several,
        `None` if this is not known: `solve` looks for a second solution only with `unique`.
        """
    @property
    def evidence(self) -> Optional[str]:
        """The evidence that these are all solutions: `"search exhausted"`,
        `"cross-checked by …"`, `"proof checked"`, `"clues clash"`, or `"not verified"`.
        `None` if there may be more solutions. Each solution listed is always checked.
        """
    @property
    def reason(self) -> Optional[str]:
        """The reason why there is no answer or no complete one, as `"out of time"`, or `None`."""
    @property
    def engine(self) -> str:
        """The name of the engine."""
    @property
    def steps(self) -> dict[str, int]:
        """The engine's own counts of its steps, by name."""
    @property
    def seconds(self) -> float:
        """The time in seconds, with all checks."""
    def _repr_html_(self) -> str: ...

@final
class Formula:
    """The formula of a puzzle. It has what PySAT's solvers take: `clauses`, and iteration over
    the clauses.
    """
    @property
    def variables(self) -> int:
        """The number of variables."""
    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, a list of lists of literals."""
    @property
    def encoding(self) -> str:
        """The name of the encoding."""
    def to_dimacs(self) -> str:
        """The formula as text in DIMACS. Its comments contain the puzzle, so that `sudosat
        decode` needs nothing else.
        """
    def write(self, path: _Path, *, force: bool = False) -> None:
        """Writes the formula to a file in DIMACS, completely or not at all. A name that ends in
        `.gz` or `.xz` is compressed. An existing file is only replaced with `force`.
        """
    def variable(self, row: int, column: int, digit: int) -> int:
        """Returns the variable that says that a cell holds a digit. All three are numbered from
        1.
        """
    def meaning(self, variable: int) -> Optional[tuple[int, int, int]]:
        """Returns `(row, column, digit)` of a variable, or `None` for an auxiliary variable."""
    def decode(self, model: Iterable[int]) -> Grid:
        """Returns the grid of a model: an iterable of literals, from any solver."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[list[int]]: ...

class Solver:
    """An incremental SAT solver with the methods of PySAT's solvers. Literals are integers: 5 is
    variable 5, -5 its negation.

    `bootstrap_with` is an iterable of clauses, such as PySAT's formulas are, or an object with the
    attribute `clauses`. With `with_proof`, the solver records a proof for `get_proof`: in DRAT if
    it is `True`, or in the format that it names, `"drat"`, `"lrat"` or `"veripb"`. `use_timer`,
    `incr`, `warm_start`, `native_card` and `sync_with` have no effect: the time is always measured,
    each call starts from what the calls before it learned, at-most-k constraints are always there,
    and the solver makes no variables of its own. A name, which PySAT's class `Solver` takes as its
    first argument or as `name`, has no effect either: there is one solver here.

    A search runs without the GIL, and Ctrl-C ends it. The methods are for one thread at a time;
    only `interrupt` may be called while another thread searches.

    A solver can be copied and pickled, as its clauses and constraints with its settings. The copy
    starts anew: learned clauses, the last answer, phases, budgets and statistics are left out. With
    a propagator that is an error.
    """
    @overload
    def __init__(
        self,
        bootstrap_with: Optional[_Clauses] = None,
        use_timer: bool = False,
        incr: bool = False,
        with_proof: Union[bool, _Format] = False,
        warm_start: bool = False,
        *,
        name: Optional[str] = None,
        native_card: bool = False,
        sync_with: object = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        name: str,
        /,
        bootstrap_with: Optional[_Clauses] = None,
        use_timer: bool = False,
        incr: bool = False,
        with_proof: Union[bool, _Format] = False,
        warm_start: bool = False,
        *,
        native_card: bool = False,
        sync_with: object = None,
    ) -> None: ...
    def __enter__(self: _Self) -> _Self: ...
    def __exit__(
        self,
        kind: Optional[type[BaseException]] = None,
        exception: Optional[BaseException] = None,
        traceback: Optional[TracebackType] = None,
    ) -> None: ...
    def __getstate__(self) -> dict[str, Any]: ...
    def __setstate__(self, copied: dict[str, Any], /) -> None: ...
    def delete(self) -> None:
        """Frees the memory of the solver, which can't be used after that."""
    def add_clause(self, clause: Iterable[int], no_return: bool = True) -> Optional[bool]:
        """Adds a clause, an iterable of literals. With `no_return=False`, returns `False` if unit
        propagation refutes the formula, and otherwise `True`.
        """
    def append_formula(self, formula: _Clauses, no_return: bool = True) -> Optional[bool]:
        """Adds all clauses of an iterable, such as PySAT's formulas are, or of the attribute
        `clauses` of an object without iteration. `no_return` as in `add_clause`.
        """
    def add_atmost(
        self,
        lits: Iterable[int],
        k: int,
        weights: Optional[Iterable[int]] = None,
        no_return: bool = True,
    ) -> Optional[bool]:
        """Adds that at most `k` of the literals are true, or with `weights` that the weights of the
        true ones sum up to at most `k`. A literal may occur several times. The
        solver counts with `k=1` without weights; proofs in DRAT and LRAT take no other. `no_return` as
        in `add_clause`.
        """
    def supports_atmost(self) -> bool:
        """`True`: `add_atmost` takes any `k`, and weights."""
    def activate_atmost(self) -> None:
        """Does nothing: `add_atmost` is always there."""
    def add_xor_clause(self, lits: Iterable[int], value: bool = True) -> None:
        """Adds that an odd number of the literals is true, or with `value=False` an even number. Up
        to 6 literals become clauses; more of them can't be used with `with_proof`.
        """
    def start_mode(self, warm: bool = False) -> None:
        """Does nothing: each call starts from what the calls before it learned."""
    def configure(self, parameters: dict[str, Union[str, int, bool, None]]) -> None:
        """Sets settings of the solver, before the first clause. The names and values are those of
        the options of `sudosat sat`, as `{"restart-interval": 10, "vivify-interval": None}`; `None`
        means never. Those of other solvers are an error.
        """
    def connect_propagator(self, propagator: _Propagator) -> None:
        """Connects a propagator, an object with the methods of PySAT's `pysat.engines.Propagator`,
        which takes part in later searches and in `propagate`. Only `check_model` has to be there.
        It observes no variables yet: see `observe`. A propagator that was connected before is
        disconnected.

        Reasons are asked for at once. An exception of a method ends the search and is raised by it;
        the propagator then has to be connected again. Clauses that it adds stay. A proof is one of
        the formula with these clauses.
        """
    def disconnect_propagator(self) -> None:
        """Disconnects the propagator, if there is one. No variable is observed after that."""
    def enable_propagator(self) -> None:
        """Lets the propagator take part in the search. During a search this begins at the next
        return to level 0.
        """
    def disable_propagator(self) -> None:
        """Lets the propagator check models only. During a search this begins at the next return to
        level 0.
        """
    def propagator_active(self) -> bool:
        """Returns `True` if the propagator takes part in the search, `False` if it checks models
        only.
        """
    def observe(self, var: int) -> None:
        """Lets the propagator observe a variable: `on_assignment` is called for its literals."""
    def ignore(self, var: int) -> None:
        """Ends the observation of a variable."""
    def reset_observed(self) -> None:
        """Ends the observation of all variables."""
    def is_decision(self, lit: int) -> bool:
        """Returns `True` if the literal's variable, which is observed, got its value by a decision.
        For the methods of a propagator.
        """
    def solve(self, assumptions: Optional[Iterable[int]] = None) -> Optional[bool]:
        """Looks for a model in which all assumptions are true. Returns `True` if there is one,
        `False` if there is none, `None` after `interrupt`.
        """
    def solve_limited(
        self, assumptions: Optional[Iterable[int]] = None, expect_interrupt: bool = False
    ) -> Optional[bool]:
        """Solves like `solve`, within the limits of `conf_budget`, `prop_budget` and `dec_budget`.
        Returns `None` if a limit was reached. `interrupt` needs no `expect_interrupt`.
        """
    def conf_budget(self, budget: int = -1) -> None:
        """Limits the conflicts of each later call of `solve_limited`; 0 or -1 is no limit."""
    def prop_budget(self, budget: int = -1) -> None:
        """Limits the propagations of each later call of `solve_limited`; 0 or -1 is no limit."""
    def dec_budget(self, budget: int = -1) -> None:
        """Limits the decisions of each later call of `solve_limited`; 0 or -1 is no limit."""
    def interrupt(self) -> None:
        """Ends the search that is running in another thread, and every later one until
        `clear_interrupt`.
        """
    def clear_interrupt(self) -> None:
        """Allows searches again after `interrupt`."""
    def propagate(
        self, assumptions: Optional[Iterable[int]] = None, phase_saving: int = 0
    ) -> tuple[bool, list[int]]:
        """Returns what unit propagation of the assumptions gives: `False` if it ends in a conflict,
        else `True`, and the literals that became true, assumptions included. Literals that are true
        without assumptions are left out. With `phase_saving` 1 or 2, later searches try these
        values first.
        """
    def set_phases(self, literals: Optional[Iterable[int]] = None) -> None:
        """Sets for each literal's variable the value to try first."""
    def get_status(self) -> Optional[bool]:
        """The answer of the last call: `True`, `False`, or `None` if there was none."""
    def get_model(self) -> Optional[list[int]]:
        """Returns the model that the last call found, a list with a literal for each variable, or
        `None`.
        """
    def get_core(self) -> Optional[list[int]]:
        """Returns assumptions of the last call that can't all be true, if it returned `False`, and
        otherwise `None`. The list is empty if the clauses alone have no model.
        """
    def get_proof(self) -> Optional[list[str]]:
        """Returns the lines of the proof until the end of the last call, in the format that
        `with_proof` asked for, or `None` without it. `sudosat.verify` checks it. In VeriPB's format
        the solver counts as without a proof; in DRAT and LRAT it does not count.
        """
    def enum_models(self, assumptions: Optional[Iterable[int]] = None) -> Models:
        """Returns an iterator over the models, in which all assumptions are true. A clause that
        excludes it is added for each model before the next is looked for. After `interrupt` the
        iterator raises `RuntimeError`, because there may be more models; `get_status` is then
        `None`, and after `clear_interrupt` the iteration can go on.
        """
    def nof_vars(self) -> int:
        """The highest variable of all clauses and assumptions."""
    def nof_clauses(self) -> int:
        """The number of clauses added."""
    def accum_stats(self) -> dict[str, int]:
        """The numbers of restarts, conflicts, decisions and propagations of all calls, as a
        dictionary.
        """
    def time(self) -> float:
        """The time of the last call in seconds, by the clock."""
    def time_accum(self) -> float:
        """The time of all calls in seconds, by the clock."""

@final
class Models:
    """An iterator over models, made by `Solver.enum_models`."""
    def __iter__(self) -> Models: ...
    def __next__(self) -> list[int]: ...

@final
class Cover:
    """An iterator over the solutions of an exact cover, made by `cover`."""
    def __iter__(self) -> Cover: ...
    def __next__(self) -> list[Any]: ...

@overload
def cover(
    items: Iterable[Hashable],
    options: Mapping[_Name, Iterable[Hashable]],
    *,
    secondary: Optional[Iterable[Hashable]] = None,
) -> Iterator[list[_Name]]:
    """Returns an iterator over the exact covers: choices of options in which each item is in
    one option, and each secondary item in at most one. Found by Knuth's dancing links.

    Items are any hashable objects. An option is an iterable of items. If `options` is a
    mapping, a solution is a list of its keys, and otherwise a list of indices from 0.
    """
@overload
def cover(
    items: Iterable[Hashable],
    options: Iterable[Iterable[Hashable]],
    *,
    secondary: Optional[Iterable[Hashable]] = None,
) -> Iterator[list[int]]:
    """Returns an iterator over the exact covers: choices of options in which each item is in
    one option, and each secondary item in at most one. Found by Knuth's dancing links.

    Items are any hashable objects. An option is an iterable of items. If `options` is a
    mapping, a solution is a list of its keys, and otherwise a list of indices from 0.
    """

def verify(formula: _Clauses, proof: Union[str, bytes, Iterable[str]]) -> Literal[True]:
    """Checks a proof that a formula has no model. Returns `True`, or raises `WrongAnswer` with the
    step that is wrong or missing.

    The formula is an iterable of clauses, or for a proof in the format of VeriPB also PySAT's
    `CNFPlus`, whose at-most-k constraints come after the clauses. The proof is in DRAT, LRAT or the
    format of VeriPB, as a text, as `bytes`, or as the lines that `Solver.get_proof` returns. The
    checkers share no code with the solver.
    """
