//! The reduction to SAT in words: the meaning of a puzzle's clauses.

use super::count;
use super::names::{Namer, plural};
use super::style::{FAINT, HEADING, paint};
use crate::encode::{self, AtMostOne, ClauseOrder, Encoding, Family, FamilySize, Layout};
use crate::formula::{ClauseSink, Cnf, Lit};
use crate::sudoku::rules::{Regions, Table, TableKind};
use crate::sudoku::{Candidate, Digit, HouseKind, Puzzle, Rules, Size};
use itertools::Itertools;
use std::io::{self, Write};

/// The order of clauses in all explanations: family after family, so that the
/// clauses of a family have consecutive numbers.
pub const LAYOUT: Layout = Layout {
    order: ClauseOrder::Lecture,
    numbering: encode::Numbering::Consecutive,
    part: encode::Part::Whole,
};

/// Of more literals than this, only the first few and the last are shown.
/// Chosen by hand for one line.
const LITERALS: usize = 5;

/// Writes the families of an encoding for a puzzle: the formula, the number of
/// clauses, an example in words and in DIMACS. Then writes what the lecture's
/// encoding leaves out.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut impl Write, puzzle: &Puzzle, encoding: &Encoding) -> io::Result<()> {
    let size = puzzle.size();
    let namer = Namer::new(puzzle);
    // The example is cell r1c2 with 3, if the grid has these.
    let digit = Digit::from_index(2.min(size.side() - 1));
    let example = Candidate::new(size.cell(1.min(size.num_cells() - 1)), digit);
    writeln!(out, "{}\n", paint(HEADING, "THE REDUCTION TO SAT"))?;
    writeln!(
        out,
        "Encoding {encoding}, {grid}.\n\
         Variable xᵢⱼₖ says that cell (i, j) holds k. In DIMACS it is number\n\
         {formula}; {example} is {number}.\n",
        grid = grid(puzzle.rules()),
        formula = match puzzle.rules().order() {
            Some(_) => "(i−1)·n⁴ + (j−1)·n² + k".to_owned(),
            None if size.is_one_grid() => {
                format!("(i−1)·{} + (j−1)·{} + k", size.num_cells(), size.side())
            }
            None => format!(
                "(c−1)·{} + k of the c-th cell in reading order",
                size.side()
            ),
        },
        number = encode::var(example, size).to_dimacs(),
    )?;
    if encoding.at_most_one != AtMostOne::Pairwise {
        writeln!(
            out,
            "At-most-ones are said in the way `{way}`: {about}.\n\
             The formulas show what is said; y{first} and on are the variables added for it.\n",
            way = encoding.at_most_one,
            about = encoding.at_most_one.about(),
            first = size.num_candidates() + 1,
        )?;
    }
    families(out, puzzle, encoding, &namer)?;
    if *encoding == Encoding::LECTURE {
        unsaid(out, puzzle)?;
    }
    Ok(())
}

/// Returns the grid in words: its size and its regions.
fn grid(rules: &Rules) -> String {
    let size = rules.size();
    let grid = match size.is_one_grid() {
        true => format!("a grid of {size}"),
        false => size.to_string(),
    };
    let n = rules
        .order()
        .map(|n| format!("n = {n}: "))
        .unwrap_or_default();
    let regions = match rules.spec().regions {
        Regions::None => "without boxes".to_owned(),
        Regions::Boxes { rows, cols } => format!("with boxes of {rows}×{cols}"),
        Regions::Map(_) => "with regions of a jigsaw".to_owned(),
    };
    let further = further(rules);
    let and = if further.is_empty() { "" } else { ",\n" };
    format!("{n}{grid} {regions}{and}{further}")
}

/// Returns the rules beyond rows, columns and regions, each kind with its
/// number: `2 diagonals, anti-knight, 3 sums of cages`.
fn further(rules: &Rules) -> String {
    let kinds = [
        HouseKind::Diagonal,
        HouseKind::Window,
        HouseKind::Group,
        HouseKind::Extra,
        HouseKind::Cage,
    ];
    let houses = kinds.into_iter().filter_map(|kind| {
        let number = rules.houses_of_kind(kind).len();
        (number > 0).then(|| count(number, kind.noun(), plural(kind)))
    });
    let pairs = rules.pairs().iter().map(|pair| pair.rule).dedup();
    let pairs = pairs.unique().map(|rule| rule.name.clone());
    let is_cage = |table: &&Table| matches!(table.kind, TableKind::Cage { .. });
    let cages = rules.tables().iter().filter(is_cage).count();
    let is_arrow = |table: &&Table| matches!(table.kind, TableKind::Arrow { .. });
    let arrows = rules.tables().iter().filter(is_arrow).count();
    let marks = rules.tables().len() - cages - arrows;
    let sums = [
        (cages, "sum of a cage", "sums of cages"),
        (arrows, "arrow", "arrows"),
        (marks, "automaton of a mark", "automata of marks"),
    ];
    let sums = sums.into_iter().filter(|(number, ..)| *number > 0);
    let sums = sums.map(|(number, one, many)| count(number, one, many));
    houses.chain(pairs).chain(sums).join(", ")
}

fn families(
    out: &mut impl Write,
    puzzle: &Puzzle,
    encoding: &Encoding,
    namer: &Namer,
) -> io::Result<()> {
    let mut first = 1;
    let sizes = encode::family_sizes(puzzle, encoding, LAYOUT);
    let digits = sizes.iter().map(|size| size.clauses.to_string().len());
    let width = digits.max().unwrap_or(0).max("clauses".len());
    let margin = width + 8;
    let titled = |family: Family| {
        let numeral = family.number().unwrap_or_default();
        format!("{numeral:<5} {}", family.sentence())
    };
    let lengths = sizes.iter().map(|size| titled(size.family).chars().count());
    let wide = lengths.max().unwrap_or(0).max(36);
    let heading = format!("{:>width$}  {:<wide$} formula", "clauses", "family");
    writeln!(out, "{}", paint(FAINT, heading))?;
    for size in sizes {
        let title = titled(size.family);
        writeln!(
            out,
            "{:>width$}  {title:<wide$} {}",
            size.clauses,
            encoding.formula_of(size.family)
        )?;
        if let Some((offset, clause)) = example(puzzle, encoding, size, namer) {
            let number = format!("#{}", first + offset);
            writeln!(
                out,
                "{:margin$}{} {}",
                "",
                paint(FAINT, &number),
                namer.clause(&clause)
            )?;
            let indent = margin + number.len() + 1;
            // Sudoku has no words for a clause with an auxiliary variable.
            if clause.len() > 1 && namer.clause(&clause) != namer.plain(&clause) {
                let literals = clause.iter().map(|&lit| namer.literal(lit));
                writeln!(out, "{:indent$}{}", "", shortened(literals, " or "))?;
            }
            let numbers = clause.iter().map(|lit| lit.to_string());
            writeln!(out, "{:indent$}{} 0", "", shortened(numbers, " "))?;
        }
        first += size.clauses;
    }
    let total = encode::size(puzzle, encoding, LAYOUT);
    write!(
        out,
        "\nIn all {}, {}, {}",
        count(total.vars as usize, "variable", "variables"),
        count(total.clauses as usize, "clause", "clauses"),
        count(total.lits as usize, "literal", "literals"),
    )?;
    let rest = given(puzzle);
    match (*encoding == Encoding::LECTURE, puzzle.rules().order()) {
        (true, Some(_)) => write!(out, ";\n4n⁴ + (n⁸−n⁶)/2 clauses are rules, the rest {rest}")?,
        (true, None) => {
            let clues = puzzle.num_clues() + puzzle.excluded().len();
            let rules = total.clauses as usize - clues;
            write!(
                out,
                ";\n{} are rules, the rest {rest}",
                count(rules, "clause", "clauses")
            )?;
        }
        (false, _) => {}
    }
    writeln!(out, ".")
}

/// Returns what a puzzle gives beside its rules, in words.
pub(super) fn given(puzzle: &Puzzle) -> &'static str {
    match (puzzle.num_clues(), puzzle.excluded()) {
        (_, []) => "clues",
        (0, _) => "excluded candidates",
        _ => "clues and excluded candidates",
    }
}

/// Returns a clause of the family, and the number of clauses of the family
/// before it.
fn example(
    puzzle: &Puzzle,
    encoding: &Encoding,
    of: FamilySize,
    namer: &Namer,
) -> Option<(u64, Vec<Lit>)> {
    let size = puzzle.size();
    let unit = |candidate, holds: bool| (0, vec![encode::var(candidate, size).lit(holds)]);
    match of.family {
        Family::Clues => puzzle.clues().next().map(|clue| unit(clue, true)),
        Family::Exclusions => puzzle.excluded().first().map(|&out| unit(out, false)),
        Family::CellAtLeastOne | Family::CellAtMostOne => {
            part_with(puzzle, encoding, of.family, 0, |_| true)
        }
        Family::AtLeastOne(kind) | Family::AtMostOne(kind) => {
            // A pair of cells in a box that are also in one row is a better
            // example for the row.
            let is_line = matches!(kind, HouseKind::Row | HouseKind::Col);
            let is_own = is_line || of.family == Family::AtLeastOne(kind);
            let fits = |clause: &[Lit]| is_own || namer.clause(clause).starts_with(kind.noun());
            let houses = 0..puzzle.rules().houses_of_kind(kind).len();
            let mut parts = houses.map(|house| part_with(puzzle, encoding, of.family, house, fits));
            parts.find_map(|part| part)
        }
        family => {
            let before = encode::family_sizes(puzzle, encoding, LAYOUT).into_iter();
            let before = before.take_while(|other| other.family != family);
            let mut first = First {
                to_come: before.map(|other| other.clauses).sum(),
                clause: None,
            };
            // Breaking off is the only error.
            let _ = encode::formula(puzzle, encoding, LAYOUT, &mut first);
            Some((0, first.clause?))
        }
    }
}

/// Returns an example of a family that has a part for each cell, or for each
/// house and number: a clause of one row or house, with the number 3 or in the
/// third column if there are that many. Returns the first clause that `fits`,
/// else the first clause.
fn part_with(
    puzzle: &Puzzle,
    encoding: &Encoding,
    family: Family,
    outer: usize,
    fits: impl Fn(&[Lit]) -> bool,
) -> Option<(u64, Vec<Lit>)> {
    let side = puzzle.size().side();
    let inner = 2.min(side - 1);
    let part = |outer: usize, inner: usize| {
        let mut part = Cnf::default();
        let Ok(()) = encode::part(family, [outer, inner], puzzle.rules(), encoding, &mut part);
        part
    };
    let of_parts = |outer: usize, end: usize| -> usize {
        let parts = (0..end).map(|inner| part(outer, inner).num_clauses());
        parts.sum()
    };
    let own = part(outer, inner);
    if own.num_clauses() == 0 {
        return None;
    }
    let place = own.clauses().position(fits).unwrap_or(0);
    // Of one grid all parts of a row or a house are alike.
    let all = match family {
        Family::CellAtLeastOne | Family::CellAtMostOne => puzzle.size().cols(),
        _ => side,
    };
    let of_row = |outer: usize| match puzzle.size().is_one_grid() {
        true => side * part(outer, inner).num_clauses(),
        false => of_parts(outer, all),
    };
    let earlier: usize = (0..outer).map(of_row).sum();
    let before = match puzzle.size().is_one_grid() {
        true => inner * own.num_clauses(),
        false => of_parts(outer, inner),
    };
    let before = (earlier + before + place) as u64;
    Some((before, own.clause(place).to_vec()))
}

/// Reads a formula up to one clause.
struct First {
    /// Number of clauses to come before it.
    to_come: u64,
    clause: Option<Vec<Lit>>,
}

impl ClauseSink for First {
    type Error = ();

    fn clause(&mut self, lits: &[Lit]) -> Result<(), ()> {
        match self.to_come.checked_sub(1) {
            Some(left) => self.to_come = left,
            None => {
                self.clause = Some(lits.to_vec());
                return Err(());
            }
        }
        Ok(())
    }
}

/// Writes what no clause of the lecture's encoding states, and what that costs.
/// For plain puzzles, writes the figures of their order.
fn unsaid(out: &mut impl Write, puzzle: &Puzzle) -> io::Result<()> {
    let size = puzzle.size();
    let side = size.side();
    if side == 1 {
        return Ok(());
    }
    let clauses = |encoding| encode::size(puzzle, encoding, LAYOUT).clauses;
    let missing = clauses(&Encoding::EXTENDED) - clauses(&Encoding::LECTURE);
    let (houses, unsaid) = match (puzzle.rules().order(), &puzzle.rules().spec().regions) {
        (Some(_), _) => ("columns and boxes", "3·(n⁸−n⁶)/2 = "),
        (None, Regions::None) => ("columns", ""),
        (None, Regions::Boxes { .. }) => ("columns and boxes", ""),
        (None, Regions::Map(_)) => ("columns and regions", ""),
    };
    writeln!(
        out,
        "\n{}\n\n\
         No clause forbids two 1s in row 1. That follows only by counting: each of the\n\
         {side} numbers needs a cell of the row (i), no cell takes two numbers (v), and the\n\
         row has just {side} cells, so no cell is left for a second 1. The same goes for\n\
         {houses}. Said outright it would take {unsaid}{missing} more clauses;\n\
         the encoding `extended` has them.",
        paint(HEADING, "What the lecture's encoding does not say"),
    )?;
    if puzzle.rules().order().is_none() {
        return Ok(());
    }
    writeln!(
        out,
        "\n\
         A solver that learns by resolution can't count. With two equal clues in one row\n\
         the other n²−1 numbers are left with n²−2 cells: the pigeonhole principle, whose\n\
         resolution proofs grow exponentially (Haken 1985). So few pigeons that it does\n\
         not matter for n = 2, but solvers that do not see it struggle from n = 4 on:\n",
    )?;
    for n in 2..=5 {
        let Some(size) = Size::of_order(n) else {
            continue;
        };
        let puzzle = Puzzle::empty(size);
        let clauses = |encoding| encode::size(&puzzle, encoding, LAYOUT).clauses;
        let lecture = clauses(&Encoding::LECTURE);
        writeln!(
            out,
            "    n = {n}: {pigeons:>2} numbers into {holes:>2} cells; {lecture:>6} clauses, {missing:>6} unsaid",
            pigeons = size.side() - 1,
            holes = size.side() - 2,
            missing = clauses(&Encoding::EXTENDED) - lecture,
        )?;
    }
    Ok(())
}

/// Writes the whole formula: each clause with its number, in words, and in
/// DIMACS.
///
/// # Errors
/// Those of `out`.
pub fn formula(out: &mut impl Write, puzzle: &Puzzle, encoding: &Encoding) -> io::Result<()> {
    writeln!(out, "{}\n", paint(HEADING, "The whole formula"))?;
    let size = encode::size(puzzle, encoding, LAYOUT);
    writeln!(out, "{:<48} p cnf {} {}", "", size.vars, size.clauses)?;
    let mut lines = Lines {
        out,
        namer: Namer::new(puzzle),
        number: 0,
        digits: size.clauses.to_string().len(),
    };
    encode::formula(puzzle, encoding, LAYOUT, &mut lines)
}

/// Returns a puzzle's formula, with its clauses in the order of the
/// explanations.
pub fn cnf(puzzle: &Puzzle, encoding: &Encoding) -> Cnf {
    let mut cnf = Cnf::new(encode::size(puzzle, encoding, LAYOUT).vars as usize);
    let Ok(()) = encode::formula(puzzle, encoding, LAYOUT, &mut cnf);
    cnf
}

/// Writes a formula as lines of text.
struct Lines<W> {
    out: W,
    namer: Namer,
    /// Number of the last clause written.
    number: u64,
    /// Greatest number of digits of a clause number.
    digits: usize,
}

impl<W: Write> ClauseSink for Lines<W> {
    type Error = io::Error;

    fn clause(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.number += 1;
        let number = format!("#{}", self.number);
        let width = self.digits + 1;
        let words = self.namer.clause(lits);
        let gap = 47usize.saturating_sub(width);
        let numbers = lits.iter().join(" ");
        writeln!(
            self.out,
            "{} {words:<gap$} {numbers} 0",
            paint(FAINT, format!("{number:<width$}"))
        )
    }
}

/// Returns the parts joined, with the middle of a long list left out.
fn shortened(parts: impl ExactSizeIterator<Item = String>, separator: &str) -> String {
    let length = parts.len();
    let mut shown: Vec<String> = parts.collect();
    if length > LITERALS {
        shown.splice(LITERALS - 2..length - 1, ["…".to_string()]);
    }
    shown.join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Cell;
    use crate::sudoku::rules::Spec;
    use std::sync::Arc;

    fn text(puzzle: &Puzzle, encoding: &Encoding) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        write(&mut out, puzzle, encoding).unwrap();
        String::from_utf8(out.into_inner()).unwrap()
    }

    /// The example's number must be that of the example in the formula itself.
    #[test]
    fn example_clauses_stand_where_their_numbers_say() {
        for n in 1..=3 {
            let mut puzzle = Puzzle::empty(Size::of_order(n).unwrap());
            let size = puzzle.size();
            puzzle.set_clue(size.cell(0), Some(size.candidate(0).digit));
            puzzle.exclude(size.candidate(size.num_candidates() - 1));
            let namer = Namer::new(&puzzle);
            for encoding in encode::ENCODINGS {
                for way in encode::AtMostOne::ALL {
                    let encoding = encoding.with_at_most_one(way);
                    let mut cnf = Cnf::default();
                    let Ok(()) = encode::formula(&puzzle, &encoding, LAYOUT, &mut cnf);
                    let mut first = 0;
                    for size in encode::family_sizes(&puzzle, &encoding, LAYOUT) {
                        match example(&puzzle, &encoding, size, &namer) {
                            Some((offset, clause)) => {
                                let index = (first + offset) as usize;
                                assert_eq!(cnf.clause(index), clause, "{encoding} {size:?}");
                            }
                            None => assert_eq!(size.clauses, 0),
                        }
                        first += size.clauses;
                    }
                }
            }
        }
    }

    #[test]
    fn example_clauses_of_other_rules_stand_where_their_numbers_say() {
        let mut jigsaw = Spec::latin(Size::new(4).unwrap());
        jigsaw.regions = Regions::Map(vec![0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3]);
        let mut diagonal = Spec::boxes(2, 3).unwrap();
        diagonal.diagonals = [true; 2];
        diagonal.extra = vec![
            (0..3).map(|place| Cell::new(place, 2 * place)).collect(),
            (0..6)
                .map(|place| Cell::new(place, (2 * place + place / 3) % 6))
                .collect(),
        ];
        diagonal.mark("anti-knight", &[], &[]);
        diagonal.mark("less", &[], &[Cell::new(0, 0), Cell::new(5, 4)]);
        for spec in [jigsaw, diagonal] {
            let puzzle = Puzzle::new(Arc::new(Rules::new(spec).unwrap()));
            for encoding in encode::ENCODINGS {
                let mut cnf = Cnf::default();
                let Ok(()) = encode::formula(&puzzle, &encoding, LAYOUT, &mut cnf);
                let namer = Namer::new(&puzzle);
                let mut first = 0;
                for size in encode::family_sizes(&puzzle, &encoding, LAYOUT) {
                    let found = example(&puzzle, &encoding, size, &namer);
                    assert_eq!(found.is_some(), size.clauses > 0, "{encoding} {size:?}");
                    if let Some((offset, clause)) = found {
                        assert!(offset < size.clauses);
                        let index = (first + offset) as usize;
                        assert_eq!(cnf.clause(index), clause, "{encoding} {size:?}");
                    }
                    first += size.clauses;
                }
            }
        }
    }

    #[test]
    fn a_family_is_told_with_count_words_and_dimacs() {
        let puzzle = Puzzle::empty(Size::of_order(2).unwrap());
        let text = text(&puzzle, &Encoding::EXTENDED);
        let start = text.find("no number is twice in a box").unwrap();
        let lines: Vec<&str> = text[start..].lines().take(4).collect();
        let before = text[..start].lines().last().unwrap();
        assert_eq!(before.trim(), "96");
        assert!(lines[0].ends_with("⋀_b ⋀ₖ ⋀₍ᵢ,ⱼ₎<₍ₗ,ₘ₎∈b (¬xᵢⱼₖ ∨ ¬xₗₘₖ)"));
        assert!(lines[1].ends_with("box 1 can't have two 3s: r1c1 and r2c2"));
        assert!(lines[2].ends_with("r1c1≠3 or r2c2≠3"));
        assert!(lines[3].ends_with("-3 -23 0"));
    }

    #[test]
    fn long_clauses_are_shortened() {
        let parts = |count: usize| (1..=count).map(|part| part.to_string());
        assert_eq!(
            shortened(parts(5).collect::<Vec<_>>().into_iter(), " "),
            "1 2 3 4 5"
        );
        assert_eq!(
            shortened(parts(9).collect::<Vec<_>>().into_iter(), " "),
            "1 2 3 … 9"
        );
    }
}
