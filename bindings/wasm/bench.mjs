// Measures the size of sudosat.wasm and the time of its functions, in Node:
//
//     node bindings/wasm/bench.mjs FILE.wasm PUZZLES
//
// PUZZLES has a 9×9 puzzle on each line. Times are those of the processor, with all threads.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { functionsOf } from "./npm/functions.js";

const [file, list] = process.argv.slice(2);
if (!list) {
  console.error("usage: node bindings/wasm/bench.mjs FILE.wasm PUZZLES");
  process.exit(2);
}
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const bytes = readFileSync(file);
const puzzles = readFileSync(list, "utf8").split("\n").filter(line => line.length === 81);

const seconds = work => {
  const start = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1e6, answer];
};
/** Returns the average time of a call in milliseconds, over `calls` calls. The same number of
    calls is made before, so that Node has compiled the functions that run often. */
const milliseconds = (calls, call) => {
  const some = () => { for (let number = 0; number < calls; number++) call(); };
  some();
  return seconds(some)[0] * 1000 / calls;
};
const row = (name, value, unit) => console.log(`${name.padEnd(44)} ${value} ${unit}`);

/** Returns a random formula of clauses with three literals, always the same. */
function random(variables, clauses) {
  let state = 12345;
  const below = limit => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % limit;
  };
  const lines = [`p cnf ${variables} ${clauses}`];
  for (let number = 0; number < clauses; number++) {
    const chosen = new Set();
    while (chosen.size < 3) chosen.add(below(variables) + 1);
    lines.push([...chosen, 0].map(variable => below(2) ? variable : -variable).join(" "));
  }
  return lines.join("\n");
}

row("size", bytes.length, "bytes");
row("size with gzip", gzipSync(bytes, { level: 9 }).length, "bytes");
const { solve, sat, why } = functionsOf(new WebAssembly.Module(bytes));
const [start] = seconds(() => solve(EASY, { count: 2 }));
row("first call: an easy 9×9, cdcl", (start * 1000).toFixed(0), "ms");
for (const engine of ["cdcl", "dlx", "planes"]) {
  for (const [name, puzzle] of [["an easy 9×9", EASY], ["a hard 9×9", HARD]]) {
    row(`${name}, ${engine}`, milliseconds(200, () => solve(puzzle, { engine, count: 2 })).toFixed(2), "ms");
  }
}
row("why a cell of the hard 9×9 has its digit", milliseconds(4, () => why(HARD, { cell: "r1c2" })).toFixed(0), "ms");
for (const engine of ["cdcl", "dlx"]) {
  const [time] = seconds(() => puzzles.forEach(puzzle => solve(puzzle, { engine, count: 2 })));
  row(`${puzzles.length} puzzles of the list, ${engine}`, time.toFixed(2), "s");
}
const [time, { status, steps }] = seconds(() => sat(random(200, 852)));
row(`random formula, ${status}, ${steps.conflicts} conflicts`, time.toFixed(2), "s");
