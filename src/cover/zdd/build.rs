//! The search that builds the diagram.

use super::super::bits::{Part, Tables};
use super::super::search::share_done;
use super::super::{ExactCover, Unfit};
use super::{Edge, Node, Zdd};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use thiserror::Error;

/// Number of states, new or met again, between two checks of the budget's
/// clock. Chosen by hand.
const STATES_PER_CHECK: u64 = 1 << 8;

/// The reason why there is no diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoZdd {
    /// The method does not fit the problem.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The budget ended, or the diagram would exceed its memory limit.
    #[error("{0}")]
    Stopped(#[from] Stop),
}

/// Limits of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct ZddLimits {
    /// Memory limit in bytes, for states and nodes together.
    pub bytes: usize,
}

impl ZddLimits {
    /// The limits for a caller that does not know the machine's memory: 4 GB.
    pub const DEFAULT: ZddLimits = ZddLimits { bytes: 4 << 30 };

    /// Returns limits of `bytes` bytes.
    pub fn of(bytes: u64) -> ZddLimits {
        ZddLimits {
            bytes: bytes.try_into().unwrap_or(usize::MAX),
        }
    }
}

/// A state whose item is being branched on.
#[derive(Debug)]
struct Frame {
    /// The options that may still be chosen, then the uncovered items.
    key: Box<[u64]>,
    /// The untried options of its item, in reverse order.
    options: Vec<u32>,
    /// Number of the options.
    size: u32,
    /// The diagram so far, for the options from the last one to the current
    /// one.
    edge: Edge,
}

/// A diagram under construction. It can be stopped at the end of a budget and
/// continued.
#[derive(Debug)]
pub(super) struct Construction {
    tables: Arc<Tables>,
    known: FxHashMap<Box<[u64]>, Edge>,
    frames: Vec<Frame>,
    /// The edge to the last completed state, to be stored where it belongs.
    found: Option<Edge>,
    pub zdd: Zdd,
    /// Bytes for one state.
    per_state: usize,
    /// Number of parts of items whose options were counted.
    pub looks: u64,
}

impl Zdd {
    /// Builds the diagram of all solutions of a problem.
    ///
    /// The budget's steps are states.
    ///
    /// # Errors
    /// The reason why there is no diagram. Memory use stays at about the limit
    /// in `limits`.
    pub fn new(problem: &ExactCover, limits: ZddLimits, budget: &Budget) -> Result<Zdd, NoZdd> {
        if problem.has_bounds() {
            return Err(Unfit::Bounds("count".to_owned()).into());
        }
        let tables = Tables::new(problem).ok_or(Unfit::Size)?;
        let mut construction = Construction::new(tables.into());
        construction.run(limits, budget)?;
        Ok(construction.zdd)
    }
}

impl Construction {
    /// Begins the diagram with its root state.
    pub(super) fn new(tables: Arc<Tables>) -> Construction {
        let words = tables.option_words;
        let mut root = vec![0u64; words + tables.item_words];
        for option in 0..tables.options.len() {
            root[option / 64] |= 1 << (option % 64);
        }
        for item in 0..tables.items {
            root[words + item / 64] |= 1 << (item % 64);
        }
        let mut construction = Construction {
            known: FxHashMap::default(),
            frames: Vec::new(),
            found: None,
            zdd: Zdd::empty(),
            per_state: 8 * root.len() + size_of::<(Box<[u64]>, Edge)>() * 2 + 16,
            tables,
            looks: 0,
        };
        construction.found = construction.enter(root.into());
        construction
    }

    /// Builds the diagram to its end.
    ///
    /// # Errors
    /// If the budget or the memory ends; the next call continues.
    pub(super) fn run(&mut self, limits: ZddLimits, budget: &Budget) -> Result<(), Stop> {
        let (mut check_at, limit) = (0, budget.steps().unwrap_or(u64::MAX));
        loop {
            let met = self.zdd.states + self.zdd.hits;
            if met >= check_at || self.zdd.states > limit {
                self.check(limits, budget)?;
                check_at = met + STATES_PER_CHECK;
            }
            if let Some(edge) = self.found.take() {
                let Some(frame) = self.frames.last_mut() else {
                    self.zdd.root = edge;
                    self.known = FxHashMap::default();
                    self.zdd.count_solutions();
                    return Ok(());
                };
                // The current option leads to `edge`.
                let option = frame.options.pop().unwrap_or_default();
                if edge != Edge::NONE {
                    let number = self.zdd.nodes.len();
                    if number >= Edge::DONE.0 as usize {
                        return Err(Stop::Memory);
                    }
                    self.zdd.nodes.push(Node {
                        option: self.tables.options[option as usize],
                        taken: edge,
                        not: frame.edge,
                    });
                    frame.edge = Edge(number as u32);
                }
            }
            let Some(frame) = self.frames.last() else {
                return Ok(());
            };
            match frame.options.last() {
                Some(&option) => {
                    let state = self.below(&frame.key, option as usize);
                    self.found = self.enter(state);
                }
                None => {
                    if let Some(frame) = self.frames.pop() {
                        self.known.insert(frame.key, frame.edge);
                        self.found = Some(frame.edge);
                    }
                }
            }
        }
    }

    fn check(&self, limits: ZddLimits, budget: &Budget) -> Result<(), Stop> {
        if let Some(stop) = budget.exhausted(self.zdd.states) {
            return Err(stop);
        }
        let nodes = self.zdd.nodes.capacity() * (size_of::<Node>() + size_of::<u128>());
        if self.known.capacity().max(self.known.len()) * self.per_state + nodes > limits.bytes {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Returns the estimated share of the states that are done.
    pub(super) fn progress(&self) -> f64 {
        share_done(self.frames.iter().map(|frame| {
            let untried = frame.options.len() as u64;
            (u64::from(frame.size) - untried, frame.size.into())
        }))
    }

    /// Enters a state. Returns its edge if it is known; otherwise opens a
    /// frame.
    fn enter(&mut self, state: Box<[u64]>) -> Option<Edge> {
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
                let parts = self.tables.parts(item);
                self.looks += parts.len() as u64;
                let size = parts.iter().map(left).sum();
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
        self.frames.push(Frame {
            key: state,
            size: options.len() as u32,
            options,
            edge: Edge::NONE,
        });
        None
    }

    /// Returns the state after choosing an option.
    fn below(&self, state: &[u64], option: usize) -> Box<[u64]> {
        let (alive, open) = state.split_at(self.tables.option_words);
        let alive = alive.iter().zip(self.tables.beside(option));
        let open = open.iter().zip(self.tables.covers(option));
        alive
            .map(|(alive, beside)| alive & beside)
            .chain(open.map(|(open, covers)| open & !covers))
            .collect()
    }
}
