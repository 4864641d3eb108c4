//! Puzzles by other rules than plain Sudoku's: their story, word for word, and
//! their traces, recomputed.
//!
//! `tests/golden/explain-rules/` holds the stories. With `SUDOSAT_BLESS=1` they
//! are written anew; look at the difference before you keep it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use sudosat::encode::Encoding;
use sudosat::sudoku::rules::{Cage, Regions, Spec};
use sudosat::sudoku::{Cell, Digit, Puzzle, Rules, Size};
use sudosat::teach::engine::{CoverEngine, Engine};
use sudosat::teach::figure::{self, Form, Subject};
use sudosat::teach::page::{self, Lesson};
use sudosat::teach::story;
use sudosat::teach::trace::Trace;
use sudosat::teach::{SharedOutput, Window, json, replay};

/// A 4×4 jigsaw.
fn jigsaw() -> Spec {
    Spec {
        regions: Regions::Map(vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]),
        ..Spec::latin(Size::new(4).unwrap())
    }
}

fn puzzle(spec: Spec, clues: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Arc::new(Rules::new(spec).unwrap()));
    let size = puzzle.size();
    let digits = clues.chars().filter(|c| !c.is_whitespace());
    for (cell, c) in size.cells().zip(digits) {
        let value = c.to_digit(10).unwrap_or(0) as usize;
        puzzle.set_clue(cell, Digit::from_value(value, size));
    }
    puzzle
}

const SIX: &str = "1.3.56 45.123 .3156. 564..1 312.45 6.5312";

/// Where a story is written, to be read afterwards.
#[derive(Clone, Default)]
struct Pages(Arc<Mutex<Vec<u8>>>);

impl Write for Pages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn told(puzzle: &Puzzle, engine: Engine, encoding: Encoding, window: Option<Window>) -> String {
    let pages = Pages::default();
    let options = story::Options {
        engine,
        encoding,
        window,
        formula: false,
    };
    story::puzzle(&mut SharedOutput::new(pages.clone()), puzzle, &options).unwrap();
    let text = String::from_utf8(pages.0.lock().unwrap().clone()).unwrap();
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn stories_by_other_rules_are_told_step_by_step() {
    let dlx = Engine::Cover(CoverEngine::DLX);
    let mut anti_knight = Spec {
        diagonals: [true, false],
        ..Spec::latin(Size::new(5).unwrap())
    };
    anti_knight.mark("anti-knight", &[], &[]);
    let latin = Spec::latin(Size::new(3).unwrap());
    let examples = [
        (
            "boxes-2x3-cdcl",
            puzzle(Spec::boxes(2, 3).unwrap(), SIX),
            Engine::Cdcl,
            Encoding::LECTURE,
        ),
        (
            "jigsaw-4x4-dlx",
            puzzle(jigsaw(), "1... .... .... ...2"),
            dlx,
            Encoding::LECTURE,
        ),
        (
            "jigsaw-4x4-backtrack",
            puzzle(jigsaw(), "1... .... .... ...2"),
            Engine::Backtrack,
            Encoding::EXTENDED,
        ),
        (
            "anti-knight-5x5-cdcl",
            puzzle(anti_knight, "1"),
            Engine::Cdcl,
            Encoding::EXTENDED,
        ),
        (
            "latin-3x3-dlx",
            puzzle(latin, "1.. ... ..2"),
            dlx,
            Encoding::STRENGTHENED,
        ),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/explain-rules");
    let bless = std::env::var_os("SUDOSAT_BLESS").is_some();
    let mut wrong = Vec::new();
    for (name, puzzle, engine, encoding) in examples {
        let file = folder.join(format!("{name}.txt"));
        let told = told(&puzzle, engine, encoding, None);
        if bless {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &told).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if told != expected {
            let mut lines = told.lines().zip(expected.lines()).enumerate();
            wrong.push((
                name,
                lines.find(|(_, (a, b))| a != b).map(|(line, _)| line + 1),
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The trace as it comes back from its text.
fn trace(puzzle: &Puzzle, engines: &[Engine]) -> Trace {
    let trace = json::puzzle(puzzle, &Encoding::EXTENDED, engines, Window::default()).unwrap();
    let text = serde_json::to_string(&trace).unwrap();
    let again: Trace = serde_json::from_str(&text).unwrap();
    assert_eq!(again, trace);
    again
}

#[test]
fn traces_by_other_rules_are_recomputed_from_themselves_alone() {
    let all = [
        Engine::Cdcl,
        Engine::Cover(CoverEngine::DLX),
        Engine::Cover(CoverEngine::MATRIX),
        Engine::Backtrack,
    ];
    let diagonal = Spec {
        diagonals: [true; 2],
        windows: true,
        disjoint_groups: true,
        ..Spec::boxes(3, 3).unwrap()
    };
    for (spec, clues) in [
        (jigsaw(), "1... .... .... ...2"),
        (Spec::boxes(2, 3).unwrap(), SIX),
        (
            Spec::latin(Size::new(5).unwrap()),
            "1.3.. .2... ..... ....4",
        ),
        (diagonal, "1"),
    ] {
        let puzzle = puzzle(spec, clues);
        let trace = trace(&puzzle, &all);
        let part = trace.puzzle.as_ref().unwrap();
        assert_eq!(part.order, None);
        assert_eq!(part.rules().unwrap().houses(), puzzle.rules().houses());
        replay::trace(&trace).unwrap();
        // Other rules, and the parts do not fit any more.
        let mut other = trace.clone();
        let rules = other.puzzle.as_mut().unwrap().rules.as_mut().unwrap();
        rules.statements = vec!["anti-king".to_owned()];
        assert!(replay::trace(&other).is_err());
    }
}

#[test]
fn plain_puzzles_keep_their_order_in_traces() {
    let plain = puzzle(Spec::boxes(2, 2).unwrap(), "1");
    let text = serde_json::to_string(&trace(&plain, &[Engine::Cdcl])).unwrap();
    assert!(text.contains("\"puzzle\":{\"order\":2,\"givens\":[1,0,"));
}

#[test]
fn a_trace_of_sums_has_no_exact_cover() {
    let mut spec = Spec::boxes(2, 2).unwrap();
    spec.cages.push(Cage {
        cells: vec![Cell::new(0, 0), Cell::new(0, 1)],
        sum: Some(5),
        repeats: false,
    });
    let killer = puzzle(spec, "1");
    let trace = trace(&killer, &[Engine::Cdcl]);
    assert!(trace.cover.items.is_empty());
    let dlx = [Engine::Cover(CoverEngine::DLX)];
    let refused = json::puzzle(&killer, &Encoding::EXTENDED, &dlx, Window::default());
    assert!(refused.unwrap_err().to_string().contains("colours"));
}

fn lesson(puzzle: &Puzzle) -> serde_json::Value {
    let encoding = Encoding::usual(puzzle.rules());
    let lesson = Lesson::of_puzzle(puzzle, &encoding, None, Window::default());
    serde_json::to_value(lesson.unwrap()).unwrap()
}

#[test]
fn a_page_of_a_jigsaw_knows_its_houses_and_plain_ones_have_none() {
    let shown = lesson(&puzzle(jigsaw(), "1... .... .... ...2"));
    assert_eq!(shown["houses"][8]["name"], "region 1");
    assert_eq!(shown["houses"][8]["cells"], serde_json::json!([0, 1, 2, 4]));
    let plain = lesson(&puzzle(Spec::boxes(2, 2).unwrap(), "1"));
    for field in [
        "houses", "rules", "stated", "drawing", "pairs", "tables", "sources",
    ] {
        assert!(plain.get(field).is_none(), "{field}");
    }
}

#[test]
fn what_is_too_large_for_a_page_is_told() {
    for (spec, is_live, told) in [
        (Spec::boxes(4, 4).unwrap(), true, "found n = 4"),
        (Spec::boxes(2, 5).unwrap(), true, "found 10×10"),
        (Spec::boxes(5, 5).unwrap(), false, "found n = 5"),
        (Spec::boxes(2, 9).unwrap(), false, "found 18×18"),
    ] {
        let puzzle = puzzle(spec, "1");
        let refused = page::check_showable(&puzzle, &Encoding::LECTURE, is_live).unwrap_err();
        assert!(refused.contains(told), "{refused}");
    }
    // Grids in a row, which share no cell.
    for (n, count, told) in [
        (3, 6, "up to 4096 candidates, found 4374 in 6 grids of 9×9"),
        (2, 26, "up to 100 rows and columns, found 104"),
    ] {
        let starts = (0..count).map(|grid| Cell::new(0, n * n * grid)).collect();
        let mut spec = Spec::boxes(n, n).unwrap();
        spec.size = spec.size.overlapping(starts).unwrap();
        let grids = Puzzle::new(Arc::new(Rules::new(spec).unwrap()));
        let refused = page::check_showable(&grids, &Encoding::LECTURE, false).unwrap_err();
        assert!(refused.contains(told), "{refused}");
    }
    // A sum of all cells of a 16×16 has too many states.
    let mut spec = Spec::boxes(4, 4).unwrap();
    spec.cages.push(Cage {
        cells: spec.size.cells().collect(),
        sum: Some(2176),
        repeats: true,
    });
    let sum = puzzle(spec, "1");
    let refused = page::check_showable(&sum, &Encoding::EXTENDED, false).unwrap_err();
    let told = "a page shows formulas up to 300000 literals, found ";
    assert!(refused.contains(told), "{refused}");
}

/// Where a clause has words of a rule for cells, they are those of the rule that a page names.
#[test]
fn a_page_names_the_clauses_of_rules_for_cells() {
    let mut spec = Spec::boxes(2, 2).unwrap();
    let cells = |indices: &[usize]| -> Vec<Cell> {
        indices.iter().map(|&index| spec.size.cell(index)).collect()
    };
    let (thermo, knight, cage) = (cells(&[0, 1, 2]), cells(&[]), cells(&[4, 5, 9]));
    spec.mark("anti-knight", &[], &knight);
    spec.mark("thermo", &[], &thermo);
    spec.cages.push(Cage {
        cells: cage,
        sum: Some(7),
        repeats: false,
    });
    let puzzle = puzzle(spec, "1");
    let shown = lesson(&puzzle);
    assert!(
        shown["drawing"]["below"]
            .as_str()
            .unwrap()
            .contains("polyline")
    );
    assert_eq!(
        shown["drawing"]["cages"],
        serde_json::json!([[4, true], [5, false], [9, false]])
    );
    assert!(shown["rules"].as_str().unwrap().contains("dashed cage"));
    let trace = trace(&puzzle, &[Engine::Cdcl]);
    let words = &trace.cnf.as_ref().unwrap().words;
    let list = |name: &str| shown[name].as_array().unwrap().clone();
    let names = [list("pairs"), list("tables")].concat();
    let mut told = 0;
    for source in list("sources")[0].as_array().unwrap() {
        let [first, count, rule] = [0, 1, 2].map(|place| source[place].as_u64().unwrap() as usize);
        let name = names[rule].as_str().unwrap();
        for words in &words[first - 1..first - 1 + count] {
            if let Some((of, _)) = words.split_once(": not ") {
                assert_eq!(of, name);
                told += 1;
            }
        }
    }
    assert!(told > 30, "{told} clauses have words of their rule");
}

#[test]
fn a_jigsaw_is_drawn_with_its_walls() {
    let trace = trace(&puzzle(jigsaw(), "1"), &[Engine::Cdcl]);
    let drawn = |form| {
        let mut out = Vec::new();
        let figure = figure::draw::of_trace(Subject::Grid, &trace).unwrap();
        figure::write(&mut out, &figure, form).map(|()| String::from_utf8(out).unwrap())
    };
    let svg = drawn(Form::Svg).unwrap();
    // Twelve walls of one cell each.
    let walls = svg.lines().find(|line| line.contains("stroke-linecap"));
    assert_eq!(walls.unwrap().matches('M').count(), 12, "{svg}");
    assert_eq!(
        drawn(Form::Tikz).unwrap().matches("line cap=rect").count(),
        12
    );
    assert!(drawn(Form::Dot).unwrap_err().to_string().contains("--svg"));
}
