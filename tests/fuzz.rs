//! Fuzzers: the solver with any settings, on small formulas and in random
//! sequences of calls, against a truth table. Every step of every proof is
//! checked in memory.
//!
//! `SUDOSAT_FUZZ_SECONDS=3600 cargo test --test all fuzz:: -- --nocapture` plays for
//! an hour; see [`crate::fuzzing::pace`].

use crate::cdcl_common::{odd_configs, random_clause, random_config, random_lit};
use crate::fuzzing::table::Table;
use crate::fuzzing::{circuits, formulas, pace};
use std::collections::BTreeMap;
use sudosat::budget::{Budget, Interrupt, Stop};
use sudosat::cdcl::{CallLimits, Config, Implied, Solver, Stats, Verdict};
use sudosat::check::{self, Auditor, PbpChecker};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::proof::{Shared, drat, pbp};

/// How often something happened, so that a fuzzer can show that it fuzzes.
#[derive(Debug, Default)]
struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    fn count(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    /// What the solver counted, too.
    fn add(&mut self, stats: &Stats) {
        for (name, count) in stats.iter() {
            *self.0.entry(name).or_default() += count;
        }
    }

    /// Panics if one of these did not happen at least every `rounds / rare`.
    fn require(&self, rounds: u64, rare: u64, names: &[&'static str]) {
        for &name in names {
            let count = self.0.get(name).copied().unwrap_or(0);
            assert!(count >= rounds / rare, "{name} only {count} times");
        }
    }
}

fn any_config(rng: &mut fastrand::Rng) -> Config {
    match rng.u32(0..4) {
        0 => Config::default(),
        1 => {
            let mut configs = odd_configs();
            configs.swap_remove(rng.usize(0..configs.len()))
        }
        _ => random_config(rng),
    }
}

/// A model that is one, and is told literal by literal.
fn check_model(solver: &Solver, table: &Table, assumptions: &[Lit]) {
    let model = solver.model().expect("there is a model");
    assert!(table.has(&model), "{model:?}");
    assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
    for lit in model.lits() {
        assert_eq!(solver.value(lit), Some(true));
        assert_eq!(solver.value(!lit), Some(false));
    }
}

/// What is said to be fixed is, in every model.
fn check_fixed(solver: &Solver, table: &Table, vars: usize) {
    for var in (0..vars).map(Var::new) {
        if let Some(value) = solver.fixed(var.positive()) {
            assert!(table.implies(var.lit(value)), "{var:?} is not fixed");
        }
    }
}

fn check_core(solver: &Solver, table: &Table, assumptions: &[Lit]) {
    let core = solver.core();
    assert!(core.iter().all(|lit| assumptions.contains(lit)));
    for &lit in assumptions {
        assert_eq!(solver.failed(lit), core.contains(&lit));
    }
    assert!(table.under(core).is_empty(), "{core:?} is no core");
}

/// Who watches the solver, and what its word is worth in the end.
enum Witness {
    /// Nobody: the solver as it runs without a proof.
    Nobody,
    /// Every step is checked when it is told, by its hints.
    Auditor(Shared<Auditor>),
    /// The proof is checked without hints.
    Drat(Shared<drat::Writer<Vec<u8>>>),
    /// The proof counts by sums.
    VeriPb(Shared<pbp::Writer<Vec<u8>>>),
}

impl Witness {
    fn any(rng: &mut fastrand::Rng, cnf: &Cnf) -> Witness {
        match rng.u32(0..8) {
            0 => Witness::Nobody,
            1 => {
                let writer = drat::Writer::binary(Vec::new()).extending(cnf.num_vars());
                Witness::Drat(Shared::new(writer))
            }
            2 => Witness::veripb(cnf),
            _ => Witness::Auditor(Shared::new(Auditor::new())),
        }
    }

    fn veripb(cnf: &Cnf) -> Witness {
        let writer = pbp::Writer::new(Vec::new(), cnf.num_clauses());
        Witness::VeriPb(Shared::new(writer))
    }

    fn watch(&self, solver: Solver) -> Solver {
        match self {
            Witness::Nobody => solver,
            Witness::Auditor(auditor) => solver.with_observer(Box::new(auditor.clone())),
            Witness::Drat(writer) => solver.with_observer(Box::new(writer.clone())),
            Witness::VeriPb(writer) => solver.with_observer(Box::new(writer.clone())),
        }
    }

    /// Checks the refutation.
    fn check(self, cnf: &Cnf, tally: &mut Tally) {
        let budget = &Budget::unlimited();
        match self {
            Witness::Nobody => {}
            Witness::Auditor(auditor) => {
                auditor.with(|auditor| assert!(auditor.is_refuted(), "the empty clause is told"));
                tally.count("refutations by hints");
            }
            Witness::Drat(writer) => {
                let writer = writer.into_inner().expect("the solver let go of it");
                let proof = writer.into_inner().unwrap();
                let reader = drat::read(&proof[..], "proof").unwrap();
                check::drat(cnf, reader.map(Result::unwrap), budget).unwrap();
                tally.count("refutations by DRAT");
            }
            Witness::VeriPb(writer) => {
                let writer = writer.into_inner().expect("the solver let go of it");
                let proof = writer.into_inner().unwrap();
                let mut checker = PbpChecker::of(cnf, budget).unwrap();
                for step in pbp::Reader::new(&proof[..], "proof") {
                    checker.step(&step.unwrap(), budget).unwrap();
                }
                if checker.finish().unwrap().dom > 0 {
                    tally.count("refutations by dominance");
                }
                tally.count("refutations by VeriPB");
            }
        }
    }
}

/// No observer is set: with one, a clause that does not follow is refused, and the search continues
/// without it.
#[test]
fn circuits_with_equal_parts_keep_their_model() {
    let mut tally = Tally::default();
    let rounds = pace::play("circuits", 4_000, |rng| {
        let cnf = circuits::circuit(rng);
        let (interval, lucky) = (Some(rng.u64(1..100)), rng.u32(0..5) == 0);
        // Where sweeping comes first, little is left to search.
        let sweeps = rng.u32(0..4) == 0;
        let mut solver = Solver::new(any_config(rng).with(|config| {
            config.congruence_interval = interval;
            config.lucky = lucky;
            if !sweeps {
                config.sweep_interval = None;
            }
        }));
        solver.add_cnf(&cnf);
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        assert_eq!(verdict, Verdict::Sat, "{cnf:?}");
        let model = solver.model().unwrap();
        let is_true = |clause: &[Lit]| clause.iter().any(|&lit| model.is_true(lit));
        assert!(cnf.clauses().all(is_true), "{cnf:?}");
        tally.add(solver.stats());
    });
    eprintln!("{tally:?}");
    let often = ["merged", "conflicts", "eliminated", "sweep_equivalences"];
    tally.require(rounds, 1, &often);
}

#[test]
fn small_formulas_agree_with_the_truth_table() {
    let mut tally = Tally::default();
    let rounds = pace::play("formulas", 5_000, |rng| {
        let vars = match rng.u32(0..20) {
            0..=3 => rng.i32(13..=16),
            4..=6 => rng.i32(1..=5),
            _ => rng.i32(6..=12),
        };
        let clauses = formulas::formula(rng, vars);
        let mut cnf = Cnf::new(vars as usize);
        let mut table = Table::new(vars as usize);
        for clause in &clauses {
            cnf.add_clause(clause);
            table.clause(clause);
        }
        let witness = Witness::any(rng, &cnf);
        let mut solver = witness.watch(Solver::new(any_config(rng)));
        solver.add_cnf(&cnf);
        let verdict = solver.solve(&Budget::unlimited()).unwrap();
        tally.add(solver.stats());
        check_fixed(&solver, &table, vars as usize);
        if rng.u32(0..8) == 0 {
            solver.check_invariants();
        }
        if table.is_empty() {
            assert_eq!(verdict, Verdict::Unsat, "{cnf:?}");
            assert!(solver.core().is_empty());
            drop(solver);
            witness.check(&cnf, &mut tally);
            tally.count("without a model");
        } else {
            assert_eq!(verdict, Verdict::Sat, "{cnf:?}");
            check_model(&solver, &table, &[]);
            tally.count("with a model");
        }
    });
    eprintln!("{tally:?}");
    let often = ["with a model", "without a model", "conflicts"];
    tally.require(rounds, 5, &often);
    let seldom = [
        "refutations by hints",
        "refutations by DRAT",
        "refutations by VeriPB",
        "blocks",
        "reduced",
        "restarts",
        "eliminated",
        "vivify_shortened",
        "simplified",
    ];
    tally.require(rounds, 50, &seldom);
    let rarely = [
        "substituted",
        "merged",
        "failed",
        "lucky",
        "vivify_instantiated",
    ];
    tally.require(rounds, 500, &rarely);
}

/// The solver is asked once, so that it may break symmetries.
#[test]
fn symmetric_formulas_agree_with_the_truth_table() {
    let mut tally = Tally::default();
    let rounds = pace::play("symmetries", 2_000, |rng| {
        let vars = rng.i32(3..=12);
        let mut cnf = Cnf::new(vars as usize);
        let mut table = Table::new(vars as usize);
        for clause in &formulas::symmetric(rng, vars) {
            cnf.add_clause(clause);
            table.clause(clause);
        }
        let config = any_config(rng).with(|config| {
            config.symmetry_start = Some(rng.u64(0..3));
            config.symmetry_least = rng.u64(1..3);
            config.lucky &= rng.u32(0..4) == 0;
        });
        let witness = match rng.u32(0..4) {
            0 => Witness::Nobody,
            _ => Witness::veripb(&cnf),
        };
        let mut solver = witness.watch(Solver::new(config));
        solver.add_cnf(&cnf);
        let solved = solver.solve_once(&Budget::unlimited()).unwrap();
        tally.add(&solved.stats);
        match solved.model {
            Some(model) => {
                assert_eq!(solved.verdict, Verdict::Sat);
                assert!(table.has(&model), "{cnf:?} {model:?}");
                tally.count("with a model");
            }
            None => {
                assert_eq!(solved.verdict, Verdict::Unsat);
                assert!(table.is_empty(), "{cnf:?}");
                witness.check(&cnf, &mut tally);
                tally.count("without a model");
            }
        }
    });
    eprintln!("{tally:?}");
    let often = ["with a model", "without a model", "symmetry_clauses"];
    tally.require(rounds, 5, &often);
    tally.require(rounds, 50, &["refutations by dominance"]);
}

/// The solver, and what it must know.
struct Game<'a> {
    rng: &'a mut fastrand::Rng,
    tally: &'a mut Tally,
    vars: i32,
    solver: Solver,
    /// The models of all that was added.
    table: Table,
    /// The solver may run out of memory.
    is_tight: bool,
    auditor: Option<Shared<Auditor>>,
}

impl Game<'_> {
    fn lits(&mut self, most: usize) -> Vec<Lit> {
        let count = self.rng.usize(0..=most);
        let lit = |_| Lit::from_dimacs(random_lit(self.rng, self.vars)).unwrap();
        (0..count).map(lit).collect()
    }

    fn add(&mut self) {
        let clauses = match self.rng.u32(0..8) {
            0 => formulas::piece(self.rng, self.vars),
            _ => vec![random_clause(self.rng, self.vars, 6)],
        };
        // The empty clause ends the game; not too soon.
        let clauses = clauses.iter().filter(|clause| !clause.is_empty());
        for clause in clauses {
            self.solver.add_clause(clause);
            self.table.clause(clause);
            assert_eq!(
                self.solver.model(),
                None,
                "a model ends with the next clause"
            );
        }
        self.tally.count("add");
    }

    /// A formula that has just about a model.
    fn begin(&mut self) {
        for clause in formulas::uniform(self.rng, self.vars, 0.3) {
            self.solver.add_clause(&clause);
            self.table.clause(&clause);
        }
    }

    fn add_at_most_one(&mut self) {
        let lits = self.lits(6);
        self.solver.add_at_most_one(&lits);
        for (place, &first) in lits.iter().enumerate() {
            for &second in &lits[..place] {
                self.table.clause(&[!first, !second]);
            }
        }
        self.tally.count("at most one");
    }

    /// A budget that ends at some time, or never.
    fn budget(&mut self) -> Budget {
        match self.rng.u32(0..10) {
            0 => {
                let interrupt = Interrupt::new();
                interrupt.raise();
                Budget::unlimited().with_interrupt(interrupt)
            }
            1 | 2 => Budget::unlimited().with_steps(self.rng.u64(0..6)),
            _ => Budget::unlimited(),
        }
    }

    fn solve(&mut self) {
        let assumptions = match self.rng.bool() {
            true => Vec::new(),
            false => self.lits(5),
        };
        let budget = self.budget();
        let limit = |rng: &mut fastrand::Rng| (rng.u32(0..30) == 0).then(|| rng.u64(0..50));
        let limits = CallLimits {
            ticks: limit(self.rng),
            decisions: limit(self.rng),
            propagations: limit(self.rng),
            bytes: None,
        };
        self.solver.set_limits(limits.clone());
        let conflicts = self.solver.stats().conflicts;
        let verdict = self.solver.solve_with(&assumptions, &budget).unwrap();
        self.solver.set_limits(CallLimits::default());
        let is_possible = !self.table.under(&assumptions).is_empty();
        match verdict {
            Verdict::Sat => {
                assert!(is_possible, "no model under {assumptions:?}");
                check_model(&self.solver, &self.table, &assumptions);
                self.tally.count("sat");
            }
            Verdict::Unsat => {
                assert!(!is_possible, "a model under {assumptions:?}");
                assert_eq!(self.solver.model(), None);
                check_core(&self.solver, &self.table, &assumptions);
                self.tally.count(match self.solver.core() {
                    [] => "unsat",
                    _ => "unsat by assumptions",
                });
            }
            Verdict::Unknown(stop) => {
                assert_eq!(self.solver.model(), None);
                match stop {
                    Stop::Interrupted => assert!(budget.interrupt().is_raised()),
                    Stop::Steps if limits != CallLimits::default() => {}
                    Stop::Steps => {
                        let steps = self.solver.stats().conflicts - conflicts;
                        assert_eq!(budget.steps(), Some(steps));
                    }
                    Stop::Memory => assert!(self.is_tight),
                    _ => panic!("{stop}"),
                }
                self.tally.count(match stop {
                    Stop::Memory => "out of memory",
                    _ => "gave up",
                });
            }
        }
    }

    /// Models over some variables, each found once.
    fn enumerate(&mut self) {
        let vars: Vec<Var> = self.lits(4).iter().map(|lit| lit.var()).collect();
        let expected = self.table.projected(&vars);
        let budget = &Budget::unlimited();
        let mut models = self.solver.models(&vars, budget);
        let mut found = 0;
        for lits in models.by_ref() {
            let lits = lits.unwrap();
            assert!(!self.table.under(&lits).is_empty(), "{lits:?}");
            let differs: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            self.table.clause(&differs);
            found += 1;
        }
        match models.end() {
            Some(Verdict::Unsat) => assert_eq!(found, expected, "models over {vars:?}"),
            end => assert!(self.is_tight, "{end:?}"),
        }
        self.tally.count("enumerate");
    }

    /// What propagation finds must be so; it need not find all.
    fn propagate(&mut self) {
        let assumptions = self.lits(3);
        let table = self.table.under(&assumptions);
        match self.solver.propagate_under(&assumptions) {
            Implied::Consistent(lits) => {
                if !self.is_tight {
                    assert!(assumptions.iter().all(|lit| lits.contains(lit)));
                }
                assert!(lits.iter().all(|&lit| table.implies(lit)));
            }
            Implied::Conflict(_) => assert!(table.is_empty(), "{assumptions:?}"),
        }
        assert_eq!(self.solver.model(), None);
        self.tally.count("propagate");
    }

    /// What is left after preprocessing has the same models.
    fn preprocess(&mut self) {
        let Ok(left) = self.solver.preprocess(&Budget::unlimited()) else {
            assert!(self.is_tight);
            return;
        };
        let mut table = Table::new(self.vars as usize);
        left.clauses().for_each(|clause| table.clause(clause));
        assert!(table == self.table, "{left:?}");
        self.tally.count("preprocess");
    }

    fn step(&mut self) {
        match self.rng.u32(0..100) {
            0..45 => self.add(),
            45..50 => self.add_at_most_one(),
            50..90 => self.solve(),
            90..95 => {
                let lit = Lit::from_dimacs(random_lit(self.rng, self.vars)).unwrap();
                self.solver.phase(lit);
            }
            95 => self.solver.reserve_vars(self.rng.usize(0..40)),
            96 | 97 => self.propagate(),
            98 if self.rng.bool() => self.preprocess(),
            98 => self.solver.check_invariants(),
            _ => self.enumerate(),
        }
        check_fixed(&self.solver, &self.table, self.vars as usize);
        if let Some(auditor) = &self.auditor {
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        }
    }
}

#[test]
fn sequences_of_calls_agree_with_the_truth_table() {
    let mut tally = Tally::default();
    let rounds = pace::play("calls", 2_500, |rng| {
        let mut config = any_config(rng);
        let is_tight = rng.u32(0..20) == 0;
        if is_tight {
            config.clause_words = rng.usize(0..400);
        }
        let vars = match rng.u32(0..4) {
            0 => rng.i32(1..=8),
            _ => rng.i32(9..=14),
        };
        let auditor = (rng.u32(0..4) > 0).then(|| Shared::new(Auditor::new()));
        let mut solver = Solver::new(config);
        if let Some(auditor) = &auditor {
            solver = solver.with_observer(Box::new(auditor.clone()));
        }
        solver.reserve_vars(vars as usize);
        let steps = rng.usize(1..=60);
        let begins_with_formula = rng.bool();
        let mut game = Game {
            rng,
            tally: &mut tally,
            vars,
            solver,
            table: Table::new(vars as usize),
            is_tight,
            auditor,
        };
        if begins_with_formula {
            game.begin();
        }
        for _ in 0..steps {
            game.step();
            // What has no model never will: a step more or less.
            if game.table.is_empty() && game.rng.bool() {
                break;
            }
        }
        let stats = game.solver.stats().clone();
        tally.add(&stats);
    });
    eprintln!("{tally:?}");
    let often = ["add", "at most one", "sat", "conflicts"];
    tally.require(rounds, 4, &often);
    let seldom = [
        "unsat",
        "unsat by assumptions",
        "gave up",
        "out of memory",
        "enumerate",
        "propagate",
        "preprocess",
        "restored",
        "reduced",
    ];
    tally.require(rounds, 50, &seldom);
}
