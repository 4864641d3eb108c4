//! The kinds of evidence: a model of a formula, a proof in some format, or a certificate of a count.

use super::without_comments;
use sudosat::proof::format::{self, Format};

/// A kind of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Evidence {
    /// A solver's output with a model, or the model's literals alone
    Model,
    /// A DRAT proof
    Drat,
    /// An LRAT proof
    Lrat,
    /// A proof for VeriPB
    Pbp,
    /// A certificate of the number of solutions of an exact cover
    Count,
}

impl Evidence {
    /// Recognises evidence by the ending of its name, that of a compression aside.
    pub(crate) fn by_name(name: &str) -> Option<Evidence> {
        let mut endings = name.rsplit('.');
        let last = endings.next()?;
        let ending = match last {
            "gz" | "xz" | "bz2" => endings.next()?,
            _ => last,
        };
        // A name without a dot is no ending.
        endings.next()?;
        match ending {
            "drat" => Some(Evidence::Drat),
            "lrat" => Some(Evidence::Lrat),
            "pbp" => Some(Evidence::Pbp),
            "count" => Some(Evidence::Count),
            _ => None,
        }
    }

    /// Recognises evidence by its first bytes, of which [`format::PREFIX`] after the
    /// leading comments are looked at. A wrong guess makes a proof or model be refused, never accepted.
    pub(crate) fn by_content(prefix: &[u8], num_vars: usize) -> Evidence {
        let prefix = without_comments(prefix);
        let prefix = &prefix[..prefix.len().min(format::PREFIX)];
        if is_count(prefix) {
            return Evidence::Count;
        }
        if prefix.trim_ascii_start().starts_with(b"pseudo-Boolean") {
            return Evidence::Pbp;
        }
        if format::is_binary(prefix) {
            return Evidence::Drat;
        }
        match first_byte(prefix) {
            None => Evidence::Drat,
            Some(b'd') if format::begins_with_deletion(prefix) => Evidence::Drat,
            Some(b'-' | b'0'..=b'9') if names_all_variables(prefix, num_vars) => Evidence::Model,
            Some(b'-' | b'0'..=b'9') => match format::of_text(prefix) {
                Format::Drat => Evidence::Drat,
                Format::Lrat => Evidence::Lrat,
            },
            Some(_) => Evidence::Model,
        }
    }
}

/// Returns `true` for the beginning of a certificate of a count.
pub(crate) fn is_count(prefix: &[u8]) -> bool {
    prefix.starts_with(b"cover-count ")
}

/// Returns `true` if a model that begins so is its literals alone, without a
/// solver's words around them.
pub(crate) fn begins_with_number(prefix: &[u8]) -> bool {
    matches!(
        first_byte(without_comments(prefix)),
        None | Some(b'-' | b'0'..=b'9')
    )
}

/// Returns the first byte that is neither blank nor in a comment.
fn first_byte(prefix: &[u8]) -> Option<u8> {
    let mut lines = prefix.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find_map(|line| line.first().copied().filter(|&byte| byte != b'c'))
}

/// Returns `true` if these are the literals of the variables 1, 2, 3, … and nothing
/// else, as far as can be seen.
fn names_all_variables(prefix: &[u8], num_vars: usize) -> bool {
    let whole = prefix.len() < format::PREFIX;
    let mut numbers: Vec<i64> = Vec::new();
    let lines = prefix.split(|&byte| byte == b'\n');
    let lines = lines.filter(|line| !line.starts_with(b"c"));
    for token in lines.flat_map(|line| line.split(u8::is_ascii_whitespace)) {
        match std::str::from_utf8(token).map(str::parse) {
            Ok(Ok(number)) => numbers.push(number),
            _ if token.is_empty() => {}
            _ => return false,
        }
    }
    if !whole {
        // The last one may be cut off.
        numbers.pop();
    } else if numbers.last() == Some(&0) {
        numbers.pop();
    }
    let in_order = numbers
        .iter()
        .zip(1..)
        .all(|(number, var)| number.abs() == var);
    in_order && (!whole || numbers.len() == num_vars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_tells() {
        for (name, kind) in [
            ("a.drat", Some(Evidence::Drat)),
            ("a/b.c.lrat.xz", Some(Evidence::Lrat)),
            ("a.drat.gz", Some(Evidence::Drat)),
            ("a.pbp", Some(Evidence::Pbp)),
            ("a.count.xz", Some(Evidence::Count)),
            ("a.gz", None),
            ("drat", None),
            ("drat.gz", None),
            ("-", None),
            ("a.drat.out", None),
        ] {
            assert_eq!(Evidence::by_name(name), kind, "{name}");
        }
    }

    #[test]
    fn the_first_bytes_tell() {
        for (text, kind) in [
            ("s SATISFIABLE\nv 1 0\n", Evidence::Model),
            ("c hi\nSAT\n1 0", Evidence::Model),
            ("hello", Evidence::Model),
            ("done reading\nSATISFIABLE\n", Evidence::Model),
            ("1 -2 3 0\n", Evidence::Model),
            ("c hi\n-1 2\n-3\n", Evidence::Model),
            ("1 -2 0\n", Evidence::Drat),
            ("1 2 3 0\n0\n", Evidence::Drat),
            ("d 1 2 0\n", Evidence::Drat),
            ("0\n", Evidence::Drat),
            ("", Evidence::Drat),
            ("a\x02\0", Evidence::Drat),
            ("4 1 0 1 2 0\n", Evidence::Lrat),
            ("c\n4 d 1 2 0\n", Evidence::Lrat),
            ("pseudo-Boolean proof version 3.0\n", Evidence::Pbp),
            ("cover-count 1 0123\n", Evidence::Count),
        ] {
            assert_eq!(Evidence::by_content(text.as_bytes(), 3), kind, "{text:?}");
        }
        let comments = "c ---- [ parsed input ] ----\nc\n".repeat(100);
        for (text, kind) in [
            ("s SATISFIABLE\nv 1 0\n", Evidence::Model),
            ("-1 2 3 0\n", Evidence::Model),
            ("4 1 0 1 2 0\n", Evidence::Lrat),
            ("1 2 0\n", Evidence::Drat),
        ] {
            let text = comments.clone() + text;
            assert_eq!(Evidence::by_content(text.as_bytes(), 3), kind, "{text:?}");
        }
        let long: Vec<String> = (1..400).map(|var| var.to_string()).collect();
        let long = &long.join(" ").into_bytes()[..format::PREFIX];
        assert_eq!(Evidence::by_content(long, 400), Evidence::Model);
        assert_eq!(Evidence::by_content(&long[2..], 400), Evidence::Drat);
    }
}
