//! The settings that a caller may choose: types of some, and a choice of all
//! for teaching. [The table](super::super::techniques) declares them. They do not
//! change during a search.

pub use crate::cdcl::techniques::Config;

/// Rule that chooses the next decision variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By activity in recent conflicts: the queue in focused mode, the scores
    /// in stable mode.
    Activity,
    /// The unassigned variable with the lowest index, as in a run by hand.
    LowestIndex,
}

/// The search modes to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Focused and stable phases in turn, starting focused.
    Alternate,
    /// Focused mode only: quick restarts, move-to-front queue.
    Focused,
    /// Stable mode only: rare restarts, scores, target phases.
    Stable,
}

impl Config {
    /// Returns the settings of conflict-driven clause learning as it is first
    /// taught: decide the first unassigned variable, with the value
    /// `first_phase`; learn; jump back. There are no restarts, and no clause is
    /// changed or deleted.
    pub fn plain(first_phase: bool) -> Config {
        Config {
            decision: Decision::LowestIndex,
            first_phase,
            phase_saving: false,
            shrink: false,
            bump_reasons: false,
            modes: Modes::Focused,
            restart_interval: None,
            rephase_interval: None,
            reduce_interval: None,
            counting: false,
            lucky: false,
            simplify: false,
            eliminate_interval: None,
            substitute_interval: None,
            probe_interval: None,
            vivify_interval: None,
            ..Config::default()
        }
    }
}
