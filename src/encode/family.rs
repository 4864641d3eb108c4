//! The clause families: one function each, with its formula.
//!
//! xᵢⱼₖ is the variable "cell (i, j) holds k"; i, j, k and b (a box) run from 1
//! to n². An at-most-one is given as its pairwise formula; [`super::AtMostOne`] has
//! the other ways of saying it.

use super::{Constraint, Encoding, Numbering};
use crate::formula::{ClauseSink, Lit};
use crate::sudoku::{Candidate, Cell, Digit, House, Order, Puzzle};

/// A family of clauses: one line of the reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// (i) Each number is in each row.
    RowAtLeastOne,
    /// (ii) Each number is in each column.
    ColAtLeastOne,
    /// (iii) Each number is in each box.
    BoxAtLeastOne,
    /// (iv) Each cell holds a number.
    CellAtLeastOne,
    /// (v) No cell holds two numbers.
    CellAtMostOne,
    /// No number is twice in a row.
    RowAtMostOne,
    /// No number is twice in a column.
    ColAtMostOne,
    /// No number is twice in a box.
    BoxAtMostOne,
    /// The clues hold.
    Clues,
    /// The excluded candidates don't.
    Exclusions,
}

impl Family {
    /// All families, in the lecture's order.
    pub const ALL: [Family; 10] = [
        Family::RowAtLeastOne,
        Family::ColAtLeastOne,
        Family::BoxAtLeastOne,
        Family::CellAtLeastOne,
        Family::CellAtMostOne,
        Family::RowAtMostOne,
        Family::ColAtMostOne,
        Family::BoxAtMostOne,
        Family::Clues,
        Family::Exclusions,
    ];

    /// The family's name.
    pub fn name(self) -> &'static str {
        match self {
            Family::RowAtLeastOne => "row-at-least-one",
            Family::ColAtLeastOne => "column-at-least-one",
            Family::BoxAtLeastOne => "box-at-least-one",
            Family::CellAtLeastOne => "cell-at-least-one",
            Family::CellAtMostOne => "cell-at-most-one",
            Family::RowAtMostOne => "row-at-most-one",
            Family::ColAtMostOne => "column-at-most-one",
            Family::BoxAtMostOne => "box-at-most-one",
            Family::Clues => "clues",
            Family::Exclusions => "exclusions",
        }
    }

    /// The lecture's number of the family, for the five that it has.
    pub fn number(self) -> Option<&'static str> {
        match self {
            Family::RowAtLeastOne => Some("(i)"),
            Family::ColAtLeastOne => Some("(ii)"),
            Family::BoxAtLeastOne => Some("(iii)"),
            Family::CellAtLeastOne => Some("(iv)"),
            Family::CellAtMostOne => Some("(v)"),
            _ => None,
        }
    }

    /// What the family says, in Sudoku's words.
    pub fn sentence(self) -> &'static str {
        match self {
            Family::RowAtLeastOne => "each number is in each row",
            Family::ColAtLeastOne => "each number is in each column",
            Family::BoxAtLeastOne => "each number is in each box",
            Family::CellAtLeastOne => "each cell holds a number",
            Family::CellAtMostOne => "no cell holds two numbers",
            Family::RowAtMostOne => "no number is twice in a row",
            Family::ColAtMostOne => "no number is twice in a column",
            Family::BoxAtMostOne => "no number is twice in a box",
            Family::Clues => "the clues hold",
            Family::Exclusions => "the excluded candidates don't hold",
        }
    }

    /// The family's formula, at-most-ones in their pairwise form.
    pub fn formula(self) -> &'static str {
        match self {
            Family::RowAtLeastOne => "⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ",
            Family::ColAtLeastOne => "⋀ⱼ ⋀ₖ ⋁ᵢ xᵢⱼₖ",
            Family::BoxAtLeastOne => "⋀_b ⋀ₖ ⋁₍ᵢ,ⱼ₎∈b xᵢⱼₖ",
            Family::CellAtLeastOne => "⋀ᵢ ⋀ⱼ ⋁ₖ xᵢⱼₖ",
            Family::CellAtMostOne => "⋀ᵢ ⋀ⱼ ⋀ₖ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢⱼₗ)",
            Family::RowAtMostOne => "⋀ᵢ ⋀ₖ ⋀ⱼ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢₗₖ)",
            Family::ColAtMostOne => "⋀ⱼ ⋀ₖ ⋀ᵢ<ₗ (¬xᵢⱼₖ ∨ ¬xₗⱼₖ)",
            Family::BoxAtMostOne => "⋀_b ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈b (¬xᵢⱼₖ ∨ ¬xₗₘₖ)",
            Family::Clues => "⋀ xᵢⱼₖ for each clue k in (i, j)",
            Family::Exclusions => "⋀ ¬xᵢⱼₖ for each k excluded in (i, j)",
        }
    }

    /// What the family demands, however its at-most-ones are said.
    pub fn constraint(self) -> &'static str {
        match self {
            Family::CellAtMostOne => "⋀ᵢ ⋀ⱼ Σₖ xᵢⱼₖ ≤ 1",
            Family::RowAtMostOne => "⋀ᵢ ⋀ₖ Σⱼ xᵢⱼₖ ≤ 1",
            Family::ColAtMostOne => "⋀ⱼ ⋀ₖ Σᵢ xᵢⱼₖ ≤ 1",
            Family::BoxAtMostOne => "⋀_b ⋀ₖ Σ₍ᵢ,ⱼ₎∈b xᵢⱼₖ ≤ 1",
            _ => self.formula(),
        }
    }

    /// Whether the family consists of at-most-ones.
    pub fn is_at_most_one(self) -> bool {
        matches!(
            self,
            Family::CellAtMostOne
                | Family::RowAtMostOne
                | Family::ColAtMostOne
                | Family::BoxAtMostOne
        )
    }
}

/// Writes families, part by part, into a sink.
///
/// Each family of rules has n⁴ parts, one for each value of the two outer
/// indices of its formula (both from 0 here).
pub(super) struct Families<'a, S> {
    order: Order,
    numbering: Numbering,
    encoding: &'a Encoding,
    sink: &'a mut S,
    /// The literals of the part at hand.
    lits: Vec<Lit>,
}

impl<'a, S: ClauseSink> Families<'a, S> {
    pub fn new(
        order: Order,
        numbering: Numbering,
        encoding: &'a Encoding,
        sink: &'a mut S,
    ) -> Families<'a, S> {
        Families {
            order,
            numbering,
            encoding,
            sink,
            lits: Vec::with_capacity(order.side()),
        }
    }

    /// Writes the part of a family of rules at `outer`, `inner`.
    pub fn part(&mut self, family: Family, outer: usize, inner: usize) -> Result<(), S::Error> {
        let digit = Digit::from_index(inner);
        match family {
            Family::RowAtLeastOne => self.row_at_least_one(outer, digit),
            Family::ColAtLeastOne => self.col_at_least_one(outer, digit),
            Family::BoxAtLeastOne => self.box_at_least_one(outer, digit),
            Family::CellAtLeastOne => self.cell_at_least_one(Cell::new(outer, inner)),
            Family::CellAtMostOne => self.cell_at_most_one(Cell::new(outer, inner)),
            Family::RowAtMostOne => self.row_at_most_one(outer, digit),
            Family::ColAtMostOne => self.col_at_most_one(outer, digit),
            Family::BoxAtMostOne => self.box_at_most_one(outer, digit),
            Family::Clues | Family::Exclusions => Ok(()),
        }
    }

    /// (i) Number k in row i: ⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ
    fn row_at_least_one(&mut self, i: usize, k: Digit) -> Result<(), S::Error> {
        self.at_least_one(Constraint::House(House::Row(i), k))
    }

    /// (ii) Number k in column j: ⋀ⱼ ⋀ₖ ⋁ᵢ xᵢⱼₖ
    fn col_at_least_one(&mut self, j: usize, k: Digit) -> Result<(), S::Error> {
        self.at_least_one(Constraint::House(House::Col(j), k))
    }

    /// (iii) Number k in box b: ⋀_b ⋀ₖ ⋁₍ᵢ,ⱼ₎∈b xᵢⱼₖ
    fn box_at_least_one(&mut self, b: usize, k: Digit) -> Result<(), S::Error> {
        self.at_least_one(Constraint::House(House::Box(b), k))
    }

    /// (iv) A number in cell (i, j): ⋀ᵢ ⋀ⱼ ⋁ₖ xᵢⱼₖ
    fn cell_at_least_one(&mut self, cell: Cell) -> Result<(), S::Error> {
        self.at_least_one(Constraint::Cell(cell))
    }

    /// (v) At most one number in cell (i, j): ⋀ᵢ ⋀ⱼ ⋀ₖ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢⱼₗ)
    fn cell_at_most_one(&mut self, cell: Cell) -> Result<(), S::Error> {
        self.at_most_one(Family::CellAtMostOne, Constraint::Cell(cell))
    }

    /// Number k at most once in row i: ⋀ᵢ ⋀ₖ ⋀ⱼ<ₗ (¬xᵢⱼₖ ∨ ¬xᵢₗₖ)
    fn row_at_most_one(&mut self, i: usize, k: Digit) -> Result<(), S::Error> {
        self.at_most_one(Family::RowAtMostOne, Constraint::House(House::Row(i), k))
    }

    /// Number k at most once in column j: ⋀ⱼ ⋀ₖ ⋀ᵢ<ₗ (¬xᵢⱼₖ ∨ ¬xₗⱼₖ)
    fn col_at_most_one(&mut self, j: usize, k: Digit) -> Result<(), S::Error> {
        self.at_most_one(Family::ColAtMostOne, Constraint::House(House::Col(j), k))
    }

    /// Number k at most once in box b: ⋀_b ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈b (¬xᵢⱼₖ ∨ ¬xₗₘₖ)
    ///
    /// Pairs of one row or column stand in that family too; they are written
    /// again, so that the families are the published ones with their counts,
    /// unless the encoding wants no pair twice.
    fn box_at_most_one(&mut self, b: usize, k: Digit) -> Result<(), S::Error> {
        if self.encoding.leaves_pairs_to_lines() {
            return self.box_pairs_off_lines(b, k);
        }
        self.at_most_one(Family::BoxAtMostOne, Constraint::House(House::Box(b), k))
    }

    /// Number k not in two cells of box b in different rows and columns.
    fn box_pairs_off_lines(&mut self, b: usize, k: Digit) -> Result<(), S::Error> {
        self.load(Constraint::House(House::Box(b), k));
        // A box's cells come row by row.
        let n = self.order.n();
        for (later, &second) in self.lits.iter().enumerate() {
            for (earlier, &first) in self.lits[..later].iter().enumerate() {
                if earlier / n != later / n && earlier % n != later % n {
                    self.sink.clause(&[!first, !second])?;
                }
            }
        }
        Ok(())
    }

    /// The clues, in ascending order: ⋀ xᵢⱼₖ
    pub fn clues(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
        puzzle.clues().try_for_each(|clue| self.unit(clue, true))
    }

    /// The excluded candidates, in ascending order: ⋀ ¬xᵢⱼₖ
    pub fn exclusions(&mut self, puzzle: &Puzzle) -> Result<(), S::Error> {
        let mut excluded = puzzle.excluded().iter();
        excluded.try_for_each(|&candidate| self.unit(candidate, false))
    }

    fn unit(&mut self, candidate: Candidate, holds: bool) -> Result<(), S::Error> {
        let var = self.numbering.var(candidate, self.order);
        self.sink.clause(&[var.lit(holds)])
    }

    fn at_least_one(&mut self, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        self.sink.clause(&self.lits)
    }

    fn at_most_one(&mut self, family: Family, constraint: Constraint) -> Result<(), S::Error> {
        self.load(constraint);
        let aux = self.first_aux(family, constraint);
        let at_most_one = self.encoding.at_most_one;
        at_most_one.write(&self.lits, aux, self.sink)
    }

    /// Takes the constraint's candidates as the literals at hand.
    fn load(&mut self, constraint: Constraint) {
        let (order, numbering) = (self.order, self.numbering);
        let candidates = constraint.candidates(order);
        self.lits.clear();
        self.lits
            .extend(candidates.map(|candidate| numbering.var(candidate, order).positive()));
    }

    /// The first auxiliary variable of an at-most-one.
    ///
    /// Each has a block of its own after the candidates' variables: families in
    /// the encoding's order, then the constraints. So the numbers don't depend
    /// on the order of clauses.
    fn first_aux(&self, family: Family, constraint: Constraint) -> usize {
        let per_constraint = self.encoding.at_most_one.num_aux(self.order.side());
        if per_constraint == 0 {
            return 0;
        }
        let earlier = self.encoding.families.iter();
        let rank = earlier
            .take_while(|&&other| other != family)
            .filter(|other| other.is_at_most_one())
            .count();
        let num_cells = self.order.num_cells();
        let block = rank * num_cells + constraint.index(self.order) % num_cells;
        self.numbering.num_vars(self.order) + block * per_constraint
    }
}
