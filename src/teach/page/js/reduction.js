// ---- reduction: the clauses of a variable, and the matrix

function reductionPanel() {
  const { cnf, cover } = trace;
  let html = encodings();
  if (cnf) html += view.v ? clausesOf(cnf, view.v) : families(cnf);
  if (cover.items.length) {
    const solution = new Set(puzzle?.solution?.map((digit, cell) => varOf(cell, digit)));
    const rows = cover.options.map((_, option) => solution.has(varOfOption(option)) ? "in" : "alive");
    const note = puzzle?.solution ? "; the rows of a solution are marked ●" : "";
    html += `<h2>The same ${puzzle ? "puzzle" : "problem"} as an exact-cover matrix</h2>
      <p class="faint">Choose rows so that each column has one 1 among them${note}.</p>`
      + box(matrix(cover, rows, cover.items.map(() => "alive")), "The matrix");
  }
  return html;
}

function families(cnf) {
  const run = allRuns.find(one => one.trace === trace && one.engine === "cdcl");
  const rows = cnf.groups.map(g => `<tr><td>${g.count}</td>
    <th scope="row"><span class="clause ${kind(g.id)}">${esc(g.title)}</span><br><span class="formula">${esc(g.formula)}</span></th>
    <td>${g.count ? `${clauseName(run, g.first)}<br>${clauseOf(cnf.clauses[g.first - 1])}<br><code>${cnf.clauses[g.first - 1].join(" ")} 0</code>` : ""}</td></tr>`);
  return `<h2>The formula</h2><div class="box" tabindex="0" role="region" aria-label="The clause families"><table class="clauses">
    <thead><tr><th scope="col">clauses</th><th scope="col">family</th><th scope="col">the first of them, in words, as literals, in DIMACS</th></tr></thead>
    <tbody>${rows.join("")}</tbody></table></div>`;
}

function clausesOf(cnf, v) {
  const run = allRuns.find(one => one.trace === trace && one.engine === "cdcl");
  const rows = [];
  cnf.clauses.forEach((clause, i) => {
    if (clause.some(lit => Math.abs(lit) === v)) {
      rows.push(`<tr><th scope="row">${clauseName(run, i + 1)}</th><td>${clauseOf(clause)}</td></tr>`);
    }
  });
  return `<h2>Clauses with ${esc(litName(v))}</h2><div class="box" tabindex="0" role="region" aria-label="Its clauses"><table class="clauses">
    <thead><tr><th scope="col">clause</th><th scope="col">literals</th></tr></thead>
    <tbody>${rows.join("")}</tbody></table></div>`;
}

/** The choice between the two encodings. */
function encodings() {
  const names = traces.map(t => t.cnf?.encoding);
  if (names.length < 2) return "";
  return `<div class="switch" role="group" aria-label="Encoding">Encoding: ${names.map((name, i) =>
    `<button type="button" data-encoding="${i}" aria-pressed="${i === view.encoding}">${esc(name)}</button>`).join(" ")}</div>`;
}

/** A picture that may be wider than the screen. */
const box = (inside, label) =>
  `<div class="box" tabindex="0" role="region" aria-label="${label}">${inside}</div>`;

/** What block an item is in: cells are 0, rows 1, columns 2, all others 3. */
const blockOf = item => puzzle ? Math.min(3, Math.floor(item / side ** 2)) : 3;

/** The matrix, a mark a 1. `rows` and `columns` say how each stands: `alive`, `in` (the
    cover), `gone`, and for columns also `now`. Marks of one look make one path. */
function matrix(cover, rows, columns) {
  const small = rows.length <= 130;
  const unit = puzzle ? (small ? 10 : 3) : 20;
  // A problem's items and options may be called anything.
  const room = list => 14 + 7.5 * Math.max(3, ...list.map(one => one.name.length));
  const [left, top] = !small ? [4, 4] : puzzle ? [72, 46] : [room(cover.options) + 14, room(cover.items)];
  const [width, height] = [left + unit * columns.length + 2, top + unit * rows.length + 2];
  const x = item => left + unit * (item + 0.5), y = row => top + unit * (row + 0.5);
  const marks = {}, behind = [], names = [];
  columns.forEach((how, item) => {
    const shade = how === "now" ? "hit" : how === "alive" ? (item % 2 ? "col" : "") : "";
    if (shade) behind.push(`<rect class="${shade}" x="${left + unit * item}" y="${top}" width="${unit}" height="${unit * rows.length}"/>`);
    if (small) {
      names.push(`<text class="b${blockOf(item)} ${how}" transform="translate(${x(item) + 3} ${top - 4}) rotate(-90)">${esc(cover.items[item].name)}</text>`);
    }
  });
  rows.forEach((how, row) => {
    const selected = varOfOption(row) === view.v;
    if (selected || how === "in") {
      behind.push(`<rect class="${selected ? "sel" : "in"}" x="${small ? 0 : left}" y="${top + unit * row}" width="${width}" height="${unit}"/>`);
    }
    if (small) names.push(`<text class="${how}${selected ? " sel" : ""}" x="2" y="${y(row) + 3}">${how === "in" ? "● " : ""}${esc(cover.options[row].name)}</text>`);
    for (const item of cover.options[row].items) {
      const look = `b${blockOf(item)} ${how}`;
      // A line without length: round ends make it a dot. On paper square ends of such a
      // line are not painted, so a 1 of the cover is a short line as thick as it is long.
      const part = unit * 0.35;
      marks[look] = (marks[look] ?? "") + (how === "in" ? `M${x(item) - part} ${y(row)}h${2 * part}` : `M${x(item)} ${y(row)}h0`);
    }
  });
  const paths = Object.keys(marks).sort().map(look => `<path class="${look}" d="${marks[look]}"/>`);
  const thick = `stroke-width:${unit * 0.7}px`;
  const label = `${counted(rows.length, "row")}, ${counted(columns.length, "column")}; ${rows.filter(r => r === "in").length} rows in the cover`;
  return `<svg class="matrix${puzzle ? "" : " plain"}" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"
    data-top="${top}" data-unit="${unit}">${behind.join("")}<g style="${thick}">${paths.join("")}</g>${wires(cover, rows, columns, x, y)}${names.join("")}</svg>`;
}

/** Whether links are drawn: of a small matrix, once something is covered. */
const linked = (rows, columns) => rows.length <= 130 && columns.some(how => how !== "alive") && rows.includes("alive");

/** The links of the selected row's nodes to their neighbours up and down, and to each other. */
function wires(cover, rows, columns, x, y) {
  const row = optionOf(view.v);
  if (row < 0 || rows[row] !== "alive" || !linked(rows, columns)) return "";
  const items = cover.options[row].items;
  let d = `M${x(items[0])} ${y(row)}H${x(items.at(-1))}`;
  for (const item of items) {
    const others = rows.map((how, i) => i).filter(i => rows[i] === "alive" && cover.options[i].items.includes(item));
    const place = others.indexOf(row);
    const up = others[place - 1] ?? -1, down = others[place + 1] ?? -1;
    d += `M${x(item)} ${up < 0 ? y(-0.5) : y(up)}V${down < 0 ? y(row) : y(down)}`;
  }
  return `<path class="wire" d="${d}"/>`;
}
