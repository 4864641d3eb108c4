//! Lex-leaders by dominance.
//!
//! A line `dom C : σ` adds an inequality C if, where C is false, the symmetry σ maps every model to
//! a model that is less in an order (Bogaerts, Gocht, McCreesh, Nordström, "Certified Dominance and
//! Symmetry Breaking for Combinatorial Optimisation", JAIR 2023). Here the order is the
//! lexicographic order of some variables, with an auxiliary variable `$ai` that is true if the
//! first i variables on the left are at least those on the right (Anders and others, "Faster
//! Certified Symmetry Breaking Using Orders With Auxiliary Variables", arXiv 2511.16637).
//!
//! For a lex-leader that compares x₁ … xₖ with their images y₁ … yₖ, new variables gᵢ are defined
//! from the last to the first: gᵢ is true if xᵢ … xₖ are at most yᵢ … yₖ, which is if two of ¬xᵢ,
//! yᵢ and gᵢ₊₁ are true. Then g₁ is added by dominance. Its negation and the equality of all
//! variables before xᵢ imply ¬gᵢ, so xᵢ ≥ yᵢ.

use super::Writer;
use super::parity::FIRST_NEW;
use crate::formula::{Lit, Var};
use crate::proof::fingerprint::Fingerprint;
use crate::proof::{Id, LexLeader};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::io::Write;

/// Largest size in bytes of the lines that are held back because an order must be loaded before
/// them. Chosen by hand.
pub(super) const MOST_HELD: usize = 1 << 24;

/// Returns the definition of the lexicographic order of `n` variables, and the proof that it is
/// transitive.
pub(crate) fn order_of(n: usize) -> String {
    let mut text = String::from("def_order lex\nvars\n");
    let names = |letter: &str, end: usize| -> String {
        (1..=end).map(|i| format!(" {letter}{i}")).collect()
    };
    let a = n.saturating_sub(1);
    let _ = write!(
        text,
        "left{};\nright{};\naux{};\nend;\nspec\n",
        names("u", n),
        names("v", n),
        names("$a", a)
    );
    for i in 1..n {
        if i > 1 {
            let _ = writeln!(text, "red 1 ~$a{i} 1 $a{} >= 1 : $a{i} -> 0;", i - 1);
        }
        let _ = write!(
            text,
            "red 1 ~$a{i} 1 u{i} 1 ~v{i} >= 1 : $a{i} -> 0;\nred 2 $a{i}"
        );
        if i > 1 {
            let _ = write!(text, " 2 ~$a{}", i - 1);
        }
        let _ = writeln!(text, " 1 ~u{i} 1 v{i} >= 2 : $a{i} -> 1;");
    }
    text.push_str("end;\ndef\n");
    for i in 1..=n {
        if i > 1 {
            let _ = write!(text, "1 ~$a{} ", i - 1);
        }
        let _ = writeln!(text, "1 ~u{i} 1 v{i} >= 1;");
    }
    let _ = write!(
        text,
        "end;\ntransitivity\nvars\nfresh_right{};\nfresh_aux_1{};\nfresh_aux_2{};\nend;\nproof\n",
        names("w", n),
        names("$b", a),
        names("$c", a)
    );
    for i in 1..n {
        for letter in ["a", "b"] {
            let _ = writeln!(text, "rup 1 ~$c{i} 1 ${letter}{i} >= 1;");
        }
    }
    for i in 1..=n {
        let _ = writeln!(text, "proofgoal #{i}\nrup >= 1;\nqed;");
    }
    text.push_str("qed;\nend;\nend;\n");
    text
}

/// Returns the number of inequalities that define the auxiliary variables of the order of `n`
/// variables.
pub(crate) fn num_defined(n: u64) -> u64 {
    (3 * n).saturating_sub(4)
}

impl<W: Write> Writer<W> {
    /// Loads the lexicographic order of these variables, before all lines that were held back.
    pub(super) fn load_order(&mut self, vars: &[Var]) {
        let held = self.held.take().unwrap_or_default();
        self.output.write(order_of(vars.len()).as_bytes());
        self.line.push_str("load_order lex");
        for var in vars {
            self.line.push(' ');
            self.push_lit(var.positive());
        }
        self.end_line();
        self.output.write(&held);
        self.order = vars.iter().copied().zip(1..).collect();
    }

    /// Derives the clauses of a lex-leader.
    pub(super) fn add_lex_leader(&mut self, leader: &LexLeader) {
        let first = Var::new(FIRST_NEW + self.num_new).positive();
        self.num_new += 1;
        let needs: Vec<Lit> = [&[first], leader.rests].concat();
        let mut scraps = Vec::new();
        for (place, &(var, image)) in leader.compared.iter().enumerate().rev() {
            let (need, rest) = (needs[place], needs.get(place + 1).copied());
            scraps.extend(self.define_need(need, [!var.positive(), image], rest));
        }
        let _ = write!(self.line, "dom 1 ");
        self.push_lit(first);
        self.line.push_str(" >= 1 :");
        for &(var, image) in leader.images {
            let _ = write!(self.line, " x{} -> ", var.to_dimacs());
            self.push_lit(image);
        }
        self.line.push_str(" : subproof\n");
        self.last += self.prove_less(leader, &needs);
        self.line.push_str("qed dom");
        scraps.push(self.end_addition());
        for clause in leader.clauses() {
            let id = self.rup_once(&clause);
            self.clauses.insert(Fingerprint::of(&clause), id);
        }
        self.delete(&scraps);
    }

    /// Introduces a variable that is true if two of these literals and `rest` are, or one if there
    /// is no `rest`.
    fn define_need(&mut self, need: Lit, lits: [Lit; 2], rest: Option<Lit>) -> [Id; 2] {
        let least = if rest.is_some() { 2 } else { 1 };
        [(!need, least), (need, 2)].map(|(head, least)| {
            let _ = write!(self.line, "red {least} ");
            self.push_lit(head);
            for lit in lits.into_iter().chain(rest) {
                self.line.push_str(" 1 ");
                self.push_lit(if head == need { !lit } else { lit });
            }
            let value = u8::from(head == need);
            let _ = write!(
                self.line,
                " >= {least} : x{} -> {value}",
                need.var().to_dimacs()
            );
            self.end_addition()
        })
    }

    /// Writes the proof that the image of a model is less than the model if the first of `needs` is
    /// false. Returns the number of its inequalities, which have numbers too.
    fn prove_less(&mut self, leader: &LexLeader, needs: &[Lit]) -> u64 {
        let num_vars = self.order.len() as u64;
        // The negation of what is added, the goal of the second scope, and what both scopes begin
        // with.
        let mut num = 1 + num_vars + 2 * num_defined(num_vars);
        let compared: FxHashMap<Var, usize> =
            leader.compared.iter().map(|pair| pair.0).zip(0..).collect();
        let moved = leader.images.iter().map(|&(var, _)| var);
        let mut places: Vec<(usize, Option<usize>)> = moved
            .filter_map(|var| Some((*self.order.get(&var)?, compared.get(&var).copied())))
            .collect();
        places.sort_unstable();
        let line = &mut self.line;
        let not = |lit: Lit| format!(" 1 ~x{}", lit.var().to_dimacs());
        line.push_str("scope leq\n");
        // The image is at least the model in the first variables only if the rest is not needed.
        for &(place, index) in places
            .iter()
            .filter(|&&(place, _)| place < self.order.len())
        {
            if let Some(index) = index {
                let rest = needs
                    .get(index + 1)
                    .map_or(String::new(), |&rest| not(rest));
                let _ = writeln!(line, "rup 1 ~$a{place}{rest} >= 1;");
                num += 1;
            }
        }
        for (place, _) in &places {
            let _ = writeln!(line, "proofgoal #{place}\nrup >= 1;\nqed;");
            num += 2;
        }
        let _ = write!(
            line,
            "end;\nscope geq\nproofgoal #{}\n",
            self.order.len() + 1
        );
        for (place, index) in places {
            if let Some(index) = index {
                match needs.get(index + 1) {
                    Some(&rest) => {
                        let _ = writeln!(line, "rup{} >= 1;", not(rest));
                        num += 1;
                    }
                    None => break,
                }
            }
            let _ = writeln!(line, "rup 1 $a{place} >= 1;");
            num += 1;
        }
        line.push_str("rup >= 1;\nqed;\nend;\n");
        num + 1
    }
}
