//! A text in memory that is dropped when it grows too large.

use super::memory;
use std::io::{self, Write};

/// A text in memory, which is dropped when it outgrows its limit: a long search
/// must not fail for want of memory because its proof is kept.
#[derive(Debug)]
pub(super) struct LimitedText {
    text: Option<Vec<u8>>,
    /// Greatest length of the text in bytes.
    limit: usize,
}

impl LimitedText {
    /// Creates an empty text that may take a quarter of the memory.
    pub(super) fn new() -> LimitedText {
        LimitedText {
            text: Some(Vec::new()),
            limit: memory::beside_tables() as usize,
        }
    }

    /// Returns `true` if the text was dropped.
    #[cfg(any(test, feature = "engines"))]
    pub(super) fn is_dropped(&self) -> bool {
        self.text.is_none()
    }

    /// Returns the text, unless it was dropped.
    pub(super) fn into_text(self) -> Option<Vec<u8>> {
        self.text
    }
}

impl Write for LimitedText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(text) = &mut self.text {
            match text.len() + bytes.len() > self.limit {
                true => self.text = None,
                false => text.extend_from_slice(bytes),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_grows_too_large_is_dropped() {
        let mut text = LimitedText {
            text: Some(Vec::new()),
            limit: 10,
        };
        text.write_all(b"12345").unwrap();
        assert_eq!(text.text.as_deref(), Some(&b"12345"[..]));
        assert!(!text.is_dropped());
        text.write_all(b"123456").unwrap();
        assert!(text.is_dropped());
        assert_eq!(text.into_text(), None);
    }
}
