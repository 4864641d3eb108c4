//! The search that builds the diagram.

use super::super::bits::{Part, Tables};
use super::super::{ExactCover, Unfit};
use super::{Edge, Node, TOO_MANY, Zdd};
use crate::budget::{Budget, Stop};
use rustc_hash::FxHashMap;
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
    Stopped(Stop),
    /// There are 2¹²⁸ solutions or more.
    #[error("{TOO_MANY}")]
    TooMany,
    /// States are hardly ever met again, so the diagram has no advantage.
    #[error("the diagram would hardly be smaller than the tree of the search")]
    Futile,
}

/// Number of completed states after which a hopeless trial can be recognised.
/// Measured: of about this many states, tilings by dominoes and trominoes meet
/// at least one in eight again, Latin squares one in nine, but Sudoku, queens,
/// Langford's pairs and pentominoes fewer than one in 13.
pub const EARLY: u64 = 500;

/// Limits of a diagram.
#[derive(Clone, Copy, Debug)]
pub struct ZddLimits {
    /// Memory limit in bytes, for states and nodes together.
    pub bytes: usize,
    /// Number of states after which the search gives up if fewer than one in
    /// five was met again. After [`EARLY`] states it gives up already if fewer
    /// than one in ten was.
    pub trial: Option<u64>,
}

impl ZddLimits {
    /// The limits for a caller that does not know the machine's memory: 4 GB.
    pub const DEFAULT: ZddLimits = ZddLimits {
        bytes: 4 << 30,
        trial: None,
    };

    /// Returns limits of `bytes` bytes, without trial.
    pub fn of(bytes: u64) -> ZddLimits {
        ZddLimits {
            bytes: bytes.try_into().unwrap_or(usize::MAX),
            trial: None,
        }
    }
}

/// A state whose item is being branched on.
struct Frame {
    /// The options that may still be chosen, then the uncovered items.
    key: Box<[u64]>,
    /// The untried options of its item, in reverse order.
    options: Vec<u32>,
    /// The diagram so far, for the options from the last one to the current
    /// one.
    edge: Edge,
}

struct Construction<'a> {
    tables: &'a Tables,
    known: FxHashMap<Box<[u64]>, Edge>,
    zdd: Zdd,
    /// Bytes for one state.
    per_state: usize,
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
        Zdd::of(&tables, limits, budget)
    }

    /// Builds the diagram from existing tables.
    pub(super) fn of(tables: &Tables, limits: ZddLimits, budget: &Budget) -> Result<Zdd, NoZdd> {
        let mut search = Construction {
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
        search.run(limits, budget)?;
        Ok(search.zdd)
    }
}

impl Construction<'_> {
    fn run(&mut self, limits: ZddLimits, budget: &Budget) -> Result<(), NoZdd> {
        let words = self.tables.option_words;
        let mut root = vec![0u64; words + self.tables.item_words];
        for option in 0..self.tables.options.len() {
            root[option / 64] |= 1 << (option % 64);
        }
        for item in 0..self.tables.items {
            root[words + item / 64] |= 1 << (item % 64);
        }
        let mut frames: Vec<Frame> = Vec::new();
        // The edge to the last completed state, to be stored where it belongs.
        let mut found = self.enter(root.into(), &mut frames);
        let (mut check_at, limit) = (0, budget.steps().unwrap_or(u64::MAX));
        loop {
            let met = self.zdd.states + self.zdd.hits;
            if met >= check_at || self.zdd.states > limit {
                self.check(limits, budget, frames.len())?;
                check_at = met + STATES_PER_CHECK;
            }
            if let Some(edge) = found.take() {
                let Some(frame) = frames.last_mut() else {
                    self.zdd.root = edge;
                    return Ok(());
                };
                // The current option leads to `edge`.
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

    fn check(&self, limits: ZddLimits, budget: &Budget, open: usize) -> Result<(), NoZdd> {
        let Zdd { states, hits, .. } = self.zdd;
        if let Some(stop) = budget.exhausted(states) {
            return Err(NoZdd::Stopped(stop));
        }
        let nodes = self.zdd.nodes.capacity() * (size_of::<Node>() + size_of::<u128>());
        if self.known.capacity().max(self.known.len()) * self.per_state + nodes > limits.bytes {
            return Err(NoZdd::Stopped(Stop::Memory));
        }
        let Some(trial) = limits.trial else {
            return Ok(());
        };
        // On a long board the search reaches its end before any state can be
        // met again.
        let done = states.saturating_sub(open as u64);
        if states >= trial && hits < states / 5 || done >= EARLY.min(trial) && hits < done / 10 {
            return Err(NoZdd::Futile);
        }
        Ok(())
    }

    /// Enters a state. Returns its edge if it is known; otherwise opens a
    /// frame.
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
