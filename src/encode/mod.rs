//! The reductions to SAT and to exact cover, and every way back.
