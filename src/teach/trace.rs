//! The trace: the steps of a run as data.
//!
//! One enum serves every engine, so that the text, the JSON (`docs/TRACE.md`)
//! and all other forms are made from the same events. Numbers are those of the
//! JSON: literals as in DIMACS; clauses from 1 in the order of the formula,
//! then the learned ones; items, options and cells from 0; digits by value.

use super::algorithm::Line;
use super::rules::RulesPart;
use crate::sudoku::Rules;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Name and version of the JSON format.
pub const SCHEMA: &str = "sudosat-trace/1";

/// A clause's number, from 1 as in proofs.
pub type ClauseId = u64;

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Event {
    /// CDCL decides a literal and opens `level`.
    Decide {
        /// The literal that becomes true.
        lit: i32,
        /// The level, from 1.
        level: usize,
    },
    /// A literal is implied: every other literal of clause `by` is false.
    Imply {
        /// The literal that becomes true.
        lit: i32,
        /// Number of the clause that implies it.
        by: ClauseId,
        /// The level of the literal.
        level: usize,
    },
    /// Every literal of clause `by` is false.
    Conflict {
        /// Number of the clause.
        by: ClauseId,
        /// The decision level of the search.
        level: usize,
        /// The implication graph of the conflict, if the listener wants graphs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        graph: Option<Graph>,
    },
    /// Conflict analysis resolves its present clause, at first the conflict's,
    /// with another clause.
    Resolve {
        /// The literal resolved upon, as it occurs in clause `with`.
        on: i32,
        /// The other clause: the reason of `on`.
        with: ClauseId,
        /// The resolvent, without literals that are false at level 0.
        clause: Vec<i32>,
        /// The literals of the resolvent that are false at level 0, which the
        /// analysis leaves out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fixed: Vec<i32>,
    },
    /// The learned clause is shortened: literals that are false at level 0, or
    /// that the other literals imply, are removed.
    Minimize {
        /// The remaining clause.
        clause: Vec<i32>,
    },
    /// A derived clause is added.
    Learn {
        /// Number of the clause.
        id: ClauseId,
        /// The clause. The empty clause ends the search.
        clause: Vec<i32>,
        /// The clause's literal of the conflict's level, the negation of the
        /// first unique implication point. The clause will imply it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uip: Option<i32>,
    },
    /// The search jumps back to a lower level.
    Backjump {
        /// The level before.
        from: usize,
        /// The level after.
        to: usize,
        /// Number of literals that became unassigned.
        undo: usize,
    },
    /// DPLL returns to the last decision that was tried one way only, and tries the
    /// other way on the same level.
    Flip {
        /// The opposite of that decision.
        lit: i32,
        /// The decision level on which it becomes true.
        level: usize,
        /// Number of literals that became unassigned, the decision among them.
        undo: usize,
    },
    /// A restart: the search returns to level 0.
    Restart {
        /// The level before.
        from: usize,
        /// Number of literals that became unassigned.
        undo: usize,
    },
    /// Exact cover: the search chooses the item to branch on.
    Choose {
        /// Index of the item, from 0.
        item: usize,
        /// Number of its remaining options.
        size: usize,
    },
    /// An item is covered: it is removed, with every option that contains it.
    Cover {
        /// Index of the item, from 0.
        item: usize,
    },
    /// An item is uncovered.
    Uncover {
        /// Index of the item, from 0.
        item: usize,
    },
    /// An option is added to the partial cover.
    Select {
        /// Index of the option, from 0.
        option: usize,
    },
    /// The option chosen last is removed from the partial cover.
    Unselect {
        /// Index of the option, from 0.
        option: usize,
    },
    /// The chosen item has no option left.
    Deadend {
        /// Index of the item, from 0.
        item: usize,
    },
    /// Backtracking: a digit is placed in a cell.
    Try {
        /// Index of the cell in reading order.
        cell: usize,
        /// The digit, from 1.
        digit: usize,
        /// Number of this node of the search tree, from 1.
        node: u64,
        /// Number of its parent node; 0 is the root.
        parent: u64,
    },
    /// A digit is not possible in a cell.
    Reject {
        /// Index of the cell in reading order.
        cell: usize,
        /// The digit, from 1.
        digit: usize,
        /// The node at which it was rejected.
        node: u64,
        /// The reason.
        because: Because,
    },
    /// The digit of a node is removed: there is no solution below it.
    Undo {
        /// Index of the cell in reading order.
        cell: usize,
        /// Number of the node that is left.
        node: u64,
    },
    /// Backtracking: every digit has been tried in a cell.
    Stuck {
        /// Index of the cell in reading order.
        cell: usize,
        /// The node at which the digits were tried.
        node: u64,
    },
    /// A solution was found.
    Solution {
        /// The digits of the grid in reading order, for a Sudoku.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        grid: Vec<usize>,
        /// The options of the cover in the order chosen, for an exact cover.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<usize>,
    },
    /// The search ended without a solution.
    NoSolution,
}

/// The implication graph of a conflict, laid out in columns.
///
/// Edges lead from left to right. A node's column is its depth; a unit of a row
/// is a quarter of the least distance of two nodes in a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The true literals in the order of the trail; the conflict is last.
    pub nodes: Vec<Node>,
    /// Edges from a literal to those that it helped to imply, sorted.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Stands for the literal in the node of the conflict itself.
    pub const CONFLICT: i32 = 0;
}

/// A literal with its column and its row, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node(pub i32, pub i32, pub i32);

/// An edge: the indices of the nodes where it starts and ends, and the points
/// (column, row) where it bends. Between two points more than one column apart
/// it is horizontal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge(pub usize, pub usize, pub Vec<(i32, i32)>);

/// The reason why backtracking rejects a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Because {
    /// The digit is in this cell of the same row.
    Row(usize),
    /// The digit is in this cell of the same column.
    Column(usize),
    /// The digit is in this cell of the same box.
    Box(usize),
    /// The digit is in a cell of another house.
    House {
        /// Index of the house among those of the rules.
        house: usize,
        /// The cell.
        by: usize,
    },
    /// A pair rule forbids the digit.
    Pair {
        /// Index of the rule among the pairs of the rules.
        pair: usize,
        /// The other cell.
        by: usize,
    },
    /// The cage or arrow with this index among the tables of the rules could
    /// not be satisfied any more.
    Table(usize),
    /// The puzzle excludes the candidate.
    Excluded,
}

/// One run of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Name of the engine.
    pub engine: String,
    /// Seed of the random choices of an engine for exact covers among items with equally few
    /// options; missing if it takes the leftmost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Number of events after which the trace was cut off, though the run
    /// continued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<u64>,
    /// The events from the first one on.
    pub events: Vec<Event>,
    /// The lines of the engine's algorithm; missing in a page, which has the lines of each
    /// algorithm once, and possibly in traces of other programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub algorithm: Vec<Line>,
    /// For each event the letter of the line at which it stands.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub at: String,
}

/// A puzzle or a problem, its reductions, and runs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a trace")]
pub struct Trace {
    /// Name and version of the format: [`SCHEMA`].
    pub schema: String,
    /// The program and its version.
    pub generator: String,
    /// The puzzle, if the trace is of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzlePart>,
    /// The formula, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cnf: Option<CnfPart>,
    /// The exact-cover problem.
    pub cover: CoverPart,
    /// The runs, one of each engine.
    pub runs: Vec<Run>,
}

impl Trace {
    /// Returns the name of a literal: `r1c2=3`, `r1c2≠3`, `¬y65`; its number in a trace without a
    /// formula.
    pub fn literal(&self, lit: i32) -> String {
        let names = self.cnf.as_ref().map(|cnf| &cnf.names);
        let name = names.and_then(|names| names.get(lit.unsigned_abs() as usize - 1));
        match (name, lit > 0) {
            (None, _) => lit.to_string(),
            (Some(name), true) => name.clone(),
            (Some(name), false) if name.contains('=') => name.replace('=', "≠"),
            (Some(name), false) => format!("¬{name}"),
        }
    }
}

/// The puzzle of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzlePart {
    /// The order n, for the rules of plain Sudoku with boxes of n×n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// The rules, for all other puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesPart>,
    /// The clues in reading order; 0 for none.
    pub givens: Vec<usize>,
    /// The excluded candidates, by their variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<i32>,
    /// A solution in reading order, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<usize>>,
}

impl PuzzlePart {
    /// Returns the rules of the puzzle.
    ///
    /// # Errors
    /// If there are no rules, two sets of rules, or inconsistent ones.
    pub fn rules(&self) -> Result<Arc<Rules>, String> {
        match (self.order, &self.rules) {
            (Some(order), None) => Rules::plain(order).ok_or("expected an order".into()),
            (None, Some(rules)) => rules.rules(),
            _ => Err("expected an order or rules".into()),
        }
    }
}

/// The formula of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CnfPart {
    /// Name of the encoding.
    pub encoding: String,
    /// Number of variables.
    pub vars: usize,
    /// Name of each variable, by its DIMACS number minus 1.
    pub names: Vec<String>,
    /// The clause families in their order.
    pub groups: Vec<Group>,
    /// The clauses; the first one has number 1.
    pub clauses: Vec<Vec<i32>>,
    /// Each clause in words; missing in a page, whose script generates them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// A clause family of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Short name of the family.
    pub id: String,
    /// The meaning of the family.
    pub title: String,
    /// The formula of the family.
    pub formula: String,
    /// Number of its first clause.
    pub first: ClauseId,
    /// Number of its clauses.
    pub count: u64,
}

/// The exact-cover problem of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverPart {
    /// The items; the first one has number 0.
    pub items: Vec<ItemPart>,
    /// The options; the first one has number 0.
    pub options: Vec<OptionPart>,
}

/// An item of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemPart {
    /// Primary if the item must be covered exactly once, secondary if at most once.
    pub kind: ItemKind,
    /// Name, unique in the problem: `R1#4`.
    pub name: String,
}

/// The number of times that an item is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// Exactly once.
    Primary,
    /// At most once.
    Secondary,
}

/// An option of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionPart {
    /// Name: a candidate, a label of the problem, or a number from 1.
    pub name: String,
    /// The variable of the formula that stands for the option, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub var: Option<i32>,
    /// Numbers of its items.
    pub items: Vec<usize>,
}
