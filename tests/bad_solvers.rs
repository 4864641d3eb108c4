//! Outside solvers that lie, crash, hang, or talk nonsense: each gets the
//! behaviour that the manifest of the test data names.
//!
//! The scripts are no part of the repository; the test says so and passes
//! where they are missing.

use crate::program::data;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use sudosat::budget::{Budget, Stop};
use sudosat::check;
use sudosat::engine::external::External;
use sudosat::engine::{EngineError, SatEngine, SatResult};
use sudosat::formula::{Cnf, dimacs};
use sudosat::programs::Limits;

/// Where the manifest leaves a choice (`firm` is `policy`) and names another
/// one than ours: ours, and why. In all other rows we do what it says.
const POLICIES: [(&str, &str, &str); 5] = [
    (
        "032-sat-long-v",
        "ERROR",
        "a model that repeats millions of literals is refused by a limit",
    ),
    (
        "043-unsat-lie",
        "UNSAT",
        "only a proof or another engine can know; without either it is called not verified",
    ),
    (
        "046-lower-case",
        "SAT",
        "upper and lower case do not matter in a status; the model is checked",
    ),
    (
        "071-deletes-input",
        "UNSAT",
        "as above: the formula is kept in memory, the file is never read back",
    ),
    (
        "072-edits-input",
        "UNSAT",
        "as above: a proof would be checked against the formula in memory",
    ),
];

/// Which error each wrong program gets: they are told apart. Random bytes
/// (058) may or may not hold a line that begins like an answer.
const ERRORS: [(&str, &[&str]); 7] = [
    ("not found", &["missing"]),
    ("can't start", &["bad-interp", "not-exec"]),
    (
        "crashed",
        &[
            "041", "052", "053", "054", "055", "056", "057", "070", "083",
        ],
    ),
    (
        "silent",
        &[
            "019", "039", "040", "048", "051", "058", "061", "076", "077", "080", "082",
        ],
    ),
    (
        "nonsense",
        &[
            "022", "023", "025", "026", "027", "029", "030", "031", "032", "033", "034", "035",
            "036", "037", "038", "047", "050", "058", "059", "060", "073", "074", "075", "078",
            "079", "081", "086", "088",
        ],
    ),
    ("lied", &["017", "018", "020", "021"]),
    ("proof refused", &["087", "089"]),
];

/// What became of a row.
#[derive(Debug, PartialEq)]
enum Got {
    Answer(&'static str),
    Error(&'static str, String),
}

struct Row {
    file: String,
    what: String,
    input: String,
    style: String,
    expected: String,
    is_firm: bool,
}

fn rows(manifest: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for line in manifest.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, file, what, input, style, expected, firm, _] = fields[..] else {
            panic!("a manifest row of eight fields: {line}");
        };
        rows.push(Row {
            file: file.into(),
            what: what.into(),
            input: input.into(),
            style: style.into(),
            expected: expected.into(),
            is_firm: firm == "yes",
        });
    }
    rows
}

#[test]
fn every_bad_solver_gets_what_it_deserves() {
    let bad = data().join("bad");
    let Ok(manifest) = fs::read_to_string(bad.join("manifest-solvers.tsv")) else {
        eprintln!("skipped: {} is missing", bad.display());
        return;
    };
    // The data may be read-only and its scripts without the right to be run.
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(&manifest);
    assert!(rows.len() > 80, "the manifest has {} rows", rows.len());
    for row in &rows {
        let Ok(script) = fs::read(bad.join(&row.file)) else {
            continue; // missing.sh
        };
        let copy = copy_of(folder.path(), row);
        fs::write(&copy, script).unwrap();
        let mode = if row.file.ends_with("not-exec.sh") {
            0o644
        } else {
            0o755
        };
        fs::set_permissions(&copy, fs::Permissions::from_mode(mode)).unwrap();
    }
    let formulas = [("sat", "sat.cnf"), ("unsat", "unsat.cnf")].map(|(name, file)| {
        let text = fs::read(bad.join("solvers").join(file)).unwrap();
        (name, dimacs::read(text.as_slice(), file).unwrap())
    });
    // Most rows wait: a few at a time.
    let next = Mutex::new(rows.iter());
    let faults = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(row) = next.lock().unwrap().next() else {
                        return;
                    };
                    let formula = formulas.iter().find(|(name, _)| *name == row.input);
                    let got = run(row, &copy_of(folder.path(), row), &formula.unwrap().1);
                    if let Err(fault) = judge(row, &got) {
                        faults.lock().unwrap().push(fault);
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn copy_of(folder: &Path, row: &Row) -> PathBuf {
    folder.join(row.file.replace('/', "-"))
}

fn run(row: &Row, script: &Path, formula: &Cnf) -> Got {
    let arguments = match row.style.as_str() {
        "stdout" => "{cnf}",
        "file" => "{cnf} {out}",
        "proof" => "{cnf} unused {proof}",
        other => panic!("{}: unknown style {other}", row.file),
    };
    let limits = Limits {
        memory: 1 << 30,
        file: 16 << 20,
        output: 200 << 20,
        grace: Duration::from_millis(200),
    };
    let hangs = row.expected == "TIMEOUT";
    let seconds = if hangs { 1 } else { 60 };
    let budget = Budget::unlimited().with_time(Duration::from_secs(seconds));
    let wants_proof = row.style == "proof";
    let answer = External::by_command(&format!("'{}' {arguments}", script.display()))
        .map(|engine| engine.with_limits(limits))
        .and_then(|engine| engine.start(formula, wants_proof))
        .and_then(|mut session| Ok((session.solve(&budget)?, session.take_proof())));
    match answer {
        Ok((SatResult::Sat(lits), _)) => {
            assert!(check::model(formula, &lits).is_ok(), "{}", row.file);
            Got::Answer("SAT")
        }
        Ok((SatResult::Unsat, Some(proof))) => match check::drat(formula, &proof, &budget) {
            Ok(_) => Got::Answer("UNSAT"),
            Err(fault) => Got::Error("proof refused", fault.to_string()),
        },
        Ok((SatResult::Unsat, None)) => Got::Answer("UNSAT"),
        Ok((SatResult::Unknown(Stop::Declined), _)) => Got::Answer("UNKNOWN"),
        Ok((SatResult::Unknown(Stop::Time), _)) => Got::Answer("TIMEOUT"),
        Ok((SatResult::Unknown(stop), _)) => panic!("{}: {stop}", row.file),
        Err(error) => Got::Error(kind(&error), error.to_string()),
    }
}

fn kind(error: &EngineError) -> &'static str {
    match error {
        EngineError::Unknown { .. } | EngineError::Command(_) => "bad name",
        EngineError::Encoding(_) => "encoding",
        EngineError::NotFound { .. } => "not found",
        EngineError::CannotStart { .. } => "can't start",
        EngineError::Crashed { .. } => "crashed",
        EngineError::Silent { .. } => "silent",
        EngineError::Nonsense { .. } | EngineError::ExitCode { .. } => "nonsense",
        EngineError::Lied { .. } => "lied",
        EngineError::Io { .. } => "ours",
        _ => panic!("no kind: {error}"),
    }
}

fn judge(row: &Row, got: &Got) -> Result<(), String> {
    let name = row.file.trim_start_matches("solvers/");
    let policy = POLICIES.iter().find(|(file, ..)| name.starts_with(file));
    let expected = match policy {
        Some((_, ours, _)) => {
            assert!(!row.is_firm, "{name} leaves no choice");
            assert_ne!(row.expected, *ours, "{name} needs no row in the table");
            *ours
        }
        None => row.expected.as_str(),
    };
    let fault = |why: &str| Err(format!("{name} ({}): {why}: {got:?}", row.what));
    match got {
        Got::Answer(answer) if *answer == expected => Ok(()),
        Got::Error(kind, message) if expected == "ERROR" => {
            let is_right = ERRORS
                .iter()
                .any(|(right, files)| right == kind && files.iter().any(|f| name.starts_with(f)));
            if !is_right {
                return fault("another kind of error was expected");
            }
            if message.chars().any(char::is_control) {
                return fault("the message holds control characters");
            }
            Ok(())
        }
        _ => fault(&format!("expected {expected}")),
    }
}
