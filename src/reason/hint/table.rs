//! The techniques: one table for the ladder, `--help`, ratings and the documents.

use super::{
    Deduction, Marks, arrangements, assumptions, chains, colouring, combinations, fish, links,
    locked, relations, singles, subsets, sums, uniqueness, units, wings,
};

/// A technique that people solve puzzles with.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The usual name.
    pub name: &'static str,
    /// The effort that a step takes a person. Numbers of our own, in the order of
    /// magnitude of HoDoKu's scores of steps; the table is sorted by them.
    pub cost: u32,
    /// Set if the technique assumes that the puzzle has only one solution.
    pub assumes_unique: bool,
    /// Finds a deduction.
    pub find: fn(&Marks) -> Option<Deduction>,
}

const fn row(name: &'static str, cost: u32, find: fn(&Marks) -> Option<Deduction>) -> Technique {
    Technique {
        name,
        cost,
        assumes_unique: false,
        find,
    }
}

const fn unique(technique: Technique) -> Technique {
    Technique {
        assumes_unique: true,
        ..technique
    }
}

/// The techniques, the easiest first.
pub static TECHNIQUES: [Technique; 43] = [
    row("full house", 4, singles::full_house),
    row("hidden single", 14, singles::hidden_single),
    row("naked single", 20, singles::naked_single),
    row("rule for two cells", 30, relations::pair),
    row("combinations", 40, combinations::table),
    row("combinations and houses", 44, units::combinations),
    row("rule of 45", 48, sums::rule_of_45),
    row("pointing", 50, locked::pointing),
    row("claiming", 52, locked::claiming),
    row("locked by a rule", 54, units::locked),
    row("common peers", 55, locked::common_peers),
    row("naked pair", 60, |marks| subsets::naked(marks, 2)),
    row("hidden pair", 70, |marks| subsets::hidden(marks, 2)),
    row("naked triple", 80, |marks| subsets::naked(marks, 3)),
    row("hidden triple", 100, |marks| subsets::hidden(marks, 3)),
    row("rule with a house or cell", 105, arrangements::beside),
    row("two rules together", 110, arrangements::two),
    row("X-wing", 120, |marks| fish::basic(marks, 2)),
    row("naked quad", 130, |marks| subsets::naked(marks, 4)),
    row("skyscraper", 132, links::skyscraper),
    row("two-string kite", 135, links::two_string_kite),
    row("turbot fish", 138, links::turbot_fish),
    row("hidden quad", 140, |marks| subsets::hidden(marks, 4)),
    unique(row("unique rectangle", 145, uniqueness::rectangle)),
    unique(row("BUG+1", 148, uniqueness::bug)),
    row("swordfish", 150, |marks| fish::basic(marks, 3)),
    row("simple colouring", 155, colouring::simple),
    row("XY-wing", 160, wings::xy),
    row("finned X-wing", 170, |marks| fish::finned(marks, 2)),
    row("sashimi X-wing", 175, |marks| fish::sashimi(marks, 2)),
    row("XYZ-wing", 180, wings::xyz),
    row("W-wing", 185, wings::w),
    row("jellyfish", 200, |marks| fish::basic(marks, 4)),
    row("finned swordfish", 220, |marks| fish::finned(marks, 3)),
    row("sashimi swordfish", 230, |marks| fish::sashimi(marks, 3)),
    row("finned jellyfish", 250, |marks| fish::finned(marks, 4)),
    row("sashimi jellyfish", 255, |marks| fish::sashimi(marks, 4)),
    row("X-chain", 260, chains::x),
    row("XY-chain", 270, chains::xy),
    row("AIC", 300, chains::alternating),
    row("several rules together", 320, arrangements::several),
    row("contradiction", 500, assumptions::contradiction),
    row("forcing chains", 800, assumptions::forcing),
];

impl Technique {
    /// Returns the technique whose usual name is exactly `name`.
    pub fn by_name(name: &str) -> Option<&'static Technique> {
        TECHNIQUES.iter().find(|technique| technique.name == name)
    }

    /// Returns the technique's place in [`TECHNIQUES`].
    pub fn index(&self) -> usize {
        let mut names = TECHNIQUES.iter().map(|technique| technique.name);
        names
            .position(|name| name == self.name)
            .unwrap_or(TECHNIQUES.len())
    }
}
