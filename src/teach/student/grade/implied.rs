//! Recognition of the numbering of a formula with auxiliary variables.
//!
//! Its clauses need not show cells, rows, columns and boxes, but the rules follow by unit
//! propagation in the usual encodings. So the numbering under which most rules follow is
//! the student's. The rules of each plausible numbering are sampled.

use super::reference::{Reference, sorted};
use super::scheme::{Fit, Scheme, clues_hold, plausible, stated_units};
use crate::budget::{Budget, Stop};
use crate::cdcl::{Implied, Solver};
use crate::encode::Constraint;
use crate::formula::{Lit, Var};
use crate::sudoku::HouseKind;
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of constraints of each kind that are tried. Chosen by hand to bound the time.
const SAMPLE: usize = 24;
/// Number of numberings for which "at least one" is propagated too. Chosen by hand.
const FINALISTS: usize = 8;

/// Returns the numbering under which most rules follow by unit propagation, with their
/// share. Among equals, that under which the clues hold, and then the lecture's own
/// goes first. Returns `None` if no numbering has all its variables in the formula.
///
/// # Errors
/// If the budget is exhausted.
pub fn recognize(
    clauses: &[Vec<Lit>],
    reference: &Reference,
    budget: &Budget,
) -> Result<Option<Fit>, Stop> {
    let mut question = Question::new(clauses, reference);
    let units = stated_units(clauses, reference);
    let mut first: Vec<(usize, Scheme)> = Vec::new();
    for scheme in plausible(clauses, &reference.numbering, reference.size()) {
        if let Some(stop) = budget.exhausted(0) {
            return Err(stop);
        }
        if question.has_all(&scheme) {
            let share = question.share(&scheme, false, budget)?;
            first.push((share, scheme));
        }
    }
    // Stable: the lecture's own comes first.
    first.sort_by_key(|(share, _)| std::cmp::Reverse(*share));
    first.truncate(FINALISTS);
    let mut best: Option<(usize, bool)> = None;
    let mut equal: Vec<Scheme> = Vec::new();
    for (_, scheme) in first {
        let share = question.share(&scheme, true, budget)?;
        let now = Some((share, clues_hold(&scheme, &units, reference)));
        if now > best {
            best = now;
            equal.clear();
        }
        if now == best {
            equal.push(scheme);
        }
    }
    let (Some((share, clues)), false) = (best, equal.is_empty()) else {
        return Ok(None);
    };
    let mut scheme = equal.remove(0);
    equal.retain(|other| other.is_reordered(&scheme));
    if !clues {
        for other in scheme.reversals() {
            if clues_hold(&other, &units, reference)
                && question.share(&other, true, budget)? == share
            {
                scheme = other;
                equal.clear();
                break;
            }
        }
    }
    Ok(Some(Fit {
        scheme,
        others: equal,
        share,
    }))
}

/// A formula in the student's own numbering, and what follows from it.
struct Question<'a> {
    reference: &'a Reference<'a>,
    solver: Solver,
    vars: FxHashSet<Var>,
    had: FxHashSet<Vec<Lit>>,
    /// For each variable, those that are false if it is true.
    excluded: FxHashMap<Var, FxHashSet<Var>>,
    /// For each kind of house, and `None` for cells, some constraints.
    kinds: Vec<(Option<HouseKind>, Vec<Constraint>)>,
}

impl<'a> Question<'a> {
    fn new(clauses: &[Vec<Lit>], reference: &'a Reference<'a>) -> Question<'a> {
        let mut solver = Solver::default();
        for clause in clauses.iter().filter(|clause| clause.len() > 1) {
            solver.add_clause(clause);
        }
        let kind = |constraint: &Constraint| match constraint {
            Constraint::Cell(_) => None,
            Constraint::House(house, _) => Some(house.kind()),
        };
        let mut kinds: Vec<(Option<HouseKind>, Vec<Constraint>)> = Vec::new();
        for constraint in Constraint::all(reference.rules()) {
            match kinds
                .iter_mut()
                .find(|(other, _)| *other == kind(&constraint))
            {
                Some((_, constraints)) => constraints.push(constraint),
                None => kinds.push((kind(&constraint), vec![constraint])),
            }
        }
        for (_, constraints) in &mut kinds {
            // An odd step meets each digit and each place.
            let step = constraints.len().div_ceil(SAMPLE) | 1;
            *constraints = constraints.iter().copied().step_by(step).collect();
        }
        Question {
            reference,
            solver,
            vars: clauses.iter().flatten().map(|lit| lit.var()).collect(),
            had: clauses.iter().map(|clause| sorted(clause)).collect(),
            excluded: FxHashMap::default(),
            kinds,
        }
    }

    /// Returns `true` if the number of each candidate is a variable of the formula.
    fn has_all(&self, scheme: &Scheme) -> bool {
        let size = self.reference.size();
        let table = scheme.table(size);
        table.is_some_and(|table| table.keys().all(|var| self.vars.contains(var)))
    }

    /// Returns the share of the sampled rules that follow, in thousandths: of the lecture's
    /// encoding or of the minimal one, whichever is more. "At least one" is looked up, and
    /// is propagated only if `thorough`.
    fn share(&mut self, scheme: &Scheme, thorough: bool, budget: &Budget) -> Result<usize, Stop> {
        let (mut lecture, mut minimal) = (Vec::new(), Vec::new());
        for (kind, constraints) in self.kinds.clone() {
            let (mut at_least, mut at_most) = (Vec::new(), Vec::new());
            for &constraint in &constraints {
                if let Some(stop) = budget.exhausted(0) {
                    return Err(stop);
                }
                let candidates = constraint.candidates(self.reference.rules()).into_iter();
                let vars = candidates.map(|candidate| {
                    let number = usize::try_from(scheme.number(candidate)).unwrap_or(0);
                    Var::new(number.saturating_sub(1))
                });
                let vars: Vec<Var> = vars.collect();
                at_least.push(1000 * usize::from(self.is_one_true(&vars, thorough)));
                at_most.push(self.exclusive(&vars));
            }
            let is_full = constraints.first().is_some_and(|one| match one {
                Constraint::Cell(_) => true,
                Constraint::House(house, _) => {
                    let rules = self.reference.rules();
                    rules.is_full(rules.index(*house))
                }
            });
            let mean = |shares: &[usize]| shares.iter().sum::<usize>() / shares.len().max(1);
            let (at_least, at_most) = (mean(&at_least), mean(&at_most));
            match kind {
                None => {
                    lecture.push(at_most);
                    minimal.push(at_least);
                }
                Some(_) => {
                    lecture.push(if is_full { at_least } else { at_most });
                    minimal.push(at_most);
                }
            }
        }
        let mean = |shares: &[usize]| shares.iter().sum::<usize>() / shares.len().max(1);
        Ok(mean(&lecture).max(mean(&minimal)))
    }

    /// Returns `true` if one of the variables must be true.
    fn is_one_true(&mut self, vars: &[Var], thorough: bool) -> bool {
        let lits: Vec<Lit> = vars.iter().map(|var| var.positive()).collect();
        let none: Vec<Lit> = vars.iter().map(|var| var.negative()).collect();
        self.had.contains(&sorted(&lits))
            || thorough && matches!(self.solver.propagate_under(&none), Implied::Conflict(_))
    }

    /// Returns the share, in thousandths, of the ordered pairs of which the second is false
    /// if the first is true.
    fn exclusive(&mut self, vars: &[Var]) -> usize {
        let mut found = 0;
        for var in vars {
            let solver = &mut self.solver;
            let excluded = self.excluded.entry(*var).or_insert_with(|| {
                let (Implied::Consistent(lits) | Implied::Conflict(lits)) =
                    solver.propagate_under(&[var.positive()]);
                let lits = lits.into_iter().filter(|lit| lit.is_negative());
                lits.map(Lit::var).collect()
            });
            let others = vars.iter().filter(|other| excluded.contains(other));
            found += others.count();
        }
        let pairs = vars.len() * vars.len().saturating_sub(1);
        found * 1000 / pairs.max(1)
    }
}
