//! A choice of options against an exact-cover problem.

use crate::cover::{ExactCover, OptionId};
use std::fmt;

/// Why options are no exact cover. Options are shown as their items' names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoverFault {
    /// The problem has no such option.
    UnknownOption {
        /// The option's place, from 0.
        option: usize,
        /// How many options there are.
        num_options: usize,
    },
    /// A primary item is in none of the options.
    Uncovered {
        /// The item's name.
        item: String,
    },
    /// An item is in two of the options.
    Twice {
        /// The item's name.
        item: String,
        /// The two options.
        options: [String; 2],
    },
}

impl fmt::Display for CoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoverFault::UnknownOption {
                option,
                num_options,
            } => write!(
                f,
                "there is no option {}: the problem has {num_options}",
                option + 1
            ),
            CoverFault::Uncovered { item } => write!(f, "no option covers {item}"),
            CoverFault::Twice {
                item,
                options: [first, second],
            } => write!(f, "two options cover {item}: \"{first}\" and \"{second}\""),
        }
    }
}

impl std::error::Error for CoverFault {}

/// Whether the options cover every primary item exactly once and every
/// secondary one at most once.
pub fn cover(problem: &ExactCover, options: &[OptionId]) -> Result<(), CoverFault> {
    let mut coverer: Vec<Option<OptionId>> = vec![None; problem.num_items()];
    for &option in options {
        if option.index() >= problem.num_options() {
            return Err(CoverFault::UnknownOption {
                option: option.index(),
                num_options: problem.num_options(),
            });
        }
        for &item in problem.option(option) {
            if let Some(first) = coverer[item.index()].replace(option) {
                return Err(CoverFault::Twice {
                    item: problem.name(item).to_owned(),
                    options: [problem.text(first), problem.text(option)],
                });
            }
        }
    }
    for item in problem.items().take(problem.num_primary()) {
        if coverer[item.index()].is_none() {
            return Err(CoverFault::Uncovered {
                item: problem.name(item).to_owned(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let told = |options: &[usize]| {
            let options: Vec<OptionId> = options.iter().copied().map(OptionId::new).collect();
            match cover(&problem, &options) {
                Ok(()) => "right".to_owned(),
                Err(fault) => fault.to_string(),
            }
        };
        assert_eq!(told(&[0, 1]), "right");
        assert_eq!(told(&[2, 0]), "right");
        assert_eq!(told(&[3, 4, 1]), "right");
        assert_eq!(told(&[0]), "no option covers c");
        assert_eq!(told(&[]), "no option covers a");
        assert_eq!(told(&[3, 4, 2]), "two options cover x: \"a x\" and \"c x\"");
        assert_eq!(told(&[1, 1]), "two options cover c: \"c\" and \"c\"");
        assert_eq!(told(&[5]), "there is no option 6: the problem has 5");
    }
}
