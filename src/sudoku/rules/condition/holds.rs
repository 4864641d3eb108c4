//! Conditions by definition: on a filled grid, cell by cell. Checks go by this alone.

use super::Definition;
use super::tree::{
    Clause, Name, Operation, Over, Scope, Value, Whole, WholeKind, integer, operate,
};
use crate::sudoku::Cell;
use crate::sudoku::rules::{DotKind, Mark, Shape, Spec};

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
    /// Returns `true` if the digits of the cells of a mark, or of the whole grid, obey the rule.
    pub(super) fn is_obeyed(
        &self,
        mark: &Mark,
        spec: &Spec,
        value: &dyn Fn(Cell) -> usize,
    ) -> bool {
        self.clauses.iter().all(|clause| match self.shape {
            Shape::Grid => is_obeyed_by_grid(clause, mark, spec, value),
            _ => is_obeyed_by_cells(clause, mark, spec, value),
        })
    }
}

/// Returns `true` if the digits of marked cells obey a part of a rule.
fn is_obeyed_by_cells(
    clause: &Clause,
    mark: &Mark,
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> bool {
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
    let pair = |one: usize, other: usize| {
        let digits = [digit(Name::A, one), digit(Name::B, other)];
        let places = [place(Name::I, one), place(Name::J, other)];
        is_true(&[digits, places].concat(), 0)
    };
    let cell = |at: usize| is_true(&[digit(Name::X, at), place(Name::I, at)], at);
    let with_number = |&number: &u32| {
        let times = numbers.iter().filter(|&&other| other == number).count();
        let names = [(Name::N, number.into()), (Name::Times, times as i64)];
        is_true(&names, 0)
    };
    match clause.over {
        Over::Whole => is_true(&[], 0),
        Over::Both => pair(0, 1),
        Over::Neighbours => (1..end).all(|other| pair(other - 1, other)),
        Over::Pairs => (0..end).all(|one| (one + 1..end).all(|other| pair(one, other))),
        Over::Mirrored => (0..end / 2).all(|one| pair(one, end - 1 - one)),
        Over::Three => (2..end).all(|third| {
            let first = third - 2;
            let names = [
                digit(Name::A, first),
                digit(Name::B, first + 1),
                digit(Name::C, third),
                place(Name::I, first),
            ];
            is_true(&names, 0)
        }),
        Over::Cells => (0..end).all(cell),
        Over::Inner => (1..end.max(2) - 1).all(cell),
        Over::Digits => (1..=spec.size.side() as i64).all(|d| is_true(&[(Name::D, d)], 0)),
        Over::Numbers => numbers.iter().all(with_number),
        Over::SomeNumber => numbers.iter().any(with_number),
        // Of grids alone.
        Over::Sides | Over::Squares => true,
    }
}

/// Returns `true` if the digits of a grid obey a part of a rule.
fn is_obeyed_by_grid(
    clause: &Clause,
    mark: &Mark,
    spec: &Spec,
    value: &dyn Fn(Cell) -> usize,
) -> bool {
    let beyond = Flag::default();
    let is_true = |values: &[usize], bound: &[(Name, i64)]| {
        let digits = digits(values, &mark.numbers, spec, bound, &beyond);
        clause.condition.is_true(&digits)
    };
    if clause.over == Over::Squares {
        let end = spec.size.side() - 1;
        return itertools::iproduct!(0..end, 0..end).all(|(row, col)| {
            let steps = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let square = steps.map(|(down, right)| value(Cell::new(row + down, col + right)));
            is_true(&square, &[])
        });
    }
    let distance =
        |one: Cell, other: Cell| one.row().abs_diff(other.row()) + one.col().abs_diff(other.col());
    let is_meant =
        |&[one, other]: &[Cell; 2]| clause.over != Over::Sides || distance(one, other) == 1;
    let mut pairs = grid_pairs(spec).filter(is_meant);
    pairs.all(|pair| is_true(&[], &of_grid(pair, spec, value)))
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

/// Returns what the names stand for in a pair of cells of the grid.
fn of_grid(pair: [Cell; 2], spec: &Spec, value: &dyn Fn(Cell) -> usize) -> [(Name, i64); 6] {
    let [one, other] = pair;
    let reversed = [other, one];
    let is_marked = |is_sum: bool| {
        let dots = spec
            .dots
            .iter()
            .filter(|dot| matches!(dot.kind, DotKind::Sum(_)) == is_sum);
        let mut dots = dots.filter(|dot| dot.cells == pair || dot.cells == reversed);
        i64::from(dots.next().is_some())
    };
    [
        (Name::A, value(one) as i64),
        (Name::B, value(other) as i64),
        (Name::Rows, one.row().abs_diff(other.row()) as i64),
        (Name::Columns, one.col().abs_diff(other.col()) as i64),
        (Name::Dot, is_marked(false)),
        (Name::Xv, is_marked(true)),
    ]
}
