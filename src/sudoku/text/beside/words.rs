//! Texts cut into sentences of words, which are compared without accents and capitals.

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// In small letters, without accents.
    pub text: String,
    /// Set if it begins with a capital letter.
    pub is_capital: bool,
    /// Set for the word ahead of `'s`.
    pub is_possessive: bool,
    /// Set if more than blanks and hyphens stand between it and the word before.
    pub is_apart: bool,
}

/// Returns the words of a text.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = String::new();
    let mut between = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        // Accents that stand behind their letters.
        if ('\u{300}'..'\u{370}').contains(&c) || c == '\u{ad}' {
            continue;
        }
        if !word.is_empty() {
            push(&mut words, &word, &between);
            word.clear();
            between.clear();
        }
        between.push(c);
    }
    words
}

fn push(words: &mut Vec<Word>, word: &str, between: &str) {
    let is_quote = matches!(between, "'" | "’" | "`");
    if is_quote
        && word.eq_ignore_ascii_case("s")
        && let Some(last) = words.last_mut()
    {
        last.is_possessive = true;
        return;
    }
    words.push(Word {
        text: plain(word),
        is_capital: word.starts_with(char::is_uppercase),
        is_possessive: false,
        is_apart: !between
            .chars()
            .all(|c| matches!(c, ' ' | '\t' | '-' | '‐' | '–')),
    });
}

/// Returns a word in small letters without accents.
fn plain(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        let base = match c {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ą' | 'ă' => "a",
            'ç' | 'ć' | 'č' => "c",
            'ď' => "d",
            'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
            'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
            'ł' => "l",
            'ñ' | 'ń' | 'ň' => "n",
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ő' => "o",
            'ř' => "r",
            'ś' | 'š' | 'ş' => "s",
            'ß' => "ss",
            'ť' => "t",
            'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => "u",
            'ý' | 'ÿ' => "y",
            'ź' | 'ż' | 'ž' => "z",
            'æ' => "ae",
            'œ' => "oe",
            'ά' => "α",
            'ώ' => "ω",
            'ё' => "е",
            '\u{300}'..='\u{36f}' => "",
            '×' => "x",
            _ => {
                plain.push(c);
                continue;
            }
        };
        plain.push_str(base);
    }
    plain
}

/// Returns the sentences of a text. A point ends one ahead of a blank or the end.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let is_before_gap = chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        let is_end = match c {
            '.' | '!' | '?' => is_before_gap,
            ';' | '\n' | '|' | '•' | '。' => true,
            _ => false,
        };
        if is_end {
            sentences.push(text[start..at].trim());
            start = at + c.len_utf8();
        }
    }
    sentences.push(text[start..].trim());
    sentences.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    sentences
}

/// Returns words with a blank between them.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_accents_and_capitals() {
        let texts = |text: &str| joined(&words(text));
        assert_eq!(texts("Die Rösselsprung-Größe!"), "die rosselsprung grosse");
        assert_eq!(texts("l'e\u{301}te\u{301}"), "l ete");
        assert!(words("Bob's sudoku")[0].is_possessive);
        assert!(words("Sudoku: Bob")[1].is_apart && !words("X-Sudoku")[1].is_apart);
    }

    #[test]
    fn points_in_numbers_end_no_sentence() {
        assert_eq!(sentences("ER=9.1. No 3: x"), ["ER=9.1", "No 3: x"]);
    }
}
