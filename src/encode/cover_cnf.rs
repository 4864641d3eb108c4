//! Exact cover as SAT, and the way back.
//!
//! Option o becomes variable o. A primary item says: at least one of its
//! options, at most one of them. A secondary item says the latter only.

use super::{AtMostOne, Size, TooManyVars};
use crate::cover::{ExactCover, OptionId};
use crate::formula::{Cnf, Lit, Var};

/// The size of [`cover_to_cnf`]'s formula.
pub fn cover_size(problem: &ExactCover, at_most_one: AtMostOne) -> Size {
    let mut uses = vec![0usize; problem.num_items()];
    let mut idle = 0;
    for option in problem.options() {
        for item in problem.option(option) {
            uses[item.index()] += 1;
        }
        idle += u64::from(!problem.may_be_chosen(option));
    }
    let mut size = Size {
        vars: problem.num_options() as u64,
        clauses: problem.num_primary() as u64 + idle,
        lits: idle,
    };
    for item in problem.items() {
        let m = uses[item.index()];
        let (clauses, lits) = at_most_one.num_clauses_and_lits(m);
        size.vars += at_most_one.num_aux(m) as u64;
        size.clauses += clauses;
        size.lits += lits;
        if problem.is_primary(item) {
            size.lits += m as u64;
        }
    }
    size
}

/// An exact-cover problem as a formula: its models, looked at in the options'
/// variables alone, are the problem's solutions.
///
/// The options' variables come first, then the auxiliary ones of each item.
/// A primary item without option gives the empty clause. An option that may not
/// be chosen (it has no primary item) is denied in a unit clause.
///
/// Pairwise at-most-ones take m²/2 clauses for an item of m options: ask
/// [`cover_size`] first where m may be large.
///
/// # Errors
/// If there would be too many variables.
pub fn cover_to_cnf(problem: &ExactCover, at_most_one: AtMostOne) -> Result<Cnf, TooManyVars> {
    let size = cover_size(problem, at_most_one);
    size.fits()?;
    let mut of_item: Vec<Vec<Lit>> = vec![Vec::new(); problem.num_items()];
    for option in problem.options() {
        for item in problem.option(option) {
            of_item[item.index()].push(Var::new(option.index()).positive());
        }
    }
    let mut cnf = Cnf::new(size.vars as usize);
    let mut aux = problem.num_options();
    for (item, lits) in problem.items().zip(&of_item) {
        if problem.is_primary(item) {
            cnf.add_clause(lits);
        }
        let Ok(()) = at_most_one.write(lits, aux, &mut cnf);
        aux += at_most_one.num_aux(lits.len());
    }
    for option in problem.options() {
        if !problem.may_be_chosen(option) {
            cnf.add_clause(&[Var::new(option.index()).negative()]);
        }
    }
    Ok(cnf)
}

/// The options that true literals of [`cover_to_cnf`]'s formula choose, in the
/// order of the literals. That they are a cover is for [`crate::check`] to check.
pub fn options_from_lits(
    problem: &ExactCover,
    lits: impl IntoIterator<Item = Lit>,
) -> Vec<OptionId> {
    lits.into_iter()
        .filter(|lit| lit.is_positive() && lit.var().index() < problem.num_options())
        .map(|lit| OptionId::new(lit.var().index()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::dlx::{Choice, Dlx};
    use std::collections::BTreeSet;

    /// A problem of eight items, two of them secondary, and random options.
    fn random_problem(random: &mut fastrand::Rng) -> ExactCover {
        let mut builder = ExactCover::builder();
        let names = ["a", "b", "c", "d", "e", "f"];
        let mut items: Vec<_> = names.map(|name| builder.primary(name).unwrap()).into();
        items.extend(["y", "z"].map(|name| builder.secondary(name).unwrap()));
        for _ in 0..random.usize(0..14) {
            random.shuffle(&mut items);
            let count = random.usize(1..4);
            builder.option(items[..count].iter().copied()).unwrap();
        }
        builder.build()
    }

    fn by_dlx(problem: &ExactCover) -> BTreeSet<BTreeSet<OptionId>> {
        let mut dlx = Dlx::new(problem, Choice::Smallest);
        let mut found = BTreeSet::new();
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            found.insert(options.iter().copied().collect());
        }
        found
    }

    /// The models projected to the options, by batsat and blocking clauses.
    fn by_sat(problem: &ExactCover, at_most_one: AtMostOne) -> BTreeSet<BTreeSet<OptionId>> {
        use batsat::{BasicSolver, SolverInterface, lbool};
        let cnf = cover_to_cnf(problem, at_most_one).unwrap();
        let size = cover_size(problem, at_most_one);
        assert_eq!(size.vars, cnf.num_vars() as u64);
        assert_eq!(size.clauses, cnf.num_clauses() as u64);
        assert_eq!(size.lits, cnf.num_lits() as u64);
        let mut solver = BasicSolver::default();
        let vars: Vec<_> = (0..cnf.num_vars())
            .map(|_| solver.new_var_default())
            .collect();
        for clause in cnf.clauses() {
            let theirs = |lit: &Lit| batsat::Lit::new(vars[lit.var().index()], lit.is_positive());
            solver.add_clause_reuse(&mut clause.iter().map(theirs).collect());
        }
        let mut found = BTreeSet::new();
        while solver.solve_limited(&[]) == lbool::TRUE {
            let lits: Vec<Lit> = (0..cnf.num_vars())
                .map(|index| Var::new(index).lit(solver.value_var(vars[index]) == lbool::TRUE))
                .collect();
            let mut blocking = (0..problem.num_options())
                .map(|index| batsat::Lit::new(vars[index], lits[index].is_negative()))
                .collect();
            solver.add_clause_reuse(&mut blocking);
            assert!(found.insert(options_from_lits(problem, lits).into_iter().collect()));
        }
        found
    }

    #[test]
    fn models_are_the_covers() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut solvable = 0;
        for _ in 0..150 {
            let problem = random_problem(&mut random);
            let covers = by_dlx(&problem);
            solvable += usize::from(!covers.is_empty());
            for at_most_one in AtMostOne::ALL {
                assert_eq!(by_sat(&problem, at_most_one), covers, "{at_most_one}");
            }
        }
        assert!((10..140).contains(&solvable), "{solvable} of 150 solvable");
    }

    #[test]
    fn an_item_without_option_is_the_empty_clause() {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        let cnf = cover_to_cnf(&builder.build(), AtMostOne::Pairwise).unwrap();
        assert_eq!(
            (cnf.num_vars(), cnf.num_clauses(), cnf.num_lits()),
            (0, 1, 0)
        );
    }
}
