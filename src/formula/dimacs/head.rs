//! Comments before a formula's header.

use super::{Reading, read_with};
use crate::formula::Cnf;
use crate::io::InputError;
use std::io::{self, Read};

/// Greatest length in bytes of a comment that is kept. Chosen by hand to bound
/// memory.
const LINE_LIMIT: usize = 4 << 10;
/// Largest number of bytes of all comments that are kept. Chosen by hand to
/// bound memory.
const TOTAL_LIMIT: usize = 64 << 20;

/// Reads a formula as [`read_with`] does. Also returns the comments before the
/// header that begin with `prefix`, without the leading `c `.
///
/// Comments of more than 4 KiB, and all after 64 MiB of comments, are left out.
///
/// # Errors
/// If the input can't be read or isn't DIMACS; see [the module](super).
pub fn read_with_comments(
    input: impl Read,
    name: &str,
    prefix: &str,
    reading: Reading,
    warn: &mut dyn FnMut(InputError),
) -> Result<(Cnf, Vec<String>), InputError> {
    let mut head = Head {
        input,
        prefix: format!("c {prefix}"),
        line: Vec::new(),
        ended: false,
        length: 0,
        comments: Vec::new(),
    };
    let formula = read_with(&mut head, name, reading, warn)?;
    Ok((formula, head.comments))
}

/// An input that stores the comments that are read through it.
struct Head<R> {
    input: R,
    prefix: String,
    /// The beginning of the current line, of at most [`LINE_LIMIT`] + 1 bytes.
    line: Vec<u8>,
    /// Set once the header was read.
    ended: bool,
    /// Total length of `comments` in bytes.
    length: usize,
    comments: Vec<String>,
}

impl<R> Head<R> {
    fn look_at(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte != b'\n' {
                if self.line.len() <= LINE_LIMIT {
                    self.line.push(byte);
                }
                continue;
            }
            self.end_line();
            self.line.clear();
            if self.ended {
                return;
            }
        }
    }

    fn end_line(&mut self) {
        let line = self.line.strip_suffix(b"\r").unwrap_or(&self.line);
        self.ended = line.trim_ascii_start().starts_with(b"p");
        let fits = line.len() <= LINE_LIMIT && self.length + line.len() <= TOTAL_LIMIT;
        if fits
            && line.starts_with(self.prefix.as_bytes())
            && let Ok(line) = std::str::from_utf8(&line[2..])
        {
            self.length += line.len();
            self.comments.push(line.to_owned());
        }
    }
}

impl<R: Read> Read for Head<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(out)?;
        if !self.ended {
            self.look_at(&out[..length]);
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_of_the_head_with_the_prefix_are_kept() {
        let long = "x".repeat(LINE_LIMIT);
        let text = format!(
            "c hello\nc our one\r\n\nc our {long}\nc ours\np cnf 1 1\nc our two\n1 0\nc our three\n"
        );
        let (formula, comments) =
            read_with_comments(text.as_bytes(), "f", "our", Reading::Strict, &mut |_| {}).unwrap();
        assert_eq!(formula.num_clauses(), 1);
        assert_eq!(comments, ["our one", "ours"]);
    }
}
