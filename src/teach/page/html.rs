//! The page as a file: the template, the style, the script, the data, and for a
//! live page the engine.

use super::Lesson;
use super::base64::base64;
use super::typed;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The part of the style that only a page with the steps of a person has.
const PERSON_STYLE: &str = include_str!("person.css");

/// The part of the style that only a page with a lesson has.
const LESSON_STYLE: &str = include_str!("lesson.css");

/// The parts of the script in their order. They share one scope.
const SCRIPT: [&str; 23] = [
    include_str!("js/names.js"),
    include_str!("js/patch.js"),
    include_str!("js/bus.js"),
    include_str!("js/walk.js"),
    include_str!("js/replay.js"),
    include_str!("js/literals.js"),
    include_str!("js/inspector.js"),
    include_str!("js/grid.js"),
    include_str!("js/matrix.js"),
    include_str!("js/reduction.js"),
    include_str!("js/graph.js"),
    include_str!("js/watches.js"),
    include_str!("js/cdcl.js"),
    include_str!("js/dpll.js"),
    include_str!("js/holes.js"),
    include_str!("js/cover.js"),
    include_str!("js/tree.js"),
    include_str!("js/person.js"),
    include_str!("js/dance.js"),
    include_str!("js/algorithm.js"),
    include_str!("js/predict.js"),
    include_str!("js/present.js"),
    include_str!("js/main.js"),
];

/// The parts of the script that only a live page has.
const LIVE: [&str; 3] = [
    include_str!("js/growth.js"),
    include_str!("js/examples.js"),
    include_str!("js/live.js"),
];

/// This library as WebAssembly, if `bindings/wasm/live` made it before this crate was built.
#[cfg(live_engine)]
const ENGINE: Option<&[u8]> = Some(include_bytes!("../../../generated/sudosat.wasm"));
#[cfg(not(live_engine))]
const ENGINE: Option<&[u8]> = None;

/// The error of a live page where there is no [`ENGINE`].
const NO_ENGINE: &str = "this program was built without the engine of live pages; in its sources, \
    run `rustup target add wasm32-unknown-unknown` and `bindings/wasm/live`, and build the program again";

impl Lesson {
    /// Writes the page. A live page contains the engine. `text` is HTML that stands
    /// beside the panels: a lesson ([`html`](crate::teach::course::Lesson::html)), or nothing.
    ///
    /// # Errors
    /// An error of the output, or of a live page if this crate was built without the engine.
    pub fn write(&self, mut out: impl Write, live: bool, text: &str) -> io::Result<()> {
        if live && ENGINE.is_none() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, NO_ENGINE));
        }
        // A live page has all examples as texts.
        let alone = live.then(|| Lesson {
            examples: Vec::new(),
            ..self.clone()
        });
        let data = inlined(&serde_json::to_string(alone.as_ref().unwrap_or(self))?);
        for part in PAGE.split_inclusive("-->") {
            let (before, hole) = match part.split_once("<!--") {
                Some((before, hole)) => (before, hole.trim_end_matches("-->").trim()),
                None => (part, ""),
            };
            out.write_all(before.as_bytes())?;
            match hole {
                "lesson" => out.write_all(text.as_bytes())?,
                "style" => {
                    let lesson = (!text.is_empty()).then_some(LESSON_STYLE);
                    let person = (!self.persons.is_empty()).then_some(PERSON_STYLE);
                    for style in [STYLE].into_iter().chain(lesson).chain(person) {
                        out.write_all(trimmed(style).as_bytes())?;
                    }
                }
                // A live page shows other puzzles too, so its script must say it.
                "symbols" if !live => {
                    for note in [&self.symbols, &self.rules].into_iter().flatten() {
                        let note = note.replace('&', "&amp;").replace('<', "&lt;");
                        write!(out, "<p>{note}</p>")?;
                    }
                }
                "data" => out.write_all(data.as_bytes())?,
                "engine" if live => {
                    out.write_all(packed(ENGINE.unwrap_or_default())?.as_bytes())?
                }
                "script" => {
                    // The last part starts the script, so what it needs must
                    // precede it.
                    let (last, parts) = SCRIPT.split_last().expect("there are parts");
                    if live {
                        let all = inlined(&serde_json::to_string(&typed::examples()?)?);
                        writeln!(out, "const EXAMPLES = Object.fromEntries({all});")?;
                    }
                    let live = LIVE.iter().filter(|_| live);
                    for script in parts.iter().chain(live).chain([last]) {
                        out.write_all(trimmed(script).as_bytes())?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns bytes as gzip in base64.
fn packed(bytes: &[u8]) -> io::Result<String> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(bytes)?;
    Ok(base64(&gzip.finish()?))
}

/// Returns a source without indentation and without the comments that begin a
/// line, which saves a tenth of the page.
fn trimmed(source: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in source.lines().map(str::trim) {
        inside |= line.starts_with("/*");
        if !inside && !line.is_empty() && !line.starts_with("//") {
            text.extend([line, "\n"]);
        }
        inside &= !line.ends_with("*/");
    }
    text
}

/// Returns JSON that can be placed inside a `<script>`: it contains neither
/// `</script>` nor `<!--`.
fn inlined(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_ends_the_script() {
        let data = inlined(r#"{"name":"</script><!--"}"#);
        assert!(!data.contains('<'));
        let back: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!(back["name"], "</script><!--");
    }

    #[test]
    fn comments_of_one_and_of_several_lines_are_left_out() {
        let source = "// one\n  a(); // kept\n/** two\n    lines */\n\n  b();\n/* three */\n";
        assert_eq!(trimmed(source), "a(); // kept\nb();\n");
    }

    #[test]
    fn every_hole_of_the_page_is_filled() {
        for hole in ["style", "symbols", "lesson", "data", "engine", "script"] {
            assert_eq!(PAGE.matches(&format!("<!--{hole}-->")).count(), 1, "{hole}");
        }
        assert_eq!(PAGE.matches("<!--").count(), 6);
    }
}
