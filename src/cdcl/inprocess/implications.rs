//! The graph of implications between literals by binary clauses (including
//! those that groups stand for), and its equivalent literals.
//!
//! Equivalent literals are the strongly connected components of the graph
//! (Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on
//! Computing 1972), computed without recursion: an implication chain may be as
//! long as the formula.

use crate::cdcl::Solver;
use crate::cdcl::state::at_most_one::AtMostOnes;
use crate::cdcl::state::clauses::Clauses;
use crate::cdcl::state::trail::Trail;
use crate::cdcl::state::watches::Watches;
use crate::formula::{Lit, Var};

/// The implication graph: an edge from each unassigned literal to each literal
/// it implies.
#[derive(Clone, Copy)]
pub(in crate::cdcl) struct Implications<'a> {
    pub trail: &'a Trail,
    pub clauses: &'a Clauses,
    pub watches: &'a Watches,
    pub groups: &'a AtMostOnes,
}

/// Position of an iteration over a literal's edges.
#[derive(Clone, Copy, Default)]
struct Cursor {
    watch: u32,
    group: u32,
    member: u32,
}

/// Value in [`Search::order`] of a literal whose component is complete.
const DONE: u32 = u32::MAX;

/// The state of Tarjan's search.
struct Search {
    /// For each literal, the time at which it was reached, from 1 on; 0 if it
    /// was not.
    order: Vec<u32>,
    /// For each literal, the earliest time of a literal known to be reachable
    /// from it.
    low: Vec<u32>,
    time: u32,
    /// The literals of incomplete components.
    stack: Vec<Lit>,
    /// The literals whose edges are being followed, with the position in each.
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
    /// Returns the next literal that `lit` implies.
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

    /// Returns `true` if the literal may imply another one.
    pub(crate) fn has_any(&self, lit: Lit) -> bool {
        let mut list = self.watches.list(!lit).iter();
        !self.groups.of(lit).is_empty() || list.any(|watch| watch.is_binary())
    }

    /// Returns, for each variable, `true` if both of its literals may imply others. By
    /// contraposition a literal is implied only if its negation implies something, so
    /// no other variable is in a component of more than one literal.
    fn candidates(&self) -> Vec<bool> {
        let vars = (0..self.trail.num_vars()).map(Var::new);
        let is_candidate = |var: Var| {
            self.trail.is_open(var)
                && [true, false].map(|sign| self.has_any(var.lit(sign))) == [true; 2]
        };
        vars.map(is_candidate).collect()
    }

    /// Returns the approximate cost in ticks of
    /// [`components`](Self::components).
    pub(crate) fn cost(&self) -> u64 {
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

    /// Returns the components of more than one literal. Each component has a
    /// mirror image of the negated literals; only one of the two is returned.
    /// If they are the same, the component contains a literal and its negation.
    pub(crate) fn components(&self) -> Vec<Vec<Lit>> {
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

    /// Follows the edges of the literals on the path until the path is empty.
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

    /// Returns the edges of a tree that reaches every member from `root`,
    /// ordered so that the source of an edge was reached before. No member may
    /// be marked as reached; afterwards all are.
    pub(crate) fn tree(
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
                // Every pair is excluded by a group or by a clause.
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
