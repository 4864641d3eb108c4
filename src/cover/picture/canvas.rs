//! The canvas of a problem: its board, and the marks that each option writes on
//! it.

use super::{HUES, Panel, Picture, Square};
use crate::cover::OptionId;
use std::collections::HashMap;

/// The position of walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// Around the squares that an option covers, which are a piece.
    Pieces,
    /// Around the regions of the board.
    Regions,
}

/// The rule for the colour of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hues {
    /// No colours.
    None,
    /// The hue of the first mark in the square.
    Marks,
    /// By region, so that neighbouring regions differ.
    Neighbours,
}

/// A text that options write, identified by its index among the canvas's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(u32);

/// A board, and the marks that each option of a problem writes on it.
///
/// Squares are numbered through all panels, row after row.
#[derive(Clone, Debug)]
pub struct Canvas {
    title: String,
    panels: Vec<Panel>,
    walls: Walls,
    hues: Hues,
    /// The text of each mark, and its hue.
    texts: Vec<(String, u8)>,
    marks: HashMap<String, Mark>,
    /// The squares that options write in, each with its mark, option after
    /// option.
    ink: Vec<(u32, Mark)>,
    /// End of each option in `ink`.
    ends: Vec<u32>,
}

impl Canvas {
    /// Creates a canvas without panels.
    pub fn new(title: impl Into<String>, walls: Walls, hues: Hues) -> Canvas {
        Canvas {
            title: title.into(),
            panels: Vec::new(),
            walls,
            hues,
            texts: Vec::new(),
            marks: HashMap::new(),
            ink: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Adds a panel of squares.
    pub fn panel(&mut self, panel: Panel) {
        self.panels.push(panel);
    }

    /// Adds a panel of `rows` rows and `cols` columns of equal squares.
    pub fn rectangle(&mut self, rows: usize, cols: usize) {
        self.panel(Panel::rectangle(rows, cols));
    }

    /// Returns the square with this number.
    ///
    /// # Panics
    /// If there is no such square, or the board has a hole there.
    pub fn square(&mut self, mut number: usize) -> &mut Square {
        for panel in &mut self.panels {
            if number < panel.squares.len() {
                return panel.squares[number].as_mut().expect("no hole");
            }
            number -= panel.squares.len();
        }
        panic!("no square has this number")
    }

    /// Returns the mark with this text. A new mark gets this hue, modulo
    /// [`HUES`].
    pub fn mark(&mut self, text: &str, hue: usize) -> Mark {
        if let Some(&mark) = self.marks.get(text) {
            return mark;
        }
        let mark = Mark(self.texts.len() as u32);
        self.texts
            .push((text.to_owned(), (hue % usize::from(HUES)) as u8));
        self.marks.insert(text.to_owned(), mark);
        mark
    }

    /// Adds the next option, which writes these marks in these squares.
    pub fn option(&mut self, ink: impl IntoIterator<Item = (usize, Mark)>) {
        let ink = ink.into_iter();
        self.ink
            .extend(ink.map(|(square, mark)| (square as u32, mark)));
        self.ends.push(self.ink.len() as u32);
    }

    /// Returns the picture of these options. Several marks in a square are
    /// written side by side, in the order of the options in the problem.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn picture(&self, options: &[OptionId]) -> Picture {
        let mut squares: Vec<Option<Square>> = self
            .panels
            .iter()
            .flat_map(|panel| panel.squares.iter().cloned())
            .collect();
        let mut bare = vec![true; squares.len()];
        let mut options = options.to_vec();
        options.sort_unstable();
        for (place, option) in options.iter().enumerate() {
            for &(number, mark) in self.written_by(*option) {
                let number = number as usize;
                let Some(square) = &mut squares[number] else {
                    continue;
                };
                let (text, hue) = &self.texts[mark.0 as usize];
                if std::mem::take(&mut bare[number]) {
                    square.text.clear();
                    if self.hues == Hues::Marks {
                        square.hue = Some(*hue);
                    }
                }
                square.text += text;
                if self.walls == Walls::Pieces {
                    // Region 0 is for squares that nothing covers.
                    square.region = place as u32 + 1;
                }
            }
        }
        let mut squares = squares.into_iter();
        let panels = self.panels.iter().map(|panel| Panel {
            title: panel.title.clone(),
            squares: squares.by_ref().take(panel.squares.len()).collect(),
            ..*panel
        });
        let mut picture = Picture {
            title: self.title.clone(),
            panels: panels.collect(),
        };
        if self.hues == Hues::Neighbours {
            let hues = hues_of_regions(&picture.panels);
            let panels = picture.panels.iter_mut();
            for square in panels.flat_map(|panel| &mut panel.squares).flatten() {
                square.hue = hues.get(&square.region).copied();
            }
        }
        picture
    }

    /// Returns the marks that an option writes, with their squares.
    fn written_by(&self, option: OptionId) -> &[(u32, Mark)] {
        let start = match option.index() {
            0 => 0,
            index => self.ends[index - 1],
        };
        &self.ink[start as usize..self.ends[option.index()] as usize]
    }
}

/// Returns hues for the regions of some panels, so that neighbouring regions
/// differ: each region, in order, gets the first hue that no neighbour has yet.
/// (A region whose neighbours use all hues shares one; walls still separate
/// them.)
pub(crate) fn hues_of_regions<'a>(panels: impl IntoIterator<Item = &'a Panel>) -> HashMap<u32, u8> {
    let mut neighbours: HashMap<u32, Vec<u32>> = HashMap::new();
    for panel in panels {
        for (number, square) in panel.squares.iter().enumerate() {
            let Some(square) = square else { continue };
            let (row, col) = (number / panel.cols, number % panel.cols);
            let own = neighbours.entry(square.region).or_default();
            let around = [
                (row.wrapping_sub(1), col),
                (row + 1, col),
                (row, col.wrapping_sub(1)),
                (row, col + 1),
            ];
            for (row, col) in around {
                own.extend(panel.square(row, col).map(|other| other.region));
            }
        }
    }
    let mut regions: Vec<u32> = neighbours.keys().copied().collect();
    regions.sort_unstable();
    let mut hues: HashMap<u32, u8> = HashMap::new();
    for region in regions {
        let taken: Vec<u8> = neighbours[&region]
            .iter()
            .filter_map(|other| hues.get(other).copied())
            .collect();
        let hue = (0..HUES).find(|hue| !taken.contains(hue)).unwrap_or(0);
        hues.insert(region, hue);
    }
    hues
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_write_on_the_board() {
        let mut canvas = Canvas::new("t", Walls::Pieces, Hues::Marks);
        canvas.rectangle(1, 3);
        canvas.square(2).text = "·".to_owned();
        let (a, b) = (canvas.mark("a", 0), canvas.mark("b", 13));
        assert_eq!(canvas.mark("a", 0), a);
        canvas.option([(0, a), (1, a)]);
        canvas.option([(1, b)]);
        canvas.option([(2, b)]);
        let texts = |options: &[usize]| {
            let options: Vec<OptionId> = options.iter().copied().map(OptionId::new).collect();
            let picture = canvas.picture(&options);
            let squares = picture.panels[0].squares.iter().flatten();
            squares
                .map(|s| (s.text.clone(), s.region, s.hue))
                .collect::<Vec<_>>()
        };
        let say = |text: &str, region, hue| (text.to_owned(), region, hue);
        assert_eq!(
            texts(&[2, 0]),
            [
                say("a", 1, Some(0)),
                say("a", 1, Some(0)),
                say("b", 2, Some(1))
            ]
        );
        assert_eq!(
            texts(&[1, 0]),
            [
                say("a", 1, Some(0)),
                say("ab", 2, Some(0)),
                say("·", 0, None)
            ]
        );
    }

    #[test]
    fn neighbours_differ_in_colour() {
        let mut canvas = Canvas::new("t", Walls::Pieces, Hues::Neighbours);
        canvas.rectangle(10, 10);
        let mark = canvas.mark("x", 0);
        for number in 0..100 {
            canvas.option([(number, mark)]);
        }
        let options: Vec<OptionId> = (0..100).map(OptionId::new).collect();
        let picture = canvas.picture(&options);
        let panel = &picture.panels[0];
        let hue = |row, col| panel.square(row, col).unwrap().hue.unwrap();
        for (row, col) in itertools::iproduct!(0..9, 0..9) {
            assert_ne!(hue(row, col), hue(row + 1, col));
            assert_ne!(hue(row, col), hue(row, col + 1));
        }
        assert!(panel.squares.iter().flatten().all(|s| s.hue < Some(5)));
    }
}
