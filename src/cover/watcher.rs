//! What an exact-cover search tells of its steps.

use super::{Item, OptionId};

/// Watches a search, for teaching. Every method does nothing unless overridden.
///
/// The events of one node come in this order: `choose`, then for each option
/// of the chosen item `select`, whatever happens below, `unselect`; or
/// `dead_end` where there is no option. Every `cover` has its `uncover`, in
/// reverse order; [`dlx`](super::dlx) covers the chosen item before it selects
/// the first option, [`matrix`](super::matrix) covers all items of an option
/// as it selects it.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Watcher: Send {
    /// The search branches on `item`, which has `size` options left.
    fn choose(&mut self, item: Item, size: usize) {}

    /// `item` leaves the problem, and with it every option that has it.
    fn cover(&mut self, item: Item) {}

    /// `item` and its options come back.
    fn uncover(&mut self, item: Item) {}

    /// `option` is taken into the partial solution.
    fn select(&mut self, option: OptionId) {}

    /// `option` is taken out again.
    fn unselect(&mut self, option: OptionId) {}

    /// The chosen `item` has no option left.
    fn dead_end(&mut self, item: Item) {}

    /// The options selected and not unselected are a solution.
    fn solution(&mut self) {}
}
