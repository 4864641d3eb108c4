//! Solutions as programs for dancing links print them in courses.
//!
//! Such a program keeps each row of the matrix as a ring of nodes in the order of the columns.
//! It chooses the first column with the fewest rows left. For a solution it prints the rows
//! in the order in which they were chosen, each from the node in the column for which it was
//! chosen, once around the ring.

use super::{BuildError, ExactCover, Item, OptionId};

/// Returns the same problem with its primary items in another order: those for which `is_last`
/// returns `true` come after the others. The items of each option are in the order of the
/// problem's items.
///
/// # Errors
/// None occurs in practice: the parts are those of a problem.
///
/// # Panics
/// If the problem has colours or bounds.
pub fn in_columns(
    problem: &ExactCover,
    is_last: impl Fn(&str) -> bool,
) -> Result<ExactCover, BuildError> {
    assert!(!problem.has_bounds() && !problem.has_colors());
    let (mut items, secondary): (Vec<Item>, Vec<Item>) =
        problem.items().partition(|&item| problem.is_primary(item));
    items.sort_by_key(|&item| is_last(problem.name(item)));
    let mut builder = ExactCover::builder();
    let mut places = vec![Item::new(0); problem.num_items()];
    for &item in &items {
        places[item.index()] = builder.primary(problem.name(item))?;
    }
    for &item in &secondary {
        places[item.index()] = builder.secondary(problem.name(item))?;
    }
    for option in problem.options() {
        let mut row: Vec<Item> = problem
            .option(option)
            .iter()
            .map(|item| places[item.index()])
            .collect();
        row.sort_unstable();
        builder.option(row)?;
        builder.charge(problem.cost(option))?;
        if let Some(label) = problem.label(option) {
            builder.label(label)?;
        }
    }
    Ok(builder.build())
}

/// Returns the items of each option of a solution, from the item for which the option was
/// chosen. The options are in the order in which a search chose them that branches on the first
/// item with the fewest options.
///
/// # Panics
/// If the problem has no such option.
pub fn rows(problem: &ExactCover, options: &[OptionId]) -> Vec<Vec<Item>> {
    let mut containing = vec![Vec::new(); problem.num_items()];
    let mut sizes = vec![0_usize; problem.num_items()];
    for option in problem
        .options()
        .filter(|&option| problem.may_be_chosen(option))
    {
        for item in problem.option(option) {
            containing[item.index()].push(option);
            sizes[item.index()] += 1;
        }
    }
    let mut is_covered = vec![false; problem.num_items()];
    let mut is_gone = vec![false; problem.num_options()];
    let mut rows = Vec::with_capacity(options.len());
    for &option in options {
        let open = problem
            .items()
            .filter(|&item| problem.is_primary(item) && !is_covered[item.index()]);
        let chosen = open.min_by_key(|item| sizes[item.index()]);
        let mut row = problem.option(option).to_vec();
        let start = row.iter().position(|&item| Some(item) == chosen);
        row.rotate_left(start.unwrap_or(0));
        for item in &row {
            is_covered[item.index()] = true;
            for &other in &containing[item.index()] {
                if !std::mem::replace(&mut is_gone[other.index()], true) {
                    for item in problem.option(other) {
                        sizes[item.index()] -= 1;
                    }
                }
            }
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::cover::problems::Problem;
    use crate::cover::{Choice, Search, dlx::Dlx, matrix::Matrix};

    /// Returns the rows of the first solution of both searches as taught.
    fn printed(problem: &ExactCover) -> Vec<String> {
        let text = |options: &[OptionId]| -> Vec<String> {
            let rows = rows(problem, options).into_iter();
            let names = rows.map(|row| {
                row.iter()
                    .map(|&item| problem.name(item))
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            names.collect()
        };
        let mut dlx = Dlx::new(problem, Choice::Smallest);
        let found = text(dlx.next_solution(&Budget::unlimited()).unwrap().unwrap());
        let mut matrix = Matrix::new(problem, Choice::Smallest);
        let again = text(matrix.next_solution(&Budget::unlimited()).unwrap().unwrap());
        assert_eq!(found, again);
        found
    }

    /// Knuth, Dancing Links, prints the solution of his example in this order.
    #[test]
    fn rows_begin_where_they_were_chosen() {
        let problem = Problem::by_name("a-to-g").unwrap().read();
        assert_eq!(printed(&problem), ["a d", "e f c", "b g"]);
        let problem = Problem::by_name("one-to-five").unwrap().read();
        assert_eq!(printed(&problem), ["2", "3 5", "1 4"]);
    }

    #[test]
    fn columns_are_put_last_and_rows_into_their_order() {
        let mut builder = ExactCover::builder();
        for name in ["p", "q", "r"] {
            builder.primary(name).unwrap();
        }
        builder.secondary("x").unwrap();
        builder.option_named(["x", "r", "p"]).unwrap();
        builder.label("A").unwrap();
        builder.option_named(["q"]).unwrap();
        let problem = in_columns(&builder.build(), |name| name == "p").unwrap();
        let names: Vec<&str> = problem.items().map(|item| problem.name(item)).collect();
        assert_eq!(names, ["q", "r", "p", "x"]);
        assert_eq!(problem.text(OptionId::new(0)), "r p x");
        assert_eq!(problem.label(OptionId::new(0)), Some("A"));
        assert_eq!(printed(&problem), ["q", "r p x"]);
    }
}
