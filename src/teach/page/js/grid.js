// ---- grid: the puzzle at the left, a button for each variable

/** The button of each variable; that of a clue stands for its cell's clue. A large grid has
    a button for each cell instead, which stands for the digit in it or for the cell's item. */
let buttons = new Map();

/** The cells of a puzzle, in reading order. */
let cells = [];

/** Largest number of digits for which every candidate has a button: more would be unreadable. */
const MOST_BUTTONS = 9;

/** Largest number of candidates side by side, in all cells of a row, for which every candidate has a button. */
const MOST_ACROSS = 30;

const isLarge = () => side > MOST_BUTTONS || puzzle && board.cols * across > MOST_ACROSS;

/** The variable (the cell of a large grid) at which the Tab key enters the grid. */
let stop = 0;

/** The cell whose candidates are shown enlarged below the grid. */
let lensCell = 0;

const digitsOf = () => Array.from({ length: side }, (_, d) => d + 1);

const gridButton = (key, name, cls = "") =>
  `<button type="button" tabindex="-1" class="${cls}" data-o="${key}">${esc(name)}</button>`;

function buildGrid() {
  buttons = new Map();
  let html;
  if (puzzle) {
    const { below = "", above = "", space = 0, cages = [] } = lesson.drawing ?? {}, caged = new Map(cages);
    const cell = (row, col) => {
      const index = board.at(row, col);
      if (index < 0) return '<td class="gap"></td>';
      const given = puzzle.givens[index];
      const inside = given ? gridButton(keyOfLit(varOf(index, given)), given, "given")
        : isLarge() ? gridButton(`i${index}`, "")
        : digitsOf().map(d => gridButton(keyOfLit(varOf(index, d)), d)).join("");
      const region = regionOf(index), other = (y, x) => board.at(y, x) < 0 || regionOf(board.at(y, x)) !== region;
      const edges = (other(row - 1, col) ? " top" : "") + (other(row, col - 1) ? " left" : "")
        + (board.at(row + 1, col) < 0 ? " bottom" : "") + (board.at(row, col + 1) < 0 ? " right" : "");
      return `<td class="${given ? "clue" : "open"}${edges}${caged.has(index) ? ` caged${caged.get(index) ? " numbered" : ""}` : ""}">${inside}</td>`;
    };
    const rows = Array.from({ length: board.rows }, (_, row) =>
      `<tr>${Array.from({ length: board.cols }, (_, col) => cell(row, col)).join("")}</tr>`);
    const size = isLarge() ? "large" : `n${across}`, layer = (svg, name) => svg && `<div class="layer ${name}" aria-hidden="true">${svg}</div>`;
    html = `<table role="grid" class="${size}" aria-label="The puzzle, a ${isLarge() ? "cell a button" : "candidate a variable"}"><tbody>${rows.join("")}</tbody></table>`;
    if (isLarge()) html += `<svg class="dots" viewBox="0 0 ${board.cols * across} ${board.rows * down}" preserveAspectRatio="none" aria-hidden="true"></svg>`;
    html = `<div class="sheet${lesson.drawing ? " drawn" : ""}${lesson.regions ? " several" : ""}" style="--cols:${board.cols};--space:${space / 100}">${layer(below, "below")}${html}${layer(above, "above")}</div>`;
  } else {
    const names = trace.cnf ? trace.cnf.names : trace.cover.options.map(option => option.name);
    const label = trace.cnf ? "The variables" : "The options";
    html = `<div class="list" role="group" aria-label="${label}">${names.map((name, i) => gridButton(trace.cnf ? `l${i + 1}` : `o${i}`, name)).join("")}</div>`;
  }
  byId("grid").innerHTML = html;
  cells = [...byId("grid").querySelectorAll("td:not(.gap)")];
  const all = [...byId("grid").querySelectorAll("button")];
  if (isLarge()) all.forEach((one, cell) => buttons.set(cell, one));
  else for (const one of all) buttons.set(varOfKey(one.dataset.o), one);
  stop = buttons.keys().next().value ?? 0;
  lensCell = puzzle ? Math.max(0, puzzle.givens.indexOf(0)) : 0;
  byId("lens").hidden = !puzzle || side <= 4;
  byId("lens").className = isLarge() ? "large" : "";
}

/** The variable of a literal's key, and the number of an option from 1. */
const varOfKey = key => key[0] === "o" ? numberOf(key) + 1 : Math.abs(numberOf(key));

const setAttribute = (one, name, value) => { if (one.getAttribute(name) !== value) one.setAttribute(name, value); };

/** Shows how each variable stands: `valueOf` says 1, −1 or 0; `marked` is the step's own. */
function paintGrid(valueOf, marked) {
  paintLens(valueOf, marked);
  if (isLarge()) return paintCells(valueOf, marked);
  for (const [v, one] of buttons) {
    const given = one.classList.contains("given");
    const value = given ? 1 : valueOf(v);
    const cls = [given && "given", value > 0 ? "t" : value < 0 ? "f" : "o", v === marked && "now"];
    const name = cls.filter(Boolean).join(" ");
    if (one.className !== name) one.className = name;
    setAttribute(one, "aria-label", `${nameOf(v)}, ${given ? "clue" : standingName(value)}${v === marked ? ", this step" : ""}`);
    setAttribute(one, "aria-pressed", String(v === selectedVar()));
  }
  for (const cell of byId("grid").querySelectorAll("td.open")) {
    cell.classList.toggle("placed", cell.querySelectorAll(".t").length === 1);
  }
  // The grid's stop of the Tab key is never a hidden candidate.
  const at = buttons.get(stop), next = at?.closest(".placed")?.querySelector(".t") ?? at;
  if (at && at === document.activeElement && next !== at) next.focus();
  enterGridAt(next);
}

const standingName = value => value > 0 ? "true" : value < 0 ? "false" : "open";

/** Paints a large grid: a digit where one is true, else a dot for each candidate that is not false. */
function paintCells(valueOf, marked) {
  const dots = [];
  for (const [cell, one] of buttons) {
    const given = puzzle.givens[cell], left = [], placed = [];
    if (!given) {
      for (let digit = 1; digit <= side; digit++) {
        const value = valueOf(varOf(cell, digit));
        if (value > 0) placed.push(digit);
        if (value >= 0) left.push(digit);
      }
    }
    const digit = given || (placed.length === 1 ? placed[0] : 0);
    const now = marked && candidate(marked)?.cell === cell;
    const name = [given ? "given" : digit ? "t" : "o", now && "now"].filter(Boolean).join(" ");
    if (one.className !== name) one.className = name;
    const text = String(digit || "");
    if (one.textContent !== text) one.textContent = text;
    one.dataset.o = digit ? keyOfLit(varOf(cell, digit)) : `i${cell}`;
    const how = given ? "clue" : digit ? "true" : left.length === side ? "open" : `left: ${left.join(" ") || "none"}`;
    setAttribute(one, "aria-label", `${cellName(cell)}${digit ? `=${digit}` : ""}, ${how}${now ? ", this step" : ""}`);
    setAttribute(one, "aria-pressed", String(one.dataset.o === bus.selected));
    if (digit) continue;
    for (const one of left) {
      const [row, col] = board.spots[cell], [x, y] = [col * across + (one - 1) % across + 0.5, row * down + Math.floor((one - 1) / across) + 0.5];
      dots.push(`M${x} ${y}h0`);
    }
  }
  byId("grid").querySelector(".dots").innerHTML = `<path d="${dots.join("")}"/>`;
  enterGridAt(buttons.get(stop));
}

function enterGridAt(next) {
  for (const one of byId("grid").querySelectorAll('[tabindex="0"]')) if (one !== next) one.tabIndex = -1;
  if (next && next.tabIndex) next.tabIndex = 0;
}

/** Shows the candidates of one cell so large that they are easy to hit. */
function paintLens(valueOf, marked) {
  if (byId("lens").hidden) return;
  const given = puzzle.givens[lensCell];
  put("lens", `<span>${cellName(lensCell)}</span> ${digitsOf().map(digit => {
    const v = varOf(lensCell, digit), value = given ? (given === digit ? 1 : -1) : valueOf(v);
    const name = `${cellName(lensCell)}=${digit}, ${given === digit ? "clue" : standingName(value)}`;
    return part(keyOfLit(v), digit, `lit ${value > 0 ? "t" : value < 0 ? "f" : "o"}${v === marked ? " now" : ""}`, ` aria-label="${name}"`);
  }).join(" ")}`);
}

/** The cell that an object is about, of several the first; or −1. */
function cellOf(key) {
  if (!puzzle || !key) return -1;
  if (key[0] === "i" && numberOf(key) < board.spots.length) return numberOf(key);
  return candidate(Math.abs(lightOf(key).marks[0] ?? 0))?.cell ?? -1;
}

/** What a variable, or an option of a mere cover problem, is called. */
const nameOf = v => trace.cnf ? litName(v) : trace.cover.options[v - 1]?.name ?? String(v);

/** The option that says the same as a variable; −1 if clues rule it out. */
function optionOf(v) {
  if (!puzzle) return trace.cnf ? -1 : v - 1;
  const { cover } = trace;
  cover.of ??= new Map(cover.options.map((option, i) => [option.var, i]));
  return cover.of.get(v) ?? -1;
}

const varOfOption = option => puzzle ? trace.cover.options[option].var : option + 1;

/** The digit that fills a cell without a clue; 0 if none does. */
const placedIn = cell => digitsOf().find(d => buttons.get(varOf(cell, d))?.matches(".placed .t")) ?? 0;

/** Moves the focus in the grid as an arrow key says. */
function moveInGrid(from, dx, dy) {
  let next;
  if (isLarge()) {
    let [row, col] = board.spots[cells.indexOf(from.parentElement)];
    // Over a gap between grids.
    do [row, col] = [row + dy, col + dx]; while (board.at(row, col) < 0 && row >= 0 && col >= 0 && row < board.rows && col < board.cols);
    next = buttons.get(board.at(row, col));
  } else if (puzzle) {
    const { row, col, digit } = candidate(varOfKey(from.dataset.o));
    const given = from.classList.contains("given") || from.closest(".placed");
    let x = col * across + (given ? Math.floor(across / 2) : (digit - 1) % across);
    let y = row * down + (given ? Math.floor(down / 2) : Math.floor((digit - 1) / across));
    do {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= board.cols * across || y >= board.rows * down) return;
      const cell = board.at(Math.floor(y / down), Math.floor(x / across));
      if (cell < 0) { next = from; continue; }
      const clue = puzzle.givens[cell] || placedIn(cell);
      const at = (y % down) * across + x % across + 1;
      next = clue || at <= side ? buttons.get(varOf(cell, clue || at)) : from;
    } while (next === from);
  } else {
    next = buttons.get(varOfKey(from.dataset.o) + dx + dy);
  }
  next?.focus();
}

/** Moves the focus to what is selected in the grid, or to the grid's stop. */
function enterGrid() {
  const v = selectedVar(), cell = cellOf(bus.selected);
  const one = isLarge() ? buttons.get(cell < 0 ? stop : cell) : buttons.get(v) ?? buttons.get(stop);
  // A candidate is hidden where its cell has a digit.
  (one?.closest(".placed")?.querySelector(".t") ?? one)?.focus();
}

/** Makes a button of the grid the one at which the Tab key enters it. */
function stopInGrid(one) {
  for (const [key, other] of buttons) if (other === one) stop = key;
  enterGridAt(one);
}

/** The digits as ranges, each with the sign: `+2…5`, `−1 −4`. */
function ranges(digits, sign) {
  const parts = [];
  for (const digit of digits.sort((a, b) => a - b)) {
    if (parts.at(-1)?.[1] === digit - 1) parts.at(-1)[1] = digit;
    else parts.push([digit, digit]);
  }
  return parts.map(([a, b]) => sign + (a === b ? a : a + 1 === b ? `${a} ${sign}${b}` : `${a}…${b}`)).join(" ");
}

/** The literals of an object are marked with their signs, at the candidate's button or, where
    that is hidden or missing, at its cell. A family is drawn as the houses it is about. */
panels.push({
  show(light) {
    for (const one of byId("grid").querySelectorAll("[data-lit]")) { delete one.dataset.lit; delete one.dataset.sign; }
    for (const cell of byId("grid").querySelectorAll("[data-marks]")) { delete cell.dataset.marks; delete cell.dataset.lit; }
    const table = byId("grid").querySelector("table, .list"), { key } = light;
    if (puzzle) {
      const about = light.family < 0 ? "" : aboutOf(trace.cnf.groups[light.family]);
      table.dataset.family = about;
      // The page's style draws the usual houses.
      const others = /^(row|column|box|region|cell|clue|)$/.test(about) ? [] : houses.filter(house => kindOf(house).endsWith(about));
      for (const cell of others.flatMap(house => house.cells)) cells[cell].dataset.lit = "part";
    }
    if (!puzzle) {
      for (const one of buttons.values()) {
        const level = light.level(one.dataset.o);
        if (!level) continue;
        one.dataset.lit = level === "not" ? light.level(`l-${numberOf(one.dataset.o)}`) : level;
        if (trace.cnf) one.dataset.sign = level === "not" ? "−" : "+";
      }
      return;
    }
    const badges = new Map();
    for (const lit of light.marks) {
      const c = candidate(Math.abs(lit)), sign = lit > 0 ? "+" : "−", level = key[0] === "l" ? "on" : "part";
      if (!c) continue;
      const one = isLarge() ? null : buttons.get(c.v);
      if (one && (one.matches(".t") || !one.closest(".placed"))) {
        one.dataset.lit = level;
        one.dataset.sign = sign;
      } else {
        if (!badges.has(c.cell)) badges.set(c.cell, { "+": [], "−": [] });
        badges.get(c.cell)[sign].push(c.digit);
        cells[c.cell].dataset.lit = level;
      }
    }
    for (const [cell, signs] of badges) {
      const told = ["+", "−"].filter(sign => signs[sign].length).map(sign => ranges(signs[sign], sign));
      cells[cell].dataset.marks = told.join(" ");
    }
    // The cell of an item or of a clause stands for it in a large grid.
    if (isLarge() && key[0] === "i" && !badges.size && cells[numberOf(key)]) cells[numberOf(key)].dataset.lit = "on";
  },
});

function legend() {
  const { cnf, cover } = trace;
  const groups = (cnf?.groups ?? []).map((g, i) =>
    `<li>${part(`f${i}`, `<b>${g.count}</b> ${esc(g.title)}`, `clause ${kind(g.id)}`)}</li>`);
  const sizes = [
    cnf && `${counted(cnf.vars, "variable")}, ${counted(cnf.clauses.length, "clause")}${puzzle ? ` (${esc(cnf.encoding)})` : ""}`,
    cover.items.length && `exact cover: ${counted(cover.options.length, "row")} × ${counted(cover.items.length, "column")}`,
  ].filter(Boolean);
  return (groups.length ? `<h2>Clause families</h2><ul class="families">${groups.join("")}</ul>` : "")
    + `<p class="faint">${sizes.join("; ")}</p>`;
}
