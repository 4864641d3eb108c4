//! Random small puzzles with rules of every kind, and their solutions by
//! definition: by trying every digit in every cell against the setter's
//! statements ([`Spec`]), without a house, pair or table of the library.

// Each test uses a part of this.
pub(crate) mod marks;

use fastrand::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use sudosat::budget::Budget;
use sudosat::check;
use sudosat::cover::{Choice, Method};
use sudosat::encode;
use sudosat::sudoku::rules::{Arrow, Cage, Parity, Regions, Spec};
use sudosat::sudoku::{Candidate, Cell, Digit, Grid, Puzzle, Rules, Size};

/// A puzzle and all its solutions.
pub(crate) struct Case {
    pub puzzle: Puzzle,
    pub solutions: BTreeSet<Grid>,
}

/// A random puzzle of 4×4, 5×5 or 6×6 with at most `most` solutions; the same
/// one for the same seed. Most have solutions, some have none.
pub(crate) fn random_case(seed: u64, most: usize) -> Case {
    let mut rng = Rng::with_seed(seed);
    let mut spec = random_spec(&mut rng, true);
    let mut base = random_grid(&spec, &mut rng);
    // Many rules together leave no grid at all: one of four such may stay.
    while base.is_none() && rng.u8(..4) > 0 {
        spec = random_spec(&mut rng, true);
        base = random_grid(&spec, &mut rng);
    }
    let size = spec.size;
    let spec = match &base {
        Some(grid) => with_local_rules(spec, grid, &mut rng),
        None => spec,
    };
    let mut puzzle = Puzzle::new(Arc::new(Rules::new(spec).expect("the rules make sense")));
    if rng.u8(..3) == 0 {
        for _ in 0..rng.usize(1..6) {
            let candidate = size.candidate(rng.usize(..size.num_candidates()));
            let of_base = base.as_ref().map(|grid| grid.digit(candidate.cell));
            if of_base != Some(candidate.digit) || rng.u8(..8) == 0 {
                puzzle.exclude(candidate);
            }
        }
    }
    with_clues(puzzle, base.as_ref(), most, &mut rng)
}

/// Sets clues until a puzzle has at most `most` solutions.
fn with_clues(mut puzzle: Puzzle, base: Option<&Grid>, most: usize, rng: &mut Rng) -> Case {
    let size = puzzle.size();
    let mut cells: Vec<Cell> = size.cells().collect();
    rng.shuffle(&mut cells);
    let mut first = rng.usize(0..4);
    // Clues of the base grid, more and more of them until few solutions are
    // left; now and then a wrong clue.
    loop {
        for &cell in cells.iter().take(first) {
            let clue = match base {
                Some(grid) if rng.u8(..100) > 0 => grid.digit(cell),
                _ => Digit::from_index(rng.usize(..size.side())),
            };
            puzzle.set_clue(cell, Some(clue));
        }
        cells.drain(..first.min(cells.len()));
        if let Some(solutions) = solutions(&puzzle, most, 20_000) {
            return Case { puzzle, solutions };
        }
        first = 2;
    }
}

/// Asserts that the check accepts the solutions of a case, and of `most` random Latin squares with
/// its clues those that are solutions. Returns how many of the squares are and are not.
pub(crate) fn check_grids_of(case: &Case, seed: u64, most: usize) -> [usize; 2] {
    let Case { puzzle, solutions } = case;
    for grid in solutions {
        assert_eq!(check::grid(puzzle, grid), Ok(()), "seed {seed}");
    }
    let latin = Rules::new(Spec::latin(puzzle.size())).unwrap();
    let mut loose = Puzzle::new(latin.into());
    for clue in puzzle.clues() {
        loose.set_clue(clue.cell, Some(clue.digit));
    }
    let problem = encode::cover(&loose).unwrap();
    let choice = Choice::RandomSmallest { seed };
    let mut search = Method::Dlx.start(&problem, choice).unwrap();
    let mut counts = [0; 2];
    for _ in 0..most {
        let Some(options) = search.next_solution(&Budget::unlimited()).unwrap() else {
            break;
        };
        let grid = encode::grid_from_options(&problem, puzzle.size(), options).unwrap();
        let is_right = check::grid(puzzle, &grid).is_ok();
        assert_eq!(is_right, solutions.contains(&grid), "seed {seed}: {grid:?}");
        counts[usize::from(!is_right)] += 1;
    }
    counts
}

// ------------------------------------------------------------ by definition

/// A function that returns `true` if the values of some cells are right.
type Holds = Box<dyn Fn(&[usize]) -> bool>;

/// What some cells must fulfil, by their indices in reading order.
struct Condition {
    cells: Vec<usize>,
    holds: Holds,
}

/// The solutions of a puzzle, or `None` if there are more than `most` or more
/// than `steps` digits were tried.
pub(crate) fn solutions(puzzle: &Puzzle, most: usize, steps: usize) -> Option<BTreeSet<Grid>> {
    let size = puzzle.size();
    let spec = puzzle.rules().spec();
    // Cells with clues first: then the others fail early.
    let (clues, open): (Vec<Cell>, Vec<Cell>) =
        size.cells().partition(|&cell| puzzle.clue(cell).is_some());
    let order: Vec<usize> = clues
        .iter()
        .chain(&open)
        .map(|cell| cell.index(size))
        .collect();
    let choices: Vec<Vec<usize>> = order
        .iter()
        .map(|&index| {
            let cell = size.cell(index);
            let is_open = |digit: &Digit| {
                puzzle.clue(cell).is_none_or(|clue| clue == *digit)
                    && !puzzle.excluded().contains(&Candidate::new(cell, *digit))
            };
            size.digits().filter(is_open).map(Digit::value).collect()
        })
        .collect();
    let mut search = Search::new(spec, order, choices, steps);
    let mut found = BTreeSet::new();
    let ended = search.fill(0, &mut |values| {
        let digits = values.iter().map(|&value| Digit::from_index(value - 1));
        found.insert(Grid::new(size, digits.collect()));
        found.len() <= most
    });
    ended.then_some(found)
}

/// A grid that obeys the rules, or `None` if there is none or it is not found
/// quickly.
fn random_grid(spec: &Spec, rng: &mut Rng) -> Option<Grid> {
    let size = spec.size;
    let order = (0..size.num_cells()).collect();
    let choices = (0..size.num_cells())
        .map(|_| {
            let mut values: Vec<usize> = (1..=size.side()).collect();
            rng.shuffle(&mut values);
            values
        })
        .collect();
    let mut grid = None;
    Search::new(spec, order, choices, 20_000).fill(0, &mut |values| {
        let digits = values.iter().map(|&value| Digit::from_index(value - 1));
        grid = Some(Grid::new(size, digits.collect()));
        false
    });
    grid
}

/// Every digit in every cell, cell by cell.
struct Search {
    order: Vec<usize>,
    choices: Vec<Vec<usize>>,
    /// For each place in `order` the conditions whose last cell is there.
    conditions: Vec<Vec<Condition>>,
    values: Vec<usize>,
    /// The values of the cells of a condition, while it is looked at.
    of_condition: Vec<usize>,
    steps: usize,
}

impl Search {
    fn new(spec: &Spec, order: Vec<usize>, choices: Vec<Vec<usize>>, steps: usize) -> Search {
        let mut place = vec![0; order.len()];
        for (at, &cell) in order.iter().enumerate() {
            place[cell] = at;
        }
        let mut conditions: Vec<Vec<Condition>> = order.iter().map(|_| Vec::new()).collect();
        for condition in conditions_of(spec) {
            let last = condition.cells.iter().map(|&cell| place[cell]).max();
            conditions[last.expect("a condition has cells")].push(condition);
        }
        Search {
            values: vec![0; order.len()],
            of_condition: Vec::new(),
            order,
            choices,
            conditions,
            steps,
        }
    }

    /// Returns `false` if the search was cut short.
    fn fill(&mut self, at: usize, found: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        if at == self.order.len() {
            return found(&self.values);
        }
        for choice in 0..self.choices[at].len() {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.values[self.order[at]] = self.choices[at][choice];
            let holds = self.conditions[at].iter().all(|condition| {
                self.of_condition.clear();
                let values = condition.cells.iter().map(|&cell| self.values[cell]);
                self.of_condition.extend(values);
                (condition.holds)(&self.of_condition)
            });
            if holds && !self.fill(at + 1, found) {
                return false;
            }
        }
        true
    }
}

/// The conditions of the rules, read from the setter's statements.
fn conditions_of(spec: &Spec) -> Vec<Condition> {
    let side = spec.size.side();
    let all: Vec<(usize, usize)> = spec.size.cells().map(|c| (c.row(), c.col())).collect();
    let index = |&(row, col): &(usize, usize)| Cell::new(row, col).index(spec.size);
    let index_of = |cell: &Cell| cell.index(spec.size);
    let mut conditions: Vec<Condition> = Vec::new();
    let mut state = |cells: Vec<usize>, holds: Holds| {
        conditions.push(Condition { cells, holds });
    };
    // Two cells at a time.
    for (place, a) in all.iter().enumerate() {
        for b in &all[place + 1..] {
            let cells = || vec![index(a), index(b)];
            let mut differ =
                matches!(&spec.regions, Regions::Map(map) if map[index(a)] == map[index(b)]);
            for start in spec.size.starts() {
                let inside = |c: &(usize, usize)| {
                    let row = c.0.checked_sub(start.row()).filter(|&row| row < side)?;
                    let col = c.1.checked_sub(start.col()).filter(|&col| col < side)?;
                    Some((row, col))
                };
                if let (Some(a), Some(b)) = (inside(a), inside(b)) {
                    differ |= differ_in_grid(spec, a, b);
                }
            }
            if differ {
                state(cells(), Box::new(|v| v[0] != v[1]));
            }
        }
    }
    let no_two_equal = |values: &[usize]| {
        let set: BTreeSet<usize> = values.iter().copied().collect();
        set.len() == values.len()
    };
    for cells in &spec.extra {
        state(cells.iter().map(index_of).collect(), Box::new(no_two_equal));
    }
    for cage in &spec.cages {
        let cells: Vec<usize> = cage.cells.iter().map(index_of).collect();
        if !cage.repeats {
            state(cells.clone(), Box::new(no_two_equal));
        }
        if let Some(sum) = cage.sum {
            let sum = sum as usize;
            state(cells, Box::new(move |v| v.iter().sum::<usize>() == sum));
        }
    }
    for (cell, parity) in &spec.parities {
        let rest = match parity {
            Parity::Even => 0,
            Parity::Odd => 1,
        };
        state(vec![index_of(cell)], Box::new(move |v| v[0] % 2 == rest));
    }
    for arrow in &spec.arrows {
        let bulb = arrow.bulb.len();
        let cells = arrow
            .bulb
            .iter()
            .chain(&arrow.shaft)
            .map(index_of)
            .collect();
        let holds = move |v: &[usize]| {
            let digits = v[..bulb].iter().rev().enumerate();
            let number: usize = digits
                .map(|(place, value)| value * 10usize.pow(place as u32))
                .sum();
            number == v[bulb..].iter().sum::<usize>()
        };
        state(cells, Box::new(holds));
    }
    conditions.extend(
        spec.marks
            .iter()
            .flat_map(|mark| marks::conditions(mark, spec)),
    );
    conditions
}

/// Returns `true` if two cells of a grid, by row and column in it, hold different digits by the
/// rules for rows, columns, boxes, diagonals, windows and disjoint groups.
fn differ_in_grid(spec: &Spec, a: (usize, usize), b: (usize, usize)) -> bool {
    let side = spec.size.side();
    let same = |of: &dyn Fn((usize, usize)) -> usize| of(a) == of(b);
    let mut differ = a.0 == b.0 || a.1 == b.1;
    if let Regions::Boxes { rows, cols } = spec.regions {
        differ |= same(&|c| c.0 / rows) && same(&|c| c.1 / cols);
        let at_same_place = same(&|c| c.0 % rows) && same(&|c| c.1 % cols);
        differ |= spec.disjoint_groups && at_same_place;
    }
    let falls = |c: (usize, usize)| c.0 == c.1;
    let rises = |c: (usize, usize)| c.0 + c.1 == side - 1;
    differ |= spec.diagonals[0] && falls(a) && falls(b);
    differ |= spec.diagonals[1] && rises(a) && rises(b);
    if spec.windows {
        let n = side.isqrt();
        let window = |c: (usize, usize)| {
            let inside = |x: usize| !x.is_multiple_of(n + 1);
            (inside(c.0) && inside(c.1)).then_some((c.0 / (n + 1), c.1 / (n + 1)))
        };
        differ |= window(a).is_some() && window(a) == window(b);
    }
    differ
}

// ------------------------------------------------------------ random rules

/// Rules for the grid as a whole: regions, diagonals, and so on. With `may_overlap`, some have several
/// grids.
fn random_spec(rng: &mut Rng, may_overlap: bool) -> Spec {
    // Without a draw, so that the other seeds' puzzles do not depend on it.
    let several = may_overlap && rng.clone().u64(..).is_multiple_of(6);
    let side = if several { 4 } else { rng.usize(4..=6) };
    let size = match several {
        true => random_board(side, rng),
        false => Size::new(side).expect("a small size"),
    };
    let mut spec = Spec::latin(size);
    spec.regions = match (side, rng.u8(..4)) {
        (_, 1) if several => Regions::None,
        (_, 0) | (5, 1) => Regions::None,
        (_, 1) | (5, _) => Regions::Map(random_map(size, rng)),
        (4, _) => Regions::Boxes { rows: 2, cols: 2 },
        (_, 2) => Regions::Boxes { rows: 2, cols: 3 },
        _ => Regions::Boxes { rows: 3, cols: 2 },
    };
    let mut one_in = |n: u8| rng.u8(..n) == 0;
    spec.diagonals = [one_in(6), one_in(6)];
    let boxes = matches!(spec.regions, Regions::Boxes { .. });
    spec.windows = boxes && side == 4 && one_in(4);
    spec.disjoint_groups = boxes && one_in(6);
    for rule in ["anti-knight", "anti-king", "non-consecutive"] {
        if one_in(8) {
            spec.mark(rule, &[], &[]);
        }
    }
    spec
}

/// Two or three grids that begin in random places.
fn random_board(side: usize, rng: &mut Rng) -> Size {
    loop {
        let start = |rng: &mut Rng| Cell::new(rng.usize(..side), rng.usize(..side));
        let others = (0..rng.usize(1..=2)).map(|_| start(rng));
        let starts = std::iter::once(Cell::new(0, 0)).chain(others).collect();
        let size = Size::new(side).expect("a small size");
        if let Ok(size) = size.overlapping(starts) {
            return size;
        }
    }
}

/// Connected regions of any form: rows, of which neighbours exchange cells.
/// Numbered in the order of their first cells.
pub(crate) fn random_map(size: Size, rng: &mut Rng) -> Vec<u16> {
    let side = size.side();
    let mut map: Vec<u16> = size.cells().map(|cell| cell.row() as u16).collect();
    let near = |cell: usize| {
        let (row, col) = (cell / side, cell % side);
        let up = (row > 0).then(|| cell - side);
        let left = (col > 0).then(|| cell - 1);
        let right = (col + 1 < side).then_some(cell + 1);
        let down = (row + 1 < side).then_some(cell + side);
        [up, left, right, down].into_iter().flatten()
    };
    let connected = |map: &[u16], region: u16| {
        let first = map
            .iter()
            .position(|&of| of == region)
            .expect("a region has cells");
        let mut seen = vec![false; map.len()];
        let mut stack = vec![first];
        seen[first] = true;
        let mut count = 0;
        while let Some(cell) = stack.pop() {
            count += 1;
            for next in near(cell) {
                if map[next] == region && !std::mem::replace(&mut seen[next], true) {
                    stack.push(next);
                }
            }
        }
        count == side
    };
    for _ in 0..20 * map.len() {
        // A cell goes over to a neighbouring region, and one of this region
        // comes back.
        let a = rng.usize(..map.len());
        let others: Vec<u16> = near(a)
            .map(|cell| map[cell])
            .filter(|&r| r != map[a])
            .collect();
        let (from, Some(&to)) = (map[a], others.first()) else {
            continue;
        };
        let back: Vec<usize> = (0..map.len())
            .filter(|&b| map[b] == to && near(b).any(|cell| cell != a && map[cell] == from))
            .collect();
        if back.is_empty() {
            continue;
        }
        let b = back[rng.usize(..back.len())];
        (map[a], map[b]) = (to, from);
        if !connected(&map, from) || !connected(&map, to) {
            (map[a], map[b]) = (from, to);
        }
    }
    let mut names: Vec<u16> = Vec::new();
    for region in &mut map {
        let name = names.iter().position(|name| name == region);
        let name = name.unwrap_or_else(|| {
            names.push(*region);
            names.len() - 1
        });
        *region = name as u16;
    }
    map
}

/// Adds rules for single cells, most of them true of the grid.
fn with_local_rules(mut spec: Spec, grid: &Grid, rng: &mut Rng) -> Spec {
    let size = spec.size;
    let side = size.side();
    let value = |cell: Cell| grid.digit(cell).value();
    let differ = |cells: &[Cell]| {
        let set: BTreeSet<usize> = cells.iter().map(|&cell| value(cell)).collect();
        set.len() == cells.len()
    };
    for _ in 0..rng.usize(0..7) {
        let length = rng.usize(1..=side);
        let mut cells = walk(size, length, rng);
        let wrong = rng.u8(..30) == 0;
        let pair = walk(size, 2, rng);
        let pair: Option<[Cell; 2]> = pair.try_into().ok();
        match rng.u8(..12) {
            0 => {
                // One cell of each digit, or of some.
                let digits = match rng.bool() {
                    true => side,
                    false => rng.usize(1..=side),
                };
                let cell_of = |digit: usize, rng: &mut Rng| {
                    let cells: Vec<Cell> =
                        size.cells().filter(|&cell| value(cell) == digit).collect();
                    cells[rng.usize(..cells.len())]
                };
                let mut house: Vec<Cell> = (1..=digits).map(|digit| cell_of(digit, rng)).collect();
                rng.shuffle(&mut house);
                spec.extra.push(house);
            }
            1..=3 => {
                // Longer cages where digits may repeat.
                if rng.u8(..6) == 0 {
                    cells = walk(size, side + 2, rng);
                }
                let repeats = cells.len() > side || !differ(&cells) || rng.bool();
                let sum: usize = cells.iter().map(|&cell| value(cell)).sum();
                let other = |sum: usize| match sum == cells.len() {
                    true => sum + 1,
                    false => sum - 1,
                };
                let sum = match wrong && repeats && side > 1 {
                    true => other(sum),
                    false => sum,
                };
                spec.cages.push(Cage {
                    sum: (rng.u8(..5) > 0).then_some(sum as u32),
                    cells,
                    repeats,
                });
            }
            4 => {
                let cell = cells[0];
                let is_even = value(cell).is_multiple_of(2) != wrong;
                let parity = if is_even { Parity::Even } else { Parity::Odd };
                spec.parities.push((cell, parity));
            }
            5 => {
                if let Some([a, b]) = pair
                    && value(a) != value(b)
                {
                    let is_less = (value(a) < value(b)) != wrong;
                    let cells = if is_less { [a, b] } else { [b, a] };
                    spec.mark("less", &[], &cells);
                }
            }
            6 => {
                // As far as the digits increase.
                let rises = cells
                    .windows(2)
                    .take_while(|two| value(two[0]) < value(two[1]));
                let length = rises.count() + 1;
                cells.truncate(length + usize::from(wrong));
                if cells.len() >= 2 {
                    spec.mark("thermo", &[], &cells);
                }
            }
            7 | 8 => {
                // The shaft as far as the bulb's number goes.
                let bulb = rng.usize(1..=2).min(cells.len());
                let number = cells[..bulb]
                    .iter()
                    .fold(0, |n, &cell| 10 * n + value(cell));
                let mut line = walk(size, 3 * side, rng);
                line.retain(|cell| !cells[..bulb].contains(cell));
                let sums = line.iter().scan(0, |sum, &cell| {
                    *sum += value(cell);
                    Some(*sum)
                });
                let place = sums.into_iter().position(|sum| sum == number);
                let shaft = match (place, wrong) {
                    (Some(last), _) => last + 1,
                    (None, true) => 1.min(line.len()),
                    (None, false) => 0,
                };
                if shaft > 0 {
                    spec.arrows.push(Arrow {
                        bulb: cells[..bulb].to_vec(),
                        shaft: line[..shaft].to_vec(),
                    });
                }
            }
            9 | 10 => {
                let Some(cells) = pair else { continue };
                let [a, b] = cells.map(value);
                let (small, large) = (a.min(b), a.max(b));
                let (rule, number) = match rng.u8(..3) {
                    0 if small != large => ("difference", large - small),
                    1 if large.is_multiple_of(small) => ("ratio", large / small),
                    _ => ("sum", a + b),
                };
                spec.mark(rule, &[number as u32], &cells);
            }
            _ => {
                // Two equal cells, and whatever is equal beside them.
                let start = cells[0];
                let equal: Vec<Cell> = size
                    .cells()
                    .filter(|&cell| cell != start && (value(cell) == value(start)) != wrong)
                    .collect();
                let end = equal[rng.usize(..equal.len())];
                let middle = size.cells().find(|&cell| cell != start && cell != end);
                let middle = middle.filter(|_| rng.bool());
                let line = [Some(start), middle, Some(end)];
                let line: Vec<Cell> = line.into_iter().flatten().collect();
                spec.mark("palindrome", &[], &line);
            }
        }
    }
    spec
}

/// At most `length` cells, each beside or diagonally beside an earlier one,
/// none twice.
fn walk(size: Size, length: usize, rng: &mut Rng) -> Vec<Cell> {
    let mut cells = vec![size.cell(rng.usize(..size.num_cells()))];
    while cells.len() < length {
        let last = *cells.last().expect("a walk has cells");
        let near: Vec<Cell> = size
            .cells()
            .filter(|cell| {
                cell.row()
                    .abs_diff(last.row())
                    .max(cell.col().abs_diff(last.col()))
                    == 1
            })
            .filter(|cell| !cells.contains(cell))
            .collect();
        if near.is_empty() {
            break;
        }
        cells.push(near[rng.usize(..near.len())]);
    }
    cells
}
