//! Conditions by definition: on a filled grid, cell by cell. Checks go by this alone.

use super::Definition;
use super::tree::{
    Clause, MARKED, Name, Operation, Over, Scope, Value, Whole, WholeKind, integer, operate,
};
use crate::sudoku::Cell;
use crate::sudoku::rules::{Mark, Shape, Spec};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// Set or not.
type Flag = std::cell::Cell<bool>;

/// Some cells with their digits, and what the names of a clause stand for.
struct Digits<'a> {
    values: &'a [usize],
    names: [i64; Name::COUNT],
    /// The number of cells before the cell that is looked at.
    before: usize,
    /// A number beyond 10¹⁵ does not exist here. There is none in a puzzle: when its rules are
    /// compiled, such a number is an error.
    beyond: &'a Flag,
}

impl Scope for Digits<'_> {
    fn name(&self, name: Name) -> i64 {
        self.names[name as usize]
    }

    fn whole(&self, whole: &Whole) -> Value {
        let end = if whole.before {
            self.before
        } else {
            self.values.len()
        };
        let of_cell = |place: usize| {
            let value = self.values[place];
            let mut names = self.names;
            names[Name::X as usize] = value as i64;
            names[Name::I as usize] = place as i64 + 1;
            Digits {
                values: self.values,
                names,
                before: place,
                beyond: self.beyond,
            }
        };
        let cells = (0..end).map(of_cell);
        let is_meant = |cell: &Digits<'_>| {
            whole
                .filter
                .as_ref()
                .is_none_or(|filter| filter.is_true(cell))
        };
        let mut numbers = cells.filter(is_meant).map(|cell| whole.of.value(&cell));
        match whole.kind {
            WholeKind::Sum => numbers.fold(integer(0), |sum, number| {
                operate(Operation::Plus, sum, number, self.beyond)
            }),
            WholeKind::Product => numbers.fold(integer(1), |all, number| {
                operate(Operation::Times, all, number, self.beyond)
            }),
            WholeKind::Least => {
                let least =
                    numbers.reduce(|one, two| operate(Operation::Min, one, two, self.beyond));
                least.unwrap_or(integer(self.name(Name::Size) + 1))
            }
            WholeKind::Greatest => {
                let greatest =
                    numbers.reduce(|one, two| operate(Operation::Max, one, two, self.beyond));
                greatest.unwrap_or(integer(0))
            }
            WholeKind::Distinct => {
                let is_first = |&place: &usize| !self.values[..place].contains(&self.values[place]);
                integer((0..end).filter(is_first).count() as i64)
            }
            WholeKind::Any => integer(numbers.any(|number| number == integer(1)).into()),
        }
    }

    fn slot(&self, _slot: usize) -> Value {
        None
    }

    fn beyond(&self) -> &Flag {
        self.beyond
    }
}

impl Definition {
    /// Returns cells of a mark, or of the whole grid, whose digits break the rule, if it is broken.
    pub(super) fn broken(
        &self,
        mark: &Mark,
        spec: &Spec,
        value: &dyn Fn(Cell) -> usize,
    ) -> Option<Vec<Cell>> {
        let mut clauses = self.clauses.iter();
        clauses.find_map(|clause| match self.shape {
            Shape::Grid => broken_in_grid(clause, mark, spec, value),
            _ if clause.over == Over::Beside => broken_beside(clause, mark, spec, value),
            _ => {
                let places = broken_by_cells(clause, mark, spec, value)?;
                Some(places.iter().map(|&place| mark.cells[place]).collect())
            }
        })
    }
}

/// Returns the places of marked cells whose digits break a part of a rule, if it is broken.
fn broken_by_cells(
    clause: &Clause,
    mark: &Mark,
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> Option<Vec<usize>> {
    let (condition, numbers) = (&clause.condition, &mark.numbers);
    let (cells, end) = (&mark.cells[..], mark.cells.len());
    let values: Vec<usize> = cells.iter().map(|&cell| value(cell)).collect();
    let beyond = Flag::default();
    let is_true = |bound: &[(Name, i64)], before: usize| {
        condition.is_true(&Digits {
            before,
            ..digits(&values, numbers, spec, bound, &beyond)
        })
    };
    let digit = |name: Name, place: usize| (name, values[place] as i64);
    let place = |name: Name, place: usize| (name, place as i64 + 1);
    let pair = |&[one, other]: &[usize; 2]| {
        let digits = [digit(Name::A, one), digit(Name::B, other)];
        let places = [place(Name::I, one), place(Name::J, other)];
        !is_true(&[digits, places].concat(), 0)
    };
    let broken_pair = |mut pairs: &mut dyn Iterator<Item = [usize; 2]>| {
        let broken = (&mut pairs).find(pair);
        broken.map(|pair| pair.to_vec())
    };
    let broken_cell = |mut places: Range<usize>| {
        let broken = places.find(|&at| !is_true(&[digit(Name::X, at), place(Name::I, at)], at));
        broken.map(|place| vec![place])
    };
    let whole = |holds: bool| (!holds).then(|| (0..end).collect());
    let with_number = |&number: &u32| {
        let times = numbers.iter().filter(|&&other| other == number).count();
        let names = [(Name::N, number.into()), (Name::Times, times as i64)];
        is_true(&names, 0)
    };
    match clause.over {
        Over::Whole => whole(is_true(&[], 0)),
        Over::Both => broken_pair(&mut [[0, 1]].into_iter()),
        Over::Neighbours => broken_pair(&mut (1..end).map(|other| [other - 1, other])),
        Over::Pairs => {
            let pairs = (0..end).flat_map(|one| (one + 1..end).map(move |other| [one, other]));
            broken_pair(&mut { pairs })
        }
        Over::Mirrored => broken_pair(&mut (0..end / 2).map(|one| [one, end - 1 - one])),
        Over::Three => {
            let broken = (2..end).find(|&third| {
                let first = third - 2;
                let names = [
                    digit(Name::A, first),
                    digit(Name::B, first + 1),
                    digit(Name::C, third),
                    place(Name::I, first),
                ];
                !is_true(&names, 0)
            });
            broken.map(|third| vec![third - 2, third - 1, third])
        }
        Over::Cells => broken_cell(0..end),
        Over::Inner => broken_cell(1..end.max(2) - 1),
        Over::Digits => whole((1..=spec.size.side() as i64).all(|d| is_true(&[(Name::D, d)], 0))),
        Over::Numbers => whole(numbers.iter().all(with_number)),
        Over::SomeNumber => whole(numbers.iter().any(with_number)),
        // Of grids alone.
        Over::Apart(..) | Over::Squares => None,
        Over::Beside => None,
        Over::Matches => {
            let pattern = clause.pattern.as_ref();
            whole(pattern.is_none_or(|pattern| pattern.matches(&values)))
        }
    }
}

/// Returns a marked cell and one beside the marked cells whose digits break a part of a rule, if
/// it is broken.
fn broken_beside(
    clause: &Clause,
    mark: &Mark,
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> Option<Vec<Cell>> {
    let beyond = Flag::default();
    let values: Vec<usize> = mark.cells.iter().map(|&cell| value(cell)).collect();
    let rows = |cell: Cell| cell.row().saturating_sub(1)..=cell.row() + 1;
    let cols = |cell: Cell| cell.col().saturating_sub(1)..=cell.col() + 1;
    let near = |&one: &Cell| {
        let cells = itertools::iproduct!(rows(one), cols(one));
        let cells = cells.map(|(row, col)| Cell::new(row, col));
        let is_near = move |other: &Cell| {
            one.row().abs_diff(other.row()) + one.col().abs_diff(other.col()) == 1
        };
        cells.filter(is_near).map(move |other| [one, other])
    };
    let mut pairs = mark.cells.iter().flat_map(near);
    let broken = pairs.find(|&[one, other]| {
        let digits_of = || [(Name::A, value(one) as i64), (Name::B, value(other) as i64)];
        spec.size.has(other)
            && !mark.cells.contains(&other)
            && !clause.condition.is_true(&digits(
                &values,
                &mark.numbers,
                spec,
                &digits_of(),
                &beyond,
            ))
    });
    broken.map(|pair| pair.to_vec())
}

/// Returns cells of a grid whose digits break a part of a rule, if it is broken.
fn broken_in_grid(
    clause: &Clause,
    mark: &Mark,
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> Option<Vec<Cell>> {
    let beyond = Flag::default();
    let size = spec.size;
    let is_true = |values: &[usize], bound: &[(Name, i64)]| {
        let digits = digits(values, &mark.numbers, spec, bound, &beyond);
        clause.condition.is_true(&digits)
    };
    if clause.over == Over::Squares {
        let squares = size.cells().map(|corner| {
            let (row, col) = (corner.row(), corner.col());
            let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
            steps.map(|(down, right)| Cell::new(row + down, col + right))
        });
        let mut squares = squares.filter(|square| square.iter().all(|&cell| size.has(cell)));
        let broken = squares.find(|square| !is_true(&square.map(value), &[]));
        return broken.map(|square| square.to_vec());
    }
    let marks = MARKED.map(|(name, rules)| clause.condition.names(&[name]).then_some(rules));
    let breaks = |pair: &[Cell; 2]| !is_true(&[], &of_grid(*pair, marks, spec, value));
    let broken = match clause.over {
        Over::Apart(rows, columns) => {
            // The same digits break the rule in all places, if it does not ask for marks.
            let mut are_right = FixedBitSet::with_capacity(size.side() * size.side());
            let is_same = marks == [None; 2];
            let cells = size.cells();
            cells
                .flat_map(|one| apart(one, rows, columns).map(move |other| [one, other]))
                .find(|pair| {
                    let [one, other] = *pair;
                    if !size.has(other) {
                        return false;
                    }
                    let digits = (value(one) - 1) * size.side() + value(other) - 1;
                    if is_same && are_right.contains(digits) {
                        return false;
                    }
                    are_right.insert(digits);
                    breaks(pair)
                })
        }
        _ => grid_pairs(spec).find(breaks),
    };
    broken.map(|pair| pair.to_vec())
}

/// Returns the cells that are `rows` rows and `columns` columns away from a cell, or `columns`
/// rows and `rows` columns: those that come later in reading order, in the grid or not.
fn apart(cell: Cell, rows: usize, columns: usize) -> impl Iterator<Item = Cell> {
    let [short, long] = [rows.min(columns), rows.max(columns)];
    let turned = [(short, long), (long, short)].into_iter();
    let turned = turned.take(if short == long { 1 } else { 2 });
    turned.flat_map(move |(down, across)| {
        let left = cell.col().checked_sub(across);
        // Straight down, and to the right in the row, are each one cell.
        let left = left.filter(|_| down > 0 && across > 0);
        let sides = left.into_iter().chain([cell.col() + across]);
        sides.map(move |col| Cell::new(cell.row() + down, col))
    })
}

/// Returns what the names stand for in some cells with these digits.
fn digits<'a>(
    values: &'a [usize],
    numbers: &[u32],
    spec: &Spec,
    bound: &[(Name, i64)],
    beyond: &'a Flag,
) -> Digits<'a> {
    let mut names = [0; Name::COUNT];
    let middle = match values.len() % 2 {
        1 => values[values.len() / 2],
        _ => 0,
    };
    let known = [
        (Name::N, numbers.first().map_or(0, |&number| number.into())),
        (Name::Size, spec.size.side() as i64),
        (Name::Length, values.len() as i64),
        (Name::First, values.first().map_or(0, |&value| value as i64)),
        (Name::Last, values.last().map_or(0, |&value| value as i64)),
        (Name::Middle, middle as i64),
    ];
    for &(name, number) in known.iter().chain(bound) {
        names[name as usize] = number;
    }
    Digits {
        values,
        names,
        before: 0,
        beyond,
    }
}

/// Returns all pairs of cells of the grid, the first in reading order first.
fn grid_pairs(spec: &Spec) -> impl Iterator<Item = [Cell; 2]> {
    let size = spec.size;
    (0..size.num_cells()).flat_map(move |one| {
        (one + 1..size.num_cells()).map(move |other| [size.cell(one), size.cell(other)])
    })
}

/// Returns what the names stand for in a pair of cells of the grid. `marks` are the rules of the
/// marks that the names are about, if the condition has the name.
fn of_grid(
    pair: [Cell; 2],
    marks: [Option<&[&str]>; 2],
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> [(Name, i64); 6] {
    let [one, other] = pair;
    let reversed = [other, one];
    let [dot, xv] = marks.map(|rules| {
        let is_between = |mark: &Mark| mark.cells == pair || mark.cells == reversed;
        let mut marks = rules.into_iter().flat_map(|rules| spec.marks_of(rules));
        i64::from(marks.any(is_between))
    });
    [
        (Name::A, value(one) as i64),
        (Name::B, value(other) as i64),
        (Name::Rows, one.row().abs_diff(other.row()) as i64),
        (Name::Columns, one.col().abs_diff(other.col()) as i64),
        (Name::Dot, dot),
        (Name::Xv, xv),
    ]
}
