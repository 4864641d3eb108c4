//! The feature `json`: with it, puzzles that are JSON are read; without it, they are
//! refused by an error that names it, and all other forms are read as before.

use sudosat::sudoku::text::{self, Entry, Options};

/// The puzzle of each text, as JSON and as links of f-puzzles contain it.
const JSON: [&str; 7] = [
    r#"{"order":2,"rows":[[1,null,null,null],[null,null,3,null],[null,4,null,null],[null,null,null,2]]}"#,
    r#"{"puzzle":"1.....3..4.....2"}"#,
    "{\n  \"board\": [[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]\n}\n",
    r#"[{"puzzle":"1.....3..4.....2"}]"#,
    r#"puzzle = {"puzzle":"1.....3..4.....2"}"#,
    r#"{"size":4,"grid":[[{"value":1,"given":true},{},{},{}],[{},{},{"value":3,"given":true},{}],[{},{"value":4,"given":true},{},{}],[{},{},{},{"value":2,"given":true}]]}"#,
    LINK,
];

/// A link with the object before it, compressed.
const LINK: &str = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3lwC6yQv34hSlagGZ6jFu04xxIsb0nkqCFOgWt4HboMFqB5iVO3wATPKYGjKoUK5A===";

/// Texts of the same puzzle that look like JSON or stand beside it.
const OTHERS: [&str; 4] = [
    r#"[["1",".",".","."],[".",".","3","."],[".","4",".","."],[".",".",".","2"]]"#,
    "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]",
    "{{1,0,0,0},{0,0,3,0},{0,4,0,0},{0,0,0,2}};",
    "1...\n..3.\n.4..\n...2\n",
];

/// The clues of the puzzle.
const CLUES: &str = "1...\n..3.\n.4..\n...2\n";

fn read(text: &str) -> Vec<Result<Entry, String>> {
    text::read(text.as_bytes(), "input", &Options::default())
        .map(|entry| entry.map_err(|error| error.to_string()))
        .collect()
}

#[test]
fn json_is_read_or_refused_by_its_feature() {
    for text in JSON {
        let entries = read(text);
        let [entry] = &entries[..] else {
            panic!("{text}: {entries:?}");
        };
        match entry {
            Ok(entry) if cfg!(feature = "json") => {
                assert_eq!(entry.puzzle.to_string(), CLUES, "{text}");
            }
            Err(error) if !cfg!(feature = "json") => {
                let part = "this build of the library does not read JSON (feature `json`)";
                assert!(error.contains(part), "{text}: {error}");
                assert!(error.starts_with("input:1:1: "), "{text}: {error}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn other_forms_are_read_without_the_feature() {
    for text in OTHERS {
        let entries = read(text);
        let [Ok(entry)] = &entries[..] else {
            panic!("{text}: {entries:?}");
        };
        assert_eq!(entry.puzzle.to_string(), CLUES, "{text}");
    }
}

#[test]
fn reading_goes_on_after_json() {
    let entries = read("{\"puzzle\":\n\"1.....3..4.....2\"}\n1.....3..4.....2\n");
    let [json, Ok(line)] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert_eq!(json.is_ok(), cfg!(feature = "json"));
    assert_eq!(line.puzzle.to_string(), CLUES);
}

#[test]
fn links_without_a_puzzle_are_refused_as_such() {
    let entries = read("https://example.org/sudoku\n");
    let [Err(error)] = &entries[..] else {
        panic!("{entries:?}");
    };
    assert!(error.contains("nothing is fetched from the net"), "{error}");
}

/// The puzzle as the program prints it beside answers.
const OWN: &str = r#"{"order":2,"rows":[[1,null,null,null],[null,null,3,null],[null,4,null,null],[null,null,null,2]]}"#;

/// The only solution of the puzzle.
const SOLUTION: &str = "1342243134214312";

#[cfg(feature = "json")]
#[test]
fn solutions_in_fields_are_expected() {
    let list: Vec<String> = SOLUTION.chars().map(String::from).collect();
    let list = list.join(",");
    let grid = "[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]";
    for text in [
        format!(r#"{{"puzzle":"1.....3..4.....2","solution":"{SOLUTION}"}}"#),
        format!(r#"{{"puzzle":"1.....3..4.....2","answer":[{list}]}}"#),
        format!(r#"{{"grid":{grid},"solved":"{SOLUTION}"}}"#),
        format!(r#"{{"puzzle":"a:1","grid":{OWN},"solutions":[[{list}]],"answer":"solved"}}"#),
        format!(r#"{{"puzzles":["1.....3..4.....2"],"solutions":["{SOLUTION}"]}}"#),
    ] {
        let entries = read(&text);
        let [Ok(entry)] = &entries[..] else {
            panic!("{text}: {entries:?}");
        };
        let expected = entry.expected.as_ref().expect("a solution");
        let grid = expected.solution.as_ref().expect("a solution");
        let digits: String = grid
            .digits()
            .iter()
            .map(|digit| digit.value().to_string())
            .collect();
        assert_eq!(digits, SOLUTION, "{text}");
        assert_eq!(expected.count, None, "{text}");
    }
}

#[cfg(feature = "json")]
#[test]
fn numbers_of_solutions_are_expected_if_they_are_known() {
    let count = |fields: &str| {
        let text = format!(r#"{{"puzzle":"a:1","grid":{OWN},{fields}}}"#);
        let entries = read(&text);
        let [Ok(entry)] = &entries[..] else {
            panic!("{text}: {entries:?}");
        };
        entry.expected.as_ref().and_then(|expected| expected.count)
    };
    assert_eq!(
        count(r#""answer":"solved","count":1,"complete":false"#),
        None
    );
    assert_eq!(
        count(r#""answer":"solved","count":1,"complete":true"#),
        Some(1)
    );
    assert_eq!(
        count(r#""answer":"no solution","count":0,"complete":true"#),
        Some(0)
    );
    assert_eq!(count(r#""solutions":"one","left":4"#), Some(1));
    assert_eq!(count(r#""solutions":"several""#), None);
}

/// Rules that are given are added to those that an object states, or refused.
#[cfg(feature = "json")]
#[test]
fn given_rules_are_added_to_those_of_an_object() {
    use sudosat::sudoku::print;
    use sudosat::sudoku::text::description::Statements;
    let read = |text: &str, rules: &str| {
        let options = Options {
            rules: Some(std::sync::Arc::new(
                Statements::read(rules, "--rules").unwrap(),
            )),
            ..Options::default()
        };
        let mut entries = text::read(text.as_bytes(), "input", &options);
        entries
            .next()
            .unwrap()
            .map(|entry| print::statements(entry.puzzle.rules().spec()).join("; "))
            .map_err(|error| error.to_string())
    };
    let own = OWN.replace(r#""order":2"#, r#""size":4,"rules":["diagonal"]"#);
    let other = r#"{"puzzle":"1.....3..4.....2","rules":["diagonal"]}"#;
    for text in [&own, other] {
        let rules = read(text, "anti-knight").unwrap();
        assert_eq!(rules, "boxes 2x2; diagonal; anti-knight", "{text}");
        let error = read(text, "no-boxes").unwrap_err();
        assert!(
            error.contains("the puzzle's own text says others"),
            "{error}"
        );
    }
}
