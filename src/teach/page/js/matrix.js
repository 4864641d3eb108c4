// ---- matrix: the exact-cover problem, whole or the rows and columns at hand

/** So many rows at most are drawn large enough to point at; more make an overview. */
const MOST_ROWS = 130;

/** So many rows at most make an overview; of more only the rows at hand are drawn. */
const MOST_OVERVIEW = 729;

/** So many rows and columns at most are written as 0 and 1. */
const MOST_DIGITS = 24;

/** What block an item is in: cells are 0, rows 1, columns 2, all others 3. */
function blockOf(item) {
  if (!puzzle) return 3;
  const of = houseOfItem(item);
  return item < board.spots.length ? 0 : ["row", "column"].indexOf(of && kindOf(of.house)) + 1 || 3;
}

/** The matrix, a mark a 1. `rows` and `columns` say how each stands: `alive`, `in` (the
    cover), `gone`, and for columns also `now`. */
function matrixPanel(run, k, rows, columns) {
  const { cover } = trace;
  const size = `${counted(rows.length, "row")} and ${counted(columns.length, "column")}`;
  if (rows.length <= MOST_ROWS) return box(matrix(rows, columns), "The matrix");
  const [some, told, items] = rowsAtHand(run, k, rows);
  const atHand = `<h2>The rows at hand</h2><p class="faint">${told}</p><div class="same hand" role="region" aria-label="The rows at hand">${
    some.length ? matrix(rows, columns, some, items) : ""}</div>`;
  const drawn = rows.length <= MOST_OVERVIEW && cover.items.length <= MOST_OVERVIEW;
  return atHand + (drawn ? "<h2>The whole matrix</h2>" + box(overview(rows, columns), "The matrix")
    : `<p class="faint">The whole matrix has ${size}, too many to draw. Above are those of the selection or the step.</p>`);
}

/** The rows that the selection or else the step is about, at most 24, what they are, and, of
    the rows that exclude another, its columns: those in which they meet it. */
function rowsAtHand(run, k, rows) {
  const e = run?.events[k - 1], most = 24;
  const key = /^[li]/.test(bus.selected) ? bus.selected : itemOfClause(bus.selected[0] === "c" ? numberOf(bus.selected) : 0) >= 0
    ? `i${itemOfClause(numberOf(bus.selected))}` : e?.item !== undefined ? `i${e.item}` : e?.option !== undefined ? keyOfOption(e.option) : "";
  const option = key[0] === "l" ? optionOf(Math.abs(numberOf(key))) : -1;
  if (key[0] === "i") {
    const all = optionsOf(numberOf(key));
    return [all.slice(0, most), `${counted(all.length, "row")} of the column ${itemName(numberOf(key))}${puzzle ? `: ${esc(itemWords(numberOf(key)))}` : ""}; with all their columns.`];
  }
  if (option < 0) return [[], key ? "The clues rule this candidate out, so it has no row." : "Select a row, a column or a candidate: it is drawn here with the rows that exclude it."];
  const { items } = trace.cover.options[option];
  const others = [...new Set(items.flatMap(optionsOf))].filter(one => one !== option).sort((a, b) => a - b);
  const shown = [option, ...others].slice(0, most);
  const more = others.length + 1 - shown.length;
  return [shown, `The row ${optionName(option)} and the ${counted(others.length, "row")} that share one of its columns${more ? `; ${more} of these are left out` : ""}.`, items];
}

/** The rows `some` (else all) with the columns `only` (else all of theirs), each large enough
    to point at. */
function matrix(rows, columns, some = null, only = null) {
  const { cover } = trace;
  const list = some ?? rows.map((_, row) => row);
  const items = only ?? (some ? [...new Set(list.flatMap(row => cover.options[row].items))].sort((a, b) => a - b) : columns.map((_, item) => item));
  const [wide, high] = [puzzle && !some ? 10 : 24, 24];
  // A problem's items and options may be called anything.
  const room = names => 14 + 7.5 * Math.max(3, ...names.map(one => one.name.length));
  // A small problem is a matrix of 0 and 1 with the sums Σ below, and short names stand upright.
  const isPlain = !puzzle && items.length <= MOST_DIGITS && list.length <= MOST_DIGITS;
  const isUpright = isPlain && items.every(item => cover.items[item].name.length < 3);
  const [left, top] = puzzle ? [80, 58] : [room(cover.options) + 14, isUpright ? 26 : room(cover.items)];
  const [width, height] = [left + wide * items.length + 2, top + high * (list.length + (isPlain ? 1 : 0)) + 2];
  const place = new Map(items.map((item, i) => [item, i]));
  const x = item => left + wide * (place.get(item) + 0.5), y = i => top + high * (i + 0.5);
  const marks = {}, digits = [];
  const heads = items.map((item, i) => {
    const how = columns[item], from = left + wide * i, band = how === "now" ? "hit" : isPlain ? how === "gone" ? "col" : "" : how === "alive" && i % 2 ? "col" : "";
    return `<g data-o="i${item}" role="button" tabindex="-1" aria-label="column ${esc(cover.items[item].name)}${how === "gone" ? ", covered" : ""}"><rect class="band ${band}" x="${from}" y="${top}" width="${wide}" height="${high * list.length}"/><rect class="head" x="${from}" y="0" width="${wide}" height="${top}"/>`
      + `<text class="b${blockOf(item)} ${how}${isUpright ? " digit" : ""}" transform="translate(${x(item) + (isUpright ? 0 : 3)} ${top - (isUpright ? 8 : 4)})${isUpright ? "" : " rotate(-90)"}">${esc(cover.items[item].name)}</text></g>`;
  });
  const lines = list.map((row, i) => {
    const how = rows[row], { name, items: own } = cover.options[row];
    if (isPlain) {
      digits.push(...items.map(item => `<text class="digit ${how === "gone" || columns[item] === "gone" && how !== "in" ? "gone" : ""}${own.includes(item) ? " one" : ""}" x="${x(item)}" y="${y(i) + 4.5}">${own.includes(item) ? 1 : 0}</text>`));
    } else for (const item of own.filter(item => place.has(item))) {
      const look = `b${blockOf(item)} ${how}`;
      // A line without length: round ends make it a dot. On paper square ends of such a
      // line are not painted, so a 1 of the cover is a short line as thick as it is long.
      marks[look] = (marks[look] ?? "") + (how === "in" ? `M${x(item) - 3.5} ${y(i)}h7` : `M${x(item)} ${y(i)}h0`);
    }
    return `<g data-o="${keyOfOption(row)}" role="button" tabindex="-1" aria-label="row ${esc(name)}${how === "in" ? ", in the cover" : how === "gone" ? ", gone" : ""}"><rect class="band${how === "in" ? " in" : ""}" x="0" y="${top + high * i}" width="${width}" height="${high}"/>`
      + `<text class="${how}" x="2" y="${y(i) + 4}">${how === "in" ? "● " : ""}${esc(name)}</text></g>`;
  });
  if (isPlain) {
    const sum = item => columns[item] === "gone" ? "" : list.filter(row => rows[row] === "alive" && cover.options[row].items.includes(item)).length;
    digits.push(`<text x="2" y="${y(list.length) + 4.5}">Σ</text>`, ...items.map(item => `<text class="digit one" x="${x(item)}" y="${y(list.length) + 4.5}">${sum(item)}</text>`));
  }
  const paths = [...Object.keys(marks).sort().map(look => `<path class="${look}" d="${marks[look]}"/>`), ...digits];
  return `<svg class="matrix${puzzle ? "" : " plain"}" role="group" aria-label="${matrixName(rows, columns)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
    data-left="${left}" data-top="${top}" data-wide="${wide}" data-high="${high}">${heads.join("")}${lines.join("")}<g class="ones">${paths.join("")}</g><path class="wire"/></svg>`;
}

const matrixName = (rows, columns) =>
  `${counted(rows.length, "row")}, ${counted(columns.length, "column")}; ${rows.filter(how => how === "in").length} rows in the cover`;

/** Width of a 1 of the overview, in pixels. */
const DOT = 3;

/** All 1s of a large matrix. Marks of one look make one path. */
function overview(rows, columns) {
  const { cover } = trace, marks = {}, behind = [];
  const [width, height] = [DOT * columns.length + 4, DOT * rows.length + 4];
  columns.forEach((how, item) => {
    if (how === "now") behind.push(`<rect class="hit" x="${2 + DOT * item}" y="2" width="${DOT}" height="${height}"/>`);
  });
  rows.forEach((how, row) => {
    if (how === "in") behind.push(`<rect class="in" x="2" y="${2 + DOT * row}" width="${width}" height="${DOT}"/>`);
    for (const item of cover.options[row].items) {
      const look = `b${blockOf(item)} ${how}`, [x, y] = [2 + DOT * (item + 0.5), 2 + DOT * (row + 0.5)];
      marks[look] = (marks[look] ?? "") + (how === "in" ? `M${x - 1} ${y}h2` : `M${x} ${y}h0`);
    }
  });
  const paths = Object.keys(marks).sort().map(look => `<path class="${look}" d="${marks[look]}"/>`);
  return `<svg class="matrix overview" role="img" aria-label="${matrixName(rows, columns)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${
    behind.join("")}<g class="bands"></g><g class="ones" style="stroke-width:2px">${paths.join("")}</g></svg>`;
}

/** The key of the row of the overview that the mouse is on. */
function rowUnder(svg, event) {
  const { top, height } = svg.getBoundingClientRect();
  const row = Math.floor(((event.clientY - top) * svg.viewBox.baseVal.height / height - 2) / DOT);
  return row >= 0 && row < trace.cover.options.length ? keyOfOption(row) : "";
}

/** Whether links are drawn: of a small matrix, once something is covered. */
const linked = (rows, columns) => rows.length <= MOST_ROWS && columns.some(how => how !== "alive") && rows.includes("alive");

/** How the rows and columns stand that are shown. */
const NOTHING = { rows: [], columns: [], sizes: [] };
let stands = NOTHING;

/** The links of a row's nodes to their neighbours up and down, and to each other. */
function wires(svg, row) {
  const { rows } = stands;
  if (row < 0 || rows[row] !== "alive" || !stands.hasLinks) return "";
  const { left, top, wide, high } = Object.fromEntries(Object.entries(svg.dataset).map(([name, value]) => [name, +value]));
  const x = item => left + wide * (item + 0.5), y = i => top + high * (i + 0.5);
  const { items } = trace.cover.options[row];
  let d = `M${x(items[0])} ${y(row)}H${x(items.at(-1))}`;
  for (const item of items) {
    const others = optionsOf(item).filter(i => rows[i] === "alive"), at = others.indexOf(row);
    const up = others[at - 1] ?? -1, down = others[at + 1] ?? -1;
    d += `M${x(item)} ${up < 0 ? y(-0.5) : y(up)}V${down < 0 ? y(row) : y(down)}`;
  }
  return d;
}

panels.push({
  show(light) {
    const number = numberOf(light.key || "l0");
    const row = light.key[0] === "o" ? number : light.key[0] === "l" && number > 0 ? optionOf(number) : -1;
    for (const wire of document.querySelectorAll("#panel .wire")) setAttribute(wire, "d", wires(wire.ownerSVGElement, row));
    const svg = document.querySelector("#panel .overview");
    if (!svg) return;
    const { width, height } = svg.viewBox.baseVal, bands = [];
    const band = (level, x, y, w, h) => level && bands.push(`<rect data-lit="${level}" x="${x}" y="${y}" width="${w}" height="${h}"/>`);
    trace.cover.items.forEach((_, item) => band(light.level(`i${item}`), 2 + DOT * item, 2, DOT, height));
    trace.cover.options.forEach((_, row) => band(light.level(keyOfOption(row)), 2, 2 + DOT * row, width, DOT));
    svg.querySelector(".bands").innerHTML = bands.join("");
  },
});
