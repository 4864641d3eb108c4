//! Engines by name: shared by the commands that solve.

use sudosat::engine::{self, ENGINES, EngineError};
use sudosat::programs::PROGRAMS;

/// Returns the table of engines, for `--help`.
pub(super) fn help() -> String {
    let mut text = String::from("Engines:\n");
    let width = ENGINES
        .iter()
        .map(|entry| entry.name.len())
        .max()
        .unwrap_or(0);
    for entry in ENGINES {
        text += &format!("  {:width$}  {}\n", entry.name, entry.about);
    }
    let programs: Vec<&str> = PROGRAMS.iter().map(|program| program.name).collect();
    text += &format!(
        "  {}\n  {:width$}  these programs, if they are on the PATH\n",
        programs.join(", "),
        ""
    );
    text += &format!(
        "  'cmd:PROGRAM … {{cnf}} …'\n  {:width$}  any other SAT solver; its answer is read from the file {{out}}, if\n  \
         {:width$}  named (as minisat writes it), else from its output; it writes a\n  \
         {:width$}  DRAT proof to {{proof}}\n",
        "", "", ""
    );
    text
}

/// Refuses names of engines that do not exist. A program that is not installed is none of
/// them: it may be there on the machines of the shards.
///
/// # Errors
/// For the first unknown name.
pub(super) fn refuse_unknown<'a>(names: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
    for name in names {
        if let Err(error @ EngineError::Unknown { .. }) = engine::by_name(name) {
            return Err(error.into());
        }
    }
    Ok(())
}
