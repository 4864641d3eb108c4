//! Random circuits in which parts occur several times, with inputs of which one assignment is
//! left. That all clauses have it as their model is known without a search.

use sudosat::formula::{Cnf, Lit, Var};

/// The function of a gate.
#[derive(Clone, Copy)]
enum Kind {
    And,
    Xor,
    /// The second input if the first is true, else the third.
    Choice,
    Majority,
}

impl Kind {
    fn value(self, inputs: &[bool]) -> bool {
        let count = inputs.iter().filter(|&&input| input).count();
        match self {
            Kind::And => count == inputs.len(),
            Kind::Xor => count % 2 == 1,
            Kind::Choice => inputs[if inputs[0] { 1 } else { 2 }],
            Kind::Majority => 2 * count > inputs.len(),
        }
    }
}

/// A gate and the literal that it defines.
#[derive(Clone)]
struct Gate {
    kind: Kind,
    inputs: Vec<Lit>,
    output: Lit,
}

/// A circuit as it grows.
struct Circuit {
    /// The planted value of each variable.
    values: Vec<bool>,
    clauses: Vec<Vec<Lit>>,
    gates: Vec<Gate>,
    /// Pairs of literals that are equal because their gates are.
    equal: Vec<[Lit; 2]>,
}

impl Circuit {
    fn value(&self, lit: Lit) -> bool {
        self.values[lit.var().index()] == lit.is_positive()
    }

    fn literal(&self, rng: &mut fastrand::Rng) -> Lit {
        Var::new(rng.usize(..self.values.len())).lit(rng.bool())
    }

    /// Returns a literal that is equal to this one, or its own.
    fn equal_to(&self, lit: Lit, rng: &mut fastrand::Rng) -> Lit {
        let others = self.equal.iter().filter_map(|&[one, other]| match lit {
            _ if lit == one => Some(other),
            _ if lit == !one => Some(!other),
            _ => None,
        });
        let others: Vec<Lit> = others.collect();
        rng.choice(others).unwrap_or(lit)
    }

    /// Adds a gate, and returns its output.
    fn add(&mut self, kind: Kind, inputs: Vec<Lit>, rng: &mut fastrand::Rng) -> Lit {
        let values: Vec<bool> = inputs.iter().map(|&input| self.value(input)).collect();
        let output = Var::new(self.values.len()).lit(rng.bool());
        self.values
            .push(kind.value(&values) == output.is_positive());
        if matches!(kind, Kind::And) {
            self.clauses
                .extend(inputs.iter().map(|&input| vec![!output, input]));
            let negated = inputs.iter().map(|&input| !input);
            self.clauses.push(negated.chain([output]).collect());
        } else {
            for bits in 0..1_u32 << inputs.len() {
                let values: Vec<bool> = (0..inputs.len()).map(|bit| bits >> bit & 1 == 1).collect();
                let differ = inputs.iter().zip(&values);
                let differ = differ.map(|(&input, &value)| if value { !input } else { input });
                let is_true = kind.value(&values);
                let output = if is_true { output } else { !output };
                self.clauses.push(differ.chain([output]).collect());
            }
        }
        self.gates.push(Gate {
            kind,
            inputs,
            output,
        });
        output
    }

    /// Adds a gate like a former one, with inputs that are equal to its own.
    fn repeat(&mut self, rng: &mut fastrand::Rng) {
        let first = self.gates.len().saturating_sub(40);
        let Gate {
            kind,
            inputs,
            output,
        } = self.gates[rng.usize(first..self.gates.len())].clone();
        let mut inputs: Vec<Lit> = inputs
            .into_iter()
            .map(|input| match rng.u32(0..3) {
                0 => input,
                _ => self.equal_to(input, rng),
            })
            .collect();
        match kind {
            Kind::Choice if rng.u32(0..3) == 0 => inputs = vec![!inputs[0], inputs[2], inputs[1]],
            Kind::Choice => {}
            _ => rng.shuffle(&mut inputs),
        }
        let copy = self.add(kind, inputs, rng);
        self.equal.extend([[output, copy], [copy, output]]);
    }

    /// Adds a gate of any inputs, sometimes with equal or opposite ones that only the search for
    /// equal gates can know to be so.
    fn any(&mut self, rng: &mut fastrand::Rng) {
        let kinds = [
            Kind::And,
            Kind::And,
            Kind::Xor,
            Kind::Choice,
            Kind::Majority,
        ];
        let kind = *rng.choice(&kinds).expect("there are some");
        let count = match kind {
            Kind::And => rng.usize(2..5),
            Kind::Xor => rng.usize(2..4),
            Kind::Choice | Kind::Majority => 3,
        };
        let mut inputs: Vec<Lit> = (0..count).map(|_| self.literal(rng)).collect();
        if rng.u32(0..8) == 0
            && let Some(&[one, other]) = rng.choice(&self.equal)
        {
            inputs[0] = one;
            inputs[1] = if rng.bool() { other } else { !other };
            rng.shuffle(&mut inputs);
        }
        self.add(kind, inputs, rng);
    }
}

/// Returns the clauses of a random circuit, all of which have a common model.
pub(crate) fn circuit(rng: &mut fastrand::Rng) -> Cnf {
    let num_inputs = rng.usize(5..12);
    let mut circuit = Circuit {
        values: (0..num_inputs).map(|_| rng.bool()).collect(),
        clauses: Vec::new(),
        gates: Vec::new(),
        equal: Vec::new(),
    };
    circuit.any(rng);
    for _ in 0..rng.usize(10..120) {
        match rng.u32(0..5) {
            0..2 => circuit.repeat(rng),
            _ => circuit.any(rng),
        }
    }
    // Enough clauses about inputs and gates that few other assignments are left, and that
    // propagation alone does not find it.
    for _ in 0..5 * num_inputs {
        let is_input = rng.u32(0..8) > 0;
        let mut clause: Vec<Lit> = (0..3)
            .map(|_| match is_input {
                true => Var::new(rng.usize(..num_inputs)).lit(rng.bool()),
                false => circuit.literal(rng),
            })
            .collect();
        if !clause.iter().any(|&lit| circuit.value(lit)) {
            clause[0] = !clause[0];
        }
        circuit.clauses.push(clause);
    }
    rng.shuffle(&mut circuit.clauses);
    let mut cnf = Cnf::new(circuit.values.len());
    for clause in &circuit.clauses {
        debug_assert!(clause.iter().any(|&lit| circuit.value(lit)));
        cnf.add_clause(clause);
    }
    cnf
}
