//! Propagators: one that hides clauses from the solver and enforces them in every way that
//! the interface has, against a truth table; what else a caller does while it is
//! connected; and what happens to one that breaks its contract.
//!
//! `SUDOSAT_FUZZ_SECONDS=600 cargo test --test all propagator:: -- --nocapture` plays
//! for ten minutes; see [`crate::fuzzing::pace`].

use crate::cdcl_common::{
    lits, odd_configs, random_clause, random_config, random_lit, random_uniform,
};
use crate::fuzzing::pace;
use crate::fuzzing::table::Table;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{self, AssertUnwindSafe};
use sudosat::budget::{Budget, Stop};
use sudosat::cdcl::{CallLimits, Config, Implied, Lemma, Propagator, Solver, Verdict, portfolio};
use sudosat::check::{self, Auditor};
use sudosat::formula::{Cnf, Lit, Model, Var};
use sudosat::proof::{Recorder, Shared};

/// The ways in which a propagator enforces its clauses. In each, the final check is made, too.
#[derive(Clone, Copy, Debug)]
struct Ways {
    /// Implies literals, with reasons, also ones that are false: conflicts.
    implies: bool,
    /// Adds clauses that are unit or false.
    adds: bool,
    /// Adds clauses at any time, also needless ones.
    chatters: bool,
    /// Adds clauses in two parts, with a new variable.
    splits: bool,
    decides: bool,
    /// Makes each choice only now and then.
    is_fickle: bool,
}

/// A propagator whose constraint is a list of clauses. It checks what it is told.
struct Hidden {
    clauses: Vec<Vec<Lit>>,
    ways: Ways,
    rng: fastrand::Rng,
    /// For each variable, whether it is observed, and its value.
    observed: BTreeMap<Var, Option<bool>>,
    /// The literals that are true, and where the levels start.
    trail: Vec<Lit>,
    starts: Vec<usize>,
    /// The decision that was reported and not yet assigned.
    decision: Option<Lit>,
    /// The reason of the literal that was implied last.
    reason: Option<(Lit, Vec<Lit>)>,
    queue: VecDeque<Lemma>,
    /// The next new variable.
    next_var: usize,
    tally: BTreeMap<&'static str, u64>,
}

impl Hidden {
    fn new(ways: Ways, seed: u64, next_var: usize) -> Hidden {
        Hidden {
            clauses: Vec::new(),
            ways,
            rng: fastrand::Rng::with_seed(seed),
            observed: BTreeMap::new(),
            trail: Vec::new(),
            starts: Vec::new(),
            decision: None,
            reason: None,
            queue: VecDeque::new(),
            next_var,
            tally: BTreeMap::new(),
        }
    }

    fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        let value = self.observed.get(&lit.var()).copied().flatten()?;
        Some(value == lit.is_positive())
    }

    /// Returns `true` if it does something that it may do.
    fn wants(&mut self, is_its_way: bool) -> bool {
        is_its_way && (!self.ways.is_fickle || self.rng.u32(0..3) == 0)
    }

    /// A clause without true literals and with at most one open one, and this one.
    fn pressing(&self) -> Option<(Vec<Lit>, Option<Lit>)> {
        self.clauses.iter().find_map(|clause| {
            let mut open: Vec<Lit> = Vec::new();
            for &lit in clause {
                match self.value(lit) {
                    Some(true) => return None,
                    None if !open.contains(&lit) => open.push(lit),
                    _ => {}
                }
            }
            (open.len() <= 1).then(|| (clause.clone(), open.first().copied()))
        })
    }

    /// The clause as the solver gets it: kept or not, whole or in two parts.
    fn give(&mut self, mut clause: Vec<Lit>) {
        if self.rng.u32(0..4) == 0 {
            let again = clause.clone();
            clause.extend(again.first());
            self.rng.shuffle(&mut clause);
        }
        if self.wants(self.ways.splits) && clause.len() > 1 && self.next_var < 60 {
            let new = Var::new(self.next_var);
            self.next_var += self.rng.usize(1..3);
            let mut second = clause.split_off(self.rng.usize(1..clause.len()));
            clause.push(new.positive());
            second.insert(0, new.negative());
            self.queue.push_back(Lemma::Kept(clause));
            self.queue.push_back(Lemma::Kept(second));
            self.count("split");
        } else if self.rng.bool() {
            self.queue.push_back(Lemma::Kept(clause));
            self.count("kept");
        } else {
            self.queue.push_back(Lemma::Forgettable(clause));
            self.count("forgettable");
        }
    }

    fn check_idle(&self) {
        assert!(self.starts.is_empty(), "no level is left after the call");
    }
}

impl Propagator for Hidden {
    fn assigned(&mut self, lits: &[Lit]) {
        assert!(!lits.is_empty());
        if let Some(decision) = self.decision.take() {
            assert_eq!(decision, lits[0]);
        }
        for &lit in lits {
            let value = self.observed.get_mut(&lit.var()).expect("it is observed");
            assert_eq!(*value, None, "{lit} was open");
            *value = Some(lit.is_positive());
            self.trail.push(lit);
        }
    }

    fn new_level(&mut self) {
        self.starts.push(self.trail.len());
        self.decision = None;
    }

    fn decided(&mut self, lit: Lit) {
        assert_eq!(self.observed[&lit.var()], None, "{lit} was open");
        self.decision = Some(lit);
        self.count("decision reported");
    }

    fn backtracked(&mut self, level: usize) {
        assert!(level < self.starts.len(), "a level is undone");
        for lit in self.trail.split_off(self.starts[level]) {
            self.observed.insert(lit.var(), None);
        }
        self.starts.truncate(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        if !self.wants(self.ways.implies) {
            return None;
        }
        if !self.trail.is_empty() && self.rng.u32(0..8) == 0 {
            self.count("true already");
            return self.rng.choice(&self.trail).copied();
        }
        let (clause, open) = self.pressing()?;
        // A conflict is told as any of its literals.
        let lit = open.or_else(|| self.rng.choice(&clause).copied())?;
        self.count(if open.is_some() {
            "implied"
        } else {
            "conflict"
        });
        self.reason = Some((lit, clause));
        Some(lit)
    }

    fn reason(&mut self, lit: Lit) -> Lemma {
        let (implied, clause) = self.reason.take().expect("it was implied");
        assert_eq!(implied, lit);
        match self.rng.bool() {
            true => Lemma::Kept(clause),
            false => Lemma::Forgettable(clause),
        }
    }

    fn clause(&mut self) -> Option<Lemma> {
        if self.queue.is_empty()
            && self.wants(self.ways.adds)
            && let Some((clause, _)) = self.pressing()
        {
            self.give(clause);
        }
        if self.queue.is_empty() && self.ways.chatters && self.rng.u32(0..4) == 0 {
            if self.rng.bool() {
                if let Some(clause) = self.rng.choice(&self.clauses).cloned() {
                    self.give(clause);
                }
            } else if let Some(&var) = self.rng.choice(&Vec::from_iter(self.observed.keys())) {
                let tautology = vec![var.positive(), var.negative()];
                self.queue.push_back(Lemma::Kept(tautology));
            }
        }
        let lemma = self.queue.pop_front();
        for lit in lemma.iter().flat_map(Lemma::lits) {
            self.observed.entry(lit.var()).or_default();
        }
        lemma
    }

    fn decide(&mut self) -> Option<Lit> {
        if !self.wants(self.ways.decides) {
            return None;
        }
        self.count("decided");
        let vars = Vec::from_iter(self.observed.keys());
        let var = *self.rng.choice(vars)?;
        Some(var.lit(self.rng.bool()))
    }

    fn accepts(&mut self, model: &Model) -> bool {
        for (&var, &value) in &self.observed {
            assert_eq!(value, Some(model.value(var)), "all is told of the model");
        }
        let is_true = |lit: &Lit| model.is_true(*lit);
        let mut violated = self.clauses.clone();
        violated.retain(|clause| !clause.iter().any(is_true));
        if violated.is_empty() {
            self.count("accepted");
            return true;
        }
        self.count("rejected");
        let number = self.rng.usize(1..=violated.len());
        self.rng.shuffle(&mut violated);
        for clause in violated.drain(..number) {
            self.give(clause);
        }
        false
    }
}

/// A solver with a propagator, and the truth about both.
struct Game<'a> {
    rng: &'a mut fastrand::Rng,
    vars: i32,
    solver: Solver,
    /// All clauses, also the hidden ones.
    table: Table,
    /// The clauses that the solver has for certain.
    visible: Table,
    auditor: Option<Shared<Auditor>>,
    tally: BTreeMap<&'static str, u64>,
}

impl Game<'_> {
    fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    fn hidden(&mut self) -> &mut Hidden {
        self.solver.propagator_mut().expect("it is connected")
    }

    fn lits(&mut self, most: usize) -> Vec<Lit> {
        let count = self.rng.usize(0..=most);
        let numbers = (0..count).map(|_| random_lit(self.rng, self.vars));
        numbers.filter_map(Lit::from_dimacs).collect()
    }

    /// Adds a clause that the solver sees.
    fn state(&mut self, clause: &[Lit]) {
        self.table.clause(clause);
        self.visible.clause(clause);
        self.solver.add_clause(clause);
    }

    /// Adds a clause that only the propagator sees, and lets it observe the variables.
    fn hide(&mut self, clause: Vec<Lit>) {
        self.table.clause(&clause);
        let vars: Vec<Var> = clause.iter().map(|lit| lit.var()).collect();
        let hidden = self.hidden();
        for &var in &vars {
            hidden.observed.entry(var).or_default();
        }
        hidden.clauses.push(clause);
        self.solver.observe(&vars);
    }

    /// Adds a formula to begin with: any clauses, or ones of equal length near the number at
    /// which half of the formulas have a model. About half of the clauses are hidden, in
    /// some rounds those of few variables.
    fn begin(&mut self) {
        let least = self.vars.min(3);
        let observed = match self.rng.bool() {
            true => self.vars,
            false => self.rng.i32(least..=self.vars),
        };
        let is_uniform = self.rng.u32(0..4) > 0;
        let count = match is_uniform {
            true => self.vars * self.rng.i32(30..=46) / 10,
            false => self.rng.i32(0..=4 * self.vars),
        };
        for _ in 0..count {
            let is_hidden = self.rng.bool();
            let vars = if is_hidden { observed } else { self.vars };
            let clause = match is_uniform {
                true => {
                    let cnf = random_uniform(self.rng, vars, 1, 3);
                    cnf.clauses().flatten().copied().collect()
                }
                false => random_clause(self.rng, vars, 5),
            };
            match is_hidden {
                true => self.hide(clause),
                false => self.state(&clause),
            }
        }
        // Equivalent literals, which are substituted if they may be.
        for _ in 0..self.rng.usize(0..3) {
            let pair = random_uniform(self.rng, self.vars, 1, 2);
            for clause in pair.clauses() {
                self.state(clause);
                self.state(&[!clause[0], !clause[1]]);
            }
        }
    }

    fn solve(&mut self) {
        let assumptions = match self.rng.bool() {
            true => Vec::new(),
            false => self.lits(4),
        };
        let (mut budget, mut limits) = (Budget::unlimited(), CallLimits::default());
        match self.rng.u32(0..12) {
            0 => budget = budget.with_steps(self.rng.u64(0..6)),
            1 => limits.decisions = Some(self.rng.u64(0..20)),
            _ => {}
        }
        self.solver.set_limits(limits);
        let verdict = self.solver.solve_with(&assumptions, &budget).unwrap();
        self.solver.set_limits(CallLimits::default());
        let table = self.table.under(&assumptions);
        match verdict {
            Verdict::Sat => {
                let model = self.solver.model().expect("there is a model");
                assert!(self.table.has(&model), "{model:?}");
                assert!(assumptions.iter().all(|&lit| model.is_true(lit)));
                self.count("sat");
            }
            Verdict::Unsat => {
                assert!(table.is_empty(), "a model under {assumptions:?}");
                let core = self.solver.core();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert!(self.table.under(core).is_empty(), "{core:?} is no core");
                let what = if core.is_empty() { "unsat" } else { "failed" };
                self.count(what);
                self.hidden().check_idle();
            }
            Verdict::Unknown(stop) => {
                assert_eq!(stop, Stop::Steps);
                self.count("gave up");
                self.hidden().check_idle();
            }
        }
    }

    fn enumerate(&mut self) {
        let vars: Vec<Var> = self.lits(4).iter().map(|lit| lit.var()).collect();
        let expected = self.table.projected(&vars);
        let found: Vec<Vec<Lit>> = self
            .solver
            .models(&vars, &Budget::unlimited())
            .map(Result::unwrap)
            .collect();
        assert_eq!(found.len(), expected, "models over {vars:?}");
        for lits in found {
            assert!(!self.table.under(&lits).is_empty(), "{lits:?}");
            let differs: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            self.table.clause(&differs);
            self.visible.clause(&differs);
        }
        self.count("enumerate");
    }

    /// Propagation and preprocessing find no more than holds.
    fn draw_conclusions(&mut self) {
        let assumptions = self.lits(3);
        let table = self.table.under(&assumptions);
        match self.solver.propagate_under(&assumptions) {
            Implied::Consistent(lits) => {
                let is_new = |lit: Lit| lit.var().index() >= self.vars as usize;
                assert!(lits.iter().all(|&lit| is_new(lit) || table.implies(lit)));
            }
            Implied::Conflict(_) => assert!(table.is_empty()),
        }
        if self.rng.bool() {
            let left = self.solver.preprocess(&Budget::unlimited()).unwrap();
            for clause in left.clauses() {
                if clause
                    .iter()
                    .all(|lit| lit.var().index() < self.vars as usize)
                {
                    let negated: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
                    assert!(
                        self.table.under(&negated).is_empty(),
                        "{clause:?} does not follow"
                    );
                }
            }
        }
    }

    fn step(&mut self) {
        match self.rng.u32(0..20) {
            0..6 => {
                for _ in 0..self.rng.usize(1..4) {
                    let clause = random_clause(self.rng, self.vars, 5);
                    match self.rng.bool() {
                        true => self.hide(clause),
                        false => self.state(&clause),
                    }
                }
            }
            6..17 => self.solve(),
            17 => self.enumerate(),
            18 => self.draw_conclusions(),
            _ => {
                let lit = Lit::from_dimacs(random_lit(self.rng, self.vars)).unwrap();
                self.solver.phase(lit);
            }
        }
        self.solver.check_invariants();
        if let Some(auditor) = &self.auditor {
            auditor.with(|auditor| assert_eq!(auditor.fault(), None));
        }
        for var in (0..self.vars as usize).map(Var::new) {
            if let Some(value) = self.solver.fixed(var.positive()) {
                assert!(self.table.implies(var.lit(value)), "{var:?} is not fixed");
            }
        }
    }

    /// Without the propagator, the solver has at least its own clauses, and at most all.
    fn part(&mut self) {
        assert!(self.solver.disconnect::<Never>().is_none(), "another type");
        let hidden: Hidden = self.solver.disconnect().expect("it is connected");
        for (what, count) in hidden.tally {
            *self.tally.entry(what).or_default() += count;
        }
        match self.solver.solve(&Budget::unlimited()).unwrap() {
            Verdict::Sat => assert!(self.visible.has(&self.solver.model().unwrap())),
            verdict => {
                assert_eq!(verdict, Verdict::Unsat);
                assert!(self.table.is_empty());
                if let Some(auditor) = &self.auditor {
                    auditor.with(|auditor| assert!(auditor.is_refuted()));
                }
            }
        }
        for (name, count) in self.solver.stats().iter() {
            *self.tally.entry(name).or_default() += count;
        }
    }
}

/// A propagator that accepts nothing, and adds the empty clause then.
struct Never;

impl Propagator for Never {
    fn clause(&mut self) -> Option<Lemma> {
        Some(Lemma::Kept(Vec::new()))
    }

    fn accepts(&mut self, _: &Model) -> bool {
        false
    }
}

#[test]
fn hidden_clauses_are_enforced_as_stated_ones_would_be() {
    let mut tally = BTreeMap::new();
    let rounds = pace::play("propagator", 2_500, |rng| {
        let config = match rng.u32(0..4) {
            0 => Config::default(),
            1 | 2 => {
                let mut configs = odd_configs();
                configs.swap_remove(rng.usize(0..configs.len()))
            }
            _ => random_config(rng),
        };
        let ways = match rng.u32(0..8) {
            // Each way alone, then the mixtures.
            way @ 0..5 => Ways {
                implies: way == 0,
                adds: way == 1,
                chatters: way == 2,
                splits: way == 3,
                decides: way == 4,
                is_fickle: false,
            },
            _ => Ways {
                implies: rng.bool(),
                adds: rng.bool(),
                chatters: rng.bool(),
                splits: rng.bool(),
                decides: rng.bool(),
                is_fickle: rng.bool(),
            },
        };
        let vars = rng.i32(3..=14);
        let auditor = rng.bool().then(|| Shared::new(Auditor::new()));
        let mut solver = Solver::new(config);
        if let Some(auditor) = &auditor {
            solver = solver.with_observer(Box::new(auditor.clone()));
        }
        solver.reserve_vars(vars as usize);
        solver.connect(Hidden::new(ways, rng.u64(..), vars as usize));
        let mut game = Game {
            rng,
            vars,
            solver,
            table: Table::new(vars as usize),
            visible: Table::new(vars as usize),
            auditor,
            tally: BTreeMap::new(),
        };
        game.begin();
        for _ in 0..game.rng.usize(1..=12) {
            game.step();
            if game.table.is_empty() && game.rng.bool() {
                break;
            }
        }
        game.part();
        for (what, count) in game.tally {
            *tally.entry(what).or_insert(0) += count;
        }
    });
    eprintln!("{tally:?}");
    let require = |rare: u64, names: &[&'static str]| {
        for name in names {
            let count = tally.get(name).copied().unwrap_or(0);
            assert!(count >= rounds / rare, "{name} only {count} times");
        }
    };
    let often = [
        "sat",
        "conflicts",
        "rejected",
        "accepted",
        "implied",
        "decision reported",
        "kept",
    ];
    require(2, &often);
    let seldom = [
        "unsat",
        "failed",
        "gave up",
        "conflict",
        "true already",
        "forgettable",
        "split",
        "decided",
        "enumerate",
        "vivify_shortened",
    ];
    require(50, &seldom);
    require(200, &["eliminated", "substituted", "restored", "reduced"]);
}

/// The constraint that an odd number of the variables is true. It counts what it does.
struct Odd {
    vars: Vec<Var>,
    excluded: Option<Vec<Lit>>,
    rejections: usize,
}

impl Odd {
    fn new(vars: &[Var]) -> Odd {
        Odd {
            vars: vars.to_vec(),
            excluded: None,
            rejections: 0,
        }
    }
}

impl Propagator for Odd {
    fn accepts(&mut self, model: &Model) -> bool {
        let is_odd = self.vars.iter().filter(|&&var| model.value(var)).count() % 2 == 1;
        if !is_odd {
            let differs = self.vars.iter().map(|&var| var.lit(!model.value(var)));
            self.excluded = Some(differs.collect());
            self.rejections += 1;
        }
        is_odd
    }

    fn clause(&mut self) -> Option<Lemma> {
        self.excluded.take().map(Lemma::Forgettable)
    }
}

fn vars(count: usize) -> Vec<Var> {
    (0..count).map(Var::new).collect()
}

#[test]
fn no_guess_and_no_earlier_model_passes_the_propagator() {
    // Any assignment is a model, so the first guess is one.
    let two = vars(2);
    let clause = [two[0].positive(), two[1].negative(), two[0].negative()];
    let mut solver = Solver::default();
    solver.reserve_vars(2);
    solver.add_clause(&clause);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    let lucky = solver.stats().lucky;
    solver.connect(Odd::new(&two));
    assert_eq!(solver.model(), None, "it was not asked about this model");
    solver.observe(&two);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    let model = solver.model().unwrap();
    assert!(model.value(two[0]) != model.value(two[1]));
    assert_eq!((lucky, solver.stats().lucky), (1, 1));
}

#[test]
fn observed_variables_come_back_and_stay() {
    let config = Config::default().with(|config| {
        config.lucky = false;
        config.eliminate_interval = Some(1);
    });
    // Each variable but the first equals the one before.
    let many = vars(30);
    let mut solver = Solver::new(config);
    for pair in many.windows(2) {
        solver.add_clause(&[pair[0].positive(), pair[1].negative()]);
        solver.add_clause(&[pair[0].negative(), pair[1].positive()]);
    }
    // Enough conflicts for an elimination.
    let hard: Vec<Var> = (100..130).map(Var::new).collect();
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..128 {
        let lits = [(); 3].map(|()| hard[rng.usize(0..30)].lit(rng.bool()));
        solver.add_clause(&lits);
    }
    solver.solve(&Budget::unlimited()).unwrap();
    assert!(solver.stats().eliminated + solver.stats().substituted > 10);
    let restored = solver.stats().restored;
    solver.connect(Odd::new(&[many[3], many[20], many[27]]));
    solver.observe(&[many[3], many[20], many[27]]);
    assert!(solver.stats().restored > restored);
    for var in hard {
        let assumption = var.lit(rng.bool());
        let verdict = solver
            .solve_with(&[assumption], &Budget::unlimited())
            .unwrap();
        solver.check_invariants(); // none of them is eliminated
        if verdict == Verdict::Sat {
            // All are equal, so an odd number of the three is all three.
            assert_eq!(solver.value(many[0].positive()), Some(true));
        }
    }
}

#[test]
fn a_clause_that_is_false_at_one_level_is_a_conflict() {
    /// Decides -1, and adds its clause once when that is assigned.
    struct Once {
        clause: Option<Lemma>,
        is_decided: bool,
    }

    impl Propagator for Once {
        fn assigned(&mut self, lits: &[Lit]) {
            self.is_decided |= lits.contains(&lit(-1));
        }

        fn clause(&mut self) -> Option<Lemma> {
            self.clause.take_if(|_| self.is_decided)
        }

        fn decide(&mut self) -> Option<Lit> {
            Some(lit(-1))
        }

        fn accepts(&mut self, _: &Model) -> bool {
            true
        }
    }

    for clause in [&[1, 2][..], &[1, 2, 3]] {
        for lemma in [Lemma::Kept, Lemma::Forgettable] {
            let mut solver = Solver::new(Config::plain(false));
            // With -1, all literals are false.
            solver.add_clause(&lits(&[1, -2]));
            solver.add_clause(&lits(&[1, -3]));
            solver.connect(Once {
                clause: Some(lemma(lits(clause))),
                is_decided: false,
            });
            solver.observe(&vars(3));
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict, Verdict::Sat);
            assert_eq!(solver.fixed(lit(1)), Some(true), "learned from {clause:?}");
            let once: Once = solver.disconnect().unwrap();
            assert!(once.is_decided && once.clause.is_none());
        }
    }
}

#[test]
fn a_portfolio_refuses_a_propagator() {
    let configs = portfolio::diversified(&Config::default(), 2);
    let cnf: Cnf = [&[1, 2][..]].into_iter().collect();
    let error = portfolio::solve(&cnf, &configs, &Budget::unlimited(), |_, mut solver| {
        solver.connect(Never);
        solver
    });
    assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::Unsupported);
}

#[test]
fn a_proof_is_one_of_the_formula_with_the_propagators_clauses() {
    // Both are false, which is not odd.
    let two = vars(2);
    let recorder = Shared::new(Recorder::with_originals());
    let mut solver = Solver::default().with_observer(Box::new(recorder.clone()));
    for (first, second) in [(false, true), (true, false), (false, false)] {
        solver.add_clause(&[two[0].lit(first), two[1].lit(second)]);
    }
    solver.connect(Odd::new(&two));
    solver.observe(&two);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);
    let odd: Odd = solver.disconnect().unwrap();
    assert_eq!(odd.rejections, 1);
    recorder.with(|recorder| {
        let formula = recorder.originals().unwrap();
        let all: Vec<&[Lit]> = formula.clauses().collect();
        assert_eq!(all[3..], [&[two[0].positive(), two[1].positive()]]);
        check::drat(formula, recorder.steps(), &Budget::unlimited()).unwrap();
        let mut without = Cnf::new(2);
        all[..3]
            .iter()
            .for_each(|clause| without.add_clause(clause));
        check::drat(&without, recorder.steps(), &Budget::unlimited()).unwrap_err();
    });
}

/// A propagator made of functions.
struct Made {
    propagate: fn() -> Option<Lit>,
    reason: fn() -> Vec<Lit>,
    clause: fn() -> Option<Lemma>,
    decide: fn() -> Option<Lit>,
    accepts: fn() -> bool,
}

const IDLE: Made = Made {
    propagate: || None,
    reason: Vec::new,
    clause: || None,
    decide: || None,
    accepts: || true,
};

impl Propagator for Made {
    fn propagate(&mut self) -> Option<Lit> {
        (self.propagate)()
    }

    fn reason(&mut self, _: Lit) -> Lemma {
        Lemma::Kept((self.reason)())
    }

    fn clause(&mut self) -> Option<Lemma> {
        (self.clause)()
    }

    fn decide(&mut self) -> Option<Lit> {
        (self.decide)()
    }

    fn accepts(&mut self, _: &Model) -> bool {
        (self.accepts)()
    }
}

fn lit(number: i32) -> Lit {
    lits(&[number])[0]
}

/// Solves 1 ∨ 2 ∨ 3 and -3 with a propagator that observes 1, 2 and 3, and returns the
/// verdict or the message of the panic.
fn outcome(propagator: impl Propagator) -> Result<Verdict, String> {
    let mut solver = Solver::new(Config::plain(false));
    solver.add_clause(&[lit(1), lit(2), lit(3)]);
    solver.add_clause(&[lit(-3)]);
    solver.reserve_vars(9);
    solver.set_limits(CallLimits {
        ticks: Some(10_000),
        ..CallLimits::default()
    });
    solver.connect(propagator);
    solver.observe(&vars(3));
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        solver.solve(&Budget::unlimited()).unwrap()
    }));
    result.map_err(|panic| match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => (*panic.downcast::<&str>().unwrap()).to_owned(),
    })
}

/// A propagator that implies a literal and gives no reasons.
struct Unreasoned;

impl Propagator for Unreasoned {
    fn propagate(&mut self) -> Option<Lit> {
        Some(lit(1))
    }

    fn accepts(&mut self, _: &Model) -> bool {
        true
    }
}

#[test]
fn a_propagator_without_reasons_implies_nothing() {
    let message = outcome(Unreasoned).unwrap_err();
    assert_eq!(message, "the propagator implied 1, and has no `reason`");
}

#[test]
fn a_propagator_that_breaks_its_contract_is_stopped() {
    assert_eq!(outcome(IDLE), Ok(Verdict::Sat));
    let cases: [(Made, &str); 8] = [
        (
            Made {
                propagate: || Some(lit(5)),
                ..IDLE
            },
            "implied 5, whose variable it does not observe",
        ),
        (
            Made {
                propagate: || Some(lit(-3)),
                ..IDLE
            },
            "in a row that are true already",
        ),
        (
            Made {
                propagate: || Some(lit(1)),
                reason: || vec![lit(3)],
                ..IDLE
            },
            "reason of 1 does not contain it",
        ),
        (
            Made {
                propagate: || Some(lit(1)),
                reason: || vec![lit(3), lit(1), lit(2)],
                ..IDLE
            },
            "has the literal 2, which is not false",
        ),
        (
            Made {
                propagate: || Some(lit(3)),
                reason: || vec![lit(3), lit(-3)],
                ..IDLE
            },
            "has the literal -3, which is not false",
        ),
        (
            Made {
                propagate: || Some(lit(1)),
                reason: || vec![lit(1), lit(-9)],
                ..IDLE
            },
            "gave a reason with -9, whose variable it does not observe",
        ),
        (
            Made {
                decide: || Some(lit(-7)),
                ..IDLE
            },
            "decided -7, whose variable it does not observe",
        ),
        (
            Made {
                accepts: || false,
                ..IDLE
            },
            "rejected a model, but added no clause",
        ),
    ];
    for (made, expected) in cases {
        let message = outcome(made).unwrap_err();
        assert!(
            message.contains(expected),
            "{message:?}: expected {expected:?}"
        );
    }
}

#[test]
fn a_clause_that_excludes_nothing_does_not_count_as_one() {
    /// Adds some clauses that are true in every model after each rejection.
    struct Useless {
        clauses: usize,
    }

    impl Propagator for Useless {
        fn accepts(&mut self, _: &Model) -> bool {
            self.clauses = 5;
            false
        }

        fn clause(&mut self) -> Option<Lemma> {
            self.clauses = self.clauses.checked_sub(1)?;
            Some(Lemma::Kept(lits(&[-3, 2])))
        }
    }

    let message = outcome(Useless { clauses: 0 }).unwrap_err();
    assert!(
        message.contains("no clause that is false in it"),
        "{message}"
    );
}

#[test]
fn a_propagator_that_never_stops_talking_ends_with_the_budget() {
    let mut solver = Solver::default();
    solver.connect(Made {
        clause: || Some(Lemma::Forgettable(vec![lit(1), lit(-1)])),
        ..IDLE
    });
    let time = std::time::Duration::from_millis(20);
    let verdict = solver.solve(&Budget::unlimited().with_time(time)).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::Time));
    let limits = CallLimits {
        ticks: Some(1000),
        ..CallLimits::default()
    };
    solver.set_limits(limits);
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    assert_eq!(verdict, Verdict::Unknown(Stop::Steps));
}

#[test]
fn an_empty_clause_ends_every_search() {
    let mut solver = Solver::default();
    solver.add_clause(&[lit(1), lit(2)]);
    solver.connect(Never);
    let budget = Budget::unlimited();
    assert_eq!(
        solver.solve_with(&[lit(1)], &budget).unwrap(),
        Verdict::Unsat
    );
    assert!(solver.core().is_empty());
    assert!(solver.disconnect::<Never>().is_some());
    assert_eq!(solver.solve(&budget).unwrap(), Verdict::Unsat);
}
