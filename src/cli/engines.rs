//! Engines by name, and grids as JSON: shared by the commands that solve.

use sudosat::engine::ENGINES;
use sudosat::engine::external::PROGRAMS;
use sudosat::sudoku::Grid;

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

/// Returns a grid's rows, as JSON has them.
pub(super) fn rows(grid: &Grid) -> Vec<Vec<usize>> {
    grid.digits()
        .chunks(grid.size().side())
        .map(|row| row.iter().map(|digit| digit.value()).collect())
        .collect()
}
