//! A model against a formula.

use super::message::clause_text;
use crate::formula::{Cnf, Lit, Model};

/// A reason why literals are no model of a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// A variable is said to be true and false; this is its second literal.
    #[error("the model has both {} and {}", !*.0, .0)]
    Contradiction(Lit),
    /// A literal's variable is not one of the formula's.
    #[error("the model has the literal {lit}, but the formula has {num_vars} variables")]
    UnknownVariable {
        /// The first literal of the model with such a variable.
        lit: Lit,
        /// Number of variables of the formula.
        num_vars: usize,
    },
    /// A clause has no true literal.
    #[error("clause {} is not satisfied: {}{}", .clause + 1, clause_text(lits), note_of(*open))]
    Unsatisfied {
        /// The clause's number, from 0.
        clause: usize,
        /// Literals of the clause.
        lits: Vec<Lit>,
        /// Number of its literals without a value in the model.
        open: usize,
    },
}

/// Returns the note about a clause's literals without a value.
fn note_of(open: usize) -> String {
    match open {
        0 => String::new(),
        1 => " (one of its literals has no value)".to_owned(),
        _ => format!(" ({open} of its literals have no value)"),
    }
}

/// Checks that making these literals true makes every clause true, whatever the
/// values of the other variables.
///
/// A literal may be repeated, but not contradicted. The model returned gives
/// the variables that are left open the value false.
///
/// ```
/// use sudosat::prelude::*;
///
/// let cnf: Cnf = [&[1, 2][..], &[-1, 3]].into_iter().collect();
/// let lits = |numbers: [i32; 2]| numbers.map(|number| Lit::from_dimacs(number).unwrap());
/// assert!(check::model(&cnf, &lits([1, 3])).is_ok());
/// assert_eq!(
///     check::model(&cnf, &lits([1, 2])).unwrap_err().to_string(),
///     "clause 2 is not satisfied: -1 3 0 (one of its literals has no value)",
/// );
/// ```
///
/// # Errors
/// If two literals contradict each other, a variable is not one of the formula's,
/// or a clause has no true literal.
pub fn model(cnf: &Cnf, lits: &[Lit]) -> Result<Model, ModelFault> {
    let num_vars = cnf.num_vars();
    let mut given = vec![false; num_vars];
    let mut value = vec![false; num_vars];
    for &lit in lits {
        let var = lit.var().index();
        if var >= num_vars {
            return Err(ModelFault::UnknownVariable { lit, num_vars });
        }
        if given[var] && value[var] != lit.is_positive() {
            return Err(ModelFault::Contradiction(lit));
        }
        given[var] = true;
        value[var] = lit.is_positive();
    }
    for (index, clause) in cnf.clauses().enumerate() {
        let satisfied = clause.iter().any(|lit| {
            let var = lit.var().index();
            given[var] && value[var] == lit.is_positive()
        });
        if !satisfied {
            let open = clause.iter().filter(|lit| !given[lit.var().index()]);
            return Err(ModelFault::Unsatisfied {
                clause: index,
                lits: clause.to_vec(),
                open: open.count(),
            });
        }
    }
    Ok(Model::new(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(clauses: &[&[i32]], model_lits: &[i32]) -> String {
        let cnf: Cnf = clauses.iter().copied().collect();
        let lits: Vec<Lit> = model_lits
            .iter()
            .map(|&number| Lit::from_dimacs(number).unwrap())
            .collect();
        match model(&cnf, &lits) {
            Ok(model) => {
                let lits: Vec<String> = model.lits().map(|lit| lit.to_string()).collect();
                lits.join(" ")
            }
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn a_partial_model_is_completed_if_it_satisfies_every_clause() {
        assert_eq!(told(&[&[1, -2], &[2, 3, -3]], &[1, 3, 1]), "1 -2 3");
        assert_eq!(told(&[], &[]), "");
        assert_eq!(
            told(&[&[1, -2], &[2, 3]], &[1]),
            "clause 2 is not satisfied: 2 3 0 (2 of its literals have no value)"
        );
        assert_eq!(
            told(&[&[1, -2]], &[-1]),
            "clause 1 is not satisfied: 1 -2 0 (one of its literals has no value)"
        );
        // True whatever 1 is; but a checker takes no proof by cases.
        assert_eq!(
            told(&[&[1, -1]], &[]),
            "clause 1 is not satisfied: 1 -1 0 (2 of its literals have no value)"
        );
    }

    #[test]
    fn what_is_no_model_is_refused_with_the_reason() {
        assert_eq!(told(&[&[1, 2]], &[-1, 2, 1]), "the model has both -1 and 1");
        assert_eq!(
            told(&[&[1, 2]], &[1, -3]),
            "the model has the literal -3, but the formula has 2 variables"
        );
        assert_eq!(
            told(&[&[1, 2], &[-1, 2]], &[1, -2]),
            "clause 2 is not satisfied: -1 2 0"
        );
        assert_eq!(told(&[&[]], &[]), "clause 1 is not satisfied: 0");
        let long: Vec<i32> = (1..=14).collect();
        let none: Vec<i32> = (1..=14).map(|number| -number).collect();
        assert_eq!(
            told(&[&long], &none),
            "clause 1 is not satisfied: 1 2 3 4 5 6 7 8 9 10 11 12 … and 2 more"
        );
    }
}
