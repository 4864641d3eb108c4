//! Langford's pairs: two of each number from 1 to n in a row, with k numbers
//! between the two k's. There are solutions if n mod 4 is 0 or 3.
//!
//! Items are the numbers and the slots `s1` to `s2n`; an option is a number
//! with two slots.

use super::draft::Draft;
use super::{Family, Instance, MAX_SQUARES, ProblemError};
use crate::cover::picture::{Canvas, Hues, Walls};

pub(super) const FAMILY: Family = Family {
    name: "langford",
    arguments: "N[,reduced]",
    title: "Langford's pairs: k numbers between the two k's; reduced: one of each and its reverse",
    build: |arguments| {
        let n = arguments.number(1..=MAX_SQUARES / 2)?;
        let reduced = arguments.flag("reduced");
        arguments.end()?;
        langford(n, reduced)
    },
};

/// Returns the problem of Langford's pairs up to n. If `reduced`, the largest
/// odd number starts in the left half: its slots are then nearer to the left
/// end than to the right one, so exactly one of a sequence and its reverse is a
/// solution.
///
/// # Errors
/// If n is 0, or the problem would be too large.
pub fn langford(n: usize, reduced: bool) -> Result<Instance, ProblemError> {
    if n == 0 || n > MAX_SQUARES / 2 {
        return Err(ProblemError::TooLarge);
    }
    let title = format!("Langford's pairs up to {n}");
    let mut canvas = Canvas::new(title, Walls::Regions, Hues::Marks);
    canvas.rectangle(1, 2 * n);
    let mut draft = Draft::new(canvas);
    let numbers = draft.primaries((1..=n).map(|number| number.to_string()))?;
    let slots = draft.primaries((1..=2 * n).map(|slot| format!("s{slot}")))?;
    let largest_odd = n - usize::from(n.is_multiple_of(2));
    for (number, &item) in (1..).zip(&numbers) {
        let mark = draft.canvas.mark(&number.to_string(), number);
        let mut starts = (2 * n - number).saturating_sub(1);
        if reduced && number == largest_odd {
            starts /= 2;
        }
        for first in 0..starts {
            let second = first + number + 1;
            let items = [item, slots[first], slots[second]];
            draft.option(items, [(first, mark), (second, mark)])?;
        }
    }
    Ok(draft.finish())
}
