"""CPMpy's interface to the solver: with `import sudosat.cpmpy`, `Model.solve("sudosat")` uses it.

CPMpy (https://cpmpy.readthedocs.io) translates the constraints to clauses and sums for the
solvers of PySAT. `CPM_sudosat` is that translation with `sudosat.Solver` behind it, which takes
weighted sums as they are: pypblib, which CPMpy has for them, is not needed.

    pip install cpmpy python-sat
"""

import time

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.variables import boolvar
from cpmpy.solvers.pysat import CPM_pysat
from cpmpy.solvers.rc2 import CPM_rc2
from cpmpy.solvers.solver_interface import ExitStatus
from cpmpy.solvers.utils import SolverLookup
from pysat.formula import CNFPlus

import sudosat

__all__ = ["CPM_sudosat"]


class CPM_sudosat(CPM_pysat):
    """A solver of CPMpy: `CPM_sudosat(model).solve()`, with assumptions, `get_core` and
    `solveAll` as CPMpy's other solvers have them. An objective is optimized by looking for better
    solutions until there is none."""

    def __init__(self, cpm_model=None, subsolver=None):
        if subsolver is not None:
            raise NotSupportedError(f"sudosat has no solver {subsolver!r} of its own")
        super().__init__()
        self.pysat_solver.delete()
        self.pysat_solver = sudosat.Solver()
        self.name = "sudosat"
        self._objective = None
        if cpm_model is not None:
            self.add(cpm_model.constraints)
            if cpm_model.has_objective():
                self.objective(cpm_model.objective_, cpm_model.objective_is_min)

    def objective(self, expr, minimize):
        """Posts an expression to minimize or maximize, in place of the one before."""
        self._objective = expr
        weights, variables, _ = self._transform_objective(-expr if minimize else expr)
        # The sum of the weights of these literals is to be as small as possible.
        lits = [-lit for lit in self.solver_vars(variables)]
        self._costs = lits, weights
        # A model has no value of a variable that is in no clause.
        self.pysat_solver.append_formula([[lit, -lit] for lit in lits])

    _transform_objective = CPM_rc2.transform_objective

    def has_objective(self):
        """Returns `True` if there is an objective."""
        return self._objective is not None

    def solve(self, time_limit=None, assumptions=None):
        """Looks for a solution, and with an objective for the best one. A time limit in seconds
        may leave a solution that is not known to be the best: `status()` tells."""
        start, searched = time.monotonic(), self.pysat_solver.time_accum()
        is_better, best = boolvar(), None
        assumptions = None if assumptions is None else list(assumptions)
        found = super().solve(time_limit, assumptions)
        while found and self.has_objective():
            best, (lits, weights) = self.pysat_solver.get_model(), self._costs
            true = set(best)
            cost = sum(weight for lit, weight in zip(lits, weights) if lit in true)
            formula = CNFPlus()
            self._add_at_most(formula, lits, weights, cost - 1, is_better)
            self.pysat_solver.append_formula(formula)
            left = None if time_limit is None else time_limit - (time.monotonic() - start)
            if left is not None and left <= 0:
                self.cpm_status.exitstatus = ExitStatus.UNKNOWN
                break
            found = super().solve(left, [*(assumptions or ()), is_better])
        if best is not None:
            is_best = self.cpm_status.exitstatus == ExitStatus.UNSATISFIABLE
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if is_best else ExitStatus.FEASIBLE
            self.cpm_status.solve_time = self.pysat_solver.time_accum() - searched
            found = self._process_solution(best)
            self.objective_value_ = self._objective.value()
            # The bounds hold in this call only.
            self.pysat_solver.add_clause([-self.solver_var(is_better)])
        return found

    def _pysat_pseudoboolean(self, cpm_expr, conditional=None):
        """Returns a comparison of a weighted sum, under a condition if there is one."""
        total, bound = cpm_expr.args
        weights, lits = [int(weight) for weight in total.args[0]], self.solver_vars(total.args[1])
        formula = CNFPlus()
        if cpm_expr.name in ("<=", "=="):
            self._add_at_most(formula, lits, weights, int(bound), conditional)
        if cpm_expr.name in (">=", "=="):
            negated = [-lit for lit in lits]
            self._add_at_most(formula, negated, weights, sum(weights) - int(bound), conditional)
        return formula

    def _add_at_most(self, formula, lits, weights, bound, conditional):
        excess = sum(weights) - bound
        if conditional is not None and excess > 0:
            # A condition that is false leaves room for all of the others.
            lits, weights, bound = [self.solver_var(conditional), *lits], [excess, *weights], bound + excess
        formula.append([lits, bound, weights], is_atmost=True)

    @staticmethod
    def solvernames(**_):
        """Returns no names: there is one solver."""
        return []

    @staticmethod
    def version():
        """Returns the version of this package."""
        return sudosat.__version__


def _register():
    """Adds the solver to CPMpy's list, which has no entry points."""
    known = SolverLookup.base_solvers
    SolverLookup.base_solvers = classmethod(lambda cls: [*known(), ("sudosat", CPM_sudosat)])


_register()
