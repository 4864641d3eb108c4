//! `sudosat grade`: right formulas pass whatever their numbering and encoding, and in
//! wrong ones the mistake is named.
//!
//! The formulas are made by a small encoder of its own, which shares no code with the
//! library's, and by mutators that make the mistakes that students make.

use crate::fuzzing::pace::rounds;
use crate::program::{PROGRAM, output, program, signalled_child, texts, thread_time};
use sudosat::budget::Budget;
use sudosat::encode::{self, AtMostOne, Encoding};
use sudosat::sudoku::Puzzle;
use sudosat::sudoku::text;
use sudosat::teach::student::grade::reading::Text;
use sudosat::teach::student::grade::words::Voice;
use sudosat::teach::student::grade::{Grade, grade};

/// Row, column and value, from 0.
pub(crate) type Index = [usize; 3];
/// A clause: each literal with its sign.
pub(crate) type Clause = Vec<(bool, Index)>;

/// The puzzles, with the height and width of their boxes.
const BOARDS: [(&str, usize, usize); 5] = [
    (".12....4.....2..", 2, 2),
    ("12..............", 2, 2),
    (
        ".....1..813.278....78..91..2134.6......897.1.....2..5.3.1....75..7.1...2.45...6..",
        3,
        3,
    ),
    ("....5..25...4..3....32...6..4.......", 2, 3),
    ("................", 2, 2),
];

/// A puzzle, as the encoder sees it.
pub(crate) struct Board {
    pub(crate) puzzle: Puzzle,
    pub(crate) side: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) clues: Vec<Index>,
}

impl Board {
    pub(crate) fn new(index: usize) -> Board {
        let (cells, height, width) = BOARDS[index];
        let entry = text::read(cells.as_bytes(), "test", &text::Options::default())
            .next()
            .unwrap()
            .unwrap();
        let side = height * width;
        let values = cells.chars().enumerate();
        let clues = values.filter_map(|(place, value)| {
            let value = value.to_digit(10)? as usize;
            Some([place / side, place % side, value - 1])
        });
        Board {
            puzzle: entry.puzzle,
            side,
            height,
            width,
            clues: clues.collect(),
        }
    }

    /// The cells of a house: `r`, `c` or `b`, from 0.
    fn cells(&self, kind: char, house: usize) -> Vec<[usize; 2]> {
        let across = self.side / self.width;
        let cell = |place: usize| match kind {
            'r' => [house, place],
            'c' => [place, house],
            _ => [
                house / across * self.height + place / self.width,
                house % across * self.width + place % self.width,
            ],
        };
        (0..self.side).map(cell).collect()
    }

    /// The groups of candidates of which exactly one is true; `x` stands for cells.
    fn groups(&self, kind: char) -> Vec<Vec<Index>> {
        let mut groups = Vec::new();
        for outer in 0..self.side {
            for inner in 0..self.side {
                groups.push(match kind {
                    'x' => (0..self.side).map(|k| [outer, inner, k]).collect(),
                    _ => {
                        let cells = self.cells(kind, outer).into_iter();
                        cells.map(|[i, j]| [i, j, inner]).collect()
                    }
                });
            }
        }
        groups
    }

    /// A family: `r+` says that each number is in each row, `r-` that none is twice;
    /// `clues`.
    pub(crate) fn family(&self, name: &str) -> Vec<Clause> {
        if name == "clues" {
            return self.clues.iter().map(|&clue| vec![(true, clue)]).collect();
        }
        let kind = name.chars().next().unwrap();
        let groups = self.groups(kind).into_iter();
        match name.ends_with('+') {
            true => groups
                .map(|group| group.into_iter().map(|one| (true, one)).collect())
                .collect(),
            false => groups.flat_map(|group| pairs(&group)).collect(),
        }
    }

    pub(crate) fn families(&self, names: &[&str]) -> Vec<Clause> {
        names.iter().flat_map(|name| self.family(name)).collect()
    }

    pub(crate) fn number(&self, [i, j, k]: Index) -> i64 {
        (i * self.side * self.side + j * self.side + k + 1) as i64
    }

    /// The clauses in the assignment's numbering.
    pub(crate) fn numbers(&self, clauses: &[Clause]) -> Vec<Vec<i64>> {
        numbered(clauses, |index| self.number(index))
    }

    /// Returns `true` if the variable is true in the solution of the first or the third puzzle.
    pub(crate) fn is_solved(&self, number: i64) -> bool {
        let solution = match self.side {
            4 => "4123231414323241",
            _ => {
                "692541738134278569578369124213456897456897213789123456321684975867915342945732681"
            }
        };
        let index = (number - 1) as usize;
        let digit = solution.as_bytes()[index / self.side] - b'1';
        usize::from(digit) == index % self.side
    }

    fn grade(&self, text: &str) -> Grade {
        let text = Text::read(text, "test").unwrap();
        grade(&text, &self.puzzle, None, &Budget::unlimited()).unwrap()
    }
}

/// The pairs of which not both are true.
fn pairs(group: &[Index]) -> Vec<Clause> {
    let mut pairs = Vec::new();
    for (place, &first) in group.iter().enumerate() {
        for &second in &group[place + 1..] {
            pairs.push(vec![(false, first), (false, second)]);
        }
    }
    pairs
}

pub(crate) fn numbered(clauses: &[Clause], number: impl Fn(Index) -> i64) -> Vec<Vec<i64>> {
    let literal =
        |&(sign, index): &(bool, Index)| if sign { number(index) } else { -number(index) };
    let clauses = clauses.iter();
    clauses
        .map(|clause| clause.iter().map(literal).collect())
        .collect()
}

/// The lines of clauses, each with its 0.
fn lines(clauses: &[Vec<i64>]) -> Vec<String> {
    let line = |clause: &Vec<i64>| {
        let numbers = clause.iter().chain([&0]).map(i64::to_string);
        numbers.collect::<Vec<_>>().join(" ")
    };
    clauses.iter().map(line).collect()
}

/// A formula with a right header.
pub(crate) fn dimacs(clauses: &[Vec<i64>]) -> String {
    let most = clauses.iter().flatten().map(|number| number.abs()).max();
    let header = format!("p cnf {} {}\n", most.unwrap_or(0), clauses.len());
    header + &lines(clauses).join("\n") + "\n"
}

pub(crate) const LECTURE: [&str; 6] = ["r+", "c+", "b+", "x+", "x-", "clues"];
pub(crate) const MINIMAL: [&str; 5] = ["x+", "r-", "c-", "b-", "clues"];
pub(crate) const EXTENDED: [&str; 9] = ["r+", "c+", "b+", "x+", "x-", "r-", "c-", "b-", "clues"];

/// A way to make formulas: a name, the boards that it is made for, the formula's text,
/// and the name of the cause that must be found.
struct Mistake {
    name: &'static str,
    boards: &'static [usize],
    make: fn(&Board) -> String,
    cause: &'static str,
    /// A part of the sentence.
    says: &'static str,
}

fn without(board: &Board, names: &[&str], family: &str, place: usize) -> Vec<Vec<i64>> {
    let mut clauses = Vec::new();
    for name in names {
        let mut family_clauses = board.family(name);
        if *name == family {
            family_clauses.remove(place);
        }
        clauses.extend(family_clauses);
    }
    board.numbers(&clauses)
}

/// The families, one of them changed clause by clause.
fn mapped(
    board: &Board,
    names: &[&str],
    family: &str,
    change: impl Fn(Clause) -> Vec<Clause>,
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for name in names {
        for clause in board.family(name) {
            match *name == family {
                true => clauses.extend(change(clause)),
                false => clauses.push(clause),
            }
        }
    }
    clauses
}

fn flipped(clause: Clause) -> Clause {
    clause
        .into_iter()
        .map(|(sign, index)| (!sign, index))
        .collect()
}

const ALL: &[usize] = &[0, 2];
const SMALL: &[usize] = &[0];
const LARGE: &[usize] = &[2];

/// The mistakes.
#[rustfmt::skip]
const MISTAKES: &[Mistake] = &[
    // Families that are missing.
    Mistake { name: "no boxes", boards: &[0, 1, 2, 3], cause: "missing-family", says: "each number is in each box", make: |b| {
        dimacs(&b.numbers(&b.families(&["r+", "c+", "x+", "x-", "clues"])))
    } },
    Mistake { name: "no columns", boards: ALL, cause: "missing-family", says: "each number is in each column", make: |b| {
        dimacs(&b.numbers(&b.families(&["r+", "b+", "x+", "x-", "clues"])))
    } },
    Mistake { name: "no cell-at-most-one", boards: ALL, cause: "missing-family", says: "no cell holds two numbers", make: |b| {
        dimacs(&b.numbers(&b.families(&["r+", "c+", "b+", "x+", "clues"])))
    } },
    Mistake { name: "minimal, no rows", boards: ALL, cause: "missing-family", says: "no number is twice in a row", make: |b| {
        dimacs(&b.numbers(&b.families(&["x+", "c-", "b-", "clues"])))
    } },
    Mistake { name: "minimal, no cells", boards: ALL, cause: "missing-family", says: "each cell holds a number", make: |b| {
        dimacs(&b.numbers(&b.families(&["r-", "c-", "b-", "clues"])))
    } },
    Mistake { name: "boxes are rows", boards: ALL, cause: "missing-family", says: "row\" (i) is there twice", make: |b| {
        dimacs(&b.numbers(&b.families(&["r+", "c+", "r+", "x+", "x-", "clues"])))
    } },
    Mistake { name: "only neighbouring values exclude each other", boards: ALL, cause: "missing-clause", says: "clauses of \"no cell holds two numbers\" (v) are missing", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", |clause| match clause[1].1[2] - clause[0].1[2] {
            1 => vec![clause],
            _ => vec![],
        })))
    } },
    Mistake { name: "only the first box", boards: LARGE, cause: "missing-clause", says: "72 clauses of \"each number is in each box\" (iii) are missing", make: |b| {
        let mut clauses = b.families(&["r+", "c+", "x+", "x-", "clues"]);
        clauses.extend(b.family("b+").into_iter().take(9));
        dimacs(&b.numbers(&clauses))
    } },
    // Single clauses.
    Mistake { name: "a pair is missing", boards: ALL, cause: "missing-clause", says: "can't hold both", make: |b| {
        dimacs(&without(b, &LECTURE, "x-", 7))
    } },
    Mistake { name: "a cell is missing", boards: ALL, cause: "missing-clause", says: "needs a number", make: |b| {
        dimacs(&without(b, &MINIMAL, "x+", 5))
    } },
    Mistake { name: "a literal is missing", boards: ALL, cause: "literal-missing", says: "is missing", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        clauses[3].retain(|&number| !b.is_solved(number));
        dimacs(&clauses)
    } },
    Mistake { name: "a literal is wrong", boards: ALL, cause: "literal-wrong", says: "stands where", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let wrong = clauses[3].iter_mut().find(|number| b.is_solved(**number)).unwrap();
        *wrong += 2;
        dimacs(&clauses)
    } },
    Mistake { name: "a literal of a pair is wrong", boards: ALL, cause: "literal-wrong", says: "stands where", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let pair = clauses.iter().position(|clause| clause.len() == 2).unwrap();
        clauses[pair][1] -= (b.side * b.side * 2) as i64;
        dimacs(&clauses)
    } },
    Mistake { name: "a literal is too many", boards: ALL, cause: "literal-surplus", says: "one too many", make: |b| {
        let mut clauses = b.numbers(&b.families(&MINIMAL));
        clauses[2].push(b.number([2, 2, 1]));
        dimacs(&clauses)
    } },
    Mistake { name: "a literal has the wrong sign", boards: ALL, cause: "literal-sign", says: "wrong sign", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        clauses[5][0] *= -1;
        dimacs(&clauses)
    } },
    Mistake { name: "a literal of a pair has the wrong sign", boards: ALL, cause: "literal-sign", says: "wrong sign", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let pair = clauses.iter().position(|clause| clause.len() == 2).unwrap();
        clauses[pair + 3][1] *= -1;
        dimacs(&clauses)
    } },
    Mistake { name: "a clause is too many", boards: ALL, cause: "surplus-clause", says: "does not follow", make: |b| {
        let mut clauses = b.numbers(&b.families(&EXTENDED));
        let solved = |i, j| (0..b.side).map(|k| b.number([i, j, k])).find(|&number| b.is_solved(number)).unwrap();
        clauses.insert(9, vec![-solved(0, 0), -solved(3, 3)]);
        dimacs(&clauses)
    } },
    // Loops.
    Mistake { name: "the loop over values ends early", boards: ALL, cause: "loop-end", says: "last value", make: |b| {
        let last = b.side - 1;
        let kept = |clause: &Clause| clause.len() < b.side || clause.iter().any(|(_, index)| index[2] != last);
        let clauses: Vec<Clause> = b.families(&LECTURE).into_iter().filter(kept).collect();
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "the loop over rows ends early", boards: ALL, cause: "loop-end", says: "last row", make: |b| {
        let last = b.side - 1;
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", |clause| match clause[0].1[0] == last {
            true => vec![],
            false => vec![clause],
        })))
    } },
    Mistake { name: "the loop over columns begins late", boards: ALL, cause: "loop-end", says: "first column", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", |clause| match clause[0].1[1] == 0 {
            true => vec![],
            false => vec![clause],
        })))
    } },
    Mistake { name: "the inner loop over pairs ends early", boards: ALL, cause: "loop-end", says: "last value", make: |b| {
        let last = b.side - 1;
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", |clause| match clause[1].1[2] == last {
            true => vec![],
            false => vec![clause],
        })))
    } },
    Mistake { name: "the loop over cells of the minimal encoding ends early", boards: ALL, cause: "loop-end", says: "last row", make: |b| {
        let last = b.side - 1;
        dimacs(&b.numbers(&mapped(b, &MINIMAL, "x+", |clause| match clause[0].1[0] == last {
            true => vec![],
            false => vec![clause],
        })))
    } },
    Mistake { name: "the loop inside rows ends early", boards: ALL, cause: "short-clauses", says: "last column", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "r+", |mut clause| { clause.pop(); vec![clause] })))
    } },
    Mistake { name: "the loop inside cells ends early", boards: ALL, cause: "short-clauses", says: "last value", make: |b| {
        dimacs(&b.numbers(&mapped(b, &MINIMAL, "x+", |mut clause| { clause.pop(); vec![clause] })))
    } },
    Mistake { name: "the loop inside columns begins late", boards: ALL, cause: "short-clauses", says: "first row", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "c+", |mut clause| { clause.remove(0); vec![clause] })))
    } },
    Mistake { name: "pairs begin with themselves", boards: ALL, cause: "pair-with-itself", says: "equal indices", make: |b| {
        let mut clauses = b.families(&LECTURE);
        for group in b.groups('x') {
            clauses.extend(group.into_iter().map(|one| vec![(false, one), (false, one)]));
        }
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "pairs begin with themselves, once", boards: ALL, cause: "pair-with-itself", says: "equal indices", make: |b| {
        let mut clauses = b.families(&MINIMAL);
        for group in b.groups('r') {
            clauses.extend(group.into_iter().map(|one| vec![(false, one)]));
        }
        dimacs(&b.numbers(&clauses))
    } },
    // Signs.
    Mistake { name: "all signs", boards: ALL, cause: "signs", says: "and of the clues have the wrong sign", make: |b| {
        let clauses: Vec<Clause> = b.families(&LECTURE).into_iter().map(flipped).collect();
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "the signs of pairs", boards: ALL, cause: "signs", says: "at most one, both must be negative", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", |clause| vec![flipped(clause)])))
    } },
    Mistake { name: "the signs of rows", boards: ALL, cause: "signs", says: "need positive literals", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "r+", |clause| vec![flipped(clause)])))
    } },
    Mistake { name: "the signs of row pairs", boards: ALL, cause: "signs", says: "at most one, both must be negative", make: |b| {
        dimacs(&b.numbers(&mapped(b, &MINIMAL, "r-", |clause| vec![flipped(clause)])))
    } },
    Mistake { name: "the signs of clues", boards: ALL, cause: "signs", says: "The clues have the wrong sign", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "clues", |clause| vec![flipped(clause)])))
    } },
    Mistake { name: "one sign of each pair", boards: ALL, cause: "signs", says: "One of the two literals of each clause of \"no cell holds two", make: |b| {
        let half = |mut clause: Clause| { clause[1].0 = true; vec![clause] };
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", half)))
    } },
    // And, or.
    Mistake { name: "cells split", boards: ALL, cause: "split-clauses", says: "each cell holds a number", make: |b| {
        let split = |clause: Clause| clause.into_iter().map(|one| vec![one]).collect();
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x+", split)))
    } },
    Mistake { name: "pairs split", boards: ALL, cause: "split-clauses", says: "no cell holds two numbers", make: |b| {
        let split = |clause: Clause| clause.into_iter().map(|one| vec![one]).collect();
        dimacs(&b.numbers(&mapped(b, &LECTURE, "x-", split)))
    } },
    Mistake { name: "clues in one clause", boards: ALL, cause: "clues-in-one-clause", says: "clause of its own", make: |b| {
        let mut clauses = b.families(&LECTURE[..5]);
        clauses.push(b.clues.iter().map(|&clue| (true, clue)).collect());
        dimacs(&b.numbers(&clauses))
    } },
    // Boxes.
    Mistake { name: "boxes turned", boards: &[3], cause: "wrong-houses", says: "should be 2 high and 3 wide", make: |b| {
        let turned = Board { height: b.width, width: b.height, ..Board::new(3) };
        let mut clauses = b.families(&["r+", "c+", "x+", "x-", "clues"]);
        clauses.extend(turned.family("b+"));
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "boxes turned, pairs", boards: &[3], cause: "wrong-houses", says: "should be 2 high and 3 wide", make: |b| {
        let turned = Board { height: b.width, width: b.height, ..Board::new(3) };
        let mut clauses = b.families(&["r-", "c-", "x+", "clues"]);
        clauses.extend(turned.family("b-"));
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "boxes begin one cell apart", boards: LARGE, cause: "wrong-houses", says: "begin one cell apart", make: |b| {
        let mut clauses = b.families(&["r+", "c+", "x+", "x-", "clues"]);
        for house in 0..9 {
            for k in 0..9 {
                let cell = |place: usize| [house / 3 + place / 3, house % 3 + place % 3, k];
                clauses.push((0..9).map(|place| (true, cell(place))).collect());
            }
        }
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "boxes with wrong columns", boards: LARGE, cause: "wrong-houses", says: "not in one box", make: |b| {
        let mut clauses = b.families(&["r+", "c+", "x+", "x-", "clues"]);
        for house in 0..9 {
            for k in 0..9 {
                let cell = |place: usize| [house / 3 * 3 + place / 3, house % 3 + place % 3 * 3, k];
                clauses.push((0..9).map(|place| (true, cell(place))).collect());
            }
        }
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "a box at each cell", boards: &[0, 2, 3], cause: "wrong-houses", says: "There is a box at each cell", make: |b| {
        let mut clauses = b.families(&["r+", "c+", "x+", "x-", "clues"]);
        for row in 0..=b.side - b.height {
            for col in 0..=b.side - b.width {
                for k in 0..b.side {
                    let cell = |place: usize| [row + place / b.width, col + place % b.width, k];
                    clauses.push((0..b.side).map(|place| (true, cell(place))).collect());
                }
            }
        }
        dimacs(&b.numbers(&clauses))
    } },
    Mistake { name: "boxes with other indices", boards: ALL, cause: "index-order", says: "another order", make: |b| {
        let other = |clause: Clause| vec![clause.into_iter().map(|(sign, [i, j, k])| (sign, [k, i, j])).collect()];
        dimacs(&b.numbers(&mapped(b, &LECTURE, "b+", other)))
    } },
    // Clues.
    Mistake { name: "no clues", boards: ALL, cause: "no-clues", says: "The clues are missing", make: |b| {
        dimacs(&b.numbers(&b.families(&LECTURE[..5])))
    } },
    Mistake { name: "a clue is missing", boards: ALL, cause: "clue-missing", says: "is missing: add", make: |b| {
        dimacs(&without(b, &LECTURE, "clues", 1))
    } },
    Mistake { name: "a clue is wrong", boards: ALL, cause: "clue-wrong", says: "The clue of", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let last = clauses.len() - 1;
        let [i, j, k] = b.clues[b.clues.len() - 1];
        clauses[last] = vec![b.number([i, j, (k + 2) % b.side])];
        dimacs(&clauses)
    } },
    Mistake { name: "a clue too many", boards: ALL, cause: "clue-surplus", says: "which is no clue", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        // In the solutions r3c3 is 3 and 8.
        clauses.push(vec![b.number([2, 2, 1])]);
        dimacs(&clauses)
    } },
    Mistake { name: "clue values one too high", boards: ALL, cause: "clues-shifted", says: "one too high", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        clauses.extend(b.clues.iter().map(|&clue| vec![b.number(clue) + 1]));
        dimacs(&clauses)
    } },
    Mistake { name: "clue values one too low", boards: ALL, cause: "clues-shifted", says: "one too low", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        clauses.extend(b.clues.iter().map(|&clue| vec![b.number(clue) - 1]));
        dimacs(&clauses)
    } },
    Mistake { name: "clue rows one too high", boards: SMALL, cause: "clues-shifted", says: "is one too high", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        clauses.extend(b.clues.iter().map(|&clue| vec![b.number(clue) + 16]));
        dimacs(&clauses)
    } },
    Mistake { name: "clues transposed", boards: &[3], cause: "clues-transposed", says: "Rows and columns of the clues are exchanged", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        clauses.extend(b.clues.iter().map(|&[i, j, k]| vec![b.number([j, i, k])]));
        dimacs(&clauses)
    } },
    Mistake { name: "clues with other indices", boards: LARGE, cause: "clues-index-order", says: "another order", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        clauses.extend(b.clues.iter().map(|&[i, j, k]| vec![b.number([k, i, j])]));
        dimacs(&clauses)
    } },
    Mistake { name: "blanks as clues", boards: ALL, cause: "blanks-as-clues", says: "leave blank cells out", make: |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        for i in 0..b.side {
            for j in 0..b.side {
                let clue = b.clues.iter().find(|clue| clue[..2] == [i, j]);
                let number = clue.map_or(b.number([i, j, 0]) - 1, |&clue| b.number(clue));
                // The first cell would be variable 0.
                if number > 0 {
                    clauses.push(vec![number]);
                }
            }
        }
        dimacs(&clauses)
    } },
    Mistake { name: "clues without the last row", boards: LARGE, cause: "clues-loop-end", says: "last row", make: |b| {
        dimacs(&b.numbers(&mapped(b, &LECTURE, "clues", |clause| match clause[0].1[0] == b.side - 1 {
            true => vec![],
            false => vec![clause],
        })))
    } },
    // The text.
    Mistake { name: "no header", boards: ALL, cause: "header", says: "must begin with \"p cnf", make: |b| {
        lines(&b.numbers(&b.families(&LECTURE))).join("\n")
    } },
    Mistake { name: "too few clauses in the header", boards: ALL, cause: "header", says: "declares", make: |b| {
        let clauses = b.numbers(&b.families(&LECTURE));
        let right = format!(" {}\n", clauses.len());
        dimacs(&clauses).replacen(&right, &format!(" {}\n", clauses.len() - 1), 1)
    } },
    Mistake { name: "too few variables in the header", boards: ALL, cause: "header", says: "declares", make: |b| {
        let text = dimacs(&b.numbers(&b.families(&LECTURE)));
        let side = b.side;
        text.replacen(&format!("p cnf {}", side.pow(3)), &format!("p cnf {}", side * side), 1)
    } },
    Mistake { name: "no zeros", boards: ALL, cause: "unterminated", says: "clause ends with 0", make: |b| {
        dimacs(&b.numbers(&b.families(&LECTURE))).replace(" 0\n", "\n")
    } },
    Mistake { name: "one zero missing", boards: ALL, cause: "unterminated", says: "missing on line 5", make: |b| {
        let text = dimacs(&b.numbers(&b.families(&LECTURE)));
        let lines = text.lines().enumerate();
        let lines = lines.map(|(place, line)| if place == 4 { line.strip_suffix(" 0").unwrap() } else { line });
        lines.collect::<Vec<_>>().join("\n") + "\n"
    } },
    Mistake { name: "counted from 0", boards: ALL, cause: "variable-zero", says: "add 1 to each number", make: |b| {
        let clauses = numbered(&b.families(&EXTENDED), |index| b.number(index) - 1);
        dimacs(&clauses)
    } },
    Mistake { name: "digits side by side from 0", boards: ALL, cause: "variable-zero", says: "add 1 to each number", make: |b| {
        dimacs(&numbered(&b.families(&LECTURE), |[i, j, k]| (100 * i + 10 * j + k) as i64))
    } },
    // Numberings.
    Mistake { name: "factors of a smaller board", boards: LARGE, cause: "collision", says: "the same variable", make: |b| {
        dimacs(&numbered(&b.families(&LECTURE), |[i, j, k]| (64 * i + 8 * j + k + 1) as i64))
    } },
    Mistake { name: "factors without a square", boards: ALL, cause: "collision", says: "the same variable", make: |b| {
        dimacs(&numbered(&b.families(&LECTURE), |[i, j, k]| (b.side * i + b.side * j + k + 1) as i64))
    } },
    Mistake { name: "a column's factor one too small", boards: ALL, cause: "collision", says: "the same variable", make: |b| {
        let square = b.side * b.side;
        let small = b.side - 1;
        dimacs(&numbered(&b.families(&LECTURE), |[i, j, k]| (square * i + small * j + k + 1) as i64))
    } },
    Mistake { name: "rules counted from 2", boards: ALL, cause: "clues-shifted", says: "one too low", make: |b| {
        let mut clauses = numbered(&b.families(&LECTURE[..5]), |index| b.number(index) + 1);
        clauses.extend(b.clues.iter().map(|&clue| vec![b.number(clue)]));
        dimacs(&clauses)
    } },
    Mistake { name: "an empty clause", boards: ALL, cause: "surplus-clause", says: "\"0\" does not follow", make: |b| {
        let mut clauses = b.numbers(&b.families(&EXTENDED));
        clauses.push(Vec::new());
        dimacs(&clauses)
    } },
    Mistake { name: "header with both numbers exchanged", boards: SMALL, cause: "header", says: "write \"p cnf 64 ", make: |b| {
        let text = dimacs(&b.numbers(&b.families(&["r+", "c+", "b+", "x+", "x-", "clues"])));
        let (_, clauses) = text.split_once('\n').unwrap();
        let count = clauses.lines().count();
        format!("p cnf {count} 64\n{clauses}")
    } },
    // Several at once.
    Mistake { name: "pairs flipped and a clue wrong", boards: ALL, cause: "signs clue-wrong", says: "The clue of", make: |b| {
        let mut clauses = b.numbers(&mapped(b, &LECTURE, "x-", |clause| vec![flipped(clause)]));
        let last = clauses.len() - 1;
        let [i, j, k] = b.clues[b.clues.len() - 1];
        clauses[last] = vec![b.number([i, j, (k + 2) % b.side])];
        dimacs(&clauses)
    } },
    Mistake { name: "no boxes and no zeros", boards: ALL, cause: "unterminated missing-family", says: "box", make: |b| {
        dimacs(&b.numbers(&b.families(&["r+", "c+", "x+", "x-", "clues"]))).replace(" 0\n", "\n")
    } },
    Mistake { name: "other numbering, a pair missing", boards: ALL, cause: "missing-clause", says: "can't hold both", make: |b| {
        let mut clauses = numbered(&b.families(&LECTURE), |[i, j, k]| (111 + 100 * i + 10 * j + k) as i64);
        let pair = clauses.iter().position(|clause| clause.len() == 2).unwrap();
        clauses.remove(pair + 2);
        dimacs(&clauses)
    } },
];

/// The names of the causes found.
fn causes(grade: &Grade) -> String {
    let names = grade.causes.iter().map(|cause| cause.kind.name());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn mistakes_are_named() {
    let (mut formulas, mut named) = (0, 0);
    let mut failures = Vec::new();
    for mistake in MISTAKES {
        for &index in mistake.boards {
            let board = Board::new(index);
            let text = (mistake.make)(&board);
            let grade = board.grade(&text);
            let voice = Voice::new(&grade, &board.puzzle);
            let said: Vec<String> = grade
                .causes
                .iter()
                .map(|cause| voice.sentence(&cause.kind))
                .collect();
            let said = said.join("\n");
            formulas += 1;
            // In the first the clues are the puzzle's under another numbering that keeps the
            // rules; in the second no proof is known that there is none.
            let open = ["clue values one too high", "boxes with other indices"];
            let is_open = open.contains(&mistake.name) && board.side == 4;
            let is_wrong = grade.is_right() == if is_open { None } else { Some(false) };
            let is_named = causes(&grade) == mistake.cause && said.contains(mistake.says);
            named += usize::from(is_wrong && is_named);
            if !is_wrong || !is_named {
                failures.push(format!(
                    "{} ({}): right {:?}, expected {}, found {}\n{said}\n{:?}",
                    mistake.name,
                    board.side,
                    grade.is_right(),
                    mistake.cause,
                    causes(&grade),
                    grade.judgement
                ));
            }
        }
    }
    eprintln!("{named} of {formulas} mistakes are named");
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(formulas >= 60, "{formulas}");
}

/// Returns at-most-ones as sequential counters (Sinz 2005), with auxiliary variables from
/// this number on: if it is in front of the candidates, they must leave room.
fn counters(groups: &[Vec<i64>], mut next: i64) -> Vec<Vec<i64>> {
    let mut clauses = Vec::new();
    for group in groups {
        for (place, &literal) in group.iter().enumerate() {
            clauses.push(vec![-literal, next]);
            if place > 0 {
                clauses.push(vec![-(next - 1), next]);
                clauses.push(vec![-literal, -(next - 1)]);
            }
            next += 1;
        }
    }
    clauses
}

/// The minimal encoding with counters for cells, rows, columns and boxes. The variables of
/// the candidates are this much higher than the assignment's.
fn with_counters(board: &Board, kinds: &[char], shift: i64, first: i64) -> Vec<Vec<i64>> {
    let number = |index| board.number(index) + shift;
    let groups = kinds.iter().flat_map(|&kind| board.groups(kind));
    let groups = groups.map(|group| group.into_iter().map(number).collect());
    let groups: Vec<Vec<i64>> = groups.collect();
    let mut clauses = numbered(&board.families(&["x+", "clues"]), number);
    clauses.extend(counters(&groups, first));
    clauses
}

/// Right formulas: a name, the boards, and the text.
type Right = (&'static str, &'static [usize], fn(&Board) -> String);

/// Writes the lecture's formula in another numbering.
fn renumbered(board: &Board, number: fn(i64, Index) -> i64) -> String {
    let side = board.side as i64;
    dimacs(&numbered(&board.families(&LECTURE), |index| {
        number(side, index)
    }))
}

/// Turns indices into integers.
fn ints([i, j, k]: Index) -> [i64; 3] {
    [i as i64, j as i64, k as i64]
}

/// A formula in one of the library's encodings of at-most-ones.
fn with_auxiliary(board: &Board, base: Encoding, way: AtMostOne) -> String {
    let cnf = encode::cnf(&board.puzzle, &base.with_at_most_one(way));
    let clauses = cnf.clauses();
    let clauses: Vec<Vec<i64>> = clauses
        .map(|clause| {
            clause
                .iter()
                .map(|lit| i64::from(lit.to_dimacs()))
                .collect()
        })
        .collect();
    dimacs(&clauses)
}

#[rustfmt::skip]
const RIGHT: &[Right] = &[
    ("lecture", &[0, 1, 2, 3, 4], |b| dimacs(&b.numbers(&b.families(&LECTURE)))),
    ("minimal", &[0, 1, 2, 3, 4], |b| dimacs(&b.numbers(&b.families(&MINIMAL)))),
    ("extended", &[0, 1, 2, 3, 4], |b| dimacs(&b.numbers(&b.families(&EXTENDED)))),
    ("row, value, column", &[0, 2, 3], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * i + n * k + j + 1 })),
    ("value, row, column", &[0, 2, 3], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * k + n * i + j + 1 })),
    ("value, column, row", &[0, 2, 3], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * k + n * j + i + 1 })),
    ("column, row, value", &[0, 2, 3], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * j + n * i + k + 1 })),
    ("column, value, row", &[0, 2, 3], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * j + n * k + i + 1 })),
    ("digits side by side", &[0, 2, 3], |b| renumbered(b, |_, index| { let [i, j, k] = ints(index); 100 * i + 10 * j + k + 111 })),
    ("digits from 0 side by side", &[0, 2], |b| renumbered(b, |_, index| { let [i, j, k] = ints(index); 100 * i + 10 * j + k + 1 })),
    ("powers of N + 1", &[0, 2], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); (n + 1) * (n + 1) * (i + 1) + (n + 1) * (j + 1) + k + 1 })),
    ("all indices from 1, no offset", &[0, 2], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * (i + 1) + n * (j + 1) + k + 1 })),
    ("far away", &[0, 2], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * i + n * j + k + 5001 })),
    ("strange factors", &[0, 2], |b| renumbered(b, |_, index| { let [i, j, k] = ints(index); 37 * i + 500 * j + 3 * k + 2 })),
    ("rows from below", &[0, 2], |b| renumbered(b, |n, index| { let [i, j, k] = ints(index); n * n * (n - 1 - i) + n * j + k + 1 })),
    ("backwards", &[0, 2, 3], |b| {
        let mut clauses = b.numbers(&b.families(&EXTENDED));
        clauses.reverse();
        clauses.iter_mut().for_each(|clause| clause.reverse());
        dimacs(&clauses)
    }),
    ("shuffled, with repetitions and tautologies", &[0, 2], |b| {
        let mut clauses = b.numbers(&b.families(&MINIMAL));
        clauses.push(clauses[3].clone());
        clauses.push(vec![5, -5, 7]);
        clauses.push(vec![-7, -7, -8]);
        fastrand::Rng::with_seed(3).shuffle(&mut clauses);
        dimacs(&clauses)
    }),
    ("pairs both ways", &[0, 2], |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let pairs: Vec<Vec<i64>> = clauses.iter().filter(|c| c.len() == 2).map(|c| vec![c[1], c[0]]).collect();
        clauses.extend(pairs);
        dimacs(&clauses)
    }),
    ("what clues rule out", &[0, 2], |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE));
        for &[i, j, k] in &b.clues {
            clauses.extend((0..b.side).filter(|&other| other != k).map(|other| vec![-b.number([i, j, other])]));
            clauses.extend((0..b.side).filter(|&other| other != j).map(|other| vec![-b.number([i, other, k])]));
        }
        dimacs(&clauses)
    }),
    ("clues by what they are not", SMALL, |b| {
        let mut clauses = b.numbers(&b.families(&LECTURE[..5]));
        for &[i, j, k] in &b.clues {
            clauses.extend((0..b.side).filter(|&other| other != k).map(|other| vec![-b.number([i, j, other])]));
        }
        dimacs(&clauses)
    }),
    ("clauses over several lines", ALL, |b| {
        let text = dimacs(&b.numbers(&b.families(&LECTURE)));
        let (header, clauses) = text.split_once('\n').unwrap();
        format!("c a comment\n{header}\n{}", clauses.replace(' ', "\n"))
    }),
    ("clauses side by side", ALL, |b| {
        let text = dimacs(&b.numbers(&b.families(&LECTURE)));
        let (header, clauses) = text.split_once('\n').unwrap();
        format!("{header}\n{}\n", clauses.replace('\n', " "))
    }),
    ("a wide header", ALL, |b| {
        let text = dimacs(&b.numbers(&b.families(&LECTURE)));
        text.replacen(&format!("p cnf {}", b.side.pow(3)), "p cnf 1000", 1)
    }),
    ("long clauses in parts", &[0, 2], |b| {
        // x1 ∨ … ∨ xN as (x1 ∨ x2 ∨ y)(¬y ∨ x3 ∨ …).
        let mut clauses = b.numbers(&b.families(&LECTURE));
        let mut next = (b.side.pow(3) + 1) as i64;
        for place in 0..clauses.len() {
            if clauses[place].len() == b.side && place % 3 == 0 {
                let rest = clauses[place].split_off(2);
                clauses[place].push(next);
                clauses.push([vec![-next], rest].concat());
                next += 1;
            }
        }
        dimacs(&clauses)
    }),
    // Each number is in each of the other rows and in each column, so once in row 1 too.
    ("minimal, a row pair missing", LARGE, |b| dimacs(&without(b, &MINIMAL, "r-", b.side - 2))),
    ("counters of everything", &[0, 2], |b| {
        dimacs(&with_counters(b, &['r', 'c', 'b', 'x'], 0, b.side.pow(3) as i64 + 1))
    }),
    ("counters before the candidates", &[0, 2], |b| dimacs(&with_counters(b, &['r', 'c', 'b'], 5000, 1))),
    ("lecture, sequential", &[0, 2], |b| with_auxiliary(b, Encoding::LECTURE, AtMostOne::Sequential)),
    ("lecture, product", &[0, 2], |b| with_auxiliary(b, Encoding::LECTURE, AtMostOne::Product)),
    ("minimal, sequential", &[0, 2], |b| with_auxiliary(b, Encoding::MINIMAL, AtMostOne::Sequential)),
    ("minimal, bitwise", &[0, 2], |b| with_auxiliary(b, Encoding::MINIMAL, AtMostOne::Bitwise)),
    ("extended, commander", &[0, 2], |b| with_auxiliary(b, Encoding::EXTENDED, AtMostOne::Commander)),
];

#[test]
fn right_formulas_pass() {
    let mut formulas = 0;
    for (name, boards, make) in RIGHT {
        for &index in *boards {
            let board = Board::new(index);
            let grade = board.grade(&make(&board));
            let voice = Voice::new(&grade, &board.puzzle);
            let said: Vec<String> = grade
                .causes
                .iter()
                .map(|cause| voice.sentence(&cause.kind))
                .collect();
            assert_eq!(
                grade.is_right(),
                Some(true),
                "{name} ({}): {} {said:?} {:?}",
                board.side,
                grade.scheme,
                grade.judgement
            );
            formulas += 1;
        }
    }
    assert!(formulas >= 20, "{formulas}");
}

/// All 4×4 grids that obey the rules, as the numbers of their true variables.
fn all_grids() -> Vec<Vec<i64>> {
    let board = Board::new(4);
    let conflicts: Vec<Vec<Index>> = ['x', 'r', 'c', 'b']
        .into_iter()
        .flat_map(|kind| board.groups(kind))
        .collect();
    let mut grids = Vec::new();
    let mut values = vec![0; 16];
    fn fill(
        place: usize,
        values: &mut Vec<usize>,
        conflicts: &[Vec<Index>],
        grids: &mut Vec<Vec<i64>>,
    ) {
        if place == 16 {
            let number = |(place, value): (usize, &usize)| (place * 4 + value + 1) as i64;
            grids.push(values.iter().enumerate().map(number).collect());
            return;
        }
        for value in 0..4 {
            let fits = (0..place).all(|other| {
                let one = [place / 4, place % 4, value];
                let two = [other / 4, other % 4, values[other]];
                !conflicts
                    .iter()
                    .any(|group| group.contains(&one) && group.contains(&two))
            });
            if fits {
                values[place] = value;
                fill(place + 1, values, conflicts, grids);
            }
        }
    }
    fill(0, &mut values, &conflicts, &mut grids);
    assert_eq!(grids.len(), 288);
    grids
}

/// Another judgement of a 4×4 formula in the assignment's numbering, without auxiliary
/// variables: batsat shows that each rule follows without the units, each grid with the
/// clues is tried on each clause, and each clue must be a unit.
fn is_right(board: &Board, clauses: &[Vec<i64>], grids: &[Vec<i64>]) -> bool {
    use batsat::{BasicSolver, SolverInterface, lbool};
    let mut solver = BasicSolver::default();
    let vars: Vec<batsat::Var> = (0..64).map(|_| solver.new_var_default()).collect();
    let lit = |number: i64| batsat::Lit::new(vars[number.unsigned_abs() as usize - 1], number > 0);
    for clause in clauses.iter().filter(|clause| clause.len() > 1) {
        let mut lits: Vec<batsat::Lit> = clause.iter().map(|&number| lit(number)).collect();
        solver.add_clause_reuse(&mut lits);
    }
    let rules = board.numbers(&board.families(&EXTENDED[..8]));
    let follows = rules.iter().all(|rule| {
        let negated: Vec<batsat::Lit> = rule.iter().map(|&number| lit(-number)).collect();
        solver.solve_limited(&negated) == lbool::FALSE
    });
    let clues: Vec<i64> = board.clues.iter().map(|&clue| board.number(clue)).collect();
    let states_clues = clues.iter().all(|&clue| clauses.contains(&vec![clue]));
    let solutions = grids
        .iter()
        .filter(|grid| clues.iter().all(|clue| grid.contains(clue)));
    let accepts = |grid: &&Vec<i64>| {
        clauses.iter().all(|clause| {
            clause
                .iter()
                .any(|&number| grid.contains(&number.abs()) == (number > 0))
        })
    };
    follows && states_clues && solutions.clone().all(|grid| accepts(&grid))
}

/// Random changes of formulas, each judged in another way too: nothing right is blamed,
/// nothing wrong passes, and a cause is named only if its repair makes the formula right,
/// which the library checks.
#[test]
fn random_changes_are_judged_as_by_truth() {
    let grids = all_grids();
    let mut rng = fastrand::Rng::with_seed(11);
    let (mut right, mut wrong, mut named, mut unknown) = (0, 0, 0, 0);
    let cases = rounds(60) as usize;
    for round in 0..cases {
        let board = Board::new(rng.usize(0..2));
        let names: &[&str] = match round % 3 {
            0 => &LECTURE,
            1 => &MINIMAL,
            _ => &EXTENDED,
        };
        let mut clauses = board.numbers(&board.families(names));
        for _ in 0..rng.usize(1..3) {
            let place = rng.usize(0..clauses.len());
            let inside = rng.usize(0..clauses[place].len());
            match rng.usize(0..6) {
                0 | 1 => {
                    clauses.remove(place);
                }
                2 => clauses[place][inside] *= -1,
                3 => clauses[place][inside] = rng.i64(1..65),
                4 if clauses[place].len() > 1 => {
                    clauses[place].remove(inside);
                }
                _ => clauses[place].push(rng.i64(1..65) * if rng.bool() { 1 } else { -1 }),
            }
        }
        let expected = is_right(&board, &clauses, &grids);
        let grade = board.grade(&dimacs(&clauses));
        let verdict = grade.is_right();
        let is_true = verdict == Some(expected) || verdict.is_none() && !expected;
        assert!(is_true, "{round}: {}", dimacs(&clauses));
        unknown += usize::from(verdict.is_none());
        match expected {
            true => right += 1,
            false => wrong += 1,
        }
        named += usize::from(!grade.causes.is_empty());
    }
    eprintln!("{right} right, {wrong} wrong, {named} named, {unknown} unknown");
    assert!(unknown * 10 < wrong, "{unknown} unknown");
    let least = cases / 5;
    assert!(
        right > least && wrong > cases / 3 && named * 10 > wrong * 9,
        "{right} {wrong} {named}"
    );
}

/// One wrong sign in a counter excludes that the second cell of row 1 holds 1. The
/// numbering is not blamed. Where the clues say the same, the formula is right: that 1 is
/// once in row 1 follows from the other rows and the columns.
#[test]
fn a_wrong_counter_is_judged_as_by_truth() {
    for (index, right) in [(0, false), (2, true)] {
        let board = Board::new(index);
        let first = board.side.pow(3) as i64 + 1;
        let mut clauses = with_counters(&board, &['r', 'c', 'b', 'x'], 0, first);
        let place = clauses.iter().position(|clause| clause[0] <= -first);
        clauses[place.unwrap()]
            .iter_mut()
            .for_each(|literal| *literal *= -1);
        let grade = board.grade(&dimacs(&clauses));
        assert!(grade.is_recognized, "{}", grade.scheme);
        assert_eq!(grade.is_right(), Some(right), "{:?}", grade.judgement);
        assert_eq!(grade.scheme.to_string(), scheme_of(&board));
        assert_eq!(grade.judgement.refusal.is_some(), !right);
    }
}

/// The assignment's numbering in words.
fn scheme_of(board: &Board) -> String {
    let side = board.side;
    format!("{}·(row−1) + {side}·(column−1) + value", side * side)
}

/// Auxiliary variables whose elimination explodes do not outlast the limit, and an
/// interrupt ends the work too.
#[test]
fn the_limit_holds_for_entangled_auxiliary_variables() {
    use std::time::Duration;
    use sudosat::budget::Interrupt;
    let board = Board::new(2);
    let text = Text::read(&entangled(&board), "test").unwrap();
    let interrupt = Interrupt::new();
    interrupt.raise();
    for budget in [
        Budget::unlimited().with_time(Duration::from_secs(1)),
        Budget::unlimited().with_interrupt(interrupt),
    ] {
        let begin = thread_time();
        let grade = grade(&text, &board.puzzle, None, &budget).unwrap();
        assert_ne!(grade.is_right(), Some(true));
        let took = thread_time() - begin;
        assert!(took < Duration::from_secs(10), "{took:?}");
    }
}

/// Many differences of several kinds are no causes: evidence is shown instead.
#[test]
fn no_long_lists_of_mistakes_are_invented() {
    let board = Board::new(0);
    // Clauses are missing in five families, and all clues.
    let mut clauses = Vec::new();
    for name in &EXTENDED[..8] {
        clauses.extend(board.family(name).into_iter().skip(3));
    }
    let grade = board.grade(&dimacs(&board.numbers(&clauses)));
    assert_eq!(grade.is_right(), Some(false));
    let mut families: Vec<&str> = grade.causes.iter().map(|cause| cause.kind.name()).collect();
    families.dedup();
    assert!(grade.causes.len() <= 3, "{families:?}");
}

/// A right formula whose variables are in random order is found to be right, or with auxiliary
/// variables not called wrong.
#[test]
fn variables_in_random_order_are_not_called_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shuffled.cnf");
    for (way, expected, verdict, words) in [
        ("pairwise", 0, "Right: ", "found from the clauses"),
        ("sequential", 3, "Unknown: ", "was not recognized"),
    ] {
        let encode = ["encode", "-o", "-", "--at-most-one", way, LECTURE_4X4];
        let (code, formula, _) = run_program(&encode);
        assert_eq!(code, 0);
        let mut order: Vec<i64> = (1..=1000).collect();
        fastrand::Rng::with_seed(7).shuffle(&mut order[..if expected == 0 { 64 } else { 1000 }]);
        let lines = formula.lines().filter(|line| !line.starts_with(['c', 'p']));
        let clauses = lines.map(|line| {
            let numbers = line.split(' ').map(|word| word.parse::<i64>().unwrap());
            let lits = numbers.filter(|&lit| lit != 0);
            lits.map(|lit| order[lit.unsigned_abs() as usize - 1] * lit.signum())
                .collect()
        });
        std::fs::write(&file, dimacs(&clauses.collect::<Vec<_>>())).unwrap();
        let (code, out, _) = run(&[LECTURE_4X4, file.to_str().unwrap()]);
        assert!(out.starts_with(verdict) && out.contains(words), "{out}");
        assert_eq!(code, expected);
    }
}

/// An encoding of at-most-ones that lacks a clause makes a formula wrong in every numbering: its
/// auxiliary variables exclude too few others to stand for candidates, or too few variables change
/// with others.
#[test]
fn a_missing_clause_with_an_auxiliary_variable_is_wrong_in_every_numbering() {
    let board = Board::new(0);
    for (way, missing) in [
        (AtMostOne::Product, &["-1 65"][..]),
        (
            AtMostOne::Sequential,
            &["-2 -65", "-2 66", "-65 66", "-3 -66", "-4 -67"],
        ),
        (AtMostOne::Commander, &["-1 65", "-4 -65"]),
    ] {
        let text = with_auxiliary(&board, Encoding::LECTURE, way);
        let lines: Vec<&str> = text.lines().collect();
        let header = lines[0].replace(
            &format!(" {}", lines.len() - 1),
            &format!(" {}", lines.len() - 2),
        );
        for clause in missing {
            let left = lines[1..]
                .iter()
                .filter(|line| **line != format!("{clause} 0"));
            let left: Vec<&str> = left.copied().collect();
            assert_eq!(left.len(), lines.len() - 2, "{clause}");
            let grade = board.grade(&format!("{header}\n{}\n", left.join("\n")));
            let causes: Vec<&str> = grade.causes.iter().map(|cause| cause.kind.name()).collect();
            assert_eq!(
                (grade.is_right(), &causes[..]),
                (Some(false), &["missing-clause"][..]),
                "{way:?} {clause}"
            );
        }
    }
}

/// Exit code, standard output, standard error.
pub(crate) fn run(arguments: &[&str]) -> (i32, String, String) {
    run_program(&[&["grade"], arguments].concat())
}

fn run_program(arguments: &[&str]) -> (i32, String, String) {
    let mut program = program();
    program.current_dir(env!("CARGO_MANIFEST_DIR"));
    texts(&output(program.args(arguments)))
}

const LECTURE_4X4: &str = "puzzles/lecture-4x4.txt";

/// A folder with students' files.
fn class(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn a_wrong_formula_without_a_small_mistake_gets_evidence() {
    // A third of the clauses are wrong, each in its own way.
    let board = Board::new(0);
    let mut rng = fastrand::Rng::with_seed(5);
    let mut clauses = board.numbers(&board.families(&LECTURE));
    for clause in clauses.iter_mut().filter(|clause| clause.len() > 1) {
        if rng.u8(0..3) == 0 {
            let place = rng.usize(0..clause.len());
            clause[place] = rng.i64(1..65) * clause[place].signum();
        }
    }
    clauses.push(vec![-4, -1, -2, -3, -23]);
    clauses.push(vec![-5]);
    let folder = class(&[("wild.cnf", &dimacs(&clauses))]);
    let file = folder.path().join("wild.cnf");
    let file = file.to_str().unwrap();
    let (code, told, _) = run(&[LECTURE_4X4, file]);
    assert_eq!(code, 1, "{told}");
    assert!(told.starts_with("Wrong: "), "{told}");
    let (code, told, _) = run(&["--json", LECTURE_4X4, file]);
    let line: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, &line["verdict"]), (1, &"wrong".into()));
}

#[test]
fn json_has_the_cause_and_a_counterexample() {
    let board = Board::new(0);
    let text = dimacs(&board.numbers(&board.families(&["r+", "c+", "x+", "x-", "clues"])));
    let folder = class(&[("no-boxes.cnf", &text)]);
    let file = folder.path().join("no-boxes.cnf");
    let (code, told, errors) = run(&["--json", LECTURE_4X4, file.to_str().unwrap()]);
    let line: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, errors.as_str()), (1, ""));
    assert_eq!(
        (&line["kind"], &line["verdict"]),
        (&"formula".into(), &"wrong".into())
    );
    let formula = &line["formula"];
    assert_eq!(formula["causes"][0]["cause"], "missing-family");
    let gap = &formula["gaps"][0];
    assert_eq!(gap["family"], "box-at-least-one");
    // The assignment obeys rows, columns and cells, and violates the clause.
    let values: Vec<Vec<u64>> = gap["model"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let cells = row.as_array().unwrap().iter();
            cells.map(|cell| cell[0].as_u64().unwrap()).collect()
        })
        .collect();
    let is_true = |number: i64| {
        let index = number.unsigned_abs() - 1;
        values[index as usize / 16][index as usize / 4 % 4] == index % 4 + 1
    };
    let clause: Vec<i64> = serde_json::from_value(gap["clause"].clone()).unwrap();
    assert!(
        clause.iter().all(|&number| is_true(number) != (number > 0)),
        "{told}"
    );
    for clause in board.numbers(&board.families(&["r+", "c+", "x+", "x-"])) {
        assert!(
            clause.iter().any(|&number| is_true(number) == (number > 0)),
            "{clause:?}"
        );
    }
}

#[test]
fn answers_are_graded_too() {
    let folder = class(&[
        ("grid", "4123\n2314\n1432\n3241\n"),
        ("wrong-grid", "4132\n2314\n1432\n3241\n"),
        (
            "solver",
            "s SATISFIABLE\nv 4 5 10 15 18 23 25 32 33 40 43 46 51 54 60 61 0\n",
        ),
        ("unsatisfiable", "s UNSATISFIABLE\n"),
        ("blank", "412.\n2314\n1432\n3241\n"),
    ]);
    for (name, expected) in [
        ("grid", 0),
        ("wrong-grid", 1),
        ("solver", 0),
        ("unsatisfiable", 1),
        ("blank", 2),
    ] {
        let file = folder.path().join(name);
        let (code, told, errors) = run(&[LECTURE_4X4, file.to_str().unwrap()]);
        assert_eq!(code, expected, "{name}: {told}{errors}");
    }
}

#[test]
fn a_class_is_graded_line_by_line() {
    let board = Board::new(0);
    let right = dimacs(&board.numbers(&board.families(&LECTURE)));
    let wrong = dimacs(&board.numbers(&board.families(&LECTURE[1..])));
    let folder = class(&[
        ("a.cnf", &right),
        ("b.cnf", &wrong.replace("p cnf 64", "p cnf 6")),
        ("c.txt", "hello\n"),
        (".hidden", "x"),
    ]);
    let path = folder.path().to_str().unwrap();
    let (code, told, errors) = run(&[LECTURE_4X4, "--dir", path]);
    assert_eq!(code, 1, "{told}{errors}");
    let verdicts: Vec<&str> = told
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(verdicts, ["right", "wrong", "failed"], "{told}");
    assert!(errors.contains("1 of 3 right"), "{errors}");
    let (_, table, _) = run(&[LECTURE_4X4, "--dir", path, "--csv", "-"]);
    assert!(
        table.starts_with("file,puzzle,verdict,points,most,numbering,causes,words\n"),
        "{table}"
    );
    assert!(table.contains(",right,7,7,the lecture's,,"), "{table}");
    let (_, told, _) = run(&[LECTURE_4X4, "--dir", path, "--json"]);
    for line in told.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["verdict"].is_string());
    }
    assert_eq!(told.lines().count(), 3);
}

/// What other systems read has the fields that their documents name: Gradescope's results.json, the
/// columns of `nbgrader export`, and those that Moodle's grading worksheet needs.
#[test]
fn grades_are_written_for_other_systems() {
    let board = Board::new(0);
    let right = dimacs(&board.numbers(&board.families(&LECTURE)));
    let wrong = dimacs(&board.numbers(&board.families(&LECTURE[1..])));
    let folder = class(&[
        ("Ada L_17_assignsubmission_file_a.cnf", &right),
        ("bob.cnf", &wrong),
        ("c.cnf", "hello\n"),
        ("hw_3.cnf", "p cnf 1 1\nx<b> 0\n"),
    ]);
    std::fs::create_dir(folder.path().join("x")).unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, told, _) = run(&[LECTURE_4X4, "--dir", path, "--to", "moodle"]);
    let rows: Vec<&str> = told.lines().collect();
    let header = "Identifier,Grade,Maximum grade,Last modified (grade),Feedback comments";
    assert_eq!(
        (code, rows[0], rows[1]),
        (1, header, "Participant 17,7,7,,right.")
    );
    assert_eq!(taken_by_moodle(&told), [(17, 7.0)]);
    assert!(
        rows[2].starts_with("bob,6,7,,\"wrong. No clause says"),
        "{told}"
    );
    assert!(rows[3].starts_with("c,0,,,"), "{told}");
    // A number in a name is not a student's, and words of students are no HTML.
    let (name, words) = rows[4].split_once(',').unwrap();
    assert!(name == "hw_3" && words.contains("x&lt;b"), "{told}");
    assert!(!words.contains("<b"), "{told}");
    assert!(
        rows[5].starts_with("x,0,,,\"failed. it is a directory"),
        "{told}"
    );
    let (_, told, _) = run(&[LECTURE_4X4, "--dir", path, "--to", "nbgrader"]);
    let rows: Vec<Vec<&str>> = told.lines().map(|row| row.split(',').collect()).collect();
    let columns = [
        "assignment",
        "duedate",
        "timestamp",
        "student_id",
        "last_name",
        "first_name",
        "email",
        "raw_score",
        "late_submission_penalty",
        "score",
        "max_score",
    ];
    assert_eq!(rows[0], columns);
    let task = "puzzles/lecture-4x4.txt:3";
    assert_eq!(
        rows[2],
        [task, "", "", "bob", "", "", "", "6", "0", "6", "7"]
    );
    let file = folder.path().join("bob.cnf");
    let file = file.to_str().unwrap();
    let (code, told, _) = run(&[LECTURE_4X4, file, "--to", "gradescope"]);
    let results: serde_json::Value = serde_json::from_str(&told).unwrap();
    let tests = results["tests"].as_array().unwrap();
    assert_eq!((code, tests.len()), (1, 7));
    // A score beside the tests would take the place of their sum.
    let fields: Vec<&String> = results.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["output", "output_format", "tests"]);
    // The output is HTML otherwise.
    assert_eq!(results["output_format"], "text");
    let sum = |field: &str| {
        tests
            .iter()
            .map(|test| test[field].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!((sum("score"), sum("max_score")), (6, 7), "{told}");
    for test in tests {
        let is_passed = test["score"] == test["max_score"];
        assert_eq!(test["status"] == "passed", is_passed, "{test}");
        assert!(is_passed || test["status"] == "failed", "{test}");
        assert!(
            test["score"].as_u64() <= test["max_score"].as_u64(),
            "{test}"
        );
        assert!(test["name"].is_string());
    }
    assert!(
        results["output"]
            .as_str()
            .unwrap()
            .starts_with("wrong. No clause says"),
        "{told}"
    );
    // An autograder says something of what can't be read, too.
    let damaged = folder.path().join("hw_3.cnf");
    let (code, told, _) = run(&[LECTURE_4X4, damaged.to_str().unwrap(), "--to", "gradescope"]);
    let results: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (code, &results["tests"][0]["score"]),
        (2, &0.into()),
        "{told}"
    );
    assert!(
        results["output"]
            .as_str()
            .unwrap()
            .starts_with("failed. line 2"),
        "{told}"
    );
    for wrong in [
        &["--dir", path, "--to", "gradescope"][..],
        &[file, "--to", "moodle"],
    ] {
        let (code, _, errors) = run(&[&[LECTURE_4X4][..], wrong].concat());
        assert!(
            code == 2 && errors.contains("--to gradescope is for one FILE"),
            "{errors}"
        );
    }
}

/// The grades that Moodle takes from a grading worksheet: it finds three columns by their names, takes
/// the participant from the number behind `Participant `, and skips rows without one or without a grade.
fn taken_by_moodle(table: &str) -> Vec<(u64, f64)> {
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (id, grade) = (column("Identifier"), column("Grade"));
    column("Last modified (grade)");
    rows.filter_map(|row| {
        let id = row[id].get("Participant ".len()..)?.parse().ok()?;
        Some((id, row[grade].parse().ok()?))
    })
    .collect()
}

/// A student who handed in several files is in no table with the points of one of them.
#[test]
fn several_files_of_a_student_are_noticed() {
    let board = Board::new(0);
    let right = dimacs(&board.numbers(&board.families(&LECTURE)));
    let wrong = dimacs(&board.numbers(&board.families(&LECTURE[1..])));
    let folder = class(&[
        ("Ada L_17_assignsubmission_file_a.cnf", &right),
        ("Ada L_17_assignsubmission_file_b.cnf", &wrong),
        ("bob.cnf", &right),
        ("bob.txt", &wrong),
        ("eve.cnf", &right),
    ]);
    let path = folder.path().to_str().unwrap();
    let grade = |more: &[&str]| run(&[&[LECTURE_4X4, "--dir", path][..], more].concat());
    let (_, told, errors) = grade(&[]);
    let several = told.matches("handed in 1 other file too").count();
    assert_eq!(several, 4, "{told}");
    assert!(
        errors.contains("warning: Participant 17: several files"),
        "{errors}"
    );
    let (_, told, _) = grade(&["--json"]);
    let remarks = told.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["remarks"][0]
            .as_str()
            .unwrap_or_default()
            .contains("bob")
    });
    assert_eq!(
        remarks.collect::<Vec<_>>(),
        [false, false, true, true, false]
    );
    let (_, told, errors) = grade(&["--to", "moodle"]);
    let rows: Vec<&str> = told.lines().collect();
    assert!(rows[1].starts_with("Participant 17,,,,"), "{told}");
    assert!(rows[2].starts_with("Participant 17,,,,"), "{told}");
    assert!(rows[5].starts_with("eve,7,7,,"), "{told}");
    assert_eq!(taken_by_moodle(&told), []);
    assert!(errors.contains("leaves the points open"), "{errors}");
    let (_, told, _) = grade(&["--to", "nbgrader"]);
    assert!(told.contains(",bob,,,,,0,,\n"), "{told}");
}

/// Moodle's download with one folder for each student.
#[test]
fn a_folder_in_a_folder_is_one_students() {
    let board = Board::new(0);
    let right = dimacs(&board.numbers(&board.families(&LECTURE)));
    let folder = class(&[("eve.cnf", &right)]);
    for (student, file) in [
        ("Ada L_17_assignsubmission_file", "a.cnf"),
        ("J. Doe_18_assignsubmission_file_", "a.cnf"),
        ("J. Doe_18_assignsubmission_file_", "src/b.cnf"),
        ("J. Doe_18_assignsubmission_file_", ".hidden"),
        ("dot.ted", "a.cnf"),
    ] {
        let path = folder.path().join(student).join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &right).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let grade = |more: &[&str]| run(&[&[LECTURE_4X4, "--dir", path][..], more].concat());
    let (code, told, errors) = grade(&[]);
    assert_eq!((code, told.lines().count()), (0, 5), "{told}");
    assert!(told.contains("file_/src/b.cnf  The same student"), "{told}");
    assert!(
        errors.contains("warning: Participant 18: several files"),
        "{errors}"
    );
    let (_, told, _) = grade(&["--to", "moodle"]);
    assert_eq!(taken_by_moodle(&told), [(17, 7.0)]);
    let (_, told, _) = grade(&["--to", "nbgrader"]);
    assert!(told.contains(",dot.ted,,,,7,0,7,7\n"), "{told}");
    assert!(told.contains(",eve,,,,7,0,7,7\n"), "{told}");
}

/// The form of the text: what DIMACS allows is read, and a header at the end is none.
#[test]
fn tabs_and_a_byte_order_mark_are_read_and_a_late_header_is_not() {
    let board = Board::new(0);
    let text = dimacs(&board.numbers(&board.families(&LECTURE)));
    let (head, rest) = text.split_once('\n').unwrap();
    let folder = class(&[
        ("late.cnf", &format!("{rest}{head}\n")),
        ("marked.cnf", &format!("\u{feff}{text}")),
        ("tabs.cnf", &text.replace(' ', "\t")),
        ("tabs-only.cnf", &rest.replace(' ', "\t")),
    ]);
    let path = folder.path();
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt as _;
        std::fs::write(path.join(std::ffi::OsStr::from_bytes(b"z\xff.cnf")), &text).unwrap();
    }
    let (_, told, _) = run(&[LECTURE_4X4, "--dir", path.to_str().unwrap()]);
    let line = |name: &str| told.lines().find(|line| line.contains(name)).unwrap();
    assert!(
        line("late.cnf").contains("The header is on line 165, after the clause on line 1"),
        "{told}"
    );
    assert!(line("marked.cnf").starts_with("right"), "{told}");
    assert!(line("marked.cnf").contains("byte order mark"), "{told}");
    assert!(line("tabs.cnf").starts_with("right"), "{told}");
    assert!(
        line("tabs-only.cnf").contains("The header is missing"),
        "{told}"
    );
    if cfg!(target_os = "linux") {
        assert!(line("/z").starts_with("right"), "{told}");
    }
}

/// The lecture's formula with clauses over auxiliary variables that can't be eliminated.
fn entangled(board: &Board) -> String {
    let mut clauses = board.numbers(&board.families(&LECTURE));
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..20_000 {
        let mut literal = || rng.i64(1..1500) * if rng.bool() { 1 } else { -1 };
        clauses.push((0..6).map(|_| literal()).collect());
    }
    dimacs(&clauses)
}

/// An interrupt ends a class: what was not graded is reported, and the table is written.
#[cfg(unix)]
#[test]
fn an_interrupted_class_says_what_is_left() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::Stdio;
    let board = Board::new(2);
    let right = dimacs(&board.numbers(&board.families(&LECTURE)));
    let slow = entangled(&board);
    let folder = class(&[("a.cnf", &right), ("b.cnf", &slow), ("c.cnf", &slow)]);
    for name in ["d.cnf", "e.cnf", "f.cnf"] {
        std::fs::write(folder.path().join(name), &slow).unwrap();
    }
    let tables = tempfile::tempdir().unwrap();
    let table = tables.path().join("table.csv");
    let mut run = signalled_child();
    run.args(["grade", BOARDS[2].0, "--dir"]).arg(folder.path());
    run.arg("--csv").arg(&table);
    let mut child = run
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("right"), "{line}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut told = String::new();
    out.read_to_string(&mut told).unwrap();
    let mut errors = String::new();
    let stderr = child.stderr.take().unwrap();
    BufReader::new(stderr).read_to_string(&mut errors).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{told}{errors}");
    let left = 5 - told.lines().count();
    let words = match left {
        1 => "interrupted, not graded: 1 file".to_owned(),
        _ => format!("interrupted, not graded: {left} files"),
    };
    assert!(errors.contains(&words), "{told}{errors}");
    let table = std::fs::read_to_string(table).unwrap();
    assert_eq!(table.lines().count(), 7 - left, "{table}");
}

#[test]
fn files_that_are_no_formula_are_told() {
    let folder = class(&[
        ("empty.cnf", ""),
        ("blank.cnf", " \n\n"),
        ("encoder.py", "def f():\n  return 1\n"),
    ]);
    for (name, words) in [
        ("empty.cnf", "the file is empty"),
        ("blank.cnf", "the file is empty"),
        ("encoder.py", "found no formula in DIMACS"),
    ] {
        let file = folder.path().join(name);
        let (code, told, errors) = run(&[LECTURE_4X4, file.to_str().unwrap()]);
        assert_eq!((code, told.as_str()), (2, ""), "{name}: {errors}");
        assert!(errors.contains(words), "{name}: {errors}");
    }
}

#[test]
fn programs_that_fail_hang_or_print_nonsense_are_told() {
    let encoder = format!("{} encode -o - -q {{}}", PROGRAM);
    for (program, expected, words) in [
        (encoder.as_str(), 0, "right"),
        (
            "echo oh no >&2; exit 3",
            1,
            "it failed with exit status: 3: oh no",
        ),
        ("sleep 60", 1, "it did not end within"),
        ("sleep 60 & sleep 60", 1, "it did not end within"),
        ("echo hello; echo 1 2 3", 1, "it printed no formula"),
        ("true", 1, "it printed nothing"),
        ("cat", 1, "it printed no formula"),
        ("no-such-program", 1, "it failed"),
    ] {
        let limit = if expected == 0 { "60" } else { "1" };
        let (code, told, errors) = run(&[LECTURE_4X4, "--program", program, "--time-limit", limit]);
        assert_eq!(code, expected, "{program}: {told}{errors}");
        assert!(told.contains(words), "{program}: {told}");
    }
    let (code, told, _) = run(&["puzzles/several-solutions.txt", "--program", &encoder]);
    assert_eq!(code, 0, "{told}");
}

#[test]
fn bad_usage_and_bad_input_are_errors() {
    let folder = class(&[
        ("bad.cnf", "p cnf 2 1\n1 x 0\n"),
        ("ok.cnf", "p cnf 1 1\n1 0\n"),
    ]);
    let bad = folder.path().join("bad.cnf");
    let bad = bad.to_str().unwrap();
    let ok = folder.path().join("ok.cnf");
    let ok = ok.to_str().unwrap();
    for arguments in [
        &[LECTURE_4X4][..],
        &[LECTURE_4X4, bad],
        &[LECTURE_4X4, "no-such-file"],
        &["no-such-puzzle", ok],
        &["puzzles/large/36x36.txt", ok],
        &["puzzles/variants/killer.txt", ok],
        &[LECTURE_4X4, ok, "--dir", "."],
        &[LECTURE_4X4, "--dir", "no-such-folder"],
        &[LECTURE_4X4, ok, "--csv", "x"],
    ] {
        let (code, told, errors) = run(arguments);
        assert_eq!((code, told.as_str()), (2, ""), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: "), "{arguments:?}: {errors}");
    }
    let (_, _, errors) = run(&[LECTURE_4X4, bad]);
    assert!(errors.contains("bad.cnf:2:3"), "{errors}");
}
