//! Tests of the checker of VeriPB proofs.

use super::*;
use crate::formula::Var;
use crate::proof::pbp::{Image, Op, Reader};

fn check(cnf: &Cnf, proof: &str) -> Result<PbpStats, PbpFault> {
    let budget = Budget::unlimited();
    let mut checker = PbpChecker::of(cnf, &budget)?;
    let proof = proof.replace("conclusion", "output NONE; conclusion");
    let proof = format!("pseudo-Boolean proof version 3.0\n{proof}");
    for step in Reader::new(proof.as_bytes(), "proof") {
        checker.step(&step.expect("a well-formed proof"), &budget)?;
    }
    checker.finish()
}

fn square() -> Cnf {
    let clauses: [&[i32]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];
    clauses.into_iter().collect()
}

const END: &str = "end pseudo-Boolean proof;";

#[test]
fn right_proofs_are_accepted() {
    for proof in [
        "f 4; rup 1 x1 >= 1; rup >= 1; conclusion UNSAT : 6;",
        "pol 1 2 + 2 d; pol 3 4 + 2 d; pol 5 6 +; conclusion UNSAT : 7;",
        "pol 1 2 + s; pol -1 3 + 4 +; rup 1 x1 >= 1; conclusion UNSAT;",
        "rup 1 x1 >= 1 : 1 2; del id 1 2; rup >= 1; conclusion UNSAT : -1;",
        "e 1 x2 1 x1 >= 1 : 1; rup 1 x1 >= 1; rup >= 1; conclusion UNSAT : 6;",
        // A name for x1 ∧ x2: each half by what makes it true.
        "red 1 ~x3 1 x1 >= 1 : x3 -> 0; red 1 ~x3 1 x2 >= 1 : x3 -> 0; \
         red 1 x3 1 ~x1 1 ~x2 >= 1 : x3 -> 1; rup 1 ~x3 >= 1; rup 1 x1 >= 1; \
         rup >= 1; conclusion UNSAT : 10;",
    ] {
        let result = check(&square(), &format!("{proof} {END}"));
        assert!(result.is_ok(), "{proof}: {result:?}");
    }
}

#[test]
fn a_proof_without_a_conclusion_is_refused() {
    let checker = PbpChecker::of(&square(), &Budget::unlimited()).unwrap();
    assert_eq!(checker.finish(), Err(PbpFault::NotRefuted));
}

#[test]
fn wrong_proofs_are_refused() {
    let clauses: [&[i32]; 3] = [&[1, 2], &[1, -2], &[-1, 2]];
    let open: Cnf = clauses.into_iter().collect();
    for (proof, fault) in [
        (
            "f 4;",
            PbpFault::ClauseCount {
                claimed: 4,
                actual: 3,
            },
        ),
        ("rup 1 ~x1 >= 1;", PbpFault::NotImplied { step: 1 }),
        ("rup >= 1;", PbpFault::NotImplied { step: 1 }),
        ("pol 4;", PbpFault::Unknown { step: 1, id: 4 }),
        ("pol 0;", PbpFault::Unknown { step: 1, id: 0 }),
        ("pol -4;", PbpFault::Unknown { step: 1, id: -4 }),
        ("del id 1; pol 1;", PbpFault::Unknown { step: 2, id: 1 }),
        ("pol 1 2;", PbpFault::Expression { step: 1 }),
        ("pol +;", PbpFault::Expression { step: 1 }),
        ("pol 1 0 d;", PbpFault::Expression { step: 1 }),
        ("e 1 x1 >= 1 : 1;", PbpFault::NotEqual { step: 1, id: 1 }),
        ("conclusion UNSAT : 1;", PbpFault::NoContradiction { id: 1 }),
        ("conclusion UNSAT;", PbpFault::NotRefuted),
        ("conclusion NONE;", PbpFault::NotRefuted),
        ("pol 1 0 *;", PbpFault::Expression { step: 1 }),
        ("pol 1 ~x1 w;", PbpFault::Expression { step: 1 }),
        (
            "pol 1 4611686018427387904 *;",
            PbpFault::Overflow { step: 1 },
        ),
        (
            "red 1 ~x1 >= 1 : x1 -> 0;",
            PbpFault::NotRedundant {
                step: 1,
                id: Some(2),
            },
        ),
        (
            "red 1 x3 >= 1 : x3 -> 0;",
            PbpFault::NotRedundant { step: 1, id: None },
        ),
        // What a deleted unit implied must not make a substitution pass.
        (
            "rup 1 x1 >= 1; del id 4; del id 1; del id 2; red 1 ~x1 >= 1 : x1 -> 0; \
             rup >= 1; conclusion UNSAT : 6;",
            PbpFault::NotImplied { step: 6 },
        ),
    ] {
        assert_eq!(
            check(&open, &format!("{proof} {END}")),
            Err(fault),
            "{proof}"
        );
    }
}

/// Random steps on random formulas: whatever is accepted must be true.
#[test]
fn satisfiable_formulas_are_never_refuted() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut cnf = Cnf::new(4);
        for _ in 0..random.usize(2..9) {
            let lits: Vec<Lit> = (0..random.usize(1..4))
                .map(|_| Var::new(random.usize(0..4)).lit(random.bool()))
                .collect();
            cnf.add_clause(&lits);
        }
        let satisfiable = (0..16u32).any(|bits| {
            let value = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
            cnf.clauses().all(|clause| clause.iter().any(value))
        });
        let budget = Budget::unlimited();
        let mut checker = PbpChecker::of(&cnf, &budget).unwrap();
        let any = |random: &mut fastrand::Rng| {
            let terms: Vec<(i64, Lit)> = (0..random.usize(0..4))
                .map(|_| {
                    (
                        random.i64(1..3),
                        Var::new(random.usize(0..5)).lit(random.bool()),
                    )
                })
                .collect();
            Inequality::new(&terms, random.i64(1..3)).unwrap()
        };
        for _ in 0..30 {
            let id = random.i64(1..checker.handles.len() as i64 + 1);
            let step = match random.u32(0..6) {
                0 => Step::Delete(vec![id]),
                1 | 2 => {
                    let images = [
                        Image::Value(random.bool()),
                        Image::Lit(Var::new(random.usize(0..5)).lit(random.bool())),
                    ];
                    let var = Var::new(random.usize(0..5));
                    Step::Red(any(&mut random), vec![(var, images[random.usize(0..2)])])
                }
                3 => Step::Pol(vec![
                    Op::Number(id),
                    Op::Number(random.i64(1..checker.handles.len() as i64 + 1)),
                    Op::Add,
                    Op::Number(random.i64(1..3)),
                    [Op::Multiply, Op::Divide][random.usize(0..2)],
                ]),
                _ => Step::Rup(any(&mut random)),
            };
            // A refused step leaves nothing behind here.
            if checker.step(&step, &budget).is_ok() {
                accepted += 1;
            }
        }
        let refuted = checker.propagation.is_refuted();
        assert!(!(refuted && satisfiable), "{cnf:?}");
    }
    assert!(accepted > 10_000, "{accepted}");
}

/// The lists that substitutions use have all inequalities with a variable, however many
/// were added and deleted, and not many others.
#[test]
fn lists_of_uses_are_complete_and_short() {
    let mut random = fastrand::Rng::with_seed(12);
    let budget = Budget::unlimited();
    let lit = |random: &mut fastrand::Rng| Var::new(random.usize(0..12)).lit(random.bool());
    let mut cnf = Cnf::new(12);
    for _ in 0..20 {
        let lits: Vec<Lit> = (0..3).map(|_| lit(&mut random)).collect();
        cnf.add_clause(&lits);
    }
    let mut checker = PbpChecker::of(&cnf, &budget).unwrap();
    assert!(!checker.uses.has_lists());
    const MOST: usize = 40; // inequalities present
    for round in 0..4000 {
        let handles = (1..).zip(&checker.handles);
        let present = handles.filter(|(_, handle)| **handle != Handle::NONE);
        let present: Vec<Id> = present.map(|(id, _)| id).collect();
        let id = present[random.usize(0..present.len())];
        let step = match random.u32(0..3) {
            _ if present.len() == MOST => Step::Delete(vec![id]),
            // In most cases the sum with a literal axiom is no clause.
            0 => Step::Pol(vec![Op::Number(id), Op::Lit(lit(&mut random)), Op::Add]),
            1 => Step::Pol(vec![Op::Number(id)]),
            _ => {
                let witness = (lit(&mut random).var(), Image::Value(true));
                Step::Red(Inequality::default(), vec![witness])
            }
        };
        // Not every substitution is right.
        let is_taken = checker.step(&step, &budget).is_ok();
        assert!(is_taken || matches!(step, Step::Red(..)));
        for var in (0..12).map(Var::new).filter(|_| round >= 20) {
            let substitution = std::iter::once((var, Image::Value(true))).collect();
            let mut listed = checker.changed_by(&substitution).unwrap();
            assert!(listed.len() <= 2 * MOST + 16, "{}", listed.len());
            listed.retain(|&place| checker.handles[place as usize] != Handle::NONE);
            let places = (0_u32..).zip(&checker.handles);
            let with_var = places.filter(|&(_, &handle)| {
                handle != Handle::NONE && {
                    let inequality = checker.propagation.inequality(handle);
                    let mut terms = inequality.terms().iter();
                    terms.any(|(lit, _)| lit.var() == var)
                }
            });
            let expected: Vec<u32> = with_var.map(|(place, _)| place).collect();
            assert_eq!(listed, expected, "{var:?} in round {round}");
        }
    }
}

/// The two variables of `symmetric` are swapped by the symmetry; of its models one is excluded.
fn dominance(order: &str, witness: &str) -> String {
    let order_of_two = crate::proof::pbp::order_of(2);
    // x4 is true if x1 is at most x2.
    format!(
        "{order_of_two} {order} red 1 ~x4 1 ~x1 1 x2 >= 1 : x4 -> 0; \
         red 2 x4 1 x1 1 ~x2 >= 2 : x4 -> 1; \
         dom 1 x4 >= 1 : {witness} : subproof qed dom;"
    )
}

#[test]
fn dominance_is_accepted_for_symmetries_only() {
    let clauses: [&[i32]; 4] = [&[1, 2], &[-1, -2], &[1, 3, 6], &[2, 3, 6]];
    let symmetric: Cnf = clauses.into_iter().collect();
    let swap = "x1 -> x2 x2 -> x1";
    let load = "load_order lex x1 x2;";
    let right = dominance(load, swap);
    // One of the two is excluded now: x1 must be false.
    let derived = format!("{right} rup 1 ~x1 >= 1; conclusion UNSAT; {END}");
    assert_eq!(check(&symmetric, &derived), Err(PbpFault::NotRefuted));
    for (proof, fault) in [
        // No symmetry of the clauses.
        (
            dominance(load, "x1 -> x2 x2 -> x1 x3 -> ~x3"),
            PbpFault::NotRedundant {
                step: 4,
                id: Some(3),
            },
        ),
        // Symmetries that do not make the values less.
        (
            dominance(load, "x3 -> x3"),
            PbpFault::NotDominated { step: 4 },
        ),
        (
            dominance("load_order lex x3 x4;", swap),
            PbpFault::Order { step: 2 },
        ),
        (
            dominance("load_order lex x3 x5;", swap),
            PbpFault::NotDominated { step: 4 },
        ),
        // The other variable is excluded already.
        (
            format!("{right} dom 1 x1 >= 1 : {swap} : subproof qed dom;"),
            PbpFault::NotDominated { step: 5 },
        ),
        // No literal, but a contradiction.
        (
            right.replace("dom 1 x4 >= 1", "dom 1 x4 >= 2"),
            PbpFault::NotDominated { step: 4 },
        ),
        (dominance("", swap), PbpFault::Order { step: 3 }),
        (
            dominance("load_order lex x1 x1;", swap),
            PbpFault::Order { step: 1 },
        ),
        (
            dominance(&load.repeat(2), swap),
            PbpFault::Order { step: 2 },
        ),
        (format!("{right} del id 1;"), PbpFault::Order { step: 5 }),
        (
            format!("{right} red 1 x1 >= 1 : x1 -> 1;"),
            PbpFault::Order { step: 5 },
        ),
    ] {
        assert_eq!(
            check(&symmetric, &format!("{proof} conclusion UNSAT; {END}")),
            Err(fault),
            "{proof}"
        );
    }
    // What is derived before the order is loaded must be mapped, too.
    let early = format!("red 1 x7 1 x1 >= 1 : x7 -> 1; {right} conclusion UNSAT; {END}");
    let fault = PbpFault::NotRedundant {
        step: 5,
        id: Some(5),
    };
    assert_eq!(check(&symmetric, &early), Err(fault));
}
