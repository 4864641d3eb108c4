//! Finds what a family implies: Hall's theorem on clauses and groups.
//!
//! Each clause needs a true literal and each group has at most one, so the true
//! literals are a matching of the bipartite graph of clauses and groups that
//! covers every clause. If there is no such matching, König and Hall give a set
//! of clauses with too few groups: a refutation. If there is one, the residual
//! graph shows every set of clauses that uses up its groups (Dulmage and
//! Mendelsohn; Régin 1994 for all-different): the strongly connected components
//! from which no free group can be reached. Each component is a tight block
//! once the components it reaches are settled, so they are returned in that
//! order.

use super::Groups;
use super::families::Family;
use crate::cdcl::state::effort::Effort;
use crate::formula::{Cnf, Lit};
use rustc_hash::{FxHashMap, FxHashSet};

/// A set of disjoint clauses and a set of disjoint groups whose sums are
/// compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The numbers of the clauses.
    pub clauses: Vec<u32>,
    /// The numbers of the groups.
    pub groups: Vec<u32>,
    /// Literals of the clauses that are in none of the groups. Each counts as a
    /// group of its own, of one literal.
    pub singles: Vec<Lit>,
}

impl Block {
    /// Returns the number of groups, including those of one literal.
    pub fn num_groups(&self) -> usize {
        self.groups.len() + self.singles.len()
    }
}

/// A conclusion from counting the clauses and groups of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// More clauses than groups: the formula is unsatisfiable.
    Refuted(Block),
    /// The block has equally many clauses and groups: each clause and each group
    /// contains exactly one true literal.
    Tight {
        /// The clauses and groups of the block.
        block: Block,
        /// Literals of the clauses that are in none of the block's groups.
        /// Earlier findings make them false.
        outside: Vec<Lit>,
        /// Members of the groups that are in none of the clauses. They are
        /// false.
        rest: Vec<Lit>,
    },
}

impl Finding {
    /// Returns the block, the literals `outside` and the literals `rest`; of a refutation
    /// no literals.
    pub(super) fn parts(&self) -> (&Block, &[Lit], &[Lit]) {
        match self {
            Finding::Refuted(block) => (block, &[], &[]),
            Finding::Tight {
                block,
                outside,
                rest,
            } => (block, outside, rest),
        }
    }
}

/// Returns what a family proves, each finding after those it depends on.
pub(super) fn findings(
    family: &Family,
    clauses: &Cnf,
    groups: &Groups,
    effort: &mut Effort,
) -> Vec<Finding> {
    let graph = Graph::new(family, clauses);
    let Some(matching) = Matching::maximum(&graph, effort) else {
        return Vec::new();
    };
    if let Some(violator) = matching.violator(&graph) {
        return vec![Finding::Refuted(violator.block(family, &graph))];
    }
    matching
        .tight_components(&graph)
        .into_iter()
        .map(|component| component.finding(family, &graph, clauses, groups))
        .collect()
}

/// Stands for no clause or no group.
const NONE: u32 = u32::MAX;

/// The bipartite graph of a family's clauses and groups, both numbered from 0,
/// with an edge where a clause has a literal in a group.
struct Graph {
    /// For each clause, the groups that it meets.
    edges: Vec<Vec<u32>>,
    /// Number of the family's groups plus one group for each of `singles`.
    num_groups: usize,
    /// The literals that are in no group.
    singles: Vec<Lit>,
}

impl Graph {
    fn new(family: &Family, clauses: &Cnf) -> Graph {
        let mut number_of: FxHashMap<u32, u32> = FxHashMap::default();
        for (number, &group) in family.groups.iter().enumerate() {
            number_of.insert(group, number as u32);
        }
        let mut singles = Vec::new();
        let mut edges = Vec::with_capacity(family.clauses.len());
        for &clause in &family.clauses {
            let mut meets = Vec::new();
            for lit in clauses.clause(clause as usize) {
                match family.group_of.get(lit) {
                    Some(group) => meets.push(number_of[group]),
                    None => {
                        meets.push((family.groups.len() + singles.len()) as u32);
                        singles.push(*lit);
                    }
                }
            }
            meets.sort_unstable();
            meets.dedup();
            edges.push(meets);
        }
        Graph {
            edges,
            num_groups: family.groups.len() + singles.len(),
            singles,
        }
    }
}

/// A matching of clauses with groups.
struct Matching {
    /// The group matched to each clause, or `NONE`.
    group_of: Vec<u32>,
    /// The clause matched to each group, or `NONE`.
    clause_of: Vec<u32>,
}

impl Matching {
    /// Returns a maximum matching, found by shortest augmenting paths from each
    /// clause, or `None` if the effort was spent.
    fn maximum(graph: &Graph, effort: &mut Effort) -> Option<Matching> {
        let mut matching = Matching {
            group_of: vec![NONE; graph.edges.len()],
            clause_of: vec![NONE; graph.num_groups],
        };
        let mut came_from = vec![NONE; graph.num_groups];
        let mut touched: Vec<u32> = Vec::new();
        for root in 0..graph.edges.len() as u32 {
            let mut queue = vec![root];
            let mut head = 0;
            'search: while head < queue.len() {
                let clause = queue[head];
                head += 1;
                effort.spend(graph.edges[clause as usize].len() + 1);
                for &group in &graph.edges[clause as usize] {
                    if came_from[group as usize] != NONE {
                        continue;
                    }
                    came_from[group as usize] = clause;
                    touched.push(group);
                    match matching.clause_of[group as usize] {
                        NONE => {
                            matching.augment(group, &came_from);
                            break 'search;
                        }
                        next => queue.push(next),
                    }
                }
            }
            for group in touched.drain(..) {
                came_from[group as usize] = NONE;
            }
            if effort.is_spent() {
                return None;
            }
        }
        Some(matching)
    }

    /// Flips the augmenting path that ends in the free `group`.
    fn augment(&mut self, mut group: u32, came_from: &[u32]) {
        loop {
            let clause = came_from[group as usize];
            let previous = self.group_of[clause as usize];
            self.group_of[clause as usize] = group;
            self.clause_of[group as usize] = clause;
            if previous == NONE {
                return;
            }
            group = previous;
        }
    }

    /// Returns a set of clauses that together meet one group fewer than there
    /// are clauses.
    fn violator(&self, graph: &Graph) -> Option<Component> {
        let unserved = self.group_of.iter().position(|&group| group == NONE)?;
        let mut clauses = vec![unserved as u32];
        let mut groups = Vec::new();
        let mut reached = vec![false; graph.num_groups];
        let mut head = 0;
        while head < clauses.len() {
            for &group in &graph.edges[clauses[head] as usize] {
                if !reached[group as usize] {
                    reached[group as usize] = true;
                    groups.push(group);
                    // The group is matched; otherwise the matching could be
                    // augmented along this path.
                    clauses.push(self.clause_of[group as usize]);
                }
            }
            head += 1;
        }
        Some(Component { clauses, groups })
    }

    /// Returns the strongly connected components of clauses from which no free
    /// group can be reached, each after those that it reaches. Every clause
    /// must be matched.
    fn tight_components(&self, graph: &Graph) -> Vec<Component> {
        let loose = self.reaching_a_free_group(graph);
        // Tarjan's algorithm without recursion: a frame is a clause and the
        // number of its edges followed so far.
        let num_clauses = graph.edges.len();
        let mut number = vec![0u32; num_clauses];
        let mut low = vec![0u32; num_clauses];
        let mut on_stack = vec![false; num_clauses];
        let mut stack: Vec<u32> = Vec::new();
        let mut frames: Vec<(u32, usize)> = Vec::new();
        let mut last = 0;
        let mut components = Vec::new();
        for root in 0..num_clauses as u32 {
            if loose[root as usize] || number[root as usize] != 0 {
                continue;
            }
            frames.push((root, 0));
            while let Some((clause, edge)) = frames.last_mut() {
                let at = *clause as usize;
                if *edge == 0 {
                    last += 1;
                    (number[at], low[at]) = (last, last);
                    on_stack[at] = true;
                    stack.push(*clause);
                }
                if let Some(&group) = graph.edges[at].get(*edge) {
                    *edge += 1;
                    let next = self.clause_of[group as usize] as usize;
                    if number[next] == 0 {
                        frames.push((next as u32, 0));
                    } else if on_stack[next] {
                        low[at] = low[at].min(number[next]);
                    }
                    continue;
                }
                frames.pop();
                if let Some(&(below, _)) = frames.last() {
                    low[below as usize] = low[below as usize].min(low[at]);
                }
                if low[at] == number[at] {
                    let start = stack.iter().rposition(|&other| other as usize == at);
                    let clauses = stack.split_off(start.expect("the root is on the stack"));
                    for &clause in &clauses {
                        on_stack[clause as usize] = false;
                    }
                    let groups = clauses.iter().map(|&clause| self.group_of[clause as usize]);
                    components.push(Component {
                        groups: groups.collect(),
                        clauses,
                    });
                }
            }
        }
        components
    }

    /// Returns, for each clause, whether an alternating path leads to a free
    /// group.
    fn reaching_a_free_group(&self, graph: &Graph) -> Vec<bool> {
        let mut meeting: Vec<Vec<u32>> = vec![Vec::new(); graph.num_groups];
        for (clause, groups) in graph.edges.iter().enumerate() {
            for &group in groups {
                meeting[group as usize].push(clause as u32);
            }
        }
        let mut loose = vec![false; graph.edges.len()];
        let mut queue: Vec<u32> = (0..graph.num_groups as u32)
            .filter(|&group| self.clause_of[group as usize] == NONE)
            .collect();
        while let Some(group) = queue.pop() {
            for &clause in &meeting[group as usize] {
                if !loose[clause as usize] {
                    loose[clause as usize] = true;
                    queue.push(self.group_of[clause as usize]);
                }
            }
        }
        loose
    }
}

/// A set of clauses and groups, by their numbers in the graph.
struct Component {
    clauses: Vec<u32>,
    groups: Vec<u32>,
}

impl Component {
    /// Returns the same set in the numbers of the formula.
    fn block(&self, family: &Family, graph: &Graph) -> Block {
        let mut block = Block {
            clauses: Vec::with_capacity(self.clauses.len()),
            groups: Vec::new(),
            singles: Vec::new(),
        };
        for &clause in &self.clauses {
            block.clauses.push(family.clauses[clause as usize]);
        }
        for &group in &self.groups {
            match (group as usize).checked_sub(family.groups.len()) {
                None => block.groups.push(family.groups[group as usize]),
                Some(single) => block.singles.push(graph.singles[single]),
            }
        }
        block
    }

    /// Returns the component as a tight block.
    fn finding(&self, family: &Family, graph: &Graph, clauses: &Cnf, groups: &Groups) -> Finding {
        let block = self.block(family, graph);
        let own: FxHashSet<u32> = block.groups.iter().copied().collect();
        let singles: FxHashSet<Lit> = block.singles.iter().copied().collect();
        let mut inside = FxHashSet::default();
        let mut outside = Vec::new();
        for &clause in &block.clauses {
            for &lit in clauses.clause(clause as usize) {
                let is_inside = match family.group_of.get(&lit) {
                    Some(group) => own.contains(group),
                    None => singles.contains(&lit),
                };
                if is_inside {
                    inside.insert(lit);
                } else {
                    outside.push(lit);
                }
            }
        }
        let members = block
            .groups
            .iter()
            .flat_map(|&group| groups.group(group as usize));
        let rest = members
            .copied()
            .filter(|lit| !inside.contains(lit))
            .collect();
        Finding::Tight {
            block,
            outside,
            rest,
        }
    }
}
