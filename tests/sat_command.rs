//! The command `sat`: the competition's output and exit codes, proofs, limits,
//! interrupts.

use crate::program::{catches, child, is_waiting, program, send, signalled_child, wait_until};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::formula::answer::{self, Status};
use sudosat::formula::{Cnf, Lit, dimacs};
use sudosat::io::Source;
use sudosat::proof::{Step, drat};
use tempfile::TempDir;

const SAT: &str = "p cnf 4 3\n1 -2 0\n2 3 0\n-1 0\n";
const UNSAT: &str = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";

/// Each of `pigeons` in one of `holes`, no two in the same.
fn pigeonhole(pigeons: i32, holes: i32) -> Cnf {
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| var(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-var(pigeon, hole), -var(other, hole)]));
        }
    }
    clauses.iter().map(Vec::as_slice).collect()
}

fn text(cnf: &Cnf) -> String {
    let mut text = Vec::new();
    dimacs::write(cnf, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn sat(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = program();
    command.arg("sat").args(arguments);
    command.timeout(Duration::from_secs(60));
    command
}

/// Returns `true` if the file is a binary DRAT proof of the formula.
fn proof_is_binary(cnf: &Cnf, path: &Path) -> bool {
    let reader = drat::read(Source::open(path).unwrap(), "proof").unwrap();
    let binary = reader.is_binary();
    let steps: Vec<Step> = reader.map(Result::unwrap).collect();
    check::drat(cnf, &steps, &Budget::unlimited()).unwrap();
    binary
}

#[test]
fn answers_have_the_form_and_the_exit_codes_of_the_competition() {
    // Standard input is the default.
    for arguments in [&[][..], &["-"]] {
        let run = sat(arguments).write_stdin(SAT).assert().code(10).stderr("");
        let cnf = dimacs::read(SAT.as_bytes(), "f").unwrap();
        let answer = answer::read(&run.get_output().stdout[..], "out", 4).unwrap();
        assert_eq!(answer.status, Status::Satisfiable);
        assert!(answer.complete && answer.lits.len() == 4);
        check::model(&cnf, &answer.lits).unwrap();
    }
    let run = sat(&[]).write_stdin(UNSAT).assert();
    run.code(20).stdout("s UNSATISFIABLE\n").stderr("");
    let run = sat(&["--no-model"]).write_stdin(SAT).assert();
    run.code(10).stdout("s SATISFIABLE\n");
    let hard = text(&pigeonhole(6, 5));
    let run = sat(&["--conflicts", "0"]).write_stdin(hard).assert();
    run.code(0).stdout("c gave up: out of steps\ns UNKNOWN\n");
}

#[test]
fn a_search_ends_soon_after_its_limit_of_ticks() {
    let hard = text(&pigeonhole(12, 11));
    for limit in [1_000, 100_000] {
        let limited = [
            "--no-counting",
            "--symmetry-start",
            "never",
            "--json",
            "--tick-limit",
            &limit.to_string(),
        ];
        let run = sat(&limited).write_stdin(hard.as_str()).assert().code(0);
        let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
        assert_eq!(json["reason"], "out of steps");
        let ticks = json["steps"]["ticks"].as_u64().unwrap();
        assert!((limit..limit + 50_000).contains(&ticks), "{limit}: {ticks}");
    }
}

#[test]
fn options_in_comments_are_comments() {
    let text = format!("c --proof=x\nc --conflicts=0\nc -h\n{UNSAT}");
    let run = sat(&[]).write_stdin(text).assert();
    run.code(20).stdout("s UNSATISFIABLE\n");
}

#[test]
fn steps_are_counted_as_comments_and_in_json() {
    let cnf = pigeonhole(6, 5);
    // Counted, pigeons take no search at all.
    let run = sat(&["--stats"]).write_stdin(text(&cnf)).assert().code(20);
    run.stdout(contains("c conflicts 0\n").and(contains("c blocks 1\n")));
    let uncounted = ["--no-counting", "--stats"];
    let run = sat(&uncounted).write_stdin(text(&cnf)).assert().code(20);
    let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let count = |name: &str| -> u64 {
        let start = format!("c {name} ");
        let line = out.lines().find_map(|line| line.strip_prefix(&start));
        line.unwrap().parse().unwrap()
    };
    assert!(count("conflicts") > 5 && count("propagations") > count("conflicts"));
    assert!(out.ends_with("\ns UNSATISFIABLE\n"));

    let uncounted = ["--no-counting", "--json"];
    let run = sat(&uncounted).write_stdin(text(&cnf)).assert().code(20);
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!(json["status"], "UNSATISFIABLE");
    assert_eq!(
        (&json["variables"], &json["clauses"]),
        (&30.into(), &81.into())
    );
    assert_eq!(json["steps"]["conflicts"], count("conflicts"));
    assert!(json.get("model").is_none() && json["seconds"].is_f64());
    assert_eq!(json["counting_seconds"], 0.0, "switched off");

    let run = sat(&["--json"]).write_stdin(SAT).assert().code(10);
    let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    let model: Vec<Lit> = json["model"]
        .as_array()
        .unwrap()
        .iter()
        .map(|number| Lit::from_dimacs(number.as_i64().unwrap() as i32).unwrap())
        .collect();
    assert_eq!(model.len(), 4);
    check::model(&dimacs::read(SAT.as_bytes(), "f").unwrap(), &model).unwrap();

    let run = sat(&["--json", "--conflicts", "0"])
        .write_stdin(text(&cnf))
        .assert();
    let json: serde_json::Value = serde_json::from_slice(&run.code(0).get_output().stdout).unwrap();
    assert_eq!(
        (&json["status"], &json["reason"]),
        (&"UNKNOWN".into(), &"out of steps".into())
    );
}

#[test]
fn a_refutation_comes_with_its_proof() {
    let folder = TempDir::new().unwrap();
    let cnf = pigeonhole(6, 5);
    for (name, binary) in [
        ("text", false),
        ("text.gz", false),
        ("bin", true),
        ("bin.xz", true),
    ] {
        let path = folder.path().join(name);
        let mut run = sat(&["--proof"]);
        run.arg(&path).args(binary.then_some("--binary"));
        run.write_stdin(text(&cnf)).assert().code(20);
        assert_eq!(proof_is_binary(&cnf, &path), binary, "{name}");
    }
    // The empty clause of the formula itself, and one found while reading.
    for formula in ["p cnf 0 1\n0\n", "p cnf 1 2\n1 0\n-1 0\n"] {
        let path = folder.path().join("trivial");
        let mut run = sat(&["--force", "--proof"]);
        run.arg(&path).write_stdin(formula).assert().code(20);
        proof_is_binary(&dimacs::read(formula.as_bytes(), "f").unwrap(), &path);
    }
}

#[test]
fn a_proof_appears_only_with_a_refutation_and_replaces_only_by_force() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("proof");
    let with_proof = |arguments: &[&str], formula: &str| {
        let mut run = sat(arguments);
        run.arg("--proof").arg(&path).write_stdin(formula).assert()
    };
    with_proof(&[], SAT).code(10);
    with_proof(&["--conflicts", "0"], &text(&pigeonhole(6, 5))).code(0);
    with_proof(&[], "p cnf 1 1\nx\n").code(2);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    fs::write(&path, "old").unwrap();
    let run = with_proof(&[], UNSAT).code(2).stdout("");
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        message.contains("the file exists") && message.contains("--force"),
        "{message}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    // An old proof must not look like this run's.
    with_proof(&["--force"], SAT).code(10);
    assert!(!path.exists());
    fs::write(&path, "old").unwrap();
    with_proof(&["--force"], UNSAT).code(20);
    assert!(!proof_is_binary(
        &dimacs::read(UNSAT.as_bytes(), "f").unwrap(),
        &path
    ));
    sat(&["--proof", "-"])
        .write_stdin(UNSAT)
        .assert()
        .code(2)
        .stdout("");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_costs_the_proof_and_not_the_answer() {
    let run = sat(&["--proof", "/dev/full"]).write_stdin(UNSAT).assert();
    let run = run.code(2).stdout("s UNSATISFIABLE\n");
    assert!(String::from_utf8_lossy(&run.get_output().stderr).contains("/dev/full"));
    let run = sat(&["--proof", "/dev/full"])
        .write_stdin(text(&pigeonhole(8, 7)))
        .assert();
    run.code(2).stdout("s UNSATISFIABLE\n");
    let run = sat(&["--proof", "/dev/full"]).write_stdin(SAT).assert();
    run.code(10);
    let run = child()
        .args(["sat", "-"])
        .stdin(file(SAT))
        .stdout(fs::File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(!run.stderr.is_empty());
}

/// A file to be read as standard input.
fn file(text: &str) -> Stdio {
    use std::io::Seek;
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file.rewind().unwrap();
    file.into()
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_enough_ends_it_by_sigpipe() {
    use std::os::unix::process::ExitStatusExt;
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("f.cnf");
    fs::write(&path, "p cnf 1000000 1\n1 0\n").unwrap();
    let mut child = child()
        .arg("sat")
        .arg(&path)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 20]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(13), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn errors_show_the_line_and_never_colour_a_file() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("f.cnf"), "p cnf 2 1\n1 \x1b[31mab 0\n").unwrap();
    let run = sat(&["f.cnf"]).current_dir(folder.path()).assert().code(2);
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_eq!(
        message,
        "error: found \"\\u{1b}[31mab\", expected a literal, or 0 to end the clause\n \
         --> f.cnf:2:3\n  \
         |\n\
         2 | 1 \u{241b}[31mab 0\n  \
         |   ^^^^^^^\n"
    );
    let run = sat(&["no\nsuch.cnf"]).assert().code(2);
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert_eq!(message, "error: no\\nsuch.cnf: no such file\n");
    let run = sat(&[]).write_stdin("p cnf 1 1\n+1 0\n").assert().code(2);
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(message.contains("standard input:2:1"), "{message}");
    for arguments in [
        &["--binary"][..],
        &["--time-limit", "-1"],
        &["--conflicts", "x"],
    ] {
        sat(arguments).write_stdin(SAT).assert().code(2).stdout("");
    }
}

#[test]
fn a_proof_named_pbp_is_for_veripb_and_holds_the_counting() {
    let folder = tempfile::tempdir().unwrap();
    let (cnf, proof) = (folder.path().join("p.cnf"), folder.path().join("p.pbp"));
    std::fs::write(&cnf, text(&pigeonhole(14, 13))).unwrap();
    let [cnf, proof] = [&cnf, &proof].map(|path| path.to_str().unwrap());
    sat(&["--proof", proof, cnf]).assert().code(20);
    let verify = |formula: &str| program().args(["verify", formula, proof]).assert();
    verify(cnf).code(0).stdout("s VERIFIED UNSAT\n");
    // A line less, and the sum no longer comes out.
    let lines = std::fs::read_to_string(proof).unwrap();
    let without = lines.lines().filter(|line| !line.starts_with("pol 15 "));
    std::fs::write(proof, without.collect::<Vec<_>>().join("\n")).unwrap();
    verify(cnf).code(1).stdout("s NOT VERIFIED\n");
    for (arguments, words) in [
        (["--binary", "--proof", "x.pbp"], "no binary form"),
        (
            ["--force", "--proof", cnf],
            "it is the input, which would be replaced",
        ),
    ] {
        let run = sat(&arguments).arg(cnf).assert().code(2);
        run.stderr(contains(words));
    }
}

#[test]
fn a_proof_named_lrat_is_lrat() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("p.cnf");
    std::fs::write(&cnf, text(&pigeonhole(6, 5))).unwrap();
    for name in ["p.lrat", "p.lrat.gz", "p.lrat.xz", "p.lrat.bz2"] {
        for binary in [false, true] {
            let proof = folder.path().join(name);
            let [cnf, proof] = [&cnf, &proof].map(|path| path.to_str().unwrap());
            let arguments = ["--binary", "--force", "--proof", proof, cnf];
            sat(&arguments[usize::from(!binary)..]).assert().code(20);
            program()
                .args(["verify", "--format", "lrat", cnf, proof])
                .assert()
                .code(0)
                .stdout("s VERIFIED UNSAT\n");
        }
    }
}

#[test]
fn what_is_odd_but_accepted_is_told() {
    let text = "p cnf 1 1\n1 0\n%\n0\n";
    let run = sat(&[]).write_stdin(text).assert().code(10);
    let message = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(message.starts_with("warning: found \"%\""), "{message}");
    let run = sat(&["--quiet"]).write_stdin(text).assert().code(10);
    run.stderr("").stdout("s SATISFIABLE\nv 1 0\n");
}

#[test]
fn a_formula_that_others_accept_is_read_on_request_and_the_option_is_named() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str], text: &str, code| {
        fs::write(folder.path().join("f.cnf"), text).unwrap();
        let mut program = child();
        let output = program
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {told}");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        (out, told)
    };
    // Wrong numbers, a comment behind a clause, no 0 at the end.
    let odd = "p cnf 1 3\n1 2 0 c hello\n-1 2 0 1 -2 0\n-1 -2";
    let (out, told) = run(&["sat", "f.cnf"], odd, 2);
    assert_eq!(out, "");
    assert!(
        told.contains("expected a variable up to 1, as the header"),
        "{told}"
    );
    assert!(told.contains("; `--relaxed` accepts it"), "{told}");
    let (out, told) = run(&["sat", "--relaxed", "f.cnf", "--proof", "p.drat"], odd, 20);
    assert_eq!(out.lines().last(), Some("s UNSATISFIABLE"));
    for part in [
        "a variable over the 1",
        "1 comment in a line",
        "4 clauses, more than",
        "a last clause without its 0",
    ] {
        assert!(told.contains(&format!("accepted {part}")), "{part}: {told}");
    }
    assert_eq!(told.matches("accepted").count(), 4, "{told}");
    let (_, told) = run(&["sat", "-q", "--relaxed", "f.cnf"], odd, 20);
    assert_eq!(told, "");
    let quiet = ["cover", "-q", "--relaxed", "--form", "cnf", "f.cnf"];
    assert_eq!(run(&quiet, odd, 0).1, "");
    // Clauses without a header look like a model.
    let (_, told) = run(&["sat", "--relaxed", "f.cnf"], "1 -0 0\n", 2);
    assert!(told.contains("found \"-0\", expected a literal"), "{told}");
    let (out, _) = run(&["verify", "--relaxed", "f.cnf", "p.drat"], odd, 0);
    assert_eq!(out, "s VERIFIED UNSAT\n");
    run(&["verify", "f.cnf", "p.drat"], odd, 2);
    let (out, _) = run(&["explain", "--relaxed", "--cnf", "f.cnf"], odd, 0);
    assert!(out.contains("4 clauses"), "{out}");
    let (out, _) = run(&["cover", "--relaxed", "--form", "cnf", "f.cnf"], odd, 0);
    assert!(out.contains("no solution"), "{out}");

    let (_, told) = run(&["sat", "f.cnf"], "1 2 0\n-1 2 0\n", 2);
    assert!(told.contains("`--relaxed` accepts it"), "{told}");
    // What the option does not help with does not name it.
    for text in [
        "p cnf 1 1\n1 x\n",
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
        "v 1 2 0\n",
    ] {
        let (_, told) = run(&["sat", "f.cnf"], text, 2);
        assert!(!told.contains("--relaxed"), "{told}");
    }
    let misplaced: [&[&str]; 3] = [
        &["explain", "--relaxed", "f.cnf"],
        &["cover", "--relaxed", "f.cnf"],
        &["verify", "--relaxed", "--trusted", "f.cnf", "f.cnf"],
    ];
    for arguments in misplaced {
        let (_, told) = run(arguments, odd, 2);
        assert!(told.contains("--relaxed"), "{told}");
    }
}

#[test]
fn progress_is_told_in_comments_with_a_legend() {
    let arguments = ["-v", "--no-counting", "--mode-interval", "10"];
    let cnf = pigeonhole(7, 6);
    let run = sat(&arguments).write_stdin(text(&cnf)).assert().code(20);
    let out = String::from_utf8(run.stderr("").get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("c 42 variables and 133 clauses read in "));
    assert_eq!(lines.last(), Some(&"s UNSATISFIABLE"));
    let (comments, answer) = lines.split_at(lines.len() - 1);
    assert!(comments.iter().all(|line| line.starts_with('c')), "{out}");
    assert_eq!(answer.len(), 1);
    // A line for each letter of the legend, and the columns stand in line.
    let columns = lines
        .iter()
        .find(|line| line.contains("conflicts   restarts"));
    let width = columns.unwrap().len();
    for letter in ['*', 'm', '0'] {
        let is_line = |line: &&&str| line.starts_with(&format!("c {letter} "));
        let legend = format!("c   {letter}  ");
        assert!(lines.iter().any(|line| line.starts_with(&legend)), "{out}");
        let line = lines.iter().find(is_line).unwrap();
        assert_eq!(line.chars().count(), width, "{line}");
    }
    let counts = |line: &&&str| line.starts_with("c conflicts ");
    assert_eq!(lines.iter().filter(counts).count(), 1, "and the counts");
    // More often with -vv; into JSON never.
    assert!(!out.contains("\nc   r  ") && !out.contains("\nc r "));
    let run = sat(&["-vv", "--no-counting", "--reduce-interval", "1", "--json"])
        .write_stdin(text(&cnf))
        .assert()
        .code(20);
    assert!(serde_json::from_slice::<serde_json::Value>(&run.get_output().stdout).is_ok());
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        told.contains("\nc   r  ") && told.contains("\nc r "),
        "{told}"
    );
    let run = sat(&["-v"]).write_stdin("p cnf 1 1\n1 0\n").assert();
    run.stdout(contains("c 1 variable and 1 clause read in "));
    sat(&["-v", "--quiet"]).write_stdin(SAT).assert().code(2);
}

#[test]
fn several_jobs_find_the_same_and_write_no_proof() {
    let hard = text(&pigeonhole(7, 6));
    let arguments = ["--jobs", "3", "--no-counting"];
    let run = sat(&arguments).write_stdin(hard.as_str()).assert();
    run.code(20).stdout("s UNSATISFIABLE\n").stderr("");
    let run = sat(&["--jobs", "2"]).write_stdin(SAT).assert().code(10);
    let answer = answer::read(&run.get_output().stdout[..], "out", 4).unwrap();
    check::model(&dimacs::read(SAT.as_bytes(), "f").unwrap(), &answer.lits).unwrap();
    let run = sat(&["-j2", "-v"]).write_stdin(SAT).assert().code(10);
    run.stdout(contains("c worker "));
    let limits = ["-j2", "--no-counting", "--conflicts", "5"];
    let run = sat(&limits).write_stdin(hard.as_str()).assert().code(0);
    run.stdout("c gave up: out of steps\ns UNKNOWN\n");
    let limits = ["-j2", "--no-counting", "--time-limit", "0.3"];
    let harder = text(&pigeonhole(14, 13));
    let run = sat(&limits).write_stdin(harder).assert().code(0);
    run.stdout("c gave up: out of time\ns UNKNOWN\n");
    for wrong in [&["--jobs", "2", "--proof", "p"][..], &["-j0"], &["-j257"]] {
        sat(wrong).write_stdin(SAT).assert().code(2).stdout("");
    }
}

#[test]
fn a_seed_makes_another_search_and_always_the_same() {
    let counts = |seed: &str| {
        let run = sat(&["--no-counting", "--stats", "--seed", seed])
            .write_stdin(text(&pigeonhole(8, 7)))
            .assert()
            .code(20);
        let out = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        let lines = out.lines().filter(|line| !line.starts_with("c seconds"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let [none, one, two] = ["0", "1", "2"].map(counts);
    assert_eq!(counts("1"), one);
    assert!(none != one && one != two && none != two);
}

#[test]
fn a_time_limit_ends_a_search_with_unknown() {
    let options = ["--no-counting", "--symmetry-start", "never"];
    let run = sat(&[&options[..], &["--time-limit", "0.3", "--stats"]].concat())
        .write_stdin(text(&pigeonhole(14, 13)))
        .assert()
        .code(0);
    let out = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(
        out.ends_with("c gave up: out of time\ns UNKNOWN\n"),
        "{out}"
    );
    assert!(out.contains("c conflicts "));
}

/// Starts the command with a pipe to its standard input.
fn start(arguments: &[&str]) -> Child {
    signalled_child()
        .arg("sat")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_unknown_and_what_was_counted() {
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("proof");
    let proof_name = proof.to_str().unwrap();
    let mut child = start(&["--stats", "-v", "--no-counting", "--proof", proof_name]);
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(text(&pigeonhole(14, 13)).as_bytes())
        .unwrap();
    drop(stdin);
    wait_until("steps of the proof are written", || {
        let mut files = fs::read_dir(folder.path()).unwrap();
        files.any(|file| file.unwrap().metadata().is_ok_and(|data| data.len() > 0))
    });
    send("INT", &child);
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", output.status);
    assert!(
        out.ends_with("c gave up: interrupted\ns UNKNOWN\n"),
        "{out}"
    );
    assert!(out.contains("c conflicts "));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_time_limit_ends_the_wait_for_a_formula() {
    let mut child = start(&["--time-limit", "0.3"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"p cnf 2 2\n1 0\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(out, "c gave up: out of time\ns UNKNOWN\n");
    assert_eq!(output.status.code(), Some(0));
    drop(stdin);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_for_a_formula() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"p cnf 2 2\n1 0\n").unwrap();
    wait_until("it waits for the rest", || {
        catches(&child, 2) && is_waiting(&child)
    });
    send("INT", &child);
    let mut out = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut out)
        .unwrap();
    assert_eq!(out, "c gave up: interrupted\ns UNKNOWN\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(stdin);
}
