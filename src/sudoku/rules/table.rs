//! Rules for the digits of several cells as a whole.

use super::{Machine, Mark, RuleId};
use crate::sudoku::Cell;
use std::fmt;
use std::sync::Arc;

/// Cells whose digits fit together as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The condition on the digits.
    pub kind: TableKind,
    /// The number among the cages, the arrows or the tables of marks of the rules, from 0.
    pub number: usize,
    /// The cells; for an arrow first those of the bulb; for a mark in the order in which its
    /// machine reads them.
    pub cells: Vec<Cell>,
    /// The mark and the machine of [`TableKind::Marked`]; `None` for the other rules.
    pub marked: Option<Arc<Marked>>,
}

/// A mark, and a machine that accepts what it allows in some of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Marked {
    /// The mark.
    pub mark: Arc<Mark>,
    /// The machine.
    pub machine: Arc<Machine>,
}

/// The rules for several cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// The digits add up to a sum.
    Cage {
        /// The sum.
        sum: u32,
        /// Set if the cage is also a house, so that all digits differ.
        distinct: bool,
    },
    /// The digits of the first cells, read as a decimal number, are the sum of
    /// the others.
    Arrow {
        /// Number of cells of the bulb.
        bulb: usize,
    },
    /// The digits are accepted by the machine of a mark of this rule.
    Marked(RuleId),
}

impl Table {
    /// Returns `true` if these values, one for each cell in order, obey the rule.
    pub fn allows(&self, values: &[usize]) -> bool {
        match self.kind {
            TableKind::Cage { sum, distinct } => {
                let differ = |place: usize| !values[..place].contains(&values[place]);
                values.iter().sum::<usize>() == sum as usize
                    && (!distinct || (0..values.len()).all(differ))
            }
            TableKind::Arrow { bulb } => {
                let (bulb, shaft) = values.split_at(bulb);
                let number = bulb.iter().fold(0, |number, value| 10 * number + value);
                number == shaft.iter().sum::<usize>()
            }
            TableKind::Marked(_) => self.machine().allows(values),
        }
    }

    /// Returns the machine of [`TableKind::Marked`].
    ///
    /// # Panics
    /// If the table is of another kind.
    pub(crate) fn machine(&self) -> &Arc<Machine> {
        let marked = self.marked.as_ref();
        &marked.expect("tables of marks have machines").machine
    }
}

#[cfg(test)]
impl Table {
    /// Returns the table of a machine for the first cells of a row.
    pub(crate) fn of_machine(machine: Machine) -> Table {
        use super::{Compiled, Condition, Drawing, Numbers, Rule, Shape, Spec, Work};

        #[derive(Debug)]
        struct Unused;
        impl Condition for Unused {
            fn fault(&self, _: &Mark, _: &Spec, _: &dyn Fn(Cell) -> usize) -> Option<Vec<Cell>> {
                unreachable!("the table alone is tested")
            }

            fn compile(&self, _: &Mark, _: &Spec, _: &mut Work) -> Result<Compiled, String> {
                unreachable!("the table alone is tested")
            }
        }
        let rule = Rule {
            name: "tested".to_owned(),
            definition: "tested".to_owned(),
            is_own: true,
            shape: Shape::Line,
            numbers: Numbers::None,
            condition: Box::new(Unused),
            sentence: String::new(),
            of_pair: "",
            drawing: Drawing::Nothing,
        };
        let rule = RuleId::of(rule).expect("a few rules");
        let cells: Vec<Cell> = (0..machine.num_cells())
            .map(|col| Cell::new(0, col))
            .collect();
        let mark = Mark {
            rule,
            cells: cells.clone(),
            numbers: Vec::new(),
        };
        let machine = Arc::new(machine);
        Table {
            kind: TableKind::Marked(rule),
            number: 0,
            cells,
            marked: Some(Arc::new(Marked {
                mark: Arc::new(mark),
                machine,
            })),
        }
    }
}

impl TableKind {
    /// Returns the rule's name in the text form of rules.
    pub fn name(self) -> &'static str {
        match self {
            TableKind::Cage { .. } => "cage",
            TableKind::Arrow { .. } => "arrow",
            TableKind::Marked(rule) => &rule.rule().name,
        }
    }

    /// Returns the letter that the names of the table's items in an exact cover begin with.
    pub(crate) fn letter(self) -> char {
        match self {
            TableKind::Cage { .. } => 'K',
            TableKind::Arrow { .. } => 'A',
            TableKind::Marked(_) => 'M',
        }
    }
}

/// The rule in words: `r1c1 + r1c2 = 5 (cage)`, `renban r1c1 r1c2 r1c3`.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |f: &mut fmt::Formatter<'_>, cells: &[Cell]| {
            cells.iter().enumerate().try_for_each(|(place, cell)| {
                let plus = if place > 0 { " + " } else { "" };
                write!(f, "{plus}{cell}")
            })
        };
        match self.kind {
            TableKind::Cage { sum: total, .. } => {
                sum(f, &self.cells)?;
                write!(f, " = {total}")?;
            }
            TableKind::Arrow { bulb } => {
                let (bulb, shaft) = self.cells.split_at(bulb);
                sum(f, shaft)?;
                f.write_str(" = ")?;
                bulb.iter().try_for_each(|cell| write!(f, "{cell}"))?;
            }
            TableKind::Marked(_) => {
                return match &self.marked {
                    Some(marked) => write!(f, "{}", marked.mark),
                    None => f.write_str(self.kind.name()),
                };
            }
        }
        write!(f, " ({})", self.kind.name())
    }
}
