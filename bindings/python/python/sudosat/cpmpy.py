"""CPMpy's interface to the solver: with `import sudosat.cpmpy`, `Model.solve("sudosat")` uses it.

CPMpy (https://cpmpy.readthedocs.io) translates the constraints to clauses and sums for the
solvers of PySAT. `CPM_sudosat` is that translation with `sudosat.Solver` behind it, which takes
weighted sums as they are: pypblib, which CPMpy has for them, is not needed.

    pip install cpmpy python-sat
"""

from cpmpy.exceptions import NotSupportedError
from cpmpy.solvers.pysat import CPM_pysat
from cpmpy.solvers.utils import SolverLookup
from pysat.formula import CNFPlus

import sudosat

__all__ = ["CPM_sudosat"]


class CPM_sudosat(CPM_pysat):
    """A solver of CPMpy: `CPM_sudosat(model).solve()`, with assumptions, `get_core` and
    `solveAll` as CPMpy's other solvers have them, and no objectives."""

    def __init__(self, cpm_model=None, subsolver=None):
        if subsolver is not None:
            raise NotSupportedError(f"sudosat has no solver {subsolver!r} of its own")
        if cpm_model is not None and cpm_model.has_objective():
            raise NotSupportedError("sudosat has no objectives")
        super().__init__()
        self.pysat_solver.delete()
        self.pysat_solver = sudosat.Solver()
        self.name = "sudosat"
        if cpm_model is not None:
            self.add(cpm_model.constraints)

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
