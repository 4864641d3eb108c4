//! Recognition of the numbering of a formula's variables.
//!
//! A numbering gives row, column and value a factor each: r·row + c·column + v·value
//! and a first number. Any such numbering is as good as any other, so each plausible
//! one is tried, and that under which most clauses are about one cell, or about one
//! number in one house, is the student's. Signs are ignored: they may be wrong.

use super::cause::Kind;
use super::reference::Reference;
use crate::encode::{Constraint, Encoding, Family};
use crate::formula::{Lit, Var};
use crate::sudoku::{Candidate, Cell, Digit, Size};
use itertools::Itertools as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// A numbering of the candidates by factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Factors of row, column and value.
    pub factors: [i64; 3],
    /// Number of the candidate r1c1=1, or of the one in its place if counted from the
    /// other end.
    pub first: i64,
    /// Set for row, column and value if they are counted from the other end.
    pub reversed: [bool; 3],
    pub(super) side: usize,
}

impl Scheme {
    /// Returns the numbering of the lecture: 1 to N³, value fastest.
    pub fn usual(size: Size) -> Scheme {
        let side = size.side() as i64;
        Scheme {
            factors: [side * side, side, 1],
            first: 1,
            reversed: [false; 3],
            side: size.side(),
        }
    }

    /// Returns the candidate's number.
    pub fn number(&self, candidate: Candidate) -> i64 {
        let Candidate { cell, digit } = candidate;
        let indices = [cell.row(), cell.col(), digit.index()];
        let mut number = self.first;
        for (place, index) in indices.into_iter().enumerate() {
            let index = match self.reversed[place] {
                true => self.side - 1 - index,
                false => index,
            };
            number += self.factors[place] * index as i64;
        }
        number
    }

    /// Returns the candidate of each number, or `None` if two have the same or one has
    /// none.
    pub fn table(&self, size: Size) -> Option<Table> {
        let mut table = FxHashMap::default();
        for index in 0..size.num_candidates() {
            let candidate = size.candidate(index);
            let number = usize::try_from(self.number(candidate)).ok()?;
            if number == 0 || number > Var::LIMIT {
                return None;
            }
            if table.insert(Var::new(number - 1), candidate).is_some() {
                return None;
            }
        }
        Some(table)
    }

    /// Returns the numberings with the same factors, in any order, that count some indices
    /// from the other end.
    pub fn reversals(&self) -> impl Iterator<Item = Scheme> + use<> {
        let scheme = self.clone();
        let orders = scheme.factors.into_iter().permutations(3);
        let pairs = orders.cartesian_product(1..8);
        pairs.map(move |(factors, ends)| Scheme {
            factors: [factors[0], factors[1], factors[2]],
            reversed: [0, 1, 2].map(|place| ends >> place & 1 == 1),
            ..scheme.clone()
        })
    }

    /// Returns `true` if the other numbering has the same factors, in any order, and the
    /// same first number.
    pub fn is_reordered(&self, other: &Scheme) -> bool {
        let sorted = |scheme: &Scheme| scheme.factors.into_iter().sorted().collect::<Vec<i64>>();
        self.first == other.first
            && self.reversed == other.reversed
            && sorted(self) == sorted(other)
    }

    /// Renumbers clauses by this numbering.
    pub fn apply(&self, clauses: &[Vec<Lit>], size: Size) -> (Vec<Vec<Lit>>, usize) {
        renumbered(clauses, &self.table(size).unwrap_or_default(), size)
    }
}

/// The candidate of each variable that has one.
pub type Table = FxHashMap<Var, Candidate>;

/// Renumbers clauses: candidates as by [`crate::encode::var`], all other variables after
/// them. Returns the number of those too.
pub fn renumbered(clauses: &[Vec<Lit>], table: &Table, size: Size) -> (Vec<Vec<Lit>>, usize) {
    let mut others: FxHashMap<Var, Var> = FxHashMap::default();
    let mut renumber = |lit: &Lit| {
        let var = match table.get(&lit.var()) {
            Some(&candidate) => crate::encode::var(candidate, size),
            None => {
                let next = size.num_candidates() + others.len();
                *others.entry(lit.var()).or_insert(Var::new(next))
            }
        };
        var.lit(lit.is_positive())
    };
    let clauses = clauses.iter();
    let clauses: Vec<Vec<Lit>> = clauses
        .map(|clause| clause.iter().map(&mut renumber).collect())
        .collect();
    (clauses, others.len())
}

/// A numbering, and how well it fits.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The numbering.
    pub scheme: Scheme,
    /// Numberings with the indices in another order that fit as well.
    pub others: Vec<Scheme>,
    /// Share of the clauses that make sense, in thousandths.
    pub share: usize,
}

/// Number of clauses of each kind that numberings are tried on. Chosen by hand to bound
/// the time.
const SAMPLE: usize = 400;

/// Returns the numbering under which most clauses make sense. Among equals, that under
/// which the clues hold goes first, then that under which most families of an encoding are
/// there, then that under which most clues hold, and then the lecture's own.
pub fn recognize(clauses: &[Vec<Lit>], reference: &Reference) -> Fit {
    let size = reference.size();
    let side = size.side();
    let long: Vec<&Vec<Lit>> = clauses.iter().filter(|c| c.len() == side).collect();
    let pairs: Vec<&Vec<Lit>> = clauses.iter().filter(|c| c.len() == 2).collect();
    let sample: Vec<&Vec<Lit>> = [long, pairs]
        .into_iter()
        .flat_map(|kind| {
            let step = kind.len().div_ceil(SAMPLE).max(1);
            kind.into_iter().step_by(step)
        })
        .collect();
    let units = stated_units(clauses, reference);
    let mut found: Vec<(usize, bool, Scheme)> = Vec::new();
    for scheme in plausible(clauses, &reference.numbering, size) {
        let Some(table) = scheme.table(size) else {
            continue;
        };
        let sense = sample.iter().filter(|c| makes_sense(c, &table, reference));
        let clues = clues_hold(&scheme, &units, reference);
        found.push((sense.count(), clues, scheme));
    }
    let families = Families::new(clauses, reference);
    // The best of those with this score, or of those among them under which the clues hold.
    let best_of = |score: usize, with_clues: bool| {
        let equal = found
            .iter()
            .filter(|(other, clues, _)| *other == score && (*clues || !with_clues));
        let ranked = equal.map(|(_, _, scheme)| {
            let clues = held(scheme, &units, reference);
            let is_most = clues * 2 > reference.puzzle.num_clues();
            // Without any sense there is nothing to compare.
            let there = if score > 0 { families.there(scheme) } else { 0 };
            ((there, is_most), scheme.clone())
        });
        // The sort is stable: of equal ranks the lecture's own scheme comes first.
        let ranked: Vec<_> = ranked.sorted_by_key(|(rank, _)| Reverse(*rank)).collect();
        let best = ranked.first().map(|(rank, _)| *rank);
        let equal = ranked.into_iter().filter(|(rank, _)| Some(*rank) == best);
        equal.map(|(_, scheme)| scheme).collect::<Vec<Scheme>>()
    };
    let most = found.iter().map(|(score, ..)| *score).max().unwrap_or(0);
    let holding = found.iter().filter(|(_, clues, _)| *clues);
    let most_with_clues = holding.map(|(score, ..)| *score).max();
    let mut equal = best_of(most, false);
    let other = equal.first().unwrap_or(&reference.numbering).clone();
    // Clues that all fail are less likely than one wrong family, unless the numbering is
    // the usual one, or differs only in its first number.
    let is_usual = other == reference.numbering;
    let with_clues = most_with_clues.filter(|&score| {
        let of_clues = best_of(score, true);
        let factors = of_clues.first().map(|scheme| scheme.factors);
        let is_other = !is_usual && factors != Some(other.factors);
        score == most || is_other && score * 4 >= most * 3
    });
    if let Some(score) = with_clues {
        equal = best_of(score, true);
    }
    let score = with_clues.unwrap_or(most);
    let mut scheme = equal.first().cloned().unwrap_or(other);
    equal.retain(|other| score > 0 && *other != scheme && other.is_reordered(&scheme));
    if with_clues.is_none()
        && score > 0
        && let Some(turned) = reversed(&scheme, &sample, score, &units, reference)
    {
        scheme = turned;
        equal.clear();
    }
    Fit {
        scheme,
        others: equal,
        share: score * 1000 / sample.len().max(1),
    }
}

/// The clauses of a formula without their signs, in which families are looked up.
struct Families {
    /// The sorted numbers of each clause of several literals.
    written: FxHashSet<Vec<i64>>,
    /// The families of each encoding that is compared, each with some of its clauses.
    encodings: Vec<Vec<Vec<Vec<Candidate>>>>,
}

impl Families {
    fn new(clauses: &[Vec<Lit>], reference: &Reference) -> Families {
        let rules = reference.rules();
        let long = clauses.iter().filter(|clause| clause.len() > 1);
        let written = long.map(|clause| {
            let numbers = clause.iter().map(|lit| i64::from(lit.var().to_dimacs()));
            numbers.sorted().collect()
        });
        let encodings = [Encoding::LECTURE, Encoding::MINIMAL].into_iter();
        let fit = encodings.filter(|encoding| encoding.expresses(rules).is_ok());
        let sampled = |family: Family| {
            let own = reference.own(family);
            let step = own.len().div_ceil(SAMPLE).max(1);
            let clauses = own.into_iter().step_by(step);
            let candidates = clauses.map(|clause| {
                let candidates = clause.iter().filter_map(|&lit| reference.candidate(lit));
                candidates.collect()
            });
            candidates.collect()
        };
        let encodings = fit.map(|encoding| {
            let families = encoding.families(rules).into_iter();
            let families = families.filter(|&family| !reference.of(family).is_empty());
            families.map(sampled).collect()
        });
        Families {
            written: written.collect(),
            encodings: encodings.collect(),
        }
    }

    /// Returns the number of families that are there under a numbering, of the encoding with
    /// the most. A family is there if a quarter of its clauses is.
    fn there(&self, scheme: &Scheme) -> usize {
        let is_written = |clause: &&Vec<Candidate>| {
            let numbers = clause.iter().map(|&candidate| scheme.number(candidate));
            self.written
                .contains(&numbers.sorted().collect::<Vec<i64>>())
        };
        let is_there = |family: &&Vec<Vec<Candidate>>| {
            family.iter().filter(is_written).count() * 4 >= family.len()
        };
        let encodings = self.encodings.iter();
        let there = encodings.map(|families| families.iter().filter(is_there).count());
        there.max().unwrap_or(0)
    }
}

/// Returns the variables of the unit clauses that may be the clues.
pub fn stated_units(clauses: &[Vec<Lit>], reference: &Reference) -> FxHashSet<Var> {
    let units = clauses
        .iter()
        .filter(|clause| clause.len() == 1)
        .map(|clause| clause[0]);
    let (stated, denied): (Vec<Lit>, Vec<Lit>) = units.partition(|unit| unit.is_positive());
    // Negative unit clauses are clues with the wrong sign only if there are no more of them
    // than clues; otherwise they exclude other candidates.
    let units = match stated.is_empty() && denied.len() <= reference.puzzle.num_clues() {
        true => denied,
        false => stated,
    };
    units.into_iter().map(Lit::var).collect()
}

/// Returns `true` if there are clues, and at most one in eight has no unit clause. Fewer
/// would let a few clues fit another numbering by chance.
pub fn clues_hold(scheme: &Scheme, units: &FxHashSet<Var>, reference: &Reference) -> bool {
    let clues = reference.puzzle.num_clues();
    clues > 0 && (clues - held(scheme, units, reference)) * 8 <= clues
}

/// Returns the number of clues that have a unit clause.
fn held(scheme: &Scheme, units: &FxHashSet<Var>, reference: &Reference) -> usize {
    let is_held = |clue: &Candidate| {
        let number = usize::try_from(scheme.number(*clue)).unwrap_or(0);
        number > 0 && units.contains(&Var::new(number - 1))
    };
    reference.puzzle.clues().filter(is_held).count()
}

/// Looks for the numbering that counts some indices from the other end, such that all
/// clauses make as much sense as before, and the clues hold.
fn reversed(
    scheme: &Scheme,
    sample: &[&Vec<Lit>],
    score: usize,
    units: &FxHashSet<Var>,
    reference: &Reference,
) -> Option<Scheme> {
    let is_as_good = |scheme: &Scheme| {
        let Some(table) = scheme.table(reference.size()) else {
            return false;
        };
        let sense = sample.iter().filter(|c| makes_sense(c, &table, reference));
        clues_hold(scheme, units, reference) && sense.count() == score
    };
    scheme.reversals().find(is_as_good)
}

/// Returns `true` if the clause is about two candidates that the rules forbid together,
/// or about one cell or one number in one house.
fn makes_sense(clause: &[Lit], table: &Table, reference: &Reference) -> bool {
    let candidates: Option<Vec<Candidate>> = clause
        .iter()
        .map(|lit| table.get(&lit.var()).copied())
        .collect();
    let Some(candidates) = candidates else {
        return false;
    };
    match candidates[..] {
        [a, b] => reference.clash(a, b),
        [first, second, ..] if first.cell == second.cell => {
            candidates.iter().all(|other| other.cell == first.cell)
        }
        [first, ..] => {
            let houses = reference.rules().houses_of(first.cell).iter();
            let has_all = |house: &&u32| {
                let cells = reference.rules().cells(**house as usize);
                let mut candidates = candidates.iter();
                candidates.all(|c| c.digit == first.digit && cells.contains(&c.cell))
            };
            houses.clone().any(|house| has_all(&house))
        }
        [] => false,
    }
}

/// Returns the numberings worth a try, the expected one first.
pub fn plausible(clauses: &[Vec<Lit>], expected: &Scheme, size: Size) -> Vec<Scheme> {
    let side = size.side();
    let mut bases = bases(side);
    bases.extend(progressions(clauses, side));
    let used = clauses.iter().filter(|clause| clause.len() > 1).flatten();
    let lowest = used.map(|lit| i64::from(lit.var().to_dimacs())).min();
    // Auxiliary variables may come first, but not in the clauses of cells or houses.
    let is_house =
        |clause: &&Vec<Lit>| clause.len() == side && clause.iter().all(|l| l.is_positive());
    let houses = clauses.iter().filter(is_house).flatten();
    let in_houses = houses.map(|lit| i64::from(lit.var().to_dimacs())).min();
    let mut schemes = vec![expected.clone(), Scheme::usual(size)];
    schemes.dedup();
    for base in bases {
        for order in base.into_iter().permutations(3) {
            let factors = [order[0], order[1], order[2]];
            // Each index counts from 0 or from 1, and the whole from 0 or from 1.
            let sums = factors.into_iter().powerset();
            let sums = sums.map(|factors| factors.into_iter().sum::<i64>());
            let firsts = lowest.into_iter().chain(in_houses).chain([1]).chain(sums);
            for first in firsts.unique().filter(|&first| first > 0) {
                let scheme = Scheme {
                    factors,
                    first,
                    ..Scheme::usual(size)
                };
                if !schemes.contains(&scheme) {
                    schemes.push(scheme);
                }
            }
        }
    }
    schemes
}

/// Returns the usual factors of row, column and value: powers of the side, of the next numbers, and
/// of 10.
pub(super) fn bases(side: usize) -> Vec<[i64; 3]> {
    let mut places = 10;
    while places <= side {
        places *= 10;
    }
    let bases = [side, side + 1, places, side.next_power_of_two(), 10, 100];
    let bases = bases.into_iter().unique();
    bases
        .map(|base| [(base * base) as i64, base as i64, 1])
        .collect()
}

/// Returns the factors that the clauses themselves show: those of a cell, a row or a
/// column are N numbers at equal distances.
fn progressions(clauses: &[Vec<Lit>], side: usize) -> Option<[i64; 3]> {
    let mut counts: FxHashMap<i64, usize> = FxHashMap::default();
    for clause in clauses.iter().filter(|c| c.len() == side && side > 2) {
        let numbers = clause.iter().map(|lit| i64::from(lit.var().to_dimacs()));
        let numbers: Vec<i64> = numbers.sorted().collect();
        let steps = numbers.windows(2).map(|pair| pair[1] - pair[0]);
        if let Ok(step) = steps.unique().exactly_one() {
            *counts.entry(step).or_default() += 1;
        }
    }
    let by_count = counts.into_iter().filter(|(step, _)| *step > 0);
    let by_count = by_count.sorted_by_key(|&(step, count)| (Reverse(count), step));
    let factors: Vec<i64> = by_count.map(|(step, _)| step).take(3).collect();
    factors.try_into().ok()
}

/// Returns the candidate whose number a variable would be in the lecture's
/// numbering, if it has one.
pub fn usual_candidate(number: i64, size: Size) -> Option<Candidate> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    (index < size.num_candidates()).then(|| {
        let side = size.side();
        let cell = Cell::new(index / side / side, index / side % side);
        Candidate::new(cell, Digit::from_index(index % side))
    })
}

/// Returns factors under which candidates collide.
pub(super) fn colliding(side: usize) -> [[i64; 3]; 10] {
    let n = side as i64;
    [
        [(n - 1) * (n - 1), n - 1, 1],
        [n * n, n - 1, 1],
        [n * n, 1, 1],
        [n, n, 1],
        [100, 10, 1],
        [10, 10, 1],
        [n * n, n, 0],
        [n * n + n, 1, 0],
        [n, 1, 1],
        [1, 1, 1],
    ]
}

/// Looks for a numbering that gives two candidates the same variable and explains the
/// formula: nine in ten of its clauses of N literals are a cell, or a number in a house.
pub fn collision(clauses: &[Vec<Lit>], reference: &Reference) -> Option<Kind> {
    let (size, side) = (reference.size(), reference.size().side());
    let written: FxHashSet<Vec<i64>> = clauses
        .iter()
        .filter(|clause| clause.len() == side)
        .map(|clause| clause.iter().map(|lit| i64::from(lit.var().to_dimacs())))
        .map(|numbers| numbers.sorted().collect())
        .collect();
    for base in colliding(side) {
        for order in base.into_iter().permutations(3).unique() {
            let factors = [order[0], order[1], order[2]];
            let firsts = [1, factors.iter().sum()].into_iter().unique();
            for first in firsts {
                let scheme = Scheme {
                    factors,
                    first,
                    ..Scheme::usual(size)
                };
                let found = collides(&scheme, &written, reference);
                if let Some((pair, number)) = found {
                    return Some(Kind::Collision(scheme.to_string(), pair, number));
                }
            }
        }
    }
    None
}

/// Returns the first two candidates with the same number, and it, if there are two and
/// the numbering explains the clauses.
fn collides(
    scheme: &Scheme,
    written: &FxHashSet<Vec<i64>>,
    reference: &Reference,
) -> Option<([Candidate; 2], i64)> {
    let size = reference.size();
    let mut first_of: FxHashMap<i64, Candidate> = FxHashMap::default();
    let mut candidates = (0..size.num_candidates()).map(|index| size.candidate(index));
    let pair = candidates.find_map(|candidate| {
        let number = scheme.number(candidate);
        let earlier = first_of.insert(number, candidate)?;
        Some(([earlier, candidate], number))
    })?;
    let constraints = Constraint::all(reference.rules());
    let images = constraints.map(|constraint| {
        let candidates = constraint.candidates(reference.rules()).into_iter();
        let numbers = candidates
            .map(|candidate| scheme.number(candidate))
            .sorted();
        numbers.collect::<Vec<i64>>()
    });
    let images: FxHashSet<Vec<i64>> = images.collect();
    let explained = written
        .iter()
        .filter(|clause| images.contains(*clause))
        .count();
    (!written.is_empty() && explained * 10 >= written.len() * 9).then_some(pair)
}
