//! A full grid.

use super::{Candidate, Cell, Digit, Order};

/// A digit in every cell. Whether it obeys the rules is for
/// [`crate::check`] to say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    order: Order,
    /// By cell in reading order.
    digits: Vec<Digit>,
}

impl Grid {
    /// The grid with these digits, by cell in reading order.
    ///
    /// # Panics
    /// If there are not n⁴ digits.
    pub fn new(order: Order, digits: Vec<Digit>) -> Grid {
        assert_eq!(digits.len(), order.num_cells());
        Grid { order, digits }
    }

    /// The order.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The digit in a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> Digit {
        self.digits[cell.index(self.order)]
    }

    /// The digits by cell in reading order.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The candidates that the grid chooses, in reading order.
    pub fn candidates(&self) -> impl ExactSizeIterator<Item = Candidate> + Clone + '_ {
        self.digits
            .iter()
            .enumerate()
            .map(|(index, &digit)| Candidate::new(self.order.cell(index), digit))
    }
}
