//! Layered drawing of graphs in whole numbers: columns by depth, and rows so
//! that few edges cross and none runs through a node.
//!
//! The method is that of Sugiyama, Tagawa and Toda (1981): an edge across
//! several columns gets a dummy node in each column between; sweeps order each
//! column by the mean positions of its neighbours; then rows are moved towards
//! the neighbours as far as the order and the distances allow. All arithmetic
//! is in integers, so that every machine draws the same picture.

/// Least distance of two nodes in a column, in units of a row.
pub const NODE: i32 = 4;
/// Height, in the same units, of an edge that passes through a column.
pub const BEND: i32 = 2;

/// Number of sweeps that order the columns, alternately forwards and backwards.
/// Chosen by hand: more sweeps may remove further crossings but take longer.
const SWEEPS: usize = 4;

/// The positions of a drawn graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The row of each node, downwards from 0.
    pub rows: Vec<i32>,
    /// For each edge, the points (column, row) where it bends. Between two
    /// points more than one column apart it is horizontal.
    pub bends: Vec<Vec<(i32, i32)>>,
}

/// Returns a column for each node: one after the last column of the nodes with
/// an edge to it; for a leaf, one before the first column that it has an edge
/// to. Edges lead from lower to higher node numbers, and none leads to a leaf.
pub fn by_depth(is_leaf: &[bool], edges: &[(usize, usize)]) -> Vec<usize> {
    let mut columns = vec![0; is_leaf.len()];
    let mut into = vec![Vec::new(); is_leaf.len()];
    for &(from, to) in edges {
        into[to].push(from);
    }
    for node in (0..is_leaf.len()).filter(|&node| !is_leaf[node]) {
        let before = into[node].iter().map(|&from| columns[from]);
        columns[node] = before.max().map_or(0, |column| column + 1);
    }
    let mut first_use = vec![usize::MAX; is_leaf.len()];
    for &(from, to) in edges {
        first_use[from] = first_use[from].min(columns[to]);
    }
    for leaf in (0..is_leaf.len()).filter(|&node| is_leaf[node]) {
        columns[leaf] = first_use[leaf].saturating_sub(1);
    }
    columns
}

/// Lays out a graph whose edges lead from a column to a later one.
pub fn lay_out(columns: &[usize], edges: &[(usize, usize)]) -> Layers {
    let mut sheet = Sheet::new(columns, edges);
    for sweep in 0..SWEEPS {
        sheet.order(sweep % 2 == 0);
    }
    sheet.stack();
    for forth in [true, false, true, false, true] {
        sheet.straighten(forth);
    }
    sheet.finish(columns, edges)
}

/// The graph with its dummy nodes.
struct Sheet {
    /// The vertices of each column from top to bottom. Nodes have the first
    /// numbers, dummies the others.
    columns: Vec<Vec<usize>>,
    /// For each vertex, its neighbours one column to the left.
    left: Vec<Vec<usize>>,
    /// For each vertex, its neighbours one column to the right.
    right: Vec<Vec<usize>>,
    /// Number of vertices that are nodes.
    nodes: usize,
    /// For each edge, its dummies.
    dummies: Vec<Vec<usize>>,
    /// The row of each vertex, once computed.
    rows: Vec<i32>,
}

impl Sheet {
    fn new(columns: &[usize], edges: &[(usize, usize)]) -> Sheet {
        let width = columns.iter().max().map_or(0, |last| last + 1);
        let mut sheet = Sheet {
            columns: vec![Vec::new(); width],
            left: vec![Vec::new(); columns.len()],
            right: vec![Vec::new(); columns.len()],
            nodes: columns.len(),
            dummies: Vec::with_capacity(edges.len()),
            rows: Vec::new(),
        };
        for (node, &column) in columns.iter().enumerate() {
            sheet.columns[column].push(node);
        }
        for &(from, to) in edges {
            let mut dummies = Vec::new();
            let mut last = from;
            for column in columns[from] + 1..columns[to] {
                let dummy = sheet.left.len();
                sheet.left.push(Vec::new());
                sheet.right.push(Vec::new());
                sheet.columns[column].push(dummy);
                sheet.join(last, dummy);
                dummies.push(dummy);
                last = dummy;
            }
            sheet.join(last, to);
            sheet.dummies.push(dummies);
        }
        sheet
    }

    fn join(&mut self, left: usize, right: usize) {
        self.right[left].push(right);
        self.left[right].push(left);
    }

    /// Sorts each column by the mean position of its neighbours.
    fn order(&mut self, forth: bool) {
        let mut places = vec![0; self.left.len()];
        for column in &self.columns {
            for (place, &vertex) in column.iter().enumerate() {
                places[vertex] = place as i64;
            }
        }
        let neighbours = if forth { &self.left } else { &self.right };
        for column in sweep(self.columns.len(), forth) {
            let column = &mut self.columns[column];
            // A finer scale than positions, so that the mean of two is between
            // them.
            const SCALE: i64 = 1 << 20;
            let mean = |vertex: usize| match &neighbours[vertex][..] {
                [] => places[vertex] * SCALE,
                near => {
                    let sum: i64 = near.iter().map(|&other| places[other]).sum();
                    sum * SCALE / near.len() as i64
                }
            };
            column.sort_by_key(|&vertex| mean(vertex));
            for (place, &vertex) in column.iter().enumerate() {
                places[vertex] = place as i64;
            }
        }
    }

    /// Returns, for each vertex of a column, its least distance below the first
    /// vertex.
    fn offsets(&self, column: usize) -> Vec<i32> {
        let height = |vertex| if vertex < self.nodes { NODE } else { BEND };
        let mut bottom = 0;
        let vertices = self.columns[column].iter().enumerate();
        let offsets = vertices.map(|(place, &vertex)| {
            let half = height(vertex) / 2;
            let middle = if place == 0 { 0 } else { bottom + half };
            bottom = middle + half;
            middle
        });
        offsets.collect()
    }

    /// Sets the tightest rows.
    fn stack(&mut self) {
        self.rows = vec![0; self.left.len()];
        for column in 0..self.columns.len() {
            let offsets = self.offsets(column);
            for (&vertex, offset) in self.columns[column].iter().zip(offsets) {
                self.rows[vertex] = offset;
            }
        }
    }

    /// Moves the vertices of each column towards the mean rows of their
    /// neighbours, keeping order and distances. The result minimises the sum of
    /// squared distances and is found by pooling adjacent vertices that would
    /// come too close.
    fn straighten(&mut self, forth: bool) {
        let neighbours = if forth { &self.left } else { &self.right };
        for column in sweep(self.columns.len(), forth) {
            let offsets = self.offsets(column);
            // The sum of the wanted rows, and their number.
            let mut pools: Vec<(i32, i32)> = Vec::new();
            for (&vertex, offset) in self.columns[column].iter().zip(&offsets) {
                let near = &neighbours[vertex];
                let wish = match near.len() as i32 {
                    0 => self.rows[vertex],
                    len => near
                        .iter()
                        .map(|&other| self.rows[other])
                        .sum::<i32>()
                        .div_euclid(len),
                };
                let mut pool = (wish - offset, 1);
                while let Some(above) = pools.pop_if(|above| above.0 * pool.1 >= pool.0 * above.1) {
                    pool = (pool.0 + above.0, pool.1 + above.1);
                }
                pools.push(pool);
            }
            let shifts = pools
                .iter()
                .flat_map(|&(sum, len)| std::iter::repeat_n(sum.div_euclid(len), len as usize));
            for ((&vertex, offset), shift) in self.columns[column].iter().zip(offsets).zip(shifts) {
                self.rows[vertex] = offset + shift;
            }
        }
    }

    fn finish(self, columns: &[usize], edges: &[(usize, usize)]) -> Layers {
        let top = self.rows.iter().copied().min().unwrap_or(0);
        let row = |vertex: usize| self.rows[vertex] - top;
        let bends = edges
            .iter()
            .zip(&self.dummies)
            .map(|(&(from, to), dummies)| {
                let path: Vec<i32> = std::iter::once(from)
                    .chain(dummies.iter().copied())
                    .chain([to])
                    .map(row)
                    .collect();
                let points = path.windows(3).enumerate();
                let points = points.filter(|(_, rows)| rows[0] != rows[1] || rows[1] != rows[2]);
                let point =
                    |(index, rows): (usize, &[i32])| ((columns[from] + 1 + index) as i32, rows[1]);
                points.map(point).collect()
            });
        Layers {
            bends: bends.collect(),
            rows: (0..self.nodes).map(row).collect(),
        }
    }
}

/// Returns the columns in the order of a sweep, except for the first, which has
/// no neighbours to move towards.
fn sweep(columns: usize, forth: bool) -> Vec<usize> {
    match forth {
        true => (1..columns).collect(),
        false => (0..columns.saturating_sub(1)).rev().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two things of a column are too close, and edges are connected.
    fn is_clean(columns: &[usize], edges: &[(usize, usize)], layers: &Layers) {
        let width = columns.iter().max().unwrap() + 1;
        // For each column, the rows of what is in it or passes through it, and
        // their heights.
        let mut taken = vec![Vec::new(); width];
        for (&column, &row) in columns.iter().zip(&layers.rows) {
            taken[column].push((row, NODE));
        }
        for (&(from, to), bends) in edges.iter().zip(&layers.bends) {
            let mut path = vec![(columns[from] as i32, layers.rows[from])];
            path.extend(bends);
            path.push((columns[to] as i32, layers.rows[to]));
            for pair in path.windows(2) {
                let ((left, above), (right, below)) = (pair[0], pair[1]);
                assert!(left < right);
                assert!(
                    left + 1 == right || above == below,
                    "slanted through a column"
                );
                for column in left + 1..right {
                    taken[column as usize].push((above, BEND));
                }
            }
            for &(column, row) in bends {
                taken[column as usize].push((row, BEND));
            }
        }
        for mut column in taken {
            column.sort();
            for pair in column.windows(2) {
                let room = (pair[0].1 + pair[1].1) / 2;
                assert!(pair[1].0 - pair[0].0 >= room, "{column:?}");
            }
        }
        assert_eq!(layers.rows.iter().min().map(|&row| row >= 0), Some(true));
    }

    #[test]
    fn depth_is_the_longest_way_and_leaves_stand_before_their_use() {
        let edges = [(0, 1), (0, 3), (1, 3), (2, 3)];
        let is_leaf = [false, false, true, false];
        assert_eq!(by_depth(&is_leaf, &edges), [0, 1, 1, 2]);
    }

    #[test]
    fn two_crossed_edges_are_uncrossed() {
        let columns = [0, 0, 1, 1];
        let edges = [(0, 3), (1, 2)];
        let layers = lay_out(&columns, &edges);
        assert!((layers.rows[0] < layers.rows[1]) == (layers.rows[3] < layers.rows[2]));
    }

    #[test]
    fn an_edge_goes_round_the_nodes_between() {
        // A chain, and an edge that passes it.
        let columns = [0, 1, 2, 3];
        let edges = [(0, 1), (0, 3), (1, 2), (2, 3)];
        let layers = lay_out(&columns, &edges);
        is_clean(&columns, &edges, &layers);
        assert!(!layers.bends[1].is_empty());
    }

    #[test]
    fn nothing_overlaps_in_graphs_made_at_random() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let nodes = random.usize(1..40);
            let mut edges: Vec<(usize, usize)> = (1..nodes)
                .flat_map(|to| {
                    let many = random.usize(0..4).min(to);
                    random
                        .choose_multiple(0..to, many)
                        .into_iter()
                        .map(move |from| (from, to))
                })
                .collect();
            edges.sort_unstable();
            let columns = by_depth(&vec![false; nodes], &edges);
            let layers = lay_out(&columns, &edges);
            is_clean(&columns, &edges, &layers);
            assert_eq!(layers, lay_out(&columns, &edges));
        }
    }

    #[test]
    fn nothing_and_one_node_can_be_laid_out() {
        assert!(lay_out(&[], &[]).rows.is_empty());
        assert_eq!(lay_out(&[0], &[]).rows, [0]);
    }
}
