//! What a file that speaks of a formula holds: a model or a proof.

use std::io::Read;
use sudosat::io::InputError;
use sudosat::proof::format::{self, Format};

/// What evidence there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// A solver's output with a model, or the model's literals alone
    Model,
    /// A DRAT proof
    Drat,
    /// An LRAT proof
    Lrat,
    /// A proof for VeriPB
    Pbp,
}

impl Kind {
    /// By the ending of the name, that of a compression aside.
    pub fn by_name(name: &str) -> Option<Kind> {
        let mut endings = name.rsplit('.');
        let last = endings.next()?;
        let ending = match last {
            "gz" | "xz" | "bz2" => endings.next()?,
            _ => last,
        };
        // A name without a dot is no ending.
        endings.next()?;
        match ending {
            "drat" => Some(Kind::Drat),
            "lrat" => Some(Kind::Lrat),
            "pbp" => Some(Kind::Pbp),
            _ => None,
        }
    }

    /// By the first bytes. A wrong guess makes a proof or model be refused,
    /// never accepted.
    pub fn by_content(prefix: &[u8], num_vars: usize) -> Kind {
        if prefix.trim_ascii_start().starts_with(b"pseudo-Boolean") {
            return Kind::Pbp;
        }
        if format::is_binary(prefix) {
            return Kind::Drat;
        }
        match first_byte(prefix) {
            None | Some(b'd') => Kind::Drat,
            Some(b'-' | b'0'..=b'9') if names_all_variables(prefix, num_vars) => Kind::Model,
            Some(b'-' | b'0'..=b'9') => match format::of_text(prefix) {
                Format::Drat => Kind::Drat,
                Format::Lrat => Kind::Lrat,
            },
            Some(_) => Kind::Model,
        }
    }
}

/// The first bytes of an input, which are read away.
pub fn prefix(input: &mut impl Read, name: &str) -> Result<Vec<u8>, InputError> {
    let mut prefix = Vec::new();
    input
        .take(format::PREFIX as u64)
        .read_to_end(&mut prefix)
        .map_err(|error| InputError::unreadable(name, &error))?;
    Ok(prefix)
}

/// Whether a model that begins so is its literals alone, without a solver's
/// words around them.
pub fn begins_with_number(prefix: &[u8]) -> bool {
    matches!(first_byte(prefix), None | Some(b'-' | b'0'..=b'9'))
}

/// The first byte that isn't blank nor in a comment.
fn first_byte(prefix: &[u8]) -> Option<u8> {
    let mut lines = prefix.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find_map(|line| line.first().copied().filter(|&byte| byte != b'c'))
}

/// Whether these are the literals of the variables 1, 2, 3, … and nothing
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
            ("a.drat", Some(Kind::Drat)),
            ("a/b.c.lrat.xz", Some(Kind::Lrat)),
            ("a.drat.gz", Some(Kind::Drat)),
            ("a.pbp", Some(Kind::Pbp)),
            ("a.gz", None),
            ("drat", None),
            ("drat.gz", None),
            ("-", None),
            ("a.drat.out", None),
        ] {
            assert_eq!(Kind::by_name(name), kind, "{name}");
        }
    }

    #[test]
    fn the_first_bytes_tell() {
        for (text, kind) in [
            ("s SATISFIABLE\nv 1 0\n", Kind::Model),
            ("c hi\nSAT\n1 0", Kind::Model),
            ("hello", Kind::Model),
            ("1 -2 3 0\n", Kind::Model),
            ("c hi\n-1 2\n-3\n", Kind::Model),
            ("1 -2 0\n", Kind::Drat),
            ("1 2 3 0\n0\n", Kind::Drat),
            ("d 1 2 0\n", Kind::Drat),
            ("0\n", Kind::Drat),
            ("", Kind::Drat),
            ("a\x02\0", Kind::Drat),
            ("4 1 0 1 2 0\n", Kind::Lrat),
            ("c\n4 d 1 2 0\n", Kind::Lrat),
            ("pseudo-Boolean proof version 3.0\n", Kind::Pbp),
        ] {
            assert_eq!(Kind::by_content(text.as_bytes(), 3), kind, "{text:?}");
        }
        let long: Vec<String> = (1..400).map(|var| var.to_string()).collect();
        let long = &long.join(" ").into_bytes()[..format::PREFIX];
        assert_eq!(Kind::by_content(long, 400), Kind::Model);
        assert_eq!(Kind::by_content(&long[2..], 400), Kind::Drat);
    }
}
