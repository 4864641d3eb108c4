//! The sets that `why` finds in damaged puzzles, by the example program on a few of each
//! kind: each clue is needed where all rules hold, too.

#[allow(dead_code)] // the example's `main` is not called here
#[path = "../examples/why_damaged.rs"]
mod program;

use crate::fuzzing::pace::rounds;

#[test]
fn clashes_and_correction_sets_are_minimal() {
    program::run(rounds(12) as usize, 1, 9).unwrap();
}
