//! Our proofs before a checker that others wrote, and a solver's that others
//! wrote before ours. Each program is used if it is on the PATH.
//!
//! - `rate` (`cargo install rate --locked`) accepts the solver's proofs as our
//!   writer writes them, and whatever our checker accepts
//! - our LRAT checker accepts the hints that rate finds for a proof
//! - our reader and checker accept the proofs of `cadical`

use crate::cdcl_common::{odd_configs, random_uniform};
use std::fs;
use std::path::Path;
use std::process::Command;
use sudosat::budget::Budget;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::check;
use sudosat::encode::{self, Encoding};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::proof::{Id, Observer, Shared, drat, lrat};
use sudosat::sudoku::{Cell, Digit, Puzzle, Size};

pub(crate) fn is_there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no program `{program}` on the PATH");
    }
    found
}

/// Returns `true` if rate accepts the proof, which rate writes with hints to the LRAT file.
fn rate(cnf: &Path, proof: &Path, lrat: &Path) -> bool {
    let output = Command::new("rate")
        .args(["--skip-unit-deletions", "--assume-pivot-is-first"])
        .args([cnf, proof])
        .arg("--lrat")
        .arg(lrat)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let accepted = said.lines().any(|line| line == "s VERIFIED");
    let refused = said.lines().any(|line| line == "s NOT VERIFIED");
    assert_ne!(accepted, refused, "{output:?}");
    accepted
}

fn accept_lrat(name: &str, cnf: &Cnf, proof: &Path) {
    let steps = lrat::read(fs::File::open(proof).unwrap(), "proof").unwrap();
    let steps = steps.map(|step| step.expect("a proof is well-formed"));
    check::lrat(cnf, steps, &Budget::unlimited()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

/// Formulas without a model.
pub(crate) fn formulas() -> Vec<(&'static str, Cnf)> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut formulas = vec![
        (
            "square",
            [&[1, 2][..], &[1, -2], &[-1, 2], &[-1, -2]]
                .into_iter()
                .collect(),
        ),
        ("pigeons 6", pigeons(6)),
        ("pigeons 7", pigeons(7)),
        ("adders 8", adders(8)),
        ("random 60", random_uniform(&mut rng, 60, 320, 3)),
        ("random 100", random_uniform(&mut rng, 100, 520, 3)),
        ("random 40 of width 4", random_uniform(&mut rng, 40, 520, 4)),
    ];
    for name in ["lecture", "minimal", "extended"] {
        formulas.push((name, second_solution(&Encoding::by_name(name).unwrap())));
    }
    formulas
}

fn pigeons(pigeons: i32) -> Cnf {
    let sits =
        |pigeon: i32, hole: i32| Lit::from_dimacs(pigeon * (pigeons - 1) + hole + 1).unwrap();
    let mut cnf = Cnf::default();
    for pigeon in 0..pigeons {
        let anywhere: Vec<Lit> = (0..pigeons - 1).map(|hole| sits(pigeon, hole)).collect();
        cnf.add_clause(&anywhere);
        for other in 0..pigeon {
            for hole in 0..pigeons - 1 {
                cnf.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]);
            }
        }
    }
    cnf
}

/// The sums of two numbers and a carry, added by two circuits that share no gate, differ.
fn adders(bits: i32) -> Cnf {
    let lit = |number| Lit::from_dimacs(number).unwrap();
    let mut cnf = Cnf::default();
    let mut next = 2 * bits + 1;
    let mut fresh = || {
        next += 1;
        next
    };
    let mut sums = Vec::new();
    for swapped in [false, true] {
        let mut carry = 2 * bits + 1;
        for bit in 1..=bits {
            let (a, b) = if swapped {
                (bit + bits, bit)
            } else {
                (bit, bit + bits)
            };
            let [half, sum, out] = [fresh(), fresh(), fresh()];
            for [x, y, z] in [[half, a, b], [sum, half, carry]] {
                for signs in [[1, 1, -1], [1, -1, 1], [-1, 1, 1], [-1, -1, -1]] {
                    cnf.add_clause(&[lit(x * signs[0]), lit(y * signs[1]), lit(z * signs[2])]);
                }
            }
            // If the bits differ, the carry goes on; if not, it is one of them.
            for clause in [
                [-half, -out, carry],
                [-half, out, -carry],
                [half, -out, bit],
                [half, out, -bit],
            ] {
                cnf.add_clause(&clause.map(lit));
            }
            sums.push(sum);
            carry = out;
        }
    }
    let (first, second) = sums.split_at(bits as usize);
    let mut differences = Vec::new();
    for (&x, &y) in first.iter().zip(second) {
        let difference = fresh();
        for clause in [[-difference, x, y], [-difference, -x, -y]] {
            cnf.add_clause(&clause.map(lit));
        }
        differences.push(lit(difference));
    }
    cnf.add_clause(&differences);
    cnf
}

/// A puzzle with one solution, and a clause that forbids it.
fn second_solution(encoding: &Encoding) -> Cnf {
    let size = Size::of_order(3).unwrap();
    let mut puzzle = Puzzle::empty(size);
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (index, byte) in line.bytes().enumerate().filter(|&(_, byte)| byte != b'.') {
        let digit = Digit::from_index(usize::from(byte - b'1'));
        puzzle.set_clue(size.cell(index), Some(digit));
    }
    let mut cnf = encode::cnf(&puzzle, encoding);
    let mut solver = Solver::default();
    solver.add_cnf(&cnf);
    assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Sat);
    let model = solver.model().unwrap();
    let grid = encode::decode(size, model.lits()).unwrap();
    assert_eq!(grid.digit(Cell::new(0, 2)).value(), 4);
    let another: Vec<Lit> = grid
        .candidates()
        .map(|candidate| encode::var(candidate, size).negative())
        .collect();
    cnf.add_clause(&another);
    cnf
}

#[test]
fn the_solvers_proofs_are_accepted_by_rate() {
    if !is_there("rate") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cnf_file = folder.path().join("formula.cnf");
    let proof_file = folder.path().join("proof.drat");
    let lrat_file = folder.path().join("proof.lrat");
    for (index, (name, cnf)) in formulas().into_iter().enumerate() {
        dimacs::write(&cnf, fs::File::create(&cnf_file).unwrap()).unwrap();
        for binary in [false, true] {
            let file = fs::File::create(&proof_file).unwrap();
            let writer = Shared::new(match binary {
                false => drat::Writer::text(file).extending(cnf.num_vars()),
                true => drat::Writer::binary(file).extending(cnf.num_vars()),
            });
            let config = odd_configs()[index % odd_configs().len()].clone();
            let mut solver = Solver::new(config).with_observer(Box::new(writer.clone()));
            solver.add_cnf(&cnf);
            let verdict = solver.solve(&Budget::unlimited()).unwrap();
            assert_eq!(verdict, Verdict::Unsat, "{name}");
            let accepted = rate(&cnf_file, &proof_file, &lrat_file);
            assert!(accepted, "{name}, binary: {binary}");
            accept_lrat(name, &cnf, &lrat_file);
            let steps = drat::read(fs::File::open(&proof_file).unwrap(), "proof").unwrap();
            assert_eq!(steps.is_binary(), binary, "{name}");
            let steps = steps.map(|step| step.expect("our own writing"));
            check::drat(&cnf, steps, &Budget::unlimited())
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}

/// Random proofs of small formulas, most of them wrong.
#[test]
fn rate_and_our_checker_agree_on_random_proofs() {
    if !is_there("rate") {
        return;
    }
    let mut rng = fastrand::Rng::with_seed(2);
    let folder = tempfile::tempdir().unwrap();
    let cnf_file = folder.path().join("formula.cnf");
    let proof_file = folder.path().join("proof.drat");
    let lrat_file = folder.path().join("proof.lrat");
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..60 {
        let cnf = random_uniform(&mut rng, 4, 36, 3);
        dimacs::write(&cnf, fs::File::create(&cnf_file).unwrap()).unwrap();
        let mut writer = drat::Writer::text(Vec::new());
        for _ in 0..rng.usize(1..4) {
            let width = rng.usize(1..=2);
            let lemma = random_uniform(&mut rng, 4, 1, width);
            writer.derived(Id::NONE, lemma.clause(0), &[]);
        }
        writer.derived(Id::NONE, &[], &[]);
        let proof = writer.into_inner().unwrap();
        fs::write(&proof_file, &proof).unwrap();
        let steps = drat::read(&proof[..], "proof").unwrap().map(Result::unwrap);
        let ours = check::drat(&cnf, steps, &Budget::unlimited()).is_ok();
        let theirs = rate(&cnf_file, &proof_file, &lrat_file);
        if theirs {
            accept_lrat("random", &cnf, &lrat_file);
        }
        // Backwards, a wrong lemma that nothing needs is not looked at.
        assert!(theirs || !ours, "{}", String::from_utf8_lossy(&proof));
        accepted += usize::from(ours);
        refused += usize::from(!theirs);
    }
    assert!(accepted > 10 && refused > 10, "{accepted} {refused}");
}

#[test]
fn proofs_by_cadical_are_accepted() {
    if !is_there("cadical") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cnf_file = folder.path().join("formula.cnf");
    let proof_file = folder.path().join("proof.drat");
    for (name, cnf) in formulas() {
        dimacs::write(&cnf, fs::File::create(&cnf_file).unwrap()).unwrap();
        for binary in [false, true] {
            let output = Command::new("cadical")
                .args(["-q", if binary { "--binary" } else { "--no-binary" }])
                .args([&cnf_file, &proof_file])
                .output()
                .unwrap();
            assert_eq!(output.status.code(), Some(20), "{name}: {output:?}");
            let steps = drat::read(fs::File::open(&proof_file).unwrap(), "proof").unwrap();
            assert_eq!(steps.is_binary(), binary, "{name}");
            let steps = steps.map(|step| step.expect("a proof is well-formed"));
            check::drat(&cnf, steps, &Budget::unlimited())
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
}
