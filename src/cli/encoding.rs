//! The arguments that choose an encoding, from the table of encodings.

use super::choices;
use clap::builder::TypedValueParser;
use sudosat::encode::{AtMostOne, ENCODINGS, Encoding, Inexpressible, Numbering};
use sudosat::sudoku::Rules;

/// The encoding that the user chooses.
#[derive(clap::Args)]
pub(super) struct EncodingArguments {
    /// Encoding of the rules as clauses
    #[arg(short, long, value_name = "NAME", value_parser = encodings())]
    encoding: Option<Encoding>,

    /// Encoding of the at-most-one constraints
    #[arg(long, value_name = "WAY", value_parser = at_most_ones(), default_value = "pairwise")]
    at_most_one: AtMostOne,
}

impl EncodingArguments {
    /// Returns the encoding that was asked for by name.
    pub(super) fn named(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Returns the encoding of at-most-one constraints.
    pub(super) fn at_most_one(&self) -> AtMostOne {
        self.at_most_one
    }

    /// Returns the encoding asked for, or else `default`, with the at-most-ones asked for.
    pub(super) fn or(&self, default: Encoding) -> Encoding {
        let encoding = self.encoding.unwrap_or(default);
        encoding.with_at_most_one(self.at_most_one)
    }

    /// Returns the encoding asked for, or else the usual one for these rules
    /// ([`Encoding::usual`]), with the at-most-ones asked for.
    ///
    /// # Errors
    /// If the encoding asked for has no family for some of the rules.
    pub(super) fn for_rules(&self, rules: &Rules) -> Result<Encoding, Inexpressible> {
        self.check(rules)?;
        Ok(self.or(Encoding::usual(rules)))
    }

    /// Checks that the encoding asked for, if there is one, has families for all
    /// of these rules.
    ///
    /// # Errors
    /// The rules that it has no family for.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), Inexpressible> {
        self.encoding.map_or(Ok(()), |named| named.expresses(rules))
    }
}

/// Returns the parser of the name of an encoding.
pub(super) fn encodings() -> impl TypedValueParser<Value = Encoding> {
    choices::named(ENCODINGS.map(|encoding| (encoding.name, encoding, encoding.about)))
}

/// Returns the parser of a way to state an at-most-one.
pub(super) fn at_most_ones() -> impl TypedValueParser<Value = AtMostOne> {
    choices::named(AtMostOne::ALL.map(|way| (way.name(), way, way.about())))
}

/// Returns the parser of a numbering of the variables.
pub(super) fn numberings() -> impl TypedValueParser<Value = Numbering> {
    choices::named([
        (
            Numbering::Consecutive.name(),
            Numbering::Consecutive,
            "1 to n⁶ by row, column, value: (r−1)·n⁴ + (c−1)·n² + v",
        ),
        (
            Numbering::Rcv.name(),
            Numbering::Rcv,
            "The decimal digits of row, column, value: 111 to 999 for 9×9, 10101 to 161616 for 16×16",
        ),
    ])
}
