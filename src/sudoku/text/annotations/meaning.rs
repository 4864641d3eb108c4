//! Judges a text beside a grid: it is a statement of a rule that is known, it states another rule
//! in words, or it says nothing about rules.
//!
//! A text is decoration only if nothing in it can state a rule. So it is not compared with
//! the rules that are known alone: sentences about digits and cells that go beyond the
//! ordinary rules state one, whatever they say.

use super::measures;
use super::vocabulary::{self, LISTS, Label, Subject};
use super::words::{self, Word};
use crate::sudoku::text::description::words::cell;
use crate::sudoku::text::description::{Statements, begins_statement};

/// The meaning of a text beside a grid for the rules of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sudoku::text) enum Meaning {
    /// Nothing.
    Decoration,
    /// Statements of rules, as [`Statements`] reads them.
    Statement(Vec<String>),
    /// It states a rule in other words.
    States(States),
}

/// Words that state a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sudoku::text) struct States {
    /// The rules that the words name; empty if they name none.
    pub(super) subjects: Vec<Subject>,
}

impl States {
    /// Returns `true` for words about sizes and symbols alone, of which every grid has some.
    pub(in crate::sudoku::text) fn are_measures(&self) -> bool {
        !self.subjects.is_empty() && self.subjects.iter().all(|subject| subject.is_measure())
    }

    /// Returns `true` for sizes and symbols that grids without further rules have.
    pub(in crate::sudoku::text) fn are_common(&self) -> bool {
        !self.subjects.is_empty() && self.subjects.iter().all(|subject| subject.is_common())
    }
}

/// Returns the meaning of a text beside a grid: a rule, a size, or something else.
pub(in crate::sudoku::text) fn judge(text: &str) -> Meaning {
    with_measures(text, judge_words(text))
}

/// Returns `true` if a text may state a rule other than a size or symbols that any grid may have.
pub(in crate::sudoku::text) fn states_rule(text: &str) -> bool {
    match judge(text) {
        Meaning::Decoration => false,
        Meaning::States(states) => !states.are_common(),
        Meaning::Statement(_) => true,
    }
}

/// Returns the meaning of a text with the sizes and symbols that it names.
fn with_measures(text: &str, meaning: Meaning) -> Meaning {
    let found = measures::measures(text);
    match meaning {
        Meaning::Decoration if !found.is_empty() => Meaning::States(States { subjects: found }),
        Meaning::States(mut states) if !states.subjects.is_empty() => {
            states.subjects.extend(found);
            Meaning::States(states)
        }
        meaning => meaning,
    }
}

fn judge_words(text: &str) -> Meaning {
    let text = &without_names(text);
    if !text.chars().any(char::is_alphabetic) {
        return Meaning::Decoration;
    }
    let text = &*words::folded(text);
    if let Some(statements) = statements(text, false) {
        return Meaning::Statement(statements);
    }
    if let Some(meaning) = flag(text) {
        return meaning;
    }
    if let Some((Label::Kind, value)) = labelled(text) {
        return judge_kind(value);
    }
    let words = words::words(text);
    // `Quads`, `Sudoku (Quads)`, and `AK puzzle by Jo`.
    let in_brackets = text
        .split('(')
        .skip(1)
        .filter_map(|rest| rest.split_once(')'));
    let mut alone = in_brackets
        .map(|(inner, _)| words::words(inner))
        .chain([words.clone()]);
    if let Some(subject) = alone.find_map(|words| vocabulary::bare(&words)) {
        return meaning(Some(vec![subject]));
    }
    let plain = without_addresses(text);
    let parts = bare_parts(&plain);
    match &words[..] {
        [first, rest @ ..] if first.text == "symbols" && rest.len() == 1 => {
            meaning(Some(vec![Subject::Other]))
        }
        _ if !parts.is_empty() => meaning(Some([parts, vocabulary::subjects(&words)].concat())),
        _ if gives_values(&plain) => meaning(Some(Vec::new())),
        [first, rest @ ..] if vocabulary::is_kind_ahead(first) && (1..4).contains(&rest.len()) => {
            judge_kind(&words::joined(rest))
        }
        _ => meaning(states(text)),
    }
}

/// Returns what a name with a value of truth means, as `diagonal: yes` or `isX = true`.
fn flag(text: &str) -> Option<Meaning> {
    let (name, value) = without_bullet(text).split_once([':', '='])?;
    let value = value
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let is_set = vocabulary::truth(&value)?;
    let mut split = String::with_capacity(name.len());
    for c in name.trim().chars() {
        if c.is_uppercase() && split.ends_with(char::is_lowercase) {
            split.push(' ');
        }
        split.push(c);
    }
    let mut words = words::words(&split);
    while words.len() > 1 && vocabulary::has(&words[..1], "is, has, with, use, enable*, data") {
        words.remove(0);
    }
    if !is_set {
        return (words.len() < 4).then_some(Meaning::Decoration);
    }
    if let Some(statement) = statement(&words::joined(&words), true) {
        return Some(Meaning::Statement(vec![statement]));
    }
    let is_number = value.starts_with(|c: char| c.is_ascii_digit());
    let is_harmless = is_number || words.iter().all(vocabulary::is_harmless);
    (!is_harmless).then(|| meaning(Some(vocabulary::subjects(&words))))
}

/// Returns `true` for a part of the titles of puzzles that this program makes: how hard they are.
fn is_own_rating(part: &str) -> bool {
    let part = part.trim();
    let own = [
        "solved by singles",
        "solved by failed literals",
        "needs search",
        "beyond the techniques of hint",
    ];
    own.contains(&part) || part.starts_with("hardest technique ")
}

/// Returns a text without what only sounds like a rule: the steps of which people talk,
/// the addresses of sites, and the ratings of this program.
fn without_names(text: &str) -> String {
    if text.split(';').any(is_own_rating) {
        let others = text.split(';').filter(|part| !is_own_rating(part));
        return without_names(&others.collect::<Vec<_>>().join(";"));
    }
    let words = words::words(text);
    if vocabulary::is_decoration(&words) {
        return String::new();
    }
    if !vocabulary::is_talk(&words) {
        return text.to_owned();
    }
    let is_site = |word: &str| {
        let word = word.trim_end_matches(['.', ',', '!', '?', ')']);
        [".com", ".org", ".net", ".de", ".co.uk"]
            .iter()
            .any(|end| word.ends_with(end))
    };
    let is_step = |word: &str| {
        let word = word
            .trim_end_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        let word = word.trim_end_matches('s');
        word.ends_with("-wing") || word.ends_with("-chain") || word == "swordfish"
    };
    let words = text
        .split(' ')
        .filter(|word| !is_site(word) && !is_step(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a text without the addresses of pages.
fn without_addresses(text: &str) -> String {
    let is_address = |word: &&str| word.contains("://") || word.starts_with("www.");
    let words = text.split(' ').filter(|word| !is_address(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Returns what the rules are about whose short names are parts of a text between commas; `X` may also
/// stand behind a colon, but not as a level or an author.
fn bare_parts(text: &str) -> Vec<Subject> {
    let text = text.replace(" and ", ",");
    let is_other = |part: &str| part.chars().filter(|c| c.is_alphabetic()).count() > 1;
    if !text.split([',', ';', ':', '/', '|']).any(is_other) {
        return Vec::new();
    }
    let parts = text.split([',', ';', '/', '|', '+', '&']).flat_map(|part| {
        let x = part.rsplit_once(':').filter(|(name, end)| {
            let is_name = vocabulary::has(&words::words(name), "level*, difficult*, author*");
            !is_name && end.trim().eq_ignore_ascii_case("x")
        });
        vocabulary::bare(&words::words(x.map_or(part, |(_, end)| end)))
    });
    parts.collect()
}

/// Returns `true` if a text gives digits to cells, as `Hint: r1c3 is 4`, or numbers to letters, as
/// sums of cages: `A=15 B=10`. Single letters, as `P=15`, and others in another order, as `C=22 G=80`, are
/// numbers that people note of a puzzle; a map of cages refuses the grid by itself.
fn gives_values(text: &str) -> bool {
    let words = words::words(&text.replace(['=', ':', '：', '>', '→'], " is "));
    let is_talk = vocabulary::is_talk(&words);
    let is_number = |at: usize| words.get(at).is_some_and(vocabulary::is_number);
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    // The place of the word behind `is`.
    let behind_is = |at: usize| (at..words.len()).find(|&at| text(at) != "is");
    let is_given = |at: usize| text(at + 1) == "is" && behind_is(at + 1).is_some_and(is_number);
    let is_in = |at: usize| at > 1 && ["in", "at"].contains(&text(at - 1)) && is_number(at - 2);
    let is_cell = |at: usize| match text(at).as_bytes() {
        [b'a'..=b'i', b'1'..=b'9'] => is_given(at) || is_in(at),
        _ => !is_talk && cell(text(at)).is_some(),
    };
    let is_letter = |at: usize| {
        let is_start = at == 0 || words[at].is_apart || is_number(at - 1) || text(at - 1) == "is";
        matches!(text(at).as_bytes(), [b'a'..=b'z']) && is_start
    };
    let has_sum = |at: &usize| {
        let value = behind_is(at + 1).filter(|&at| is_number(at));
        // `q=0.93` is no sum.
        is_letter(*at) && value.is_some_and(|at| !is_number(at + 1))
    };
    let sums: Vec<u8> = (0..words.len())
        .filter(has_sum)
        .map(|at| text(at).as_bytes()[0])
        .collect();
    let are_cages = |pair: &[u8]| pair[0] == b'a' || pair[1] == pair[0] + 1;
    sums.windows(2).any(are_cages) || (0..words.len()).any(is_cell)
}

/// Returns what lines state together of which none states a rule alone.
pub(super) fn judge_lines(text: &str) -> Option<States> {
    let mut sentences = words::sentences(text).into_iter().map(words::words);
    let states = sentences.any(|words| !are_ordinary(&words) && goes_beyond(&words, true));
    states.then(|| States {
        subjects: vocabulary::subjects(&words::words(text)),
    })
}

/// Returns what the kind of a puzzle means, as a column `type` or a line `rules: …` states
/// it: all that does not name the ordinary kind states a rule.
pub(in crate::sudoku::text) fn judge_kind(text: &str) -> Meaning {
    let text = &*words::folded(text);
    with_measures(text, judge_kind_words(text))
}

fn judge_kind_words(text: &str) -> Meaning {
    if let Some(statements) = statements(text, true) {
        return Meaning::Statement(statements);
    }
    let words = words::words(text);
    // A name may have a word that is harmless elsewhere, as `Str8ts` has a digit.
    let names_none = vocabulary::subjects(&words).is_empty();
    let is_ordinary = words.iter().all(vocabulary::is_harmless) && names_none
        || vocabulary::are_ordinary(&words) && states(text).is_none()
        || vocabulary::says_usual(&words) && states(text).is_none();
    match is_ordinary && vocabulary::bare(&words).is_none() && !gives_values(text) {
        true => Meaning::Decoration,
        false => meaning(Some(vocabulary::subjects(&words))),
    }
}

fn meaning(subjects: Option<Vec<Subject>>) -> Meaning {
    subjects.map_or(Meaning::Decoration, |subjects| {
        Meaning::States(States { subjects })
    })
}

/// Returns `true` if a text has the name of a rule.
pub(in crate::sudoku::text) fn names_rule(text: &str) -> bool {
    !vocabulary::subjects(&words::words(&words::folded(text))).is_empty()
}

/// Returns the part of a puzzle that a text announces ahead of `:` or `=`, and the text
/// behind.
fn labelled(text: &str) -> Option<(Label, &str)> {
    let text = without_bullet(text);
    let end = text.find([':', '=', '：'])?;
    let value = text[end..].trim_start_matches([':', '=', '：', '-', '>', ' ', '\t']);
    Some((label(&text[..end])?, value))
}

/// Returns the part of a puzzle that a name of a line or column announces.
pub(in crate::sudoku::text) fn label(name: &str) -> Option<Label> {
    let mut words = words::words(name);
    // `Solution 3`, `Regions of puzzle 3`.
    while words.len() > 1
        && words.last().is_some_and(|word| {
            word.text.bytes().all(|byte| byte.is_ascii_digit())
                || [
                    "puzzle", "grid", "no", "nr", "number", "to", "of", "for", "the",
                ]
                .contains(&word.text.as_str())
        })
    {
        words.pop();
    }
    if words.first().is_some_and(|word| word.text == "the") {
        words.remove(0);
    }
    vocabulary::label(&words::joined(&words))
}

/// Returns a line without the marks that lists and comments begin with.
fn without_bullet(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || "#*>-–•·/%;|\"'(".contains(c))
}

/// Returns the statements of which the text consists.
fn statements(text: &str, is_kind: bool) -> Option<Vec<String>> {
    let text = without_bullet(text)
        .trim_end_matches(|c: char| c.is_whitespace() || ".,;!\"')|".contains(c));
    let (text, is_kind) = match labelled(text) {
        Some((Label::Kind, value)) => (value, true),
        _ => (text, is_kind),
    };
    if let Some(statement) = statement(text, is_kind) {
        return Some(vec![statement]);
    }
    if let Some(statements) = measures::statements(text) {
        return Some(statements);
    }
    let parts = text.split([';', ',', '+', '&', '/']).map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let all: Option<Vec<String>> = parts.iter().map(|part| statement(part, is_kind)).collect();
    if parts.len() > 1 && all.is_some() {
        return all;
    }
    let parts = text.split(" and ").map(str::trim);
    let all: Option<Vec<String>> = parts.map(|part| statement(part, is_kind)).collect();
    all.filter(|all| all.len() > 1)
}

/// Returns the statement that a text is: one of ours, or another name of a rule.
fn statement(text: &str, is_kind: bool) -> Option<String> {
    let is_own = |text: &str| {
        begins_statement(text) && Statements::read(text, "").is_ok_and(|read| read.states_any())
    };
    if is_own(text) {
        return Some(text.to_owned());
    }
    // `Boxes: 2x3`, `Size = 6x6`.
    let small = text.to_lowercase();
    let plain = match small.split_once([':', '=']) {
        Some((name, value)) if !name.trim().contains(' ') && !value.trim().is_empty() => {
            format!(
                "{} {}",
                name.trim(),
                value.trim_start_matches(['=', ' ']).trim()
            )
        }
        _ => small,
    };
    if is_own(&plain) {
        return Some(plain);
    }
    let name = words::joined(&words::words(text));
    vocabulary::synonym(&name, is_kind).map(str::to_owned)
}

/// Returns what the rule is about that words state; `None` if they state none.
pub(super) fn states(text: &str) -> Option<Vec<Subject>> {
    let words_of = |text: &str| vocabulary::without_techniques(words::words(text));
    let all = words_of(text);
    let is_talk = vocabulary::is_talk(&all);
    let mut found: Option<Vec<Subject>> = None;
    let text = &without_addresses(text);
    for sentence in words::sentences(text) {
        let whole = words_of(sentence);
        let mut parts = sentence.split([':', '：']).map(words_of);
        let beyond =
            !parts.clone().all(|words| are_ordinary(&words)) && goes_beyond(&whole, is_talk);
        if beyond && !are_ordinary(&whole) {
            found.get_or_insert_default();
        }
        for subjects in parts
            .by_ref()
            .filter_map(|words| sentence_states(&words, is_talk))
        {
            found.get_or_insert_default().extend(subjects);
        }
    }
    // Names of several words may reach over a colon.
    if found.is_none() {
        let subjects = vocabulary::subjects(&all);
        let is_ordinary = are_ordinary(&all);
        found = (!subjects.is_empty() && !is_ordinary).then_some(subjects);
    }
    found
}

/// Returns what the rule is about that a part of a sentence names; `None` if it names none.
fn sentence_states(words: &[Word], is_talk: bool) -> Option<Vec<Subject>> {
    if are_ordinary(words) {
        return None;
    }
    if vocabulary::denies(words) {
        return Some(vec![Subject::Other]);
    }
    let subjects = vocabulary::subjects(words);
    if !subjects.is_empty() {
        return Some(subjects);
    }
    names_kind(words, is_talk).then(Vec::new)
}

/// Returns `true` if a text is nothing but the ordinary rules.
pub(in crate::sudoku::text) fn is_ordinary(text: &str) -> bool {
    are_ordinary(&words::words(text))
}

/// Returns `true` if the words are the ordinary rules: of rows, columns and boxes all
/// three, or none.
fn are_ordinary(words: &[Word]) -> bool {
    if begins_with_digits(words) || !vocabulary::are_ordinary(words) {
        return false;
    }
    let has = |patterns| vocabulary::has(words, patterns);
    // `Digits 1 to 9 twice`.
    if has("twice, thrice") && !has("no, not, never, once, without") {
        return false;
    }
    let lines = [
        has("row*, zeile*, reihe*, ligne*, fila*, linha*, riga, righe, rij*"),
        has("column*, spalte*, colonn*, columna*, coluna*, kolom*"),
    ];
    let has_boxes = has(
        "box*, block*, subgrid*, sub grid*, square*, subsquare*, region*, area*, section*, 3x3*, 2x2, 4x4, \
            kast*, quadrat*, bloc*, carre*, caja*, cuadr*, bloque*, riquadr*, blocc*, blok*, vak*, teilquadrat*",
    );
    // `It has each digit once` speaks of something else.
    let is_of_other = has("each, every, all, once, only, no, not, same")
        && has("digit*, number, numbers, value*, cell*")
        && !vocabulary::says_usual(words);
    match (lines, has_boxes) {
        ([true, true], true) => true,
        ([false, false], false) => !is_of_other,
        // `row number 3`.
        ([true, false] | [false, true], false) => {
            words.len() < 4 && !has("each, every, all, no, not")
        }
        _ => false,
    }
}

/// Returns `true` if words follow three digits.
fn begins_with_digits(words: &[Word]) -> bool {
    let is_digit = |word: &Word| word.text.len() == 1 && vocabulary::is_number(word);
    words.len() > 3 && words[..3].iter().all(is_digit)
}

/// Returns `true` if the words name a kind of Sudoku that may not be the ordinary one, as
/// `Argyle Sudoku`.
fn names_kind(words: &[Word], is_talk: bool) -> bool {
    let is_title = words.len() <= 4 && !is_talk;
    // `1-5-9 Sudoku`.
    if begins_with_digits(words) && words[3].text == "sudoku" {
        return true;
    }
    words.iter().enumerate().any(|(at, word)| {
        let text = word.text.as_str();
        let is_sudoku = text == "sudoku" || text == "sudokus";
        let is_other = text.ends_with("doku") || text.ends_with("dokus");
        if !is_sudoku {
            return is_other
                && ![
                    "doku",
                    "hodoku",
                    "wordoku",
                    "worddoku",
                    "letterdoku",
                    "minidoku",
                    "hexadoku",
                ]
                .contains(&text)
                || text.starts_with("sudoku")
                    && ![
                        "sudokuwiki",
                        "sudokucup",
                        "sudokuworld",
                        "sudokupad",
                        "sudokuexplainer",
                    ]
                    .contains(&text)
                    && is_title;
        }
        let is_name = |word: &Word| {
            !vocabulary::is_harmless(word)
                && (is_title || word.is_capital && !is_talk || word.is_capital && at > 1)
        };
        let before = at.checked_sub(1).map(|before| &words[before]);
        let after = words.get(at + 1);
        before.is_some_and(|before| !word.is_apart && is_name(before))
            || is_title && after.is_some_and(|after| !after.is_apart && is_name(after))
    })
}

/// Returns `true` if a sentence speaks of digits and cells as rules do.
fn goes_beyond(words: &[Word], is_talk: bool) -> bool {
    let has = |list: &vocabulary::List| list.is_in(words);
    let num_things = vocabulary::count(words, &LISTS.things);
    let things = num_things > 0;
    let relations = has(&LISTS.relations);
    let amounts = has(&LISTS.amounts);
    let marks = has(&LISTS.marks);
    if is_talk {
        return things && relations && (amounts || marks);
    }
    let places = has(&LISTS.places);
    num_things > 1
        || things && (relations || amounts || marks || has(&LISTS.others))
        || relations && marks
        || marks && amounts && vocabulary::has_number(words)
        || (relations || marks) && amounts && places
        || amounts && places && vocabulary::has_number(words)
        || things && vocabulary::count(words, &LISTS.places) > 1
}
