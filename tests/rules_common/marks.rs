//! Random small puzzles with marks of the table of rules. What a rule says stands here a
//! second time, as a function in Rust.

use super::{Case, Condition, random_grid, random_spec, walk, with_clues};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use sudosat::sudoku::rules::{Mark, Numbers, Regions, RuleId, Shape, Spec};
use sudosat::sudoku::{Cell, Puzzle, Rules};

/// The digits of a mark.
struct Held<'a> {
    /// Those of its cells, in order.
    own: &'a [usize],
    /// Those of the grid, in reading order.
    all: &'a [usize],
    mark: &'a Mark,
    spec: &'a Spec,
}

/// What a rule says.
#[derive(Clone, Copy)]
enum Meaning {
    /// The digits of the marked cells obey this.
    Own(fn(&Held) -> bool),
    /// The digits of the grid do.
    OfGrid(fn(&Held) -> bool),
    /// Each two cells of the grid do, with the rows and columns from one to the other, and the
    /// number of the mark.
    Pairs(fn([usize; 2], usize, usize, usize) -> bool),
    /// The cells of each 2×2 square do, with the number of digits.
    Squares(fn(&[usize], usize) -> bool),
}

use Meaning::{OfGrid, Own, Pairs, Squares};

/// What each rule of the table of rules says.
const RULES: [(&str, Meaning); 40] = [
    (
        "anti-knight",
        Pairs(|apart, a, b, _| a != b || ![[1, 2], [2, 1]].contains(&apart)),
    ),
    (
        "anti-king",
        Pairs(|[down, right], a, b, _| a != b || down.max(right) > 1),
    ),
    (
        "non-consecutive",
        Pairs(|apart, a, b, _| !is_near(apart) || a.abs_diff(b) != 1),
    ),
    ("less", Own(|h| h.own[0] < h.own[1])),
    ("thermo", Own(|h| h.own.is_sorted_by(|a, b| a < b))),
    (
        "difference",
        Own(|h| h.own[0].abs_diff(h.own[1]) == number(h)),
    ),
    (
        "ratio",
        Own(|h| {
            let (small, large) = (h.own[0].min(h.own[1]), h.own[0].max(h.own[1]));
            large % small == 0 && large / small == number(h)
        }),
    ),
    ("sum", Own(|h| h.own[0] + h.own[1] == number(h))),
    ("palindrome", Own(|h| h.own.iter().eq(h.own.iter().rev()))),
    ("whispers", Own(|h| steps(h, |a, b, n| a.abs_diff(b) >= n))),
    (
        "dutch-whispers",
        Own(|h| steps(h, |a, b, n| a.abs_diff(b) >= n)),
    ),
    (
        "renban",
        Own(|h| {
            let digits = set(h.own);
            let span = digits.last().unwrap() - digits.first().unwrap();
            digits.len() == h.own.len() && span + 1 == digits.len()
        }),
    ),
    (
        "nabner",
        Own(|h| {
            let sorted: Vec<usize> = set(h.own).into_iter().collect();
            sorted.len() == h.own.len() && sorted.windows(2).all(|two| two[1] > two[0] + 1)
        }),
    ),
    (
        "between",
        Own(|h| {
            let [low, high] = ends(h);
            inner(h).iter().all(|&x| low < x && x < high)
        }),
    ),
    (
        "lockout",
        Own(|h| {
            let [low, high] = ends(h);
            high - low >= number(h) && inner(h).iter().all(|x| !(low..=high).contains(x))
        }),
    ),
    (
        "entropic",
        Own(|h| all_three(h.own, |x| third(x, h.spec.size.side()))),
    ),
    ("modular", Own(|h| all_three(h.own, |x| x % 3))),
    (
        "parity-line",
        Own(|h| h.own.windows(2).all(|two| (two[0] + two[1]) % 2 == 1)),
    ),
    (
        "zipper",
        Own(|h| {
            let (count, last) = (h.own.len(), h.own.len() - 1);
            let sum = h.own[0] + h.own[last];
            (0..count).all(|at| match 2 * at == last {
                true => h.own[at] == sum,
                false => h.own[at] + h.own[last - at] == sum,
            })
        }),
    ),
    ("ascending", Own(|h| steps(h, |a, b, n| b >= a + n))),
    ("slow-thermo", Own(|h| h.own.is_sorted())),
    (
        "double-arrow",
        Own(|h| {
            let [low, high] = ends(h);
            h.own.len() == 2 || inner(h).iter().sum::<usize>() == low + high
        }),
    ),
    (
        "quadruple",
        Own(|h| {
            let mut left = h.own.to_vec();
            h.mark.numbers.iter().all(|&number| {
                let place = left.iter().position(|&x| x == number as usize);
                place.map(|place| left.remove(place)).is_some()
            })
        }),
    ),
    (
        "sums",
        Own(|h| {
            let sum = h.own.iter().sum::<usize>() as u32;
            set(h.own).len() == h.own.len() && h.mark.numbers.contains(&sum)
        }),
    ),
    (
        "counting-circles",
        Own(|h| {
            h.own
                .iter()
                .all(|x| h.own.iter().filter(|y| *y == x).count() == *x)
        }),
    ),
    (
        "sandwich",
        Own(|h| {
            let at = |value: usize| h.own.iter().position(|&x| x == value).unwrap();
            let (least, greatest) = (at(1), at(h.own.len()));
            let between = least.min(greatest) + 1..least.max(greatest);
            h.own.get(between).unwrap_or(&[]).iter().sum::<usize>() == number(h)
        }),
    ),
    (
        "xsum",
        Own(|h| h.own[..h.own[0]].iter().sum::<usize>() == number(h)),
    ),
    (
        "skyscraper",
        Own(|h| {
            let mut highest = 0;
            let mut seen = 0;
            for &x in h.own {
                if x > highest {
                    (highest, seen) = (x, seen + 1);
                }
            }
            seen == number(h)
        }),
    ),
    ("numbered-room", Own(|h| h.own[h.own[0] - 1] == number(h))),
    (
        "taxicab",
        Pairs(|[down, right], a, b, n| down + right != n || a != b),
    ),
    (
        "self-taxicab",
        Pairs(|[down, right], a, b, _| a != b || down + right != a),
    ),
    (
        "anti-camel",
        Pairs(|apart, a, b, _| a != b || ![[1, 3], [3, 1]].contains(&apart)),
    ),
    (
        "global-entropy",
        Squares(|square, side| {
            let thirds: BTreeSet<usize> = square.iter().map(|&x| third(x, side)).collect();
            thirds.len() == 3
        }),
    ),
    (
        "no-difference",
        Pairs(|apart, a, b, n| !is_near(apart) || a.abs_diff(b) != n),
    ),
    (
        "no-ratio",
        Pairs(|apart, a, b, n| !is_near(apart) || a.max(b) != n * a.min(b)),
    ),
    (
        "no-xv",
        Pairs(|apart, a, b, _| !is_near(apart) || ![5, 10].contains(&(a + b))),
    ),
    (
        "row-indexer",
        OfGrid(|h| {
            let at = |row: usize, col: usize| h.all[row * h.spec.size.side() + col];
            indexes(h, |cell, digit| at(digit - 1, cell.col()) == cell.row() + 1)
        }),
    ),
    (
        "column-indexer",
        OfGrid(|h| {
            let at = |row: usize, col: usize| h.all[row * h.spec.size.side() + col];
            indexes(h, |cell, digit| at(cell.row(), digit - 1) == cell.col() + 1)
        }),
    ),
    (
        "box-indexer",
        OfGrid(|h| {
            indexes(h, |cell, digit| {
                let cells: Vec<Cell> = { h.spec.size.cells() }
                    .filter(|&other| region(h.spec, other) == region(h.spec, cell))
                    .collect();
                let own = cells.iter().position(|&other| other == cell).unwrap() + 1;
                h.all[cells[digit - 1].index(h.spec.size)] == own
            })
        }),
    ),
    (
        "region-sum",
        Own(|h| {
            let mut sums: Vec<(usize, usize)> = Vec::new();
            for (&cell, digit) in h.mark.cells.iter().zip(h.own) {
                let region = region(h.spec, cell);
                match sums.last_mut() {
                    Some((of, sum)) if *of == region => *sum += digit,
                    _ => sums.push((region, *digit)),
                }
            }
            sums.iter().all(|(_, sum)| *sum == sums[0].1)
        }),
    ),
];

fn number(held: &Held) -> usize {
    held.mark.numbers[0] as usize
}

fn set(digits: &[usize]) -> BTreeSet<usize> {
    digits.iter().copied().collect()
}

/// Each two neighbours, with the number.
fn steps(held: &Held, agree: fn(usize, usize, usize) -> bool) -> bool {
    held.own
        .windows(2)
        .all(|two| agree(two[0], two[1], number(held)))
}

/// The smaller and the larger digit of the two ends.
fn ends(held: &Held) -> [usize; 2] {
    let [first, last] = [held.own[0], held.own[held.own.len() - 1]];
    [first.min(last), first.max(last)]
}

fn inner<'a>(held: &Held<'a>) -> &'a [usize] {
    &held.own[1..held.own.len() - 1]
}

/// 0, 1 or 2 for a low, a middle and a high digit.
fn third(digit: usize, side: usize) -> usize {
    // Where the middle of the digit's part of the line from 0 to N is.
    (6 * digit - 3) / (2 * side)
}

/// Of each three neighbours no two are of the same class.
fn all_three(digits: &[usize], class: impl Fn(usize) -> usize) -> bool {
    (0..digits.len()).all(|at| {
        let near = &digits[at + 1..digits.len().min(at + 3)];
        near.iter().all(|&x| class(x) != class(digits[at]))
    })
}

fn is_near(apart: [usize; 2]) -> bool {
    apart.iter().sum::<usize>() == 1
}

fn indexes(held: &Held, agree: impl Fn(Cell, usize) -> bool) -> bool {
    let mut cells = held.mark.cells.iter().zip(held.own);
    cells.all(|(&cell, &digit)| agree(cell, digit))
}

fn region(spec: &Spec, cell: Cell) -> usize {
    match &spec.regions {
        Regions::None => 0,
        Regions::Boxes { rows, cols } => cell.row() / rows * spec.size.side() + cell.col() / cols,
        Regions::Map(map) => map[cell.index(spec.size)].into(),
    }
}

/// The conditions of a mark, for the brute force.
pub(super) fn conditions(mark: &Mark, spec: &Spec) -> Vec<Condition> {
    let name = &mark.rule.rule().name;
    let known = RULES.iter().find(|(known, _)| known == name);
    let &(_, meaning) = known.unwrap_or_else(|| panic!("the rule {name} has no test"));
    let size = spec.size;
    let own: Vec<usize> = mark.cells.iter().map(|cell| cell.index(size)).collect();
    let all: Vec<usize> = (0..size.num_cells()).collect();
    let (mark, spec) = (mark.clone(), spec.clone());
    match meaning {
        Own(holds) => vec![Condition {
            cells: own,
            holds: Box::new(move |own| {
                let (mark, spec) = (&mark, &spec);
                holds(&Held {
                    own,
                    all: &[],
                    mark,
                    spec,
                })
            }),
        }],
        OfGrid(holds) => vec![Condition {
            cells: all,
            holds: Box::new(move |all| {
                let (mark, spec) = (&mark, &spec);
                let own: Vec<usize> = own.iter().map(|&cell| all[cell]).collect();
                holds(&Held {
                    own: &own,
                    all,
                    mark,
                    spec,
                })
            }),
        }],
        Pairs(holds) => {
            let number = mark.numbers.first().map_or(0, |&number| number as usize);
            let pairs = all
                .iter()
                .flat_map(|&second| (0..second).map(move |first| [first, second]));
            let of_pair = |pair: [usize; 2]| {
                let [a, b] = pair.map(|cell| size.cell(cell));
                let apart = [a.row().abs_diff(b.row()), a.col().abs_diff(b.col())];
                Condition {
                    cells: pair.to_vec(),
                    holds: Box::new(move |values| holds(apart, values[0], values[1], number)),
                }
            };
            pairs.map(of_pair).collect()
        }
        Squares(holds) => {
            let side = size.side();
            let firsts = all
                .iter()
                .filter(|&&cell| cell % side + 1 < side && cell / side + 1 < side);
            let of_square = |&first: &usize| Condition {
                cells: vec![first, first + 1, first + side, first + side + 1],
                holds: Box::new(move |values| holds(values, side)),
            };
            firsts.map(of_square).collect()
        }
    }
}

/// A random puzzle of 4×4, 5×5 or 6×6 with some marks of a rule and at most `most` solutions;
/// the same one for the same seed. Most have solutions, some have none.
pub(crate) fn marked_case(rule: RuleId, seed: u64, most: usize) -> Case {
    let mut rng = Rng::with_seed(seed);
    let mut spec = random_spec(&mut rng, false);
    // Most rules leave few grids together with those for all cells.
    spec.marks.clear();
    while needs_regions(rule) && spec.regions == Regions::None {
        spec = random_spec(&mut rng, false);
    }
    if rule.shape == Shape::Grid {
        let mark = random_mark(rule, &spec, &mut rng);
        spec.marks.push(mark);
    }
    let base = random_grid(&spec, &mut rng);
    let mut wanted = rng.usize(1..=3);
    for _ in 0..60 {
        if rule.shape == Shape::Grid || wanted == 0 {
            break;
        }
        let mark = random_mark(rule, &spec, &mut rng);
        let holds = base.as_ref().is_none_or(|grid| {
            conditions(&mark, &spec).iter().all(|condition| {
                let digit = |&cell: &usize| grid.digit(spec.size.cell(cell)).value();
                let digits: Vec<usize> = condition.cells.iter().map(digit).collect();
                (condition.holds)(&digits)
            })
        });
        if holds || rng.u8(..40) == 0 {
            spec.marks.push(mark);
            wanted -= 1;
        }
    }
    let rules = Rules::new(spec).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    with_clues(Puzzle::new(Arc::new(rules)), base.as_ref(), most, &mut rng)
}

fn needs_regions(rule: RuleId) -> bool {
    ["box-indexer", "region-sum"].contains(&&rule.name[..])
}

/// A mark with random cells and numbers.
fn random_mark(rule: RuleId, spec: &Spec, rng: &mut Rng) -> Mark {
    let (size, side) = (spec.size, spec.size.side());
    let any = |rng: &mut Rng| size.cell(rng.usize(..size.num_cells()));
    let cells = match rule.shape {
        Shape::Line => loop {
            let length = rng.usize(2..=side);
            let cells = walk(size, length, rng);
            if cells.len() >= 2 {
                break cells;
            }
        },
        Shape::Cells if rule.name == "quadruple" => {
            let (row, col) = (rng.usize(..side - 1), rng.usize(..side - 1));
            let square = [[0, 0], [0, 1], [1, 0], [1, 1]];
            square
                .map(|[down, right]| Cell::new(row + down, col + right))
                .to_vec()
        }
        Shape::Cells => {
            let cells: BTreeSet<Cell> = (0..rng.usize(1..=side)).map(|_| any(rng)).collect();
            cells.into_iter().collect()
        }
        Shape::Pair => walk(size, 2, rng),
        Shape::Outside => {
            let line = rng.usize(..side);
            let cell = match rng.bool() {
                true => |line, at| Cell::new(line, at),
                false => |line, at| Cell::new(at, line),
            };
            let mut cells: Vec<Cell> = (0..side).map(|at| cell(line, at)).collect();
            if rng.bool() {
                cells.reverse();
            }
            cells
        }
        Shape::Grid => Vec::new(),
    };
    let most = match &rule.name[..] {
        "sums" | "xsum" | "sandwich" => side * (side + 1) / 2,
        _ => side - 1,
    };
    let number = |rng: &mut Rng| rng.u32(1..=most as u32);
    let numbers = match rule.numbers {
        Numbers::None => Vec::new(),
        Numbers::One(_) if rule.name == "sandwich" && rng.u8(..4) == 0 => vec![0],
        Numbers::One(_) => vec![number(rng)],
        Numbers::Many => (0..rng.usize(1..=3)).map(|_| number(rng)).collect(),
    };
    Mark {
        rule,
        cells,
        numbers,
    }
}

#[test]
fn each_rule_of_the_table_has_a_definition_here() {
    let names: Vec<&str> = RuleId::all()
        .iter()
        .map(|rule| &rule.rule().name[..])
        .collect();
    let tested: Vec<&str> = RULES.iter().map(|(name, _)| *name).collect();
    assert_eq!(set_of(&names), set_of(&tested));
}

fn set_of<'a>(names: &[&'a str]) -> BTreeSet<&'a str> {
    names.iter().copied().collect()
}
