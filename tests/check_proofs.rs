//! The proof checkers against the definition of a proof, and against
//! hundreds of wrong proofs.
//!
//! - reference: DRAT by its definition, naively; both agree on every lemma
//! - soundness: formulas with a model, by truth table, are refuted by nothing
//! - completeness: every proof of the solver is accepted, as DRAT and, with
//!   hints found naively, as LRAT
//! - bytes: any file is read, refused or checked without a panic

use crate::cdcl_common::{lits, odd_configs, random_clause, random_uniform, truth_table};
use crate::fuzzing::pace::rounds;
use fastrand::Rng;
use proptest::prelude::*;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check::{self, DratChecker, ProofFault};
use sudosat::formula::{Cnf, Lit, Var};
use sudosat::proof::{self, Recorder, Shared, Step, drat, lrat};

// --------------------------------------------------------------- reference

/// Clauses with ids from 1, some of them deleted.
#[derive(Clone)]
struct Present {
    clauses: Vec<Option<Vec<Lit>>>,
}

impl Present {
    fn of(cnf: &Cnf) -> Present {
        Present {
            clauses: cnf.clauses().map(|clause| Some(clause.to_vec())).collect(),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (i64, &Vec<Lit>)> {
        (1..)
            .zip(&self.clauses)
            .filter_map(|(id, clause)| Some((id, clause.as_ref()?)))
    }

    /// Propagates the true literals; the ids used, if there is a conflict.
    fn conflict(&self, truth: &mut Vec<Lit>) -> Option<Vec<i64>> {
        let mut hints = Vec::new();
        loop {
            let mut changed = false;
            for (id, clause) in self.iter() {
                let mut standing = clause.iter().filter(|&&lit| !truth.contains(&!lit));
                let unit = standing.next();
                if unit.is_some_and(|unit| standing.any(|lit| lit != unit)) {
                    continue;
                }
                match unit {
                    Some(unit) if truth.contains(unit) => continue,
                    _ => hints.push(id),
                }
                match unit {
                    None => return Some(hints),
                    Some(&unit) => truth.push(unit),
                }
                changed = true;
            }
            if !changed {
                return None;
            }
        }
    }

    /// The hints that justify a lemma, if it is RUP, or RAT on its first literal.
    fn hints(&self, lemma: &[Lit]) -> Option<Vec<i64>> {
        let is_tautology = |lits: &[Lit]| lits.iter().any(|&lit| lits.contains(&!lit));
        if is_tautology(lemma) {
            return Some(Vec::new());
        }
        let mut truth: Vec<Lit> = lemma.iter().map(|&lit| !lit).collect();
        if let Some(hints) = self.conflict(&mut truth) {
            return Some(hints);
        }
        let &pivot = lemma.first()?;
        let mut hints = Vec::new();
        for (id, clause) in self.iter() {
            if !clause.contains(&!pivot) || is_tautology(clause) {
                continue;
            }
            let rest = clause.iter().filter(|&&lit| lit != !pivot);
            let mut resolvent: Vec<Lit> = lemma.iter().chain(rest).copied().collect();
            hints.push(-id);
            // The lemma's own opposite must stay: it is in the resolvent.
            if !is_tautology(&resolvent) {
                resolvent.iter_mut().for_each(|lit| *lit = !*lit);
                hints.extend(self.conflict(&mut resolvent)?);
            }
        }
        // The negative hints come after what the lemma alone implies, but a
        // checker follows the positive ones only as far as they are needed.
        Some(hints)
    }

    /// Returns `true` if unit propagation gets a literal from this clause.
    fn is_unit(&self, clause: &[Lit]) -> bool {
        let mut truth = Vec::new();
        if self.conflict(&mut truth).is_some() {
            return true;
        }
        let standing = clause.iter().filter(|&&lit| !truth.contains(&!lit));
        let mut standing: Vec<Lit> = standing.copied().collect();
        standing.dedup();
        standing.len() <= 1
    }

    fn delete(&mut self, clause: &[Lit]) -> Option<u64> {
        let wanted = sorted(clause);
        let found = self.clauses.iter().rposition(|present| {
            present
                .as_ref()
                .is_some_and(|present| sorted(present) == wanted)
        })?;
        self.clauses[found] = None;
        Some(found as u64 + 1)
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

fn random_cnf(rng: &mut Rng, vars: i32, count: usize) -> Cnf {
    let mut cnf = Cnf::new(vars as usize);
    for _ in 0..count {
        cnf.add_clause(&random_clause(rng, vars, 4));
    }
    cnf
}

#[test]
fn every_lemma_is_judged_as_by_the_definition() {
    let mut rng = Rng::with_seed(1);
    let (mut rup, mut rat, mut refused, mut deleted) = (0, 0, 0, 0);
    let rounds = rounds(800);
    for _ in 0..rounds {
        let vars = rng.i32(2..=7);
        let count = rng.usize(0..3 * vars as usize);
        let cnf = random_cnf(&mut rng, vars, count);
        let mut present = Present::of(&cnf);
        let mut checker = DratChecker::of(&cnf, &Budget::unlimited()).unwrap();
        for _ in 0..12 {
            if checker.is_refuted() {
                assert!(present.conflict(&mut Vec::new()).is_some());
                break;
            }
            assert!(present.conflict(&mut Vec::new()).is_none());
            let live: Vec<Vec<Lit>> = present.iter().map(|(_, clause)| clause.clone()).collect();
            if rng.u32(0..4) == 0 && !live.is_empty() {
                let clause = rng.choice(&live).unwrap().clone();
                // A unit stays with the checker, so it stays here.
                if !present.is_unit(&clause) {
                    present.delete(&clause).unwrap();
                    let step = Step::Delete(clause);
                    checker.step(&step, &Budget::unlimited()).unwrap();
                    deleted += 1;
                }
                continue;
            }
            // One variable more than the formula has: extensions.
            let lemma = random_clause(&mut rng, vars + 1, 4);
            let hints = present.hints(&lemma);
            let step = Step::Add(lemma.clone());
            let before = checker.stats().rat;
            let judged = checker.clone().step(&step, &Budget::unlimited());
            match hints {
                None => {
                    assert!(judged.is_err(), "{cnf:?} {lemma:?}");
                    refused += 1;
                }
                Some(_) => {
                    assert_eq!(judged, Ok(()), "{cnf:?} {lemma:?}");
                    checker.step(&step, &Budget::unlimited()).unwrap();
                    match checker.stats().rat > before {
                        true => rat += 1,
                        false => rup += 1,
                    }
                    present.clauses.push(Some(lemma));
                }
            }
        }
    }
    for (what, count) in [
        ("RUP", rup),
        ("RAT", rat),
        ("refused", refused),
        ("deleted", deleted),
    ] {
        assert!(count > rounds / 4, "{what}: {count}");
    }
}

// --------------------------------------------------------------- soundness

/// Formulas that have a model, of few variables.
fn satisfiable(rng: &mut Rng) -> Cnf {
    loop {
        let vars = rng.i32(1..=6);
        let count = rng.usize(0..4 * vars as usize);
        let cnf = random_cnf(rng, vars, count);
        if truth_table(&cnf, &[]).is_some() {
            return cnf;
        }
    }
}

/// The solver's proof that the formula has no model.
fn proof_of(cnf: &Cnf, config: Config) -> Vec<Step> {
    let recorder = Shared::new(Recorder::new());
    let mut solver = Solver::new(config).with_observer(Box::new(recorder.clone()));
    solver.add_cnf(cnf);
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    assert_eq!(verdict, Verdict::Unsat);
    drop(solver);
    recorder.with(|recorder| recorder.steps().to_vec())
}

/// The same proof with ids and hints.
fn with_hints(cnf: &Cnf, steps: &[Step]) -> Vec<lrat::Step> {
    let mut present = Present::of(cnf);
    let mut hinted = Vec::new();
    for step in steps {
        match step {
            Step::Add(lemma) => {
                let hints = present.hints(lemma).expect("the lemma is justified");
                present.clauses.push(Some(lemma.clone()));
                hinted.push(lrat::Step::Add {
                    id: present.clauses.len() as u64,
                    lits: lemma.clone(),
                    hints,
                });
            }
            Step::Delete(clause) => {
                let ids = present.delete(clause).into_iter().collect();
                hinted.push(lrat::Step::Delete { ids });
            }
        }
    }
    hinted
}

/// Two formulas of few variables, a clause apart: one without a model and one
/// with.
fn neighbours(rng: &mut Rng) -> (Cnf, Cnf) {
    loop {
        let vars = rng.i32(2..=6);
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        let cnf_of = |clauses: &[Vec<Lit>]| {
            let mut cnf = Cnf::new(vars as usize);
            clauses.iter().for_each(|clause| cnf.add_clause(clause));
            cnf
        };
        while truth_table(&cnf_of(&clauses), &[]).is_some() {
            clauses.push(random_clause(rng, vars, 3));
        }
        let without = cnf_of(&clauses);
        // The last clause is needed. With another literal it may not do.
        clauses
            .last_mut()
            .unwrap()
            .push(Var::new(rng.usize(0..vars as usize)).lit(rng.bool()));
        let with = cnf_of(&clauses);
        if truth_table(&with, &[]).is_some() {
            return (without, with);
        }
    }
}

fn random_step(rng: &mut Rng, vars: i32) -> Step {
    let clause = random_clause(rng, vars, 4);
    match rng.u32(0..4) {
        0 => Step::Delete(clause),
        _ => Step::Add(clause),
    }
}

fn mutate_lits(rng: &mut Rng, lits: &mut Vec<Lit>, vars: i32) {
    let lit = Var::new(rng.usize(0..vars as usize)).lit(rng.bool());
    match rng.u32(0..4) {
        0 if !lits.is_empty() => drop(lits.remove(rng.usize(0..lits.len()))),
        1 if !lits.is_empty() => {
            let place = rng.usize(0..lits.len());
            lits[place] = lit;
        }
        2 => rng.shuffle(lits),
        _ => lits.push(lit),
    }
}

/// Changes a list of steps in some places: drops, doubles, exchanges, or lets
/// `change` alter one.
fn mutate<S: Clone>(rng: &mut Rng, steps: &mut Vec<S>, change: impl Fn(&mut Rng, &mut S)) {
    for _ in 0..rng.usize(0..4) {
        if steps.is_empty() {
            return;
        }
        let (place, other) = (rng.usize(0..steps.len()), rng.usize(0..steps.len()));
        match rng.u32(0..6) {
            0 => drop(steps.remove(place)),
            1 => steps.insert(other, steps[place].clone()),
            2 => steps.swap(place, other),
            _ => change(rng, &mut steps[place]),
        }
    }
}

#[test]
fn random_drat_proofs_refute_no_formula_with_a_model() {
    let mut rng = Rng::with_seed(2);
    let mut right_steps = 0;
    let rounds = rounds(1000);
    for _ in 0..rounds {
        let cnf = satisfiable(&mut rng);
        let vars = cnf.num_vars() as i32 + 1;
        let mut checker = DratChecker::of(&cnf, &Budget::unlimited()).unwrap();
        // The clauses that the checker has taken, deletions not minded: what
        // it holds is among them. No lemma takes the last model away.
        for _ in 0..30 {
            let step = random_step(&mut rng, vars);
            let mut after = checker.clone();
            if after.step(&step, &Budget::unlimited()).is_ok() {
                checker = after;
                right_steps += 1;
            }
            assert!(!checker.is_refuted(), "{cnf:?}");
        }
        assert!(checker.finish().is_err());
    }
    assert!(right_steps > 10 * rounds / 3, "{right_steps}");
}

#[test]
fn a_proof_of_one_formula_does_not_refute_its_neighbour() {
    let mut rng = Rng::with_seed(3);
    let configs = odd_configs();
    for round in 0..rounds(1000) as usize {
        let (without, with) = neighbours(&mut rng);
        let vars = with.num_vars() as i32 + 1;
        let steps = proof_of(&without, configs[round % configs.len()].clone());
        check::drat(&without, &steps, &Budget::unlimited()).unwrap();
        let hinted = with_hints(&without, &steps);
        check::lrat(&without, &hinted, &Budget::unlimited()).unwrap();

        let mut wrong = steps.clone();
        mutate(&mut rng, &mut wrong, |rng, step| {
            match step {
                Step::Add(lits) | Step::Delete(lits) if rng.u32(0..5) > 0 => {
                    mutate_lits(rng, lits, vars);
                }
                Step::Add(lits) => *step = Step::Delete(lits.clone()),
                Step::Delete(lits) => *step = Step::Add(lits.clone()),
            };
        });
        for steps in [&steps, &wrong] {
            let judged = check::drat(&with, steps, &Budget::unlimited());
            assert!(judged.is_err(), "{with:?} {steps:?}");
        }

        let mut wrong = hinted.clone();
        mutate(&mut rng, &mut wrong, |rng, step| match step {
            lrat::Step::Add { id, lits, hints } => {
                let hint = rng.i64(-20..=20);
                match rng.u32(0..6) {
                    0 => *id = rng.u64(1..30),
                    1 => mutate_lits(rng, lits, vars),
                    2 => rng.shuffle(hints),
                    3 => drop(hints.pop()),
                    4 if hint != 0 => hints.push(hint),
                    _ if hint != 0 && !hints.is_empty() => {
                        let place = rng.usize(0..hints.len());
                        hints[place] = hint;
                    }
                    _ => {}
                }
            }
            lrat::Step::Delete { ids } => ids.push(rng.u64(1..20)),
        });
        for steps in [&hinted, &wrong] {
            let judged = check::lrat(&with, steps, &Budget::unlimited());
            assert!(judged.is_err(), "{with:?} {steps:?}");
        }
    }
}

#[test]
fn random_lrat_proofs_refute_no_formula_with_a_model() {
    let mut rng = Rng::with_seed(4);
    let mut right_steps = 0;
    let rounds = rounds(1000);
    for _ in 0..rounds {
        let cnf = satisfiable(&mut rng);
        let vars = cnf.num_vars() as i32 + 1;
        let mut present = Present::of(&cnf);
        let mut checker = check::LratChecker::of(&cnf, &Budget::unlimited()).unwrap();
        for _ in 0..20 {
            let next = present.clauses.len() as u64 + 1;
            let step = if rng.u32(0..6) == 0 {
                lrat::Step::Delete {
                    ids: vec![rng.u64(1..=next)],
                }
            } else {
                let lits = random_clause(&mut rng, vars, 4);
                // The right hints where there are some, often changed.
                let mut hints = present.hints(&lits).unwrap_or_default();
                for _ in 0..rng.usize(0..3) {
                    let hint = rng.i64(1..=next as i64) * if rng.bool() { 1 } else { -1 };
                    hints.insert(rng.usize(0..=hints.len()), hint);
                }
                let id = next;
                lrat::Step::Add { id, lits, hints }
            };
            let mut after = checker.clone();
            if after.step(&step, &Budget::unlimited()).is_ok() {
                checker = after;
                right_steps += 1;
                match step {
                    lrat::Step::Add { lits, .. } => present.clauses.push(Some(lits)),
                    lrat::Step::Delete { ids } => {
                        if let Some(clause) = present.clauses.get_mut(ids[0] as usize - 1) {
                            *clause = None;
                        }
                    }
                }
            }
            assert!(!checker.is_refuted(), "{cnf:?}");
        }
    }
    assert!(right_steps > 10 * rounds / 3, "{right_steps}");
}

// ------------------------------------------------------------ completeness

#[test]
fn proofs_with_reductions_and_restarts_are_accepted() {
    let mut rng = Rng::with_seed(5);
    let mut deleted = 0;
    for (round, config) in odd_configs().into_iter().enumerate() {
        let cnf = random_uniform(&mut rng, 90, 90 * 50 / 10, 3);
        let steps = proof_of(&cnf, config);
        let stats = check::drat(&cnf, &steps, &Budget::unlimited())
            .unwrap_or_else(|fault| panic!("{round}: {fault}"));
        assert_eq!((stats.rat, stats.missing_deletions), (0, 0));
        deleted += stats.deleted;
    }
    assert!(deleted > 1000, "{deleted}");
}

#[test]
fn a_pigeonhole_proof_is_accepted_and_a_gap_in_it_found() {
    let mut cnf = Cnf::default();
    let (pigeons, holes) = (6, 5);
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    for pigeon in 0..pigeons {
        let anywhere: Vec<i32> = (0..holes).map(|hole| sits(pigeon, hole)).collect();
        cnf.add_clause(&lits(&anywhere));
        for other in 0..pigeon {
            for hole in 0..holes {
                cnf.add_clause(&lits(&[-sits(pigeon, hole), -sits(other, hole)]));
            }
        }
    }
    let steps = proof_of(&cnf, Config::default());
    let stats = check::drat(&cnf, &steps, &Budget::unlimited()).unwrap();
    assert!(stats.lemmas > 50);
    let fault = check::drat(
        &cnf,
        &steps[stats.steps as usize - 1..],
        &Budget::unlimited(),
    );
    assert!(matches!(fault, Err(ProofFault::NotImplied { step: 1, .. })));
}

// ------------------------------------------------------------------- bytes

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(300) as u32))]

    #[test]
    fn any_bytes_are_read_and_checked_and_refute_nothing_that_has_a_model(
        bytes in prop::collection::vec(
            prop_oneof![
                2 => any::<u8>(),
                5 => prop::sample::select(&b"ad 012345-\n"[..]),
                2 => prop::sample::select(&b"ad\0\x02\x03\x04\x05"[..]),
            ],
            0..60,
        ),
        seed in any::<u64>(),
    ) {
        let cnf = satisfiable(&mut Rng::with_seed(seed));
        let steps = drat::read(&bytes[..], "p").unwrap().map_while(Result::ok);
        prop_assert!(check::drat(&cnf, steps, &Budget::unlimited()).is_err());
        let steps = lrat::read(&bytes[..], "p").unwrap().map_while(Result::ok);
        prop_assert!(check::lrat(&cnf, steps, &Budget::unlimited()).is_err());
        // To look at them needs no care either.
        proof::format::is_binary(&bytes);
        proof::format::of_text(&bytes);
    }
}
