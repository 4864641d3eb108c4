//! LRAT proofs: clauses with numbers, each with the clauses from which it follows.
//!
//! The clauses of the formula have the numbers 1, 2, … A step `ID literals 0 hints 0`
//! adds a clause, a *lemma*, under a larger number than all before it; `ID d IDs 0`
//! deletes clauses. A lemma is accepted if its hints show one of these:
//!
//! - RUP: the literals of the lemma are assumed false. Each hint's clause has at most one
//!   literal that is not false. If there is one, it becomes true; if there is none, the
//!   formula implies the lemma.
//! - RAT on the first literal p of the lemma, after hints as above without such an end:
//!   for each clause with ¬p, its negated number comes, and then hints. If its other
//!   literals are assumed false as well, one of them is true already, or these hints show
//!   a conflict as above. Then the lemma does not make a satisfiable formula unsatisfiable.
//!
//! In binary a lemma is `a ID literals 0 hints 0` and a deletion `d IDs 0`, where a
//! number x is 2·|x| + (1 if x < 0) in groups of seven bits, the lowest first, each in a
//! byte whose highest bit is set if another one follows.

use super::text::{Text, literal, malformed, poll, wrong};
use super::{Fault, Formula};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Checks that a proof in LRAT, in text or binary, refutes the formula. Steps behind
/// the empty clause are read, but not checked. Deleting a clause that is not there has no effect.
///
/// # Errors
/// If the proof is malformed, a lemma does not follow, the empty clause is not reached,
/// or `stop` returned `true`, which is called before each hint.
pub fn lrat(formula: &Formula, proof: &[u8], stop: &dyn Fn() -> bool) -> Result<(), Fault> {
    let mut checker = Checker {
        clauses: BTreeMap::new(),
        counts: BTreeMap::new(),
        last: 0,
        truths: BTreeSet::new(),
        offset: 0,
        stop,
    };
    let mut is_refuted = false;
    for clause in &formula.clauses {
        checker.add(checker.last + 1, clause);
        is_refuted |= clause.is_empty();
    }
    let mut steps = Steps {
        text: Text::new(proof),
        // A step of the text form begins with a number.
        is_binary: matches!(proof.first(), Some(b'a' | b'd')),
    };
    while let Some((offset, step)) = steps.next()? {
        checker.offset = offset;
        poll(stop, offset)?;
        match step {
            _ if is_refuted => {}
            Step::Delete(ids) => ids.iter().for_each(|id| {
                for lit in checker.clauses.remove(id).into_iter().flatten() {
                    *checker.counts.entry(lit).or_default() -= 1;
                }
            }),
            Step::Add(id, lits, hints) => {
                checker.lemma(id, &lits, &hints)?;
                is_refuted = lits.is_empty();
            }
        }
    }
    match is_refuted {
        true => Ok(()),
        false => wrong(proof.len(), "the proof ends without the empty clause"),
    }
}

enum Step {
    /// The number of a lemma, its literals and its hints.
    Add(i64, Vec<i32>, Vec<i64>),
    /// The numbers of clauses to delete.
    Delete(Vec<i64>),
}

/// A reader of steps.
struct Steps<'a> {
    text: Text<'a>,
    is_binary: bool,
}

impl Steps<'_> {
    /// Reads a step. Returns it with its offset, or `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, Step)>, Fault> {
        while !self.is_binary {
            self.text.skip_space();
            if self.text.peek() != Some(b'c') {
                break;
            }
            self.text.skip_line();
        }
        let offset = self.text.at;
        let first = self.text.peek();
        if first.is_none() {
            return Ok(None);
        }
        self.text.at += usize::from(self.is_binary);
        let (id, deletes) = match (self.is_binary, first) {
            (true, Some(b'd')) => (1, true),
            (true, Some(b'a')) => (self.number()?, false),
            (true, _) => return malformed(offset, "found no 'a' or 'd' at the start of a step"),
            (false, _) => {
                let id = self.number()?;
                self.text.skip_blanks();
                let deletes = Text { ..self.text }.word() == b"d";
                self.text.at += usize::from(deletes);
                (id, deletes)
            }
        };
        let numbers = self.list()?;
        let lits: Option<Vec<i32>> = numbers.iter().map(|&number| literal(number)).collect();
        let step = match lits {
            _ if id <= 0 => return malformed(offset, "the step's number is not positive"),
            _ if deletes && numbers.iter().any(|&id| id < 0) => {
                return malformed(offset, "a clause to delete has a negative number");
            }
            _ if deletes => Step::Delete(numbers),
            None => return malformed(offset, "a literal has more than 32 bits"),
            Some(lits) => Step::Add(id, lits, self.list()?),
        };
        if !self.is_binary {
            self.text.skip_blanks();
            if !self.text.at_line_end() {
                return self.text.unexpected(self.text.at, "the end of the line");
            }
        }
        Ok(Some((offset, step)))
    }

    /// Reads numbers up to a 0.
    fn list(&mut self) -> Result<Vec<i64>, Fault> {
        let mut numbers = Vec::new();
        loop {
            match self.number()? {
                0 => return Ok(numbers),
                number => numbers.push(number),
            }
        }
    }

    fn number(&mut self) -> Result<i64, Fault> {
        if self.is_binary {
            return self.binary_number();
        }
        self.text.skip_blanks();
        self.text.number("a number, or the 0 that ends the list")
    }

    /// Reads a number of which there is only one form: the shortest.
    fn binary_number(&mut self) -> Result<i64, Fault> {
        let start = self.text.at;
        let mut bits = 0u128;
        // 64 bits are ten groups.
        for group in 0..10 {
            let Some(byte) = self.text.peek() else {
                return malformed(self.text.at, "the file ends within a step");
            };
            self.text.at += 1;
            bits |= u128::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                let is_shortest = byte != 0 || group == 0;
                return match i64::try_from(bits >> 1) {
                    Ok(magnitude) if is_shortest && bits & 1 == 0 => Ok(magnitude),
                    Ok(magnitude) if is_shortest && magnitude > 0 => Ok(-magnitude),
                    _ => malformed(start, "found a number in another form than the shortest"),
                };
            }
        }
        malformed(start, "found a number of more than 64 bits")
    }
}

/// The clauses present, and what is assumed while a lemma is checked.
struct Checker<'a> {
    clauses: BTreeMap<i64, Vec<i32>>,
    /// By literal, the number of clauses that have it.
    counts: BTreeMap<i32, usize>,
    /// The largest number of a clause so far.
    last: i64,
    /// The true literals; their opposites are false.
    truths: BTreeSet<i32>,
    /// The offset of the current step.
    offset: usize,
    stop: &'a dyn Fn() -> bool,
}

impl Checker<'_> {
    /// Adds a clause, each of its literals once.
    fn add(&mut self, id: i64, lits: &[i32]) {
        let lits: BTreeSet<i32> = lits.iter().copied().collect();
        for &lit in &lits {
            *self.counts.entry(lit).or_default() += 1;
        }
        self.clauses.insert(id, lits.into_iter().collect());
        self.last = id;
    }

    fn lemma(&mut self, id: i64, lits: &[i32], hints: &[i64]) -> Result<(), Fault> {
        if id <= self.last {
            let last = self.last;
            return self.fault(format!("the number {id} is not above {last}, the last one"));
        }
        self.truths.clear();
        let (rup, rat) = hints.split_at(positive(hints));
        if !self.assume_false(lits) && !self.follow(rup)? {
            self.check_rat(lits, rat)?;
        }
        self.add(id, lits);
        Ok(())
    }

    /// Assumes that literals are false. Returns `true` if one of them is true already.
    fn assume_false(&mut self, lits: &[i32]) -> bool {
        for &lit in lits {
            if self.truths.contains(&lit) {
                return true;
            }
            self.truths.insert(-lit);
        }
        false
    }

    /// Follows hints. Returns `true` if a clause has only false literals.
    fn follow(&mut self, hints: &[i64]) -> Result<bool, Fault> {
        for &hint in hints {
            poll(self.stop, self.offset)?;
            let clause = self.clause(hint)?;
            let mut open = clause.iter().filter(|&&lit| !self.truths.contains(&-lit));
            match (open.next().copied(), open.next()) {
                (None, _) => return Ok(true),
                (Some(unit), None) => {
                    self.truths.insert(unit);
                }
                (Some(_), Some(_)) => {
                    return self.fault(format!("two literals of clause {hint} are not false"));
                }
            }
        }
        Ok(false)
    }

    /// Checks that a lemma is RAT on its first literal. The lemma is assumed false, and the
    /// hints before the first negative one were followed.
    fn check_rat(&mut self, lemma: &[i32], hints: &[i64]) -> Result<(), Fault> {
        let Some(&pivot) = lemma.first() else {
            return self.fault("the hints show no conflict");
        };
        let known = self.truths.clone();
        let mut shown = BTreeSet::new();
        let mut hints = hints;
        while let [candidate, rest @ ..] = hints {
            poll(self.stop, self.offset)?;
            let candidate = candidate.unsigned_abs() as i64;
            let (hints_for_it, next) = rest.split_at(positive(rest));
            let clause = self.clause(candidate)?;
            if !clause.contains(&-pivot) {
                return self.fault(format!("clause {candidate} does not have {}", -pivot));
            }
            let mut others = clause.to_vec();
            others.retain(|&lit| lit != -pivot);
            if !self.assume_false(&others) && !self.follow(hints_for_it)? {
                return self.fault(format!("the hints for clause {candidate} show no conflict"));
            }
            self.truths = known.clone();
            shown.insert(candidate);
            hints = next;
        }
        if shown.len() == self.counts.get(&-pivot).copied().unwrap_or(0) {
            return Ok(()); // these are all clauses with the opposite literal
        }
        for (id, clause) in &self.clauses {
            // A clause with a literal and its opposite is always true.
            let is_tautology = || clause.iter().any(|lit| clause.binary_search(&-lit).is_ok());
            if clause.contains(&-pivot) && !shown.contains(id) && !is_tautology() {
                return self.fault(format!(
                    "the hints show no conflict, and there are none for clause {id}, which has {}",
                    -pivot
                ));
            }
        }
        Ok(())
    }

    fn clause(&self, id: i64) -> Result<&[i32], Fault> {
        match self.clauses.get(&id) {
            Some(clause) => Ok(clause),
            None => self.fault(format!("there is no clause {id}")),
        }
    }

    fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        wrong(self.offset, message)
    }
}

/// Returns the number of hints before the first negative one.
fn positive(hints: &[i64]) -> usize {
    let first = hints.iter().position(|&hint| hint < 0);
    first.unwrap_or(hints.len())
}
