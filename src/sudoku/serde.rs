//! Puzzles and grids for serde. How a puzzle is written is in `print/json.rs`.

use super::{Digit, Grid, Puzzle, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// From a JSON object in any form of [`text`](super::text), as [`print::json`](super::print::json)
/// makes it, or from a string with a puzzle in any form.
impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Puzzle, D::Error> {
        let puzzle = match Value::deserialize(deserializer)? {
            Value::String(text) => text.parse(),
            object @ Value::Object(_) => object.to_string().parse(),
            other => {
                let message = format!("found {other}, expected an object or a string");
                return Err(D::Error::custom(message));
            }
        };
        puzzle.map_err(D::Error::custom)
    }
}

/// As rows of digits from 1, with `null` where several grids leave a gap.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let size = self.size();
        let value = |cell| self.digit(cell).value();
        let rows = (0..size.rows()).map(|row| {
            let cells = size.row(row).map(|cell| cell.map(value));
            cells.collect::<Vec<Option<usize>>>()
        });
        serializer.collect_seq(rows)
    }
}

/// From the rows of one grid. Several grids are refused, because rows don't state where they overlap.
impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid, D::Error> {
        let rows = Vec::<Vec<usize>>::deserialize(deserializer)?;
        let size = Size::new(rows.len()).filter(|_| rows.iter().all(|row| row.len() == rows.len()));
        let size = size.ok_or_else(|| {
            let most = Size::MAX.side();
            D::Error::custom(format_args!(
                "found {} rows, expected 1 to {most}, each as long as there are rows",
                rows.len()
            ))
        })?;
        let digit = |&value: &usize| {
            let side = size.side();
            Digit::from_value(value, size).ok_or_else(|| {
                D::Error::custom(format_args!("found {value}, expected a digit: 1 to {side}"))
            })
        };
        let digits: Result<Vec<Digit>, D::Error> = rows.iter().flatten().map(digit).collect();
        Ok(Grid::new(size, digits?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_and_grids_come_back() {
        for text in [
            "1... ..3. .4.. ...2",
            "boxes 2x2\nanti-knight\ncage 3 r1c1-r1c2\nclues\n....\n....\n....\n...4",
            "A.BC .... .... C...",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let json = serde_json::to_string(&puzzle).unwrap();
            assert_eq!(
                serde_json::from_str::<Puzzle>(&json).unwrap(),
                puzzle,
                "{json}"
            );
        }
        let grid = "1... ..3. .4.. ...2".parse::<Puzzle>().unwrap();
        let grid = grid.solve().unwrap().unwrap();
        let json = serde_json::to_string(&grid).unwrap();
        assert_eq!(json, "[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]");
        assert_eq!(serde_json::from_str::<Grid>(&json).unwrap(), grid);
    }

    #[test]
    fn invalid_values_are_refused() {
        let error = |text: &str| serde_json::from_str::<Grid>(text).unwrap_err().to_string();
        assert!(error("[[1,2],[2]]").starts_with("found 2 rows, expected 1 to 961, each as"));
        assert!(error("[[1,2],[2,3]]").starts_with("found 3, expected a digit: 1 to 2"));
        assert!(error("[]").starts_with("found 0 rows"));
        let error = serde_json::from_str::<Puzzle>("1003004000000002")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("found 1003004000000002, expected an object"),
            "{error}"
        );
        let error = serde_json::from_str::<Puzzle>("\"12\"")
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("string:1: found the end"), "{error}");
    }
}
