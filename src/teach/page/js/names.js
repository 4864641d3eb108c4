// ---- names: what variables and clauses say, in the terminal's words

/** The document: the traces, the one whose formula is shown, and lookups. */
let lesson, traces, trace, puzzle, order, side;

const byId = id => document.getElementById(id);
const esc = text => String(text).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
const counted = (number, one, many = one + "s") => `${number} ${number === 1 ? one : many}`;

/** The candidate that a variable stands for, from 0; null for an auxiliary one. */
function candidate(v) {
  if (!puzzle || v < 1 || v > side ** 3) return null;
  const cell = Math.floor((v - 1) / side);
  const [row, col] = [Math.floor(cell / side), cell % side];
  const box = Math.floor(row / order) * order + Math.floor(col / order);
  return { v, cell, row, col, box, digit: (v - 1) % side + 1 };
}

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
  if (!all.every(Boolean)) return plain(lits);
  if (lits.length === 1) {
    const [{ cell, digit }] = all, name = cellName(cell);
    if (lits[0] < 0) return `${name} can't hold ${digit}`;
    return puzzle.givens[cell] === digit ? `the clue ${litName(lits[0])}` : `${name} holds ${digit}`;
  }
  const houses = [["row", "row"], ["col", "column"], ["box", "box"]];
  if (lits.length === 2 && lits.every(lit => lit < 0)) {
    const [a, b] = all.sort((x, y) => x.v - y.v);
    if (a.cell === b.cell && a.digit !== b.digit) {
      return `${cellName(a.cell)} can't hold both ${a.digit} and ${b.digit}`;
    }
    const house = houses.find(([key]) => a[key] === b[key]);
    if (house && a.digit === b.digit && a.cell !== b.cell) {
      return `${house[1]} ${a[house[0]] + 1} can't have two ${a.digit}s: ${cellName(a.cell)} and ${cellName(b.cell)}`;
    }
  } else if (lits.every(lit => lit > 0) && new Set(lits).size === side && lits.length === side) {
    const same = key => all.every(c => c[key] === all[0][key]);
    if (same("cell")) return `${cellName(all[0].cell)} needs a number`;
    const house = houses.find(([key]) => same(key));
    if (house && same("digit")) return `${house[1]} ${all[0][house[0]] + 1} needs ${article(all[0].digit)}`;
  }
  return plain(lits);
}
