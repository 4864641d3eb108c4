//! Where results go: never over what was read, never half in silence.

use crate::program::child;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const UNSAT: &str = "p cnf 1 2\n1 0\n-1 0\n";
const PUZZLE: &str = "1...\n..3.\n.4..\n...2\n";

fn sudosat(arguments: &[&str]) -> Command {
    let mut command = child();
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    (status.code(), text(&stdout), text(&stderr))
}

/// A folder with a formula and a puzzle.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("f.cnf"), UNSAT).unwrap();
    fs::write(folder.path().join("p.txt"), PUZZLE).unwrap();
    fs::write(folder.path().join("c.dlx"), "a b\na\nb\n").unwrap();
    folder
}

/// Everything in a folder: names and contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[cfg(unix)]
#[test]
fn no_output_replaces_its_input() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("f.cnf", path("soft")).unwrap();
    fs::hard_link(path("f.cnf"), path("hard")).unwrap();
    let before = contents(folder.path());
    for (arguments, stdin) in [
        (&["sat", "-f", "--proof", "f.cnf", "f.cnf"][..], None),
        (&["sat", "-f", "--proof", "soft", "f.cnf"], None),
        (&["sat", "-f", "--proof", "hard", "f.cnf"], None),
        (&["sat", "-f", "--proof", "f.cnf", "-"], Some("f.cnf")),
        (&["sat", "-f", "--proof", "./f.cnf"], Some("f.cnf")),
        (&["encode", "-f", "-o", "p.txt", "p.txt"], None),
        (&["encode", "-f", "-o", "p.txt", "p.txt:1"], None),
        (&["encode", "-f", "-o", "p.txt", "-"], Some("p.txt")),
        (
            &["encode", "--preprocess", "-f", "-o", "p.txt", "p.txt"],
            None,
        ),
        (&["solve", "-u", "-f", "--proof", "p.txt", "p.txt"], None),
        (&["explain", "--force", "--html", "p.txt", "p.txt"], None),
        (
            &["explain", "--force", "--html", "f.cnf", "--cnf", "f.cnf"],
            None,
        ),
        (&["cover", "-f", "--write", "c.dlx", "c.dlx"], None),
        (&["cover", "-f", "--zdd", "c.dlx", "-"], Some("c.dlx")),
    ] {
        let mut command = sudosat(arguments);
        command.current_dir(folder.path());
        if let Some(name) = stdin {
            command.stdin(File::open(path(name)).unwrap());
        }
        let (code, out, err) = run(&mut command);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
        assert!(err.contains("which would be replaced"), "{err}");
        assert!(contents(folder.path()) == before, "{arguments:?}");
    }
    // Another file is replaced as asked.
    fs::write(path("old"), "old").unwrap();
    let (code, _, err) =
        run(sudosat(&["sat", "-f", "--proof", "old", "f.cnf"]).current_dir(folder.path()));
    assert_eq!(code, Some(20), "{err}");
    assert_ne!(fs::read(path("old")).unwrap(), b"old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_does_not_go_between_the_lines_of_the_answer() {
    let folder = folder();
    let refused = "the proof can't go to standard output";
    for path in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        for arguments in [
            &["sat", "--proof", path, "f.cnf"],
            &["solve", "--proof", path, "p.txt"],
        ] {
            let (code, out, err) = run(sudosat(arguments).current_dir(folder.path()));
            assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?}: {err}");
            assert!(err.contains(refused), "{arguments:?}: {err}");
        }
    }
    // Standard output is a file, under its own name.
    let own = folder.path().join("own");
    let mut command = sudosat(&["sat", "-f", "--proof", "own", "f.cnf"]);
    command.current_dir(folder.path());
    let (code, _, err) = run(command.stdout(File::create(&own).unwrap()));
    assert!(code == Some(2) && err.contains(refused), "{err}");
    // Nobody reads what goes to `/dev/null`.
    let mut command = sudosat(&["sat", "--proof", "/dev/null", "f.cnf"]);
    let (code, _, err) = run(command.current_dir(folder.path()).stdout(Stdio::null()));
    assert_eq!((code, err.as_str()), (Some(20), ""));
}

/// Every command that prints.
const PRINTING: [&[&str]; 24] = [
    &["help"],
    &["help", "sat"],
    &["--version"],
    &["man"],
    &["completions", "bash"],
    &["generate", "--seed", "1"],
    &["encode", "p.txt", "-o", "-"],
    &["encode", "--stats", "p.txt"],
    &["encode", "--stats", "--json", "p.txt"],
    &["solve", "p.txt"],
    &["solve", "--json", "p.txt"],
    &["solve", "--unique", "p.txt"],
    &["check", "--engines", "dlx,matrix", "p.txt"],
    &["check", "--engines", "dlx", "--json", "p.txt"],
    &["sat", "f.cnf"],
    &["sat", "-v", "f.cnf"],
    &["sat", "--json", "f.cnf"],
    &["cover", "c.dlx"],
    &["cover", "--json", "c.dlx"],
    &["cover", "--zdd", "-", "c.dlx"],
    &["cover", "--problem", "help"],
    &["explain", "p.txt"],
    &["explain", "--json", "p.txt"],
    &["explain", "--svg", "grid", "p.txt"],
];

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_what_is_written() {
    let folder = folder();
    for arguments in PRINTING {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = sudosat(arguments);
        command.current_dir(folder.path()).stdout(full);
        let (code, _, err) = run(&mut command);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        let told = "error: standard output: can't be written: No space left on device";
        assert!(err.contains(told), "{arguments:?}: {err}");
    }
    // No file can be made there; its temporary name would help nobody.
    let (code, _, err) =
        run(sudosat(&["encode", "-o", "/proc/x.cnf", "p.txt"]).current_dir(folder.path()));
    assert_eq!(code, Some(2), "{err}");
    assert!(
        err.contains("error: /proc/x.cnf: can't be written: ") && !err.contains(".tmp"),
        "{err}"
    );
    for arguments in [
        &["encode", "-o", "/dev/full", "p.txt"][..],
        &["sat", "--proof", "/dev/full", "f.cnf"],
        &["cover", "--write", "/dev/full", "c.dlx"],
        &["explain", "--html", "/dev/full", "p.txt"],
    ] {
        let (code, _, err) = run(sudosat(arguments).current_dir(folder.path()));
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert!(err.contains("/dev/full: can't be written"), "{err}");
    }
}
