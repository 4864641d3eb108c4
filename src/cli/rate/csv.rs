//! `--csv`: a line for each puzzle, with a column for each technique.

use super::{Rated, hardest};
use crate::cli::corpus::quoted;
use itertools::Itertools as _;
use std::io::{self, Write};
use sudosat::io::{InputError, OutputError, Target};
use sudosat::reason::hint::TECHNIQUES;

/// The columns before those of the techniques.
const FIRST: [&str; 12] = [
    "puzzle",
    "size",
    "clues",
    "score",
    "hardest",
    "class",
    "rounds",
    "guesses",
    "backdoor",
    "conflicts",
    "nodes",
    "error",
];

/// A file of comma-separated values.
pub(super) struct Csv(Target);

impl Csv {
    /// Writes the header.
    pub(super) fn begin(out: Target) -> io::Result<Csv> {
        let mut csv = Csv(out);
        let techniques = TECHNIQUES.iter().map(|technique| technique.name);
        csv.line(FIRST.into_iter().chain(techniques).map(str::to_owned))?;
        Ok(csv)
    }

    /// Writes the line of a puzzle.
    pub(super) fn add(&mut self, rated: &Rated) -> io::Result<()> {
        let puzzle = &rated.entry.puzzle;
        let mut fields = vec![
            rated.entry.name.clone(),
            puzzle.size().side().to_string(),
            puzzle.num_clues().to_string(),
        ];
        match &rated.rating {
            Ok(rating) => {
                fields.extend([
                    rating.score.to_string(),
                    hardest(rating).to_owned(),
                    rating.class.to_string(),
                    rating.rounds.to_string(),
                    rating.guesses.to_string(),
                    rating
                        .backdoor
                        .map_or(String::new(), |size| size.to_string()),
                    rating.conflicts.to_string(),
                    rating.nodes.to_string(),
                    String::new(),
                ]);
                let count = |name: &str| {
                    let mut steps = rating.steps.iter();
                    let step = steps.find(|(technique, _)| technique.name == name);
                    step.map_or(0, |(_, count)| *count).to_string()
                };
                fields.extend(TECHNIQUES.iter().map(|technique| count(technique.name)));
            }
            Err(why) => {
                fields.resize(FIRST.len() - 1, String::new());
                fields.push(why.to_string());
                fields.resize(FIRST.len() + TECHNIQUES.len(), String::new());
            }
        }
        self.line(fields)
    }

    /// Writes the line of an input that could not be read.
    pub(super) fn add_error(&mut self, error: &InputError) -> io::Result<()> {
        let mut fields = vec![String::new(); FIRST.len() + TECHNIQUES.len()];
        fields[0] = error.place();
        fields[FIRST.len() - 1].clone_from(&error.message);
        self.line(fields)
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), OutputError> {
        self.0.commit()
    }

    fn line(&mut self, fields: impl IntoIterator<Item = String>) -> io::Result<()> {
        let mut fields = fields.into_iter().map(|field| quoted(&field));
        writeln!(self.0, "{}", fields.join(","))
    }
}
