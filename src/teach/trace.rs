//! The trace: what happened in a run, step by step, as data.
//!
//! One enum serves every engine, so that the text, the JSON (`docs/TRACE.md`)
//! and whatever else shows a run are told from the same events. Numbers are
//! those that a reader of the JSON meets: literals as in DIMACS, clauses from 1
//! in the order of the formula with the learned ones after them, items, options
//! and cells from 0, digits by value.

use super::rules::RulesPart;
use crate::sudoku::Rules;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The name and version of the JSON form.
pub const SCHEMA: &str = "sudosat-trace/1";

/// A clause's number: from 1, as in proofs.
pub type ClauseId = u64;

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Event {
    /// CDCL decides a literal and opens `level`.
    Decide {
        /// The literal.
        lit: i32,
        /// The level, from 1.
        level: usize,
    },
    /// A literal is true, as clause `by` has no other literal left.
    Imply {
        /// The literal.
        lit: i32,
        /// The clause.
        by: ClauseId,
        /// The level of the literal.
        level: usize,
    },
    /// Every literal of clause `by` is false.
    Conflict {
        /// The clause.
        by: ClauseId,
        /// The level of the search.
        level: usize,
        /// Where the conflict comes from, if somebody wants to draw it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        graph: Option<Graph>,
    },
    /// Conflict analysis resolves what it has, at first the conflict's clause,
    /// with another.
    Resolve {
        /// The literal resolved upon, as it stands in clause `with`.
        on: i32,
        /// The other clause: the reason of `on`.
        with: ClauseId,
        /// The resolvent, without literals that are false for good.
        clause: Vec<i32>,
    },
    /// The clause to be learned is shortened: literals that are false for good,
    /// or implied false by the others' being false, are taken out.
    Minimize {
        /// What remains.
        clause: Vec<i32>,
    },
    /// A clause that follows is added.
    Learn {
        /// Its number.
        id: ClauseId,
        /// The clause; the empty one ends the search.
        clause: Vec<i32>,
        /// Its literal of the conflict's level, the first unique implication
        /// point negated: what the clause will imply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        uip: Option<i32>,
    },
    /// The search returns to a lower level.
    Backjump {
        /// From this level
        from: usize,
        /// to this.
        to: usize,
        /// How many literals became open again.
        undo: usize,
    },
    /// The search returns to level 0 of its own will.
    Restart {
        /// From this level.
        from: usize,
        /// How many literals became open again.
        undo: usize,
    },
    /// Exact cover: the item to branch on.
    Choose {
        /// The item.
        item: usize,
        /// How many options it has left.
        size: usize,
    },
    /// An item leaves the list, and with it every option that has it.
    Cover {
        /// The item.
        item: usize,
    },
    /// An item comes back.
    Uncover {
        /// The item.
        item: usize,
    },
    /// An option is taken into the cover.
    Select {
        /// The option.
        option: usize,
    },
    /// The option taken last is given up.
    Unselect {
        /// The option.
        option: usize,
    },
    /// The chosen item has no option left.
    Deadend {
        /// The item.
        item: usize,
    },
    /// Backtracking: a digit is put into a cell.
    Try {
        /// The cell, by reading order.
        cell: usize,
        /// The digit, from 1.
        digit: usize,
        /// The number of this node of the search tree, from 1.
        node: u64,
        /// The node it hangs on; 0 is the root.
        parent: u64,
    },
    /// A digit can't stand in a cell.
    Reject {
        /// The cell, by reading order.
        cell: usize,
        /// The digit, from 1.
        digit: usize,
        /// The node at which it was rejected.
        node: u64,
        /// What forbids it.
        because: Because,
    },
    /// The digit of a node is taken away again: nothing below it worked.
    Undo {
        /// The cell, by reading order.
        cell: usize,
        /// The node.
        node: u64,
    },
    /// Backtracking: every digit has been tried in a cell.
    Stuck {
        /// The cell, by reading order.
        cell: usize,
        /// The node at which the digits were tried.
        node: u64,
    },
    /// An answer.
    Solution {
        /// The digits of the grid in reading order, if it is a Sudoku's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        grid: Vec<usize>,
        /// The options of the cover in the order taken, if it is a cover.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<usize>,
    },
    /// The search is over without an answer.
    NoSolution,
}

/// The implication graph of a conflict, laid out in columns.
///
/// An edge leads from left to right. Its column is a node's depth; a unit of a
/// row is a quarter of the least distance of two nodes of a column.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The true literals in the order of the trail, and the conflict last.
    pub nodes: Vec<Node>,
    /// From a literal to what it helped to imply, sorted.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// What stands for a literal in the node of the conflict itself.
    pub const CONFLICT: i32 = 0;
}

/// A literal, its column and its row, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node(pub i32, pub i32, pub i32);

/// The places in the list of the node it comes from and of the one it leads
/// to, and the points (column, row) where it bends. Between two points that are
/// more than a column apart it runs horizontally.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge(pub usize, pub usize, pub Vec<(i32, i32)>);

/// Why backtracking rejects a digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Because {
    /// The digit stands in this cell of the same row,
    Row(usize),
    /// of the same column,
    Column(usize),
    /// of the same box.
    Box(usize),
    /// The digit stands in a cell of another house.
    House {
        /// The index of the house among those of the rules.
        house: usize,
        /// The cell.
        by: usize,
    },
    /// A rule for two cells forbids it.
    Pair {
        /// The index of the rule among the pairs of the rules.
        pair: usize,
        /// The other cell.
        by: usize,
    },
    /// The cage or arrow with this index among the tables of the rules could not
    /// be met any more.
    Table(usize),
    /// The puzzle excludes it.
    Excluded,
}

/// One run of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The engine's name.
    pub engine: String,
    /// The events were cut off after this many: the run itself went on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truncated: Option<u64>,
    /// The events from the first one on.
    pub events: Vec<Event>,
}

/// A puzzle or a problem, its reductions, and runs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a trace")]
pub struct Trace {
    /// [`SCHEMA`].
    pub schema: String,
    /// The program and its version.
    pub generator: String,
    /// The puzzle, unless it is a problem of exact cover alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzlePart>,
    /// The formula, if there is a puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cnf: Option<CnfPart>,
    /// The exact-cover problem.
    pub cover: CoverPart,
    /// The runs.
    pub runs: Vec<Run>,
}

/// The puzzle of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzlePart {
    /// n, if these are the rules of plain Sudoku: boxes of n×n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// All other rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesPart>,
    /// The clues in reading order, 0 for none.
    pub givens: Vec<usize>,
    /// The candidates excluded one by one, by their variables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<i32>,
    /// One solution in reading order, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<usize>>,
}

impl PuzzlePart {
    /// The rules of the puzzle.
    ///
    /// # Errors
    /// If there are none, two, or if they make no sense.
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
    /// The encoding's name.
    pub encoding: String,
    /// How many variables.
    pub vars: usize,
    /// What each variable says, by its DIMACS number minus 1.
    pub names: Vec<String>,
    /// The clause families in their order.
    pub groups: Vec<Group>,
    /// The clauses; the first one is number 1.
    pub clauses: Vec<Vec<i32>>,
    /// What each clause says; left out in a page, whose script finds the words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// A clause family of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The family's short name.
    pub id: String,
    /// What it says.
    pub title: String,
    /// Its formula.
    pub formula: String,
    /// The number of its first clause.
    pub first: ClauseId,
    /// How many clauses it has.
    pub count: u64,
}

/// The exact-cover problem of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverPart {
    /// The items; the first one is number 0.
    pub items: Vec<ItemPart>,
    /// The options; the first one is number 0.
    pub options: Vec<OptionPart>,
}

/// An item of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemPart {
    /// Whether it must be covered, or may be at most once.
    pub kind: ItemKind,
    /// Its name.
    pub name: String,
}

/// What covering an item means.
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
    /// Its name.
    pub name: String,
    /// The variable that says the same in the formula, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub var: Option<i32>,
    /// Its items.
    pub items: Vec<usize>,
}
