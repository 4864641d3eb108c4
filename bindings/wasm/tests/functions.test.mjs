// The functions of the installed package, compared with the program's answers where
// SUDOSAT_PROGRAM names it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { cover, encode, explain, hint, minimize, rate, sat, show, solve, SudosatError, why } from "sudosat";

const CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
// Its last step is BUG+1, which assumes a single solution.
const BUG = ".9.613.84...2571393.18492..9685714234379268151..384......192..8..943567151.768..2";
const ENGINES = ["cdcl", "dlx", "planes", "sparse", "bits", "matrix", "backtrack", "backtrack-fewest"];
const KNUTH = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

const program = process.env.SUDOSAT_PROGRAM;
const withProgram = { skip: program ? false : "SUDOSAT_PROGRAM names no program" };
const folder = mkdtempSync(join(tmpdir(), "sudosat-npm-"));

/** What the program prints about a text in a file of the name that errors have here. */
function printed(text, ...args) {
  writeFileSync(join(folder, "text"), text);
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** As `printed`, where the answer may be that something is not so: then the exit code is 1. */
function answered(text, ...args) {
  try {
    return printed(text, ...args);
  } catch (error) {
    assert.equal(error.status, 1, error.message);
    return error.stdout;
  }
}

/** Returns the error of a call. */
function failure(call) {
  let answer;
  try {
    answer = call();
  } catch (error) {
    return error;
  }
  assert.fail(`an answer: ${JSON.stringify(answer)}`);
}

test("each engine finds the only solution", () => {
  for (const engine of ENGINES) {
    const puzzle = engine.startsWith("backtrack") || engine === "matrix" ? CLASSIC : HARD;
    const { answer, complete, count, lines, solutions } = solve(puzzle, { engine, count: 2 });
    assert.deepEqual([answer, complete, count], ["solved", true, 1], engine);
    assert.equal(solutions[0].flat().join(""), lines[0]);
    assert.equal(lines[0], solve(puzzle).lines[0]);
  }
});

test("several solutions, none, and none in sight", () => {
  for (const engine of ENGINES) {
    const all = solve(".12.2.1.......4.", { engine, count: 9 });
    assert.deepEqual([all.count, all.complete, new Set(all.lines).size], [2, true, 2], engine);
    const first = solve(".12.2.1.......4.", { engine });
    assert.deepEqual([first.count, first.complete], [1, false], engine);
    const none = solve("12....4.........", { engine });
    assert.deepEqual([none.answer, none.complete], ["no solution", true], engine);
  }
  const clash = solve("11..............");
  assert.equal(clash.answer, "no solution");
  assert.match(clash.clashes[0], /r1c1/);
  const ended = solve(HARD, { engine: "backtrack", steps: 10 });
  assert.deepEqual([ended.answer, ended.complete, ended.gave_up], ["unknown", false, "out of steps"]);
});

test("rules and symbols", () => {
  assert.deepEqual(solve("12...........3..", { rules: "diagonal" }).lines, ["1243342121344312"]);
  assert.equal(solve("AB..............", { symbols: "A-D" }).lines[0].slice(0, 2), "AB");
  const { order, size } = solve(".".repeat(36), { rules: "boxes 2x3" });
  assert.deepEqual([order, size], [undefined, 6]);
});

test("formulas, with and without a model", () => {
  const found = sat("p cnf 3 2\n1 2 0\n-1 3 0\n", { assumptions: [-2] });
  assert.deepEqual([found.status, found.model], ["satisfiable", [1, -2, 3]]);
  const none = sat("p cnf 2 2\n-1 2 0\n-2 0\n", { assumptions: [1] });
  assert.deepEqual([none.status, none.model, none.core], ["unsatisfiable", null, [1]]);
  // Twelve pigeons in eleven holes: easy for a solver that counts.
  const holes = 11, pigeons = holes + 1, at = (pigeon, hole) => pigeon * holes + hole + 1, clauses = [];
  for (let pigeon = 0; pigeon < pigeons; pigeon++) {
    clauses.push(Array.from({ length: holes }, (_, hole) => at(pigeon, hole)));
    for (let other = 0; other < pigeon; other++) {
      for (let hole = 0; hole < holes; hole++) clauses.push([-at(pigeon, hole), -at(other, hole)]);
    }
  }
  const text = [`p cnf ${pigeons * holes} ${clauses.length}`, ...clauses.map(clause => `${clause.join(" ")} 0`), ""].join("\n");
  assert.equal(sat(text).status, "unsatisfiable");
  assert.equal(sat(encode(HARD, { encoding: "minimal" }), { steps: 1 }).gave_up, "out of steps");
  assert.equal(sat("p cnf 0 0\n").status, "satisfiable");
});

test("what a formula's model says is the solution", () => {
  for (const encoding of ["lecture", "minimal", "extended", "strengthened"]) {
    for (const atMostOne of ["pairwise", "sequential", "product", "commander", "bitwise"]) {
      const { model } = sat(encode(CLASSIC, { encoding, atMostOne }));
      const digits = model.filter(lit => lit > 0 && lit <= 729).map(lit => (lit - 1) % 9 + 1).join("");
      assert.equal(digits, solve(CLASSIC).lines[0], `${encoding} ${atMostOne}`);
    }
  }
});

test("why", () => {
  // Row 1 needs a 3 and a 4, and has place for a 4 only.
  const none = why("12....3.........");
  assert.deepEqual([none.answer, none.by_rules, none.corrections_complete], ["no solution", false, true]);
  assert.ok(none.explanation.minimal && none.explanation.clues.some(({ cell, digit }) => cell === "r2c3" && digit === 3));
  assert.equal(why("12....3.........", { limit: 1 }).corrections.length, 1);
  const grid = solve(CLASSIC).solutions[0];
  const { answer, possible, explanation } = why(CLASSIC, { cell: "r5c5" });
  assert.deepEqual([answer, possible, explanation.holds], ["one solution", [grid[4][4]], true]);
  assert.ok(explanation.steps.length > 0);
  assert.deepEqual(why(CLASSIC).solution, grid);
  const several = why(".12....4........", { rules: "diagonal" });
  assert.match(several.answer, / solution/);
});

test("hint", () => {
  const { solutions: [grid] } = solve(CLASSIC);
  const next = hint(CLASSIC);
  assert.deepEqual([next.state, next.solutions, next.unique, next.steps.length], ["open", "one", true, 1]);
  const { cell, digit } = next.steps[0].placement;
  const [row, column] = cell.match(/\d+/g).map(Number);
  assert.equal(grid[row - 1][column - 1], digit);
  assert.equal(next.grid.rows[row - 1][column - 1], digit);
  // It goes on from the puzzle after the step.
  assert.notDeepEqual(hint(JSON.stringify(next.grid)).steps[0].placement, next.steps[0].placement);
  const all = hint(CLASSIC, { all: true });
  assert.equal(all.state, "solved");
  assert.deepEqual(all.grid.rows, grid);
  const assumes = options => hint(BUG, { all: true, ...options }).steps.some(step => step.assumes_unique);
  assert.deepEqual([assumes({}), assumes({ uniqueness: false })], [true, false]);
  const none = hint("12....3.........", { all: true }), several = hint(".".repeat(16));
  assert.deepEqual([none.state, none.solutions], ["no solution", "none"]);
  assert.deepEqual([several.state, several.solutions], ["needs search", "several"]);
  assert.deepEqual([several.stuck.cell, several.stuck.digits, several.stuck.digit], ["r1c1", [1, 2, 3, 4], undefined]);
  const { stuck, grid: left } = hint(HARD, { all: true });
  const [at, to] = stuck.cell.match(/\d+/g).map(Number);
  assert.equal(left.rows[at - 1][to - 1], null);
  assert.equal(solve(HARD).solutions[0][at - 1][to - 1], stuck.digit);
  assert.ok(stuck.digits.includes(stuck.digit) && stuck.words.includes(stuck.cell));
  assert.equal(next.stuck, undefined);
});

test("what to draw for steps", () => {
  const { steps, drawing } = hint(BUG, { all: true, drawing: true }), size = 9;
  assert.equal(drawing.events.length, steps.length + 1);
  const candidate = ({ cell, digit }) => {
    const [row, column] = cell.match(/\d+/g).map(Number);
    return ((row - 1) * size + column - 1) * size + digit;
  };
  steps.forEach(({ placement, eliminations }, at) => {
    assert.equal(drawing.events[at].places, placement && candidate(placement));
    assert.deepEqual(drawing.events[at].removes ?? [], eliminations.map(candidate).sort((a, b) => a - b));
  });
  const none = why("12....3.........", { drawing: true });
  assert.deepEqual(none.drawing.clues, [0, 1, 6]);
  assert.equal(why(CLASSIC, { drawing: true }).drawing, undefined, "nothing is explained");
  assert.equal(hint(CLASSIC).drawing, undefined);
});

test("show", () => {
  const shown = show("11..............", { rules: "diagonal" });
  assert.deepEqual([shown.size, shown.clues, shown.symbols, shown.cells[5]], [4, 2, ["1", "2", "3", "4"], "r2c2"]);
  assert.deepEqual(shown.rules, ["boxes 2x2", "diagonal"]);
  assert.deepEqual(shown.sentences, ["Each diagonal holds each digit once."]);
  assert.deepEqual(shown.clashes, [{ words: "row 1 has two 1s: r1c1 and r1c2", cells: ["r1c1", "r1c2"] }]);
  assert.deepEqual(shown.candidates[15], [2, 3, 4], "the diagonal has a 1");
  assert.match(shown.picture, /^<svg /);
  assert.match(shown.fpuzzles, /^https:\/\/www\.f-puzzles\.com\/\?load=/);
  assert.deepEqual(show(shown.fpuzzles).rules, shown.rules);
  assert.deepEqual(show(JSON.stringify(shown.grid)).grid, shown.grid);
  assert.equal(show("size 9x9; self-taxicab").fpuzzles, null, "f-puzzles has no such rule");
  const drawn = '{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"unheard-of":[{"cells":["R1C1"]}]}';
  assert.ok(failure(() => show(drawn)) instanceof SudosatError);
  assert.equal(show(drawn, { ignoreUnknownRules: true }).dropped.length, 1);
});

test("rate", () => {
  const { score, solved, class: propagation, steps, hardest } = rate(CLASSIC), all = hint(CLASSIC, { all: true });
  assert.deepEqual([solved, propagation], [true, "singles"]);
  assert.equal(score, all.steps.reduce((sum, { cost }) => sum + cost, 0));
  assert.ok(steps[hardest] > 0);
  assert.equal(rate(HARD).class, "search");
  assert.deepEqual(rate("12....3........."), { size: 4, clues: 3, error: "no solution" });
  assert.equal(rate(".".repeat(16), { rules: "diagonal" }).error, "several solutions");
});

test("minimize", () => {
  const { solutions, clues, left, grid } = minimize(CLASSIC, { seed: 3 });
  assert.deepEqual([solutions, clues], ["one", 30]);
  assert.ok(left < clues);
  const text = JSON.stringify(grid), { lines, complete } = solve(text, { count: 2 });
  assert.deepEqual([lines, complete], [solve(CLASSIC).lines, true]);
  assert.deepEqual(minimize(text, { check: true }), { solutions: "one", clues: left, minimal: true, needless: [] });
  assert.ok(minimize(CLASSIC, { seed: 3, tries: 4 }).left <= left);
  const { minimal, needless } = minimize(CLASSIC, { check: true });
  assert.equal(minimal, false);
  for (const cell of needless) {
    const [row, column] = cell.match(/\d+/g).map(Number), at = (row - 1) * 9 + column - 1;
    assert.notEqual(CLASSIC[at], ".");
    assert.ok(solve(`${CLASSIC.slice(0, at)}.${CLASSIC.slice(at + 1)}`, { count: 2 }).complete, cell);
  }
  assert.deepEqual(minimize("12....3........."), { solutions: "none", clues: 3 });
  assert.deepEqual(minimize(".".repeat(16)), { solutions: "several", clues: 0 });
});

test("exact covers", () => {
  for (const engine of ["auto", "dlx", "sparse", "bits", "planes", "matrix"]) {
    const { solutions, complete } = cover(KNUTH, { engine, count: 10 });
    assert.deepEqual(solutions.map(options => options.map(({ number }) => number).sort()), [[1, 4, 5]], engine);
    assert.ok(complete);
  }
  const colours = cover("a b | c\na c:1\nb c:1\nb c:2\n", { count: 10 });
  assert.deepEqual(colours.solutions.map(options => options.map(({ items }) => items.join(" ")).sort()), [["a c:1", "b c:1"]]);
});

test("errors say what was found and expected, and where", () => {
  for (const [call, message, line, column] of [
    [() => solve("1...\n..x.\n....\n...."), /^text:2:3: found 'x'/, 2, 3],
    [() => solve("123"), /^text:1: found/, 1],
    [() => solve(""), /^text: found no puzzle, expected one|^text/],
    [() => solve("1...............\n2...............\n"), /^text:2: found a second puzzle/, 2],
    [() => solve("................", { rules: "diagonl" }), /^rules:1:1: found/, 1, 1],
    [() => sat("p cnf 1 1\n2 0\n"), /^text:2:1: found "2", expected/, 2, 1],
    [() => cover("a b\na c\n"), /^text:2:3: found "c", expected/, 2, 3],
    [() => solve("................", { engin: "dlx" }), /^options: unknown field `engin`, expected one of/],
    [() => solve("................", { engine: "dlz" }), /no engine is called "dlz"; there are cdcl, /],
    [() => solve("................", { count: 0 }), /found count 0, expected at least 1/],
    [() => encode("................", { encoding: "lectur" }), /no encoding is called "lectur"; there are lecture, /],
    [() => encode("................", { rules: "anti-knight", encoding: "lecture" }), /anti-knight/],
    [() => encode(`${"0 ".repeat(100)}\n`.repeat(100)), /bytes, and a string has room for 500000000/],
    [() => sat("p cnf 1 0\n", { assumptions: [2] }), /found 2, expected literals of variables 1 to 1/],
    [() => explain("................", { kind: "cnf" }), /^text:1/, 1],
    [() => explain("p cnf 1 0\n", { kind: "cnf", engine: "dlx" }), /takes the engine cdcl/],
    [() => explain("a\na\n", { kind: "cover", rules: "diagonal" }), /apply to puzzles only/],
    [() => explain("................", { steps: 0 }), /./],
    [() => why("................", { cell: "x" }), /^cell: found 'x', expected a cell as r3c5/],
    [() => why("................", { cell: "r5c1" }), /^cell: there is no cell r5c1/],
    [() => why("................", { limit: 0 }), /found limit 0, expected at least 1/],
    [() => minimize("................", { tries: 0 }), /found tries 0, expected at least 1/],
    [() => hint("................", { al: true }), /^options: unknown field `al`, expected one of/],
    [() => hint(`${"0 ".repeat(100)}\n`.repeat(100)), /hints go up to 64×64/],
    [() => rate(`${"0 ".repeat(100)}\n`.repeat(100)), /ratings go up to 64×64/],
    [() => rate("123"), /^text:1: found/, 1],
    [() => why("................", { steps: 1 }), /^options: unknown field `steps`, expected one of/],
  ]) {
    const error = failure(call);
    assert.ok(error instanceof SudosatError && error instanceof Error, String(error));
    assert.match(error.message, message);
    if (line) assert.equal(error.line, line, error.message);
    if (column) assert.equal(error.column, column, error.message);
  }
  for (const call of [
    () => solve(5),
    () => solve("................", ["dlx"]),
    () => solve("................", new Map([["rules", "diagonal"]])),
    () => solve("................", () => 1),
    () => solve("................", { rules: () => "diagonal" }),
    () => solve("................", { rules: Symbol("diagonal") }),
    () => solve("................", { count: NaN }),
  ]) assert.ok(failure(call) instanceof TypeError, String(call));
  // What fails leaves nothing behind.
  assert.equal(solve("1...............").answer, "solved");
});

test("sudosat/inline works in Node after init", async () => {
  const inline = await import("sudosat/inline");
  assert.match(failure(() => inline.solve("1...............")).message, /init\(\)/);
  await inline.init();
  assert.equal(inline.solve("1...............").answer, "solved");
  assert.match(failure(() => inline.background()).message, /import sudosat/);
});

test("an engine that runs out of memory is an error, and the next call has a new one", () => {
  const error = failure(() => sat(`p cnf 1000000000 1\n${"1 ".repeat(10)}0\n`));
  assert.ok(error instanceof SudosatError, String(error));
  assert.equal(solve("1...............").answer, "solved");
});

test("the answers are the program's", withProgram, () => {
  for (const [text, options, args] of [
    [CLASSIC, {}, []],
    [CLASSIC, { encoding: "extended" }, ["-e", "extended"]],
    [".".repeat(16), { encoding: "minimal", atMostOne: "product" }, ["-e", "minimal", "--at-most-one", "product"]],
    [".".repeat(36), { rules: "boxes 2x3; diagonal" }, ["--rules", "boxes 2x3; diagonal"]],
    [".".repeat(16), { rules: "anti-knight" }, ["--rules", "anti-knight"]],
  ]) {
    assert.equal(encode(text, options), printed(text, "encode", "text", "-o", "-", ...args), `encode ${args}`);
  }
  for (const [text, options, args] of [
    [CLASSIC, {}, ["text"]],
    [HARD, { engine: "dlx", steps: 300 }, ["text", "--engine", "dlx", "--steps", "1..300"]],
    [".12....4.....2..", { encoding: "extended", engine: "backtrack" }, ["text", "-e", "extended", "--engine", "backtrack"]],
    ["p cnf 3 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 3 0\n", { kind: "cnf" }, ["--cnf", "text"]],
    [KNUTH, { kind: "cover", engine: "matrix" }, ["--cover", "text", "--engine", "matrix"]],
  ]) {
    assert.deepEqual(explain(text, options), JSON.parse(printed(text, "explain", "--json", ...args)), `explain ${args}`);
  }
  for (const [text, options, args] of [
    [CLASSIC, {}, []],
    [CLASSIC, { cell: "r5c5" }, ["r5c5"]],
    [HARD, { cell: "r1c2" }, ["r1c2"]],
    ["12....3.........", {}, []],
    ["12....3.........", { smallest: true, limit: 2 }, ["--smallest", "--limit", "2"]],
    [CLASSIC.replace("53..7", "53..3"), {}, []],
    [CLASSIC.replace("53..7", "53.37"), {}, []],
    [".12....4........", {}, []],
    [".12....4........", { rules: "diagonal", cell: "r4c4!=1" }, ["r4c4!=1", "--rules", "diagonal"]],
  ]) {
    const answers = printed(text, "why", "text", "--json", ...args);
    const { puzzle, ...expected } = JSON.parse(answers), found = why(text, options);
    if (expected.add) {
      // Of several sets of clues that leave one solution, one is drawn, by words of 64 bits there.
      assert.equal(found.add.length, expected.add.length);
      for (const one of [found, expected]) delete one.add, delete one.solution;
    }
    assert.deepEqual(found, expected, `why ${args}`);
  }
  for (const text of [CLASSIC, HARD, BUG, "12....3.........", ".12....4........"]) {
    for (const [call, options, args] of [
      [hint, {}, ["hint"]],
      [hint, { all: true }, ["hint", "--all"]],
      [hint, { all: true, uniqueness: false }, ["hint", "--all", "--no-uniqueness"]],
      [rate, {}, ["rate"]],
      [minimize, { check: true }, ["minimize", "--check"]],
    ]) {
      const { puzzle, ...expected } = JSON.parse(answered(text, ...args, "text", "--json"));
      assert.deepEqual(call(text, options), expected, `${args} ${text}`);
    }
  }
  for (const engine of ["dlx", "planes"]) {
    const { seconds, evidence, puzzle, grid, unique, ...expected } = JSON.parse(printed(HARD, "solve", "text", "--json", "--engine", engine));
    const { lines, ...found } = solve(HARD, { engine });
    assert.deepEqual({ ...found, steps: 0 }, { ...expected, steps: 0 });
  }
  const { seconds, evidence, problem, ...expected } = JSON.parse(printed(KNUTH, "cover", "text", "--json", "--all", "--engine", "dlx"));
  assert.deepEqual(cover(KNUTH, { engine: "dlx", count: 10 }), expected);
});
