//! SAT as exact cover, and the way back.
//!
//! Each variable becomes a primary item `x3` with two options, true and false;
//! each clause a primary item `c1` with an option for each of its literals.
//! Option k of a clause says: literal k is the *first* true one. That needs
//! literal k to be true and the ones before it to be false, so exactly one
//! option of a clause that holds can be taken, and there are as many covers as
//! models.
//!
//! Secondary items enforce the literals that an option of a clause needs: `c1.2+` can't be
//! taken by the variable and by the clause. An option that needs literal 2 to
//! be true takes `c1.2+`, one that needs it false takes `c1.2-`; the option of
//! the variable that makes literal 2 false takes `c1.2+`, the other `c1.2-`.
//! (x₁ ∨ ¬x₂) becomes
//!
//! ```text
//! x1 x2 c1 | c1.1+ c1.1- c1.2+ c1.2-
//! x1 c1.1-
//! x1 c1.1+
//! x2 c1.2+
//! x2 c1.2-
//! c1 c1.1+
//! c1 c1.1- c1.2+
//! ```
//!
//! with x₁ and x₂ true and false in turn, and then the literals of the clause.
//! It has three solutions, as the clause has three models.
//!
//! A clause of k literals gives its options k(k + 3)/2 items in all. Karp
//! reduced satisfiability to exact cover by way of colourings (*Reducibility
//! among combinatorial problems*, 1972); this is direct, with secondary items
//! where he has none.

use crate::cover::{BuildError, ExactCover, OptionId};
use crate::formula::{Cnf, Lit, Var};
use thiserror::Error;

/// Largest total number of items of all options, to bound memory. Chosen by hand.
const MAX_ENTRIES: u64 = 1 << 25;

/// The cover of a formula would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the options would have {entries} items in all, expected at most {MAX_ENTRIES}: a clause of \
     k literals takes about k²/2"
)]
pub struct CnfTooLarge {
    /// Number of items that the options would have in all.
    pub entries: u64,
}

impl From<BuildError> for CnfTooLarge {
    fn from(_: BuildError) -> CnfTooLarge {
        // Names are ours and options have no item twice: only size is left.
        CnfTooLarge { entries: u64::MAX }
    }
}

/// Returns a formula as an exact-cover problem, whose solutions are its models:
/// [`lits_from_options`] is the way back.
///
/// Options 2v and 2v + 1 make variable v true and false; those of the clauses
/// follow in their order.
///
/// # Errors
/// If it would be too large.
pub fn cnf_to_cover(cnf: &Cnf) -> Result<ExactCover, CnfTooLarge> {
    let mut entries = 2 * cnf.num_vars() as u64;
    for clause in cnf.clauses() {
        let k = clause.len() as u64;
        // Two in the options of variables, one to k in its own, and its item.
        entries = entries.saturating_add(k * (k + 1) / 2 + 3 * k);
    }
    if entries.max(cnf.num_clauses() as u64) > MAX_ENTRIES {
        return Err(CnfTooLarge { entries });
    }
    let mut builder = ExactCover::builder();
    let mut vars = Vec::with_capacity(cnf.num_vars());
    for number in 1..=cnf.num_vars() {
        vars.push(builder.primary(&format!("x{number}"))?);
    }
    let mut clauses = Vec::with_capacity(cnf.num_clauses());
    for number in 1..=cnf.num_clauses() {
        clauses.push(builder.primary(&format!("c{number}"))?);
    }
    // For each literal of each clause: it is needed true, it is needed false.
    let mut needs = Vec::with_capacity(cnf.num_lits());
    // The needs that a literal contradicts where it is chosen, by its code.
    let mut against = vec![Vec::new(); 2 * cnf.num_vars()];
    for (number, clause) in (1..).zip(cnf.clauses()) {
        for (place, &lit) in (1..).zip(clause) {
            let needs_true = builder.secondary(&format!("c{number}.{place}+"))?;
            let needs_false = builder.secondary(&format!("c{number}.{place}-"))?;
            against[lit.code()].push(needs_false);
            against[(!lit).code()].push(needs_true);
            needs.push((needs_true, needs_false));
        }
    }
    for (index, &item) in vars.iter().enumerate() {
        for lit in [Var::new(index).positive(), Var::new(index).negative()] {
            let needs = against[lit.code()].iter().copied();
            builder.option(std::iter::once(item).chain(needs))?;
        }
    }
    let mut needs = &needs[..];
    for (clause, &item) in cnf.clauses().zip(&clauses) {
        let (own, others) = needs.split_at(clause.len());
        needs = others;
        for (place, &(needs_true, _)) in own.iter().enumerate() {
            let before = own[..place].iter().map(|&(_, needs_false)| needs_false);
            let items = std::iter::once(item).chain(before).chain([needs_true]);
            builder.option(items)?;
        }
    }
    Ok(builder.build())
}

/// Returns the literals that a solution of [`cnf_to_cover`]'s problem makes true, by
/// variable. That they are a model is for [`crate::check`] to check.
pub fn lits_from_options(num_vars: usize, options: &[OptionId]) -> Vec<Lit> {
    let mut lits: Vec<Lit> = options
        .iter()
        .map(|option| option.index())
        .filter(|&index| index < 2 * num_vars)
        .map(|index| Var::new(index / 2).lit(index % 2 == 0))
        .collect();
    lits.sort_unstable();
    lits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::dlx::{Choice, Dlx};
    use crate::cover::{Search, knuth};
    use std::collections::BTreeSet;

    /// Returns the models by the truth table.
    fn models(cnf: &Cnf) -> BTreeSet<Vec<Lit>> {
        let vars = cnf.num_vars();
        (0..1u32 << vars)
            .map(|bits| {
                let lits = (0..vars).map(|v| Var::new(v).lit(bits >> v & 1 == 1));
                lits.collect::<Vec<Lit>>()
            })
            .filter(|model| {
                let holds = |lit: &Lit| model.contains(lit);
                cnf.clauses().all(|clause| clause.iter().any(holds))
            })
            .collect()
    }

    /// Returns the models by exact cover, each once.
    fn covers(cnf: &Cnf) -> BTreeSet<Vec<Lit>> {
        let problem = cnf_to_cover(cnf).unwrap();
        let mut dlx = Dlx::new(&problem, Choice::Smallest);
        let mut found = BTreeSet::new();
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            assert!(found.insert(lits_from_options(cnf.num_vars(), options)));
        }
        found
    }

    #[test]
    fn covers_are_the_models() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut satisfiable = 0;
        for _ in 0..300 {
            let vars = random.usize(1..7);
            let mut cnf = Cnf::new(vars);
            for _ in 0..random.usize(0..18) {
                // Literals may stand twice or with their negation.
                let lits: Vec<Lit> = (0..random.usize(1..5))
                    .map(|_| Var::new(random.usize(..vars)).lit(random.bool()))
                    .collect();
                cnf.add_clause(&lits);
            }
            let expected = models(&cnf);
            satisfiable += usize::from(!expected.is_empty());
            assert_eq!(covers(&cnf), expected);
        }
        assert!((60..290).contains(&satisfiable), "{satisfiable} of 300");
    }

    #[test]
    fn the_empty_clause_and_the_empty_formula() {
        let mut cnf = Cnf::new(0);
        assert_eq!(covers(&cnf), BTreeSet::from([vec![]]));
        cnf.add_clause(&[]);
        assert!(covers(&cnf).is_empty());
    }

    #[test]
    fn the_example_is_as_written() {
        let cnf = Cnf::from_iter([&[1, -2][..]]);
        let mut text = Vec::new();
        knuth::write(&cnf_to_cover(&cnf).unwrap(), &mut text).unwrap();
        let expected = "x1 x2 c1 | c1.1+ c1.1- c1.2+ c1.2-\nx1 c1.1-\nx1 c1.1+\nx2 c1.2+\n\
                        x2 c1.2-\nc1 c1.1+\nc1 c1.1- c1.2+\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
        assert_eq!(covers(&cnf).len(), 3);
    }

    #[test]
    fn what_is_too_large_is_refused_at_once() {
        let long: Vec<Lit> = (0..10_000).map(|v| Var::new(v).positive()).collect();
        let mut cnf = Cnf::new(10_000);
        cnf.add_clause(&long);
        let error = cnf_to_cover(&cnf).unwrap_err();
        assert_eq!(error.entries, 20_000 + 10_000 * 10_001 / 2 + 30_000);
    }
}
