//! Diagrams: nodes and edges with their positions, and the lines of the edges.

/// The meaning of an element. Each output form draws it with a shape or a line
/// of its own, so that nothing depends on colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// No special meaning: a row's name, a link.
    Plain,
    /// Decided or chosen.
    Chosen,
    /// True, or part of a cover.
    True,
    /// True, and a negative literal.
    Negative,
    /// A conflict or a dead end.
    Wrong,
    /// A solution.
    Right,
    /// Of an earlier level, abandoned, or removed.
    Faint,
    /// Changed in this step.
    Changed,
    /// A row that a clue rules out.
    Covered,
}

/// A box with a text. Units are pixels at the normal size.
#[derive(Clone, Debug)]
pub struct Node {
    /// The text.
    pub label: String,
    /// A small note at its corner, such as the level.
    pub note: String,
    /// Horizontal position of its centre.
    pub x: i32,
    /// Vertical position of its centre, downwards.
    pub y: i32,
    /// The meaning, which decides the shape and the line.
    pub look: Look,
}

/// The route of an edge.
#[derive(Clone, Debug)]
pub enum Route {
    /// To the right through columns, crossing each column horizontally at the
    /// given points.
    Columns(Vec<(i32, i32)>),
    /// Straight from the lower side to the upper side of a node below.
    Down,
    /// Along lines of its own; of two lines the first leaves the picture on one
    /// side, and the second comes in on the other. `ports` are the corners of the
    /// two nodes, for Graphviz, which draws the lines itself.
    Own {
        /// The lines.
        paths: Vec<Path>,
        /// Where the edge leaves its first node and reaches its second.
        ports: [&'static str; 2],
    },
}

/// An edge from one node to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Index of the node where it starts.
    pub from: usize,
    /// Index of the node where it ends.
    pub to: usize,
    /// The way from one node to the other.
    pub route: Route,
    /// The meaning, which decides the line.
    pub look: Look,
}

/// A drawing of nodes and edges.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// A description in one sentence.
    pub title: String,
    /// The nodes, in the order in which they are drawn.
    pub nodes: Vec<Node>,
    /// The edges, in the order in which they are drawn: below the nodes.
    pub edges: Vec<Edge>,
    /// Width of a node.
    pub width: i32,
    /// Height of a node.
    pub height: i32,
    /// Lines of text beside the picture.
    pub beside: Vec<String>,
    /// The content as a table, for a terminal. If it is empty, a terminal shows a
    /// list of the nodes and their edges.
    pub rows: Vec<Vec<(String, Look)>>,
}

/// A line with an arrow at its end, or none.
#[derive(Clone, Debug)]
pub struct Path {
    /// The starting point.
    pub start: (i32, i32),
    /// The pieces of the line, in order.
    pub pieces: Vec<Piece>,
    /// Set if there is an arrow at the end.
    pub arrow_at_end: bool,
}

/// A piece of a path.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// A straight line to a point.
    Line((i32, i32)),
    /// A curve to a point, horizontal at both ends.
    Curve((i32, i32)),
}

/// Width of a character in pixels.
const CHARACTER: i32 = 8;

impl Diagram {
    /// Returns the width of a node that fits all these texts.
    pub fn width_for<'a>(labels: impl Iterator<Item = &'a str>) -> i32 {
        let longest = labels.map(|label| label.chars().count()).max();
        CHARACTER * longest.unwrap_or(1) as i32 + 14
    }

    /// Returns the left, top, right and bottom of all that is drawn.
    pub fn bounds(&self) -> (i32, i32, i32, i32) {
        let bends = self.edges.iter().flat_map(|edge| match &edge.route {
            Route::Columns(points) => &points[..],
            _ => &[],
        });
        let nodes = self.nodes.iter().map(|node| (node.x, node.y));
        let points = nodes.chain(bends.copied());
        let (mut left, mut top, mut right, mut bottom) = (0, 0, 0, 0);
        for (index, (x, y)) in points.enumerate() {
            let first = index == 0;
            left = if first { x } else { left.min(x) };
            right = if first { x } else { right.max(x) };
            top = if first { y } else { top.min(y) };
            bottom = if first { y } else { bottom.max(y) };
        }
        let (across, down) = (self.width / 2, self.height / 2);
        let mut bounds = (left - across, top - down, right + across, bottom + down);
        for edge in &self.edges {
            let Route::Own { paths, .. } = &edge.route else {
                continue;
            };
            for path in paths {
                let ends = path.pieces.iter().map(|piece| {
                    let (Piece::Line(end) | Piece::Curve(end)) = *piece;
                    end
                });
                for (x, y) in ends.chain([path.start]) {
                    bounds = (
                        bounds.0.min(x),
                        bounds.1.min(y),
                        bounds.2.max(x),
                        bounds.3.max(y),
                    );
                }
            }
        }
        bounds
    }

    /// Returns the lines of an edge.
    pub fn paths(&self, edge: &Edge) -> Vec<Path> {
        let (from, to) = (&self.nodes[edge.from], &self.nodes[edge.to]);
        let (half_width, half_height) = (self.width / 2, self.height / 2);
        let one = |start, pieces| Path {
            start,
            pieces,
            arrow_at_end: true,
        };
        match &edge.route {
            Route::Columns(points) => {
                let mut pieces = Vec::new();
                let mut last = from.y;
                for &(x, y) in points {
                    pieces.push(to_column(&mut last, (x - half_width, y)));
                    pieces.push(Piece::Line((x + half_width, y)));
                }
                pieces.push(to_column(&mut last, (to.x - half_width, to.y)));
                vec![one((from.x + half_width, from.y), pieces)]
            }
            Route::Down => {
                let end = (to.x, to.y - half_height);
                let start = (from.x, from.y + half_height);
                vec![Path {
                    arrow_at_end: false,
                    ..one(start, vec![Piece::Line(end)])
                }]
            }
            Route::Own { paths, .. } => paths.clone(),
        }
    }
}

/// Returns a straight line if the row stays the same, else a curve.
fn to_column(last: &mut i32, end: (i32, i32)) -> Piece {
    let same = *last == end.1;
    *last = end.1;
    if same {
        Piece::Line(end)
    } else {
        Piece::Curve(end)
    }
}
