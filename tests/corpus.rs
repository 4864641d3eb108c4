//! `solve` and `check` on many puzzles: totals, the table of all puzzles, and runs that
//! are killed and go on.

use crate::program::{child, wait_until};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Puzzles of 4×4 with one solution, three solutions, and none.
const ONE: &str = ".1.......43..2.1";
const THREE: &str = "......1....23..1";
const NONE: &str = "12....4.........";
/// 9×9, with one solution.
const NINE: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
];

fn sudosat(arguments: &[&str], folder: &Path) -> Command {
    let mut command = child();
    command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null());
    command
}

fn run(arguments: &[&str], folder: &Path) -> Output {
    sudosat(arguments, folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the fields of each line of a table; none of them has a line break.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(fields).collect()
}

/// Returns the fields of a line, as RFC 4180 parts them.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut in_quotes = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let field = fields.last_mut().unwrap();
        match c {
            '"' if in_quotes && chars.peek() == Some(&'"') => field.push(chars.next().unwrap()),
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => fields.push(String::new()),
            c => field.push(c),
        }
    }
    assert!(!in_quotes, "{line}");
    fields
}

/// Returns the lines of a table without the columns of seconds.
fn without_seconds(path: &Path) -> Vec<Vec<String>> {
    let table = table(path);
    let is_time: Vec<bool> = table[0]
        .iter()
        .map(|name| name.ends_with("seconds"))
        .collect();
    assert!(is_time.iter().any(|is_time| *is_time));
    let without = |line: &Vec<String>| {
        let fields = line.iter().zip(&is_time).filter(|(_, is_time)| !**is_time);
        fields.map(|(field, _)| field.clone()).collect()
    };
    table.iter().map(without).collect()
}

/// Returns a text with every number that a unit of time or `puzzles a second` follows
/// replaced, and blanks joined.
fn without_times(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut kept = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let next = words.get(index + 1).copied().unwrap_or_default();
            let unit = next.trim_end_matches([',', ':', ';']);
            let is_unit = |word: &str| ["µs", "ms", "s"].contains(&word);
            let is_rate = next == "puzzles" && words.get(index + 2) == Some(&"a");
            if is_unit(unit) || is_rate {
                kept.push("T");
            } else if is_unit(word.trim_end_matches([',', ':', ';'])) {
                kept.push("u");
            } else {
                kept.push(word);
            }
        }
        lines.push(kept.join(" "));
    }
    lines.join("\n")
}

#[test]
fn solve_tells_the_totals_of_several_puzzles_and_names_what_is_unexpected() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [ONE, ONE, THREE, NONE, ONE, "", "1.....x"];
    fs::write(folder.path().join("p.txt"), lines.join("\n")).unwrap();
    let output = run(&["solve", "-u", "p.txt", "--engine", "dlx"], folder.path());
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    let expected = [
        "p.txt:3: there is a second solution",
        "p.txt:4: no solution: every possibility was tried",
        "1 input could not be read; read: 5 puzzles",
        "5 puzzles in T u 3 with one solution, 1 with several, 1 without a solution",
        "per puzzle: median T u 99th percentile T u T puzzles a second",
    ];
    let told = without_times(&told);
    for line in expected {
        assert!(told.lines().any(|other| other == line), "{line}: {told}");
    }
    assert!(!told.contains("and no more"), "{told}");
    for option in ["--stats", "-v"] {
        let output = run(
            &["solve", "-u", "p.txt", "--engine", "dlx", option],
            folder.path(),
        );
        let told = text(&output.stderr);
        let each = "p.txt:5: one solution and no more: every possibility was tried\n";
        assert!(told.contains(each), "{told}");
    }
    let output = run(&["solve", "p.txt:1", "p.txt:2", "-q", "-u"], folder.path());
    assert_eq!(text(&output.stderr), "");
    // One puzzle has its line, and no totals.
    let output = run(
        &["solve", "p.txt:1", "-u", "--engine", "dlx"],
        folder.path(),
    );
    assert_eq!(
        text(&output.stderr),
        "p.txt:1: one solution and no more: every possibility was tried\n"
    );
}

#[test]
fn check_tells_the_times_of_several_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(
        &["check", ONE, THREE, "--engines", "dlx,matrix"],
        folder.path(),
    );
    let told = without_times(&text(&output.stdout));
    assert!(
        told.contains("\nper puzzle: median T u 99th percentile T u T puzzles a second\n"),
        "{told}"
    );
    let output = run(&["check", ONE, "--engines", "dlx,matrix"], folder.path());
    assert!(!text(&output.stdout).contains("per puzzle"));
}

#[test]
fn a_table_has_a_line_for_each_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let name = "a, \"b\".txt";
    let path = folder.path().join("t.csv");
    let lines = [ONE, THREE, NONE, "1.....x"];
    fs::write(folder.path().join(name), lines.join("\n")).unwrap();
    let arguments = [
        "solve", "-u", "-q", name, "--engine", "dlx", "--csv", "t.csv",
    ];
    assert_eq!(run(&arguments, folder.path()).status.code(), Some(1));
    let found = table(&path);
    let header = "puzzle,size,clues,verdict,solutions,complete,judgement,seconds,error,\
                  dlx answer,dlx evidence,dlx steps,dlx seconds";
    assert_eq!(found[0].join(","), header);
    let verdicts: Vec<&str> = found[1..].iter().map(|line| line[3].as_str()).collect();
    let expected = [
        "one solution",
        "several solutions",
        "no solution",
        "bad input",
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(found[1][0], format!("{name}:1"));
    assert_eq!(found[1][1..7], ["4", "5", "one solution", "1", "true", ""]);
    assert_eq!(found[1][9..11], ["solved", "search exhausted"]);
    assert!(found[1][11].parse::<u64>().unwrap() > 0, "{found:?}");
    assert!(found[1][12].parse::<f64>().unwrap() > 0.0, "{found:?}");
    assert_eq!(found[4][0], format!("{name}:4"));
    assert!(found[4][8].contains("found"), "{found:?}");

    // What exists is replaced only if that is asked for, and answers stay apart.
    let output = run(&arguments, folder.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--force"));
    let forced = run(&[&arguments[..], &["-f"]].concat(), folder.path());
    assert_eq!(forced.status.code(), Some(1));
    for command in ["solve", "check"] {
        let output = run(&[command, ONE, "--csv", "-"], folder.path());
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(told.contains("standard output has the answers"), "{told}");
        assert!(output.stdout.is_empty());
    }

    let arguments = ["check", name, "--engines", "dlx,cdcl", "--csv", "c.csv"];
    assert_eq!(run(&arguments, folder.path()).status.code(), Some(2));
    let found = table(&folder.path().join("c.csv"));
    assert!(found.iter().all(|line| line.len() == 17), "{found:?}");
    assert_eq!(found[0][13], "cdcl answer");
    assert_eq!(found[1][3..7], ["one solution", "1", "true", "agreed"]);
    assert_eq!(found[3][3..7], ["no solution", "0", "true", "agreed"]);
}

#[test]
fn a_page_has_totals_plots_and_the_hardest_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = [&NINE[..], &[ONE, THREE, NONE, "", "1.....x"]].concat();
    fs::write(folder.join("<p>.txt"), lines.join("\n")).unwrap();
    let arguments = [
        "check",
        "<p>.txt",
        "--engines",
        "cdcl,dlx",
        "--report",
        "r.html",
    ];
    assert_eq!(run(&arguments, folder).status.code(), Some(2));
    let page = fs::read_to_string(folder.join("r.html")).unwrap();
    for part in [
        "<h1>6 puzzles</h1>",
        "<tr><td>one solution<td class=n>4\n",
        "<tr><td>several solutions<td class=n>1\n",
        "<tr><td>no solution<td class=n>1\n",
        "<tr><td>inputs that could not be read<td class=n>1\n",
        "&lt;p&gt;.txt:2<br>one solution, ",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(page.matches("<svg ").count(), 3);
    assert_eq!(page.matches("</svg>").count(), 3);
    assert_eq!(page.matches("<table class=grid>").count(), 6);
    for foreign in ["<script", "http", "<p>.txt", "NaN", "inf"] {
        assert!(!page.contains(foreign), "{foreign}: {page}");
    }
    // Every puzzle is in the plane of conflicts and nodes once.
    let plane = page.split("SAT conflicts and").nth(1).unwrap();
    assert!(plane.contains("<p>6 puzzles, in 8 classes"), "{plane}");
    // One engine has no such plane.
    let arguments = [
        "solve", "-q", ONE, THREE, "--report", "s.html", "--engine", "dlx",
    ];
    assert_eq!(run(&arguments, folder).status.code(), Some(0));
    let page = fs::read_to_string(folder.join("s.html")).unwrap();
    assert_eq!(page.matches("<svg ").count(), 2);
    assert_eq!(run(&arguments, folder).status.code(), Some(2));
    // There is no curve of answers where there is none.
    let arguments = [
        "solve",
        "-q",
        ONE,
        "--report",
        "t.html",
        "--engine",
        "dlx",
        "--time-limit",
        "0",
    ];
    assert_eq!(run(&arguments, folder).status.code(), Some(3));
    let page = fs::read_to_string(folder.join("t.html")).unwrap();
    assert!(page.contains("<h1>1 puzzle</h1>"), "{page}");
    for foreign in ["NaN", "inf", "10^-"] {
        assert!(!page.contains(foreign), "{foreign}: {page}");
    }
}

/// A folder with a file of puzzles that take some time, one of them bad.
fn corpus(count: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = Vec::new();
    for index in 0..count {
        lines.push(match index % 7 {
            3 => ONE.to_owned(),
            4 => THREE.to_owned(),
            5 => NONE.to_owned(),
            _ => NINE[index % 3].to_owned(),
        });
    }
    lines[count / 3] = "1....x....".to_owned();
    fs::write(folder.path().join("p.txt"), lines.join("\n") + "\n").unwrap();
    let path = folder.path().to_owned();
    (folder, path)
}

fn num_lines(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap_or_default();
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// Runs a command again and again and kills it whenever its journal has grown by some
/// lines, until it ends. Returns the last output, and the number of kills.
fn with_kills(arguments: &[&str], folder: &Path, random: &mut fastrand::Rng) -> (Output, u32) {
    let journal = folder.join("journal");
    let mut kills = 0;
    loop {
        let limit = num_lines(&journal) + random.usize(1..40);
        let mut command = sudosat(arguments, folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Its output must not fill a pipe that nobody reads.
        let mut stdout = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut stdout, &mut bytes).unwrap();
            bytes
        });
        let mut status = None;
        wait_until("the end, or lines of the journal", || {
            status = child.try_wait().unwrap();
            status.is_some() || num_lines(&journal) >= limit
        });
        if status.is_none() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let stdout = reader.join().unwrap();
        match status {
            None => kills += 1,
            Some(status) => {
                let stderr = Vec::new();
                let output = Output {
                    status,
                    stdout,
                    stderr,
                };
                return (output, kills);
            }
        }
    }
}

#[test]
fn killed_runs_go_on_and_end_as_one_without_a_break() {
    let (_keep, folder) = corpus(240);
    let mut random = fastrand::Rng::with_seed(7);
    for command in [
        &["solve", "p.txt", "-u", "--format", "line", "-j", "2"][..],
        &["check", "p.txt", "--engines", "cdcl,dlx", "-j", "2"],
    ] {
        let whole = [command, &["--csv", "whole.csv", "-f"]].concat();
        let whole = run(&whole, &folder);
        let arguments = [command, &["--csv", "t.csv", "-f", "--resume", "journal"]].concat();
        let (killed, kills) = with_kills(&arguments, &folder, &mut random);
        assert!(kills >= 3, "{kills} kills");
        assert_eq!(killed.status.code(), whole.status.code(), "{command:?}");
        let (found, expected) = (text(&killed.stdout), text(&whole.stdout));
        // The last run may have nothing left to do, and so no rate.
        let without = |text: &str| without_times(text).replace(" T puzzles a second", "");
        assert_eq!(without(&found), without(&expected));
        assert!(expected.lines().count() > 5, "{expected}");
        assert_eq!(
            without_seconds(&folder.join("t.csv")),
            without_seconds(&folder.join("whole.csv"))
        );
        // A run with nothing left to do repeats the answers and their times.
        let table = fs::read(folder.join("t.csv")).unwrap();
        let lines = num_lines(&folder.join("journal"));
        let again = run(&arguments, &folder);
        assert_eq!(without(&text(&again.stdout)), without(&found));
        assert_eq!(fs::read(folder.join("t.csv")).unwrap(), table);
        assert_eq!(num_lines(&folder.join("journal")), lines);
        fs::remove_file(folder.join("journal")).unwrap();
    }
}

#[test]
fn a_journal_cut_anywhere_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("p.txt"), [ONE, THREE, NONE].join("\n")).unwrap();
    let arguments = ["solve", "p.txt", "--engine", "dlx", "--resume", "j"];
    let whole = run(&arguments, folder);
    assert_eq!(whole.status.code(), Some(0));
    let journal = fs::read(folder.join("j")).unwrap();
    assert_eq!(num_lines(&folder.join("j")), 4);
    for length in (0..journal.len()).step_by(11) {
        fs::write(folder.join("j"), &journal[..length]).unwrap();
        let output = run(&arguments, folder);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(output.stdout, whole.stdout, "{length}");
        assert_eq!(num_lines(&folder.join("j")), 4, "{length}");
    }
}

#[test]
fn a_journal_of_something_else_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |lines: &[&str]| fs::write(folder.join("p.txt"), lines.join("\n")).unwrap();
    write(&[ONE, THREE, NONE]);
    let base = ["solve", "p.txt", "--engine", "dlx", "--resume", "j"];
    assert_eq!(run(&base, folder).status.code(), Some(0));
    let journal = fs::read(folder.join("j")).unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let output = run(arguments, folder);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(why), "{why}: {told}");
    };
    let other_engine = ["solve", "p.txt", "--engine", "bits", "--resume", "j"];
    let other_engine = match run(&other_engine, folder).status.code() {
        // Not every engine of covers solves puzzles.
        Some(2) => ["solve", "p.txt", "--engine", "matrix", "--resume", "j"],
        _ => other_engine,
    };
    refused(
        &other_engine,
        "it was written with --engine dlx, this run has --engine",
    );
    refused(
        &[&base[..], &["-u"]].concat(),
        "no --unique, this run has --unique",
    );
    refused(
        &["check", "p.txt", "--resume", "j"],
        "it is of `sudosat solve`",
    );
    refused(&["solve", "p.txt", "--resume", "p.txt"], "it is the input");
    refused(
        &["solve", "p.txt", "-a", "--resume", "j"],
        "cannot be used with",
    );
    fs::write(folder.join("notes"), "do not touch").unwrap();
    refused(
        &["solve", "p.txt", "--resume", "notes"],
        "expected a journal",
    );
    assert_eq!(fs::read(folder.join("notes")).unwrap(), b"do not touch");

    write(&[ONE, ONE, NONE]);
    refused(&base, "j:3: p.txt:2 is another puzzle now");
    write(&[ONE, "", THREE, NONE]);
    refused(
        &base,
        "j:3: found the answer of p.txt:2, the input has p.txt:3 in its place",
    );
    write(&[ONE, THREE, NONE]);
    fs::copy(folder.join("p.txt"), folder.join("q.txt")).unwrap();
    refused(
        &["solve", "q.txt", "--engine", "dlx", "--resume", "j"],
        "j:2: found the answer of p.txt:1, the input has q.txt:1 in its place",
    );
    write(&[ONE, THREE]);
    refused(
        &base,
        "j:4: found the answer of p.txt:3, the input has ended",
    );
    write(&[ONE, THREE, NONE]);
    assert_eq!(fs::read(folder.join("j")).unwrap(), journal);

    // A line whose solution was changed, and one that is damaged.
    let changed = text(&journal).replacen("\"solution\":\"4", "\"solution\":\"3", 1);
    assert_ne!(changed.as_bytes(), journal);
    fs::write(folder.join("j"), &changed).unwrap();
    refused(&base, "j:2: the line is damaged");
    fs::write(
        folder.join("j"),
        text(&journal).replacen("\"answers\"", "answers", 1),
    )
    .unwrap();
    refused(&base, "j:2: the line is damaged");

    // More puzzles at the end are more work, and no other journal.
    fs::write(folder.join("j"), &journal).unwrap();
    write(&[ONE, THREE, NONE, ONE]);
    assert_eq!(run(&base, folder).status.code(), Some(0));
    assert_eq!(num_lines(&folder.join("j")), 5);
}

/// Names that steer a terminal, turn the direction of writing, or are formulas of a spreadsheet.
const NAMES: [&str; 6] = [
    "=1+2.txt",
    "@x, \"y\".txt",
    "+x.txt",
    "-x.txt",
    "a\u{1b}[2Jb.txt",
    "a\u{202e}b\u{9b}.txt",
];

/// Returns `true` if a text can be shown as it is.
fn is_harmless(text: &str) -> bool {
    let is_odd = |c: char| c.is_control() && c != '\n' || ('\u{2000}'..'\u{2070}').contains(&c);
    !text.contains(is_odd)
}

#[test]
fn names_of_files_do_no_harm_in_a_table_in_json_or_on_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (index, name) in NAMES.iter().enumerate() {
        let text = if index % 2 == 0 { ONE } else { "1...\n.2\n" };
        fs::write(folder.join(name), text).unwrap();
    }
    let files = NAMES.map(|name| format!("./{name}"));
    let mut bare: Vec<&str> = NAMES
        .iter()
        .copied()
        .filter(|name| !name.starts_with('-'))
        .collect();
    bare.insert(3, &files[3]);
    for command in [&["solve"][..], &["check", "--engines", "cdcl"], &["rate"]] {
        for json in [&[][..], &["--json"]] {
            let options = ["--csv", "t.csv", "-f"];
            let arguments = [command, json, &options, &bare[..]].concat();
            let output = run(&arguments, folder);
            let (out, err) = (text(&output.stdout), text(&output.stderr));
            assert!(
                is_harmless(&out) && is_harmless(&err),
                "{command:?}: {out}{err}"
            );
            let names = table(&folder.join("t.csv")).into_iter().skip(1);
            let names: Vec<String> = names.map(|fields| fields[0].clone()).collect();
            assert_eq!(names.len(), NAMES.len(), "{command:?}");
            let file = fs::read_to_string(folder.join("t.csv")).unwrap();
            assert!(is_harmless(&file), "{file}");
            assert_eq!(names[0], "'=1+2.txt:1");
            assert_eq!(&names[1][..12], "'@x, \"y\".txt");
            assert_eq!(names[2], "'+x.txt:1");
            assert_eq!(names[4], "a\\u{1b}[2Jb.txt:1");
            assert!(names[5].starts_with("a\\u{202e}b\\u{9b}.txt"));
            if json.is_empty() {
                continue;
            }
            // JSON has the names as they are.
            let objects = out.lines().map(|line| serde_json::from_str(line).unwrap());
            let objects: Vec<serde_json::Value> = objects.collect();
            for (name, object) in bare.iter().zip(&objects) {
                let puzzle = object["puzzle"].as_str().unwrap();
                assert!(puzzle.starts_with(name), "{puzzle} {name}");
            }
        }
    }
}

#[test]
fn refused_inputs_have_a_row_and_those_of_standard_input_are_no_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, format!("{ONE}\n{ONE}5\n{NONE}\n")).unwrap();
    for command in ["solve", "check", "rate"] {
        let mut command = sudosat(&[command, "--csv", "t.csv", "-f"], folder.path());
        command.stdin(fs::File::open(&path).unwrap());
        command.output().unwrap();
        let rows = table(&folder.path().join("t.csv"));
        let names: Vec<&str> = rows[1..].iter().map(|row| &*row[0]).collect();
        assert_eq!(names, ["'-:1", "'-:2", "'-:3"]);
        let width = rows[0].len();
        assert!(rows.iter().all(|row| row.len() == width), "{rows:?}");
        let error = rows[0].iter().position(|column| column == "error").unwrap();
        assert!(rows[2][error].contains("17 symbols"), "{rows:?}");
    }
}
