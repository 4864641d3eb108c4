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

/** The candidate that a variable stands for, from 0; null for an auxiliary one. */
function candidate(v) {
  if (!puzzle || v < 1 || v > side ** 3) return null;
  const cell = Math.floor((v - 1) / side);
  const [row, col] = [Math.floor(cell / side), cell % side];
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

const kindOf = house => house.name.replace(/ \d+$/, "");

/** The box or region of a cell; none in a Latin square. */
const regionOf = cell => houses.find(house => /^(box|region)$/.test(kindOf(house)) && house.cells.includes(cell));

const varOf = (cell, digit) => cell * side + digit;
const cellName = cell => `r${Math.floor(cell / side) + 1}c${cell % side + 1}`;

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

/** What a clause says: `row 1 needs a 3`; its literals where Sudoku has no words. */
function words(lits) {
  const all = lits.map(lit => candidate(Math.abs(lit)));
  if (!lits.length || !all.every(Boolean)) return plain(lits);
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
  return plain(lits);
}
