//! Chains: X-chain, XY-chain, and alternating inference chains (AIC).
//!
//! Two candidates are *strongly* linked if one of them is true: the two digits of a cell,
//! or the two cells for a digit in a house. They are *weakly* linked if not both are true:
//! two digits of a cell, a digit in two cells that see each other, or two candidates that
//! a rule for two cells forbids. A chain takes strong and weak links in turn, and begins
//! and ends with a strong one: if its first candidate is false, its last one is true. So
//! one of its ends is true, and a candidate that is weakly linked to both is false. If both
//! ends are the same candidate, it is true.
//!
//! An *X-chain* has a single digit, an *XY-chain* strong links within cells only. The
//! shortest chain is found by breadth-first search.
//!
//! Names: HoDoKu ("Chains and Loops"), Sudopedia ("Alternating Inference Chain").

use super::marks::bits;
use super::{Deduction, Marks, Reason, Why};
use crate::check::Premise;
use crate::sudoku::Candidate;

/// Finds an X-chain.
pub(super) fn x(marks: &Marks) -> Option<Deduction> {
    Graph::new(marks, Kind::X).shortest()
}

/// Finds an XY-chain.
pub(super) fn xy(marks: &Marks) -> Option<Deduction> {
    Graph::new(marks, Kind::Xy).shortest()
}

/// Finds an alternating inference chain.
pub(super) fn alternating(marks: &Marks) -> Option<Deduction> {
    Graph::new(marks, Kind::Any).shortest()
}

/// The links that a chain may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Links of a single digit.
    X,
    /// Strong links within cells, weak ones of a single digit.
    Xy,
    /// All links.
    Any,
}

/// The candidates of the open cells with their links.
struct Graph<'a> {
    marks: &'a Marks,
    kind: Kind,
    nodes: Vec<(usize, usize)>,
    strong: Vec<Vec<usize>>,
    weak: Vec<Vec<usize>>,
}

/// A chain: for each candidate that is true the one before it, and the candidate
/// between them that is false.
struct Tree {
    before: Vec<Option<(usize, usize)>>,
}

impl Graph<'_> {
    fn new(marks: &Marks, kind: Kind) -> Graph<'_> {
        let board = marks.board();
        let side = board.side();
        let mut number = vec![usize::MAX; board.num_cells() * side];
        let mut nodes = Vec::new();
        for cell in marks.open_cells() {
            for digit in bits(marks.digits(cell)) {
                number[cell * side + digit] = nodes.len();
                nodes.push((cell, digit));
            }
        }
        let node = |cell: usize, digit: usize| number[cell * side + digit];
        let strong = |&(cell, digit): &(usize, usize)| {
            let mut linked = Vec::new();
            if kind != Kind::X && marks.count(cell) == 2 {
                let other = marks.digits(cell) & !(1 << digit);
                linked.push(node(cell, other.trailing_zeros() as usize));
            }
            for &(house, position) in board.houses_of(cell) {
                let others = marks.places(house, digit) & !(1 << position);
                if kind != Kind::Xy && board.is_full(house) && others.is_power_of_two() {
                    let other = board.cells(house)[others.trailing_zeros() as usize];
                    linked.push(node(other, digit));
                }
            }
            linked.sort_unstable();
            linked.dedup();
            linked
        };
        let weak = |&(cell, digit): &(usize, usize)| {
            let peers = board.peers(cell).iter();
            let peers = peers.filter(|&&peer| marks.has(peer, digit));
            let mut linked: Vec<usize> = peers.map(|&peer| node(peer, digit)).collect();
            let own = bits(marks.digits(cell) & !(1 << digit));
            linked.extend(own.map(|other| node(cell, other)));
            for relation in board.relations(cell) {
                let other = relation.other;
                let excluded = bits(relation.excluded[digit] & marks.digits(other));
                linked.extend(excluded.map(|digit| node(other, digit)));
            }
            linked.retain(|&node| node != usize::MAX);
            linked.sort_unstable();
            linked.dedup();
            linked
        };
        Graph {
            strong: nodes.iter().map(strong).collect(),
            weak: nodes.iter().map(weak).collect(),
            marks,
            kind,
            nodes,
        }
    }

    /// Returns `true` if a chain may take this weak link.
    fn may_pass(&self, from: usize, to: usize) -> bool {
        self.kind == Kind::Any || self.nodes[from].1 == self.nodes[to].1
    }

    /// Returns the conclusion of the shortest chain.
    fn shortest(&self) -> Option<Deduction> {
        let mut best: Option<(usize, Deduction)> = None;
        let starts = (0..self.nodes.len()).filter(|&node| !self.strong[node].is_empty());
        for start in starts {
            let limit = best.as_ref().map_or(usize::MAX, |(length, _)| *length);
            if let Some(found) = self.from(start, limit) {
                best = Some(found);
            }
        }
        best.map(|(_, deduction)| deduction)
    }

    /// Returns the conclusion of the shortest chain from a candidate that has less than
    /// `limit` strong links, with their number.
    fn from(&self, start: usize, limit: usize) -> Option<(usize, Deduction)> {
        let mut tree = Tree {
            before: vec![None; self.nodes.len()],
        };
        let mut is_true = vec![false; self.nodes.len()];
        let mut is_false = vec![false; self.nodes.len()];
        let mut sees_start = vec![false; self.nodes.len()];
        for &node in &self.weak[start] {
            sees_start[node] = true;
        }
        is_false[start] = true;
        // The candidates that were found to be false in the last round, each with the
        // true one that it follows from.
        let mut falses: Vec<(usize, Option<usize>)> = vec![(start, None)];
        for length in 1..limit {
            let mut trues = Vec::new();
            for &(wrong, from) in &falses {
                for &node in &self.strong[wrong] {
                    if !is_true[node] {
                        is_true[node] = true;
                        tree.before[node] = from.map(|from| (from, wrong));
                        trues.push(node);
                    }
                }
            }
            for &end in &trues {
                let is_end = |&&node: &&usize| sees_start[node] && node != end;
                let removed: Vec<usize> = match end == start {
                    true => Vec::new(),
                    false => self.weak[end].iter().filter(is_end).copied().collect(),
                };
                if end == start || !removed.is_empty() {
                    return Some((length, self.conclusion(&tree, start, end, &removed)));
                }
            }
            falses.clear();
            for &right in &trues {
                for &node in &self.weak[right] {
                    if !is_false[node] && self.may_pass(right, node) {
                        is_false[node] = true;
                        falses.push((node, Some(right)));
                    }
                }
            }
            if falses.is_empty() {
                break;
            }
        }
        None
    }

    fn conclusion(&self, tree: &Tree, start: usize, end: usize, removed: &[usize]) -> Deduction {
        let board = self.marks.board();
        let mut chain = vec![end];
        let mut node = end;
        while let Some((from, wrong)) = tree.before[node] {
            chain.extend([wrong, from]);
            node = from;
        }
        chain.push(start);
        chain.reverse();
        let mut premises: Vec<Premise> = Vec::new();
        let mut reasons = Vec::new();
        for (place, pair) in chain.windows(2).enumerate() {
            let [(a, x), (b, y)] = [self.nodes[pair[0]], self.nodes[pair[1]]];
            if place % 2 == 1 {
                if a != b {
                    premises.extend(board.link((a, x), (b, y)));
                }
                continue;
            }
            let is_strong = |&house: &usize| {
                a != b && board.is_full(house) && self.marks.places(house, x).count_ones() == 2
            };
            let house = board.common_houses(&[a, b]).find(is_strong);
            match house.map(|house| board.house(house)) {
                Some(house) => {
                    premises.push(Premise::House(house));
                    reasons.push(Reason::House(house));
                }
                None => {
                    premises.push(Premise::Cell(board.cell(a)));
                    reasons.push(Reason::Cell);
                }
            }
        }
        for (&node, end) in removed.iter().flat_map(|node| [(node, start), (node, end)]) {
            let [(a, x), (b, y)] = [self.nodes[node], self.nodes[end]];
            if a != b {
                premises.extend(board.link((a, x), (b, y)));
            }
        }
        let candidates: Vec<Candidate> = chain
            .iter()
            .map(|&node| board.candidate(self.nodes[node].0, self.nodes[node].1))
            .collect();
        let mut cells: Vec<usize> = chain.iter().map(|&node| self.nodes[node].0).collect();
        cells.sort_unstable();
        cells.dedup();
        let eliminations = removed.iter().map(|&node| self.nodes[node]);
        let why = Why::Chain {
            candidates,
            reasons,
        };
        let mut deduction = Deduction::remove(board, eliminations, premises, &cells, why);
        if start == end {
            let (cell, digit) = self.nodes[start];
            deduction.placement = Some(board.candidate(cell, digit));
        }
        deduction
    }
}
