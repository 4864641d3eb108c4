//! Gates: definitions of a variable among its clauses.
//!
//! If some clauses define x as a function of other variables, then elimination
//! of x needs only the resolvents of a defining clause with another clause (Eén
//! and Biere, SAT 2005). Recognised are conjunctions of any width (an
//! equivalence is a conjunction of width one), exclusive ors, and if-then-else.

use crate::cdcl::state::clauses::{ClauseRef, Clauses};
use crate::formula::{Lit, Var};

/// Largest number of variables of an exclusive or that is looked for. Chosen by
/// hand: a wider one has 2ⁿ⁻¹ clauses, and few encodings use it.
const WIDEST_XOR: usize = 5;
/// If one of the variable's literals has more ternary clauses than this,
/// if-then-else is not looked for, because the search is quadratic. Chosen by
/// hand.
const MOST_TERNARY: usize = 16;

/// The defining clauses of a variable: their indices in the list of the
/// positive literal and in that of the negative literal.
pub(in crate::cdcl) type Gate = [Vec<usize>; 2];

/// Returns a definition of the variable among its clauses, which must be
/// distinct.
pub(in crate::cdcl) fn find_gate(
    clauses: &Clauses,
    var: Var,
    sides: [&[ClauseRef]; 2],
) -> Option<Gate> {
    for polarity in [0, 1] {
        let lit = var.lit(polarity == 0);
        let gate = conjunction(clauses, lit, sides[polarity], sides[1 - polarity])
            .or_else(|| choice(clauses, lit, sides[polarity], sides[1 - polarity]));
        if let Some([same, other]) = gate {
            return Some(match polarity {
                0 => [same, other],
                _ => [other, same],
            });
        }
    }
    exclusive_or(clauses, var, sides)
}

/// Recognises that `lit` is equivalent to a conjunction: a clause of `lit` and
/// the negations of the conjuncts, and for each conjunct a clause ¬`lit` ∨
/// conjunct.
fn conjunction(
    clauses: &Clauses,
    lit: Lit,
    same: &[ClauseRef],
    opposite: &[ClauseRef],
) -> Option<Gate> {
    let mut implied: Vec<(Lit, usize)> = Vec::new();
    for (index, &clause) in opposite.iter().enumerate() {
        if clauses.size(clause) == 2 {
            let other = clauses.lits(clause).find(|&other| other != !lit)?;
            implied.push((other, index));
        }
    }
    if implied.is_empty() {
        return None;
    }
    implied.sort_unstable();
    for (index, &clause) in same.iter().enumerate() {
        if clauses.size(clause) > implied.len() + 1 {
            continue;
        }
        let inputs = clauses.lits(clause).filter(|&other| other != lit);
        let indices: Option<Vec<usize>> = inputs
            .map(|other| {
                let found = implied.binary_search_by_key(&!other, |&(lit, _)| lit);
                found.ok().map(|index| implied[index].1)
            })
            .collect();
        if let Some(indices) = indices {
            return Some([vec![index], indices]);
        }
    }
    None
}

/// Recognises that `lit` is "if c then t else e": the clauses ¬`lit` ∨ ¬c ∨ t,
/// ¬`lit` ∨ c ∨ e, `lit` ∨ ¬c ∨ ¬t and `lit` ∨ c ∨ ¬e.
fn choice(clauses: &Clauses, lit: Lit, same: &[ClauseRef], opposite: &[ClauseRef]) -> Option<Gate> {
    let same = ternary(clauses, lit, same);
    let opposite = ternary(clauses, !lit, opposite);
    if same.len().max(opposite.len()) > MOST_TERNARY {
        return None;
    }
    let find = |a: Lit, b: Lit| {
        let is_it = |pair: &[Lit; 2]| *pair == [a, b] || *pair == [b, a];
        same.iter().find(|(pair, _)| is_it(pair))
    };
    for (number, &(first, first_index)) in opposite.iter().enumerate() {
        for &(second, second_index) in &opposite[number + 1..] {
            for (condition, then) in [(first[0], first[1]), (first[1], first[0])] {
                // Here `condition` is ¬c.
                let otherwise = match second {
                    [c, e] if c == !condition => e,
                    [e, c] if c == !condition => e,
                    _ => continue,
                };
                if let (Some(a), Some(b)) = (find(condition, !then), find(!condition, !otherwise)) {
                    return Some([vec![a.1, b.1], vec![first_index, second_index]]);
                }
            }
        }
    }
    None
}

/// Returns the other two literals of each ternary clause, with the clause's
/// index.
fn ternary(clauses: &Clauses, lit: Lit, side: &[ClauseRef]) -> Vec<([Lit; 2], usize)> {
    let mut pairs = Vec::new();
    for (index, &clause) in side.iter().enumerate() {
        if clauses.size(clause) == 3 {
            let mut others = clauses.lits(clause).filter(|&other| other != lit);
            if let (Some(a), Some(b)) = (others.next(), others.next()) {
                pairs.push(([a, b], index));
            }
        }
    }
    pairs
}

/// Recognises an exclusive or that contains the variable: all clauses over a
/// set of variables whose number of negations has one parity.
fn exclusive_or(clauses: &Clauses, var: Var, sides: [&[ClauseRef]; 2]) -> Option<Gate> {
    for &base in sides[0] {
        let size = clauses.size(base);
        if !(3..=WIDEST_XOR).contains(&size) || sides[1].len() < 1 << (size - 2) {
            continue;
        }
        let vars: Vec<Var> = clauses.lits(base).map(|lit| lit.var()).collect();
        debug_assert!(vars.contains(&var));
        // The signs of a clause over the same variables, as bits.
        let signs = |clause: ClauseRef| {
            let mut bits = 0_u32;
            for lit in clauses.lits(clause) {
                let bit = vars.iter().position(|&other| other == lit.var())?;
                bits |= u32::from(lit.is_negative()) << bit;
            }
            Some(bits)
        };
        let parity = signs(base)?.count_ones() % 2;
        let mut seen = 0_u32;
        let mut gate = [Vec::new(), Vec::new()];
        for (side, gate) in sides.iter().zip(&mut gate) {
            for (index, &clause) in side.iter().enumerate() {
                if clauses.size(clause) == size
                    && let Some(bits) = signs(clause)
                    && bits.count_ones() % 2 == parity
                    && seen & 1 << bits == 0
                {
                    seen |= 1 << bits;
                    gate.push(index);
                }
            }
        }
        if seen.count_ones() == 1 << (size - 1) {
            return Some(gate);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Id;

    /// Returns the defining clauses that are found for variable 1.
    fn gate(formula: &[&[i32]]) -> Option<Vec<Vec<i32>>> {
        let mut clauses = Clauses::new(1 << 20);
        let mut sides = [Vec::new(), Vec::new()];
        for numbers in formula {
            let lits = numbers
                .iter()
                .map(|&number| Lit::from_dimacs(number).unwrap());
            let lits: Vec<Lit> = lits.collect();
            let clause = clauses.add(&lits, None, Id::NONE).unwrap();
            sides[usize::from(numbers.contains(&-1))].push(clause);
        }
        let gate = find_gate(&clauses, Var::new(0), [&sides[0], &sides[1]])?;
        let mut found = Vec::new();
        for (side, indices) in sides.iter().zip(gate) {
            for index in indices {
                let lits = clauses.lits(side[index]);
                found.push(lits.map(|lit| lit.to_dimacs()).collect());
            }
        }
        found.sort();
        Some(found)
    }

    /// Checks that exactly the defining clauses are found among others, and
    /// none if one of them is missing.
    fn check(definition: &[&[i32]], others: &[&[i32]]) {
        let all = [others, definition].concat();
        let mut expected: Vec<Vec<i32>> = definition.iter().map(|lits| lits.to_vec()).collect();
        expected.sort();
        assert_eq!(gate(&all), Some(expected));
        for missing in 0..definition.len() {
            let mut fewer = definition.to_vec();
            fewer.remove(missing);
            assert_eq!(gate(&[others, &fewer].concat()), None, "{missing}");
        }
    }

    #[test]
    fn definitions_are_found_and_nothing_else() {
        let others: &[&[i32]] = &[&[1, 8, 9], &[-1, 9, 7, 2]];
        check(&[&[1, 4], &[-1, -4]], others);
        check(&[&[1, -2, -3, 4], &[-1, 2], &[-1, 3], &[-1, -4]], others);
        check(&[&[-1, 2, 3], &[1, -2], &[1, -3]], others);
        check(
            &[&[-1, -2, 3], &[-1, 2, 4], &[1, -2, -3], &[1, 2, -4]],
            others,
        );
        check(
            &[&[1, 2, 3], &[1, -2, -3], &[-1, 2, -3], &[-1, -2, 3]],
            others,
        );
        let mut xor: Vec<Vec<i32>> = Vec::new();
        for bits in 0..16_u32 {
            if bits.count_ones() % 2 == 1 {
                let sign = |index: u32| if bits >> index & 1 == 1 { -1 } else { 1 };
                xor.push(
                    (0..4)
                        .map(|index| (index as i32 + 1) * sign(index))
                        .collect(),
                );
            }
        }
        let xor: Vec<&[i32]> = xor.iter().map(Vec::as_slice).collect();
        check(&xor, others);
    }
}
