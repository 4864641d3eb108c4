"""Sudoku as SAT and as exact cover, with every answer checked; an incremental SAT solver."""

from .sudosat import *
from .sudosat import __all__
