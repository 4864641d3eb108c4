//! What stands beside a grid: each rule that is stated in words or as a map is applied to it,
//! or the grid is refused; decoration passes.
//!
//! `tests/beside/rules.txt` has texts that state rules, `applied.txt` statements with what they
//! must become, `decoration.txt` texts that state nothing: each is put beside a grid in every
//! way of [`CHANNELS`]. `layouts.txt` has whole inputs: `%% NAME`, then the lines that must
//! come out, `%= {GRID} RULES` for a puzzle (`solution` for one with an expected solution) and
//! `%!` for a refusal, then `%text` and the input. `{GRID:FORM}` stands for a grid in a form.

use crate::program::{run, texts};
use std::fs;
use sudosat::io::InputError;
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Options};

/// One solution if both diagonals hold 1 to 9, several without them.
const DIAGONAL: &str =
    "6..........2.....7..........318......84....3..7........2...59.1...2.4.....9.17...";
/// One solution with the regions of [`MAP`].
const JIGSAW: &str =
    "....4.....47.....9..3.....1..6........1.72.8..9....6.........2..6.......7...1...3";
const MAP: &str =
    "AAAABBBCCAAADBBBCCAADDDBBCCEEDDDBCCCEEEDDFFFGEEEHFFFGGEHHHFFIGGHHHIIFIGGHHIIIIIGG";
const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const SIX: &str = "1.....2.....3.....4.....5.....6......";
const FIVE: &str = "1.....2.....3.....4.....5";

fn read(input: &str) -> Vec<Result<Entry, InputError>> {
    text::read(input.as_bytes(), "input", &Options::default()).collect()
}

/// The puzzle of a grid with rules.
fn puzzle(cells: &str, rules: &str) -> Puzzle {
    let clues = cells.replace('0', ".");
    let side = clues.len().isqrt();
    let rows: Vec<&str> = (0..side)
        .map(|row| &clues[row * side..(row + 1) * side])
        .collect();
    let rules = match rules.contains("boxes") || side != 6 {
        true => rules.to_owned(),
        false => format!("boxes 2x3; {rules}"),
    };
    let text = format!("size {side}x{side}\n{rules}\nclues\n{}\n", rows.join("\n"));
    read(&text)
        .remove(0)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .puzzle
}

fn file(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/beside/");
    fs::read_to_string(format!("{folder}{name}")).unwrap()
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty()).collect()
}

fn rows(cells: &str) -> String {
    let side = cells.chars().count().isqrt();
    let cells: Vec<char> = cells.chars().collect();
    let rows: Vec<String> = cells.chunks(side).map(|row| row.iter().collect()).collect();
    rows.join("\n")
}

fn list(cells: &str) -> String {
    let row = |row: &str| {
        let cells: Vec<&str> = row.split("").filter(|cell| !cell.is_empty()).collect();
        format!("[{}]", cells.join(",").replace('.', "0"))
    };
    let rows: Vec<String> = rows(cells).lines().map(row).collect();
    format!("[{}]", rows.join(","))
}

/// A text beside a grid, each in a way in which it must be found.
type Channel = (&'static str, fn(&str, &str) -> String);

/// The ways in which a text can stand beside a grid on a line.
const CHANNELS: [Channel; 26] = [
    ("right above", |text, grid| {
        format!("{text}\n{}\n", rows(grid))
    }),
    ("above", |text, grid| format!("{text}\n\n{}\n", rows(grid))),
    ("above a line", |text, grid| format!("{text}\n{grid}\n")),
    ("far above a line", |text, grid| {
        format!("{text}\n\n\n{grid}\n")
    }),
    ("below", |text, grid| format!("{}\n\n{text}\n", rows(grid))),
    ("below a line", |text, grid| format!("{grid}\n\n{text}\n")),
    ("right below a line", |text, grid| {
        format!("{grid}\n{text}\n")
    }),
    ("a comment above", |text, grid| {
        format!("# {text}\n{}\n", rows(grid))
    }),
    ("a comment below", |text, grid| {
        format!("{}\n\n# {text}\n", rows(grid))
    }),
    ("a comment right below", |text, grid| {
        format!("{}\n# {text}\n", rows(grid))
    }),
    ("a comment behind a row", |text, grid| {
        rows(grid).replacen('\n', &format!(" # {text}\n"), 1)
    }),
    ("a comment between rows", |text, grid| {
        rows(grid).replacen('\n', &format!("\n# {text}\n"), 1)
    }),
    ("a comment behind a line", |text, grid| {
        format!("{grid} # {text}\n")
    }),
    ("the title", |text, grid| {
        format!("# title: {text}\n{grid}\n")
    }),
    ("behind a line", |text, grid| format!("{grid} {text}\n")),
    ("a field", |text, grid| format!("{grid},\"{text}\"\n")),
    ("a field ahead", |text, grid| format!("\"{text}\";{grid}\n")),
    ("a column", |text, grid| {
        format!("puzzle,remarks\n{grid},\"{text}\"\n")
    }),
    ("a heading of HTML", |text, grid| {
        format!("<h1>{text}</h1>\n{}\n", rows(grid))
    }),
    ("a page of HTML", |text, grid| {
        let row = |row: &str| {
            let cells: Vec<String> = row.chars().map(|c| format!("<td>{c}</td>")).collect();
            format!("<tr>{}</tr>\n", cells.concat().replace('.', ""))
        };
        let table: String = rows(grid).lines().map(row).collect();
        format!(
            "<html><head><title>{text}</title></head><body>\n<table>\n{table}</table>\n</body></html>\n"
        )
    }),
    ("a name of XML", |text, grid| {
        let data = grid.replace('.', "0");
        format!("<opensudoku>\n<name>{text}</name>\n<game data=\"{data}\"/>\n</opensudoku>\n")
    }),
    ("a comment of XML", |text, grid| {
        let data = grid.replace('.', "0");
        format!("<opensudoku><!-- {text} --><game data=\"{data}\"/></opensudoku>\n")
    }),
    ("a caption of LaTeX", |text, grid| {
        let row = |row: &str| {
            let cells: Vec<&str> = row.split("").filter(|cell| !cell.is_empty()).collect();
            format!("{} \\\\\n", cells.join(" & ").replace('.', " "))
        };
        let table: String = rows(grid).lines().map(row).collect();
        format!(
            "\\begin{{table}}\n\\caption{{{text}}}\n\\begin{{tabular}}{{ccc}}\n{table}\\end{{tabular}}\n\\end{{table}}\n"
        )
    }),
    ("a comment of sdk", |text, grid| {
        format!("#AJane\n#D{text}\n[Puzzle]\n{}\n", rows(grid))
    }),
    ("a quoted mail", |text, grid| {
        let rows = rows(grid).replace('\n', "\n> ");
        format!("> {text}\n>\n> {rows}\n")
    }),
    ("above a list", |text, grid| {
        format!("# {text}\n{}\n", list(grid))
    }),
];

fn shown(found: &[Result<Entry, InputError>]) -> String {
    let each = found.iter().map(|item| match item {
        Ok(entry) => format!("{} with {:?}", entry.name, entry.puzzle.rules().spec()),
        Err(error) => error.to_string(),
    });
    each.collect::<Vec<_>>().join("\n")
}

/// Puts each text beside a grid in every way, and lists those that go wrong.
fn wrong<'a>(
    texts: &[&'a str],
    is_right: impl Fn(&'a str, &[Result<Entry, InputError>]) -> bool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in texts {
        for (name, channel) in CHANNELS {
            let input = channel(
                text.rsplit_once("=> ").map_or(text, |(_, text)| text),
                DIAGONAL,
            );
            let found = read(&input);
            if !is_right(text, &found) {
                wrong.push(format!("{name}: {text}\n    {}", shown(&found)));
            }
        }
    }
    wrong
}

#[track_caller]
fn expect_none(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn words_that_state_a_rule_refuse_the_grid_beside_them() {
    let file = file("rules.txt");
    let is_refused = |_: &str, found: &[Result<Entry, _>]| found.iter().all(Result::is_err);
    expect_none(&wrong(&lines(&file), is_refused));
}

/// Texts that were written after the vocabulary, most of them found at first sight.
#[test]
fn words_in_other_words_are_judged_as_well() {
    let expect = |name: &str, is_right: fn(&[Result<Entry, InputError>]) -> bool| {
        let file = file(name);
        let inputs = lines(&file).into_iter().flat_map(|text| {
            let below = format!("{}\n\n{text}\n", rows(DIAGONAL));
            [format!("{text}\n\n{DIAGONAL}\n"), below]
        });
        let wrong = inputs.filter(|input| !is_right(&read(input)));
        expect_none(&wrong.collect::<Vec<_>>());
    };
    expect("rules-later.txt", |found| found.iter().all(Result::is_err));
    expect("decoration-later.txt", |found| matches!(found, [Ok(_)]));
}

#[test]
fn statements_are_applied_to_the_grid_beside_them() {
    let file = file("applied.txt");
    let is_applied = |line: &str, found: &[Result<Entry, _>]| {
        let rules = line.split_once(" => ").unwrap().0;
        let expected = puzzle(DIAGONAL, rules);
        matches!(found, [Ok(entry)] if entry.puzzle == expected)
    };
    expect_none(&wrong(&lines(&file), is_applied));
}

#[test]
fn decoration_passes() {
    let file = file("decoration.txt");
    let plain = puzzle(DIAGONAL, "");
    let passes =
        |_: &str, found: &[Result<Entry, _>]| matches!(found, [Ok(entry)] if entry.puzzle == plain);
    expect_none(&wrong(&lines(&file), passes));
}

/// A grid in a form, by the name that layouts use.
fn form(name: &str, form: &str) -> String {
    let cells = match name {
        "D" => DIAGONAL,
        "J" => JIGSAW,
        "C" => CLASSIC,
        "SIX" => &SIX[..36],
        "FIVE" => FIVE,
        "MAP" => MAP,
        "SOLVED" => SOLVED,
        other => panic!("{other}"),
    };
    let digits: String = MAP
        .bytes()
        .map(|sign| char::from(sign - b'A' + b'1'))
        .collect();
    let words = |cells: &str| {
        rows(cells)
            .replace("", " ")
            .replace(" \n ", "\n")
            .trim()
            .to_owned()
    };
    match form {
        "" | "line" => cells.to_owned(),
        "rows" => rows(cells),
        "words" => words(cells),
        "digits" => rows(&digits),
        "digitline" => digits,
        "from0" => rows(
            &digits
                .bytes()
                .map(|sign| char::from(sign - 1))
                .collect::<String>(),
        ),
        "comments" => format!("# {}", rows(cells).replace('\n', "\n# ")),
        "c" => list(cells).replace('[', "{").replace(']', "}"),
        "wrong" => rows(&MAP.replacen('B', "A", 1)),
        "blank" => rows(&MAP.replacen('B', ".", 1)),
        "list" => list(cells),
        "solution" => rows(SOLVED),
        "solutionline" => SOLVED.to_owned(),
        "other" => rows(&SOLVED.replace('5', "x").replace('4', "5").replace('x', "4")),
        "numbered" => {
            let lines = words(cells);
            let lines = lines.lines().enumerate();
            lines
                .map(|(row, line)| format!("{} {}\n", row + 1, line.trim()))
                .collect::<String>()
                .trim_end()
                .to_owned()
        }
        "commented" => rows(cells).replacen('\n', &format!(" # {DIAGONAL}\n"), 1),
        "box" => {
            let row = |row: &str| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]);
            let drawn: Vec<String> = rows(cells).lines().map(row).collect();
            let rule = "+-----+-----+-----+";
            let bands: Vec<String> = drawn.chunks(3).map(|band| band.join("\n")).collect();
            format!("{rule}\n{}\n{rule}", bands.join(&format!("\n{rule}\n")))
        }
        other => panic!("{other}"),
    }
}

/// A text with each `{GRID:FORM}` written out.
fn filled(text: &str) -> String {
    let mut parts = text.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap();
        let (name, wanted) = name.split_once(':').unwrap_or((name, ""));
        filled += &form(name, wanted);
        filled += rest;
    }
    filled
}

/// The layouts: the name, the lines that must come out, the input.
fn layouts() -> Vec<(String, Vec<String>, String)> {
    let file = file("layouts.txt");
    let cases = file.split("%% ").skip(1).map(|case| {
        let (head, text) = case.split_once("%text\n").unwrap();
        let mut head = head.lines();
        let name = head.next().unwrap().to_owned();
        let expected = head.map(filled).collect();
        (name, expected, filled(text))
    });
    cases.collect()
}

#[test]
fn what_stands_beside_grids_is_applied_or_refused() {
    let mut wrong = Vec::new();
    for (name, expected, input) in layouts() {
        let found = read(&input);
        let is_right = |(item, expected): (&Result<Entry, InputError>, &String)| match item {
            Err(_) => expected == "%!",
            Ok(entry) => {
                let Some(expected) = expected.strip_prefix("%= ") else {
                    return false;
                };
                let (cells, rules) = expected.split_once(' ').unwrap_or((expected, ""));
                let solution = entry
                    .expected
                    .as_ref()
                    .and_then(|told| told.solution.as_ref());
                let has_solution = solution == puzzle(SOLVED, "").as_grid().as_ref();
                let rules = match rules {
                    "solution" => "",
                    map if map == MAP => &format!("regions {}", rows(MAP).replace('\n', " ")),
                    rules => rules,
                };
                entry.puzzle == puzzle(cells, rules)
                    && expected.ends_with("solution") == has_solution
            }
        };
        let is_all = found.len() == expected.len() && found.iter().zip(&expected).all(is_right);
        if !is_all {
            wrong.push(format!(
                "{name}\n    expected {expected:?}\n    {}",
                shown(&found)
            ));
        }
    }
    expect_none(&wrong);
}

/// The program: no answer without the rules, and the right answer with them.
#[test]
fn the_program_prints_no_grid_that_lacks_a_rule() {
    let answer = |rules: &str| {
        let rules = format!("--rules={rules}");
        texts(&run(&["solve", "--format", "line", &rules], DIAGONAL)).1
    };
    let solved = answer("diagonal");
    assert_ne!(solved, answer("boxes 3x3"));
    for (name, channel) in CHANNELS {
        let (code, out, error) = texts(&run(
            &["solve", "--format", "line"],
            &channel("diagonal", DIAGONAL),
        ));
        assert_eq!((code, &out), (0, &solved), "{name}: {error}");
        let (code, out, error) = texts(&run(
            &["solve", "--format", "line"],
            &channel("Argyle Sudoku", DIAGONAL),
        ));
        let is_refused = code == 2 && ["", "bad input\n"].contains(&out.as_str());
        assert!(is_refused, "{name}: {out}{error}");
        assert!(
            error.contains("state its rules with --rules"),
            "{name}: {error}"
        );
    }
    for text in [
        format!("{DIAGONAL};diagonal"),
        format!("{DIAGONAL} diagonal"),
        format!("diagonal: {DIAGONAL}"),
        format!("diagonal;{DIAGONAL}"),
    ] {
        let (code, out, error) = texts(&run(&["solve", "--format", "line", &text], ""));
        assert_eq!((code, &out), (0, &solved), "{text}: {error}");
    }
    let text = format!("{DIAGONAL};killer");
    for command in [
        "solve", "check", "encode", "hint", "why", "show", "minimize", "rate", "sheet",
    ] {
        let (code, out, error) = texts(&run(&[command, &text], ""));
        assert_eq!(code, 2, "{command}: {out}{error}");
        assert!(error.contains("'killer'"), "{command}: {error}");
    }
}

#[test]
fn rules_that_the_user_states_stand_for_words() {
    let rules = Statements::read("diagonal", "rules").unwrap();
    let options = Options {
        rules: Some(rules.into()),
        ..Options::default()
    };
    let read = |input: String| text::read(input.as_bytes(), "input", &options).collect::<Vec<_>>();
    let found = read(format!(
        "Both long lines from corner to corner hold 1 to 9\n{DIAGONAL}\n"
    ));
    let [Ok(entry)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(entry.puzzle, puzzle(DIAGONAL, "diagonal"));
    let found = read(format!("anti-knight\n{DIAGONAL}\n"));
    let [Ok(entry)] = &found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(entry.puzzle, puzzle(DIAGONAL, "diagonal; anti-knight"));
}

/// Words in fields of JSON state rules as they do elsewhere, and `--rules` stands for them.
#[test]
fn fields_of_json_state_rules_and_the_user_may() {
    let object = |cells: &str, field: &str| format!(r#"{{"puzzle":"{cells}",{field}}}"#);
    for (field, rules) in [
        (r#""type":"X-Sudoku""#, "diagonal"),
        (
            r#""hash":"ab12","category":"Puzzles","title":"Sudoku 9x9""#,
            "",
        ),
    ] {
        let found = read(&object(CLASSIC, field));
        let [Ok(entry)] = &found[..] else {
            panic!("{field}: {found:?}");
        };
        assert_eq!(entry.puzzle, puzzle(CLASSIC, rules), "{field}");
    }
    let title = object(&SIX[..36], r#""title":"6x6 with 3x2 boxes""#);
    assert!(read(&title).iter().all(Result::is_err));
    for field in [
        r#""title":"Killer 5""#,
        r#""win":true"#,
        r#""type":"Killer""#,
        r#""type":"Str8ts""#,
        r#""title":"No 2x2""#,
        r#""title":"X""#,
        r#""name":"X""#,
        r#""type":"159 Sudoku""#,
        r#""comment":"r1c3=4""#,
    ] {
        let input = object(DIAGONAL, field);
        assert!(read(&input).iter().all(Result::is_err), "{field}");
        let (code, _, error) = texts(&run(&["solve", "--rules", "diagonal"], &input));
        assert_eq!(code, 0, "{field}: {error}");
    }
    let list = object(DIAGONAL, r#""win":[[1,2]]"#);
    let (code, _, error) = texts(&run(&["solve", "--rules", "diagonal"], &list));
    assert_eq!(code, 2);
    assert!(!error.contains("--rules"), "{error}");
}

#[test]
fn errors_quote_the_text_as_it_stands() {
    let grid = rows(DIAGONAL);
    let found = read(&format!("Thermo\n{grid}\n"));
    let error = found[0].as_ref().unwrap_err().to_string();
    assert!(error.contains("state its rules with --rules"), "{error}");
    let found = read(&format!("{grid}\n\nX-Sudoku\n\n{grid}\n"));
    let error = found[0].as_ref().unwrap_err().to_string();
    assert!(error.contains("found 'X-Sudoku'"), "{error}");
    for word in ["Killer", "Thermo", "Jigsaw"] {
        let input = format!("{word}\n{grid}\n");
        let (code, _, error) = texts(&run(&["solve", "--rules", "diagonal"], &input));
        assert_eq!(code, 0, "{word}: {error}");
    }
}
