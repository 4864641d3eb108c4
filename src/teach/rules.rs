//! The rules of a puzzle as part of a trace: the setter's statements as data.

use super::extent::MAX_BOARD;
use crate::sudoku::rules::{Arrow, Cage, Mark, Regions, RuleId, Spec};
use crate::sudoku::{Cell, Rules, Size};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Rules other than those of plain Sudoku. Cells are numbered from 0 in reading
/// order.
///
/// Even and odd cells are represented by excluded candidates instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulesPart {
    /// N, the number of rows, columns and digits.
    pub size: usize,
    /// Row and column, from 0, of the first cell of each of several grids that share cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grids: Vec<[usize; 2]>,
    /// Rows and columns of cells in a box, if the regions are boxes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boxes: Option<[usize; 2]>,
    /// The region of each cell from 0, if the regions are those of a jigsaw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<u16>,
    /// Names of rules for the whole grid; see [`STATEMENTS`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<String>,
    /// Further sets of cells that contain no digit twice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub houses: Vec<Vec<usize>>,
    /// Sets of cells with a sum, or without repeated digits, or both.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cages: Vec<CagePart>,
    /// Arrows: the cells of the bulb, and those of the shaft.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[Vec<usize>; 2]>,
    /// Marks of rules of the table of rules, or of the setter's own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkPart>,
}

/// A mark of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkPart {
    /// Definition of the rule, a statement of the text form.
    pub rule: String,
    /// The cells, numbered in reading order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<usize>,
    /// The numbers of the mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<u32>,
}

/// A cage of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CagePart {
    /// The cells, numbered in reading order.
    pub cells: Vec<usize>,
    /// The sum of the digits, if the cage has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<u32>,
    /// Set if a digit may occur in the cage more than once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub repeats: bool,
}

/// The field of a [`Spec`] that a statement sets.
type Field = fn(&mut Spec) -> &mut bool;

/// The rules for the whole grid, by name.
pub const STATEMENTS: [(&str, Field); 4] = [
    ("falling-diagonal", |spec| &mut spec.diagonals[0]),
    ("rising-diagonal", |spec| &mut spec.diagonals[1]),
    ("windows", |spec| &mut spec.windows),
    ("disjoint-groups", |spec| &mut spec.disjoint_groups),
];

impl RulesPart {
    /// Creates the part of a trace that represents these rules.
    pub fn new(rules: &Rules) -> RulesPart {
        let size = rules.size();
        let numbers =
            |cells: &[Cell]| -> Vec<usize> { cells.iter().map(|cell| cell.index(size)).collect() };
        let mut spec = rules.spec().clone();
        let stated = STATEMENTS.iter().filter(|(_, field)| *field(&mut spec));
        let statements = stated.map(|(name, _)| (*name).to_owned()).collect();
        let cages = spec.cages.iter().map(|cage| CagePart {
            cells: numbers(&cage.cells),
            sum: cage.sum,
            repeats: cage.repeats,
        });
        let arrows = spec.arrows.iter();
        let mark = |mark: &Mark| MarkPart {
            rule: mark.rule.definition.clone(),
            cells: numbers(&mark.cells),
            numbers: mark.numbers.clone(),
        };
        let starts = size.starts().iter().filter(|_| !size.is_one_grid());
        RulesPart {
            size: size.side(),
            grids: starts.map(|start| [start.row(), start.col()]).collect(),
            boxes: match spec.regions {
                Regions::Boxes { rows, cols } => Some([rows, cols]),
                _ => None,
            },
            regions: match &spec.regions {
                Regions::Map(map) => map.clone(),
                _ => Vec::new(),
            },
            statements,
            houses: spec.extra.iter().map(|cells| numbers(cells)).collect(),
            cages: cages.collect(),
            arrows: arrows
                .map(|arrow| [numbers(&arrow.bulb), numbers(&arrow.shaft)])
                .collect(),
            marks: spec.marks.iter().map(mark).collect(),
        }
    }

    /// Returns the size of the grid, or of several.
    ///
    /// # Errors
    /// If there is no such size, or if several grids are no board of at most [`MAX_BOARD`] rows
    /// and columns.
    fn size(&self) -> Result<Size, String> {
        let size = Size::new(self.size).ok_or("expected a size")?;
        if self.grids.is_empty() {
            return Ok(size);
        }
        let is_known = |at: &usize| at.saturating_add(self.size) <= MAX_BOARD;
        if !self.grids.iter().flatten().all(is_known) {
            return Err(format!("expected grids in {MAX_BOARD} rows and columns"));
        }
        let starts = self.grids.iter().map(|&[row, col]| Cell::new(row, col));
        let board = size.overlapping(starts.collect());
        board.map_err(|error| error.to_string())
    }

    /// Returns the rules that the part represents.
    ///
    /// # Errors
    /// If the part is inconsistent.
    pub fn rules(&self) -> Result<Arc<Rules>, String> {
        let size = self.size()?;
        let cell = |index: usize| match index < size.num_cells() {
            true => Ok(size.cell(index)),
            false => Err(format!("expected a cell below {}", size.num_cells())),
        };
        let cells = |indices: &[usize]| -> Result<Vec<Cell>, String> {
            indices.iter().map(|&index| cell(index)).collect()
        };
        let mut spec = Spec::latin(size);
        spec.regions = match (self.boxes, self.regions.is_empty()) {
            (None, true) => Regions::None,
            (Some([rows, cols]), true) if rows.checked_mul(cols) == Some(self.size) => {
                Regions::Boxes { rows, cols }
            }
            (None, false) => Regions::Map(self.regions.clone()),
            _ => return Err("expected boxes of the grid's size, or regions".into()),
        };
        for statement in &self.statements {
            let known = STATEMENTS.iter().find(|(name, _)| name == statement);
            let (_, field) = known.ok_or("expected a known statement")?;
            *field(&mut spec) = true;
        }
        for house in &self.houses {
            spec.extra.push(cells(house)?);
        }
        for cage in &self.cages {
            spec.cages.push(Cage {
                cells: cells(&cage.cells)?,
                sum: cage.sum,
                repeats: cage.repeats,
            });
        }
        for [bulb, shaft] in &self.arrows {
            spec.arrows.push(Arrow {
                bulb: cells(bulb)?,
                shaft: cells(shaft)?,
            });
        }
        for mark in &self.marks {
            spec.marks.push(Mark {
                rule: RuleId::by_definition(&mark.rule)?,
                cells: cells(&mark.cells)?,
                numbers: mark.numbers.clone(),
            });
        }
        Rules::new(spec)
            .map(Arc::new)
            .map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_from_their_part() {
        let mut jigsaw = Spec::latin(Size::new(4).unwrap());
        jigsaw.regions = Regions::Map(vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]);
        let mut all = Spec::boxes(3, 3).unwrap();
        for (_, field) in STATEMENTS {
            *field(&mut all) = true;
        }
        let cells = |indices: &[usize]| -> Vec<Cell> {
            indices.iter().map(|&index| all.size.cell(index)).collect()
        };
        let mark = |name: &str, indices: &[usize], numbers: &[u32]| Mark {
            rule: RuleId::by_name(name).unwrap(),
            cells: cells(indices),
            numbers: numbers.to_vec(),
        };
        let all = Spec {
            extra: vec![cells(&[1, 2, 30])],
            cages: vec![
                Cage {
                    cells: cells(&[0, 1]),
                    sum: Some(5),
                    repeats: false,
                },
                Cage {
                    cells: cells(&[7, 8]),
                    sum: None,
                    repeats: true,
                },
            ],
            arrows: vec![Arrow {
                bulb: cells(&[20]),
                shaft: cells(&[21, 22]),
            }],
            marks: vec![
                mark("anti-knight", &[], &[]),
                mark("less", &[40, 3], &[]),
                mark("thermo", &[10, 11, 12], &[]),
                mark("difference", &[60, 61], &[1]),
                mark("palindrome", &[70, 71, 72, 73], &[]),
                mark("whispers", &[30, 31, 32], &[4]),
                mark("renban", &[50, 51, 52], &[]),
                mark("taxicab", &[], &[3]),
                Mark {
                    rule: RuleId::by_definition("rule odd-sum(line): sum % 2 = 1").unwrap(),
                    cells: cells(&[63, 64]),
                    numbers: Vec::new(),
                },
            ],
            ..all.clone()
        };
        for spec in [jigsaw, Spec::boxes(2, 3).unwrap(), all] {
            let rules = Rules::new(spec).unwrap();
            let text = serde_json::to_string(&RulesPart::new(&rules)).unwrap();
            let part: RulesPart = serde_json::from_str(&text).unwrap();
            let again = part.rules().unwrap();
            assert_eq!(again.houses(), rules.houses());
            for house in 0..rules.houses().len() {
                assert_eq!(again.cells(house), rules.cells(house));
            }
            assert_eq!(again.spec().marks, rules.spec().marks);
            assert_eq!(again.pairs(), rules.pairs());
            assert_eq!(again.tables(), rules.tables());
        }
    }

    #[test]
    fn parts_that_make_no_sense_are_refused() {
        for text in [
            r#"{"size":0}"#,
            r#"{"size":6,"boxes":[2,2]}"#,
            r#"{"size":4,"boxes":[2,2],"regions":[0,0]}"#,
            r#"{"size":4,"regions":[0,0]}"#,
            r#"{"size":4,"statements":["anything"]}"#,
            r#"{"size":4,"houses":[[0,16]]}"#,
            r#"{"size":4,"houses":[[0,0]]}"#,
            r#"{"size":4,"marks":[{"rule":"anti-knight","cells":[0,1]}]}"#,
            r#"{"size":4,"cages":[{"cells":[0],"sum":9}]}"#,
            r#"{"size":4,"marks":[{"rule":"rule whispers(line)","cells":[0,1]}]}"#,
            r#"{"size":4,"marks":[{"rule":"rule odd-sum(line): sum % 2 = 1","cells":[0]}]}"#,
        ] {
            let part: RulesPart = serde_json::from_str(text).unwrap();
            assert!(part.rules().is_err(), "{text}");
        }
    }
}
