//! The search for the causes of a wrong formula.
//!
//! Each kind of mistake is looked for in the differences between the formula and the
//! rules, the one that changes most first; its repair is made before the next is looked
//! for. Whether the repairs together make the formula right is the caller's question.

mod clues;
mod families;
mod houses;
mod slips;

use super::cause::{Cause, End, Index, Kind};
use super::reference::Reference;
use super::work::{Repair, Work};
use crate::budget::Budget;
use crate::encode::{self, Encoding, Family};
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit, Size};

/// Looks for causes. The repairs of all of them together state at least the families of
/// the encoding that the formula is closest to, and the clues.
///
/// If the budget is exhausted the list ends early.
pub fn causes(work: &Work, budget: &Budget) -> Vec<Cause> {
    let mut search = Search {
        budget,
        work: work.clone(),
        causes: Vec::new(),
    };
    search.signs();
    search.one_sign();
    search.pairs_with_themselves();
    search.clues_in_one_clause();
    search.split();
    search.short_clauses();
    search.houses();
    search.orders();
    search.loops();
    search.slips();
    search.families();
    search.clues();
    search.causes
}

struct Search<'a> {
    budget: &'a Budget,
    /// The formula after the repairs of `causes`.
    work: Work<'a>,
    causes: Vec<Cause>,
}

impl<'a> Search<'a> {
    fn reference(&self) -> &'a Reference<'a> {
        self.work.reference
    }

    fn add(&mut self, kind: Kind, repair: Repair) {
        if self.budget.exhausted(0).is_some() {
            return;
        }
        self.work = self.work.repaired([&repair]);
        self.causes.push(Cause { kind, repair });
    }

    fn all_families(&self) -> Vec<Family> {
        let families = self.reference().families.iter();
        families.map(|(family, _)| *family).collect()
    }

    /// Returns the families that are missing: those of the encoding with the fewest of
    /// them.
    fn lacking(&self) -> Vec<Family> {
        let rules = self.reference().rules();
        let encodings = [Encoding::LECTURE, Encoding::MINIMAL, Encoding::EXTENDED];
        let fit = encodings.iter().filter(|one| one.expresses(rules).is_ok());
        let lacking = fit.map(|encoding| {
            let mut families = encoding.families(rules);
            families.retain(|&family| !self.work.states(family));
            families
        });
        lacking.min_by_key(Vec::len).unwrap_or_default()
    }

    fn lit(&self, candidate: Candidate) -> Lit {
        encode::var(candidate, self.reference().size()).positive()
    }

    /// Returns `true` if the literal's candidate is at this end of the index.
    fn is_at(&self, family: Family, lit: Lit, index: Index, end: End) -> bool {
        let Some(candidate) = self.work.candidate(lit) else {
            return false;
        };
        let rules = self.reference().rules();
        let last = rules.size().side() - 1;
        let kind = match family {
            Family::AtLeastOne(kind) | Family::AtMostOne(kind) => Some(kind),
            _ => None,
        };
        let house = kind.and_then(|kind| {
            let houses = rules.houses_of(candidate.cell).iter();
            let houses = houses.map(|&house| house as usize);
            let mut of_kind = houses.filter(|house| rules.houses_of_kind(kind).contains(house));
            of_kind.next()
        });
        let (value, last) = match (index, house) {
            (Index::Row, _) => (candidate.cell.row(), last),
            (Index::Col, _) => (candidate.cell.col(), last),
            (Index::Digit, _) => (candidate.digit.index(), last),
            (_, None) => return false,
            (Index::House, Some(house)) => {
                let kind = rules.houses()[house].kind();
                let number = rules.houses()[house].number();
                (number, rules.houses_of_kind(kind).len() - 1)
            }
            (Index::Place, Some(house)) => {
                let cells = rules.cells(house);
                let place = cells.iter().position(|&cell| cell == candidate.cell);
                (place.unwrap_or(0), cells.len() - 1)
            }
        };
        match end {
            End::First => value == 0,
            End::Last => value == last,
        }
    }
}

/// Returns the indices and ends of loops, in the order in which they are tried.
fn ends() -> impl Iterator<Item = (Index, End)> {
    let indices = [
        Index::Row,
        Index::Col,
        Index::Digit,
        Index::House,
        Index::Place,
    ];
    let ends = [End::Last, End::First].into_iter();
    ends.flat_map(move |end| indices.into_iter().map(move |index| (index, end)))
}

fn indices(candidate: Candidate) -> [usize; 3] {
    let Candidate { cell, digit } = candidate;
    [cell.row(), cell.col(), digit.index()]
}

/// Returns the candidate with these indices, if they are in the grid.
fn candidate([row, col, digit]: [usize; 3], size: Size) -> Option<Candidate> {
    let is_inside = row < size.side() && col < size.side() && digit < size.side();
    is_inside.then(|| Candidate::new(Cell::new(row, col), Digit::from_index(digit)))
}
