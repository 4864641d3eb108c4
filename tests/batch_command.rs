//! `batch`: shards of a run that make the whole, whatever is lost on the way; GNU parallel,
//! a real Slurm with two nodes, of which one is lost, and a real HyperQueue with two workers,
//! of which one is lost.

use crate::program::{PROGRAM, output, program, stderr};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Puzzles of 9×9: with one solution, one that can't be read, with several solutions, none,
/// and one.
const KINDS: [&str; 5] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "53..7....6..195....98....6.8...6",
    "123456789........................................................................",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

fn sudosat(arguments: &[&str], folder: &Path) -> Output {
    output(program().args(arguments).current_dir(folder))
}

fn done(arguments: &[&str], folder: &Path) -> Output {
    let output = sudosat(arguments, folder);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {}",
        stderr(&output)
    );
    output
}

/// Writes `count` lines, of all kinds in turn.
fn puzzles(folder: &Path, count: usize) {
    let lines: Vec<&str> = KINDS.into_iter().cycle().take(count).collect();
    fs::write(folder.join("p.txt"), lines.join("\n") + "\n").unwrap();
}

/// Returns the lines of a table without the columns of seconds.
fn table(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let without = |line: &str| {
        let fields = line.split(',').zip(&head);
        let fields = fields.filter(|(_, name)| !name.ends_with("seconds"));
        fields
            .map(|(field, _)| field.to_owned())
            .collect::<Vec<_>>()
            .join(",")
    };
    lines.map(without).collect()
}

const SOLVE: [&str; 5] = ["solve", "-u", "--engine", "dlx", "p.txt"];

#[test]
fn shards_make_the_same_as_a_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    puzzles(path, 23);
    for run in [
        &SOLVE[..],
        &["check", "--engines", "cdcl,dlx", "p.txt", "--json"],
    ] {
        let whole = sudosat(&[run, &["--csv", "whole.csv", "-f"]].concat(), path);
        let dir = run[0];
        for shard in ["2/5", "0/5", "4/5", "1/5", "3/5"] {
            let work = ["batch", "work", "--shard", shard, "--out", dir];
            let output = done(&[&work, run].concat(), path);
            assert!(output.stdout.is_empty());
        }
        let merge = ["batch", "merge", "--of", "5", "--out", dir];
        let merged = sudosat(
            &[&merge, run, &["--csv", "merged.csv", "-f"]].concat(),
            path,
        );
        assert_eq!(
            merged.status.code(),
            whole.status.code(),
            "{}",
            stderr(&merged)
        );
        let puzzles = |output: &Output| {
            let text = String::from_utf8(output.stdout.clone()).unwrap();
            let lines = text.lines().filter(|line| !line.contains("\"seconds\""));
            lines.map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(puzzles(&merged), puzzles(&whole));
        assert_eq!(
            table(&path.join("merged.csv")),
            table(&path.join("whole.csv"))
        );
        assert!(
            stderr(&merged).contains("taken from the shards: "),
            "{}",
            stderr(&merged)
        );
    }
}

#[test]
fn what_is_missing_is_named_and_the_same_command_makes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    puzzles(path, 7);
    let work = |shard: &str| {
        done(
            &[
                &["batch", "work", "--shard", shard, "--out", "d"],
                &SOLVE[..],
            ]
            .concat(),
            path,
        )
    };
    let merge = |of: &str| {
        sudosat(
            &[&["batch", "merge", "--of", of, "--out", "d"], &SOLVE[..]].concat(),
            path,
        )
    };
    work("0/3");
    work("1/3");
    let output = merge("3");
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stderr(&output).starts_with("shard 2/3: there is no file of it\n1 of 3 shards"),
        "{}",
        stderr(&output)
    );
    assert!(output.stdout.is_empty());
    work("2/3");
    assert_eq!(merge("3").status.code(), Some(1)); // a puzzle has several solutions
    // A file that was cut off is no shard, and is made again.
    let file = path.join("d/shard-1-of-3.jsonl");
    let whole = fs::read(&file).unwrap();
    for length in [whole.len() - 1, whole.len() / 2, 3, 0] {
        fs::write(&file, &whole[..length]).unwrap();
        let output = merge("3");
        assert_eq!(output.status.code(), Some(3));
        assert!(
            stderr(&output).contains("shard 1/3: its file is not complete"),
            "{}",
            stderr(&output)
        );
    }
    work("1/3");
    assert_eq!(merge("3").status.code(), Some(1));
    // Those that are complete are not made again.
    let output = work("1/3");
    assert_eq!(stderr(&output), "shard 1/3 is complete already\n");
    // Parts of another number are others.
    assert_eq!(merge("2").status.code(), Some(3));
}

#[test]
fn shards_of_another_run_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    puzzles(path, 9);
    for shard in ["0/2", "1/2"] {
        done(
            &[
                &["batch", "work", "--shard", shard, "--out", "d"],
                &SOLVE[..],
            ]
            .concat(),
            path,
        );
    }
    let merge = |run: &[&str]| {
        let output = sudosat(
            &[&["batch", "merge", "--of", "2", "--out", "d"], run].concat(),
            path,
        );
        (output.status.code(), stderr(&output))
    };
    // Other options.
    let (code, text) = merge(&["solve", "--engine", "dlx", "p.txt"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("it is of another run"), "{text}");
    let (code, text) = merge(&["check", "--engines", "dlx,cdcl", "p.txt"]);
    assert_eq!(
        (code, text.contains("it is of `sudosat solve`")),
        (Some(2), true),
        "{text}"
    );
    // Before a shard is named that is missing: making it would not help.
    let shard = path.join("d/shard-0-of-2.jsonl");
    fs::rename(&shard, path.join("kept")).unwrap();
    let (code, text) = merge(&["solve", "-u", "--engine", "cdcl", "p.txt"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(
        text.contains("it was written with --engine dlx, this run has --engine cdcl"),
        "{text}"
    );
    assert_eq!(merge(&SOLVE).0, Some(3));
    fs::rename(path.join("kept"), &shard).unwrap();
    // Other puzzles: one more, one less, one changed.
    let text = fs::read_to_string(path.join("p.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let changed = [&lines[..3], &[KINDS[4]], &lines[4..]].concat();
    let more = [&lines[..], &[KINDS[0]]].concat();
    for lines in [&lines[..8], &changed, &more] {
        fs::write(path.join("p.txt"), lines.join("\n")).unwrap();
        let (code, text) = merge(&SOLVE);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("error"), "{text}");
    }
    // A shard of another input beside one of this.
    fs::remove_file(path.join("d/shard-1-of-2.jsonl")).unwrap();
    done(
        &[
            &["batch", "work", "--shard", "1/2", "--out", "d"],
            &SOLVE[..],
        ]
        .concat(),
        path,
    );
    let (code, text) = merge(&SOLVE);
    assert_eq!(
        (code, text.contains("it was made of inputs of ")),
        (Some(2), true),
        "{text}"
    );
    // A file under the name of another shard.
    fs::copy(
        path.join("d/shard-1-of-2.jsonl"),
        path.join("d/shard-0-of-2.jsonl"),
    )
    .unwrap();
    let (code, text) = merge(&SOLVE);
    assert_eq!(
        (code, text.contains("shard 0/2: its file is not complete")),
        (Some(3), true),
        "{text}"
    );
}

#[test]
fn options_that_do_not_go_with_shards_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    puzzles(path, 3);
    for (run, word) in [
        (
            &["solve", "--all", "p.txt"][..],
            "--all does not go with `batch`",
        ),
        (&["solve", "--resume", "j", "p.txt"], "--resume does not go"),
        (&["check", "--distinct", "p.txt"], "--distinct does not go"),
        (&["show", "p.txt"], "expected `solve`, `check` or `sat`"),
        (&["solve", "--engine", "none", "p.txt"], "none"),
    ] {
        for verb in [
            &["work", "--shard", "0/1"][..],
            &["submit", "parallel", "--of", "1"],
        ] {
            let output = sudosat(&[&["batch"], verb, &["--out", "d"], run].concat(), path);
            assert_eq!(output.status.code(), Some(2), "{run:?}");
            assert!(stderr(&output).contains(word), "{}", stderr(&output));
        }
    }
    for shard in ["3/3", "1", "-1/2"] {
        let output = sudosat(
            &[
                &["batch", "work", "--shard", shard, "--out", "d"],
                &SOLVE[..],
            ]
            .concat(),
            path,
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("expected I/K"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn inputs_that_shards_can_not_share_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let work = |arguments: &[&str]| {
        let before = ["batch", "work", "--shard", "0/1", "--out"];
        sudosat(&[&before, arguments].concat(), path)
    };
    fs::create_dir(path.join("in")).unwrap();
    for (arguments, word) in [
        (
            &["d", "solve", "-"][..],
            "standard input can't be their input",
        ),
        (&["d", "solve", "-q"], "standard input can't be their input"),
        (
            &["d", "solve", "later.txt"],
            "a file could not be read, so the shard is not written",
        ),
        (
            &["in/d", "solve", "in"],
            "the folder of the shards is in it",
        ),
    ] {
        let output = work(arguments);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(word), "{}", stderr(&output));
    }
    assert!(!path.join("in/d").exists(), "it was made for nothing");
    // When the file is there, the same command makes the shard.
    fs::write(path.join("later.txt"), KINDS[0]).unwrap();
    assert_eq!(work(&["d", "solve", "later.txt"]).status.code(), Some(0));
    // A puzzle that a shard could not read, and that was mended since.
    fs::write(path.join("bad.txt"), KINDS[1]).unwrap();
    assert_eq!(work(&["e", "solve", "bad.txt"]).status.code(), Some(0));
    let merge = [
        "batch", "merge", "--of", "1", "--out", "e", "solve", "bad.txt",
    ];
    let output = sudosat(&merge, path);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("found 32 symbols"),
        "{}",
        stderr(&output)
    );
    fs::write(path.join("bad.txt"), KINDS[0]).unwrap();
    let output = sudosat(&merge, path);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(
        told.contains("remove the file and make the shard again"),
        "{told}"
    );
}

#[test]
fn a_solution_taken_out_of_a_shard_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("p.txt"), KINDS[0]).unwrap();
    let run = ["solve", "-q", "p.txt"];
    done(
        &[&["batch", "work", "--shard", "0/1", "--out", "d"], &run[..]].concat(),
        path,
    );
    let file = path.join("d/shard-0-of-1.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(",\"solution\":\"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    fs::write(&file, format!("{before}{after}")).unwrap();
    let output = sudosat(
        &[&["batch", "merge", "--of", "1", "--out", "d"], &run[..]].concat(),
        path,
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert!(
        stderr(&output).contains("shard-0-of-1.jsonl:4: one of the 2 lines up to here is damaged"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_script_for_slurm_holds_the_options_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("p.txt"), KINDS[0]).unwrap();
    let submit = ["batch", "submit", "slurm", "--of", "2", "--print"];
    let rest = ["--with=--partition=long", "--out", "d e", "solve", "p.txt"];
    let output = done(&[&submit[..], &rest].concat(), path);
    let script = String::from_utf8(output.stdout).unwrap();
    assert!(
        script.contains("\n#SBATCH --partition=long\ntries=0; until "),
        "{script}"
    );
    assert!(script.contains("/d e/slurm-%a.log'\n"), "{script}");
    assert!(!path.join("d e").exists());
    for name in ["a\nb", "a\\b"] {
        let output = sudosat(
            &[&submit[..], &["--out", name, "solve", "p.txt"]].concat(),
            path,
        );
        assert_eq!(output.status.code(), Some(2), "{name:?}");
    }
}

/// A scheduler that can't be run leaves no folder that was not there before.
#[test]
fn a_failed_submission_leaves_no_new_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("p.txt"), KINDS[0]).unwrap();
    fs::create_dir(path.join("old")).unwrap();
    for out in ["new/in/it", "old/new", "old"] {
        let mut command = program();
        command.args(["batch", "submit", "slurm", "--of", "2", "--out", out]);
        command.args(["solve", "p.txt"]).current_dir(path);
        let output = output(command.env("PATH", path));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("sbatch can't be run"));
    }
    assert!(!path.join("new").exists());
    assert_eq!(fs::read_dir(path.join("old")).unwrap().count(), 0);
}

/// Returns `true` if the program is installed, and says that the test is skipped if not.
fn has(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .stdout(Stdio::null())
        .status();
    let found = found.is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

#[test]
fn gnu_parallel_makes_the_shards() {
    if !has("parallel") {
        return;
    }
    let folder = tempfile::Builder::new()
        .prefix("it's a {} {#} ")
        .tempdir()
        .unwrap();
    let path = folder.path();
    puzzles(path, 11);
    let whole = sudosat(&SOLVE, path);
    done(
        &[
            &["batch", "submit", "parallel", "--of", "3", "--out", "d"],
            &SOLVE[..],
        ]
        .concat(),
        path,
    );
    let merged = sudosat(
        &[&["batch", "merge", "--of", "3", "--out", "d"], &SOLVE[..]].concat(),
        path,
    );
    assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
}

/// Slurm's two nodes make the shards, and one of them is lost with what it works on: its
/// shards are made again, and the whole is the same.
#[test]
fn a_lost_node_of_slurm_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    puzzles(path, 600);
    // Proofs take long enough for a node to be lost before its shards are done.
    let run = ["solve", "-q", "-u", "--prove", "p.txt"];
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/slurm");
    let output = Command::new(scripts.join("cluster"))
        .arg(path.join("cluster"))
        .arg(scripts.join("lose-a-node"))
        .arg(PROGRAM)
        .args(["batch", "submit", "slurm", "--of", "12", "--out", "d"])
        .args(run)
        .current_dir(path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    if output.status.code() == Some(77) {
        eprintln!("skipped: no Slurm can be had here");
        return;
    }
    let log = fs::read_to_string(path.join("cluster/log/slurmctld")).unwrap();
    assert!(output.status.success(), "{}{log}", stderr(&output));
    assert!(log.to_lowercase().contains("requeue job"), "{log}");
    let merged = sudosat(
        &[&["batch", "merge", "--of", "12", "--out", "d"], &run[..]].concat(),
        path,
    );
    let whole = sudosat(&run, path);
    assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
}

#[test]
fn a_job_for_hyperqueue_holds_the_options_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("p.txt"), KINDS[0]).unwrap();
    let submit = ["batch", "submit", "hq", "--of", "2", "--print"];
    let rest = ["--with=--wait", "--out", "it's", "solve", "p.txt"];
    let output = done(&[&submit[..], &rest].concat(), path);
    let line = String::from_utf8(output.stdout).unwrap();
    assert!(
        line.starts_with("hq submit --name=sudosat --array=0-1 "),
        "{line}"
    );
    assert!(line.contains(" --wait -- sh -c 'tries=0; until "), "{line}");
    assert!(line.contains(" batch work --of 2 --out "), "{line}");
    for name in ["a:b", "a%{CWD}"] {
        let output = sudosat(
            &[&submit[..], &["--out", name, "solve", "p.txt"]].concat(),
            path,
        );
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(stderr(&output).contains("HyperQueue"), "{name:?}");
    }
}

/// One of HyperQueue's two workers is lost with the shard that it works on: another makes the
/// shard again, and the whole is the same.
#[test]
fn a_lost_worker_of_hyperqueue_loses_nothing() {
    if !has("hq") {
        return;
    }
    let folder = tempfile::Builder::new()
        .prefix("it's {} ")
        .tempdir()
        .unwrap();
    let path = folder.path();
    puzzles(path, 600);
    // Proofs take long enough for a worker to be lost before its shards are done.
    let run = ["solve", "-q", "-u", "--prove", "p.txt"];
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hyperqueue/lose-a-worker");
    let output = Command::new(script)
        .arg(path.join("hq"))
        .arg(PROGRAM)
        .args(["batch", "submit", "hq", "--of", "12", "--out", "d"])
        .arg("--with=--wait")
        .args(run)
        .current_dir(path)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let told = stderr(&output);
    assert!(told.contains("a worker with a task was lost"), "{told}");
    let merged = sudosat(
        &[&["batch", "merge", "--of", "12", "--out", "d"], &run[..]].concat(),
        path,
    );
    let whole = sudosat(&run, path);
    assert_eq!(merged.stdout, whole.stdout, "{}", stderr(&merged));
}
