//! `--csv`: a line for each puzzle, with fields quoted as RFC 4180 says. No field holds a line
//! end, a control character or a formula.

use std::io::{self, Write};
use sudosat::batch::{Finding, Record};
use sudosat::io::{InputError, OutputError, Target, display};

/// The columns of every table, before those of the engines.
const FIRST: [&str; 9] = [
    "puzzle",
    "size",
    "clues",
    "verdict",
    "solutions",
    "complete",
    "judgement",
    "seconds",
    "error",
];

/// The columns of each engine, after its name.
const OF_ENGINE: [&str; 4] = ["answer", "evidence", "steps", "seconds"];

/// A file of comma-separated values.
pub(super) struct Csv {
    out: Target,
    num_engines: usize,
}

impl Csv {
    /// Writes the header of the table of these engines.
    pub(super) fn begin(out: Target, engines: &[String]) -> io::Result<Csv> {
        let mut csv = Csv {
            out,
            num_engines: engines.len(),
        };
        let mut fields = FIRST.map(String::from).to_vec();
        for engine in engines {
            fields.extend(OF_ENGINE.map(|column| format!("{engine} {column}")));
        }
        csv.line(&fields)?;
        Ok(csv)
    }

    /// Writes the line of a puzzle.
    pub(super) fn add(&mut self, record: &Record) -> io::Result<()> {
        let errors = record
            .engines
            .iter()
            .filter_map(|answer| answer.error.as_ref());
        let errors: Vec<&str> = errors.chain(&record.notes).map(String::as_str).collect();
        let mut fields = vec![
            record.puzzle.clone(),
            record.size.to_string(),
            record.clues.to_string(),
            record.finding().to_string(),
            match record.finding() {
                Finding::Unknown | Finding::Failed => "unknown".to_owned(),
                _ => record.solutions.to_string(),
            },
            record.complete.to_string(),
            record.judgement.map_or(String::new(), |judgement| {
                judgement.to_string().to_lowercase()
            }),
            format!("{:.6}", record.seconds()),
            errors.join("; "),
        ];
        for answer in &record.engines {
            let evidence = answer.evidence.as_deref().or(answer.gave_up.as_deref());
            let steps = answer.steps.first();
            fields.extend([
                answer.answer.to_string(),
                evidence.unwrap_or_default().to_owned(),
                steps.map_or(String::new(), |(_, count)| count.to_string()),
                format!("{:.6}", answer.seconds),
            ]);
        }
        self.line(&fields)
    }

    /// Writes the line of an input that could not be read.
    pub(super) fn add_error(&mut self, error: &InputError) -> io::Result<()> {
        let mut fields = vec![String::new(); FIRST.len() + self.num_engines * OF_ENGINE.len()];
        fields[0] = error.place();
        fields[3] = "bad input".to_owned();
        fields[8].clone_from(&error.message);
        self.line(&fields)
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), OutputError> {
        self.out.commit()
    }

    fn line(&mut self, fields: &[String]) -> io::Result<()> {
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        writeln!(self.out, "{}", fields.join(","))
    }
}

/// First characters of a cell that a spreadsheet takes for a formula, or drops before it looks
/// for one. Some take the full-width forms, too.
const OF_FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Returns a text as a field: on one line, with escapes as on a terminal, and in quotes if it
/// needs them. A text that a spreadsheet would take for a formula begins with an apostrophe; a
/// negative number does not.
pub(crate) fn quoted(field: &str) -> String {
    let is_number = field.parse::<f64>().is_ok() && !field.starts_with('+');
    let guard = match field.starts_with(OF_FORMULAS) && !is_number {
        true => "'",
        false => "",
    };
    let field = display(field);
    match field.contains([',', '"']) {
        true => format!("\"{guard}{}\"", field.replace('"', "\"\"")),
        false => format!("{guard}{field}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        for (field, text) in [
            ("a b", "a b"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb", "a\\nb"),
            ("", ""),
            ("=1+2", "'=1+2"),
            (
                "=HYPERLINK(\"x\",\"y\")",
                "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"",
            ),
            ("+1", "'+1"),
            ("-:1", "'-:1"),
            ("-1", "-1"),
            ("-0.5", "-0.5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+2", "'＝1+2"),
            ("＠SUM(A1)", "'＠SUM(A1)"),
            ("\t=1", "'\\t=1"),
            ("\r=1", "'\\r=1"),
            ("a\u{202e}b\u{1b}[2J", "a\\u{202e}b\\u{1b}[2J"),
        ] {
            assert_eq!(quoted(field), text);
        }
    }
}
