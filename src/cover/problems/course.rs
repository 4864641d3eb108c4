//! The small exact-cover problems used in the courses.
//!
//! Each is also a file of `puzzles/cover/`, and is read from that file's text.

use super::Instance;
use crate::cover::picture::{Canvas, Hues, Walls};
use crate::cover::{ExactCover, form};

/// A problem with a name.
#[derive(Debug)]
pub struct Problem {
    /// The name for `sudosat cover --problem`.
    pub name: &'static str,
    /// A description in one line.
    pub title: &'static str,
    /// The text of the problem, in a form that [`read`](form::read) recognises.
    pub text: &'static str,
    /// Rows and columns of the board, if there is one. Then item `r1c2` is a
    /// square of it, and the first item of an option is a piece.
    board: Option<(usize, usize)>,
}

/// The problems, in the order in which they are taught.
pub const PROBLEMS: [Problem; 7] = [
    Problem {
        name: "a-to-g",
        title: "six sets over {a…g}, Knuth's example",
        text: include_str!("../../../puzzles/cover/a-to-g.dlx"),
        board: None,
    },
    Problem {
        name: "knuth-6x7",
        title: "the same as a 6×7 matrix: rows 1, 4 and 5",
        text: include_str!("../../../puzzles/cover/knuth-6x7.matrix"),
        board: None,
    },
    Problem {
        name: "one-to-five",
        title: "the sets A to E over {1…5}",
        text: include_str!("../../../puzzles/cover/one-to-five.sets"),
        board: None,
    },
    Problem {
        name: "zero-to-six",
        title: "the sets A to D over {0…6}",
        text: include_str!("../../../puzzles/cover/zero-to-six.sets"),
        board: None,
    },
    Problem {
        name: "matrix-6x6",
        title: "a 6×6 matrix, smallest column first",
        text: include_str!("../../../puzzles/cover/matrix-6x6.matrix"),
        board: None,
    },
    Problem {
        name: "abc",
        title: "columns A, B, C: B is taken out of its list and put back",
        text: include_str!("../../../puzzles/cover/abc.dlx"),
        board: None,
    },
    Problem {
        name: "triominoes-3x4",
        title: "four triominoes on a board of 3×4, not turned",
        text: include_str!("../../../puzzles/cover/triominoes-3x4.dlx"),
        board: Some((3, 4)),
    },
];

impl Problem {
    /// Returns the problem with this name.
    pub fn by_name(name: &str) -> Option<&'static Problem> {
        PROBLEMS.iter().find(|problem| problem.name == name)
    }

    /// Returns the exact-cover problem.
    pub fn read(&self) -> ExactCover {
        match form::read(self.text.as_bytes(), self.name, None, |_| ()) {
            Ok((problem, _)) => problem,
            Err(error) => unreachable!("a test reads every text: {error}"),
        }
    }

    /// Returns the problem, with its board if it has one.
    pub(super) fn instance(&self) -> Instance {
        let problem = self.read();
        let canvas = self.board.map(|(rows, cols)| {
            let mut canvas = Canvas::new(self.title, Walls::Pieces, Hues::Marks);
            canvas.rectangle(rows, cols);
            let place = |name: &str| {
                let (row, col) = name.strip_prefix('r')?.split_once('c')?;
                let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
                Some((row - 1) * cols + col - 1)
            };
            for option in problem.options() {
                let items = problem.option(option);
                let mark = canvas.mark(problem.name(items[0]), items[0].index());
                let squares = items.iter().filter_map(|&item| place(problem.name(item)));
                canvas.option(squares.map(|square| (square, mark)));
            }
            canvas
        });
        Instance { problem, canvas }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::dlx::{Choice, Dlx};
    use crate::cover::matrix::Matrix;
    use crate::cover::{OptionId, Search};

    /// Returns the solutions as lists of options, in the order of the search,
    /// after checking that both engines agree.
    fn solutions(name: &str) -> Vec<Vec<usize>> {
        let problem = Problem::by_name(name).unwrap().read();
        let budget = Budget::unlimited();
        let numbers = |options: &[OptionId]| -> Vec<usize> {
            options.iter().map(|o| o.index() + 1).collect()
        };
        let mut dlx = Dlx::new(&problem, Choice::Smallest);
        let mut found = Vec::new();
        while let Some(options) = dlx.next_solution(&budget).unwrap() {
            found.push(numbers(options));
        }
        let mut matrix = Matrix::new(&problem, Choice::Smallest);
        let mut again = Vec::new();
        while let Some(options) = matrix.next_solution(&budget).unwrap() {
            again.push(numbers(options));
        }
        assert_eq!(found, again);
        found
    }

    #[test]
    fn the_answers_are_those_of_the_courses() {
        // Item a has two options: row 2 fails, row 4 leaves one option to item
        // e.
        assert_eq!(solutions("knuth-6x7"), [[4, 1, 5]]);
        assert_eq!(solutions("a-to-g"), [[4, 1, 5]]);
        assert_eq!(solutions("one-to-five"), [[5, 4, 2]]);
        assert_eq!(solutions("zero-to-six"), [[1, 2, 4]]);
        assert_eq!(solutions("matrix-6x6"), [[6, 2, 4]]);
        let problem = Problem::by_name("one-to-five").unwrap().read();
        let names = problem.options().map(|option| problem.label(option));
        assert!(names.eq(["A", "B", "C", "D", "E"].map(Some)));
    }

    #[test]
    fn the_two_matrices_of_knuth_are_one() {
        let named = Problem::by_name("a-to-g").unwrap().read();
        let plain = Problem::by_name("knuth-6x7").unwrap().read();
        for option in named.options() {
            let mut places: Vec<usize> = named.option(option).iter().map(|i| i.index()).collect();
            places.sort_unstable();
            assert!(plain.option(option).iter().map(|i| i.index()).eq(places));
        }
    }

    #[test]
    fn the_triominoes_fill_the_board() {
        let problem = Problem::by_name("triominoes-3x4").unwrap().read();
        assert_eq!((problem.num_items(), problem.num_primary()), (16, 16));
        for (piece, placements) in [("I", 4), ("L", 6), ("J", 6), ("bar", 6)] {
            let item = problem.item(piece).unwrap();
            let has = problem
                .options()
                .filter(|&o| problem.option(o).contains(&item));
            assert_eq!(has.count(), placements, "{piece}");
        }
        assert!(
            problem
                .options()
                .all(|option| problem.option(option).len() == 4)
        );
        assert_eq!(solutions("triominoes-3x4").len(), 4);
    }
}
