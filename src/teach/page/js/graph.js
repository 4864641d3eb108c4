// ---- graph: the implication graph of a conflict, at the coordinates of the trace

/** Columns and rows of the trace in pixels. */
const GRAPH = { height: 24, unit: 9, left: 8, top: 10 };

/** Width of a node, with room for its name, level and mark, and from column to column. */
const widths = () => isLarge() ? { width: 118, pitch: 172 } : { width: 98, pitch: 152 };

/** The largest coordinate of a graph: 1 is across, 2 is down. */
const farthest = (graph, i) => Math.max(...graph.nodes.map(node => node[i]),
  ...graph.edges.flatMap(([, , bends]) => bends.map(bend => bend[i - 1])));

const heightOf = graph => GRAPH.top + GRAPH.height + farthest(graph, 2) * GRAPH.unit + 10;

/** The height of the highest graph of a run with its box. */
const heightOfGraphs = run => run.highest ??= 34 + Math.max(0, ...run.events.map(e => e.graph ? heightOf(e.graph) : 0));

/** The index of the conflict at hand, or of the next one; -1 if there is none. */
const conflictAt = (run, k, s) => s.conflict >= 0 ? s.conflict : run.events.findIndex((e, i) => i >= k && e.t === "conflict");

/** The graph of the conflict `at`: as it grows to the next one, or whole. Ringed: the literals that the clause at hand
    negates. Faint: what has been resolved away. */
function graphOf(run, s, at) {
  const { graph, by: violated } = run.events[at], isWhole = s.conflict >= 0;
  const { height, unit, left, top } = GRAPH, { width, pitch } = widths();
  const X = x => left + x * pitch, Y = y => top + height / 2 + y * unit;
  const known = new Map(s.trail.map(entry => [entry.lit, entry]));
  const ringed = new Set((isWhole && s.clause || []).map(lit => -lit));
  const resolved = new Set();
  for (let i = at + 1; i < run.position; i++) {
    if (run.events[i].t === "resolve") resolved.add(run.events[i].on);
  }
  // Known once the clause is learned: the point that every path from the decision to the
  // conflict passes, and the edges that lead from it and from earlier levels past it.
  const end = run.events.findIndex((e, i) => i > at && e.t === "learn");
  const learned = end >= 0 && end < run.position && run.events[end];
  const point = learned && learned.uip ? -learned.uip : 0;
  const past = lit => lit === 0 || resolved.has(lit);
  const isThere = ([lit]) => isWhole || known.has(lit);
  const lines = graph.edges.filter(([from, to]) => isThere(graph.nodes[from]) && isThere(graph.nodes[to])).map(([from, to, bends]) => {
    const points = [graph.nodes[from].slice(1), ...bends, graph.nodes[to].slice(1)];
    let d = `M${X(points[0][0]) + width} ${Y(points[0][1])}`;
    for (let i = 1; i < points.length; i++) {
      const [x, y] = points[i], before = points[i - 1];
      const start = X(before[0]) + width, end = X(x), middle = (start + end) / 2;
      d += `C${middle} ${Y(before[1])} ${middle} ${Y(y)} ${end} ${Y(y)}`;
      if (i < points.length - 1) d += `H${end + width}`;
    }
    const target = graph.nodes[to][0];
    const cut = point && past(target) && !past(graph.nodes[from][0]);
    // The edges into a node are the clause that implied it.
    const by = target ? known.get(target)?.by : violated;
    return `<path class="${cut ? "cut" : past(target) ? "hot" : ""}"${by ? ` data-o="c${by}"` : ""} d="${d}"/>`;
  });
  const nodes = graph.nodes.filter(isThere).map(([lit, x, y]) => {
    const [px, py] = [X(x), Y(y) - height / 2];
    const text = (content, more = "") => `<text x="${px + width / 2}" y="${py + 16}"${more}>${content}</text>`;
    const named = (key, name) => `data-o="${key}" role="button" tabindex="-1" aria-label="${esc(name)}"`;
    if (lit === 0) return `<g class="wrong" ${named(`c${violated}`, `✗ conflict in #${violated} ${wordsOf(run, violated)}`)}><rect x="${px}" y="${py}" width="${width}" height="${height}"/>${text("✗ conflict")}</g>`;
    const entry = known.get(lit) ?? { level: "", by: 0 };
    const cls = [lit > 0 ? "pos" : "neg", !entry.by && "decision", ringed.has(lit) && "ring",
      resolved.has(lit) && "past", lit === point && "uip"].filter(Boolean).join(" ");
    const ring = ringed.has(lit) ? `<rect class="halo" x="${px - 3}" y="${py - 3}" width="${width + 6}" height="${height + 6}" rx="${lit > 0 ? 5 : 14}"/>` : "";
    const why = entry.by ? `implied by #${entry.by} ${wordsOf(run, entry.by)}` : "decided";
    return `<g class="${cls}" ${named(keyOfLit(lit), `${litName(lit)} @${entry.level}${lit === point ? " UIP" : ""}, ${why}`)}>${ring}<rect x="${px}" y="${py}" width="${width}" height="${height}" rx="${lit > 0 ? 3 : 12}"/>`
      + text(`${esc(litName(lit))} <tspan class="level">@${entry.level}${lit === point ? " UIP" : ""}</tspan>`) + "</g>";
  });
  const [w, h] = [X(farthest(graph, 1)) + width + 8, heightOf(graph)];
  return `<svg class="graph" role="group" aria-label="${isWhole ? `${counted(graph.nodes.length - 1, "literal")} lead to the conflict; ${ringed.size} of them are negated by the clause at hand` : `${nodes.length} of the ${counted(graph.nodes.length - 1, "literal")} that lead to the next conflict`}"
    style="--w:${w}px" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${lines.join("")}${nodes.join("")}</svg>`;
}

/** The meaning of each look of a literal, here and everywhere else. */
const literalLegend = (more = `<span class="clause learned">learned</span>`) => `<p class="faint looks"><span class="lit t">true</span> <span class="lit f">false</span> <span class="lit o">open</span> <span class="lit o">square: is</span> <span class="lit o neg">round: is not</span> <span class="lit decision">decided</span> ${more}</p>`;

/** The meaning of the marks, at every step the same, so that nothing moves. */
const graphLegend = () => `${literalLegend()}<p class="faint marks">@ level. The graph grows as literals become true. Red ring: the clause at hand says that not all of these hold. Gold: what is selected. UIP: the first unique implication point; every path from the decision leads through it. Dashed line: the edges across the cut, from what is learned about to what follows from it.</p>`;
