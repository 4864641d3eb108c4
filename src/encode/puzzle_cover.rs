//! Sudoku by any rules as exact cover, and the way back.
//!
//! A candidate is an option with these items:
//!
//! | item | in a solution | says |
//! |---|---|---|
//! | `R1C2` | once | one digit stands in this cell |
//! | `R1#4`, `C2#4`, `B1#4`, … | once if the house has as many cells as there are digits, else at most once | a 4 stands in this house; the letters are those of [`HouseKind`](crate::sudoku::HouseKind) |
//! | `P3=4` | at most once | the first cell of pair 3 has a 4: in the option that puts it there, and in those of the second cell that cannot go with it |
//! | `K1` | once | the set of digits of cage 1 |
//! | `K1=4` | in one colour | whether this set has a 4 (`in`, `out`) |
//! | `K1.2`, `A1.2`, `M1.2` | once | step 2 of the running number of cage 1, of arrow 1, of the machine of mark 1 |
//! | `K1+2`, `A1+2`, `M1+2` | in one colour | the running number or the state after step 2 |
//! | `VR1C2` | in one colour | the digit of this cell, for cages, arrows and marks with steps |
//!
//! Plain Sudoku has the first two kinds alone, all of them primary items: 4n⁴
//! items, and n⁶ options of four items each. Candidates that clues or
//! exclusions rule out are left out. The options of cages and arrows come after
//! those of the candidates: see the module `tables`.
//!
//! A grid that obeys the rules is exactly one solution, so solutions can be
//! counted.

mod houses;
mod pairs;
mod tables;

use super::{Constraint, DecodeError};
use crate::cover::{BuildError, Builder, Color, ExactCover, Item, MAX_SIZE, OptionId};
use crate::sudoku::{Candidate, Candidates, Cell, Digit, Grid, Puzzle, Rules, Size};
pub use houses::CoverTemplate;
use pairs::{Pairs, num_entries};
use tables::Tables;

/// Returns the puzzle as an exact-cover problem: the options of candidates by cell in
/// reading order and then by digit, then those of cages and arrows.
///
/// Two clues that can't both stand in a house rule each other out, which leaves
/// their cells without option: the problem then has no solution, as it should.
///
/// ```
/// use sudosat::prelude::*;
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let problem = encode::cover(&puzzle)?;
/// assert_eq!(problem.num_primary(), 4 * 16);
/// let options = problem.solutions().next().ok_or("it has a solution")??;
/// let grid = encode::grid_from_options(&problem, puzzle.size(), &options)?;
/// check::grid(&puzzle, &grid)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it is too large for an [`ExactCover`]: the blank grid is from order 28 on.
pub fn cover(puzzle: &Puzzle) -> Result<ExactCover, BuildError> {
    let problem = cover_while(puzzle, &mut || true)?;
    Ok(problem.expect("nobody breaks off"))
}

/// Makes the problem of [`cover`] as long as `go_on` returns `true`, and returns
/// `None` if it does not. `go_on` is called from time to time, as a large problem takes
/// seconds.
///
/// # Errors
/// As [`cover`].
pub fn cover_while(
    puzzle: &Puzzle,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<ExactCover>, BuildError> {
    /// Number of items or options made between two calls: some milliseconds.
    const SOME: usize = 1 << 14;
    let rules = puzzle.rules();
    let candidates = Candidates::new(puzzle);
    // Each option counts with its items. Known before gigabytes are taken.
    let num_items = Constraint::count(rules);
    let per_candidate = num_items.div_ceil(rules.size().num_cells());
    let of_houses = num_items + (1 + per_candidate) * candidates.len();
    if of_houses > MAX_SIZE || of_houses.saturating_add(num_entries(rules)) > MAX_SIZE {
        return Err(BuildError::TooLarge);
    }
    let pairs = Pairs::new(rules);
    let mut tables = Tables::new(rules, &candidates)?;
    let mut builder = ExactCover::builder();
    let mut made = 0;
    let mut is_time = || {
        made += 1;
        made % SOME == 1 && !go_on()
    };

    let mut items: Vec<Option<Item>> = vec![None; num_items];
    for primary in [true, false] {
        if !items_of_houses(rules, primary, &mut builder, &mut items, &mut is_time)? {
            return Ok(None);
        }
        if primary {
            tables.add_primaries(&mut builder)?;
        }
    }
    let mut of_pairs = Vec::new();
    for name in pairs.names() {
        if is_time() {
            return Ok(None);
        }
        of_pairs.push(builder.secondary(&name)?);
    }
    tables.add_secondaries(&mut builder)?;

    let mut option: Vec<(Item, Option<Color>)> = Vec::new();
    for candidate in candidates.iter() {
        if is_time() {
            return Ok(None);
        }
        option.clear();
        let constraints = Constraint::of(candidate, rules).filter_map(|index| items[index]);
        option.extend(constraints.map(|item| (item, None)));
        pairs.for_each_of(candidate, |index| option.push((of_pairs[index], None)));
        tables.extend(candidate, &mut option);
        builder.colored(option.iter().copied())?;
    }
    tables.add_options(&mut builder)?;
    Ok(Some(builder.build()))
}

/// Adds the items of the constraints that are `primary`, or of those that are not.
/// Returns `false` if `is_time` broke it off.
fn items_of_houses(
    rules: &Rules,
    primary: bool,
    builder: &mut Builder,
    items: &mut [Option<Item>],
    is_time: &mut dyn FnMut() -> bool,
) -> Result<bool, BuildError> {
    for (index, constraint) in Constraint::all(rules).enumerate() {
        let is_full = match constraint {
            Constraint::Cell(_) => true,
            Constraint::House(house, _) => rules.is_full(rules.index(house)),
        };
        if is_full != primary {
            continue;
        }
        if is_time() {
            return Ok(false);
        }
        let name = constraint.to_string();
        items[index] = Some(match primary {
            true => builder.primary(&name)?,
            false => builder.secondary(&name)?,
        });
    }
    Ok(true)
}

/// Returns the candidate that an option of [`cover`] stands for, read from the names of
/// its items: `R1C2` says where, `R1#4` what.
///
/// `None` if the option is no candidate's, but one of a cage or an arrow.
pub fn candidate_of_option(
    problem: &ExactCover,
    option: OptionId,
    size: Size,
) -> Option<Candidate> {
    let (mut cell, mut digit) = (None, None);
    for &item in problem.option(option) {
        let name = problem.name(item);
        if let Some((_, number)) = name.split_once('#') {
            digit = Some(Digit::from_value(number.parse().ok()?, size)?);
        } else if let Some((row, col)) = name.strip_prefix('R').and_then(|r| r.split_once('C')) {
            let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
            let found = Cell::new(row.checked_sub(1)?, col.checked_sub(1)?);
            cell = Some(found).filter(|&cell| size.has(cell));
            cell?;
        }
    }
    Some(Candidate::new(cell?, digit?))
}

/// Returns the grid of a solution of [`cover`].
///
/// As with [`super::decode`], each cell holds one number then, and the rules are not
/// checked. Options that are no candidate's do not matter.
///
/// # Errors
/// The first cell, in reading order, that holds no number or two.
pub fn grid_from_options(
    problem: &ExactCover,
    size: Size,
    options: &[OptionId],
) -> Result<Grid, DecodeError> {
    let candidates = options
        .iter()
        .filter_map(|&option| candidate_of_option(problem, option, size));
    super::decode::grid_from_candidates(size, candidates)
}

/// Returns the options of [`cover`] that a grid chooses: its candidates', and then each
/// option of a cage or an arrow that goes together with those before it.
///
/// They are a solution of the problem exactly if the grid is one of the puzzle:
/// [`crate::check::cover`] finds out.
pub fn options_from_grid(problem: &ExactCover, grid: &Grid) -> Vec<OptionId> {
    let mut chosen = Vec::new();
    // For each item covered so far the colour that it got.
    let mut covered: Vec<Option<Option<Color>>> = vec![None; problem.num_items()];
    for option in problem.options() {
        let is_chosen = match candidate_of_option(problem, option, grid.size()) {
            Some(candidate) => grid.digit(candidate.cell) == candidate.digit,
            None => problem.colored(option).all(|(item, color)| {
                covered[item.index()].is_none_or(|given| given.is_some() && given == color)
            }),
        };
        if is_chosen {
            chosen.push(option);
            for (item, color) in problem.colored(option) {
                covered[item.index()] = Some(color);
            }
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::Search;
    use crate::cover::dlx::{Choice, Dlx};
    use crate::sudoku::rules::{Arrow, Cage, Spec};

    fn solutions(puzzle: &Puzzle) -> Vec<Grid> {
        let problem = cover(puzzle).unwrap();
        let mut dlx = Dlx::new(&problem, Choice::Smallest);
        let mut grids = Vec::new();
        while let Some(options) = dlx.next_solution(&Budget::unlimited()).unwrap() {
            grids.push(grid_from_options(&problem, puzzle.size(), options).unwrap());
        }
        grids
    }

    #[test]
    fn items_and_options_are_those_of_the_rules() {
        for n in 1..=3 {
            let size = Size::of_order(n).unwrap();
            let problem = cover(&Puzzle::empty(size)).unwrap();
            assert_eq!(problem.num_items(), 4 * size.num_cells());
            assert_eq!(problem.num_primary(), problem.num_items());
            assert_eq!(problem.num_options(), size.num_candidates());
            for option in problem.options() {
                let candidate = candidate_of_option(&problem, option, size);
                assert_eq!(candidate, Some(size.candidate(option.index())));
            }
        }
        let problem = cover(&Puzzle::empty(Size::of_order(2).unwrap())).unwrap();
        assert_eq!(problem.text(OptionId::new(7)), "R1C2 R1#4 C2#4 B1#4");
    }

    #[test]
    fn solutions_are_the_grids() {
        let size = Size::of_order(2).unwrap();
        let found = solutions(&Puzzle::empty(size));
        let distinct: std::collections::BTreeSet<&Grid> = found.iter().collect();
        assert_eq!((found.len(), distinct.len()), (288, 288));
        let mut puzzle = Puzzle::from_values(&[1, 0, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 3]);
        let [grid] = &solutions(&puzzle)[..] else {
            panic!("one solution");
        };
        let chosen = grid.candidates().nth(1).unwrap();
        puzzle.exclude(chosen);
        assert!(
            solutions(&puzzle).is_empty(),
            "its only solution is excluded"
        );
    }

    #[test]
    fn every_rule_has_items_of_its_name() {
        let cell = |row: usize, col: usize| Cell::new(row - 1, col - 1);
        let mut spec = Spec::boxes(2, 2).unwrap();
        spec.extra.push(vec![cell(1, 1), cell(2, 3)]);
        spec.mark("less", &[], &[cell(1, 1), cell(1, 2)]);
        spec.cages.push(Cage {
            cells: vec![cell(1, 1), cell(2, 1)],
            sum: Some(5),
            repeats: false,
        });
        spec.arrows.push(Arrow {
            bulb: vec![cell(4, 4)],
            shaft: vec![cell(1, 1), cell(4, 1)],
        });
        let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
        let problem = cover(&puzzle).unwrap();
        assert_eq!(problem.num_primary(), 64 + 1 + 3);
        let texts: Vec<String> = problem
            .options()
            .map(|option| problem.text(option))
            .collect();
        assert_eq!(
            texts[1],
            "R1C1 R1#2 C1#2 B1#2 E1#2 K1#2 P1=2 K1=2:in VR1C1:2"
        );
        assert_eq!(texts[5], "R1C2 R1#2 C2#2 B1#2 P1=2 P1=3 P1=4");
        assert_eq!(
            texts[64..66],
            [
                "K1 K1=1:in K1=2:out K1=3:out K1=4:in",
                "K1 K1=1:out K1=2:in K1=3:in K1=4:out"
            ]
        );
        let (first, second) = ("A1.1 VR4C4:3 A1+1:3", "A1.2 VR1C1:1 A1+1:3 A1+2:2");
        for step in [first, second, "A1.3 VR4C1:2 A1+2:2"] {
            assert!(texts.iter().any(|text| text == step), "{step}: {texts:?}");
        }
        // The bulb is 2 at least.
        assert!(!texts.iter().any(|text| text.starts_with("A1.1 VR4C4:1")));
    }

    #[test]
    fn a_grid_chooses_the_options_of_its_solution() {
        let mut spec = Spec::boxes(2, 2).unwrap();
        let cell = |index: usize| spec.size.cell(index);
        spec.cages = [(0..3, 6, false), (4..7, 8, true)]
            .map(|(cells, sum, repeats)| Cage {
                cells: cells.map(cell).collect(),
                sum: Some(sum),
                repeats,
            })
            .to_vec();
        spec.arrows.push(Arrow {
            bulb: vec![cell(15), cell(14)],
            shaft: vec![cell(3), cell(8), cell(9), cell(10), cell(12)],
        });
        let puzzle = Puzzle::new(Rules::new(spec).unwrap().into());
        let problem = cover(&puzzle).unwrap();
        let found = solutions(&puzzle);
        let all = solutions(&Puzzle::empty(puzzle.size()));
        assert!(!found.is_empty() && found.len() < all.len());
        for grid in all {
            let options = options_from_grid(&problem, &grid);
            let is_cover = crate::check::cover(&problem, &options).is_ok();
            assert_eq!(is_cover, found.contains(&grid), "{grid:?}");
            assert_eq!(is_cover, crate::check::grid(&puzzle, &grid).is_ok());
        }
    }

    #[test]
    fn what_is_too_large_is_refused_at_once() {
        let blank = Puzzle::empty(Size::of_order(28).unwrap());
        assert_eq!(cover(&blank), Err(BuildError::TooLarge));
        // The houses of 100×100 fit, but not so many pairs that forbid most digits.
        let mut spec = Spec::boxes(10, 10).unwrap();
        let cells: Vec<Cell> = spec.size.cells().collect();
        for pair in cells.windows(2).cycle().take(110_000) {
            spec.mark("sum", &[100], pair);
        }
        let rules = Rules::new(spec).unwrap();
        let entries: usize = num_entries(&rules);
        // Of 10 000 pairs of digits 99 have the sum 100.
        assert_eq!(entries, 110_000 * (200 + 10_000 - 99));
        assert_eq!(cover(&Puzzle::new(rules.into())), Err(BuildError::TooLarge));
    }

    #[test]
    fn a_clash_of_clues_has_no_solution() {
        for [first, second] in [[0, 1], [0, 12], [0, 5]] {
            let mut values = [0; 16];
            (values[first], values[second]) = (3, 3);
            assert!(solutions(&Puzzle::from_values(&values)).is_empty());
        }
        let mut puzzle = Puzzle::from_values(&[1]);
        puzzle.exclude(puzzle.size().candidate(0));
        assert!(solutions(&puzzle).is_empty(), "an excluded clue");
    }
}
