//! Tests of the links of Penpa+: what is read, and what is refused.

use super::*;
use crate::sudoku::rules::{Arrow, Cage, Regions, Spec};
use crate::sudoku::text::{Form, foreign, link};
use crate::sudoku::{Cell, Size};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write as _;

/// Returns base64 of compressed data.
fn packed(data: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).unwrap();
    base64(&encoder.finish().unwrap())
}

fn base64(bytes: &[u8]) -> String {
    let signs: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let part = |three: &[u8]| -> String {
        let bits = three
            .iter()
            .fold(0, |bits, &byte| bits << 8 | usize::from(byte));
        let bits = bits << (8 * (3 - three.len()));
        let signs = [18, 12, 6, 0].map(|at| signs[bits >> at & 63]);
        signs[..=three.len()].iter().collect()
    };
    bytes.chunks(3).map(part).collect()
}

/// Returns a save file of a 4×4 grid: points are 8 to a row, and r1c1 is 18.
fn file(header: &str, problem: &str, genres: &str) -> String {
    let cells = "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]";
    let rest = "\n\n\n\n\n\n\n\n\n\n\n";
    format!("{header}\n[0,0,0,0]\n{{}}\n{{{problem}}}\n\n{cells}{rest}\n{genres}\nfalse")
}

const HEADER: &str = "square,4,4,38,0,1,1,190,190,44,44,0,0,0,0,Title: A,Author: B,,Normal sudoku%2C%2Drules apply.,OFF,false";

/// Borders of boxes of 2×2.
const BOXES: &str = r#""lineE":{"75,83":2,"83,91":2,"91,99":2,"99,107":2,"89,90":2,"90,91":2,"91,92":2,"92,93":21}"#;

fn read(header: &str, problem: &str, genres: &str) -> Result<Parsed, String> {
    parse(
        &format!(
            "#m=edit&p={}",
            packed(file(header, problem, genres).as_bytes())
        ),
        false,
    )
}

fn spec(problem: &str) -> Spec {
    let (puzzle, _, dropped) = read(HEADER, problem, "[]").unwrap();
    assert!(dropped.is_empty());
    puzzle.rules().spec().clone()
}

fn fault(problem: &str) -> String {
    read(HEADER, &format!("{BOXES},{problem}"), "[]").unwrap_err()
}

#[test]
fn givens_regions_and_special_lines_are_read() {
    let boxes = Spec::boxes(2, 2).unwrap();
    assert_eq!(spec(BOXES), boxes);
    let marks = r#""number":{"18":["1",1,"1"],"27":[[0,0,1,0,0,0,0,0,0,0],1,"7"],"28":[[0,0],1,"7"]},
        "killercages":[[18,19],[],[34,35]],"numberS":{"328":["3",1],"400":[" ",1]},
        "cage":{"328,329":10,"329,332":10,"584,585":0},"thermo":[[20,29,37]],"arrows":[[42,43,44],[18]],
        "command_redo":{"zz":[]},"surface":{},"symbol":{}"#;
    let text = format!("{BOXES},{marks}").replace('\n', " ");
    let (puzzle, ..) = read(HEADER, &text, "[]").unwrap();
    let cell = |row, col| Cell::new(row, col);
    let cage = |cells: &[Cell], sum| Cage {
        cells: cells.to_vec(),
        sum,
        repeats: false,
    };
    let mut expected = Spec {
        cages: vec![
            cage(&[cell(0, 0), cell(0, 1)], Some(3)),
            cage(&[cell(2, 0), cell(2, 1)], None),
        ],
        arrows: vec![Arrow {
            bulb: vec![cell(3, 0)],
            shaft: vec![cell(3, 1), cell(3, 2)],
        }],
        ..boxes
    };
    expected.mark("thermo", &[], &[cell(0, 2), cell(1, 3), cell(2, 3)]);
    let clues: Vec<_> = puzzle.clues().map(|clue| clue.to_string()).collect();
    assert_eq!(clues, ["r1c1=1", "r2c2=3"]);
    assert_eq!(*puzzle.rules().spec(), expected);
}

#[test]
fn links_are_read_as_browsers_write_them() {
    let data = packed(file(HEADER, BOXES, "[]").as_bytes());
    let escaped = data.replace('+', "%2B").replace('/', "%2f") + "%3D";
    for link in [
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}"),
        format!("https://swaroopg92.github.io/penpa-edit/#m=solve&p={data}=="),
        format!("https://opt-pan.github.io/penpa-edit/?m=edit&p={escaped}&x=1"),
    ] {
        assert!(link::is_link(&link), "{link}");
        let (form, (puzzle, ..)) = foreign::parse(&link, None, false).unwrap();
        assert_eq!((form, puzzle.size()), (Form::Penpa, Size::new(4).unwrap()));
        assert_eq!(*puzzle.rules().spec(), Spec::boxes(2, 2).unwrap());
    }
    // What the save file abbreviates.
    let short = file(HEADER, BOXES, "[]")
        .replace('z', "zZ")
        .replace("\"lineE\"", "zE");
    let (puzzle, ..) = parse(&format!("p={}", packed(short.as_bytes())), false).unwrap();
    assert_eq!(*puzzle.rules().spec(), Spec::boxes(2, 2).unwrap());
}

#[test]
fn regions_diagonals_and_genres_are_rules() {
    let jigsaw = r#""lineE":{"76,84":2,"84,92":2,"91,92":2,"90,91":2,"83,91":2,"82,83":2,"81,82":2,"91,99":2,"99,107":2,"89,90":2,"92,93":2,"75,83":0}"#;
    let message = read(HEADER, jigsaw, "[]").unwrap_err();
    assert!(message.starts_with("found a region of "), "{message}");
    let rows = r#""lineE":{"81,82":2,"82,83":2,"83,84":2,"84,85":2,"89,90":2,"90,91":2,"91,92":2,"92,93":2,"97,98":2,"98,99":2,"99,100":2,"100,101":2}"#;
    assert_eq!(spec(rows).regions, Regions::Boxes { rows: 1, cols: 4 });
    let latin = read(HEADER, "", r#"["latin"]"#).unwrap().0;
    assert_eq!(latin.rules().spec().regions, Regions::None);
    assert!(
        read(HEADER, "", "[]")
            .unwrap_err()
            .starts_with("found a region of 16 cells")
    );
    let apart = read(HEADER, BOXES, r#"["classic","nonconsecutive"]"#)
        .unwrap()
        .0;
    assert_eq!(
        apart.rules().spec().marks_of(&["non-consecutive"]).count(),
        1
    );
    let genre = read(HEADER, BOXES, r#"["tightfit"]"#).unwrap_err();
    assert!(
        genre.starts_with("found the genre tightfit, expected"),
        "{genre}"
    );
    let damaged = read(HEADER, BOXES, r#"{"latin":1}"#).unwrap_err();
    assert!(damaged.contains("as the genres of the puzzle"), "{damaged}");
    // The diagonals are drawn, and chosen in the menu.
    let falling = r#""73,82":12,"82,91":12,"91,100":12,"100,109":12"#;
    let rising = r#""77,84":12,"91,84":12,"91,98":12,"98,105":12"#;
    let drawn = |lines: &str| BOXES.replace('}', &format!(",{lines}}}"));
    let header = |flags: &str| HEADER.replace("44,44,0,0,0,0", &format!("44,44,{flags}"));
    let both = read(
        &header("1,0,0,1"),
        &drawn(&format!("{falling},{rising}")),
        "[]",
    )
    .unwrap()
    .0;
    assert_eq!(both.rules().spec().diagonals, [true; 2]);
    let one = read(&header("0,0,0,1"), &drawn(rising), "[]").unwrap().0;
    assert_eq!(one.rules().spec().diagonals, [false, true]);
    for (header, lines) in [
        (HEADER.to_owned(), falling),
        (header("1,0,0,0"), rising),
        (header("1,0,0,0"), r#""73,82":12"#),
    ] {
        let message = read(&header, &drawn(lines), "[]").unwrap_err();
        assert!(message.starts_with("found diagonal at "), "{message}");
    }
}

#[test]
fn other_drawings_are_refused_by_kind_and_place() {
    for (problem, message) in [
        (
            r#""surface":{"18":1,"27":3,"19":0}"#,
            "found 2 shaded cells, the first at r1c1",
        ),
        (
            r#""symbol":{"146":[1,"circle_SS",1]}"#,
            "found symbol at r1c1",
        ),
        (r#""line":{"18,19":3}"#, "found line at r1c1"),
        (
            r#""thermo":[[18,20]]"#,
            "found thermometer that skips cells or leaves the grid at r1c1",
        ),
        (
            r#""thermo":[[18,10]]"#,
            "found thermometer that skips cells or leaves the grid at r1c1",
        ),
        (
            r#""arrows":[[10,18]]"#,
            "found arrow that skips cells or leaves the grid at outside of the grid",
        ),
        (r#""numberS":{"329":["3",1]}"#, "found small number at r1c1"),
        (
            r#""killercages":[[18]],"numberS":{"328":["<3",1]}"#,
            "found small number at r1c1",
        ),
        (
            r#""killercages":[[18,99999999999]]"#,
            "found cage that leaves the grid at r1c1",
        ),
        (
            r#""cage":{"328,329":10}"#,
            "found line of a cage that is no killer cage at r1c1",
        ),
        (
            r#""number":{"18":["1",2,"1"]}"#,
            "found number that is no given at r1c1",
        ),
        (
            r#""number":{"10":["1",1,"1"]}"#,
            "found number that is no given at outside of the grid",
        ),
        (
            r#""number":{"18":[[1,1],1,"7"]}"#,
            "found cell with several digits at r1c1",
        ),
        (
            r#""number":{"18":["?",1,"1"]}"#,
            "found the text '?' in r1c1",
        ),
        (r#""polygon":[[1]]"#, "found polygon, expected"),
        (r#""squareframe":[[18,19]]"#, "found frame at r1c1"),
        // Values of another type than Penpa+ writes.
        (r#""wall":[{"18":1}]"#, "found wall at outside of the grid"),
        (r#""symbol":7"#, "found symbol at outside of the grid"),
        (
            r#""numberS":{"x":["3",1]}"#,
            "found small number at outside of the grid",
        ),
        (
            r#""thermo":{"18":1}"#,
            "found an object in thermo, expected a list",
        ),
        (
            r#""thermo":[[18,18]]"#,
            "thermo 1: found the cell r1c1 twice",
        ),
    ] {
        let found = fault(problem);
        assert!(found.starts_with(message), "{problem}: {found}");
    }
    let borders = BOXES.replace('}', r#","83,84":8,"x":2}"#);
    let found = read(HEADER, &borders, "[]").unwrap_err();
    assert!(
        found.starts_with("found line on borders of cells at r1c2; a line between no points"),
        "{found}"
    );
    let (_, _, dropped) = parse(
        &format!(
            "p={}",
            packed(file(HEADER, &format!(r#"{BOXES},"surface":{{"18":1}}"#), "[]").as_bytes())
        ),
        true,
    )
    .unwrap();
    assert_eq!(dropped, ["shaded cell at r1c1"]);
    for (from, to, message) in [
        (
            "square",
            "hex",
            "found a grid of the type 'hex' of Penpa+, expected square or sudoku",
        ),
        ("square", "7", "found a link of the first version of Penpa"),
        (
            "4,4",
            "4,9999999",
            "found '9999999', expected a size of 1 to 1000",
        ),
        (
            "Normal sudoku%2C%2Drules apply.",
            "Shaded cells are even.",
            "found the rule 'Shaded cells are even'",
        ),
        (
            "Title: A",
            "Title: Thermo Sudoku",
            "found the title 'Thermo Sudoku'",
        ),
    ] {
        let found = read(&HEADER.replacen(from, to, 1), BOXES, "[]").unwrap_err();
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn solutions_are_read_if_they_are_whole() {
    let data = packed(
        file(
            HEADER,
            &format!(r#"{BOXES},"number":{{"18":["1",1,"1"]}}"#),
            "[]",
        )
        .as_bytes(),
    );
    let read = |digits: &str| {
        let entries: Vec<String> = (1..16)
            .zip(digits.chars().skip(1))
            .map(|(place, digit)| format!("\"{},{digit}\"", 18 + place / 4 * 8 + place % 4))
            .collect();
        let solution = format!("[[],[],[],[],[{}],[]]", entries.join(","));
        parse(
            &format!("p={data}&a={}", packed(solution.as_bytes())),
            false,
        )
        .map(|(_, found, _)| found.is_some())
    };
    assert_eq!(read("1234341221434321"), Ok(true));
    assert_eq!(read("12343412214343"), Ok(false));
    assert!(read("123434122143432x").is_err());
    assert!(parse(&format!("p={data}&a={}", packed(b"[")), false).is_err());
    let object = parse(&format!("p={data}&a={}", packed(b"{}")), false);
    let message = "found an object in solution, expected a list";
    assert_eq!(object.unwrap_err(), message);
}

#[test]
fn damaged_links_are_refused() {
    let fault = |data: &str| parse(&format!("p={data}"), false).unwrap_err();
    assert!(
        parse("m=edit", false)
            .unwrap_err()
            .contains("expected the field 'p'")
    );
    let data = packed(file(HEADER, BOXES, "[]").as_bytes());
    assert!(fault(&data[..data.len() / 2]).contains("it may be cut off"));
    assert!(fault("!!!!").contains("damaged data"));
    assert!(fault("").contains("damaged data"));
    assert!(fault(&packed(b"square,\xff")).contains("UTF-8"));
    assert!(fault(&packed(b"")).contains("a grid of the type"));
    let bomb = packed(&vec![b'z'; 64 << 20]);
    assert!(bomb.len() < 100_000);
    assert!(fault(&bomb).contains("more than 4 MiB compressed"));
    let deep = format!(r#""surface":{}"#, "[".repeat(100_000));
    assert!(
        read(HEADER, &deep, "[]")
            .unwrap_err()
            .contains("damaged JSON")
    );
    for cells in [
        "[-1]",
        "[18,9223372036854775807,9223372036854775807]",
        "[18,1]",
        "[]",
        "{}",
        "",
    ] {
        let text = file(HEADER, BOXES, "[]").replace("[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]", cells);
        assert!(
            parse(&format!("p={}", packed(text.as_bytes())), false).is_err(),
            "{cells}"
        );
    }
    let text = file(
        HEADER,
        &format!(r#"{BOXES},"thermo":[[20,29,37]],"numberS":{{"328":["3",1]}}"#),
        "[]",
    );
    for cut in 0..text.len() {
        let changed = text.replacen(&text[cut..=cut], "9", 1);
        for text in [&text[..cut], &text[cut..], &changed] {
            let _ = parse(&format!("p={}", packed(text.as_bytes())), false);
        }
    }
    for cut in 0..data.len() {
        let changed = data.replacen(&data[cut..=cut], "Q", 1);
        for data in [&data[..cut], &data[cut..], &changed] {
            let _ = parse(&format!("p={data}"), true);
        }
    }
}

#[test]
fn fields_of_another_type_are_told() {
    for (field, values) in [
        ("number", ["5", r#"{"18":7}"#]),
        ("numberS", ["[1]", r#"{"18":"7"}"#]),
        ("lineE", ["true", r#"{"75,83":"2"}"#]),
        ("cage", [r#""a""#, r#"{"18,19":[]}"#]),
        ("killercages", ["{}", "[5]"]),
        ("thermo", ["7", r#"["18"]"#]),
        ("arrows", ["false", "[null]"]),
        ("symbol", ["5", "true"]),
    ] {
        for value in values {
            let borders = if field == "lineE" { "" } else { BOXES };
            let problem = format!("{borders},\"{field}\":{value}");
            let message = read(HEADER, problem.trim_start_matches(','), "[]").unwrap_err();
            assert!(message.contains(field), "{field} {value}: {message}");
        }
    }
}
