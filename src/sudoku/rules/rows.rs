//! The table of rules for marked cells: a row each.

use super::coded::{EqualSums, Indexer};
use super::{Condition, Drawing, Ends, Numbers, Rule, Shape, condition};

/// A rule in the language of rules, its sentence, two of its cells in words, and its drawing.
type Row = (&'static str, &'static str, &'static str, Drawing);

/// A drawing of a line.
const fn line(color: &'static str) -> Drawing {
    with_ends(color, Ends::Plain)
}

/// A drawing of a line with signs at its ends.
const fn with_ends(color: &'static str, ends: Ends) -> Drawing {
    let width = 8;
    Drawing::Line { color, width, ends }
}

/// A drawing of a grey line of this width.
const fn grey(width: u8, ends: Ends) -> Drawing {
    let color = "#888";
    Drawing::Line { color, width, ends }
}

/// A drawing of a dot.
const fn dot(ground: &'static str, ink: &'static str, usual: u32) -> Drawing {
    Drawing::Dot { ground, ink, usual }
}

/// The rules whose condition is written in the language of rules.
const ROWS: [Row; 43] = [
    (
        "rule anti-knight(grid): each pair at (1, 2) a != b",
        "Cells a chess knight's move apart hold different digits.",
        "{a} ≠ {b} (anti-knight)",
        Drawing::Nothing,
    ),
    (
        "rule anti-king(grid): each pair of neighbours a != b; each pair at (1, 1) a != b",
        "Cells that touch, also at a corner, hold different digits.",
        "{a} ≠ {b} (anti-king)",
        Drawing::Nothing,
    ),
    (
        "rule non-consecutive(grid): each pair of neighbours |a - b| != 1",
        "Cells that share a side do not hold consecutive digits.",
        "{a} and {b} are not consecutive",
        Drawing::Nothing,
    ),
    (
        "rule less(pair): a < b",
        "A sign between two cells points to the smaller digit.",
        "{a} < {b}",
        Drawing::Less,
    ),
    (
        "rule thermo(line): each pair of neighbours a < b",
        "Digits increase along a thermometer, from its bulb.",
        "{a} < {b} (thermometer)",
        grey(12, Ends::Bulb),
    ),
    (
        "rule difference(pair, n): |a - b| = n",
        "The two digits beside a white dot differ by {n}.",
        "{a} and {b} differ by {n}",
        dot("#fff", "#000", 1),
    ),
    (
        "rule ratio(pair, n): a = n * b or b = n * a",
        "Of the two digits beside a black dot, one is {n} times the other.",
        "one of {a} and {b} is {n} times the other",
        dot("#000", "#fff", 2),
    ),
    (
        "rule sum(pair, n): a + b = n",
        "The two digits beside a sign between cells add up to {n}.",
        "{a} + {b} = {n}",
        Drawing::Border(&[(5, "V"), (10, "X")]),
    ),
    (
        "rule palindrome(line): each pair of mirrored cells a = b",
        "A grey line reads the same from both ends.",
        "{a} = {b} (palindrome)",
        grey(6, Ends::Plain),
    ),
    (
        "rule whispers(line, n = 5): each pair of neighbours |a - b| >= n",
        "Neighbours on a green line differ by at least {n}.",
        "{a} and {b} differ by at least {n} (whispers)",
        line("#7ac74f"),
    ),
    (
        "rule dutch-whispers(line, n = 4): each pair of neighbours |a - b| >= n",
        "Neighbours on an orange line differ by at least {n}.",
        "{a} and {b} differ by at least {n} (dutch-whispers)",
        line("#f2a33a"),
    ),
    (
        "rule renban(line): each pair a != b; greatest - least = length - 1",
        "The digits on a purple line are consecutive, in any order.",
        "",
        line("#c77dd6"),
    ),
    (
        "rule nabner(line): each pair |a - b| > 1",
        "No two digits on a yellow line are equal or consecutive.",
        "",
        line("#d9c93c"),
    ),
    (
        "rule between(line): each inner cell min(first, last) < x < max(first, last)",
        "The digits on a thick line between two circles are between those in the circles.",
        "",
        with_ends("#888888", Ends::Circles),
    ),
    (
        "rule lockout(line, n = 4): |first - last| >= n; \
         each inner cell x < min(first, last) or x > max(first, last)",
        "The digits in the two diamonds differ by at least {n}; those on the line are not between them.",
        "",
        with_ends("#7fb2e5", Ends::Diamonds),
    ),
    (
        "rule entropic(line): each pair ((j - i) % 3 = 0) = \
         ((6*a - 3 >= 2*size) + (6*a - 3 >= 4*size) = (6*b - 3 >= 2*size) + (6*b - 3 >= 4*size))",
        "Each three neighbours on a peach line are a low, a middle and a high digit.",
        "",
        line("#f4b393"),
    ),
    (
        "rule modular(line): each pair ((j - i) % 3 = 0) = (a % 3 = b % 3)",
        "Each three neighbours on a teal line have different remainders when divided by 3.",
        "",
        line("#5bbfb5"),
    ),
    (
        "rule parity-line(line): each pair of neighbours a % 2 != b % 2",
        "Even and odd digits alternate on a red line.",
        "one of {a} and {b} is even (parity-line)",
        line("#e07a7a"),
    ),
    (
        "rule zipper(line): each pair of mirrored cells a + b = first + last; \
         middle = 0 or middle = first + last",
        "Cells at the same distance from the ends of a lavender line have the same sum, \
         which is the digit in the middle if there is one.",
        "",
        line("#a99be0"),
    ),
    (
        "rule ascending(line, n = 1): each pair of neighbours a + n <= b",
        "From the bulb of a fast thermometer on, each digit is larger by at least {n} than the one before.",
        "",
        with_ends("#c98b4a", Ends::Bulb),
    ),
    (
        "rule slow-thermo(line): each pair of neighbours a <= b",
        "From the bulb of a slow thermometer on, no digit is smaller than the one before.",
        "{a} ≤ {b} (slow-thermo)",
        with_ends("#9fc5d8", Ends::Bulb),
    ),
    (
        // One running value: the digits between the circles less those in them.
        "rule double-arrow(line): length < 3 or sum(x * (1 - 2 * (i = 1 or i = length))) = 0",
        "The digits on a thin line between two circles have the same sum as those in the circles.",
        "",
        grey(3, Ends::Circles),
    ),
    (
        // The line falls into parts if no digit goes beyond a multiple of the sum.
        "rule ten-line(line, n = 10): each cell sum before % n + x <= n; sum % n = 0",
        "A brown line falls into parts of neighbouring cells with the sum {n} each.",
        "",
        line("#9a6b3f"),
    ),
    (
        "rule minimum(cells): each cell beside a < b",
        "A digit on a light pink ground is smaller than the digits of all cells that share a side with it and are not on that ground.",
        "{a} < {b} (minimum)",
        Drawing::Ground("#ee82b8"),
    ),
    (
        "rule maximum(cells): each cell beside a > b",
        "A digit on a dark pink ground is larger than the digits of all cells that share a side with it and are not on that ground.",
        "{a} > {b} (maximum)",
        Drawing::Ground("#8e2462"),
    ),
    (
        "rule quadruple(cells, numbers): each number count(x = n) >= times",
        "The digits {n} are in the cells around the circle.",
        "",
        Drawing::Corner,
    ),
    (
        "rule sums(cells, numbers): each pair a != b; some number sum = n",
        "The digits of a cage differ, and their sum is one of {n}.",
        "",
        Drawing::Cage,
    ),
    (
        "rule look-and-say(cells, numbers): each number 10 * count(x = n % 10) + n % 10 = n",
        "In each of {n}, the last figure is a digit and the first is how often it is in the cage.",
        "",
        Drawing::Cage,
    ),
    (
        "rule counting-circles(cells): each digit count(x = d) = 0 or count(x = d) = d",
        "A digit in a circle is the number of circles with this digit.",
        "",
        Drawing::Circles,
    ),
    (
        "rule sandwich(outside, n): sum(x where 1 < x < size and count(x = 1 or x = size) before = 1) = n",
        "The digits between the least and the greatest digit of the line have the sum {n}.",
        "",
        Drawing::Outside,
    ),
    (
        "rule xsum(outside, n): sum(x where i <= first) = n",
        "The first X digits have the sum {n}, where X is the first of them.",
        "",
        Drawing::Outside,
    ),
    (
        "rule skyscraper(outside, n): count(x > greatest before) = n",
        "{n} digits are larger than all digits before them.",
        "",
        Drawing::Outside,
    ),
    (
        "rule numbered-room(outside, n): count(i = first and x = n) = 1",
        "The digit {n} is at the place that the first digit states.",
        "",
        Drawing::Outside,
    ),
    (
        "rule knightmare(grid, n): each pair at (1, 2) a + b != n",
        "Digits a chess knight's move apart do not add up to {n}.",
        "{a} + {b} ≠ {n} (knightmare)",
        Drawing::Nothing,
    ),
    (
        "rule diagonal-non-consecutive(grid): each pair at (1, 1) |a - b| != 1",
        "Cells that touch at a corner do not hold consecutive digits.",
        "",
        Drawing::Nothing,
    ),
    (
        "rule taxicab(grid, n): each pair rows + columns != n or a != b",
        "Cells at the taxicab distance {n} hold different digits.",
        "{a} ≠ {b} (taxicab)",
        Drawing::Nothing,
    ),
    (
        "rule self-taxicab(grid): each pair rows + columns != a or a != b",
        "Cells with the same digit are not at the taxicab distance of this digit.",
        "",
        Drawing::Nothing,
    ),
    (
        "rule anti-camel(grid): each pair at (1, 3) a != b",
        "Cells a camel's move (1 and 3 cells) apart hold different digits.",
        "{a} ≠ {b} (anti-camel)",
        Drawing::Nothing,
    ),
    (
        "rule global-entropy(grid): each square count(6*x - 3 < 2*size) > 0 \
         and count(2*size <= 6*x - 3 < 4*size) > 0 and count(4*size <= 6*x - 3) > 0",
        "Each 2×2 square holds a low, a middle and a high digit.",
        "",
        Drawing::Nothing,
    ),
    (
        "rule no-difference(grid, n = 1): each pair of neighbours dot or |a - b| != n",
        "Cells that share a side without a dot do not differ by {n}.",
        "{a} and {b} do not differ by {n} (no-difference)",
        Drawing::Nothing,
    ),
    (
        "rule no-ratio(grid, n = 2): each pair of neighbours dot or (a != n * b and b != n * a)",
        "Of cells that share a side without a dot, none is {n} times the other.",
        "none of {a} and {b} is {n} times the other (no-ratio)",
        Drawing::Nothing,
    ),
    (
        "rule no-sum(grid, n): each pair of neighbours xv or a + b != n",
        "Cells that share a side without an X, a V or a sum do not have the sum {n}.",
        "",
        Drawing::Nothing,
    ),
    (
        "rule no-xv(grid): each pair of neighbours xv or (a + b != 5 and a + b != 10)",
        "Cells that share a side without an X or a V have neither the sum 5 nor 10.",
        "",
        Drawing::Nothing,
    ),
];

impl Rule {
    /// Returns the number of a mark that states none, in a grid of this size: the rule's own, or
    /// half of the digits for whispers.
    pub(crate) fn usual_number(&self, side: usize) -> Option<u32> {
        match self.numbers {
            Numbers::One(Some(_)) if !self.is_own && self.name == "whispers" => {
                Some(side.div_ceil(2) as u32)
            }
            Numbers::One(usual) => usual,
            Numbers::None | Numbers::Many => None,
        }
    }

    /// Returns `true` if the last cell of a line may be its first again. No digit is less than
    /// itself; the classes of entropic and modular lines come again around a loop.
    pub(super) fn may_close(&self) -> bool {
        match &self.name[..] {
            _ if self.is_own => self.condition.may_close(),
            "thermo" | "ascending" => false,
            "entropic" | "modular" => true,
            _ => self.condition.may_close(),
        }
    }

    /// Returns the least and the greatest number that a mark can mean in a grid of this size:
    /// differences are not 0 and are below the number of digits, and digits are among them.
    pub(crate) fn range(&self, side: usize) -> [usize; 2] {
        match &self.name[..] {
            _ if self.is_own => [0, u32::MAX as usize],
            "whispers" | "dutch-whispers" | "difference" => [1, side.max(2) - 1],
            "quadruple" | "numbered-room" | "ratio" => [1, side],
            "sum" | "no-sum" | "knightmare" => [2, 2 * side],
            "ten-line" => [1, u32::MAX as usize],
            "look-and-say" => [11, 99],
            _ => [0, u32::MAX as usize],
        }
    }

    /// Returns what is wrong with a number of a mark that is within [`Rule::range`], if something is.
    pub(super) fn refusal(&self, number: u32, side: usize) -> Option<String> {
        let (last, most) = (number as usize % 10, side.min(9));
        let is_wrong = !self.is_own && self.name == "look-and-say" && !(1..=most).contains(&last);
        is_wrong.then(|| {
            format!("found {number}, expected a digit from 1 to {most} as its last figure")
        })
    }

    /// Returns `true` if the order of the cells of a mark has a meaning.
    pub(crate) fn is_ordered(&self) -> bool {
        match self.shape {
            Shape::Line | Shape::Outside => true,
            Shape::Cells => !self.is_own && self.name == "equal-sums",
            Shape::Pair | Shape::Grid => false,
        }
    }
}

/// Returns the rules of the table.
pub(super) fn rows() -> Vec<Rule> {
    let written = ROWS.iter().map(|&(text, sentence, of_pair, drawing)| Rule {
        is_own: false,
        sentence: sentence.to_owned(),
        of_pair,
        drawing,
        ..condition::rule(text).unwrap_or_else(|(at, message)| panic!("{text}, {at}: {message}"))
    });
    let coded = |name: &str, shape, condition: Box<dyn Condition>, sentence: &str, drawing| Rule {
        name: name.to_owned(),
        definition: format!("built-in rule {name}"),
        is_own: false,
        shape,
        numbers: Numbers::None,
        condition,
        sentence: sentence.to_owned(),
        of_pair: "",
        drawing,
    };
    let indexers = [
        (Indexer::Row, "row-indexer", "row", "column", "#4da3dc"),
        (
            Indexer::Column,
            "column-indexer",
            "column",
            "row",
            "#e06c6c",
        ),
        (
            Indexer::Box,
            "box-indexer",
            "place in the box",
            "box",
            "#6fbf4b",
        ),
    ];
    let indexers = indexers.map(|(indexer, name, place, among, color)| {
        let sentence = format!(
            "The digit of a coloured cell is the {place} of the digit that is the cell's {place}, in its {among}."
        );
        coded(name, Shape::Cells, Box::new(indexer), &sentence, Drawing::Ground(color))
    });
    let region_sums = coded(
        "region-sum",
        Shape::Line,
        Box::new(EqualSums::OfRegions),
        "The borders of regions cut a blue line into parts of the same sum.",
        line("#6ca6e0"),
    );
    let equal_sums = Rule {
        numbers: Numbers::Many,
        ..coded(
            "equal-sums",
            Shape::Cells,
            Box::new(EqualSums::OfNumbers),
            "Groups of {n} cells have the same sum.",
            Drawing::Ground("#c9a050"),
        )
    };
    let sums = [region_sums, equal_sums];
    written.chain(indexers).chain(sums).collect()
}
