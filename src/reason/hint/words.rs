//! Steps in sentences, for people who know no SAT.

use super::{By, Case, Contradiction, Deduction, Reason, Step, Why};
use crate::check::{Condition, Content};
use crate::reason::lists::{all_of, one_of};
use crate::sudoku::rules::TableKind;
use crate::sudoku::{Candidate, Cell, Digit, House, Rules, Symbols};
use itertools::Itertools as _;

/// Returns a step in one or two sentences that name cells, houses and digits. Digits are
/// written in the puzzle's symbols.
pub fn words(step: &Step, rules: &Rules, symbols: &Symbols) -> String {
    let speaker = Speaker { rules, symbols };
    let name = step.technique.name;
    let first = name.chars().next().map(|c| c.to_ascii_uppercase());
    let name: String = first.into_iter().chain(name.chars().skip(1)).collect();
    let text = speaker.sentences(&step.deduction);
    match step.technique.assumes_unique {
        true => format!("{name}, assuming that the puzzle has one solution only: {text}"),
        false => format!("{name}: {text}"),
    }
}

/// Returns a contradiction in words.
pub fn impossible(contradiction: Contradiction, symbols: &Symbols) -> String {
    match contradiction {
        Contradiction::Cell(cell) => format!("{cell} has no digit left"),
        Contradiction::House(house, digit) => {
            format!("{house} has no cell left for {}", symbols.of(digit))
        }
    }
}

/// Returns a line of the check of a step in words.
pub fn of_check(content: Content, rules: &Rules, symbols: &Symbols) -> String {
    let speaker = Speaker { rules, symbols };
    let rule = |of: Condition| match of {
        Condition::Pair(index) => rules.pairs()[index].to_string(),
        Condition::Table(index) => rules.tables()[index].to_string(),
        Condition::Cell(cell) => cell.to_string(),
        Condition::House(house, _) => house.to_string(),
        Condition::Sum => "the sum".to_owned(),
    };
    match content {
        Content::Supposed(candidate, true) => format!("Suppose {}", speaker.equal(candidate)),
        Content::Supposed(candidate, false) => format!("Suppose {}", speaker.differs(candidate)),
        Content::Case(candidate, Condition::House(house, _)) => {
            format!(
                "If {}, one of the cells left in {house}",
                speaker.equal(candidate)
            )
        }
        Content::Case(candidate, _) => {
            format!("If {}, one of the digits left", speaker.equal(candidate))
        }
        Content::Follows(candidate, Condition::House(house, _)) => {
            format!(
                "{}, the only cell left in {house}",
                speaker.equal(candidate)
            )
        }
        Content::Follows(candidate, _) => {
            format!("{}, the only digit left", speaker.equal(candidate))
        }
        Content::Unmet(Condition::Cell(cell)) => {
            format!("Contradiction: {cell} has no digit left")
        }
        Content::Unmet(Condition::House(house, digit)) => {
            let digit = speaker.digit(digit);
            format!("Contradiction: {house} has no cell left for {digit}")
        }
        Content::Unmet(of) => format!("Contradiction: no digits left fit {}", rule(of)),
        Content::Broken(Condition::Cell(cell)) => {
            format!("Contradiction: {cell} would hold two digits")
        }
        Content::Broken(Condition::House(house, digit)) => {
            let digit = speaker.digit(digit);
            format!("Contradiction: {house} would hold {digit} twice")
        }
        Content::Broken(of) => format!("Contradiction: the digits do not fit {}", rule(of)),
    }
}

struct Speaker<'a> {
    rules: &'a Rules,
    symbols: &'a Symbols,
}

impl Speaker<'_> {
    fn digit(&self, digit: Digit) -> String {
        self.symbols.of(digit).to_string()
    }

    fn digits(&self, digits: &[Digit]) -> String {
        all_of(digits.iter().map(|&digit| self.digit(digit)))
    }

    fn equal(&self, candidate: Candidate) -> String {
        format!("{} = {}", candidate.cell, self.digit(candidate.digit))
    }

    fn differs(&self, candidate: Candidate) -> String {
        format!("{} is not {}", candidate.cell, self.digit(candidate.digit))
    }

    /// Returns the candidates that are removed: `r1c1 is not 5 or 6, r1c2 is not 5`.
    fn removed(&self, eliminations: &[Candidate]) -> String {
        let mut sorted = eliminations.to_vec();
        sorted.sort_unstable();
        let by_cell = sorted
            .into_iter()
            .into_group_map_by(|candidate| candidate.cell);
        // Cells that lose the same digits are listed together.
        let by_digits = by_cell
            .into_iter()
            .sorted()
            .map(|(cell, lost)| {
                let digits: Vec<Digit> = lost.iter().map(|candidate| candidate.digit).collect();
                (digits, cell)
            })
            .into_group_map();
        let parts = by_digits.into_iter().sorted().map(|(digits, cells)| {
            let verb = if cells.len() > 1 { "are" } else { "is" };
            let digits = one_of(digits.iter().map(|&digit| self.digit(digit)));
            format!("{} {verb} not {digits}", all_of(cells))
        });
        parts.collect::<Vec<_>>().join("; ")
    }

    fn conclusion(&self, deduction: &Deduction) -> String {
        match deduction.placement {
            Some(candidate) => self.equal(candidate),
            None => self.removed(&deduction.eliminations),
        }
    }

    fn sentences(&self, deduction: &Deduction) -> String {
        let so = self.conclusion(deduction);
        let cells = || all_of(&deduction.cells);
        match &deduction.why {
            Why::FullHouse(house) => format!("in {house}, only one cell is empty, so {so}."),
            Why::HiddenSingle(_) | Why::NakedSingle => self.single(deduction, &so),
            Why::Relation { pair, other, left } => {
                let pair = self.rules.pairs()[*pair];
                let left = one_of(left.iter().map(|&digit| self.digit(digit)));
                format!("{other} can only be {left}, and {pair}, so {so}.")
            }
            Why::Table(table) => {
                let table = &self.rules.tables()[*table];
                format!("by {table}, no combination of the digits left has these: {so}.")
            }
            Why::Joint { by, houses, full } => format!(
                "{}, no combination of the digits left has these: {so}.",
                self.grounds(by, houses, full)
            ),
            Why::LockedByRule {
                by,
                houses,
                digit,
                holders,
            } => format!(
                "{}, {} is in {}. Elsewhere, where these cells exclude it, {so}.",
                self.grounds(by, houses, &[]),
                self.digit(*digit),
                one_of(holders)
            ),
            Why::Sums {
                houses,
                cages,
                signed,
                differ,
            } => self.sums(houses, cages, signed, differ, &so),
            Why::Locked {
                digit,
                house,
                other,
            } => {
                let digit = self.digit(*digit);
                match other {
                    Some(other) => format!(
                        "in {house}, {digit} is possible only in {}, all of them in {other}. \
                         So elsewhere in {other}, {so}.",
                        cells()
                    ),
                    None => format!(
                        "in {house}, {digit} is possible only in {}. All of them exclude it \
                         elsewhere, so {so}.",
                        cells()
                    ),
                }
            }
            Why::NakedSubset { houses, digits } => format!(
                "{} have only {} left, so elsewhere in {}, {so}.",
                cells(),
                self.digits(digits),
                all_of(houses)
            ),
            Why::HiddenSubset { house, digits } => format!(
                "in {house}, {} are possible only in {}, so these cells hold nothing else: {so}.",
                self.digits(digits),
                cells()
            ),
            Why::Fish {
                digit,
                base,
                cover,
                fins,
            } => self.fish(&self.digit(*digit), [base, cover], fins, &so),
            Why::TwoLinks {
                digit,
                houses: [first, second],
                joined: [a, b],
                by,
                ends: [c, d],
            } => {
                let digit = self.digit(*digit);
                let by = match by {
                    Some(by) => format!("are both in {by}"),
                    None => "see each other".to_owned(),
                };
                format!(
                    "{digit} has two cells in {first}, {c} and {a}, and two in {second}, {d} and {b}. \
                     {a} and {b} {by}, so not both are {digit}: {c} or {d} is {digit}. So {so}."
                )
            }
            Why::Wing {
                cells,
                digit,
                holders,
            } => self.wing(cells, *digit, holders, &so),
            Why::WWing {
                ends: [first, second],
                house,
                link,
                digit,
            } => {
                let (link, digit) = (self.digit(*link), self.digit(*digit));
                let of_link = deduction.cells.iter();
                let of_link = of_link.filter(|cell| ![first, second].contains(cell));
                format!(
                    "{first} and {second} have only {link} and {digit} left. In {house}, {link} is \
                     possible only in {}. One of these sees {first}, the other {second}, so {first} \
                     and {second} are not both {link}: at least one is {digit}. So {so}.",
                    all_of(of_link)
                )
            }
            Why::ColourTrap { digit, colours } => format!(
                "{} A cell that sees both groups does not hold it: {so}.",
                self.colours(*digit, colours.each_ref())
            ),
            Why::ColourWrap {
                digit,
                wrong,
                right,
                clash: [a, b],
            } => format!(
                "{} {a} and {b} see each other, so the first group is wrong: {so}.",
                self.colours(*digit, [wrong, right])
            ),
            Why::Chain {
                candidates,
                reasons,
            } => self.chain(candidates, reasons, &so),
            Why::Rectangle {
                digits: [x, y],
                roof,
                of_roof,
            } => {
                let (x, y) = (self.digit(*x), self.digit(*y));
                let others = deduction.cells.iter().filter(|cell| *cell != roof);
                format!(
                    "{} have only {x} and {y} left, {roof} has {}. If {roof} were {x} or {y}, the \
                     digits {x} and {y} of these four cells could be swapped. So {so}.",
                    all_of(others),
                    self.digits(of_roof)
                )
            }
            Why::Bug(cell) => format!(
                "all empty cells but {cell} have two digits left. Without {so}, each digit that a \
                 row, column, box or other house lacks would be left in two of its cells, and there \
                 would be a second solution. So {so}."
            ),
            Why::Contradiction(case, end) => self.contradiction(case, *end, &so),
            Why::Forcing { house, cases } => {
                let cases: Vec<String> = cases.iter().map(|case| self.case(case)).collect();
                let question = match house {
                    Some(house) => format!("one of these holds in {house}"),
                    None => "one of these holds".to_owned(),
                };
                format!("{question}: {}. In each case {so}.", cases.join("; "))
            }
        }
    }

    /// Returns the rules, the houses without repeats and the full houses that something follows
    /// from: `by whispers 5 r1c1 r1c2 r1c3, and because row 1 has no digit twice`.
    fn grounds(&self, by: &[By], houses: &[House], full: &[House]) -> String {
        let by = by.iter().map(|by| match *by {
            By::Table(index) => self.rules.tables()[index].to_string(),
            By::Mark(index) => self.rules.spec().marks[index].to_string(),
        });
        let by: Vec<String> = by.collect();
        let by = (!by.is_empty()).then(|| format!("by {}", all_of(by)));
        let because = [differing(houses), complete(full)].into_iter().flatten();
        let parts = by
            .into_iter()
            .chain(because.map(|why| format!("because {why}")));
        parts.collect::<Vec<_>>().join(", and ")
    }

    /// Returns the sentences of the sum of houses without cages.
    fn sums(
        &self,
        houses: &[House],
        cages: &[usize],
        signed: &[(Cell, i64)],
        differ: &[House],
        so: &str,
    ) -> String {
        let side = self.rules.size().side();
        let whole = houses.len() * side * (side + 1) / 2;
        let tables = cages.iter().map(|&cage| &self.rules.tables()[cage]);
        let parts: Vec<(u32, Cell)> = tables
            .filter_map(|table| match table.kind {
                TableKind::Cage { sum, .. } => Some((sum, table.cells[0])),
                _ => None,
            })
            .collect();
        let all: u32 = parts.iter().map(|(sum, _)| sum).sum();
        let named = all_of(
            parts
                .iter()
                .map(|(sum, cell)| format!("{sum} (with {cell})")),
        );
        let cages = match parts.len() {
            1 => format!("the cage {named}"),
            _ => format!("the cages {named} have {all}"),
        };
        // Innies come first; where there are none, the sum of the outies is told.
        let is_flipped = signed.iter().all(|(_, factor)| *factor < 0);
        let sign = if is_flipped { -1 } else { 1 };
        let rest = sign * (whole as i64 - i64::from(all));
        let in_order = signed.iter().map(|(cell, factor)| (-sign * factor, cell));
        let signed = in_order.sorted().enumerate().map(|(place, (minus, cell))| {
            let between = if minus > 0 { " - " } else { " + " };
            let between = if place == 0 { "" } else { between };
            format!("{between}{cell}")
        });
        let signed: String = signed.collect();
        let has = if houses.len() > 1 { "have" } else { "has" };
        let houses = houses_in_words(houses);
        format!(
            "{houses} {has} the sum {whole}, and {cages}. So {signed} = {rest}{}: {so}.",
            and_because(differing(differ))
        )
    }

    fn single(&self, deduction: &Deduction, so: &str) -> String {
        let Some(Candidate { cell, digit }) = deduction.placement else {
            return format!("{so}.");
        };
        let digit = self.digit(digit);
        match deduction.why {
            Why::HiddenSingle(house) => {
                format!("in {house}, {digit} has only {cell} left, so {so}.")
            }
            _ => format!("{cell} has only {digit} left, so {so}."),
        }
    }

    /// Returns the sentences of a fish with these base lines and cover lines.
    fn fish(&self, digit: &str, [base, cover]: [&[House]; 2], fins: &[Cell], so: &str) -> String {
        let (base, cover) = (lines(base), lines(cover));
        match fins.is_empty() {
            true => format!(
                "in {base}, {digit} is possible only in {cover}. So these {digit}s are in \
                 these crossings, and elsewhere in {cover}, {so}."
            ),
            false => format!(
                "in {base}, {digit} is possible only in {cover}, or else in {}. So {digit} \
                 is in one of these, or in the crossings; in either case {so}.",
                all_of(fins)
            ),
        }
    }

    fn wing(
        &self,
        cells: &[(Cell, Vec<Digit>)],
        digit: Digit,
        holders: &[Cell],
        so: &str,
    ) -> String {
        let digit = self.digit(digit);
        let with_digits = cells.iter().map(|(cell, left)| {
            let left = self.digits(left);
            format!("{cell} has {left} left")
        });
        let with_digits = all_of(with_digits);
        let pivot = cells.first();
        let pivot = pivot.map_or(String::new(), |(cell, _)| cell.to_string());
        let holders = one_of(holders);
        format!("{with_digits}. Whatever {pivot} holds, {digit} is in {holders}. So {so}.")
    }

    /// Returns the sentence about the two colours of a digit.
    fn colours(&self, digit: Digit, [first, second]: [&Vec<Cell>; 2]) -> String {
        format!(
            "{} is either in all of {} or in all of {}: they are linked by rows, \
             columns, boxes or other houses in which only two cells are left for it.",
            self.digit(digit),
            all_of(first),
            all_of(second)
        )
    }

    fn contradiction(&self, case: &Case, end: Contradiction, so: &str) -> String {
        let next = case.consequences.iter().map(|next| {
            let Candidate { cell, digit } = next.candidate;
            let why = reason(next.reason);
            format!("{cell} would be {} ({why})", self.digit(digit))
        });
        let end = match end {
            Contradiction::Cell(cell) => format!("{cell} would have no digit left"),
            Contradiction::House(house, digit) => {
                format!("{house} would have no cell left for {}", self.digit(digit))
            }
        };
        let then = all_of(next.chain([end]));
        let Candidate { cell, digit } = case.assumed;
        let digit = self.digit(digit);
        format!("if {cell} were {digit}, then {then}. So {so}.")
    }

    fn chain(&self, chain: &[Candidate], reasons: &[Reason], so: &str) -> String {
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else {
            return format!("{so}.");
        };
        let steps = chain[1..].iter().enumerate().map(|(place, &candidate)| {
            let text = match place % 2 == 0 {
                true => format!("{} ({})", self.equal(candidate), reason(reasons[place / 2])),
                false => self.differs(candidate),
            };
            match place {
                0 => format!("then {text}"),
                _ => format!("so {text}"),
            }
        });
        let steps = steps.collect::<Vec<_>>().join(", ");
        let end = match first == last {
            true => format!("So {so}."),
            false => format!(
                "So {} or {}, and in either case {so}.",
                self.equal(first),
                self.equal(last)
            ),
        };
        format!("if {}, {steps}. {end}", self.differs(first))
    }

    /// Returns an assumption with what follows from it.
    fn case(&self, case: &Case) -> String {
        let assumed = format!("if {}", self.equal(case.assumed));
        let next = case.consequences.iter().map(|next| {
            let why = reason(next.reason);
            format!("{} ({why})", self.equal(next.candidate))
        });
        let next: Vec<String> = next.collect();
        match next.is_empty() {
            true => assumed,
            false => format!("{assumed}, then {}", next.join(", ")),
        }
    }
}

/// Returns the reason for a placement in words.
fn reason(reason: Reason) -> String {
    match reason {
        Reason::Cell => "the only digit left".to_owned(),
        Reason::House(house) => format!("the only cell in {house}"),
    }
}

/// Returns `, and because …` for a reason, and an empty text for none.
fn and_because(why: Option<String>) -> String {
    why.map_or(String::new(), |why| format!(", and because {why}"))
}

/// Returns that no digit is twice in these houses, if there are any.
fn differing(houses: &[House]) -> Option<String> {
    match houses {
        [] => None,
        [house] => Some(format!("{house} has no digit twice")),
        _ => Some(format!("none of {} has a digit twice", all_of(houses))),
    }
}

/// Returns that each digit is once in these houses, if there are any.
fn complete(houses: &[House]) -> Option<String> {
    match houses {
        [] => None,
        [house] => Some(format!("{house} has each digit once")),
        _ => Some(format!("{} have each digit once", all_of(houses))),
    }
}

/// Returns houses in words, those of the same kind and grid together: `rows 1 and 2`.
fn houses_in_words(houses: &[House]) -> String {
    let chunks = houses.chunk_by(|a, b| (a.kind(), a.grid()) == (b.kind(), b.grid()));
    all_of(chunks.map(lines))
}

/// Returns lines of the same kind and grid in words: `rows 1 and 5`.
fn lines(houses: &[House]) -> String {
    let noun = houses.first().map_or("", |house| house.kind().noun());
    let numbers = houses.iter().map(|house| house.number() + 1);
    let of_grid = houses.first().and_then(|house| house.grid());
    let of_grid = of_grid.map_or(String::new(), |grid| format!(" of grid {}", grid + 1));
    match houses.len() {
        1 => format!("{noun} {}{of_grid}", all_of(numbers)),
        _ if noun.ends_with('x') => format!("{noun}es {}{of_grid}", all_of(numbers)),
        _ => format!("{noun}s {}{of_grid}", all_of(numbers)),
    }
}
