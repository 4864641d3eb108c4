//! Mistakes in the clues.

use super::{Search, candidate, ends, indices};
use crate::encode::Family;
use crate::formula::Lit;
use crate::sudoku::{Candidate, Cell, Digit};
use crate::teach::student::grade::cause::{Clues, Index, Kind};
use crate::teach::student::grade::judge::clues as clue_lits;
use crate::teach::student::grade::numbering::NAMES;
use crate::teach::student::grade::reference::sorted;
use crate::teach::student::grade::scheme::{Scheme, bases, colliding};
use crate::teach::student::grade::work::Repair;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// Least number of missing clues for which a numbering of their own is looked for. Chosen by hand:
/// fewer clues fit some numbering by chance.
const RENUMBERED: usize = 3;

impl Search<'_> {
    /// Searches for a clause that contains all clues.
    pub(super) fn clues_in_one_clause(&mut self) {
        let clues: Vec<Lit> = clue_lits(self.reference()).collect();
        let together = sorted(&clues);
        if clues.len() < 2 || clues.iter().any(|&clue| self.work.has(&[clue])) {
            return;
        }
        let remove: Vec<usize> = self.work.places(&together).collect();
        if let Some(&place) = remove.first() {
            let add = clues.into_iter().map(|clue| vec![clue]).collect();
            self.add(Kind::Clues(Clues::OneClause(place)), Repair { remove, add });
        }
    }

    /// Looks for mistakes in the clues.
    pub(super) fn clues(&mut self) {
        let puzzle = self.reference().puzzle;
        let clues: Vec<Candidate> = puzzle.clues().collect();
        let units = self.work.units();
        let stated = units.iter().filter(|(_, lit)| lit.is_positive());
        let stated: Vec<(usize, Candidate)> = stated
            .filter_map(|&(place, lit)| Some((place, self.work.candidate(lit)?)))
            .collect();
        let held: FxHashSet<Candidate> = stated.iter().map(|(_, candidate)| *candidate).collect();
        // Repairs may have added clues already.
        let is_held = |clue: &Candidate| self.work.has(&[self.lit(*clue)]);
        let missing: Vec<Candidate> = clues
            .iter()
            .copied()
            .filter(|clue| !is_held(clue))
            .collect();
        let is_clue = |candidate: &Candidate| clues.contains(candidate);
        let mut surplus = stated.clone();
        surplus.retain(|(_, candidate)| !is_clue(candidate));
        let lits = |candidates: &[Candidate]| -> Vec<Vec<Lit>> {
            candidates.iter().map(|&one| vec![self.lit(one)]).collect()
        };
        let whole = Repair {
            remove: surplus.iter().map(|(place, _)| *place).collect(),
            add: lits(&missing),
        };
        if missing.is_empty() && surplus.is_empty() {
            return self.denied();
        }
        let numbered = (missing.len() >= RENUMBERED).then(|| self.renumbered(&clues));
        if let Some(kind) = self.transformed(&clues, &held, &missing) {
            self.add(Kind::Clues(kind), whole);
        } else if let Some((kind, units)) = numbered.flatten() {
            let remove = units.into_iter().chain(whole.remove).unique().collect();
            self.add(Kind::Clues(kind), Repair { remove, ..whole });
        } else if stated.is_empty() {
            self.add(Kind::Clues(Clues::None), whole);
        } else {
            for clue in missing {
                let in_cell = surplus
                    .iter()
                    .position(|(_, other)| other.cell == clue.cell);
                let (kind, remove) = match in_cell.map(|place| surplus.remove(place)) {
                    None => (Clues::Missing(clue), Vec::new()),
                    Some((place, other)) => (Clues::Wrong(other, clue), vec![place]),
                };
                let add = vec![vec![self.lit(clue)]];
                self.add(Kind::Clues(kind), Repair { remove, add });
            }
            for (place, candidate) in surplus {
                let repair = Repair {
                    remove: vec![place],
                    add: Vec::new(),
                };
                self.add(Kind::Clues(Clues::Surplus(candidate)), repair);
            }
        }
        self.denied();
    }

    /// Clues that are denied.
    fn denied(&mut self) {
        let clues: FxHashSet<Lit> = clue_lits(self.reference()).collect();
        let denied = self.work.units().into_iter();
        let denied = denied.filter(|(_, lit)| clues.contains(&!*lit));
        for (place, lit) in denied.collect::<Vec<_>>() {
            if let Some(candidate) = self.work.candidate(lit) {
                let repair = Repair {
                    remove: vec![place],
                    add: Vec::new(),
                };
                self.add(Kind::Clues(Clues::Denied(candidate)), repair);
            }
        }
    }

    /// Recognizes clues that are numbered otherwise than the rules, and returns the places of those
    /// that are in no clue's place.
    fn renumbered(&self, clues: &[Candidate]) -> Option<(Clues, Vec<usize>)> {
        let (written, scheme) = self.work.written;
        let clauses = self.work.clauses.iter().filter_map(|(place, _)| *place);
        let units = clauses.filter_map(|place| match written[place][..] {
            [lit] if lit.is_positive() => Some((i64::from(lit.to_dimacs()), place)),
            _ => None,
        });
        let units: Vec<(i64, usize)> = units.sorted().collect();
        let stated: Vec<i64> = units.iter().map(|unit| unit.0).dedup().collect();
        let own: FxHashSet<i64> = clues.iter().map(|&clue| scheme.number(clue)).collect();
        let fitting = |other: Scheme| {
            let numbers = clues.iter().map(|&clue| other.number(clue));
            let numbers: Vec<i64> = numbers.sorted().dedup().collect();
            let by = stated.first()? - numbers.first()?;
            let fits = numbers.len() * 2 > clues.len()
                && numbers
                    .iter()
                    .map(|number| number + by)
                    .eq(stated.iter().copied());
            fits.then_some((other, by))
        };
        let first = scheme.first;
        let with_factors = |factors: [i64; 3]| Scheme {
            factors,
            ..scheme.clone()
        };
        // Each place may hold any of the indices.
        let indices = [0..3, 0..3, 0..3].into_iter().multi_cartesian_product();
        let misplaced = indices.map(|indices| {
            let mut factors = [0; 3];
            for (place, index) in indices.into_iter().enumerate() {
                factors[index] += scheme.factors[place];
            }
            with_factors(factors)
        });
        let side = self.reference().size().side();
        let others = bases(side)
            .into_iter()
            .chain(colliding(side))
            .map(with_factors);
        let mut all = std::iter::once(scheme.clone())
            .chain(misplaced)
            .chain(others)
            .chain(scheme.reversals());
        let (mut other, by) = all.find_map(fitting)?;
        let places = units
            .into_iter()
            .filter(|(number, _)| !own.contains(number));
        let kind = match other == *scheme {
            true => Clues::Number(by),
            false => {
                other.first = first + by;
                Clues::Numbering(other)
            }
        };
        Some((kind, places.map(|(_, place)| place).collect()))
    }

    /// Recognizes a mistake that all clues share.
    fn transformed(
        &self,
        clues: &[Candidate],
        held: &FxHashSet<Candidate>,
        missing: &[Candidate],
    ) -> Option<Clues> {
        let size = self.reference().size();
        let is_image = |image: &dyn Fn(Candidate) -> Option<Candidate>| {
            let images: FxHashSet<Candidate> = clues.iter().filter_map(|&c| image(c)).collect();
            images.len() * 2 > clues.len() && images == *held
        };
        for order in [0, 1, 2].into_iter().permutations(3).skip(1) {
            let image = |clue: Candidate| {
                let from = indices(clue);
                candidate([from[order[0]], from[order[1]], from[order[2]]], size)
            };
            if is_image(&image) {
                return Some(match order[..] {
                    [1, 0, 2] => Clues::Transposed,
                    _ => Clues::Order([order[0], order[1], order[2]].map(|place| NAMES[place])),
                });
            }
        }
        for (place, index) in [Index::Row, Index::Col, Index::Digit]
            .into_iter()
            .enumerate()
        {
            for by in [1, -1] {
                let image = |clue: Candidate| {
                    let mut to = indices(clue);
                    to[place] = to[place].checked_add_signed(by)?;
                    candidate(to, size)
                };
                if is_image(&image) {
                    return Some(Clues::Shifted(index, by));
                }
            }
        }
        let puzzle = self.reference().puzzle;
        let blanks = size.cells().filter(|&cell| puzzle.clue(cell).is_none());
        // The first cell has no candidate before it.
        let before = |cell| {
            let first = Candidate::new(cell, Digit::from_index(0));
            Some((cell, size.candidate(first.index(size).checked_sub(1)?)))
        };
        let before: Vec<(Cell, Candidate)> = blanks.filter_map(before).collect();
        let images = before.iter().map(|(_, candidate)| *candidate);
        let with_blanks: FxHashSet<Candidate> = images.chain(clues.iter().copied()).collect();
        if let (Some(&(cell, other)), true) = (before.first(), with_blanks == *held) {
            return Some(Clues::Blanks(cell, other));
        }
        if missing.len() < 2
            || missing.len() == clues.len()
            || held.len() + missing.len() != clues.len()
        {
            return None;
        }
        let found = ends().find(|&(index, end)| {
            let is_at = |clue: &Candidate| self.is_at(Family::Clues, self.lit(*clue), index, end);
            clues
                .iter()
                .all(|clue| is_at(clue) == missing.contains(clue))
        });
        found.map(|(index, end)| Clues::Loop(index, end))
    }
}
