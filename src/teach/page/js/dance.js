// ---- dance: the four pointers of each node of dancing links, one change a step

/** Largest number of rows or columns that are drawn as linked nodes. */
const MOST_LINKED = 64;

/** Largest number of pointer changes that are shown as steps. */
const MOST_CHANGES = 20000;

/** The pointers in the order in which a node has them; `f ^ 1` is the other direction. */
const [L, R, U, D] = [0, 1, 2, 3], LETTERS = "LRUD";

/** The links before the search. Node 0 is the root, node i + 1 the header of column i; an
    option without a primary item has no nodes. */
function linksOf({ items, options }) {
  const heads = items.map((_, i) => ({ item: i })), nodes = [{ item: -1 }, ...heads];
  const isPrimary = item => items[item].kind === "primary";
  options.forEach(({ items: own }, option) => {
    const sorted = [...new Set(own)].sort((a, b) => a - b);
    if (sorted.some(isPrimary)) for (const item of sorted) nodes.push({ item, option });
  });
  const to = Int16Array.from({ length: 4 * nodes.length }, (_, i) => i >> 2), sizes = items.map(() => 0);
  const circle = (list, f) => list.forEach((x, i) => {
    const y = list[(i + 1) % list.length];
    to[4 * x + f] = y;
    to[4 * y + (f ^ 1)] = x;
  });
  circle([0, ...items.map((_, i) => i).filter(isPrimary).map(i => i + 1)], R);
  const columns = items.map((_, i) => [i + 1]), rows = new Map();
  nodes.forEach(({ item, option }, x) => {
    if (option === undefined) return;
    columns[item].push(x);
    sizes[item]++;
    rows.set(option, [...rows.get(option) ?? [], x]);
  });
  for (const column of columns) circle(column, D);
  for (const row of rows.values()) circle(row, R);
  return { nodes, to, sizes };
}

/** The assignments that cover or uncover a column, made in `links`. */
function assignments(links, e) {
  const { nodes, to } = links, head = e.item + 1, made = [], isBack = e.t === "uncover";
  const unlink = (x, back) => [back ^ 1, back].forEach((side, i) => {
    const node = to[4 * x + side], f = side ^ 1, from = to[4 * node + f], now = to[4 * x + f];
    to[4 * node + f] = now;
    made.push({ node, f, from, to: now, x, size: back === U && i === 1 ? -1 : 0 });
  });
  const relink = (x, back) => [back ^ 1, back].forEach((side, i) => {
    const node = to[4 * x + side], f = side ^ 1, from = to[4 * node + f];
    to[4 * node + f] = x;
    made.push({ node, f, from, to: x, x, size: back === U && i === 0 ? 1 : 0 });
  });
  const own = to[4 * head + L] !== head;
  if (own && !isBack) unlink(head, L);
  const [down, across] = isBack ? [U, L] : [D, R];
  for (let row = to[4 * head + down]; row !== head; row = to[4 * row + down]) {
    for (let x = to[4 * row + across]; x !== row; x = to[4 * x + across]) (isBack ? relink : unlink)(x, U);
  }
  if (own && isBack) relink(head, L);
  return made.map((change, i) => ({ ...change, t: "pointer", of: e, item: e.item, number: i + 1, total: made.length }));
}

/** The letters of the lines of Cover and Uncover at which a pointer changes: that of the header, or of a node. */
function lineOf({ nodes }, { t, of, x, size }) {
  if (t !== "pointer") return "";
  const isHeader = nodes[x].option === undefined;
  return of.t === "cover" ? isHeader ? "1" : size ? "23" : "2" : isHeader ? "6" : size ? "45" : "5";
}

/** A run of dancing links with a step for each pointer that changes; null if it is too large. */
function danceOf(one, run) {
  const { items, options } = one.cover;
  if (run.engine !== "dlx" || !items.length || items.length > MOST_LINKED || options.length > MOST_LINKED) return null;
  const links = linksOf(one.cover), events = [], at = [];
  let cut = run.truncated;
  for (const [i, e] of run.events.entries()) {
    const more = e.t === "cover" || e.t === "uncover" ? assignments(links, e) : [e];
    if (events.length + more.length > MOST_CHANGES) { cut = true; break; }
    const all = more.length ? more : [e];
    events.push(...all);
    at.push(...all.map(change => lineOf(links, change) + run.at[i]));
  }
  return { engine: "links", events, at, truncated: cut && events.length };
}

RULES.links = {
  big: ["choose", "select", "deadend", "solution", "nosolution"],
  start: run => ({ ...RULES.dlx.start(), ...linksOf(run.trace.cover), change: null }),
  copy: s => ({ ...s, ...RULES.dlx.copy(s), to: s.to.slice(), sizes: s.sizes.slice() }),
  apply(s, e) {
    s.change = e.t === "pointer" ? e : null;
    // A step of the search begins with its first pointer.
    RULES.dlx.apply(s, e.t !== "pointer" ? e : e.number === 1 ? e.of : {});
    if (!s.change) return;
    s.to[4 * e.node + e.f] = e.to;
    if (e.size) s.sizes[s.nodes[e.x].item] += e.size;
  },
};

/** `root`, `[4]` for the header of column 4, `2:4` for the 1 of row 2 in column 4. */
function nodeName(s, x) {
  const { item, option } = s.nodes[x];
  if (item < 0) return "root";
  const name = trace.cover.items[item].name;
  return esc(option === undefined ? `[${name}]` : `${trace.cover.options[option].name}:${name}`);
}

/** Returns `true` if the node that a pointer leads to does not lead back. */
const isRemembered = (s, x, f) => s.to[4 * s.to[4 * x + f] + (f ^ 1)] !== x;

const isRemoved = (s, x) => isRemembered(s, x, L) && isRemembered(s, x, R) || isRemembered(s, x, U) && isRemembered(s, x, D);

function tellLinks(run, k, s) {
  const e = run.events[k - 1];
  if (e?.t !== "pointer") return e ? tellCover({ ...run, engine: "dlx" }, 1, s, e) : "<b>Start.</b> Each node knows its left, right, upper and lower neighbour. → goes a step on.";
  const other = LETTERS[e.f ^ 1], letter = LETTERS[e.f], isBack = e.of.t === "uncover";
  const formula = `${letter}[${other}[x]] ← ${isBack ? "x" : `${letter}[x]`}`;
  return `<b>${isBack ? "Uncover" : "Cover"}</b> ${itemName(e.item)}, pointer ${e.number} of ${e.total}. x is ${nodeName(s, e.x)}: <code>${formula}</code>, so ${letter} of ${nodeName(s, e.node)} is now <b>${nodeName(s, e.to)}</b>, not ${nodeName(s, e.from)}.`
    + (isBack ? " <i>x still remembers this neighbour.</i>" : " <i>x itself keeps its pointers.</i>");
}

function linksPanel(run, k, s) {
  const levels = s.chosen.map(({ item, size }, i) => `<li>${itemName(item)}<i>, ${counted(size, "row")}</i>${s.selected[i] === undefined ? "" : `: ${optionName(s.selected[i])}`}</li>`);
  const covered = s.covered.slice().reverse().map(itemName).join(" ");
  return [`<h2>The links</h2><p class="faint">Red and thick: changed by this step. Dashed: what a removed node still remembers. A number in a header is its size.</p>${box(linksSvg(s), "The links")}`,
    `<h2>The stack</h2>${room("The stack", (levels.length ? `<p class="faint">Each column chosen, its rows then, and the row taken.</p><ol class="cover">${levels.join("")}</ol>` : `<p class="faint">Empty.</p>`)
      + (covered ? `<p class="faint">Covered, the last one first, which is the order of uncovering: ${covered}</p>` : ""))}`];
}

/** Scrolls the picture to the node of a pointer that changed, unless it is in sight. */
const showChanged = () => bringIntoSight(document.querySelector("#panel .dance g.changed"));

/** Scrolls the box of a picture to one of its nodes, unless it is in sight. */
function bringIntoSight(node) {
  if (!node) return;
  const region = node.ownerSVGElement.parentElement, seen = region.getBoundingClientRect(), at = node.getBoundingClientRect();
  // Presented, the region is zoomed: it scrolls in its own pixels.
  const both = 2 * seen.width / region.offsetWidth;
  if (at.left < seen.left || at.right > seen.right) region.scrollLeft += (at.left + at.right - seen.left - seen.right) / both;
  if (at.top < seen.top || at.bottom > seen.bottom) region.scrollTop += (at.top + at.bottom - seen.top - seen.bottom) / both;
}

/** Measures of the drawing: the header row, the rows, the gap between columns, the height of a
    node, the distance of a pointer from the middle, and that of the picture's edge. */
const SHEET = { first: 96, down: 62, gap: 48, high: 26, off: 5, edge: 36 };

function linksSvg(s) {
  const { items, options } = trace.cover, { first, down, gap, high, off, edge } = SHEET;
  const label = ({ item, option }) => item < 0 ? "root" : option === undefined ? `${items[item].name}: ${s.sizes[item]}` : options[option].name;
  const longest = Math.max(...items.map(one => one.name.length + 3), ...options.map(one => one.name.length), 4);
  const wide = Math.ceil(7.6 * longest) + 12, last = [items.length, options.length];
  const place = s.nodes.map(({ item, option }) => [item + 1, option === undefined ? 0 : option + 1]);
  const x = at => edge + wide / 2 + (wide + gap) * place[at][0];
  const top = edge + 20 + high / 2, y = at => top + (place[at][1] ? first + down * (place[at][1] - 1) : 0);
  const right = edge + wide / 2 + (wide + gap) * last[0] + wide / 2 + edge, bottom = top + (last[1] ? first + down * (last[1] - 1) : 0) + high / 2 + edge;
  /* A pointer runs along one axis, along `a` and across `b`: for L and R these are x and y. */
  const route = (from, f) => {
    const to = s.to[4 * from + f], level = f < U, way = f & 1 ? 1 : -1, axis = level ? 0 : 1;
    const [A, B] = level ? [x, y] : [y, x], half = level ? wide / 2 : high / 2, side = level ? high / 2 : wide / 2;
    const line = place[from][1 - axis], [p, q] = [place[from][axis], place[to][axis]];
    const others = place.filter(one => one[1 - axis] === line).map(one => one[axis]);
    const b = B(from) - way * off, lane = span => B(from) - way * (side + 6 + 4 * Math.min(6, span));
    const inset = level ? half / 2 : half - 4;
    const leave = (blocked, at) => blocked ? [[A(from) + way * inset, B(from) - way * side], [A(from) + way * inset, at]] : [[A(from) + way * half, b]];
    const enter = (blocked, at) => blocked ? [[A(to) - way * inset, at], [A(to) - way * inset, B(from) - way * side]] : [[A(to) - way * half, b]];
    const d = points => "M" + points.map(([a, c]) => level ? `${a} ${c}` : `${c} ${a}`).join("L");
    if ((q - p) * way > 0) {
      const blocked = others.some(at => (at - p) * way > 0 && (q - at) * way > 0), at = lane(Math.abs(q - p));
      return [d([...leave(blocked, at), ...enter(blocked, at)])];
    }
    const [start, end] = way > 0 ? [0, level ? right : bottom] : [level ? right : bottom, 0], at = lane(7);
    const out = others.some(one => (one - p) * way > 0), into = others.some(one => (q - one) * way > 0);
    return [d([...leave(out, at), [end, out ? at : b]]), d([[start, into ? at : b], ...enter(into, at)])];
  };
  const looks = { kept: [], link: [], changed: [] };
  s.nodes.forEach(({ item, option }, from) => {
    for (const f of [L, R, U, D]) {
      if (f < U ? s.to[4 * from + f] === from && option === undefined && item >= 0 : item < 0) continue;
      const isChanged = s.change?.node === from && s.change.f === f;
      looks[isChanged ? "changed" : isRemembered(s, from, f) ? "kept" : "link"].push(...route(from, f));
    }
  });
  const paths = Object.entries(looks).flatMap(([look, all]) => all.map(d => `<path class="${look}" d="${d}" marker-end="url(#end-${look})"/>`));
  const taken = new Set(s.selected);
  const boxes = s.nodes.map((node, at) => {
    const how = s.change?.x === at ? "changed" : isRemoved(s, at) ? "gone" : taken.has(node.option) ? "in" : node.option === undefined ? "" : "alive";
    const [left, upper] = [x(at) - wide / 2, y(at) - high / 2];
    const key = node.item < 0 ? "" : ` data-o="${node.option === undefined ? `i${node.item}` : keyOfOption(node.option)}" role="button" tabindex="-1" aria-label="${node.option === undefined ? `${esc(items[node.item].name)}: ${counted(s.sizes[node.item], "row")}` : nodeName(s, at)}${how === "gone" ? ", removed" : ""}"`;
    const resized = s.change?.size && node.option === undefined && s.nodes[s.change.x].item === node.item;
    return `<g class="${how}${resized ? " resized" : ""}"${key}><rect x="${left}" y="${upper}" width="${wide}" height="${high}" rx="3"/><text x="${x(at)}" y="${y(at) + 4.5}">${esc(label(node))}</text></g>`;
  });
  const ends = Object.keys(looks).map(look => `<marker id="end-${look}" class="${look}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L8 4L0 7z"/></marker>`);
  const gone = s.nodes.filter((_, at) => isRemoved(s, at)).length;
  return `<svg class="dance" role="group" aria-label="${counted(s.nodes.length, "node")}, ${gone} removed" width="${right}" height="${bottom}" viewBox="0 0 ${right} ${bottom}" style="--w:${right}px;--h:${bottom}px"><defs>${ends.join("")}</defs>${paths.join("")}${boxes.join("")}</svg>`;
}
