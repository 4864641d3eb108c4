// The address, which holds the puzzle, its rules, and the player's digits and strikes.
//
//     #puzzle=53..7....6..195…&rules=diagonal;anti-knight&own=..4…&struck=r1c3-12_r1c4-5
//
// `puzzle` is any text that the engine reads, so it can also be written by hand.

import { cellOf, digitOf, candidateOf, textOf } from "./state.js";

/** A digit as one character: 1 to 9, then letters. */
const signOf = digit => digit ? digit.toString(36) : ".";

/** The puzzle as rows of symbols, or as numbers parted by blanks; on one line if it is small. */
function gridText({ puzzle, clues }) {
  const { symbols, size } = puzzle, isShort = symbols.every(symbol => [...symbol].length === 1);
  const signs = clues.map(digit => digit ? symbols[digit - 1] : ".");
  if (isShort) return signs.join("");
  return Array.from({ length: size }, (_, row) => signs.slice(row * size, (row + 1) * size).join(" ")).join("\n");
}

/** Returns the part of a state's address behind `#`. */
export function addressOf(state) {
  const { puzzle, own, struck } = state, { grid } = puzzle, parts = [];
  const add = (name, value) => parts.push(`${name}=${encodeURIComponent(value).replace(/%20/g, "+").replace(/%3B/g, ";").replace(/%3D/g, "=")}`);
  // Pencil marks of the setter, and several grids, have no place on a line.
  const isLine = !grid.excluded?.length && puzzle.clues.length === puzzle.size ** 2;
  add("puzzle", isLine ? gridText(state) : textOf(state));
  if (isLine && grid.rules) add("rules", grid.rules.join(";"));
  if (isLine && typeof grid.symbols === "string") add("symbols", grid.symbols);
  if (isLine && grid.symbols === 0) add("symbols", `0-${puzzle.size - 1}`);
  if (own.some(Boolean)) add("own", own.map(signOf).join(""));
  const strikes = new Map();
  for (const candidate of struck) {
    const name = puzzle.cells[cellOf(puzzle, candidate)];
    strikes.set(name, (strikes.get(name) ?? "") + signOf(digitOf(puzzle, candidate)));
  }
  if (strikes.size) add("struck", [...strikes].map(entry => entry.join("-")).join("_"));
  return `#${parts.join("&")}`;
}

/** Returns the text and the options of `show` for an address, and the function for its answer. */
export function asked(hash) {
  const about = new URLSearchParams(hash.replace(/^#/, "")), text = about.get("puzzle");
  if (text === null) return null;
  const options = {};
  for (const name of ["rules", "symbols"]) if (about.has(name)) options[name] = about.get(name);
  return { text, options, known: puzzle => known(puzzle, about) };
}

/** The player's digits and strikes. One that fits no cell is an error. */
function known(puzzle, about) {
  const digit = sign => {
    const value = parseInt(sign, 36);
    if (!(value >= 1 && value <= puzzle.size)) throw new Error(`The address can't be followed: found "${sign}" for a digit, expected 1 to ${signOf(puzzle.size)}.`);
    return value;
  };
  const parts = {}, { cells, clues, index } = puzzle;
  if (about.get("own")) {
    const signs = [...about.get("own")];
    if (signs.length !== cells.length) throw new Error(`The address can't be followed: found ${signs.length} digits after own=, expected one for each of ${cells.length} cells.`);
    parts.own = signs.map((sign, cell) => clues[cell] || sign === "." ? 0 : digit(sign));
  }
  if (about.get("struck")) {
    parts.struck = new Set(about.get("struck").split("_").flatMap(entry => {
      const [name, signs = ""] = entry.split("-");
      if (!index.has(name)) throw new Error(`The address can't be followed: found "${name}" after struck=, expected a cell, such as r1c2.`);
      return [...signs].map(sign => candidateOf(puzzle, index.get(name), digit(sign)));
    }));
  }
  return parts;
}
