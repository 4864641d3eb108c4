//! A strict streaming reader of DRAT.
//!
//! A proof that is cut off or is in another format is refused as soon as this
//! is detected, with its place. In text:
//!
//! - a step is one line, so that an LRAT proof is not read as DRAT;
//! - a literal's variable is at most [`Var::LIMIT`](crate::formula::Var::LIMIT);
//! - blank lines, comments (any bytes), CRLF and a missing last line end are
//!   accepted.
//!
//! In binary, each number has only one encoding; redundant zeros are refused.

use super::super::coding::{Coded, Head, Source};
use super::super::reader::StepReader;
use crate::io::InputError;
use crate::proof::Step;
use std::io::Read;

/// Reads the steps of a proof. The first bytes show whether it is in text or in
/// binary.
///
/// # Errors
/// If the input can't be read. A step may be an error as well; no step follows
/// an error.
pub fn read<R: Read>(input: R, name: &str) -> Result<Reader<R>, InputError> {
    Reader::new(input, name)
}

/// An iterator over the steps of a proof that is being read.
pub type Reader<R> = StepReader<R, Step>;

impl Coded for Step {
    fn read(source: &mut impl Source) -> Result<Option<Step>, InputError> {
        let Some(Head { deletes, .. }) = source.begin_step(false)? else {
            return Ok(None);
        };
        let clause = source.clause()?;
        source.end_step(
            "the end of the line (in DRAT a clause ends its step; what has hints is LRAT)",
        )?;
        Ok(Some(match deletes {
            true => Step::Delete(clause),
            false => Step::Add(clause),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::{Lit, Var};
    use crate::proof::reader::tests::steps_of;
    use crate::proof::{Id, Observer, drat::Writer};
    use proptest::prelude::*;

    #[test]
    fn text_is_read_with_its_liberties() {
        let text = b"c \x00\xff\n 1 -2 0 \r\n\n\td 3 0\nc\n0";
        assert_eq!(steps_of::<Step>(text), ["1 -2 0", "d 3 0", "0"]);
        assert_eq!(steps_of::<Step>(b""), [""; 0]);
        assert_eq!(steps_of::<Step>(b"d 0\n"), ["d 0"]);
    }

    #[test]
    fn text_that_is_damaged_or_no_drat_is_refused_with_its_place() {
        for (text, error) in [
            (
                &b"1 0\n-1 2"[..],
                "p:2:5: found the end of the file, expected a literal, or 0 at the end of the clause",
            ),
            (
                b"1 2\n3 0\n",
                "p:1:4: found the end of the line, expected a literal, or 0 at the end of the clause",
            ),
            (
                b"5 1 0 1 2 0\n",
                "p:1:7: found \"1\", expected the end of the line (in DRAT a clause ends its step; \
                 what has hints is LRAT)",
            ),
            (
                b"hello world\n",
                "p:1:1: found \"hello\", expected a literal, or 0 at the end of the clause",
            ),
            (
                b"1 0\n\0\n0\n",
                "p:2:1: found \"\\0\", expected a literal, or 0 at the end of the clause",
            ),
            (
                b"1 0\ndel 1 0\n",
                "p:2:1: found \"del\", expected \"d\" and a blank, or a number",
            ),
            (
                b"4294967297 0\n",
                "p:1:1: found the literal 4294967297, expected one of at most 1073741823 variables",
            ),
            (
                b"-2147483648 0\n",
                "p:1:1: found the literal -2147483648, expected one of at most 1073741823 variables",
            ),
            (
                b"9999999999999999999999 0\n",
                "p:1:1: found \"9999999999999999999999\", expected a literal, or 0 at the end of the clause",
            ),
        ] {
            let steps = steps_of::<Step>(text);
            assert_eq!(steps.last().map(String::as_str), Some(error));
        }
    }

    #[test]
    fn binary_that_is_damaged_is_refused_with_its_place() {
        assert_eq!(
            steps_of::<Step>(b"a\x02\0d\x03\0a\0"),
            ["1 0", "d -1 0", "0"]
        );
        for (bytes, error) in [
            (
                &b"a\x82"[..],
                "p: byte 3: found the end of the file, expected the rest of a step",
            ),
            (
                b"a\x02\0b\0",
                "p: byte 4: found 0x62, expected 'a' or 'd' at the start of a step",
            ),
            (b"a\x01\0", "p: byte 2: found the number -0"),
            (
                b"a\x80\x80\x80\x80\x08\0",
                "p: byte 2: found the literal 1073741824, expected one of at most 1073741823 variables",
            ),
        ] {
            let steps = steps_of::<Step>(bytes);
            assert_eq!(steps.last().map(String::as_str), Some(error));
        }
    }

    fn any_lit() -> impl Strategy<Value = Lit> {
        let near = 0..20usize;
        let far = 0..2 * Var::LIMIT;
        prop_oneof![near, far].prop_map(Lit::from_code)
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            steps in prop::collection::vec(
                (any::<bool>(), prop::collection::vec(any_lit(), 0..5)),
                0..8,
            ),
            binary in any::<bool>(),
        ) {
            let mut writer = if binary {
                Writer::binary(Vec::new())
            } else {
                Writer::text(Vec::new())
            };
            for (deletes, lits) in &steps {
                if *deletes {
                    writer.deleted(Id::NONE, lits);
                } else {
                    writer.derived(Id::NONE, lits, &[]);
                }
            }
            let bytes = writer.into_inner().unwrap();
            let reader = read(&bytes[..], "p").unwrap();
            prop_assert_eq!(reader.is_binary(), binary && !steps.is_empty());
            let back: Result<Vec<Step>, InputError> = reader.collect();
            let steps = steps.into_iter().map(|(deletes, lits)| match deletes {
                true => Step::Delete(lits),
                false => Step::Add(lits),
            });
            prop_assert_eq!(back.unwrap(), steps.collect::<Vec<_>>());
        }
    }
}
