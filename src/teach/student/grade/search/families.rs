//! Mistakes in all clauses of a family: signs, lost literals, indices, ends of loops, and whole
//! families that are missing.

use super::{Search, candidate, ends, indices};
use crate::encode::{self, Family};
use crate::formula::Lit;
use crate::teach::student::grade::cause::{Instead, Kind};
use crate::teach::student::grade::judge::clues as clue_lits;
use crate::teach::student::grade::numbering::NAMES;
use crate::teach::student::grade::reference::sorted;
use crate::teach::student::grade::work::Repair;
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

impl Search<'_> {
    /// Literals with the wrong sign in whole families.
    pub(super) fn signs(&mut self) {
        let mut repair = Repair::default();
        let mut wrong = Vec::new();
        for family in self.all_families() {
            let own = self.reference().own(family);
            let is_found =
                |clause: &&&Vec<Lit>| !self.work.has(clause) && self.work.has(&negated(clause));
            let found = own.iter().filter(is_found).count();
            let has_right = own.iter().any(|clause| self.work.has(clause));
            if found < 2 || found * 2 < own.len() || has_right {
                continue;
            }
            wrong.push(family);
            for clause in self.reference().of(family) {
                // Another family may have the clause; its negation is wrong all the same.
                let negated = negated(clause);
                if self.reference().place(&negated).is_none() && self.work.has(&negated) {
                    repair.remove.extend(self.work.places(&negated));
                    repair.add.push(clause.clone());
                }
            }
        }
        let clues: Vec<Lit> = self
            .reference()
            .puzzle
            .clues()
            .map(|c| self.lit(c))
            .collect();
        let denied = |clue: &Lit| self.work.has(&[!*clue]) && !self.work.has(&[*clue]);
        let clues_are_wrong = !clues.is_empty() && clues.iter().all(denied);
        if clues_are_wrong {
            for clue in clues {
                repair.remove.extend(self.work.places(&[!clue]));
                repair.add.push(vec![clue]);
            }
        }
        if clues_are_wrong || !wrong.is_empty() {
            repair.remove.sort_unstable();
            repair.remove.dedup();
            self.add(Kind::Signs(wrong, clues_are_wrong), repair);
        }
    }

    /// Pairs of which one literal has the wrong sign, in a whole family.
    pub(super) fn one_sign(&mut self) {
        for family in self.all_families() {
            if !family.is_at_most_one() {
                continue;
            }
            let half = |clause: &[Lit]| -> Vec<usize> {
                let [a, b] = clause[..] else {
                    return Vec::new();
                };
                let halves = [sorted(&[!a, b]), sorted(&[a, !b])];
                let places = halves.iter().flat_map(|half| self.work.places(half));
                places.collect()
            };
            let own = self.reference().own(family);
            let is_found = |clause: &&&Vec<Lit>| !self.work.has(clause) && !half(clause).is_empty();
            let found = own.iter().filter(is_found).count();
            let has_right = own.iter().any(|clause| self.work.has(clause));
            if found < 2 || found * 2 < own.len() || has_right {
                continue;
            }
            let mut repair = Repair::default();
            for clause in self.reference().of(family) {
                let places = half(clause);
                if !places.is_empty() {
                    repair.remove.extend(places);
                    repair.add.push(clause.clone());
                }
            }
            repair.remove.sort_unstable();
            repair.remove.dedup();
            self.add(Kind::OneSign(family, repair.remove[0]), repair);
        }
    }

    /// Searches for clauses that exclude a candidate with itself.
    pub(super) fn pairs_with_themselves(&mut self) {
        let with_itself = |clause: &[Lit]| {
            clause.len() > 1 && clause[0].is_negative() && clause.iter().all_equal()
        };
        let clauses = self.work.clauses.iter();
        let found = clauses.filter(|(_, clause)| with_itself(clause));
        let mut remove: Vec<usize> = found.filter_map(|(place, _)| *place).collect();
        if remove.is_empty() {
            // Some programs drop a repeated literal.
            let denied = self
                .work
                .units()
                .into_iter()
                .filter(|(_, lit)| lit.is_negative());
            let denied: Vec<(usize, Lit)> = denied.collect();
            let different = denied.iter().map(|(_, lit)| lit).unique().count();
            let is_complete = |family: &Family| {
                family.is_at_most_one()
                    && self.work.states(*family)
                    && self.work.missing(*family).is_empty()
            };
            let is_all = different == self.reference().size().num_candidates();
            if is_all && self.all_families().iter().any(is_complete) {
                remove = denied.into_iter().map(|(place, _)| place).collect();
            }
        }
        if let Some(&first) = remove.first() {
            let add = Vec::new();
            self.add(Kind::PairWithItself(first), Repair { remove, add });
        }
    }

    /// Families whose literals are clauses of their own.
    pub(super) fn split(&mut self) {
        let clues: FxHashSet<Lit> = clue_lits(self.reference()).collect();
        let size = self.reference().size();
        for sign in [true, false] {
            let units = self.work.units().into_iter();
            let units: Vec<(usize, Lit)> = units
                .filter(|(_, lit)| lit.is_positive() == sign && !clues.contains(lit))
                .collect();
            let clues = clues.iter().filter(|lit| lit.is_positive() == sign).count();
            let different = units.iter().map(|(_, lit)| lit).unique().count();
            if different + clues < size.num_candidates() {
                continue;
            }
            let families = self.lacking().into_iter();
            let families: Vec<Family> = families
                .filter(|family| family.is_at_most_one() != sign)
                .collect();
            let Some(&(first, _)) = units.first() else {
                continue;
            };
            let clauses = families
                .iter()
                .flat_map(|&family| self.reference().of(family));
            let repair = Repair {
                remove: units.iter().map(|(place, _)| *place).collect(),
                add: clauses.cloned().collect(),
            };
            if !families.is_empty() {
                self.add(Kind::Split(families, first), repair);
            }
        }
    }

    /// At-least-ones that lack the literals at an end of a loop.
    pub(super) fn short_clauses(&mut self) {
        for (index, end) in ends() {
            let mut families = Vec::new();
            let mut repair = Repair::default();
            for family in self.all_families() {
                if family.is_at_most_one() {
                    continue;
                }
                let missing = self.work.missing(family);
                let shorter = |clause: &Vec<Lit>| {
                    let kept = clause
                        .iter()
                        .filter(|&&lit| !self.is_at(family, lit, index, end));
                    let kept: Vec<Lit> = kept.copied().collect();
                    (!kept.is_empty() && kept.len() < clause.len()).then_some(kept)
                };
                let short: Vec<(Vec<Lit>, Vec<Lit>)> = missing
                    .into_iter()
                    .filter_map(|clause| Some((clause.clone(), shorter(clause)?)))
                    .filter(|(_, short)| self.work.has(short))
                    .collect();
                let own = self.reference().own(family);
                let is_whole = |clause: &&Vec<Lit>| self.work.has(clause);
                let has_whole = own
                    .iter()
                    .any(|own| is_whole(own) && shorter(own).is_some());
                if short.len() < 2 || short.len() * 2 < own.len() || has_whole {
                    continue;
                }
                families.push(family);
                for (clause, short) in short {
                    repair.remove.extend(self.work.places(&short));
                    repair.add.push(clause);
                }
            }
            if !families.is_empty() {
                self.add(Kind::ShortClauses(families, index, end), repair);
            }
        }
    }

    /// Families that are written with other indices than the rest.
    pub(super) fn orders(&mut self) {
        for family in self.lacking() {
            let of_family = self.reference().of(family);
            let orders = [0, 1, 2].into_iter().permutations(3).skip(1);
            for order in orders {
                let order = [order[0], order[1], order[2]];
                let images = of_family.iter().map(|clause| {
                    let lits = clause.iter().map(|&lit| self.reordered(lit, order));
                    let lits: Option<Vec<Lit>> = lits.collect();
                    lits.map(|lits| sorted(&lits))
                });
                let Some(images) = images.collect::<Option<Vec<Vec<Lit>>>>() else {
                    continue;
                };
                // A family that another one is mapped to is no evidence.
                let is_strange = |image: &&Vec<Lit>| self.reference().place(image).is_none();
                if images.iter().any(|image| !self.work.has(image))
                    || images.iter().filter(is_strange).count() * 2 < images.len()
                {
                    continue;
                }
                let strange = images.iter().filter(is_strange);
                let repair = Repair {
                    remove: strange.flat_map(|image| self.work.places(image)).collect(),
                    add: of_family.to_vec(),
                };
                let names = order.map(|place| NAMES[place]);
                self.add(Kind::Order(family, names), repair);
                break;
            }
        }
    }

    /// Returns the literal with its indices exchanged, if the sizes allow it.
    fn reordered(&self, lit: Lit, order: [usize; 3]) -> Option<Lit> {
        let size = self.reference().size();
        let from = indices(self.work.candidate(lit)?);
        let candidate = candidate([from[order[0]], from[order[1]], from[order[2]]], size)?;
        Some(encode::var(candidate, size).lit(lit.is_positive()))
    }

    /// Families that lack the clauses at an end of a loop.
    pub(super) fn loops(&mut self) {
        let stated = self.all_families().into_iter();
        let stated: Vec<Family> = stated.filter(|&family| self.work.states(family)).collect();
        for (index, end) in ends() {
            let mut families = Vec::new();
            let mut repair = Repair::default();
            for &family in &stated {
                let missing = self.work.missing(family);
                if missing.len() < 2 {
                    continue;
                }
                let all = |clause: &Vec<Lit>| {
                    clause
                        .iter()
                        .all(|&lit| self.is_at(family, lit, index, end))
                };
                let some = |clause: &Vec<Lit>| {
                    clause
                        .iter()
                        .any(|&lit| self.is_at(family, lit, index, end))
                };
                let own = self.reference().own(family);
                let is_all = missing.iter().all(|c| all(c))
                    && own.iter().all(|c| !all(c) || !self.work.says(c));
                let is_some = family.is_at_most_one()
                    && missing.iter().all(|c| some(c))
                    && own.iter().all(|c| !some(c) || !self.work.says(c));
                if is_all || is_some {
                    families.push(family);
                    repair.add.extend(missing.into_iter().cloned());
                }
            }
            if !families.is_empty() {
                self.add(Kind::Loop(families, index, end), repair);
            }
        }
    }

    /// Families that are missing as a whole.
    pub(super) fn families(&mut self) {
        for family in self.lacking() {
            let twice = self.all_families().into_iter().find(|&other| {
                let clauses = self.reference().of(other);
                other.is_at_most_one() == family.is_at_most_one()
                    && !clauses.is_empty()
                    && clauses.iter().all(|clause| self.work.count(clause) > 1)
            });
            let add: Vec<Vec<Lit>> = self.work.missing(family).into_iter().cloned().collect();
            let remove = Vec::new();
            let is_begun = self
                .reference()
                .own(family)
                .iter()
                .any(|c| self.work.says(c));
            let kind = match (is_begun, add.first()) {
                (true, Some(first)) => Kind::Missing(family, add.len(), first.clone()),
                _ => Kind::Family(
                    family,
                    match twice {
                        Some(other) => Some(Instead::Twice(other)),
                        None => self.perhaps(family),
                    },
                ),
            };
            self.add(kind, Repair { remove, add });
        }
    }
}

impl Search<'_> {
    /// Returns the student's clauses that state no rule, have the signs of a missing family
    /// and may be meant for it. Clauses of a working auxiliary variable are not among them:
    /// such a variable occurs with both signs.
    fn perhaps(&self, family: Family) -> Option<Instead> {
        let side = self.reference().size().side();
        let clauses = self.work.clauses.iter();
        let lits: FxHashSet<Lit> = clauses
            .clone()
            .flat_map(|(_, clause)| clause)
            .copied()
            .collect();
        let states_nothing = |clause: &[Lit]| {
            let is_like = match family.is_at_most_one() {
                true => clause.len() > 1 && clause.iter().all(|lit| lit.is_negative()),
                false => clause.len() == side && clause.iter().all(|lit| lit.is_positive()),
            };
            let is_idle = |lit: &Lit| self.work.candidate(*lit).is_some() || !lits.contains(&!*lit);
            is_like && self.reference().place(clause).is_none() && clause.iter().all(is_idle)
        };
        let places = clauses.filter_map(|(place, clause)| {
            let place = (*place)?;
            states_nothing(&sorted(clause)).then_some(place)
        });
        let places: Vec<usize> = places.collect();
        let first = places.iter().min()?;
        Some(Instead::Strange(places.len(), *first))
    }
}

fn negated(clause: &[Lit]) -> Vec<Lit> {
    let lits: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    sorted(&lits)
}
