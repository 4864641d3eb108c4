// The keys for digits, and the choice between digits, strikes and clues.

import { selectedCell } from "./grid.js";
import { candidateOf, canRedo, canUndo, change, redo, state, undo } from "./state.js";
import { button, byId } from "./told.js";

const pad = byId("pad"), kind = byId("kind");

/** The kind of digit that the keys enter: `own`, `struck` or `clue`. */
export const entered = () => kind.elements.kind.value;
export const enter = value => { kind.elements.kind.value = value; };

/** Shows the keys of a puzzle's symbols. */
export function build({ symbols }) {
  const across = symbols.length <= 9 ? symbols.length : 8;
  pad.style.setProperty("--keys", across);
  pad.replaceChildren(...symbols.map((symbol, at) => button(symbol, () => put(at + 1))));
}

/** Puts a digit into the selected cell, 0 to erase it; the same digit again takes it away. */
export function put(digit, strikes = entered() === "struck") {
  const { puzzle, clues, own, struck } = state(), cell = selectedCell();
  const changed = list => list.map((before, at) => at !== cell ? before : before === digit ? 0 : digit);
  if (strikes && digit) {
    if (clues[cell] || own[cell]) return;
    const next = new Set(struck), candidate = candidateOf(puzzle, cell, digit);
    if (!next.delete(candidate)) next.add(candidate);
    return change({ struck: next });
  }
  if (entered() === "clue") return change({ clues: changed(clues), own: own.map((before, at) => at === cell ? 0 : before) });
  if (clues[cell]) return;
  if (digit || own[cell]) return change({ own: changed(own) });
  const candidates = puzzle.symbols.map((_, at) => candidateOf(puzzle, cell, at + 1));
  if (candidates.some(candidate => struck.has(candidate))) change({ struck: new Set([...struck].filter(candidate => !candidates.includes(candidate))) });
}

/** Puts the digit of a key. Returns `false` if the key has none. Numbers above 9 are typed as A to Z. */
export function typed(key, strikes) {
  if (key === "") { put(0, false); return true; }
  const { symbols } = state().puzzle, named = symbols.findIndex(symbol => symbol.toLowerCase() === key.toLowerCase());
  const isLetter = /^[a-z]$/i.test(key), place = named >= 0 ? named : isLetter && symbols.every(symbol => /^\d+$/.test(symbol)) ? parseInt(key, 36) - Number(symbols[0]) : -1;
  if (place < 0 || place >= symbols.length) return false;
  put(place + 1, strikes || entered() === "struck");
  return true;
}

const undoButton = byId("undo"), redoButton = byId("redo");
undoButton.onclick = undo;
redoButton.onclick = redo;
byId("erase").onclick = () => put(0);
document.addEventListener("keydown", event => {
  const { key, ctrlKey, metaKey, shiftKey, target } = event;
  if (!(ctrlKey || metaKey) || target.closest("dialog, input, textarea, select")) return;
  const run = /^y$/i.test(key) || /^z$/i.test(key) && shiftKey ? redo : /^z$/i.test(key) ? undo : null;
  if (run) { run(); event.preventDefault(); }
});

/** Says which of the keys do something. */
export function paint() {
  undoButton.disabled = !canUndo();
  redoButton.disabled = !canRedo();
}
