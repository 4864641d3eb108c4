// Reading a text or an address, and showing its puzzle.

import { asked } from "./address.js";
import { show, stop } from "./engine.js";
import { begin, blankOf, puzzleOf } from "./state.js";
import { tell } from "./told.js";

/** The largest puzzle that the grid is made for. */
const MOST_DIGITS = 25, MOST_CELLS = 1500;

/** Reads a text and shows its puzzle. `known` returns the player's digits and strikes. */
export async function load(text, options = {}, known = () => ({})) {
  stop();
  const puzzle = puzzleOf(await show(text, options));
  if (puzzle.size > MOST_DIGITS || puzzle.clues.length > MOST_CELLS) {
    throw new Error(`found ${puzzle.size} digits and ${puzzle.clues.length} cells, expected at most ${MOST_DIGITS} and ${MOST_CELLS}; the program "sudosat solve" takes larger ones`);
  }
  const own = known(puzzle), blank = await show(blankOf(puzzle));
  begin({ ...puzzle, board: blank.picture }, own);
  tell(puzzle.title ?? `${puzzle.rows}×${puzzle.cols}, ${puzzle.clues.filter(Boolean).length} clues`, [...puzzle.sentences, puzzle.dropped.length ? `Left out: ${puzzle.dropped.join(", ")}.` : ""].filter(Boolean));
}

/** Shows the puzzle of a text, which may be a link of this page. */
export function loadText(text, options) {
  const [, hash] = /^\s*https?:\/\/\S*(#puzzle=\S+)\s*$/.exec(text) ?? [];
  return hash ? follow(hash) : load(text, options);
}

/** Shows the puzzle of an address. */
export function follow(hash) {
  const { text, options, known } = asked(hash);
  return load(text, options, known);
}
