//! Gates, and their normal forms.
//!
//! A gate states that its output literal is equivalent to a function of its input
//! literals. In normal form, two gates of the same function have the same kind and
//! the same inputs: constants, repetitions and complements are removed, inputs are
//! sorted, and signs are moved to the output where the function allows it. A gate
//! whose function is constant or a single literal has no normal form.

use crate::cdcl::state::clauses::ClauseRef;
use crate::formula::Lit;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The function of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// The conjunction of the inputs.
    And,
    /// The exclusive or of the inputs.
    Xor,
    /// "If the first input, then the second, else the third".
    Choice,
}

/// A literal that represents its equivalence class, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Image {
    Constant(bool),
    Literal(Lit),
}

/// The result of simplifying a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The output is a function of two or more inputs, which are in normal form.
    Function,
    /// The output is equivalent to this literal, or constant.
    Trivial(Image),
}

/// A gate; its inputs and sources are stored in [`Gates`].
#[derive(Clone, Copy)]
struct Gate {
    kind: Kind,
    output: Lit,
    /// Start of its inputs, and their number, which shrinks.
    start: u32,
    len: u32,
    /// The range of its sources.
    sources: [u32; 2],
}

/// All gates of a formula.
#[derive(Default)]
pub(super) struct Gates {
    gates: Vec<Gate>,
    inputs: Vec<Lit>,
    /// For each input, the number of its gate.
    owners: Vec<u32>,
    /// The clauses that define the gates. For a conjunction, only the long one. Empty
    /// unless they are needed for a proof.
    sources: Vec<ClauseRef>,
    /// For each gate with a single source, the literal that the clause defines.
    heads: Vec<Lit>,
    /// Buffer for the inputs of the gate being simplified.
    buffer: Vec<Lit>,
}

impl Gates {
    /// Adds clauses that define one or more gates. Returns their range, for
    /// [`push`](Self::push).
    pub(super) fn add_sources(&mut self, clauses: &[ClauseRef]) -> Range<usize> {
        let start = self.sources.len();
        self.sources.extend_from_slice(clauses);
        start..self.sources.len()
    }

    /// Adds a gate.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        output: Lit,
        inputs: impl Iterator<Item = Lit>,
        sources: Range<usize>,
    ) {
        let start = self.inputs.len();
        self.inputs.extend(inputs);
        self.owners
            .resize(self.inputs.len(), self.gates.len() as u32);
        self.gates.push(Gate {
            kind,
            output,
            start: start as u32,
            len: (self.inputs.len() - start) as u32,
            sources: [sources.start as u32, sources.end as u32],
        });
        self.heads.push(output);
    }

    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    /// Returns `true` if one of the gates is an exclusive or, or an if-then-else.
    pub(super) fn are_of_circuit(&self) -> bool {
        self.gates.iter().any(|gate| gate.kind != Kind::And)
    }

    pub(super) fn output(&self, number: usize) -> Lit {
        self.gates[number].output
    }

    /// Returns the inputs of a gate as simplified last.
    pub(super) fn inputs(&self, number: usize) -> &[Lit] {
        let Gate { start, len, .. } = self.gates[number];
        &self.inputs[start as usize..][..len as usize]
    }

    /// Returns all inputs as they were added, or as simplified last, each with the
    /// number of its gate.
    pub(super) fn all_inputs(&self) -> impl Iterator<Item = (Lit, u32)> {
        let owners = self.owners.iter().copied();
        self.inputs.iter().copied().zip(owners)
    }

    /// Returns the number of the gate with this place among all inputs.
    pub(super) fn owner(&self, place: u32) -> u32 {
        self.owners[place as usize]
    }

    /// Returns the clauses that define the gate.
    pub(super) fn sources(&self, number: usize) -> &[ClauseRef] {
        let [start, end] = self.gates[number].sources;
        &self.sources[start as usize..end as usize]
    }

    /// Returns the output that the gate was added with.
    pub(super) fn head(&self, number: usize) -> Lit {
        self.heads[number]
    }

    /// Returns a hash of the gate's function, which is in normal form.
    pub(super) fn hash(&self, number: usize) -> u64 {
        let mut hasher = FxHasher::default();
        self.gates[number].kind.hash(&mut hasher);
        self.inputs(number).hash(&mut hasher);
        hasher.finish()
    }

    /// Returns `true` if the gates, in normal form, are of the same function.
    pub(super) fn are_equal(&self, first: usize, second: usize) -> bool {
        self.gates[first].kind == self.gates[second].kind
            && self.inputs(first) == self.inputs(second)
    }

    /// Replaces the inputs by their images, and brings the gate into normal form.
    pub(super) fn simplify(&mut self, number: usize, image: impl Fn(Lit) -> Image) -> Form {
        let mut gate = self.gates[number];
        let mut lits = std::mem::take(&mut self.buffer);
        lits.clear();
        lits.extend_from_slice(self.inputs(number));
        let form = match gate.kind {
            Kind::And => conjunction(&mut lits, image),
            Kind::Xor => exclusive_or(&mut gate, &mut lits, image),
            Kind::Choice => choice(&mut gate, &mut lits, image),
        };
        gate.len = lits.len() as u32;
        self.inputs[gate.start as usize..][..lits.len()].copy_from_slice(&lits);
        self.gates[number] = gate;
        self.buffer = lits;
        form
    }
}

const FALSE: Form = Form::Trivial(Image::Constant(false));
const TRUE: Form = Form::Trivial(Image::Constant(true));

/// Simplifies a conjunction. A false input stays: a gate may be simplified again, and
/// is false then, too.
fn conjunction(lits: &mut Vec<Lit>, image: impl Fn(Lit) -> Image) -> Form {
    let mut kept = 0;
    for index in 0..lits.len() {
        match image(lits[index]) {
            Image::Literal(lit) => {
                lits[kept] = lit;
                kept += 1;
            }
            Image::Constant(true) => {}
            Image::Constant(false) => return FALSE,
        }
    }
    lits.truncate(kept);
    lits.sort_unstable();
    lits.dedup();
    if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
        return FALSE;
    }
    match **lits {
        [] => TRUE,
        [lit] => Form::Trivial(Image::Literal(lit)),
        _ => Form::Function,
    }
}

/// Simplifies an exclusive or. Afterwards all inputs are positive.
fn exclusive_or(gate: &mut Gate, lits: &mut Vec<Lit>, image: impl Fn(Lit) -> Image) -> Form {
    let mut is_odd = false;
    let mut kept = 0;
    for index in 0..lits.len() {
        match image(lits[index]) {
            Image::Literal(lit) => {
                is_odd ^= lit.is_negative();
                lits[kept] = lit.var().positive();
                kept += 1;
            }
            Image::Constant(value) => is_odd ^= value,
        }
    }
    lits.truncate(kept);
    lits.sort_unstable();
    let mut kept = 0;
    for index in 0..lits.len() {
        if kept > 0 && lits[kept - 1] == lits[index] {
            kept -= 1;
        } else {
            lits[kept] = lits[index];
            kept += 1;
        }
    }
    lits.truncate(kept);
    if is_odd {
        gate.output = !gate.output;
    }
    match **lits {
        [] => FALSE,
        [lit] => Form::Trivial(Image::Literal(lit)),
        _ => Form::Function,
    }
}

/// Simplifies an if-then-else, which may become a gate of another kind. Afterwards
/// the condition and the second input are positive.
fn choice(gate: &mut Gate, lits: &mut Vec<Lit>, image: impl Fn(Lit) -> Image) -> Form {
    let images = [0, 1, 2].map(|index| image(lits[index]));
    let [condition, mut then, mut otherwise] = images;
    let mut condition = match condition {
        Image::Literal(lit) => lit,
        Image::Constant(value) => {
            return Form::Trivial(if value { then } else { otherwise });
        }
    };
    if condition.is_negative() {
        condition = !condition;
        std::mem::swap(&mut then, &mut otherwise);
    }
    // Where the condition holds, a constant equals it or its negation.
    let signed = |image: Image, one: Lit| match image {
        Image::Literal(lit) => lit,
        Image::Constant(value) => {
            if value {
                one
            } else {
                !one
            }
        }
    };
    let mut then = signed(then, condition);
    let mut otherwise = signed(otherwise, !condition);
    if then == otherwise {
        return Form::Trivial(Image::Literal(then));
    }
    if then == condition && otherwise == !condition {
        return TRUE;
    }
    if then == !condition && otherwise == condition {
        return FALSE;
    }
    // The images of images are themselves.
    let same = Image::Literal;
    if then == !otherwise {
        gate.kind = Kind::Xor;
        gate.output = !gate.output;
        *lits = vec![condition, then];
        return exclusive_or(gate, lits, same);
    }
    let (inputs, is_negated) = if then == condition {
        ([!condition, !otherwise], true)
    } else if then == !condition {
        ([!condition, otherwise], false)
    } else if otherwise == condition {
        ([condition, then], false)
    } else if otherwise == !condition {
        ([condition, !then], true)
    } else {
        if then.is_negative() {
            then = !then;
            otherwise = !otherwise;
            gate.output = !gate.output;
        }
        lits.copy_from_slice(&[condition, then, otherwise]);
        return Form::Function;
    };
    gate.kind = Kind::And;
    if is_negated {
        gate.output = !gate.output;
    }
    *lits = inputs.to_vec();
    conjunction(lits, same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Var;

    const VARS: usize = 4;

    fn holds(lit: Lit, bits: u32) -> bool {
        (bits >> lit.var().index() & 1 == 1) == lit.is_positive()
    }

    fn value(image: Image, bits: u32) -> bool {
        match image {
            Image::Constant(value) => value,
            Image::Literal(lit) => holds(lit, bits),
        }
    }

    fn function(kind: Kind, inputs: &[bool]) -> bool {
        match kind {
            Kind::And => inputs.iter().all(|&input| input),
            Kind::Xor => inputs.iter().filter(|&&input| input).count() % 2 == 1,
            Kind::Choice => inputs[if inputs[0] { 1 } else { 2 }],
        }
    }

    /// Simplification changes no value of the output, and equal functions of the inputs have
    /// equal normal forms.
    #[test]
    fn normal_forms_are_those_of_the_truth_table() {
        let mut rng = fastrand::Rng::with_seed(1);
        let output = Var::new(VARS).positive();
        let (mut equal, mut trivial) = (0, 0);
        let mut last: Option<(Vec<bool>, Gates)> = None;
        for _ in 0..40_000 {
            let kind = *rng.choice(&[Kind::And, Kind::Xor, Kind::Choice]).unwrap();
            let len = if kind == Kind::Choice {
                3
            } else {
                rng.usize(1..5)
            };
            let inputs: Vec<Lit> = (0..len)
                .map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()))
                .collect();
            // Every variable has an image that is constant or a variable before it.
            let images: Vec<Image> = (0..VARS)
                .map(|index| match rng.u32(0..6) {
                    0 => Image::Constant(rng.bool()),
                    1 => Image::Literal(Var::new(rng.usize(0..2)).lit(rng.bool())),
                    _ => Image::Literal(Var::new(index).positive()),
                })
                .collect();
            let image = |lit: Lit| match images[lit.var().index()] {
                Image::Constant(value) => Image::Constant(value == lit.is_positive()),
                Image::Literal(other) if lit.is_negative() => Image::Literal(!other),
                other => other,
            };
            let mut gates = Gates::default();
            gates.push(kind, output, inputs.iter().copied(), 0..0);
            let form = gates.simplify(0, image);
            let outputs = |gates: &Gates, form: Form, bits: u32| {
                let value = match form {
                    Form::Trivial(image) => value(image, bits),
                    Form::Function => {
                        let inputs = gates.inputs(0).iter().map(|&lit| holds(lit, bits));
                        function(gates.gates[0].kind, &inputs.collect::<Vec<_>>())
                    }
                };
                value ^ (gates.output(0) != output)
            };
            let table: Vec<bool> = (0..1 << VARS)
                .map(|bits| {
                    let values = inputs.iter().map(|&lit| value(image(lit), bits));
                    let expected = function(kind, &values.collect::<Vec<_>>());
                    assert_eq!(outputs(&gates, form, bits), expected, "{kind:?} {inputs:?}");
                    expected
                })
                .collect();
            if form != Form::Function {
                trivial += 1;
                continue;
            }
            // A function of two or more inputs depends on each.
            assert!(table.contains(&true) && table.contains(&false));
            for lit in gates.inputs(0) {
                let bit = 1 << lit.var().index();
                assert!((0..1 << VARS).any(|bits: usize| table[bits] != table[bits ^ bit]));
            }
            if let Some((other, others)) = &last {
                let are_opposite = other.iter().zip(&table).all(|(a, b)| a != b);
                if *other == table || are_opposite {
                    let mut both = Gates::default();
                    for one in [others, &gates] {
                        let Gate { kind, output, .. } = one.gates[0];
                        both.push(kind, output, one.inputs(0).iter().copied(), 0..0);
                    }
                    // A conjunction and its negation differ in no sign of the inputs.
                    assert!(both.are_equal(0, 1));
                    assert_eq!(both.hash(0), both.hash(1));
                    assert_eq!(both.output(0) == both.output(1), *other == table);
                    equal += 1;
                }
            }
            if last.is_none() || rng.u32(0..50) == 0 {
                last = Some((table, gates));
            }
        }
        assert!(equal > 200 && trivial > 2000, "{equal} {trivial}");
    }

    /// A gate is simplified again when more is known of its inputs, also one without a normal
    /// form, and its value is right then, too.
    #[test]
    fn gates_simplified_again_have_the_same_value() {
        let mut rng = fastrand::Rng::with_seed(1);
        let output = Var::new(VARS).positive();
        for _ in 0..40_000 {
            let kind = *rng.choice(&[Kind::And, Kind::Xor, Kind::Choice]).unwrap();
            let inputs: Vec<Lit> = (0..3)
                .map(|_| Var::new(rng.usize(0..VARS)).lit(rng.bool()))
                .collect();
            // At first the last variables are constant or others, then the first ones too.
            let mut images: Vec<Image> = (0..VARS)
                .map(|index| Image::Literal(Var::new(index).positive()))
                .collect();
            let mut gates = Gates::default();
            gates.push(kind, output, inputs.iter().copied(), 0..0);
            for range in [2..VARS, 1..2, 0..1] {
                for index in range {
                    let image = match rng.u32(0..3) {
                        0 => Image::Constant(rng.bool()),
                        1 => Image::Literal(Var::new(rng.usize(0..=index / 2)).lit(rng.bool())),
                        _ => continue,
                    };
                    if image != Image::Literal(!Var::new(index).positive()) {
                        images[index] = image;
                    }
                }
                let image = |mut lit: Lit| loop {
                    match images[lit.var().index()] {
                        Image::Constant(value) => {
                            return Image::Constant(value == lit.is_positive());
                        }
                        Image::Literal(other) if other.var() == lit.var() => {
                            return Image::Literal(lit);
                        }
                        Image::Literal(other) => {
                            lit = if lit.is_positive() { other } else { !other };
                        }
                    }
                };
                let form = gates.simplify(0, image);
                for bits in 0..1 << VARS {
                    let values = inputs.iter().map(|&lit| value(image(lit), bits));
                    let expected = function(kind, &values.collect::<Vec<_>>());
                    let found = match form {
                        Form::Trivial(image) => value(image, bits),
                        Form::Function => {
                            let inputs = gates.inputs(0).iter().map(|&lit| holds(lit, bits));
                            function(gates.gates[0].kind, &inputs.collect::<Vec<_>>())
                        }
                    };
                    let found = found ^ (gates.output(0) != output);
                    assert_eq!(found, expected, "{kind:?} {inputs:?} {images:?}");
                }
            }
        }
    }
}
