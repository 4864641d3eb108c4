//! The links of dancing links, one pointer at a time.
//!
//! Each node knows its left, right, upper and lower neighbour. To remove a node
//! x from a list is to change two pointers, and neither of them is x's own:
//! x still remembers its neighbours, so two further assignments put it back.
//! That works only if x's neighbours are those of the moment of its removal, so
//! everything is put back in reverse order.
//!
//! `cover::dlx` is the search; this module repeats what its events do to the
//! pointers, for pictures. The two assignments of a pair are in Knuth's order, L before R and
//! U before D, also when a node is put back; neither changes what the other one reads. Restoring
//! an option goes to the left here, exactly the other way than hiding it; in `dlx` that order is
//! free.

use super::trace::{CoverPart, Event, ItemKind};

/// A pointer of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The left neighbour, L.
    Left,
    /// The right neighbour, R.
    Right,
    /// The upper neighbour, U.
    Up,
    /// The lower neighbour, D.
    Down,
}

impl Field {
    /// All pointers of a node.
    pub const ALL: [Field; 4] = [Field::Left, Field::Right, Field::Up, Field::Down];

    /// Returns Knuth's letter for the pointer.
    pub fn letter(self) -> char {
        match self {
            Field::Left => 'L',
            Field::Right => 'R',
            Field::Up => 'U',
            Field::Down => 'D',
        }
    }

    /// Returns the pointer in the other direction.
    #[must_use]
    pub fn opposite(self) -> Field {
        match self {
            Field::Left => Field::Right,
            Field::Right => Field::Left,
            Field::Up => Field::Down,
            Field::Down => Field::Up,
        }
    }
}

/// A node: the root, the header of an item, or a 1 of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The neighbours, in the order of [`Field::ALL`].
    pointers: [usize; 4],
    /// Number of the item; `None` for the root.
    pub item: Option<usize>,
    /// Number of the option; `None` for the root and for headers.
    pub option: Option<usize>,
}

/// An assignment to a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The node whose pointer changes.
    pub node: usize,
    /// The pointer.
    pub field: Field,
    /// Its value before.
    pub from: usize,
    /// Its value after.
    pub to: usize,
    /// The node that is removed or put back.
    pub about: usize,
    /// The size of the node's item before and after, if the assignment
    /// completes the removal of a node or begins its return.
    pub size: Option<(usize, usize)>,
}

impl Change {
    /// Returns `true` if the node is put back, `false` if it is removed.
    pub fn restores(&self) -> bool {
        self.to == self.about
    }
}

/// The state of all links. Node 0 is the root, node i + 1 the header of item i.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    nodes: Vec<Node>,
    /// For each item, the number of options in its list.
    sizes: Vec<usize>,
}

impl Links {
    /// Returns the links before the search. As in Knuth's programs, an option
    /// without primary items has no nodes, and the header of a secondary item
    /// is its own neighbour.
    pub fn new(cover: &CoverPart) -> Links {
        let items = cover.items.len();
        let is_primary = |item: usize| cover.items[item].kind == ItemKind::Primary;
        let mut links = Links {
            nodes: Vec::new(),
            sizes: vec![0; items],
        };
        for head in 0..=items {
            links.nodes.push(Node {
                pointers: [head; 4],
                item: head.checked_sub(1),
                option: None,
            });
        }
        let primary: Vec<usize> = (0..items).filter(|&item| is_primary(item)).collect();
        let heads = std::iter::once(0).chain(primary.iter().map(|item| item + 1));
        links.circle(&heads.collect::<Vec<_>>(), Field::Right);
        for (number, option) in cover.options.iter().enumerate() {
            let mut own = option.items.clone();
            own.sort_unstable();
            own.dedup();
            if !own.iter().any(|&item| is_primary(item)) {
                continue;
            }
            let first = links.nodes.len();
            for &item in &own {
                let (node, head) = (links.nodes.len(), item + 1);
                let bottom = links.get(head, Field::Up);
                links.nodes.push(Node {
                    pointers: [node, node, bottom, head],
                    item: Some(item),
                    option: Some(number),
                });
                links.set(bottom, Field::Down, node);
                links.set(head, Field::Up, node);
                links.sizes[item] += 1;
            }
            links.circle(
                &(first..links.nodes.len()).collect::<Vec<_>>(),
                Field::Right,
            );
        }
        links
    }

    /// Links each node with the next one in a direction, and the last with the first.
    fn circle(&mut self, nodes: &[usize], field: Field) {
        for (place, &node) in nodes.iter().enumerate() {
            let next = nodes[(place + 1) % nodes.len()];
            self.set(node, field, next);
            self.set(next, field.opposite(), node);
        }
    }

    /// Returns the nodes: the root, the headers, then the options' nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the number of options in an item's list.
    pub fn size(&self, item: usize) -> usize {
        self.sizes[item]
    }

    /// Returns a pointer of a node.
    pub fn get(&self, node: usize, field: Field) -> usize {
        self.nodes[node].pointers[field as usize]
    }

    fn set(&mut self, node: usize, field: Field, to: usize) {
        self.nodes[node].pointers[field as usize] = to;
    }

    /// Returns `true` if the neighbour in this direction does not lead back: the
    /// pointer is only remembered.
    pub fn is_remembered(&self, node: usize, field: Field) -> bool {
        self.get(self.get(node, field), field.opposite()) != node
    }

    /// Returns `true` if the node is removed from a list, because none of its two
    /// neighbours there leads back: the header of a covered item, or a hidden 1.
    pub fn is_removed(&self, node: usize) -> bool {
        let both = |one: Field| [one, one.opposite()].map(|field| self.is_remembered(node, field));
        [Field::Left, Field::Up].map(both).contains(&[true, true])
    }

    /// Returns the changes of an event in their order, and makes them. Events
    /// that do not cover or uncover change nothing.
    pub fn apply(&mut self, event: &Event) -> Vec<Change> {
        match *event {
            Event::Cover { item } => self.change(item, false),
            Event::Uncover { item } => self.change(item, true),
            _ => Vec::new(),
        }
    }

    /// Covers an item, or uncovers it: the same nodes put back, the last one first.
    fn change(&mut self, item: usize, restores: bool) -> Vec<Change> {
        let (head, mut changes) = (item + 1, Vec::new());
        let (next_row, next_node) = match restores {
            false => (Field::Down, Field::Right),
            true => (Field::Up, Field::Left),
        };
        let is_listed = self.get(head, Field::Left) != head;
        if is_listed && !restores {
            changes.extend(self.relink(head, Field::Left, restores));
        }
        let mut row = self.get(head, next_row);
        while row != head {
            let mut node = self.get(row, next_node);
            while node != row {
                changes.extend(self.relink(node, Field::Up, restores));
                node = self.get(node, next_node);
            }
            row = self.get(row, next_row);
        }
        if is_listed && restores {
            changes.extend(self.relink(head, Field::Left, restores));
        }
        changes
    }

    /// Removes a node from its horizontal (`Left`) or vertical (`Up`) list, or puts it back. The
    /// size changes after the removal, and before the return.
    fn relink(&mut self, node: usize, back: Field, restores: bool) -> [Change; 2] {
        let size = match (back, self.nodes[node].item) {
            (Field::Up, Some(item)) => {
                let before = self.sizes[item];
                self.sizes[item] = if restores { before + 1 } else { before - 1 };
                Some((before, self.sizes[item]))
            }
            _ => None,
        };
        let (before, after) = if restores { (size, None) } else { (None, size) };
        [(back.opposite(), before), (back, after)].map(|(side, size)| {
            let (neighbour, field) = (self.get(node, side), side.opposite());
            let (from, to) = match restores {
                false => (node, self.get(node, field)),
                true => (self.get(neighbour, field), node),
            };
            self.set(neighbour, field, to);
            Change {
                node: neighbour,
                field,
                from,
                to,
                about: node,
                size,
            }
        })
    }

    /// Makes the assignments of one change, on a copy that has not made it.
    pub fn follow(&mut self, change: &Change) {
        self.set(change.node, change.field, change.to);
        if let (Some((_, size)), Some(item)) = (change.size, self.nodes[change.about].item) {
            self.sizes[item] = size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::problems::Problem;
    use crate::teach::engine::CoverEngine;
    use crate::teach::json;
    use crate::teach::labels::Labels;
    use crate::teach::trace::Trace;

    fn knuth() -> Trace {
        let problem = Problem::by_name("knuth-6x7").unwrap();
        let labels = Labels::of_problem(&problem.read());
        let window = Default::default();
        json::problem(&problem.read(), &labels, CoverEngine::DLX, window).unwrap()
    }

    #[test]
    fn removing_changes_two_pointers_and_none_of_the_node() {
        let trace = knuth();
        let mut links = Links::new(&trace.cover);
        let before = links.clone();
        let changes = links.change(0, false);
        // The header, and the other two nodes of option 2 and the other one of option 4.
        assert_eq!(changes.len(), 2 * (1 + 2 + 1));
        let [first, second] = [changes[0], changes[1]];
        assert_eq!((first.node, first.field, first.to), (2, Field::Left, 0));
        assert_eq!((second.node, second.field, second.to), (0, Field::Right, 2));
        // The size is told once both assignments are made.
        assert_eq!(
            [changes[2], changes[3]].map(|change| change.field),
            [Field::Up, Field::Down]
        );
        assert_eq!((changes[2].size, changes[3].size), (None, Some((3, 2))));
        for change in &changes {
            assert_eq!(change.from, change.about);
            assert!(!change.restores() && links.is_removed(change.about));
        }
        // Each removed node remembers its neighbours.
        assert_eq!(links.nodes()[1], before.nodes()[1]);
        assert_eq!((links.size(3), before.size(3)), (1, 3));
        let mut followed = before.clone();
        changes.iter().for_each(|change| followed.follow(change));
        assert_eq!(followed, links);
    }

    #[test]
    fn reverse_order_restores_every_pointer_and_another_order_does_not() {
        let trace = knuth();
        let start = Links::new(&trace.cover);
        let mut links = start.clone();
        let mut made = links.change(0, false);
        made.extend(links.change(3, false));
        let mut back = links.change(3, true);
        back.extend(links.change(0, true));
        assert_eq!(links, start);
        // Pair for pair, the last one first.
        for (pair, undone) in made.chunks(2).zip(back.rchunks(2)) {
            for (change, undone) in pair.iter().zip(undone) {
                assert_eq!((change.node, change.field), (undone.node, undone.field));
                assert_eq!((change.from, change.to), (undone.to, undone.from));
            }
        }
        links.change(0, false);
        links.change(3, false);
        links.change(0, true);
        links.change(3, true);
        assert_ne!(links, start, "the wrong order leaves wrong links");
    }

    #[test]
    fn a_run_restores_what_it_uncovers() {
        let trace = knuth();
        let mut links = Links::new(&trace.cover);
        let mut states = Vec::new();
        for event in &trace.runs[0].events {
            match event {
                Event::Cover { .. } => states.push(links.clone()),
                Event::Uncover { .. } => {}
                _ => continue,
            }
            links.apply(event);
            if matches!(event, Event::Uncover { .. }) {
                assert_eq!(Some(&links), states.pop().as_ref());
            }
        }
    }
}
