//! Tests of f-puzzles and SudokuPad: the rules that are read, and those that are refused.

use super::*;
use crate::sudoku::rules::{Arrow, Cage, Parity, Regions, Spec};
use crate::sudoku::text::{Form, foreign, link};
use crate::sudoku::{Cell, Size, lz_string};

/// Reads an object, or a link that holds one.
fn parse(text: &str, ignore_unknown: bool) -> Result<Parsed, Fault> {
    let form = text.starts_with('{').then_some(Form::FPuzzles);
    foreign::parse(text, form, ignore_unknown).map(|(_, parsed)| parsed)
}

/// Returns a 4×4 object with one given, and these fields beside the grid.
fn object(fields: &str) -> String {
    let row = "[{},{},{},{}]";
    let first = r#"[{"value":1,"given":true},{"value":0},{},{}]"#;
    format!(r#"{{"size":4,{fields}"grid":[{first},{row},{row},{row}]}}"#)
}

fn spec(fields: &str) -> Spec {
    let (puzzle, _, dropped) = parse(&object(fields), false).unwrap();
    assert_eq!((puzzle.num_clues(), dropped.len()), (1, 0), "{fields}");
    puzzle.rules().spec().clone()
}

fn fault(text: &str) -> String {
    parse(text, false).unwrap_err().2
}

fn cells(names: &str) -> Vec<Cell> {
    let cell = |name| crate::sudoku::text::description::words::cell(name).unwrap();
    names.split(' ').map(cell).collect()
}

#[test]
fn every_field_becomes_its_rule() {
    let base = || Spec::boxes(2, 2).unwrap();
    assert_eq!(spec(""), base());
    // What says nothing, and what decorates.
    let nothing = r#""title":"No 3","ruleset":"y","antiknight":false,"whispers":[],"line":[],"#;
    assert_eq!(spec(nothing), base());
    let flags = spec(
        r#""diagonal+":true,"diagonal-":true,"antiknight":true,"antiking":true,"nonconsecutive":true,"disjointgroups":true,"#,
    );
    let mut expected = Spec {
        diagonals: [true; 2],
        disjoint_groups: true,
        ..base()
    };
    for rule in ["anti-king", "anti-knight", "non-consecutive"] {
        expected.mark(rule, &[], &[]);
    }
    assert_eq!(flags, expected);
    assert_eq!(spec(r#""diagonal-":true,"#).diagonals, [true, false]);
    let lists = spec(
        r#""killercage":[{"cells":["R1C1","R1C2"],"value":"5"},{"cells":["R3C1"]}],
        "littlekillersum":[{"cell":"R0C1","cells":["R1C2","R2C3","R3C4"],"direction":"DR","value":"6"}],
        "extraregion":[{"cells":["R1C1","R2C2"]}],
        "thermometer":[{"lines":[["R1C1","R1C2"],["R1C1","R2C1"]]}],
        "arrow":[{"cells":["R2C3","R2C2"],"lines":[["R2C3","R3C3","R4C3"]]}],
        "even":[{"cell":"R1C1"}],"odd":[{"cell":"R2C2"}],
        "difference":[{"cells":["R1C1","R1C2"]},{"cells":["R1C1","R1C2"],"value":"2"}],
        "ratio":[{"cells":["R1C1","R1C2"],"value":""}],
        "xv":[{"cells":["R1C1","R1C2"],"value":"V"},{"cells":["R1C1","R1C2"],"value":""}],
        "palindrome":[{"lines":[["R1C1","R2C2","R3C3"]]}],
        "clone":[{"cells":["R1C1","R1C2"],"cloneCells":["R3C2","R1C2"]}],"#,
    );
    let cage = |names: &str, sum, repeats| Cage {
        cells: cells(names),
        sum,
        repeats,
    };
    let expected = Spec {
        cages: vec![
            cage("R1C1 R1C2", Some(5), false),
            cage("R3C1", None, false),
            cage("R1C2 R2C3 R3C4", Some(6), true),
        ],
        extra: vec![cells("R1C1 R2C2")],
        arrows: vec![Arrow {
            bulb: cells("R2C2 R2C3"),
            shaft: cells("R3C3 R4C3"),
        }],
        parities: vec![
            (Cell::new(0, 0), Parity::Even),
            (Cell::new(1, 1), Parity::Odd),
        ],
        marks: lists.marks.clone(),
        ..base()
    };
    assert_eq!(lists, expected);
    let marks = lists.marks.iter().map(|mark| mark.to_string());
    assert_eq!(
        marks.collect::<Vec<String>>(),
        [
            "palindrome r1c1 r3c2",
            "kropki white r1c1 r1c2",
            "difference 2 r1c1 r1c2",
            "palindrome r1c1 r2c2 r3c3",
            "kropki black r1c1 r1c2",
            "thermo r1c1 r1c2",
            "thermo r1c1 r2c1",
            "xv V r1c1 r1c2",
        ]
    );
}

#[test]
fn extremes_are_a_mark_together() {
    let text = r#""minimum":[{"cell":"R1C2"},{"cell":"R1C1"}],"maximum":[{"cell":"R4C4"}],"#;
    assert_eq!(marks(text), ["maximum r4c4", "minimum r1c2 r1c1"]);
}

#[test]
fn regions_and_marks_of_cells_are_read() {
    let row = |regions: [&str; 3]| {
        let cell = |region: &str| format!(r#"{{"region":{region},"givenPencilMarks":[1,2]}}"#);
        format!("[{}]", regions.map(cell).join(","))
    };
    let object = |rows: [[&str; 3]; 3]| format!(r#"{{"grid":[{}]}}"#, rows.map(row).join(","));
    let map = object([["5", "5", "0"], ["5", "0", "0"], ["1", "1", "1"]]);
    let (puzzle, ..) = parse(&map, false).unwrap();
    let expected = Regions::Map(vec![0, 0, 1, 0, 1, 1, 2, 2, 2]);
    assert_eq!(puzzle.rules().spec().regions, expected);
    assert_eq!(puzzle.excluded().len(), 9);
    let none = object([["null"; 3]; 3]);
    let (puzzle, ..) = parse(&none, false).unwrap();
    assert_eq!(puzzle.rules().spec().regions, Regions::None);
    let part = object([["null", "1", "1"], ["0"; 3], ["2"; 3]]);
    assert!(fault(&part).starts_with("found no region in r1c1"));
}

/// The marks of an object with these fields, as statements.
fn marks(fields: &str) -> Vec<String> {
    let spec = spec(fields);
    let plain = Spec {
        marks: Vec::new(),
        ..spec.clone()
    };
    assert_eq!(plain, Spec::boxes(2, 2).unwrap());
    spec.marks.iter().map(|mark| mark.to_string()).collect()
}

#[test]
fn fields_become_marks_of_their_rules() {
    for (field, rule) in [
        ("betweenline", "between"),
        ("doublearrow", "double-arrow"),
        ("entropicline", "entropic"),
        ("lockout", "lockout 4"),
        ("modularline", "modular"),
        ("nabner", "nabner"),
        ("regionsumline", "region-sum"),
        ("renban", "renban"),
        ("slowthermometer", "slow-thermo"),
        ("whispers", "whispers 2"),
        ("zipperline", "zipper"),
    ] {
        let lines = r#"[["R1C1","R1C2","R1C3"],["R3C1","R4C2","R4C3"]]"#;
        let expected = ["r1c1 r1c2 r1c3", "r3c1 r4c2 r4c3"].map(|cells| format!("{rule} {cells}"));
        assert_eq!(
            marks(&format!(r#""{field}":[{{"lines":{lines}}}],"#)),
            expected
        );
    }
    for (field, rule) in [
        ("boxindexer", "box-indexer"),
        ("columnindexer", "column-indexer"),
        ("rowindexer", "row-indexer"),
    ] {
        let found = marks(&format!(r#""{field}":[{{"cells":["R1C1","R2C1"]}}],"#));
        assert_eq!(found, [format!("{rule} r1c1 r2c1")]);
    }
    let row = ["r2c1-r2c4", "r2c4-r2c1"];
    let col = ["r1c3-r4c3", "r4c3-r1c3"];
    for (field, rule) in [
        ("numberedroom", "numbered-room"),
        ("sandwichsum", "sandwich"),
        ("skyscraper", "skyscraper"),
        ("xsum", "xsum"),
    ] {
        let places = [
            ("R2C0", row[0]),
            ("R2C5", row[1]),
            ("R0C3", col[0]),
            ("R5C3", col[1]),
        ];
        for (place, cells) in places {
            let found = marks(&format!(r#""{field}":[{{"cell":"{place}","value":"2"}}],"#));
            assert_eq!(found, [format!("{rule} 2 {cells}")]);
        }
        assert!(marks(&format!(r#""{field}":[{{"cell":"R0C1","value":""}}],"#)).is_empty());
    }
    let quadruple = r#""quadruple":[{"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[1,3,1]}],"#;
    assert_eq!(marks(quadruple), ["quadruple 1 3 1 r1c1 r1c2 r2c1 r2c2"]);
    assert!(marks(r#""quadruple":[{"cells":["R1C1","R1C2"],"values":[]}],"#).is_empty());
    let whispers = r#""whispers":[{"lines":[["R1C1","R1C2"],["R1C1"]],"value":"3"}],"#;
    assert_eq!(marks(whispers), ["whispers 3 r1c1 r1c2"]);
    let closed = r#""slowthermometer":[{"lines":[["R1C1","R1C2","R2C2","R1C1"]]}],"#;
    assert_eq!(marks(closed), ["slow-thermo r1c1 r1c2 r2c2 r1c1"]);
    // Fewer cells say nothing.
    let lines = r#"[{"lines":[["R1C1","R1C2"]]}]"#;
    assert!(marks(&format!(r#""betweenline":{lines},"doublearrow":{lines},"#)).is_empty());
}

#[test]
fn marks_that_are_not_there_are_a_rule_if_all_are_given() {
    assert_eq!(
        marks(r#""negative":["ratio","xv"],"#),
        ["no-ratio 2", "no-xv"]
    );
    let ratios = r#""ratio":[{"cells":["R1C1","R1C2"],"value":"3"},{"cells":["R2C1","R2C2"]},
        {"cells":["R3C1","R3C2"],"value":3}],"negative":["ratio"],"#;
    assert_eq!(marks(ratios)[3..], ["no-ratio 2", "no-ratio 3"]);
    assert_eq!(marks(r#""negative":["difference"],"#), ["no-difference 1"]);
    let difference = r#""difference":[{"cells":["R1C1","R1C2"],"value":"2"}],"#;
    let difference = format!(r#"{difference}"negative":["difference"],"#);
    assert_eq!(marks(&difference)[1..], ["no-difference 2"]);
    for dots in ["difference", "ratio"] {
        let text = format!(r#""nonconsecutive":true,"{dots}":[{{"cells":["R1C1","R1C2"]}}],"#);
        assert_eq!(marks(&text)[1..], ["no-difference 1"]);
    }
    let sums = r#""nonconsecutive":true,"xv":[{"cells":["R1C1","R1C2"],"value":"V"}],"#;
    assert_eq!(marks(sums), ["non-consecutive", "xv V r1c1 r1c2"]);
}

/// They may state a rule in words, unless they belong to a rule that is read.
#[test]
fn drawings_are_named() {
    let text = object(
        r##""line":[{"lines":[["R1C1","R1C2"]]},{"lines":[["R3C2","R3C1"]]},{"lines":[["R4C1","R4C2"]],"isNewConstraint":true}],
        "renban":[{"lines":[["R3C1","R3C2"]]}],"circle":[{"cells":["R2C2"],"outlineC":"#000"},{"cells":["R2C3"]}],
        "text":[{"cells":["R0C1"],"value":"7"}],"cage":[{"cells":[],"value":"author: me"},{"cells":["R1C4"],"fromConstraint":"Row Indexer"}],"##,
    );
    let (_, _, dropped) = parse(&text, false).unwrap();
    let expected = [
        "2 drawn circles, the first at R2C2",
        "drawn line at R1C1",
        "drawn text at R0C1",
    ];
    assert_eq!(dropped, expected);
}

/// A drawn cage with a digital root has different digits with one of the sums of this root.
#[test]
fn cages_with_digital_roots_are_read() {
    let cage = |value: &str| {
        format!(r#""cage":[{{"cells":["R1C2","R1C1","R1C4","R1C3"],"value":"{value}"}}],"#)
    };
    let mut expected = Spec::boxes(2, 2).unwrap();
    expected.mark("sums", &[10], &cells("r1c2 r1c1 r1c4 r1c3"));
    assert_eq!(spec(&cage("DR1")), expected);
    let mut nine = object(&cage("DR6")).replace(r#""size":4"#, r#""size":9"#);
    let rows = vec![format!("[{}]", ["{}"; 9].join(",")); 9].join(",");
    nine.replace_range(
        nine.find(r#""grid""#).unwrap()..,
        &format!(r#""grid":[{rows}]}}"#),
    );
    let (puzzle, _, _) = parse(&nine, false).unwrap();
    assert_eq!(puzzle.rules().spec().marks[0].numbers, [15, 24]);
    for (value, message) in [
        ("DR10", "cage 1: found the digital root 10, expected 1 to 9"),
        (
            "DR2",
            "cage 1: no 4 different digits have a sum with the digital root 2",
        ),
    ] {
        assert_eq!(fault(&object(&cage(value))), message);
    }
    let elsewhere = object(r#""cage":[{"cells":["R5C1"],"value":"DR2"}],"#);
    assert!(fault(&elsewhere).starts_with("cage 1: found 'R5C1'"));
}

#[test]
fn unknown_rules_are_refused_or_dropped_by_name() {
    let text = object(r#""tenline":[{"lines":[["R1C1","R1C2"]]}],"negative":["clone"],"#);
    let message = fault(&text);
    assert!(
        message.contains("the rules 'negative clone', 'tenline', which are not known"),
        "{message}"
    );
    let (puzzle, _, dropped) = parse(&text, true).unwrap();
    assert_eq!(dropped, ["negative clone", "tenline"]);
    assert_eq!(puzzle.num_clues(), 1);
}

/// A part of an entry that is not read would be another puzzle.
#[test]
fn fields_of_entries_that_are_not_read_are_refused_or_dropped_by_name() {
    let line = r#""lines":[["R1C1","R1C2","R1C3"]]"#;
    for (entry, field, expected) in [
        (
            r#""renban":[{"cells":["R1C1","R1C2"]}]"#.to_owned(),
            "cells",
            "lines",
        ),
        (
            format!(r#""renban":[{{{line},"maxgap":3}}]"#),
            "maxgap",
            "lines",
        ),
        (
            format!(r#""betweenline":[{{{line},"value":"3"}}]"#),
            "value",
            "lines",
        ),
        (
            format!(r#""slowthermometer":[{{{line},"value":2}}]"#),
            "value",
            "lines",
        ),
        (
            format!(r#""whispers":[{{{line},"values":[2]}}]"#),
            "values",
            "lines, value",
        ),
        (
            format!(r#""thermometer":[{{"cells":["R1C1"],{line}}}]"#),
            "cells",
            "lines",
        ),
        (
            r#""palindrome":[{"cells":["R1C1","R1C2"]}]"#.to_owned(),
            "cells",
            "lines",
        ),
        (
            format!(r#""arrow":[{{"cells":["R1C1"],{line},"value":"5"}}]"#),
            "value",
            "cells, lines",
        ),
        (
            r#""rowindexer":[{"cell":"R1C1"}]"#.to_owned(),
            "cell",
            "cells",
        ),
        (
            r#""quadruple":[{"cells":["R1C1"],"value":"1"}]"#.to_owned(),
            "value",
            "cells, values",
        ),
        (
            r#""clone":[{"lines":[["R1C1","R2C3"]]}]"#.to_owned(),
            "lines",
            "cells, cloneCells",
        ),
        (
            r#""killercage":[{"cells":["R1C1"],"parity":"even"}]"#.to_owned(),
            "parity",
            "cells, value",
        ),
        (
            r#""xsum":[{"cell":"R1C0","value":"5","direction":"x"}]"#.to_owned(),
            "direction",
            "cell, value",
        ),
        (
            r#""even":[{"cell":"R1C1","value":2}]"#.to_owned(),
            "value",
            "cell, cells",
        ),
    ] {
        let text = object(&format!("{entry},"));
        let name = entry.split('"').nth(1).unwrap();
        let (line, column, message) = parse(&text, false).unwrap_err();
        assert_eq!(
            message,
            format!(
                "{name} 1: found the field '{field}', expected {expected}; \
                 --ignore-unknown-rules drops it"
            )
        );
        let value = text.find(&format!("\"{field}\":")).unwrap() + field.len() + 3;
        assert_eq!((line, column), (1, value + 1), "{text}");
        let (_, _, dropped) = parse(&text, true).unwrap();
        assert_eq!(dropped, [format!("{field} of {name} 1")]);
    }
    // The looks of an entry, and fields that say nothing.
    let looks =
        format!(r##""renban":[{{{line},"outlineC":"#FF0","width":0.4,"value":"","cells":[]}}],"##);
    assert_eq!(marks(&looks), ["renban r1c1 r1c2 r1c3"]);
}

#[test]
fn every_cell_of_an_entry_is_read() {
    let both = spec(
        r#""even":[{"cells":["R1C1","R1C3"]}],"odd":[{"cell":"R2C2","cells":["R2C2","R4C4"]}],"#,
    );
    let at = |row: usize, col: usize| Cell::new(row - 1, col - 1);
    let (even, odd) = (Parity::Even, Parity::Odd);
    let expected = [
        (at(1, 1), even),
        (at(1, 3), even),
        (at(2, 2), odd),
        (at(4, 4), odd),
    ];
    assert_eq!(both.parities, expected);
    let both = spec(r#""minimum":[{"cells":["R1C1","R3C3"]}],"#);
    assert_eq!(
        both,
        spec(r#""minimum":[{"cell":"R1C1"},{"cell":"R3C3"}],"#)
    );
    let both = spec(r#""maximum":[{"cells":["R1C1","R3C3"]}],"#);
    assert_eq!(
        both,
        spec(r#""maximum":[{"cell":"R1C1"},{"cell":"R3C3"}],"#)
    );
    // The cells of a diagonal follow from its place and direction.
    for (place, direction, seen) in [
        ("R0C1", "DR", "R1C2 R2C3 R3C4"),
        ("R5C4", "UL", "R4C3 R3C2 R2C1"),
        ("R5C0", "UR", "R4C1 R3C2 R2C3 R1C4"),
        ("R2C5", "DL", "R3C4 R4C3"),
    ] {
        let text = format!(
            r#""littlekillersum":[{{"cell":"{place}","direction":"{direction}","value":"6"}}],"#
        );
        assert_eq!(spec(&text).cages[0].cells, cells(seen));
    }
    let modular =
        |value: &str| format!(r#""modularline":[{{"lines":[["R1C1","R1C2"]],"value":{value}}}],"#);
    for value in ["3", "\"3\"", "\"\"", "null"] {
        assert_eq!(marks(&modular(value)), ["modular r1c1 r1c2"]);
    }
}

#[test]
fn entries_and_fields_of_cells_are_refused_or_dropped() {
    let text = r#"{"size":4,"grid":[[{"value":1,"given":true},{"value":2},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#;
    assert!(fault(text).starts_with("found 2 in r1c2, which is no given"));
    let (puzzle, _, dropped) = parse(text, true).unwrap();
    assert_eq!(puzzle.num_clues(), 1);
    assert_eq!(dropped, ["2 in r1c2, which is no given"]);
    let text = text.replace(r#""value":2"#, r#""cage":2"#);
    assert!(fault(&text).starts_with("found the field 'cage' of r1c2, which is not known"));
    let (_, _, dropped) = parse(&text, true).unwrap();
    assert_eq!(dropped, ["cage of r1c2"]);
}

#[test]
fn solutions_are_compared_with_givens() {
    let solution = |first: &str| {
        let text = object(&format!(
            r#""solution":[{first},2,3,4,3,4,1,2,2,1,4,3,4,3,2,1],"#
        ));
        parse(&text, false).map(|(_, solution, _)| solution)
    };
    let grid = solution("1").unwrap().expect("a solution");
    assert_eq!(grid.digits().len(), 16);
    let (_, _, message) = solution("4").unwrap_err();
    assert_eq!(
        message,
        "found '4' in r1c1 of the solution, where the puzzle has 1"
    );
    let (_, _, message) = solution("null").unwrap_err();
    assert!(
        message.starts_with("found '' in r1c1 of the solution"),
        "{message}"
    );
    assert_eq!(
        solution("1,1").unwrap_err().2,
        "found a solution of 17 cells, expected 16"
    );
}

#[test]
fn rules_in_words_alone_are_refused() {
    let text = object(r#""ruleset":"Normal rules apply, and both diagonals","#);
    assert!(fault(&text).contains("the rule 'ruleset: Normal rules apply"));
    let text = object(r#""ruleset":"Both diagonals","diagonal+":true,"diagonal-":true,"#);
    assert!(parse(&text, false).is_ok());
}

#[test]
fn damaged_objects_are_told() {
    for (text, message) in [
        (
            r#"{"size":5,"grid":[[{}]]}"#.to_owned(),
            "found 1 rows in 'grid', expected 5",
        ),
        (
            r#"{"grid":[[{},{}]]}"#.to_owned(),
            "found 2 cells in row 1 of 'grid', expected 1",
        ),
        (
            r#"{"grid":[[{"value":7,"given":true}]]}"#.to_owned(),
            "found 7 in r1c1, expected 1 to 1",
        ),
        (
            object(r#""even":[{"cell":"R5C1"}],"#),
            "even 1: found 'R5C1', expected a cell of the grid",
        ),
        (
            object(r#""killercage":[{"cells":["R1C1"],"value":"?"}],"#),
            "killercage 1: found '?', expected a number",
        ),
        (
            object(r#""killercage":[{"cells":["R1C1"],"value":"99"}],"#),
            "cage 1 (sum 99, r1c1): 99 is out of reach, expected 1 to 4",
        ),
        (
            object(r#""xv":[{"cells":["R1C1","R1C2"],"value":"Z"}],"#),
            "xv 1: found 'Z', expected X or V",
        ),
        (
            object(r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"}],"#),
            "sum 1 (xv X r1c1 r1c2): 10 is out of reach, expected 2 to 8",
        ),
        (
            object(r#""tenline":[1],"#),
            "found the rule 'tenline', which is not known; --ignore-unknown-rules drops it",
        ),
        (
            object(r#""whispers":[1],"#),
            "found 1 in whispers[0], expected an object",
        ),
        (
            object(r#""whispers":[{"lines":[["R1C1","R5C1"]]}],"#),
            "whispers 1: found 'R5C1', expected a cell of the grid",
        ),
        (
            object(r#""renban":[{"lines":[["R1C1","R1C2","R1C1"]]}],"#),
            "renban 1: found the cell r1c1 twice",
        ),
        (
            object(r#""whispers":[{"lines":[["R1C1","R1C2","R1C1"]]}],"#),
            "whispers 1: found the cell r1c1 twice",
        ),
        (
            object(r#""whispers":[{"lines":[["R1C1","R1C2","R2C2","R1C2","R1C1"]]}],"#),
            "whispers 1: found the cell r1c2 twice",
        ),
        (
            object(r#""xsum":[{"cell":"R1C1","value":"3"}],"#),
            "xsum 1: found 'R1C1', expected a place beside the grid, as R0C3 above column 3",
        ),
        (
            object(r#""sandwichsum":[{"cell":"R0C1","value":"X"}],"#),
            "sandwichsum 1: found 'X', expected a number",
        ),
        (
            object(r#""modularline":[{"lines":[["R1C1","R1C2"]],"value":"4"}],"#),
            "modularline 1: found the value 4, expected 3 or none",
        ),
        (
            object(r#""whispers":[{"value":"2"}],"#),
            "whispers 1: found no line, expected one",
        ),
        (
            object(r#""arrow":[{"cells":["R1C1"]}],"#),
            "arrow 1: found no line of the arrow, expected one",
        ),
        (
            object(r#""quadruple":[{"values":[2]}],"#),
            "quadruple 1: found no cells, expected at least one",
        ),
        (
            object(r#""sandwichsum":[{"value":"2"}],"#),
            "sandwichsum 1: found no cell, expected one",
        ),
        (
            object(r#""xv":[{"cells":["R1C1","R1C2"],"value":5}],"#),
            "xv 1: found '5', expected X or V",
        ),
        (
            object(r#""minimum":[{}],"#),
            "minimum 1: found no cell, expected one",
        ),
        (
            object(r#""littlekillersum":[{"value":"5"}],"#),
            "littlekillersum 1: found no cells, expected some, or a cell and a direction",
        ),
        (
            object(r#""littlekillersum":[{"cell":"R0C1","direction":"D","value":"5"}],"#),
            "littlekillersum 1: found the direction 'D', expected UL, UR, DL or DR",
        ),
        (
            object(r#""littlekillersum":[{"cell":"R0C1","direction":"UR","value":"5"}],"#),
            "littlekillersum 1: found no cell of the grid from 'R0C1' in the direction UR",
        ),
        (
            object(
                r#""littlekillersum":[{"cell":"R0C1","direction":"DR","cells":["R1C2","R2C3"],"value":"5"}],"#,
            ),
            "littlekillersum 1: found the cells r1c2 r2c3, expected r1c2 r2c3 r3c4, which are seen from 'R0C1'",
        ),
        (
            object(r#""nonconsecutive":0,"#),
            "found 0 in nonconsecutive, expected true or false",
        ),
        (
            object(r#""diagonal+":"false","#),
            "found the text 'false' in diagonal+, expected true or false",
        ),
        (
            object(r#""killercage":[{"cells":"R1C1"}],"#),
            "found the text 'R1C1' in killercage[0].cells, expected a list",
        ),
        (
            r#"{"grid":[[{"value":"7"}]]}"#.to_owned(),
            "found the text '7' in grid[0][0].value, expected a whole number",
        ),
    ] {
        assert_eq!(fault(&text), message, "{text}");
    }
}

#[test]
fn faults_of_objects_are_told_at_their_place() {
    let text = "{\"grid\":[\n[{\"value\":\"7\"}]]}";
    let (line, column, _) = parse(text, false).unwrap_err();
    assert_eq!((line, column), (2, 11));
    // The rules as a whole make no sense.
    for (fields, entry) in [
        (
            r#""killercage":[{"cells":["R1C1"]},{"cells":["R1C2"],"value":"9"}]"#,
            r#"{"cells":["R1C2"]"#,
        ),
        (
            r#""arrow":[{"cells":["R1C1"],"lines":[["R1C1"]]}]"#,
            r#"{"cells":["R1C1"]"#,
        ),
        (
            r#""nabner":[{"lines":[["R1C1","R1C2"]]}],"renban":[{"lines":[["R1C1","R1C2"]]},{"lines":[["R3C3","R3C2","R3C3"]]}]"#,
            r#"{"lines":[["R3C3""#,
        ),
        (
            r#""xv":[{"cells":["R1C1","R1C2"],"value":"X"}]"#,
            r#"{"cells":["R1C1","R1C2"]"#,
        ),
    ] {
        let text = object(&format!("{fields},"));
        let (_, column, message) = parse(&text, false).unwrap_err();
        assert_eq!(column, text.find(entry).unwrap() + 1, "{message}");
    }
    let text = object(r#""even":[{"cell":"R1C1"},{"cell":"R5C1"}],"#);
    let (line, column, _) = parse(&text, false).unwrap_err();
    assert_eq!(
        (line, column),
        (1, text.find(r#"{"cell":"R5C1"}"#).unwrap() + 1)
    );
}

/// Made by the Python package lzstring 1.0.4 from an object with a title beyond
/// Latin-1.
const COMPRESSED: &str = "N4IgzglgXgpiBcAWANCALhNAbO8QEuACQZAJDAzKJFQHMAnCAEwQG0nQA3AQywFdcBGahDYwAdgjQ1eAX2TAZc2VIC6yVvPWKVaxTrlaFB9UpUgOIjAGsREKgAs04yTFRpbMGgFsA9h5hp3zKBYECIwYMxMIABKfADCfJTRAEzxiVEpSSDGylJAA";

#[test]
fn links_hold_the_object_compressed() {
    let mut expected = Spec::boxes(2, 2).unwrap();
    expected.mark("anti-knight", &[], &[]);
    expected.mark("thermo", &[], &cells("R1C1 R2C1 R2C2"));
    let escaped = COMPRESSED.replace('+', "%2B").replace('=', "%3d");
    for link in [
        format!("https://www.f-puzzles.com/?load={COMPRESSED}"),
        format!("https://f-puzzles.com/?id=x&load={escaped}&y=z"),
        format!("https://sudokupad.app/fpuzzles{COMPRESSED}"),
        format!("https://sudokupad.app/fpuz{COMPRESSED}?setting=1"),
        format!("https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles{COMPRESSED}"),
        format!("fpuz{COMPRESSED}"),
    ] {
        assert!(link::is_link(&link), "{link}");
        let (puzzle, ..) = parse(&link, false).unwrap();
        assert_eq!(*puzzle.rules().spec(), expected, "{link}");
        assert_eq!(
            (puzzle.num_clues(), puzzle.size()),
            (1, Size::new(4).unwrap())
        );
    }
}

#[test]
fn damaged_links_are_told() {
    let link = |data: &str| fault(&format!("https://f-puzzles.com/?load={data}"));
    assert_eq!(
        link(&COMPRESSED[..40]),
        "found the end of the link, expected more: it was cut off"
    );
    assert!(link("!!!!").starts_with("found damaged data"));
    assert!(link("").contains("cut off"));
    assert!(
        fault("https://sudokupad.app/scf1234").contains("found 4 cells in SudokuPad's short form")
    );
    assert!(fault("https://example.org/puzzle").contains("nothing is fetched"));
    for cut in 0..COMPRESSED.len() {
        // Whatever is missing or changed is no panic.
        let changed = COMPRESSED.replacen(&COMPRESSED[cut..=cut], "Q", 1);
        for data in [&COMPRESSED[cut..], &changed] {
            let _ = parse(&format!("https://f-puzzles.com/?load={data}"), false);
        }
    }
}

/// Each code can be a phrase one unit longer than the one before, so the text
/// grows with the square of the link.
#[test]
fn what_comes_out_is_bounded() {
    let mut bits: Vec<bool> = Vec::new();
    let mut push = |code: u64, width: u32| bits.extend((0..width).map(|at| code >> at & 1 == 1));
    push(0, 2);
    push(u64::from(b'a'), 8);
    let (mut next, mut width) = (4u64, 3);
    // The phrase that each code makes itself: one unit longer each time.
    for _ in 0..6000 {
        push(next, width);
        next += 1;
        while next >= 1 << width {
            width += 1;
        }
    }
    let alphabet: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let sextet = |six: &[bool]| {
        six.iter()
            .fold(0, |number, &bit| 2 * number + usize::from(bit))
    };
    let data: String = bits
        .chunks(6)
        .map(|six| alphabet[sextet(six) << (6 - six.len())])
        .collect();
    assert_eq!(
        lz_string::decompress(&data),
        Err("found more than 10 MiB compressed, expected a puzzle")
    );
}
