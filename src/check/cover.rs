//! A choice of options against an exact-cover problem.

use crate::cover::{Bounds, Color, ExactCover, OptionId};

/// A reason why options are no exact cover. Messages show an option by the names
/// of its items.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CoverFault {
    /// The problem has no such option.
    #[error("there is no option {}: the problem has {num_options}", .option + 1)]
    UnknownOption {
        /// Index of the option, from 0.
        option: usize,
        /// Number of options of the problem.
        num_options: usize,
    },
    /// A primary item is in none of the options.
    #[error("no option covers {item}")]
    Uncovered {
        /// Name of the item.
        item: String,
    },
    /// Bounds other than exactly once are not kept.
    #[error("{count} options cover {item}, which asks for {} to {}", .bounds.low, .bounds.high)]
    OutOfBounds {
        /// Name of the item.
        item: String,
        /// Number of the chosen options that have the item.
        count: u32,
        /// Least and largest number of options that may have the item.
        bounds: Bounds,
    },
    /// An option is chosen twice.
    #[error("option \"{option}\" is chosen twice")]
    Again {
        /// Names of the option's items.
        option: String,
    },
    /// An item is in two of the options, and they do not give it the same colour.
    #[error("two options cover {item}: \"{}\" and \"{}\"", .options[0], .options[1])]
    Twice {
        /// Name of the item.
        item: String,
        /// Names of the two options' items.
        options: [String; 2],
    },
}

/// Checks that the options cover every primary item exactly once (or as often as
/// its bounds allow), and every secondary one at most once or always in the same
/// colour.
///
/// ```
/// use sudosat::prelude::*;
///
/// let problem: ExactCover = "a b c\na b\nc\nb c".parse()?;
/// let [first, second, third] = [0, 1, 2].map(cover::OptionId::new);
/// assert!(check::cover(&problem, &[first, second]).is_ok());
/// assert!(check::cover(&problem, &[first, third]).is_err());
/// # Ok::<(), sudosat::io::InputError>(())
/// ```
///
/// # Errors
/// [`CoverFault`]: the first item that is covered too rarely, too often or in two
/// colours, or an option that is repeated or not in the problem.
pub fn cover(problem: &ExactCover, options: &[OptionId]) -> Result<(), CoverFault> {
    if is_exact(problem, options) {
        return Ok(());
    }
    // For each item the first option that has it, with the colour it gives.
    let mut coverer: Vec<Option<(OptionId, Option<Color>)>> = vec![None; problem.num_items()];
    let mut count = vec![0u32; problem.num_items()];
    for &option in options {
        if option.index() >= problem.num_options() {
            return Err(CoverFault::UnknownOption {
                option: option.index(),
                num_options: problem.num_options(),
            });
        }
        for (item, color) in problem.colored(option) {
            count[item.index()] += 1;
            let Some((first, given)) = coverer[item.index()] else {
                coverer[item.index()] = Some((option, color));
                continue;
            };
            let many = problem.is_primary(item) && problem.bounds(item) != Bounds::ONCE;
            if !many && (color.is_none() || color != given) {
                return Err(CoverFault::Twice {
                    item: problem.name(item).to_owned(),
                    options: [problem.text(first), problem.text(option)],
                });
            }
        }
    }
    for item in problem.items().take(problem.num_primary()) {
        let (count, bounds) = (count[item.index()], problem.bounds(item));
        let name = problem.name(item);
        if count == 0 && bounds.low > 0 {
            let item = name.to_owned();
            return Err(CoverFault::Uncovered { item });
        }
        if count < bounds.low || count > bounds.high {
            return Err(CoverFault::OutOfBounds {
                item: name.to_owned(),
                count,
                bounds,
            });
        }
    }
    if !problem.has_bounds() && !problem.has_colors() {
        return Ok(());
    }
    // Where items may be covered twice, so might an option be chosen.
    let mut chosen = options.to_vec();
    chosen.sort_unstable();
    match chosen.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(CoverFault::Again {
            option: problem.text(pair[0]),
        }),
        None => Ok(()),
    }
}

/// Returns `true` if there are no colours and bounds, and the options are an exact cover:
/// the usual case, which needs no closer look.
fn is_exact(problem: &ExactCover, options: &[OptionId]) -> bool {
    if problem.has_colors() || problem.has_bounds() {
        return false;
    }
    let mut is_covered = vec![false; problem.num_items()];
    // Without branches on items, because there are many.
    let mut is_twice = false;
    for &option in options {
        if option.index() >= problem.num_options() {
            return false;
        }
        for item in problem.option(option) {
            is_twice |= std::mem::replace(&mut is_covered[item.index()], true);
        }
    }
    // The primary items come first.
    let primary = &is_covered[..problem.num_primary()];
    !is_twice
        && primary
            .iter()
            .fold(true, |all, is_covered| all & is_covered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `right` if these options cover the problem, else the fault.
    fn verdict(problem: &ExactCover, options: &[usize]) -> String {
        let options: Vec<OptionId> = options.iter().copied().map(OptionId::new).collect();
        match cover(problem, &options) {
            Ok(()) => "right".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn each_fault_is_told_by_its_items() {
        let mut builder = ExactCover::builder();
        for name in ["a", "b", "c"] {
            builder.primary(name).unwrap();
        }
        builder.secondary("x").unwrap();
        for option in [&["a", "b"][..], &["c"], &["c", "x"], &["a", "x"], &["b"]] {
            builder.option_named(option.iter().copied()).unwrap();
        }
        let problem = builder.build();
        let told = |options: &[usize]| verdict(&problem, options);
        assert_eq!(told(&[0, 1]), "right");
        assert_eq!(told(&[2, 0]), "right");
        assert_eq!(told(&[3, 4, 1]), "right");
        assert_eq!(told(&[0]), "no option covers c");
        assert_eq!(told(&[]), "no option covers a");
        assert_eq!(told(&[3, 4, 2]), "two options cover x: \"a x\" and \"c x\"");
        assert_eq!(told(&[1, 1]), "two options cover c: \"c\" and \"c\"");
        assert_eq!(told(&[5]), "there is no option 6: the problem has 5");
    }

    #[test]
    fn colours_and_bounds_are_checked() {
        let mut builder = ExactCover::builder();
        builder.primary("a").unwrap();
        let bounds = Bounds { low: 0, high: 2 };
        builder.bounded("b", bounds).unwrap();
        let bounds = Bounds { low: 2, high: 2 };
        builder.bounded("c", bounds).unwrap();
        builder.secondary("x").unwrap();
        let options = ["a c x:1", "c x:1", "c x:2", "c x", "b x:1", "b c", "b", "c"];
        for option in options {
            builder.option_named(option.split(' ')).unwrap();
        }
        let problem = builder.build();
        let told = |options: &[usize]| verdict(&problem, options);
        for right in [&[0, 1][..], &[0, 1, 4], &[0, 5, 4], &[0, 5, 6], &[7, 0]] {
            assert_eq!(told(right), "right");
        }
        assert_eq!(
            told(&[0, 2]),
            "two options cover x: \"a c x:1\" and \"c x:2\""
        );
        assert_eq!(
            told(&[0, 3]),
            "two options cover x: \"a c x:1\" and \"c x\""
        );
        assert_eq!(told(&[0]), "1 options cover c, which asks for 2 to 2");
        assert_eq!(
            told(&[0, 1, 4, 5, 6]),
            "3 options cover b, which asks for 0 to 2"
        );
        assert_eq!(told(&[0, 7, 6, 6]), "option \"b\" is chosen twice");
    }
}
