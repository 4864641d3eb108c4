//! Sums of cages and arrows, and marks, in an exact cover, by colours.
//!
//! A *set*: the cells of a cage without repeats have as many different digits as
//! there are cells. The primary item `K1` has an option for each set of that
//! number of digits with the right sum. It gives each item `K1=d` the colour `in` if d is
//! in the set and `out` if not; a candidate of the cage gives its own digit's
//! item `in`. The cage's house excludes that a digit stands in the cage twice.
//!
//! A *running number*: any cage or arrow can be walked through cell by cell. A
//! cage begins with its sum, and each cell takes its digit away. An arrow begins
//! with 0; each cell of the bulb appends its digit, each cell of the shaft takes
//! its digit away. In the end 0 must be left. The primary item of step i has an
//! option for each number before it and each digit; it gives the items of the
//! numbers before and after it, and that of the cell's digit, their colours. The
//! numbers follow from the digits, so that a grid is one solution. The states of a mark's
//! machine take the place of running numbers.
//!
//! Cages without repeats are sets where there are at most [`MOST_SETS`], and
//! have a running number else; arrows and other cages always have one.

use super::super::running::Layer;
use super::super::states::States;
use crate::cover::{BuildError, Builder, Color, Item};
use crate::sudoku::rules::{Table, TableKind};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Rules, Size};
use std::ops::ControlFlow;

/// Largest number of sets of digits that are listed for a cage. 9×9 grids need
/// 12, 16×16 grids 526; a running number excludes less early, but grows only
/// with the sum.
const MOST_SETS: usize = 1_000;

/// Largest number of items that the options of all tables may have together: some
/// hundred megabytes in memory.
const MOST_ENTRIES: usize = 1 << 26;

/// Number of items of the option of a step, and one for the option.
const STEP_ENTRIES: usize = 5;

/// The items and options of all tables, made in the order of the methods.
pub(super) struct Tables {
    size: Size,
    forms: Vec<Form>,
    /// For each cell, by index, its tables and its place in them; empty without
    /// tables.
    of_cell: Vec<Vec<usize>>,
    /// For each cell, by index, the item of its digit, if a table with steps has
    /// the cell.
    digits: Vec<Option<Item>>,
    /// For each digit, by index, the colour that stands for it.
    digit_colors: Vec<Color>,
    /// The colours of digits in a set and out of it.
    in_out: Option<[Color; 2]>,
}

/// The items and options of a table. The items are added once they are made.
enum Form {
    Sets {
        name: String,
        /// The sets, by indices of digits.
        sets: Vec<Vec<usize>>,
        wanted: Option<Item>,
        /// For each digit, by index, the item that says whether the set has it.
        holds: Vec<Item>,
    },
    Steps {
        name: String,
        cells: Vec<Cell>,
        /// For each cell, the options that give it a digit.
        steps: Vec<Vec<Step>>,
        wanted: Vec<Item>,
        /// The running number after each step but the last.
        numbers: Vec<Item>,
    },
}

/// The change of the running number, or of the state, by a digit in a cell.
struct Step {
    before: u64,
    digit: Digit,
    after: u64,
}

impl Tables {
    /// Lists the options.
    ///
    /// # Errors
    /// If there would be too many.
    pub(super) fn new(rules: &Rules, candidates: &Candidates) -> Result<Tables, BuildError> {
        let size = rules.size();
        let mut tables = Tables {
            size,
            forms: Vec::with_capacity(rules.tables().len()),
            of_cell: Vec::new(),
            digits: Vec::new(),
            digit_colors: Vec::new(),
            in_out: None,
        };
        if rules.tables().is_empty() {
            return Ok(tables);
        }
        tables.of_cell.resize_with(size.num_cells(), Vec::new);
        tables.digits.resize(size.num_cells(), None);
        let mut room = MOST_ENTRIES;
        for (index, table) in rules.tables().iter().enumerate() {
            for cell in &table.cells {
                tables.of_cell[cell.index(size)].push(index);
            }
            tables.forms.push(form(table, size, candidates, &mut room)?);
        }
        Ok(tables)
    }

    /// Adds the primary items.
    pub(super) fn add_primaries(&mut self, builder: &mut Builder) -> Result<(), BuildError> {
        for form in &mut self.forms {
            match form {
                Form::Sets { name, wanted, .. } => *wanted = Some(builder.primary(name)?),
                Form::Steps {
                    name,
                    steps,
                    wanted,
                    ..
                } => {
                    for step in 1..=steps.len() {
                        wanted.push(builder.primary(&format!("{name}.{step}"))?);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the secondary items and the colours.
    pub(super) fn add_secondaries(&mut self, builder: &mut Builder) -> Result<(), BuildError> {
        if self.forms.is_empty() {
            return Ok(());
        }
        for digit in self.size.digits() {
            self.digit_colors.push(builder.color(&digit.to_string())?);
        }
        for form in &mut self.forms {
            match form {
                Form::Sets { name, holds, .. } => {
                    for digit in self.size.digits() {
                        holds.push(builder.secondary(&format!("{name}={digit}"))?);
                    }
                    self.in_out = Some([builder.color("in")?, builder.color("out")?]);
                }
                Form::Steps {
                    name,
                    cells,
                    numbers,
                    ..
                } => {
                    for step in 1..cells.len() {
                        numbers.push(builder.secondary(&format!("{name}+{step}"))?);
                    }
                    for &cell in cells.iter() {
                        let digit = &mut self.digits[cell.index(self.size)];
                        if digit.is_none() {
                            let (row, col) = (cell.row() + 1, cell.col() + 1);
                            *digit = Some(builder.secondary(&format!("VR{row}C{col}"))?);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Extends the option of a candidate by the items of its tables.
    pub(super) fn extend(&self, candidate: Candidate, option: &mut Vec<(Item, Option<Color>)>) {
        if self.forms.is_empty() {
            return;
        }
        let (cell, digit) = (candidate.cell.index(self.size), candidate.digit.index());
        for &table in &self.of_cell[cell] {
            if let (Form::Sets { holds, .. }, Some([inside, _])) = (&self.forms[table], self.in_out)
            {
                option.push((holds[digit], Some(inside)));
            }
        }
        if let Some(item) = self.digits[cell] {
            option.push((item, Some(self.digit_colors[digit])));
        }
    }

    /// Adds the options of the tables.
    pub(super) fn add_options(&self, builder: &mut Builder) -> Result<(), BuildError> {
        for form in &self.forms {
            match form {
                Form::Sets {
                    sets,
                    wanted,
                    holds,
                    ..
                } => {
                    for set in sets {
                        let wanted = wanted.iter().map(|&item| (item, None));
                        let colored = holds.iter().enumerate().map(|(digit, &item)| {
                            let place = usize::from(!set.contains(&digit));
                            (item, self.in_out.map(|colors| colors[place]))
                        });
                        builder.colored(wanted.chain(colored))?;
                    }
                }
                Form::Steps {
                    cells,
                    steps,
                    wanted,
                    numbers,
                    ..
                } => {
                    for (place, steps) in steps.iter().enumerate() {
                        let before = place.checked_sub(1).map(|before| numbers[before]);
                        let after = numbers.get(place).copied();
                        for step in steps {
                            let mut option = vec![(wanted[place], None)];
                            let digit = self.digits[cells[place].index(self.size)];
                            let color = self.digit_colors[step.digit.index()];
                            option.extend(digit.map(|item| (item, Some(color))));
                            for (item, number) in [(before, step.before), (after, step.after)] {
                                if let Some(item) = item {
                                    option.push((item, Some(builder.color(&number.to_string())?)));
                                }
                            }
                            builder.colored(option)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the items and options of a table. `room` is the number of items that the
/// options of this table and those after it may have, and is reduced.
fn form(
    table: &Table,
    size: Size,
    candidates: &Candidates,
    room: &mut usize,
) -> Result<Form, BuildError> {
    let name = format!("{}{}", table.kind.letter(), table.number + 1);
    if let TableKind::Cage {
        sum,
        distinct: true,
    } = table.kind
        && let Some(sets) = sets(size.side(), table.cells.len(), sum as usize)
    {
        take(room, sets.len() * (size.side() + 2))?;
        return Ok(Form::Sets {
            name,
            sets,
            wanted: None,
            holds: Vec::new(),
        });
    }
    Ok(Form::Steps {
        name,
        cells: table.cells.clone(),
        steps: steps(table, size, candidates, room)?,
        wanted: Vec::new(),
        numbers: Vec::new(),
    })
}

fn take(room: &mut usize, entries: usize) -> Result<(), BuildError> {
    *room = room.checked_sub(entries).ok_or(BuildError::TooLarge)?;
    Ok(())
}

/// Returns the sets of `count` digits out of 1…`side` with this sum, by the indices of
/// the digits, ascending; `None` if they are more than [`MOST_SETS`].
fn sets(side: usize, count: usize, sum: usize) -> Option<Vec<Vec<usize>>> {
    fn extend(
        set: &mut Vec<usize>,
        side: usize,
        count: usize,
        sum: usize,
        sets: &mut Vec<Vec<usize>>,
    ) -> ControlFlow<()> {
        if count == 0 {
            if sum == 0 {
                sets.push(set.clone());
            }
            return match sets.len() > MOST_SETS {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
        }
        let rest = count - 1;
        for value in set.last().map_or(1, |last| last + 2)..=side - rest {
            // The rest are the next larger digits at least, the largest at most;
            // every sum between is a sum of some.
            let least = value * count + rest * count / 2;
            let most = value + rest * side - rest * rest.saturating_sub(1) / 2;
            if least > sum {
                break;
            }
            if most >= sum {
                set.push(value - 1);
                extend(set, side, rest, sum - value, sets)?;
                set.pop();
            }
        }
        ControlFlow::Continue(())
    }
    let mut all = Vec::new();
    match extend(&mut Vec::new(), side, count, sum, &mut all) {
        ControlFlow::Continue(()) => Some(all),
        ControlFlow::Break(()) => None,
    }
}

/// Returns, for each cell of a table, the steps on paths from the beginning to the end.
fn steps(
    table: &Table,
    size: Size,
    candidates: &Candidates,
    room: &mut usize,
) -> Result<Vec<Vec<Step>>, BuildError> {
    let states = States::new(table, size.side());
    let values = |place: usize| {
        let digits = candidates.in_cell(table.cells[place]);
        Layer::of(digits.map(|digit| digit.value() as u64))
    };
    // A range has an option at least.
    let layers = states.layers(values, &mut |ranges| match ranges > *room as u64 {
        true => Err(BuildError::TooLarge),
        false => Ok(()),
    })?;
    let mut all: Vec<Vec<Step>> = Vec::new();
    for (place, &cell) in table.cells.iter().enumerate() {
        let digits: Vec<Digit> = candidates.in_cell(cell).collect();
        let mut steps = Vec::new();
        for (before, &digit) in itertools::iproduct!(layers[place].iter(), &digits) {
            let after = states.next(place, before, digit.value() as u64);
            if let Some(after) = after.filter(|&after| layers[place + 1].index(after).is_some()) {
                take(room, STEP_ENTRIES)?;
                steps.push(Step {
                    before,
                    digit,
                    after,
                });
            }
        }
        all.push(steps);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools as _;

    #[test]
    fn sets_are_all_that_have_the_sum() {
        for side in 1..=9 {
            for count in 1..=side {
                for sum in 0..=50 {
                    let all = (0..side).combinations(count);
                    let of_sum =
                        |set: &Vec<usize>| set.iter().map(|digit| digit + 1).sum::<usize>() == sum;
                    let expected: Vec<Vec<usize>> = all.filter(of_sum).collect();
                    assert_eq!(
                        sets(side, count, sum),
                        Some(expected),
                        "{side} {count} {sum}"
                    );
                }
            }
        }
        assert_eq!(sets(16, 8, 68).map(|sets| sets.len()), Some(526));
        assert_eq!(sets(25, 12, 156), None, "too many");
    }
}
