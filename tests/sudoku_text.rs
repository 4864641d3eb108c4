//! Reading and printing puzzles: every form, its errors, and the way round.

use crate::fuzzing::pace::rounds;
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::Arc;
use sudosat::budget::Budget;
use sudosat::cover::Search;
use sudosat::cover::dlx::{Choice, Dlx};
use sudosat::io::InputError;
use sudosat::sudoku::print::{self, Cells, Lines};
use sudosat::sudoku::text::description::Statements;
use sudosat::sudoku::text::{self, Entry, Form, Options, Stated};
use sudosat::sudoku::{Digit, Grid, Puzzle, Size, Symbols};

const CLASSIC: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn read_with(input: &[u8], symbols: Option<Stated>) -> Vec<Result<Entry, InputError>> {
    let options = Options {
        symbols,
        ..Options::default()
    };
    text::read(Cursor::new(input), "input", &options).collect()
}

fn entries(input: &str) -> Vec<Entry> {
    let entries: Result<Vec<Entry>, InputError> =
        read_with(input.as_bytes(), None).into_iter().collect();
    entries.unwrap_or_else(|error| panic!("{error}\n{input}"))
}

/// The one puzzle of an input.
fn entry(input: &str) -> Entry {
    let mut entries = entries(input);
    assert_eq!(entries.len(), 1, "{input}");
    entries.remove(0)
}

/// The first error of an input.
fn error(input: &str) -> InputError {
    let mut errors = read_with(input.as_bytes(), None).into_iter();
    match errors.find_map(Result::err) {
        Some(error) => error,
        None => panic!("no error\n{input}"),
    }
}

/// The puzzle in decimal numbers, to compare what is in it.
fn plain(puzzle: &Puzzle) -> Puzzle {
    puzzle.clone().with_symbols(Symbols::NUMBERS)
}

fn puzzle(line: &str) -> Puzzle {
    let values: Vec<usize> = line
        .chars()
        .map(|c| c.to_digit(36).unwrap_or(0) as usize)
        .collect();
    Puzzle::from_values(&values)
}

/// The classic with a function on each row.
fn by_row(function: impl Fn(&str) -> String) -> String {
    (0..9)
        .map(|row| function(&CLASSIC[9 * row..9 * row + 9]) + "\n")
        .collect()
}

/// A row's symbols joined by something.
fn joined(row: &str, by: &str) -> String {
    let cells: Vec<String> = row.chars().map(String::from).collect();
    cells.join(by)
}

#[test]
fn every_form_of_the_classic_is_the_same_puzzle() {
    let expected = puzzle(CLASSIC);
    let groups = |row: &str, by: &str| [&row[..3], &row[3..6], &row[6..]].join(by);
    let comma_if_clue = |row: &str| joined(row, ",").replace('.', "");
    let marks: String = CLASSIC
        .chars()
        .map(|clue| match clue {
            '.' => "123456789".to_owned(),
            clue => ('1'..='9')
                .map(|c| if c == clue { c } else { '.' })
                .collect(),
        })
        .collect();
    let boxed = |bar: &str, rule: &str| {
        let rows = by_row(|row| {
            let groups = [&row[..3], &row[3..6], &row[6..]].map(|group| joined(group, " "));
            format!("{bar} {} {bar}", groups.join(&format!(" {bar} ")))
        });
        let rows: Vec<&str> = rows.lines().collect();
        format!(
            "{rule}\n{}\n{rule}\n{}\n{rule}\n{}\n{rule}\n",
            rows[..3].join("\n"),
            rows[3..6].join("\n"),
            rows[6..].join("\n")
        )
    };
    let forms = [
        (Form::Line, CLASSIC.to_owned()),
        (Form::Line, CLASSIC.replace('.', "0")),
        (Form::Line, CLASSIC.replace('.', "_")),
        (Form::Line, CLASSIC.replace('.', "*")),
        (Form::Line, CLASSIC.replace('.', "?")),
        (Form::Line, CLASSIC.replacen('.', "0", 20)),
        (Form::Line, format!("{CLASSIC}\r\n")),
        (Form::Line, format!("\u{feff}{CLASSIC}\n\n")),
        (Form::Line, format!("{CLASSIC}  # 30 clues")),
        (Form::Line, format!("{CLASSIC} easy 1.2")),
        (Form::Line, format!("{CLASSIC}\teasy")),
        (Form::Line, format!("{CLASSIC},easy,17")),
        (Form::Line, format!("{CLASSIC};easy")),
        (Form::Line, by_row(str::to_owned).replace('\n', " ")),
        (Form::Rows, by_row(str::to_owned)),
        (Form::Rows, by_row(str::to_owned).replace('\n', "\r")),
        (Form::Rows, by_row(|row| format!("    {row}  "))),
        (Form::Rows, by_row(|row| format!("{row} # a row"))),
        (Form::Rows, format!("Grid 01\n{}", by_row(str::to_owned))),
        (
            Form::Sdk,
            format!("#ASomebody\n[Puzzle]\n{}", by_row(str::to_owned)),
        ),
        (Form::Groups, by_row(|row| groups(row, " "))),
        (Form::Numbers, by_row(|row| joined(row, " "))),
        (
            Form::Numbers,
            by_row(|row| joined(row, "  ").replace('.', "00").replace('5', "05")),
        ),
        (Form::NumberLine, joined(CLASSIC, " ")),
        (
            Form::NumberLine,
            format!("{}\n# the end", joined(CLASSIC, ",")),
        ),
        (Form::Fields, by_row(|row| joined(row, ","))),
        (Form::Fields, by_row(|row| joined(row, "; "))),
        (Form::Fields, by_row(|row| joined(row, "\t"))),
        (Form::Fields, by_row(comma_if_clue)),
        (
            Form::Fields,
            by_row(|row| joined(row, "\t").replace('.', "")),
        ),
        (Form::Boxes, boxed("|", "+-------+-------+-------+")),
        (Form::Boxes, boxed("|", "*=====================*")),
        (Form::Boxes, boxed("│", "├───────┼───────┼───────┤")),
        (Form::Boxes, boxed("║", "╠═══════╬═══════╬═══════╣")),
        (Form::Boxes, by_row(|row| groups(row, "|"))),
        (Form::Boxes, by_row(|row| format!("|{}|", groups(row, "|")))),
        (Form::Boxes, by_row(|row| format!("|{}|", joined(row, "|")))),
        (Form::Boxes, by_row(|row| format!("|{row}|"))),
        (Form::Json, print::json(&expected).to_string()),
        (
            Form::Json,
            print::json(&expected)
                .to_string()
                .replace("],", "],\n")
                .replace("null", "0"),
        ),
    ];
    for (form, input) in forms {
        let entry = entry(&input);
        assert_eq!(entry.puzzle, expected, "{input}");
        assert_eq!(entry.form, form, "{input}");
        assert_eq!(entry.expected, None, "{input}");
    }
    let marked = entry(&marks);
    assert_eq!(marked.form, Form::Pencilmarks);
    // Cells with one candidate are clues.
    assert_eq!(marked.puzzle, expected);
    assert_eq!(
        print::pencilmarks(&marked.puzzle).unwrap().to_string(),
        marks
    );
}

#[test]
fn blank_lines_may_part_bands_and_puzzles() {
    let rows = by_row(str::to_owned);
    let bands = format!("{}\n{}\n\n{}", &rows[..30], &rows[30..60], &rows[60..]);
    let both = format!("{bands}\n\n{SOLVED}\nGrid 2\n{rows}# three\n{rows}");
    let forms: Vec<(Form, u64)> = entries(&both)
        .iter()
        .map(|entry| (entry.form, entry.line))
        .collect();
    assert_eq!(
        forms,
        [
            (Form::Rows, 1),
            (Form::Line, 15),
            (Form::Rows, 17),
            (Form::Rows, 27)
        ]
    );
    let boxed = print::boxed(&puzzle(CLASSIC), Lines::Ascii).to_string();
    assert_eq!(entries(&format!("{boxed}{boxed}")).len(), 2);
    assert_eq!(entries(&both)[1].name, "input:15");
}

#[test]
fn what_is_expected_of_a_puzzle_is_read() {
    let expected = |input: &str| entry(input).expected.unwrap();
    assert_eq!(expected(&format!("{CLASSIC}:2")).count, Some(2));
    assert_eq!(expected(&format!("{CLASSIC}:2:")).solution, None);
    let both = expected(&format!("{CLASSIC}:1:{SOLVED} # known"));
    assert_eq!(both.count, Some(1));
    assert_eq!(both.solution, puzzle(SOLVED).as_grid());
    assert_eq!(
        expected(&format!("# count: 7\n{}", by_row(str::to_owned))).count,
        Some(7)
    );
    let two = entries(&format!("# count: 7\n{CLASSIC}\n{CLASSIC}\n"));
    assert_eq!(two[1].expected, None, "said of the next puzzle only");
    for by in [",", " ", "\t"] {
        let solution = expected(&format!("{CLASSIC}{by}{SOLVED}")).solution;
        assert_eq!(solution, puzzle(SOLVED).as_grid());
    }
    for (line, column) in [
        (format!("{CLASSIC}:x"), 83),
        (format!("{CLASSIC}:"), 83),
        (format!("{CLASSIC}:1:123"), 85),
        (format!("{CLASSIC}:1:{CLASSIC}"), 87),
        (format!("{CLASSIC}:1:{SOLVED}:"), 166),
        (format!("{CLASSIC} {CLASSIC}"), 83),
    ] {
        assert_eq!(error(&line).column, Some(column), "{line}");
    }
}

/// The grid whose cell in row i and column j is i + 4j, on its diagonals.
fn sixteen(symbols: &str) -> String {
    let symbols: Vec<char> = symbols.chars().collect();
    let cell = |row: usize, col: usize| match (row + col) % 3 {
        0 => symbols[(row + 4 * col) % 16],
        _ => '.',
    };
    (0..16)
        .map(|row| (0..16).map(|col| cell(row, col)).collect::<String>() + "\n")
        .collect()
}

#[test]
fn letters_are_digits_of_sixteen_by_sixteen() {
    let read = |text: &str| plain(&entry(text).puzzle);
    let numbers = sixteen("123456789ABCDEFG");
    let expected = read(&numbers);
    assert_eq!(expected.size().side(), 16);
    assert_eq!(read(&numbers.to_lowercase()), expected);
    assert_eq!(read(&numbers.replace('\n', "")), expected, "on a line");
    assert_eq!(read(&sixteen("ABCDEFGHIJKLMNOP")), expected);
    // All 16 others stand: 0 is a blank.
    assert_eq!(read(&numbers.replace('.', "0")), expected);
    assert_eq!(read(&numbers.replacen('.', "0", 3)), expected);
    let spaced: String = numbers.lines().map(|row| joined(row, " ") + "\n").collect();
    assert_eq!(read(&spaced), expected);

    // 0 beside another blank is a symbol.
    let from_zero = sixteen("0123456789ABCDEF");
    assert_eq!(read(&from_zero), expected);
    let stated = |text: &str, symbols| read_with(text.as_bytes(), Some(symbols)).remove(0);
    let puzzle = stated(&from_zero, Stated::FromZero).unwrap().puzzle;
    assert_eq!(plain(&puzzle), expected);
    let error = stated(&numbers, Stated::FromZero).unwrap_err();
    assert!(error.message.contains("'G'"), "{error}");
    let letters = sixteen("ABCDEFGHIJKLMNOP");
    let puzzle = stated(&letters, Stated::Letters).unwrap().puzzle;
    assert_eq!(plain(&puzzle), expected);
}

#[test]
fn sixteen_symbols_are_a_grid_or_a_row() {
    assert_eq!(entry("1.....3..4.....2").puzzle.size().side().isqrt(), 2);
    let small = "1.....3..4.....2\n".repeat(40);
    assert_eq!(entries(&small).len(), 40);
    let mixed = format!("{small}\n{}", sixteen("123456789ABCDEFG"));
    let orders: Vec<usize> = entries(&mixed)
        .iter()
        .map(|entry| entry.puzzle.size().side().isqrt())
        .collect();
    assert_eq!(orders, [vec![2; 40], vec![4]].concat());
    assert_eq!(entries(&"................\n".repeat(32)).len(), 32);
    let blank = "................\n".repeat(16);
    assert_eq!(
        plain(&entry(&blank).puzzle),
        Puzzle::empty(Size::of_order(4).unwrap())
    );
    assert_eq!(entries(&"................\n".repeat(3)).len(), 3);
    let row = entry(&format!("[Puzzle]\n{}", "1...............\n".repeat(16)));
    assert_eq!(row.puzzle.size().side().isqrt(), 4);
}

#[test]
fn errors_say_where_what_was_found_and_what_was_expected() {
    let rows = by_row(str::to_owned);
    let wrong = vec![
        // Input, line, column, part of the message.
        (String::new(), None, None, "no puzzle"),
        ("# nothing\n\n".to_owned(), None, None, "no puzzle"),
        (
            CLASSIC[1..].to_owned(),
            Some(1),
            Some(1),
            "found 80 symbols",
        ),
        (
            format!("{CLASSIC}\n{CLASSIC}."),
            Some(2),
            Some(1),
            "found 82 symbols",
        ),
        (
            format!("  {}", CLASSIC.replacen("..7", "..A", 1)),
            Some(1),
            Some(7),
            "'A' in r1c5, expected 1 to 9",
        ),
        (
            rows.replacen("8...6...3", "8..6...3", 1),
            Some(4),
            Some(9),
            "8 cells in row 4, expected 9",
        ),
        (
            rows.replacen("8...6...3", "8...6....3", 1),
            Some(4),
            Some(10),
            "10 cells in row 4",
        ),
        (
            rows[..80].to_owned(),
            Some(9),
            None,
            "end of the input after row 8",
        ),
        (
            format!("{}\n{rows}", &rows[..80]),
            Some(9),
            Some(1),
            "blank line after row 8",
        ),
        (
            format!("{rows}{}", &rows[..10]),
            Some(10),
            Some(1),
            "after row 9, expected the end",
        ),
        ("Grid 01\n".to_owned(), Some(1), None, "expected a puzzle"),
        (
            format!("{CLASSIC}\n[Puzzle]\n"),
            Some(2),
            None,
            "expected a puzzle",
        ),
        (format!("[State]\n{rows}"), Some(1), Some(1), "'State'"),
        (
            "1 2 3 4 5 6\n".to_owned(),
            Some(1),
            Some(1),
            "found 6 cells",
        ),
        ("1 2\u{202e} 3 4\n".to_owned(), Some(1), Some(3), "U+202E"),
        (
            "....\n..5.\n....\n....\n".to_owned(),
            Some(2),
            Some(3),
            "'5' in r2c3, expected 1 to 4",
        ),
        (
            "1 . . 10\n. . . .\n. . . .\n. . . .\n".to_owned(),
            Some(1),
            Some(7),
            "'10' in r1c4",
        ),
        (
            "1 . . 99999999999999999999\n".to_owned(),
            Some(1),
            Some(7),
            "at most 961",
        ),
        ("1 . . -2\n".to_owned(), Some(1), Some(7), "'-2'"),
        ("| 1 | | 2 | 3 |\n".to_owned(), Some(1), Some(3), "found"),
        ("{\"rows\":[[1]]".to_owned(), Some(1), Some(1), "JSON"),
        (
            "{\"rows\":[[1,2]]}".to_owned(),
            Some(1),
            Some(10),
            "2 cells in row 1",
        ),
        (
            "{\"rows\":[[2]]}".to_owned(),
            Some(1),
            Some(11),
            "found 2 in r1c1",
        ),
        (
            "{\"order\":2,\"rows\":[[1]]}".to_owned(),
            Some(1),
            Some(19),
            "order 2",
        ),
        (
            "\n{\"rows\":\n[[x]]}".to_owned(),
            Some(3),
            Some(3),
            "expected",
        ),
        (
            "{\"puzzle\":1}".to_owned(),
            Some(1),
            Some(11),
            "unknown field",
        ),
        (
            "1.....3..4...5.2".to_owned(),
            Some(1),
            Some(14),
            "'5' in r4c2, expected 1 to 4",
        ),
        // A line of dots is more likely drawn than a grid of 8×8.
        (
            ".".repeat(64),
            Some(1),
            Some(1),
            "found 64 times the same sign",
        ),
        ("1\n1 1\n".to_owned(), Some(2), Some(3), "2 cells in row 2"),
        (
            ". . . .\n;.;.;.\n".to_owned(),
            Some(1),
            Some(1),
            "found '. . . .'",
        ),
    ];
    for (input, line, column, part) in wrong {
        let error = error(&input);
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{error}\n{input}"
        );
        assert!(error.message.contains(part), "{error}\n{input}");
        if let (Some(column), Some(excerpt)) = (error.column, &error.excerpt) {
            assert!(
                column as usize <= excerpt.chars().count() + 1,
                "{error}\n{input}"
            );
        }
    }
}

#[test]
fn pencilmarks_must_stand_in_their_places() {
    let mut marks = "1234".repeat(16);
    assert_eq!(
        entry(&marks).puzzle,
        Puzzle::empty(Size::of_order(2).unwrap())
    );
    marks.replace_range(5..6, "3");
    let error = error(&marks);
    assert_eq!(error.column, Some(6));
    assert!(
        error.message.contains("pencilmarks of r1c2, expected 2"),
        "{error}"
    );
}

/// Lines come and go one by one: puzzles of one line are handed out before the
/// next is read.
#[test]
fn a_stream_is_read_as_it_comes() {
    struct Endless(usize);
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let line = format!("{CLASSIC}\n");
            let taken = buffer.len().min(line.len() - self.0);
            buffer[..taken].copy_from_slice(&line.as_bytes()[self.0..self.0 + taken]);
            self.0 = (self.0 + taken) % line.len();
            Ok(taken)
        }
    }
    let input = std::io::BufReader::new(Endless(0));
    let read = text::read(input, "endless", &Options::default());
    let mut line = 0;
    for entry in read.take(20_000) {
        line += 1;
        assert_eq!(entry.unwrap().line, line);
    }
    assert_eq!(line, 20_000);
}

/// All ways of printing, each read back.
fn round_trip(cells: &impl Cells, expected: &Puzzle) -> Result<(), TestCaseError> {
    let texts = [
        print::plain(cells).to_string(),
        print::boxed(cells, Lines::Ascii).to_string(),
        print::boxed(cells, Lines::Unicode).to_string(),
        print::line(cells).to_string(),
        print::sdk(cells).to_string(),
        print::json(cells).to_string(),
    ];
    for text in texts {
        let read = read_with(text.as_bytes(), None);
        prop_assert_eq!(read.len(), 1, "{}", text);
        match &read[0] {
            Ok(entry) => prop_assert_eq!(&plain(&entry.puzzle), &plain(expected), "{}", text),
            // Letters alone may be numbers from 10, or letters from A.
            Err(error) if error.message.contains("letters alone") => {
                let read = read_with(text.as_bytes(), Some(Stated::FromOne));
                let puzzle = &read[0].as_ref().unwrap().puzzle;
                prop_assert_eq!(&plain(puzzle), &plain(expected), "{}", text);
            }
            // A drawn line rather than a grid.
            Err(_) if text.bytes().all(|byte| byte == b'.') => {}
            Err(error) => prop_assert!(false, "{}\n{}", error, text),
        }
    }
    Ok(())
}

/// Puzzles of some sizes with any clues, often few.
fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    let sides = prop::sample::select(vec![1, 4, 6, 8, 9, 10, 12, 16, 25, 36]);
    (sides, 0u32..=100, any::<u64>()).prop_map(|(side, percent, seed)| {
        let size = Size::new(side).unwrap();
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut puzzle = Puzzle::empty(size);
        for cell in size.cells() {
            if rng.u32(0..100) < percent {
                let digit = Digit::from_index(rng.usize(0..size.side()));
                puzzle.set_clue(cell, Some(digit));
            }
        }
        puzzle
    })
}

/// A grid written in one of many ways: the text, its tokens, and the option that
/// states its symbols.
#[derive(Debug)]
struct Written {
    text: String,
    tokens: Vec<Option<String>>,
    stated: Stated,
}

/// Grids in every form, size, choice of symbols and blank.
fn any_written() -> impl Strategy<Value = Written> {
    let sides = prop::sample::select(vec![4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36]);
    let blanks = prop::sample::select(vec![".", "0", "_", "-", "*", "?", "x", "X", "·", "@", ""]);
    let choice = (
        sides,
        blanks,
        0usize..6,
        0usize..9,
        0u32..=100,
        any::<u64>(),
    );
    choice.prop_filter_map(
        "no such grid",
        |(side, blank, symbols, form, percent, seed)| {
            let mut rng = fastrand::Rng::with_seed(seed);
            let chars = |from: &str| -> Option<Vec<String>> {
                let all: Vec<String> = from.chars().take(side).map(String::from).collect();
                (all.len() == side).then_some(all)
            };
            let numbers =
                |first: usize| Some((first..first + side).map(|n| n.to_string()).collect());
            let (symbols, stated): (Vec<String>, _) = match symbols {
                0 => (numbers(1)?, Stated::FromOne),
                1 => (numbers(0)?, Stated::FromZero),
                2 => (
                    chars("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")?,
                    Stated::FromOne,
                ),
                3 => (
                    chars("0123456789abcdefghijklmnopqrstuvwxyz")?,
                    Stated::FromZero,
                ),
                4 => (chars("ABCDEFGHIJKLMNOPQRSTUVWXYZ")?, Stated::Letters),
                _ => {
                    let set = chars("MONEYGIRLSWADHUBCFJKPQTVZ")?;
                    let all: Vec<char> = set.concat().chars().collect();
                    (set, Stated::Chars(all.into()))
                }
            };
            let is_symbol = |blank: &str| {
                symbols
                    .iter()
                    .any(|symbol| symbol.eq_ignore_ascii_case(blank))
            };
            let is_field = matches!(form, 4 | 5 | 7);
            let is_single = symbols.iter().all(|symbol| symbol.len() == 1);
            // Lines of 36 symbols are grids of 6×6.
            if side == 36 && form < 3 {
                return None;
            }
            if is_symbol(blank) || (blank.is_empty() && !is_field) || (!is_single && form < 3) {
                return None;
            }
            let cell = |rng: &mut fastrand::Rng| {
                (rng.u32(0..100) < percent).then(|| symbols[rng.usize(0..side)].clone())
            };
            let tokens: Vec<Option<String>> = (0..side * side).map(|_| cell(&mut rng)).collect();
            // In a grid without another blank 0 or x is the blank.
            if (is_symbol("0") || is_symbol("x")) && tokens.iter().all(Option::is_some) {
                return None;
            }
            let shown: Vec<&str> = tokens
                .iter()
                .map(|token| token.as_deref().unwrap_or(blank))
                .collect();
            let rows = || shown.chunks(side);
            let by = |separator: &str| {
                rows()
                    .map(|row| row.join(separator) + "\n")
                    .collect::<String>()
            };
            let text = match form {
                0 => shown.concat(),
                1 => by(""),
                2 => format!("[Puzzle]\n{}", by("")),
                3 => by(" "),
                4 => by(","),
                5 => by("\t"),
                6 => rows()
                    .map(|row| format!("| {} |\n", row.join(" | ")))
                    .collect(),
                7 => {
                    let quoted = |row: &[&str]| format!("[\"{}\"]", row.join("\",\""));
                    format!("[{}]", rows().map(quoted).collect::<Vec<_>>().join(","))
                }
                _ => shown.join(" "),
            };
            Some(Written {
                text,
                tokens,
                stated,
            })
        },
    )
}

/// Text that looks like puzzles, from parts of them.
fn puzzle_like() -> impl Strategy<Value = Vec<u8>> {
    let parts = prop::sample::select(vec![
        "53..7....",
        CLASSIC,
        "1",
        ".",
        "0",
        " ",
        "\t",
        ",",
        ";",
        "|",
        "\n",
        "\r\n",
        "\n\n",
        "-",
        "+---+---+\n",
        "1...............\n",
        "1 2 3 4\n",
        ". . . .\n",
        "A",
        "g",
        "10 ",
        "#",
        "# count: 3\n",
        ":",
        ":1",
        "[Puzzle]\n",
        "Grid 1\n",
        "{",
        "}",
        "{\"rows\":[[1]]}\n",
        "[",
        "\"",
        "\u{200b}",
        "é",
        "│",
        "─",
        "\0",
        "\u{feff}",
        "....",
    ]);
    prop::collection::vec(parts, 0..60).prop_map(|parts| parts.concat().into_bytes())
}

/// Reads whatever comes; every error must have its input's name and no control
/// characters.
fn read_anything(input: &[u8]) -> Result<(), TestCaseError> {
    for symbols in [None, Some(Stated::FromZero)] {
        let read = read_with(input, symbols);
        let lines = input.len() as u64 + 1;
        prop_assert!(!read.is_empty());
        for item in &read {
            match item {
                Ok(entry) => prop_assert!((1..=lines).contains(&entry.line)),
                Err(error) => {
                    prop_assert_eq!(&error.name, "input");
                    prop_assert!(!error.to_string().contains(char::is_control), "{}", error);
                    prop_assert!(error.line.is_none_or(|line| (1..=lines).contains(&line)));
                    prop_assert!(error.column != Some(0));
                }
            }
        }
    }
    Ok(())
}

/// Returns `true` if the puzzle has these tokens in its own symbols.
fn has_tokens(entry: &Entry, tokens: &[Option<String>]) -> bool {
    let puzzle = &entry.puzzle;
    let same = |(cell, token): (_, &Option<String>)| {
        let clue = puzzle
            .clue(cell)
            .map(|digit| puzzle.symbols().of(digit).to_string());
        match (clue, token) {
            (None, None) => true,
            (Some(clue), Some(token)) => clue.eq_ignore_ascii_case(token),
            _ => false,
        }
    };
    puzzle.size().num_cells() == tokens.len() && puzzle.size().cells().zip(tokens).all(same)
}

/// Returns `true` if no cell of the first or of the last column has a symbol.
fn has_empty_margin(tokens: &[Option<String>]) -> bool {
    let side = tokens.len().isqrt();
    [0, side - 1]
        .into_iter()
        .any(|column| tokens.chunks(side).all(|row| row[column].is_none()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(rounds(300) as u32))]

    /// Whatever the form, size, symbols and blank: a grid is read as it was
    /// written, or refused as ambiguous and read so with the option.
    #[test]
    fn every_way_of_writing_is_read_back(written in any_written()) {
        let is_dots = written.tokens.iter().all(Option::is_none);
        let read = read_with(written.text.as_bytes(), None);
        if let [Ok(entry)] = &read[..] {
            prop_assert!(has_tokens(entry, &written.tokens), "{}\n{entry:?}", written.text);
        } else if !is_dots && has_empty_margin(&written.tokens) {
            // The first or last column of fields may be a separator too many.
            let asked = ["write . for blank cells", "--symbols"];
            prop_assert!(
                matches!(&read[..], [Err(error)] if asked.iter().any(|words| error.message.contains(words))),
                "{}\n{:?}", written.text, read.iter().map(|item| item.as_ref().err()).collect::<Vec<_>>()
            );
        } else if !is_dots {
            prop_assert!(
                matches!(&read[..], [Err(error)] if error.message.contains("--symbols")),
                "{}\n{:?}", written.text, read.iter().map(|item| item.as_ref().err()).collect::<Vec<_>>()
            );
            let read = read_with(written.text.as_bytes(), Some(written.stated));
            prop_assert!(
                matches!(&read[..], [Ok(entry)] if has_tokens(entry, &written.tokens)),
                "{}", written.text
            );
        }
    }
}

#[test]
fn a_rule_that_forbids_nothing_is_read_back() {
    let text = "size 1x1; non-consecutive; clues .\n";
    let puzzle = &read_with(text.as_bytes(), None)[0]
        .as_ref()
        .unwrap()
        .puzzle
        .clone();
    for written in [
        print::json(puzzle).to_string(),
        print::description(puzzle).to_string(),
    ] {
        let read = read_with(written.as_bytes(), None);
        let read = read[0].as_ref().map(|entry| &entry.puzzle);
        assert_eq!(read, Ok(puzzle), "{written}");
    }
}

#[test]
fn a_large_grid_with_small_digits_alone_is_read_back() {
    let size = Size::new(16).unwrap();
    let mut puzzle = Puzzle::empty(size);
    puzzle.set_clue(size.cell(52), Some(Digit::from_index(7)));
    let description = print::description(&puzzle).to_string();
    let read = read_with(description.as_bytes(), None);
    let read = read[0].as_ref().map(|entry| &entry.puzzle);
    assert_eq!(read, Ok(&puzzle), "{description}");
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(puzzle in any_puzzle()) {
        round_trip(&puzzle, &puzzle)?;
    }

    #[test]
    fn grids_are_read_back_too(
        side in prop::sample::select(vec![1usize, 4, 6, 9, 10, 12, 16, 25, 36]),
        seed: u64,
    ) {
        let size = Size::new(side).unwrap();
        let mut rng = fastrand::Rng::with_seed(seed);
        let digits = (0..size.num_cells()).map(|_| Digit::from_index(rng.usize(0..size.side())));
        let grid = Grid::new(size, digits.collect());
        let mut full = Puzzle::empty(size);
        for clue in grid.candidates() {
            full.set_clue(clue.cell, Some(clue.digit));
        }
        round_trip(&Puzzle::empty(size).answer(&grid), &full)?;
    }

    #[test]
    fn exclusions_survive_json_and_pencilmarks(
        side in prop::sample::select(vec![4usize, 6, 8, 9]),
        excluded in prop::collection::vec(any::<prop::sample::Index>(), 0..50),
    ) {
        let size = Size::new(side).unwrap();
        let mut puzzle = Puzzle::empty(size);
        for index in excluded {
            puzzle.exclude(size.candidate(index.index(size.num_candidates())));
        }
        let json = print::json(&puzzle).to_string();
        prop_assert_eq!(&entry(&json).puzzle, &puzzle);
        // There a cell with one candidate is a clue.
        let marks = print::pencilmarks(&puzzle).unwrap().to_string();
        let read = entry(&marks).puzzle;
        prop_assert_eq!(print::pencilmarks(&read).unwrap().to_string(), marks);
    }

    #[test]
    fn any_bytes_are_read_or_refused(input in prop::collection::vec(any::<u8>(), 0..300)) {
        read_anything(&input)?;
    }

    #[test]
    fn any_text_is_read_or_refused(input in "\\PC{0,100}") {
        read_anything(input.as_bytes())?;
    }

    #[test]
    fn whatever_looks_like_a_puzzle_is_read_or_refused(input in puzzle_like()) {
        read_anything(&input)?;
    }

    /// One symbol less or one more never gives another puzzle.
    #[test]
    fn a_lost_or_doubled_symbol_is_noticed(
        form in 0usize..5,
        place in any::<prop::sample::Index>(),
        double: bool,
    ) {
        let classic = puzzle(CLASSIC);
        let text = match form {
            0 => print::plain(&classic).to_string(),
            1 => print::line(&classic).to_string(),
            2 => print::sdk(&classic).to_string(),
            3 => print::boxed(&classic, Lines::Ascii).to_string(),
            _ => by_row(|row| joined(row, ",")),
        };
        let symbols: Vec<usize> = text
            .char_indices()
            .filter(|&(_, c)| c.is_ascii_digit() || c == '.')
            .map(|(at, _)| at)
            .collect();
        let at = symbols[place.index(symbols.len())];
        let mut changed = text.clone();
        if double {
            changed.insert(at, text[at..].chars().next().unwrap());
        } else {
            changed.remove(at);
        }
        let read = read_with(changed.as_bytes(), None);
        // A field without symbol is a blank cell.
        let is_field = form == 4 && !double;
        match &read[0] {
            Ok(entry) => prop_assert!(is_field && entry.puzzle.num_clues() <= 30, "{}", changed),
            Err(error) => prop_assert!(!is_field, "{}", error),
        }
    }
}

/// The files of a folder of the project that hold puzzles, by name.
fn files(folder: &str) -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = paths
        .filter(|path| path.is_file() && path.extension().is_none_or(|ending| ending != "md"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_projects_puzzles_have_as_many_solutions_as_they_say() {
    let folders = ["puzzles", "puzzles/forms", "puzzles/large"];
    let mut told = 0;
    for file in folders.into_iter().flat_map(files) {
        let input = std::fs::read_to_string(&file).unwrap();
        if file
            .extension()
            .is_some_and(|ending| ending == "dlx" || ending == "matrix")
        {
            continue;
        }
        for entry in entries(&input) {
            let problem = sudosat::encode::cover(&entry.puzzle).unwrap();
            let mut links = Dlx::new(&problem, Choice::Smallest);
            let Some(count) = entry.expected.and_then(|expected| expected.count) else {
                continue;
            };
            let found =
                std::iter::from_fn(|| links.advance(&Budget::unlimited()).unwrap().then_some(()));
            assert_eq!(
                found.count() as u64,
                count,
                "{} {}",
                file.display(),
                entry.name
            );
            told += 1;
        }
    }
    assert!(told >= 25, "{told} puzzles say it");
}

#[test]
fn the_projects_forms_are_one_puzzle() {
    let marks = |file: &std::path::Path| file.ends_with("pencilmarks.txt");
    let files = files("puzzles/forms");
    assert!(files.len() >= 8);
    for file in files {
        let read = entry(&std::fs::read_to_string(&file).unwrap());
        assert_eq!(read.puzzle, puzzle(CLASSIC), "{}", file.display());
        assert_eq!(read.form == Form::Pencilmarks, marks(&file));
    }
}

/// A line of one cell is a grid of 1×1; the next line is the next one.
#[test]
fn a_grid_of_order_1_is_the_whole_input() {
    for (input, clues) in [("1\n", 1), (".\n\n# end\n", 0), ("[Puzzle]\n1\n", 1)] {
        assert_eq!(entry(input).puzzle.num_clues(), clues, "{input}");
    }
    let options = Options {
        rules: Some(Arc::new(Statements::read("size 1", "rules").unwrap())),
        ..Options::default()
    };
    let stated = text::read(&b"1\n\n.\n"[..], "input", &options);
    assert_eq!(stated.filter(Result::is_ok).count(), 2);
    let message = error(".\n\n1\n").to_string();
    assert!(message.contains("found '.' alone"), "{message}");
    let message = error("1\n22\n").to_string();
    assert!(message.contains("found 2 cells in row 2"), "{message}");
}
