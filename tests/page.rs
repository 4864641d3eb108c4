//! The page that `explain --html` writes: as a file, and in a real browser.
//!
//! The browser's cases are in `tests/page/*.mjs`: node drives headless Chromium
//! through playwright-core and examines with axe-core. Both come from
//! `$SUDOSAT_TOOLS/page` (`~/.cache/sudosat-tools/page`), where `.ci/run` puts
//! them. Where something is missing, the test says so and skips. With
//! `SUDOSAT_SHOTS=FOLDER` it leaves a picture of each view. The cases of looks alone, of all sizes and
//! schemes, run with `SUDOSAT_ROUNDS=10`, as in `.ci/full`; a few others take a sample without it.

use crate::program::{output, program};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use sudosat::teach::page::live;

const SMALL: &str = "puzzles/lecture-4x4.txt";
/// A puzzle that takes chains and fish.
const STEPS: &str =
    "000203001000068000000070098016000030700400000900085000000052007890000200004000900";
/// Number of cases in the browser's script.
const CASES: usize = 113;
const HARD: &str = "puzzles/brute-force-killer.txt";
const LARGE: &str = "puzzles/large/16x16-b.txt";

fn explain(arguments: &[&str]) -> Output {
    let mut program = program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    output(program.arg("explain").args(arguments))
}

/// Exit code and standard error.
fn outcome(arguments: &[&str]) -> (i32, String) {
    let output = explain(arguments);
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), errors)
}

/// Writes a page, which must go well.
fn page(folder: &Path, name: &str, arguments: &[&str]) -> String {
    let file = folder.join(name).with_extension("html");
    let file = file.to_str().unwrap();
    let done = outcome(&[&["--html", file], arguments].concat());
    assert_eq!(done, (0, String::new()), "{arguments:?}");
    std::fs::read_to_string(file).unwrap()
}

#[test]
fn a_small_puzzle_makes_one_small_file_that_is_always_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let text = page(folder.path(), "small", &[SMALL]);
    // Nine tenths of it are the style and the script, which every page has.
    assert!(text.len() < 236_000, "{} bytes", text.len());
    assert!(text.starts_with("<!DOCTYPE html>") && text.trim_end().ends_with("</html>"));
    assert_eq!(text, page(folder.path(), "again", &[SMALL]));
    let names = std::fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 2, "no other file is left");
}

#[test]
fn a_large_puzzle_makes_a_file_that_can_be_mailed() {
    let folder = tempfile::tempdir().unwrap();
    let text = page(folder.path(), "large", &[LARGE]);
    assert!(text.len() < 3_100_000, "{} bytes", text.len());
}

/// Returns `true` if the program has the engine of live pages, which a build embeds where
/// `bindings/wasm/live` ran before it. Tests that need it skip otherwise.
fn has_engine() -> bool {
    if !cfg!(live_engine) {
        eprintln!("skipped: the program was built without generated/sudosat.wasm");
    }
    cfg!(live_engine)
}

#[test]
fn without_its_engine_a_live_page_is_refused_with_what_to_do() {
    if cfg!(live_engine) {
        return eprintln!("skipped: the program has the engine");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let name = file.to_str().unwrap();
    for asked in [SMALL, "--lesson=2"] {
        let (code, errors) = outcome(&["--live", "--html", name, asked]);
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains("bindings/wasm/live"), "{errors}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[test]
fn a_live_page_is_one_file_too() {
    if !has_engine() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let text = page(folder.path(), "live", &["--live", SMALL]);
    assert!(text.len() < 1_400_000, "{} bytes", text.len());
    let (code, errors) = outcome(&["--live", SMALL]);
    assert_eq!(code, 2);
    assert!(errors.contains("--html"), "{errors}");
}

/// The same bytes from the library, and from the library as WebAssembly.
#[test]
fn webassembly_answers_as_the_library_does() {
    if !has_engine() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/sudosat.wasm");
    if on_path("node").is_none() {
        return eprintln!("skipped: node is not installed");
    }
    let puzzle = |text: &str| json!({"kind": "puzzle", "text": text});
    let hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let questions = [
        puzzle(".12..... ...4.2..".replace(' ', "").as_str()),
        puzzle("12....4........."),
        puzzle("."),
        puzzle(hard),
        puzzle("123"),
        json!({"kind": "puzzle", "text": hard, "encoding": "minimal", "steps": 5000}),
        json!({"kind": "puzzle", "text": hard, "encoding": "extended-sequential"}),
        json!({"kind": "puzzle", "text": "................", "decide": [-1, 6, 11, -64]}),
        json!({"kind": "puzzle", "text": hard, "engine": "matrix"}),
        json!({"kind": "puzzle", "text": hard, "engine": "dpll", "decide": [-1, 729]}),
        json!({"kind": "cnf", "text": "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n", "engine": "dpll"}),
        json!({"kind": "cover", "text": "a b\na\nb\na b\n", "engine": "matrix"}),
        json!({"kind": "cover", "text": "a b\na\nb\na b\n", "engine": "backtrack"}),
        json!({"kind": "cnf", "text": "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n"}),
        json!({"kind": "cnf", "text": "p cnf 2 3\n1 2 0\n"}),
        json!({"kind": "cnf", "text": "p cnf 3 4\n2 2 0\n1 0\n-1 -1 0\n3 0\n"}),
        json!({"kind": "cover", "text": "a b c | d\na b\nc d\nb c d\n"}),
        json!({"effort": "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n",
            "counting": false, "conflicts": 1000}),
        json!({"kind": "cover", "text": "001100\n110000\n010100\n001001\n100000\n000110\n"}),
    ];
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("questions");
    let mut text = String::new();
    for question in &questions {
        let question = question.to_string();
        text += &format!("{question}\n{}\n", live::answer(&question));
    }
    std::fs::write(&lines, text).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/wasm.mjs");
    let output = Command::new("node")
        .arg(script)
        .arg(file)
        .arg(lines)
        .output();
    let output = output.unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.contains(&format!("{} answers are the same", 2 * questions.len())),
        "sudosat.wasm is older than the library; bindings/wasm/live makes it anew\n{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_file_is_replaced_only_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    std::fs::write(&file, "mine").unwrap();
    let name = file.to_str().unwrap();
    let (code, errors) = outcome(&["--html", name, SMALL]);
    assert_eq!(code, 2);
    assert!(errors.contains("--force"), "{errors}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(
        outcome(&["--force", "--html", name, SMALL]),
        (0, String::new())
    );
    assert!(std::fs::metadata(&file).unwrap().len() > 50_000);
}

#[test]
fn a_page_goes_to_standard_output_too() {
    let output = explain(&["--html", "-", SMALL]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(output.stdout.starts_with(b"<!DOCTYPE html>"));
}

#[test]
fn what_makes_no_page_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let name = file.to_str().unwrap();
    for (arguments, told) in [
        (
            &["puzzles/large/25x25-a.txt"][..],
            "up to n = 4, found n = 5",
        ),
        (
            &["--live", "puzzles/large/16x16-a.txt"],
            "with --live, a page shows puzzles up to n = 3, found n = 4",
        ),
        (&["puzzles/several-solutions.txt"], "found another at"),
        (&["puzzles/none.txt"], "none.txt"),
        (&["--steps", "5..9", SMALL], "begins with step 1"),
        (&["--json", SMALL], "--json"),
        (
            &["--engine", "cdcl", "--problem", "knuth-6x7"],
            "dlx or matrix",
        ),
    ] {
        let (code, errors) = outcome(&[&["--html", name], arguments].concat());
        assert_eq!(code, 2, "{arguments:?}");
        assert!(errors.contains(told), "{arguments:?}: {errors}");
        assert!(!file.exists(), "{arguments:?}");
    }
    let nowhere = folder.path().join("no/such/page.html");
    let (code, errors) = outcome(&["--html", nowhere.to_str().unwrap(), SMALL]);
    assert_eq!(code, 2);
    assert!(errors.contains("page.html"), "{errors}");
}

fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let files = std::env::split_paths(&path).map(|folder| folder.join(program));
    files.into_iter().find(|file| file.is_file())
}

/// Where the tools are, or what is missing.
fn tools() -> Result<(PathBuf, PathBuf), &'static str> {
    let folder = match std::env::var_os("SUDOSAT_TOOLS") {
        Some(folder) => PathBuf::from(folder),
        None => {
            let home = std::env::var_os("HOME").ok_or("HOME is not set")?;
            Path::new(&home).join(".cache/sudosat-tools")
        }
    };
    let folder = folder.join("page");
    on_path("node").ok_or("node is not installed")?;
    let chromium = on_path("chromium").ok_or("chromium is not installed")?;
    for module in ["playwright-core", "axe-core"] {
        if !folder.join("node_modules").join(module).is_dir() {
            return Err("playwright-core and axe-core are not installed");
        }
    }
    Ok((folder, chromium))
}

#[test]
fn the_page_in_a_browser() {
    if !has_engine() {
        return;
    }
    let (tools, chromium) = match tools() {
        Ok(tools) => tools,
        Err(missing) => return eprintln!("skipped: {missing}"),
    };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let odd = folder.join("odd.dlx");
    std::fs::write(&odd, "a </script><img> &lt;b\na </script><img>\n&lt;b\n").unwrap();
    page(folder, "small", &[SMALL]);
    page(folder, "hard", &[HARD]);
    page(folder, "large", &[LARGE]);
    page(folder, "live", &["--live", SMALL]);
    page(folder, "live-dpll", &["--live", "--engine", "dpll", SMALL]);
    std::fs::write(folder.join("small.txt"), explain(&[SMALL]).stdout).unwrap();
    page(folder, "one", &["puzzles/empty-1x1.txt"]);
    page(folder, "unsolvable", &["puzzles/unsolvable.txt:9"]);
    page(folder, "cover", &["--problem", "knuth-6x7"]);
    page(folder, "clash", &["11.............."]);
    page(
        folder,
        "diagonal",
        &["--rules", "diagonal", "12...........3.."],
    );
    for name in ["killer", "thermometers", "kropki", "sandwich"] {
        page(folder, name, &[&format!("puzzles/variants/{name}.txt")]);
    }
    page(folder, "samurai", &["puzzles/samurai.txt"]);
    page(
        folder,
        "live-rules",
        &["--live", "puzzles/variants/thermometers.txt"],
    );
    personal(folder, "hint", &["hint", STEPS]);
    personal(folder, "hint-large", &["hint", LARGE]);
    personal(folder, "why", &["why", "puzzles/unsolvable.txt:4"]);
    personal(
        folder,
        "why-cell",
        &["why", "puzzles/variants/little-killer.txt", "r1c1"],
    );
    page(folder, "odd", &["--cover", odd.to_str().unwrap()]);
    let cnf = folder.join("four.cnf");
    std::fs::write(&cnf, "p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n").unwrap();
    page(
        folder,
        "formula",
        &["--live", "--cnf", cnf.to_str().unwrap()],
    );
    page(folder, "dpll", &["--engine", "dpll", SMALL]);
    let late = folder.join("late.cnf");
    std::fs::write(&late, "p cnf 6 4\n5 6 0\n5 -6 0\n-5 6 0\n-5 -6 0\n").unwrap();
    page(
        folder,
        "dpll-formula",
        &["--engine", "dpll", "--cnf", late.to_str().unwrap()],
    );
    for number in 1..=6 {
        let number = number.to_string();
        page(folder, &format!("lesson-{number}"), &["--lesson", &number]);
        for form in ["slides", "handout", "answers"] {
            let name = format!("{form}-{number}");
            page(folder, &name, &["--lesson", &number, "--as", form]);
        }
        let bank = explain(&["--lesson", &number, "--to", "gift"]).stdout;
        std::fs::write(folder.join(format!("lesson-{number}.gift")), bank).unwrap();
    }
    let empty = folder.join("empty.cnf");
    std::fs::write(&empty, "p cnf 3 3\n1 2 0\n0\n-1 3 0\n").unwrap();
    page(folder, "empty", &["--cnf", empty.to_str().unwrap()]);
    trace(folder, "small", &["cdcl", "dlx", "backtrack"], &[SMALL]);
    trace(
        folder,
        "small-extended",
        &["cdcl"],
        &["-e", "extended", SMALL],
    );
    trace(folder, "dpll", &["dpll"], &[SMALL]);
    trace(folder, "cover", &["dlx"], &["--problem", "knuth-6x7"]);
    // What the browser leaves when it is killed goes with the folder.
    let temporary = folder.join("tmp");
    std::fs::create_dir(&temporary).unwrap();
    let output = Command::new("node")
        .env("TMPDIR", temporary)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page/run.mjs"))
        .arg(folder)
        .env("SUDOSAT_PAGE_TOOLS", tools)
        .env("SUDOSAT_CHROMIUM", chromium)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    print!("{told}");
    assert!(
        output.status.success()
            && told
                .lines()
                .filter(|line| line.starts_with("ok ") || line.starts_with("left to "))
                .count()
                == CASES,
        "{told}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Writes the page of `hint` or `why`.
fn personal(folder: &Path, name: &str, arguments: &[&str]) {
    let mut program = program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    let file = folder.join(name).with_extension("html");
    let output = output(program.args(arguments).arg("--html").arg(file));
    assert!(output.status.success() && output.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
}

/// The same traces as the page's, by another way: `explain --json`, one run each.
fn trace(folder: &Path, name: &str, engines: &[&str], arguments: &[&str]) {
    let mut whole: Option<serde_json::Value> = None;
    for engine in engines {
        let output = explain(&[&["--json", "--engine", engine], arguments].concat());
        assert!(output.status.success());
        let one: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        match &mut whole {
            None => whole = Some(one),
            Some(whole) => {
                let run = one["runs"][0].clone();
                whole["runs"].as_array_mut().unwrap().push(run);
            }
        }
    }
    let text = whole.unwrap().to_string();
    std::fs::write(folder.join(name).with_extension("json"), text).unwrap();
}
