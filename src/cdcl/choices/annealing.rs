//! Local search at a constant temperature (Metropolis and others, 1953) for an option of each group, so that no two of
//! them exclude each other.
//!
//! Each group has one of its options at all times. The energy is the number of pairs of chosen options that exclude
//! each other. A move gives a group another option. It is made with the probability 1 if it does not raise the
//! energy, and e^(−Δ/T) if it raises it by Δ, at the temperature T. Where a solution can be found this way, the energy falls
//! within a narrow range of temperatures, much as a liquid freezes. That range depends on the
//! number of options of a group; its place was measured ([`temperature`]). At that temperature the choices go
//! on changing until they are a solution, or a run is over and the next one starts from other random choices. The
//! lengths of the runs are Luby's sequence (Luby, Sinclair, Zuckerman, 1993; its terms by Knuth, The Art of Computer
//! Programming, 7.2.2.2, exercise 293).
//!
//! In that range fewer than one move in a hundred is accepted. So not all moves are tried. Those that do not raise the
//! energy are kept in a list, and one drawn from it is made (the n-fold way of Bortz, Kalos and Lebowitz, 1975). The
//! others are drawn from all moves, as often as they would be if each added 1; one that adds 1 is made, one that adds more is
//! made less often, and one of the list is dropped.

use crate::cdcl::state::lists::Lists;
use crate::cdcl::state::reluctant::Reluctant;
use fastrand::Rng;

/// Moves that raise the energy by more than this are never made. With five options or more in a group,
/// fewer than one in 10²⁰ of those drawn would be.
const MAX_RAISE: usize = 15;

/// Effort of making a move, without the options that it excludes, and without the 1 that drawing it takes.
const MADE_EFFORT: u64 = 10;

/// Number of options that take an effort of 1 when a move is made: those that the option before and the option after it exclude. Both chosen
/// by hand: on a Sudoku of 36×36 an effort of about 60 million took a second.
const EXCLUDED_PER_EFFORT: u64 = 20;

/// Effort between two checks whether to end.
const GLANCE: u64 = 1 << 16;

/// Number of moves made for each group in the shortest runs. Chosen by hand: some runs on Sudokus of 49×49 made four times as many without a
/// solution, while the others found one in fewer.
const SHORTEST_RUN: u64 = 16_000;

/// The value in `raises` of a chosen option.
const CURRENT: i16 = i16::MAX;

/// The place of a move that is not in `level`.
const NO_PLACE: u32 = u32::MAX;

/// Returns the temperature for this number of options of a group, on average. Fitted by hand to
/// the best of several temperatures on Sudokus from 36×36 to 144×144, with 5.7 to 16.7 options (docs/EXPERIMENTS.md).
fn temperature(options: f64) -> f64 {
    0.81 * options.powf(-0.64)
}

/// Local search for a choice in each group.
pub(super) struct Annealing {
    /// For each group its first option; one entry more than groups.
    starts: Vec<u32>,
    /// The group of each option.
    groups: Vec<u32>,
    /// For each option the energy that choosing it adds, or [`CURRENT`]. What the search reads most.
    raises: Vec<i16>,
    /// For each option its place in `level`, or [`NO_PLACE`].
    places: Vec<u32>,
    /// For each option those of other groups that exclude it.
    excluded: Lists<u32, u32>,
    /// For each group the option that is chosen.
    current: Vec<u32>,
    /// The options whose choice does not raise the energy.
    level: Vec<u32>,
    /// The probability with which a move is made that raises the energy by 0, 1, ….
    chances: [f64; MAX_RAISE + 1],
    energy: i64,
    rng: Rng,
    /// Number of moves made so far.
    made: u64,
    /// Counts the moves of a run.
    run: Reluctant,
}

impl Annealing {
    /// Returns a search at random choices. `sizes` has the number of options of each group, at least one. `excluded`
    /// has for each option, by their numbers in the order of the groups, those of other groups that it excludes.
    pub(super) fn new(sizes: Vec<usize>, excluded: Lists<u32, u32>, seed: u64) -> Annealing {
        let (mut starts, mut groups) = (vec![0], Vec::new());
        for (group, size) in (0..).zip(sizes) {
            groups.extend((0..size).map(|_| group));
            starts.push(groups.len() as u32);
        }
        let num_groups = starts.len() - 1;
        let temperature = temperature(groups.len() as f64 / num_groups as f64);
        let chance = |raise: usize| (-(raise as f64) / temperature).exp();
        let mut annealing = Annealing {
            starts,
            groups,
            raises: Vec::new(),
            places: Vec::new(),
            excluded,
            current: Vec::new(),
            level: Vec::new(),
            chances: std::array::from_fn(chance),
            energy: 0,
            rng: Rng::with_seed(seed),
            made: 0,
            run: Reluctant::new(SHORTEST_RUN * num_groups as u64),
        };
        annealing.shuffle();
        annealing
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        4 * self.excluded.items().len() + 26 * self.groups.len()
    }

    /// Returns the chosen option of each group.
    pub(super) fn chosen(&self) -> &[u32] {
        &self.current
    }

    /// Returns the options of a group.
    #[inline(always)]
    fn options_of(&self, group: u32) -> std::ops::Range<u32> {
        self.starts[group as usize]..self.starts[group as usize + 1]
    }

    fn num_groups(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    /// Returns the number of moves made so far.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Draws moves, and makes those that are accepted, until no two choices exclude each other, for which it returns
    /// `true`; or until the effort is spent, or `must_end` returns `true`. What was done is subtracted from the effort: 1 for each
    /// drawn move, and for each that is made [`MADE_EFFORT`] and more by the options that it excludes. The next call goes on from the last choices.
    pub(super) fn run(&mut self, effort: &mut u64, mut must_end: impl FnMut() -> bool) -> bool {
        let mut glance = u64::MAX;
        while *effort > 0 {
            if *effort <= glance {
                if must_end() {
                    return false;
                }
                glance = effort.saturating_sub(GLANCE);
            }
            if self.run.is_over() {
                self.run.advance();
                self.shuffle();
            }
            *effort -= 1;
            if let Some(next) = self.draw() {
                let before = self.make(next);
                let changed =
                    [before, next].map(|option| self.excluded.range(option as usize).len());
                let made = MADE_EFFORT + (changed[0] + changed[1]) as u64 / EXCLUDED_PER_EFFORT;
                *effort = effort.saturating_sub(made);
                if self.energy == 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Chooses an option of each group at random.
    fn shuffle(&mut self) {
        self.current.clear();
        self.level.clear();
        self.places.clear();
        self.places.resize(self.groups.len(), NO_PLACE);
        // For each option the number of chosen ones that it excludes.
        let mut pairs = vec![0; self.groups.len()];
        for group in 0..self.num_groups() {
            let chosen = self.rng.u32(self.options_of(group));
            self.current.push(chosen);
            for &other in self.excluded.of(chosen as usize) {
                pairs[other as usize] += 1;
            }
        }
        let of_move = |&current: &u32| i64::from(pairs[current as usize]);
        self.energy = self.current.iter().map(of_move).sum::<i64>() / 2;
        self.raises = pairs;
        for group in 0..self.num_groups() {
            let current = self.current[group as usize];
            let own = std::mem::replace(&mut self.raises[current as usize], CURRENT);
            for next in self.options_of(group).filter(|&next| next != current) {
                self.raises[next as usize] -= own;
                if self.raises[next as usize] <= 0 {
                    self.keep(next);
                }
            }
        }
    }

    /// Adds a move to `level`.
    #[inline(always)]
    fn keep(&mut self, next: u32) {
        self.places[next as usize] = self.level.len() as u32;
        self.level.push(next);
    }

    /// Removes a move from `level`.
    #[inline(always)]
    fn remove(&mut self, next: u32) {
        let place = std::mem::replace(&mut self.places[next as usize], NO_PLACE);
        self.level.swap_remove(place as usize);
        if let Some(&moved) = self.level.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// Changes the energy that a move adds.
    #[inline(always)]
    fn add(&mut self, next: u32, change: i16) {
        let raise = &mut self.raises[next as usize];
        let was_level = *raise <= 0;
        *raise += change;
        match (was_level, *raise <= 0) {
            (true, false) => self.remove(next),
            (false, true) => self.keep(next),
            _ => {}
        }
    }

    /// Adds `change` to the energy that the other options in the group of a chosen one add. Not inlined: few of the excluded options are
    /// chosen ones, and the code for the others is faster without it.
    #[inline(never)]
    fn add_to_others(&mut self, current: u32, change: i16) {
        for other in self.options_of(self.groups[current as usize]) {
            if other != current {
                self.add(other, change);
            }
        }
    }

    /// Returns a move drawn with its probability. Returns `None` if it was one to be tried, and is not made.
    #[inline(always)]
    fn draw(&mut self) -> Option<u32> {
        let level = self.level.len() as f64;
        let drawn = self.rng.f64() * (level + self.chances[1] * self.groups.len() as f64);
        if drawn < level {
            return Some(self.level[drawn as usize]);
        }
        let next = ((drawn - level) / self.chances[1]) as u32;
        match *self.raises.get(next as usize)? {
            ..=0 => None,
            1 => Some(next),
            raise => {
                let chance = *self.chances.get(raise as usize)?;
                (self.rng.f64() * self.chances[1] < chance).then_some(next)
            }
        }
    }

    /// Makes a move, and returns the option chosen before.
    #[inline(always)]
    fn make(&mut self, next: u32) -> u32 {
        let group = self.groups[next as usize];
        let before = std::mem::replace(&mut self.current[group as usize], next);
        let raise = std::mem::replace(&mut self.raises[next as usize], CURRENT);
        self.energy += i64::from(raise);
        self.made += 1;
        self.run.tick();
        if raise <= 0 {
            self.remove(next);
        }
        self.raises[before as usize] = 0;
        self.keep(before);
        if raise != 0 {
            self.add_to_others(next, -raise);
        }
        for (next, change) in [(before, -1), (next, 1)] {
            for place in self.excluded.range(next as usize) {
                let other = self.excluded.items()[place];
                match self.raises[other as usize] {
                    // It costs another energy to leave this choice.
                    CURRENT => self.add_to_others(other, -change),
                    _ => self.add(other, change),
                }
            }
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a search for a colouring: each group has the same number of colours, and most pairs of groups exclude equal ones.
    fn colouring(num_groups: u32, num_colours: u32, seed: u64) -> Annealing {
        let mut rng = Rng::with_seed(seed);
        let hidden: Vec<u32> = (0..num_groups).map(|_| rng.u32(0..num_colours)).collect();
        let mut pairs = Vec::new();
        for second in 0..num_groups {
            for first in 0..second {
                if hidden[first as usize] != hidden[second as usize] && rng.u32(0..3) > 0 {
                    for colour in 0..num_colours {
                        let [a, b] = [first, second].map(|group| group * num_colours + colour);
                        pairs.extend([(a as usize, b), (b as usize, a)]);
                    }
                }
            }
        }
        let num_options = (num_groups * num_colours) as usize;
        let excluded = Lists::sorted_by_list(num_options, pairs.into_iter());
        Annealing::new(
            vec![num_colours as usize; num_groups as usize],
            excluded,
            seed + 1, // of other numbers than the hidden choices
        )
    }

    /// Returns the number of chosen options that an option excludes.
    fn num_excluded(annealing: &Annealing, option: u32) -> i16 {
        let excluded = annealing.excluded.of(option as usize).iter();
        excluded
            .filter(|other| annealing.current.contains(other))
            .count() as i16
    }

    fn num_changed(before: &[u32], after: &[u32]) -> usize {
        before
            .iter()
            .zip(after)
            .filter(|(before, after)| before != after)
            .count()
    }

    #[test]
    fn choices_are_found_one_after_the_other() {
        for seed in 0..5 {
            let mut annealing = colouring(30, 4, seed);
            let mut effort = 20_000_000;
            for _ in 0..3 {
                assert!(annealing.run(&mut effort, || false));
                let options = annealing.chosen().iter();
                assert!(
                    options
                        .clone()
                        .all(|&option| num_excluded(&annealing, option) == 0)
                );
                assert!(
                    (0..)
                        .zip(options)
                        .all(|(group, option)| option / 4 == group)
                );
            }
        }
    }

    #[test]
    fn the_energy_of_moves_is_kept_up() {
        let mut annealing = colouring(30, 4, 1);
        for _ in 0..200 {
            annealing.run(&mut 1000, || false);
            let (mut twice, mut num_level) = (0, 0);
            for group in 0..annealing.num_groups() {
                let own = num_excluded(&annealing, annealing.current[group as usize]);
                twice += i64::from(own);
                for option in annealing.options_of(group) {
                    let raise = match annealing.current[group as usize] == option {
                        true => CURRENT,
                        false => num_excluded(&annealing, option) - own,
                    };
                    assert_eq!(annealing.raises[option as usize], raise);
                    let place = annealing.places[option as usize];
                    let kept = annealing.level.get(place as usize);
                    assert_eq!(
                        (place != NO_PLACE, kept),
                        (raise <= 0, (raise <= 0).then_some(&option))
                    );
                    num_level += usize::from(raise <= 0);
                }
            }
            assert_eq!(annealing.energy, twice / 2);
            assert_eq!(annealing.level.len(), num_level);
        }
    }

    #[test]
    fn a_long_search_starts_again() {
        let mut annealing = colouring(30, 4, 1);
        annealing.run = Reluctant::new(3);
        (0..3).for_each(|_| annealing.run.tick());
        let before = annealing.current.clone();
        // Of one drawn move, one choice changes at most.
        annealing.run(&mut 1, || false);
        assert!(num_changed(&before, &annealing.current) > 10);
        assert!(!annealing.run.is_over());
        let before = annealing.current.clone();
        annealing.run(&mut 1, || false);
        assert!(num_changed(&before, &annealing.current) < 2);
    }

    #[test]
    fn moves_are_drawn_with_their_probabilities() {
        let mut annealing = colouring(60, 8, 1);
        // Of the numbers of moves that add nothing, 1, 2 and 3, those drawn in a fixed state.
        let (mut number, mut drawn) = ([0.0; 4], [0.0; 4]);
        let chance = |raise: usize| 0.5f64.powi(raise as i32);
        annealing.chances = std::array::from_fn(chance);
        let class = |raise: i16| usize::try_from(raise.max(0)).unwrap();
        for &raise in annealing.raises.iter().filter(|&&raise| raise <= 3) {
            number[class(raise)] += 1.0;
        }
        for _ in 0..1_000_000 {
            if let Some(next) = annealing.draw() {
                let raise = annealing.raises[next as usize];
                assert!(raise <= MAX_RAISE as i16);
                if let Some(drawn) = drawn.get_mut(class(raise)) {
                    *drawn += 1.0;
                }
            }
        }
        for raise in 1..4 {
            let expected = number[raise] / number[0] * chance(raise);
            let share = drawn[raise] / drawn[0];
            // Five standard deviations.
            let spread = 5.0 * f64::sqrt(expected / drawn[0]);
            assert!(
                (share - expected).abs() < spread,
                "{raise}: {share} {expected}"
            );
        }
        assert!(drawn[3] > 1000.0, "{drawn:?}");
    }

    #[test]
    fn a_search_ends_when_it_must() {
        let mut annealing = colouring(60, 3, 1);
        let (mut effort, mut num_asked) = (u64::MAX, 0);
        let must_end = || {
            num_asked += 1;
            num_asked > 1
        };
        annealing.energy += 1_000_000; // never 0
        assert!(!annealing.run(&mut effort, must_end));
        assert!((GLANCE..2 * GLANCE).contains(&(u64::MAX - effort)));
    }

    #[test]
    fn parts_add_up_to_one_search() {
        let [mut whole, mut parts] = [1, 1].map(|seed| colouring(60, 5, seed));
        assert!(!whole.run(&mut 100, || false) && whole.made() > 3);
        for _ in 0..100 {
            if parts.made() == whole.made() {
                break;
            }
            assert!(!parts.run(&mut 1, || false));
        }
        assert_eq!(parts.chosen(), whole.chosen());
    }
}
