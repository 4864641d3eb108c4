//! The houses, pairs and tables that follow from the setter's statements.

use super::{DotKind, Lists, Pair, PairRule, Regions, Rules, RulesError, Spec, Table, TableKind};
use crate::sudoku::{Cell, House, HouseKind, Size};
use itertools::Itertools as _;

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
        let pairs = pairs(&spec);
        let tables = tables(&spec);
        Ok(Rules {
            spec,
            houses,
            kind_starts,
            cells,
            of_cell,
            pairs,
            tables,
        })
    }
}

/// Returns the houses of one kind with their cells in reading order.
fn houses_of_kind(spec: &Spec, kind: HouseKind) -> Result<Vec<(House, Vec<Cell>)>, RulesError> {
    let side = spec.size.side();
    let lines = 0..side;
    let named = |name: fn(usize) -> House, sets: Vec<Vec<Cell>>| -> Vec<(House, Vec<Cell>)> {
        let sets = sets.into_iter().enumerate();
        sets.map(|(number, mut cells)| {
            cells.sort_unstable();
            (name(number), cells)
        })
        .collect()
    };
    let line = |cell: &dyn Fn(usize) -> Cell| (0..side).map(cell).collect_vec();
    Ok(match kind {
        HouseKind::Row => {
            let rows = lines.map(|row| line(&|place| Cell::new(row, place)));
            named(House::Row, rows.collect())
        }
        HouseKind::Col => {
            let cols = lines.map(|col| line(&|place| Cell::new(place, col)));
            named(House::Col, cols.collect())
        }
        HouseKind::Box => match spec.regions {
            Regions::Boxes { rows, cols } => {
                let boxes = lines.map(|number| {
                    let (top, left) = (number / rows * rows, number % rows * cols);
                    line(&|place| Cell::new(top + place / cols, left + place % cols))
                });
                named(House::Box, boxes.collect())
            }
            _ => Vec::new(),
        },
        HouseKind::Region => match &spec.regions {
            Regions::Map(map) => {
                let mut regions = vec![Vec::new(); side];
                for (cell, &region) in spec.size.cells().zip(map) {
                    regions[usize::from(region)].push(cell);
                }
                named(House::Region, regions)
            }
            _ => Vec::new(),
        },
        HouseKind::Diagonal => {
            let diagonals = [
                line(&|place| Cell::new(place, place)),
                line(&|place| Cell::new(place, side - 1 - place)),
            ];
            // The rising diagonal keeps its number where it stands alone.
            let stated = named(House::Diagonal, diagonals.to_vec()).into_iter();
            let stated = stated.zip(spec.diagonals).filter(|(_, stated)| *stated);
            let stated = stated.map(|(diagonal, _)| diagonal).collect_vec();
            match spec.diagonals {
                [false, true] => vec![(House::Diagonal(0), stated[0].1.clone())],
                _ => stated,
            }
        }
        HouseKind::Window => match spec.windows {
            true => named(House::Window, windows(spec)?),
            false => Vec::new(),
        },
        HouseKind::Group => match (spec.disjoint_groups, &spec.regions) {
            (false, _) => Vec::new(),
            (true, &Regions::Boxes { rows, cols }) => {
                let groups = lines.map(|place| {
                    line(&|number| {
                        let (top, left) = (number / rows * rows, number % rows * cols);
                        Cell::new(top + place / cols, left + place % cols)
                    })
                });
                named(House::Group, groups.collect())
            }
            (true, _) => return Err(RulesError::Groups),
        },
        HouseKind::Extra => named(House::Extra, spec.extra.clone()),
        HouseKind::Cage => {
            let cages = spec.cages.iter().filter(|cage| !cage.repeats);
            named(House::Cage, cages.map(|cage| cage.cells.clone()).collect())
        }
    })
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

/// Returns the pairs, rule by rule.
fn pairs(spec: &Spec) -> Vec<Pair> {
    let size = spec.size;
    let mut pairs = Vec::new();
    // Each step once: the cell that comes later in reading order, seen from
    // the earlier one.
    let mut apart = |stated: bool, rule: PairRule, steps: &[(usize, isize)]| {
        for cell in size.cells().filter(|_| stated) {
            for &(down, right) in steps {
                let Some(col) = cell.col().checked_add_signed(right) else {
                    continue;
                };
                let other = Cell::new(cell.row() + down, col);
                if size.has(other) {
                    pairs.push(Pair {
                        rule,
                        number: 0,
                        cells: [cell, other],
                    });
                }
            }
        }
    };
    let knight = [(1, -2), (1, 2), (2, -1), (2, 1)];
    apart(spec.anti_knight, PairRule::AntiKnight, &knight);
    let king = [(0, 1), (1, -1), (1, 0), (1, 1)];
    apart(spec.anti_king, PairRule::AntiKing, &king);
    let side = [(0, 1), (1, 0)];
    apart(spec.non_consecutive, PairRule::NonConsecutive, &side);
    let less = spec.less.iter().map(|&cells| (PairRule::Less, 0, cells));
    let bulbs = spec.thermometers.iter().flat_map(|cells| {
        let steps = cells.iter().copied().tuple_windows();
        steps.map(|(below, above)| (PairRule::Thermometer, 0, [below, above]))
    });
    let dots = spec.dots.iter().map(|dot| {
        let (rule, number) = match dot.kind {
            DotKind::Difference(by) => (PairRule::Difference, by),
            DotKind::Ratio(by) => (PairRule::Ratio, by),
            DotKind::Sum(sum) => (PairRule::Sum, sum),
        };
        (rule, number, dot.cells)
    });
    let mirrored = spec.palindromes.iter().flat_map(|cells| {
        let last = cells.len() - 1;
        let halves = (0..cells.len() / 2).map(move |place| [cells[place], cells[last - place]]);
        halves.map(|cells| (PairRule::Palindrome, 0, cells))
    });
    let stated = less.chain(bulbs).chain(dots).chain(mirrored);
    pairs.extend(stated.map(|(rule, number, cells)| Pair {
        rule,
        number,
        cells,
    }));
    pairs
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
        })
    });
    let arrows = spec.arrows.iter().enumerate().map(|(number, arrow)| Table {
        kind: TableKind::Arrow {
            bulb: arrow.bulb.len(),
        },
        number,
        cells: arrow.bulb.iter().chain(&arrow.shaft).copied().collect(),
    });
    cages.chain(arrows).collect()
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
    let side = spec.size.side();
    let numbered = |rule: &str, number: usize| format!("{rule} {}", number + 1);
    for (number, cells) in spec.extra.iter().enumerate() {
        let rule = numbered("house", number);
        set_of_cells(spec.size, &rule, cells, 1)?;
        at_most_side(side, &rule, cells)?;
    }
    for (number, cage) in spec.cages.iter().enumerate() {
        let mut rule = numbered("cage", number);
        set_of_cells(spec.size, &rule, &cage.cells, 1)?;
        let cells = cage.cells.len();
        let (mut least, mut most) = (cells, cells * side);
        if !cage.repeats {
            at_most_side(side, &rule, &cage.cells)?;
            least = cells * (cells + 1) / 2;
            most = cells * (2 * side + 1 - cells) / 2;
        }
        if let Some(sum) = cage.sum {
            // The number of a cage alone could be taken for its sum.
            rule = format!("{rule} (sum {sum}, {})", cage.cells.iter().format(" "));
            number_within(&rule, sum, least, most)?;
        }
    }
    for (number, &(cell, _)) in spec.parities.iter().enumerate() {
        set_of_cells(spec.size, &numbered("parity", number), &[cell], 1)?;
    }
    for (number, cells) in spec.less.iter().enumerate() {
        set_of_cells(spec.size, &numbered("less", number), cells, 2)?;
    }
    for (number, cells) in spec.thermometers.iter().enumerate() {
        set_of_cells(spec.size, &numbered("thermometer", number), cells, 2)?;
    }
    for (number, arrow) in spec.arrows.iter().enumerate() {
        let rule = numbered("arrow", number);
        let cells = [&arrow.bulb[..], &arrow.shaft].concat();
        set_of_cells(spec.size, &rule, &cells, 2)?;
        if arrow.bulb.len() > MOST_BULB {
            return Err(RulesError::Bulb {
                rule,
                found: arrow.bulb.len(),
                most: MOST_BULB,
            });
        }
        for part in [&arrow.bulb, &arrow.shaft] {
            set_of_cells(spec.size, &rule, part, 1)?;
        }
    }
    for (number, dot) in spec.dots.iter().enumerate() {
        let (name, found, least, most) = match dot.kind {
            DotKind::Difference(by) => ("difference", by, 1, side.max(2) - 1),
            DotKind::Ratio(by) => ("ratio", by, 1, side),
            DotKind::Sum(5) => ("xv V", 5, 2, 2 * side),
            DotKind::Sum(10) => ("xv X", 10, 2, 2 * side),
            DotKind::Sum(sum) => ("sum", sum, 2, 2 * side),
        };
        let [one, other] = dot.cells;
        let rule = format!("{} ({name} {one} {other})", numbered("dot", number));
        set_of_cells(spec.size, &rule, &dot.cells, 2)?;
        number_within(&rule, found, least, most)?;
    }
    for (number, cells) in spec.palindromes.iter().enumerate() {
        set_of_cells(spec.size, &numbered("palindrome", number), cells, 2)?;
    }
    Ok(())
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
