//! Cutting a formula into cubes: conjunctions of literals, one of which is true under
//! every assignment.
//!
//! Cube and conquer (Heule, Kullmann, Wieringa and Biere, HVC 2011): where a formula is
//! too hard for one search, each cube is searched alone. The cubes are the leaves of a
//! tree. Each inner node is cut by a variable, or by a clause of which exactly one
//! literal is true. Look-ahead chooses: each candidate's cases are propagated, and the
//! cut with the smallest estimated tree is taken, by Kullmann's τ ("Fundaments of
//! Branching Heuristics", Handbook of Satisfiability, 2009). τ also gives each case its
//! share of that tree. The leaf with the largest share is cut next, so that the cubes
//! become equally hard as far as the estimate is right.

use crate::budget::{Budget, Stop};
use crate::cdcl::Solver;
use crate::formula::{Lit, Var};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Largest number of cuts by a variable that are tried at a node. Chosen by hand: the
/// heaviest variables; more of them take time and are seldom chosen.
const VARIABLES: usize = 128;
/// Largest number of cuts by a clause that are tried at a node. Chosen by hand.
const CLAUSES: usize = 32;
/// Ticks of the look-ahead at a node after which no further candidate is tried. Chosen by
/// hand: about a second.
const TICKS: u64 = 100_000_000;
/// Length of a clause from which on its weight is the same. Chosen by hand: the weights
/// of longer clauses are negligible.
const LONG: usize = 20;

/// A node of the tree.
struct Node {
    cube: Vec<Lit>,
    /// Number of cuts that lead to it.
    depth: usize,
    /// Indices of the first and after the last child; equal at a leaf.
    children: (usize, usize),
}

impl Node {
    fn leaf(cube: Vec<Lit>, depth: usize) -> Node {
        let children = (0, 0);
        Node {
            cube,
            depth,
            children,
        }
    }
}

/// Weights of the literals and exactly-one clauses of the whole formula, by which cuts are chosen.
struct Outlook {
    /// For each literal, how much shorter clauses become when it is true.
    weights: Vec<f64>,
    /// Clauses of which exactly one literal is true.
    exactly_one: Vec<Vec<Lit>>,
}

/// A way to cut a node: the literals that each case adds, with the case's share.
struct Cases {
    tau: f64,
    cases: Vec<(Vec<Lit>, f64)>,
}

impl Solver {
    /// Cuts the formula into `count` cubes, or a few more, by at most `depth` cuts one after
    /// the other. There are fewer if unit propagation refutes or decides them all. Under every
    /// assignment at least one of them is true, and exactly one if the formula is.
    ///
    /// # Errors
    /// If the budget ends or memory runs out.
    pub fn cubes(
        &mut self,
        count: usize,
        depth: usize,
        budget: &Budget,
    ) -> Result<Vec<Vec<Lit>>, Stop> {
        self.begin_call(&[], &[]);
        self.propagate_root();
        if !self.unsatisfiable && self.counting() {
            self.count(budget);
            self.propagate_root();
        }
        let outlook = self.outlook();
        let mut nodes = vec![Node::leaf(Vec::new(), 0)];
        let mut leaves = 1;
        let mut open = BinaryHeap::from([(1_f64.to_bits(), Reverse(0))]);
        while leaves < count
            && let Some((share, Reverse(index))) = open.pop()
        {
            if let Some(stop) = self.stopping(budget) {
                return Err(stop);
            }
            if nodes[index].depth == depth {
                continue;
            }
            let (cube, depth) = (nodes[index].cube.clone(), nodes[index].depth + 1);
            let Some(cut) = self.cut(&outlook, &cube) else {
                continue;
            };
            nodes[index].children = (nodes.len(), nodes.len() + cut.cases.len());
            leaves += cut.cases.len() - 1;
            for (lits, part) in cut.cases {
                // The bits of positive numbers have their order.
                let share = f64::from_bits(share) * part;
                open.push((share.to_bits(), Reverse(nodes.len())));
                let cube = cube.iter().copied().chain(lits).collect();
                nodes.push(Node::leaf(cube, depth));
            }
        }
        self.return_to_root();
        Ok(leaves_in_order(nodes))
    }

    /// Propagates at level 0.
    fn propagate_root(&mut self) {
        if !self.unsatisfiable
            && let Some(conflict) = self.propagate()
        {
            self.learn_from(conflict);
        }
    }

    fn outlook(&self) -> Outlook {
        let mut weights = vec![0.0; 2 * self.trail.num_vars()];
        let mut exactly_one = Vec::new();
        for clause in self.clauses.refs() {
            let open = |lit: &Lit| self.trail.is_open(lit.var());
            let lits: Vec<Lit> = self.clauses.lits(clause).filter(open).collect();
            let satisfied = self.clauses.lits(clause).any(|lit| self.trail.is_true(lit));
            if satisfied || self.clauses.is_learned(clause) || lits.is_empty() {
                continue;
            }
            let weight = 0.5_f64.powi(lits.len().min(LONG) as i32);
            for &lit in &lits {
                weights[(!lit).code()] += weight;
            }
            // A literal is in few groups, but groups can have many literals.
            let groups = &self.at_most_ones;
            let have = |group: &u32| lits.iter().all(|&lit| groups.of(lit).contains(group));
            if lits.len() > 1 && groups.of(lits[0]).iter().any(have) {
                exactly_one.push(lits);
            }
        }
        Outlook {
            weights,
            exactly_one,
        }
    }

    /// Returns the best way found to cut a cube, or `None` if unit propagation refutes it
    /// or leaves nothing open.
    fn cut(&mut self, outlook: &Outlook, cube: &[Lit]) -> Option<Cases> {
        self.return_to_root();
        if self.unsatisfiable || !self.assume_all(cube) {
            return None;
        }
        let start = self.stats.ticks;
        let mut best: Option<Cases> = None;
        for lits in self.possible_cuts(outlook) {
            if best.is_some() && self.stats.ticks - start > TICKS {
                break;
            }
            // An earlier candidate may have failed and fixed some of the literals.
            if lits.iter().any(|&lit| self.trail.is_true(lit)) {
                continue;
            }
            let mut gains = Vec::new();
            for lit in lits {
                if !self.trail.is_open(lit.var()) {
                    continue;
                }
                match self.gain(outlook, lit) {
                    Some(gain) => gains.push((lit, gain)),
                    // The literal is false in this cube.
                    None if !self.assume_all(&[!lit]) => return None,
                    None => {}
                }
            }
            gains.retain(|&(lit, _)| self.trail.is_open(lit.var()));
            if gains.len() < 2 {
                continue;
            }
            let cases = Cases::of(&gains);
            if best.as_ref().is_none_or(|best| cases.tau < best.tau) {
                best = Some(cases);
            }
        }
        best
    }

    /// Assumes the literals above the present level, and propagates. Returns `false` if one
    /// of them is false then, or after a conflict.
    fn assume_all(&mut self, lits: &[Lit]) -> bool {
        lits.iter().all(|&lit| match self.trail.value(lit) {
            0 => {
                self.assume(lit);
                self.propagate().is_none()
            }
            value => value > 0,
        })
    }

    /// Returns the candidates at a node: open literals of which exactly one is true.
    fn possible_cuts(&self, outlook: &Outlook) -> Vec<Vec<Lit>> {
        let weight = |lit: Lit| outlook.weights[lit.code()];
        // An eliminated variable is not in the clauses that are left.
        let is_open = |lit: &Lit| self.trail.is_open(lit.var()) && !self.eliminated.has(lit.var());
        let mut groups: Vec<Vec<Lit>> = Vec::new();
        for clause in &outlook.exactly_one {
            let open: Vec<Lit> = clause.iter().copied().filter(is_open).collect();
            if open.len() > 1 && !clause.iter().any(|&lit| self.trail.is_true(lit)) {
                groups.push(open);
            }
        }
        groups.sort_by_key(Vec::len);
        groups.truncate(CLAUSES);
        let vars = (0..self.trail.num_vars()).map(Var::new);
        let open = vars.filter(|&var| is_open(&var.positive()));
        let product = |var: Var| weight(var.positive()) * weight(var.negative());
        let mut heavy: Vec<(u64, Reverse<Var>)> = open
            .map(|var| (product(var).to_bits(), Reverse(var)))
            .collect();
        heavy.sort_unstable();
        let heavy = heavy.iter().rev().take(VARIABLES);
        groups.extend(heavy.map(|(_, Reverse(var))| vec![var.positive(), var.negative()]));
        groups
    }

    /// Assumes an open literal, and returns how much clauses become shorter. Returns
    /// `None` after a conflict.
    fn gain(&mut self, outlook: &Outlook, lit: Lit) -> Option<f64> {
        let (level, start) = (self.trail.level(), self.trail.len());
        self.assume(lit);
        let conflict = self.propagate();
        let implied = self.trail.lits()[start..].iter();
        let gain = implied.map(|lit| outlook.weights[lit.code()]).sum();
        self.backtrack(level);
        conflict.is_none().then_some(gain)
    }
}

impl Cases {
    /// Returns the cases of literals of which exactly one is true, given the gain of each.
    /// The last case is that all others are false, so that the cases cover every
    /// assignment.
    fn of(gains: &[(Lit, f64)]) -> Cases {
        let log_tau = log_tau(gains.iter().map(|&(_, gain)| gain));
        let (&(_, last), others) = gains.split_last().expect("two literals at least");
        let share = |gain: f64| (-log_tau * gain.max(SMALLEST_GAIN)).exp();
        let mut cases: Vec<(Vec<Lit>, f64)> = others
            .iter()
            .map(|&(lit, gain)| (vec![lit], share(gain)))
            .collect();
        let rest = others.iter().map(|&(lit, _)| !lit).collect();
        cases.push((rest, share(last)));
        Cases {
            tau: log_tau,
            cases,
        }
    }
}

/// The gain of a case that gains nothing, so that τ exists.
const SMALLEST_GAIN: f64 = 1e-3;

/// Returns the logarithm of τ: of the base at which the powers of the negated gains add up
/// to 1.
fn log_tau(gains: impl Iterator<Item = f64> + Clone) -> f64 {
    let sum = |log: f64| -> f64 {
        let gains = gains.clone();
        gains
            .map(|gain| (-log * gain.max(SMALLEST_GAIN)).exp())
            .sum()
    };
    let (mut low, mut high) = (0.0, 1.0);
    while sum(high) > 1.0 {
        high *= 2.0;
    }
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        match sum(middle) > 1.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    high
}

/// Returns the cubes of the leaves, from left to right.
fn leaves_in_order(mut nodes: Vec<Node>) -> Vec<Vec<Lit>> {
    let mut leaves = Vec::new();
    let mut todo = vec![0];
    while let Some(index) = todo.pop() {
        let (first, end) = nodes[index].children;
        if first == end {
            leaves.push(std::mem::take(&mut nodes[index].cube));
        }
        todo.extend((first..end).rev());
    }
    leaves
}
