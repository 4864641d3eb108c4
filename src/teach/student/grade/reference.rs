//! The rules of a puzzle as clauses: what a student's formula is compared with.

use super::scheme::Scheme;
use crate::encode::{self, Constraint, Encoding, Family, Layout, Part};
use crate::formula::{Cnf, Lit};
use crate::sudoku::{Candidate, Puzzle, Rules, Size};
use crate::teach::reduction::LAYOUT;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Families, each with the places of its clauses.
pub type Families = Vec<(Family, Range<usize>)>;

/// Every clause of the rules, in all families that state them pairwise.
#[derive(Debug)]
pub struct Reference<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The numbering that is required, or the lecture's, which is the likeliest.
    pub numbering: Scheme,
    /// Set if a numbering is required.
    pub is_required: bool,
    /// The clauses, family by family. A clause of two families is in both.
    pub clauses: Vec<Vec<Lit>>,
    /// The families, each with the places of its clauses.
    pub families: Families,
    /// For each clause, the first place where it stands, and how often it does.
    index: FxHashMap<Vec<Lit>, (usize, usize)>,
}

impl Reference<'_> {
    /// Writes down the rules of a puzzle without tables.
    pub fn new(puzzle: &Puzzle, required: Option<Scheme>) -> Reference<'_> {
        let layout = Layout {
            part: Part::Rules,
            ..LAYOUT
        };
        let (clauses, families) = clauses_of(puzzle, &Encoding::EXTENDED, layout);
        let mut index = FxHashMap::default();
        for (place, clause) in clauses.iter().enumerate() {
            index.entry(clause.clone()).or_insert((place, 0)).1 += 1;
        }
        Reference {
            puzzle,
            is_required: required.is_some(),
            numbering: required.unwrap_or(Scheme::usual(puzzle.size())),
            clauses,
            families,
            index,
        }
    }

    /// Returns the size of the grid.
    pub fn size(&self) -> Size {
        self.puzzle.size()
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        self.puzzle.rules()
    }

    /// Returns the first place of a sorted clause, if it is one of the rules.
    pub fn place(&self, clause: &[Lit]) -> Option<usize> {
        self.index.get(clause).map(|(place, _)| *place)
    }

    /// Returns the clauses of a family that no other family has; all, if it shares each.
    pub fn own(&self, family: Family) -> Vec<&Vec<Lit>> {
        let all = self.of(family);
        let is_own = |clause: &&Vec<Lit>| self.index[&clause[..]].1 == 1;
        let own: Vec<&Vec<Lit>> = all.iter().filter(is_own).collect();
        match own.is_empty() {
            true => all.iter().collect(),
            false => own,
        }
    }

    /// Returns the family of the clause at this place.
    pub fn family_at(&self, place: usize) -> Option<Family> {
        let mut families = self.families.iter();
        let found = families.find(|(_, range)| range.contains(&place));
        found.map(|(family, _)| *family)
    }

    /// Returns the clauses of a family, those that other families share included.
    pub fn of(&self, family: Family) -> &[Vec<Lit>] {
        let mut families = self.families.iter();
        let found = families.find(|(other, _)| *other == family);
        found.map_or(&[], |(_, range)| &self.clauses[range.clone()])
    }

    /// Returns the candidate of a literal, if its variable is not auxiliary.
    pub fn candidate(&self, lit: Lit) -> Option<Candidate> {
        encode::candidate(lit.var(), self.size())
    }

    /// Returns `true` if the rules forbid both candidates together by a house or
    /// because they are in one cell.
    pub fn clash(&self, a: Candidate, b: Candidate) -> bool {
        if a.cell == b.cell {
            return a.digit != b.digit;
        }
        let houses = |candidate: Candidate| self.rules().houses_of(candidate.cell);
        a.digit == b.digit && houses(a).iter().any(|house| houses(b).contains(house))
    }

    /// Returns `true` if two negative literals of the clause forbid what the rules
    /// forbid: then the clause follows from the rules.
    pub fn forbids_a_clash(&self, clause: &[Lit]) -> bool {
        let negative = clause.iter().filter(|lit| lit.is_negative());
        let negative: Vec<Candidate> = negative.filter_map(|&lit| self.candidate(lit)).collect();
        let mut places = 0..negative.len();
        places.any(|place| {
            let mut later = negative[place + 1..].iter();
            later.any(|&other| self.clash(negative[place], other))
        })
    }

    /// Returns the literals of a constraint's candidates.
    pub fn lits(&self, constraint: Constraint) -> Vec<Lit> {
        let candidates = constraint.candidates(self.rules()).into_iter();
        let lits = candidates.map(|candidate| encode::var(candidate, self.size()).positive());
        lits.collect()
    }
}

/// Returns the sorted clauses of an encoding, family by family, and the families, each with the
/// places of its clauses.
pub(super) fn clauses_of(
    puzzle: &Puzzle,
    encoding: &Encoding,
    layout: Layout,
) -> (Vec<Vec<Lit>>, Families) {
    let mut cnf = Cnf::new(puzzle.size().num_candidates());
    let Ok(()) = encode::formula(puzzle, encoding, layout, &mut cnf);
    let clauses: Vec<Vec<Lit>> = cnf.clauses().map(sorted).collect();
    let mut families = Vec::new();
    let mut start = 0;
    for size in encode::family_sizes(puzzle, encoding, layout) {
        let end = (start + size.clauses as usize).min(clauses.len());
        families.push((size.family, start..end));
        start = end;
    }
    (clauses, families)
}

/// Returns the clause with its literals in ascending order, each once.
pub fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut lits = clause.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// Returns `true` if the sorted clause has a literal and its negation.
pub fn is_tautology(sorted: &[Lit]) -> bool {
    sorted.windows(2).any(|pair| pair[0] == !pair[1])
}
