//! A writer of VeriPB proofs.

use super::super::writer::Output;
use super::dominance::MOST_HELD;
use super::parity::FIRST_NEW;
use crate::formula::{Lit, Var};
use crate::proof::fingerprint::Fingerprint;
use crate::proof::{Conclusion, Count, Counting, Id, LexLeader, Observer, Sums};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Width of the number of inequalities in the header of a proof whose formula still
/// grows: room for any number of 64 bits.
const WIDTH: usize = 20;

/// The text before the number of inequalities of a formula that still grows.
const GROWING_START: &str = "pseudo-Boolean proof version 3.0\nf ";

/// Puts the final number of inequalities of the formula into the text of a proof that was written by
/// [`Writer::growing`].
///
/// # Panics
/// If the text is another one.
pub fn state_premises(text: &mut [u8], num_premises: u64) {
    let number = format!("{num_premises:<WIDTH$}");
    let start = GROWING_START.len();
    text[start..start + WIDTH].copy_from_slice(number.as_bytes());
}

/// An observer that writes what a solver derives as a proof for VeriPB.
///
/// The solver identifies clauses by their literals, the proof by numbers, so
/// the writer keeps a table of 24 bytes for each clause. Clauses of the formula
/// are never deleted from the proof, because VeriPB would require a
/// justification. The clauses of the formula have the first numbers, and its
/// [sums](Observer::sum) the next, in whatever order they come. Either
/// their number is known in advance, and [`Observer::conclude`] returns an
/// error if there were more or fewer; or derived inequalities are counted back
/// from the last one, so that the formula can grow ([`Writer::growing`]).
#[derive(Debug)]
pub struct Writer<W: Write> {
    pub(super) output: Output<W>,
    /// The lines after the header, which are held back as long as there may be an order: what is
    /// derived before it is loaded could not be asymmetric.
    pub(super) held: Option<Vec<u8>>,
    /// The variables of the order that was loaded, with their places from 1.
    pub(super) order: FxHashMap<Var, usize>,
    /// The line that is being assembled, without its end.
    pub(super) line: String,
    /// Number of inequalities of the formula, if it is known in advance.
    num_premises: Option<u64>,
    /// Number of clauses of the formula reported so far.
    num_originals: u64,
    /// Number of sums of the formula reported so far.
    num_sums: u64,
    /// Number of derived inequalities.
    pub(super) last: u64,
    /// The numbers of clauses; `groups` has those of at-most-one groups, as
    /// inequalities over the negated members.
    pub(super) clauses: FxHashMap<Fingerprint, Id>,
    groups: FxHashMap<Fingerprint, Id>,
    /// Number of new variables, which are those from [`FIRST_NEW`] on.
    pub(super) num_new: usize,
    /// Set if a clause or sum of the formula has a variable from [`FIRST_NEW`] on.
    is_crowded: bool,
    /// Number of the contradiction, once there is one.
    pub(super) refuted: Option<Id>,
    /// Set once the end of the proof was written.
    concluded: bool,
}

impl<W: Write> Writer<W> {
    /// Creates a writer of the proof for a formula of `num_premises` clauses and sums.
    pub fn new(output: W, num_premises: usize) -> Writer<W> {
        let mut writer = Writer::with(output, Some(num_premises as u64), 0);
        let header = format!("pseudo-Boolean proof version 3.0\nf {num_premises};\n");
        writer.output.write(header.as_bytes());
        writer
    }

    /// Creates a writer of the proof for a formula that has `num_clauses` clauses
    /// now, which are not reported, and may get more. [`state_premises`] puts
    /// their number into the finished text.
    pub fn growing(output: W, num_clauses: u64) -> Writer<W> {
        let mut writer = Writer::with(output, None, num_clauses);
        let header = format!("{GROWING_START}{num_clauses:<WIDTH$};\n");
        writer.output.write(header.as_bytes());
        writer
    }

    fn with(output: W, num_premises: Option<u64>, num_originals: u64) -> Writer<W> {
        Writer {
            output: Output::new(output),
            held: Some(Vec::new()),
            order: FxHashMap::default(),
            line: String::new(),
            num_premises,
            num_originals,
            num_sums: 0,
            last: 0,
            clauses: FxHashMap::default(),
            groups: FxHashMap::default(),
            num_new: 0,
            is_crowded: false,
            refuted: None,
            concluded: false,
        }
    }

    /// Returns the number of clauses and sums of the formula so far.
    pub fn num_premises(&self) -> u64 {
        self.num_originals + self.num_sums
    }

    /// Returns `true` if the proof has a contradiction.
    pub fn is_refuted(&self) -> bool {
        self.refuted.is_some()
    }

    /// Writes the buffered data and returns the output.
    ///
    /// # Errors
    /// The first error of the output, also from an earlier step.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.release();
        self.output.into_inner()
    }

    /// Adds clauses that follow from the reported steps by unit propagation on
    /// inequalities, and ends the proof with them instead of a contradiction.
    ///
    /// # Errors
    /// The first error that occurred.
    pub fn end_with<'a>(mut self, clauses: impl IntoIterator<Item = &'a [Lit]>) -> io::Result<W> {
        for clause in clauses {
            self.clause(clause);
        }
        self.release();
        self.output
            .write(b"output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n");
        self.into_inner()
    }

    /// Writes the current line.
    pub(super) fn end_line(&mut self) {
        self.line.push_str(";\n");
        match &mut self.held {
            Some(held) => {
                held.extend_from_slice(self.line.as_bytes());
                if held.len() > MOST_HELD {
                    self.release();
                }
            }
            None => self.output.write(self.line.as_bytes()),
        }
        self.line.clear();
    }

    /// Writes the lines that were held back. There can be no order from now on.
    fn release(&mut self) {
        if let Some(held) = self.held.take() {
            self.output.write(&held);
        }
    }

    /// Ends a line that adds an inequality, and returns its number.
    pub(super) fn end_addition(&mut self) -> Id {
        self.end_line();
        self.last += 1;
        Id::derived(self.last)
    }

    /// Adds a clause that follows by unit propagation, and returns its number.
    fn rup(&mut self, clause: &[Lit]) -> Id {
        let id = self.rup_once(clause);
        self.clauses.insert(Fingerprint::of(clause), id);
        id
    }

    /// Adds a clause that follows by unit propagation and is only referred to by
    /// the number that is returned.
    pub(crate) fn rup_once(&mut self, clause: &[Lit]) -> Id {
        self.line.push_str("rup");
        for &lit in clause {
            self.line.push_str(" 1 ");
            self.push_lit(lit);
        }
        self.line.push_str(" >= 1");
        self.end_addition()
    }

    pub(super) fn push_lit(&mut self, lit: Lit) {
        let sign = if lit.is_negative() { "~" } else { "" };
        let _ = write!(self.line, "{sign}x{}", lit.var().to_dimacs());
    }

    fn push_number(&mut self, number: u64) {
        let _ = write!(self.line, " {number}");
    }

    pub(super) fn push_id(&mut self, id: Id) {
        match self.num_premises {
            Some(num_premises) => self.push_number(id.in_file(num_premises)),
            None if id.is_original() => self.push_number(id.in_file(0)),
            None => {
                // The last one is −1.
                let back = self.last - id.in_file(0) + 1;
                let _ = write!(self.line, " -{back}");
            }
        }
    }

    /// Returns the number of a clause, which is derived again if its number is
    /// unknown.
    fn clause(&mut self, clause: &[Lit]) -> Id {
        match self.clauses.get(&Fingerprint::of(clause)) {
            Some(&id) => id,
            None => self.rup(clause),
        }
    }

    /// Returns the number of ∑ ¬l ≥ m − 1 over a group of m literals, which is
    /// derived from its binary clauses unless it is known.
    fn group(&mut self, group: &[Lit]) -> Id {
        let print = Fingerprint::of(group);
        if let Some(&id) = self.groups.get(&print) {
            return id;
        }
        let mut pairs = Vec::new();
        for (index, &b) in group.iter().enumerate() {
            for &a in &group[..index] {
                pairs.push(self.clause(&[!a, !b]));
            }
        }
        self.group_of_pairs(group, &pairs)
    }

    /// Derives ∑ ¬l ≥ m − 1 over a group of m ≥ 2 literals from its binary
    /// clauses, and returns its number. The clauses are ordered by their later
    /// member.
    pub(crate) fn group_of_pairs(&mut self, group: &[Lit], pairs: &[Id]) -> Id {
        self.line.push_str("pol");
        let mut pairs = pairs.iter();
        for size in 1..group.len() as u64 {
            if size > 2 {
                self.push_number(size - 1);
                self.line.push_str(" *");
            }
            for place in 0..size {
                let pair = pairs.next().expect("a clause a pair");
                self.push_id(*pair);
                if size > 1 || place > 0 {
                    self.line.push_str(" +");
                }
            }
            if size > 1 {
                self.push_number(size);
                self.line.push_str(" d");
            }
        }
        let id = self.end_addition();
        self.groups.insert(Fingerprint::of(group), id);
        id
    }

    /// Deletes derived inequalities that are only referred to by their numbers.
    pub(crate) fn delete(&mut self, ids: &[Id]) {
        if !ids.is_empty() {
            self.line.push_str("del id");
            for &id in ids {
                self.push_id(id);
            }
            self.end_line();
        }
    }

    /// Adds the sum of inequalities, given by numbers, and of literals as l ≥
    /// 0, without the variables of `weakened`. There must be at least one
    /// inequality.
    pub(crate) fn sum(&mut self, ids: &[Id], lits: &[Lit], weakened: &[Lit]) -> Id {
        self.line.push_str("pol");
        for (place, &id) in ids.iter().enumerate() {
            self.push_id(id);
            if place > 0 {
                self.line.push_str(" +");
            }
        }
        for &lit in lits {
            self.line.push(' ');
            self.push_lit(lit);
            self.line.push_str(" +");
        }
        for &lit in weakened {
            let _ = write!(self.line, " x{} w", lit.var().to_dimacs());
        }
        self.end_addition()
    }

    /// Adds the groups that a tight count proves: all of its clauses but one leave at most
    /// one true literal to that clause. `all` are the numbers of its clauses, groups and
    /// outside literals.
    fn add_groups(&mut self, count: &Count, all: &[Id], singles: &[Lit]) {
        for (left_out, clause) in count.clauses.iter().enumerate() {
            let mut group: Vec<Lit> = clause.to_vec();
            group.retain(|lit| !count.outside.contains(lit));
            group.sort_unstable();
            let print = Fingerprint::of(&group);
            if group.len() < 2 || self.groups.contains_key(&print) {
                continue;
            }
            let mut terms = all.to_vec();
            terms.remove(left_out);
            // The unit clauses of the clause's own outside literals are not
            // wanted: weaken them away together with the rest.
            let own = clause.iter().filter(|lit| count.outside.contains(lit));
            let weakened: Vec<Lit> = count.rest.iter().chain(own).copied().collect();
            let id = self.sum(&terms, singles, &weakened);
            self.groups.insert(print, id);
        }
    }

    /// Adds the clauses that a tight count proves: all of its groups but one leave at
    /// least one true literal to that group.
    fn add_clauses(&mut self, count: &Count, all: &[Id], singles: &[Lit]) {
        for (left_out, group) in count.groups.iter().enumerate() {
            let mut terms = all.to_vec();
            terms.remove(count.clauses.len() + left_out);
            let own: Vec<Lit> = group
                .iter()
                .filter(|lit| !count.rest.contains(lit))
                .copied()
                .collect();
            if self.clauses.contains_key(&Fingerprint::of(&own)) {
                continue;
            }
            let others: Vec<Lit> = count
                .rest
                .iter()
                .filter(|lit| !group.contains(lit))
                .copied()
                .collect();
            let id = self.sum(&terms, singles, &others);
            self.clauses.insert(Fingerprint::of(&own), id);
        }
    }

    fn finish(&mut self, conclusion: Conclusion) -> io::Result<()> {
        let given = self.num_premises();
        if let Some(expected) = self.num_premises.filter(|&number| number != given) {
            self.output.fail(format!(
                "a VeriPB proof of {expected} clauses and sums was given {given}"
            ));
        }
        if self.is_crowded && self.num_new > 0 {
            let message = "a clause came with a variable that the proof uses as a new one";
            self.output.fail(message.into());
        }
        self.release();
        // Only a refutation ends the proof; after any other call it may
        // continue.
        if conclusion == Conclusion::Unsatisfiable && !self.concluded {
            self.concluded = true;
            let id = match self.refuted {
                Some(id) => id,
                None => self.rup(&[]),
            };
            self.refuted = Some(id);
            self.line.push_str("output NONE;\nconclusion UNSAT :");
            self.push_id(id);
            self.end_line();
            self.output.write(b"end pseudo-Boolean proof;\n");
        }
        self.output.flush()
    }
}

impl<W: Write + Send> Observer for Writer<W> {
    fn original(&mut self, _: Id, clause: &[Lit]) {
        self.num_originals += 1;
        self.is_crowded |= clause.iter().any(|lit| lit.var().index() >= FIRST_NEW);
        let id = Id::original(self.num_originals);
        self.clauses.insert(Fingerprint::of(clause), id);
    }

    fn takes_sums(&self) -> bool {
        true
    }

    fn sum(&mut self, terms: &[(u32, Lit)], _: i64) {
        self.num_sums += 1;
        let mut vars = terms.iter().map(|(_, lit)| lit.var().index());
        self.is_crowded |= vars.any(|var| var >= FIRST_NEW);
    }

    fn derived(&mut self, _: Id, clause: &[Lit], _: &[Id]) {
        if self.refuted.is_none() {
            let id = self.rup(clause);
            if clause.is_empty() {
                self.refuted = Some(id);
            }
        }
    }

    fn deleted(&mut self, _: Id, clause: &[Lit]) {
        let print = Fingerprint::of(clause);
        let is_derived = |id: &Id| !id.is_original();
        if self.clauses.get(&print).is_some_and(is_derived)
            && let Some(id) = self.clauses.remove(&print)
        {
            self.delete(&[id]);
        }
    }

    fn counting(&self) -> Counting {
        Counting::Natively
    }

    fn counted(&mut self, count: &Count) {
        let clauses: Vec<Id> = count
            .clauses
            .iter()
            .map(|clause| self.clause(clause))
            .collect();
        let groups: Vec<Id> = count.groups.iter().map(|group| self.group(group)).collect();
        let outside: Vec<Id> = count
            .outside
            .iter()
            .map(|&lit| self.clause(&[!lit]))
            .collect();
        let singles: Vec<Lit> = count.singles.iter().map(|&lit| !lit).collect();
        let all = [&clauses[..], &groups, &outside].concat();
        // 0 ≥ clauses − groups, or with equality ∑ ¬l ≥ |rest| over the rest.
        let is_refutation = count.clauses.len() > count.groups.len() + count.singles.len();
        if is_refutation || !count.rest.is_empty() {
            let id = self.sum(&all, &singles, &[]);
            if is_refutation {
                self.refuted = Some(id);
                return;
            }
        }
        self.add_groups(count, &all, &singles);
        self.add_clauses(count, &all, &singles);
    }

    fn summed(&mut self, sums: &Sums) {
        if self.refuted.is_none() {
            self.add_sums(sums);
        }
    }

    fn takes_leaders(&self) -> bool {
        self.held.is_some() && self.num_sums == 0
    }

    fn ordered(&mut self, vars: &[Var]) {
        self.load_order(vars);
    }

    fn led(&mut self, leader: &LexLeader) {
        if self.refuted.is_none() {
            self.add_lex_leader(leader);
        }
    }

    fn shrunk(&mut self, group: &[Lit], smaller: &[Lit]) {
        // A clique that was not needed yet is derived from its binary clauses
        // later.
        let Some(&id) = self.groups.get(&Fingerprint::of(group)) else {
            return;
        };
        if smaller.len() < 2 || self.groups.contains_key(&Fingerprint::of(smaller)) {
            return;
        }
        let gone: Vec<Lit> = group
            .iter()
            .filter(|lit| !smaller.contains(lit))
            .copied()
            .collect();
        let id = self.sum(&[id], &[], &gone);
        self.groups.insert(Fingerprint::of(smaller), id);
    }

    fn conclude(&mut self, conclusion: Conclusion) -> io::Result<()> {
        self.finish(conclusion)
    }
}
