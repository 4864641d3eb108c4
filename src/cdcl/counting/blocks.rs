//! Blocks proved by clauses, for an observer that can't use counting arguments.
//!
//! Each finding of counting is kept together with the clauses that it rests on,
//! and these stay in the proof. The number of clauses of a [pigeonhole
//! proof](crate::proof::pigeonhole) grows with the cube of the block's size. So
//! the proof is reported only when the block is first used: when a reason
//! occurs that only the block explains.

use super::{Finding, Structure};
use crate::cdcl::Solver;
use crate::cdcl::api::tracer::Tracer;
use crate::formula::{Lit, Var};
use crate::proof::Id;
use crate::proof::fingerprint::Fingerprint;
use crate::proof::lemmas::{Derive, Lemmas};
use crate::proof::pigeonhole::{Chain, Pairs, Pigeon, Pigeonhole, Proved};
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// Largest number of groups ("holes") of a block to be proved: its proof then
/// has about six million clauses.
const MOST_HOLES: usize = 128;

/// The blocks that counting found, with their proofs as far as reported.
#[derive(Default)]
pub(in crate::cdcl) struct Blocks {
    blocks: Vec<State>,
    /// For each literal, the blocks it occurs in, with its pigeon (the index of
    /// its clause) there.
    of: FxHashMap<Lit, Vec<(u32, u32)>>,
    /// The clauses whose literals are known to be an at-most-one group too.
    known: FxHashSet<Fingerprint>,
    /// The ids of the unit clauses that falsify the remaining literals of tight
    /// blocks.
    falsified: FxHashMap<Lit, Id>,
}

enum State {
    Pending(Pigeonhole),
    /// The block is proved, with a chain of derived clauses for each pigeon.
    Proved(Vec<Chain>),
}

impl Blocks {
    /// Returns the id of the unit clause by which a block made the literal
    /// false.
    pub(crate) fn falsified(&self, lit: Lit) -> Option<Id> {
        self.falsified.get(&lit).copied()
    }

    /// Returns the blocks and pigeons that contain both literals.
    fn common(&self, a: Lit, b: Lit) -> Vec<(u32, u32)> {
        match (self.of.get(&a), self.of.get(&b)) {
            (Some(a), Some(b)) => a.iter().filter(|one| b.contains(one)).copied().collect(),
            _ => Vec::new(),
        }
    }
}

/// The place where proofs are written: access to the observer and to the
/// blocks.
struct Desk<'a> {
    tracer: &'a mut Tracer,
    blocks: &'a mut Blocks,
}

impl Desk<'_> {
    /// Proves a block, unless it is proved already. Returns `true` if the proof
    /// derived the empty clause.
    fn prove(&mut self, number: usize) -> bool {
        let done = State::Proved(Vec::new());
        let block = match std::mem::replace(&mut self.blocks.blocks[number], done) {
            State::Pending(block) => block,
            proved => {
                self.blocks.blocks[number] = proved;
                return false;
            }
        };
        let proved = block.prove(self);
        self.tracer.pending -= 1;
        for pigeon in &block.pigeons {
            self.tracer.unpin(&pigeon.clause);
        }
        match proved {
            Proved::Refuted => true,
            Proved::Tight { chains, rest } => {
                self.blocks.blocks[number] = State::Proved(chains);
                let rest = block.rest.iter().map(|&(_, lit)| lit).zip(rest);
                self.blocks.falsified.extend(rest);
                false
            }
        }
    }
}

impl Derive for Desk<'_> {
    fn derive(&mut self, clause: &[Lit], hints: &[Id]) -> Id {
        self.tracer.derive_from(clause, hints)
    }
}

impl Lemmas for Desk<'_> {
    fn fresh(&mut self) -> Lit {
        Lemmas::fresh(self.tracer)
    }

    fn define(&mut self, clause: &[Lit], against: &[Id]) -> Id {
        self.tracer.define(clause, against)
    }

    fn delete(&mut self, clause: &[Lit], id: Id) {
        self.tracer.delete(clause, id);
    }
}

impl Pairs for Desk<'_> {
    fn pair(&mut self, a: Lit, b: Lit) -> Id {
        if let Some(id) = self.tracer.binary(!a, !b) {
            return id;
        }
        for (number, pigeon) in self.blocks.common(a, b) {
            self.prove(number as usize);
            let State::Proved(chains) = &self.blocks.blocks[number as usize] else {
                continue;
            };
            let Some(chain) = chains.get(pigeon as usize) else {
                continue;
            };
            if !self.tracer.wants_hints() {
                continue; // the chain will do
            }
            let id = chain.pair(a, b, self.tracer);
            if let Some(id) = id {
                self.tracer.add_binary(!a, !b, id);
                return id;
            }
        }
        Id::NONE
    }
}

impl Solver {
    /// Returns `true` if the findings can be proved, or if no proof by clauses
    /// is wanted.
    pub(in crate::cdcl) fn can_prove(&self, structure: &Structure) -> bool {
        let fits = |finding: &Finding| match finding {
            Finding::Refuted(block) | Finding::Tight { block, .. } => {
                block.num_groups() <= MOST_HOLES
            }
        };
        !self.tracer.extends() || structure.findings.iter().all(fits)
    }

    /// Reports a finding to the observer. An observer that wants clauses gets
    /// the proof when the block is first used, or at once if the block makes
    /// literals false or refutes the formula. `ids` are those of the
    /// [long clauses](Self::ids_of_long_clauses) of all findings.
    pub(in crate::cdcl) fn prove(
        &mut self,
        structure: &Structure,
        finding: &Finding,
        ids: &FxHashMap<Fingerprint, Id>,
    ) {
        if !self.tracer.extends() {
            self.tracer.counted(structure, finding);
            return;
        }
        let pigeonhole = self.pigeonhole(structure, finding, ids);
        if let Finding::Tight { .. } = finding
            && pigeonhole.rest.is_empty()
            && !self.is_news(&pigeonhole)
        {
            return;
        }
        let number = self.blocks.blocks.len();
        for (place, pigeon) in pigeonhole.pigeons.iter().enumerate() {
            self.tracer.pin(&pigeon.clause);
            for &(_, lit) in &pigeon.lits {
                let of = self.blocks.of.entry(lit).or_default();
                of.push((number as u32, place as u32));
            }
        }
        let is_urgent = !pigeonhole.rest.is_empty() || matches!(finding, Finding::Refuted(_));
        self.blocks.blocks.push(State::Pending(pigeonhole));
        self.tracer.pending += 1;
        if is_urgent {
            let Solver { tracer, blocks, .. } = self;
            self.unsatisfiable |= Desk { tracer, blocks }.prove(number);
        }
    }

    /// Returns the id of the clause ¬a ∨ ¬b, which a block that has both
    /// literals in one clause proves.
    pub(in crate::cdcl) fn id_of_pair(&mut self, a: Lit, b: Lit) -> Id {
        let Solver { tracer, blocks, .. } = self;
        Desk { tracer, blocks }.pair(a, b)
    }

    /// Returns `true` if some clause of the block was not known to be an
    /// at-most-one group.
    fn is_news(&mut self, pigeonhole: &Pigeonhole) -> bool {
        let mut is_news = false;
        for pigeon in &pigeonhole.pigeons {
            let lits: Vec<Lit> = pigeon.lits.iter().map(|&(_, lit)| lit).collect();
            is_news |= lits.len() > 1 && self.blocks.known.insert(Fingerprint::of(&lits));
        }
        is_news
    }

    /// Returns the block with the clauses that it rests on.
    fn pigeonhole(
        &self,
        structure: &Structure,
        finding: &Finding,
        ids: &FxHashMap<Fingerprint, Id>,
    ) -> Pigeonhole {
        let (block, outside, rest) = finding.parts();
        let groups = block.groups.iter();
        let groups = groups.map(|&group| structure.groups.group(group as usize));
        let singles = block.singles.iter().map(std::slice::from_ref);
        let mut hole_of: FxHashMap<Lit, usize> = FxHashMap::default();
        for (hole, group) in groups.chain(singles).enumerate() {
            hole_of.extend(group.iter().map(|&lit| (lit, hole)));
        }
        let outside: FxHashSet<Lit> = outside.iter().copied().collect();
        let pigeons = block.clauses.iter().map(|&number| {
            let clause = structure.clauses.clause(number as usize);
            let is_outside = |lit: &&Lit| outside.contains(lit) || !hole_of.contains_key(lit);
            let inside = clause.iter().filter(|lit| !is_outside(lit));
            let id = match *clause {
                [a, b] => self.tracer.binary(a, b),
                _ => ids.get(&Fingerprint::of(clause)).copied(),
            };
            Pigeon {
                lits: inside.map(|&lit| (hole_of[&lit], lit)).collect(),
                id: id.unwrap_or(Id::NONE),
                outside: clause
                    .iter()
                    .filter(is_outside)
                    .filter_map(|&lit| self.unit_against(lit))
                    .collect(),
                clause: clause.to_vec(),
            }
        });
        Pigeonhole {
            pigeons: pigeons.collect(),
            holes: block.num_groups(),
            rest: rest.iter().map(|&lit| (hole_of[&lit], lit)).collect(),
        }
    }

    /// Returns the id of the unit clause by which the literal is false.
    fn unit_against(&self, lit: Lit) -> Option<Id> {
        match self.trail.is_fixed_false(lit) {
            true => self.tracer.unit(lit.var()),
            false => self.blocks.falsified(lit),
        }
    }

    /// Returns the ids of the clauses of more than two literals over the variables `vars`,
    /// or nothing if the observer wants no hints. For binary clauses there is a table already.
    pub(in crate::cdcl) fn ids_of_long_clauses(
        &self,
        vars: impl Iterator<Item = Var>,
    ) -> FxHashMap<Fingerprint, Id> {
        let mut vars = vars.peekable();
        if !self.tracer.wants_hints() || vars.peek().is_none() {
            return FxHashMap::default();
        }
        let mut is_wanted = FixedBitSet::with_capacity(self.trail.num_vars());
        vars.for_each(|var| is_wanted.insert(var.index()));
        let is_wanted = |lit: Lit| is_wanted.contains(lit.var().index());
        let mut lits = Vec::new();
        let clauses = self.clauses.refs();
        let long = clauses.filter(|&clause| {
            self.clauses.size(clause) > 2 && self.clauses.lits(clause).all(is_wanted)
        });
        let ids = long.map(|clause| {
            lits.clear();
            lits.extend(self.clauses.lits(clause));
            (Fingerprint::of(&lits), self.clauses.id(clause))
        });
        ids.collect()
    }
}
