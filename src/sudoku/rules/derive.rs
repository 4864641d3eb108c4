//! The houses, pairs and tables that follow from the setter's statements.

use super::{
    Arrow, Cage, Lists, Mark, Marked, Numbers, Pair, Regions, RuleId, Rules, RulesError, Shape,
    Spec, Table, TableKind, Work,
};
use crate::io::counted;
use crate::sudoku::{Cell, House, HouseKind, Size};
use itertools::Itertools as _;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Largest number of cells of an arrow's bulb. The sum of a shaft is below 10⁹ in the
/// largest grid, so it has no more than nine digits.
const MOST_BULB: usize = 9;

impl Rules {
    /// Derives the rules from what the setter states. Cages without repeats are
    /// put before the others.
    ///
    /// # Errors
    /// If a statement makes no sense in this grid, as a cage with a cell
    /// outside of it.
    pub fn new(mut spec: Spec) -> Result<Rules, RulesError> {
        // Cages that are houses come first, so that a cage has the same number as
        // house and as table.
        spec.cages.sort_by_key(|cage| cage.repeats);
        // A rule for the whole grid may be stated in several places, and says the same there.
        let mut of_grid = HashSet::new();
        let is_new = |mark: &Mark| {
            mark.rule.shape != Shape::Grid || of_grid.insert((mark.rule, mark.numbers.clone()))
        };
        spec.marks.retain(is_new);
        check_regions(&spec)?;
        check_cells(&spec)?;
        let mut houses = Vec::new();
        let mut kind_starts = [0; HouseKind::ALL.len() + 1];
        let mut cells = Lists::new();
        for (index, kind) in HouseKind::ALL.into_iter().enumerate() {
            for (house, members) in houses_of_kind(&spec, kind)? {
                houses.push(house);
                cells.push(members);
            }
            kind_starts[index + 1] = houses.len() as u32;
        }
        let of_cell = houses_by_cell(spec.size, &cells, houses.len());
        let (mut pairs, mut tables) = (Vec::new(), tables(&spec));
        let pair_ends = add_marks(&spec, &mut pairs, &mut tables)?;
        Ok(Rules {
            spec,
            houses,
            kind_starts,
            cells,
            of_cell,
            pairs,
            pair_ends,
            tables,
        })
    }
}

/// Returns the houses of one kind with their cells in reading order: those of each grid, grid by
/// grid, or those that the setter names by their cells.
fn houses_of_kind(spec: &Spec, kind: HouseKind) -> Result<Vec<(House, Vec<Cell>)>, RulesError> {
    let sets = match (kind, &spec.regions) {
        (HouseKind::Region, Regions::Map(map)) => {
            let mut regions = vec![Vec::new(); spec.size.side()];
            for (cell, &region) in spec.size.cells().zip(map) {
                regions[usize::from(region)].push(cell);
            }
            regions
        }
        (HouseKind::Extra, _) => spec.extra.clone(),
        (HouseKind::Cage, _) => {
            let cages = spec.cages.iter().filter(|cage| !cage.repeats);
            cages.map(|cage| cage.cells.clone()).collect()
        }
        _ => {
            let sets = sets_of_grid(spec, kind)?;
            if spec.size.is_one_grid() {
                return Ok(named(kind, sets));
            }
            let grids = spec.size.starts().iter().enumerate();
            let houses = grids.flat_map(|(grid, start)| {
                let moved =
                    |cell: &Cell| Cell::new(start.row() + cell.row(), start.col() + cell.col());
                let sets = sets.iter().map(|set| set.iter().map(moved).collect());
                let houses = named(kind, sets.collect()).into_iter();
                houses.map(move |(house, cells)| (house.of_grid(grid), cells))
            });
            // Of grids that share a box, the first names it.
            return Ok(houses.unique_by(|(_, cells)| cells.clone()).collect());
        }
    };
    Ok(named(kind, sets))
}

/// Returns the cells of the houses of one kind in a grid that begins in r1c1.
fn sets_of_grid(spec: &Spec, kind: HouseKind) -> Result<Vec<Vec<Cell>>, RulesError> {
    let side = spec.size.side();
    // One house for each number below N, with the cells at each place below N.
    let lines = |cell: &dyn Fn(usize, usize) -> Cell| -> Vec<Vec<Cell>> {
        let line = |number| (0..side).map(|place| cell(number, place)).collect();
        (0..side).map(line).collect()
    };
    let in_boxes = |rows: usize, cols: usize| {
        move |number: usize, place: usize| {
            let (top, left) = (number / rows * rows, number % rows * cols);
            Cell::new(top + place / cols, left + place % cols)
        }
    };
    Ok(match (kind, &spec.regions) {
        (HouseKind::Row, _) => lines(&Cell::new),
        (HouseKind::Col, _) => lines(&|col, row| Cell::new(row, col)),
        (HouseKind::Box, &Regions::Boxes { rows, cols }) => lines(&in_boxes(rows, cols)),
        (HouseKind::Diagonal, _) => {
            let falling = (0..side).map(|place| Cell::new(place, place)).collect();
            let rising = (0..side)
                .map(|place| Cell::new(place, side - 1 - place))
                .collect();
            let mut is_stated = spec.diagonals.into_iter();
            let mut stated = vec![falling, rising];
            stated.retain(|_: &Vec<Cell>| is_stated.next() == Some(true));
            stated
        }
        (HouseKind::Window, _) if spec.windows => windows(spec)?,
        (HouseKind::Group, &Regions::Boxes { rows, cols }) if spec.disjoint_groups => {
            let cell = in_boxes(rows, cols);
            lines(&|place, number| cell(number, place))
        }
        (HouseKind::Group, _) if spec.disjoint_groups => return Err(RulesError::Groups),
        _ => Vec::new(),
    })
}

/// Returns sets of cells as houses, each in reading order.
fn named(kind: HouseKind, sets: Vec<Vec<Cell>>) -> Vec<(House, Vec<Cell>)> {
    let sets = sets.into_iter().enumerate();
    sets.map(|(number, mut cells)| {
        cells.sort_unstable();
        (House::new(kind, number), cells)
    })
    .collect()
}

/// Returns the windows of Windoku: the (n − 1)² squares of n×n cells between the boxes,
/// one cell away from the border and from each other.
fn windows(spec: &Spec) -> Result<Vec<Vec<Cell>>, RulesError> {
    let n = match spec.regions {
        Regions::Boxes { rows, cols } if rows == cols && rows >= 2 => rows,
        _ => return Err(RulesError::Windows),
    };
    let firsts = || (0..n - 1).map(|window| window * (n + 1) + 1);
    let windows = itertools::iproduct!(firsts(), firsts()).map(|(top, left)| {
        let cells = itertools::iproduct!(top..top + n, left..left + n);
        cells.map(|(row, col)| Cell::new(row, col)).collect()
    });
    Ok(windows.collect())
}

/// Returns, for each cell, the indices of its houses, ascending.
fn houses_by_cell(size: Size, cells: &Lists<Cell>, num_houses: usize) -> Lists<u32> {
    let mut starts = vec![0; size.num_cells() + 1];
    for cell in &cells.items {
        starts[cell.index(size) + 1] += 1;
    }
    for cell in 1..starts.len() {
        starts[cell] += starts[cell - 1];
    }
    let mut ends = starts.clone();
    let mut items = vec![0; cells.items.len()];
    for house in 0..num_houses {
        for cell in cells.get(house) {
            let end = &mut ends[cell.index(size)];
            items[*end] = house as u32;
            *end += 1;
        }
    }
    Lists { starts, items }
}

/// Returns the tables: cages with sums, then arrows.
fn tables(spec: &Spec) -> Vec<Table> {
    let cages = spec.cages.iter().enumerate().filter_map(|(number, cage)| {
        Some(Table {
            kind: TableKind::Cage {
                sum: cage.sum?,
                distinct: !cage.repeats,
            },
            number,
            cells: cage.cells.clone(),
            marked: None,
        })
    });
    let arrows = spec.arrows.iter().enumerate().map(|(number, arrow)| Table {
        kind: TableKind::Arrow {
            bulb: arrow.bulb.len(),
        },
        number,
        cells: arrow.bulb.iter().chain(&arrow.shaft).copied().collect(),
        marked: None,
    });
    cages.chain(arrows).collect()
}

/// Adds the pairs and tables of marks, mark by mark. Equal marks have equal pairs and tables. Returns
/// the number of pairs after each mark.
fn add_marks(
    spec: &Spec,
    pairs: &mut Vec<Pair>,
    tables: &mut Vec<Table>,
) -> Result<Vec<usize>, RulesError> {
    let mut work = Work::default();
    let mut number = 0;
    let mut pair_ends = Vec::with_capacity(spec.marks.len());
    let mut names: HashMap<&str, RuleId> = HashMap::new();
    for (rule, mark) in numbered_marks(spec) {
        let failed = |message: String| RulesError::Mark {
            rule: rule.clone(),
            message,
        };
        let named = *names.entry(&mark.rule.rule().name).or_insert(mark.rule);
        if named != mark.rule {
            let message = "there are two different rules of this name";
            return Err(failed(message.to_owned()));
        }
        let compiled = mark.rule.condition.compile(mark, spec, &mut work);
        let compiled = compiled.map_err(failed)?;
        let stated = mark.numbers.first().copied().unwrap_or(0);
        let of_mark = compiled.pairs.into_iter().map(|(cells, relation)| Pair {
            rule: mark.rule,
            number: stated,
            cells,
            relation,
        });
        pairs.extend(of_mark);
        pair_ends.push(pairs.len());
        let shared = Arc::new(mark.clone());
        for (cells, machine) in compiled.machines {
            tables.push(Table {
                kind: TableKind::Marked(mark.rule),
                number,
                cells,
                marked: Some(Arc::new(Marked {
                    mark: Arc::clone(&shared),
                    machine,
                })),
            });
            number += 1;
        }
    }
    Ok(pair_ends)
}

/// Returns the marks, each with the name of its rule and its number among the marks of that name,
/// from 1.
fn numbered_marks(spec: &Spec) -> impl Iterator<Item = (String, &Mark)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    spec.marks.iter().map(move |mark| {
        let count = counts.entry(&mark.rule.rule().name).or_default();
        *count += 1;
        (numbered(&mark.rule.name, *count - 1), mark)
    })
}

/// Checks that regions have the right numbers of cells.
fn check_regions(spec: &Spec) -> Result<(), RulesError> {
    let (size, side) = (spec.size, spec.size.side());
    match &spec.regions {
        Regions::None => {}
        &Regions::Boxes { rows, cols } => {
            if rows * cols != side {
                return Err(RulesError::Boxes { rows, cols, side });
            }
        }
        Regions::Map(_) if !size.is_one_grid() => return Err(RulesError::Jigsaws),
        Regions::Map(map) => {
            let (found, expected) = (map.len(), size.num_cells());
            if found != expected {
                return Err(RulesError::Map { found, expected });
            }
            if let Some(place) = map.iter().position(|&region| usize::from(region) >= side) {
                return Err(RulesError::Regions {
                    cell: size.cell(place),
                    most: side,
                });
            }
            let largest = map.iter().copied().max().map_or(0, usize::from);
            let mut sizes = vec![0; side.max(largest + 1)];
            for &region in map {
                sizes[usize::from(region)] += 1;
            }
            if let Some(region) = sizes.iter().position(|&found| found != side && found > 0) {
                let first = map.iter().position(|&of| usize::from(of) == region);
                return Err(RulesError::Region {
                    region: region + 1,
                    first: size.cell(first.unwrap_or(0)),
                    found: sizes[region],
                    expected: side,
                });
            }
        }
    }
    Ok(())
}

/// Checks the cells and numbers of all rules that name cells.
fn check_cells(spec: &Spec) -> Result<(), RulesError> {
    for (number, cells) in spec.extra.iter().enumerate() {
        let rule = numbered("house", number);
        set_of_cells(spec.size, &rule, cells, 1)?;
        at_most_side(spec.size.side(), &rule, cells)?;
    }
    for (number, cage) in spec.cages.iter().enumerate() {
        check_cage(spec.size, &numbered("cage", number), cage)?;
    }
    let parities = spec
        .parities
        .iter()
        .map(|(cell, _)| std::slice::from_ref(cell));
    check_sets(spec.size, "parity", parities, 1)?;
    for (number, arrow) in spec.arrows.iter().enumerate() {
        check_arrow(spec.size, numbered("arrow", number), arrow)?;
    }
    numbered_marks(spec).try_for_each(|(rule, mark)| check_mark(spec.size, &rule, mark))
}

/// Checks that a mark has the cells and the numbers of its rule.
fn check_mark(size: Size, rule: &str, mark: &Mark) -> Result<(), RulesError> {
    let (least, expected) = match mark.rule.shape {
        Shape::Line => (2, None),
        Shape::Cells => (1, None),
        Shape::Pair => (2, (mark.cells.len() > 2).then_some("two")),
        Shape::Outside => {
            let expected = "all cells of a row or a column, in order";
            (0, (!is_full_line(size, &mark.cells)).then_some(expected))
        }
        Shape::Grid => (0, (!mark.cells.is_empty()).then_some("none")),
    };
    let is_closed = mark.rule.shape == Shape::Line
        && mark.cells.len() > 3
        && mark.cells.first() == mark.cells.last()
        && mark.rule.may_close();
    let once = usize::from(is_closed);
    set_of_cells(size, rule, &mark.cells[once..], least)?;
    let wrong = |found: usize, noun: &str, expected| RulesError::Shape {
        rule: rule.to_owned(),
        found: counted(found, noun),
        expected,
    };
    if let Some(expected) = expected {
        return Err(wrong(mark.cells.len(), "cell", expected));
    }
    let expected = match (mark.rule.numbers, mark.numbers.len()) {
        (Numbers::None, 0) | (Numbers::One(_), 1) | (Numbers::Many, 1..) => {
            let [least, most] = mark.rule.range(size.side());
            let mut numbers = mark.numbers.iter();
            // The number of a mark alone could be taken for its number.
            let rule = match mark.rule.shape {
                Shape::Pair => format!("{rule} ({mark})"),
                _ => rule.to_owned(),
            };
            return numbers.try_for_each(|&number| {
                number_within(&rule, number, least, most)?;
                let rule = rule.clone();
                match mark.rule.refusal(number, size.side()) {
                    Some(message) => Err(RulesError::Mark { rule, message }),
                    None => Ok(()),
                }
            });
        }
        (Numbers::None, _) => "none",
        (Numbers::One(_), _) => "one",
        (Numbers::Many, _) => "at least one",
    };
    Err(wrong(mark.numbers.len(), "number", expected))
}

/// Returns `true` if the cells are those of a row or a column of a grid, from one end to the
/// other.
fn is_full_line(size: Size, cells: &[Cell]) -> bool {
    let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
        return false;
    };
    let start = first.min(last);
    let is_of_grid = |grid: &Cell| {
        let (row, col) = (
            start.row().checked_sub(grid.row()),
            start.col().checked_sub(grid.col()),
        );
        let is_row = col == Some(0) && row.is_some_and(|row| row < size.side());
        let is_col = row == Some(0) && col.is_some_and(|col| col < size.side());
        let is_line = |right: usize, down: usize| {
            let line = (0..size.side()).map(|place| (place * down, place * right));
            let line = line.map(|(down, right)| Cell::new(start.row() + down, start.col() + right));
            match start == first {
                true => line.eq(cells.iter().copied()),
                false => line.eq(cells.iter().rev().copied()),
            }
        };
        is_row && is_line(1, 0) || is_col && is_line(0, 1)
    };
    size.starts().iter().any(is_of_grid)
}

/// Returns a rule with its number, from 1.
fn numbered(rule: &str, number: usize) -> String {
    format!("{rule} {}", number + 1)
}

fn check_sets<'a>(
    size: Size,
    rule: &str,
    sets: impl Iterator<Item = &'a [Cell]>,
    least: usize,
) -> Result<(), RulesError> {
    let mut sets = sets.enumerate();
    sets.try_for_each(|(number, cells)| set_of_cells(size, &numbered(rule, number), cells, least))
}

fn check_cage(size: Size, rule: &str, cage: &Cage) -> Result<(), RulesError> {
    let (side, cells) = (size.side(), cage.cells.len());
    set_of_cells(size, rule, &cage.cells, 1)?;
    let (mut least, mut most) = (cells, cells * side);
    if !cage.repeats {
        at_most_side(side, rule, &cage.cells)?;
        least = cells * (cells + 1) / 2;
        most = cells * (2 * side + 1 - cells) / 2;
    }
    let Some(sum) = cage.sum else {
        return Ok(());
    };
    // The number of a cage alone could be taken for its sum.
    let rule = format!("{rule} (sum {sum}, {})", cage.cells.iter().format(" "));
    number_within(&rule, sum, least, most)
}

fn check_arrow(size: Size, rule: String, arrow: &Arrow) -> Result<(), RulesError> {
    let cells = [&arrow.bulb[..], &arrow.shaft].concat();
    set_of_cells(size, &rule, &cells, 2)?;
    if arrow.bulb.len() > MOST_BULB {
        return Err(RulesError::Bulb {
            rule,
            found: arrow.bulb.len(),
            most: MOST_BULB,
        });
    }
    set_of_cells(size, &rule, &arrow.bulb, 1)?;
    set_of_cells(size, &rule, &arrow.shaft, 1)
}

/// Checks that the cells are in the grid, that they differ, and that there are
/// at least `least`.
fn set_of_cells(size: Size, rule: &str, cells: &[Cell], least: usize) -> Result<(), RulesError> {
    let rule = || rule.to_owned();
    if let Some(&cell) = cells.iter().find(|&&cell| !size.has(cell)) {
        return Err(RulesError::Outside {
            rule: rule(),
            cell,
            size,
        });
    }
    if let Some(&cell) = cells.iter().duplicates().next() {
        return Err(RulesError::Twice { rule: rule(), cell });
    }
    let found = cells.len();
    match found < least {
        true => Err(RulesError::TooFew {
            rule: rule(),
            found,
            least,
        }),
        false => Ok(()),
    }
}

fn at_most_side(side: usize, rule: &str, cells: &[Cell]) -> Result<(), RulesError> {
    let found = cells.len();
    match found > side {
        true => Err(RulesError::TooMany {
            rule: rule.to_owned(),
            found,
            side,
        }),
        false => Ok(()),
    }
}

fn number_within(rule: &str, found: u32, least: usize, most: usize) -> Result<(), RulesError> {
    let (least, most) = (least as u32, most as u32);
    match (least..=most).contains(&found) {
        true => Ok(()),
        false => Err(RulesError::Number {
            rule: rule.to_owned(),
            found,
            least,
            most,
        }),
    }
}
