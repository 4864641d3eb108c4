//! Texts cut into sentences of words, which are compared without accents and capitals.

use std::borrow::Cow;

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

/// Returns a text with ASCII letters in the place of others that look the same, as mathematical,
/// full-width and circled ones, and without invisible characters.
pub(super) fn folded(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c < '\u{2000}' && !matches!(c, '\u{ad}' | 'Х' | 'х' | 'Χ' | 'χ');
    if text.is_ascii() || text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter_map(folded_char).collect())
}

/// See [`folded`].
fn folded_char(c: char) -> Option<char> {
    /// The first of 26 letters, and the ASCII letter for it.
    const ALPHABETS: [(u32, u8); 9] = [
        (0x249c, b'a'),
        (0x24b6, b'A'),
        (0x24d0, b'a'),
        (0xff21, b'A'),
        (0xff41, b'a'),
        (0x1f130, b'A'),
        (0x1f150, b'A'),
        (0x1f170, b'A'),
        (0x1f1e6, b'A'),
    ];
    let code = c as u32;
    let from = |first: u8, place: u32| Some(char::from(first + place as u8));
    match code {
        0xad | 0x200b..=0x200f | 0x2060 | 0xfe00..=0xfe0f | 0xfeff => return None,
        0x2010..=0x2012 => return Some('-'),
        0x1d400..=0x1d6a3 => {
            let place = (code - 0x1d400) % 52;
            return match place < 26 {
                true => from(b'A', place),
                false => from(b'a', place - 26),
            };
        }
        0x1d7ce..=0x1d7ff => return from(b'0', (code - 0x1d7ce) % 10),
        0xff10..=0xff19 => return from(b'0', code - 0xff10),
        _ => {}
    }
    let letterlike =
        "ℎh ℬB ℰE ℱF ℋH ℐI ℒL ℳM ℛR ℯe ℊg ℴo ℭC ℌH ℑI ℜR ℨZ ℂC ℍH ℕN ℙP ℚQ ℝR ℤZ ХX хx ΧX χx";
    let mut pairs = letterlike.split(' ').map(|pair| pair.chars());
    let plain = pairs.find_map(|mut pair| (pair.next() == Some(c)).then(|| pair.next())?);
    let is_in = |&&(first, _): &&(u32, u8)| (first..first + 26).contains(&code);
    let alphabet = ALPHABETS.iter().find(is_in);
    let letter = alphabet.and_then(|&(first, letter)| from(letter, code - first));
    plain.or(letter).or(Some(c))
}

/// Returns the words of a text. Letters with a blank between them are one word.
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
    join_letters(&mut words);
    words
}

/// Joins the letters of a word that is spaced out.
fn join_letters(words: &mut Vec<Word>) {
    const FEWEST: usize = 4;
    let is_letter =
        |word: &Word| word.text.len() == 1 && word.text.as_bytes()[0].is_ascii_alphabetic();
    let mut at = 0;
    while at < words.len() {
        let length = words[at..]
            .iter()
            .take_while(|word| is_letter(word))
            .count();
        if length >= FEWEST {
            let letters: Vec<Word> = words.drain(at + 1..at + length).collect();
            words[at]
                .text
                .extend(letters.iter().map(|word| word.text.as_str()));
        }
        at += length.max(1);
    }
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
