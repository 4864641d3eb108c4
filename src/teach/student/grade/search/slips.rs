//! Mistakes in single clauses: a wrong literal, or a clause that is missing.

use super::Search;
use crate::formula::Lit;
use crate::teach::student::grade::cause::{Change, Kind};
use crate::teach::student::grade::judge::clues as clue_lits;
use crate::teach::student::grade::work::Repair;
use rustc_hash::FxHashSet;

/// Largest number of single clauses that are named one by one. Chosen by hand: more are
/// no slips of the pen.
const SLIPS: usize = 6;

impl Search<'_> {
    /// Searches for single clauses with a wrong literal, and for single clauses that
    /// are missing.
    pub(super) fn slips(&mut self) {
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
}
