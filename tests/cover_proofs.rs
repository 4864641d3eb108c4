//! Proofs that exact covers have no solution: those that are written are accepted, by veripb too,
//! and damaged ones and those of other problems are never accepted for a problem with a solution.

use crate::cover_certificates::{brute_force, random_problem};
use crate::forged_proofs::{Format, accepts as accepts_clauses, damage};
use crate::fuzzing::pace::{play, rounds};
use crate::independent_checkers::is_there;
use crate::program::{output, program, texts};
use std::fs;
use std::path::Path;
use std::process::Command;
use sudosat::budget::Budget;
use sudosat::check::{self, PbpChecker};
use sudosat::cover::{ExactCover, knuth};
use sudosat::encode::{AtMostOne, CoverAxioms, cover_to_cnf};
use sudosat::engine::{CoverAnswer, CoverProofFormat, prove_no_cover};
use sudosat::proof::pbp;

const FORMATS: [CoverProofFormat; 3] = [
    CoverProofFormat::Pbp,
    CoverProofFormat::Lrat,
    CoverProofFormat::Drat,
];

fn problem_of(text: &str) -> ExactCover {
    knuth::read(text.as_bytes(), text, |_| ()).unwrap()
}

/// Returns the proof that there is no solution, or `None` if there is one.
fn proof(problem: &ExactCover, format: CoverProofFormat) -> Option<Vec<u8>> {
    let (answer, _) = prove_no_cover(problem, format, &Budget::unlimited()).unwrap();
    match answer {
        CoverAnswer::Proof(text) => Some(text),
        CoverAnswer::Solution(options) => {
            assert!(check::cover(problem, &options).is_ok());
            None
        }
        CoverAnswer::GaveUp(stop) => panic!("{stop}"),
    }
}

/// Returns `true` if a proof is accepted for a problem.
fn accepts(problem: &ExactCover, format: CoverProofFormat, proof: &[u8]) -> bool {
    let cnf = || cover_to_cnf(problem, AtMostOne::Pairwise).unwrap();
    match format {
        CoverProofFormat::Lrat => accepts_clauses(&cnf(), Format::Lrat, proof),
        CoverProofFormat::Drat => accepts_clauses(&cnf(), Format::Drat, proof),
        CoverProofFormat::Pbp => {
            let budget = Budget::unlimited();
            let axioms = CoverAxioms::new(problem);
            let mut checker = PbpChecker::of_sums(axioms.sums(), &budget).unwrap();
            let mut steps = pbp::Reader::new(proof, "proof");
            let all = steps.all(|step| step.is_ok_and(|step| checker.step(&step, &budget).is_ok()));
            all && checker.finish().is_ok()
        }
    }
}

/// Returns `true` if veripb accepts a proof for the problem as inequalities, or is not installed.
fn veripb(problem: &ExactCover, proof: &[u8]) -> bool {
    if !is_there("veripb") {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    let (opb, pbp) = (folder.path().join("x.opb"), folder.path().join("x.pbp"));
    let mut text = Vec::new();
    CoverAxioms::new(problem).write(&mut text).unwrap();
    fs::write(&opb, text).unwrap();
    fs::write(&pbp, proof).unwrap();
    let output = Command::new("veripb").args([opb, pbp]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    output.status.success() && said.lines().any(|line| line == "s VERIFIED UNSATISFIABLE")
}

/// Problems without solutions: an item in too few options, counters of each shape, colours that
/// exclude each other, options without primary items.
const NONE: [&str; 9] = [
    "a\n",
    "a b\na\n",
    "3|a\na\na\n",
    "2|a 2|b 5|c\na c\nb c\na c\nb c\na c\nb c\n",
    "2:3|a 4:5|b\na b\na b\na b\na b\na b\na b\n",
    "0:2|a 3:4|b | x\na b\nb a\nb a\nb a x:r\na b x:g\nx\n",
    "a b | x\na x:r\na x:g\nb x:s\nb x:t\n",
    "a b c | x y\na x:r\na x:g y\nb x:r y\nb x:g c\nc x:r b y:1\nx y\n",
    "2:3|a 1:2|b 6:7|c\na c\nb c\na c\nb c\na c\nb c\na c\nb c\n",
];

#[test]
fn problems_of_many_kinds_are_refuted() {
    let mut refuted = 0;
    for text in NONE {
        let problem = problem_of(text);
        let count = brute_force(&problem);
        for format in FORMATS {
            let proof = proof(&problem, format);
            assert_eq!(proof.is_none(), count > 0, "{text}");
            let Some(proof) = proof else { continue };
            assert!(accepts(&problem, format, &proof), "{text}");
            if format == CoverProofFormat::Pbp {
                refuted += 1;
                assert!(veripb(&problem, &proof), "{text}");
            }
        }
    }
    assert!(refuted >= 7, "{refuted}");
}

#[test]
fn random_problems_are_refuted_exactly_if_they_have_no_solution() {
    let (mut refuted, mut checked) = (0, 0);
    let played = play("proofs of random exact covers", 120, |random| {
        let text = random_problem(random);
        let problem = problem_of(&text);
        let has_solution = brute_force(&problem) > 0;
        for format in FORMATS {
            let proof = proof(&problem, format);
            assert_eq!(proof.is_none(), has_solution, "{text}");
            let Some(proof) = proof else { continue };
            assert!(accepts(&problem, format, &proof), "{text}");
            refuted += 1;
            if format == CoverProofFormat::Pbp && checked < rounds(12) {
                checked += 1;
                assert!(veripb(&problem, &proof), "{text}");
            }
        }
    });
    assert!(refuted > played / 3, "{refuted}");
}

/// The inequalities say the same as the formula: each clause is derived as itself, with nothing but
/// the clauses left.
#[test]
fn each_clause_is_derived_from_the_inequalities() {
    let budget = Budget::unlimited();
    let mut clauses = 0;
    let mut derives = |text: &str| {
        let problem = problem_of(text);
        let axioms = CoverAxioms::new(&problem);
        let (cnf, derivation) = axioms.formula().unwrap();
        let header = format!(
            "pseudo-Boolean proof version 3.0\nf {};\n",
            derivation.num_axioms
        );
        let mut lifted = header.into_bytes();
        derivation.write(&cnf, &mut lifted).unwrap();
        let written = String::from_utf8_lossy(&lifted);
        let definitions = written
            .lines()
            .skip(2)
            .take(derivation.num_definitions as usize);
        let terms = definitions.map(|line| line.split(" >= ").next().unwrap().matches('x').count());
        assert_eq!(
            terms.sum::<usize>() as u64,
            derivation.num_terms(),
            "{text}"
        );
        let mut checker = PbpChecker::of_sums(axioms.sums(), &budget).unwrap();
        let mut numbers = axioms.sums().count() as i64;
        for step in pbp::Reader::new(&lifted[..], "proof") {
            let Ok(step) = step else { break }; // the end is missing
            numbers += i64::from(!matches!(step, pbp::Step::Formula(_)));
            checker
                .step(&step, &budget)
                .unwrap_or_else(|fault| panic!("{text}{fault}"));
        }
        let old = (1..=numbers - cnf.num_clauses() as i64).collect();
        checker.step(&pbp::Step::Delete(old), &budget).unwrap();
        for clause in cnf.clauses() {
            assert!(checker.implies(clause), "{text}{clause:?}");
            clauses += 1;
        }
    };
    NONE.into_iter().for_each(&mut derives);
    play("derivations of random exact covers", 200, |random| {
        derives(&random_problem(random));
    });
    assert!(clauses > 1000, "{clauses}");
}

/// Proofs of problems without solution, damaged or not, are not accepted for the same problem with
/// other options, which has one. With `SUDOSAT_ROUNDS=10` these are 20 000.
#[test]
fn no_proof_is_accepted_for_a_problem_with_a_solution() {
    let mut pairs = Vec::new();
    let mut random = fastrand::Rng::with_seed(3);
    while pairs.len() < 30 {
        let text = random_problem(&mut random);
        let problem = problem_of(&text);
        let proofs = FORMATS.map(|format| (format, proof(&problem, format)));
        let names = problem.items().take(problem.num_primary());
        let names: Vec<&str> = names.map(|item| problem.name(item)).collect();
        let more = format!("{text}{}\n", names.join(" "));
        let solvable = problem_of(&more);
        if proofs[0].1.is_some() && brute_force(&solvable) > 0 {
            pairs.extend(proofs.map(|(format, proof)| {
                (problem.clone(), solvable.clone(), format, proof.unwrap())
            }));
        }
    }
    let mut still_right = 0;
    let played = play("damaged proofs of exact covers", 2_000, |random| {
        let (problem, solvable, format, proof) = &pairs[random.usize(0..pairs.len())];
        let mut damaged = proof.clone();
        for _ in 0..random.u32(0..4) {
            damaged = match random.u32(0..6) {
                0 => {
                    damaged.truncate(random.usize(0..=damaged.len()));
                    damaged
                }
                1 => [&damaged[..], b"99999999999999999999 x-1 0\n;"].concat(),
                2 => renumbered(&damaged, random),
                _ if damaged.split(|&byte| byte == b'\n').count() < 5 => damaged,
                _ => damage(&damaged, random),
            };
        }
        assert!(
            !accepts(solvable, *format, &damaged),
            "{format:?}: {}",
            String::from_utf8_lossy(&damaged)
        );
        still_right += u64::from(accepts(problem, *format, &damaged));
    });
    assert!(still_right > played / 10, "{still_right}");
}

/// Replaces a number of a text by another one, perhaps a huge one.
fn renumbered(text: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let words: Vec<&str> = text.split(' ').collect();
    let at = random.usize(0..words.len());
    let other = match random.u32(0..4) {
        0 => "18446744073709551616".to_owned(),
        1 => "-9223372036854775809".to_owned(),
        2 => "0".to_owned(),
        _ => random.u32(0..40).to_string(),
    };
    let words = words.iter().enumerate();
    let words = words.map(|(place, word)| if place == at { &other } else { *word });
    words.collect::<Vec<&str>>().join(" ").into_bytes()
}

/// Runs the program in a folder.
fn run_in(folder: &Path, arguments: &str, input: &str) -> (i32, String, String) {
    let mut command = program();
    command
        .current_dir(folder)
        .args(arguments.split(' '))
        .write_stdin(input);
    texts(&output(&mut command))
}

#[test]
fn the_program_writes_proofs_and_checks_them_from_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| run_in(folder.path(), arguments, "a b\na\n");
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().count();
    put("none.dlx", NONE[3]);
    put("one.dlx", "a b\na\nb\n");
    put("matrix", "1 1 0\n1 0 1\n0 1 1\n");
    for source in ["none.dlx", "matrix", "--problem langford:5"] {
        for (name, beside) in [
            ("x.pbp", "opb"),
            ("x.lrat", "cnf"),
            ("x.drat.gz", "cnf"),
            ("x", "cnf"),
        ] {
            let (code, out, err) = run(&format!("cover {source} --proof {name} -f"));
            assert_eq!((code, &out[..]), (0, "no solution\n"), "{source}: {err}");
            assert!(
                err.contains(&format!("that refute {name}.{beside}")),
                "{err}"
            );
            let command = err
                .lines()
                .find_map(|line| line.strip_prefix("check it: sudosat "));
            let form = if name == "x" { "--form drat " } else { "" };
            let verify = format!("verify {form}{source} {name}");
            assert_eq!(command, Some(&verify[..]));
            let verified = (0, "s VERIFIED UNSAT\n".to_owned(), String::new());
            assert_eq!(run(&verify), verified, "{name}");
            let (code, out, err) = run(&format!("verify one.dlx {name}"));
            assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"), "{err}");
            let (code, _, err) = run(&format!("verify --trusted {source} {name}"));
            assert_eq!(code, 2, "{err}");
            if beside == "cnf" {
                assert_eq!(run(&format!("verify {name}.cnf {name}")), verified);
            }
        }
    }
    let (code, out, err) = run("cover - --proof x.pbp -qf");
    assert_eq!((code, &out[..], &err[..]), (0, "no solution\n", ""));
    assert_eq!(run("verify - x.pbp").1, "s VERIFIED UNSAT\n");
    let (_, out, _) = run("cover none.dlx --proof x.pbp -f --json");
    assert!(
        out.contains("\"proof\":{\"file\":\"x.pbp\",\"premises\":\"x.pbp.opb\",\"bytes\":"),
        "{out}"
    );
    // A solution: no file is left.
    let before = files();
    let (code, out, err) = run("cover one.dlx --proof x.pbp -f");
    assert_eq!((code, &out[..]), (1, "solution 1\n1: a\n2: b\n"), "{err}");
    assert!(
        err.starts_with("no proof was written: there is a solution\n"),
        "{err}"
    );
    assert_eq!(files(), before - 2);
    for (arguments, message) in [
        ("none.dlx --proof x.lrat", "`--force` replaces it"),
        ("none.dlx --proof -", "standard output"),
        ("none.dlx --proof none.dlx -f", "none.dlx"),
        ("none.dlx --proof y.count", ".pbp"),
        ("none.dlx --proof y --engine dlx", "cdcl"),
        ("none.dlx --proof y --all", "--all"),
        ("none.dlx --proof none/y", "folder"),
    ] {
        let before = files();
        let (code, _, err) = run(&format!("cover {arguments}"));
        assert_eq!((code, files()), (2, before), "{arguments}: {err}");
        assert!(err.contains(message), "{arguments}: {err}");
    }
    let (code, out, _) = run("cover --problem queens:60 --proof y.pbp --time-limit 0");
    assert_eq!((code, &out[..]), (3, "unknown\n"));
    assert!(!folder.path().join("y.pbp").exists());
}

/// Runs a line of `sudosat …`, or of two with a pipe between them.
fn run_line(folder: &Path, line: &str, input: &str) -> (i32, String, String) {
    let mut output = (0, input.to_owned(), String::new());
    for command in line.split(" | ") {
        let arguments = command.strip_prefix("sudosat ").unwrap();
        output = run_in(folder, arguments, &output.1);
    }
    output
}

/// The command that a run with `--proof` prints accepts the proof, whatever the form of the problem
/// and the names of its items.
#[test]
fn the_printed_command_accepts_the_proof() {
    let folder = tempfile::tempdir().unwrap();
    for (form, text) in [
        ("matrix", "1 1 0\n1 0 1\n0 1 1\n"),
        ("matrix", "0110\n1100\n0110\n1100\n"),
        ("knuth", "1 2 3\n1 2\n1 3\n2 3\n"),
        ("knuth", "1 2 0\n1 0\n2 0\n"),
        ("knuth", "c1 c2 c3\nc1 c2\nc1 c3\nc2 c3\n"),
        ("knuth", "c1 c2\nc1\nc1\n"),
        ("knuth", "a\n"),
        ("sets", "{1, 2}, {1, 3}, {2, 3}\n"),
        ("cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"),
    ] {
        fs::write(folder.path().join("problem"), text).unwrap();
        for name in ["q.pbp", "q.lrat", "q.drat", "q"] {
            let mut sources = vec![format!("--form {form} problem"), format!("--form {form} -")];
            if form != "cnf" {
                sources.extend(["problem".to_owned(), "-".to_owned()]);
            }
            for source in sources {
                let cover = format!("cover {source} --proof {name} -f");
                let (code, _, err) = run_in(folder.path(), &cover, text);
                assert_eq!(code, 0, "{cover} of {text}: {err}");
                let check = err.lines().find_map(|line| line.strip_prefix("check it: "));
                let (code, out, err) = run_line(folder.path(), check.unwrap(), text);
                let case = format!("{check:?} of {text}: {err}");
                assert_eq!((code, &out[..]), (0, "s VERIFIED UNSAT\n"), "{case}");
            }
        }
    }
}

/// What is no exact cover has the error of a formula, also from a pipe.
#[test]
fn other_problems_have_the_error_of_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("x.lrat");
    fs::write(&proof, "3 0 1 2 0\n").unwrap();
    let long = "c-- a comment\n".repeat(1000) + "p cnf 1 2\n1 0\n-1 0\n";
    for (text, code, message) in [
        ("1 0\n-1 0\n", 2, "--relaxed"),
        ("p cnf 1 2\n1 0\n-1 x\n", 2, "3:4"),
        ("c\np  cnf 1 2\n1 0\n-1 0\n", 0, ""),
        (&long, 0, ""),
        ("SAT\n", 2, "answer"),
        ("a b\nx\n", 2, "p cnf"),
        ("", 2, "p cnf"),
    ] {
        fs::write(folder.path().join("f"), text).unwrap();
        for source in ["f", "-"] {
            let (found, _, err) = run_in(folder.path(), &format!("verify {source} x.lrat"), text);
            let text = &text[..text.len().min(40)];
            assert_eq!(found, code, "{source}: {text}: {err}");
            let is_file = source == "f" || message != "--relaxed";
            assert!(!is_file || err.contains(message), "{source}: {text}: {err}");
        }
    }
    fs::write(
        folder.path().join("f"),
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    )
    .unwrap();
    run_in(folder.path(), "cover --form cnf f --proof f.pbp", "");
    let (code, out, err) = run_in(folder.path(), "verify f f.pbp", "");
    assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"));
    assert!(
        err.contains("sudosat cover --form cnf CNF --write - | "),
        "{err}"
    );
}

/// The definitions of counters that would not fit into memory end the run before the search.
#[test]
fn definitions_that_do_not_fit_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("400|a z\n{}", "a\n".repeat(800));
    fs::write(folder.path().join("big.dlx"), text).unwrap();
    let limited = "cover big.dlx --memory-limit 1G --proof big.pbp";
    let (code, out, err) = run_in(folder.path(), limited, "");
    assert_eq!((code, &out[..]), (3, "unknown\n"), "{err}");
    assert!(err.contains("memory"), "{err}");
    assert!(!folder.path().join("big.pbp").exists());
}

#[test]
fn proofs_of_one_line_and_problems_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| run_in(folder.path(), arguments, "a b\na\n");
    let (_, _, err) = run("cover - --proof x.drat");
    assert!(err.contains("1 line that refutes x.drat.cnf\n"), "{err}");
    fs::write(folder.path().join("solution"), "s SATISFIABLE\nv 1 0\n").unwrap();
    let (code, _, err) = run("verify --problem queens:6 solution");
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("expected a proof that queens:6 has no solution"),
        "{err}"
    );
    let (code, out, err) = run("verify --problem help solution");
    assert_eq!((code, &err[..]), (0, ""));
    assert_eq!(out, run("cover --problem help").1);
    let (_, out, _) = run("verify --help");
    assert!(
        out.contains("sudosat verify [OPTIONS] <CNF> <FILE>\n"),
        "{out}"
    );
    assert!(
        out.contains("sudosat verify [OPTIONS] <--problem NAME"),
        "{out}"
    );
}

/// `verify` takes the names of problems that `cover` takes.
#[test]
fn verify_names_the_problem_as_cover_does() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| run_in(folder.path(), arguments, "");
    for (source, count) in [
        ("--problem queens:6", "4"),
        ("--problem dominoes:4x4", "36"),
        ("--puzzle 1.....4..2.....3", "1"),
    ] {
        let (code, _, err) = run(&format!(
            "cover {source} --all --count-only -f --certificate c"
        ));
        assert_eq!(code, 0, "{err}");
        for option in ["", "--trusted "] {
            let (_, out, err) = run(&format!("verify {option}{source} c"));
            assert_eq!(out, format!("s VERIFIED COUNT {count}\n"), "{err}");
            let (code, out, _) = run(&format!("verify {option}--problem queens:7 c"));
            assert_eq!((code, &out[..]), (1, "s NOT VERIFIED\n"));
        }
    }
    for (arguments, message) in [
        ("--problem queens:6", "CNF"),
        ("--problem queens:6 c c", "cannot be used"),
        ("--problem queens:6 --puzzle 1... c", "cannot be used"),
        ("--problem queens:x c", "queens"),
        ("--problem nothing c", "nothing"),
        ("c", "FILE"),
    ] {
        let (code, out, err) = run(&format!("verify {arguments}"));
        assert_eq!((code, &out[..]), (2, ""), "{arguments}");
        assert!(err.contains(message), "{arguments}: {err}");
    }
}
