//! A strict streaming reader of LRAT.
//!
//! The rules for [DRAT](super::super::drat::read) hold here too. In addition,
//! ids are from 1 to 2⁶³ − 1. The checker tests that ids increase and that
//! hints name existing clauses.

use super::super::coding::{self, Coded, Head, Source};
use super::super::reader::StepReader;
use super::Step;
use crate::io::InputError;
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
        let Some(Head { deletes, id }) = source.begin_step(true)? else {
            return Ok(None);
        };
        let step = match deletes {
            true => Step::Delete {
                ids: source.list(
                    "the id of a clause, or 0 at the end of the step",
                    coding::id,
                )?,
            },
            false => Step::Add {
                id,
                lits: source.clause()?,
                hints: source.list("a hint, or 0 at the end of the step", Ok)?,
            },
        };
        source.end_step("the end of the line")?;
        Ok(Some(step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formula::Lit;
    use crate::proof::reader::tests::steps_of;
    use proptest::prelude::*;

    #[test]
    fn the_example_is_read_in_text_and_binary() {
        let expected = ["5 1 0 1 2 0", "1 d 1 2 0", "6 0 5 3 4 0"];
        assert_eq!(
            steps_of::<Step>(b"c hi\n5 1 0 1 2 0\r\n5 d 1 2 0\n\n6 0 5 3 4 0"),
            expected
        );
        assert_eq!(
            steps_of::<Step>(b"a\x0a\x02\0\x02\x04\0d\x02\x04\0a\x0c\0\x0a\x06\x08\0"),
            expected
        );
        assert_eq!(steps_of::<Step>(b"9 -1 0 3 -4 0\n"), ["9 -1 0 3 -4 0"]);
        assert_eq!(steps_of::<Step>(b""), [""; 0]);
    }

    #[test]
    fn what_is_damaged_or_no_lrat_is_refused_with_its_place() {
        for (text, error) in [
            (
                &b"5 1 0 1 2 0\n6 0 5 3 4"[..],
                "p:2:10: found the end of the file, expected a hint, or 0 at the end of the step",
            ),
            (
                b"1 0\n0\n",
                "p:1:4: found the end of the line, expected a hint, or 0 at the end of the step",
            ),
            (
                b"0 1 0 1 2 0\n",
                "p:1:1: found \"0\", expected the id of a step, from 1",
            ),
            (
                b"-5 1 0 1 2 0\n",
                "p:1:1: found \"-5\", expected the id of a step, from 1",
            ),
            (b"5 d -1 0\n", "p:1:5: found the id -1, expected one from 1"),
            (
                b"5 1 0 1 2 0 3\n",
                "p:1:13: found \"3\", expected the end of the line",
            ),
            (
                b"9223372036854775808 1 0 1 2 0\n",
                "p:1:1: found \"9223372036854775808\", expected the id of a step",
            ),
            (
                b"5 4294967297 0 1 2 0\n",
                "p:1:3: found the literal 4294967297, expected one of at most 1073741823 variables",
            ),
            (
                b"a\x0b\0\0",
                "p: byte 2: found the id -5, expected one from 1",
            ),
            (b"a\0", "p: byte 2: found the id 0, expected one from 1"),
            (
                b"d\x82",
                "p: byte 3: found the end of the file, expected the rest of a step",
            ),
        ] {
            let steps = steps_of::<Step>(text);
            assert_eq!(steps.last().map(String::as_str), Some(error));
        }
    }

    fn any_step() -> impl Strategy<Value = Step> {
        let id = prop_oneof![1..30u64, 1..1u64 << 63];
        let lit = (0..50usize).prop_map(Lit::from_code);
        let hint = prop_oneof![
            -30..30i64,
            any::<i64>().prop_map(|hint| hint.max(-i64::MAX))
        ]
        .prop_filter("0 ends a list", |&hint| hint != 0);
        let lits = prop::collection::vec(lit, 0..4);
        let hints = prop::collection::vec(hint, 0..4);
        prop_oneof![
            (id.clone(), lits, hints).prop_map(|(id, lits, hints)| Step::Add { id, lits, hints }),
            prop::collection::vec(id, 0..4).prop_map(|ids| Step::Delete { ids }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            steps in prop::collection::vec(any_step(), 0..8),
            binary in any::<bool>(),
        ) {
            let mut bytes = Vec::new();
            for step in &steps {
                if binary {
                    step.write_binary(&mut bytes);
                } else {
                    bytes.extend_from_slice(format!("{step}\n").as_bytes());
                }
            }
            let back: Result<Vec<Step>, InputError> = read(&bytes[..], "p").unwrap().collect();
            prop_assert_eq!(back.unwrap(), steps);
        }
    }
}
