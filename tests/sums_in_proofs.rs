//! Sums of literals as part of what a VeriPB proof starts from: the solver's proofs before the
//! checkers of the crate and, where it is installed, `veripb`; and the reader of OPB.

use crate::cdcl_common::{random_clause, random_config, random_lit};
use crate::independent_checkers::is_there;
use crate::program::{program, texts};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use sudosat::budget::Budget;
use sudosat::cdcl::{Solver, Verdict};
use sudosat::check::{PbpChecker, PbpFault};
use sudosat::formula::{Cnf, Lit};
use sudosat::proof::Shared;
use sudosat::proof::pbp::{self, Inequality};
use sudosat::trusted;

const VARS: i32 = 12;

/// Clauses, and sums of weighted literals with the largest value that each may have.
struct Problem {
    clauses: Cnf,
    sums: Vec<(Vec<(u32, Lit)>, i64)>,
}

impl Problem {
    fn random(rng: &mut fastrand::Rng) -> Problem {
        let mut clauses = Cnf::new(VARS as usize);
        for _ in 0..rng.usize(10..30) {
            clauses.add_clause(&random_clause(rng, VARS, 3));
        }
        let sums = (0..rng.usize(2..7)).map(|_| {
            let heaviest = *rng.choice(&[1, 1, 4]).unwrap();
            let lit = |rng: &mut fastrand::Rng| Lit::from_dimacs(random_lit(rng, VARS)).unwrap();
            let terms = (0..rng.usize(2..8)).map(|_| (rng.u32(1..=heaviest), lit(rng)));
            let terms: Vec<_> = terms.collect();
            let total: u32 = terms.iter().map(|(weight, _)| weight).sum();
            (terms, rng.i64(-1..=i64::from(total) / 2))
        });
        let sums = sums.collect();
        Problem { clauses, sums }
    }

    /// Returns a proof that there is no solution, if there is none. Clauses and sums are added in any
    /// order, with calls between them.
    fn refute(&self, rng: &mut fastrand::Rng) -> Option<Vec<u8>> {
        let writer = Shared::new(pbp::Writer::growing(Vec::new(), 0));
        let mut solver = Solver::new(random_config(rng)).with_observer(Box::new(writer.clone()));
        let (mut clauses, mut sums) = (self.clauses.clauses().peekable(), self.sums.iter());
        let budget = Budget::unlimited();
        while clauses.peek().is_some() || sums.len() > 0 {
            match rng.u32(0..8) {
                0 => drop(solver.solve_with(&[], &budget).unwrap()),
                1 => sums.next().into_iter().for_each(|(terms, bound)| {
                    solver.add_at_most(terms, *bound);
                }),
                _ => clauses
                    .next()
                    .into_iter()
                    .for_each(|clause| solver.add_clause(clause)),
            }
        }
        let verdict = solver.solve(&budget).unwrap();
        drop(solver);
        let writer = writer.into_inner().ok().unwrap();
        let num_premises = writer.num_premises();
        let mut proof = writer.into_inner().unwrap();
        pbp::state_premises(&mut proof, num_premises);
        (verdict == Verdict::Unsat).then_some(proof)
    }

    fn opb(&self) -> String {
        let num_constraints = self.clauses.num_clauses() + self.sums.len();
        let mut text = format!("* #variable= {VARS} #constraint= {num_constraints}\n");
        let mut constraint = |terms: &mut dyn Iterator<Item = (i64, Lit)>, degree: i64| {
            for (coefficient, lit) in terms {
                let sign = if lit.is_negative() { "~" } else { "" };
                let _ = write!(text, "{coefficient} {sign}x{} ", lit.var().to_dimacs());
            }
            let _ = writeln!(text, ">= {degree} ;");
        };
        for clause in self.clauses.clauses() {
            constraint(&mut clause.iter().map(|&lit| (1, lit)), 1);
        }
        for (terms, bound) in &self.sums {
            let mut terms = terms.iter().map(|&(weight, lit)| (-i64::from(weight), lit));
            constraint(&mut terms, -bound);
        }
        text
    }

    /// Returns `true` if the checker of `check` accepts a proof.
    fn is_checked(&self, proof: &[u8]) -> bool {
        let check = || -> Result<(), PbpFault> {
            let budget = Budget::unlimited();
            let mut checker = PbpChecker::of(&self.clauses, &budget)?;
            for (terms, bound) in &self.sums {
                let terms = terms.iter().map(|&(weight, lit)| (-i64::from(weight), lit));
                let sum = Inequality::new(&terms.collect::<Vec<_>>(), -bound).unwrap();
                checker.add_premise(&sum)?;
            }
            for step in pbp::Reader::new(proof, "proof") {
                let step = step.expect("a proof is well-formed");
                checker.step(&step, &budget)?;
            }
            checker.finish()?;
            Ok(())
        };
        check().is_ok()
    }
}

fn is_trusted(opb: &[u8], proof: &[u8]) -> bool {
    let premises = trusted::opb(opb);
    premises.is_ok_and(|premises| trusted::veripb(premises, proof, &|| false).is_ok())
}

/// Returns `true` if `veripb` accepts a proof.
fn veripb_accepts(folder: &Path, opb: &[u8], proof: &[u8]) -> bool {
    let (premises, steps) = (folder.join("x.opb"), folder.join("x.pbp"));
    fs::write(&premises, opb).unwrap();
    fs::write(&steps, proof).unwrap();
    let output = Command::new("veripb").args([premises, steps]).output();
    String::from_utf8_lossy(&output.unwrap().stdout).contains("s VERIFIED UNSATISFIABLE")
}

#[test]
fn proofs_with_sums_are_accepted_and_need_them() {
    let folder = tempfile::tempdir().unwrap();
    let has_veripb = is_there("veripb");
    let (mut refuted, mut needed) = (0, 0);
    for seed in 0..400 {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut problem = Problem::random(rng);
        let Some(proof) = problem.refute(rng) else {
            continue;
        };
        refuted += 1;
        let opb = problem.opb();
        assert!(problem.is_checked(&proof), "{seed}");
        assert!(is_trusted(opb.as_bytes(), &proof), "{seed}");
        if has_veripb && seed % 4 == 0 {
            assert!(
                veripb_accepts(folder.path(), opb.as_bytes(), &proof),
                "{seed}"
            );
        }
        let mut solver = Solver::default();
        solver.add_cnf(&problem.clauses);
        if solver.solve(&Budget::unlimited()).unwrap() == Verdict::Sat {
            needed += 1;
            problem.sums.iter_mut().for_each(|(_, bound)| *bound = 100);
            assert!(!problem.is_checked(&proof), "{seed}");
            assert!(!is_trusted(problem.opb().as_bytes(), &proof), "{seed}");
        }
    }
    assert!(refuted > 100 && needed > 80, "{refuted} {needed}");
}

/// The program reads OPB with `--trusted`, and says so without.
#[test]
fn the_program_checks_proofs_of_constraints() {
    let folder = tempfile::tempdir().unwrap();
    let [opb, proof] = ["x.opb", "x.pbp"].map(|name| folder.path().join(name));
    let steps = "pseudo-Boolean proof version 3.0\nf 4;\nrup >= 1;\noutput NONE;\nconclusion UNSAT;\n\
                 end pseudo-Boolean proof;\n";
    fs::write(&proof, steps).unwrap();
    let verify = |text: &str, options: &[&str]| {
        fs::write(&opb, text).unwrap();
        let output = program()
            .arg("verify")
            .args(options)
            .args([&opb, &proof])
            .output();
        texts(&output.unwrap())
    };
    let right = "* #variable= 3 #constraint= 3\n1 x1 1 x2 1 x3 = 1 ;\n-1 x1 -1 x2 >= +0;\n* end\n3 ~x3 >= 2 ;\n";
    let (code, out, _) = verify(right, &["--trusted"]);
    assert_eq!((code, &out[..]), (0, "s VERIFIED UNSAT\n"));
    let (code, _, told) = verify(right, &[]);
    assert_eq!(code, 2);
    assert!(
        told.contains("`--trusted` checks a VeriPB proof for them"),
        "{told}"
    );
    let (code, _, told) = verify(right, &["--trusted", "--form", "lrat"]);
    assert_eq!(code, 2);
    assert!(told.contains("expected a VeriPB proof"), "{told}");
    // With the upper half of the equation alone there is a solution.
    let weaker = right.replace(
        "1 x1 1 x2 1 x3 = 1 ;",
        "-1 x1 -1 x2 -1 x3 >= -1 ;\n1 x1 >= 0 ;",
    );
    assert_eq!(verify(&weaker, &["--trusted"]).0, 1);
    for (wrong, place) in [
        (right.replace("= 1", "< 1"), "x.opb:2:16"),
        (right.replace("1 x2", "x2"), "x.opb:2:6"),
        (right.replace("= 1 ;", "= 1"), "x.opb:3:1"),
        (right.replace(" >= 2", "\n>= 2"), "x.opb:5:1"),
        (right.replace("* end", "x * end"), "x.opb:4:1"),
        (right.replace("* end", "% end"), "x.opb:4:1"),
        (right.replace("* end", "min: 1 x1 ;"), "x.opb:4:1"),
        (right.replace("= 1 ;", "= 1 ; * end"), "x.opb:2:22"),
    ] {
        let (code, _, told) = verify(&wrong, &["--trusted"]);
        assert_eq!(code, 2, "{wrong}");
        assert!(told.contains(place), "{told}");
    }
}

/// What the trusted base reads as OPB, `veripb` reads with the same meaning.
#[test]
fn damaged_constraints_that_veripb_refuses_are_refused() {
    if !is_there("veripb") {
        println!("skipped: veripb is not installed");
        return;
    }
    const BYTES: &[u8] = b" \t\n0123-+;:%~>=*x\0";
    let folder = tempfile::tempdir().unwrap();
    let rng = &mut fastrand::Rng::with_seed(1);
    let opb = b"* #variable= 3 #constraint= 3\n1 x1 1 x2 1 x3 = 1 ;\n-1 x1 -1 x2 >= 0 ;\n* end\n3 ~x3 >= 2 ;\n";
    let proof = b"pseudo-Boolean proof version 3.0\nf 4;\nrup >= 1;\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n";
    assert!(veripb_accepts(folder.path(), opb, proof));
    let mut accepted = 0;
    for _ in 0..2000 {
        let mut damaged = opb.to_vec();
        let place = rng.usize(30..opb.len());
        match rng.bool() {
            true => damaged[place] = *rng.choice(BYTES).unwrap(),
            false => damaged.insert(place, *rng.choice(BYTES).unwrap()),
        }
        if is_trusted(&damaged, proof) {
            accepted += 1;
            let text = String::from_utf8_lossy(&damaged);
            assert!(veripb_accepts(folder.path(), &damaged, proof), "{text}");
        }
    }
    assert!(accepted > 100, "{accepted}");
}
