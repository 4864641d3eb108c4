//! A solution of a plain 9×9 puzzle against the line of the puzzle's cells, by definition.

/// Number of rows, columns, boxes and digits.
const SIDE: usize = 9;

/// All digits as bits: nine cells that have them all have each once.
const ALL: u16 = (1 << SIDE) - 1;

/// For each digit from 0 its bit.
const BITS: [u16; SIDE] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Returns `true` if the digits of a grid, `1` to `9` in reading order, are those of a line of cells
/// wherever it has one of them, and no two in a row, a column or a 3×3 box are the same.
pub fn line(cells: &[u8; SIDE * SIDE], grid: &[u8; SIDE * SIDE]) -> bool {
    let is_digit = |symbol: u8| symbol.wrapping_sub(b'1') < SIDE as u8;
    let is_wrong =
        |(&cell, &digit): (&u8, &u8)| !is_digit(digit) | is_digit(cell) & (cell != digit);
    // Without branches, so that many cells are looked at together.
    if cells
        .iter()
        .zip(grid)
        .fold(false, |any, pair| any | is_wrong(pair))
    {
        return false;
    }
    let mut columns = [0; SIDE];
    let mut is_right = true;
    for band in grid.as_chunks::<{ 3 * SIDE }>().0 {
        let mut boxes = [0; 3];
        for row in band.as_chunks::<SIDE>().0 {
            let bits = row.map(|digit| BITS[usize::from(digit - b'1')]);
            let thirds = [0, 3, 6].map(|first| bits[first] | bits[first + 1] | bits[first + 2]);
            is_right &= thirds[0] | thirds[1] | thirds[2] == ALL;
            for (seen, third) in boxes.iter_mut().zip(thirds) {
                *seen |= third;
            }
            for (seen, bit) in columns.iter_mut().zip(bits) {
                *seen |= bit;
            }
        }
        is_right &= boxes == [ALL; 3];
    }
    is_right & (columns == [ALL; SIDE])
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
