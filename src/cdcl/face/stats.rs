//! Counters of the search, which do not depend on the machine.

macro_rules! stats {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// Counters over all calls of `solve` of one solver.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Stats {
            $($(#[doc = $doc])+ pub $name: u64,)+
        }

        impl Stats {
            /// Iterates over the counters with their names, in the order of
            /// declaration.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
                [$((stringify!($name), self.$name),)+].into_iter()
            }
        }
    };
}

stats! {
    /// Literals decided, including assumptions.
    decisions,
    /// Literals whose watch lists were visited.
    propagations,
    /// Clauses found with all literals false.
    conflicts,
    /// Restarts.
    restarts,
    /// Clauses learned, including unit clauses.
    learned,
    /// Literals of the learned clauses.
    learned_literals,
    /// Literals that minimisation and shrinking removed from learned clauses.
    minimized_literals,
    /// Reductions of the learned clauses.
    reductions,
    /// Learned clauses that reductions removed.
    reduced,
    /// Literals fixed at level 0.
    fixed,
    /// At-most-one groups in use.
    at_most_ones,
    /// Tight or overfull blocks found by counting.
    blocks,
    /// Steps that the search for groups and blocks took, each about one memory
    /// access.
    counting_steps,
    /// Models found by a lucky guess before the search.
    lucky,
    /// Simplifications by literals fixed at level 0.
    simplifications,
    /// Clauses that simplifications removed or shortened.
    simplified,
    /// Compactions of the clause arena.
    collections,
    /// Switches between focused and stable mode.
    mode_switches,
    /// Resets of the saved phases.
    rephasings,
    /// Local searches for better phases.
    walks,
    /// Local searches that improved the phases.
    walks_improved,
    /// Ticks spent in local search, not included in `ticks`.
    walk_ticks,
    /// Rounds of variable elimination.
    eliminations,
    /// Variables eliminated.
    eliminated,
    /// Eliminated variables that were restored.
    restored,
    /// Gates found among the clauses of eliminated variables.
    gates,
    /// Irredundant clauses subsumed by another clause.
    subsumed,
    /// Irredundant clauses strengthened by another clause.
    strengthened,
    /// Searches for equivalent literals.
    substitutions,
    /// Variables replaced by an equivalent literal.
    substituted,
    /// Rounds of probing.
    probings,
    /// Literals that probing tried.
    probed,
    /// Failed literals found by probing, counted with repetitions.
    failed,
    /// Ticks spent in probing, not included in `ticks`.
    probe_ticks,
    /// Rounds of vivification.
    vivifications,
    /// Clauses that vivification tried.
    vivify_tried,
    /// Clauses that vivification shortened.
    vivify_shortened,
    /// Clauses that vivification removed.
    vivify_removed,
    /// Ticks spent in vivification, not included in `ticks`.
    vivify_ticks,
    /// Clauses imported from other searches.
    imported,
    /// Estimated cache lines visited by propagation; the unit of effort limits.
    ticks,
}
