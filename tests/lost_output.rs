//! No output is lost or torn in silence: what is written is the new file, the
//! old one or none, and the exit code never claims what was not written.

#![cfg(unix)]

use crate::program::{PROGRAM, bash, pigeons};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const SAT: &str = "p cnf 1 1\n1 0\n";
/// Exit code of `bash` for a program that SIGPIPE killed.
const PIPE: i32 = 128 + 13;

/// A folder with a puzzle of each of two sizes, formulas and an exact cover.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("4.txt", "1...\n..3.\n.4..\n...2\n");
    let blank = format!("{}\n", ".".repeat(81));
    write("9.txt", &blank);
    write("sat.cnf", SAT);
    write("unsat.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    // Its proof is longer than a pipe holds.
    write("hard.cnf", &pigeons(20));
    write("c.dlx", "a b\na\nb\n");
    let many: Vec<String> = (0..30_000).map(|number| format!("item{number}")).collect();
    write(
        "large.dlx",
        &format!("{}\n{}\n", many.join(" "), many.join("\n")),
    );
    folder
}

/// The names in a folder that writers leave when they don't clean up.
fn litter(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".tmp"))
        .collect()
}

// ------------------------------------------------------------- torn files

/// A folder below /dev in which files can be written, if there is one.
#[cfg(target_os = "linux")]
fn shared_memory() -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir_in("/dev/shm").ok();
    if folder.is_none() {
        println!("skipped: no files can be made in /dev/shm");
    }
    folder
}

/// Commands that write `$F`, and their exit codes.
#[cfg(target_os = "linux")]
const WRITING: [(&str, i32); 5] = [
    ("$S encode 4.txt -o $F", 0),
    ("$S sat unsat.cnf --proof $F", 20),
    ("$S solve -u 4.txt --proof $F", 0),
    ("$S explain 4.txt --html $F", 0),
    ("$S cover c.dlx --write $F", 0),
];

#[cfg(target_os = "linux")]
#[test]
fn a_regular_file_below_dev_is_a_file_like_any_other() {
    let Some(memory) = shared_memory() else {
        return;
    };
    let folder = folder();
    let old = "old\n".repeat(2_000_000);
    for (index, (command, code)) in WRITING.into_iter().enumerate() {
        let path = memory.path().join(format!("f{index}"));
        let run = |command: &str| {
            bash(
                folder.path(),
                &command.replace("$F", path.to_str().unwrap()),
            )
        };
        fs::write(&path, &old).unwrap();
        let refused = run(command);
        assert_eq!(refused.code, 2, "{command}: {}", refused.err);
        assert!(refused.err.contains("--force"), "{}", refused.err);
        assert!(fs::read_to_string(&path).unwrap() == old, "{command}: torn");
        let forced = run(&format!("{command} --force"));
        assert_eq!(forced.code, code, "{command}: {}", forced.err);
        let new = fs::read_to_string(&path).unwrap();
        assert!(!new.contains("old\nold\n"), "{command}: torn");
        assert_eq!(run("rm -f $F $F.cnf").code, 0);
        assert_eq!(run(command).code, code);
        assert!(fs::read_to_string(&path).unwrap() == new, "{command}");
    }
    assert_eq!(litter(memory.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_by_name_is_written_through_its_own_descriptor() {
    let folder = folder();
    let plain = bash(folder.path(), "$S encode 4.txt -o -").out;
    assert!(plain.contains("p cnf 64 164\n"));
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        // Opened anew, the file would be written from its start, over "first".
        let script = format!("{{ echo first; $S encode 4.txt -o {name}; echo last; }} >f");
        let ran = bash(folder.path(), &script);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let text = fs::read_to_string(folder.path().join("f")).unwrap();
        assert!(
            text == format!("first\n{plain}last\n"),
            "{name}: {text:.40}"
        );
    }
    // A descriptor of another regular file is that file.
    let ran = bash(folder.path(), "$S encode 4.txt -o /dev/fd/3 3<sat.cnf");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert_eq!(
        fs::read_to_string(folder.path().join("sat.cnf")).unwrap(),
        SAT
    );
}

// ------------------------------------------------------ readers that go away

#[test]
fn a_reader_of_another_output_that_goes_away_is_an_error() {
    let folder = folder();
    for (command, part) in [
        ("$S encode 9.txt -e extended -o", ""),
        ("$S explain 9.txt --html", ""),
        ("$S cover large.dlx --write", ""),
        ("$S sat hard.cnf --proof", "s UNSATISFIABLE"),
        ("$S sat hard.cnf --json --proof", "\"UNSATISFIABLE\""),
    ] {
        for (script, name) in [
            (format!("{command} >(head -c 10 >/dev/null)"), "/dev/fd/"),
            (
                format!("mkfifo p; (head -c 10 p >/dev/null) & {command} p; c=$?; rm p; exit $c"),
                " p: can't be written: ",
            ),
        ] {
            let ran = bash(folder.path(), &script);
            assert_eq!(ran.code, 2, "{script}: {}", ran.err);
            let line = ran.err.lines().find(|line| line.contains("Broken pipe"));
            let told = line.is_some_and(|line| line.starts_with("error: ") && line.contains(name));
            assert!(told, "{script}: {}", ran.err);
            assert!(ran.out.contains(part), "{script}: {}", ran.out);
        }
    }
}

/// Every command that prints.
const PRINTING: [&str; 26] = [
    "help",
    "help sat",
    "--version",
    "man",
    "completions bash",
    "generate --seed 1 --count 3000",
    "encode 9.txt -e extended -o -",
    "encode --stats 4.txt",
    "encode --stats --json 4.txt",
    "solve 4.txt",
    "solve --json --count 5000 9.txt",
    "solve --unique 4.txt",
    "decode 4.txt answer",
    "check --engines dlx,matrix 4.txt",
    "check --engines dlx --json 4.txt",
    "sat sat.cnf",
    "sat -v sat.cnf",
    "sat --json sat.cnf",
    "verify sat.cnf answer1",
    "cover c.dlx",
    "cover --zdd - c.dlx",
    "cover --problem help",
    "cover --write - large.dlx",
    "explain 4.txt",
    "explain --json 4.txt",
    "explain --svg grid 4.txt",
];

fn with_answers() -> tempfile::TempDir {
    let folder = folder();
    let made = bash(
        folder.path(),
        "$S encode 4.txt -o f.cnf && $S sat f.cnf >answer; $S sat sat.cnf >answer1",
    );
    assert_eq!(made.code, 10, "{}", made.err);
    folder
}

#[test]
fn a_reader_of_standard_output_that_goes_away_ends_the_program_by_sigpipe() {
    let folder = with_answers();
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(PROGRAM);
        command.args(arguments.split(' ')).stdin(Stdio::null());
        let output = command
            .current_dir(folder.path())
            .stdout(writer)
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(output.status.signal(), Some(13), "{arguments}: {err}");
        assert!(!err.contains("error"), "{arguments}: {err}");
    }
    // As a shell shows it, where the reader goes in the middle.
    for arguments in [
        "generate --seed 1 --count 3000",
        "encode 9.txt -e extended -o -",
        "encode 9.txt -e extended -o /dev/stdout",
        "solve --json --count 5000 9.txt",
        "cover --write - large.dlx",
    ] {
        let script = format!("$S {arguments} | head -c 1; exit ${{PIPESTATUS[0]}}");
        let ran = bash(folder.path(), &script);
        assert_eq!(ran.code, PIPE, "{arguments}: {}", ran.err);
    }
    // A search that nobody will hear of does not go on for hours.
    let script = "timeout 60 $S sat -v --no-counting hard.cnf | head -1; exit ${PIPESTATUS[0]}";
    let ran = bash(folder.path(), script);
    assert_eq!(ran.code, PIPE, "{}", ran.err);
    // A file beside standard output is complete or not there.
    let ran = bash(
        folder.path(),
        "$S sat hard.cnf --proof p | true; exit ${PIPESTATUS[0]}",
    );
    assert_eq!(ran.code, PIPE, "{}", ran.err);
    assert_eq!(bash(folder.path(), "$S verify hard.cnf p").code, 0);
    assert_eq!(litter(folder.path()), [""; 0]);
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let folder = with_answers();
    for arguments in PRINTING {
        let ran = bash(folder.path(), &format!("$S {arguments} >&-"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        let told = "error: standard output: can't be written: it is closed";
        assert!(ran.err.contains(told), "{arguments}: {}", ran.err);
    }
    // Who prints nothing there needs none, and /dev/null is no closed one.
    for (script, code) in [
        ("$S encode 4.txt -o new.cnf >&-", 0),
        ("$S cover c.dlx --write new.dlx >&-", 0),
        ("$S sat sat.cnf >/dev/null", 10),
        ("$S sat sat.cnf 1<>/dev/null", 10),
    ] {
        let ran = bash(folder.path(), script);
        assert_eq!(ran.code, code, "{script}: {}", ran.err);
    }
}

// ------------------------------------------------------------ stale proofs

#[test]
fn no_proof_of_an_earlier_run_is_left_as_if_it_were_this_ones() {
    let folder = folder();
    let old = folder.path().join("p");
    for (command, code) in [
        ("$S sat sat.cnf --proof p", 10),
        ("$S sat -q sat.cnf --proof p", 10),
        ("$S sat hard.cnf --conflicts 0 --proof p", 0),
        ("$S sat hard.cnf --time-limit 0 --proof p", 0),
        ("$S solve 4.txt --proof p", 1),
    ] {
        fs::write(&old, "old").unwrap();
        let ran = bash(folder.path(), command);
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        assert_eq!(fs::read_to_string(&old).unwrap(), "old", "{command}");
        let ran = bash(folder.path(), &format!("{command} --force"));
        assert_eq!(ran.code, code, "{command}: {}", ran.err);
        assert!(!old.exists(), "{command}: {}", ran.err);
        let told = ran.err.contains("p: removed");
        assert_eq!(told, !command.contains("-q"), "{command}: {}", ran.err);
    }
    // What is no run leaves the old file: nobody can take it for an answer's.
    fs::write(&old, "old").unwrap();
    let ran = bash(folder.path(), "$S sat no-such.cnf -f --proof p");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(litter(folder.path()), [""; 0]);
}

// --------------------------------------------------------- limits and disks

#[test]
fn a_write_beyond_the_limit_on_file_sizes_is_an_error_that_names_the_file() {
    let folder = folder();
    fs::write(folder.path().join("old.drat"), "old").unwrap();
    for (command, name, part) in [
        ("$S encode 9.txt -o f.cnf", "f.cnf", ""),
        ("$S encode 9.txt -o - >f", "standard output", ""),
        ("$S explain 9.txt --html f.html", "f.html", ""),
        ("$S cover large.dlx --write f.dlx", "f.dlx", ""),
        (
            "$S sat hard.cnf --proof f.drat",
            "f.drat",
            "s UNSATISFIABLE\n",
        ),
        (
            "$S sat hard.cnf -f --proof old.drat",
            "old.drat",
            "s UNSATISFIABLE\n",
        ),
    ] {
        let ran = bash(folder.path(), &format!("ulimit -f 8; {command}"));
        assert_eq!(ran.code, 2, "{command}: {}", ran.err);
        let told = format!("{name}: can't be written: File too large");
        assert!(ran.err.contains(&told), "{command}: {}", ran.err);
        assert_eq!(ran.out, part, "{command}");
        assert!(!folder.path().join(name).exists(), "{command}");
    }
    assert_eq!(litter(folder.path()), [""; 0]);
}

#[test]
fn what_the_disk_has_no_room_for_is_refused_with_its_size() {
    let folder = folder();
    let huge = bash(
        folder.path(),
        "$S generate --order 20 --holes 100% --seed 1 >20.txt",
    );
    assert_eq!(huge.code, 0, "{}", huge.err);
    let free = bash(folder.path(), "df --output=avail -B1 . | tail -1");
    let Ok(free) = free.out.trim().parse::<u64>() else {
        println!("skipped: df does not tell the free space");
        return;
    };
    // 6.4 · 10¹⁰ clauses of the extended formula.
    if free > 1_000_000_000_000 {
        println!("skipped: the disk has room for all that");
        return;
    }
    // The limit keeps a program that goes on from filling the disk.
    let script = "ulimit -f 100; $S encode 20.txt -e extended -o 20.cnf";
    let ran = bash(folder.path(), script);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains("20.cnf: the formula takes 1"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("`--force` writes it all the same"),
        "{}",
        ran.err
    );
    assert!(!folder.path().join("20.cnf").exists());
    // A device has no size, and is not refused: here the reader stops it.
    let ran = bash(
        folder.path(),
        "$S encode 20.txt -o - | head -c 20; exit ${PIPESTATUS[0]}",
    );
    assert_eq!(ran.code, PIPE, "{}", ran.err);
    assert!(
        ran.err.contains("standard output: writing 12"),
        "{}",
        ran.err
    );
}

#[test]
fn a_huge_formula_is_announced_with_its_exact_size() {
    let folder = folder();
    let made = bash(
        folder.path(),
        "$S generate --order 8 --holes 100% --seed 1 >8.txt",
    );
    assert_eq!(made.code, 0, "{}", made.err);
    let ran = bash(folder.path(), "$S encode 8.txt -o 8.cnf");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let bytes = fs::metadata(folder.path().join("8.cnf")).unwrap().len();
    let announced = ran
        .err
        .lines()
        .find(|line| line.contains("8.cnf: writing "));
    let announced = announced.unwrap_or_else(|| panic!("not announced: {}", ran.err));
    assert!(
        announced.contains(&format!(" clauses, {bytes} bytes (")),
        "{announced}"
    );
    assert!(
        !ran.err.contains('\r') && !ran.err.contains('\x1b'),
        "a bar without a terminal"
    );
    let quiet = bash(folder.path(), "$S encode -q --force 8.txt -o 8.cnf");
    assert_eq!((quiet.code, &*quiet.err), (0, ""));
    let small = bash(folder.path(), "$S encode 9.txt -o 9.cnf");
    assert!(!small.err.contains("writing"), "{}", small.err);
}

// ----------------------------------------------------- two inputs, one file

#[test]
fn inputs_that_belong_into_one_file_are_refused_before_anything_is_written() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    for name in ["x", "y"] {
        fs::create_dir(path(name)).unwrap();
        fs::copy(path("4.txt"), path(name).join("a.txt")).unwrap();
    }
    fs::copy(path("4.txt"), path("a.sdm")).unwrap();
    fs::copy(path("4.txt"), path("b.txt")).unwrap();
    fs::copy(path("4.txt"), path("stdin.txt")).unwrap();
    for arguments in [
        "b.txt x/a.txt y/a.txt",
        "b.txt x/a.txt a.sdm",
        "b.txt 4.txt 4.txt",
        "b.txt - stdin.txt <4.txt",
        "x y",
        "x/a.txt -e extended y/a.txt",
    ] {
        let ran = bash(folder.path(), &format!("$S encode {arguments}"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        assert!(
            ran.err.contains("would both be written to cnf-out/"),
            "{}",
            ran.err
        );
        assert!(!path("cnf-out").exists(), "{arguments}");
    }
    // Two names of one file.
    fs::create_dir(path("cnf-out")).unwrap();
    fs::write(path("cnf-out/b.cnf"), "old").unwrap();
    std::os::unix::fs::symlink("b.cnf", path("cnf-out/4.cnf")).unwrap();
    let ran = bash(folder.path(), "$S encode b.txt 4.txt");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert_eq!(fs::read_to_string(path("cnf-out/b.cnf")).unwrap(), "old");
    // Different names are no clash.
    fs::remove_file(path("cnf-out/4.cnf")).unwrap();
    fs::remove_file(path("cnf-out/b.cnf")).unwrap();
    let ran = bash(folder.path(), "$S encode b.txt 4.txt x/a.txt");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in ["b", "4", "a"] {
        assert!(path(&format!("cnf-out/{name}.cnf")).is_file());
    }
}

#[test]
fn two_outputs_with_one_name_are_refused_before_anything_is_written() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old"), "old").unwrap();
    std::os::unix::fs::symlink("old", path("link")).unwrap();
    for (arguments, names) in [
        ("solve 4.txt --csv t --report ./t", "--csv and --report"),
        (
            "solve 4.txt --csv old --report link -f",
            "--csv and --report",
        ),
        ("solve 4.txt --csv j --resume j -f", "--csv and --resume"),
        (
            "check 4.txt --report j --resume j -f",
            "--resume and --report",
        ),
        ("solve -u 4.txt --proof p --csv p -f", "--proof and --csv"),
        (
            "solve -u 4.txt --proof p --csv p.cnf -f",
            "the formula of --proof and --csv",
        ),
    ] {
        let ran = bash(folder.path(), &format!("$S {arguments}"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        let message = format!("{names} would both be written to ");
        assert!(ran.err.contains(&message), "{arguments}: {}", ran.err);
        for name in ["t", "j", "p", "p.cnf"] {
            assert!(!path(name).exists(), "{arguments}: {name}");
        }
        assert_eq!(fs::read_to_string(path("old")).unwrap(), "old");
    }
    let both = "$S solve 4.txt --csv /dev/null --report /dev/null";
    let ran = bash(folder.path(), both);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn two_outputs_that_can_not_be_written_are_both_named() {
    let folder = folder();
    for name in ["fulla", "fullb"] {
        std::os::unix::fs::symlink("/dev/full", folder.path().join(name)).unwrap();
    }
    let ran = bash(folder.path(), "$S solve 4.txt --csv fulla --report fullb");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("fulla: can't be written"), "{}", ran.err);
    assert!(ran.err.contains("fullb: can't be written"), "{}", ran.err);
}

#[test]
fn the_formula_of_a_proof_may_go_to_a_pipe() {
    let folder = folder();
    let script =
        "mkfifo p.cnf; cat p.cnf > got & $S solve -q -u 4.txt --proof p; code=$?; wait; exit $code";
    let ran = bash(folder.path(), script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let got = fs::read_to_string(folder.path().join("got")).unwrap();
    assert!(got.contains("p cnf 64 "), "{got}");
}
