//! The program over a corpus of DIMACS files that are wrong or odd.
//!
//! The corpus lies outside this repository; where it is missing, nothing is
//! tested and a message says so (`tests/dimacs.rs` holds the most important
//! cases). Each row of its manifest says whether the file is to be accepted,
//! and then with which answer, or refused. Rows whose answer is called a
//! matter of policy are held to what the manifest prefers, too: that is what
//! `sudosat::formula::dimacs` documents.

#![cfg(unix)]

use crate::program::{PROGRAM, data, program};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, process::Command, thread};
use sudosat::formula::answer::{self, Status};

/// What the program may use of memory, in KiB.
const MEMORY: u64 = 3 << 20;
/// How long one file may take.
const TIME: u32 = 60;

const UNSAT: &[u8] = b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const SAT: &[u8] = b"p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n";

/// A row of the manifest.
struct Row {
    file: OsString,
    what: String,
    accept: bool,
    satisfiable: bool,
}

#[test]
fn every_file_of_the_corpus_gets_what_the_manifest_says() {
    let corpus = data().join("bad");
    let Ok(manifest) = fs::read(corpus.join("manifest-dimacs.tsv")) else {
        println!("skipped: there is no {}", corpus.display());
        return;
    };
    let rows = rows(&manifest);
    assert!(rows.len() >= 150, "the manifest has {} rows", rows.len());
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("dimacs")).unwrap();
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut faults = Vec::new();
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            faults.extend(fault(row, &corpus, folder.path()));
        }
        faults
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..3).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn rows(manifest: &[u8]) -> Vec<Row> {
    let lines = manifest.split(|&byte| byte == b'\n').skip(1);
    let mut rows = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let columns: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
        let text = |index: usize| String::from_utf8_lossy(columns[index]).into_owned();
        // The manifest is UTF-8: it writes a line feed as `\n`, and the byte ff
        // as the letter of that code.
        let name = text(1).replace("\\n", "\n");
        let file = match name.split_once("b\u{ff}d") {
            Some((start, end)) => {
                OsString::from_vec([start.as_bytes(), b"b\xffd", end.as_bytes()].concat())
            }
            None => name.into(),
        };
        // The manifest would refuse cubes, as a matter of policy: `sat` reads them.
        let has_cubes = text(2) == "incremental CNF";
        rows.push(Row {
            file,
            what: text(2),
            accept: has_cubes || text(3) == "accept",
            satisfiable: has_cubes || text(5) == "SAT",
        });
    }
    rows
}

/// What is wrong with the program's behaviour on the file of this row.
fn fault(row: &Row, corpus: &Path, made: &Path) -> Option<String> {
    let mut path = corpus.join(&row.file);
    if path.symlink_metadata().is_err() {
        path = made.join(&row.file);
        make(&path).unwrap();
    }
    if row.file.as_bytes().ends_with(b"unreadable.cnf") && fs::File::open(&path).is_ok() {
        println!("skipped: {:?} can be read by this user", row.file);
        return None;
    }
    let mut command = Command::new("sh");
    command
        .args([
            "-c",
            "ulimit -v \"$1\"; ulimit -t \"$2\"; shift 2; exec \"$@\"",
            "sh",
            &MEMORY.to_string(),
            &TIME.to_string(),
        ])
        .args([PROGRAM, "sat"]);
    let huge = row.file.as_bytes().ends_with(b"big-header-1e8.cnf");
    if huge {
        // Its model is a gigabyte of text.
        command.arg("--no-model");
    }
    command.arg("--").arg(&path);
    let output = assert_cmd::Command::from_std(command)
        .timeout(Duration::from_secs(600))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    let fault = |reason: &str| {
        Some(format!(
            "{:?} ({}): {reason}; {}, stderr: {stderr}",
            row.file, row.what, output.status
        ))
    };
    if stderr.contains("panicked") {
        return fault("a panic");
    }
    let Some(code) = output.status.code() else {
        return fault("killed, by a signal or for its time");
    };
    if stderr.chars().any(|c| c.is_control() && c != '\n') {
        return fault("control characters in the message");
    }
    if !row.accept {
        let name = sudosat::io::display_bytes(path.file_name().unwrap().as_bytes());
        return match code {
            2 if !output.stdout.is_empty() => fault("an answer beside the error"),
            2 if !stderr.contains(&name) => fault("the message does not name the file"),
            2 => None,
            _ => fault("not refused"),
        };
    }
    let answer = match answer::read(&output.stdout[..], "stdout", usize::MAX) {
        Ok(answer) => answer,
        Err(error) => return fault(&error.to_string()),
    };
    match (answer.status, code) {
        (Status::Satisfiable, 10) if row.satisfiable => {}
        (Status::Unsatisfiable, 20) if !row.satisfiable => return None,
        _ => return fault("the wrong answer"),
    }
    // The model has every variable that the header declares.
    let declared = match row.file.as_bytes() {
        file if file.ends_with(b"/003-p00.cnf") => 0,
        file if file.ends_with(b"/005-p50.cnf") => 5,
        file if file.ends_with(b"/032-unused-vars.cnf") => 100_000,
        _ => return None,
    };
    match answer.complete && answer.lits.len() == declared {
        true => None,
        false => fault("the model is not complete"),
    }
}

/// Makes the file of a row that the corpus does not bring along, because it is
/// large or not a plain file.
fn make(path: &Path) -> std::io::Result<()> {
    let name = path.file_name().unwrap_or_default();
    let kind = match name.as_bytes() {
        b"146-b\xffd.cnf" => "not-utf8",
        _ => name
            .to_str()
            .and_then(|name| name.get(4..))
            .unwrap_or_default(),
    };
    match kind {
        "long-line-10mb.cnf" => fs::write(
            path,
            [
                b"p cnf 2 1000002\n",
                &b"1 2 -2 1 0 ".repeat(1_000_000)[..],
                b"1 0 -1 0\n",
            ]
            .concat(),
        ),
        "long-comment-10mb.cnf" => fs::write(
            path,
            [b"c ", &vec![b'x'; 10_000_000][..], b"\n", UNSAT].concat(),
        ),
        "clause-1m-literals.cnf" => {
            let mut text = String::from("p cnf 1000000 2\n");
            (1..=1_000_000).for_each(|var| text += &format!("{var} "));
            fs::write(path, text + "0\n-1 0\n")
        }
        "unit-chain-300k.cnf" => {
            let mut text = String::from("p cnf 300000 300001\n1 0\n");
            (1..300_000).for_each(|var| text += &format!("-{var} {} 0\n", var + 1));
            fs::write(path, text + "-300000 0\n")
        }
        "binary-cycle-300k.cnf" => {
            let mut text = String::from("p cnf 300000 300000\n");
            (1..=300_000).for_each(|var| text += &format!("-{var} {} 0\n", var % 300_000 + 1));
            fs::write(path, text)
        }
        "many-comments.cnf" => fs::write(path, [&b"c x\n".repeat(500_000)[..], UNSAT].concat()),
        "comment-boundaries.cnf" => {
            let mut text = Vec::new();
            for border in [510, 2_048, 4_095, 8_192, 32_768] {
                for length in border - 10..border + 10 {
                    text.extend([b"c", &b" 0".repeat(length)[..], b"\n"].concat());
                }
            }
            fs::write(path, [&text, SAT].concat())
        }
        "bomb-comment.cnf.gz" => {
            let middle = gzip(&vec![b'x'; 9 << 20]);
            fs::write(
                path,
                [
                    &gzip(b"c ")[..],
                    &middle.repeat(100),
                    &gzip(b"\n"),
                    &gzip(UNSAT),
                ]
                .concat(),
            )
        }
        "bomb-clause.cnf.gz" => {
            let middle = gzip(&b"1 2 ".repeat(9 << 18));
            fs::write(
                path,
                [
                    &gzip(b"p cnf 2 1\n")[..],
                    &middle.repeat(100),
                    &gzip(b"0\n"),
                ]
                .concat(),
            )
        }
        "bomb-clauses.cnf.gz" => {
            let middle = gzip(&b"1 -2 0\n-1 2 0\n".repeat(300_000));
            fs::write(
                path,
                [&gzip(b"p cnf 2 100000000\n")[..], &middle.repeat(100)].concat(),
            )
        }
        "dir.cnf" => fs::create_dir(path),
        "fifo.cnf" => {
            let status = Command::new("mkfifo").arg(path).status()?;
            assert!(status.success());
            Ok(())
        }
        "unreadable.cnf" => {
            use std::os::unix::fs::PermissionsExt;
            fs::write(path, b"p cnf 1 1\n1 0\n")?;
            fs::set_permissions(path, fs::Permissions::from_mode(0o000))
        }
        "missing.cnf" => Ok(()),
        "dangling-link.cnf" => symlink("/nonexistent/x.cnf", path),
        "link-loop.cnf" => symlink(name, path),
        "dev-zero.cnf" => symlink("/dev/zero", path),
        "dev-null.cnf" => symlink("/dev/null", path),
        "not-utf8" => fs::write(path, UNSAT),
        _ => panic!("the corpus lacks {name:?}, and the test can't make it"),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn names_that_begin_with_a_dash_or_are_not_utf8_are_names() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        &b"-dash first.cnf"[..],
        b"--json",
        b"new\nline;$(id)'.cnf",
        b"b\xffd.cnf",
    ] {
        let name = OsStr::from_bytes(name);
        fs::write(folder.path().join(name), UNSAT).unwrap();
        program()
            .current_dir(folder.path())
            .args(["sat", "--"])
            .arg(name)
            .assert()
            .code(20)
            .stdout("s UNSATISFIABLE\n");
    }
    program()
        .current_dir(folder.path())
        .args(["sat", "./-dash first.cnf"])
        .assert()
        .code(20);
}
