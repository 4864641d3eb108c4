//! The engines whose runs are shown.

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

/// The engines for exact covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverEngine {
    /// Dancing links.
    Dlx,
    /// Algorithm X on a matrix.
    Matrix,
}

impl Engine {
    /// Every engine, in the order of `explain --help`.
    pub const ALL: [Engine; 5] = [
        Engine::Cdcl,
        Engine::Dpll,
        Engine::Cover(CoverEngine::Dlx),
        Engine::Cover(CoverEngine::Matrix),
        Engine::Backtrack,
    ];

    /// Returns the name as in `explain --engine`.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Cdcl => "cdcl",
            Engine::Dpll => "dpll",
            Engine::Cover(CoverEngine::Dlx) => "dlx",
            Engine::Cover(CoverEngine::Matrix) => "matrix",
            Engine::Backtrack => "backtrack",
        }
    }

    /// Returns the engine with this name.
    pub fn by_name(name: &str) -> Option<Engine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }
}
