//! A solution of a plain 9×9 puzzle against the line of the puzzle's cells, by definition.

/// Number of rows, columns, boxes and digits.
const SIDE: usize = 9;

/// Returns `true` if the digits of a grid, `1` to `9` in reading order, are those of a line of cells
/// wherever it has one of them, and no two in a row, a column or a 3×3 box are the same.
pub fn line(cells: &[u8; SIDE * SIDE], grid: &[u8; SIDE * SIDE]) -> bool {
    let (mut rows, mut columns, mut boxes) = ([0_u16; SIDE], [0_u16; SIDE], [0_u16; SIDE]);
    for (place, (&cell, &digit)) in cells.iter().zip(grid).enumerate() {
        let is_digit = |symbol: u8| matches!(symbol, b'1'..=b'9');
        if !is_digit(digit) || is_digit(cell) && cell != digit {
            return false;
        }
        let (row, column) = (place / SIDE, place % SIDE);
        let bit = 1 << (digit - b'1');
        rows[row] |= bit;
        columns[column] |= bit;
        boxes[row / 3 * 3 + column / 3] |= bit;
    }
    // Nine cells with all nine digits have each once.
    let all = (1 << SIDE) - 1;
    [rows, columns, boxes]
        .as_flattened()
        .iter()
        .all(|&seen| seen == all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &[u8; 81] =
        b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";

    /// Returns the grid with these places exchanged.
    fn exchanged(places: &[(usize, usize)]) -> [u8; 81] {
        let mut grid = *GRID;
        for &(first, second) in places {
            grid.swap(first, second);
        }
        grid
    }

    #[test]
    fn rows_columns_boxes_and_clues_are_kept() {
        assert!(line(&[b'.'; 81], GRID));
        assert!(line(&[b'0'; 81], GRID));
        assert!(line(GRID, GRID));
        // Two rows of a band exchanged are another grid, which the clues exclude.
        let rows: Vec<(usize, usize)> = (0..9).map(|column| (column, 9 + column)).collect();
        assert!(line(&[b'.'; 81], &exchanged(&rows)));
        assert!(!line(GRID, &exchanged(&rows)));
        // Within a row: columns and boxes. Within a column: rows and boxes, or rows alone.
        for places in [(0, 1), (0, 3), (0, 9), (0, 27)] {
            assert!(!line(&[b'.'; 81], &exchanged(&[places])), "{places:?}");
        }
        // Rows of two bands exchanged: boxes alone.
        let rows: Vec<(usize, usize)> = (0..9).map(|column| (column, 36 + column)).collect();
        assert!(!line(&[b'.'; 81], &exchanged(&rows)));
        for symbol in [b'0', b'.', b':'] {
            let mut grid = *GRID;
            grid[80] = symbol;
            assert!(!line(&[b'.'; 81], &grid));
        }
    }
}
