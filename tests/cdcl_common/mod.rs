//! What the tests of the solver share: random formulas, a truth table, and a
//! referee that checks everything a solver tells.
use std::collections::HashMap;
use std::io;
use std::ops::RangeInclusive;
use sudosat::cdcl::{Config, Decision, Modes, Values};
use sudosat::check::Auditor;
use sudosat::formula::{Cnf, Lit, Model};
use sudosat::proof::{Conclusion, Counting, Id, Observer};

pub(crate) fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers
        .iter()
        .map(|&number| Lit::from_dimacs(number).unwrap())
        .collect()
}

pub(crate) fn random_lit(rng: &mut fastrand::Rng, vars: i32) -> i32 {
    let var = rng.i32(1..=vars);
    if rng.bool() { var } else { -var }
}

/// A clause of up to `longest` literals, anything goes: empty (seldom), unit,
/// with repetitions, tautological.
pub(crate) fn random_clause(rng: &mut fastrand::Rng, vars: i32, longest: usize) -> Vec<Lit> {
    let len = match rng.u32(0..1000) {
        0 => 0,
        1..=30 => 1,
        31..=300 => 2,
        301..=800 => 3.min(longest),
        _ => rng.usize(1..=longest),
    };
    let numbers: Vec<i32> = (0..len).map(|_| random_lit(rng, vars)).collect();
    lits(&numbers)
}

/// `count` clauses of `width` different variables each.
pub(crate) fn random_uniform(
    rng: &mut fastrand::Rng,
    vars: i32,
    count: usize,
    width: usize,
) -> Cnf {
    let mut cnf = Cnf::new(vars as usize);
    for _ in 0..count {
        let mut clause: Vec<i32> = Vec::new();
        while clause.len() < width {
            let lit = random_lit(rng, vars);
            if !clause.contains(&lit) && !clause.contains(&-lit) {
                clause.push(lit);
            }
        }
        cnf.add_clause(&lits(&clause));
    }
    cnf
}

/// The lowest model of a formula of at most 25 variables in which the
/// assumptions hold, by looking at all assignments.
pub(crate) fn truth_table(cnf: &Cnf, assumptions: &[Lit]) -> Option<u32> {
    assert!(cnf.num_vars() <= 25);
    // A clause holds under an assignment iff it agrees with it in a variable.
    let masks: Vec<(u32, u32)> = cnf
        .clauses()
        .map(masks_of)
        .chain(assumptions.iter().map(|&lit| masks_of(&[lit])))
        .collect();
    (0..1_u32 << cnf.num_vars()).find(|&assignment| {
        masks
            .iter()
            .all(|&(positive, negative)| assignment & positive != 0 || !assignment & negative != 0)
    })
}

fn masks_of(clause: &[Lit]) -> (u32, u32) {
    let mut masks = (0, 0);
    for lit in clause {
        let bit = 1 << lit.var().index();
        if lit.is_positive() {
            masks.0 |= bit;
        } else {
            masks.1 |= bit;
        }
    }
    masks
}

pub(crate) fn satisfies(model: &Model, cnf: &Cnf) -> bool {
    model.num_vars() >= cnf.num_vars()
        && cnf
            .clauses()
            .all(|clause| clause.iter().any(|&lit| model.is_true(lit)))
}

/// Settings that make every technique work all the time, each in its own way,
/// and the plain ones.
pub(crate) fn odd_configs() -> Vec<Config> {
    let busy = Config::default().with(|config| {
        config.mode_interval = 5;
        config.restart_interval = Some(1);
        config.reluctant_period = 2;
        config.rephase_interval = Some(3);
        config.reduce_interval = Some(1);
        config.tier1 = 0;
        config.tier2 = 1;
        // Otherwise many a search ends before it begins.
        config.lucky = false;
    });
    vec![
        Config::default(),
        busy.clone(),
        busy.clone().with(|config| {
            config.vivify_interval = Some(3);
            config.vivify_effort = 1 << 20;
            config.eliminate_interval = Some(1);
            config.eliminate_effort = 1 << 20;
            // Otherwise little is left to eliminate.
            config.congruence_interval = None;
        }),
        busy.clone().with(|config| {
            config.congruence_interval = Some(1);
            config.congruence_effort = 1 << 20;
            config.substitute_interval = Some(1);
            config.substitute_effort = 1 << 20;
            config.sweep_interval = Some(3);
        }),
        busy.clone().with(|config| {
            config.modes = Modes::Stable;
            config.first_phase = false;
            config.choose_interval = Some(1);
            config.choose_effort = 1 << 20;
        }),
        busy.clone().with(|config| {
            config.modes = Modes::Focused;
            config.phase_saving = false;
        }),
        busy.with(|config| {
            config.decision = Decision::LowestIndex;
            config.simplify = false;
        }),
        Config::plain(true),
        Config::plain(false).with(|config| {
            config.shrink = true;
            config.bump_reasons = true;
        }),
    ]
}

/// Any settings at all, with small numbers, but for the room for clauses.
pub(crate) fn random_config(rng: &mut fastrand::Rng) -> Config {
    let mut config = Config::default();
    for setting in Config::SETTINGS {
        let mut number = |range: RangeInclusive<u64>| {
            let last = range.start().saturating_add(8).min(*range.end());
            rng.u64(*range.start()..=last).to_string()
        };
        let value = match (setting.values)() {
            _ if setting.name == "clause_words" => continue,
            Values::Switch => (*rng.choice(&["on", "off"]).unwrap()).to_owned(),
            // Small formulas take few ticks.
            Values::Number(range) if setting.name.ends_with("_effort") => range.end().to_string(),
            Values::Number(range) => number(range),
            Values::Interval(range) => match number(range) {
                number if rng.bool() => number,
                _ => "never".to_owned(),
            },
            Values::Choice(words) => (*rng.choice(words).unwrap()).to_owned(),
        };
        let is_set = config.set(setting.name, &value);
        assert!(is_set, "{} {value}", setting.name);
    }
    config
}

/// Checks what a solver tells: every derived clause follows by reverse unit
/// propagation, every deleted one was present, and with `steps` every step of
/// the search is what it is said to be. Panics if not.
pub(crate) struct Referee {
    steps: bool,
    /// Checks the same by hints.
    auditor: Option<Auditor>,
    /// The clauses present, sorted and without repetitions, with multiplicity.
    clauses: HashMap<Vec<Lit>, usize>,
    trail: Vec<Entry>,
    level: usize,
    /// The clause that analysis has so far, root literals left out.
    resolvent: Option<Vec<Lit>>,
    pub conclusions: Vec<Conclusion>,
    pub derived: Vec<Vec<Lit>>,
    pub deletions: usize,
    pub decisions: usize,
}

struct Entry {
    lit: Lit,
    level: usize,
}

impl Referee {
    pub(crate) fn new(steps: bool) -> Referee {
        Referee {
            steps,
            auditor: None,
            clauses: HashMap::new(),
            trail: Vec::new(),
            level: 0,
            resolvent: None,
            conclusions: Vec::new(),
            derived: Vec::new(),
            deletions: 0,
            decisions: 0,
        }
    }

    /// The same, and the hints of every derived clause are checked.
    pub(crate) fn with_hints(steps: bool) -> Referee {
        Referee {
            auditor: Some(Auditor::new()),
            ..Referee::new(steps)
        }
    }

    /// Returns `true` if the empty clause was derived.
    pub(crate) fn refuted(&self) -> bool {
        self.clauses.contains_key(&vec![])
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.trail
            .iter()
            .find(|entry| entry.lit.var() == lit.var())
            .map(|entry| entry.lit == lit)
    }

    fn is_fixed(&self, lit: Lit) -> bool {
        self.is_at(lit, 0)
    }

    fn is_at(&self, lit: Lit, level: usize) -> bool {
        self.trail
            .iter()
            .any(|entry| entry.lit.var() == lit.var() && entry.level == level)
    }

    fn is_present(&self, clause: &[Lit]) -> bool {
        self.clauses.contains_key(&sorted(clause))
    }

    fn add(&mut self, clause: &[Lit]) {
        *self.clauses.entry(sorted(clause)).or_default() += 1;
    }

    /// Returns `true` if unit propagation refutes the clause's negation.
    fn is_rup(&self, clause: &[Lit]) -> bool {
        let mut values: HashMap<Lit, bool> = HashMap::new();
        for &lit in clause {
            if values.get(&lit) == Some(&true) {
                return true;
            }
            values.insert(lit, false);
            values.insert(!lit, true);
        }
        loop {
            let mut changed = false;
            for clause in self.clauses.keys() {
                if clause.iter().any(|lit| values.get(lit) == Some(&true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|lit| !values.contains_key(lit));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => {
                        values.insert(unit, true);
                        values.insert(!unit, false);
                        changed = true;
                    }
                    _ => {}
                }
            }
            if !changed {
                return false;
            }
        }
    }

    /// Shows a change of the clauses to the auditor, if there is one.
    fn audit(&mut self, tell: impl FnOnce(&mut Auditor)) {
        if let Some(auditor) = &mut self.auditor {
            tell(auditor);
            assert_eq!(auditor.fault(), None);
        }
    }

    fn undo(&mut self, level: usize) {
        self.trail.retain(|entry| entry.level <= level);
        self.level = level;
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Observer for Referee {
    fn wants_steps(&self) -> bool {
        self.steps
    }

    fn wants_hints(&self) -> bool {
        self.auditor.is_some()
    }

    fn counting(&self) -> Counting {
        let auditor = self.auditor.as_ref();
        auditor.map_or(Counting::No, Auditor::counting)
    }

    fn original(&mut self, id: Id, clause: &[Lit]) {
        self.audit(|auditor| auditor.original(id, clause));
        assert_eq!(self.level, 0, "clauses come at level 0");
        self.add(clause);
    }

    fn derived(&mut self, id: Id, clause: &[Lit], hints: &[Id]) {
        self.audit(|auditor| auditor.derived(id, clause, hints));
        assert!(self.is_rup(clause), "{clause:?} follows");
        if let Some(resolvent) = self.resolvent.take() {
            assert_eq!(sorted(clause), sorted(&resolvent), "what is learned");
        }
        self.add(clause);
        self.derived.push(clause.to_vec());
    }

    fn defined(&mut self, id: Id, clause: &[Lit], against: &[Id]) {
        // Only the auditor can check it.
        self.audit(|auditor| auditor.defined(id, clause, against));
        self.add(clause);
    }

    fn deleted(&mut self, id: Id, clause: &[Lit]) {
        self.audit(|auditor| auditor.deleted(id, clause));
        assert!(clause.len() > 1, "units stay");
        self.deletions += 1;
        let clause = sorted(clause);
        let count = self.clauses.get_mut(&clause);
        let count = count.unwrap_or_else(|| panic!("{clause:?} is present"));
        *count -= 1;
        if *count == 0 {
            self.clauses.remove(&clause);
        }
    }

    fn decided(&mut self, lit: Lit, level: usize) {
        self.decisions += 1;
        assert!(level > self.level, "{level} is opened above {}", self.level);
        assert_eq!(self.value(lit), None, "{lit} is open");
        self.level = level;
        self.trail.push(Entry { lit, level });
    }

    fn implied(&mut self, lit: Lit, reason: &[Lit], level: usize) {
        // A level whose assumption was true already is not told.
        assert!(level >= self.level);
        self.level = level;
        assert_eq!(reason[0], lit, "the implied literal comes first");
        assert_eq!(self.value(lit), None, "{lit} is open");
        assert!(self.is_present(reason), "{reason:?} is present");
        for &other in &reason[1..] {
            assert_eq!(self.value(other), Some(false), "{other} is false");
        }
        self.trail.push(Entry { lit, level });
    }

    fn conflict(&mut self, clause: &[Lit], level: usize) {
        assert_eq!(level, self.level);
        assert!(self.is_present(clause), "{clause:?} is present");
        for &lit in clause {
            assert_eq!(self.value(lit), Some(false), "{lit} is false");
        }
        let open = clause.iter().filter(|&&lit| !self.is_fixed(lit));
        self.resolvent = Some(open.copied().collect());
    }

    fn resolved(&mut self, pivot: Lit, reason: &[Lit], resolvent: &[Lit]) {
        assert!(self.is_present(reason), "{reason:?} is present");
        assert_eq!(reason[0], pivot);
        let before = self.resolvent.take().expect("a conflict comes first");
        assert!(before.contains(&!pivot), "{pivot} is resolved upon");
        let mut expected: Vec<Lit> = before;
        expected.extend_from_slice(reason);
        expected.retain(|&lit| lit.var() != pivot.var() && !self.is_fixed(lit));
        assert_eq!(sorted(resolvent), sorted(&expected), "the resolvent");
        self.resolvent = Some(resolvent.to_vec());
    }

    fn minimized(&mut self, clause: &[Lit]) {
        let before = self.resolvent.take().expect("a conflict comes first");
        assert!(clause.len() < before.len());
        let is_here = |lit: &&Lit| self.is_at(**lit, self.level);
        let asserting: Vec<_> = before.iter().filter(is_here).collect();
        assert_eq!(
            asserting,
            [&clause[0]],
            "one literal of the level, and it stays"
        );
        self.resolvent = Some(clause.to_vec());
    }

    fn backjumped(&mut self, from: usize, to: usize) {
        assert!(to < from && from >= self.level);
        self.undo(to);
    }

    fn restarted(&mut self, level: usize) {
        assert!(level <= self.level);
        self.undo(level);
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        assert_eq!(
            conclusion == Conclusion::Unsatisfiable,
            self.refuted(),
            "the empty clause, and only it, ends a refutation"
        );
        self.conclusions.push(conclusion);
        Ok(())
    }
}
