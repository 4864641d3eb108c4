//! Elimination in systems of parities, and what follows from them.
//!
//! Each step chooses a variable of few rows (structured Gaussian elimination:
//! LaMacchia and Odlyzko, "Solving Large Sparse Linear Systems over Finite
//! Fields", CRYPTO 1990), sets the shortest of these rows aside as the variable's
//! pivot row, and adds it to the others. When the rows that are left are dense,
//! they are eliminated as bit sets.
//!
//! Then each variable is a sum of free variables, those without a pivot row. These
//! sums are not computed, because there may be many long ones. Each free variable
//! gets a random number of 64 bits, and each other variable the exclusive or of
//! the numbers in its pivot row, from the last row to the first. A variable with
//! the number 0 is constant, and two variables with the same number are
//! equivalent, unless numbers collide by chance. The rows that prove it are then
//! added up, which would show a collision.

use crate::cdcl::Solver;
use crate::cdcl::state::effort::Effort;
use crate::formula::Var;
use crate::proof::{Parity, Sum};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Largest number of entries of all rows, to bound memory: 64 MiB, and as much for
/// the lists of the columns.
const MOST_ENTRIES: usize = 1 << 24;
/// Memory of an entry in bytes: in its row, and up to twice in the list of its column.
const ENTRY_BYTES: usize = 12;
/// Entries of the queue, or of a column's list of rows, that are out of date are removed
/// when there are more than `MOST_OLD` times as many entries as needed, plus `SPARE`.
/// Chosen by hand.
const MOST_OLD: usize = 2;
/// See `MOST_OLD`.
const SPARE: usize = 16;
/// The rows left are dense if one in this number of their entries is not 0. Chosen by
/// hand.
const SPARSE: usize = 16;
/// Number of words or entries that count as one step of effort.
const WORDS_PER_STEP: usize = 8;
/// A row without a place in the order of elimination.
const NOWHERE: u32 = u32::MAX;

/// A sum of parities.
struct Row {
    /// The columns with an odd number of occurrences, sorted.
    columns: Vec<u32>,
    is_odd: bool,
    /// The pivot rows that were added.
    sources: Vec<u32>,
    /// Number of variables of the parity that the row began with.
    width: usize,
    /// Place in the order of elimination, if it is a pivot row.
    place: u32,
}

/// The state of a column, that is, a variable.
#[derive(Clone)]
struct Column {
    var: Var,
    /// Rows that contain the column and are not set aside, and perhaps others.
    rows: Vec<u32>,
    /// Number of rows that contain the column and are not set aside.
    degree: u32,
    /// Place of its pivot row in the order of elimination.
    place: u32,
}

/// A system of parities, each of which is a row.
pub(super) struct System {
    rows: Vec<Row>,
    columns: Vec<Column>,
    /// The pivot rows in the order of elimination, each with its column.
    pivots: Vec<(u32, u32)>,
    /// The columns by degree. Entries with an old degree are ignored.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// Number of rows not set aside, and of their entries.
    num_active: usize,
    num_entries: usize,
    /// Number of entries of the pivot rows, and of sources.
    num_kept: usize,
    /// Number of entries at which elimination ends, to bound memory.
    most_entries: usize,
    /// A row without columns that is odd.
    contradiction: Option<u32>,
}

/// Returns the symmetric difference of two sorted lists.
fn difference(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => {
                sum.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                sum.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
        }
    }
    sum.extend_from_slice(&a[i..]);
    sum.extend_from_slice(&b[j..]);
    sum
}

/// Returns a number of 64 bits that looks random.
fn random_of(column: usize) -> u64 {
    let mut random = fastrand::Rng::with_seed(column as u64);
    random.u64(1..)
}

/// The variables whose values are known, by unit propagation on the parities.
struct Known {
    is_known: Vec<bool>,
    /// The columns of each parity, and the number of those that are not known.
    parities: Vec<(Vec<u32>, usize)>,
    /// For each column, the parities that contain it.
    with: Vec<Vec<u32>>,
}

impl Known {
    /// Creates the state for the rows of a system, in which nothing is known yet.
    fn new(system: &System) -> Known {
        let rows = system.rows.iter();
        Known {
            is_known: vec![false; system.columns.len()],
            parities: rows
                .map(|row| (row.columns.clone(), row.columns.len()))
                .collect(),
            with: system
                .columns
                .iter()
                .map(|column| column.rows.clone())
                .collect(),
        }
    }

    fn has(&self, column: u32) -> bool {
        self.is_known[column as usize]
    }

    /// Makes a column known, and what follows.
    fn learn(&mut self, column: u32) {
        let mut queue = vec![column];
        while let Some(column) = queue.pop() {
            if std::mem::replace(&mut self.is_known[column as usize], true) {
                continue;
            }
            for &parity in &self.with[column as usize] {
                let (columns, num_open) = &mut self.parities[parity as usize];
                *num_open -= 1;
                if *num_open == 1 {
                    let is_open = |column: &&u32| !self.is_known[**column as usize];
                    queue.extend(columns.iter().find(is_open));
                }
            }
        }
    }
}

impl System {
    pub(super) fn new(parities: &[Parity]) -> System {
        let mut vars: Vec<Var> = parities.iter().flat_map(|p| &p.vars).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        let columns = vars.iter().map(|&var| Column {
            var,
            rows: Vec::new(),
            degree: 0,
            place: NOWHERE,
        });
        let mut columns: Vec<Column> = columns.collect();
        let index_of = |var: &Var| vars.binary_search(var).expect("a variable of a parity") as u32;
        let mut rows = Vec::with_capacity(parities.len());
        for (number, parity) in (0..).zip(parities) {
            let own: Vec<u32> = parity.vars.iter().map(index_of).collect();
            for &column in &own {
                columns[column as usize].rows.push(number);
                columns[column as usize].degree += 1;
            }
            rows.push(Row {
                columns: own,
                is_odd: parity.is_odd,
                sources: Vec::new(),
                width: parity.vars.len(),
                place: NOWHERE,
            });
        }
        let queue = (0..).zip(&columns);
        let queue = queue.map(|(number, column)| Reverse((column.degree, number)));
        System {
            queue: queue.collect(),
            num_active: rows.len(),
            num_entries: rows.iter().map(|row| row.columns.len()).sum(),
            num_kept: 0,
            most_entries: MOST_ENTRIES,
            rows,
            columns,
            pivots: Vec::new(),
            contradiction: None,
        }
    }

    /// Eliminates variables, and returns sums that are the contradiction, or constant
    /// variables and pairs of equivalent ones. When the effort is spent, or a limit of the
    /// solver's call is reached, there may be fewer.
    pub(super) fn solve(mut self, solver: &mut Solver, effort: &mut Effort) -> Vec<Sum> {
        self.most_entries = MOST_ENTRIES.min(solver.bytes_left() / ENTRY_BYTES);
        let known = Known::new(&self);
        self.eliminate(solver, effort);
        if let Some(row) = self.contradiction {
            let total = Parity {
                vars: Vec::new(),
                is_odd: true,
            };
            let of = self.expand(vec![row], effort);
            return vec![Sum { of, total }];
        }
        self.consequences(known, solver, effort)
    }

    fn eliminate(&mut self, solver: &mut Solver, effort: &mut Effort) {
        while let Some(Reverse((degree, column))) = self.queue.pop() {
            let state = &self.columns[column as usize];
            if degree == 0 || state.place != NOWHERE || state.degree != degree {
                continue;
            }
            if solver.must_end(effort) || self.num_entries + self.num_kept > self.most_entries {
                return;
            }
            let rows = self.rows_of(column);
            let pivot = *rows
                .iter()
                .min_by_key(|&&row| (self.rows[row as usize].columns.len(), row))
                .expect("a column of this degree");
            if degree > 2 && self.is_dense() {
                return self.eliminate_dense(solver, effort);
            }
            self.set_aside(pivot, column);
            for row in rows.into_iter().filter(|&row| row != pivot) {
                self.add(pivot, row, effort);
                if self.contradiction.is_some() {
                    return;
                }
            }
        }
    }

    /// Removes entries of the queue that are out of date, if there are many.
    fn shorten_queue(&mut self) {
        if self.queue.len() > MOST_OLD * self.columns.len() + SPARE {
            let open = (0..).zip(&self.columns);
            let open = open.filter(|(_, column)| column.place == NOWHERE && column.degree > 0);
            let entries = open.map(|(number, column)| Reverse((column.degree, number)));
            let entries: Vec<_> = entries.collect();
            self.queue.clear();
            self.queue.extend(entries);
        }
    }

    /// Removes and returns the column's list of rows, without those that are out of date.
    fn rows_of(&mut self, column: u32) -> Vec<u32> {
        let mut rows = std::mem::take(&mut self.columns[column as usize].rows);
        rows.sort_unstable();
        rows.dedup();
        rows.retain(|&row| {
            let row = &self.rows[row as usize];
            row.place == NOWHERE && row.columns.binary_search(&column).is_ok()
        });
        rows
    }

    /// Makes a row the pivot row of a column.
    fn set_aside(&mut self, row: u32, column: u32) {
        let place = self.pivots.len() as u32;
        self.pivots.push((row, column));
        self.columns[column as usize].place = place;
        let row = &mut self.rows[row as usize];
        row.place = place;
        self.num_active -= 1;
        self.num_entries -= row.columns.len();
        self.num_kept += row.columns.len();
        for &other in &row.columns {
            let state = &mut self.columns[other as usize];
            state.degree -= 1;
            self.queue.push(Reverse((state.degree, other)));
        }
    }

    /// Adds a pivot row to another row.
    fn add(&mut self, pivot: u32, row: u32, effort: &mut Effort) {
        let [source, target] = [pivot, row].map(|row| &self.rows[row as usize]);
        let sum = difference(&source.columns, &target.columns);
        let is_odd = source.is_odd != target.is_odd;
        effort.spend(1 + (source.columns.len() + target.columns.len()) / WORDS_PER_STEP);
        for &column in &source.columns {
            let state = &mut self.columns[column as usize];
            match target.columns.binary_search(&column) {
                Ok(_) => state.degree -= 1,
                Err(_) => {
                    state.degree += 1;
                    state.rows.push(row);
                }
            }
            self.queue.push(Reverse((state.degree, column)));
        }
        self.num_entries += sum.len();
        self.num_entries -= target.columns.len();
        let target = &mut self.rows[row as usize];
        target.columns = sum;
        target.is_odd = is_odd;
        target.sources.push(pivot);
        self.num_kept += 1;
        if target.columns.is_empty() {
            self.num_active -= 1;
            if is_odd {
                self.contradiction = Some(row);
            }
        }
        self.shorten_queue();
        for index in 0..self.rows[pivot as usize].columns.len() {
            let column = self.rows[pivot as usize].columns[index];
            let state = &self.columns[column as usize];
            if state.rows.len() > MOST_OLD * state.degree as usize + SPARE {
                self.columns[column as usize].rows = self.rows_of(column);
            }
        }
    }

    /// Returns `true` if the rows that are not set aside are better stored as bit
    /// sets, and fit into memory as such.
    fn is_dense(&self) -> bool {
        let average = self.num_entries / self.num_active.max(1);
        // In most cases the columns need not be counted.
        if average * SPARSE < self.columns.len() - self.pivots.len() && average < SPARSE {
            return false;
        }
        let open = self.columns.iter().filter(|column| column.degree > 0);
        let num_columns = open.count();
        self.num_entries * SPARSE >= self.num_active * num_columns
            && self.num_active * num_columns.max(self.num_active) <= self.most_entries
    }

    /// Eliminates the columns that are left, with the rows as bit sets.
    fn eliminate_dense(&mut self, solver: &mut Solver, effort: &mut Effort) {
        let open = (0..)
            .zip(&self.columns)
            .filter(|(_, column)| column.degree > 0);
        let columns: Vec<u32> = open.map(|(number, _)| number).collect();
        let words = columns.len().div_ceil(64);
        let active = (0..self.rows.len())
            .filter(|&row| self.rows[row].place == NOWHERE && !self.rows[row].columns.is_empty());
        let active: Vec<usize> = active.collect();
        let mut bits: Vec<Vec<u64>> = Vec::with_capacity(active.len());
        for &row in &active {
            let mut set = vec![0; words];
            for column in &self.rows[row].columns {
                let index = columns.binary_search(column).expect("an open column");
                set[index / 64] |= 1 << (index % 64);
            }
            bits.push(set);
        }
        for first in 0..active.len() {
            let (done, rest) = bits.split_at_mut(first + 1);
            let pivot = &done[first];
            let row = active[first];
            let Some(word) = pivot.iter().position(|&word| word != 0) else {
                if self.rows[row].is_odd {
                    self.contradiction = Some(row as u32);
                    return;
                }
                continue;
            };
            let bit = pivot[word].trailing_zeros();
            let is_odd = self.rows[row].is_odd;
            for (other, &target) in rest.iter_mut().zip(&active[first + 1..]) {
                if other[word] >> bit & 1 == 1 {
                    // All words before are 0.
                    for (a, b) in other[word..].iter_mut().zip(&pivot[word..]) {
                        *a ^= b;
                    }
                    effort.spend(1 + (words - word) / WORDS_PER_STEP);
                    let target = &mut self.rows[target];
                    target.is_odd ^= is_odd;
                    target.sources.push(row as u32);
                }
            }
            let place = self.pivots.len() as u32;
            let column = columns[64 * word + bit as usize];
            self.pivots.push((row as u32, column));
            self.columns[column as usize].place = place;
            let set =
                (0..columns.len()).filter(|&index| pivot[index / 64] >> (index % 64) & 1 == 1);
            self.rows[row].columns = set.map(|index| columns[index]).collect();
            self.rows[row].place = place;
            if solver.must_end(effort) {
                return; // the other rows are not looked at any more
            }
        }
    }

    /// Returns, for each column, the exclusive or of the random numbers of the free
    /// columns that it is the sum of, and `true` if the sum is odd.
    fn signatures(&self) -> Vec<(u64, bool)> {
        let mut signatures: Vec<(u64, bool)> = (0..self.columns.len())
            .map(|column| (random_of(column), false))
            .collect();
        for &(row, column) in self.pivots.iter().rev() {
            let row = &self.rows[row as usize];
            let others = row.columns.iter().filter(|&&other| other != column);
            let sum = others.fold((0, row.is_odd), |(sum, is_odd), &other| {
                let (number, parity) = signatures[other as usize];
                (sum ^ number, is_odd ^ parity)
            });
            signatures[column as usize] = sum;
        }
        signatures
    }

    /// Returns sums that are constant variables or pairs of equivalent ones. Constant
    /// variables that unit propagation finds then are left out.
    fn consequences(&self, mut known: Known, solver: &mut Solver, effort: &mut Effort) -> Vec<Sum> {
        let signatures = self.signatures();
        effort.spend(self.num_kept / WORDS_PER_STEP);
        let mut sums = Vec::new();
        // The last rows have the fewest variables, and most others follow from them.
        for &(_, column) in self.pivots.iter().rev() {
            let (number, is_odd) = signatures[column as usize];
            if number == 0 && !known.has(column) && !solver.must_end(effort) {
                let sum = self.sum_of(&[column], is_odd, effort);
                sum.iter().for_each(|_| known.learn(column));
                sums.extend(sum);
            }
        }
        // For each number, a column that has it.
        let mut first_with: FxHashMap<u64, u32> = FxHashMap::default();
        for (column, &(number, is_odd)) in (0..).zip(&signatures) {
            if number == 0 {
                continue;
            }
            let first = *first_with.entry(number).or_insert(column);
            if first != column && !solver.must_end(effort) {
                let is_odd = is_odd != signatures[first as usize].1;
                sums.extend(self.sum_of(&[first, column], is_odd, effort));
            }
        }
        sums
    }

    /// Returns the sum of rows that is the parity over these columns, `None` if
    /// there is none, or if two variables are equivalent by equivalences alone.
    fn sum_of(&self, columns: &[u32], is_odd: bool, effort: &mut Effort) -> Option<Sum> {
        let place = |column: u32| self.columns[column as usize].place;
        let mut open: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        open.extend(
            columns
                .iter()
                .map(|&column| Reverse((place(column), column))),
        );
        let mut rows = Vec::new();
        let mut parity = false;
        while let Some(Reverse((place, column))) = open.pop() {
            let mut times = 1;
            while open.peek() == Some(&Reverse((place, column))) {
                open.pop();
                times += 1;
            }
            if times % 2 == 0 {
                continue;
            }
            if place == NOWHERE {
                return None; // a collision
            }
            let row = &self.rows[self.pivots[place as usize].0 as usize];
            rows.push(self.pivots[place as usize].0);
            parity ^= row.is_odd;
            effort.spend(1 + row.columns.len() / 2);
            let others = row.columns.iter().filter(|&&other| other != column);
            open.extend(others.map(|&other| Reverse((self.columns[other as usize].place, other))));
            if effort.is_spent() {
                return None;
            }
        }
        debug_assert_eq!(parity, is_odd);
        let of = self.expand(rows, effort);
        if columns.len() == 2 && of.iter().all(|&row| self.rows[row as usize].width == 2) {
            return None; // known already
        }
        let vars = columns
            .iter()
            .map(|&column| self.columns[column as usize].var);
        let total = Parity {
            vars: vars.collect(),
            is_odd,
        };
        Some(Sum { of, total })
    }

    /// Returns the parities whose sum is the sum of these rows.
    fn expand(&self, rows: Vec<u32>, effort: &mut Effort) -> Vec<u32> {
        // A row's sources were set aside before it.
        let entry = |row: u32| (self.rows[row as usize].place, row);
        let mut open: BinaryHeap<(u32, u32)> = rows.into_iter().map(entry).collect();
        let mut parities = Vec::new();
        while let Some(next) = open.pop() {
            let mut times = 1;
            while open.peek() == Some(&next) {
                open.pop();
                times += 1;
            }
            if times % 2 == 1 {
                parities.push(next.1);
                let sources = &self.rows[next.1 as usize].sources;
                effort.spend(1 + sources.len());
                open.extend(sources.iter().map(|&row| entry(row)));
            }
        }
        parities.sort_unstable();
        parities
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cdcl::CallLimits;

    const VARS: usize = 9;

    fn random_parities(random: &mut fastrand::Rng) -> Vec<Parity> {
        let number = random.usize(1..14);
        let parities = (0..number).map(|_| {
            let mut vars: Vec<Var> = (0..VARS).map(Var::new).collect();
            random.shuffle(&mut vars);
            vars.truncate(random.usize(2..6));
            vars.sort_unstable();
            let is_odd = random.bool();
            Parity { vars, is_odd }
        });
        parities.collect()
    }

    fn holds(parity: &Parity, bits: u32) -> bool {
        let values = parity.vars.iter().map(|var| bits >> var.index() & 1);
        (values.sum::<u32>() % 2 == 1) == parity.is_odd
    }

    /// Returns the values that all solutions have: of each variable, and of the sum of
    /// each two.
    fn implied(parities: &[Parity]) -> Option<Vec<Parity>> {
        let all = 0..1_u32 << VARS;
        let solutions: Vec<u32> = all
            .filter(|&bits| parities.iter().all(|parity| holds(parity, bits)))
            .collect();
        if solutions.is_empty() {
            return None;
        }
        let mut sets: Vec<Vec<Var>> = (0..VARS).map(|var| vec![Var::new(var)]).collect();
        for b in 0..VARS {
            sets.extend((0..b).map(|a| vec![Var::new(a), Var::new(b)]));
        }
        let both = sets.into_iter().flat_map(|vars| {
            [false, true].map(|is_odd| Parity {
                vars: vars.clone(),
                is_odd,
            })
        });
        let is_implied = |parity: &Parity| solutions.iter().all(|&bits| holds(parity, bits));
        Some(both.filter(is_implied).collect())
    }

    #[test]
    fn sums_are_right_and_imply_all_constants_and_equivalences() {
        let mut random = fastrand::Rng::with_seed(5);
        let (mut refuted, mut derived) = (0, 0);
        for _ in 0..3000 {
            let parities = random_parities(&mut random);
            let budget = Budget::unlimited();
            let effort = &mut Effort::new(u64::MAX, &budget);
            let sums = System::new(&parities).solve(&mut Solver::default(), effort);
            for Sum { of, total } in &sums {
                let mut count = [0; VARS];
                let mut is_odd = false;
                for &index in of {
                    let parity = &parities[index as usize];
                    parity.vars.iter().for_each(|var| count[var.index()] += 1);
                    is_odd ^= parity.is_odd;
                }
                let is_left = |var: &Var| count[var.index()] % 2 == 1;
                let vars: Vec<Var> = (0..VARS).map(Var::new).filter(is_left).collect();
                assert_eq!(*total, Parity { vars, is_odd });
            }
            let Some(expected) = implied(&parities) else {
                assert!(sums[0].total.vars.is_empty(), "{parities:?}");
                refuted += 1;
                continue;
            };
            derived += sums.len();
            // By unit propagation and equivalences alone, no more is implied.
            let mut known: Vec<Parity> = sums.into_iter().map(|sum| sum.total).collect();
            known.extend(
                parities
                    .iter()
                    .filter(|parity| parity.vars.len() == 2)
                    .cloned(),
            );
            loop {
                let constants: Vec<Parity> = known
                    .iter()
                    .filter(|one| one.vars.len() == 1)
                    .cloned()
                    .collect();
                let before = known.len();
                for parity in &parities {
                    let mut rest = parity.clone();
                    for constant in &constants {
                        if let Ok(place) = rest.vars.binary_search(&constant.vars[0]) {
                            rest.vars.remove(place);
                            rest.is_odd ^= constant.is_odd;
                        }
                    }
                    if rest.vars.len() == 1 && !known.contains(&rest) {
                        known.push(rest);
                    }
                }
                if known.len() == before {
                    break;
                }
            }
            for parity in &known {
                assert!(expected.contains(parity), "{parity:?}: {parities:?}");
            }
            assert_eq!(implied(&known).unwrap(), expected, "{parities:?}");
        }
        assert!(refuted > 500 && derived > 2000, "{refuted} {derived}");
    }

    /// Returns parities of four variables that have a solution, more than variables, and
    /// the solution.
    fn large(random: &mut fastrand::Rng) -> (Vec<Parity>, Vec<bool>) {
        let size = 300;
        let solution: Vec<bool> = (0..size).map(|_| random.bool()).collect();
        let parities = (0..size + 30).map(|_| {
            let mut vars: Vec<usize> = (0..4).map(|_| random.usize(0..size)).collect();
            vars.sort_unstable();
            vars.dedup();
            Parity {
                is_odd: vars.iter().filter(|&&var| solution[var]).count() % 2 == 1,
                vars: vars.into_iter().map(Var::new).collect(),
            }
        });
        (parities.collect(), solution)
    }

    #[test]
    fn a_large_system_is_eliminated_as_bit_sets_and_ends_with_the_effort() {
        let (mut parities, solution) = large(&mut fastrand::Rng::with_seed(6));
        let budget = Budget::unlimited();
        let solve = |parities: &[Parity], effort| {
            let effort = &mut Effort::new(effort, &budget);
            System::new(parities).solve(&mut Solver::default(), effort)
        };
        let sums = solve(&parities, u64::MAX);
        assert!(!sums.is_empty() && sums.iter().any(|sum| sum.total.vars.len() == 1));
        for sum in &sums {
            let number = sum.total.vars.iter().filter(|var| solution[var.index()]);
            assert_eq!(number.count() % 2 == 1, sum.total.is_odd);
        }
        assert!(solve(&parities, 1000).len() < sums.len());
        parities[7].is_odd ^= true;
        assert!(solve(&parities, u64::MAX)[0].total.vars.is_empty());
    }

    #[test]
    fn the_callback_and_the_limit_on_memory_end_elimination() {
        let budget = Budget::unlimited();
        let mut random = fastrand::Rng::with_seed(8);
        let parities: Vec<Parity> = (0..4).flat_map(|_| large(&mut random).0).collect();
        let solve = |solver: &mut Solver| {
            let mut effort = Effort::new(u64::MAX, &budget);
            effort.spend(1 << 20); // so that the limits are checked at once
            let before = effort.spent();
            let sums = System::new(&parities).solve(solver, &mut effort);
            (sums.len(), effort.spent() - before)
        };
        let (found, spent) = solve(&mut Solver::default());
        assert!(found > 0 && spent > 1000, "{found} {spent}");
        let mut solver = Solver::default();
        solver.set_terminate(Some(Box::new(|| true)));
        assert_eq!(solve(&mut solver).0, 0);
        let limited = |bytes: usize| {
            let mut solver = Solver::default();
            solver.add_clause(&[Var::new(0).positive(), Var::new(1).positive()]);
            solver.set_limits(CallLimits {
                bytes: Some(bytes),
                ..CallLimits::default()
            });
            solve(&mut solver)
        };
        assert_eq!(limited(1).0, 0, "the solver itself is over the limit");
        let (_, limited) = limited(16 << 10);
        assert!(limited < spent, "the rows would be over the limit");
    }

    /// Eliminates without bit sets, in equivalences of variables with these numbers.
    fn eliminate_sparse(pairs: impl Iterator<Item = [usize; 2]>) -> System {
        let parities = pairs.map(|pair| Parity {
            vars: pair.map(Var::new).to_vec(),
            is_odd: false,
        });
        let mut system = System::new(&parities.collect::<Vec<_>>());
        system.most_entries = 1 << 16; // too few for bit sets
        let budget = Budget::unlimited();
        let mut effort = Effort::new(u64::MAX, &budget);
        system.eliminate(&mut Solver::default(), &mut effort);
        system
    }

    #[test]
    fn lists_are_not_much_longer_than_the_system() {
        let mut random = fastrand::Rng::with_seed(7);
        let edges = (0..6000).map(|_| {
            let a = random.usize(0..399);
            [a, random.usize(a + 1..400)]
        });
        let system = eliminate_sparse(edges);
        assert!(system.pivots.len() > 300);
        // A list that grows doubles its capacity.
        let most = 2 * (MOST_OLD * system.columns.len() + SPARE);
        assert!(system.queue.capacity() <= most);

        // Each row has an equal one, so in the end there is none left.
        let counts = [([0, 1], 500), ([1, 2], 300), ([0, 2], 300)];
        let edges = counts.map(|(pair, count)| std::iter::repeat_n(pair, count));
        let system = eliminate_sparse(edges.into_iter().flatten());
        assert_eq!(system.pivots.len(), 2);
        let open = system.columns.iter().find(|column| column.place == NOWHERE);
        assert!(open.is_some_and(|column| column.degree == 0 && column.rows.len() <= SPARE));
    }
}
