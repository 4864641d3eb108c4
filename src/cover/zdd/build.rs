//! The search that builds the diagram.

use super::super::bits::{Part, Tables};
use super::super::{ExactCover, Unfit};
use super::{Edge, Node, Zdd};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// How many states, new or met again, may pass before the budget's clock is read again.
const STATES_PER_CHECK: u64 = 1 << 8;

/// Why there is no diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoZdd {
    /// The problem is none for it.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The budget ended, or the diagram would take more memory than it may.
    #[error("{0}")]
    Stopped(Stop),
    /// There are 2¹²⁸ solutions or more.
    #[error("there are 2^128 solutions or more, too many to count here")]
    TooMany,
    /// States are hardly ever met again.
    #[error("the states of this search hardly ever meet")]
    Futile,
}

/// So many states that are done with tell where a trial is hopeless. Of about as
/// many, tilings by dominoes and trominoes meet one in eight again or more, Latin
/// squares one in nine, and Sudoku, queens, Langford's pairs and pentominoes
/// fewer than one in 13.
pub const EARLY: u64 = 500;

/// How much a diagram may take.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Bytes for states and nodes together.
    pub bytes: usize,
    /// After so many states, give up if fewer than one in five was met again;
    /// and after [`EARLY`] already, if fewer than one in ten was.
    pub trial: Option<u64>,
}

impl Room {
    /// The room of a diagram whose caller does not know the machine's memory.
    pub const DEFAULT: Room = Room {
        bytes: 4 << 30,
        trial: None,
    };

    /// So many bytes, and no trial.
    pub fn of(bytes: u64) -> Room {
        Room {
            bytes: bytes.try_into().unwrap_or(usize::MAX),
            trial: None,
        }
    }
}

/// A state whose item is branched on.
struct Frame {
    /// The options that may still be taken, then the items that are open.
    key: Box<[u64]>,
    /// The options of its item, the last first.
    options: Vec<u32>,
    /// The diagram so far: from the last option to the one at work.
    edge: Edge,
}

struct Search<'a> {
    tables: &'a Tables,
    known: FxHashMap<Box<[u64]>, Edge>,
    zdd: Zdd,
    /// Bytes a state takes.
    per_state: usize,
}

impl Zdd {
    /// Solves the problem as often as it can be solved.
    ///
    /// The budget's steps are states.
    ///
    /// # Errors
    /// Why there is no diagram. Memory is bounded by `room`: it never grows
    /// much beyond.
    pub fn new(problem: &ExactCover, room: Room, budget: &Budget) -> Result<Zdd, NoZdd> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds("count".to_owned()).into());
        }
        let tables = Tables::new(problem).ok_or(Unfit::Size)?;
        Zdd::of(&tables, room, budget)
    }

    /// The same, of tables that are there already.
    pub(super) fn of(tables: &Tables, room: Room, budget: &Budget) -> Result<Zdd, NoZdd> {
        let mut search = Search {
            known: FxHashMap::default(),
            zdd: Zdd {
                nodes: Vec::new(),
                counts: Vec::new(),
                root: Edge::NONE,
                states: 0,
                hits: 0,
            },
            per_state: 8 * (tables.option_words + tables.item_words)
                + size_of::<(Box<[u64]>, Edge)>() * 2
                + 16,
            tables,
        };
        search.run(room, budget)?;
        Ok(search.zdd)
    }
}

impl Search<'_> {
    fn run(&mut self, room: Room, budget: &Budget) -> Result<(), NoZdd> {
        let words = self.tables.option_words;
        let mut root = vec![0u64; words + self.tables.item_words];
        for option in 0..self.tables.options.len() {
            root[option / 64] |= 1 << (option % 64);
        }
        for item in 0..self.tables.items {
            root[words + item / 64] |= 1 << (item % 64);
        }
        let mut frames: Vec<Frame> = Vec::new();
        // The edge to the state last dealt with, to be put where it belongs.
        let mut found = self.enter(root.into(), &mut frames);
        let (mut check_at, limit) = (0, budget.steps().unwrap_or(u64::MAX));
        loop {
            let met = self.zdd.states + self.zdd.hits;
            if met >= check_at || self.zdd.states > limit {
                self.check(room, budget, frames.len())?;
                check_at = met + STATES_PER_CHECK;
            }
            if let Some(edge) = found.take() {
                let Some(frame) = frames.last_mut() else {
                    self.zdd.root = edge;
                    return Ok(());
                };
                // The option at work leads to `edge`.
                let option = frame.options.pop().unwrap_or_default();
                if edge != Edge::NONE {
                    let node = Node {
                        option: self.tables.options[option as usize],
                        taken: edge,
                        not: frame.edge,
                    };
                    frame.edge = self.push(node)?;
                }
            }
            let Some(frame) = frames.last() else {
                return Ok(());
            };
            match frame.options.last() {
                Some(&option) => {
                    let state = self.below(&frame.key, option as usize);
                    found = self.enter(state, &mut frames);
                }
                None => {
                    if let Some(frame) = frames.pop() {
                        self.known.insert(frame.key, frame.edge);
                        found = Some(frame.edge);
                    }
                }
            }
        }
    }

    fn check(&self, room: Room, budget: &Budget, open: usize) -> Result<(), NoZdd> {
        let Zdd { states, hits, .. } = self.zdd;
        if let Some(stop) = budget.exhausted(states) {
            return Err(NoZdd::Stopped(stop));
        }
        let nodes = self.zdd.nodes.capacity() * (size_of::<Node>() + size_of::<u128>());
        if self.known.capacity().max(self.known.len()) * self.per_state + nodes > room.bytes {
            return Err(NoZdd::Stopped(Stop::Memory));
        }
        let Some(trial) = room.trial else {
            return Ok(());
        };
        // A long board is gone down to its end before any state can be met again.
        let done = states.saturating_sub(open as u64);
        if states >= trial && hits < states / 5 || done >= EARLY.min(trial) && hits < done / 10 {
            return Err(NoZdd::Futile);
        }
        Ok(())
    }

    /// Enters a state: where it leads, if that is known, or opens a frame.
    fn enter(&mut self, state: Box<[u64]>, frames: &mut Vec<Frame>) -> Option<Edge> {
        if let Some(&edge) = self.known.get(&state) {
            self.zdd.hits += 1;
            return Some(edge);
        }
        self.zdd.states += 1;
        let (alive, open) = state.split_at(self.tables.option_words);
        let mut best: Option<(u32, usize)> = None;
        for (place, &word) in open.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let item = place * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let left = |part: &Part| (part.mask & alive[part.word as usize]).count_ones();
                let size = self.tables.parts(item).iter().map(left).sum();
                if size == 0 {
                    return Some(Edge::NONE);
                }
                if best.is_none_or(|(least, _)| size < least) {
                    best = Some((size, item));
                }
            }
        }
        let Some((_, item)) = best else {
            return Some(Edge::DONE);
        };
        let mut options = Vec::new();
        for part in self.tables.parts(item) {
            let mut left = part.mask & alive[part.word as usize];
            while left != 0 {
                options.push(part.word * 64 + left.trailing_zeros());
                left &= left - 1;
            }
        }
        options.reverse();
        frames.push(Frame {
            key: state,
            options,
            edge: Edge::NONE,
        });
        None
    }

    /// The state below this one with an option taken.
    fn below(&self, state: &[u64], option: usize) -> Box<[u64]> {
        let (alive, open) = state.split_at(self.tables.option_words);
        let alive = alive.iter().zip(self.tables.beside(option));
        let open = open.iter().zip(self.tables.covers(option));
        alive
            .map(|(alive, beside)| alive & beside)
            .chain(open.map(|(open, covers)| open & !covers))
            .collect()
    }

    fn push(&mut self, node: Node) -> Result<Edge, NoZdd> {
        let number = self.zdd.nodes.len();
        if number >= Edge::DONE.0 as usize {
            return Err(NoZdd::Stopped(Stop::Memory));
        }
        let count = self
            .zdd
            .below(node.taken)
            .checked_add(self.zdd.below(node.not));
        self.zdd.counts.push(count.ok_or(NoZdd::TooMany)?);
        self.zdd.nodes.push(node);
        Ok(Edge(number as u32))
    }
}
