//! Seeing: a run, step by step, in words.
