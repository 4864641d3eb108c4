//! Published puzzles of many variants, each with the one solution that was
//! published with it: exact cover and backtracking find it and no other. Those
//! whose lines and dots say little about single cells take such searches minutes;
//! they are put to SAT solvers.
//!
//! Where a comment names no other place, clues and solutions are as listed with
//! the same sources in the examples of the Interactive Sudoku Solver by sigh
//! (github.com/sigh/Interactive-Sudoku-Solver, `data/example_puzzles.js`).

use std::time::Duration;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::engine::{self, Limit, Request};
use sudosat::sudoku::rules::{Arrow, Cage, Parity, Regions, Spec};
use sudosat::sudoku::{Cell, Digit, Grid, Puzzle, Rules, Size};

/// The cells of a text like `r1c2 r3c4`.
fn cells(text: &str) -> Vec<Cell> {
    let number = |text: &str| text.parse::<usize>().unwrap() - 1;
    let cell = |text: &str| {
        let (row, col) = text[1..].split_once('c').unwrap();
        Cell::new(number(row), number(col))
    };
    text.split_whitespace().map(cell).collect()
}

/// Several lists of cells, parted by `/`.
fn lists(text: &str) -> Vec<Vec<Cell>> {
    text.split('/').map(cells).collect()
}

/// The cells of a text with two each.
fn pairs(text: &str) -> Vec<[Cell; 2]> {
    lists(text)
        .into_iter()
        .map(|cells| [cells[0], cells[1]])
        .collect()
}

fn boxes() -> Spec {
    Spec::boxes(3, 3).unwrap()
}

/// The puzzle by these rules with clues like `5 r1c2, 7 r3c4`.
fn puzzle(spec: Spec, clues: &str) -> Puzzle {
    let size = spec.size;
    let mut puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    for clue in clues.split(',').filter(|clue| !clue.is_empty()) {
        let (digit, cell) = clue.trim().split_once(' ').unwrap();
        let digit = Digit::from_value(digit.parse().unwrap(), size);
        puzzle.set_clue(cells(cell)[0], digit);
    }
    puzzle
}

/// The same with clues cell by cell, `.` for none.
fn puzzle_of(spec: Spec, clues: &str) -> Puzzle {
    let size = spec.size;
    let mut puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
    for (cell, clue) in size.cells().zip(clues.chars()) {
        let digit = clue.to_digit(10).map(|digit| digit as usize);
        puzzle.set_clue(cell, digit.and_then(|digit| Digit::from_value(digit, size)));
    }
    puzzle
}

/// The puzzle has this solution and no other, by exact cover and backtracking.
fn has_only(puzzle: &Puzzle, solution: &str) {
    has_only_by(puzzle, solution, ["dlx", "backtrack-fewest"]);
}

/// The puzzle has this solution and no other, by each of these engines.
fn has_only_by(puzzle: &Puzzle, solution: &str, engines: [&str; 2]) {
    let digits = solution
        .bytes()
        .map(|digit| Digit::from_index(usize::from(digit - b'1')));
    let expected = Grid::new(Size::of_order(3).unwrap(), digits.collect());
    assert_eq!(check::grid(puzzle, &expected), Ok(()));
    for name in engines {
        let engine = engine::by_name(name).unwrap();
        let request = Request::new(Limit::UNIQUE);
        // Far more than it takes.
        let budget = Budget::unlimited().with_time(Duration::from_secs(600));
        let (outcome, grids) = engine::solve(&*engine, puzzle, &request, &budget).unwrap();
        assert!(outcome.is_complete(), "{name}: {}", outcome.solvability());
        assert_eq!(grids, std::slice::from_ref(&expected), "{name}");
    }
}

/// Wikipedia, "Killer sudoku": the puzzle of the article's first figure.
#[test]
fn killer() {
    let mut spec = boxes();
    let cages = "3 r1c1 r1c2/15 r1c3 r1c4 r1c5/25 r2c1 r2c2 r3c1 r3c2/17 r2c3 r2c4/\
        9 r3c3 r3c4 r4c4/22 r1c6 r2c5 r2c6 r3c5/4 r1c7 r2c7/16 r1c8 r2c8/\
        15 r1c9 r2c9 r3c9 r4c9/20 r3c7 r3c8 r4c7/8 r3c6 r4c6 r5c6/17 r4c5 r5c5 r6c5/\
        20 r5c4 r6c4 r7c4/14 r4c2 r4c3/6 r4c1 r5c1/13 r5c2 r5c3 r6c2/6 r6c3 r7c2 r7c3/\
        17 r4c8 r5c7 r5c8/27 r6c1 r7c1 r8c1 r9c1/8 r8c2 r9c2/16 r8c3 r9c3/\
        10 r7c5 r8c4 r8c5 r9c4/12 r5c9 r6c9/6 r6c7 r6c8/20 r6c6 r7c6 r7c7/15 r8c6 r8c7/\
        14 r7c8 r7c9 r8c8 r8c9/13 r9c5 r9c6 r9c7/17 r9c8 r9c9";
    spec.cages = cages
        .split('/')
        .map(|cage| {
            let (sum, members) = cage.trim().split_once(' ').unwrap();
            Cage {
                cells: cells(members),
                sum: Some(sum.parse().unwrap()),
                repeats: false,
            }
        })
        .collect();
    has_only(
        &puzzle(spec, ""),
        "215647398368952174794381652586274931142593867973816425821739546659428713437165289",
    );
}

/// Cracking the Cryptic, youtube.com/watch?v=lgJYOuVk910.
#[test]
fn thermometers() {
    let mut spec = boxes();
    let lines = lists(
        "r9c4 r8c3 r7c2 r6c1 r5c2 r4c3/r4c1 r3c2 r2c3 r1c4 r2c5 r3c6/\
         r1c6 r2c7 r3c8 r4c9 r5c8 r6c7/r6c9 r7c8 r8c7 r9c6 r8c5 r7c4",
    );
    lines
        .iter()
        .for_each(|cells| spec.mark("thermo", &[], cells));
    let clues = "4 r1c2, 1 r1c8, 2 r2c1, 6 r2c9, 9 r8c1, 2 r8c9, 1 r9c2, 9 r9c8";
    has_only_by(
        &puzzle(spec, clues),
        "847632519295471386631598247129743865486259173753816924368924751974185632512367498",
        ["cdcl", "splr"],
    );
}

/// sugarroad.blogspot.com.
#[test]
fn arrows() {
    let mut spec = boxes();
    spec.arrows = lists(
        "r1c5 r2c4 r3c3 r4c2 r5c1/r3c7 r2c6 r3c5 r4c4 r5c3/r6c2 r7c3 r6c4 r5c5 r4c6/\
         r7c4 r7c5 r7c6/r6c7 r5c7 r4c7/r5c9 r6c8 r7c7 r8c6 r9c5",
    )
    .into_iter()
    .map(|mut bulb| {
        let shaft = bulb.split_off(1);
        Arrow { bulb, shaft }
    })
    .collect();
    let clues = "6 r1c2, 9 r1c9, 9 r2c1, 3 r8c9, 4 r9c1, 7 r9c8";
    has_only_by(
        &puzzle(spec, clues),
        "167584329985362417342719856718293645253647198694158732571936284829471563436825971",
        ["cdcl", "splr"],
    );
}

/// Mitchell Lee's "Miracle Sudoku", Cracking the Cryptic,
/// youtube.com/watch?v=yKf9aUIxdb4; solution as in its many write-ups.
#[test]
fn miracle() {
    let mut spec = boxes();
    for rule in ["anti-knight", "anti-king", "non-consecutive"] {
        spec.mark(rule, &[], &[]);
    }
    has_only(
        &puzzle(spec, "1 r5c3, 2 r6c7"),
        "483726159726159483159483726837261594261594837594837261372615948615948372948372615",
    );
}

/// rishipuri.blogspot.com, 2013.
#[test]
fn anti_knight_and_non_consecutive() {
    let mut spec = boxes();
    spec.mark("anti-knight", &[], &[]);
    spec.mark("non-consecutive", &[], &[]);
    let clues = "4 r3c4, 7 r3c6, 6 r4c3, 5 r4c7, 4 r6c3, 3 r6c7, 2 r7c4, 5 r7c6";
    has_only(
        &puzzle(spec, clues),
        "973518264425963718861427953316842597758396142294751386649275831182639475537184629",
    );
}

/// A no-touch Sudoku of Cracking the Cryptic, youtube.com/watch?v=L4tWOtwLhP4, as
/// in the tests of Timwi's PuzzleSolvers.
#[test]
fn anti_king() {
    let mut spec = boxes();
    spec.mark("anti-king", &[], &[]);
    let clues = "4...5...6.5.3.1.2...2...9...9.8.3.6.3.......9.6.9.5.7...4...8...2.1.9.4.9...3...2";
    has_only(
        &puzzle_of(spec, clues),
        "419258736657391428832476915791823564345617289268945371174562893523189647986734152",
    );
}

/// forum.enjoysudoku.com, thread t6539.
#[test]
fn diagonals() {
    let mut spec = boxes();
    spec.diagonals = [true, true];
    let clues = "1 r1c3, 2 r1c7, 2 r2c3, 3 r2c4, 4 r2c9, 4 r3c1, 5 r4c1, 3 r4c3, 6 r4c8, 1 r5c2, \
        5 r5c9, 6 r6c3, 7 r7c5, 8 r7c6, 9 r8c5, 7 r9c2, 1 r9c6, 9 r9c8";
    has_only(
        &puzzle(spec, clues),
        "681945237792316584435827619523784961817639425946152873369478152158293746274561398",
    );
}

/// forum.enjoysudoku.com, thread t34714.
#[test]
fn diagonals_and_windows() {
    let mut spec = boxes();
    (spec.diagonals, spec.windows) = ([true, true], true);
    let clues = "1 r1c8, 2 r2c5, 3 r2c9, 4 r4c1, 3 r4c6, 5 r5c5, 6 r5c9, 1 r6c5, 7 r7c6, 8 r7c7, \
        6 r8c5, 3 r9c5, 2 r9c6";
    has_only(
        &puzzle(spec, clues),
        "932674518678521943541398267469283751217459386853716429326147895794865132185932674",
    );
}

/// Cracking the Cryptic, youtube.com/watch?v=TT-6BfDeCdc.
#[test]
fn dots() {
    let mut spec = boxes();
    let ten = "r2c1 r2c2/r3c1 r3c2/r1c8 r1c7/r2c7 r2c8/r7c8 r8c8/r7c9 r8c9/r8c3 r9c3/r8c2 r9c2/\
        r5c4 r5c5";
    let five = "r8c2 r8c3/r8c8 r8c9/r2c1 r3c1/r1c7 r2c7";
    let double = "r2c5 r2c6/r4c6 r5c6/r5c6 r6c6/r3c1 r4c1";
    let next = "r3c3 r3c2/r4c3 r5c3/r8c4 r8c5/r8c6 r8c7/r5c2 r6c2";
    for (text, rule, number) in [
        (ten, "sum", 10),
        (five, "sum", 5),
        (double, "ratio", 2),
        (next, "difference", 1),
    ] {
        for cells in pairs(text) {
            spec.mark(rule, &[number], &cells);
        }
    }
    has_only_by(
        &puzzle(spec, ""),
        "195287463284536197376149825657912384918374256423658719532461978741895632869723541",
        ["cdcl", "splr"],
    );
}

/// Logic Masters Deutschland, puzzle 0001WP.
#[test]
fn palindromes() {
    let mut spec = boxes();
    let lines = lists(
        "r7c1 r6c2 r5c1 r4c2 r3c3 r2c4 r1c5 r2c6 r1c7/r9c3 r8c4 r9c5 r8c6 r7c7 r6c8 r5c9 r4c8 r3c9/\
         r7c4 r7c5 r7c6 r6c7 r5c7 r4c7/r3c6 r3c5 r3c4 r4c3 r5c3 r6c3",
    );
    lines
        .iter()
        .for_each(|cells| spec.mark("palindrome", &[], cells));
    let clues = "6 r1c1, 5 r1c9, 8 r2c3, 5 r2c5, 9 r2c7, 8 r4c1, 1 r4c5, 3 r4c9, 4 r5c5, 2 r6c5, \
        9 r8c1, 7 r8c3, 8 r8c7, 2 r8c9, 5 r9c2, 6 r9c8";
    has_only(
        &puzzle(spec, clues),
        "694178235128453976375296481842619753719345628536827149283761594967534812451982367",
    );
}

/// Cracking the Cryptic, youtube.com/watch?v=wuduuLVGKDQ; the regions also as in
/// the tests of Timwi's PuzzleSolvers.
#[test]
fn jigsaw() {
    let mut spec = boxes();
    let map = "000000021453303021453333221453322221455566121445666111445566667488887777888887777";
    // Numbered as they come.
    let mut order: Vec<char> = Vec::new();
    let regions = map.chars().map(|sign| {
        order
            .iter()
            .position(|&known| known == sign)
            .unwrap_or_else(|| {
                order.push(sign);
                order.len() - 1
            }) as u16
    });
    spec.regions = Regions::Map(regions.collect());
    let clues = "3 r1c1, 7 r1c9, 1 r2c1, 5 r2c9, 6 r3c5, 8 r3c6, 5 r4c3, 1 r4c5, 9 r4c6, 9 r5c4, \
        2 r6c9, 8 r7c1, 3 r7c6, 2 r8c4, 3 r8c5, 5 r8c6, 1 r8c9, 9 r9c8";
    has_only(
        &puzzle(spec, clues),
        "364891527189374265542168739625719843213987456937456182876523914498235671751642398",
    );
}

/// Cracking the Cryptic, youtube.com/watch?v=Q7hhVgE8zGM.
#[test]
fn even_and_odd() {
    let mut spec = boxes();
    let even = cells("r4c7 r4c8 r5c6 r6c6 r6c7 r6c8 r7c6 r8c7 r8c8");
    let odd = cells("r2c3 r3c2 r4c4 r4c2 r5c4 r5c2 r3c4 r6c3");
    let even = even.into_iter().map(|cell| (cell, Parity::Even));
    spec.parities = even
        .chain(odd.into_iter().map(|cell| (cell, Parity::Odd)))
        .collect();
    let clues = "7 r1c6, 2 r1c7, 1 r1c8, 6 r1c9, 5 r2c9, 7 r2c8, 9 r2c7, 4 r2c6, 2 r8c1, 7 r8c2, \
        4 r8c3, 5 r8c4, 9 r9c1, 5 r9c2, 8 r9c3, 2 r9c4";
    has_only(
        &puzzle(spec, clues),
        "549837216823614975716925348635149827492786153187352469361478592274593681958261734",
    );
}

/// Cracking the Cryptic, youtube.com/watch?v=pzVy93NhOzY, as in the tests of
/// Timwi's PuzzleSolvers: the marked cells are all even or all odd, and each
/// reading has one solution.
#[test]
fn all_even_or_all_odd() {
    let clues = "....4..9......9..6..9...7.....7...6.1...6...5.2...5.....3...4..2..4...5..7..5....";
    let marked = "r4c1 r3c2 r5c2 r2c3 r6c3 r1c4 r7c4 r2c5 r8c5 r3c6 r9c6 r4c7 r8c7 r5c8 r7c8 r6c9";
    for (parity, solution) in [
        (
            Parity::Even,
            "312647598748529136569138742435792861187364925926815374653271489291483657874956213",
        ),
        (
            Parity::Odd,
            "762548391431279586859613724345782169198364275627195843583926417216437958974851632",
        ),
    ] {
        let mut spec = boxes();
        let marked = cells(marked).into_iter();
        spec.parities = marked.map(|cell| (cell, parity)).collect();
        has_only(&puzzle_of(spec, clues), solution);
    }
}
