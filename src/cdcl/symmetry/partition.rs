//! Ordered partitions of the vertices of a graph, and their refinement.
//!
//! The vertices are the literals and the clauses of three literals and more. A literal is a
//! neighbour of its clauses, of the other literals of its binary clauses, and, in another way, of
//! its negation. In an *equitable* partition, all vertices of a cell have the same number of
//! neighbours in each cell. Refinement splits cells until this is so. It depends on the graph alone
//! and not on the numbers of its vertices, so two partitions that a symmetry maps to each other are
//! refined in the same steps.

use super::formula::Formula;
use crate::cdcl::state::effort::Effort;
use std::collections::VecDeque;

/// Weight of a literal in the count of its negation. It is larger than any number of other
/// neighbours, each of which weighs 1, so the sum tells whether the negation is counted.
const NEGATION: u32 = 1 << 31;

/// The neighbours of each vertex.
pub(super) struct Graph {
    /// Number of literals.
    num_lits: u32,
    /// The neighbours of all vertices, one vertex after the other.
    neighbours: Vec<u32>,
    /// For each vertex, the index of its first neighbour, and a last one.
    starts: Vec<u32>,
    /// The vertices of each colour. Those of literals come first.
    colours: Vec<Vec<u32>>,
}

impl Graph {
    /// Creates the graph of a formula.
    pub(super) fn new(formula: &Formula) -> Graph {
        let num_lits = formula.num_lits() as u32;
        // Vertices of the clauses that have one.
        let mut vertices = vec![0; formula.num_clauses()];
        let mut long = Vec::new();
        for clause in 0..formula.num_clauses() as u32 {
            if formula.clause(clause).len() > 2 {
                vertices[clause as usize] = num_lits + long.len() as u32;
                long.push(clause);
            }
        }
        let mut graph = Graph {
            num_lits,
            neighbours: Vec::with_capacity(2 * formula.size()),
            starts: vec![0],
            colours: Vec::new(),
        };
        let is_unit = |lit: u32| {
            let mut clauses = formula.occurrences(lit).iter();
            clauses.any(|&clause| formula.clause(clause).len() == 1)
        };
        let (units, others) = (0..num_lits).partition(|&lit| is_unit(lit));
        graph.colours = vec![units, others];
        for lit in 0..num_lits {
            for &clause in formula.occurrences(lit) {
                match *formula.clause(clause) {
                    [_] => {}
                    [a, b] => graph.neighbours.push(a ^ b ^ lit),
                    _ => graph.neighbours.push(vertices[clause as usize]),
                }
            }
            graph.starts.push(graph.neighbours.len() as u32);
        }
        for &clause in &long {
            graph.neighbours.extend(formula.clause(clause));
            graph.starts.push(graph.neighbours.len() as u32);
        }
        let mut by_size = long.clone();
        by_size.sort_by_key(|&clause| formula.clause(clause).len());
        let same_size = |a: &u32, b: &u32| formula.clause(*a).len() == formula.clause(*b).len();
        for chunk in by_size.chunk_by(same_size) {
            let chunk = chunk.iter().map(|&clause| vertices[clause as usize]);
            graph.colours.push(chunk.collect());
        }
        graph.colours.retain(|colour| !colour.is_empty());
        graph
    }

    /// Returns the neighbours of a vertex, without its negation.
    pub(super) fn neighbours(&self, vertex: u32) -> &[u32] {
        let start = self.starts[vertex as usize] as usize;
        &self.neighbours[start..self.starts[vertex as usize + 1] as usize]
    }

    fn num_vertices(&self) -> usize {
        self.starts.len() - 1
    }
}

/// The steps of a refinement, to be recorded or compared.
#[derive(Default)]
pub(super) struct Trace {
    steps: Vec<u32>,
    /// Number of the steps that were compared, if they are to be compared.
    compared: Option<usize>,
}

impl Trace {
    /// Begins to record steps.
    pub(super) fn record(&mut self) {
        self.steps.clear();
        self.compared = None;
    }

    /// Begins to compare steps with those recorded.
    pub(super) fn compare(&mut self) {
        self.compared = Some(0);
    }

    /// Records a step, or returns `false` if it is another one than that recorded.
    fn step(&mut self, step: u32) -> bool {
        match &mut self.compared {
            None => {
                self.steps.push(step);
                true
            }
            Some(next) => {
                *next += 1;
                self.steps.get(*next - 1) == Some(&step)
            }
        }
    }

    /// Returns `true` if all recorded steps were compared.
    fn is_complete(&self) -> bool {
        self.compared
            .is_none_or(|compared| compared == self.steps.len())
    }
}

/// A partition into cells. A cell is named by the place of its first vertex.
#[derive(Clone)]
pub(super) struct Partition {
    /// The vertices, cell by cell.
    vertices: Vec<u32>,
    /// By vertex: its place in `vertices`.
    places: Vec<u32>,
    /// By vertex: its cell.
    cells: Vec<u32>,
    /// By cell: number of its vertices.
    lens: Vec<u32>,
    /// The cells that were split off, each with the cell before it that it was part of.
    splits: Vec<(u32, u32)>,
    /// The cells whose neighbours are to be counted, and a mark for each of them.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// By vertex: number of neighbours in the cell that is counted.
    counts: Vec<u32>,
}

impl Partition {
    /// Creates the partition by colours. All cells are queued.
    pub(super) fn new(graph: &Graph) -> Partition {
        let num_vertices = graph.num_vertices();
        let mut partition = Partition {
            vertices: graph.colours.concat(),
            places: vec![0; num_vertices],
            cells: vec![0; num_vertices],
            lens: vec![0; num_vertices],
            splits: Vec::new(),
            queue: VecDeque::new(),
            is_queued: vec![false; num_vertices],
            counts: vec![0; num_vertices],
        };
        for (place, &vertex) in partition.vertices.iter().enumerate() {
            partition.places[vertex as usize] = place as u32;
        }
        let mut start = 0;
        for colour in &graph.colours {
            partition.lens[start] = colour.len() as u32;
            for &vertex in colour {
                partition.cells[vertex as usize] = start as u32;
            }
            partition.enqueue(start as u32);
            start += colour.len();
        }
        partition
    }

    /// Returns the vertices of a cell.
    pub(super) fn cell(&self, cell: u32) -> &[u32] {
        &self.vertices[cell as usize..(cell + self.lens[cell as usize]) as usize]
    }

    /// Returns the cell of a vertex.
    pub(super) fn cell_of(&self, vertex: u32) -> u32 {
        self.cells[vertex as usize]
    }

    /// Returns the number of splits, to [undo](Partition::undo) later ones.
    pub(super) fn num_splits(&self) -> usize {
        self.splits.len()
    }

    /// Merges again the cells that were split after there were `num` splits.
    pub(super) fn undo(&mut self, num: usize) {
        for (cell, parent) in self.splits.drain(num..).rev() {
            let len = std::mem::take(&mut self.lens[cell as usize]);
            for &vertex in &self.vertices[cell as usize..(cell + len) as usize] {
                self.cells[vertex as usize] = parent;
            }
            self.lens[parent as usize] += len;
        }
    }

    fn enqueue(&mut self, cell: u32) {
        if !std::mem::replace(&mut self.is_queued[cell as usize], true) {
            self.queue.push_back(cell);
        }
    }

    /// Moves a vertex to a place. The one that is there takes its place.
    fn place(&mut self, vertex: u32, place: u32) {
        let old = self.places[vertex as usize];
        let other = self.vertices[place as usize];
        self.vertices.swap(old as usize, place as usize);
        self.places[other as usize] = old;
        self.places[vertex as usize] = place;
    }

    /// Makes the vertices from the place `start` on a cell of their own.
    fn split(&mut self, cell: u32, start: u32) {
        let end = cell + self.lens[cell as usize];
        self.lens[cell as usize] = start - cell;
        self.lens[start as usize] = end - start;
        for &vertex in &self.vertices[start as usize..end as usize] {
            self.cells[vertex as usize] = start;
        }
        self.splits.push((start, cell));
    }

    /// Makes a vertex a cell of its own, which is queued.
    pub(super) fn individualize(&mut self, vertex: u32) {
        let cell = self.cell_of(vertex);
        let last = cell + self.lens[cell as usize] - 1;
        self.place(vertex, last);
        self.split(cell, last);
        self.enqueue(last);
    }

    /// Refines the partition until it is equitable. Returns `false` if the steps are not those of
    /// the trace, or if the effort ends.
    pub(super) fn refine(&mut self, graph: &Graph, trace: &mut Trace, effort: &mut Effort) -> bool {
        let mut touched = Vec::new();
        let mut is_same = true;
        while let Some(cell) = self.queue.pop_front() {
            self.is_queued[cell as usize] = false;
            // After a difference the queue is only emptied.
            is_same = is_same && !effort.is_spent();
            if is_same {
                self.count(cell, graph, &mut touched, effort);
                is_same = self.split_by_counts(&mut touched, trace);
            }
        }
        is_same && trace.is_complete()
    }

    /// Counts for each vertex its neighbours in the cell. Puts those that have one into `touched`.
    fn count(&mut self, cell: u32, graph: &Graph, touched: &mut Vec<u32>, effort: &mut Effort) {
        let end = cell + self.lens[cell as usize];
        for &vertex in &self.vertices[cell as usize..end as usize] {
            let neighbours = graph.neighbours(vertex);
            effort.spend(neighbours.len() + 1);
            let negation = (vertex < graph.num_lits).then_some((vertex ^ 1, NEGATION));
            let neighbours = neighbours.iter().map(|&neighbour| (neighbour, 1));
            for (neighbour, weight) in neighbours.chain(negation) {
                let count = &mut self.counts[neighbour as usize];
                if *count == 0 {
                    touched.push(neighbour);
                }
                *count += weight;
            }
        }
    }

    /// Splits the cells of the touched vertices by their counts, and clears `touched` and the
    /// counts. Returns `false` if the steps are not those of the trace.
    fn split_by_counts(&mut self, touched: &mut Vec<u32>, trace: &mut Trace) -> bool {
        let key = |this: &Partition, vertex: u32| {
            (this.cells[vertex as usize], this.counts[vertex as usize])
        };
        touched.sort_unstable_by_key(|&vertex| key(self, vertex));
        let mut is_same = true;
        let mut rest = &touched[..];
        while let Some(&first) = rest.first() {
            let cell = self.cell_of(first);
            let num = rest.partition_point(|&vertex| self.cell_of(vertex) == cell);
            let (chunk, others) = rest.split_at(num);
            rest = others;
            let len = self.lens[cell as usize];
            let mut sizes = Vec::new();
            for group in chunk.chunk_by(|&a, &b| key(self, a) == key(self, b)) {
                let count = self.counts[group[0] as usize];
                let step = [cell, count, group.len() as u32];
                is_same = is_same && step.into_iter().all(|step| trace.step(step));
                sizes.push(group.len() as u32);
            }
            if !is_same {
                break;
            }
            if sizes[0] < len {
                self.split_cell(cell, chunk, &sizes);
            }
        }
        for vertex in touched.drain(..) {
            self.counts[vertex as usize] = 0;
        }
        is_same
    }

    /// Makes groups of a cell's vertices cells of their own, one after the other at its end, and
    /// queues all but the largest part. `sizes` are those of the groups.
    fn split_cell(&mut self, cell: u32, groups: &[u32], sizes: &[u32]) {
        let end = cell + self.lens[cell as usize];
        let mut place = end;
        for &vertex in groups.iter().rev() {
            place -= 1;
            self.place(vertex, place);
        }
        let mut parts = Vec::with_capacity(sizes.len() + 1);
        let mut start = end;
        for &size in sizes.iter().rev() {
            start -= size;
            if start > cell {
                self.split(cell, start);
            }
            parts.push(start);
        }
        if start > cell {
            parts.push(cell);
        }
        let is_queued = self.is_queued[cell as usize];
        let len = |part: &u32| (self.lens[*part as usize], *part);
        let largest = parts.iter().copied().max_by_key(|part| len(part));
        for part in parts {
            if is_queued || Some(part) != largest {
                self.enqueue(part);
            }
        }
    }
}
