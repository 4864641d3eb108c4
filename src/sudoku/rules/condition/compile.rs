//! Conditions as relations of two cells and machines of several.

use super::Definition;
use super::fold::Fold;
use super::pattern::Pattern;
use super::tree::{Clause, Closed, Expr, MARKED, Name, Over, Scope, Value, Whole};
use crate::sudoku::Cell;
use crate::sudoku::rules::{
    Compiled, Machine, Mark, Relation, RuleId, Selection, Shape, Spec, TooLarge, Work,
};
use fixedbitset::FixedBitSet;
use itertools::Itertools as _;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Largest number of states of a machine that is being built.
const MOST_STATES: usize = 100_000;

/// Largest number of bytes of the states of a machine that is being built.
const MOST_STATE_BYTES: usize = 1 << 26;

/// Largest number of pairs of cells that a condition on two cells of a grid is looked at for.
const MOST_PAIRS: usize = 8_000_000;

/// Largest number of steps of a machine that is reduced to rows of different digits.
const MOST_OF_LINE: usize = 1 << 16;

/// Largest number of numbers of a mark.
const MOST_NUMBERS: usize = 64;

impl Definition {
    /// Returns the constraints of a mark.
    ///
    /// # Errors
    /// If they are too many or too large.
    pub(super) fn constraints(
        &self,
        mark: &Mark,
        spec: &Spec,
        work: &mut Work,
    ) -> Result<Compiled, String> {
        let found = mark.numbers.len();
        if found > MOST_NUMBERS {
            return Err(format!(
                "found {found} numbers, expected at most {MOST_NUMBERS}"
            ));
        }
        let mut compiler = Compiler {
            spec,
            work,
            beyond: Flag::default(),
            part: (mark.rule, Vec::new()),
            relations: HashMap::new(),
            compiled: Compiled::default(),
        };
        // A condition may depend on all numbers of a mark.
        let numbers = mark.numbers.iter().map(|&number| i64::from(number));
        let numbers: Vec<i64> = [mark.numbers.len() as i64]
            .into_iter()
            .chain(numbers)
            .collect();
        for (index, clause) in self.clauses.iter().enumerate() {
            compiler.relations.clear();
            compiler.part.1 = vec![index as i64, mark.cells.len() as i64];
            compiler.part.1.extend(&numbers);
            match self.shape {
                Shape::Grid => compiler.grid_clause(clause, mark)?,
                _ => compiler.clause(clause, mark)?,
            }
            if compiler.beyond.get() {
                return Err(BEYOND.to_owned());
            }
        }
        Ok(compiler.compiled)
    }
}

const TOO_MANY_PAIRS: &str =
    "found more than 8000000 pairs of cells of the grid, expected a smaller grid";

const BEYOND: &str = "a number of its condition is beyond 10^15 for some digits; \
                      expected fewer cells or smaller numbers";

/// Set or not.
type Flag = std::cell::Cell<bool>;

/// All that a machine depends on: two marks with equal keys share one.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::sudoku::rules) struct Key {
    condition: Expr,
    /// The places of the cells for each of which it holds, or what the names of places stand for.
    each: Option<Range<usize>>,
    places: Vec<i64>,
    /// The number of cells.
    length: usize,
    /// Set for rules of [`Shape::Outside`], whose machines are reduced further.
    is_outside: bool,
}

/// Compiles the condition of one mark.
struct Compiler<'a> {
    spec: &'a Spec,
    work: &'a mut Work,
    /// Set when a number is beyond 10¹⁵.
    beyond: Flag,
    /// The rule, and what a condition of it depends on beside places: the place of the clause, the
    /// number of the mark, the number of cells, and a digit or number of the clause.
    part: (RuleId, Vec<i64>),
    /// The relations of the condition, by what the names of places stand for.
    relations: HashMap<Vec<i64>, Relation>,
    compiled: Compiled,
}

/// The numbers that names stand for: the number at each place of `numbers` belongs to the name at
/// that place of `names`.
struct Bound<'a> {
    names: &'a [Name],
    numbers: &'a [i64],
    beyond: &'a Flag,
}

impl Scope for Bound<'_> {
    fn name(&self, name: Name) -> i64 {
        let mut known = self.names.iter().zip(self.numbers);
        known
            .find(|(known, _)| **known == name)
            .map_or(0, |(_, &number)| number)
    }

    fn whole(&self, _whole: &Whole) -> Value {
        None
    }

    fn slot(&self, _slot: usize) -> Value {
        None
    }

    fn beyond(&self) -> &Flag {
        self.beyond
    }
}

impl Compiler<'_> {
    fn side(&self) -> usize {
        self.spec.size.side()
    }

    /// Adds the constraints of a clause on marked cells.
    fn clause(&mut self, clause: &Clause, mark: &Mark) -> Result<(), String> {
        let (cells, end) = (&mark.cells[..], mark.cells.len());
        let number = mark.numbers.first().map_or(0, |&number| number.into());
        let mut known = vec![(Name::Size, self.side() as i64), (Name::Length, end as i64)];
        if end % 2 == 0 {
            known.push((Name::Middle, 0));
        }
        let without_n = clause.condition.with(&known);
        let condition = &without_n.with(&[(Name::N, number)]);
        let numbers = || mark.numbers.iter().copied().unique();
        let with_number = |number: u32| {
            let times = mark.numbers.iter().filter(|&&other| other == number);
            let times = times.count();
            without_n.with(&[(Name::N, number.into()), (Name::Times, times as i64)])
        };
        let pair = |one, other| [(Name::A, one), (Name::B, other)];
        match clause.over {
            Over::Whole => self.whole(condition, cells),
            Over::Both => self.local(condition, cells, &pair(0, 1)),
            Over::Neighbours => {
                (1..end).try_for_each(|place| self.local(condition, cells, &pair(place - 1, place)))
            }
            Over::Pairs => (0..end).try_for_each(|one| {
                (one + 1..end).try_for_each(|other| self.local(condition, cells, &pair(one, other)))
            }),
            Over::Mirrored => (0..end / 2)
                .try_for_each(|one| self.local(condition, cells, &pair(one, end - 1 - one))),
            Over::Three => (2..end).try_for_each(|third| {
                let three = [(Name::A, third - 2), (Name::B, third - 1), (Name::C, third)];
                self.local(condition, cells, &three)
            }),
            Over::Cells => self.each_cell(condition, cells, 0..end),
            Over::Inner => self.each_cell(condition, cells, 1..end.max(2) - 1),
            Over::Beside => self.beside(condition, cells),
            Over::Matches => {
                { clause.pattern.as_ref() }.map_or(Ok(()), |pattern| self.matches(pattern, cells))
            }
            Over::Digits => (1..=self.side() as i64)
                .try_for_each(|digit| self.whole(&condition.with(&[(Name::D, digit)]), cells)),
            Over::Numbers => {
                numbers().try_for_each(|number| self.whole(&with_number(number), cells))
            }
            Over::SomeNumber => {
                let either = |one, other| Expr::Or(Box::new([one, other]));
                let all = numbers().map(with_number).reduce(either);
                self.whole(&all.unwrap_or(Expr::Number(0)), cells)
            }
            // Of grids alone.
            Over::Apart(..) | Over::Squares => Ok(()),
        }
    }

    /// Adds a condition on each cell at some places.
    fn each_cell(
        &mut self,
        condition: &Expr,
        cells: &[Cell],
        mut places: Range<usize>,
    ) -> Result<(), String> {
        let is_fold =
            condition.names(&Name::PINS) || condition.any(&|part| matches!(part, Expr::Whole(_)));
        match is_fold {
            true => self.fold(Fold::each(condition, places), cells),
            false => places.try_for_each(|place| self.local(condition, cells, &[(Name::X, place)])),
        }
    }

    /// Adds the automaton of a regular expression. A state is the places of the expression that the
    /// digit read last may have.
    fn matches(&mut self, pattern: &Pattern, cells: &[Cell]) -> Result<(), String> {
        let (side, places) = (self.side(), pattern.places());
        // The words of the sets of places that are looked at for a step.
        let parts = 1 + places.len() * places.len() / 64;
        let steps = std::cell::Cell::new(0_usize);
        let step = |_: usize, at: &Option<FixedBitSet>, digit: usize| {
            steps.set(steps.get() + 1);
            places.step(at.as_ref(), digit).map(Some)
        };
        let accepts = |at: &Option<FixedBitSet>| places.accepts(at.as_ref());
        let most = Most::new(self.work, side, parts, 64 + places.len() / 8);
        let machine = Machine::build(cells.len(), side, None, step, accepts, most.states);
        let machine = most.check(machine)?;
        self.work.evaluate(steps.get().saturating_mul(parts))?;
        self.add_machine(cells.to_vec(), Arc::new(machine))
    }

    /// Adds a condition on each cell and its neighbours that are not among the cells.
    fn beside(&mut self, condition: &Expr, cells: &[Cell]) -> Result<(), String> {
        let size = self.spec.size;
        let marked: HashSet<Cell> = cells.iter().copied().collect();
        let parts = condition.num_parts();
        let beyond = Flag::default();
        for &cell in cells {
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let row = cell.row().checked_add_signed(down);
                let other = row.zip(cell.col().checked_add_signed(right));
                let other = other.map(|(row, col)| Cell::new(row, col));
                let is_meant = |other: &Cell| size.has(*other) && !marked.contains(other);
                let Some(other) = other.filter(is_meant) else {
                    continue;
                };
                let is_true = |values: &[usize]| {
                    condition.is_true(&Bound {
                        names: &[Name::A, Name::B],
                        numbers: &[values[0] as i64, values[1] as i64],
                        beyond: &beyond,
                    })
                };
                self.pair([cell, other], Vec::new(), parts, is_true)?;
            }
        }
        self.beyond.set(beyond.get());
        Ok(())
    }

    /// Adds the constraints of a clause on the whole grid.
    fn grid_clause(&mut self, clause: &Clause, mark: &Mark) -> Result<(), String> {
        let size = self.spec.size;
        let number = mark.numbers.first().map_or(0, |&number| number.into());
        let known = [(Name::Size, self.side() as i64), (Name::N, number)];
        let condition = clause.condition.with(&known);
        match clause.over {
            Over::Squares => self.squares(&condition),
            Over::Apart(rows, columns) => {
                let steps = steps(rows, columns);
                self.grid_pairs(&condition, &|one| {
                    let at = |&(down, right): &(usize, isize)| {
                        let col = one.col().checked_add_signed(right)?;
                        Some(Cell::new(one.row() + down, col)).filter(|&cell| size.has(cell))
                    };
                    let cells: Vec<Cell> = steps.iter().filter_map(at).collect();
                    Box::new(cells.into_iter())
                })
            }
            _ if size.num_cells() * size.num_cells() / 2 > MOST_PAIRS => {
                Err(TOO_MANY_PAIRS.to_owned())
            }
            _ => self.grid_pairs(&condition, &|one| {
                let behind = one.index(size) + 1..size.num_cells();
                Box::new(behind.map(move |place| size.cell(place)))
            }),
        }
    }

    /// Adds a condition on each 2×2 square.
    fn squares(&mut self, condition: &Expr) -> Result<(), String> {
        let condition = condition.with(&[(Name::Length, 4)]);
        let size = self.spec.size;
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, col)| Cell::new(row, col));
        // All are as the first.
        let before = std::mem::take(&mut self.compiled);
        self.whole(&condition, &square)?;
        let first = std::mem::replace(&mut self.compiled, before);
        for corner in size.cells() {
            let moved =
                |cell: &Cell| Cell::new(cell.row() + corner.row(), cell.col() + corner.col());
            if !square.iter().all(|cell| size.has(moved(cell))) {
                continue;
            }
            for (cells, relation) in &first.pairs {
                let cells = cells.map(|cell| moved(&cell));
                self.work.add_pair(&mut self.compiled, cells, *relation)?;
            }
            for (cells, machine) in &first.machines {
                self.add_machine(cells.iter().map(moved).collect(), Arc::clone(machine))?;
            }
        }
        Ok(())
    }

    /// Adds a condition on each two cells, of which `others` returns the second for a first.
    fn grid_pairs(
        &mut self,
        condition: &Expr,
        others: &dyn Fn(Cell) -> Box<dyn Iterator<Item = Cell>>,
    ) -> Result<(), String> {
        let [dots, sums] = MARKED.map(|(name, rules)| -> HashSet<[Cell; 2]> {
            let is_named = condition.names(&[name]);
            let marks = self.spec.marks_of(rules).filter(|_| is_named);
            let sorted = marks.filter_map(|mark| {
                let [one, other] = mark.cells[..] else {
                    return None;
                };
                Some([one.min(other), one.max(other)])
            });
            sorted.collect()
        });
        let names = Name::OF_GRID_PAIR;
        let parts = condition.num_parts();
        let beyond = Flag::default();
        // The relations of the last steps: a knight has two, row by row and column by column.
        let mut last: Vec<([i64; 4], Relation)> = Vec::new();
        for one in self.spec.size.cells() {
            for other in others(one) {
                let pair = [one, other];
                let numbers = [
                    one.row().abs_diff(other.row()) as i64,
                    one.col().abs_diff(other.col()) as i64,
                    dots.contains(&pair).into(),
                    sums.contains(&pair).into(),
                ];
                let is_true = |values: &[usize]| {
                    let [rows, columns, dot, xv] = numbers;
                    let [one, other] = [0, 1].map(|place| values[place] as i64);
                    condition.is_true(&Bound {
                        names: &names,
                        numbers: &[one, other, rows, columns, dot, xv],
                        beyond: &beyond,
                    })
                };
                match last.iter().find(|(of, _)| *of == numbers) {
                    Some(&(_, relation)) => self.add_relation(pair, relation)?,
                    None => {
                        self.pair(pair, numbers.to_vec(), parts, is_true)?;
                        let known = self.relations.get(&numbers[..]);
                        last.truncate(3);
                        last.extend(known.map(|&relation| (numbers, relation)));
                    }
                }
            }
        }
        self.beyond.set(beyond.get());
        Ok(())
    }

    /// Adds a condition on all cells together.
    fn whole(&mut self, condition: &Expr, cells: &[Cell]) -> Result<(), String> {
        // A condition for each digit or number is another one each time.
        self.relations.clear();
        self.part.1.push(0);
        match condition.any(&|part| matches!(part, Expr::Whole(_))) {
            true => self.fold(Fold::whole(condition), cells),
            false => self.local(condition, cells, &[]),
        }
    }

    fn fold(&mut self, fold: Fold, cells: &[Cell]) -> Result<(), String> {
        let side = self.side();
        let key = Key {
            condition: fold.stated.clone(),
            each: fold.each.clone(),
            places: Vec::new(),
            length: cells.len(),
            is_outside: self.part.0.shape == Shape::Outside,
        };
        let parts = fold.step_parts();
        self.work.evaluate(parts)?;
        let (order, machine) = match self.work.kept(&key) {
            Some(kept) => kept,
            None => {
                let most = Most::new(self.work, side, parts, fold.state_bytes(side));
                let mut steps = 0;
                let machine = fold.machine(cells.len(), side, most.states, &mut steps);
                if fold.beyond.get() {
                    return Err(BEYOND.to_owned());
                }
                let (order, mut machine) = most.check(machine)?;
                self.work.evaluate(steps.saturating_mul(parts))?;
                if key.is_outside {
                    machine = self.reduced(machine, &fold, cells.len(), most.states);
                }
                let made = (order, Arc::new(machine));
                self.work.keep(key, parts, made.clone());
                made
            }
        };
        let cells = order.iter().map(|&place| cells[place]).collect();
        self.add_machine(cells, machine)
    }

    /// Returns the machine of a row or column with the selection or the line that it states, if the
    /// work for such reductions suffices.
    fn reduced(
        &mut self,
        machine: Machine,
        fold: &Fold,
        cells: usize,
        most_states: usize,
    ) -> Machine {
        if let Some((selecting, sum)) = fold.selection(cells) {
            let (side, parts) = (self.side(), selecting.step_parts().max(1));
            let most = most_states.min(self.work.reductions_left() / (2 * side * parts));
            let mut steps = 0;
            let selects = selecting.machine(cells, side, most, &mut steps);
            self.work.reduce(steps.saturating_mul(parts));
            if let Ok((_, machine_of_sum)) = selects {
                return machine.of_selection(Selection {
                    machine: machine_of_sum,
                    sum,
                });
            }
        }
        let steps = machine.num_steps();
        if cells != self.side() || steps > MOST_OF_LINE.min(self.work.reductions_left()) {
            return machine;
        }
        self.work.reduce(steps);
        machine.with_line()
    }

    fn add_machine(&mut self, cells: Vec<Cell>, machine: Arc<Machine>) -> Result<(), String> {
        self.work.add_machine(&mut self.compiled, cells, machine)
    }

    /// Adds a condition on the cells at a few places, and on those whose digits it names.
    fn local(
        &mut self,
        condition: &Expr,
        cells: &[Cell],
        places: &[(Name, usize)],
    ) -> Result<(), String> {
        let last = cells.len().max(1) - 1;
        let pins = [
            (Name::First, 0),
            (Name::Last, last),
            (Name::Middle, last / 2),
        ];
        let pins = pins
            .into_iter()
            .filter(|&(name, _)| condition.names(&[name]));
        let named: Vec<(Name, usize)> = pins.chain(places.iter().copied()).collect();
        let read: Vec<usize> = named.iter().map(|&(_, place)| place).unique().collect();
        let of_read = |place| read.iter().position(|&known| known == place).unwrap_or(0);
        let at: Vec<usize> = named.iter().map(|&(_, place)| of_read(place)).collect();
        // The names of the digits, and then those of places.
        let mut names: Vec<Name> = named.iter().map(|&(name, _)| name).collect();
        let mut numbers = Vec::new();
        for (digit, name) in [(Name::A, Name::I), (Name::X, Name::I), (Name::B, Name::J)] {
            let place = places.iter().find(|(name, _)| *name == digit);
            if let Some(&(_, place)) = place.filter(|_| condition.names(&[name])) {
                names.push(name);
                numbers.push(place as i64 + 1);
            }
        }
        let parts = condition.num_parts();
        self.work.evaluate(parts)?;
        let beyond = Flag::default();
        let is_true = |values: &[usize]| {
            let digits = at.iter().map(|&at| values[at] as i64);
            let numbers: Vec<i64> = digits.chain(numbers.iter().copied()).collect();
            condition.is_true(&Bound {
                names: &names,
                numbers: &numbers,
                beyond: &beyond,
            })
        };
        let side = self.side();
        let key = at.iter().map(|&at| at as i64);
        let key: Vec<i64> = key.chain(numbers.iter().copied()).collect();
        match read[..] {
            [] if is_true(&[]) => {}
            // No digits obey the rule.
            [] => {
                let machine = Machine::build(1, side, (), |_, (), _| None, |()| true, 1);
                let machine = machine.map_err(|error| error.to_string())?;
                self.add_machine(vec![cells[0]], Arc::new(machine))?;
            }
            [one, other] => self.pair([cells[one], cells[other]], key, parts, is_true)?,
            _ => {
                let key = Key {
                    condition: condition.clone(),
                    each: None,
                    places: key,
                    length: read.len(),
                    is_outside: false,
                };
                let (_, machine) = match self.work.kept(&key) {
                    Some(kept) => kept,
                    None => {
                        let machine = self.residuals(&names, &at, &numbers, condition)?;
                        let made = (Vec::new(), Arc::new(machine));
                        self.work.keep(key, parts, made.clone());
                        made
                    }
                };
                let cells = read.iter().map(|&place| cells[place]).collect();
                self.add_machine(cells, machine)?;
            }
        }
        match beyond.get() {
            true => Err(BEYOND.to_owned()),
            false => Ok(()),
        }
    }

    /// Returns the machine of a condition on a few digits. A state is what is left of the condition
    /// when the digits that were read stand in it.
    ///
    /// `names` are those of digits, each with its place `at` in the order of reading, and then those
    /// of `numbers`.
    fn residuals(
        &mut self,
        names: &[Name],
        at: &[usize],
        numbers: &[i64],
        condition: &Expr,
    ) -> Result<Machine, String> {
        let known = names[at.len()..]
            .iter()
            .copied()
            .zip(numbers.iter().copied());
        let start = condition.evaluated(&known.collect::<Vec<_>>());
        let (side, parts) = (self.side(), condition.num_parts());
        let steps = std::cell::Cell::new(0_usize);
        let step = |place: usize, rest: &Expr, value: usize| {
            steps.set(steps.get() + 1);
            let read = names.iter().zip(at).filter(|(_, at)| **at == place);
            let read: Vec<(Name, i64)> = read.map(|(&name, _)| (name, value as i64)).collect();
            let rest = rest.evaluated(&read);
            (rest != Expr::Number(0)).then_some(rest)
        };
        let closed = Closed(Flag::default());
        let accepts = |rest: &Expr| rest.is_true(&closed);
        let most = Most::new(self.work, side, parts, 64 * parts);
        let cells = at.iter().max().map_or(0, |last| last + 1);
        let machine = most.check(Machine::build(
            cells,
            side,
            start,
            step,
            accepts,
            most.states,
        ))?;
        // Each is replaced, searched for names, and evaluated.
        self.work.evaluate(steps.get().saturating_mul(4 * parts))?;
        match closed.0.get() {
            true => Err(BEYOND.to_owned()),
            false => Ok(machine),
        }
    }

    /// Adds a condition on the digits of two cells, which is the same for all pairs of this key
    /// in a clause.
    fn pair(
        &mut self,
        cells: [Cell; 2],
        key: Vec<i64>,
        parts: usize,
        is_true: impl Fn(&[usize]) -> bool,
    ) -> Result<(), String> {
        let relation = match self.relations.get(&key) {
            Some(&relation) => relation,
            None => {
                let (rule, part) = &self.part;
                let of_part = (*rule, [&part[..], &key].concat());
                let relation =
                    self.work
                        .relation(of_part, self.spec.size.side(), parts, is_true)?;
                self.relations.insert(key, relation);
                relation
            }
        };
        self.add_relation(cells, relation)
    }

    fn add_relation(&mut self, cells: [Cell; 2], relation: Relation) -> Result<(), String> {
        self.work.evaluate(1)?;
        let (side, [one, other]) = (self.side(), cells);
        if one != other {
            return match relation.is_everything() {
                true => Ok(()),
                false => self.work.add_pair(&mut self.compiled, cells, relation),
            };
        }
        // The cell in which a line is closed.
        let step = |_: usize, (): &(), value: usize| relation.allows(value, value).then_some(());
        if (1..=side).all(|value| relation.allows(value, value)) {
            return Ok(());
        }
        let machine = Machine::build(1, side, (), step, |()| true, 2);
        let machine = machine.map_err(|error| error.to_string())?;
        self.add_machine(vec![one], Arc::new(machine))
    }
}

/// Returns the steps, down and to the right, from a cell to the later ones in reading order that
/// are `rows` rows and `columns` columns away, or `columns` rows and `rows` columns.
fn steps(rows: usize, columns: usize) -> Vec<(usize, isize)> {
    let ways = [(rows, columns), (columns, rows)];
    let both = ways.into_iter().flat_map(|(down, right)| {
        let right = right as isize;
        [(down, -right), (down, right)]
    });
    let is_later = |&(down, right): &(usize, isize)| down > 0 || right > 0;
    both.filter(is_later).unique().sorted_unstable().collect()
}

/// The largest number of states of a machine that is being built.
struct Most {
    states: usize,
    /// Set if it is the work of all marks that bounds it.
    by_work: bool,
}

impl Most {
    /// Returns it for a machine with these parts of conditions for a step, and bytes for a state.
    fn new(work: &Work, side: usize, parts: usize, bytes: usize) -> Most {
        // A state is there twice while its layer is made.
        let states = MOST_STATES.min(MOST_STATE_BYTES / (2 * bytes));
        let by_work = work.parts_left() / side / parts.max(1);
        Most {
            states: states.min(by_work),
            by_work: by_work < states,
        }
    }

    /// Returns what was built, or an error that names the limit.
    fn check<T>(&self, built: Result<T, TooLarge>) -> Result<T, String> {
        built.map_err(|error| match self.by_work {
            true => format!(
                "its automaton has {error}, and no more is left of the work for the marks of a \
                 puzzle; expected fewer cells, fewer marks or a simpler rule"
            ),
            false => {
                format!("its automaton has {error}; expected fewer cells or a simpler rule")
            }
        })
    }
}
