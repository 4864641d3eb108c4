//! The text of a puzzle's rules, sentence by sentence: what is certain beside the rules that were
//! read.

use crate::sudoku::rules::{Regions, Spec};
use crate::sudoku::text::annotations;

/// Words that are in the sentences about any rule.
const COMMON: &str = "a an the of in to and or any each every all must may can could cannot is are be that which \
    with within it its by from apart away no not don t do does two cells cell digits digit number numbers value \
    values same identical equal contain contains have has appear appears repeat repeats also other another one s \
    rule rules constraint constraints apply applies standard normal sudoku along following";

/// The words of sentences that say nothing but that it is a Sudoku.
const PLAIN: &str = "normal standard classic rules apply for sudoku and constraint constraints the";

/// Words that deny.
const NOT: &str = "no not cannot t";

/// Words that say that digits are equal.
const EQUAL: &str = "repeat repeats same identical equal";

/// Further words of the sentences about cages.
const CAGES: &str = "killer cage cages sum sums add adds up total totals given indicated shown written stated small \
    top left corner clue clues if provided when their";

/// Further words of the sentences about regions of other forms than boxes.
const REGIONS: &str =
    "irregular jigsaw region regions outlined bold lines grid row rows column columns box boxes";

/// Further words of the sentences about cells a knight's or a king's move apart.
const CHESS: &str = "knight knights king kings move moves chess anti antiknight antiking separated touch touching \
    diagonally different differ";

/// What the sentences of a text say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::sudoku::text) struct Sentences {
    /// Cells a knight's move apart hold different digits.
    pub anti_knight: bool,
    /// The same for cells that touch.
    pub anti_king: bool,
    /// The first sentence that may state a rule that is not read.
    pub unknown: Option<String>,
}

impl Sentences {
    /// Reads the text of the rules of a puzzle with these rules.
    pub(in crate::sudoku::text) fn read(text: &str, spec: &Spec) -> Sentences {
        let mut read = Sentences::default();
        if !annotations::states_rule(text) {
            return read;
        }
        let mut is_any_known = false;
        for sentence in text.split(['.', '\n', ';', ':', '!']) {
            let sentence = sentence.trim();
            if !annotations::states_rule(sentence) {
                continue;
            }
            let words = words(sentence);
            let is_known = are_all(&words, &[PLAIN])
                || is_of_cages(&words, spec)
                || is_of_regions(&words, spec)
                || read.is_of_chess(&words);
            is_any_known |= is_known;
            if !is_known && read.unknown.is_none() {
                read.unknown = Some(sentence.to_owned());
            }
        }
        if !is_any_known && read.unknown.is_none() {
            // The sentences state a rule together.
            read.unknown = Some(text.trim().to_owned());
        }
        read
    }

    /// Adds the rules that the sentences state.
    pub(in crate::sudoku::text) fn state(&self, spec: &mut Spec) {
        for (rule, is_stated) in [
            ("anti-knight", self.anti_knight),
            ("anti-king", self.anti_king),
        ] {
            if is_stated {
                spec.mark(rule, &[], &[]);
            }
        }
    }

    /// Takes a sentence that says that digits a chess move apart differ.
    fn is_of_chess(&mut self, words: &[String]) -> bool {
        let (knight, king) = (
            has(words, "knight knights antiknight"),
            has(words, "king kings antiking"),
        );
        let is_not =
            has(words, "no not cannot anti antiknight antiking") != has(words, "different differ");
        if !(knight || king) || !is_not || !are_all(words, &[COMMON, CHESS]) {
            return false;
        }
        self.anti_knight |= knight;
        self.anti_king |= king;
        true
    }
}

/// Returns `true` if the words say that the digits of cages differ and have the sums that are
/// written there, which is what is read.
fn is_of_cages(words: &[String], spec: &Spec) -> bool {
    let are_read = !spec.cages.is_empty() && spec.cages.iter().all(|cage| !cage.repeats);
    // That digits do not repeat, or that they have a sum; not that sums differ, nor which digits
    // are in a cage.
    let is_not = has(words, NOT);
    let has_sum = has(words, "sum sums add adds total totals");
    let is_about_digits = has(words, "digit digits number numbers value values");
    let is_about_sums = has_sum && has(words, "same identical equal");
    are_read
        && has(words, "killer cage cages")
        && are_all(words, &[COMMON, CAGES])
        && is_not == has(words, EQUAL)
        && if is_not {
            is_about_digits && !is_about_sums
        } else {
            !has(words, "contain contains have has every")
                || has_sum && is_about_digits && !has(words, "contain contains every")
        }
}

/// Returns `true` if the words say that the regions have other forms than boxes, as those that
/// are read.
fn is_of_regions(words: &[String], spec: &Spec) -> bool {
    let size = format!("{0}x{0}", spec.size.side());
    matches!(spec.regions, Regions::Map(_))
        && has(words, "irregular jigsaw")
        && are_all(words, &[COMMON, REGIONS, &size])
        && has(words, NOT) == has(words, EQUAL)
}

/// Returns the words of a sentence, in small letters.
fn words(sentence: &str) -> Vec<String> {
    let words = sentence.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn has(words: &[String], list: &str) -> bool {
    let mut known = list.split_whitespace();
    known.any(|known| words.iter().any(|word| word == known))
}

/// Returns `true` if all words are in one of the lists.
fn are_all(words: &[String], lists: &[&str]) -> bool {
    let is_in = |word: &String| {
        let mut known = lists.iter().flat_map(|list| list.split_whitespace());
        known.any(|known| known == word)
    };
    words.iter().all(is_in)
}
