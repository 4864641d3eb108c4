//! The comments of a formula from which its puzzle can be read back: the feature `json`.
//!
//! ```text
//! c sudosat-formula encoding=lecture at-most-one=pairwise numbering=consecutive
//! c sudosat-puzzle 1/1 {"order":2,"rows":[[1,null,null,null],…]}
//! ```
//!
//! The puzzle is the JSON of [`print::json`], cut into numbered pieces. The comments
//! are not trusted: [`Description::check`] looks up every clause of the formula that
//! they describe in the file.

use super::clauses::num_aux;
use super::{AtMostOne, Encoding, Layout, Numbering, Part, formula};
use crate::formula::{ClauseSink, Cnf, Lit};
use crate::io::counted;
use crate::sudoku::text::{self, Form, Options};
use crate::sudoku::{Puzzle, Rules, print};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The puzzle and the encoding of a formula, as its comments state them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The puzzle that the formula states; the blank grid where only the rules
    /// are stated.
    pub puzzle: Puzzle,
    /// The encoding.
    pub encoding: Encoding,
    /// The numbers of variables.
    pub numbering: Numbering,
}

/// First word of the comment on the encoding.
const FORMULA: &str = "sudosat-formula";
/// First word of the comments with the puzzle.
const PUZZLE: &str = Description::PUZZLE;
/// Longest piece of the puzzle in one comment, in bytes. Some readers of DIMACS
/// have buffers of limited length for a line.
const PIECE: usize = 900;

impl Description {
    /// The beginning of all comments of a description, without the leading `c`.
    pub const PREFIX: &str = "sudosat-";

    /// The first word of the comments with the puzzle, which follow each other.
    pub const PUZZLE: &str = "sudosat-puzzle";

    /// Returns the description of a puzzle's formula, `None` if the formula states the
    /// clues alone: it is not the formula of a puzzle.
    pub fn new(puzzle: &Puzzle, encoding: &Encoding, layout: Layout) -> Option<Description> {
        let stated = match layout.part {
            Part::Whole => puzzle.clone(),
            Part::Rules => Puzzle::new(Arc::clone(puzzle.rules())),
            Part::Clues => return None,
        };
        Some(Description {
            puzzle: stated,
            encoding: *encoding,
            numbering: layout.numbering,
        })
    }

    /// Returns the comments, without the leading `c`.
    pub fn comments(&self) -> Vec<String> {
        let json = harmless_json(&print::json(&self.puzzle).to_string());
        // It is ASCII, so every cut is between characters.
        let pieces = json.len().div_ceil(PIECE);
        let mut comments = vec![format!(
            "{FORMULA} encoding={} at-most-one={} numbering={}",
            self.encoding.name,
            self.encoding.at_most_one.name(),
            self.numbering.name()
        )];
        comments.extend((0..pieces).map(|index| {
            let piece = &json[index * PIECE..json.len().min((index + 1) * PIECE)];
            format!("{PUZZLE} {}/{pieces} {piece}", index + 1)
        }));
        comments
    }

    /// Reads the comments back. Returns `None` if none is a description's.
    ///
    /// # Errors
    /// The fault of the comments, in words.
    pub fn read(comments: &[String]) -> Result<Option<Description>, String> {
        let mut about = None;
        let mut json = String::new();
        let (mut pieces, mut all) = (0, 0);
        for comment in comments {
            let (word, rest) = comment.split_once(' ').unwrap_or((comment, ""));
            match word {
                FORMULA if about.is_some() => {
                    return Err(format!("found two comments \"{FORMULA}\", expected one"));
                }
                FORMULA => about = Some(rest),
                PUZZLE => {
                    let (number, total, piece) = numbered(rest).ok_or_else(|| {
                        format!("found a comment \"{PUZZLE}\" without its number, such as 1/3")
                    })?;
                    if number != pieces + 1 || (pieces > 0 && total != all) {
                        return Err(format!(
                            "found piece {number}/{total} of the puzzle, expected piece {}",
                            pieces + 1
                        ));
                    }
                    (pieces, all) = (number, total);
                    json.push_str(piece);
                }
                _ => {}
            }
        }
        if about.is_none() && pieces == 0 {
            return Ok(None);
        }
        let about = about.ok_or_else(|| format!("found no comment \"{FORMULA}\""))?;
        if pieces == 0 || pieces != all {
            return Err(format!(
                "found {pieces} of {} of the puzzle, expected all",
                counted(all.max(1), "piece")
            ));
        }
        let (encoding, numbering) = layout(about)?;
        Ok(Some(Description {
            puzzle: puzzle(&json)?,
            encoding,
            numbering,
        }))
    }

    /// Checks that every clause of the formula described stands in `cnf`, and that
    /// both have as many variables. Then a model of `cnf` is a model of what is
    /// described, and not of a smaller grid in a corner of it. `cnf` may have more
    /// clauses, and in another order.
    ///
    /// # Errors
    /// The difference, in words.
    pub fn check(&self, cnf: &Cnf) -> Result<(), String> {
        let layout = Layout {
            numbering: self.numbering,
            ..Layout::default()
        };
        // The comments may describe anything, so their formula is neither counted
        // nor held: it ends at the first clause that `cnf` lacks.
        let rules = self.puzzle.rules();
        let vars = num_vars(rules, &self.encoding, self.numbering);
        if vars != cnf.num_vars() as u64 {
            return Err(format!(
                "they describe a formula with {}, and there are {}",
                counted(vars, "variable"),
                cnf.num_vars(),
            ));
        }
        let mut lookup = Lookup {
            cnf,
            next: 0,
            count: 0,
            others: None,
        };
        formula(&self.puzzle, &self.encoding, layout, &mut lookup).map_err(
            |missing| match missing {
                Missing::Clause(clause) => {
                    let lits: Vec<String> = clause.iter().take(8).map(Lit::to_string).collect();
                    let more = if clause.len() > 8 { " …" } else { "" };
                    let lits = lits.join(" ");
                    format!("they promise the clause {lits}{more} 0, which is missing")
                }
                Missing::Some => format!(
                    "they describe a formula with more clauses, and there are {}",
                    cnf.num_clauses()
                ),
            },
        )
    }
}

/// Returns the highest variable number of [`formula`] with the rules, as
/// [`super::FormulaSize::vars`], without counting clauses.
fn num_vars(rules: &Rules, encoding: &Encoding, numbering: Numbering) -> u64 {
    let families = encoding.families(rules).into_iter();
    let num_aux = families.map(|family| num_aux(family, rules, encoding));
    let candidates = numbering.num_vars(rules.size()) as u64;
    num_aux.fold(candidates, u64::saturating_add)
}

/// A reason why a formula does not have the clauses looked up.
enum Missing {
    /// This clause.
    Clause(Vec<Lit>),
    /// It has fewer clauses than are looked up.
    Some,
}

/// Looks up clauses in a formula, at most as many as it has.
struct Lookup<'a> {
    cnf: &'a Cnf,
    /// The clause expected next: formulas are mostly as they were written.
    next: usize,
    /// Number of clauses looked up.
    count: usize,
    /// All clauses of the formula, sorted; made when one is not where expected.
    others: Option<FxHashSet<Vec<Lit>>>,
}

impl ClauseSink for Lookup<'_> {
    type Error = Missing;

    fn clause(&mut self, lits: &[Lit]) -> Result<(), Missing> {
        if self.count == self.cnf.num_clauses() {
            return Err(Missing::Some);
        }
        self.count += 1;
        if self.next < self.cnf.num_clauses() && self.cnf.clause(self.next) == lits {
            self.next += 1;
            return Ok(());
        }
        let others = self
            .others
            .get_or_insert_with(|| self.cnf.clauses().map(sorted).collect());
        match others.contains(&sorted(lits)) {
            true => Ok(()),
            false => Err(Missing::Clause(lits.to_vec())),
        }
    }
}

fn sorted(lits: &[Lit]) -> Vec<Lit> {
    let mut lits = lits.to_vec();
    lits.sort_unstable();
    lits.dedup();
    lits
}

/// Returns the fields of the comment on the encoding.
fn layout(text: &str) -> Result<(Encoding, Numbering), String> {
    let mut fields = [
        ("encoding", None),
        ("at-most-one", None),
        ("numbering", None),
    ];
    for word in text.split_ascii_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match fields.iter_mut().find(|(name, _)| *name == key) {
            Some((_, slot @ None)) => *slot = Some(value),
            Some(_) => return Err(format!("found \"{key}\" twice in \"{FORMULA}\"")),
            None => {
                let word = crate::io::display(word);
                return Err(format!(
                    "found \"{word}\" in \"{FORMULA}\", which is not known"
                ));
            }
        }
    }
    let [encoding, at_most_one, numbering] = fields.map(|(_, value)| value.unwrap_or_default());
    let unknown = |what: &str, value: &str| {
        let value = crate::io::display(value);
        format!("found the {what} \"{value}\" in \"{FORMULA}\", which is not known")
    };
    let way = AtMostOne::by_name(at_most_one).ok_or_else(|| unknown("at-most-one", at_most_one))?;
    let named = Encoding::by_name(encoding).ok_or_else(|| unknown("encoding", encoding))?;
    let numbers = Numbering::by_name(numbering).ok_or_else(|| unknown("numbering", numbering))?;
    Ok((named.with_at_most_one(way), numbers))
}

/// Returns the one puzzle of a JSON text.
fn puzzle(json: &str) -> Result<Puzzle, String> {
    let mut entries = text::read(json.as_bytes(), PUZZLE, &Options::default());
    match (entries.next(), entries.next()) {
        (Some(Ok(entry)), None) if entry.form == Form::Json => Ok(entry.puzzle),
        (Some(Err(error)), _) => Err(format!("the puzzle in them: {}", error.message)),
        _ => Err("the puzzle in them is not one JSON object".to_owned()),
    }
}

/// Splits `2/3 TEXT`.
fn numbered(text: &str) -> Option<(usize, usize, &str)> {
    let (numbers, piece) = text.split_once(' ')?;
    let (number, all) = numbers.split_once('/')?;
    Some((number.parse().ok()?, all.parse().ok()?, piece))
}

/// Returns the same JSON in printable ASCII without `--`. Only strings can hold what
/// has to be escaped.
fn harmless_json(json: &str) -> String {
    let mut clean = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            ' '..='~' if !(character == '-' && clean.ends_with('-')) => clean.push(character),
            _ => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    clean.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::{ENCODINGS, cnf};
    use crate::sudoku::rules::{Cage, Spec};
    use crate::sudoku::{Candidate, Cell, Digit, Size};

    fn description(n: usize) -> Description {
        let size = Size::of_order(n).unwrap();
        let mut puzzle = Puzzle::empty(size);
        puzzle.set_clue(Cell::new(0, 0), Some(Digit::from_index(size.side() - 1)));
        if n > 1 {
            puzzle.exclude(Candidate::new(Cell::new(1, 1), Digit::from_index(0)));
        }
        Description {
            puzzle,
            encoding: Encoding::LECTURE,
            numbering: Numbering::Consecutive,
        }
    }

    #[test]
    fn a_description_comes_back_in_lines_of_bounded_length() {
        for n in [1, 2, 3, 4, 5, 15] {
            for encoding in ENCODINGS {
                for numbering in [Numbering::Consecutive, Numbering::Rcv] {
                    let told = Description {
                        encoding,
                        numbering,
                        ..description(n)
                    };
                    let comments = told.comments();
                    assert!(comments.iter().all(|comment| comment.len() < 1000));
                    assert!(
                        comments
                            .iter()
                            .all(|one| one.starts_with(Description::PREFIX))
                    );
                    assert_eq!(Description::read(&comments), Ok(Some(told)));
                }
            }
        }
        assert_eq!(Description::read(&[]), Ok(None));
    }

    #[test]
    fn damaged_comments_are_refused() {
        let lines = description(4).comments();
        assert!(lines.len() > 2, "several pieces");
        let said = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            Description::read(&lines).unwrap_err()
        };
        let all: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert!(said(&all[1..]).contains("found no comment \"sudosat-formula\""));
        assert!(said(&all[..1]).contains("found 0 of 1 piece"));
        assert!(said(&all[..2]).contains("found 1 of"));
        assert!(said(&[all[0], all[2]]).contains("expected piece 1"));
        assert!(said(&[all[0], all[1], all[1]]).contains("expected piece 2"));
        assert!(said(&[all[0], all[0], all[1]]).contains("found two comments"));
        let formula = |text: &str| said(&[&format!("sudosat-formula {text}"), all[1]]);
        let missing = "found 1 of";
        assert!(formula("encoding=lecture").contains(missing));
        let formula = |text: &str| {
            let first = format!("sudosat-formula {text}");
            said(&[&[first.as_str()], &all[1..]].concat())
        };
        assert!(formula("encoding=lecture").contains("found the at-most-one \"\""));
        assert!(formula("encoding=x at-most-one=pairwise").contains("the encoding \"x\""));
        let known = "encoding=lecture at-most-one=pairwise";
        assert!(formula(&format!("{known} numbering=x")).contains("the numbering \"x\""));
        assert!(formula(&format!("{known} {known}")).contains("twice"));
        assert!(formula(&format!("{known} more=1")).contains("not known"));
        let puzzle = |text: &str| said(&[all[0], &format!("sudosat-puzzle {text}")]);
        assert!(puzzle("{}").contains("without its number"));
        assert!(puzzle("1/1 {}").contains("the puzzle in them"));
        assert!(puzzle("1/1 1...............").contains("not one JSON object"));
    }

    #[test]
    fn only_what_stands_in_the_formula_is_believed() {
        let told = description(2);
        let formula = cnf(&told.puzzle, &told.encoding);
        assert_eq!(told.check(&formula), Ok(()));
        // Fewer clues are no lie; others are.
        let mut fewer = told.clone();
        fewer.puzzle = Puzzle::empty(told.puzzle.size());
        assert_eq!(fewer.check(&formula), Ok(()));
        let mut other = told.clone();
        other
            .puzzle
            .set_clue(Cell::new(0, 0), Some(Digit::from_index(0)));
        let fault = other.check(&formula).unwrap_err();
        assert_eq!(fault, "they promise the clause 1 0, which is missing");
        for encoding in &ENCODINGS[1..] {
            let other = Description {
                encoding: *encoding,
                ..told.clone()
            };
            assert!(other.check(&formula).is_err(), "{encoding}");
        }
        let other = Description {
            numbering: Numbering::Rcv,
            ..told.clone()
        };
        assert!(other.check(&formula).unwrap_err().contains("describe"));
        assert!(description(3).check(&formula).is_err());
        // Every unit clause is the formula of a puzzle of order 1.
        let mut unit = Puzzle::empty(Size::of_order(1).unwrap());
        unit.set_clue(Cell::new(0, 0), Some(Digit::from_index(0)));
        let small = Description {
            puzzle: unit,
            ..told.clone()
        };
        let mut with_unit = formula.clone();
        with_unit.add_clause(&[Lit::from_dimacs(1).unwrap()]);
        assert!(small.check(&with_unit).is_err());
        // In any order, with more clauses, with turned ones.
        let mut turned = Cnf::new(64);
        turned.add_clause(&[Lit::from_dimacs(-5).unwrap()]);
        for index in (0..formula.num_clauses()).rev() {
            let lits: Vec<Lit> = formula.clause(index).iter().rev().copied().collect();
            turned.add_clause(&lits);
        }
        assert_eq!(told.check(&turned), Ok(()));
        turned.grow_vars(65);
        assert!(told.check(&turned).unwrap_err().contains("describe"));
        let mut cut = Cnf::new(64);
        for index in 1..formula.num_clauses() {
            cut.add_clause(formula.clause(index));
        }
        cut.add_clause(formula.clause(5));
        assert!(told.check(&cut).unwrap_err().contains("is missing"));
    }

    #[test]
    fn descriptions_of_more_than_the_formula_are_refused_without_making_it() {
        let mut spec = Spec::boxes(10, 10).unwrap();
        spec.cages.push(Cage {
            cells: spec.size.cells().take(300).collect(),
            sum: Some(15_000),
            repeats: true,
        });
        let told = Description {
            puzzle: Puzzle::new(Rules::new(spec).unwrap().into()),
            encoding: Encoding::EXTENDED,
            numbering: Numbering::Consecutive,
        };
        let vars = num_vars(told.puzzle.rules(), &told.encoding, told.numbering);
        let mut formula = Cnf::new(vars as usize);
        formula.add_clause(&[Lit::from_dimacs(1).unwrap()]);
        let fault = told.check(&formula).unwrap_err();
        assert!(fault.contains("is missing"), "{fault}");

        // The same pair three times, in a formula that has its clauses once.
        let mut spec = Spec::boxes(1, 2).unwrap();
        spec.mark("less", &[], &[Cell::new(0, 0), Cell::new(0, 1)]);
        let described = |spec: &Spec| Description {
            puzzle: Puzzle::new(Rules::new(spec.clone()).unwrap().into()),
            ..told.clone()
        };
        let once = described(&spec);
        let formula = cnf(&once.puzzle, &once.encoding);
        assert_eq!(once.check(&formula), Ok(()));
        spec.marks = vec![spec.marks[0].clone(); 3];
        let fault = described(&spec).check(&formula).unwrap_err();
        assert!(fault.contains("with more clauses"), "{fault}");
    }

    #[test]
    fn text_that_has_a_meaning_elsewhere_is_escaped() {
        let json = r#"{"a":"----","b":"ü\u{1f600}-"}"#.replace("\\u{1f600}", "\u{1f600}");
        let clean = harmless_json(&json);
        assert!(!clean.contains("--") && clean.is_ascii());
        let value: serde_json::Value = serde_json::from_str(&clean).unwrap();
        assert_eq!(value["a"], "----");
        assert_eq!(value["b"], "ü\u{1f600}-");
    }
}
