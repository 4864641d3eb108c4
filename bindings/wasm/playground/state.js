// The state: a puzzle, the player's digits and strikes, and all states before, to be undone.

/** Returns the answer of `show` about a puzzle, with its cells by their places. */
export function puzzleOf(shown) {
  const places = shown.cells.map(name => name.match(/\d+/g).map(number => number - 1));
  const { rows } = shown.grid;
  return {
    ...shown, places, rows: rows.length, cols: rows[0].length,
    clues: places.map(([row, col]) => rows[row][col] ?? 0),
    index: new Map(shown.cells.map((name, cell) => [name, cell])),
  };
}

/** A state without a digit of the player's. A candidate is a number, as the variables of its formula: `candidateOf`. */
const fresh = puzzle => ({ puzzle, clues: puzzle.clues, own: puzzle.clues.map(() => 0), struck: new Set() });

export const candidateOf = (puzzle, cell, digit) => cell * puzzle.size + digit;
export const cellOf = (puzzle, candidate) => Math.floor((candidate - 1) / puzzle.size);
export const digitOf = (puzzle, candidate) => (candidate - 1) % puzzle.size + 1;

/** All states, and the place of the one that is shown. */
let states = [], at = -1;

/** Called after each change. */
const watchers = [];
export const onChange = watcher => watchers.push(watcher);
const changed = () => watchers.forEach(watcher => watcher(state()));

export const state = () => states[at];
export const canUndo = () => at > 0;
export const canRedo = () => at < states.length - 1;

/** Shows another state; those that were undone are gone. */
function push(next) {
  states = [...states.slice(Math.max(0, at - 999), at + 1), next];
  at = states.length - 1;
  changed();
}

/** Shows a puzzle, with digits and strikes that are known. */
export const begin = (puzzle, known = {}) => push({ ...fresh(puzzle), ...known });

/** Shows a state that differs in these parts. */
export const change = parts => push({ ...state(), ...parts });

export function undo() { if (canUndo()) { at--; changed(); } }
export function redo() { if (canRedo()) { at++; changed(); } }

/** The digit in a cell, 0 if it is blank. */
export const digitIn = ({ clues, own }, cell) => clues[cell] || own[cell];

/** A puzzle as a text for the engine: the clues, or with `all` also the player's digits and strikes. */
export function textOf(state, all = false) {
  const { puzzle, clues, struck } = state, { grid, places } = puzzle;
  const rows = grid.rows.map(row => row.map(() => null));
  places.forEach(([row, col], cell) => { rows[row][col] = (all ? digitIn(state, cell) : clues[cell]) || null; });
  const own = all ? [...struck].filter(candidate => !digitIn(state, cellOf(puzzle, candidate))) : [];
  const strikes = own.map(candidate => ({ cell: puzzle.cells[cellOf(puzzle, candidate)], digit: digitOf(puzzle, candidate) }));
  return JSON.stringify({ ...grid, rows, excluded: [...grid.excluded ?? [], ...strikes] });
}

/** The puzzle without a digit, for its drawing. */
export const blankOf = ({ grid }) => JSON.stringify({ ...grid, rows: grid.rows.map(row => row.map(() => null)), excluded: [] });

/** A digit in the symbols of the puzzle. */
export const symbol = (puzzle, digit) => puzzle.symbols[digit - 1];
