//! Sums of parities by clauses: parity reasoning in DRAT and LRAT.
//!
//! A parity over variables v₁ … vₖ has a name for the sum of each prefix, tᵢ =
//! tᵢ₋₁ ⊕ vᵢ, and the last name is the constant b. (Philipp and Rebola-Pardo,
//! "DRAT Proofs for XOR Reasoning", JELIA 2016, cut parities in a similar way.)
//! Let a and b be the names of two parities, over variables in one order, and c those of
//! their sum. Variable by variable a ⊕ b ⊕ c = 0 follows from the same for the
//! variable before: assume the names after the variable, and decide it; then the
//! names before it follow. So a sum takes about twelve clauses of up to four
//! literals for each variable of both, where clauses over the variables alone
//! are exponentially many.
//!
//! No name is introduced that is equivalent to another one: before the first
//! variable of a and after its last one, the names of c are those of b or
//! their negations.

use super::Parity;
use crate::formula::{Lit, Var};
use crate::proof::Id;
use crate::proof::lemmas::{Lemmas, Term, clause};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A clause that is present, with its id.
type Lemma = (Vec<Lit>, Id);

/// The assignments of three terms with an odd sum, as bits.
const ODD: [u32; 4] = [0b001, 0b010, 0b100, 0b111];

/// Returns the clause that is false exactly if the terms have these values.
fn excluding(terms: [Term; 3], bits: u32) -> [Term; 3] {
    let mut place = 0;
    terms.map(|term| {
        place += 1;
        if bits >> (place - 1) & 1 == 1 {
            !term
        } else {
            term
        }
    })
}

/// Returns the sum of a term and a constant.
fn plus(term: Term, is_odd: bool) -> Term {
    if is_odd { !term } else { term }
}

fn is_constant(term: Term) -> Option<bool> {
    match term {
        Term::True => Some(true),
        Term::False => Some(false),
        Term::Is(_) => None,
    }
}

/// A variable of a parity.
struct Step {
    var: Var,
    /// The sum of the variables up to this one.
    term: Term,
    /// The clauses that state it, over the sum before, the variable, and the term.
    stated: Vec<Lemma>,
}

/// A parity as a chain of names.
struct Row {
    steps: Vec<Step>,
}

/// The order in which parities are added: each pair of numbers is a sum of two of
/// the parities or sums, which the parities come before.
pub(crate) struct Plan {
    pairs: Vec<[usize; 2]>,
    /// Number of variables of both parities, in all pairs together.
    pub cost: usize,
}

impl Plan {
    /// Creates an order in which the sums are short: the shortest one is next, and is
    /// added to the one with which the sum is shortest. There must be a parity. Returns
    /// `None` if the cost exceeds `most`.
    pub(crate) fn new(parities: &[&Parity], most: usize) -> Option<Plan> {
        let mut sets: Vec<Vec<Var>> = parities.iter().map(|parity| parity.vars.clone()).collect();
        let mut with: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        let mut queue = BinaryHeap::new();
        for (index, set) in sets.iter().enumerate() {
            set.iter()
                .for_each(|&var| with.entry(var).or_default().push(index));
            queue.push(Reverse((set.len(), index)));
        }
        let mut plan = Plan {
            pairs: Vec::new(),
            cost: 0,
        };
        let mut is_used = vec![false; 2 * sets.len()];
        while let Some(Reverse((_, first))) = queue.pop() {
            if is_used[first] {
                continue;
            }
            let mut partners: Vec<usize> = Vec::new();
            for var in &sets[first] {
                let list = with.entry(*var).or_default();
                list.retain(|&index| !is_used[index]);
                partners.extend(list.iter().filter(|&&index| index != first));
            }
            partners.sort_unstable();
            partners.dedup();
            let sums = partners
                .iter()
                .map(|&index| (difference(&sets[first], &sets[index]), index));
            let best = sums.min_by_key(|(sum, index)| (sum.len(), *index));
            let (sum, second) = match best {
                Some(best) => best,
                None => {
                    let is_open = |index: &usize| *index != first && !is_used[*index];
                    let Some(other) = (0..sets.len()).find(is_open) else {
                        break;
                    };
                    (difference(&sets[first], &sets[other]), other)
                }
            };
            is_used[first] = true;
            is_used[second] = true;
            let common = sets[first].len() + sets[second].len() - sum.len();
            plan.cost += sum.len() + common / 2;
            if plan.cost > most {
                return None;
            }
            for index in [first, second] {
                sets[index] = Vec::new(); // they are not looked at again
            }
            plan.pairs.push([first, second]);
            let index = sets.len();
            sum.iter()
                .for_each(|&var| with.entry(var).or_default().push(index));
            queue.push(Reverse((sum.len(), index)));
            sets.push(sum);
        }
        Some(plan)
    }
}

/// Returns the variables that are in one of two sorted lists only.
fn difference(a: &[Var], b: &[Var]) -> Vec<Var> {
    let only = |a: &[Var], b: &[Var]| -> Vec<Var> {
        a.iter()
            .filter(|&var| b.binary_search(var).is_err())
            .copied()
            .collect()
    };
    let mut sum = only(a, b);
    sum.extend(only(b, a));
    sum.sort_unstable();
    sum
}

/// A proof of a sum under construction.
struct Builder<'a, L> {
    lemmas: &'a mut L,
    /// Clauses to be deleted at the end.
    scraps: Vec<Lemma>,
}

/// Derives the clauses of the sum of parities, in the order of the plan, and returns
/// them with their ids. The sum has at most two variables. `ids` are those of the
/// clauses of each parity, in the order of [`Parity::clauses`].
pub(crate) fn derive_sum<L: Lemmas>(
    parities: &[&Parity],
    ids: &[Vec<Id>],
    plan: &Plan,
    lemmas: &mut L,
) -> Vec<(Vec<Lit>, Id)> {
    let scraps = Vec::new();
    let mut builder = Builder { lemmas, scraps };
    let mut rows: Vec<Option<Row>> = Vec::new();
    for (parity, ids) in parities.iter().zip(ids) {
        rows.push(Some(builder.state(parity, ids)));
    }
    let mut refuted = None;
    for pair in &plan.pairs {
        let [a, b] = pair.map(|index| rows[index].take().expect("each is added once"));
        match builder.add(&a, &b) {
            Ok(sum) => rows.push(Some(sum)),
            Err(id) => {
                refuted = Some((Vec::new(), id));
                break;
            }
        }
    }
    let last = rows
        .pop()
        .flatten()
        .and_then(|row| row.steps.into_iter().last());
    let results = match refuted {
        Some(lemma) => vec![lemma],
        None => last.map_or(Vec::new(), |step| step.stated),
    };
    builder.end(&results);
    results
}

impl<L: Lemmas> Builder<'_, L> {
    /// Deletes the clauses that are not among the results.
    fn end(&mut self, results: &[Lemma]) {
        for (lits, id) in std::mem::take(&mut self.scraps) {
            // Unit clauses are kept, because checkers differ in what deleting one
            // means.
            if lits.len() > 1 && !results.iter().any(|(clause, _)| *clause == lits) {
                self.lemmas.delete(&lits, id);
            }
        }
    }

    fn delete(&mut self, lemmas: Vec<Lemma>) {
        for (lits, id) in lemmas {
            if lits.len() > 1 {
                self.lemmas.delete(&lits, id);
            }
        }
    }

    /// Derives a clause, unless it is a tautology. `known` are clauses that imply it,
    /// in an order in which each, if its negation is assumed, has one open literal,
    /// or has no use.
    fn derive(&mut self, terms: &[Term], known: &[&Lemma]) -> Option<Lemma> {
        let lits = clause(terms)?;
        // Only those are hints that become unit clauses.
        let mut truths: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
        let mut hints = Vec::new();
        for &(clause, id) in known {
            let mut open = clause.iter().filter(|&&lit| !truths.contains(&!lit));
            let first = open.next().copied();
            if open.next().is_some() || first.is_some_and(|lit| truths.contains(&lit)) {
                continue;
            }
            hints.push(*id);
            match first {
                Some(lit) => truths.push(lit),
                None => break,
            }
        }
        hints.retain(|&id| id != Id::NONE);
        let id = self.lemmas.derive(&lits, &hints);
        Some((lits, id))
    }

    /// Introduces a name for the sum of a term and a variable, and returns it with
    /// the clauses that define it.
    fn name(&mut self, before: Term, var: Var) -> (Term, Vec<Lemma>) {
        let name = Term::Is(self.lemmas.fresh());
        let mut stated: Vec<Lemma> = Vec::new();
        let variable = Term::Is(var.positive());
        // Those that make the name true come first.
        for bits in [0b001, 0b010, 0b100, 0b111] {
            let [a, b, own] = excluding([before, variable, name], bits);
            let Some(lits) = clause(&[own, a, b]) else {
                continue;
            };
            let opposite = stated.iter().filter(|(clause, _)| clause[0] == !lits[0]);
            let against: Vec<Id> = opposite.map(|&(_, id)| id).collect();
            let against = against.into_iter().filter(|&id| id != Id::NONE);
            let id = self.lemmas.define(&lits, &against.collect::<Vec<_>>());
            stated.push((lits, id));
        }
        self.scraps.extend_from_slice(&stated);
        (name, stated)
    }

    /// Returns a parity as a chain. `ids` are those of its clauses.
    fn state(&mut self, parity: &Parity, ids: &[Id]) -> Row {
        let constant = Term::constant(parity.is_odd);
        let (last, others) = parity.vars.split_last().expect("a parity has variables");
        let mut steps: Vec<Step> = Vec::new();
        // The clauses over the sum so far and the other variables.
        let mut left: Vec<Lemma> = parity.clauses().zip(ids.iter().copied()).collect();
        let mut before = Term::False;
        for (place, &var) in others.iter().enumerate() {
            let (term, stated) = match before {
                Term::False => (Term::Is(var.positive()), Vec::new()),
                _ => self.name(before, var),
            };
            if place > 0 {
                let rest = &parity.vars[place + 1..];
                let next = self.contract(term, var, rest, parity.is_odd, &stated, &left);
                let gone = std::mem::replace(&mut left, next);
                if place > 1 {
                    self.delete(gone); // the first ones are the solver's
                }
            }
            steps.push(Step { var, term, stated });
            before = term;
        }
        if others.len() > 1 {
            self.scraps.extend_from_slice(&left);
        }
        steps.push(Step {
            var: *last,
            term: constant,
            stated: left,
        });
        Row { steps }
    }

    /// Derives the clauses over a name and the variables after it, from those over
    /// the name before it, its variable, and the variables after it.
    fn contract(
        &mut self,
        name: Term,
        var: Var,
        rest: &[Var],
        is_odd: bool,
        stated: &[Lemma],
        left: &[Lemma],
    ) -> Vec<Lemma> {
        let split = Term::Is(var.positive());
        let known: Vec<&Lemma> = stated.iter().chain(left).collect();
        let mut next = Vec::new();
        for bits in 0..2_u32 << rest.len() {
            if (bits.count_ones() % 2 == 1) == is_odd {
                continue;
            }
            let mut terms = vec![plus(name, bits & 1 == 1)];
            let others = rest.iter().enumerate();
            terms
                .extend(others.map(|(place, var)| Term::Is(var.lit(bits >> (place + 1) & 1 == 0))));
            next.extend(self.derive_split(&terms, split, &known));
        }
        next
    }

    /// Derives a clause by two cases, unless it is a tautology. In each, the clauses
    /// `known` refute its negation.
    fn derive_split(&mut self, terms: &[Term], split: Term, known: &[&Lemma]) -> Option<Lemma> {
        let lits = clause(terms)?;
        if lits
            .iter()
            .any(|&lit| Term::Is(lit) == split || Term::Is(!lit) == split)
        {
            return self.derive(terms, known);
        }
        let case: Vec<Term> = terms.iter().copied().chain([split]).collect();
        let helper = self.derive(&case, known);
        let all: Vec<&Lemma> = helper.iter().chain(known.iter().copied()).collect();
        let lemma = self.derive(terms, &all);
        self.delete(helper.into_iter().collect());
        lemma
    }

    /// Returns the sum of two parities, or the id of the empty clause, which says
    /// that both have the same variables and not the same parity.
    fn add(&mut self, a: &Row, b: &Row) -> Result<Row, Id> {
        let mut steps: Vec<Step> = Vec::new();
        let mut before = [Term::False; 3];
        let mut relation: Vec<Lemma> = Vec::new();
        let (mut left, mut right) = (&a.steps[..], &b.steps[..]);
        while let Some(var) = first_var(left, right) {
            let [one, other] = [&mut left, &mut right].map(|steps| next_at(steps, var));
            let [a, b] = [(one, before[0]), (other, before[1])]
                .map(|(step, old)| step.map_or(old, |step| step.term));
            let known: Vec<Lemma> = [one, other]
                .into_iter()
                .flatten()
                .flat_map(|step| step.stated.iter().cloned())
                .collect();
            let mut c = before[2];
            if one.is_none() || other.is_none() {
                let step = self.next_step(var, before, [a, b], &known, &relation);
                c = step.term;
                steps.push(step);
            }
            let stated = match one.is_none() || other.is_none() {
                true => &steps.last().expect("just pushed").stated[..],
                false => &[],
            };
            let split = Term::Is(var.positive());
            let known: Vec<&Lemma> = known.iter().chain(stated).chain(&relation).collect();
            let mut next = Vec::new();
            for bits in ODD {
                let terms = excluding([a, b, c], bits);
                next.extend(self.derive_split(&terms, split, &known));
            }
            self.delete(std::mem::replace(&mut relation, next));
            before = [a, b, c];
        }
        if let Some((_, id)) = relation.iter().find(|(lits, _)| lits.is_empty()) {
            return Err(*id);
        }
        self.close(&mut steps, &relation, before);
        self.delete(relation);
        Ok(Row { steps })
    }

    /// Returns the step of a sum at a variable that one of two parities has. `before`
    /// are the names of both and of the sum before the variable, `after` those of
    /// both after it.
    fn next_step(
        &mut self,
        var: Var,
        before: [Term; 3],
        after: [Term; 2],
        known: &[Lemma],
        relation: &[Lemma],
    ) -> Step {
        let variable = Term::Is(var.positive());
        if let Some(value) = is_constant(before[2]) {
            // The first variable.
            let term = plus(variable, value);
            let stated = Vec::new();
            return Step { var, term, stated };
        }
        let alias = match after.map(is_constant) {
            [Some(value), _] => plus(after[1], value),
            [_, Some(value)] => plus(after[0], value),
            _ => {
                let (term, stated) = self.name(before[2], var);
                return Step { var, term, stated };
            }
        };
        let known: Vec<&Lemma> = known.iter().chain(relation).collect();
        let mut stated = Vec::new();
        for bits in ODD {
            let terms = excluding([before[2], variable, alias], bits);
            stated.extend(self.derive(&terms, &known));
        }
        self.scraps.extend_from_slice(&stated);
        let term = alias;
        Step { var, term, stated }
    }

    /// Makes the last name of a sum a constant. The relation says which, if the name is
    /// not one already.
    fn close(&mut self, steps: &mut [Step], relation: &[Lemma], names: [Term; 3]) {
        let [Some(a), Some(b)] = [names[0], names[1]].map(is_constant) else {
            unreachable!("the last name of a parity is constant");
        };
        let Some((last, others)) = steps.split_last_mut() else {
            return;
        };
        if is_constant(last.term).is_some() {
            return;
        }
        let before = others.last().map_or(Term::False, |step| step.term);
        let constant = Term::constant(a != b);
        let known: Vec<&Lemma> = relation.iter().chain(&last.stated).collect();
        let mut stated = Vec::new();
        for bits in ODD {
            let terms = excluding([before, Term::Is(last.var.positive()), constant], bits);
            stated.extend(self.derive(&terms, &known));
        }
        self.scraps.extend_from_slice(&stated);
        last.term = constant;
        last.stated = stated;
    }
}

/// Returns the first variable of the steps that are left.
fn first_var(a: &[Step], b: &[Step]) -> Option<Var> {
    let first = [a, b].into_iter().filter_map(|steps| steps.first());
    first.map(|step| step.var).min()
}

/// Takes the first step if it is that of a variable.
fn next_at<'a>(steps: &mut &'a [Step], var: Var) -> Option<&'a Step> {
    let (first, rest) = steps.split_first()?;
    if first.var != var {
        return None;
    }
    *steps = rest;
    Some(first)
}
