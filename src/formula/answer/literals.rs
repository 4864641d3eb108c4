//! The literals of a model while they are read.

use crate::formula::{Lit, Var};
use crate::io::counted;

/// Most literals that a model may repeat, beyond one for each variable.
const REPEATS: u64 = 1 << 24;

/// A model that is being read.
pub(super) struct Literals {
    /// The true literals, each once, in the order in which they came.
    pub lits: Vec<Lit>,
    /// Set once a model has begun.
    pub given: bool,
    /// Set once the end of the model was read.
    pub complete: bool,
    num_vars: usize,
    /// One bit for each literal by its code: set if the literal is in `lits`.
    seen: Vec<u64>,
    repeats: u64,
}

impl Literals {
    /// Returns an empty model of a formula of `num_vars` variables.
    pub fn new(num_vars: usize) -> Literals {
        Literals {
            lits: Vec::new(),
            given: false,
            complete: false,
            num_vars: num_vars.min(Var::LIMIT),
            seen: Vec::new(),
            repeats: 0,
        }
    }

    /// Returns the literal of a DIMACS number that is not 0, or what would have
    /// been expected if the formula has no such variable.
    pub fn literal(&self, number: i64) -> Result<Lit, String> {
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
    /// If its negation is there, it was repeated too often, or memory runs out.
    pub fn add(&mut self, lit: Lit) -> Result<(), String> {
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
