//! A truth table as bits: which of all assignments satisfy what was said.

use sudosat::formula::{Lit, Model, Var};

/// Which values the six lowest variables have in the 64 assignments of a word.
const LOW: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The models of a formula: bit `i` stands for the assignment in which
/// variable `v` has the value of bit `v` of `i`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Table {
    num_vars: usize,
    words: Vec<u64>,
}

impl Table {
    /// No clause yet, over at most 20 variables.
    pub(crate) fn new(num_vars: usize) -> Table {
        assert!(num_vars <= 20);
        let words = match num_vars {
            0..6 => vec![(1 << (1_u64 << num_vars)) - 1],
            _ => vec![u64::MAX; 1 << (num_vars - 6)],
        };
        Table { num_vars, words }
    }

    /// The word's assignments in which the literal is true.
    fn column(lit: Lit, word: usize) -> u64 {
        let var = lit.var().index();
        let positive = match LOW.get(var) {
            Some(&column) => column,
            None if word >> (var - 6) & 1 == 1 => u64::MAX,
            None => 0,
        };
        if lit.is_positive() {
            positive
        } else {
            !positive
        }
    }

    /// One of these literals must be true.
    pub(crate) fn clause(&mut self, lits: &[Lit]) {
        for (index, word) in self.words.iter_mut().enumerate() {
            *word &= lits
                .iter()
                .fold(0, |any, &lit| any | Table::column(lit, index));
        }
    }

    /// All of these literals must be true.
    pub(crate) fn all(&mut self, lits: &[Lit]) {
        lits.iter().for_each(|&lit| self.clause(&[lit]));
    }

    /// The same with all of these literals true.
    pub(crate) fn under(&self, lits: &[Lit]) -> Table {
        let mut table = self.clone();
        table.all(lits);
        table
    }

    /// Returns `true` if there is no model.
    pub(crate) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns `true` if the literal is true in every model.
    pub(crate) fn implies(&self, lit: Lit) -> bool {
        self.under(&[!lit]).is_empty()
    }

    /// Returns `true` if this is a model; variables beyond the table's are free.
    pub(crate) fn has(&self, model: &Model) -> bool {
        let index: usize = (0..self.num_vars)
            .map(|var| usize::from(model.value(Var::new(var))) << var)
            .sum();
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// In how many ways these variables are assigned in the models.
    pub(crate) fn projected(&self, vars: &[Var]) -> usize {
        let mut vars = vars.to_vec();
        vars.sort_unstable();
        vars.dedup();
        (0..1_usize << vars.len())
            .filter(|values| {
                let choose = |(place, var): (usize, &Var)| var.lit(values >> place & 1 == 1);
                let lits: Vec<Lit> = vars.iter().enumerate().map(choose).collect();
                !self.under(&lits).is_empty()
            })
            .count()
    }
}
