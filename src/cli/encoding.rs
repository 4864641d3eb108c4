//! The arguments that choose an encoding, from the table of encodings.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
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

fn encodings() -> impl TypedValueParser<Value = Encoding> {
    let values = ENCODINGS.map(|encoding| PossibleValue::new(encoding.name).help(encoding.about));
    PossibleValuesParser::new(values)
        .try_map(|name| Encoding::by_name(&name).ok_or("no such encoding"))
}

/// Returns the ways to state an at-most-one, by name.
pub(super) fn at_most_ones() -> impl TypedValueParser<Value = AtMostOne> {
    let values = AtMostOne::ALL.map(|way| PossibleValue::new(way.name()).help(way.about()));
    PossibleValuesParser::new(values).try_map(|name| AtMostOne::by_name(&name).ok_or("no such way"))
}

/// [`Numbering`] by its names on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum NumberingArgument {
    /// 1 to n⁶ by row, column, value: (r−1)·n⁴ + (c−1)·n² + v
    #[default]
    Consecutive,
    /// The decimal digits of row, column, value: 111 to 999 for 9×9, 10101 to
    /// 161616 for 16×16
    Rcv,
}

impl From<NumberingArgument> for Numbering {
    fn from(argument: NumberingArgument) -> Numbering {
        match argument {
            NumberingArgument::Consecutive => Numbering::Consecutive,
            NumberingArgument::Rcv => Numbering::Rcv,
        }
    }
}
