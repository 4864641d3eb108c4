//! The tables of `docs/VARIANTS.md`: variants × commands × engines. Each cell
//! that says `yes` is run, and each that says `no` must be refused in the words
//! of its footnote.

use crate::fuzzing::pace::rounds;
use crate::program::{output, program};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;
use sudosat::encode::Encoding;
use sudosat::sudoku::text;
use sudosat::teach::Window;
use sudosat::teach::page::{Lesson, check_showable};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs the program with this standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut program = program();
    output(program.current_dir(ROOT).args(arguments).write_stdin(input))
}

fn run(arguments: &[&str]) -> Output {
    run_with(arguments, b"")
}

fn lossless(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What came of a cell: the grid it gave (empty if the command gives none), or
/// what the command said when it refused.
type Outcome = Result<String, String>;

fn outcome(output: Output) -> Outcome {
    match output.status.code() {
        Some(0) => Ok(lossless(&output.stdout)),
        code => Err(format!("exit {code:?}: {}", lossless(&output.stderr))),
    }
}

/// The one solution by an engine, which must also find that there is no other.
fn by_engine(file: &str, engine: &str) -> Outcome {
    outcome(run(&["solve", "--count", "2", "--engine", engine, file]))
}

/// Encodes, solves the formula, and decodes the model.
fn by_encoding(file: &str, encoding: &str) -> Outcome {
    let formula = run(&["encode", "-e", encoding, file, "-o", "-"]);
    if !formula.status.success() {
        return outcome(formula);
    }
    let model = run_with(&["sat", "-"], &formula.stdout);
    assert_eq!(model.status.code(), Some(10), "{}", lossless(&model.stderr));
    outcome(run_with(&["decode", file, "-"], &model.stdout))
}

/// Makes the page of a puzzle: all clauses of rules for cells are named, and a run on the exact cover is
/// missing exactly if that has colours.
fn page(file: &str) -> Result<(), String> {
    let bytes = std::fs::read(Path::new(ROOT).join(file)).map_err(|error| error.to_string())?;
    let mut entries = text::read(&bytes[..], file, &text::Options::default());
    let entry = entries.next().ok_or("no puzzle")?;
    let puzzle = entry.map_err(|error| error.to_string())?.puzzle;
    let encoding = Encoding::usual(puzzle.rules());
    check_showable(&puzzle, &encoding, false)?;
    let lesson = Lesson::of_puzzle(&puzzle, &encoding, None, Window::default());
    let lesson = lesson.map_err(|error| error.to_string())?;
    let shown = serde_json::to_value(lesson).map_err(|error| error.to_string())?;
    let (rules, list) = (puzzle.rules(), |part: &serde_json::Value| {
        part.as_array().cloned().unwrap_or_default()
    });
    let engines: Vec<_> = list(&shown["traces"][0]["runs"])
        .iter()
        .map(|run| run["engine"].clone())
        .collect();
    let expected: &[&str] = match rules.tables() {
        [] => &["cdcl", "dlx", "backtrack"],
        _ => &["cdcl", "backtrack"],
    };
    if engines != expected {
        return Err(format!("found runs of {engines:?}"));
    }
    let names = list(&shown["pairs"]).len() + list(&shown["tables"]).len();
    for (index, trace) in list(&shown["traces"]).iter().enumerate() {
        let is_of_cells = |group: &&serde_json::Value| {
            let id = group["id"].as_str().unwrap_or_default();
            !id.ends_with("-at-least-one")
                && !id.ends_with("-at-most-one")
                && !["clues", "exclusions"].contains(&id)
        };
        let groups = list(&trace["cnf"]["groups"]);
        let mut next = groups.iter().filter(is_of_cells).flat_map(|group| {
            let first = group["first"].as_u64().unwrap_or_default();
            first..first + group["count"].as_u64().unwrap_or_default()
        });
        for source in list(&shown["sources"][index]) {
            let [first, count, rule] =
                [0, 1, 2].map(|place| source[place].as_u64().unwrap_or_default());
            if rule as usize >= names
                || (first..first + count).any(|clause| next.next() != Some(clause))
            {
                return Err(format!("found clauses of {source} in trace {index}"));
            }
        }
        if let Some(clause) = next.next() {
            return Err(format!("clause {clause} of trace {index} has no rule"));
        }
    }
    Ok(())
}

/// Runs what a column's heading names.
fn cell(column: &str, file: &str, grid: &str) -> Outcome {
    let ends_well = |output: Output| outcome(output).map(|_| grid.to_owned());
    match column {
        "solve" => outcome(run(&["solve", "--unique", file])),
        "show" => ends_well(run(&["show", file])),
        "check" => ends_well(run(&["check", file])),
        "page" => page(file).map(|()| grid.to_owned()),
        "explain" => ends_well(run(&["explain", "--steps", "1..5", file])),
        "generate" => {
            // The rules without the clues, candidates and symbols.
            let described = outcome(run(&["show", "--to", "rules", file]))?;
            let is_rule =
                |line: &&str| !line.starts_with("symbols") && !line.starts_with("candidates");
            let rules = described.lines().take_while(|line| *line != "clues");
            let rules = rules.filter(is_rule).collect::<Vec<_>>().join("\n");
            let made = outcome(run(&[
                "generate", "--rules", &rules, "--unique", "--holes", "20%", "--seed", "1",
            ]))?;
            // It states its rules itself.
            ends_well(run_with(&["solve", "--unique", "-"], made.as_bytes()))
        }
        "lecture" | "minimal" | "extended" | "strengthened" => by_encoding(file, column),
        engine => by_engine(file, engine),
    }
}

/// A program that a machine may lack.
fn is_missing(column: &str) -> bool {
    let programs = ["kissat", "cadical", "minisat"];
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let has = |folder: std::path::PathBuf| folder.join(column).is_file();
    programs.contains(&column) && !std::env::split_paths(&paths).any(has)
}

/// The cells of a row of a Markdown table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inside = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inside.split('|').map(str::trim).collect())
}

#[test]
fn every_cell_of_the_tables_is_so() {
    let document = std::fs::read_to_string(Path::new(ROOT).join("docs/VARIANTS.md")).unwrap();
    // `[1]: words` below the tables.
    let footnote = |mark: &str| {
        let start = format!("[{mark}]: ");
        let words = document.lines().find_map(|line| line.strip_prefix(&start));
        words.unwrap_or_else(|| panic!("no footnote {mark}"))
    };
    let mut columns: Vec<&str> = Vec::new();
    let mut grids: BTreeMap<&str, String> = BTreeMap::new();
    let (mut run_cells, mut faults) = (0, Vec::new());
    for line in document.lines() {
        let Some(row) = cells(line) else {
            columns.clear();
            continue;
        };
        if columns.is_empty() {
            columns = row;
            continue;
        }
        if row
            .iter()
            .all(|cell| cell.starts_with('-') || cell.starts_with(':'))
        {
            continue;
        }
        let file = row[0]
            .split(['(', ')'])
            .find_map(|part| part.strip_prefix("../"));
        let file = file.expect("a link to a file in the first cell");
        let solve = || cell("solve", file, "").unwrap_or_else(|fault| panic!("{file}: {fault}"));
        let grid = grids.entry(file).or_insert_with(solve);
        for (&column, &told) in columns.iter().zip(&row).skip(1) {
            if is_missing(column) {
                println!("skipped: {column} is not installed");
                continue;
            }
            if column == "generate" && file.ends_with("two-grids.txt") && rounds(1) == 1 {
                println!("left to SUDOSAT_ROUNDS: the grids of {file} are counted for seconds");
                continue;
            }
            run_cells += 1;
            let found = match column {
                "solve" => Ok(grid.clone()),
                _ => cell(column, file, grid),
            };
            let is_so = match (told.strip_prefix("no "), &found) {
                (None, Ok(found)) => told == "yes" && found == grid,
                (Some(mark), Err(words)) => {
                    let mark = mark.trim_matches(['[', ']']);
                    !words.contains("panicked") && words.contains(footnote(mark))
                }
                _ => false,
            };
            if !is_so {
                faults.push(format!("{file}, {column}: told {told:?}, found {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(run_cells > 200, "{run_cells} cells were run");
}
