//! Tests of descriptions: what is read, what is refused, and what is printed back.

use super::*;
use crate::sudoku::rules::{Arrow, Cage, Parity};

fn spec(text: &str) -> Spec {
    let (puzzle, _) = parse(text, "f", 1).unwrap_or_else(|error| panic!("{error}\n{text}"));
    puzzle.rules().spec().clone()
}

fn fault(text: &str) -> String {
    match parse(text, "f", 1) {
        Ok(_) => panic!("no error in\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn cells(names: &str) -> Vec<Cell> {
    names
        .split_whitespace()
        .map(|name| words::cell(name).unwrap())
        .collect()
}

#[test]
fn every_statement_states_its_rule() {
    let base = || Spec::boxes(2, 3).unwrap();
    let with = |change: &dyn Fn(&mut Spec)| {
        let mut spec = base();
        change(&mut spec);
        spec
    };
    let mark = |rule: &str, numbers: &[u32], names: &str| {
        with(&|spec: &mut Spec| spec.mark(rule, numbers, &cells(names)))
    };
    let dot = |rule: &str, number: u32| mark(rule, &[number], "r1c1 r1c2");
    let cage = |sum, repeats| {
        with(&|spec: &mut Spec| {
            let cells = cells("r1c1 r1c2");
            spec.cages = vec![Cage {
                cells,
                sum,
                repeats,
            }];
        })
    };
    let cases: Vec<(&str, Spec)> = vec![
        ("", base()),
        ("boxes 2x3", base()),
        (
            "boxes 3×2",
            with(&|s| s.regions = Regions::Boxes { rows: 3, cols: 2 }),
        ),
        ("no-boxes", Spec::latin(base().size)),
        ("latin", Spec::latin(base().size)),
        ("diagonal", with(&|s| s.diagonals = [true, true])),
        ("diagonal falling", with(&|s| s.diagonals = [true, false])),
        ("diagonal rising", with(&|s| s.diagonals = [false, true])),
        ("disjoint-groups", with(&|s| s.disjoint_groups = true)),
        ("anti-knight", mark("anti-knight", &[], "")),
        ("anti-king", mark("anti-king", &[], "")),
        ("non-consecutive", mark("non-consecutive", &[], "")),
        (
            "house r1c1 r2c2",
            with(&|s| s.extra = vec![cells("r1c1 r2c2")]),
        ),
        (
            "house r1c1-r3c3",
            with(&|s| s.extra = vec![cells("r1c1 r2c2 r3c3")]),
        ),
        (
            "house r1c4-r1c2",
            with(&|s| s.extra = vec![cells("r1c4 r1c3 r1c2")]),
        ),
        ("cage 5 r1c1 r1c2", cage(Some(5), false)),
        ("cage 4 repeats R1C1,R1C2", cage(Some(4), true)),
        ("cage r1c1 r1c2", cage(None, false)),
        (
            "even r1c1 r2c2; odd r3c3",
            with(&|s| {
                s.parities = vec![
                    (Cell::new(0, 0), Parity::Even),
                    (Cell::new(1, 1), Parity::Even),
                    (Cell::new(2, 2), Parity::Odd),
                ];
            }),
        ),
        ("less r1c1 r1c2", mark("less", &[], "r1c1 r1c2")),
        ("thermo r1c1-r1c3", mark("thermo", &[], "r1c1 r1c2 r1c3")),
        (
            "arrow r3c3=r3c4 r4c5",
            with(&|s| {
                s.arrows = vec![Arrow {
                    bulb: cells("r3c3"),
                    shaft: cells("r3c4 r4c5"),
                }];
            }),
        ),
        (
            "arrow r3c3 r3c2 = r3c4",
            with(&|s| {
                s.arrows = vec![Arrow {
                    bulb: cells("r3c3 r3c2"),
                    shaft: cells("r3c4"),
                }];
            }),
        ),
        ("kropki white r1c1 r1c2", dot("difference", 1)),
        ("kropki black r1c1 r1c2", dot("ratio", 2)),
        ("difference 3 r1c1 r1c2", dot("difference", 3)),
        ("ratio 3 r1c1 r1c2", dot("ratio", 3)),
        ("xv X r1c1 r1c2", dot("sum", 10)),
        ("xv v r1c1 r1c2", dot("sum", 5)),
        ("sum 8 r1c1 r1c2", dot("sum", 8)),
        (
            "palindrome r1c1 r2c1 r3c2",
            mark("palindrome", &[], "r1c1 r2c1 r3c2"),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(spec(&format!("size 6x6\n{text}\n")), expected, "{text}");
        assert_eq!(spec(&format!("size 6; {text} # so\n")), expected, "{text}");
    }
    let windoku = Spec {
        windows: true,
        ..Spec::boxes(3, 3).unwrap()
    };
    assert_eq!(spec("size 9\nwindoku\n"), windoku);
}

#[test]
fn maps_are_read_in_every_form_of_rows() {
    let regions = |text: &str| match spec(text).regions {
        Regions::Map(map) => map,
        other => panic!("{other:?}"),
    };
    let expected = [0, 0, 0, 1, 1, 0, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3];
    assert_eq!(regions("regions\nAAAB\nBABB\nCCCD\nCDDD\n"), expected);
    assert_eq!(
        regions("regions\n1 1 1 2\n2 1 2 2\n3 3 3 4\n3 4 4 4\n"),
        expected
    );
    assert_eq!(regions("regions AAAB BABB CCCD CDDD"), expected);
    assert_eq!(regions("regions AAABBABBCCCDCDDD"), expected);
    assert_eq!(regions("regions 1 1 1 2 2 1 2 2 3 3 3 4 3 4 4 4"), expected);

    let clues = |text: &str| {
        let (puzzle, _) = parse(text, "f", 1).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let clues = puzzle.clues().map(|clue| clue.to_string());
        clues.collect::<Vec<String>>().join(" ")
    };
    let expected = "r1c1=1 r1c4=4 r4c3=2";
    for text in [
        "clues\n1..4\n....\n____\n..2.\n",
        "clues\n1 . . 4\n. . . .\n\n. . . .\n. . 2 .\n",
        "clues\n1. .4\n.. ..\n.. ..\n.. 2.\n",
        "clues\n1,,,4\n,,,\n,,,\n,,2,\n",
        "clues\n+-----+-----+\n| 1 . | . 4 |\n| . . | . . |\n+-----+-----+\n| . . | . . |\n| . . | 2 . |\n+-----+-----+\n",
        "clues 1..4 .... .... ..2.",
        "clues\n1..4..........2.\n",
        "symbols ABCD\nclues\nA..D\n....\n....\n..B.\n",
        "symbols from 0\nclues\n0..3\n....\n....\n..1.\n",
    ] {
        assert_eq!(clues(text), expected, "{text}");
    }
    let twelve = format!(
        "clues\nC1{dots}\n{row}",
        dots = ".".repeat(10),
        row = "............\n".repeat(11)
    );
    assert_eq!(clues(&twelve), "r1c1=12 r1c2=1");
}

#[test]
fn cages_are_drawn_as_in_older_files() {
    let text = "# old\nclues\n1...\n....\n....\n...4\nregions\nAABB\nAABB\nCCDD\nCCDD\n\
                cages\naab.\n..b.\n....\n....\na 5\nb  3\ndiagonal\n";
    let spec = spec(text);
    let cage = |names: &str, sum| Cage {
        cells: cells(names),
        sum: Some(sum),
        repeats: false,
    };
    assert_eq!(spec.cages, [cage("r1c1 r1c2", 5), cage("r1c3 r2c3", 3)]);
    assert_eq!(spec.diagonals, [true, true]);
    let none = self::spec("cages\nab\nab\na -\nb 3\n");
    assert_eq!(none.cages[0].sum, None);
}

#[test]
fn candidates_leave_digits() {
    let excluded = |text: &str| {
        let (puzzle, _) = parse(text, "f", 1).unwrap();
        let excluded = puzzle.excluded().iter().map(ToString::to_string);
        excluded.collect::<Vec<String>>().join(" ")
    };
    assert_eq!(excluded("size 4\ncandidates r1c2 13"), "r1c2=2 r1c2=4");
    assert_eq!(excluded("size 4\ncandidates r1c2 1 3"), "r1c2=2 r1c2=4");
    assert_eq!(excluded("size 2; candidates r1c2 none"), "r1c2=1 r1c2=2");
    assert_eq!(
        excluded("symbols ABCD; size 4; candidates r1c2 ADC"),
        "r1c2=2"
    );
}

#[test]
fn faults_are_told_where_they_stand() {
    for (text, message) in [
        (
            "size 6\ndiagonl\n",
            "f:2:1: found 'diagonl', expected a rule; the nearest known one is 'diagonal'",
        ),
        (
            "size 6; termo r1c1 r1c2\n",
            "f:1:9: found 'termo', expected a rule; the nearest known one is 'thermo'",
        ),
        (
            "diagonal\n",
            "f:1:1: found no size, expected one: state 'size 9x9', or give 'clues'",
        ),
        (
            "size 6x7\n",
            "f:1:6: found '6x7', expected a size up to 961x961 as in 'size 6x6'",
        ),
        (
            "size 6x6\nboxes 3x3\n",
            "f:2:1: found 9×9, expected 6×6 as in the rest of the puzzle",
        ),
        (
            "boxes 2x3\nlatin\n",
            "f:2:1: found other regions, expected one statement about regions",
        ),
        (
            "size 6\nless r1c1 r1c7\n",
            "f:2:11: found the cell r1c7, expected one from r1c1 to r6c6",
        ),
        ("size 6\nless r1c1\n", "f:2:6: found 1 cell, expected 2"),
        (
            "size 6\nless r1c1 rc2\n",
            "f:2:11: found 'rc2', expected a cell as r1c2, or cells in a line as r1c2-r1c4",
        ),
        (
            "size 6\ncage 3\n",
            "f:2:7: found the end of the statement, expected cells as in 'cage 15 r1c1 r1c2'",
        ),
        (
            "size 6\ncage 3 repeats r1c1 r1c2\n  cage 99 r1c1 r1c2\n",
            "f:3:3: cage 1 (sum 99, r1c1 r1c2): 99 is out of reach, expected 3 to 11",
        ),
        (
            "size 6\nkropki grey r1c1 r1c2\n",
            "f:2:8: found 'grey', expected 'white' or 'black' as in 'kropki white r1c1 r1c2'",
        ),
        (
            "size 6\nkropki white r1c1 r1c1\n",
            "f:2:1: difference 1: found the cell r1c1 twice",
        ),
        (
            "size 6\nanti-king now\n",
            "f:2:11: found 'now', expected no cells as in 'anti-king'",
        ),
        (
            "size 6\nwindoku\n",
            "f:2:1: windoku needs boxes of n×n cells, n ≥ 2",
        ),
        (
            "regions\nAAA\nABB\nBBB\n",
            "f:1:1: region 1 (at r1c1) has 4 cells, expected 3",
        ),
        (
            "clues\n1..4\n....\n..\n....\n",
            "f:4:1: found 2 cells in row 3, expected 4",
        ),
        (
            "size 4\nclues\n1..4\n....\n....\n",
            "f:3:1: found 3 rows, expected 4",
        ),
        (
            "size 4\nclues\n1..4\n..7.\n....\n....\n",
            "f:4:3: found '7' in r2c3, expected 1 to 4 or a blank (. 0 _ - * ?)",
        ),
        (
            "cages\naa\nbb\na 3\n",
            "f:3:1: found no sum of the cage 'b', expected a line 'b 15' after the map, or 'b -'",
        ),
        (
            "cages\naa\n..\nb 1\n",
            "f:4:1: found 'b', expected a cage of the map, each once",
        ),
        (
            "cages\naa\n..\na -1\n",
            "f:4:3: found '-1', expected the sum of a cage, or - for one without a sum",
        ),
        (
            "size 4\nsymbols ABC\n",
            "f:2:1: found 3 symbols, expected 4",
        ),
        (
            "size 4\nsymbols from 7\n",
            "f:2:14: found '7', expected 0 or 1",
        ),
        (
            "regions\n",
            "f:1:1: found no map after this word, expected one",
        ),
        (
            "size 4\ncandidates r1c1 15\n",
            "f:2:17: found '15', expected 1 to 4 or none",
        ),
    ] {
        assert_eq!(fault(text), message, "{text:?}");
    }
}

#[test]
fn rules_alone_are_put_on_a_puzzle() {
    let rules = |text: &str| Statements::read(text, "--rules").unwrap();
    let blank = || Puzzle::empty(Size::new(6).unwrap());
    let joined = rules("anti-knight; anti-king; boxes 3x2; diagonal");
    let size = Size::new(6).unwrap();
    let joined = Puzzle::new(joined.rules_of(size, None).unwrap());
    let mut expected = Spec {
        diagonals: [true; 2],
        ..Spec::boxes(3, 2).unwrap()
    };
    expected.mark("anti-knight", &[], &[]);
    expected.mark("anti-king", &[], &[]);
    assert_eq!(*joined.rules().spec(), expected);
    let own = rules("latin").apply(&blank()).unwrap_err();
    assert_eq!(
        own.to_string(),
        "--rules:1:1: found regions, expected none: the puzzle's own text says others"
    );
    assert!(rules("boxes 2x3").apply(&blank()).is_ok());
    let size = rules("boxes 3x3").rules_of(size, None).unwrap_err();
    assert!(
        size.message.starts_with("found 9×9, expected 6×6"),
        "{size}"
    );
    for text in ["clues 1..4 .... .... ....", "symbols ABCD", "digonal"] {
        assert!(Statements::read(text, "--rules").is_err(), "{text}");
    }
}

#[test]
fn rows_of_cells_are_no_statements() {
    for line in [
        "diagonal",
        "clues # so",
        "size 6x6",
        "cage 3 r1c1",
        "diagonel",
        "termo r1c1",
        "rule far(line): each pair a != b",
        "whispers 5 r1c1 r1c2",
        "mine r1c1 r1c2",
        "mine 3 r1c1 r1c2",
        "taxicab 3",
        "global-entropy",
    ] {
        assert!(is_description(line), "{line}");
    }
    for line in [
        "53..7....",
        "ABCD",
        "cage",
        "even",
        "1 2 3 4",
        "",
        "# size 4",
        "{\"rows\":[]}",
        "rule of thumb",
        "between 17 and 20 clues",
        "taxicab rules 3",
    ] {
        assert!(!is_description(line), "{line}");
    }
}

#[test]
fn a_rule_of_ones_own_is_defined_and_used() {
    let text = "size 4x4; rule far(line, n = 2):  each pair of neighbours |a - b| >= n; a != 3\n\
        rule mixed-up(grid): each pair of neighbours a != 5 - b # not five\n\
        far r1c1 r1c2 r2c2\nfar 3 r1c3 r1c4; mixed-up\nquadruple 1 2 r3c3 r3c4 r4c3 r4c4\n";
    let error = parse(text, "own", 1).unwrap_err().to_string();
    assert!(
        error.starts_with("own:1:73: found 'a', expected one of the names n,"),
        "{error}"
    );
    let text = text.replace("; a !=", "; each inner cell x !=");
    let (puzzle, _) = parse(&text, "own", 1).unwrap();
    let marks = puzzle.rules().spec().marks.iter();
    let marks: Vec<String> = marks.map(|mark| mark.to_string()).collect();
    let expected = [
        "far 2 r1c1 r1c2 r2c2",
        "far 3 r1c3 r1c4",
        "mixed-up",
        "quadruple 1 2 r3c3 r3c4 r4c3 r4c4",
    ];
    assert_eq!(marks, expected);
    // What is written is read again.
    let written = crate::sudoku::print::description(&puzzle).to_string();
    let (again, _) = parse(&written, "again", 1).unwrap();
    assert_eq!(again.rules().spec(), puzzle.rules().spec(), "{written}");
}

#[test]
fn rules_of_ones_own_and_marks_are_refused_with_their_places() {
    let far = "size 4x4\nrule far(line): each pair of neighbours |a - b| > 1\n";
    for (text, message) in [
        (
            "rule renban(line): each pair a != b",
            "3:1: found 'renban', the name of a built-in rule",
        ),
        (
            "rule thermo(line): each pair a < b",
            "3:1: found 'thermo', the name of a built-in rule",
        ),
        (
            "rule far(line): each pair a < b",
            "3:1: found 'far', the name of a rule above",
        ),
        (
            "rule near(line): each pair a + b",
            "3:28: found a number, expected a condition",
        ),
        (
            "",
            "2:1: found the rule 'far', which no statement uses, expected also 'far r1c1 r1c2 r1c3'",
        ),
        ("far r1c1", "3:1: far 1: found 1 cell"),
        (
            "far 3 r1c1 r1c2",
            "3:5: found '3', expected cells and no number as in",
        ),
        ("far r1c1 r1c1", "3:1: far 1: found the cell r1c1 twice"),
        ("near r1c1 r1c2", "3:1: found 'near', expected a rule"),
        (
            "whispers r1c1 5 r1c2",
            "3:15: found '5', expected a cell as r1c2",
        ),
        (
            "xsum r1c1-r1c4",
            "3:6: found 'r1c1-r1c4', expected a number as in",
        ),
        ("xsum 3 r1c1-r1c3; far r1c1 r1c2", "3:1: xsum 1: "),
        (
            "taxicab 3 r1c1; far r1c1 r1c2",
            "3:11: found 'r1c1', expected no cells as in",
        ),
    ] {
        let error = parse(&format!("{far}{text}"), "own", 1)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with(&format!("own:{message}")),
            "{text}: {error}"
        );
    }
}
