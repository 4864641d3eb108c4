//! Recognition of a proof file's format from its first bytes.

/// Number of bytes of a file that are examined. Chosen by hand: enough for a
/// comment and the first steps.
pub const PREFIX: usize = 512;

/// A format of clausal proofs. VeriPB's proofs, which are recognised by their first line, are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// [DRAT](super::drat).
    Drat,
    /// [LRAT](super::lrat).
    Lrat,
}

/// Returns `true` if a proof with these first bytes is in binary.
///
/// A binary proof begins with `a` or `d`, a text proof with `d`, a number or a
/// comment. The byte 0, which ends every binary step, occurs in no text except
/// in comments. Without a 0 the proof is text if it begins like a deletion or
/// contains only letters: a binary step of this length has other bytes too. A
/// wrong guess can only make a proof be refused, never accepted.
pub fn is_binary(prefix: &[u8]) -> bool {
    if !prefix.starts_with(b"a") && !prefix.starts_with(b"d") {
        return false;
    }
    // No text begins like this. What looks like a comment is one only in a text: the
    // binary step `a 5 -49 0` has a line feed for 5 and a `c` for -49.
    if !begins_with_deletion(prefix) && prefix.contains(&0) {
        return true;
    }
    let mut lines = prefix
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"c"));
    let is_letter = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r');
    lines.clone().any(|line| line.contains(&0))
        || !begins_with_deletion(prefix) && !lines.all(|line| line.iter().all(is_letter))
}

/// Returns `true` if the first line is a text deletion: `d`, a blank, and numbers.
pub fn begins_with_deletion(prefix: &[u8]) -> bool {
    let mut line = prefix.split(|&byte| byte == b'\n').next().unwrap_or(prefix);
    line = line.strip_prefix(b"d").unwrap_or_default();
    (line.starts_with(b" ") || line.starts_with(b"\t"))
        && line.iter().all(|byte| b" \t\r-0123456789".contains(byte))
}

/// Returns the format of a text proof by its first step: in LRAT a step begins
/// with its number, and hints follow the 0 of the clause. Returns DRAT if there
/// is no step.
pub fn of_text(prefix: &[u8]) -> Format {
    let mut lines = prefix.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let step = lines.find(|line| !line.is_empty() && line[0] != b'c');
    let mut tokens = step
        .unwrap_or_default()
        .split(u8::is_ascii_whitespace)
        .filter(|token| !token.is_empty())
        .skip(1)
        .peekable();
    if tokens.peek() == Some(&&b"d"[..]) {
        return Format::Lrat;
    }
    let mut after_zero = tokens.skip_while(|&token| token != b"0").skip(1);
    match after_zero.next() {
        Some(_) => Format::Lrat,
        None => Format::Drat,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_and_text_are_told_apart() {
        for text in [
            &b""[..],
            b"d",
            b"d 1 -2 0\nc\x00",
            b"d\t1 0\r\n",
            b"1 0\n",
            b"-1",
            b"c \x00",
            b"\n",
            b"a",
            b"dx 1 0\n",
            b"d 1 x 0\n0\n",
            b"d1 0\n",
            b"a 1 2 0\n",
            b"d 1 0\n\xff",
        ] {
            assert!(!is_binary(text), "{text:?}");
        }
        for binary in [
            &b"a\x00"[..],
            b"a\x02",
            b"d\x82\x01",
            b"d\x02\x04\x00",
            b"d\x20\x00",
            b"d 0 1\x00a\x00\n",
            b"d\x09\x0a\x00",
            b"a\x0ac\x00",
            b"d\x0ac\x00",
        ] {
            assert!(is_binary(binary), "{binary:?}");
        }
    }

    #[test]
    fn the_first_step_tells_drat_from_lrat() {
        for drat in [
            "",
            "c 1 0 0\n",
            "0\n",
            "1 0",
            "d 1 2 0\n",
            "1 2 0\n3 0 1 0\n",
        ] {
            assert_eq!(of_text(drat.as_bytes()), Format::Drat, "{drat:?}");
        }
        for lrat in [
            "5 1 0 1 2 0\n",
            "c\n5 d 1 0",
            "5 0 0",
            "\n 5 1 0 1 2\r\n1 0\n",
        ] {
            assert_eq!(of_text(lrat.as_bytes()), Format::Lrat, "{lrat:?}");
        }
    }
}
