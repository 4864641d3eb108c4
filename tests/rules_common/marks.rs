//! Random small puzzles with marks of the table of rules. What a rule says stands here a
//! second time, as a function in Rust.

use super::{Case, Condition, random_grid, random_spec, walk, with_clues};
use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use sudosat::sudoku::rules::{Mark, Numbers, Regions, RuleId, Shape, Spec};
use sudosat::sudoku::{Cell, Puzzle, Rules, Size};

/// The digits of a mark.
struct Held<'a> {
    /// Those of its cells, in order.
    own: &'a [usize],
    /// Those of the grid, in reading order.
    all: &'a [usize],
    mark: &'a Mark,
    spec: &'a Spec,
}

/// Two cells of the grid.
struct Two {
    /// The rows and the columns from one to the other.
    apart: [usize; 2],
    /// The number of the mark.
    number: usize,
    /// Set if there is a mark of a difference or a ratio between them.
    dot: bool,
    /// Set if there is a mark of a sum between them.
    xv: bool,
}

/// What a rule says.
#[derive(Clone, Copy)]
enum Meaning {
    /// The digits of the marked cells obey this.
    Own(fn(&Held) -> bool),
    /// The digits of the grid do.
    OfGrid(fn(&Held) -> bool),
    /// The digits of each two cells of the grid do.
    Pairs(fn(&Two, usize, usize) -> bool),
    /// The cells of each 2×2 square do, with the number of digits.
    Squares(fn(&[usize], usize) -> bool),
}

use Meaning::{OfGrid, Own, Pairs, Squares};

/// What each rule of the table of rules says.
const RULES: [(&str, Meaning); 48] = [
    (
        "anti-knight",
        Pairs(|two, a, b| a != b || ![[1, 2], [2, 1]].contains(&two.apart)),
    ),
    (
        "anti-king",
        Pairs(|two, a, b| a != b || two.apart[0].max(two.apart[1]) > 1),
    ),
    (
        "non-consecutive",
        Pairs(|two, a, b| !is_near(two) || a.abs_diff(b) != 1),
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
        Own(|h| all_three(h, |x| third(x, h.spec.size.side()))),
    ),
    ("modular", Own(|h| all_three(h, |x| x % 3))),
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
        "ten-line",
        Own(|h| {
            // From part to part; a part that goes beyond the sum is none.
            let mut left = h.own;
            while let Some(end) = (0..=left.len()).find(|&end| sum(&left[..end]) == number(h)) {
                left = &left[end..];
            }
            left.is_empty()
        }),
    ),
    (
        "minimum",
        OfGrid(|h| beside(h, |marked, other| marked < other)),
    ),
    (
        "maximum",
        OfGrid(|h| beside(h, |marked, other| marked > other)),
    ),
    (
        "look-and-say",
        Own(|h| {
            h.mark.numbers.iter().all(|said| {
                let (often, digit) = (said / 10, said % 10);
                h.own.iter().filter(|&&x| x == digit as usize).count() == often as usize
            })
        }),
    ),
    (
        "equal-sums",
        Own(|h| {
            let mut left = h.own;
            let sums = h.mark.numbers.iter().map(|&length| {
                let group;
                (group, left) = left.split_at(length as usize);
                sum(group)
            });
            sums.collect::<BTreeSet<usize>>().len() == 1
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
    ("counting-circles", Own(|h| counts_itself(h.own))),
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
    ("skyscraper", Own(|h| seen(h.own) == number(h))),
    ("numbered-room", Own(|h| h.own[h.own[0] - 1] == number(h))),
    (
        "knightmare",
        Pairs(|two, a, b| a + b != two.number || ![[1, 2], [2, 1]].contains(&two.apart)),
    ),
    (
        "diagonal-non-consecutive",
        Pairs(|two, a, b| two.apart != [1, 1] || a.abs_diff(b) != 1),
    ),
    (
        "no-sum",
        Pairs(|two, a, b| !is_near(two) || two.xv || a + b != two.number),
    ),
    (
        "taxicab",
        Pairs(|two, a, b| steps_apart(two) != two.number || a != b),
    ),
    (
        "self-taxicab",
        Pairs(|two, a, b| a != b || steps_apart(two) != a),
    ),
    (
        "anti-camel",
        Pairs(|two, a, b| a != b || ![[1, 3], [3, 1]].contains(&two.apart)),
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
        Pairs(|two, a, b| !is_near(two) || two.dot || a.abs_diff(b) != two.number),
    ),
    (
        "no-ratio",
        Pairs(|two, a, b| !is_near(two) || two.dot || a.max(b) != two.number * a.min(b)),
    ),
    (
        "no-xv",
        Pairs(|two, a, b| !is_near(two) || two.xv || ![5, 10].contains(&(a + b))),
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

/// Rules of one's own, by their definitions: each shape and each kind of part.
const OWN: [(&str, Meaning); 16] = [
    (
        "rule far(line, n = 3): each pair of neighbours |a - b| >= n",
        Own(|h| steps(h, |a, b, n| a.abs_diff(b) >= n)),
    ),
    (
        "rule apart(line): each pair of neighbours |a - b| > 1; each three neighbours a != c",
        Own(|h| {
            let far = h.own.windows(2).all(|two| two[0].abs_diff(two[1]) > 1);
            far && h.own.windows(3).all(|three| three[0] != three[2])
        }),
    ),
    (
        "rule arch(line): each pair of mirrored cells a = b; each inner cell x > first",
        Own(|h| {
            let is_palindrome = h.own.iter().eq(h.own.iter().rev());
            is_palindrome && inner(h).iter().all(|&x| x > h.own[0])
        }),
    ),
    (
        "rule distinct-sums(line): each cell x != sum before",
        Own(|h| {
            let sum = |at: usize| h.own[..at].iter().sum::<usize>();
            (0..h.own.len()).all(|at| h.own[at] != sum(at))
        }),
    ),
    (
        "rule places(line): each pair (a = j) = (b = i); each cell x <= middle + i",
        Own(|h| {
            let end = h.own.len();
            let middle = if end % 2 == 1 { h.own[end / 2] } else { 0 };
            (0..end).all(|one| {
                let mut others = one + 1..end;
                h.own[one] <= middle + one + 1
                    && others.all(|two| (h.own[one] == two + 1) == (h.own[two] == one + 1))
            })
        }),
    ),
    (
        "rule climb(line): digits match \"[1-2]+([3-4][5-9]?)*\"",
        Own(|h| {
            // The low digits, and then middle ones, each with a high one behind it or not.
            let low = h.own.iter().take_while(|x| **x <= 2).count();
            let rest = &h.own[low..];
            let is_right = |at: usize| match rest[at] {
                1 | 2 => false,
                3 | 4 => true,
                _ => at > 0 && rest[at - 1] < 5,
            };
            low > 0 && (0..rest.len()).all(is_right)
        }),
    ),
    (
        "rule no-return(outside): digits match \".*1.*2.*|.*2[^4]*1.*\"",
        Own(|h| {
            let at = |digit: usize| h.own.iter().position(|&x| x == digit).unwrap();
            at(1) < at(2) || !(at(2)..at(1)).contains(&at(4))
        }),
    ),
    (
        "rule one-each(cells): each pair a != b; product % 2 = 0 and not has(6)",
        Own(|h| {
            let digits = set(h.own);
            let product: usize = h.own.iter().product();
            digits.len() == h.own.len() && product.is_multiple_of(2) && !digits.contains(&6)
        }),
    ),
    (
        "rule counted(cells): each digit count(x = d) = 0 or count(x = d) = d",
        Own(|h| counts_itself(h.own)),
    ),
    (
        "rule all-of(cells, numbers): each number count(x = n) >= times",
        Own(|h| {
            let count = |number: u32| h.own.iter().filter(|&&x| x == number as usize).count();
            let times = |number| h.mark.numbers.iter().filter(|&&n| n == number).count();
            h.mark.numbers.iter().all(|&n| count(n) >= times(n))
        }),
    ),
    (
        "rule one-of(cells, numbers): some number sum = n",
        Own(|h| {
            h.mark
                .numbers
                .contains(&(h.own.iter().sum::<usize>() as u32))
        }),
    ),
    (
        "rule half(pair): a = 2 * b",
        Own(|h| h.own[0] == 2 * h.own[1]),
    ),
    (
        "rule lonely(cells): each cell beside |a - b| > 1",
        OfGrid(|h| beside(h, |marked, other| marked.abs_diff(other) > 1)),
    ),
    (
        "rule seen(outside, n): count(x > greatest before) = n",
        Own(|h| seen(h.own) == number(h)),
    ),
    (
        "rule far-knight(grid): each pair at (1, 2) |a - b| != 3",
        Pairs(|two, a, b| a.abs_diff(b) != 3 || ![[1, 2], [2, 1]].contains(&two.apart)),
    ),
    (
        "rule dotted(grid, n): each pair of neighbours dot or xv or a + b != n",
        Pairs(|two, a, b| !is_near(two) || two.dot || two.xv || a + b != two.number),
    ),
];

/// Returns the rules of one's own that have a meaning here.
pub(crate) fn own_rules() -> impl Iterator<Item = RuleId> {
    OWN.iter().map(|(text, _)| {
        let rule = RuleId::by_definition(text);
        rule.unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

fn counts_itself(digits: &[usize]) -> bool {
    let count = |x: &usize| digits.iter().filter(|y| *y == x).count();
    digits.iter().all(|x| count(x) == *x)
}

/// Number of digits that are larger than all before them.
fn seen(digits: &[usize]) -> usize {
    let is_seen = |at: &usize| digits[..*at].iter().all(|&before| before < digits[*at]);
    (0..digits.len()).filter(is_seen).count()
}

fn number(held: &Held) -> usize {
    held.mark.numbers[0] as usize
}

fn sum(digits: &[usize]) -> usize {
    digits.iter().sum()
}

/// Each marked cell agrees with each cell beside it that is not marked.
fn beside(held: &Held, agree: fn(usize, usize) -> bool) -> bool {
    let size = held.spec.size;
    let marked = held.mark.cells.iter().zip(held.own);
    marked.into_iter().all(|(cell, &digit)| {
        size.cells().all(|other| {
            let steps = cell.row().abs_diff(other.row()) + cell.col().abs_diff(other.col());
            let is_free = steps == 1 && !held.mark.cells.contains(&other);
            !is_free || agree(digit, held.all[other.index(size)])
        })
    })
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

/// Of each three neighbours no two are of the same class, also around a loop.
fn all_three(held: &Held, class: impl Fn(usize) -> usize) -> bool {
    let mut digits = held.own.to_vec();
    if held.mark.cells.first() == held.mark.cells.last() {
        // The last stands for the first.
        digits.push(digits[1]);
    }
    (0..digits.len()).all(|at| {
        let near = &digits[at + 1..digits.len().min(at + 3)];
        near.iter().all(|&x| class(x) != class(digits[at]))
    })
}

fn steps_apart(two: &Two) -> usize {
    two.apart.iter().sum()
}

fn is_near(two: &Two) -> bool {
    steps_apart(two) == 1
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
    let rule = mark.rule.rule();
    let (known, name) = match rule.is_own {
        true => (&OWN[..], &rule.definition),
        false => (&RULES[..], &rule.name),
    };
    let known = known.iter().find(|(known, _)| known == name);
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
                let is_between = |names: [&str; 2]| {
                    let mut marks = spec.marks.iter();
                    marks.any(|mark| {
                        let is_pair = mark.cells == [a, b] || mark.cells == [b, a];
                        is_pair && names.contains(&&mark.rule.name[..])
                    })
                };
                let two = Two {
                    apart: [a.row().abs_diff(b.row()), a.col().abs_diff(b.col())],
                    number,
                    dot: is_between(["difference", "ratio"]),
                    xv: is_between(["sum", "sum"]),
                };
                Condition {
                    cells: pair.to_vec(),
                    holds: Box::new(move |values| holds(&two, values[0], values[1])),
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
        if names_signs(rule) {
            add_signs(&mut spec, &mut rng);
        }
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

/// Rules whose lines may be closed.
const LOOPS: [&str; 7] = [
    "whispers",
    "dutch-whispers",
    "parity-line",
    "slow-thermo",
    "entropic",
    "modular",
    "far",
];

/// The cells around two rows of two or three cells each, the first again at the end.
fn ring(size: Size, rng: &mut Rng) -> Vec<Cell> {
    let length = rng.usize(2..=3);
    let (row, col) = (
        rng.usize(..size.side() - 1),
        rng.usize(..=size.side() - length),
    );
    let there = (0..length).map(|at| Cell::new(row, col + at));
    let back = (0..length).rev().map(|at| Cell::new(row + 1, col + at));
    let turned = rng.bool();
    let cells = there.chain(back).chain([Cell::new(row, col)]);
    cells
        .map(|cell| {
            if turned {
                Cell::new(cell.col(), cell.row())
            } else {
                cell
            }
        })
        .collect()
}

/// Returns `true` for a rule about cells without a sign between them.
fn names_signs(rule: RuleId) -> bool {
    ["dot or", "xv or"]
        .iter()
        .any(|words| rule.definition.contains(words))
}

/// Adds at most two signs between cells, of which most are true in some grids.
fn add_signs(spec: &mut Spec, rng: &mut Rng) {
    for _ in 0..rng.usize(..3) {
        let cells = loop {
            let cells = walk(spec.size, 2, rng);
            if cells[0].row() == cells[1].row() || cells[0].col() == cells[1].col() {
                break cells;
            }
        };
        let (rule, number) = match rng.u8(..4) {
            0 => ("difference", rng.u32(1..=2)),
            1 => ("ratio", rng.u32(2..=3)),
            _ => ("sum", rng.u32(3..=7)),
        };
        spec.mark(rule, &[number], &cells);
    }
}

/// A mark with random cells and numbers.
fn random_mark(rule: RuleId, spec: &Spec, rng: &mut Rng) -> Mark {
    let (size, side) = (spec.size, spec.size.side());
    let any = |rng: &mut Rng| size.cell(rng.usize(..size.num_cells()));
    let cells = match rule.shape {
        Shape::Line if LOOPS.contains(&&rule.name[..]) && rng.u8(..4) == 0 => ring(size, rng),
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
            let mut cells: BTreeSet<Cell> = (0..rng.usize(1..=side)).map(|_| any(rng)).collect();
            // Of two groups at least.
            while rule.name == "equal-sums" && cells.len() < 2 {
                cells.insert(any(rng));
            }
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
        "sums" | "xsum" | "sandwich" | "one-of" => side * (side + 1) / 2,
        "sum" | "dotted" | "no-sum" | "knightmare" => 2 * side - 1,
        _ => side - 1,
    };
    let least = 1 + u32::from(["sum", "no-sum", "knightmare"].contains(&&rule.name[..]));
    let number = |rng: &mut Rng| rng.u32(least..=most as u32);
    let numbers = match rule.numbers {
        Numbers::None => Vec::new(),
        Numbers::One(_) if rule.name == "sandwich" && rng.u8(..4) == 0 => vec![0],
        Numbers::One(Some(10)) => vec![rng.u32(2..=10)],
        Numbers::One(_) => vec![number(rng)],
        Numbers::Many if rule.name == "equal-sums" => {
            let first = rng.usize(1..cells.len());
            vec![first as u32, (cells.len() - first) as u32]
        }
        Numbers::Many if rule.name == "look-and-say" => {
            let said = |rng: &mut Rng| 10 * rng.u32(1..=2) + rng.u32(1..=side as u32);
            (0..rng.usize(1..=2)).map(|_| said(rng)).collect()
        }
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
