//! The diagram in DOT, the language of Graphviz.

use super::super::ExactCover;
use super::{Edge, Zdd};
use std::io::{self, Write};

impl Zdd {
    /// Writes the diagram for Graphviz. A node asks whether an option is
    /// chosen; a solid edge means yes, a dotted one no. Paths without solutions
    /// are left out.
    ///
    /// # Errors
    /// Those of `output`.
    pub fn write_dot(&self, problem: &ExactCover, mut output: impl Write) -> io::Result<()> {
        writeln!(output, "digraph zdd {{")?;
        writeln!(output, "  end [label=\"solution\", shape=box];")?;
        writeln!(output, "  start [label=\"{}\", shape=plain];", self.count())?;
        self.edge("start", self.root, "", &mut output)?;
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let text = problem.text(node.option);
            let label = text.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(output, "  n{number} [label=\"{label}\"];")?;
            let from = format!("n{number}");
            self.edge(&from, node.taken, "", &mut output)?;
            self.edge(&from, node.not, " [style=dotted]", &mut output)?;
        }
        writeln!(output, "}}")
    }

    fn edge(&self, from: &str, to: Edge, style: &str, output: &mut impl Write) -> io::Result<()> {
        match (to, to.node()) {
            (_, Some(node)) => writeln!(output, "  {from} -> n{node}{style};"),
            (Edge::DONE, None) => writeln!(output, "  {from} -> end{style};"),
            (_, None) => Ok(()),
        }
    }
}
