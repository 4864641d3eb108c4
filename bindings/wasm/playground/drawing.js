// The drawing of a step of a hint or of an explanation in the grid.

import { candidateOf, cellOf, digitOf, state, symbol } from "./state.js";

/** Nothing to draw. */
export const NOTHING = { of: () => [], look: () => "", told: () => [], places: new Map(), isAbout: () => false };

/** The meaning of each look in words, for those who do not see it. */
const WORDS = { area: "in the house of the step", pattern: "in the pattern", gone: "loses a candidate", set: "is placed", differ: "differs between solutions", wrong: "wrong" };

/** Draws cells in a look, and candidates of these cells. */
export const cellsOf = (look, cells, digits = new Map()) => ({
  ...NOTHING,
  of: cell => cells.has(cell) ? [look] : [],
  told: cell => cells.has(cell) ? [WORDS[look]] : [],
  left: cell => digits.get(cell) ?? [],
  isAbout: cell => digits.has(cell),
});

/** Draws the step `at` of a run of the engine: the fields of its events are in src/teach/solving.rs. The candidates are
    those before the step. */
export function stepOf(run, at) {
  const { puzzle } = state(), gone = new Set(run.gone), placed = new Map();
  for (const { removes = [], gone: more = [], places } of run.events.slice(0, at)) {
    for (const candidate of [...removes, ...more]) gone.add(candidate);
    if (places) placed.set(cellOf(puzzle, places), digitOf(puzzle, places));
  }
  const { cells = [], areas = [], uses = [], others = [], removes = [], places } = run.events[at];
  const area = new Set(areas.flat()), pattern = new Set(cells), looks = new Map();
  for (const [look, candidates] of [["use", uses], ["other", others], ["gone", removes], ["set", places ? [places] : []]]) {
    for (const candidate of candidates) looks.set(candidate, look);
  }
  const losing = new Set(removes.map(candidate => cellOf(puzzle, candidate)));
  const about = new Set([...area, ...pattern, ...[...looks.keys()].map(candidate => cellOf(puzzle, candidate))]);
  if (places) placed.set(cellOf(puzzle, places), digitOf(puzzle, places));
  const now = places ? cellOf(puzzle, places) : -1;
  const of = cell => [area.has(cell) && "area", pattern.has(cell) && "pattern", losing.has(cell) && "gone", cell === now && "set"].filter(Boolean);
  return {
    of,
    told: cell => of(cell).map(look => WORDS[look]),
    look: candidate => looks.get(candidate) ?? "",
    places: placed,
    left: cell => placed.has(cell) && cell !== now ? [placed.get(cell)]
      : Array.from({ length: puzzle.size }, (_, digit) => digit + 1).filter(digit => !gone.has(candidateOf(puzzle, cell, digit))),
    isAbout: cell => about.has(cell) && !(placed.has(cell) && cell !== now),
    /** The meanings of the looks of this step. */
    legend: [["area", area.size > 0, "house"], ["use", uses.length > 0, "used"], ["other", others.length > 0, "the other side"],
      ["gone", removes.length > 0, "removed"], ["set", Boolean(places), `placed: ${places ? symbol(puzzle, digitOf(puzzle, places)) : ""}`]].filter(([, isThere]) => isThere),
  };
}
