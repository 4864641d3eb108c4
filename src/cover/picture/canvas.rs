//! What solutions are drawn on: the board, and what each option writes on it.

use super::{HUES, Panel, Picture, Square};
use crate::cover::OptionId;
use std::collections::HashMap;

/// Where the walls stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// Around what each option covers: its squares are a piece.
    Pieces,
    /// Around the regions of the board.
    Regions,
}

/// What decides the colour of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hues {
    /// There are no colours.
    None,
    /// The first mark in it.
    Marks,
    /// Its region: neighbours differ.
    Neighbours,
}

/// A text that options write, by its place among the canvas's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(u32);

/// A board, and what each option of a problem writes on it.
///
/// Squares are numbered through all panels, row after row.
#[derive(Clone, Debug)]
pub struct Canvas {
    title: String,
    panels: Vec<Panel>,
    walls: Walls,
    hues: Hues,
    /// What marks say, and their hues.
    texts: Vec<(String, u8)>,
    marks: HashMap<String, Mark>,
    /// The squares that options write in and what, option after option.
    ink: Vec<(u32, Mark)>,
    /// Where each option ends in `ink`.
    ends: Vec<u32>,
}

impl Canvas {
    /// A canvas without panels.
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

    /// Adds a panel of so many rows and columns, all its squares alike.
    pub fn rectangle(&mut self, rows: usize, cols: usize) {
        self.panel(Panel {
            title: String::new(),
            cols,
            squares: vec![Some(Square::default()); rows * cols],
        });
    }

    /// The square of this number.
    ///
    /// # Panics
    /// If there is none, or the board has a hole there.
    pub fn square(&mut self, mut number: usize) -> &mut Square {
        for panel in &mut self.panels {
            if number < panel.squares.len() {
                return panel.squares[number].as_mut().expect("no hole");
            }
            number -= panel.squares.len();
        }
        panic!("no square has this number")
    }

    /// The mark with this text, and with this hue if it is new. Hues beyond
    /// [`HUES`] begin again.
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

    /// The next option writes these marks in these squares.
    pub fn option(&mut self, ink: impl IntoIterator<Item = (usize, Mark)>) {
        let ink = ink.into_iter();
        self.ink
            .extend(ink.map(|(square, mark)| (square as u32, mark)));
        self.ends.push(self.ink.len() as u32);
    }

    /// The picture of these options. Marks that meet in a square stand there
    /// side by side, in the order of the options in the problem.
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
            cols: panel.cols,
            squares: squares.by_ref().take(panel.squares.len()).collect(),
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

    /// What an option writes, and in which squares.
    fn written_by(&self, option: OptionId) -> &[(u32, Mark)] {
        let start = match option.index() {
            0 => 0,
            index => self.ends[index - 1],
        };
        &self.ink[start as usize..self.ends[option.index()] as usize]
    }
}

/// Hues for the regions of some panels, so that neighbours differ: each gets
/// the first that no neighbour has yet, in the order of the regions. (A region
/// with so many neighbours that all hues are taken shares one; walls part them
/// still.)
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
