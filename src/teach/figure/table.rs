//! Tables: a grid, a matrix with names, and a large matrix as dots.

use super::diagram::Look;

/// Cells in rows and columns.
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
    /// Number of rows at the end that are sums, with a thicker rule above them.
    pub sums: usize,
    /// Number of rows between two thicker rules; 0 for none.
    pub row_block: usize,
    /// Number of columns between two thicker rules; 0 for none.
    pub column_block: usize,
    /// The region of each cell, row by row, with thicker rules between regions.
    /// Empty if there are no regions of irregular form.
    pub regions: Vec<u16>,
    /// Width and height of a cell in pixels.
    pub side: i32,
}

impl Table {
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

    /// Returns `true` if the rule before row or column `index` of `count` is
    /// thick. The last `sums` of them have no blocks.
    pub fn is_thick(index: usize, block: usize, count: usize, sums: usize) -> bool {
        let of_block = block > 0 && index.is_multiple_of(block) && index < count - sums;
        index == 0 || index == count || index == count - sums || of_block
    }
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
