//! The literals of a model that is being read.

use crate::formula::{Lit, Var};
use crate::io::counted;

/// Largest number of repeated literals in a model, to bound the time for
/// hostile input. Chosen by hand.
const REPEATS: u64 = 1 << 24;

/// A model that is being read.
pub(super) struct Literals {
    /// The true literals, each once, in the order of the input.
    pub lits: Vec<Lit>,
    /// Set once a model has begun.
    pub given: bool,
    /// Set once the end of the model was read.
    pub complete: bool,
    num_vars: usize,
    /// For each literal code, a bit that is set if the literal is in `lits`.
    seen: Vec<u64>,
    repeats: u64,
}

impl Literals {
    /// Returns an empty model of a formula of `num_vars` variables.
    pub(super) fn new(num_vars: usize) -> Literals {
        Literals {
            lits: Vec::new(),
            given: false,
            complete: false,
            num_vars: num_vars.min(Var::LIMIT),
            seen: Vec::new(),
            repeats: 0,
        }
    }

    /// Returns the literal with a DIMACS number other than 0. The error states
    /// what was expected, if the formula has no such variable.
    pub(super) fn literal(&self, number: i64) -> Result<Lit, String> {
        i32::try_from(number)
            .ok()
            .and_then(Lit::from_dimacs)
            .filter(|lit| lit.var().index() < self.num_vars)
            .ok_or_else(|| {
                let variables = counted(self.num_vars, "variable");
                format!("a literal of the formula's {variables}")
            })
    }

    /// Adds a literal.
    ///
    /// # Errors
    /// If the negation was added before, if too many literals were repeated, or
    /// if memory runs out.
    pub(super) fn add(&mut self, lit: Lit) -> Result<(), String> {
        if self.has(!lit) {
            return Err(format!(
                "found {lit}, expected no contradiction to {}",
                !lit
            ));
        }
        if self.has(lit) {
            self.repeats += 1;
            if self.repeats > REPEATS + self.num_vars as u64 {
                return Err(format!("found {lit} again, expected an end of repetitions"));
            }
            return Ok(());
        }
        const NO_MEMORY: &str = "there is no memory for so long a model";
        let word = lit.code() / 64;
        if word >= self.seen.len() {
            let more = word + 1 - self.seen.len();
            self.seen.try_reserve(more).map_err(|_| NO_MEMORY)?;
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (lit.code() % 64);
        self.lits.try_reserve(1).map_err(|_| NO_MEMORY)?;
        self.lits.push(lit);
        Ok(())
    }

    fn has(&self, lit: Lit) -> bool {
        let word = self.seen.get(lit.code() / 64);
        word.is_some_and(|word| word >> (lit.code() % 64) & 1 == 1)
    }
}
