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

/** A digit in a cell, such as `{cell: "r3c5", digit: 7}`. */
export interface Candidate {
  cell: string;
  digit: number;
}

/** A minimal set of clues and rules, and the steps that lead from them to the end. */
export interface Explanation {
  /** The cell that is explained, its digit, and whether the cell holds it. */
  cell?: string;
  digit?: number;
  holds?: boolean;
  clues: Candidate[];
  /** The rules of the set, in words. */
  rules: string[];
  /** Set if no clue can be left out, even where all rules hold, and no rule of these. */
  minimal: boolean;
  /** Set if it is known that no smaller set is enough. */
  smallest: boolean;
  /** The steps, in words. */
  steps: string[];
  /** Set if the steps lead to the end. */
  complete: boolean;
  /** The contradiction at the end, in words. */
  end?: string;
  /** The digits of a cell, each with its contradiction, in words. */
  cases?: string[];
  /** Set if the steps assume the opposite. */
  by_contradiction?: boolean;
  /** An explanation by a larger set that needs no assumption. */
  by_steps?: Explanation;
}

/** A rule without which there is a solution. */
export interface Relaxed {
  /** The rule, as `arrow r1c1 = r1c2 r1c3`. */
  rule: string;
  /** Set if exactly one solution is left; null if this is not known. */
  unique: boolean | null;
  solution: number[][];
}

/** A set of clues without which there is a solution. */
export interface Correction {
  clues: Candidate[];
  /** Candidates of the solution that the pencil marks lack. */
  missing: Candidate[];
  smallest: boolean;
  /** Set if exactly one solution is left; null if this is not known. */
  unique: boolean | null;
  solution: number[][];
}

/** A single change that leaves one solution, as typing mistakes make them. */
export type Change =
  | { change: "swapped"; cells: [string, string] }
  | { change: "shifted"; from: string; to: string; direction: "left" | "right" }
  | { change: "digit"; cell: string; digit: number }
  | { change: "sum"; cells: string[]; sum: number }
  | { change: "rows"; rows: [number, number] }
  | { change: "moved"; from: string; to: string };

/** The answer of `why`: the fields of `sudosat why --json`. */
export interface Why {
  answer: "no solution" | "one solution" | "several solutions" | "unknown";
  solution?: number[][];
  explanation?: Explanation;
  /** Set if the rules contradict each other without any clue. */
  by_rules?: boolean;
  /** Set if the clues have a solution that the pencil marks exclude. */
  by_marks?: boolean;
  /** Set if the clues are contradictory without the pencil marks. */
  without_marks?: boolean;
  /** Rules without any one of which there is a solution. */
  relaxed?: Relaxed[];
  corrections?: Correction[];
  corrections_complete?: boolean;
  changes?: Change[];
  changes_complete?: boolean;
  /** The digits of the cell in the solutions. */
  possible?: number[];
  /** The cells that differ between the solutions. */
  cells?: { cell: string; possible: number[] }[];
  cells_complete?: boolean;
  /** Clues that leave one solution. */
  add?: Candidate[];
  minimal?: boolean;
  smallest?: boolean;
  /** The reason why a part is missing. */
  gave_up?: string;
  /** With `drawing`, if there is an explanation: what to draw for its steps. */
  drawing?: Drawing;
}

export interface WhyOptions extends Reading {
  /** The cell to explain, as `"r3c5"`; with a digit, as `"r3c5=7"` or `"r3c5!=7"`. */
  cell?: string;
  /** Search for a set with the fewest clues and rules. This may take long. */
  smallest?: boolean;
  /** Largest number of corrections and of changes; 10 if missing. */
  limit?: number;
  /** Return `drawing`, too; false if missing. */
  drawing?: boolean;
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

/** A step that a person takes. */
export interface HumanStep {
  /** The name of the technique. */
  technique: string;
  cost: number;
  /** Set if the technique assumes that there is only one solution. */
  assumes_unique: boolean;
  /** The step in words. */
  words: string;
  /** The digit that is placed. */
  placement?: Candidate;
  /** The candidates that are removed. */
  eliminations: Candidate[];
  /** The cells of the pattern, as `"r1c2"`. */
  cells: string[];
  /** The houses that the step names. */
  houses: string[];
}

/** The cell to try digits in, where no technique applies. */
export interface Stuck {
  /** The cell with the fewest digits left, as `"r1c2"`. */
  cell: string;
  /** The digits that are left there. */
  digits: number[];
  /** The digit there in the solution, if exactly one is known to exist. */
  digit?: number;
  /** The same in sentences, without `digit`. */
  words: string;
}

/** A puzzle as an object: docs/RULES.md, section JSON. `JSON.stringify` makes a text of it that is
    read as the same puzzle. */
export interface PuzzleObject {
  /** n, for a plain Sudoku of n²×n². */
  order?: number;
  size?: number;
  rules?: string[];
  symbols?: string | number;
  /** The rows: digits from 1, and null for a blank. */
  rows: (number | null)[][];
  /** Excluded candidates. */
  excluded?: Candidate[];
}

/** The answer of `hint`: the fields of `sudosat hint --json`. */
export interface Hints {
  /** The number of rows, columns and digits. */
  size: number;
  clues: number;
  /** The state of the puzzle after the steps; `"needs search"` if no technique applies. */
  state: "open" | "solved" | "no solution" | "needs search" | "stopped";
  gave_up?: string;
  /** Set if the puzzle is known to have exactly one solution. */
  unique: boolean;
  solutions: "none" | "one" | "several" | "unknown";
  steps: HumanStep[];
  /** The cell to go on with, if no technique applies. */
  stuck?: Stuck;
  /** The puzzle after the steps. */
  grid: PuzzleObject;
  /** With `drawing`: what to draw for each step. */
  drawing?: Drawing;
}

/** The answer of `rate`: the fields of `sudosat rate --json`. Without exactly one solution there
    is no rating, and `error` says so. */
export interface Rating {
  size: number;
  clues: number;
  error?: string;
  /** The sum of the costs of all steps. */
  score?: number;
  /** The hardest technique that was used. */
  hardest?: string | null;
  /** Set if the techniques solve the puzzle without a search. */
  solved?: boolean;
  class?: "singles" | "failed literals" | "search";
  rounds?: number;
  guesses?: number;
  backdoor?: number | null;
  conflicts?: number;
  nodes?: number;
  /** Number of steps of each technique. */
  steps?: Record<string, number>;
}

/** The answer of `minimize`: the fields of `sudosat minimize --json`. */
export interface Minimized {
  /** The number of solutions; clues are dropped only if there is one. */
  solutions: "one" | "none" | "several";
  clues: number;
  /** With `check`: set if every clue is needed. */
  minimal?: boolean;
  /** With `check`: the clues of which any single one can be dropped, such as `"r1c2"`. */
  needless?: string[];
  /** Number of clues of the minimal puzzle. */
  left?: number;
  /** The minimal puzzle. */
  grid?: PuzzleObject;
}

/** What to draw for the steps of `hint` or `why`. Cells are numbered from 0 in reading order; a candidate
    is the number of its cell times the number of digits, plus its digit. */
export interface Drawing {
  /** The candidates that are ruled out before the first step. */
  gone: number[];
  /** With `why`: the cells whose clues matter. */
  clues?: number[];
  /** The steps, and the end. */
  events: {
    t: "step" | "end";
    text: string;
    /** The cells of the pattern. */
    cells?: number[];
    /** The houses of the pattern, as their cells. */
    areas?: number[][];
    /** The candidates of the pattern. */
    uses?: number[];
    /** The candidates of the pattern's other part, such as a second colour or fins. */
    others?: number[];
    removes?: number[];
    places?: number;
    /** Further candidates that are ruled out after the step. */
    gone?: number[];
    /** What was checked, and the lines of the check with their depth. */
    checked?: string;
    lines?: [number, string][];
  }[];
}

/** The answer of `show`. */
export interface Shown {
  /** The form of the text, in words. */
  form: string;
  title: string | null;
  /** The number of digits. */
  size: number;
  clues: number;
  /** The rules as statements of docs/RULES.md. */
  rules: string[];
  /** The rules in words, as they stand below a printed puzzle. */
  sentences: string[];
  /** With `ignoreUnknownRules`: the rules and drawings that were dropped. */
  dropped: string[];
  /** The symbols in the order of the digits. */
  symbols: string[];
  /** The cells in reading order, as `"r1c2"`. */
  cells: string[];
  /** For each cell the digits that the clues in its houses and the excluded candidates leave. */
  candidates: number[][];
  /** Clues that contradict each other. */
  clashes: { words: string; cells: string[] }[];
  /** The puzzle as an SVG picture, with its rules drawn. */
  picture: string;
  /** A link that opens the puzzle in f-puzzles; null if there are rules that it does not have. */
  fpuzzles: string | null;
  grid: PuzzleObject;
}

export interface ShowOptions extends Reading {
  /** Drop the rules and drawings of f-puzzles, SudokuPad and Penpa+ that are not known, instead of refusing
      the puzzle; false if missing. */
  ignoreUnknownRules?: boolean;
}

export interface HintOptions extends Reading {
  /** Return `drawing`, too; false if missing. */
  drawing?: boolean;
  /** Take all steps, until the puzzle is solved or no technique applies; false if missing. */
  all?: boolean;
  /** Allow techniques that assume a single solution, where a search has confirmed it; true if
      missing. */
  uniqueness?: boolean;
}

export type RateOptions = Reading;

export interface MinimizeOptions extends Reading {
  /** Drop nothing: find the clues that could be dropped; false if missing. */
  check?: boolean;
  /** Number of random orders in which clues are dropped; 1 if missing. The result with the fewest
      clues is returned. */
  tries?: number;
  /** Seed of the first order; 0 if missing. */
  seed?: number;
}

export interface ExplainOptions extends Reading, Encoded {
  /** The kind of the text; `"puzzle"` if missing. */
  kind?: "puzzle" | "cnf" | "cover";
  /** `"cdcl"` if missing, or `"dlx"` for an exact-cover problem. */
  engine?: "cdcl" | "dlx" | "matrix" | "backtrack";
  /** Number of steps of the run; 2000 if missing. */
  steps?: number;
}

/** Loads and compiles `sudosat.wasm`, once. In a page the functions need it before the first call,
    and `background` calls it; in Node, Deno and Bun it is not needed. With a source, such as
    another address, the module is loaded from there. */
export function init(source?: Source | PromiseLike<Source>): Promise<WebAssembly.Module>;
/** A source of the module: an address, a response, the bytes, or the compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

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
/** Returns why a puzzle has no solution, how its solutions differ, or with `cell` why the cell has
    its digit. All that is returned is checked. */
export function why(text: string, options?: WhyOptions): Why;
/** Returns the next step in solving a puzzle, as a person takes it, or all steps. Each is of the
    easiest technique that applies, and is checked. */
export function hint(text: string, options?: HintOptions): Hints;
/** Returns how hard a puzzle is: for a person, by the techniques of `hint`, and for solvers. */
export function rate(text: string, options?: RateOptions): Rating;
/** Drops clues that a puzzle does not need, in random order, as long as one solution remains. */
export function minimize(text: string, options?: MinimizeOptions): Minimized;

/** Returns how a puzzle is understood, what its clues leave open, and its picture. */
export function show(text: string, options?: ShowOptions): Shown;

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
  why(text: string, options?: WhyOptions & Stoppable): Promise<Why>;
  hint(text: string, options?: HintOptions & Stoppable): Promise<Hints>;
  rate(text: string, options?: RateOptions & Stoppable): Promise<Rating>;
  minimize(text: string, options?: MinimizeOptions & Stoppable): Promise<Minimized>;
  show(text: string, options?: ShowOptions & Stoppable): Promise<Shown>;
  /** Ends the worker; calls without an answer are rejected. */
  close(): void;
}

/** Starts a worker, so that the caller is not blocked. */
export function background(): Background;
