//! Tables: a grid, a matrix with names, and a large matrix as dots.

use super::diagram::Look;

/// Cells in rows and columns, with names and rules.
#[derive(Clone, Debug)]
pub struct Table {
    /// A description in one sentence.
    pub title: String,
    /// The cells, row by row; the text of a blank cell is empty.
    pub cells: Vec<Vec<(String, Look)>>,
    /// Names of the rows; empty if they have none.
    pub rows: Vec<(String, Look)>,
    /// Names of the columns, written upwards.
    pub columns: Vec<(String, Look)>,
    /// Headings of the blocks of rows and of columns, which pictures of a large table have instead of
    /// the names; empty for small ones.
    pub headings: [Vec<String>; 2],
    /// Number of rows at the end that are sums, with a thicker rule above them.
    pub sums: usize,
    /// Number of rows between two thicker rules; 0 for none.
    pub row_block: usize,
    /// Number of columns between two thicker rules; 0 for none.
    pub column_block: usize,
    /// The region of each cell, row by row, with thicker rules between regions.
    /// Empty if there are no regions of irregular form and one grid; [`Table::GAP`] for places
    /// between several grids.
    pub regions: Vec<u16>,
    /// Width and height of a cell in pixels.
    pub side: i32,
}

impl Table {
    /// Stands for the region of a place that is in no grid.
    pub const GAP: u16 = u16::MAX;

    /// Height of a heading, in heights of a name: a picture that fills the height of a slide of 1280 × 720
    /// pixels is scaled down to a third of its size.
    pub(super) const HEADING: i32 = 3;

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        let first = self.cells.first().map_or(0, Vec::len);
        first.max(self.columns.len())
    }

    /// Returns the thicker rules between regions, each one cell long, by their
    /// end points (column, row).
    pub fn walls(&self) -> Vec<[(i32, i32); 2]> {
        let width = self.width();
        let mut walls = Vec::new();
        for (index, region) in self.regions.iter().enumerate() {
            let (col, row) = ((index % width) as i32, (index / width) as i32);
            if index % width > 0 && self.regions[index - 1] != *region {
                walls.push([(col, row), (col, row + 1)]);
            }
            if index >= width && self.regions[index - width] != *region {
                walls.push([(col, row), (col + 1, row)]);
            }
        }
        walls
    }

    /// Returns the rules: the columns' ones from the left, then the rows' ones from above. In a gap
    /// between several grids there are none.
    pub fn rules(&self) -> Vec<Rule> {
        let (width, height) = (self.width(), self.cells.len());
        let mut rules = Vec::new();
        for (is_vertical, count, other, block, sums) in [
            (true, width, height, self.column_block, 0),
            (false, height, width, self.row_block, self.sums),
        ] {
            for index in 0..=count {
                let of_block = block > 0 && index.is_multiple_of(block) && index < count - sums;
                let is_thick = [0, count, count - sums].contains(&index) || of_block;
                // Set for a place along the rule that has a cell on either side.
                let is_beside = |along: usize| {
                    let mut sides =
                        [index.checked_sub(1), (index < count).then_some(index)].into_iter();
                    sides.any(|place| match (place, is_vertical) {
                        (None, _) => false,
                        (Some(column), true) => !self.is_gap(along, column),
                        (Some(row), false) => !self.is_gap(row, along),
                    })
                };
                let mut along = (0..other).filter(|&along| is_beside(along)).peekable();
                while let Some(first) = along.next() {
                    let mut end = first + 1;
                    while along.next_if_eq(&end).is_some() {
                        end += 1;
                    }
                    rules.push(Rule {
                        is_vertical,
                        at: index as i32 * self.side,
                        from: first as i32 * self.side,
                        to: end as i32 * self.side,
                        is_thick,
                    });
                }
            }
        }
        rules
    }

    /// Returns `true` if no grid has this place.
    pub(super) fn is_gap(&self, row: usize, column: usize) -> bool {
        self.regions.get(row * self.width() + column) == Some(&Table::GAP)
    }

    /// Returns the headings of the rows with their middles in pixels from the upper edge, that of the sums
    /// being the last, and those of the columns with theirs from the left edge.
    pub(super) fn placed_headings(&self) -> [Vec<(i32, &str)>; 2] {
        let placed = |axis: usize, block: usize| {
            let middles = (0..).map(|place| (2 * place + 1) * block as i32 * self.side / 2);
            let headings = self.headings[axis].iter().map(String::as_str);
            middles.zip(headings).collect()
        };
        let mut rows: Vec<(i32, &str)> = placed(0, self.row_block);
        if !rows.is_empty() && self.sums > 0 {
            let middle = (2 * self.cells.len() - self.sums) as i32 * self.side / 2;
            rows.push((middle, "Σ"));
        }
        [rows, placed(1, self.column_block)]
    }

    /// Returns `true` if a row begins a block, or the sums.
    pub(super) fn is_row_of_block(&self, row: usize) -> bool {
        let is_block = self.row_block > 0 && row > 0 && row.is_multiple_of(self.row_block);
        is_block || self.sums > 0 && row + self.sums == self.cells.len()
    }
}

/// A line between two rows or columns of a table, or at its edge.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Set for a line between two columns.
    pub is_vertical: bool,
    /// Its distance from the left or the upper edge in pixels.
    pub at: i32,
    /// The distance of its start from the upper or the left edge in pixels.
    pub from: i32,
    /// The distance of its end from the same edge in pixels.
    pub to: i32,
    /// Set if it is thicker than others.
    pub is_thick: bool,
}

/// A large 0/1 matrix.
#[derive(Clone, Debug)]
pub struct Dots {
    /// A description in one sentence.
    pub title: String,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The positions of the 1s, by row and column.
    pub ones: Vec<(usize, usize)>,
    /// The chosen rows.
    pub taken: Vec<usize>,
    /// The rows that clues rule out.
    pub covered: Vec<usize>,
    /// Number of columns between two rules; 0 for none.
    pub column_block: usize,
}

impl Dots {
    /// Returns the look of each row: covered, chosen or plain.
    pub(super) fn looks(&self) -> Vec<Look> {
        let mut looks = vec![Look::Plain; self.rows];
        for (rows, look) in [(&self.covered, Look::Covered), (&self.taken, Look::Chosen)] {
            rows.iter().for_each(|&row| looks[row] = look);
        }
        looks
    }

    /// Returns the columns before which a rule stands; the last is that at the right edge.
    pub(super) fn ruled_columns(&self) -> impl Iterator<Item = usize> + use<> {
        let block = match self.column_block {
            0 => self.columns.max(1),
            block => block,
        };
        (0..=self.columns).step_by(block)
    }
}
