//! Rules that are data: a condition on the digits of the cells that a setter marks.

use super::{Machine, Relation, Spec, Work};
use crate::sudoku::Cell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex};

/// Largest number of rules of a process that are not of the table of rules.
const MOST_OWN: usize = 4_096;

/// A rule for cells that a setter marks.
#[derive(Debug)]
pub struct Rule {
    /// The name in the text form of rules, a word of small letters and hyphens.
    pub name: String,
    /// The definition, a statement of the text form; two rules of the same definition are
    /// the same.
    pub definition: String,
    /// Set if the definition is the user's, and must be stated before the rule is used.
    pub is_own: bool,
    /// The cells that a mark of the rule has.
    pub shape: Shape,
    /// The numbers that a mark of the rule has.
    pub numbers: Numbers,
    /// What the digits of the cells fulfil.
    pub condition: Box<dyn Condition>,
    /// The rule as a sentence, as it stands below a printed puzzle; `{n}` stands for the
    /// numbers of the mark.
    pub sentence: String,
    /// Two cells of a mark in words, with `{a}`, `{b}` and `{n}` for the cells and the number;
    /// empty if they are told by the name of the rule.
    pub of_pair: &'static str,
    /// The drawing of a mark.
    pub drawing: Drawing,
}

/// What the digits of a mark's cells fulfil, stated twice: as the definition that grids are
/// checked by, and as constraints that reductions and searches are made from. For a rule in the
/// language of rules, the two share the syntax tree and the arithmetic of its expressions.
pub trait Condition: fmt::Debug + Send + Sync {
    /// Returns cells whose digits in a filled grid break the rule, by its definition; `None` if
    /// the grid obeys it. `value` returns the value of a cell, from 1.
    fn fault(&self, mark: &Mark, spec: &Spec, value: &dyn Fn(Cell) -> usize) -> Option<Vec<Cell>>;

    /// Returns `true` if the digits of a filled grid obey the rule, by its definition.
    fn holds(&self, mark: &Mark, spec: &Spec, value: &dyn Fn(Cell) -> usize) -> bool {
        self.fault(mark, spec, value).is_none()
    }

    /// Returns the constraints that together say the same. The cells of the mark are in the
    /// grid, and their number is one that the rule's shape has. `work` is that of the puzzle's
    /// marks so far.
    ///
    /// # Errors
    /// The reason why there are none, as that a machine has too many states.
    fn compile(&self, mark: &Mark, spec: &Spec, work: &mut Work) -> Result<Compiled, String>;

    /// Returns `true` if the last cell of a line may be its first again: if the rule is one for
    /// each two neighbours alone.
    fn may_close(&self) -> bool {
        false
    }
}

/// The constraints of a mark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// Cells that stand in a relation.
    pub pairs: Vec<([Cell; 2], Relation)>,
    /// Different cells, at least one, in the order in which a machine reads them.
    pub machines: Vec<(Vec<Cell>, Arc<Machine>)>,
}

/// The cells that a mark of a rule has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Two cells or more, in order. They differ, but for the last of a closed line.
    Line,
    /// One cell or more.
    Cells,
    /// Two cells.
    Pair,
    /// The cells of a row or a column, in the order in which they are seen from a side.
    Outside,
    /// None: the rule is for the whole grid.
    Grid,
}

/// The numbers that a mark of a rule has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// None.
    None,
    /// One, which is this if it is not stated.
    One(Option<u32>),
    /// One or more.
    Many,
}

/// The drawing of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawing {
    /// None: the mark is told by a sentence.
    Nothing,
    /// A line through the cells.
    Line {
        /// The colour, as in SVG.
        color: &'static str,
        /// The width, in the units of the picture: 36 are a cell.
        width: u8,
        /// The signs at its ends.
        ends: Ends,
    },
    /// A colour of the cells.
    Ground(&'static str),
    /// A dashed line around the cells, with the numbers.
    Cage,
    /// A circle in each cell.
    Circles,
    /// The numbers, in a circle at the corner that the cells have in common.
    Corner,
    /// A sign on the border of the two cells that stands for the number, or the number.
    Border(&'static [(u32, &'static str)]),
    /// A dot on the border of the two cells, with the number unless it is the usual one.
    Dot {
        /// The colour of the dot.
        ground: &'static str,
        /// The colour of the number.
        ink: &'static str,
        /// The usual number.
        usual: u32,
    },
    /// A less-than sign on the border of the two cells, which points to the first.
    Less,
    /// The numbers, outside the grid before the first cell.
    Outside,
}

/// The signs at the ends of a drawn line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// None.
    Plain,
    /// A grey circle around the first cell.
    Bulb,
    /// A circle around the first and the last cell.
    Circles,
    /// A diamond around the first and the last cell.
    Diamonds,
}

/// Cells that a setter marks, with the rule for their digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// The rule.
    pub rule: RuleId,
    /// The cells, by the rule's [`Shape`].
    pub cells: Vec<Cell>,
    /// The numbers, by the rule's [`Numbers`].
    pub numbers: Vec<u32>,
}

/// Statements of marks by other words than the name of the rule and the number: a keyword, a
/// word behind it, the rule, and the number.
pub(crate) const SIGNS: [(&str, &str, &str, u32); 4] = [
    ("kropki", "white", "difference", 1),
    ("kropki", "black", "ratio", 2),
    ("xv", "X", "sum", 10),
    ("xv", "V", "sum", 5),
];

/// The mark as a statement of the text form: `whispers 5 r1c1 r1c2 r1c3`.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_meant = |(.., rule, number): &&(&str, &str, &str, u32)| {
            self.rule.name == *rule && self.numbers == [*number]
        };
        match SIGNS.iter().find(is_meant) {
            Some((keyword, sign, ..)) => write!(f, "{keyword} {sign}")?,
            None => {
                f.write_str(&self.rule.name)?;
                let mut numbers = self.numbers.iter();
                numbers.try_for_each(|number| write!(f, " {number}"))?;
            }
        }
        match (self.rule.shape, &self.cells[..]) {
            (Shape::Outside, [first, .., last]) => write!(f, " {first}-{last}"),
            (_, cells) => cells.iter().try_for_each(|cell| write!(f, " {cell}")),
        }
    }
}

/// A rule by its handle. Equal definitions have equal handles, and a rule is never freed.
#[derive(Clone, Copy)]
pub struct RuleId(&'static Rule);

/// There are too many rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found more than {MOST_OWN} different rules")]
pub struct TooManyRules;

impl RuleId {
    /// Returns the handle of a rule, which is kept if none has its definition.
    ///
    /// # Errors
    /// If there are too many.
    pub fn of(rule: Rule) -> Result<RuleId, TooManyRules> {
        static KNOWN: LazyLock<Mutex<HashMap<String, RuleId>>> = LazyLock::new(Mutex::default);
        let mut known = KNOWN.lock().unwrap_or_else(|lock| lock.into_inner());
        if let Some(&same) = known.get(&rule.definition) {
            return Ok(same);
        }
        if known.len() >= MOST_OWN && rule.is_own {
            return Err(TooManyRules);
        }
        let definition = rule.definition.clone();
        let id = RuleId(Box::leak(Box::new(rule)));
        known.insert(definition, id);
        Ok(id)
    }

    /// Returns the rules of the table of rules, in its order.
    pub fn all() -> &'static [RuleId] {
        static ALL: LazyLock<Vec<RuleId>> = LazyLock::new(|| {
            let rows = super::rows::rows().into_iter();
            rows.map(|rule| RuleId::of(rule).expect("the table is no rule of the user's"))
                .collect()
        });
        &ALL
    }

    /// Returns the rule of the table of rules with this name.
    pub fn by_name(name: &str) -> Option<RuleId> {
        RuleId::all().iter().copied().find(|rule| rule.name == name)
    }

    /// Returns the rule with this definition: of the table of rules, or one of the user's.
    ///
    /// # Errors
    /// If the text defines no rule.
    pub fn by_definition(definition: &str) -> Result<RuleId, String> {
        let mut known = RuleId::all().iter().copied();
        if let Some(rule) = known.find(|rule| rule.definition == definition) {
            return Ok(rule);
        }
        let rule = super::condition::rule(definition).map_err(|(_, message)| message)?;
        if RuleId::by_name(&rule.name).is_some() {
            let name = &rule.name;
            return Err(format!(
                "found another meaning of the built-in rule '{name}'"
            ));
        }
        RuleId::of(rule).map_err(|error| error.to_string())
    }

    /// Returns the rule itself.
    pub fn rule(self) -> &'static Rule {
        self.0
    }
}

impl Deref for RuleId {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        self.0
    }
}

impl PartialEq for RuleId {
    fn eq(&self, other: &RuleId) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for RuleId {}

/// By name, then by definition, so that the order is the same in each run.
impl Ord for RuleId {
    fn cmp(&self, other: &RuleId) -> Ordering {
        let key = |rule: &RuleId| (&rule.0.name, &rule.0.definition);
        match self == other {
            true => Ordering::Equal,
            false => key(self).cmp(&key(other)),
        }
    }
}

impl PartialOrd for RuleId {
    fn partial_cmp(&self, other: &RuleId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By name, which is shorter than the definition.
impl Hash for RuleId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.definition)
    }
}
