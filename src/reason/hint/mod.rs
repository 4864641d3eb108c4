//! The next step of a person who solves the puzzle, and why it is right.
//!
//! [`Marks`] are the pencil marks: the digits that are left in each cell.
//! [`TECHNIQUES`] lists the techniques, the easiest first, each a function that
//! looks for one [`Deduction`] in the marks. [`Ladder`] takes the first technique
//! that finds one and goes on from there. [`check`] checks a step, and
//! [`words`] puts it into sentences. [`hints`] returns the steps of a puzzle, each
//! checked, and compared with the solution where there is only one.
//!
//! Every technique is found by its definition over the houses of the puzzle, so
//! it applies to grids of any size and to houses of any form. Houses of N cells
//! hold each digit once. Smaller houses hold no digit twice. Two cells *see* each
//! other if they can't hold the same digit: because they share a house, or by a
//! rule for two cells.
//!
//! The names are those of Sudopedia and of HoDoKu's pages on techniques; each
//! file says what its techniques are.

mod arrangements;
mod assumptions;
mod board;
mod chains;
mod check;
mod colouring;
mod combinations;
mod deduction;
mod fish;
mod hints;
#[cfg(feature = "json")]
mod json;
mod ladder;
mod links;
mod locked;
mod marks;
mod relations;
mod singles;
mod stuck;
mod subsets;
mod sums;
mod table;
mod uniqueness;
mod units;
mod wings;
mod words;

pub use board::Board;
pub use check::{agrees, check, check_lines};
pub(super) use combinations::table as combinations;
pub use deduction::{Case, Consequence, Deduction, Reason, Why};
pub use hints::{Cause, Ends, Hints, Known, NoHints, Options, hints};
pub use ladder::{Ladder, Next, Step};
pub(super) use marks::bits;
pub use marks::{Contradiction, MAX_SIDE, Marks};
pub(super) use relations::pair;
pub use stuck::Stuck;
pub use table::{TECHNIQUES, Technique};
pub use units::By;
pub use words::{impossible, of_check, words};
