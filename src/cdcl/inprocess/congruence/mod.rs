//! Congruence closure: merges gates that compute the same function of the same inputs.
//!
//! Gates are found among the clauses (conjunctions, exclusive ors, if-then-else). If two
//! have the same function and their inputs are equivalent, so are their outputs,
//! which makes further gates equal (Biere, Fazekas, Fleury and Froleyks, "Clausal
//! Congruence Closure", SAT 2024). The equivalences become binary clauses, and
//! [substitution](super::substitute) removes a variable for each. Formulas that were made
//! from circuits without sharing equal subcircuits, as in equivalence checking and
//! unrolling, become much smaller by it, and no other technique finds this as cheaply.
//!
//! | file | what it holds |
//! |---|---|
//! | `strengthen` | completing gates with fixed or equal inputs |
//! | `extract` | finding gates |
//! | `gate` | gates and their normal forms |
//! | `classes` | classes of equivalent literals |
//! | `closure` | merging |
//! | `proofs` | derivations of what gates imply |
//! | `duplicates` | removing the clauses that merging repeats |

mod classes;
mod closure;
mod duplicates;
mod extract;
mod gate;
mod proofs;
mod strengthen;

use crate::budget::Budget;
use crate::cdcl::Solver;
use crate::cdcl::state::effort::Effort;
use closure::Closure;

/// Least effort for a new formula, in ticks, even if the share of the search's ticks is
/// smaller. Chosen by hand: enough for a formula of some million clauses before the search.
const LEAST_EFFORT: u64 = 10_000_000;

/// Largest number of rounds of substituting and completing gates before they are looked for.
/// Chosen by hand: formulas of circuits with constants need two.
const ROUNDS: usize = 3;

impl Solver {
    /// Returns `true` if a closure is due: before the first search, when the formula has
    /// doubled since the last one, and now and then.
    pub(in crate::cdcl) fn merging(&self) -> bool {
        self.limits.congruence.is_due(self.stats.conflicts) || self.has_doubled()
    }

    /// Returns `true` if the formula has doubled since the last closure, or is new.
    fn has_doubled(&self) -> bool {
        let limits = &self.limits;
        self.config.congruence_interval.is_some() && limits.added >= limits.congruence_added
    }

    /// Merges equal gates and substitutes equivalent literals, and sets the next time. If the
    /// formula is not new, the share of the search's ticks must suffice for what the last
    /// closure took.
    pub(in crate::cdcl) fn merge_gates(&mut self, budget: &Budget) {
        self.return_to_root();
        let is_new = self.has_doubled();
        let Solver {
            limits,
            stats,
            config,
            ..
        } = self;
        limits.congruence_added = 2 * limits.added + 1;
        let growth = (stats.congruences + 1) as f64;
        limits.congruence.postpone(stats.conflicts, growth);
        let share = &mut limits.congruence_share;
        let mut ticks = share.get(stats.ticks, config.congruence_effort);
        if is_new {
            ticks = ticks.max(LEAST_EFFORT);
        } else if ticks < limits.congruence_cost {
            return; // until then there is more
        }
        share.use_up(stats.ticks);
        stats.congruences += 1;
        let mut effort = self.effort(ticks as i64, budget);
        let substitute_ticks = self.stats.substitute_ticks;
        self.prepare(&mut effort);
        if !self.unsatisfiable {
            self.merge_within(&mut effort);
        }
        self.limits.congruence_cost = effort.spent();
        let substituting = self.stats.substitute_ticks - substitute_ticks;
        self.stats.congruence_ticks += effort.spent() - substituting;
    }

    /// Removes fixed literals and substitutes literals that are known to be equivalent, and
    /// completes gates that became simpler by it. Members of small groups would not be
    /// substituted, so these become clauses.
    fn prepare(&mut self, effort: &mut Effort) {
        for _ in 0..ROUNDS {
            effort.spend(self.clauses.num_words() / 16);
            if self.config.simplify && self.trail.num_fixed() > self.limits.simplified {
                self.simplify();
            }
            if self.must_end(effort) || !self.dissolve_small_groups() {
                return;
            }
            self.substitute_within(effort);
            if self.unsatisfiable || !self.strengthen_short(effort) {
                return;
            }
        }
    }

    /// Substitutes equivalent literals, and counts the work as part of this effort too.
    fn substitute_within(&mut self, effort: &mut Effort) {
        let before = self.stats.substitute_ticks;
        self.substitute_now();
        effort.spend((self.stats.substitute_ticks - before) as usize);
    }

    /// Finds gates, merges equal ones, and substitutes equivalent literals.
    fn merge_within(&mut self, effort: &mut Effort) {
        let gates = self.extraction().find(effort);
        self.stats.congruence_gates += gates.len() as u64;
        self.limits.is_circuit |= gates.are_of_circuit();
        let before = self.stats.merged;
        let mut closure = Closure::new(gates, self);
        self.close(&mut closure, effort);
        if self.stats.merged > before && !self.unsatisfiable {
            self.substitute_within(effort);
            if !self.unsatisfiable {
                self.remove_duplicates(effort);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Verdict};
    use crate::check::Auditor;
    use crate::formula::{Cnf, Lit, Var};
    use crate::proof::Shared;
    use gate::{Image, Kind};

    /// Number of variables, so few that a truth table has a line for each assignment.
    const VARS: usize = 10;

    /// A gate as the naive closure knows it.
    type Naive = (Kind, Lit, Vec<Lit>);

    fn holds(lit: Lit, bits: u32) -> bool {
        (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
    }

    fn value(kind: Kind, inputs: &[bool]) -> bool {
        match kind {
            Kind::And => inputs.iter().all(|&input| input),
            Kind::Xor => inputs.iter().filter(|&&input| input).count() % 2 == 1,
            Kind::Choice => inputs[if inputs[0] { 1 } else { 2 }],
        }
    }

    /// Returns the clauses of a gate.
    fn clauses((kind, output, inputs): &Naive) -> Vec<Vec<Lit>> {
        if *kind == Kind::And {
            let mut long = vec![*output];
            long.extend(inputs.iter().map(|&input| !input));
            let pairs = inputs.iter().map(|&input| vec![!*output, input]);
            return pairs.chain([long]).collect();
        }
        // For if-then-else only the inputs that matter are mentioned.
        let mut clauses = Vec::new();
        for bits in 0..1_u32 << inputs.len() {
            let values: Vec<bool> = (0..inputs.len()).map(|bit| bits >> bit & 1 == 1).collect();
            let ignored = match kind {
                Kind::Choice => Some(if values[0] { 2 } else { 1 }),
                _ => None,
            };
            if ignored.is_some_and(|ignored| values[ignored]) {
                continue;
            }
            let excluded = inputs.iter().zip(&values).enumerate();
            let excluded = excluded.filter(|(index, _)| Some(*index) != ignored);
            let excluded = excluded.map(|(_, (&lit, &value))| if value { !lit } else { lit });
            let output = if self::value(*kind, &values) {
                *output
            } else {
                !*output
            };
            clauses.push(excluded.chain([output]).collect());
        }
        clauses
    }

    /// Generates the gates of a circuit, later ones of earlier outputs, some of them twice
    /// with the inputs in another order.
    fn circuit(rng: &mut fastrand::Rng) -> Vec<Naive> {
        let mut gates: Vec<Naive> = Vec::new();
        for output in 3..VARS {
            let output = Var::new(output).lit(rng.bool());
            let lit = |rng: &mut fastrand::Rng| {
                Var::new(rng.usize(0..output.var().index())).lit(rng.bool())
            };
            let repeated = rng.usize(0..2 * gates.len() + 2);
            let (kind, inputs) = match gates.get(repeated) {
                Some((kind, _, inputs)) => {
                    let mut inputs = inputs.clone();
                    if *kind != Kind::Choice {
                        rng.shuffle(&mut inputs);
                    }
                    (*kind, inputs)
                }
                None => {
                    let kind = *rng.choice(&[Kind::And, Kind::Xor, Kind::Choice]).unwrap();
                    let len = if kind == Kind::Choice {
                        3
                    } else {
                        rng.usize(2..5)
                    };
                    let mut inputs: Vec<Lit> = (0..len).map(|_| lit(rng)).collect();
                    inputs.sort_unstable();
                    inputs.dedup_by_key(|lit| lit.var());
                    if inputs.len() < 2 || kind == Kind::Choice && inputs.len() < 3 {
                        inputs = [0, 1, 2].map(|index| Var::new(index).positive()).to_vec();
                    }
                    (kind, inputs)
                }
            };
            gates.push((kind, output, inputs));
        }
        gates
    }

    /// Merges outputs until no two gates are the same function of the classes, as truth
    /// tables over all classes. Returns the image of each variable.
    fn naive_closure(gates: &[Naive]) -> Vec<Image> {
        let mut images: Vec<Image> = (0..VARS)
            .map(|index| Image::Literal(Var::new(index).positive()))
            .collect();
        let image = |images: &[Image], lit: Lit| match images[lit.var().index()] {
            Image::Constant(value) => Image::Constant(value == lit.is_positive()),
            Image::Literal(other) => Image::Literal(if lit.is_positive() { other } else { !other }),
        };
        let evaluate = |image: Image, bits: u32| match image {
            Image::Constant(value) => value,
            Image::Literal(lit) => holds(lit, bits),
        };
        loop {
            // Pairs of a truth table and an image that has it.
            let mut known: Vec<(Vec<bool>, Image)> = Vec::new();
            let all = || 0..1_u32 << VARS;
            known.push((all().map(|_| true).collect(), Image::Constant(true)));
            for index in 0..VARS {
                let one = image(&images, Var::new(index).positive());
                known.push((all().map(|bits| evaluate(one, bits)).collect(), one));
            }
            let mut found = None;
            for (kind, output, inputs) in gates {
                let own = image(&images, *output);
                let table: Vec<bool> = all()
                    .map(|bits| {
                        let values = inputs
                            .iter()
                            .map(|&lit| evaluate(image(&images, lit), bits));
                        value(*kind, &values.collect::<Vec<_>>())
                    })
                    .collect();
                let opposite: Vec<bool> = table.iter().map(|value| !value).collect();
                for (other, one) in &known {
                    let negated = match *one {
                        Image::Constant(value) => Image::Constant(!value),
                        Image::Literal(lit) => Image::Literal(!lit),
                    };
                    for (same, equal) in [(&table, *one), (&opposite, negated)] {
                        if other == same && own != equal {
                            found = Some((own, equal));
                        }
                    }
                }
                known.push((table, own));
            }
            let Some((first, second)) = found else {
                return images;
            };
            let (from, to) = match (first, second) {
                (Image::Literal(lit), other) | (other, Image::Literal(lit)) => (lit, other),
                _ => return images, // there is no model
            };
            for image in &mut images {
                if let Image::Literal(lit) = *image
                    && lit.var() == from.var()
                {
                    *image = match to {
                        Image::Constant(value) => Image::Constant(value == (lit == from)),
                        Image::Literal(to) => Image::Literal(if lit == from { to } else { !to }),
                    };
                }
            }
        }
    }

    fn models(cnf: &Cnf) -> Vec<u32> {
        let is_model = |bits: &u32| {
            cnf.clauses()
                .all(|clause| clause.iter().any(|&lit| holds(lit, *bits)))
        };
        (0..1 << VARS).filter(is_model).collect()
    }

    fn solver(cnf: &Cnf) -> (Solver, Shared<Auditor>) {
        let auditor = Shared::new(Auditor::new());
        let config = Config {
            counting: false,
            ..Config::default()
        };
        let mut solver = Solver::new(config).with_observer(Box::new(auditor.clone()));
        solver.add_cnf(cnf);
        if let Some(conflict) = solver.propagate() {
            solver.learn_from(conflict);
        }
        (solver, auditor)
    }

    /// Every merge is implied and proved, and the closure merges all literals that a closure
    /// by truth tables merges.
    #[test]
    fn the_closure_is_the_naive_one() {
        let mut rng = fastrand::Rng::with_seed(3);
        let (mut merged, mut fixed) = (0, 0);
        for _ in 0..150 {
            let gates = circuit(&mut rng);
            let mut cnf = Cnf::new(VARS);
            let mut all: Vec<Vec<Lit>> = gates.iter().flat_map(clauses).collect();
            rng.shuffle(&mut all);
            all.iter().for_each(|clause| cnf.add_clause(clause));
            let expected = models(&cnf);
            let (mut solver, auditor) = solver(&cnf);
            let budget = Budget::unlimited();
            let mut effort = solver.effort(1 << 40, &budget);
            let found = solver.extraction().find(&mut effort);
            let mut closure = Closure::new(found, &solver);
            solver.close(&mut closure, &mut effort);
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
            assert!(!solver.unsatisfiable, "a circuit has a model");
            let image = |lit: Lit| {
                let root = closure.classes.representative(lit);
                match solver.trail.value(root) {
                    0 => Image::Literal(root),
                    value => Image::Constant(value > 0),
                }
            };
            for index in 0..VARS {
                let lit = Var::new(index).positive();
                let is_implied = |bits: &u32| match image(lit) {
                    Image::Constant(value) => holds(lit, *bits) == value,
                    Image::Literal(root) => holds(lit, *bits) == holds(root, *bits),
                };
                assert!(expected.iter().all(is_implied), "{lit}");
            }
            let naive = naive_closure(&gates);
            for (index, image_of) in naive.into_iter().enumerate() {
                let lit = Var::new(index).positive();
                match image_of {
                    Image::Constant(value) => {
                        fixed += 1;
                        assert_eq!(image(lit), Image::Constant(value), "{lit} {gates:?}");
                    }
                    Image::Literal(other) => {
                        merged += usize::from(other != lit);
                        assert_eq!(image(lit), image(other), "{lit} {other} {gates:?}");
                    }
                }
            }
        }
        assert!(merged > 150 && fixed > 10, "{merged} {fixed}");
    }

    #[test]
    fn models_stay_the_same_and_contradictions_are_found() {
        let mut rng = fastrand::Rng::with_seed(4);
        let (mut merged, mut refuted) = (0, 0);
        for _ in 0..300 {
            let mut cnf = Cnf::new(VARS);
            for gate in circuit(&mut rng) {
                clauses(&gate)
                    .iter()
                    .for_each(|clause| cnf.add_clause(clause));
            }
            for _ in 0..rng.usize(0..8) {
                let lits =
                    (0..rng.usize(1..4)).map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()));
                cnf.add_clause(&lits.collect::<Vec<_>>());
            }
            let expected = models(&cnf);
            let (mut solver, auditor) = solver(&cnf);
            if !solver.unsatisfiable {
                solver.merge_gates(&Budget::unlimited());
            }
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
            merged += solver.stats.merged;
            if solver.unsatisfiable {
                assert!(expected.is_empty());
                refuted += 1;
                continue;
            }
            solver.check_invariants();
            assert!(!solver.merging());
            let left = solver.preprocess(&Budget::unlimited()).unwrap();
            assert_eq!(models(&left), expected);
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict == Verdict::Sat, !expected.is_empty());
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        }
        assert!(merged > 200 && refuted > 10, "{merged} {refuted}");
    }

    /// The first gate has an input that is found constant only after the others were merged.
    #[test]
    fn gates_are_considered_again_when_an_input_is_fixed() {
        let [a, b, t, p, q, r, s] = [0, 1, 2, 3, 4, 5, 6].map(|index| Var::new(index).positive());
        let gates = [
            (Kind::And, !s, vec![!r, !t]),
            (Kind::And, p, vec![a, b]),
            (Kind::And, q, vec![b, a]),
            (Kind::And, r, vec![p, !q]),
        ];
        let mut cnf = Cnf::new(VARS);
        let clauses = gates.iter().flat_map(clauses);
        clauses.for_each(|clause| cnf.add_clause(&clause));
        let (mut solver, auditor) = solver(&cnf);
        let budget = Budget::unlimited();
        let mut effort = solver.effort(1 << 40, &budget);
        let found = solver.extraction().find(&mut effort);
        let mut closure = Closure::new(found, &solver);
        solver.close(&mut closure, &mut effort);
        auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        assert!(solver.trail.is_false(r));
        let [first, second] = [s, t].map(|lit| closure.classes.representative(lit));
        assert_eq!(first, second);
    }

    /// Two ripple-carry adders of the same numbers, the other one with its inputs swapped,
    /// have the same sums.
    #[test]
    fn equal_adders_are_equal_before_the_search() {
        let mut cnf = Cnf::default();
        let mut next = 80;
        let mut gate = |kind: Kind, inputs: &[Lit], cnf: &mut Cnf| {
            let output = Var::new(next).positive();
            next += 1;
            let gate = (kind, output, inputs.to_vec());
            clauses(&gate)
                .iter()
                .for_each(|clause| cnf.add_clause(clause));
            output
        };
        let mut sums = Vec::new();
        for [a, b] in [[0, 40], [40, 0]] {
            let mut carry = Var::new(79).positive();
            for bit in 0..39 {
                let [a, b] = [a, b].map(|start| Var::new(start + bit).positive());
                let half = gate(Kind::Xor, &[a, b], &mut cnf);
                sums.push(gate(Kind::Xor, &[half, carry], &mut cnf));
                let both = gate(Kind::And, &[a, b], &mut cnf);
                let through = gate(Kind::And, &[half, carry], &mut cnf);
                carry = !gate(Kind::And, &[!both, !through], &mut cnf);
            }
        }
        let (first, second) = sums.split_at(39);
        let pairs: Vec<(Lit, Lit)> = first.iter().copied().zip(second.iter().copied()).collect();
        let differences = pairs
            .iter()
            .map(|&(a, b)| gate(Kind::Xor, &[a, b], &mut cnf));
        let differences: Vec<Lit> = differences.collect();
        cnf.add_clause(&differences);
        for is_on in [true, false] {
            let mut solver = Solver::new(Config {
                congruence_interval: is_on.then_some(1000),
                ..Config::default()
            });
            solver.add_cnf(&cnf);
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict, Verdict::Unsat);
            assert_eq!(solver.stats.conflicts > 1, !is_on, "{:?}", solver.stats);
        }
    }
}
