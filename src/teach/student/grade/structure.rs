//! Recognition of a numbering that is no formula of row, column and value, as box by box.
//!
//! What a clause of N positive literals is about, or N variables of which each two exclude
//! each other, is a cell, or a number in a house. These groups of N variables are compared
//! with those of the rules: an isomorphism of the two hypergraphs that leads from the stated
//! clues to the puzzle's is a numbering. It is searched for by refining colours and, where
//! these do not decide, by choosing a pair of vertices.

use super::reference::{Reference, is_tautology, sorted};
use super::scheme::Table;
use crate::budget::Budget;
use crate::encode::Constraint;
use crate::formula::{Lit, Var};
use crate::sudoku::Candidate;
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of colourings that are refined in one search. Chosen by hand: numberings
/// of puzzles with clues are found with a few dozen.
const REFINED: usize = 500;

/// Vertices, sets of them, and a colour of each vertex.
#[derive(Clone, Debug)]
pub struct Hypergraph {
    /// The colour of each vertex.
    pub colors: Vec<usize>,
    /// The sets of vertices.
    pub edges: Vec<Vec<usize>>,
}

/// The result of a search for an isomorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Isomorphism {
    /// For each vertex of the first hypergraph, its image.
    Found(Vec<usize>),
    /// There is none.
    None,
    /// The search was given up.
    Unknown,
}

/// Returns a numbering under which the groups of the clauses are cells and numbers in houses,
/// and the positive unit clauses are the clues, if one is found.
pub fn recognize(clauses: &[Vec<Lit>], reference: &Reference, budget: &Budget) -> Option<Table> {
    let long = clauses.iter().filter(|clause| clause.len() > 1);
    let vars: Vec<Var> = long.flatten().map(|lit| lit.var()).unique().collect();
    if vars.len() != reference.size().num_candidates() {
        return None;
    }
    let places: FxHashMap<Var, usize> = vars.iter().copied().zip(0..).collect();
    let units = clauses.iter().filter(|clause| clause.len() == 1);
    let units: Vec<Lit> = units.map(|unit| unit[0]).collect();
    let stated: FxHashSet<Var> = units
        .into_iter()
        .filter(|unit| unit.is_positive())
        .map(Lit::var)
        .collect();
    let theirs = Hypergraph {
        colors: vars.iter().map(|var| stated.contains(var).into()).collect(),
        edges: groups(clauses, &places, reference.size().side())?,
    };
    let clues: FxHashSet<Candidate> = reference.puzzle.clues().collect();
    match isomorphism(&theirs, &of_rules(reference, &clues), budget) {
        Isomorphism::Found(images) => {
            let candidates = images.into_iter().map(|at| reference.size().candidate(at));
            Some(vars.into_iter().zip(candidates).collect())
        }
        Isomorphism::None | Isomorphism::Unknown => None,
    }
}

/// Returns the groups of the rules, with one colour for these candidates and another one for
/// the rest. A candidate's vertex is its index.
pub fn of_rules(reference: &Reference, colored: &FxHashSet<Candidate>) -> Hypergraph {
    let size = reference.size();
    let edges = Constraint::all(reference.rules()).map(|constraint| {
        let candidates = constraint.candidates(reference.rules()).into_iter();
        candidates.map(|one| one.index(size)).sorted().collect()
    });
    let edges: Vec<Vec<usize>> = edges.collect();
    Hypergraph {
        colors: (0..size.num_candidates())
            .map(|at| colored.contains(&size.candidate(at)).into())
            .collect(),
        edges: edges.into_iter().unique().collect(),
    }
}

/// Returns the groups of N variables that a formula shows. Returns `None` if a variable
/// excludes so many others that it can be no candidate's.
fn groups(
    clauses: &[Vec<Lit>],
    places: &FxHashMap<Var, usize>,
    side: usize,
) -> Option<Vec<Vec<usize>>> {
    let place = |lit: &Lit| places[&lit.var()];
    let mut found: FxHashSet<Vec<usize>> = FxHashSet::default();
    let mut excluded: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); places.len()];
    for clause in clauses.iter().map(|clause| sorted(clause)) {
        let is_negative = clause.iter().all(|lit| lit.is_negative());
        if let ([a, b], true) = (&clause[..], is_negative) {
            excluded[place(a)].insert(place(b));
            excluded[place(b)].insert(place(a));
        } else if clause.len() == side
            && !is_tautology(&clause)
            && clause.iter().all(|lit| lit.is_positive())
        {
            found.insert(clause.iter().map(place).sorted().collect());
        }
    }
    // Even in a grid with many rules a candidate excludes few others.
    if excluded.iter().any(|others| others.len() > 16 * side) {
        return None;
    }
    for (first, others) in excluded.iter().enumerate() {
        for &second in others.iter().filter(|&&second| first < second) {
            let common = others.intersection(&excluded[second]).copied();
            let group: Vec<usize> = common.chain([first, second]).sorted().collect();
            let is_group = group.len() == side
                && group
                    .iter()
                    .array_combinations()
                    .all(|[a, b]| excluded[*a].contains(b));
            if is_group {
                found.insert(group);
            }
        }
    }
    Some(found.into_iter().sorted().collect())
}

/// Searches for an isomorphism that keeps colours.
pub fn isomorphism(first: &Hypergraph, second: &Hypergraph, budget: &Budget) -> Isomorphism {
    if first.colors.len() != second.colors.len() || first.edges.len() != second.edges.len() {
        return Isomorphism::None;
    }
    let mut search = Search {
        sides: [first, second].map(neighbours),
        vertices: first.colors.len(),
        left: REFINED,
        budget,
    };
    let colors = [first, second].map(|graph| {
        let edges = graph.edges.iter().map(|_| usize::MAX);
        graph.colors.iter().copied().chain(edges).collect()
    });
    search.search(colors)
}

/// Returns the neighbours in the bipartite graph of vertices and sets: first those of each
/// vertex, then those of each set.
fn neighbours(graph: &Hypergraph) -> Vec<Vec<usize>> {
    let vertices = graph.colors.len();
    let mut neighbours = vec![Vec::new(); vertices];
    for (number, edge) in graph.edges.iter().enumerate() {
        for &vertex in edge {
            neighbours[vertex].push(vertices + number);
        }
    }
    neighbours.extend(graph.edges.iter().cloned());
    neighbours
}

/// The colours of both graphs. Equal colours are comparable across them.
type Colors = [Vec<usize>; 2];

struct Search<'a> {
    sides: [Vec<Vec<usize>>; 2],
    vertices: usize,
    /// Number of colourings that may still be refined.
    left: usize,
    budget: &'a Budget,
}

impl Search<'_> {
    fn search(&mut self, mut colors: Colors) -> Isomorphism {
        if self.left == 0 || self.budget.exhausted(0).is_some() {
            return Isomorphism::Unknown;
        }
        self.left -= 1;
        if !self.refine(&mut colors) {
            return Isomorphism::None;
        }
        let mut classes: FxHashMap<usize, [Vec<usize>; 2]> = FxHashMap::default();
        for (side, colors) in colors.iter().enumerate() {
            for (vertex, &color) in colors[..self.vertices].iter().enumerate() {
                classes.entry(color).or_default()[side].push(vertex);
            }
        }
        let open = classes.values().filter(|class| class[0].len() > 1);
        let Some(class) = open.min_by_key(|class| (class[0].len(), class[0][0])) else {
            let image = |color: &usize| classes[color][1][0];
            return Isomorphism::Found(colors[0][..self.vertices].iter().map(image).collect());
        };
        let mut result = Isomorphism::None;
        for &image in &class[1] {
            let mut chosen = colors.clone();
            chosen[0][class[0][0]] = usize::MAX - 1;
            chosen[1][image] = usize::MAX - 1;
            match self.search(chosen) {
                Isomorphism::None => {}
                Isomorphism::Unknown => result = Isomorphism::Unknown,
                found => return found,
            }
        }
        result
    }

    /// Splits colours by the colours of the neighbours until nothing changes. Returns `false`
    /// if a colour is then more frequent in one graph than in the other.
    fn refine(&self, colors: &mut Colors) -> bool {
        let mut number = 0;
        loop {
            let mut names: FxHashMap<(usize, Vec<usize>), usize> = FxHashMap::default();
            let mut counts: Vec<[usize; 2]> = Vec::new();
            let mut refined = Colors::default();
            for side in [0, 1] {
                for (node, neighbours) in self.sides[side].iter().enumerate() {
                    let around = neighbours.iter().map(|&other| colors[side][other]);
                    let signature = (colors[side][node], around.sorted().collect());
                    let next = names.len();
                    let name = *names.entry(signature).or_insert(next);
                    if name == counts.len() {
                        counts.push([0, 0]);
                    }
                    counts[name][side] += 1;
                    refined[side].push(name);
                }
            }
            *colors = refined;
            if counts.iter().any(|count| count[0] != count[1]) {
                return false;
            }
            if names.len() == number {
                return true;
            }
            number = names.len();
        }
    }
}
