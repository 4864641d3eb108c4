//! Puzzles made to order: by class, by technique, by clues, with titles.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::*;
use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::engine::{End, Limit, Request, by_name, solve};
use sudosat::generate::{Kind, Symmetry};
use sudosat::reason::rate::{Class, Rater, class_of};
use sudosat::sudoku::rules::Regions;
use sudosat::sudoku::text::{self, Entry, Options};
use sudosat::sudoku::{Cell, Grid, Puzzle};

fn run(arguments: &[&str]) -> Command {
    let mut command = program();
    command.args(arguments).timeout(Duration::from_secs(120));
    command
}

fn generate(arguments: &str) -> Command {
    let mut command = run(&["generate"]);
    command.args(arguments.split_whitespace());
    command
}

/// Returns the text that is printed, and the puzzles in it.
fn made(mut command: Command) -> (String, Vec<Entry>) {
    let output = command.assert().success().get_output().stdout.clone();
    let entries = text::read(&output[..], "made", &Options::default());
    let entries = entries.map(Result::unwrap).collect();
    (String::from_utf8(output).unwrap(), entries)
}

/// Returns the only solution.
fn only_solution(puzzle: &Puzzle) -> Grid {
    let engine = by_name("dlx").unwrap();
    let (outcome, mut grids) = solve(
        &*engine,
        puzzle,
        &Request::new(Limit::UNIQUE),
        &Budget::unlimited(),
    )
    .unwrap();
    assert!(matches!(outcome.end, End::Exhausted(_)));
    assert_eq!(grids.len(), 1);
    grids.remove(0)
}

/// Asserts that no clue can be left out, together with its images.
fn assert_minimal(puzzle: &Puzzle, symmetry: Symmetry) {
    let grid = only_solution(puzzle);
    for group in symmetry.groups(puzzle.size()) {
        let has = |cell: &_| puzzle.clue(*cell).is_some();
        assert!(
            group.iter().all(has) || !group.iter().any(has),
            "the pattern"
        );
        if group.iter().all(has) {
            let mut fewer = puzzle.clone();
            group.iter().for_each(|&cell| fewer.set_clue(cell, None));
            // By dancing links, which `generate` does not ask first.
            let dlx = by_name("dlx").unwrap();
            let request = Request::new(Limit::UNIQUE);
            let solved = solve(&*dlx, &fewer, &request, &Budget::unlimited());
            assert_ne!(solved.unwrap().1, std::slice::from_ref(&grid));
        }
    }
}

#[test]
fn puzzles_have_the_class_that_was_asked_for() {
    let rater = Rater::new();
    for (name, class, form) in [
        ("singles", Class::Singles, "plain"),
        ("failed-literals", Class::FailedLiterals, "line"),
        ("singles", Class::Singles, "rules"),
        ("singles", Class::Singles, "boxed"),
    ] {
        let arguments = format!("--class {name} -n 4 --seed 5 --format {form}");
        let (text, entries) = made(generate(&arguments));
        assert_eq!(entries.len(), 4, "{text}");
        for entry in &entries {
            let rating = rater.rate(&entry.puzzle, &Budget::unlimited()).unwrap();
            assert_eq!(rating.class, class);
            let hardest = rating.hardest.unwrap().name;
            let title = format!("solved by {class}; hardest technique {hardest}");
            assert_eq!(entry.title.as_deref(), Some(&*title), "{text}");
            assert_minimal(&entry.puzzle, Symmetry::None);
        }
    }
}

#[test]
fn puzzles_have_the_hardest_technique_that_was_asked_for() {
    let rater = Rater::new();
    for name in [
        "full house",
        "hidden single",
        "naked-pair",
        "x-wing",
        "Pointing",
    ] {
        let mut command = generate("-n 2 --seed 1");
        command.args(["--technique", name]);
        if name == "full house" {
            command.args(["--clues", "75"]);
        }
        let (_, entries) = made(command);
        assert_eq!(entries.len(), 2);
        for entry in entries {
            let rating = rater.rate(&entry.puzzle, &Budget::unlimited()).unwrap();
            let hardest = rating.hardest.unwrap().name;
            assert_eq!(
                hardest.to_lowercase(),
                name.to_lowercase().replace("naked-", "naked ")
            );
            assert!(rating.is_solved);
        }
    }
    run(&["generate", "--technique", "swordfsh"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("swordfish"));
}

#[test]
fn minimal_puzzles_have_the_number_of_clues_that_was_asked_for() {
    for (arguments, clues, symmetry) in [
        ("--minimal --unique --clues 24", 24, Symmetry::None),
        (
            "--minimal --clues 28 --symmetry half-turn",
            28,
            Symmetry::HalfTurn,
        ),
        ("--minimal --clues 5 --order 2", 5, Symmetry::None),
    ] {
        let (_, entries) = made(generate(&format!("{arguments} -n 3 --seed 2")));
        assert_eq!(entries.len(), 3);
        for entry in entries {
            assert_eq!(entry.puzzle.num_clues(), clues);
            assert_minimal(&entry.puzzle, symmetry);
            assert_eq!(entry.title, None);
        }
    }
}

#[test]
fn a_request_that_is_not_met_is_told_with_the_number_of_tries() {
    let output = generate("--minimal --clues 17 --tries 3 --seed 1 -n 2")
        .assert()
        .code(3);
    let output = output.stdout("");
    let told = "no puzzle with 17 clues and one solution, minimal in 3 full grids";
    output.stderr(predicate::str::contains(told).count(2));
    let output = generate("--class search --size 4 --tries 2 --seed 1")
        .assert()
        .code(3);
    output.stderr(predicate::str::contains("the class search in 2 full grids"));
}

/// The grids of these seeds lead to such puzzles soon.
#[test]
fn puzzles_of_the_class_search_are_found_by_walking() {
    let arguments = "--class search --size 12 -n 2 --seed 12";
    let run = |jobs| made(generate(&format!("{arguments} -j {jobs}")));
    let (text, entries) = run(1);
    assert_eq!(run(2).0, text);
    assert_eq!(entries.len(), 2);
    for entry in &entries {
        assert_eq!(class_of(&entry.puzzle), Some(Class::Search));
        assert!(entry.title.as_deref().unwrap().starts_with("needs search"));
        assert_minimal(&entry.puzzle, Symmetry::None);
    }
}

/// The walk of this seed takes many seconds.
#[test]
fn a_walk_ends_with_the_time_limit() {
    let output = generate("--class search --seed 1 --time-limit 100ms").assert();
    let output = output.code(3).stdout("");
    output.stderr(predicate::str::contains("gave up: out of time"));
}

#[test]
fn a_sheet_prints_the_titles() {
    let (text, _) = made(generate("--class singles -n 2 --seed 5"));
    let output = run(&["sheet"]).write_stdin(text).assert().success();
    let page = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    for number in [1, 2] {
        let caption = format!("<figcaption>{number}: solved by singles; hardest technique ");
        assert!(page.contains(&caption), "{page}");
    }
}

#[test]
fn a_form_without_titles_has_the_title_in_a_note() {
    for format in ["json", "svg"] {
        let command = generate(&format!(
            "--class singles --seed 4 --size 6 --format {format}"
        ));
        let output = { command }.assert().success();
        output.stderr(predicate::str::starts_with(
            "--seed 4: solved by singles; hardest technique ",
        ));
    }
}

#[test]
fn a_planted_puzzle_with_few_clues_has_a_warning() {
    let output = generate("--planted --clues 5 --seed 1 --tries 1").assert();
    let output = output.code(3).stdout("");
    output.stderr(predicate::str::starts_with(
        "5 clues seldom leave no solution",
    ));
}

#[test]
fn a_planted_puzzle_can_have_five_rows() {
    let command = generate("--planted --size 5 --seed 3");
    assert_eq!(made(command).1[0].puzzle.size().side(), 5);
}

#[test]
fn planted_puzzles_come_soon_and_what_is_impossible_is_refused() {
    let engine = by_name("dlx").unwrap();
    for arguments in [
        "--seed 101 --symmetry none",
        "--seed 3 -n 3",
        "--size 6 --seed 1",
    ] {
        let mut command = generate(&format!("--planted {arguments}"));
        command.timeout(Duration::from_secs(60));
        for entry in made(command).1 {
            assert!(entry.puzzle.clashes().is_empty());
            let request = Request::new(Limit::FIRST);
            let (outcome, grids) =
                solve(&*engine, &entry.puzzle, &request, &Budget::unlimited()).unwrap();
            assert!(grids.is_empty() && matches!(outcome.end, End::Exhausted(_)));
        }
    }
    for (arguments, part) in [
        ("--planted --symmetry full", "takes no --symmetry"),
        ("--planted --order 2", "singles refute each 4×4 puzzle"),
        ("--planted --size 3", "singles refute each 3×3 puzzle"),
        (
            "--planted --size 4 --rules latin",
            "singles refute each 4×4 puzzle",
        ),
        ("--planted --boxes 4x1", "singles refute each 4×4 puzzle"),
        ("--planted --class singles", "cannot be used"),
        ("--minimal --holes 30", "cannot be used"),
        ("--class singles --size 100", "at most 64×64"),
        ("--rules killer", "cage 15 r1c1 r1c2"),
        ("--rules jigsaw", "a map behind 'regions'"),
        ("--rules bishops", "the rules are size, grids"),
        ("--rules diagonl", "'diagonal'"),
    ] {
        let refused = generate(arguments).assert().code(2).stdout("");
        refused.stderr(predicate::str::contains(part));
    }
}

/// The dashes of a cage leave out the corner in which its sum stands.
#[test]
fn the_sum_of_a_cage_is_not_crossed() {
    let mut program = crate::program::program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    let run = program.args(["sheet", "--no-solutions", "puzzles/variants/killer.txt"]);
    let page = crate::program::stdout(&run.output().unwrap());
    let attribute = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let sums = page
        .lines()
        .filter(|line| line.contains("text-anchor=\"start\""));
    let paths = page
        .lines()
        .filter(|line| line.contains("stroke-dasharray"));
    let mut checked = 0;
    for (sum, path) in sums.zip(paths) {
        let digits = sum.trim_end_matches("</text>").rsplit('>').next().unwrap();
        let size = attribute(sum, "font-size");
        let (left, bottom) = (attribute(sum, "x"), attribute(sum, "y"));
        let (right, top) = (left + 0.6 * size * digits.len() as f64, bottom - size);
        let (_, lines) = path.split_once(" d=\"").unwrap();
        for line in lines.split('M').skip(1) {
            let numbers = line.split(|c: char| !c.is_ascii_digit());
            let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
            let is_inside = |x0: f64, x1: f64, y0: f64, y1: f64| {
                x0.min(x1) < right && x0.max(x1) > left && y0.min(y1) < bottom && y0.max(y1) > top
            };
            let (x, y) = (numbers[0], numbers[1]);
            let crosses = match line.contains('H') {
                true => is_inside(x, numbers[2], y, y),
                false => is_inside(x, x, y, numbers[2]),
            };
            assert!(!crosses, "{sum} {line}");
            checked += 1;
        }
    }
    assert!(checked > 20, "{page}");
}

#[test]
fn pencil_marks_are_drawn() {
    let mut marks = run(&["generate", "--pencilmarks", "--order", "2", "--seed", "1"]);
    let text = String::from_utf8(marks.assert().success().get_output().stdout.clone()).unwrap();
    let sheet = run(&["sheet", "--no-solutions"])
        .write_stdin(text.clone())
        .assert()
        .success();
    let page = String::from_utf8(sheet.get_output().stdout.clone()).unwrap();
    // A cell is N characters, a dot for each candidate that is left out. Cells with one digit
    // are clues.
    let line = text.lines().find(|line| !line.starts_with('#')).unwrap();
    let cells: Vec<Vec<char>> = line
        .chars()
        .collect::<Vec<_>>()
        .chunks(4)
        .map(<[char]>::to_vec)
        .collect();
    assert_eq!(cells.len(), 16);
    let digits: usize = cells
        .iter()
        .flatten()
        .filter(|one| one.is_ascii_digit())
        .count();
    assert_eq!(page.matches("<text ").count(), digits, "{text}{page}");
    assert!(page.contains("A cell with small digits holds one of them."));
    assert!(!page.contains("not shown"));
    let mut again = run(&[
        "generate",
        "--pencilmarks",
        "--order",
        "2",
        "--seed",
        "1",
        "--format",
        "svg",
    ]);
    let drawn = String::from_utf8(again.assert().success().get_output().stdout.clone()).unwrap();
    assert_eq!(drawn.matches("<text ").count(), digits);
    // Even and odd cells have their own drawing.
    let mut parity = run(&["sheet", "--no-solutions", "puzzles/variants/even-odd.txt"]);
    let page = String::from_utf8(parity.assert().success().get_output().stdout.clone()).unwrap();
    assert!(!page.contains("small digits"));
}

/// Each kind of marks that can be invented, in 6×6: the puzzle has one solution by two engines, it
/// has such marks, their cells are symmetric, and the same seed makes them again.
#[test]
fn layouts_of_each_kind_leave_one_solution_and_are_symmetric() {
    for (seed, kind) in (1..).zip(Kind::names()) {
        let (name, symmetry) = match seed % 3 {
            0 => ("none", Symmetry::None),
            1 => ("half-turn", Symmetry::HalfTurn),
            _ => ("left-right", Symmetry::LeftRight),
        };
        let request = format!(
            "--size 6 --layout {kind} --symmetry {name} --unique --clues 20 --seed {seed} --quiet"
        );
        let (text, entries) = made(generate(&request));
        let puzzle = &entries[0].puzzle;
        let by_sat = solve(
            &*by_name("cdcl").unwrap(),
            puzzle,
            &Request::new(Limit::UNIQUE),
            &Budget::unlimited(),
        );
        let (outcome, grids) = by_sat.unwrap();
        assert!(matches!(outcome.end, End::Exhausted(_)), "{kind}");
        assert_eq!(grids, [only_solution(puzzle)], "{text}");
        let spec = puzzle.rules().spec();
        let cages = spec.cages.iter().map(|cage| cage.cells.clone());
        let arrows = { spec.arrows.iter() }.map(|arrow| [&arrow.bulb[..], &arrow.shaft].concat());
        let marks = spec.marks.iter().map(|mark| mark.cells.clone());
        let regions = (kind == "regions").then(|| regions_of(puzzle));
        let regions = regions.into_iter().flatten();
        let places: Vec<Vec<Cell>> = cages.chain(arrows).chain(marks).chain(regions).collect();
        // A few rules have hardly any marks with an image in a grid of this size.
        assert!(!places.is_empty() || symmetry != Symmetry::None, "{text}");
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        let sets: Vec<Vec<Cell>> = places.iter().cloned().map(sorted).collect();
        for place in &places {
            for image in symmetry.images(puzzle.size(), place) {
                assert!(sets.contains(&sorted(image)), "{text}");
            }
        }
        if seed < 4 {
            assert_eq!(made(generate(&request)).0, text);
        }
    }
}

/// Returns the cells of each region of a jigsaw.
fn regions_of(puzzle: &Puzzle) -> Vec<Vec<Cell>> {
    let Regions::Map(map) = &puzzle.rules().spec().regions else {
        panic!("found {:?}", puzzle.rules().spec().regions);
    };
    let numbers = 0..puzzle.size().side() as u16;
    let cells = |number| {
        let cells = puzzle.size().cells().zip(map);
        let own = cells.filter(move |&(_, &region)| region == number);
        own.map(|(cell, _)| cell).collect()
    };
    numbers.map(cells).collect()
}

/// Invented regions in orders 2 to 4 and in other sizes: flood fill reaches all cells of each, there
/// is one solution, and the same seed makes the puzzle again.
#[test]
fn invented_regions_are_connected_and_of_equal_size() {
    let orders = (2..=4).map(|order| format!("--order {order}"));
    let sizes = (4..=12).map(|size| format!("--size {size}"));
    let latin = (4..=12).map(|size| format!("--rules latin --size {size}"));
    for (seed, board) in (1..).zip(orders.chain(sizes).chain(latin)) {
        let request = format!("--layout regions --unique --seed {seed} -q {board}");
        let (text, entries) = made(generate(&request));
        let puzzle = &entries[0].puzzle;
        only_solution(puzzle);
        for mut rest in regions_of(puzzle) {
            assert_eq!(rest.len(), puzzle.size().side(), "{text}");
            let mut reached = vec![rest.remove(0)];
            while let Some(cell) = reached.pop() {
                let distance = |other: &Cell| {
                    cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col())
                };
                reached.extend(rest.extract_if(.., |other| distance(other) == 1));
            }
            assert!(rest.is_empty(), "{text}");
        }
        if seed < 6 {
            assert_eq!(made(generate(&request)).0, text);
        }
    }
    let other = |seed| {
        made(generate(&format!(
            "--layout regions --unique --seed {seed}"
        )))
        .0
    };
    assert_ne!(other(1), other(2));
}

/// Requests for regions that cannot be met end with an error.
#[test]
fn impossible_regions_are_refused() {
    for (rules, symmetry, error) in [
        (
            "size 6x6",
            "quarter-turn",
            "no map of 6 connected regions of 6 cells",
        ),
        (
            "regions AABB AABB CCDD CCDD",
            "none",
            "the rules state regions already",
        ),
        ("boxes 3x3", "none", "the rules state regions already"),
        ("size 26x26", "none", "up to 25×25, found 26×26"),
        ("windoku", "none", "windoku needs boxes"),
    ] {
        generate(&format!(
            "--layout regions --seed 1 --symmetry {symmetry} --rules"
        ))
        .arg(rules)
        .assert()
        .failure()
        .stderr(predicate::str::contains(error));
    }
    generate("--layout regions --boxes 2x3")
        .assert()
        .failure()
        .stderr(predicate::str::contains("the rules state regions already"));
}

/// Numbers of several figures are those that can be read again.
#[test]
fn look_and_say_is_made_in_every_size() {
    for request in ["4 --seed 1", "4 --seed 2", "5 --seed 12", "9 --seed 12"] {
        let (text, _) = made(generate(&format!(
            "--layout look-and-say --quiet --size {request}"
        )));
        assert!(text.contains("\nlook-and-say "), "{text}");
    }
}

/// The groups of equal sums share no cell with other marks.
#[test]
fn equal_sums_do_not_overlap() {
    for seed in 1..9 {
        let request = format!("--layout equal-sums --quiet --size 6 --seed {seed}");
        let (text, entries) = made(generate(&request));
        let marks = &entries[0].puzzle.rules().spec().marks;
        let mut cells: Vec<Cell> = marks.iter().flat_map(|mark| mark.cells.clone()).collect();
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        assert!(count > 0 && cells.len() == count, "{text}");
    }
}

#[test]
fn killers_without_clues_are_made_to_the_techniques_of_hints() {
    let request = "--size 6 --layout cages --minimal --technique combinations --seed 1 -q";
    let (text, entries) = made(generate(request));
    assert!(text.contains("hardest technique combinations"), "{text}");
    let sums = entries[0].puzzle.rules().spec().cages.iter();
    let cells: usize = sums.map(|cage| cage.cells.len()).sum();
    assert!(cells >= 30, "{text}");
    generate("--layout cage")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cages"));
    generate("--layout cages --to line")
        .assert()
        .failure()
        .stderr(predicate::str::contains("--layout"));
}
