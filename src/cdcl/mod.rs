//! Our SAT solver: conflict-driven clause learning.
