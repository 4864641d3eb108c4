//! The lines of the algorithm at which steps stand: a run walks through the text as the text says.
//!
//! Backtracking and the two searches for a cover are written here once more as their texts say,
//! each line with its letter; the steps of a run must be those of the program here. For CDCL and
//! DPLL, which may imply in any order, each line has the lines that may follow it.

use super::*;
use std::collections::BTreeSet;
use sudosat::cover::{self, problems::Problem};
use sudosat::formula::dimacs;
use sudosat::teach::algorithm::{self, Line, NOWHERE};
use sudosat::teach::engine::{CoverEngine, Engine};
use sudosat::teach::labels::Labels;
use sudosat::teach::trace::{Event, ItemKind, Run, Trace};
use sudosat::teach::{json, replay};

/// A letter with what its line is about: an item, an option, or a cell and a digit.
type Visit = (char, usize, usize);

/// The steps of a run, each with its letter.
fn visits(run: &Run) -> Vec<Visit> {
    assert_eq!(run.at.chars().count(), run.events.len());
    let steps = run.at.chars().zip(&run.events);
    let about = |event: &Event| match *event {
        Event::Choose { item, size } => (item, size),
        Event::Cover { item } | Event::Uncover { item } | Event::Deadend { item } => (item, 0),
        Event::Select { option } | Event::Unselect { option } => (option, 0),
        Event::Try { cell, digit, .. } | Event::Reject { cell, digit, .. } => (cell, digit),
        Event::Undo { cell, .. } | Event::Stuck { cell, .. } => (cell, 0),
        _ => (0, 0),
    };
    steps
        .map(|(letter, event)| (letter, about(event).0, about(event).1))
        .collect()
}

/// Checks that each letter is one of the text, and adds it to those that were visited.
fn note(run: &Run, visited: &mut BTreeSet<(String, char)>) {
    let letters: BTreeSet<char> = run.algorithm.iter().map(|line| line.0).collect();
    for letter in run.at.chars() {
        assert!(letter != NOWHERE && letters.contains(&letter), "{letter}");
        visited.insert((run.engine.clone(), letter));
    }
}

/// The two texts of exact cover as programs.
struct Search<'a> {
    items: &'a [sudosat::teach::trace::ItemPart],
    options: Vec<&'a [usize]>,
    links: bool,
    covered: Vec<usize>,
    visits: Vec<Visit>,
}

impl Search<'_> {
    fn left(&self, item: usize) -> Vec<usize> {
        let open = |&other: &usize| other == item || !self.covered.contains(&other);
        let rows = 0..self.options.len();
        rows.filter(|&row| self.options[row].contains(&item) && self.options[row].iter().all(open))
            .collect()
    }

    /// The text's `search(k)`. Returns `true` to stop.
    fn search(&mut self) -> bool {
        let open = (0..self.items.len()).filter(|item| {
            self.items[*item].kind == ItemKind::Primary && !self.covered.contains(item)
        });
        let Some(c) = open.min_by_key(|&item| self.left(item).len()) else {
            self.visits.push(('p', 0, 0));
            return true;
        };
        let rows = self.left(c);
        self.visits.push(('c', c, rows.len()));
        if self.links {
            self.visits.push(('C', c, 0));
            self.covered.push(c);
        }
        if rows.is_empty() {
            self.visits.push(('r', c, 0));
        }
        for r in rows {
            self.visits.push(('O', r, 0));
            let mut columns = self.options[r].to_vec();
            if self.links {
                let place = columns.iter().position(|&item| item == c).unwrap();
                columns.rotate_left(place);
                columns.remove(0);
            } else {
                columns.sort_unstable();
            }
            for &j in &columns {
                self.visits.push(('j', j, 0));
                self.covered.push(j);
            }
            if self.search() {
                return true;
            }
            for &j in columns.iter().rev() {
                self.visits.push(('u', j, 0));
                assert_eq!(self.covered.pop(), Some(j));
            }
            self.visits.push((if self.links { 'r' } else { 'g' }, r, 0));
        }
        if self.links {
            self.visits.push(('U', c, 0));
            assert_eq!(self.covered.pop(), Some(c));
        }
        false
    }
}

fn check_cover(trace: &Trace, visited: &mut BTreeSet<(String, char)>) {
    let run = trace.runs.last().unwrap();
    note(run, visited);
    let options = trace.cover.options.iter();
    let mut search = Search {
        items: &trace.cover.items,
        options: options.map(|option| &option.items[..]).collect(),
        links: run.engine == "dlx",
        covered: Vec::new(),
        visits: Vec::new(),
    };
    if !search.search() {
        search.visits.push(('n', 0, 0));
    }
    let seen = visits(run);
    assert!(run.truncated.is_none() || seen.len() < search.visits.len());
    assert_eq!(seen, search.visits[..seen.len()], "{}", run.engine);
    assert!(run.truncated.is_some() || seen.len() == search.visits.len());
}

/// The text of backtracking as a program, for the usual rules; `most` visits are enough.
fn backtrack(
    grid: &mut [usize],
    order: usize,
    from: usize,
    most: usize,
    seen: &mut Vec<Visit>,
) -> bool {
    let side = order * order;
    let Some(c) = (from..grid.len()).find(|&cell| grid[cell] == 0) else {
        seen.push(('s', 0, 0));
        return true;
    };
    for d in 1..=side {
        if seen.len() > most {
            return true;
        }
        let place = |cell: usize| (cell / side, cell % side);
        let (row, column) = place(c);
        let clashes = (0..grid.len()).any(|other| {
            let (r, k) = place(other);
            let same_box = r / order == row / order && k / order == column / order;
            grid[other] == d && (r == row || k == column || same_box)
        });
        if clashes {
            seen.push(('f', c, d));
            continue;
        }
        seen.push(('t', c, d));
        grid[c] = d;
        if backtrack(grid, order, c + 1, most, seen) {
            return true;
        }
        seen.push(('u', c, 0));
        grid[c] = 0;
    }
    seen.push(('r', c, 0));
    false
}

fn check_backtrack(trace: &Trace, visited: &mut BTreeSet<(String, char)>) {
    let run = trace.runs.last().unwrap();
    note(run, visited);
    let puzzle = trace.puzzle.as_ref().unwrap();
    let (mut grid, mut wanted) = (puzzle.givens.clone(), Vec::new());
    let most = run.events.len();
    if !backtrack(&mut grid, puzzle.order.unwrap(), 0, most, &mut wanted) {
        wanted.push(('n', 0, 0));
    }
    let seen = visits(run);
    if run.truncated.is_none() {
        assert_eq!(seen.len(), wanted.len());
    }
    assert_eq!(seen, wanted[..seen.len()]);
}

/// Checks a run of CDCL or DPLL: each line comes after one that leads to it, and conditions hold.
fn check_on_formula(trace: &Trace, visited: &mut BTreeSet<(String, char)>) {
    let run = trace.runs.last().unwrap();
    note(run, visited);
    let propagates = "icsd";
    let follows = |letter: char| match (&run.engine[..], letter) {
        ("cdcl", '^') => "xicsdn",
        ("dpll", '^') => propagates,
        (_, 'd' | 'i') => propagates,
        ("cdcl", 'c' | 'r') => "rl",
        ("cdcl", 'l') => "jn", // `j` if the clause is not empty, which is checked below
        // What is learned is unit after the jump.
        ("cdcl", 'j') => "i",
        ("cdcl", 'x') => "n",
        ("dpll", 'c') => "fn",
        ("dpll", 'f') => propagates,
        (_, 's' | 'n') => "",
        (engine, other) => panic!("{engine} stands at {other:?}"),
    };
    let mut last = '^';
    let (mut trail, mut clause): (Vec<(i32, usize)>, Vec<i32>) = (Vec::new(), Vec::new());
    let (mut clauses, mut level) = (trace.cnf.as_ref().unwrap().clauses.clone(), 0);
    for (letter, event) in run.at.chars().zip(&run.events) {
        assert!(follows(last).contains(letter), "{last} before {letter}");
        let of_level = |clause: &[i32]| {
            let on = |lit: &&i32| trail.contains(&(-**lit, level));
            clause.iter().filter(on).count()
        };
        match *event {
            Event::Decide { lit, level: new } => {
                assert_eq!((letter, new), ('d', level + 1));
                level = new;
                trail.push((lit, level));
            }
            Event::Imply { lit, level: on, .. } => {
                assert_eq!((letter, on), ('i', level));
                trail.push((lit, level));
            }
            Event::Conflict { by, .. } => {
                assert_eq!(letter, 'c');
                clause = clauses[by as usize - 1].clone();
            }
            Event::Resolve {
                clause: ref now, ..
            } => {
                assert!(of_level(&clause) > 1, "several literals of this level");
                clause = now.clone();
            }
            Event::Learn {
                clause: ref now, ..
            } => {
                let is_told = last != '^';
                assert_eq!(letter, if is_told { 'l' } else { 'x' });
                assert!(now.is_empty() || of_level(now) == 1);
                assert_eq!(now.is_empty(), level == 0);
                clauses.push(now.clone());
            }
            Event::Backjump { from, to, .. } => {
                assert!(letter == 'j' && from == level);
                let learned = clauses.last().unwrap();
                let levels = trail
                    .iter()
                    .filter(|(lit, on)| *on < from && learned.contains(&-lit));
                assert_eq!(levels.map(|&(_, on)| on).max().unwrap_or(0), to);
                trail.retain(|&(_, on)| on <= to);
                level = to;
            }
            Event::Flip { lit, level: on, .. } => {
                trail.retain(|&(_, other)| other < on);
                level = on;
                trail.push((lit, on));
            }
            Event::NoSolution => {
                assert!(letter == 'n');
                let is_refuted = clauses.iter().any(Vec::is_empty);
                assert!(
                    run.engine == "dpll" || is_refuted,
                    "only the empty clause ends CDCL"
                );
            }
            Event::Solution { .. } => assert!(letter == 's'),
            _ => panic!("{event:?}"),
        }
        last = letter;
    }
    assert!(run.truncated.is_some() || "sn".contains(last));
}

fn check(trace: &Trace, visited: &mut BTreeSet<(String, char)>) {
    match &trace.runs.last().unwrap().engine[..] {
        "cdcl" | "dpll" => check_on_formula(trace, visited),
        "backtrack" => check_backtrack(trace, visited),
        _ => check_cover(trace, visited),
    }
}

#[test]
fn every_run_walks_through_the_text_of_its_algorithm() {
    let visited = &mut BTreeSet::new();
    let unsolvable = "12....3....4....";
    let empty = "................";
    for puzzle in [
        LECTURE,
        "puzzles/exact-cover-4x4.txt",
        empty,
        unsolvable,
        "1",
    ] {
        for engine in Engine::ALL {
            check(&trace(&["--engine", engine.name(), puzzle]), visited);
        }
    }
    for engine in Engine::ALL {
        let steps = ["--engine", engine.name(), "--steps", "..400"];
        check(
            &trace(&[&steps[..], &["puzzles/lecture-9x9.txt"]].concat()),
            visited,
        );
    }
    let clash = trace(&["--engine", "backtrack", "11.............."]);
    assert_eq!(clash.runs[0].at, "x");
    note(&clash.runs[0], visited);
    for name in [
        "a-to-g",
        "knuth-6x7",
        "one-to-five",
        "zero-to-six",
        "matrix-6x6",
        "triominoes-3x4",
    ] {
        let problem = Problem::by_name(name).unwrap().read();
        for engine in [CoverEngine::DLX, CoverEngine::MATRIX] {
            let labels = Labels::of_problem(&problem);
            let trace = json::problem(&problem, &labels, engine, Default::default()).unwrap();
            check(&trace, visited);
        }
    }
    check_random(visited);
    for engine in Engine::ALL {
        let lines = algorithm::of(engine);
        let letters = lines.iter().map(|line| line.0);
        for letter in letters.filter(|letter| letter.is_alphabetic()) {
            let line = (engine.name().to_owned(), letter);
            assert!(visited.contains(&line), "no run stands at {line:?}");
        }
    }
}

/// Random formulas and random matrices, with and without a solution.
fn check_random(visited: &mut BTreeSet<(String, char)>) {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut lit = |vars: i32| rng.i32(1..=vars) * if rng.bool() { 1 } else { -1 };
    let window = "1..100000".parse().unwrap();
    for round in 0..60 {
        let (vars, clauses) = (8, 20 + round / 2);
        let mut text = format!("p cnf {vars} {clauses}\n");
        for clause in 0..clauses {
            let of = if clause % 5 == 0 { 2 } else { 3 };
            let lits: Vec<String> = (0..of).map(|_| lit(vars).to_string()).collect();
            text += &format!("{} 0\n", lits.join(" "));
        }
        let formula = dimacs::read(text.as_bytes(), "random").unwrap();
        for engine in [Engine::Cdcl, Engine::Dpll] {
            let trace = json::formula(&formula, engine, window).unwrap();
            assert_eq!(replay::trace(&trace), Ok(()));
            check(&trace, visited);
        }
    }
    let units = dimacs::read(&b"p cnf 1 2\n1 0\n-1 0\n"[..], "units").unwrap();
    check(
        &json::formula(&units, Engine::Cdcl, window).unwrap(),
        visited,
    );
    let mut rng = fastrand::Rng::with_seed(6);
    for round in 0..40 {
        let mut text = String::new();
        for _ in 0..6 + round / 4 {
            let row: String = (0..7)
                .map(|_| if rng.u8(0..3) == 0 { '1' } else { '0' })
                .collect();
            text += &format!("{row}\n");
        }
        let (problem, _) = cover::read(text.as_bytes(), "random", None, |_| {}).unwrap();
        for engine in [CoverEngine::DLX, CoverEngine::MATRIX] {
            let labels = Labels::of_problem(&problem);
            let trace = json::problem(&problem, &labels, engine, window).unwrap();
            check(&trace, visited);
        }
    }
}

#[test]
fn a_step_at_another_line_and_another_text_are_refused() {
    for engine in Engine::ALL {
        let honest = trace(&["--engine", engine.name(), LECTURE]);
        assert_eq!(replay::trace(&honest), Ok(()));
        let mut without = honest.clone();
        without.runs[0].algorithm.clear();
        without.runs[0].at.clear();
        assert_eq!(replay::trace(&without), Ok(()));
        let mut moved = honest.clone();
        let at = &mut moved.runs[0].at;
        let first = at.remove(0);
        at.insert(0, if first == 'c' { 'i' } else { 'c' });
        let refused = replay::trace(&moved).unwrap_err().to_string();
        assert!(refused.contains("lines of the algorithm"), "{refused}");
        let mut other = honest;
        other.runs[0].algorithm[2].2 += ".";
        let refused = replay::trace(&other).unwrap_err().to_string();
        assert!(refused.contains("own algorithm"), "{refused}");
    }
}

/// With a seed the run branches on any of the smallest items, as the algorithm says, and the same
/// seed repeats it. Without the seed in the trace, such a choice is refused.
#[test]
fn ties_are_broken_at_random_by_a_seed() {
    for (engine, line) in [("dlx", "with probability 1/t"), ("matrix", "at random")] {
        let run = |seed: &str| {
            let options = [
                "--json",
                "--engine",
                engine,
                "--problem",
                "knuth-6x7",
                "--seed",
                seed,
            ];
            explain(&options)
        };
        let mut first = BTreeSet::new();
        for seed in 0..8 {
            let text = run(&seed.to_string());
            assert_eq!(text, run(&seed.to_string()));
            let trace: Trace = serde_json::from_str(&text).unwrap();
            assert_eq!(replay::trace(&trace), Ok(()), "seed {seed}");
            let lines = &trace.runs[0].algorithm;
            let told = format!("(seed {seed})");
            let is_told = |one: &Line| one.2.contains(line) && one.2.contains(&told);
            assert!(lines.iter().any(is_told), "{lines:?}");
            let Event::Choose { item, size: 2 } = trace.runs[0].events[0] else {
                panic!("{text}");
            };
            let mut bare = trace;
            bare.runs[0].seed = None;
            bare.runs[0].algorithm.clear();
            if item > 0 {
                let refused = replay::trace(&bare).unwrap_err().to_string();
                assert!(
                    refused.contains("step 1: expected the leftmost smallest item"),
                    "{refused}"
                );
            }
            first.insert(item);
        }
        assert!(first.len() > 2, "{first:?}");
    }
}
