//! Formulas such as `⋀ᵢ ⋀ₖ ⋁ⱼ xᵢⱼₖ` in MathML, which browsers draw without a library, and in LaTeX.

use crate::io::XmlText;
use std::fmt::Write;

/// Returns `true` if a text is a formula with large operators.
pub(super) fn is_formula(text: &str) -> bool {
    text.contains(['⋀', '⋁'])
}

/// A token of a formula: its text, the element of MathML for it, and what stands below the line.
struct Token<'a> {
    base: &'a str,
    tag: &'static str,
    index: &'a str,
}

/// Returns the tokens of a part of a formula without spaces.
fn tokens(mut rest: &str) -> impl Iterator<Item = Token<'_>> {
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (length, tag) = token(rest);
        let (base, after) = rest.split_at(length);
        let begins = |c: char| c == '_' || INDICES.iter().any(|&(small, _)| small == c);
        let is_indexed = after.starts_with(begins) && (tag == "mi" || is_large(first));
        let index = if is_indexed { index(after) } else { "" };
        rest = &after[index.len()..];
        Some(Token { base, tag, index })
    })
}

/// Returns a formula in MathML. Words in it stay words.
pub(super) fn mathml(formula: &str) -> String {
    let mut out = String::from("<math><mrow>");
    for (index, part) in formula.split(' ').enumerate() {
        if index > 0 {
            out.push_str("<mspace width=\"0.25em\"/>");
        }
        for Token { base, tag, index } in tokens(part) {
            let base = XmlText(base);
            // Writing to a string has no errors.
            let _ = match index {
                "" => write!(out, "<{tag}>{base}</{tag}>"),
                _ => write!(
                    out,
                    "<msub><{tag}>{base}</{tag}><mrow>{}</mrow></msub>",
                    below(index)
                ),
            };
        }
    }
    out.push_str("</mrow></math>");
    out
}

/// Returns a formula in LaTeX, between dollars. Words in it stay words.
pub(super) fn tex(formula: &str) -> String {
    let signs = |text: &str| -> String {
        let usual = text.chars().filter(|&c| c != '_').map(usual);
        usual.map(sign).collect()
    };
    let parts = formula.split(' ').map(|part| -> String {
        let tokens = tokens(part).map(|Token { base, tag, index }| {
            let base = match tag {
                "mtext" => format!("\\text{{{base}}}"),
                _ => signs(base),
            };
            match index {
                "" => base,
                _ => format!("{base}_{{{}}}", signs(index)),
            }
        });
        tokens.collect()
    });
    format!("${}$", parts.collect::<Vec<_>>().join("\\;"))
}

/// Returns a sign in LaTeX.
fn sign(c: char) -> String {
    match c {
        '⋀' => "\\bigwedge ".into(),
        '⋁' => "\\bigvee ".into(),
        'Σ' => "\\sum ".into(),
        '¬' => "\\neg ".into(),
        '∨' => "\\lor ".into(),
        '∧' => "\\land ".into(),
        '∈' => "\\in ".into(),
        '≤' => "\\leq ".into(),
        other => other.to_string(),
    }
}

/// Returns the index at the beginning of a text. A comma at its end belongs to the line, not to the index.
fn index(text: &str) -> &str {
    let end = text.find(|c: char| !is_index(c)).unwrap_or(text.len());
    text[..end].trim_end_matches(',')
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

/// Returns the usual sign of one below the line.
fn usual(c: char) -> char {
    let usual = INDICES.iter().find(|&&(small, _)| small == c);
    usual.map_or(c, |&(_, usual)| usual)
}

/// Returns an index in MathML.
fn below(index: &str) -> String {
    let mut out = String::new();
    for usual in index.chars().filter(|&c| c != '_').map(usual) {
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
        let terms = mathml("⋁ xᵢ, xⱼ");
        assert!(
            terms.contains("<mi>i</mi></mrow></msub><mo>,</mo>"),
            "{terms}"
        );
        assert!(mathml("⋀ₖ<ₗ xₖ").contains("<mi>k</mi><mo>&lt;</mo><mi>l</mi>"));
    }

    #[test]
    fn slides_in_latex_have_the_same_formulas() {
        assert_eq!(
            tex("⋀_b ⋁₍ᵢ,ⱼ₎∈b (¬xᵢⱼ ∨ xₖ), clue"),
            "$\\bigwedge _{b}\\;\\bigvee _{(i,j)\\in b}\\;(\\neg x_{ij}\\;\\lor \\;x_{k}),\\;\\text{clue}$"
        );
    }
}
