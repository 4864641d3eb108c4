// The grid: its drawing by the engine, the digits over it, and the cell that is selected.

import { candidateOf, digitIn, state, symbol } from "./state.js";

/** The width of a cell and of the border in the engine's drawing: src/sudoku/print/svg.rs. */
const CELL = 36, BORDER = 2;

const box = document.getElementById("grid");

/** The elements of the cells, by their places in reading order. */
let cells = [];

/** The cell that is selected. */
let selected = 0;
export const selectedCell = () => selected;

/** Called with the sign of a key, and with the cell if another one is selected. */
export const grid = { typed: () => {}, moved: () => {} };

/** Shows the lines and rules of a puzzle, as the engine draws them, and cells without digits. */
export function build(puzzle, picture) {
  box.innerHTML = picture;
  const drawing = box.querySelector("svg"), { x, width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("aria-hidden", "true");
  box.style.setProperty("--across", width / CELL);
  box.style.aspectRatio = `${width} / ${height}`;
  const across = Math.ceil(Math.sqrt(puzzle.size));
  box.style.setProperty("--small", across);
  box.style.setProperty("--down", Math.ceil(puzzle.size / across));
  // The sum of a cage stands in a corner of a cell.
  box.classList.toggle("caged", puzzle.rules.some(rule => rule.startsWith("cage")));
  const rows = new Map();
  cells = puzzle.places.map(([row, col], cell) => {
    if (!rows.has(row)) rows.set(row, Object.assign(document.createElement("div"), { role: "row" }));
    const one = Object.assign(document.createElement("div"), { className: "cell", role: "gridcell", tabIndex: -1 });
    one.dataset.cell = cell;
    const place = at => `${(BORDER + at * CELL - x)}`;
    one.style.left = `${place(col) / width * 100}%`;
    one.style.top = `${place(row) / height * 100}%`;
    one.style.width = `${CELL / width * 100}%`;
    one.style.height = `${CELL / height * 100}%`;
    rows.get(row).append(one);
    return one;
  });
  box.append(...rows.values());
  box.setAttribute("aria-rowcount", puzzle.rows);
  select(Math.min(selected, cells.length - 1), false);
  resized();
}

/** Candidates are drawn where each has room for a digit of 12 pixels. */
const hasRoom = () => !box.classList.contains("narrow");
function resized() {
  if (!cells.length) return;
  const cell = cells[0].getBoundingClientRect().width, { puzzle } = state();
  const across = Math.ceil(Math.sqrt(puzzle.size)), signs = Math.max(...puzzle.symbols.map(one => one.length));
  const left = box.classList.contains("caged") ? 0.75 * cell : cell;
  box.classList.toggle("narrow", left / across < (signs > 1 ? 15 : 12));
}
addEventListener("resize", resized);

/** Selects a cell, which takes the focus unless `focus` is false. */
export function select(cell, focus = true) {
  cells[selected]?.setAttribute("tabindex", -1);
  cells[selected]?.removeAttribute("aria-selected");
  selected = cell;
  cells[cell].setAttribute("tabindex", 0);
  cells[cell].setAttribute("aria-selected", "true");
  if (focus) cells[cell].focus({ preventScroll: true });
  grid.moved(cell);
}

/** Draws the digits of a state. `candidates` are the digits left in each cell, for the cells that `shown` names;
    `marks` says what a hint or an explanation is about: see drawing.js. */
export function paint(current, { candidates, shown, clashes, marks }) {
  const { puzzle, clues } = current;
  cells.forEach((one, cell) => {
    const digit = digitIn(current, cell), placed = marks.places.get(cell);
    const left = candidates?.[cell].filter(value => !current.struck.has(candidateOf(puzzle, cell, value))) ?? [];
    const small = !digit && shown(cell) ? marks.left?.(cell) ?? left : null;
    one.className = ["cell", clues[cell] ? "clue" : digit ? "own" : "", clashes.has(cell) ? "clash" : "", ...marks.of(cell)].filter(Boolean).join(" ");
    one.replaceChildren(...small && hasRoom() ? [candidatesIn(puzzle, cell, small, marks)] : digit ? [symbol(puzzle, digit)]
      : placed ? [Object.assign(document.createElement("b"), { className: "placed", textContent: symbol(puzzle, placed) })] : []);
    const told = digit ? `${symbol(puzzle, digit)}, ${clues[cell] ? "a clue" : "yours"}`
      : small ? `candidates ${small.map(value => symbol(puzzle, value)).join(" ")}` : "blank";
    one.setAttribute("aria-label", [`${puzzle.cells[cell]}: ${told}`, clashes.has(cell) ? "in conflict" : "", ...marks.told(cell)].filter(Boolean).join(", "));
  });
}

/** The candidates of a cell, each at its own place. */
function candidatesIn(puzzle, cell, digits, marks) {
  const list = Object.assign(document.createElement("span"), { className: "candidates", ariaHidden: "true" });
  const across = Math.ceil(Math.sqrt(puzzle.size));
  for (const digit of digits) {
    const one = Object.assign(document.createElement("i"), { className: marks.look(candidateOf(puzzle, cell, digit)), textContent: symbol(puzzle, digit) });
    one.style.gridArea = `${Math.ceil(digit / across)} / ${(digit - 1) % across + 1}`;
    list.append(one, " "); // as the label has them
  }
  return list;
}

/** The next cell in a direction, over gaps between several grids. */
function next(cell, down, right) {
  const { puzzle: { places, rows, cols } } = state(), at = new Map(places.map(([row, col], cell) => [row * cols + col, cell]));
  let [row, col] = places[cell];
  for (;;) {
    row += down;
    col += right;
    if (row < 0 || col < 0 || row >= rows || col >= cols) return cell;
    if (at.has(row * cols + col)) return at.get(row * cols + col);
  }
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

box.addEventListener("keydown", event => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const [, ofCode] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (STEPS[key]) select(next(selected, ...STEPS[key]));
  else if (key === "Home" || key === "End") select(key === "Home" ? 0 : cells.length - 1);
  else if (!grid.typed(key === "Backspace" || key === "Delete" || key === " " ? "" : shiftKey && ofCode ? ofCode : key, shiftKey && Boolean(ofCode))) return;
  event.preventDefault();
});

box.addEventListener("pointerdown", event => {
  const cell = event.target.closest(".cell")?.dataset.cell;
  if (cell === undefined) return;
  event.preventDefault();
  select(Number(cell));
});
