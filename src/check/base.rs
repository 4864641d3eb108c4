//! Refutations of many formulas that have most of their clauses in common.
//!
//! The formulas of all puzzles with the same rules are the same except for the clauses of the
//! clues. What follows from the common clauses is checked once: [`Base::of`] takes a
//! [`PbpChecker`] that has checked a derivation, and looks up that it has derived of each of
//! some groups that exactly one of its variables is true. [`Base::check`] then checks for one
//! formula after the other that its own clauses and the groups are refuted by lemmas: each
//! lemma must follow by unit propagation from the groups, these clauses and the lemmas before
//! it.
//!
//! Both checks together are the check of one VeriPB proof of the whole formula, with the
//! derivation first and a `rup` step for each lemma. This holds because of two properties:
//!
//! - The derivation has no `red` step. All other steps add only what follows from the
//!   formula, and that also follows from the formula with more clauses. A `red` step does
//!   not have this property, because more clauses may forbid its substitution.
//! - A group is a clause and an inequality of the derivation (or a clause for each pair), and
//!   propagation by the group is propagation by these. So whatever propagation finds here, a
//!   checker of the whole proof finds too.
//!
//! Nothing is kept from one formula to the next: values, clauses and lemmas are taken back
//! before a check begins, also after one that failed.

use super::PbpChecker;
use super::assignment::{Assignment, Value};
use crate::budget::{Budget, Stop};
use crate::formula::{Lit, Var};
use crate::proof::pbp::Inequality;

/// A reason why a derivation is no base, or a refutation is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BaseFault {
    /// The derivation has a `red` step, which may be wrong for a formula with more clauses.
    #[error("the derivation has a substitution, which further clauses may forbid")]
    Substitution,
    /// The derivation does not show that exactly one variable of this group is true.
    #[error("group {0}: the derivation does not say that exactly one of its variables is true")]
    NotDerived(usize),
    /// A clause or lemma has a variable that no group has.
    #[error("the variable {} is in no group", .0.to_dimacs())]
    UnknownVar(Var),
    /// A lemma does not follow by unit propagation. Lemmas are counted from 1.
    #[error("lemma {0} does not follow by unit propagation")]
    NotImplied(usize),
    /// All lemmas follow, but unit propagation finds no conflict after the last one.
    #[error("every lemma follows, but no contradiction follows after the last one")]
    NotRefuted,
    /// The check was not finished.
    #[error("{0}")]
    GaveUp(Stop),
}

/// Groups of variables of which exactly one is true, and a checker of lemmas that starts from
/// them.
#[derive(Debug)]
pub struct Base {
    groups: Lists,
    /// For each variable the groups that it is in.
    groups_of: Lists,
    state: State,
}

/// Lists of numbers, one after the other.
#[derive(Debug)]
struct Lists {
    items: Vec<u32>,
    /// For each list, the index of its first item in `items`; after these, the end of the last list.
    starts: Vec<u32>,
}

impl Lists {
    fn of(lists: impl IntoIterator<Item = Vec<u32>>) -> Lists {
        let mut all = Lists {
            items: Vec::new(),
            starts: vec![0],
        };
        for list in lists {
            all.items.extend(list);
            all.starts.push(all.items.len() as u32);
        }
        all
    }

    #[inline]
    fn get(&self, index: usize) -> &[u32] {
        let [start, end] = [0, 1].map(|next| self.starts[index + next] as usize);
        &self.items[start..end]
    }

    fn len(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The variables of a group that are not false.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    /// Number of variables that are not false.
    count: u32,
    /// The indices of these variables, combined by exclusive or: the index itself if there
    /// is one.
    mixed: u32,
}

/// The assignment found by unit propagation on a formula, and the clauses that it watches.
#[derive(Debug)]
struct State {
    assignment: Assignment,
    /// For each group, its variables that are not false.
    left: Vec<Left>,
    /// Groups that came down to one such variable, which must be true. It may be so already.
    forced: Vec<u32>,
    /// Clauses and lemmas with at least two literals that were open when they were added.
    lits: Vec<Lit>,
    /// For each of them the end of its literals.
    ends: Vec<usize>,
    /// By literal code: the clauses that have the literal as one of their first two.
    watching: Vec<Vec<u32>>,
}

impl Base {
    /// Creates a base from a checked derivation. Each group lists its variables in any
    /// order, without repetition.
    ///
    /// # Errors
    /// If the derivation has a `red` or `dom` step, or does not say of a group that exactly one of
    /// its variables is true.
    pub fn of(derivation: PbpChecker, groups: &[Vec<Var>]) -> Result<Base, BaseFault> {
        let stats = derivation.stats();
        if stats.red + stats.dom > 0 {
            return Err(BaseFault::Substitution);
        }
        let present = derivation.into_present();
        for (index, group) in groups.iter().enumerate() {
            let one: Vec<Lit> = group.iter().map(|var| var.positive()).collect();
            let negated = |var: &Var| (1, var.negative());
            let terms: Vec<(i64, Lit)> = group.iter().map(negated).collect();
            let at_most_one = Inequality::new(&terms, group.len() as i64 - 1);
            let has_pairs = || {
                let mut lits = one.iter().enumerate();
                lits.all(|(index, &a)| {
                    let mut later = one[index + 1..].iter();
                    later.all(|&b| present.contains(&Inequality::clause(&[!a, !b])))
                })
            };
            let mut distinct = group.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let is_derived = distinct.len() == group.len()
                && present.contains(&Inequality::clause(&one))
                && (at_most_one.is_some_and(|one| present.contains(&one)) || has_pairs());
            if !is_derived {
                return Err(BaseFault::NotDerived(index));
            }
        }
        Ok(Base::new(groups))
    }

    fn new(groups: &[Vec<Var>]) -> Base {
        let last = groups.iter().flatten().map(|var| var.index()).max();
        let num_vars = last.map_or(0, |last| last + 1);
        let mut groups_of = vec![Vec::new(); num_vars];
        let mut left = Vec::with_capacity(groups.len());
        for (index, group) in groups.iter().enumerate() {
            let mut own = Left::default();
            for var in group {
                own.count += 1;
                own.mixed ^= var.index() as u32;
                groups_of[var.index()].push(index as u32);
            }
            left.push(own);
        }
        let mut assignment = Assignment::default();
        assignment.grow(num_vars);
        let indices = |group: &Vec<Var>| group.iter().map(|var| var.index() as u32).collect();
        Base {
            groups: Lists::of(groups.iter().map(indices)),
            groups_of: Lists::of(groups_of),
            state: State {
                assignment,
                left,
                forced: Vec::new(),
                lits: Vec::new(),
                ends: Vec::new(),
                watching: vec![Vec::new(); 2 * num_vars],
            },
        }
    }

    /// Checks that the formula of the derivation with these clauses has no model, by these
    /// lemmas. The lemmas after a refutation are not looked at. The budget's steps are
    /// lemmas.
    ///
    /// # Errors
    /// If a lemma does not follow, the lemmas refute nothing, or the budget ends.
    pub fn check<'a>(
        &mut self,
        clauses: impl IntoIterator<Item = &'a [Lit]>,
        lemmas: impl IntoIterator<Item = &'a [Lit]>,
        budget: &Budget,
    ) -> Result<(), BaseFault> {
        let mut is_refuted = !self.begin();
        for clause in clauses {
            self.refuse_unknown(clause)?;
            is_refuted = is_refuted || !self.add(clause);
        }
        for (index, lemma) in lemmas.into_iter().enumerate() {
            if is_refuted {
                break;
            }
            if let Some(stop) = budget.exhausted(index as u64) {
                return Err(BaseFault::GaveUp(stop));
            }
            self.refuse_unknown(lemma)?;
            if !self.follows(lemma) {
                return Err(BaseFault::NotImplied(index + 1));
            }
            is_refuted = !self.add(lemma);
        }
        match is_refuted {
            true => Ok(()),
            false => Err(BaseFault::NotRefuted),
        }
    }

    /// Forgets the last formula. Returns `false` if the groups alone are in conflict.
    fn begin(&mut self) -> bool {
        self.undo(0);
        let state = &mut self.state;
        for lit in state.lits.drain(..) {
            state.watching[lit.code()].clear();
        }
        state.ends.clear();
        // Groups of one variable.
        (0..self.groups.len()).all(|group| self.examine(group)) && self.propagate()
    }

    fn refuse_unknown(&self, clause: &[Lit]) -> Result<(), BaseFault> {
        let is_unknown = |lit: &&Lit| lit.var().index() >= self.groups_of.len();
        match clause.iter().find(is_unknown) {
            Some(lit) => Err(BaseFault::UnknownVar(lit.var())),
            None => Ok(()),
        }
    }

    /// Returns `true` if a clause follows by unit propagation.
    fn follows(&mut self, clause: &[Lit]) -> bool {
        let kept = self.state.assignment.trail().len();
        let holds = clause.iter().all(|&lit| self.imply(!lit)) && self.propagate();
        self.undo(kept);
        !holds
    }

    /// Adds a clause and what follows from it. Returns `false` in conflict.
    fn add(&mut self, clause: &[Lit]) -> bool {
        let state = &mut self.state;
        let value = |lit: Lit| state.assignment.value(lit);
        if clause.iter().any(|&lit| value(lit) == Value::True) {
            return true;
        }
        let start = state.lits.len();
        let open = clause.iter().filter(|&&lit| value(lit) == Value::Open);
        state.lits.extend(open);
        match state.lits[start..] {
            [] => false,
            [lit] => {
                state.lits.truncate(start);
                self.imply(lit) && self.propagate()
            }
            [first, second, ..] => {
                let index = state.ends.len() as u32;
                state.ends.push(state.lits.len());
                state.watching[first.code()].push(index);
                state.watching[second.code()].push(index);
                true
            }
        }
    }

    /// Makes a literal true unless it is. Returns `false` if it is false, or a group is left
    /// without a variable.
    #[inline]
    fn imply(&mut self, lit: Lit) -> bool {
        let state = &mut self.state;
        match state.assignment.value(lit) {
            Value::True => return true,
            Value::False => return false,
            Value::Open => state.assignment.assign(lit),
        }
        let mut holds = true;
        if lit.is_negative() {
            let var = lit.var().index();
            for &group in self.groups_of.get(var) {
                let left = &mut state.left[group as usize];
                left.count -= 1;
                left.mixed ^= var as u32;
                match left.count {
                    0 => holds = false,
                    1 => state.forced.push(group),
                    _ => {}
                }
            }
        }
        holds
    }

    /// Takes back all but the first `kept` literals of the trail.
    fn undo(&mut self, kept: usize) {
        let State {
            assignment,
            left,
            forced,
            ..
        } = &mut self.state;
        forced.clear();
        assignment.undo_each(kept, |lit| {
            if lit.is_negative() {
                let var = lit.var().index();
                for &group in self.groups_of.get(var) {
                    let left = &mut left[group as usize];
                    left.count += 1;
                    left.mixed ^= var as u32;
                }
            }
        });
    }

    /// Propagates every literal of the trail. Returns `false` in conflict.
    fn propagate(&mut self) -> bool {
        loop {
            if let Some(group) = self.state.forced.pop() {
                if !self.examine(group as usize) {
                    return false;
                }
                continue;
            }
            let Some(lit) = self.state.assignment.next_to_propagate() else {
                return true;
            };
            if !self.visit(!lit) || lit.is_positive() && !self.exclude_others(lit.var()) {
                return false;
            }
        }
    }

    /// Makes the other variables of a true variable's groups false. Returns `false` in conflict.
    fn exclude_others(&mut self, var: Var) -> bool {
        for index in 0..self.groups_of.get(var.index()).len() {
            let group = self.groups_of.get(var.index())[index] as usize;
            if self.state.left[group].count == 1 {
                continue; // The others are false already.
            }
            for index in 0..self.groups.get(group).len() {
                let other = Var::new(self.groups.get(group)[index] as usize);
                if other != var && !self.imply(other.negative()) {
                    return false;
                }
            }
        }
        true
    }

    /// Makes the last variable of a group true. Returns `false` in conflict.
    #[inline]
    fn examine(&mut self, group: usize) -> bool {
        match self.state.left[group] {
            Left { count: 0, .. } => false,
            Left { count: 1, mixed } => self.imply(Var::new(mixed as usize).positive()),
            _ => true,
        }
    }

    /// Looks at the clauses that watch a literal that became false. Returns `false` in
    /// conflict.
    fn visit(&mut self, lit: Lit) -> bool {
        if self.state.watching[lit.code()].is_empty() {
            return true;
        }
        let mut watching = std::mem::take(&mut self.state.watching[lit.code()]);
        let mut holds = true;
        watching.retain(|&clause| {
            if !holds {
                return true;
            }
            let index = clause as usize;
            let State {
                ends,
                lits,
                assignment,
                watching,
                ..
            } = &mut self.state;
            let start = index.checked_sub(1).map_or(0, |before| ends[before]);
            let lits = &mut lits[start..ends[index]];
            if lits[0] == lit {
                lits.swap(0, 1);
            }
            if assignment.value(lits[0]) == Value::True {
                return true;
            }
            let is_not_false = |&index: &usize| assignment.value(lits[index]) != Value::False;
            if let Some(index) = (2..lits.len()).find(is_not_false) {
                lits.swap(1, index);
                watching[lits[1].code()].push(clause);
                return false;
            }
            let other = lits[0];
            holds = self.imply(other);
            true
        });
        self.state.watching[lit.code()] = watching;
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Cnf, lits};
    use crate::proof::pbp::{Reader, Step};
    use fastrand::Rng;
    use itertools::Itertools;

    /// Two cells with one of two digits each, and each digit in one of the cells. That no
    /// digit is in both follows by counting.
    const CLAUSES: [&[i32]; 6] = [&[1, 2], &[-1, -2], &[3, 4], &[-3, -4], &[1, 3], &[2, 4]];
    /// Digit 2 has a place, and each cell holds one digit: digit 1 is in one cell at most.
    const FIRST: &str = "pol 6 2 + 4 +;";
    const SECOND: &str = "pol 5 2 + 4 +;";
    const GROUPS: [[usize; 2]; 4] = [[0, 1], [2, 3], [0, 2], [1, 3]];

    fn base_of(steps: &[&str], groups: &[Vec<usize>]) -> Result<Base, String> {
        let text = format!(
            "pseudo-Boolean proof version 3.0\nf 6;\n{}\n\
             output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n",
            steps.join("\n")
        );
        let formula: Cnf = CLAUSES.into_iter().collect();
        let budget = Budget::unlimited();
        let mut checker = PbpChecker::of(&formula, &budget).unwrap();
        for step in Reader::new(text.as_bytes(), "test") {
            let step = step.map_err(|error| error.to_string())?;
            if let Step::Conclude(_) = step {
                break;
            }
            let checked = checker.step(&step, &budget);
            checked.map_err(|fault| fault.to_string())?;
        }
        let var = |&index: &usize| Var::new(index);
        let groups: Vec<Vec<Var>> = groups
            .iter()
            .map(|group| group.iter().map(var).collect())
            .collect();
        Base::of(checker, &groups).map_err(|fault| fault.to_string())
    }

    fn base() -> Base {
        base_of(&[FIRST, SECOND], &GROUPS.map(Vec::from)).unwrap()
    }

    fn check(base: &mut Base, clauses: &[&[i32]], lemmas: &[&[i32]]) -> Result<(), BaseFault> {
        let [clauses, lemmas]: [Cnf; 2] =
            [clauses, lemmas].map(|all| all.iter().copied().collect());
        base.check(&clauses, &lemmas, &Budget::unlimited())
    }

    #[test]
    fn only_derived_groups_are_taken() {
        let groups = GROUPS.map(Vec::from);
        let fault = |steps: &[&str], groups: &[Vec<usize>]| base_of(steps, groups).unwrap_err();
        let text = "group 2: the derivation does not say";
        assert!(fault(&[], &groups).starts_with(text));
        let text = "group 3: the derivation does not say";
        assert!(fault(&[FIRST], &groups).starts_with(text));
        assert!(fault(&[FIRST, SECOND, "del id -1;"], &groups).starts_with(text));
        // A false derivation, and groups that are not derived.
        assert!(fault(&["rup 1 ~x1 1 ~x4 >= 1;"], &groups).contains("does not follow"));
        for wrong in [
            vec![0, 3],
            vec![0, 1, 2],
            vec![0],
            vec![0, 0, 1],
            vec![],
            vec![9],
        ] {
            let fault = fault(&[FIRST, SECOND], &[wrong]);
            assert!(fault.starts_with("group 0: "), "{fault}");
        }
    }

    #[test]
    fn substitutions_are_refused() {
        let fault = base_of(&["red 1 x9 >= 1 : x9 -> 1;"], &[]).unwrap_err();
        assert!(fault.contains("has a substitution"), "{fault}");
    }

    #[test]
    fn nothing_is_left_for_the_next_formula() {
        let mut base = base();
        for _ in 0..3 {
            assert_eq!(check(&mut base, &[&[1], &[3]], &[]), Ok(()));
            let fault = check(&mut base, &[], &[]);
            assert_eq!(fault, Err(BaseFault::NotRefuted));
            let fault = check(&mut base, &[&[1, 3]], &[&[1]]);
            assert_eq!(fault, Err(BaseFault::NotImplied(1)));
            // Clauses of three literals, which are watched.
            let against: [&[i32]; 2] = [&[-1, -4, -4], &[-2, -3, -3]];
            assert_eq!(check(&mut base, &against, &[&[1]]), Ok(()));
            let fault = check(&mut base, &against[1..], &[&[1], &[-4]]);
            assert_eq!(fault, Err(BaseFault::NotImplied(2)));
            let fault = check(&mut base, &[&[5]], &[]);
            assert_eq!(fault, Err(BaseFault::UnknownVar(Var::new(4))));
            let fault = check(&mut base, &[&[1]], &[&[1, -9]]);
            assert_eq!(fault, Err(BaseFault::UnknownVar(Var::new(8))));
        }
    }

    #[test]
    fn the_budget_ends_a_check() {
        let mut base = base();
        let budget = Budget::unlimited().with_steps(0);
        let lemma = lits(&[1, 2]);
        let fault = base.check([], [&lemma[..]], &budget);
        assert_eq!(fault, Err(BaseFault::GaveUp(Stop::Steps)));
    }

    /// Returns `true` if unit propagation on clauses finds a conflict once all literals of
    /// `clause` are false.
    fn is_implied(clauses: &[Vec<Lit>], clause: &[Lit]) -> bool {
        let mut of_true: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
        if clause.iter().any(|lit| of_true.contains(lit)) {
            return true;
        }
        loop {
            let before = of_true.len();
            for clause in clauses {
                let mut open = clause.iter().filter(|&&lit| !of_true.contains(&!lit));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) if !of_true.contains(&unit) => of_true.push(unit),
                    _ => {}
                }
            }
            if of_true.len() == before {
                return false;
            }
        }
    }

    /// Does the work of [`Base::check`] by the clauses that the groups stand for.
    fn check_slowly(
        groups: &[Vec<Var>],
        clauses: &[Vec<Lit>],
        lemmas: &[Vec<Lit>],
    ) -> Result<(), BaseFault> {
        let mut all = clauses.to_vec();
        for group in groups {
            all.push(group.iter().map(|var| var.positive()).collect());
            for (index, a) in group.iter().enumerate() {
                let later = group[index + 1..].iter();
                all.extend(later.map(|b| vec![a.negative(), b.negative()]));
            }
        }
        for (index, lemma) in lemmas.iter().enumerate() {
            if is_implied(&all, &[]) {
                return Ok(());
            }
            if !is_implied(&all, lemma) {
                return Err(BaseFault::NotImplied(index + 1));
            }
            all.push(lemma.clone());
        }
        match is_implied(&all, &[]) {
            true => Ok(()),
            false => Err(BaseFault::NotRefuted),
        }
    }

    #[test]
    fn verdicts_are_those_of_unit_propagation_on_clauses() {
        // Latin squares of side 3: digits of a cell, columns of a row and digit, rows of a column and digit.
        let side = 3;
        let of = |i: usize, j: usize, k: usize| Var::new((i * side + j) * side + k);
        let all = || (0..side).cartesian_product(0..side);
        let groups: Vec<Vec<Var>> = all()
            .flat_map(|(a, b)| {
                [
                    (0..side).map(|k| of(a, b, k)).collect(),
                    (0..side).map(|k| of(a, k, b)).collect(),
                    (0..side).map(|k| of(k, a, b)).collect(),
                ]
            })
            .collect();
        let mut base = Base::new(&groups);
        let mut rng = Rng::with_seed(1);
        let mut counts = [0; 3];
        for _ in 0..5000 {
            let some = |count: usize, longest: usize, rng: &mut Rng| -> Vec<Vec<Lit>> {
                let lit = |rng: &mut Rng| Var::new(rng.usize(..side.pow(3))).lit(rng.u8(..4) == 0);
                let clause = |rng: &mut Rng| {
                    let length = rng.usize(1..=longest);
                    (0..length).map(|_| lit(rng)).collect()
                };
                (0..count).map(|_| clause(rng)).collect()
            };
            let (num_clauses, num_lemmas) = (rng.usize(2..14), rng.usize(..4));
            let clauses = some(num_clauses, 4, &mut rng);
            let lemmas = some(num_lemmas, 3, &mut rng);
            let fast = base.check(
                clauses.iter().map(|clause| &clause[..]),
                lemmas.iter().map(|lemma| &lemma[..]),
                &Budget::unlimited(),
            );
            assert_eq!(
                fast,
                check_slowly(&groups, &clauses, &lemmas),
                "{clauses:?} {lemmas:?}"
            );
            counts[match fast {
                Ok(()) => 0,
                Err(BaseFault::NotImplied(_)) => 1,
                Err(_) => 2,
            }] += 1;
        }
        assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    }
}
