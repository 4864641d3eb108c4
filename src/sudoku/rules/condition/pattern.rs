//! Regular expressions over the digits of a line: `digits match "[1-3]+([4-6][7-9])*"`.
//!
//! A figure stands for a digit, `<12>` for one of several figures, `.` for any, `[13-5]` for one of
//! a set, `[^13]` for one of the others. `*`, `+`, `?`, `{2}`, `{2,}` and `{2,4}` repeat what stands
//! before them, `|` parts choices, and parentheses group. The digits of the whole line match.

use super::parse::Fault;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// Largest number of digits of an expression, and of repetitions of a part. A repeated part counts
/// as often as its largest number of repetitions, or its smallest if there is no largest, but at
/// least once; so does a part without digits.
const MOST_PLACES: usize = 1_000;

/// Largest number of characters of an expression.
const MOST_CHARS: usize = 10_000;

/// Largest number of parentheses within each other.
const MOST_DEPTH: usize = 24;

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// A digit within one of these bounds, or within none of them.
    Digit {
        ranges: Vec<[usize; 2]>,
        is_within: bool,
    },
    /// One after another.
    Row(Vec<Pattern>),
    /// One of these.
    Choice(Vec<Pattern>),
    /// As often as the first number says, and up to as often as the second, or any number of times.
    Repeated(Box<Pattern>, usize, Option<usize>),
}

/// The digits that an expression is compared with, and where its repeated parts end.
struct Comparison<'a> {
    digits: &'a [usize],
    /// For a repeated part, by its address, and a place where it begins: the places where it ends.
    known: HashMap<(*const Pattern, usize), FixedBitSet>,
}

/// A digit of an expression, with the places that may come next.
#[derive(Debug)]
struct Place<'a> {
    digit: &'a Pattern,
    next: FixedBitSet,
}

/// The automaton of an expression (Glushkov): the places of its digits.
#[derive(Debug)]
pub(super) struct Places<'a> {
    places: Vec<Place<'a>>,
    first: FixedBitSet,
    last: FixedBitSet,
    /// Set if the empty row matches.
    accepts_empty: bool,
}

impl Pattern {
    /// Reads an expression whose first character has the index `from` in the text of the rule.
    pub(super) fn read(text: &str, from: usize) -> Result<Pattern, Fault> {
        let chars: Vec<char> = text.chars().take(MOST_CHARS + 1).collect();
        if chars.len() > MOST_CHARS {
            let message =
                format!("found a longer expression, expected at most {MOST_CHARS} characters");
            return Err((from, message));
        }
        let mut reader = Reader {
            chars: &chars,
            next: 0,
            from,
            depth: 0,
        };
        let pattern = reader.choice()?;
        if reader.peek().is_some() {
            return Err(reader.wrong("a digit, '.', '[', '(', '|' or the end of the expression"));
        }
        let places = pattern.num_places();
        if places > MOST_PLACES {
            let message = format!(
                "found an expression of {places} digits with its repetitions, expected at most {MOST_PLACES}"
            );
            return Err((from, message));
        }
        Ok(pattern)
    }

    fn num_places(&self) -> usize {
        let sum = |parts: &[Pattern]| {
            parts
                .iter()
                .fold(0, |sum: usize, part| sum.saturating_add(part.num_places()))
        };
        match self {
            Pattern::Digit { .. } => 1,
            Pattern::Row(parts) | Pattern::Choice(parts) => sum(parts).max(1),
            Pattern::Repeated(part, least, most) => part
                .num_places()
                .saturating_mul(most.unwrap_or(*least).max(1)),
        }
    }

    fn has(&self, digit: usize) -> bool {
        match self {
            Pattern::Digit { ranges, is_within } => {
                ranges
                    .iter()
                    .any(|[least, most]| (least..=most).contains(&&digit))
                    == *is_within
            }
            _ => false,
        }
    }

    /// Returns `true` if all these digits match, by the meaning of each part.
    pub(super) fn matches(&self, digits: &[usize]) -> bool {
        let mut comparison = Comparison {
            digits,
            known: HashMap::new(),
        };
        let start = comparison.places([0]);
        comparison.ends(self, &start).contains(digits.len())
    }

    /// Returns the automaton of the expression.
    pub(super) fn places(&self) -> Places<'_> {
        let size = self.num_places();
        let mut places = Vec::new();
        let of = self.add(&mut places, size);
        Places { places, ..of }
    }

    /// Adds the places of an expression, and returns which are first and last.
    fn add<'a>(&'a self, places: &mut Vec<Place<'a>>, size: usize) -> Places<'a> {
        let none = || FixedBitSet::with_capacity(size);
        let empty = || Places {
            places: Vec::new(),
            first: none(),
            last: none(),
            accepts_empty: true,
        };
        match self {
            Pattern::Digit { .. } => {
                let mut only = none();
                only.insert(places.len());
                places.push(Place {
                    digit: self,
                    next: none(),
                });
                Places {
                    first: only.clone(),
                    last: only,
                    accepts_empty: false,
                    ..empty()
                }
            }
            Pattern::Choice(parts) => {
                let mut all = Places {
                    accepts_empty: false,
                    ..empty()
                };
                for part in parts {
                    let part = part.add(places, size);
                    all.first.union_with(&part.first);
                    all.last.union_with(&part.last);
                    all.accepts_empty |= part.accepts_empty;
                }
                all
            }
            Pattern::Row(parts) => {
                let mut all = empty();
                for part in parts {
                    let part = part.add(places, size);
                    all.follow(part, places);
                }
                all
            }
            Pattern::Repeated(part, least, most) => {
                let mut all = empty();
                let times = most.unwrap_or((*least).max(1));
                for time in 1..=times {
                    let mut part = part.add(places, size);
                    part.accepts_empty |= time > *least;
                    if most.is_none() && time == times {
                        join(&part.last, &part.first, places);
                    }
                    all.follow(part, places);
                }
                all
            }
        }
    }
}

impl Comparison<'_> {
    /// Returns a set of places between the digits, before the first and after the last.
    fn places(&self, places: impl IntoIterator<Item = usize>) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(self.digits.len() + 1);
        set.extend(places);
        set
    }

    /// Returns where digits that match a part end, if they begin in one of some places.
    fn ends(&mut self, pattern: &Pattern, starts: &FixedBitSet) -> FixedBitSet {
        match pattern {
            Pattern::Digit { .. } => {
                let has = |&at: &usize| self.digits.get(at).is_some_and(|&d| pattern.has(d));
                self.places(starts.ones().filter(has).map(|at| at + 1))
            }
            Pattern::Row(parts) => parts
                .iter()
                .fold(starts.clone(), |starts, part| self.ends(part, &starts)),
            Pattern::Choice(parts) => parts.iter().fold(self.places([]), |mut all, part| {
                all.union_with(&self.ends(part, starts));
                all
            }),
            Pattern::Repeated(part, least, most) => {
                let mut all = self.places([]);
                for start in starts.ones() {
                    // Parts within each other would else be compared in exponential time.
                    let key = (std::ptr::from_ref(pattern), start);
                    if !self.known.contains_key(&key) {
                        let ends = self.ends_of_repeated(part, start, *least, *most);
                        self.known.insert(key, ends);
                    }
                    all.union_with(&self.known[&key]);
                }
                all
            }
        }
    }

    /// Returns where a part ends that is repeated at least `least` and at most `most` times.
    fn ends_of_repeated(
        &mut self,
        part: &Pattern,
        start: usize,
        least: usize,
        most: Option<usize>,
    ) -> FixedBitSet {
        let mut ends = self.places([start]);
        for _ in 0..least {
            ends = self.ends(part, &ends);
        }
        let mut all = ends.clone();
        let mut more = most.map_or(usize::MAX, |most| most - least);
        // Only from places that are new: the others have been reached with fewer repetitions.
        while more > 0 && !ends.is_clear() {
            ends = self.ends(part, &ends);
            ends.difference_with(&all);
            all.union_with(&ends);
            more -= 1;
        }
        all
    }
}

/// Lets some places follow others.
fn join(last: &FixedBitSet, first: &FixedBitSet, places: &mut [Place<'_>]) {
    last.ones().for_each(|at| places[at].next.union_with(first));
}

impl<'a> Places<'a> {
    /// Adds an expression behind this one.
    fn follow(&mut self, part: Places<'a>, places: &mut [Place<'a>]) {
        join(&self.last, &part.first, places);
        if self.accepts_empty {
            self.first.union_with(&part.first);
        }
        match part.accepts_empty {
            true => self.last.union_with(&part.last),
            false => self.last = part.last,
        }
        self.accepts_empty &= part.accepts_empty;
    }

    /// Returns the number of places.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the places of a digit that may follow these, or may be the first; `None` if none.
    pub(super) fn step(&self, at: Option<&FixedBitSet>, digit: usize) -> Option<FixedBitSet> {
        let mut next = FixedBitSet::with_capacity(self.first.len());
        match at {
            None => next.union_with(&self.first),
            Some(at) => at
                .ones()
                .for_each(|at| next.union_with(&self.places[at].next)),
        }
        let wrong: Vec<usize> = next
            .ones()
            .filter(|&at| !self.places[at].digit.has(digit))
            .collect();
        wrong.into_iter().for_each(|at| next.remove(at));
        (!next.is_clear()).then_some(next)
    }

    /// Returns `true` if the digits may end here.
    pub(super) fn accepts(&self, at: Option<&FixedBitSet>) -> bool {
        at.map_or(self.accepts_empty, |at| !at.is_disjoint(&self.last))
    }
}

struct Reader<'a> {
    chars: &'a [char],
    next: usize,
    /// The index of the first character in the text of the rule.
    from: usize,
    depth: usize,
}

impl Reader<'_> {
    /// Returns the next character that is no blank.
    fn peek(&mut self) -> Option<char> {
        while self.chars.get(self.next).is_some_and(|c| c.is_whitespace()) {
            self.next += 1;
        }
        self.chars.get(self.next).copied()
    }

    fn takes(&mut self, sign: char) -> bool {
        let is_next = self.peek() == Some(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn wrong(&mut self, expected: &str) -> Fault {
        let found = match self.peek() {
            Some(c) => format!("'{}'", c.escape_debug()),
            None => "the end of the expression".to_owned(),
        };
        (
            self.from + self.next,
            format!("found {found}, expected {expected}"),
        )
    }

    fn expect(&mut self, sign: char) -> Result<(), Fault> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.wrong(&format!("'{sign}'"))),
        }
    }

    fn choice(&mut self) -> Result<Pattern, Fault> {
        let mut parts = vec![self.row()?];
        while self.takes('|') {
            parts.push(self.row()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Pattern::Choice(parts),
        })
    }

    fn row(&mut self) -> Result<Pattern, Fault> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            let mut part = self.part()?;
            if let Some((least, most)) = self.times()? {
                part = Pattern::Repeated(Box::new(part), least, most);
                if matches!(self.peek(), Some('*' | '+' | '?' | '{')) {
                    return Err(self.wrong("parentheses around a repetition that is repeated"));
                }
            }
            parts.push(part);
        }
        Ok(Pattern::Row(parts))
    }

    /// Reads how often a part is repeated.
    fn times(&mut self) -> Result<Option<(usize, Option<usize>)>, Fault> {
        let start = self.next;
        let times = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.next += 1;
                let least = self.number()?;
                let most = match self.takes(',') {
                    true if self.peek() == Some('}') => None,
                    true => Some(self.number()?),
                    false => Some(least),
                };
                if self.peek() != Some('}') {
                    return Err(self.wrong("'}'"));
                }
                if most.is_some_and(|most| most < least) {
                    let message = "found a larger number before a smaller one";
                    return Err((self.from + start, message.to_owned()));
                }
                (least, most)
            }
            _ => return Ok(None),
        };
        self.next += 1;
        Ok(Some(times))
    }

    fn part(&mut self) -> Result<Pattern, Fault> {
        let only = |ranges| Pattern::Digit {
            ranges,
            is_within: true,
        };
        match self.peek() {
            Some('.') => {
                self.next += 1;
                Ok(Pattern::Digit {
                    ranges: Vec::new(),
                    is_within: false,
                })
            }
            Some('[') => {
                self.next += 1;
                let is_within = !self.takes('^');
                let mut ranges = vec![self.range()?];
                while !self.takes(']') {
                    ranges.push(self.range()?);
                }
                Ok(Pattern::Digit { ranges, is_within })
            }
            Some('(') if self.depth == MOST_DEPTH => Err(self.wrong(&format!(
                "at most {MOST_DEPTH} parentheses within each other"
            ))),
            Some('(') => {
                self.next += 1;
                self.depth += 1;
                let part = self.choice()?;
                self.expect(')')?;
                self.depth -= 1;
                Ok(part)
            }
            _ => self.digit().map(|digit| only(vec![[digit; 2]])),
        }
    }

    /// Reads a digit or two with a dash between them.
    fn range(&mut self) -> Result<[usize; 2], Fault> {
        let start = self.next;
        let least = self.digit()?;
        let most = if self.takes('-') {
            self.digit()?
        } else {
            least
        };
        match least <= most {
            true => Ok([least, most]),
            false => Err((
                self.from + start,
                format!("found {least}-{most}, expected the smaller digit first"),
            )),
        }
    }

    fn digit(&mut self) -> Result<usize, Fault> {
        match self.peek() {
            Some(c @ '1'..='9') => {
                self.next += 1;
                Ok(c as usize - '0' as usize)
            }
            Some('<') => {
                self.next += 1;
                let number = self.number()?;
                self.expect('>')?;
                Ok(number)
            }
            _ => Err(self.wrong("a digit, '<' and a number, '.', '[' or '('")),
        }
    }

    fn number(&mut self) -> Result<usize, Fault> {
        self.peek();
        let figures = self.chars[self.next..].iter();
        let figures: String = figures.take_while(|c| c.is_ascii_digit()).collect();
        let number = figures.parse().ok().filter(|&number| number <= MOST_PLACES);
        let number = number.ok_or_else(|| self.wrong(&format!("a number up to {MOST_PLACES}")))?;
        self.next += figures.len();
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the faults of a text.
    fn fault(text: &str) -> String {
        let (at, message) = Pattern::read(text, 0).unwrap_err();
        format!("{at}: {message}")
    }

    #[test]
    fn what_is_no_expression_is_refused_with_its_place() {
        let part = "expected a digit, '<' and a number, '.', '[' or '('";
        assert_eq!(fault("12x"), format!("2: found 'x', {part}"));
        assert_eq!(
            fault("(12"),
            "3: found the end of the expression, expected ')'"
        );
        assert_eq!(
            fault("1)"),
            "1: found ')', expected a digit, '.', '[', '(', '|' or the end of the expression"
        );
        assert_eq!(fault("*"), format!("0: found '*', {part}"));
        assert_eq!(
            fault("1{3,2}"),
            "1: found a larger number before a smaller one"
        );
        assert_eq!(
            fault("1{3"),
            "3: found the end of the expression, expected '}'"
        );
        assert_eq!(
            fault("[5-3]"),
            "1: found 5-3, expected the smaller digit first"
        );
        assert_eq!(fault("[]"), format!("1: found ']', {part}"));
        assert_eq!(
            fault("<1001>"),
            "1: found '1', expected a number up to 1000"
        );
        assert!(fault("(1{100}){100}").starts_with("0: found an expression of "));
        assert!(fault(&"(".repeat(30)).contains("at most 24 parentheses"));
        let doubled = "expected parentheses around a repetition that is repeated";
        assert_eq!(fault("1*{2}"), format!("2: found '{{', {doubled}"));
        assert_eq!(fault("1? +"), format!("3: found '+', {doubled}"));
        assert_eq!(
            fault(&format!("1{}", "*".repeat(1_000_000))),
            "0: found a longer expression, expected at most 10000 characters"
        );
        assert!(fault(&format!("1{}", "*".repeat(MOST_CHARS - 1))).contains(doubled));
    }

    #[test]
    fn digits_are_counted_with_their_repetitions() {
        for full in ["1{1000}", "(12){3,500}", "(1*)(2+)3{998,}", "(1{0}){1000}"] {
            assert!(Pattern::read(full, 0).is_ok(), "{full}");
            let message =
                "0: found an expression of 1001 digits with its repetitions, expected at most 1000";
            assert_eq!(fault(&format!("{full}()")), message);
        }
    }

    #[test]
    fn parts_within_each_other_are_compared_in_time() {
        for (repeat, is_matched) in [("*", true), ("+", true), ("?", false), ("{1,}", true)] {
            let mut text = format!("1{repeat}");
            for _ in 0..MOST_DEPTH {
                text = format!("({text}){repeat}");
            }
            let pattern = Pattern::read(&text, 0).unwrap();
            let mut digits = vec![1; 81];
            assert_eq!(pattern.matches(&digits), is_matched, "{text}");
            digits[80] = 2;
            assert!(!pattern.matches(&digits), "{text}");
        }
    }

    /// Returns a random expression over the digits 1 to 3.
    fn random(depth: usize, rng: &mut fastrand::Rng) -> String {
        let part = |rng: &mut fastrand::Rng| random(depth - 1, rng);
        match if depth == 0 { rng.u8(..4) } else { rng.u8(..9) } {
            0 => ".".to_owned(),
            1 => format!("[^{}]", rng.u8(1..=3)),
            2 => format!("[{}-3]", rng.u8(1..=3)),
            3 => rng.u8(1..=3).to_string(),
            4 => format!("({}|{})", part(rng), part(rng)),
            5 => format!(
                "({}){}",
                part(rng),
                ["*", "+", "?", "{2}", "{1,2}", "{2,}"][rng.usize(..6)]
            ),
            6 => format!("({}|)", part(rng)),
            _ => format!("{}{}", part(rng), part(rng)),
        }
    }

    #[test]
    fn the_automaton_takes_what_matches_by_definition() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..400 {
            let text = random(3, &mut rng);
            let pattern = Pattern::read(&text, 0).unwrap();
            let places = pattern.places();
            for _ in 0..20 {
                let digits: Vec<usize> = (0..rng.usize(..7)).map(|_| rng.usize(1..=3)).collect();
                let mut at = None;
                let is_read = digits.iter().all(|&digit| {
                    at = places.step(at.as_ref(), digit);
                    at.is_some()
                });
                let is_taken = is_read && places.accepts(at.as_ref());
                assert_eq!(is_taken, pattern.matches(&digits), "{text} {digits:?}");
                *if is_taken { &mut taken } else { &mut refused } += 1;
            }
        }
        assert!(taken > 500 && refused > 500, "{taken} {refused}");
    }

    #[test]
    fn expressions_match_whole_lines() {
        let matches =
            |text: &str, digits: &[usize]| Pattern::read(text, 0).unwrap().matches(digits);
        assert!(matches("[1-3]+ ([4-6][7-9])*", &[1, 3, 4, 7, 6, 9]));
        assert!(!matches("[1-3]+([4-6][7-9])*", &[1, 3, 4, 7, 6]));
        assert!(matches("<12>|1.", &[12]) && matches("<12>|1.", &[1, 2]));
        assert!(!matches("1", &[1, 1]) && !matches("1", &[]));
        assert!(matches("(1|2){2,3}", &[1, 2, 1]) && !matches("(1|2){2,3}", &[1]));
    }
}
