//! The size of a formula without writing it: in closed form for houses, counted for
//! pairs and tables.

use super::clauses::{all_values, automaton, for_new_pairs, num_aux};
use super::family::tables_of;
use super::{Encoding, Family, Layout, Part};
use crate::formula::Var;
use crate::sudoku::rules::Regions;
use crate::sudoku::{HouseKind, Puzzle, Rules};
use std::convert::Infallible;

/// The numbers of variables, clauses and literals of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FormulaSize {
    /// The highest variable number, which the DIMACS header states.
    pub vars: u64,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals of all clauses.
    pub lits: u64,
}

impl FormulaSize {
    /// Returns the size of a formula of `num_vars` variables without clauses.
    pub(super) fn of_vars(num_vars: usize) -> FormulaSize {
        FormulaSize {
            vars: num_vars as u64,
            clauses: 0,
            lits: 0,
        }
    }

    /// Checks that the variables fit into the numbers that solvers take.
    ///
    /// # Errors
    /// If there are too many.
    pub fn fits(self) -> Result<(), TooManyVars> {
        if self.vars > Var::LIMIT as u64 {
            return Err(TooManyVars(self.vars));
        }
        Ok(())
    }

    /// Returns the approximate number of bytes that a [`crate::formula::Cnf`] of this
    /// size takes.
    pub fn memory(self) -> u64 {
        let lits = self.lits.saturating_mul(4);
        lits.saturating_add(self.clauses.saturating_mul(8))
    }
}

/// A formula would have more variables than [`Var::LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula would have {0} variables, and solvers take at most {limit}", limit = Var::LIMIT)]
pub struct TooManyVars(pub u64);

/// The size of one family of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FamilySize {
    /// The family.
    pub family: Family,
    /// Number of clauses.
    pub clauses: u64,
    /// Number of literals of all clauses.
    pub lits: u64,
    /// Number of auxiliary variables.
    pub aux: u64,
}

/// Returns the size of [`super::formula`] with these arguments. The numbers of huge
/// formulas that do not fit are the largest ones that do.
///
/// ```
/// use sudosat::encode::{self, Encoding, Layout};
/// use sudosat::sudoku::{Puzzle, Size};
///
/// // 4n⁴ + (n⁸ − n⁶)/2 clauses over n⁶ variables.
/// let puzzle = Puzzle::empty(Size::of_order(10).unwrap());
/// let size = encode::size(&puzzle, &Encoding::LECTURE, Layout::default());
/// assert_eq!((size.vars, size.clauses), (1_000_000, 40_000 + 49_500_000));
/// ```
pub fn size(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> FormulaSize {
    let candidates = layout.numbering.num_vars(puzzle.size()) as u64;
    let mut size = FormulaSize {
        vars: candidates,
        clauses: 0,
        lits: 0,
    };
    for family in family_sizes(puzzle, encoding, layout) {
        size.vars = size.vars.saturating_add(family.aux);
        size.clauses = size.clauses.saturating_add(family.clauses);
        size.lits = size.lits.saturating_add(family.lits);
    }
    size
}

/// Returns the size of each family, in the lecture's order.
///
/// Of rules, each has a part for each cell or for each house and digit: at
/// least one is one clause of N literals, at most one pairwise m(m−1)/2 clauses
/// of two, m the cells of the house. With the clues that is 4n⁴ + (n⁸−n⁶)/2 +
/// clues for the lecture's encoding of plain Sudoku. A box of r×c has
/// rc(r−1)(c−1)/2 pairs of cells in different rows and columns. Pairs have a
/// clause for each two digits that they forbid; tables have those of an
/// automaton.
pub fn family_sizes(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Vec<FamilySize> {
    let rules = puzzle.rules();
    let units = |family, count: usize| FamilySize {
        family,
        clauses: count as u64,
        lits: count as u64,
        aux: 0,
    };
    let mut sizes = Vec::new();
    if layout.part != Part::Clues {
        let families = encoding.families(rules).into_iter();
        sizes.extend(families.map(|family| size_of_rules(family, rules, encoding)));
    }
    if layout.part != Part::Rules {
        sizes.push(units(Family::Clues, puzzle.num_clues()));
        if !puzzle.excluded().is_empty() {
            sizes.push(units(Family::Exclusions, puzzle.excluded().len()));
        }
    }
    sizes
}

/// Returns the size of a family of rules.
fn size_of_rules(family: Family, rules: &Rules, encoding: &Encoding) -> FamilySize {
    let size = rules.size();
    let side = size.side();
    let (clauses, lits) = match family {
        Family::CellAtLeastOne => (size.num_cells() as u64, size.num_candidates() as u64),
        Family::AtLeastOne(kind) => {
            let houses = rules.houses_of_kind(kind);
            let full = houses.filter(|&house| rules.is_full(house));
            let parts = (full.count() * side) as u64;
            (parts, parts * side as u64)
        }
        Family::CellAtMostOne => {
            let (clauses, lits) = encoding.at_most_one.num_clauses_and_lits(side);
            let parts = size.num_cells() as u64;
            (parts * clauses, parts * lits)
        }
        Family::AtMostOne(kind) => {
            let houses = rules.houses_of_kind(kind);
            let each = houses.map(|house| at_most_one_in(rules, encoding, kind, house));
            let (clauses, lits) = each.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
            (clauses * side as u64, lits * side as u64)
        }
        Family::Pairs(rule) => {
            let pairs = rules.pairs().iter().filter(|pair| pair.rule == rule);
            let clauses: u64 = pairs.map(|pair| pair.relation.num_forbidden() as u64).sum();
            (clauses, 2 * clauses)
        }
        Family::Cages | Family::Arrows | Family::Marks => {
            let mut sum = FamilySize {
                family,
                clauses: 0,
                lits: 0,
                aux: 0,
            };
            for table in tables_of(family, rules) {
                let automaton = automaton(table, rules);
                let (clauses, lits) = automaton.num_clauses_and_lits(all_values(rules));
                sum.clauses = sum.clauses.saturating_add(clauses);
                sum.lits = sum.lits.saturating_add(lits);
                sum.aux = sum.aux.saturating_add(automaton.num_aux());
            }
            return sum;
        }
        Family::Clues | Family::Exclusions => (0, 0),
    };
    FamilySize {
        family,
        clauses,
        lits,
        aux: num_aux(family, rules, encoding),
    }
}

/// Returns the clauses of each rule for a pair of cells or for several cells, in the order of the
/// formula: the number of clauses, with the index of the rule among the pairs of the rules or,
/// behind all pairs, among their tables. Empty for other families.
pub fn clauses_by_rule(family: Family, rules: &Rules) -> Vec<(usize, u64)> {
    let pairs = rules.pairs();
    if let Family::Pairs(rule) = family {
        let own = pairs
            .iter()
            .enumerate()
            .filter(|(_, pair)| pair.rule == rule);
        let sizes = own.map(|(index, pair)| (index, pair.relation.num_forbidden() as u64));
        return sizes.collect();
    }
    let own = tables_of(family, rules).map(|table| {
        let (clauses, _) = automaton(table, rules).num_clauses_and_lits(all_values(rules));
        let mut all = rules.tables().iter();
        let place = all.position(|other| std::ptr::eq(other, table));
        (pairs.len() + place.expect("a table of the rules"), clauses)
    });
    own.collect()
}

/// Returns the numbers of clauses and literals of the at-most-one of one digit in a
/// house.
fn at_most_one_in(rules: &Rules, encoding: &Encoding, kind: HouseKind, house: usize) -> (u64, u64) {
    if !encoding.leaves_pairs_to_lines() {
        let cells = rules.cells(house).len();
        return encoding.at_most_one.num_clauses_and_lits(cells);
    }
    let pairs = match (kind, &rules.spec().regions) {
        (HouseKind::Row | HouseKind::Col, _) => rules.size().side() * (rules.size().side() - 1) / 2,
        (HouseKind::Box, Regions::Boxes { rows, cols }) if rules.size().is_one_grid() => {
            rows * cols * (rows - 1) * (cols - 1) / 2
        }
        _ => {
            let mut pairs = 0;
            let Ok(()) = for_new_pairs(rules, house, |_, _| {
                pairs += 1;
                Ok::<(), Infallible>(())
            });
            pairs
        }
    };
    (pairs as u64, 2 * pairs as u64)
}
