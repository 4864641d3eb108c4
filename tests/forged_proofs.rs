//! Proofs of ours, damaged at random in all three formats. None may refute a
//! formula that has a model, and most must not refute their own any more.

use crate::counting_common::{pigeons, shuffled};
use crate::parity::tseitin;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::check::{self, LratChecker, PbpChecker};
use sudosat::formula::{Cnf, Lit};
use sudosat::proof::{Observer, Shared, drat, lrat, pbp};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Format {
    Drat,
    Lrat,
    BinaryLrat,
    VeriPb,
}

const FORMATS: [Format; 3] = [Format::Drat, Format::Lrat, Format::VeriPb];

fn run(config: &Config, cnf: &Cnf, observer: Box<dyn Observer>) {
    let mut solver = Solver::new(config.clone()).with_observer(observer);
    solver.add_cnf(cnf);
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    assert_eq!(verdict, Verdict::Unsat);
}

/// Refutes a formula with the default settings and returns the proof.
pub(crate) fn prove(cnf: &Cnf, format: Format) -> Vec<u8> {
    prove_with(&Config::default(), cnf, format)
}

/// Refutes a formula and returns the proof.
pub(crate) fn prove_with(config: &Config, cnf: &Cnf, format: Format) -> Vec<u8> {
    let (vars, clauses) = (cnf.num_vars(), cnf.num_clauses());
    match format {
        Format::Drat => {
            let writer = Shared::new(drat::Writer::text(Vec::new()).extending(vars));
            run(config, cnf, Box::new(writer.clone()));
            writer.into_inner().unwrap().into_inner().unwrap()
        }
        Format::Lrat => {
            let writer = Shared::new(lrat::Writer::text(Vec::new(), clauses).extending(vars));
            run(config, cnf, Box::new(writer.clone()));
            writer.into_inner().unwrap().into_inner().unwrap()
        }
        Format::BinaryLrat => {
            let writer = Shared::new(lrat::Writer::binary(Vec::new(), clauses).extending(vars));
            run(config, cnf, Box::new(writer.clone()));
            writer.into_inner().unwrap().into_inner().unwrap()
        }
        Format::VeriPb => {
            let writer = Shared::new(pbp::Writer::new(Vec::new(), clauses));
            run(config, cnf, Box::new(writer.clone()));
            writer.into_inner().unwrap().into_inner().unwrap()
        }
    }
}

/// Returns `true` if a proof is read and accepted.
pub(crate) fn accepts(cnf: &Cnf, format: Format, proof: &[u8]) -> bool {
    let budget = &Budget::unlimited();
    match format {
        Format::Drat => drat::read(proof, "p")
            .and_then(|steps| steps.collect::<Result<Vec<_>, _>>())
            .is_ok_and(|steps| check::drat(cnf, steps, budget).is_ok()),
        Format::Lrat | Format::BinaryLrat => {
            let Ok(steps) = lrat::read(proof, "p") else {
                return false;
            };
            let mut checker = LratChecker::of(cnf, budget).unwrap();
            let is_right =
                |step: Result<_, _>| step.is_ok_and(|step| checker.step(&step, budget).is_ok());
            { steps }.all(is_right) && checker.finish().is_ok()
        }
        Format::VeriPb => {
            let Ok(mut checker) = PbpChecker::of(cnf, budget) else {
                return false;
            };
            pbp::Reader::new(proof, "p")
                .all(|step| step.is_ok_and(|step| checker.step(&step, budget).is_ok()))
                && checker.finish().is_ok()
        }
    }
}

/// One change: a line dropped, doubled or swapped with another, the end cut
/// off, or a number made another.
pub(crate) fn damage(proof: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let text = std::str::from_utf8(proof).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = random.usize(0..lines.len());
    match random.u32(0..8) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(random.usize(0..=line), lines[line].clone()),
        2 => {
            let other = random.usize(0..lines.len());
            lines.swap(line, other);
        }
        3 => return proof[..random.usize(0..proof.len())].to_vec(),
        _ => {
            let mut tokens: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
            let token = random.usize(0..tokens.len());
            tokens[token] = changed(&tokens[token], random);
            lines[line] = tokens.join(" ");
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// Another literal, coefficient, degree or id.
fn changed(token: &str, random: &mut fastrand::Rng) -> String {
    if let Some(positive) = token.strip_prefix('~') {
        return positive.to_owned();
    }
    if token.starts_with('x') {
        return format!("~{token}");
    }
    match token.trim_end_matches(';').parse::<i64>() {
        Ok(number) => {
            let other = match random.u32(0..4) {
                0 => -number,
                1 => number + 1,
                2 => number - 1,
                _ => random.i64(-40..40),
            };
            let end = if token.ends_with(';') { ";" } else { "" };
            format!("{other}{end}")
        }
        Err(_) => String::new(),
    }
}

/// Formulas without a model, small enough to look at many proofs.
pub(crate) fn formulas() -> Vec<Cnf> {
    let mut formulas = vec![pigeons(4, 3), shuffled(&pigeons(5, 4), 3), tseitin(5, 2, 7)];
    let mut random = fastrand::Rng::with_seed(11);
    while formulas.len() < 6 {
        let mut cnf = Cnf::new(9);
        for _ in 0..50 {
            let clause = [(); 3].map(|()| {
                let var = random.i32(1..=9);
                if random.bool() { var } else { -var }
            });
            cnf.add_clause(&clause.map(|lit| Lit::from_dimacs(lit).unwrap()));
        }
        if !has_model(&cnf) {
            formulas.push(cnf);
        }
    }
    formulas
}

fn has_model(cnf: &Cnf) -> bool {
    model(cnf).is_some()
}

/// Returns the literals of a model, if there is one.
pub(crate) fn model(cnf: &Cnf) -> Option<Vec<Lit>> {
    let mut solver = Solver::default();
    solver.add_cnf(cnf);
    let verdict = solver.solve(&Budget::unlimited()).unwrap();
    (verdict == Verdict::Sat).then(|| solver.model().unwrap().lits().collect())
}

/// Returns a formula that has a model, because its first clauses are made trivial, and
/// whose other clauses keep their numbers.
pub(crate) fn satisfiable(cnf: &Cnf) -> Cnf {
    (1..=cnf.num_clauses())
        .map(|trivial| weakened(cnf, trivial))
        .find(has_model)
        .expect("without clauses there is a model")
}

/// The formula with its first clauses made trivial, so that the others keep
/// their numbers.
fn weakened(cnf: &Cnf, trivial: usize) -> Cnf {
    let mut weaker = Cnf::new(cnf.num_vars());
    for (index, clause) in cnf.clauses().enumerate() {
        if index < trivial {
            weaker.add_clause(&[clause[0], !clause[0]]);
        } else {
            weaker.add_clause(clause);
        }
    }
    weaker
}

/// Returns the lines of a VeriPB proof that add an inequality by a substitution.
fn substitutions_of(proof: &[u8]) -> Vec<&[u8]> {
    let lines = proof.split(|&byte| byte == b'\n');
    lines.filter(|line| line.starts_with(b"red ")).collect()
}

#[test]
fn forged_proofs_are_refused() {
    let mut random = fastrand::Rng::with_seed(2026);
    // Proofs with other substitutions than ours, and those of them that are refused.
    let (mut substitutions, mut refused_substitutions) = (0, 0);
    for cnf in formulas() {
        let satisfiable = satisfiable(&cnf);
        for format in FORMATS {
            let proof = prove(&cnf, format);
            assert!(accepts(&cnf, format, &proof), "{format:?}");
            assert!(!accepts(&satisfiable, format, &proof), "{format:?}");
            let mut refused = 0;
            for _ in 0..400 {
                let forged = damage(&proof, &mut random);
                let is_refused = !accepts(&cnf, format, &forged);
                refused += u32::from(is_refused);
                if format == Format::VeriPb && substitutions_of(&forged) != substitutions_of(&proof)
                {
                    substitutions += 1;
                    refused_substitutions += u32::from(is_refused);
                }
                let forged_text = String::from_utf8_lossy(&forged);
                assert!(
                    !accepts(&satisfiable, format, &forged),
                    "{format:?} refutes a formula with a model: {forged_text}\n{satisfiable:?}"
                );
            }
            // DRAT says so little that much damage does none.
            let least = match format {
                Format::Drat => 20,
                _ => 150,
            };
            assert!(refused >= least, "{format:?}: only {refused} refused");
        }
    }
    assert!(
        substitutions > 40 && refused_substitutions > 20,
        "{refused_substitutions} of {substitutions} substitutions refused"
    );
}
