//! What a literal implies by clauses of two literals, those that groups stand
//! for among them, and which literals imply each other.
//!
//! These are the strongly connected components of the graph of implications
//! (Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on
//! Computing 1972), found without recursion: a chain may have as many literals
//! as the formula.

use crate::cdcl::Solver;
use crate::cdcl::state::at_most_one::AtMostOnes;
use crate::cdcl::state::clauses::Clauses;
use crate::cdcl::state::trail::Trail;
use crate::cdcl::state::watches::Watches;
use crate::formula::{Lit, Var};

/// The graph: an edge from each open literal to each that it implies.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Implications<'a> {
    pub trail: &'a Trail,
    pub clauses: &'a Clauses,
    pub watches: &'a Watches,
    pub groups: &'a AtMostOnes,
}

/// How far a walk along a literal's edges is.
#[derive(Clone, Copy, Default)]
struct Cursor {
    watch: u32,
    group: u32,
    member: u32,
}

/// [`Search::order`] of a literal whose component is complete.
const DONE: u32 = u32::MAX;

/// The state of Tarjan's search.
struct Search {
    /// By literal: 0, or when it was reached, from 1 on.
    order: Vec<u32>,
    /// By literal: the earliest literal known to be reachable from it.
    low: Vec<u32>,
    time: u32,
    /// The literals of components that are not complete.
    stack: Vec<Lit>,
    /// The literals whose edges are being followed.
    path: Vec<(Lit, Cursor)>,
}

impl Search {
    fn reach(&mut self, lit: Lit) {
        self.time += 1;
        self.order[lit.code()] = self.time;
        self.low[lit.code()] = self.time;
        self.stack.push(lit);
        self.path.push((lit, Cursor::default()));
    }
}

impl Solver {
    /// Returns the graph of the current clauses and groups.
    pub(in crate::cdcl) fn implications(&self) -> Implications<'_> {
        Implications {
            trail: &self.trail,
            clauses: &self.clauses,
            watches: &self.watches,
            groups: &self.at_most_ones,
        }
    }
}

impl Implications<'_> {
    /// The next literal that `lit` implies.
    fn next(&self, lit: Lit, cursor: &mut Cursor) -> Option<Lit> {
        let list = self.watches.list(!lit);
        while let Some(watch) = list.get(cursor.watch as usize) {
            cursor.watch += 1;
            if watch.is_binary()
                && self.trail.is_open(watch.blit().var())
                && !self.clauses.is_garbage(watch.clause())
            {
                return Some(watch.blit());
            }
        }
        while let Some(&group) = self.groups.of(lit).get(cursor.group as usize) {
            while let Some(&member) = self.groups.members(group).get(cursor.member as usize) {
                cursor.member += 1;
                if member != lit && self.trail.is_open(member.var()) {
                    return Some(!member);
                }
            }
            cursor.group += 1;
            cursor.member = 0;
        }
        None
    }

    /// Whether the literal may imply another one.
    pub fn has_any(&self, lit: Lit) -> bool {
        let mut list = self.watches.list(!lit).iter();
        !self.groups.of(lit).is_empty() || list.any(|watch| watch.is_binary())
    }

    /// The variables both of whose literals may imply others: the contrary of
    /// what a literal implies is what its negation is implied by, so no other
    /// variable is in a component of more than one literal.
    fn candidates(&self) -> Vec<bool> {
        let vars = (0..self.trail.num_vars()).map(Var::new);
        let is_candidate = |var: Var| {
            self.trail.is_open(var)
                && [true, false].map(|sign| self.has_any(var.lit(sign))) == [true; 2]
        };
        vars.map(is_candidate).collect()
    }

    /// About how many ticks it takes to find the components.
    pub fn cost(&self) -> u64 {
        let candidates = self.candidates();
        let vars = (0..candidates.len()).filter(|&index| candidates[index]);
        let edges = vars
            .map(Var::new)
            .flat_map(|var| [var.positive(), var.negative()])
            .map(|lit| {
                let groups = self.groups.of(lit).iter();
                let members = groups.map(|&group| self.groups.members(group).len());
                2 + (self.watches.list(!lit).len() + members.sum::<usize>()) / 8
            });
        edges.sum::<usize>() as u64 + self.trail.num_vars() as u64 / 8
    }

    /// The components of more than one literal. Of a component and that of the
    /// negations only one is given; if they are the same, it has some literal
    /// and its negation.
    pub fn components(&self) -> Vec<Vec<Lit>> {
        let candidates = self.candidates();
        let mut search = Search {
            order: vec![0; 2 * candidates.len()],
            low: vec![0; 2 * candidates.len()],
            time: 0,
            stack: Vec::new(),
            path: Vec::new(),
        };
        let mut found = Vec::new();
        for code in 0..2 * candidates.len() {
            let root = Lit::from_code(code);
            if candidates[root.var().index()] && search.order[code] == 0 {
                search.reach(root);
                self.follow(&candidates, &mut search, &mut found);
            }
        }
        found
    }

    /// Follows the edges of the literals on the path, until it is empty.
    fn follow(&self, candidates: &[bool], search: &mut Search, found: &mut Vec<Vec<Lit>>) {
        while let Some((lit, cursor)) = search.path.last_mut() {
            let lit = *lit;
            if let Some(next) = self.next(lit, cursor) {
                if !candidates[next.var().index()] {
                    continue;
                }
                match search.order[next.code()] {
                    0 => search.reach(next),
                    DONE => {}
                    order => {
                        let low = &mut search.low[lit.code()];
                        *low = order.min(*low);
                    }
                }
                continue;
            }
            search.path.pop();
            let low = search.low[lit.code()];
            if let Some((before, _)) = search.path.last() {
                let before = &mut search.low[before.code()];
                *before = low.min(*before);
            }
            if low == search.order[lit.code()] {
                let is_it = |other: &Lit| *other == lit;
                let place = search.stack.iter().rposition(is_it);
                let mut component = search.stack.split_off(place.unwrap_or(0));
                for other in &component {
                    search.order[other.code()] = DONE;
                }
                component.sort_unstable();
                if component.len() > 1 && component[0].is_positive() {
                    found.push(component);
                }
            }
        }
    }

    /// The edges of a tree in which every member can be reached from `root`,
    /// in an order in which the literal that an edge leaves was reached before.
    /// No member may be marked as reached; all are afterwards.
    pub fn tree(
        &self,
        root: Lit,
        is_member: impl Fn(Lit) -> bool,
        is_reached: &mut [bool],
    ) -> Vec<(Lit, Lit)> {
        let mut edges: Vec<(Lit, Lit)> = Vec::new();
        is_reached[root.code()] = true;
        let mut from = root;
        for place in 0.. {
            let mut cursor = Cursor::default();
            while let Some(to) = self.next(from, &mut cursor) {
                if is_member(to) && !is_reached[to.code()] {
                    is_reached[to.code()] = true;
                    edges.push((from, to));
                }
            }
            match edges.get(place) {
                Some(&(_, next)) => from = next,
                None => break,
            }
        }
        edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdcl::{Config, Solver};

    fn solver(num_vars: usize) -> Solver {
        let mut solver = Solver::new(Config {
            counting: false,
            ..Config::default()
        });
        assert!(solver.grow(num_vars));
        solver
    }

    #[test]
    fn components_are_the_literals_that_imply_each_other() {
        const VARS: usize = 9;
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut found, mut absurd) = (0, 0);
        for _ in 0..3000 {
            let mut solver = solver(VARS);
            let mut implies = [[false; 2 * VARS]; 2 * VARS];
            let mut lit = || Var::new(rng.usize(0..VARS)).lit(rng.bool());
            for round in 0..14 {
                let mut lits = vec![lit(), lit(), lit()];
                lits.truncate(if round % 5 == 0 { 3 } else { 2 });
                lits.sort_unstable();
                lits.dedup_by_key(|lit| lit.var());
                // Every pair has a literal that is not true: a group, or a clause.
                for (&first, &second) in itertools::iproduct!(&lits, &lits) {
                    if first != second {
                        implies[first.code()][(!second).code()] = true;
                    }
                }
                match lits[..] {
                    [first, second] => solver.add_clause(&[!first, !second]),
                    _ => solver.add_at_most_one(&lits),
                }
            }
            solver.install_added();
            let codes = 0..2 * VARS;
            for (by, from, to) in itertools::iproduct!(codes.clone(), codes.clone(), codes.clone())
            {
                implies[from][to] |= implies[from][by] && implies[by][to];
            }
            let expected: Vec<Vec<usize>> = codes
                .clone()
                .map(|code| {
                    let is_equivalent = |other: &usize| {
                        code == *other || implies[code][*other] && implies[*other][code]
                    };
                    codes.clone().filter(is_equivalent).collect()
                })
                .collect();
            let mut seen = [0; 2 * VARS];
            for component in solver.implications().components() {
                let codes: Vec<usize> = component.iter().map(|lit| lit.code()).collect();
                assert_eq!(codes, expected[codes[0]]);
                absurd += usize::from(component[0] == !component[1]);
                found += 1;
                for lit in component {
                    seen[lit.code()] += 1;
                    seen[(!lit).code()] += 1;
                }
            }
            for (code, component) in expected.iter().enumerate() {
                assert_eq!(seen[code] > 0, component.len() > 1, "none is missing");
            }
        }
        assert!(found > 500 && absurd > 20, "{found} {absurd}");
    }

    #[test]
    fn a_long_cycle_needs_no_stack() {
        const VARS: usize = 200_000;
        let mut solver = solver(VARS);
        for index in 0..VARS {
            let next = Var::new((index + 1) % VARS);
            solver.add_clause(&[Var::new(index).negative(), next.positive()]);
        }
        let components = solver.implications().components();
        assert_eq!(components.len(), 1);
        assert_eq!(components[0].len(), VARS);
        let mut is_reached = vec![false; 2 * VARS];
        let root = components[0][0];
        let edges = solver.implications().tree(root, |_| true, &mut is_reached);
        assert_eq!(edges.len(), VARS - 1);
    }
}
