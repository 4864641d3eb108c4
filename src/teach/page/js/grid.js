// ---- grid: the puzzle at the left, a button for each variable

/** The button of each variable; that of a clue stands for its cell's clue. */
let buttons = new Map();

/** The variable at which the Tab key enters the grid. */
let stop = 0;

function buildGrid() {
  buttons = new Map();
  const button = (v, name, cls = "") =>
    `<button type="button" tabindex="-1" class="${cls}" data-v="${v}">${esc(name)}</button>`;
  let html;
  if (puzzle) {
    const cell = index => {
      const given = puzzle.givens[index];
      const digits = Array.from({ length: side }, (_, d) => d + 1);
      const inside = given ? button(varOf(index, given), given, "given")
        : digits.map(d => button(varOf(index, d), d)).join("");
      const [row, col] = [Math.floor(index / side), index % side];
      const region = regionOf(index);
      const edges = (row && regionOf(index - side) === region ? "" : " top") + (col && regionOf(index - 1) === region ? "" : " left");
      return `<td class="${given ? "clue" : "open"}${edges}">${inside}</td>`;
    };
    const rows = Array.from({ length: side }, (_, row) =>
      `<tr>${Array.from({ length: side }, (_, col) => cell(row * side + col)).join("")}</tr>`);
    html = `<table role="grid" class="n${across}" aria-label="The puzzle, a candidate a variable"><tbody>${rows.join("")}</tbody></table>`;
  } else {
    const names = trace.cnf ? trace.cnf.names : trace.cover.options.map(option => option.name);
    const label = trace.cnf ? "The variables" : "The options";
    html = `<div class="list" role="group" aria-label="${label}">${names.map((name, i) => button(i + 1, name)).join("")}</div>`;
  }
  byId("grid").innerHTML = html;
  for (const one of byId("grid").querySelectorAll("button")) buttons.set(+one.dataset.v, one);
  stop = buttons.keys().next().value ?? 0;
}

/** Shows how each variable stands: `valueOf` says 1, −1 or 0; `marked` is the step's own. */
function paintGrid(valueOf, marked) {
  for (const [v, one] of buttons) {
    const given = one.classList.contains("given");
    const value = given ? 1 : valueOf(v);
    const cls = [given && "given", value > 0 ? "t" : value < 0 ? "f" : "o", v === view.v && "sel", v === marked && "now"];
    const name = cls.filter(Boolean).join(" ");
    if (one.className !== name) one.className = name;
    const how = given ? "clue" : value > 0 ? "true" : value < 0 ? "false" : "open";
    const label = `${nameOf(v)}, ${how}${v === marked ? ", this step" : ""}`;
    if (one.getAttribute("aria-label") !== label) one.setAttribute("aria-label", label);
    const pressed = String(v === view.v);
    if (one.getAttribute("aria-pressed") !== pressed) one.setAttribute("aria-pressed", pressed);
  }
  for (const cell of byId("grid").querySelectorAll("td.open")) {
    cell.classList.toggle("placed", cell.querySelectorAll(".t").length === 1);
  }
  // The grid's stop of the Tab key is never a hidden candidate.
  const at = buttons.get(stop), next = at?.closest(".placed")?.querySelector(".t") ?? at;
  if (at === document.activeElement && next !== at) next.focus();
  for (const one of byId("grid").querySelectorAll('[tabindex="0"]')) if (one !== next) one.tabIndex = -1;
  if (next && next.tabIndex) next.tabIndex = 0;
}

/** What a variable, or an option of a mere cover problem, is called. */
const nameOf = v => trace.cnf ? litName(v) : trace.cover.options[v - 1]?.name ?? String(v);

/** The option that says the same as a variable; −1 if clues rule it out. */
function optionOf(v) {
  return puzzle ? trace.cover.options.findIndex(option => option.var === v) : trace.cnf ? -1 : v - 1;
}

const varOfOption = option => puzzle ? trace.cover.options[option].var : option + 1;

/** The digit that fills a cell without a clue; 0 if none does. */
function placedIn(cell) {
  const digits = Array.from({ length: side }, (_, d) => d + 1);
  return digits.find(d => buttons.get(varOf(cell, d))?.matches(".placed .t")) ?? 0;
}

/** Moves the focus in the grid as an arrow key says. */
function moveInGrid(from, dx, dy) {
  let next;
  if (puzzle) {
    const { row, col, digit } = candidate(+from.dataset.v);
    const given = from.classList.contains("given") || from.closest(".placed");
    let x = col * across + (given ? Math.floor(across / 2) : (digit - 1) % across);
    let y = row * down + (given ? Math.floor(down / 2) : Math.floor((digit - 1) / across));
    do {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= side * across || y >= side * down) return;
      const cell = Math.floor(y / down) * side + Math.floor(x / across);
      const clue = puzzle.givens[cell] || placedIn(cell);
      const at = (y % down) * across + x % across + 1;
      next = clue || at <= side ? buttons.get(varOf(cell, clue || at)) : from;
    } while (next === from);
  } else {
    next = buttons.get(+from.dataset.v + dx + dy);
  }
  if (next) focusCandidate(next);
}

function focusCandidate(one) {
  for (const other of buttons.values()) other.tabIndex = -1;
  stop = +one.dataset.v;
  one.tabIndex = 0;
  one.focus();
}

function legend() {
  const { cnf, cover } = trace;
  const groups = (cnf?.groups ?? []).map(g =>
    `<li class="clause ${kind(g.id)}"><b>${g.count}</b> ${esc(g.title)}</li>`);
  const sizes = [
    cnf && `${counted(cnf.vars, "variable")}, ${counted(cnf.clauses.length, "clause")}${puzzle ? ` (${esc(cnf.encoding)})` : ""}`,
    cover.items.length && `exact cover: ${counted(cover.options.length, "row")} × ${counted(cover.items.length, "column")}`,
  ].filter(Boolean);
  return (groups.length ? `<h2>Clause families</h2><ul class="families">${groups.join("")}</ul>` : "")
    + `<p class="faint">${sizes.join("; ")}</p>`;
}

function selection() {
  const v = view.v;
  if (!v) return puzzle ? "Each small digit is a variable. Select one to follow it through every tab."
    : `Each name is a ${trace.cnf ? "variable" : "row"}. Select one to follow it.`;
  const parts = [];
  if (trace.cnf) {
    const count = trace.cnf.clauses.filter(c => c.includes(v) || c.includes(-v)).length;
    parts.push(`variable ${v}, in ${counted(count, "clause")}`);
  }
  const option = optionOf(v);
  if (option >= 0) parts.push(`${puzzle ? "its matrix row has" : "it has a 1 in"} ${trace.cover.options[option].items.map(i => esc(trace.cover.items[i].name)).join(", ")}`);
  else if (puzzle && candidate(v)) parts.push("no matrix row: the clues rule it out");
  return `${trace.cnf ? "" : "Row "}<b>${esc(nameOf(v))}</b>: ${parts.join("; ")}.`;
}
