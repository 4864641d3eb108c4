//! The questions of a run, and whether an answer that was stored can be one to them.

use crate::batch::record::{AnswerRecord, Record};
use crate::cover::Natural;
use crate::engine::compare::{COVER_TOO_LARGE, Judgement};
use crate::engine::{Engine, Evidence, Kind, Limit, confirming_engine, lineage_for};
use crate::sudoku::Grid;
use crate::sudoku::text::Entry;
use itertools::Itertools as _;
use std::fmt::Display;

/// The questions of a run to its engines.
#[derive(Clone, Debug)]
pub struct Asked {
    engines: Vec<AskedEngine>,
    limit: Limit,
    is_comparison: bool,
}

/// Properties of an engine that limit which answers it can give.
#[derive(Clone, Debug)]
struct AskedEngine {
    name: String,
    lineage: String,
    kind: Kind,
    can_prove: bool,
}

impl AskedEngine {
    fn new(engine: &dyn Engine) -> AskedEngine {
        AskedEngine {
            name: engine.name().to_owned(),
            lineage: engine.lineage().to_owned(),
            kind: engine.kind(),
            can_prove: engine.can_prove(),
        }
    }
}

/// Returns an error if what was found in a field differs from what the other fields demand.
fn expect<T: PartialEq + Display>(field: &str, found: T, expected: T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{field}: found {found}, expected {expected}")),
    }
}

/// Returns a judgement in words.
fn words(judgement: Option<Judgement>) -> String {
    judgement.map_or("none".to_owned(), |judgement| {
        judgement.to_string().to_lowercase()
    })
}

impl Asked {
    /// Returns the questions of `solve`: up to `limit` solutions, of one engine.
    pub fn solve(engine: &dyn Engine, limit: Limit) -> Asked {
        Asked {
            engines: vec![AskedEngine::new(engine)],
            limit,
            is_comparison: false,
        }
    }

    /// Returns the questions of `check`: up to two solutions, of each engine.
    pub fn check(engines: &[Box<dyn Engine>]) -> Asked {
        let engines = engines.iter().map(|engine| AskedEngine::new(&**engine));
        Asked {
            engines: engines.collect(),
            limit: Limit::UNIQUE,
            is_comparison: true,
        }
    }

    /// Returns the names of the engines, in the order in which they were asked.
    pub(super) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.engines.iter().map(|engine| &*engine.name)
    }

    /// Returns the largest number of solutions that is searched for.
    fn limit(&self, entry: &Entry) -> Limit {
        let stated = entry.expected.as_ref().and_then(|expected| expected.count);
        match stated.filter(|_| self.is_comparison) {
            // One more, to see that there is none.
            Some(count) => self.limit.max(Limit::count(count.saturating_add(1))),
            None => self.limit,
        }
    }

    /// Checks that a record and the solution beside it can be answers to these questions
    /// about a puzzle, without a search.
    ///
    /// # Errors
    /// The field that contradicts the puzzle, the questions or the other fields, what was
    /// found there and what was expected.
    pub fn check_record(
        &self,
        entry: &Entry,
        record: &Record,
        solution: Option<&Grid>,
    ) -> Result<(), String> {
        let names = record.engines.iter().map(|answer| &*answer.engine);
        expect(
            "engines",
            names.format(",").to_string(),
            self.names().format(",").to_string(),
        )?;
        for (answer, engine) in record.engines.iter().zip(&self.engines) {
            let fits = self.check_answer(entry, answer, engine);
            fits.map_err(|why| format!("the answer of {}: {why}", engine.name))?;
        }
        let is_failed = |answer: &AnswerRecord| answer.error.is_some();
        let is_free = !self.is_comparison && record.engines.iter().any(is_failed);
        if !is_free {
            // An engine may fail after a solution was printed.
            let has_one = !self.is_comparison && record.solutions > 0;
            expect("has a solution", solution.is_some(), has_one)?;
        }
        let may_look = !self.is_comparison && record.solutions == 1 && !record.complete;
        if record.is_only.is_some() {
            expect("is_only beside one solution alone", may_look, true)?;
        }
        self.check_judgement(entry, record)
    }

    fn check_answer(
        &self,
        entry: &Entry,
        answer: &AnswerRecord,
        engine: &AskedEngine,
    ) -> Result<(), String> {
        let is_time = answer.seconds.is_finite() && answer.seconds >= 0.0;
        expect("seconds are a time", is_time, true)?;
        if answer.error.is_some() {
            let failed = AnswerRecord::failed(&answer.engine, String::new());
            let found = AnswerRecord {
                error: failed.error.clone(),
                ..answer.clone()
            };
            return expect("other fields beside an error", found != failed, false);
        }
        let has_clashes = !entry.puzzle.clashes().is_empty();
        let clash = Evidence::Clash(Vec::new()).text();
        let evidence = answer.evidence.as_deref();
        expect("clues clash", evidence == Some(&*clash), has_clashes)?;
        if let Some(evidence) = evidence.filter(|_| !has_clashes) {
            let possible = self.evidence(entry, engine);
            if !possible.iter().any(|text| text == evidence) {
                let possible = possible.join("\", \"");
                return Err(format!(
                    "evidence: found {evidence:?}, expected \"{possible}\""
                ));
            }
        }
        if answer.share_done.is_some() {
            let is_share = answer.gave_up.is_some()
                && !engine.kind.takes_formula()
                && answer
                    .share_done
                    .is_some_and(|share| (0.0..=1.0).contains(&share));
            expect("share_done is a share", is_share, true)?;
        }
        let limit = self.limit(entry);
        let count = answer.count.as_ref().map_or(0, Natural::saturated);
        if count > 1 && limit.is_reached(count - 1) || has_clashes && count > 0 {
            return Err(format!("count: found {count}, which is over the limit"));
        }
        // A search that has found enough ends; another one was exhausted or gave up.
        let num_ends = u32::from(evidence.is_some())
            + u32::from(answer.gave_up.is_some())
            + u32::from(limit.is_reached(count));
        expect("ends of the search (evidence, gave_up, limit)", num_ends, 1)
    }

    /// Returns the evidence that an engine can give if no clues clash.
    fn evidence(&self, entry: &Entry, engine: &AskedEngine) -> Vec<String> {
        if !engine.kind.takes_formula() {
            return vec![Evidence::Search.text().into_owned()];
        }
        let mut possible = vec![Evidence::Word.text().into_owned()];
        if engine.can_prove {
            possible.push(Evidence::Proof.text().into_owned());
        }
        if !self.is_comparison {
            let second = confirming_engine(entry.puzzle.rules());
            possible.push(Evidence::Agreed(second).text().into_owned());
            if second == "planes" {
                possible.push(Evidence::Checked(second).text().into_owned());
            }
        }
        possible
    }

    fn check_judgement(&self, entry: &Entry, record: &Record) -> Result<(), String> {
        if !self.is_comparison {
            expect("judgement", words(record.judgement), words(None))?;
            return expect("number of notes", record.notes.len(), 0);
        }
        let expected = self.judgement(entry, record);
        let has_given_up = record.engines.iter().any(|answer| answer.gave_up.is_some());
        if record.judgement == Some(Judgement::Agreed) && !has_given_up {
            let others = record.notes.iter().filter(|note| **note != COVER_TOO_LARGE);
            expect("number of notes", others.count(), 0)?;
        }
        match record.judgement {
            // Answers also disagree for reasons that a record does not have, but its notes say.
            Some(Judgement::Disagreed) if !record.notes.is_empty() => Ok(()),
            found => expect("judgement", words(found), words(Some(expected))),
        }
    }

    /// Returns the judgement that follows from the answers, as in
    /// [`compare`](crate::engine::compare::compare).
    fn judgement(&self, entry: &Entry, record: &Record) -> Judgement {
        let stated = entry.expected.as_ref().and_then(|expected| expected.count);
        let given = || {
            record
                .engines
                .iter()
                .filter(|answer| answer.error.is_none())
        };
        let count = |answer: &AnswerRecord| answer.count.as_ref().map_or(0, Natural::saturated);
        let most = given().map(count).max().unwrap_or(0);
        let is_contradicted = |answer: &AnswerRecord| {
            let is_missed = answer.complete && count(answer) < most;
            let is_unlike =
                |stated: u64| count(answer) > stated || answer.complete && count(answer) != stated;
            is_missed || stated.is_some_and(is_unlike)
        };
        if given().any(is_contradicted) {
            return Judgement::Disagreed;
        }
        if given().count() < record.engines.len() {
            return Judgement::Failed;
        }
        let answered = || {
            let answers = record.engines.iter().zip(&self.engines);
            answers.filter(|(answer, _)| answer.gave_up.is_none())
        };
        let has = |evidence: &Evidence| {
            let text = evidence.text();
            answered().any(|(answer, _)| answer.evidence.as_ref() == Some(&text))
        };
        let is_sure = answered().any(|(answer, _)| answer.evidence.is_none())
            || has(&Evidence::Proof)
            || has(&Evidence::Clash(Vec::new()));
        let lineages = answered()
            .map(|(_, engine)| lineage_for(&engine.lineage, entry.puzzle.rules()))
            .unique()
            .count();
        match is_sure || has(&Evidence::Search) && lineages > 1 {
            true => Judgement::Agreed,
            false => Judgement::NotCrossChecked,
        }
    }
}
