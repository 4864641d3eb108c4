// The types, as a program uses them; compiled, not run.

import { background, cover, encode, explain, hint, init, minimize, rate, sat, solve, SudosatError, why } from "sudosat";

const solved = solve("1...............", { engine: "dlx", count: 2, rules: "diagonal" });
const first: number = solved.solutions[0]![0]![0]!;
const only: boolean = solved.complete && solved.answer === "solved";
const formula: string = encode("1...............", { encoding: "extended", atMostOne: "product" });
const model: number[] | null = sat(formula, { assumptions: [1, -2], steps: 1000 }).model;
const names: string[] = cover("a b\na b\n").solutions.flatMap(options => options.flatMap(option => option.items));
const step: string | undefined = explain("1...............", { kind: "puzzle" }).runs[0]?.events[0]?.t;
const changed: string[] = (why("1...............").changes ?? []).flatMap(change => change.change === "swapped" ? change.cells : []);
const clue: number | undefined = why("1...............", { cell: "r1c1" }).explanation?.clues[0]?.digit;
const told: string = hint("1...............", { all: true, uniqueness: false }).steps.map(step => step.words).join();
const stuck: number | undefined = hint("1...............").stuck?.digit;
const module: Promise<WebAssembly.Module> = init();
const again: Promise<WebAssembly.Module>[] = [init(new URL("https://localhost/x")), init(fetch("x")), init(new Uint8Array()), init(module)];
const placed: number | undefined = hint("1...............").steps[0]?.placement?.digit;
const hardness: number | undefined = rate("1...............", { rules: "diagonal" }).score;
const left: number | null | undefined = minimize("1...............", { tries: 3, seed: 1 }).grid?.rows[0]?.[0];

async function later(): Promise<number> {
  const worker = background();
  try {
    return (await worker.solve("1...............", { signal: AbortSignal.timeout(100) })).count;
  } catch (error) {
    if (error instanceof SudosatError) return error.line ?? 0;
    throw error;
  } finally {
    worker.close();
  }
}

// @ts-expect-error there is no such engine
solve("1...............", { engine: "dlz" });
// @ts-expect-error a signal stops calls in the background only
solve("1...............", { signal: AbortSignal.timeout(100) });
// @ts-expect-error a puzzle is a text
solve(5);

export { again, changed, clue, first, hardness, later, left, model, names, only, placed, step, stuck, told };
