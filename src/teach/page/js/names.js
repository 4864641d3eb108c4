// ---- names: what variables and clauses say, in the terminal's words

/** The document: the traces, the one whose formula is shown, and lookups. */
let lesson, traces, trace, puzzle, side;

/** How many digits stand side by side in a cell, and how many rows of them. */
let across, down;

/** The houses, each with `name` and `cells`, in the order of the rules. */
let houses;

const byId = id => document.getElementById(id);
const esc = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const counted = (number, one, many = one + "s") => `${number} ${number === 1 ? one : many}`;

/** The place of the cells: the `rows` and `cols` of all grids together, the row and column of each cell in `spots`, from
    0, and `at(row, col)`, the cell there; −1 where there is none. */
let board;

function boardOf(starts) {
  const [rows, cols] = [0, 1].map(axis => Math.max(...starts.map(start => start[axis])) + side);
  const isInside = (row, col) => starts.some(([top, left]) => row >= top && row < top + side && col >= left && col < left + side);
  const spots = [], cellAt = Array.from({ length: rows * cols }, (_, place) => {
    const spot = [Math.floor(place / cols), place % cols];
    return isInside(...spot) ? spots.push(spot) - 1 : -1;
  });
  return { rows, cols, spots, at: (row, col) => row >= 0 && row < rows && col >= 0 && col < cols ? cellAt[row * cols + col] : -1 };
}

/** The candidate that a variable stands for, from 0; null for an auxiliary one. */
function candidate(v) {
  if (!puzzle || v < 1 || v > board.spots.length * side) return null;
  const cell = Math.floor((v - 1) / side), [row, col] = board.spots[cell];
  return { v, cell, row, col, digit: (v - 1) % side + 1 };
}

/** The houses of a plain puzzle of order n. */
function plainHouses(n) {
  const all = Array.from({ length: n * n }, (_, i) => i);
  const made = (kind, cell) => all.map(i => ({ name: `${kind} ${i + 1}`, cells: all.map(j => cell(i, j)) }));
  const at = (row, col) => row * n * n + col;
  return [...made("row", at), ...made("column", (i, j) => at(j, i)),
    ...made("box", (i, j) => at(Math.floor(i / n) * n + Math.floor(j / n), i % n * n + j % n))];
}

const kindOf = house => house.name.replace(/ \d+( of grid \d+)?$/, "");

/** The box or region of a cell; none in a Latin square. */
const regionOf = cell => lesson.regions?.[cell] ?? houses.find(house => /^(box|region)$/.test(kindOf(house)) && house.cells.includes(cell));

const varOf = (cell, digit) => cell * side + digit;
const cellName = cell => `r${board.spots[cell][0] + 1}c${board.spots[cell][1] + 1}`;

/** `r1c2=3`, `r1c2≠3`; `¬y65` where there is no such sign. */
function litName(lit) {
  const name = trace.cnf?.names[Math.abs(lit) - 1] ?? String(Math.abs(lit));
  if (lit > 0) return name;
  return name.includes("=") ? name.replace("=", "≠") : "¬" + name;
}

const plain = lits => lits.length ? lits.map(litName).join(" or ")
  : "the empty clause, which nothing satisfies";

/** A number with its article, as it is read aloud. */
const article = d => (/^8|^1[18]$/.test(d) ? "an " : "a ") + d;

/** The rule for cells that a clause of the formula states: `r1c1 < r1c2 (thermo)`; "" if it is about a house or a clue. */
function ruleOf(cnf, id) {
  if (!cnf.ruleOf) {
    cnf.ruleOf = [];
    const names = [...lesson.pairs ?? [], ...lesson.tables ?? []];
    for (const [first, count, rule] of lesson.sources?.[traces.findIndex(one => one.cnf === cnf)] ?? []) {
      for (let id = first; id < first + count; id++) cnf.ruleOf[id] = names[rule];
    }
  }
  return cnf.ruleOf[id] ?? "";
}

/** Digits that can't occur together: `both 5`, `4 and 3`, `1, 2 and 2`. */
const together = digits => digits.length === 2 && digits[0] === digits[1] ? `both ${digits[0]}` : `${digits.slice(0, -1).join(", ")} and ${digits.at(-1)}`;

/** What a clause says: `row 1 needs a 3`. Where Sudoku has no words for the clause alone: the `rule` that it is a part of
    and, if it is about digits alone, which of them it forbids; without a rule its literals. */
function words(lits, rule = "") {
  const all = lits.map(lit => candidate(Math.abs(lit)));
  if (!lits.length || !all.every(Boolean)) return rule || plain(lits);
  if (lits.length === 1) {
    const [{ cell, digit }] = all, name = cellName(cell);
    if (lits[0] < 0) return `${name} can't hold ${digit}`;
    return puzzle.givens[cell] === digit ? `the clue ${litName(lits[0])}` : `${name} holds ${digit}`;
  }
  if (lits.length === 2 && lits.every(lit => lit < 0)) {
    const [a, b] = all.sort((x, y) => x.v - y.v);
    if (a.cell === b.cell && a.digit !== b.digit) {
      return `${cellName(a.cell)} can't hold both ${a.digit} and ${b.digit}`;
    }
    const house = houses.find(({ cells }) => cells.includes(a.cell) && cells.includes(b.cell));
    if (house && a.digit === b.digit && a.cell !== b.cell) {
      return `${house.name} can't have two ${a.digit}s: ${cellName(a.cell)} and ${cellName(b.cell)}`;
    }
  } else if (lits.every(lit => lit > 0) && new Set(lits).size === side && lits.length === side) {
    const same = key => all.every(c => c[key] === all[0][key]);
    if (same("cell")) return `${cellName(all[0].cell)} needs a number`;
    const house = same("digit") && houses.find(({ cells }) => all.every(c => cells.includes(c.cell)));
    if (house) return `${house.name} needs ${article(all[0].digit)}`;
  }
  if (!rule) return plain(lits);
  const cells = all.map(c => c.cell), isForbidden = lits.every(lit => lit < 0) && lits.length > 1 && new Set(cells).size === cells.length;
  if (!isForbidden) return rule;
  // The digits are told in the order in which the rule names its cells.
  const place = c => rule.search(new RegExp(`${cellName(c.cell)}(?!\\d)`));
  return `${rule}: not ${together(all.sort((a, b) => place(a) - place(b)).map(c => c.digit))}`;
}

/** What a clause of a run says, an original or a learned one. */
const wordsOf = (run, id) => words(run.clause(id), ruleOf(run.trace.cnf, id));

/** Returns `true` if the puzzle has rules for cells beside its houses. */
const hasRules = () => Boolean(lesson.pairs || lesson.tables);
