//! Explanations in words.

use super::{Direct, Instead};
use crate::io::counted;
use crate::reason::explanation::{Because, Cases, Ending, Explanation, Known, RuledOut, Step};
use crate::reason::lists::{all_of, one_of};
use crate::reason::statements::{Statement, Statements};
use crate::sudoku::rules::{Pair, RuleId, Shape};
use crate::sudoku::{Candidate, Cell, Digit, House, Rules};
use itertools::Itertools as _;
use std::ops::RangeInclusive;

/// Returns a sentence with a capital letter at its beginning.
pub fn capital(sentence: &str) -> String {
    // A cell keeps its name as it is typed.
    let is_cell = |text: &str| {
        let rest = text.strip_prefix('r');
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    let mut characters = sentence.chars();
    match characters.next() {
        Some(first) if !is_cell(sentence) => {
            first.to_uppercase().collect::<String>() + characters.as_str()
        }
        _ => sentence.to_owned(),
    }
}

/// Returns rules that no digits of their cells obey in words, with what would be possible.
pub fn direct(direct: &Direct, rules: &Rules) -> String {
    let count = direct.num_cells;
    let because = match &direct.houses[..] {
        [] => String::new(),
        [house] => format!(", because {house} has no digit twice"),
        houses => format!(", because {} have no digit twice", all_of(houses)),
    };
    let rules_in_words = match &direct.rules[..] {
        [rule] => rule.clone(),
        both => format!("both {}", all_of(both)),
    };
    let range = |range: &RangeInclusive<u32>| match range.start() == range.end() {
        true => range.start().to_string(),
        false => format!("{} to {}", range.start(), range.end()),
    };
    let instead = match &direct.instead {
        None => String::new(),
        Some(Instead::Numbers(ranges)) => {
            let is_one = matches!(&ranges[..], [one] if one.start() == one.end());
            let verb = if is_one { "is" } else { "are" };
            format!("; possible {verb} {}", all_of(ranges.iter().map(range)))
        }
        Some(Instead::Length(cells)) => format!("; the first {cells} of them would do"),
    };
    let size = match direct.houses.is_empty() {
        true => format!(" in a {} grid", rules.size()),
        false => String::new(),
    };
    let cells = counted(count, "cell");
    let differ = direct.differ.map_or(String::new(), |differ| {
        let digits = rules.size().side();
        format!("; {differ} cells must all differ, and there are only {digits} digits")
    });
    format!("no digits of the {cells} obey {rules_in_words}{size}{because}{differ}{instead}")
}

/// Largest number of pairs of a rule, and of cells, that are listed one by one.
const MOST_LISTED: usize = 12;

/// Largest number of rules of houses that are named digit by digit.
const FEW: usize = 4;

/// The words for the statements of a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    statements: &'a Statements,
}

impl<'a> Words<'a> {
    /// Returns the words for these statements.
    pub fn new(statements: &'a Statements) -> Words<'a> {
        Words { statements }
    }

    /// Returns the statements that are put into words.
    pub fn statements(&self) -> &'a Statements {
        self.statements
    }

    /// Returns a digit in the symbols of the puzzle.
    pub fn digit(&self, digit: Digit) -> String {
        self.statements.puzzle().symbols().of(digit).to_string()
    }

    /// Returns a candidate as `r1c2=3`.
    pub fn candidate(&self, candidate: Candidate) -> String {
        format!("{}={}", candidate.cell, self.digit(candidate.digit))
    }

    /// Returns the cells of the cage with this index in the rules.
    pub fn cells_of_cage(&self, cage: usize) -> impl Iterator<Item = Cell> + '_ {
        self.statements.rules().spec().cages[cage]
            .cells
            .iter()
            .copied()
    }

    fn digits(&self, digits: impl IntoIterator<Item = Digit>) -> String {
        all_of(digits.into_iter().map(|digit| self.digit(digit)))
    }

    fn rule(&self, statement: Statement) -> String {
        self.statements.words(statement).to_string()
    }

    /// Returns the steps, a sentence each.
    pub fn steps(&self, explanation: &Explanation) -> Vec<String> {
        explanation
            .steps
            .iter()
            .map(|step| self.step(step, explanation))
            .collect()
    }

    /// Returns a sentence for each digit of a cell that leads to a clash.
    pub fn cases(&self, cases: &Cases, explanation: &Explanation) -> Vec<String> {
        let cell = cases.cell;
        let ruled_out = || {
            let (first, others) = cases.ruled_out.split_first()?;
            let digits = one_of(
                cases
                    .ruled_out
                    .iter()
                    .map(|one| self.digit(one.candidate.digit)),
            );
            let is_one = others.iter().all(|one| one.because == first.because);
            let why = match is_one {
                true => self.because(cell, first.candidate.digit, first.because),
                false => self.no_digits(cell, &cases.ruled_out, explanation),
            };
            Some(format!("{cell} is not {digits}: {why}"))
        };
        let sentences = cases.cases.iter().map(|case| {
            // Only what the steps of the case say stands above.
            let of_case = Explanation {
                steps: case.steps.clone(),
                end: case.end.clone(),
                ..explanation.clone()
            };
            let end = match &case.end {
                Ending::Against {
                    candidate,
                    holds: Because::Supposed,
                    ruled_out,
                    known,
                } => {
                    let why = self.because(candidate.cell, candidate.digit, *ruled_out);
                    format!("{why}{}", self.and_known(known, &of_case))
                }
                _ => self.end(&of_case).unwrap_or_default(),
            };
            let digit = self.digit(case.candidate.digit);
            match case.steps.is_empty() {
                true => format!("if {cell} is {digit}, there is a clash: {end}"),
                false => {
                    let steps = self.steps(&of_case).join("; ");
                    format!("if {cell} is {digit}: {steps}; so there is a clash: {end}")
                }
            }
        });
        ruled_out().into_iter().chain(sentences).collect()
    }

    fn step(&self, step: &Step, explanation: &Explanation) -> String {
        match step {
            Step::Placed {
                candidate,
                because,
                others,
            } => {
                let Candidate { cell, digit } = *candidate;
                let digit_word = self.digit(digit);
                match *because {
                    Because::OnlyDigit => {
                        let why = self.no_digits(cell, others, explanation);
                        format!("{cell} is {digit_word}, the only digit left there: {why}")
                    }
                    Because::OnlyCell(house) => {
                        let why = self.no_cells(digit, others, explanation);
                        format!("{cell} is {digit_word}, the only place for it in {house}: {why}")
                    }
                    because => {
                        let why = self.because(candidate.cell, digit, because);
                        format!("{cell} is {digit_word}: {why}")
                    }
                }
            }
            Step::RuledOut {
                candidates,
                because,
                known,
            } => {
                let cell = candidates[0].cell;
                let digits = one_of(
                    candidates
                        .iter()
                        .map(|candidate| self.digit(candidate.digit)),
                );
                let why = self.because(cell, candidates[0].digit, *because);
                format!(
                    "{cell} is not {digits}: {why}{}",
                    self.and_known(known, explanation)
                )
            }
        }
    }

    /// Returns the end of the steps as a sentence; `None` if it needs none.
    pub fn end(&self, explanation: &Explanation) -> Option<String> {
        Some(match &explanation.end {
            Ending::Reached | Ending::Open => return None,
            Ending::NoDigit(cell, _) if self.statements.marked(*cell).is_empty() => {
                format!("{cell} has no digit left: its pencil marks are empty")
            }
            Ending::NoDigit(cell, ruled_out) => {
                format!(
                    "{cell} has no digit left: {}",
                    self.no_digits(*cell, ruled_out, explanation)
                )
            }
            Ending::NoCell(house, digit, ruled_out) => {
                let why = self.no_cells(*digit, ruled_out, explanation);
                format!(
                    "{house} has no place left for {}: {why}",
                    self.digit(*digit)
                )
            }
            Ending::Against {
                candidate,
                holds,
                ruled_out,
                known,
            } => {
                let known = self.and_known(known, explanation);
                format!("{}{known}", self.against(*candidate, *holds, *ruled_out))
            }
            Ending::NoDigits(table, known) => {
                let rule = self.rule(Statement::Table(*table));
                let known = self.and_known(known, explanation);
                format!("the digits that are left do not fit together: {rule}{known}")
            }
        })
    }

    /// Returns why a candidate that holds can't hold.
    fn against(&self, candidate: Candidate, holds: Because, ruled_out: Because) -> String {
        let Candidate { cell, digit } = candidate;
        let word = self.digit(digit);
        let must = match holds {
            Because::Clue => format!("{cell} is {word}"),
            _ => format!("{cell} has to be {word}"),
        };
        match ruled_out {
            Because::House(house, other) => {
                let (first, second) = (cell.min(other), cell.max(other));
                format!("two {word}s in {house}: {first} and {second}")
            }
            Because::Cell(other) => {
                format!("{cell} has to be both {word} and {}", self.digit(other))
            }
            Because::Supposed => format!("{must}, against the supposition"),
            because => format!("{must}, but {}", self.because(cell, digit, because)),
        }
    }

    /// Returns the reason of a candidate in words.
    fn because(&self, cell: Cell, digit: Digit, because: Because) -> String {
        match because {
            Because::Clue => "it is a clue".to_owned(),
            Because::Marks => self.rule(Statement::Marks(cell)),
            Because::Supposed => "that is supposed".to_owned(),
            Because::Cell(other) => format!("{cell} is {}", self.digit(other)),
            Because::House(house, other) => self.in_house(house, digit, other),
            Because::OnlyDigit => "it is the only digit left there".to_owned(),
            Because::OnlyCell(house) => format!("it is the only place for it in {house}"),
            Because::Pair(index, None) => self.rule(Statement::Pair(index)),
            Because::Pair(index, Some(other)) => {
                let rule = self.rule(Statement::Pair(index));
                let cells = self.statements.pair(index).cells;
                let of_other = cells[usize::from(cells[0] == cell)];
                format!("{rule}, and {of_other} is {}", self.digit(other))
            }
            Because::Table(index) => self.rule(Statement::Table(index)),
        }
    }

    /// Returns what is known of some cells, as the end of a sentence about a rule.
    fn and_known(&self, known: &[Known], explanation: &Explanation) -> String {
        let by_cell = known.iter().sorted_by_key(|known| known.candidate);
        let by_cell = by_cell.chunk_by(|known| known.candidate.cell);
        let parts = by_cell.into_iter().map(|(cell, known)| {
            let known: Vec<&Known> = known.collect();
            if let Some(held) = known.iter().find(|known| known.holds) {
                return format!("{cell} is {}", self.digit(held.candidate.digit));
            }
            let digits = one_of(known.iter().map(|one| self.digit(one.candidate.digit)));
            let reasons: Vec<RuledOut> = known
                .iter()
                .map(|known| RuledOut {
                    candidate: known.candidate,
                    because: known.because,
                })
                .collect();
            match reasons.iter().all(|one| is_said(explanation, one)) {
                true => format!("{cell} is not {digits}"),
                false => {
                    let is_one = reasons.iter().all(|one| one.because == reasons[0].because);
                    let is_of_house =
                        matches!(reasons[0].because, Because::House(..) | Because::Supposed);
                    let is_any_said = reasons.iter().any(|one| is_said(explanation, one));
                    let why = match is_one && !is_of_house && !is_any_said {
                        true => self.because(cell, reasons[0].candidate.digit, reasons[0].because),
                        false => self.no_digits(cell, &reasons, explanation),
                    };
                    format!("{cell} is not {digits} ({why})")
                }
            }
        });
        match parts.collect::<Vec<_>>() {
            parts if parts.is_empty() => String::new(),
            parts => format!(", and {}", all_of(parts)),
        }
    }

    fn in_house(&self, house: House, digit: Digit, cell: Cell) -> String {
        format!("{house} has its {} in {cell}", self.digit(digit))
    }

    /// Returns why the digits of a cell are ruled out.
    fn no_digits(&self, cell: Cell, ruled_out: &[RuledOut], explanation: &Explanation) -> String {
        // Houses are grouped without regard to where in them the digit is.
        let key = |because: Because| match because {
            Because::House(house, _) => Because::House(house, cell),
            other => other,
        };
        let (said, others) = split(ruled_out, explanation);
        let groups = grouped(&others, key);
        let parts = groups.into_iter().map(|(because, candidates)| {
            let digits = self.digits(candidates.iter().map(|candidate| candidate.digit));
            match because {
                Because::House(house, _) => format!("{house} has {digits}"),
                Because::Supposed => format!("the supposition excludes {digits}"),
                Because::Marks => self.rule(Statement::Marks(cell)),
                because => {
                    let digits = one_of(candidates.iter().map(|one| self.digit(one.digit)));
                    let why = self.because(cell, candidates[0].digit, because);
                    format!("not {digits} because {why}")
                }
            }
        });
        let above = (!said.is_empty()).then(|| {
            let digits = one_of(said.iter().map(|one| self.digit(one.candidate.digit)));
            format!("not {digits} (see above)")
        });
        parts.chain(above).collect::<Vec<_>>().join("; ")
    }

    /// Returns why the cells of a house are ruled out for a digit.
    fn no_cells(&self, digit: Digit, ruled_out: &[RuledOut], explanation: &Explanation) -> String {
        let key = |because: Because| match because {
            Because::Cell(_) => Because::Cell(digit),
            other => other,
        };
        let (said, others) = split(ruled_out, explanation);
        let groups = grouped(&others, key);
        let parts = groups.into_iter().map(|(because, candidates)| {
            let cells = all_of(candidates.iter().map(|candidate| candidate.cell));
            let are = if candidates.len() == 1 { "is" } else { "are" };
            match because {
                Because::Cell(_) => format!("{cells} {are} filled"),
                Because::Supposed => format!("the supposition excludes {cells}"),
                Because::Marks => {
                    let marks = candidates
                        .iter()
                        .map(|one| self.rule(Statement::Marks(one.cell)));
                    all_of(marks)
                }
                Because::House(house, cell) => self.in_house(house, digit, cell),
                because => {
                    let cells = one_of(candidates.iter().map(|candidate| candidate.cell));
                    let why = self.because(candidates[0].cell, digit, because);
                    format!("not {cells} because {why}")
                }
            }
        });
        let above = (!said.is_empty()).then(|| {
            let cells = one_of(said.iter().map(|one| one.candidate.cell));
            format!("not {cells} (see above)")
        });
        parts.chain(above).collect::<Vec<_>>().join("; ")
    }

    /// Returns the clues and rules that an explanation needs, in a line. The clues are
    /// counted, or with `has_names` named.
    pub fn needed(&self, explanation: &Explanation, has_names: bool) -> String {
        let clues: Vec<Candidate> = explanation.clues().collect();
        let mut parts: Vec<String> = Vec::new();
        if has_names && !clues.is_empty() {
            let names = clues.iter().map(|&clue| self.candidate(clue));
            parts.push(format!("the clues {}", all_of(names)));
        } else if !clues.is_empty() {
            parts.push(counted(clues.len(), "clue"));
        }
        let is_of_house =
            |statement: &&Statement| matches!(statement, Statement::Has(..) | Statement::Once(..));
        let of_houses = explanation.statements.iter().filter(is_of_house);
        if of_houses.clone().count() <= FEW {
            parts.extend(of_houses.map(|&statement| self.rule(statement)));
        } else {
            parts.push(format!(
                "{} (for some digits)",
                houses(explanation).join("; ")
            ));
        }
        let pair_of = |statement: &Statement| match *statement {
            Statement::Pair(index) => Some(self.statements.pair(index)),
            _ => None,
        };
        let pairs_of = |rule: RuleId| -> Vec<&Pair> {
            let pairs = explanation.statements.iter().filter_map(pair_of);
            pairs.filter(|pair| pair.rule == rule).collect()
        };
        let rules = explanation.statements.iter().filter_map(pair_of);
        let rules = rules.map(|pair| pair.rule).sorted_unstable().dedup();
        let many = rules
            .map(|rule| (rule, pairs_of(rule)))
            .filter(|(_, pairs)| pairs.len() > MOST_LISTED);
        parts.extend(many.map(|(rule, pairs)| many_pairs(rule, &pairs)));
        let is_listed = |statement: &&Statement| match pair_of(statement) {
            Some(pair) => pairs_of(pair.rule).len() <= MOST_LISTED,
            None => matches!(statement, Statement::Marks(_) | Statement::Table(_)),
        };
        let listed = explanation.statements.iter().filter(is_listed);
        parts.extend(listed.map(|&statement| self.rule(statement)));
        let filled = explanation
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Filled(cell) => Some(*cell),
                _ => None,
            });
        let filled: Vec<Cell> = filled.collect();
        match filled.len() {
            0 => {}
            1 => parts.push(format!("that {} has a digit", filled[0])),
            count if count > MOST_LISTED => parts.push(format!("that {count} cells have digits")),
            _ => parts.push(format!("that {} have digits", all_of(filled))),
        }
        parts.join("; ")
    }
}

/// Returns many pairs of a rule in words: those of marks between cells by their cells;
/// those that a rule for the whole grid makes are counted.
fn many_pairs(rule: RuleId, pairs: &[&Pair]) -> String {
    if rule.shape == Shape::Grid {
        let count = pairs.len();
        return format!("{count} pairs of cells of the rule {}", rule.name);
    }
    let pairs = pairs.iter().sorted_by_key(|pair| (pair.number, pair.cells));
    let by_number = pairs.chunk_by(|pair| pair.number);
    let parts = by_number.into_iter().map(|(number, pairs)| {
        let cells = pairs.map(|pair| format!("{}-{}", pair.cells[0], pair.cells[1]));
        let name = match number {
            0 => rule.name.clone(),
            number => format!("{} {number}", rule.name),
        };
        format!("{name} of {}", all_of(cells))
    });
    parts.collect::<Vec<_>>().join("; ")
}

/// Returns the houses of an explanation, those of a kind and a grid together.
fn houses(explanation: &Explanation) -> Vec<String> {
    let houses = explanation
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Has(house, _) | Statement::Once(house, _) => Some(*house),
            _ => None,
        });
    let by_kind = houses
        .sorted()
        .dedup()
        .chunk_by(|house| (house.kind(), house.grid()));
    let mut parts = Vec::new();
    for ((kind, grid), houses) in &by_kind {
        let numbers: Vec<usize> = houses.map(|house| house.number() + 1).collect();
        let noun = match (kind.noun(), numbers.len()) {
            (noun, 1) => noun.to_owned(),
            ("box", _) => "boxes".to_owned(),
            (noun, _) => format!("{noun}s"),
        };
        let of_grid = grid.map_or(String::new(), |grid| format!(" of grid {}", grid + 1));
        parts.push(format!("{noun} {}{of_grid}", all_of(numbers)));
    }
    parts
}

/// Returns `true` if a step of the explanation says that a candidate is ruled out.
fn is_said(explanation: &Explanation, one: &RuledOut) -> bool {
    explanation.steps.iter().any(|step| match step {
        Step::RuledOut { candidates, .. } => candidates.contains(&one.candidate),
        Step::Placed { .. } => false,
    })
}

/// Parts what is ruled out into what a step of the explanation says, and the others.
fn split(ruled_out: &[RuledOut], explanation: &Explanation) -> (Vec<RuledOut>, Vec<RuledOut>) {
    ruled_out.iter().partition(|one| is_said(explanation, one))
}

/// Groups candidates by their reasons, in the order of the first of each.
fn grouped(
    ruled_out: &[RuledOut],
    key: impl Fn(Because) -> Because,
) -> Vec<(Because, Vec<Candidate>)> {
    let mut groups: Vec<(Because, Vec<Candidate>)> = Vec::new();
    for &RuledOut { candidate, because } in ruled_out {
        let because = key(because);
        match groups.iter_mut().find(|(known, _)| *known == because) {
            Some((_, candidates)) => candidates.push(candidate),
            None => groups.push((because, vec![candidate])),
        }
    }
    groups
}
