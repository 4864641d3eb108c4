/** Sudoku as SAT and as exact cover, a SAT solver, and exact cover. */

/** An error of the program: what was found and what was expected. */
export class SudosatError extends Error {
  /** The line of the text, from 1, if the error has a place. */
  readonly line?: number;
  /** The column, from 1, if the error has a place. */
  readonly column?: number;
}

/** How a puzzle's text is read. */
export interface Reading {
  /** Rules beside those that the text states, such as `"diagonal; anti-knight"`. */
  rules?: string;
  /** The symbols of the grid: `"1-G"`, `"0-F"`, or all of them in their order. */
  symbols?: string;
}

/** The encoding of a puzzle as clauses. */
export interface Encoded {
  /** `"lecture"` if missing, or `"extended"` for rules that the lecture has no clauses for. */
  encoding?: "lecture" | "minimal" | "extended" | "strengthened";
  /** The encoding of at-most-one constraints; `"pairwise"` if missing. */
  atMostOne?: "pairwise" | "sequential" | "product" | "commander" | "bitwise";
}

/** Limits of a search. */
export interface Limits {
  /** Largest number of solutions that are looked for; 1 if missing. With 2, `complete` says
      whether the first solution is the only one. */
  count?: number;
  /** Largest number of steps, in the engine's main unit: conflicts, nodes or placements. */
  steps?: number;
}

/** The engines that solve puzzles. */
export type Engine =
  | "cdcl" | "dlx" | "planes" | "sparse" | "bits" | "matrix" | "backtrack" | "backtrack-fewest";

/** What all searches for solutions return: the fields of `sudosat solve --json`. */
export interface Answer {
  engine: string;
  answer: "solved" | "no solution" | "unknown";
  /** Number of solutions found. */
  count: number;
  /** Set if there are no more solutions: the search was exhausted. */
  complete: boolean;
  /** The reason why the search ended early, if it did. */
  gave_up?: string;
  /** The engine's counts of its steps. */
  steps: Record<string, number>;
}

/** The answer of `solve`. */
export interface Solved extends Answer {
  /** n, for a plain Sudoku of n²×n². */
  order?: number;
  /** The number of rows, columns and digits. */
  size: number;
  clues: number;
  /** The solutions found, each an array of rows of digits from 1. */
  solutions: number[][][];
  /** The same solutions in the puzzle's symbols, each on one line. */
  lines: string[];
  /** Clues that contradict each other, in words. */
  clashes?: string[];
}

/** The answer of `sat`. */
export interface Verdict {
  status: "satisfiable" | "unsatisfiable" | "unknown";
  /** A literal for each variable. */
  model: number[] | null;
  /** Assumptions that can't all be true, if the formula is unsatisfiable under them. */
  core?: number[];
  gave_up?: string;
  steps: Record<string, number>;
}

/** An option of an exact cover. */
export interface CoverOption {
  /** Its number in the text, from 1. */
  number: number;
  /** The names of its items, `item:colour` where it has a colour. */
  items: string[];
}

/** The answer of `cover`. */
export interface Covered extends Answer {
  /** Number of items. */
  items: number;
  /** Number of primary items. */
  primary: number;
  /** Number of options. */
  options: number;
  /** Number of items in all options. */
  entries: number;
  solutions: CoverOption[][];
}

/** A step of a run; docs/TRACE.md lists them by `t`. */
export interface Step {
  t: string;
  [field: string]: unknown;
}

/** A trace: docs/TRACE.md has the schema. */
export interface Trace {
  schema: string;
  generator: string;
  puzzle?: { order: number | null; givens: number[]; solution?: number[] | null; [field: string]: unknown };
  cnf?: { encoding: string; vars: number; names: string[]; clauses: number[][]; [field: string]: unknown };
  cover?: { items: unknown[]; options: unknown[] };
  runs: { engine: string; events: Step[]; [field: string]: unknown }[];
  [field: string]: unknown;
}

export interface SolveOptions extends Reading, Limits {
  /** `"cdcl"` if missing. */
  engine?: Engine;
}

export interface EncodeOptions extends Reading, Encoded {}

export interface SatOptions {
  /** Literals that must be true. */
  assumptions?: number[];
  /** Largest number of conflicts. */
  steps?: number;
}

export interface CoverOptions extends Limits {
  /** `"auto"` if missing: the search that fits the problem. */
  engine?: "auto" | "dlx" | "sparse" | "bits" | "planes" | "matrix";
}

export interface ExplainOptions extends Reading, Encoded {
  /** The kind of the text; `"puzzle"` if missing. */
  kind?: "puzzle" | "cnf" | "cover";
  /** `"cdcl"` if missing, or `"dlx"` for an exact-cover problem. */
  engine?: "cdcl" | "dlx" | "matrix" | "backtrack";
  /** Number of steps of the run; 2000 if missing. */
  steps?: number;
}

/** Solves a puzzle in any usual text form. Each solution is checked against the rules. */
export function solve(text: string, options?: SolveOptions): Solved;
/** Returns a puzzle's formula in DIMACS. Its comments contain the puzzle, so that `sudosat
    decode` needs nothing else. */
export function encode(text: string, options?: EncodeOptions): string;
/** Solves a formula in DIMACS. A model is checked against every clause. */
export function sat(dimacs: string, options?: SatOptions): Verdict;
/** Solves an exact-cover problem in Knuth's form, as a 0/1 matrix, or in miniexact's form. */
export function cover(text: string, options?: CoverOptions): Covered;
/** Returns the trace of a run, the JSON of `sudosat explain --json`. */
export function explain(text: string, options?: ExplainOptions): Trace;

/** Stops a call in the background: the worker ends, and the promise is rejected with the signal's
    reason. */
export interface Stoppable {
  signal?: AbortSignal;
}

/** The functions in a worker. They run one after the other. */
export interface Background {
  solve(text: string, options?: SolveOptions & Stoppable): Promise<Solved>;
  encode(text: string, options?: EncodeOptions & Stoppable): Promise<string>;
  sat(dimacs: string, options?: SatOptions & Stoppable): Promise<Verdict>;
  cover(text: string, options?: CoverOptions & Stoppable): Promise<Covered>;
  explain(text: string, options?: ExplainOptions & Stoppable): Promise<Trace>;
  /** Ends the worker; calls without an answer are rejected. */
  close(): void;
}

/** Starts a worker, so that the caller is not blocked. */
export function background(): Background;
