//! Tests of SudokuPad's own puzzles: what is read, and what is refused.

use super::*;
use crate::sudoku::lz_string;
use crate::sudoku::rules::{Cage, Regions, Spec};
use crate::sudoku::text::foreign::{self, Parsed};
use crate::sudoku::text::json::Fault;
use crate::sudoku::text::{Form, link};
use crate::sudoku::{Cell, Size};

const BOXES: &str = "[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
    [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";

/// Returns a 4×4 object with one given, boxes, and these fields beside.
fn object(fields: &str) -> String {
    let row = "[{},{},{},{}]";
    let first = r#"[{"value":1,"pencilMarks":[2]},{"value":""},{},{}]"#;
    format!(r#"{{"cellSize":50,{fields}"cells":[{first},{row},{row},{row}],"regions":[{BOXES}]}}"#)
}

fn spec(fields: &str) -> Spec {
    let (puzzle, _, dropped) = parse(&object(fields), false).unwrap();
    assert_eq!((puzzle.num_clues(), dropped.len()), (1, 0), "{fields}");
    puzzle.rules().spec().clone()
}

fn fault(text: &str) -> String {
    parse(text, false).unwrap_err().2
}

fn cage(cells: &[[usize; 2]], sum: Option<u32>, repeats: bool) -> Cage {
    Cage {
        cells: cells
            .iter()
            .map(|&[row, col]| Cell::new(row, col))
            .collect(),
        sum,
        repeats,
    }
}

fn boxes() -> Spec {
    Spec::boxes(2, 2).unwrap()
}

#[test]
fn objects_are_recognised() {
    let is = |text: &str| is_object(&serde_json::from_str(text).unwrap());
    assert!(is(&object("")));
    assert!(is(r#"{"cells":[[{}]],"regions":[[[0,0]]]}"#));
    assert!(!is(r#"{"cells":[[{"value":1}]]}"#));
    assert!(!is(r#"{"cells":[[1]],"lines":[]}"#));
    assert!(!is(r#"{"cells":[],"lines":[]}"#));
}

#[test]
fn what_sudokupad_checks_is_read() {
    assert_eq!(spec(""), boxes());
    // What says nothing, and what describes or decorates.
    let nothing = r#""lines":[],"foglight":[[0,0]],"metadata":{"title":"No 3","rules":"Normal sudoku rules apply.",
        "antiknight":false},"cages":[{"value":"author: X"},{"cells":[[0,0],[3,3]],"unique":false,"hidden":true}],"#;
    assert_eq!(spec(nothing), boxes());
    let cages = r#""cages":[{"cells":[[0,0],[0,1]],"unique":true,"sum":5,"value":"5"},{"cells":[[1,0]],"value":"3"},
        {"cells":[[2,0],[2,2]],"unique":true},{"cells":[[3,0],[3,1]],"unique":false,"sum":"4"}],"#;
    let expected = vec![
        cage(&[[0, 0], [0, 1]], Some(5), false),
        cage(&[[1, 0]], Some(3), false),
        cage(&[[2, 0], [2, 2]], None, false),
        cage(&[[3, 0], [3, 1]], Some(4), true),
    ];
    assert_eq!(spec(cages).cages, expected);
    let global = spec(r#""global":["antiknight","antiking","nonconsecutive","disjoint"],"#);
    let mut expected = Spec {
        disjoint_groups: true,
        ..boxes()
    };
    for rule in ["anti-knight", "anti-king", "non-consecutive"] {
        expected.mark(rule, &[], &[]);
    }
    assert_eq!(global, expected);
    let knight = spec(r#""metadata":{"antiknight":true},"#);
    assert_eq!(knight.marks_of(&["anti-knight"]).count(), 1);
}

#[test]
fn regions_are_those_of_the_grid_or_further_houses() {
    let row = |regions: &str| {
        let row = "[{},{},{},{}]";
        let text = format!(r#"{{"cells":[{row},{row},{row},{row}],"regions":[{regions}]}}"#);
        parse(&text, false).map(|(puzzle, ..)| puzzle.rules().spec().clone())
    };
    let jigsaw = "[[0,0],[0,1],[0,2],[1,0]],[[0,3],[1,3],[1,2],[1,1]],\
        [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]";
    let map = vec![0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
    assert_eq!(row(jigsaw).unwrap().regions, Regions::Map(map));
    let part = row("[[0,0],[1,1]]").unwrap();
    assert_eq!(part.regions, Regions::None);
    assert_eq!(part.extra, [[Cell::new(0, 0), Cell::new(1, 1)]]);
    assert!(row("").unwrap_err().2.starts_with("found no regions"));
    let message = row("[[0,4]]").unwrap_err().2;
    assert_eq!(
        message,
        "found [0,4], expected row and column of a cell from 0, as [0,0]"
    );
}

#[test]
fn drawings_are_refused_by_kind_and_place() {
    let drawn = r##""lines":[{"wayPoints":[[0.5,1.5],[2.5,1.5]],"color":"#34BBE6"},{"wayPoints":[[0,0],[4,4]]}],
        "overlays":[{"center":[-0.5,2.5],"text":12},{"center":[1,1.5],"rounded":true,"text":""}],
        "underlays":[{"center":[3.5,3.5]}],"arrows":[{"wayPoints":[[0.5,0.5],[1.5,1.5]]}],"##;
    let text = object(drawn);
    let expected = "found arrow at r1c1; 2 lines, the first at r1c2; text at r0c3; circle at r2c2; rectangle at r4c4, \
        expected nothing else that may state a rule; --ignore-unknown-rules drops it";
    let (line, column, message) = parse(&text, false).unwrap_err();
    assert_eq!(message, expected);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[line - 1][column - 1..].starts_with('{'),
        "{line}:{column}"
    );
    let (puzzle, _, dropped) = parse(&text, true).unwrap();
    assert_eq!(*puzzle.rules().spec(), boxes());
    assert_eq!(dropped[1], "2 lines, the first at r1c2");
    assert_eq!(dropped.len(), 5);
}

#[test]
fn what_is_not_known_is_refused() {
    for (fields, message) in [
        (r#""global":["antixv"],"#, "found 'antixv', expected"),
        (r#""secret":{"x":1},"#, "found 'secret', expected"),
        (
            r#""metadata":{"parity":"yes"},"#,
            "found 'parity', expected",
        ),
        (
            r#""cages":[{"cells":[[0,0]],"value":"<5"}],"#,
            "found cage with a text at r1c1, expected",
        ),
        (
            r#""cages":[{"sum":5}],"#,
            "found '5 of a cage without cells', expected",
        ),
        (
            r#""cages":[{"cells":[[0,0]],"style":"fpRowIndexer"}],"#,
            "found 'style of cage 1', expected",
        ),
        (
            r#""metadata":{"title":"Thermo Sudoku"},"#,
            "found the title 'Thermo Sudoku'",
        ),
        (
            r#""cages":[{"value":"rules: Digits on both diagonals differ."}],"#,
            "found the rule 'Digits on both diagonals differ', expected",
        ),
        (
            r#""cages":[{"cells":[[0,0]],"sum":99}],"#,
            "cage 1 (sum 99, r1c1): 99 is out of reach",
        ),
        (
            r#""cages":[{"cells":"r1c1"}],"#,
            "found the text 'r1c1' in cages[0].cells, expected a list",
        ),
    ] {
        let found = fault(&object(fields));
        assert!(found.starts_with(message), "{found}");
    }
    assert!(
        fault(r#"{"cells":[[{}],[{}]],"lines":[]}"#)
            .starts_with("found 1 cells in row 1 of 'cells'")
    );
    let letter = r#"{"cells":[[{"value":"A"}]],"regions":[[[0,0]]]}"#;
    assert_eq!(fault(letter), "found 'A' in r1c1, expected 1 to 1");
}

#[test]
fn sentences_that_are_certain_are_read() {
    let cages = Spec {
        cages: vec![cage(&[[0, 0]], Some(1), false)],
        ..boxes()
    };
    let read = |text: &str, spec: &Spec| Sentences::read(text, spec);
    for text in [
        "Normal Sudoku rules apply.\nDigits in cages must sum to the number in the top left corner.",
        "Killer: digits can't repeat within a cage.",
    ] {
        assert_eq!(read(text, &cages), Sentences::default(), "{text}");
        assert!(read(text, &boxes()).unknown.is_some(), "{text}");
    }
    for text in [
        "Digits may repeat in cages.",
        "Digits in cages do not sum to the total.",
        "Digits in cages sum to a prime number.",
        "Digits along the thermometer increase.",
    ] {
        assert!(read(text, &cages).unknown.is_some(), "{text}");
    }
    let knight = read(
        "Cells a knight's move apart cannot contain the same digit.",
        &boxes(),
    );
    let expected = Sentences {
        anti_knight: true,
        ..Sentences::default()
    };
    assert_eq!(knight, expected);
    let king = read("Digits a king's move apart must be different.", &boxes());
    assert!(king.anti_king && king.unknown.is_none());
    let other = read(
        "Cells a knight's move apart contain the same digit.",
        &boxes(),
    );
    assert!(!other.anti_knight && other.unknown.is_some());
}

#[test]
fn solutions_are_read_if_they_are_whole() {
    let solution = |text: &str| {
        let fields = format!(r#""metadata":{{"solution":"{text}"}},"#);
        parse(&object(&fields), false).map(|(_, solution, _)| solution.is_some())
    };
    assert!(solution("1234341221434321").unwrap());
    assert!(!solution("12343412214343.?").unwrap());
    assert!(solution("2134341221434321").is_err());
    assert!(solution("12").is_err());
}

/// The same object as JSON, and in the short form that `PuzzleZipper` of SudokuPad writes.
#[test]
fn the_short_form_is_unzipped() {
    let short = "{cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
        [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: A, \\'b\\': c\\\\'},\
        {unique:t,hidden:f,sum:5,ce:[[0,0],[0,1]],c1:#0,c2:123ABC}]}";
    let long = format!(
        r##"{{"cellSize":50,"cells":[[{{"value":1}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}],[{{}},{{}},{{}},{{}}]],"regions":[{BOXES}],"cages":[{{"value":"title: A, 'b': c\\"}},{{"unique":true,"hidden":false,"sum":5,"cells":[[0,0],[0,1]],"borderColor":"#000000","backgroundColor":"#123ABC"}}]}}"##
    );
    assert_eq!(unzipped(short), long);
    assert_eq!(unzipped(&long), long);
    let read = |text: &str| -> Result<(Form, Parsed), Fault> { foreign::parse(text, None, false) };
    for text in [short, &long] {
        let data = lz_string::compress(text);
        for link in [
            format!("https://sudokupad.app/scl{data}"),
            format!(
                "https://sudokupad.app/?puzzleid=scl{}",
                data.replace('+', "%2B")
            ),
            format!("ctc{data}"),
        ] {
            assert!(link::is_link(&link), "{link}");
            let (form, (puzzle, ..)) = read(&link).unwrap();
            assert_eq!(
                (form, puzzle.size()),
                (Form::SudokuPad, Size::new(4).unwrap())
            );
            assert_eq!(
                puzzle.rules().spec().cages,
                [cage(&[[0, 0], [0, 1]], Some(5), false)]
            );
        }
        for cut in 0..data.len() {
            let changed = data.replacen(&data[cut..=cut], "Q", 1);
            for data in [&data[..cut], &data[cut..], &changed] {
                let _ = read(&format!("https://sudokupad.app/scl{data}"));
            }
        }
    }
    for at in short.char_indices().map(|(at, _)| at) {
        let _ = unzipped(&short[at..]);
        let _ = unzipped(&short[..at]);
    }
}

/// Returns the data of the short form of 81 cells.
fn in_short(cells: &str) -> String {
    let mut data = String::new();
    let mut rest = cells;
    while let Some(digit) = rest.bytes().next() {
        let blanks = rest[1..].bytes().take(5).take_while(|&c| c == b'0').count();
        let code = usize::from(digit - b'0') + 10 * blanks;
        const SIGNS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
        data.push(char::from(SIGNS[code]));
        rest = &rest[1 + blanks..];
    }
    data
}

#[test]
fn the_short_form_is_read() {
    let cells = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    let link = |rest: &str| format!("https://sudokupad.app/scf{}{rest}", in_short(cells));
    let read = |link: &str| foreign::parse(link, None, false).map(|(_, (puzzle, ..))| puzzle);
    for (rest, windows, diagonals) in [
        ("", false, [false; 2]),
        ("*tA title**with%20stars*aSomebody", false, [false; 2]),
        ("*wxtWindoku", true, [true; 2]),
        ("x", false, [true; 2]),
        ("*xtDiagonal%20Sudoku", false, [true; 2]),
        ("*tCaf%C3%A9", false, [false; 2]),
    ] {
        let puzzle = read(&link(rest)).unwrap();
        let spec = puzzle.rules().spec();
        assert_eq!(
            (spec.windows, spec.diagonals),
            (windows, diagonals),
            "{rest}"
        );
        let clues = puzzle.size().cells().map(|cell| match puzzle.clue(cell) {
            Some(digit) => char::from(b'0' + digit.value() as u8),
            None => '0',
        });
        assert_eq!(clues.collect::<String>(), cells, "{rest}");
    }
    let fault = |link: &str| read(link).unwrap_err().2;
    assert!(fault(&link("*tKiller Sudoku")).contains("the title 'Killer Sudoku'"));
    for (rest, title) in [
        ("*tWürfel", "Würfel"),
        ("*tW%C3%BCrfel", "Würfel"),
        ("%2atKiller", "Killer"),
        ("*xtAnti-knight", "Anti-knight"),
        ("*xtKiller", "Killer"),
        ("*xtDiagonal%20Killer", "Diagonal Killer"),
        ("*xtWindoku", "Windoku"),
        ("*wxtNo boxes", "No boxes"),
    ] {
        let found = fault(&link(rest));
        assert!(
            found.contains(&format!("the title '{title}")),
            "{rest}: {found}"
        );
    }
    for (rest, expected) in [
        (
            "*t100%",
            "found '%' in a link, expected two hexadecimal digits",
        ),
        ("*t%ZZ", "found '%ZZ' in a link"),
        ("*t%+1", "found '%+1' in a link"),
        ("*t%C3(", "not UTF-8"),
    ] {
        let found = fault(&link(rest));
        assert!(found.contains(expected), "{rest}: {found}");
    }
    assert!(fault(&link("*q")).contains("'q' behind the cells"));
    let short = &link("")[..link("").len() - 2];
    assert!(
        fault(short).contains("cells in SudokuPad's short form"),
        "{}",
        fault(short)
    );
    assert!(fault("https://sudokupad.app/scf5z").contains("as sign 2 behind scf"));
}

#[test]
fn drawings_of_another_type_are_told() {
    for field in ["lines", "arrows", "overlays", "underlays"] {
        for value in ["5", "{}", "[7]", "\"line\""] {
            let found = fault(&object(&format!("\"{field}\":{value},")));
            assert!(found.contains(field), "{field} {value}: {found}");
        }
    }
}
