//! Strengthening short clauses by binary ones, which completes gates.
//!
//! If an input of a gate is fixed or equal to another one, what is left of its clauses
//! defines a simpler gate, but not in the form that is looked for: "if c then true
//! else e" leaves g ∨ ¬c, ¬g ∨ c ∨ e and g ∨ c ∨ ¬e, where the conjunction
//! ¬g = ¬c ∧ ¬e needs g ∨ ¬e. So a literal of a clause of two or three literals is removed
//! if it implies another one by a binary clause. (Kissat and CaDiCaL find these binary
//! clauses, too, before their closure.)

use super::extract::Extraction;
use crate::cdcl::Solver;
use crate::cdcl::state::clauses::ClauseRef;
use crate::cdcl::state::effort::Effort;
use crate::formula::Lit;

/// Clauses of at most this many literals are strengthened. Gates of few inputs have no
/// longer ones.
const LONGEST: usize = 3;

impl Solver {
    /// Strengthens irredundant clauses within the effort. Returns `true` if some clause was
    /// and no contradiction was found. All literals must be propagated at level 0, and are
    /// so afterwards.
    pub(super) fn strengthen_short(&mut self, effort: &mut Effort) -> bool {
        let degrees = self.extraction().degrees();
        effort.spend(self.clauses.num_words() / 8);
        let before = self.stats.strengthened;
        let mut lits = Vec::new();
        let mut word = 0;
        while !self.unsatisfiable
            && !self.must_end(effort)
            && let Some(clause) = self.clauses.next_from(word)
        {
            word = self.clauses.end(clause);
            let is_candidate = self.clauses.size(clause) <= LONGEST
                && !self.clauses.is_garbage(clause)
                && !self.clauses.is_learned(clause)
                && self.extraction().open_lits(clause, &mut lits);
            if is_candidate && let Some([lit, implied]) = self.superfluous(&lits, &degrees, effort)
            {
                lits.retain(|&other| other != lit);
                self.strengthen_short_by(clause, [!lit, implied], &lits, effort);
            }
        }
        self.stats.strengthened > before && !self.unsatisfiable
    }

    /// Returns the extraction of gates from the current clauses.
    pub(super) fn extraction(&self) -> Extraction<'_> {
        Extraction {
            graph: self.implications(),
            has_proof: self.tracer.is_on(),
        }
    }

    /// Returns a literal that implies another one by a binary clause, and that one.
    fn superfluous(&self, lits: &[Lit], degrees: &[u32], effort: &mut Effort) -> Option<[Lit; 2]> {
        let extraction = self.extraction();
        for &lit in lits.iter().filter(|lit| degrees[lit.code()] > 0) {
            for &other in lits {
                if other != lit && extraction.excludes(lit, !other, effort) {
                    return Some([lit, other]);
                }
            }
        }
        None
    }

    /// Replaces the clause by `lits`, its resolvent with the binary clause `by`.
    fn strengthen_short_by(
        &mut self,
        clause: ClauseRef,
        by: [Lit; 2],
        lits: &[Lit],
        effort: &mut Effort,
    ) {
        if self.tracer.wants_reasons() {
            let old: Vec<Lit> = self.clauses.lits(clause).collect();
            self.hint_false(&old);
            let id = self.id_of_binary(by[0], by[1]);
            self.tracer.hint(id);
            self.tracer.hint(self.clauses.id(clause));
        }
        let id = self.tracer.derive(lits);
        if let [unit] = *lits {
            self.fix(unit, id);
            if let Some(conflict) = self.propagate() {
                self.learn_from(conflict);
            }
        } else if self.add_to_arena(lits, None, id).is_none() {
            self.tracer.deleted(lits, id);
            effort.end();
            return;
        }
        self.stats.strengthened += 1;
        if !self.unsatisfiable {
            self.remove_clause(clause);
        }
    }
}
