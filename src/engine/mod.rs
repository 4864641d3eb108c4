//! One face for all solvers.
