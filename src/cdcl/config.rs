//! What a caller may choose. Nothing here changes during a search.

/// How the next variable to decide is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// By what took part in recent conflicts: the queue in focused mode, the
    /// scores in stable mode.
    Activity,
    /// The open variable with the lowest index, as on a blackboard.
    LowestIndex,
}

/// Which of the two search modes are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// Focused and stable phases in turn, starting focused.
    Alternate,
    /// Focused mode only: quick restarts, move-to-front queue.
    Focused,
    /// Stable mode only: rare restarts, scores, target phases.
    Stable,
}

/// The settings of a [`Solver`](super::Solver). Intervals are in conflicts.
///
/// The same formula and the same settings always give the same search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How the next variable to decide is found.
    pub decision: Decision,
    /// The value that a variable gets when it is decided for the first time.
    pub first_phase: bool,
    /// Whether a variable decided again gets the value that it had before.
    pub phase_saving: bool,
    /// Whether the variables that imply a learned clause's literals are bumped too.
    pub bump_reasons: bool,
    /// Whether learned clauses are shrunk, not only minimised.
    pub shrink: bool,
    /// Which search modes are used.
    pub modes: Modes,
    /// How long the first focused phase lasts when modes alternate.
    pub mode_interval: u64,
    /// The least distance of restarts in focused mode; `None`: never restart.
    pub restart_interval: Option<u64>,
    /// The unit of the Luby sequence that spaces restarts in stable mode.
    pub reluctant_period: u64,
    /// The distance of resets of saved phases, growing linearly; `None`: no resets.
    pub rephase_interval: Option<u64>,
    /// The distance of reductions of the learned clauses, growing with the
    /// square root of the conflicts; `None`: keep all learned clauses.
    pub reduce_interval: Option<u64>,
    /// The largest glue of the first and of the second tier of learned clauses:
    /// those kept while they are used at all, and while they are used lately.
    pub tiers: [u32; 2],
    /// Whether at-most-one groups and pigeonholes are looked for and used.
    pub counting: bool,
    /// Whether clauses are simplified by the literals fixed at level 0.
    pub simplify: bool,
    /// How many 32-bit words the clauses may take. A search that needs more
    /// ends with [`Stop::Memory`](crate::budget::Stop::Memory). At most 2³¹.
    pub clause_words: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            decision: Decision::Activity,
            first_phase: true,
            phase_saving: true,
            shrink: true,
            bump_reasons: true,
            modes: Modes::Alternate,
            mode_interval: 1000,
            restart_interval: Some(2),
            reluctant_period: 1024,
            rephase_interval: Some(1000),
            reduce_interval: Some(25),
            tiers: [2, 6],
            counting: true,
            simplify: true,
            clause_words: 1 << 31,
        }
    }
}

impl Config {
    /// Conflict-driven clause learning as first taught: decide the first open
    /// variable, try `first_phase` first, learn, jump back. No restarts, and
    /// no clause is ever changed or forgotten.
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
            simplify: false,
            ..Config::default()
        }
    }
}
