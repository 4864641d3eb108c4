//! Sweeping on formulas that compare two circuits: it finds their equivalent gates, and
//! the proofs are accepted by every checker.

use crate::forged_proofs::{Format, accepts, prove_with};
use crate::independent_checkers::is_there;
use std::fs;
use std::process::Command;
use sudosat::budget::Budget;
use sudosat::cdcl::{Config, Solver, Verdict};
use sudosat::formula::{Cnf, Lit, Var, dimacs};
use sudosat::trusted;

/// A circuit as clauses.
#[derive(Default)]
struct Circuit {
    cnf: Cnf,
    num_vars: usize,
    /// Set if the carry of an addition is the [`majority`](Circuit::majority).
    has_majority: bool,
}

impl Circuit {
    fn input(&mut self) -> Lit {
        self.num_vars += 1;
        Var::new(self.num_vars - 1).positive()
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.input();
        for clause in [&[!out, a][..], &[!out, b], &[out, !a, !b]] {
            self.cnf.add_clause(clause);
        }
        out
    }

    fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let out = self.input();
        for clause in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
            self.cnf.add_clause(&clause);
        }
        out
    }

    /// Returns the exclusive or, made from other gates.
    fn xor_by_ands(&mut self, a: Lit, b: Lit) -> Lit {
        let (left, right) = (self.and(a, !b), self.and(!a, b));
        self.or(left, right)
    }

    /// Returns the majority of three bits, by clauses that are no gate for congruence closure.
    fn majority(&mut self, bits: [Lit; 3]) -> Lit {
        let out = self.input();
        for place in 0..3 {
            let [a, b] = [bits[place], bits[(place + 1) % 3]];
            self.cnf.add_clause(&[!a, !b, out]);
            self.cnf.add_clause(&[a, b, !out]);
        }
        out
    }

    /// Returns sum and carry of three bits, in one of two ways.
    fn add(&mut self, [a, b, c]: [Lit; 3], is_other: bool) -> [Lit; 2] {
        if is_other {
            let (ab, ac, bc) = (self.and(a, b), self.and(a, c), self.and(b, c));
            let (some, sum) = (self.or(ab, ac), self.xor_by_ands(b, c));
            return [self.xor_by_ands(a, sum), self.or(some, bc)];
        }
        let sum = self.xor(a, b);
        if self.has_majority {
            return [self.xor(sum, c), self.majority([a, b, c])];
        }
        let (ab, rest) = (self.and(a, b), self.and(sum, c));
        [self.xor(sum, c), self.or(ab, rest)]
    }

    /// Returns the product of two numbers, the lowest bit first.
    fn multiply(&mut self, first: &[Lit], second: &[Lit], is_other: bool) -> Vec<Lit> {
        let size = first.len();
        let zero = self.input();
        self.cnf.add_clause(&[!zero]);
        let mut product = vec![zero; 2 * size];
        for (shift, &bit) in second.iter().enumerate() {
            let mut carry = zero;
            for (place, &lit) in first.iter().enumerate() {
                let part = self.and(lit, bit);
                let bits = [product[shift + place], part, carry];
                [product[shift + place], carry] = self.add(bits, is_other);
            }
            product[shift + size] = carry;
        }
        product
    }
}

/// States that two multipliers of numbers with `bits` bits differ, which is false. They add in two
/// ways, or both by majorities.
fn miter(bits: usize, has_majority: bool) -> Cnf {
    let mut circuit = Circuit {
        has_majority,
        ..Circuit::default()
    };
    let [first, second] = [0; 2].map(|_| (0..bits).map(|_| circuit.input()).collect::<Vec<_>>());
    let [one, other] =
        [false, !has_majority].map(|is_other| circuit.multiply(&first, &second, is_other));
    let pairs = one.into_iter().zip(other);
    let differs: Vec<Lit> = pairs.map(|(a, b)| circuit.xor(a, b)).collect();
    circuit.cnf.add_clause(&differs);
    circuit.cnf
}

/// Settings with which sweeping does all that it can before others do. Equal gates are looked for once: that
/// finds the exclusive ors without which there is no sweeping.
fn sweeping() -> Config {
    Config::default().with(|config| {
        config.sweep_interval = Some(50);
        config.sweep_effort = 100;
        config.congruence_interval = Some(1_000_000);
        config.eliminate_interval = Some(100);
    })
}

#[test]
fn equivalent_gates_of_two_multipliers_are_found() {
    let solve = |config: Config| {
        let mut solver = Solver::new(config);
        solver.add_cnf(&miter(6, false));
        assert_eq!(solver.solve(&Budget::unlimited()).unwrap(), Verdict::Unsat);
        solver.stats().clone()
    };
    let with = solve(sweeping());
    assert!(with.sweep_equivalences > 40, "{with:?}");
    assert_eq!(solve(sweeping()), with, "the search can be repeated");
    let without = solve(sweeping().with(|config| config.sweep_interval = None));
    assert!(
        2 * with.conflicts < without.conflicts,
        "{} {}",
        with.conflicts,
        without.conflicts
    );
}

#[test]
fn equal_multipliers_are_refuted_before_the_search() {
    let cnf = miter(6, true);
    let solve = |interval| {
        let config = Config::default().with(|config| config.sweep_interval = interval);
        let mut solver = Solver::new(config);
        solver.add_cnf(&cnf);
        let verdict = solver.solve(&Budget::unlimited().with_steps(200)).unwrap();
        (verdict == Verdict::Unsat, solver.stats().clone())
    };
    let (is_refuted, stats) = solve(Some(2000));
    assert!(is_refuted && stats.conflicts == 0, "{stats:?}");
    assert_eq!(stats.sweeps, 1);
    let (is_refuted, stats) = solve(None);
    assert!(!is_refuted && stats.sweeps == 0, "{stats:?}");
}

#[test]
fn every_checker_accepts_the_proofs() {
    let has_veripb = is_there("veripb");
    for bits in [3, 4, 5] {
        let cnf = miter(bits, false);
        let mut text = Vec::new();
        dimacs::write(&cnf, &mut text).unwrap();
        let formula = trusted::dimacs(&text).unwrap();
        for format in [
            Format::Drat,
            Format::Lrat,
            Format::BinaryLrat,
            Format::VeriPb,
        ] {
            let proof = prove_with(&sweeping(), &cnf, format);
            assert!(accepts(&cnf, format, &proof), "{bits} {format:?}");
            let verdict = match format {
                Format::Drat => Ok(()),
                Format::Lrat | Format::BinaryLrat => trusted::lrat(&formula, &proof, &|| false),
                Format::VeriPb => trusted::veripb(&formula, &proof, &|| false),
            };
            assert!(verdict.is_ok(), "{bits} {format:?} {verdict:?}");
            if format == Format::VeriPb && has_veripb {
                let folder = tempfile::tempdir().unwrap();
                let [cnf_file, proof_file] =
                    ["f.cnf", "f.pbp"].map(|name| folder.path().join(name));
                fs::write(&cnf_file, &text).unwrap();
                fs::write(&proof_file, &proof).unwrap();
                let command = Command::new("veripb").args([cnf_file, proof_file]).output();
                let said = String::from_utf8_lossy(&command.unwrap().stdout).into_owned();
                assert!(said.contains("s VERIFIED UNSATISFIABLE"), "{said}");
            }
        }
    }
}
