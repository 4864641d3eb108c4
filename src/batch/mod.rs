//! Many puzzles: corpora, parallel runs, reports.
