//! The universe and the sets of a family, told apart.

use super::parser::Set;
use crate::cover::printed::page::Page;
use crate::io::InputError;
use std::collections::{BTreeSet, HashSet};

/// A universe and its sets.
pub(super) struct Family {
    pub(super) universe: Option<Set>,
    pub(super) sets: Vec<Set>,
}

impl Family {
    /// Finds the universe, the list of all sets, and the name of the family.
    pub(super) fn of(page: &Page<'_>, mut sets: Vec<Set>) -> Result<Family, InputError> {
        let universe = take_universe(page, &mut sets)?;
        let names: HashSet<String> = sets
            .iter()
            .filter_map(Set::name)
            .map(str::to_owned)
            .collect();
        let may_list = |set: &Set| {
            let first = set.elements.first();
            set.elements.len() + 1 == sets.len()
                && first.is_some_and(|name| names.contains(&name.text))
        };
        if let Some(list) = sets
            .iter()
            .position(|set| may_list(set) && lists_all(set, &sets))
        {
            sets.remove(list);
        }
        // In `F = {a}, {b}` the name is the family's.
        let is_rest = |set: &Set| set.label.is_none() && set.continues;
        if sets.len() > 1 && sets[1..].iter().all(is_rest) {
            sets[0].label = None;
        }
        if sets.iter().any(|set| set.in_family)
            && let Some(set) = sets.iter().find(|set| !set.in_family)
        {
            let message = "this set is outside the family, expected one family";
            return Err(page.error(set.offset, message));
        }
        if sets.iter().any(|set| set.label.is_some())
            && let Some(set) = sets.iter().find(|set| set.label.is_none())
        {
            let message = "this set has no name, but others have one: expected NAME = {…}";
            return Err(page.error(set.offset, message));
        }
        let family = Family { universe, sets };
        match family.second_reading(&names) {
            Some((offset, message)) if family.universe.is_none() => {
                Err(page.error(offset, message))
            }
            _ => Ok(family),
        }
    }

    /// Returns the place of what may be read in another way if there is no universe, and a
    /// message. `names` are those of all sets.
    fn second_reading(&self, names: &HashSet<String>) -> Option<(usize, &'static str)> {
        let all = || self.sets.iter().flat_map(|set| &set.elements);
        if let Some(name) = all().find(|name| names.contains(&name.text)) {
            let message = "this is the name of a set: expected an element. If it is an element \
                           too, add the universe, U = {…}";
            return Some((name.offset, message));
        }
        let number = all().map(|name| &name.text).collect::<HashSet<_>>().len();
        let mut full = self.sets.iter().filter(|set| set.elements.len() == number);
        let (first, second) = (full.next()?, full.next());
        let is_element = first.in_family && first.label.is_none();
        if second.is_some() || self.sets.len() == 1 || is_element {
            return None;
        }
        let message = "this may be the universe or one of the sets: give it the name U if it is \
                       the universe, otherwise add the universe, U = {…}";
        Some((first.offset, message))
    }
}

/// Takes the universe out of the sets, if it is among them.
fn take_universe(page: &Page<'_>, sets: &mut Vec<Set>) -> Result<Option<Set>, InputError> {
    let names: HashSet<&str> = sets.iter().filter_map(Set::name).collect();
    let is_universe = |set: &Set| match set.name() {
        // The letters of sets that are named in alphabetical order.
        Some("U") => !names.contains("T"),
        Some("X") => !names.contains("W"),
        Some("Ω" | "\\Omega") => true,
        Some(name) => ["universe", "grundmenge"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known)),
        None => false,
    };
    let mut places = (0..sets.len()).filter(|&place| is_universe(&sets[place]));
    let (first, second) = (places.next(), places.next());
    if let Some(second) = second {
        let message = "found a second universe, expected one: give this set another name";
        return Err(page.error(sets[second].offset, message));
    }
    let universe = first.map(|place| sets.remove(place));
    match &universe {
        Some(universe) if sets.is_empty() => {
            let message = "found a universe alone, expected sets of its elements";
            Err(page.error(universe.offset, message))
        }
        _ => Ok(universe),
    }
}

/// Returns `true` if the elements of a set are the names of all other sets, and no element of
/// these is.
fn lists_all(set: &Set, sets: &[Set]) -> bool {
    let others = || sets.iter().filter(|other| other.offset != set.offset);
    let own: BTreeSet<&str> = set.elements.iter().map(|name| &*name.text).collect();
    let names: Option<BTreeSet<&str>> = others().map(Set::name).collect();
    let is_free = || {
        others()
            .flat_map(|set| &set.elements)
            .all(|name| !own.contains(&*name.text))
    };
    sets.len() > 2 && names.is_some_and(|names| names == own) && is_free()
}
