//! Techniques that change the clauses or guess a model between two decisions.
//!
//! Each is a predicate that returns `true` if the technique is due, and a verb that
//! applies it and sets the next time. The search is correct without any of them.
//!
//! | file | what it holds |
//! |---|---|
//! | `simplify` | removal of satisfied clauses and false literals at level 0 |
//! | `reduce` | removal of learned clauses that are little used |
//! | `collect` | compaction of the clause arena |
//! | `vivify` | shortening clauses by propagation |
//! | `subsume` | removal of clauses and literals that another clause makes redundant |
//! | `eliminate` | replacing the clauses of a variable by their resolvents |
//! | `gates` | definitions of a variable, which make fewer resolvents necessary |
//! | [`congruence/`](congruence) | merging gates that compute the same function |
//! | `substitute` | replacing equivalent literals by one of them |
//! | [`sweep/`](sweep) | fixed and equivalent literals, found by a small solver |
//! | `probe` | failed literals |
//! | `lucky` | simple assignments tried before the search |
//! | `walk` | local search, for better phases |
//! | `occurrences` | for each literal, the clauses that contain it, watched or not |
//! | `implications` | the graph of binary clauses and groups, and its strongly connected components |

mod collect;
mod congruence;
pub(super) mod eliminate;
mod gates;
mod implications;
mod lucky;
mod occurrences;
pub(super) mod probe;
mod reduce;
mod simplify;
mod substitute;
mod subsume;
pub(super) mod sweep;
mod vivify;
mod walk;
