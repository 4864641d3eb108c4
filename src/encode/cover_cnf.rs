//! Exact cover as SAT, and the way back.
//!
//! Option o becomes variable o. A primary item says: at least one of its
//! options, at most one of them; or as many as its bounds say. A secondary item
//! says that at most one of its options is chosen.
//!
//! Where options give a secondary item colours, those of one colour go
//! together. So each colour that several options give an item gets a variable that
//! each of them implies, and at most one of these variables, the options that
//! are alone with their colour, and those without colour is true.

use super::cardinality::{Cardinality, Cost};
use super::{AtMostOne, FormulaSize, TooManyVars};
use crate::cover::{ExactCover, Item, OptionId};
use crate::formula::{Cnf, Lit, Var};
use std::collections::BTreeMap;

/// The parts of a problem as statements about variables, before at-most-ones are clauses.
pub(super) struct Statements {
    /// Number of variables: the options, then the colours that several options give to an item,
    /// in the order of the names of items and colours.
    pub num_vars: usize,
    /// Each option with the variable of a colour that it gives to an item.
    pub implications: Vec<(Lit, Lit)>,
    /// For each item its options and the variables of the colours that several options give it. The
    /// number of those that are true is within the item's [`bounds`].
    pub sums: Vec<Vec<Lit>>,
}

impl Statements {
    pub(super) fn new(problem: &ExactCover) -> Statements {
        let mut sums = vec![Vec::new(); problem.num_items()];
        let mut givers: BTreeMap<(&str, &str), (Item, Vec<Lit>)> = BTreeMap::new();
        for option in problem.options() {
            let chosen = Var::new(option.index()).positive();
            for (item, color) in problem.colored(option) {
                match color {
                    None => sums[item.index()].push(chosen),
                    Some(color) => {
                        let names = (problem.name(item), problem.color_name(color));
                        let (_, lits) = givers.entry(names).or_insert((item, Vec::new()));
                        lits.push(chosen);
                    }
                }
            }
        }
        let mut num_vars = problem.num_options();
        let mut implications = Vec::new();
        for (item, lits) in givers.into_values() {
            let [alone] = lits[..] else {
                let color = Var::new(num_vars).positive();
                num_vars += 1;
                implications.extend(lits.iter().map(|&option| (option, color)));
                sums[item.index()].push(color);
                continue;
            };
            sums[item.index()].push(alone);
        }
        Statements {
            num_vars,
            implications,
            sums,
        }
    }
}

/// Returns how many options of an item may be chosen, or how many of its colours.
pub(super) fn bounds(problem: &ExactCover, item: Item) -> (usize, usize) {
    match problem.is_primary(item) {
        true => {
            let bounds = problem.bounds(item);
            (bounds.low as usize, bounds.high as usize)
        }
        false => (0, 1),
    }
}

/// Returns the bounds on the options of an item, or on its colours.
pub(super) fn rule(problem: &ExactCover, item: Item, at_most_one: AtMostOne) -> Cardinality {
    let (low, high) = bounds(problem, item);
    Cardinality {
        low,
        high,
        at_most_one,
    }
}

/// Returns the size of [`cover_to_cnf`]'s formula; where it passes what can be counted,
/// the largest number.
pub fn cover_size(problem: &ExactCover, at_most_one: AtMostOne) -> FormulaSize {
    size(problem, &Statements::new(problem), at_most_one)
}

fn size(problem: &ExactCover, statements: &Statements, at_most_one: AtMostOne) -> FormulaSize {
    let idle = |&option: &OptionId| !problem.may_be_chosen(option);
    let idle = problem.options().filter(idle).count() as u64;
    let implications = statements.implications.len() as u64;
    let mut cost = Cost {
        aux: 0,
        clauses: idle + implications,
        lits: idle + 2 * implications,
    };
    for (item, sum) in problem.items().zip(&statements.sums) {
        cost = cost.plus(rule(problem, item, at_most_one).cost(sum.len()));
    }
    FormulaSize {
        vars: cost.aux.saturating_add(statements.num_vars as u64),
        clauses: cost.clauses,
        lits: cost.lits,
    }
}

/// Returns an exact-cover problem as a formula: its models, looked at in the options'
/// variables alone, are the problem's solutions.
///
/// The options' variables come first, then those of colours, then the auxiliary ones of each item.
/// A primary item without option gives the empty clause. An option that may not
/// be chosen (it has no primary item) is denied in a unit clause.
///
/// Pairwise at-most-ones take m²/2 clauses for an item of m options: ask
/// [`cover_size`] first where m may be large.
///
/// ```
/// use sudosat::prelude::*;
///
/// let problem: ExactCover = "a b\na\nb\na b".parse()?;
/// let cnf = encode::cover_to_cnf(&problem, Default::default())?;
/// let model = cnf.solve()?.ok_or("it has a model")?;
/// let options = encode::options_from_lits(&problem, &model);
/// check::cover(&problem, &options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there would be too many variables.
pub fn cover_to_cnf(problem: &ExactCover, at_most_one: AtMostOne) -> Result<Cnf, TooManyVars> {
    let statements = Statements::new(problem);
    let size = size(problem, &statements, at_most_one);
    size.fits()?;
    let mut cnf = Cnf::new(size.vars as usize);
    for &(option, color) in &statements.implications {
        cnf.add_clause(&[!option, color]);
    }
    let mut aux = statements.num_vars;
    for (item, sum) in problem.items().zip(&statements.sums) {
        let rule = rule(problem, item, at_most_one);
        let Ok(()) = rule.write(sum, aux, &mut cnf);
        aux += rule.cost(sum.len()).aux as usize;
    }
    for option in problem.options() {
        if !problem.may_be_chosen(option) {
            cnf.add_clause(&[Var::new(option.index()).negative()]);
        }
    }
    Ok(cnf)
}

/// Returns the options that true literals of [`cover_to_cnf`]'s formula choose, in the
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
    use crate::cover::{Bounds, Search};
    use itertools::Itertools;
    use std::collections::BTreeSet;

    /// Returns a problem of eight items, two of them secondary, and random options.
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

    /// Returns a problem of six items, two with bounds and two secondary ones with
    /// colours, and random options.
    fn random_general_problem(random: &mut fastrand::Rng) -> ExactCover {
        let mut builder = ExactCover::builder();
        let mut items = Vec::new();
        for name in ["a", "b", "c", "d"] {
            let high = random.u32(1..4);
            let low = random.u32(0..=high);
            let bounds = match name {
                "a" | "b" => Bounds::ONCE,
                _ => Bounds { low, high },
            };
            items.push((builder.bounded(name, bounds).unwrap(), false));
        }
        for name in ["y", "z"] {
            items.push((builder.secondary(name).unwrap(), true));
        }
        let colors = ["red", "green"].map(|name| builder.color(name).unwrap());
        for _ in 0..random.usize(0..10) {
            random.shuffle(&mut items);
            let count = random.usize(1..4);
            let items: Vec<_> = items[..count]
                .iter()
                .map(|&(item, secondary)| {
                    let color = secondary.then(|| random.choice(colors)).flatten();
                    (item, color.filter(|_| random.u8(0..4) > 0))
                })
                .collect();
            builder.colored(items).unwrap();
        }
        builder.build()
    }

    /// Returns every choice of options, by the definition.
    fn by_trial(problem: &ExactCover) -> BTreeSet<BTreeSet<OptionId>> {
        let usable: Vec<OptionId> = problem
            .options()
            .filter(|&option| problem.may_be_chosen(option))
            .collect();
        let choices = usable.into_iter().powerset();
        choices
            .filter(|options| crate::check::cover(problem, options).is_ok())
            .map(BTreeSet::from_iter)
            .collect()
    }

    #[test]
    fn models_are_the_covers_with_colours_and_bounds_too() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut solvable = 0;
        for _ in 0..200 {
            let problem = random_general_problem(&mut random);
            let covers = by_trial(&problem);
            solvable += usize::from(!covers.is_empty());
            for at_most_one in AtMostOne::ALL {
                assert_eq!(by_sat(&problem, at_most_one), covers, "{at_most_one}");
            }
        }
        assert!((30..170).contains(&solvable), "{solvable} of 200 solvable");
    }

    fn by_dlx(problem: &ExactCover) -> BTreeSet<BTreeSet<OptionId>> {
        let mut dlx = Dlx::new(problem, Choice::Smallest);
        let mut found = BTreeSet::new();
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            found.insert(options.iter().copied().collect());
        }
        found
    }

    /// Returns the models projected to the options, by batsat and blocking clauses.
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
