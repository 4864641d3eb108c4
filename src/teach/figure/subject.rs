//! The subjects of a trace that can be drawn as a figure.

use crate::teach::engine::{CoverEngine, Engine};

/// The subject of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The puzzle as given.
    Grid,
    /// The puzzle as solved.
    Solution,
    /// The exact-cover matrix, with the chosen rows marked.
    Matrix,
    /// The implication graph of the first conflict shown.
    Conflict,
    /// The search tree.
    Tree,
    /// The four-way links.
    Links,
    /// The ring of headers while one is hooked right of another.
    Hook,
    /// The ring of headers while one is taken out and put back.
    Splice,
    /// The resolutions from the first conflict shown to the learned clause.
    Resolution,
    /// The numbers that a house needs, and the cells where they can go.
    Pigeonholes,
}

impl Subject {
    /// Returns the subject with the name that `explain --svg` gives it.
    pub fn by_name(name: &str) -> Option<Subject> {
        Some(match name {
            "grid" => Subject::Grid,
            "solution" => Subject::Solution,
            "matrix" => Subject::Matrix,
            "conflict" => Subject::Conflict,
            "tree" => Subject::Tree,
            "links" => Subject::Links,
            "hook" => Subject::Hook,
            "splice" => Subject::Splice,
            "resolution" => Subject::Resolution,
            "pigeonholes" => Subject::Pigeonholes,
            _ => return None,
        })
    }

    /// Returns the engine whose run is usually drawn.
    pub fn engine(self) -> Engine {
        match self {
            Subject::Conflict | Subject::Resolution => Engine::Cdcl,
            Subject::Grid | Subject::Tree => Engine::Backtrack,
            _ => Engine::Cover(CoverEngine::DLX),
        }
    }
}
