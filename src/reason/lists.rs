//! Lists in words.

use std::fmt::Display;

/// Returns a list in words, with a word before the last item: `1, 2 or 3`.
fn listed(items: impl IntoIterator<Item = impl Display>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} {word} {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns a list in words: `1, 2 and 3`.
pub fn all_of(items: impl IntoIterator<Item = impl Display>) -> String {
    listed(items, "and")
}

/// Returns a list in words: `1, 2 or 3`, or `nothing`.
pub fn one_of(items: impl IntoIterator<Item = impl Display>) -> String {
    match listed(items, "or") {
        empty if empty.is_empty() => "nothing".into(),
        list => list,
    }
}
