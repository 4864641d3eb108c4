//! Rows and columns with their rules: a grid, a matrix with names, and a large
//! matrix as dots.

use super::diagram::Look;

/// Cells in rows and columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// What it shows, in a sentence.
    pub title: String,
    /// The cells, row by row; a blank one is empty.
    pub cells: Vec<Vec<(String, Look)>>,
    /// Names of the rows; none if they have none.
    pub rows: Vec<(String, Look)>,
    /// Names of the columns, written upwards.
    pub columns: Vec<String>,
    /// A thicker rule comes after every so many rows,
    pub row_block: usize,
    /// and after every so many columns.
    pub column_block: usize,
    /// The region of each cell, row by row: between cells of different regions
    /// there is a thicker rule. Empty where there are no regions of any form.
    pub regions: Vec<u16>,
    /// How wide and high a cell is.
    pub side: i32,
}

impl Table {
    /// How many columns there are.
    pub fn width(&self) -> usize {
        let first = self.cells.first().map_or(0, Vec::len);
        first.max(self.columns.len())
    }

    /// The thicker rules between regions, each one cell long: from which corner
    /// (column, row) to which.
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

    /// The rules before row or column `index` of so many: whether it is thick.
    pub fn is_thick(index: usize, block: usize, count: usize) -> bool {
        index == 0 || index == count || block > 0 && index.is_multiple_of(block)
    }
}

/// A large 0/1 matrix.
#[derive(Clone, Debug)]
pub struct Dots {
    /// What it shows, in a sentence.
    pub title: String,
    /// How many rows,
    pub rows: usize,
    /// and columns.
    pub columns: usize,
    /// Where the 1s are: row and column.
    pub ones: Vec<(usize, usize)>,
    /// The rows that are taken.
    pub taken: Vec<usize>,
    /// A rule comes after every so many columns; 0 for none.
    pub column_block: usize,
}
