//! Exact cover: choose options so that every item is covered exactly once.
