//! The search for the causes of a wrong formula.
//!
//! Each kind of mistake is looked for in the differences between the formula and the
//! rules, the one that changes most first; its repair is made before the next is looked
//! for. Whether the repairs together make the formula right is the caller's question.

use super::cause::{Cause, Change, Clues, End, Index, Kind, Shape};
use super::judge::clues as clue_lits;
use super::reference::{Reference, sorted};
use super::work::{Repair, Work};
use crate::budget::Budget;
use crate::encode::{self, Encoding, Family};
use crate::formula::Lit;
use crate::sudoku::rules::Regions;
use crate::sudoku::{Candidate, Cell, Digit, HouseKind, Size};
use itertools::Itertools as _;
use rustc_hash::FxHashSet;

/// Largest number of single clauses that are named one by one. Chosen by hand: more are
/// no slips of the pen.
const SLIPS: usize = 6;

/// The names of the indices, in the order of [`indices`].
const NAMES: [&str; 3] = ["row", "column", "value"];

/// Looks for causes. The repairs of all of them together state at least the families of
/// the encoding that the formula is closest to, and the clues.
///
/// If the budget is exhausted the list ends early.
pub fn causes(work: &Work, budget: &Budget) -> Vec<Cause> {
    let mut search = Search {
        budget,
        work: work.clone(),
        causes: Vec::new(),
    };
    search.signs();
    search.one_sign();
    search.pairs_with_themselves();
    search.clues_in_one_clause();
    search.split();
    search.short_clauses();
    search.houses();
    search.orders();
    search.loops();
    search.slips();
    search.families();
    search.clues();
    search.causes
}

struct Search<'a> {
    budget: &'a Budget,
    /// The formula after the repairs of `causes`.
    work: Work<'a>,
    causes: Vec<Cause>,
}

impl<'a> Search<'a> {
    fn reference(&self) -> &'a Reference<'a> {
        self.work.reference
    }

    fn add(&mut self, kind: Kind, repair: Repair) {
        if self.budget.exhausted(0).is_some() {
            return;
        }
        self.work = self.work.repaired([&repair]);
        self.causes.push(Cause { kind, repair });
    }

    fn all_families(&self) -> Vec<Family> {
        let families = self.reference().families.iter();
        families.map(|(family, _)| *family).collect()
    }

    /// Literals with the wrong sign in whole families.
    fn signs(&mut self) {
        let mut repair = Repair::default();
        let mut wrong = Vec::new();
        for family in self.all_families() {
            let own = self.reference().own(family);
            let is_found =
                |clause: &&&Vec<Lit>| !self.work.has(clause) && self.work.has(&negated(clause));
            let found = own.iter().filter(is_found).count();
            if found < 2 || found * 2 < own.len() {
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
    fn one_sign(&mut self) {
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
            if found < 2 || found * 2 < own.len() {
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
    fn pairs_with_themselves(&mut self) {
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

    /// Searches for a clause that contains all clues.
    fn clues_in_one_clause(&mut self) {
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

    /// Families whose literals are clauses of their own.
    fn split(&mut self) {
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
    fn short_clauses(&mut self) {
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
                if short.len() < 2 || short.len() * 2 < self.reference().own(family).len() {
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
    fn orders(&mut self) {
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

    /// Families of houses that are about other sets of cells.
    fn houses(&mut self) {
        let size = self.reference().size();
        let strange = self.work.strange();
        let sets = strange.iter().filter(|(_, clause)| !clause.is_empty());
        let sets = sets.filter_map(|(place, clause)| {
            let all: Option<Vec<Candidate>> =
                clause.iter().map(|&lit| self.work.candidate(lit)).collect();
            let all = all?;
            let is_set = all.iter().map(|candidate| candidate.digit).all_equal()
                && match clause[0].is_positive() {
                    true => clause.iter().all(|lit| lit.is_positive()) && clause.len() > 2,
                    false => clause.iter().all(|lit| lit.is_negative()) && clause.len() == 2,
                };
            is_set.then(|| {
                let cells: Vec<Cell> = all.iter().map(|candidate| candidate.cell).collect();
                (*place, clause[0].is_positive(), cells)
            })
        });
        let sets: Vec<(usize, bool, Vec<Cell>)> = sets.collect();
        for is_at_least in [true, false] {
            let of_kind = sets
                .iter()
                .filter(|(_, positive, _)| *positive == is_at_least);
            let of_kind: Vec<_> = of_kind.collect();
            if of_kind.len() < size.side() {
                continue;
            }
            let cells: Vec<&Vec<Cell>> = of_kind.iter().map(|(_, _, cells)| cells).collect();
            let first = of_kind[0].0;
            if is_at_least && self.is_sliding(&cells) {
                let family = Family::AtLeastOne(HouseKind::Box);
                let repair = Repair {
                    remove: of_kind.iter().map(|(place, ..)| *place).collect(),
                    add: self.work.missing(family).into_iter().cloned().collect(),
                };
                let kind = Kind::Houses(HouseKind::Box, Shape::Sliding, first);
                self.add(kind, repair);
                continue;
            }
            // The houses of one kind must be those that are missing.
            let lacks = |family: &Family| {
                let missing = self.work.missing(*family).len();
                match *family {
                    Family::AtLeastOne(_) => is_at_least && missing > 1,
                    Family::AtMostOne(_) => {
                        let own = self.reference().own(*family).len();
                        !is_at_least && missing > 1 && missing <= own
                    }
                    _ => false,
                }
            };
            let mut families: Vec<Family> = self.all_families();
            families.retain(lacks);
            let is_box = |family: &&Family| {
                matches!(
                    family,
                    Family::AtLeastOne(HouseKind::Box | HouseKind::Region)
                        | Family::AtMostOne(HouseKind::Box | HouseKind::Region)
                )
            };
            let family = families.iter().find(is_box).or(families.first());
            let Some(&family) = family else {
                continue;
            };
            let (Family::AtLeastOne(kind) | Family::AtMostOne(kind)) = family else {
                continue;
            };
            let shape = self.shape(kind, &cells);
            let repair = Repair {
                remove: of_kind.iter().map(|(place, ..)| *place).collect(),
                add: self.work.missing(family).into_iter().cloned().collect(),
            };
            self.add(Kind::Houses(kind, shape, first), repair);
        }
    }

    /// Returns `true` if the sets are all rectangles of a box's height and width that are
    /// no boxes.
    fn is_sliding(&self, sets: &[&Vec<Cell>]) -> bool {
        let rules = self.reference().rules();
        let Regions::Boxes { rows, cols } = rules.spec().regions else {
            return false;
        };
        let corners = sets.iter().map(|set| {
            let row = set.iter().map(|cell| cell.row()).min()?;
            let col = set.iter().map(|cell| cell.col()).min()?;
            let is_inside = |cell: &Cell| cell.row() < row + rows && cell.col() < col + cols;
            let is_whole = set.iter().unique().count() == rows * cols;
            (is_whole && set.iter().all(is_inside)).then_some((row, col))
        });
        let Some(corners) = corners.collect::<Option<FxHashSet<(usize, usize)>>>() else {
            return false;
        };
        let side = rules.size().side();
        corners.len() == (side - rows + 1) * (side - cols + 1) - side
    }

    /// Recognizes the way in which boxes are wrong. Each of the sets must lie in one of
    /// the wrong boxes.
    fn shape(&self, kind: HouseKind, sets: &[&Vec<Cell>]) -> Shape {
        let rules = self.reference().rules();
        let Regions::Boxes { rows, cols } = rules.spec().regions else {
            return Shape::Other;
        };
        if kind != HouseKind::Box {
            return Shape::Other;
        }
        let side = rules.size().side();
        let boxes = |rows: usize, cols: usize, row_step: usize, col_step: usize| {
            let across = side / cols;
            let corner =
                move |number: usize| (number / across * row_step, number % across * col_step);
            let of = move |number: usize| {
                let (row, col) = corner(number);
                let places = (row..row + rows).cartesian_product(col..col + cols);
                places.collect::<FxHashSet<(usize, usize)>>()
            };
            (0..side).map(of).collect::<Vec<_>>()
        };
        let fits = |boxes: Vec<FxHashSet<(usize, usize)>>| {
            let inside = |set: &&Vec<Cell>| {
                let has_all = |one: &FxHashSet<(usize, usize)>| {
                    set.iter()
                        .all(|cell| one.contains(&(cell.row(), cell.col())))
                };
                boxes.iter().any(has_all)
            };
            sets.iter().all(inside)
        };
        if rows != cols && fits(boxes(cols, rows, cols, rows)) {
            Shape::Turned
        } else if fits(boxes(rows, cols, 1, 1)) {
            Shape::Corner
        } else {
            Shape::Other
        }
    }

    /// Families that lack the clauses at an end of a loop.
    fn loops(&mut self) {
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

    /// Searches for single clauses with a wrong literal, and for single clauses that
    /// are missing.
    fn slips(&mut self) {
        for family in self.all_families() {
            if !self.work.states(family) {
                continue;
            }
            let missing: Vec<Vec<Lit>> = self.work.missing(family).into_iter().cloned().collect();
            let is_slip = missing.len() <= SLIPS;
            let mut left = Vec::new();
            for clause in missing {
                match if is_slip { self.slip(&clause) } else { None } {
                    None => left.push(clause),
                    Some((place, change)) => {
                        let repair = Repair {
                            remove: vec![place],
                            add: vec![clause.clone()],
                        };
                        self.add(Kind::Literal(place, change, clause), repair);
                    }
                }
            }
            if let Some(first) = left.first() {
                let kind = Kind::Missing(family, left.len(), first.clone());
                let remove = Vec::new();
                self.add(kind, Repair { remove, add: left });
            }
        }
    }

    /// Looks for the clause that a slip made of this one.
    fn slip(&self, clause: &[Lit]) -> Option<(usize, Change)> {
        let denied = self.work.units().into_iter();
        let clues: FxHashSet<Lit> = clue_lits(self.reference()).collect();
        let units = denied.filter(|(_, lit)| !clues.contains(lit));
        let units = units.map(|(place, lit)| (place, vec![lit]));
        let others = self.work.strange().into_iter().chain(units);
        let changes = others.filter_map(|(place, other)| {
            let is_in = |lits: &[Lit], lit: &Lit| lits.binary_search(lit).is_ok();
            let extra: Vec<Lit> = other
                .iter()
                .copied()
                .filter(|l| !is_in(clause, l))
                .collect();
            let lost: Vec<Lit> = clause
                .iter()
                .copied()
                .filter(|l| !is_in(&other, l))
                .collect();
            let change = match (&extra[..], &lost[..]) {
                (&[], &[lost]) => Change::Missing(lost),
                (&[extra], &[]) => Change::Surplus(extra),
                (&[extra], &[lost]) if extra == !lost => Change::Sign(extra),
                (&[extra], &[lost]) => Change::Instead(extra, lost),
                _ => return None,
            };
            Some((place, change))
        });
        // A sign is the smallest slip, and another literal the largest.
        changes.min_by_key(|(_, change)| match change {
            Change::Sign(_) => 0,
            Change::Missing(_) | Change::Surplus(_) => 1,
            Change::Instead(..) => 2,
        })
    }

    /// Returns the families that are missing: those of the encoding with the fewest of
    /// them.
    fn lacking(&self) -> Vec<Family> {
        let rules = self.reference().rules();
        let encodings = [Encoding::LECTURE, Encoding::MINIMAL, Encoding::EXTENDED];
        let fit = encodings.iter().filter(|one| one.expresses(rules).is_ok());
        let lacking = fit.map(|encoding| {
            let mut families = encoding.families(rules);
            families.retain(|&family| !self.work.states(family));
            families
        });
        lacking.min_by_key(Vec::len).unwrap_or_default()
    }

    /// Families that are missing as a whole.
    fn families(&mut self) {
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
                _ => Kind::Family(family, twice),
            };
            self.add(kind, Repair { remove, add });
        }
    }

    fn lit(&self, candidate: Candidate) -> Lit {
        encode::var(candidate, self.reference().size()).positive()
    }

    /// Returns `true` if the literal's candidate is at this end of the index.
    fn is_at(&self, family: Family, lit: Lit, index: Index, end: End) -> bool {
        let Some(candidate) = self.work.candidate(lit) else {
            return false;
        };
        let rules = self.reference().rules();
        let last = rules.size().side() - 1;
        let kind = match family {
            Family::AtLeastOne(kind) | Family::AtMostOne(kind) => Some(kind),
            _ => None,
        };
        let house = kind.and_then(|kind| {
            let houses = rules.houses_of(candidate.cell).iter();
            let houses = houses.map(|&house| house as usize);
            let mut of_kind = houses.filter(|house| rules.houses_of_kind(kind).contains(house));
            of_kind.next()
        });
        let (value, last) = match (index, house) {
            (Index::Row, _) => (candidate.cell.row(), last),
            (Index::Col, _) => (candidate.cell.col(), last),
            (Index::Digit, _) => (candidate.digit.index(), last),
            (_, None) => return false,
            (Index::House, Some(house)) => {
                let kind = rules.houses()[house].kind();
                let number = rules.houses()[house].number();
                (number, rules.houses_of_kind(kind).len() - 1)
            }
            (Index::Place, Some(house)) => {
                let cells = rules.cells(house);
                let place = cells.iter().position(|&cell| cell == candidate.cell);
                (place.unwrap_or(0), cells.len() - 1)
            }
        };
        match end {
            End::First => value == 0,
            End::Last => value == last,
        }
    }

    /// Mistakes in the clues.
    fn clues(&mut self) {
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
        if stated.is_empty() {
            self.add(Kind::Clues(Clues::None), whole);
        } else if let Some(kind) = self.transformed(&clues, &held, &missing) {
            self.add(Kind::Clues(kind), whole);
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
        for by in [1, -1] {
            let image = |clue: Candidate| {
                let index = clue.index(size).checked_add_signed(by)?;
                (index < size.num_candidates()).then(|| size.candidate(index))
            };
            if is_image(&image) {
                return Some(Clues::Number(by as i64));
            }
        }
        let puzzle = self.reference().puzzle;
        let blanks = size.cells().filter(|&cell| puzzle.clue(cell).is_none());
        let with_blanks: FxHashSet<Candidate> = blanks
            .filter_map(|cell| {
                let first = Candidate::new(cell, Digit::from_index(0));
                Some(size.candidate(first.index(size).checked_sub(1)?))
            })
            .chain(clues.iter().copied())
            .collect();
        if with_blanks == *held {
            return Some(Clues::Blanks);
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

/// Returns the indices and ends of loops, in the order in which they are tried.
fn ends() -> impl Iterator<Item = (Index, End)> {
    let indices = [
        Index::Row,
        Index::Col,
        Index::Digit,
        Index::House,
        Index::Place,
    ];
    let ends = [End::Last, End::First].into_iter();
    ends.flat_map(move |end| indices.into_iter().map(move |index| (index, end)))
}

fn indices(candidate: Candidate) -> [usize; 3] {
    let Candidate { cell, digit } = candidate;
    [cell.row(), cell.col(), digit.index()]
}

/// Returns the candidate with these indices, if they are in the grid.
fn candidate([row, col, digit]: [usize; 3], size: Size) -> Option<Candidate> {
    let is_inside = row < size.side() && col < size.side() && digit < size.side();
    is_inside.then(|| Candidate::new(Cell::new(row, col), Digit::from_index(digit)))
}

fn negated(clause: &[Lit]) -> Vec<Lit> {
    let lits: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    sorted(&lits)
}
