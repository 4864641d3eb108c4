//! The engines whose runs are shown.

use crate::cover::Choice;

/// The engine whose run is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// CDCL on the formula.
    Cdcl,
    /// DPLL on the formula.
    Dpll,
    /// A search for an exact cover.
    Cover(CoverEngine),
    /// Backtracking on the grid.
    Backtrack,
}

/// An engine for exact covers. It branches on an item with the fewest options left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverEngine {
    /// The data structure of the search: links or a matrix.
    pub form: CoverForm,
    /// Seed of the random choice among several such items; the leftmost is taken without a seed.
    pub seed: Option<u64>,
}

/// The forms in which an engine for exact covers stores the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverForm {
    /// Dancing links.
    Links,
    /// The matrix of Algorithm X.
    Matrix,
}

impl CoverEngine {
    /// Dancing links, without random choices.
    pub const DLX: CoverEngine = CoverEngine {
        form: CoverForm::Links,
        seed: None,
    };
    /// Algorithm X on a matrix, without random choices.
    pub const MATRIX: CoverEngine = CoverEngine {
        form: CoverForm::Matrix,
        seed: None,
    };

    /// Returns the rule by which the engine chooses the item to branch on.
    pub fn choice(self) -> Choice {
        match self.seed {
            None => Choice::Smallest,
            Some(seed) => Choice::RandomSmallest { seed },
        }
    }
}

impl Engine {
    /// Every engine, in the order of `explain --help`.
    pub const ALL: [Engine; 5] = [
        Engine::Cdcl,
        Engine::Dpll,
        Engine::Cover(CoverEngine::DLX),
        Engine::Cover(CoverEngine::MATRIX),
        Engine::Backtrack,
    ];

    /// Returns the name as in `explain --engine`.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Cdcl => "cdcl",
            Engine::Dpll => "dpll",
            Engine::Cover(engine) => match engine.form {
                CoverForm::Links => "dlx",
                CoverForm::Matrix => "matrix",
            },
            Engine::Backtrack => "backtrack",
        }
    }

    /// Returns the engine with this seed; those that choose nothing at random stay as they are.
    #[must_use]
    pub fn with_seed(self, seed: Option<u64>) -> Engine {
        match self {
            Engine::Cover(engine) => Engine::Cover(CoverEngine { seed, ..engine }),
            other => other,
        }
    }

    /// Returns the seed of the engine's random choices, if it makes any.
    pub fn seed(self) -> Option<u64> {
        match self {
            Engine::Cover(engine) => engine.seed,
            _ => None,
        }
    }

    /// Returns the engine with this name.
    pub fn by_name(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }
}
