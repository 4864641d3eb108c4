//! What the search counted: steps that do not depend on the machine.

macro_rules! stats {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// Counters over all calls of `solve` of one solver.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Stats {
            $($(#[doc = $doc])+ pub $name: u64,)+
        }

        impl Stats {
            /// Every counter with its name, in the order of their declaration.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
                [$((stringify!($name), self.$name),)+].into_iter()
            }
        }
    };
}

stats! {
    /// Literals decided, assumptions among them.
    decisions,
    /// Literals whose watch lists were visited.
    propagations,
    /// Clauses found with all literals false.
    conflicts,
    /// Times the search started anew.
    restarts,
    /// Clauses learned, units among them.
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
    /// Steps that the search for them took, each about a memory access.
    counting_steps,
    /// Models guessed before a search.
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
    /// Those that found some.
    walks_improved,
    /// The ticks that they took, not among `ticks`.
    walk_ticks,
    /// Rounds of variable elimination.
    eliminations,
    /// Variables eliminated.
    eliminated,
    /// Eliminated variables whose clauses came back.
    restored,
    /// Gates found among the clauses of eliminated variables.
    gates,
    /// Irredundant clauses that another one subsumed.
    subsumed,
    /// Irredundant clauses that another one strengthened.
    strengthened,
    /// Searches for equivalent literals.
    substitutions,
    /// Variables that equivalent literals took the place of.
    substituted,
    /// Rounds of probing.
    probings,
    /// Literals that probing tried.
    probed,
    /// Those that led to a conflict, with repetitions.
    failed,
    /// The ticks that it took, in the unit of `ticks`, and not among them.
    probe_ticks,
    /// Rounds of vivification.
    vivifications,
    /// Clauses that vivification tried.
    vivify_tried,
    /// Clauses that it shortened.
    vivify_shortened,
    /// Clauses that it removed.
    vivify_removed,
    /// The ticks that it took, in the unit of `ticks`, and not among them.
    vivify_ticks,
    /// Clauses taken from other searches.
    imported,
    /// Estimated cache lines touched by propagation; what schedules are made in.
    ticks,
}
