//! Weighted sums of literals, and long exclusive ors, as a propagator with counters.
//!
//! As clauses they would need new variables, or exponentially many clauses. Here a sum counts the
//! weights of its true literals, and an exclusive or its open variables. A constraint is examined
//! only if its counter shows that it may imply something.

use super::connection::{Connection, PARITIES, SUMS};
use super::propagator::{Lemma, Propagator};
use crate::cdcl::Solver;
use crate::cdcl::parity::WIDEST;
use crate::formula::{Lit, Model, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

impl Solver {
    /// Largest number of literals of an exclusive or that [`add_parity`](Self::add_parity) states by
    /// clauses: that of the widest one that parity reasoning finds in clauses.
    pub const WIDEST_PARITY: usize = WIDEST;

    /// Adds the constraint that the weights of the true literals sum up to at most `bound`. A
    /// literal may occur several times, also negated.
    ///
    /// If it can't be stated by clauses without new variables, the constraint becomes part of a
    /// [propagator](crate::cdcl::Propagator) beside the [connected](Self::connect) one. If the observer
    /// [takes sums](crate::proof::Observer::takes_sums), a proof is one of the clauses and sums.
    /// Otherwise it is one of the formula with the clauses that this propagator adds.
    ///
    /// ```
    /// use sudosat::budget::Budget;
    /// use sudosat::cdcl::Solver;
    /// use sudosat::formula::Var;
    ///
    /// let vars: Vec<Var> = (0..4).map(Var::new).collect();
    /// let terms: Vec<_> = vars.iter().map(|var| (1, var.positive())).collect();
    /// let mut solver = Solver::default();
    /// solver.add_at_most(&terms, 2);
    /// assert_eq!(solver.models(&vars, &Budget::unlimited()).count(), 1 + 4 + 6);
    /// ```
    pub fn add_at_most(&mut self, terms: &[(u32, Lit)], bound: i64) {
        let num_vars = terms.iter().map(|&(_, lit)| lit.var().index() + 1).max();
        self.reserve_vars(num_vars.unwrap_or(0));
        self.tracer.sum(terms, bound);
        let Some(sum) = Sum::new(terms, bound) else {
            self.add_clause_of_sum(&[]);
            return;
        };
        let lits: Vec<Lit> = sum.terms.iter().map(|&(_, lit)| lit).collect();
        let weight = sum.terms.first().map_or(1, |&(weight, _)| weight);
        let is_count = sum.terms.iter().all(|&(other, _)| other == weight);
        match sum.bound / weight {
            k if is_count && k >= lits.len() as u64 => {}
            0 if is_count => lits.iter().for_each(|&lit| self.add_clause_of_sum(&[!lit])),
            1 if is_count && self.tracer.takes_sums() => {
                for (index, &first) in lits.iter().enumerate() {
                    let others = lits[index + 1..].iter();
                    others.for_each(|&second| self.add_clause_of_sum(&[!first, !second]));
                }
            }
            1 if is_count => self.add_at_most_one(&lits),
            k if is_count && k + 1 == lits.len() as u64 => {
                let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
                self.add_clause_of_sum(&negated);
            }
            _ => {
                let uses = sum.terms.clone();
                self.add_constraint(Constraint::Sum(sum), &uses);
            }
        }
    }

    /// Adds the constraint that an odd number of the literals is true, or with `is_odd` not set
    /// an even number. Up to [`WIDEST_PARITY`](Self::WIDEST_PARITY) literals are added as
    /// clauses, more of them as [`add_at_most`](Self::add_at_most) does.
    pub fn add_parity(&mut self, lits: &[Lit], is_odd: bool) {
        let num_negative = lits.iter().filter(|lit| lit.is_negative()).count();
        let is_odd = is_odd ^ (num_negative % 2 == 1);
        let mut vars: Vec<Var> = lits.iter().map(|lit| lit.var()).collect();
        vars.sort_unstable();
        self.reserve_vars(vars.last().map_or(0, |var| var.index() + 1));
        // Two equal variables cancel out.
        let equal = vars.chunk_by(|one, other| one == other);
        let vars: Vec<Var> = equal
            .filter(|equal| equal.len() % 2 == 1)
            .map(|equal| equal[0])
            .collect();
        if vars.len() > Solver::WIDEST_PARITY {
            let lits = vars.iter().flat_map(|var| [var.positive(), var.negative()]);
            let uses: Vec<(u64, Lit)> = lits.map(|lit| (1, lit)).collect();
            let num_open = vars.len();
            let parity = Parity {
                vars,
                is_odd,
                num_open,
                has_odd: false,
            };
            self.add_constraint(Constraint::Parity(parity), &uses);
            return;
        }
        for values in 0..1u32 << vars.len() {
            if (values.count_ones() % 2 == 1) != is_odd {
                let differs = vars.iter().enumerate();
                let differs = differs.map(|(place, var)| var.lit(values >> place & 1 == 0));
                self.add_clause(&differs.collect::<Vec<Lit>>());
            }
        }
    }

    /// Adds a clause that follows from the sum reported last.
    fn add_clause_of_sum(&mut self, clause: &[Lit]) {
        if !self.tracer.takes_sums() {
            self.add_clause(clause);
            return;
        }
        self.reopen();
        let id = self.tracer.derive_from(clause, &[]);
        self.add_reported(clause, id);
    }

    /// Adds a constraint whose counter changes with the literals of `uses`, by these weights.
    fn add_constraint(&mut self, constraint: Constraint, uses: &[(u64, Lit)]) {
        self.reopen();
        let place = match constraint {
            Constraint::Sum(_) => SUMS,
            Constraint::Parity(_) => PARITIES,
        };
        let connection = &mut self.connections[place];
        if !connection.is_on() {
            *connection = Connection::new(Box::new(Constraints::default()));
        }
        let constraints = connection.get_mut().and_then(|it| it.downcast_mut());
        let constraints: &mut Constraints = constraints.expect("the place of constraints has them");
        constraints.add(constraint, uses);
        let lits: Vec<Lit> = uses.iter().map(|&(_, lit)| lit).collect();
        // If memory runs out, no later call gives an answer.
        let _ = self.observe_mentioned(place, &lits);
    }
}

/// The constraints, and the assignment as far as it was reported.
#[derive(Default)]
struct Constraints {
    constraints: Vec<Constraint>,
    /// For each literal, the constraints whose counters change when it becomes true, each with the
    /// weight of the literal.
    uses: FxHashMap<Lit, Vec<(usize, u64)>>,
    /// The true literals in order, and the number of them below each level.
    trail: Vec<Lit>,
    starts: Vec<usize>,
    is_true: FxHashSet<Lit>,
    /// Constraints that may imply something.
    pending: Vec<usize>,
    /// The reason of the literal implied last.
    reason: Vec<Lit>,
    /// A clause that excludes the model rejected last.
    excluding: Option<Vec<Lit>>,
}

enum Constraint {
    Sum(Sum),
    Parity(Parity),
}

impl Constraints {
    fn add(&mut self, mut constraint: Constraint, uses: &[(u64, Lit)]) {
        let index = self.constraints.len();
        for &(weight, lit) in uses {
            self.uses.entry(lit).or_default().push((index, weight));
            if self.is_true.contains(&lit) {
                constraint.assign(lit, weight);
            }
        }
        self.constraints.push(constraint);
        self.pending.push(index);
    }
}

impl Propagator for Constraints {
    fn assigned(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.trail.push(lit);
            self.is_true.insert(lit);
            for &(index, weight) in self.uses.get(&lit).into_iter().flatten() {
                let constraint = &mut self.constraints[index];
                constraint.assign(lit, weight);
                if constraint.may_imply() {
                    self.pending.push(index);
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.starts.push(self.trail.len());
    }

    fn backtracked(&mut self, level: usize) {
        let start = self.starts[level];
        self.starts.truncate(level);
        for lit in self.trail.drain(start..) {
            self.is_true.remove(&lit);
            for &(index, weight) in self.uses.get(&lit).into_iter().flatten() {
                self.constraints[index].undo(lit, weight);
            }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        while let Some(&index) = self.pending.last() {
            if let Some(clause) = self.constraints[index].implied(&self.is_true) {
                self.reason = clause;
                return self.reason.first().copied();
            }
            self.pending.pop();
        }
        None
    }

    fn reason(&mut self, _: Lit) -> Lemma {
        Lemma::Forgettable(std::mem::take(&mut self.reason))
    }

    fn clause(&mut self) -> Option<Lemma> {
        self.excluding.take().map(Lemma::Kept)
    }

    fn accepts(&mut self, model: &Model) -> bool {
        let mut constraints = self.constraints.iter();
        self.excluding = constraints.find_map(|constraint| constraint.excluding(model));
        self.excluding.is_none()
    }
}

impl Constraint {
    fn assign(&mut self, lit: Lit, weight: u64) {
        match self {
            Constraint::Sum(sum) => sum.total += weight,
            Constraint::Parity(parity) => {
                parity.num_open -= 1;
                parity.has_odd ^= lit.is_positive();
            }
        }
    }

    fn undo(&mut self, lit: Lit, weight: u64) {
        match self {
            Constraint::Sum(sum) => sum.total -= weight,
            Constraint::Parity(parity) => {
                parity.num_open += 1;
                parity.has_odd ^= lit.is_positive();
            }
        }
    }

    /// Returns `false` if the constraint implies nothing now.
    fn may_imply(&self) -> bool {
        match self {
            Constraint::Sum(sum) => sum.total + sum.terms[0].0 > sum.bound,
            Constraint::Parity(parity) => parity.num_open <= 1,
        }
    }

    /// Returns a clause that follows from the constraint and has at most one literal that is not
    /// false, which is the first and not true. Returns `None` if there is no such clause.
    fn implied(&self, is_true: &FxHashSet<Lit>) -> Option<Vec<Lit>> {
        if !self.may_imply() {
            return None;
        }
        match self {
            Constraint::Sum(sum) => sum.implied(is_true),
            Constraint::Parity(parity) => parity.implied(is_true),
        }
    }

    /// Returns a clause that follows from the constraint and is false in the model, if there is
    /// one.
    fn excluding(&self, model: &Model) -> Option<Vec<Lit>> {
        match self {
            Constraint::Sum(sum) => sum.exceeding(sum.bound, |lit| model.is_true(lit)),
            Constraint::Parity(Parity { vars, is_odd, .. }) => {
                let num_true = vars.iter().filter(|&&var| model.value(var)).count();
                let differs = vars.iter().map(|&var| var.lit(!model.value(var)));
                ((num_true % 2 == 1) != *is_odd).then(|| differs.collect())
            }
        }
    }
}

/// The constraint that the weights of the true literals sum up to at most `bound`.
struct Sum {
    /// Literals of different variables with their weights, which are positive, the heaviest first.
    terms: Vec<(u64, Lit)>,
    bound: u64,
    /// The weights of the literals that are true now.
    total: u64,
}

impl Sum {
    /// Returns the constraint with a term for each variable, or `None` if nothing satisfies it.
    fn new(terms: &[(u32, Lit)], bound: i64) -> Option<Sum> {
        // The weight of each positive literal; that of a negative one is w·¬x = w − w·x.
        let mut weights = FxHashMap::<Var, i64>::default();
        let mut bound = i128::from(bound);
        for &(weight, lit) in terms {
            let weight = i64::from(weight);
            let positive = weights.entry(lit.var()).or_default();
            match lit.is_positive() {
                true => *positive += weight,
                false => {
                    *positive -= weight;
                    bound -= i128::from(weight);
                }
            }
        }
        weights.retain(|_, weight| *weight != 0);
        let mut terms = Vec::with_capacity(weights.len());
        for (var, weight) in weights {
            terms.push((weight.unsigned_abs(), var.lit(weight > 0)));
            bound += i128::from(weight.min(0).unsigned_abs());
        }
        terms.sort_unstable_by_key(|&(weight, lit)| (Reverse(weight), lit));
        let bound = bound.min(i128::from(u64::MAX));
        Some(Sum {
            terms,
            bound: u64::try_from(bound).ok()?,
            total: 0,
        })
    }

    /// See [`Constraint::implied`].
    fn implied(&self, is_true: &FxHashSet<Lit>) -> Option<Vec<Lit>> {
        let is_true = |lit: Lit| is_true.contains(&lit);
        if self.total > self.bound {
            return self.exceeding(self.bound, is_true);
        }
        let left = self.bound - self.total;
        let mut heavy = self.terms.iter().take_while(|&&(weight, _)| weight > left);
        let &(weight, lit) = heavy.find(|&&(_, lit)| !is_true(lit) && !is_true(!lit))?;
        let mut clause = vec![!lit];
        if weight <= self.bound {
            clause.extend(self.exceeding(self.bound - weight, is_true)?);
        }
        Some(clause)
    }

    /// Returns the negations of true literals whose weights are more than `limit` in sum, the
    /// heaviest ones, or `None` if there are not enough of them.
    fn exceeding(&self, limit: u64, is_true: impl Fn(Lit) -> bool) -> Option<Vec<Lit>> {
        let mut sum = 0;
        let mut clause = Vec::new();
        for &(weight, lit) in self.terms.iter().filter(|&&(_, lit)| is_true(lit)) {
            sum += weight;
            clause.push(!lit);
            if sum > limit {
                return Some(clause);
            }
        }
        None
    }
}

/// The constraint that an odd number of the variables is true, or an even one.
struct Parity {
    /// Different variables.
    vars: Vec<Var>,
    is_odd: bool,
    /// Number of variables that have no value now.
    num_open: usize,
    /// Set if an odd number of the variables is true now.
    has_odd: bool,
}

impl Parity {
    /// See [`Constraint::implied`].
    fn implied(&self, is_true: &FxHashSet<Lit>) -> Option<Vec<Lit>> {
        let (is_true, is_false) = (
            |var: Var| is_true.contains(&var.positive()),
            |var: Var| is_true.contains(&var.negative()),
        );
        if self.num_open == 0 && self.has_odd == self.is_odd {
            return None;
        }
        let is_open = |var: &&Var| !is_true(**var) && !is_false(**var);
        // The literal of the open variable that makes the parity right.
        let open = self.vars.iter().find(is_open);
        let open = open.map(|var| var.lit(self.has_odd != self.is_odd));
        let assigned = self.vars.iter().filter(|var| !is_open(var));
        let falsified = assigned.map(|&var| var.lit(!is_true(var)));
        Some(open.into_iter().chain(falsified).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::{Config, Implied, Verdict};

    const VARS: usize = 10;

    enum Stated {
        Clause(Vec<Lit>),
        Sum(Vec<(u32, Lit)>, i64),
        Parity(Vec<Lit>, bool),
    }

    /// A propagator of the caller that knows some clauses.
    #[derive(Default)]
    struct Hidden {
        clauses: Vec<Vec<Lit>>,
        violated: Option<Vec<Lit>>,
        rejections: usize,
    }

    impl Propagator for Hidden {
        fn clause(&mut self) -> Option<Lemma> {
            self.violated.take().map(Lemma::Kept)
        }

        fn accepts(&mut self, model: &Model) -> bool {
            let is_false = |clause: &&Vec<Lit>| !clause.iter().any(|&lit| model.is_true(lit));
            self.violated = self.clauses.iter().find(is_false).cloned();
            self.rejections += usize::from(self.violated.is_some());
            self.violated.is_none()
        }
    }

    impl Stated {
        fn random(rng: &mut fastrand::Rng) -> Stated {
            let mut lits = |len: usize| -> Vec<Lit> {
                (0..len)
                    .map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()))
                    .collect()
            };
            let short = lits(3);
            let long = lits(9);
            match rng.u32(0..4) {
                0 => Stated::Clause(short),
                1 => Stated::Parity(long, rng.bool()),
                kind => {
                    let weight = |_| if kind == 2 { 1 } else { rng.u32(0..6) };
                    let weights: Vec<u32> = (0..9).map(weight).collect();
                    let half = i64::from(weights.iter().sum::<u32>()) / 2;
                    let terms = weights.into_iter().zip(long).collect();
                    Stated::Sum(terms, half + rng.i64(-2..3))
                }
            }
        }

        fn add_to(&self, solver: &mut Solver) {
            match (self, solver.propagator_mut::<Hidden>()) {
                (Stated::Clause(lits), Some(hidden)) => hidden.clauses.push(lits.clone()),
                (Stated::Clause(lits), None) => solver.add_clause(lits),
                (Stated::Sum(terms, bound), _) => solver.add_at_most(terms, *bound),
                (Stated::Parity(lits, is_odd), _) => solver.add_parity(lits, *is_odd),
            }
        }

        fn holds(&self, values: u32) -> bool {
            let is_true = |lit: &Lit| (values >> lit.var().index() & 1 == 1) == lit.is_positive();
            match self {
                Stated::Clause(lits) => lits.iter().any(is_true),
                Stated::Sum(terms, bound) => {
                    let weights = terms.iter().filter(|(_, lit)| is_true(lit));
                    weights.map(|&(weight, _)| i64::from(weight)).sum::<i64>() <= *bound
                }
                Stated::Parity(lits, is_odd) => {
                    (lits.iter().filter(|lit| is_true(lit)).count() % 2 == 1) == *is_odd
                }
            }
        }
    }

    #[test]
    fn models_are_those_of_the_definition_also_when_constraints_come_late() {
        let (mut some, mut none, mut implied, mut rejections) = (0, 0, 0, 0);
        for seed in 0..300 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let config = match rng.bool() {
                true => Config::default(),
                false => Config::plain(false),
            };
            let mut solver = Solver::new(config);
            if rng.bool() {
                solver.connect(Hidden::default());
            }
            let mut stated = Vec::new();
            for _ in 0..3 {
                for _ in 0..rng.usize(1..3) {
                    let constraint = Stated::random(&mut rng);
                    constraint.add_to(&mut solver);
                    solver.check_invariants();
                    stated.push(constraint);
                }
                solver.reserve_vars(VARS);
                let assumed = Var::new(rng.usize(0..VARS)).lit(rng.bool());
                let holds = |values: &u32| stated.iter().all(|it| it.holds(*values));
                let of_table: Vec<u32> = (0..1 << VARS).filter(holds).collect();
                let is_in = |lit: Lit, values: u32| {
                    (values >> lit.var().index() & 1 == 1) == lit.is_positive()
                };
                let mut under = of_table.iter().filter(|&&values| is_in(assumed, values));
                match solver.propagate_under(&[assumed]) {
                    Implied::Conflict(_) => assert_eq!(under.next(), None, "{seed}"),
                    Implied::Consistent(lits) => {
                        let follows = |lit: Lit| under.clone().all(|&values| is_in(lit, values));
                        assert!(lits.iter().all(|&lit| follows(lit)), "{seed}");
                        implied += lits.len() - 1;
                    }
                }
                let verdict = solver.solve_with(&[assumed], &Budget::unlimited()).unwrap();
                assert_eq!(verdict == Verdict::Sat, under.next().is_some(), "{seed}");
                let vars: Vec<Var> = (0..VARS).map(Var::new).collect();
                let mut found = Vec::new();
                let mut models = solver.models(&vars, &Budget::unlimited());
                if let Some(model) = models.next() {
                    let positive = |lit: &Lit| u32::from(lit.is_positive()) << lit.var().index();
                    found.push(model.unwrap().iter().map(positive).sum::<u32>());
                }
                drop(models);
                match found.first() {
                    Some(values) => assert!(of_table.contains(values), "{seed}"),
                    None => assert!(of_table.is_empty(), "{seed}"),
                }
                // `models` adds a clause for each model that it has found.
                for values in found {
                    let lits = vars
                        .iter()
                        .map(|&var| var.lit(values >> var.index() & 1 == 0));
                    stated.push(Stated::Clause(lits.collect()));
                }
                match of_table.is_empty() {
                    true => none += 1,
                    false => some += 1,
                }
            }
            rejections += solver.disconnect().map_or(0, |it: Hidden| it.rejections);
        }
        assert!(
            some > 100 && none > 10 && implied > 100 && rejections > 20,
            "{some} {none} {implied} {rejections}"
        );
    }

    #[test]
    fn pigeons_in_holes_with_room_for_two() {
        // 11 pigeons, 5 holes for two each.
        let var = |pigeon: usize, hole: usize| Var::new(pigeon * 5 + hole).positive();
        for (pigeons, verdict) in [(10, Verdict::Sat), (7, Verdict::Sat)] {
            let mut solver = Solver::default();
            for pigeon in 0..pigeons {
                let holes: Vec<Lit> = (0..5).map(|hole| var(pigeon, hole)).collect();
                solver.add_clause(&holes);
            }
            for hole in 0..5 {
                let terms: Vec<(u32, Lit)> =
                    (0..pigeons).map(|pigeon| (1, var(pigeon, hole))).collect();
                solver.add_at_most(&terms, 2);
            }
            assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), verdict);
        }
    }
}
