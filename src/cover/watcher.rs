//! The observer of the steps of an exact-cover search.

use super::{Item, OptionId};

/// Observes a search, for teaching. Every method does nothing unless
/// overridden.
///
/// The events of one node come in this order: `choose`; then for each option of
/// the chosen item `select`, the events below, `unselect`; or `dead_end` if the
/// item has no option. Every `cover` has its `uncover`, in reverse order.
/// [`dlx`](super::dlx) covers the chosen item before it selects the first
/// option; [`matrix`](super::matrix) covers all items of an option when it
/// selects it.
#[allow(unused_variables)] // the names of the parameters are the documentation
pub trait Watcher: Send {
    /// Called when the search branches on `item`, which has `size` options left.
    fn choose(&mut self, item: Item, size: usize) {}

    /// Called when `item` is removed from the problem, with every option that contains
    /// it.
    fn cover(&mut self, item: Item) {}

    /// Called when `item` and its options are restored.
    fn uncover(&mut self, item: Item) {}

    /// Called when `option` is added to the partial solution.
    fn select(&mut self, option: OptionId) {}

    /// Called when `option` is removed from the partial solution.
    fn unselect(&mut self, option: OptionId) {}

    /// Called if the chosen `item` has no option left.
    fn dead_end(&mut self, item: Item) {}

    /// Called when the options selected and not unselected are a solution.
    fn solution(&mut self) {}
}
