//! Formulas such as `⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ` in MathML, which browsers draw without a library.

use crate::io::XmlText;
use std::fmt::Write;

/// Returns `true` if a text is a formula with large operators.
pub(super) fn is_formula(text: &str) -> bool {
    text.contains(['⋀', '⋁'])
}

/// Returns a formula in MathML. Words in it stay words.
pub(super) fn mathml(formula: &str) -> String {
    let mut out = String::from("<math><mrow>");
    for (index, part) in formula.split(' ').enumerate() {
        if index > 0 {
            out.push_str("<mspace width=\"0.25em\"/>");
        }
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let (length, tag) = token(rest);
            let (base, after) = rest.split_at(length);
            let index = after
                .split(|c: char| !is_index(c))
                .next()
                .unwrap_or_default();
            let begins = |c: char| c == '_' || INDICES.iter().any(|&(small, _)| small == c);
            let has_index = index.starts_with(begins) && (tag == "mi" || is_large(first));
            // Writing to a string has no errors.
            let _ = match has_index {
                true => write!(
                    out,
                    "<msub><{tag}>{}</{tag}><mrow>{}</mrow></msub>",
                    XmlText(base),
                    below(index)
                ),
                false => write!(out, "<{tag}>{}</{tag}>", XmlText(base)),
            };
            rest = &after[if has_index { index.len() } else { 0 }..];
        }
    }
    out.push_str("</mrow></math>");
    out
}

/// Returns the length in bytes of the first token of a text, and the element for it.
fn token(text: &str) -> (usize, &'static str) {
    let run = |is_in: fn(char) -> bool| text.find(|c| !is_in(c)).unwrap_or(text.len());
    let first = text.chars().next().unwrap_or(' ');
    match run(|c| c.is_ascii_alphanumeric()) {
        0 => (first.len_utf8(), "mo"),
        1 => (1, if first.is_ascii_digit() { "mn" } else { "mi" }),
        length => (length, "mtext"),
    }
}

/// Returns `true` for an operator over indices.
fn is_large(c: char) -> bool {
    matches!(c, '⋀' | '⋁' | 'Σ')
}

/// The small letters and signs below a line, each with the usual one.
const INDICES: [(char, char); 8] = [
    ('ᵢ', 'i'),
    ('ⱼ', 'j'),
    ('ₖ', 'k'),
    ('ₗ', 'l'),
    ('ₘ', 'm'),
    ('ₙ', 'n'),
    ('₍', '('),
    ('₎', ')'),
];

/// Returns `true` for what stands below the line after an operator or a variable. The letters after
/// `_` and `∈` have no small form.
fn is_index(c: char) -> bool {
    INDICES.iter().any(|&(small, _)| small == c) || matches!(c, ',' | '<' | '∈' | '_' | 'b' | 'h')
}

/// Returns an index in MathML.
fn below(index: &str) -> String {
    let mut out = String::new();
    for c in index.chars().filter(|&c| c != '_') {
        let usual = INDICES.iter().find(|&&(small, _)| small == c);
        let usual = usual.map_or(c, |&(_, usual)| usual);
        let tag = if usual.is_alphabetic() { "mi" } else { "mo" };
        let _ = write!(
            out,
            "<{tag}>{}</{tag}>",
            XmlText(usual.encode_utf8(&mut [0; 4]))
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_and_variables_have_their_indices_below() {
        assert_eq!(
            mathml("⋀_b xᵢⱼ"),
            "<math><mrow><msub><mo>⋀</mo><mrow><mi>b</mi></mrow></msub><mspace width=\"0.25em\"/>\
             <msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub></mrow></math>"
        );
        assert_eq!(
            mathml("⋁₍ᵢ,ⱼ₎∈b"),
            "<math><mrow><msub><mo>⋁</mo><mrow><mo>(</mo><mi>i</mi><mo>,</mo><mi>j</mi><mo>)</mo>\
             <mo>∈</mo><mi>b</mi></mrow></msub></mrow></math>"
        );
        assert_eq!(
            mathml("(¬xₖ ≤ 1 clue"),
            "<math><mrow><mo>(</mo><mo>¬</mo><msub><mi>x</mi><mrow><mi>k</mi></mrow></msub>\
             <mspace width=\"0.25em\"/><mo>≤</mo><mspace width=\"0.25em\"/><mn>1</mn>\
             <mspace width=\"0.25em\"/><mtext>clue</mtext></mrow></math>"
        );
        assert!(mathml("⋀ₖ<ₗ xₖ").contains("<mi>k</mi><mo>&lt;</mo><mi>l</mi>"));
    }
}
