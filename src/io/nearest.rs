//! Words of a list that are nearly another one: what a mistyped name may mean.

/// Number of letters of a word that are compared.
const COMPARED: usize = 32;

/// Returns the number of letters to insert, delete or replace that lead from one word
/// to the other.
pub(crate) fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, c) in one.chars().take(COMPARED).enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, &d) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(c != d);
            diagonal = row[place + 1];
            row[place + 1] = replaced.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

/// Returns the first of the names with the fewest letters that differ from a word, if these are
/// less than half of its letters.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let nearest = names.into_iter().min_by_key(|name| distance(word, name))?;
    (2 * distance(word, nearest) < word.chars().count().min(COMPARED)).then_some(nearest)
}

/// Returns the question for the name that a wrong one is nearest to, in brackets after a blank, or
/// nothing if none is near. Small and capital letters count as the same.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let word = word.to_lowercase();
    let differing = |name: &&str| distance(&word, &name.to_lowercase());
    match names.into_iter().min_by_key(differing) {
        Some(name) if 2 * differing(&name) < word.chars().count().min(COMPARED) => {
            format!(" (did you mean '{name}'?)")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_near_if_less_than_half_of_the_letters_differ() {
        let names = ["minisat", "kissat", "X-wing"];
        for (word, asked) in [
            ("kisat", " (did you mean 'kissat'?)"),
            ("minisatt", " (did you mean 'minisat'?)"),
            ("x-wng", " (did you mean 'X-wing'?)"),
            ("gl", ""),
            ("", ""),
            (&"x".repeat(100), ""),
        ] {
            assert_eq!(did_you_mean(word, names), asked, "{word}");
        }
        assert_eq!(distance("cage", "cages"), 1);
        assert_eq!(nearest("word", []), None);
    }
}
