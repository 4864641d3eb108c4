//! Combinations by a search: cell by cell, with what follows from each digit.
//!
//! The layers of [`Joint::possible`] suit a line that is read from end to end. Where several rules
//! share cells in different orders, and digits need a place among the cells, a search that fills in
//! what is forced finds a combination, or that there is none, in fewer steps.

use super::{Joint, Reading};
use crate::reason::hint::bits;
use crate::sudoku::rules::Machine;

/// Requires that one of the cells at these places holds the digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::reason) struct Need {
    pub(in crate::reason) digit: usize,
    /// The places among the joint's cells, as bits.
    pub(in crate::reason) places: u64,
}

/// A search with a limit on its steps.
struct Search<'a> {
    joint: &'a Joint,
    needs: &'a [Need],
    /// Number of steps that are left.
    steps: &'a mut u64,
}

/// The steps of a search are used up.
struct UsedUp;

impl Joint {
    /// Returns the digits of each cell that some combination of those left has. A step is one round
    /// of filling in what is forced. Digits that are not decided when the steps are used up are
    /// among them.
    pub(in crate::reason) fn supported(
        &self,
        left: &[u64],
        needs: &[Need],
        steps: &mut u64,
    ) -> Vec<u64> {
        let mut search = Search {
            joint: self,
            needs,
            steps,
        };
        let mut supported = vec![0; left.len()];
        let mut start = left.to_vec();
        match search.propagate(&mut start) {
            Ok(true) => {}
            Ok(false) => return supported,
            Err(UsedUp) => return start,
        }
        for place in 0..left.len() {
            for digit in bits(start[place]) {
                if supported[place] >> digit & 1 == 1 {
                    continue;
                }
                let mut tried = start.clone();
                tried[place] = 1 << digit;
                match search.solution(tried) {
                    Ok(None) => {}
                    Err(UsedUp) => supported[place] |= 1 << digit,
                    Ok(Some(solution)) => {
                        let both = supported.iter_mut().zip(&solution);
                        both.for_each(|(supported, own)| *supported |= own);
                    }
                }
            }
        }
        supported
    }

    /// Returns `true` if no combination of the digits left obeys the constraints; `None` if the
    /// steps are used up first.
    pub(in crate::reason) fn has_none(
        &self,
        left: &[u64],
        needs: &[Need],
        steps: &mut u64,
    ) -> Option<bool> {
        let mut search = Search {
            joint: self,
            needs,
            steps,
        };
        let solution = search.solution(left.to_vec()).ok()?;
        Some(solution.is_none())
    }

    /// Returns `true` if the digits of two cells exclude each other.
    fn excludes(&self, (a, x): (usize, usize), (b, y): (usize, usize)) -> bool {
        let (first, second) = if a < b {
            ((a, x), (b, y))
        } else {
            ((b, y), (a, x))
        };
        let place = (first.0 * self.cells.len() + second.0) * self.side + first.1;
        self.excluded[place] >> second.1 & 1 == 1
    }
}

impl Search<'_> {
    /// Returns a combination of these digits, if there is one.
    fn solution(&mut self, mut left: Vec<u64>) -> Result<Option<Vec<u64>>, UsedUp> {
        if !self.propagate(&mut left)? {
            return Ok(None);
        }
        let open = (0..left.len()).filter(|&place| !left[place].is_power_of_two());
        let Some(place) = open.min_by_key(|&place| left[place].count_ones()) else {
            return Ok(Some(left));
        };
        for digit in bits(left[place]) {
            let mut tried = left.clone();
            tried[place] = 1 << digit;
            if let Some(solution) = self.solution(tried)? {
                return Ok(Some(solution));
            }
        }
        Ok(None)
    }

    /// Fills in what is forced; returns `false` if nothing is left for a cell, a digit or a rule.
    fn propagate(&mut self, left: &mut [u64]) -> Result<bool, UsedUp> {
        let joint = self.joint;
        let mut done = 0_u64;
        loop {
            if *self.steps == 0 {
                return Err(UsedUp);
            }
            *self.steps -= 1;
            let before = left.to_vec();
            for place in 0..left.len() {
                if left[place].is_power_of_two() && done >> place & 1 == 0 {
                    done |= 1 << place;
                    let digit = left[place].trailing_zeros() as usize;
                    for other in (0..left.len()).filter(|&other| other != place) {
                        let gone = |&own: &usize| joint.excludes((place, digit), (other, own));
                        let gone = bits(left[other]).filter(gone);
                        left[other] &= !gone.fold(0, |set, own| set | 1 << own);
                    }
                }
            }
            for need in self.needs {
                let bit = 1 << need.digit;
                let mut holders = bits(need.places).filter(|&place| left[place] & bit != 0);
                match (holders.next(), holders.next()) {
                    (None, _) => return Ok(false),
                    (Some(only), None) => left[only] = bit,
                    _ => {}
                }
            }
            for reading in &joint.readings {
                if left.contains(&0) || !reading.narrow(left) {
                    return Ok(false);
                }
            }
            if left.contains(&0) {
                return Ok(false);
            }
            if *left == *before {
                return Ok(true);
            }
        }
    }
}

impl Reading {
    /// Removes digits that the constraint excludes: by bounds for a sum, all for a machine.
    /// Returns `false` if it can't hold.
    fn narrow(&self, left: &mut [u64]) -> bool {
        match self {
            Reading::Sum { factors, total } => {
                let ends = |factor: i64, left: u64| {
                    let least = i64::from(left.trailing_zeros()) + 1;
                    let most = 64 - i64::from(left.leading_zeros());
                    let ends = [factor * least, factor * most];
                    [ends[0].min(ends[1]), ends[0].max(ends[1])]
                };
                let parts = factors.iter().zip(left.iter());
                let [least, most] = parts.fold([0, 0], |[least, most], (&factor, &left)| {
                    let own = ends(factor, left);
                    [least + own[0], most + own[1]]
                });
                for (&factor, left) in factors.iter().zip(left.iter_mut()) {
                    let own = ends(factor, *left);
                    let fits = |&digit: &usize| {
                        let value = factor * (digit as i64 + 1);
                        value + least - own[0] <= *total && value + most - own[1] >= *total
                    };
                    *left = bits(*left).filter(fits).fold(0, |set, own| set | 1 << own);
                }
                !left.contains(&0)
            }
            Reading::Machine {
                machine, places, ..
            } => narrow(machine, places, left),
        }
    }
}

/// Removes digits of the cells at these places, in reading order, that the machine does not accept.
fn narrow(machine: &Machine, places: &[usize], left: &mut [u64]) -> bool {
    let mut layers: Vec<Vec<u32>> = vec![vec![0]];
    for (at, &place) in places.iter().enumerate() {
        let states = layers[at].iter();
        let next = states.flat_map(|&state| {
            bits(left[place]).filter_map(move |digit| machine.next(at, state, digit + 1))
        });
        let mut next: Vec<u32> = next.collect();
        next.sort_unstable();
        next.dedup();
        layers.push(next);
    }
    let mut reached = layers.pop().unwrap_or_default();
    for (at, &place) in places.iter().enumerate().rev() {
        let mut possible = 0;
        let mut before = layers.pop().unwrap_or_default();
        before.retain(|&state| {
            let leads = |&digit: &usize| {
                let next = machine.next(at, state, digit + 1);
                next.is_some_and(|next| reached.binary_search(&next).is_ok())
            };
            let own = bits(left[place]).filter(leads);
            let own = own.fold(0, |set, digit| set | 1 << digit);
            possible |= own;
            own != 0
        });
        left[place] = possible;
        reached = before;
    }
    !reached.is_empty()
}
