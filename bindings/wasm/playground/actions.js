// The questions of a player about the puzzle: solve, hint, why, unique, rate.

import { cellsOf, NOTHING, stepOf } from "./drawing.js";
import { ask } from "./engine.js";
import { selectedCell } from "./grid.js";
import { candidateOf, cellOf, change, digitIn, digitOf, state, symbol, textOf, undo } from "./state.js";
import { element, tell, tellError } from "./told.js";

/** Shows a drawing in the grid; main.js sets it. */
export const drawn = { show: () => {} };

/** Runs an action: an error is told, and one that was stopped says so. */
export const action = run => async () => {
  drawn.show(NOTHING);
  try {
    await run();
  } catch (error) {
    if (error.name === "AbortError") tell("Stopped");
    else tellError(error);
  }
};

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const hasOwn = ({ own, clues }) => own.some((digit, cell) => digit && !clues[cell]);

/** The digits of a solution, by the places of the cells. */
const digitsOf = rows => state().puzzle.places.map(([row, col]) => rows[row][col]);

/** The cells in which the player's digit differs from that of a solution, those in which the player struck this digit, and
    a sentence about each of the two. */
function differences(digits, [aboutDigits, aboutStrikes]) {
  const { puzzle, struck } = state();
  const cells = test => digits.flatMap((digit, cell) => test(digit, cell) ? [cell] : []);
  const wrong = cells((digit, cell) => digitIn(state(), cell) && digitIn(state(), cell) !== digit);
  const lost = cells((digit, cell) => struck.has(candidateOf(puzzle, cell, digit)));
  return {
    wrong, lost, sentences: [
      wrong.length ? `${aboutDigits}: ${wrong.map(cell => puzzle.cells[cell]).join(", ")}.` : "",
      lost.length ? `${aboutStrikes}: ${lost.map(cell => `${symbol(puzzle, digits[cell])} in ${puzzle.cells[cell]}`).join(", ")}.` : "",
    ],
  };
}

/** Tells that there is no solution, and offers the reason. */
const tellNone = () => tell("No solution", ["The clues contradict each other, or a rule."], [["Why?", why]]);

export const solve = action(async () => {
  let answer = await ask("solve", textOf(state(), true));
  const own = hasOwn(state());
  const isAgainst = answer.answer === "no solution" && (own || state().struck.size > 0);
  if (isAgainst) answer = await ask("solve", textOf(state()));
  const [rows] = answer.solutions;
  if (!rows) return answer.answer === "no solution" ? tellNone() : tell("Not solved", [answer.gave_up ?? ""]);
  const digits = digitsOf(rows), { sentences } = differences(digits, ["Digits changed", "Digits of the solution that were struck"]);
  change({ own: digits.map((digit, cell) => state().clues[cell] ? 0 : digit), struck: isAgainst ? new Set() : state().struck });
  const steps = Object.entries(answer.steps).map(([name, count]) => `${count} ${name}`).join(", ");
  tell("Solved", [
    ...isAgainst ? ["No solution fits all that you entered.", ...sentences] : [],
    `The grid obeys every rule, and was checked. The search took ${steps}.`,
  ], [["Is it the only solution?", unique], ["Undo", () => { undo(); tell("Undone"); }]]);
});

export const unique = action(async () => {
  const { solutions, answer, gave_up: gaveUp } = await ask("solve", textOf(state()), { count: 2 });
  const about = hasOwn(state()) ? ["This is about the clues, without your digits."] : [];
  if (solutions.length > 1) return tell("Several solutions", about, [["Where do they differ?", why]]);
  if (solutions.length === 0) return answer === "no solution" ? tellNone() : tell("Not decided", [gaveUp ?? ""]);
  tell("Exactly one solution", ["A search found one, and showed that there is no other.", ...about]);
});

export const rate = action(async () => {
  const rating = await ask("rate", textOf(state()));
  if (rating.error) return tell(`No rating: ${rating.error}`, ["Only a puzzle with exactly one solution is rated."], [["Why?", why]]);
  const { score, hardest, solved, steps = {}, guesses, class: propagation } = rating;
  tell(solved ? `Score ${score}; hardest: ${hardest}` : "Harder than the techniques", [
    solved ? "" : `The techniques do not solve it; those that apply have the score ${score}.`,
    element("ul", { className: "steps" }, ...Object.entries(steps).map(([name, count]) => element("li", {}, `${count} × ${name}`))),
    `For a solver: ${propagation}${guesses ? `, ${guesses} ${guesses === 1 ? "guess" : "guesses"}` : ""}.`,
  ]);
});

/** Tells the steps of a run one after the other, each drawn. `texts` are their sentences; with `apply`, the steps up to
    the one that is shown can be taken, and `more` goes on after them. */
function story(title, run, texts, { begin = 0, apply, more, before = [], after = [] } = {}) {
  const tellStep = at => {
    const drawing = stepOf(run, at);
    drawn.show(drawing);
    const legend = element("p", { className: "legend" }, ...drawing.legend.map(([look, , words]) => element("span", { className: `look ${look}`, textContent: words })));
    const go = (text, to, label) => [text, () => tellStep(to), { disabled: to < 0 || to >= texts.length, ariaLabel: label }];
    tell(texts.length > 1 ? `${title}: step ${at + 1} of ${texts.length}` : title, [...before, texts[at], drawing.legend.length ? legend : "", ...at === texts.length - 1 ? after : []].filter(Boolean), [
      ...texts.length > 1 ? [go("‹ Back", at - 1, "The step before"), go("Next ›", at + 1, "The next step")] : [],
      ...apply ? [[texts.length > 1 ? "Apply up to here" : "Apply", () => apply(at)]] : [],
      ...more ? more(at) : [],
    ]);
  };
  tellStep(begin);
}

/** Takes the steps of a run up to one. */
function take(run, last) {
  const { puzzle, clues } = state(), own = [...state().own], struck = new Set(state().struck);
  for (const { places, removes = [] } of run.events.slice(0, last + 1)) {
    for (const candidate of removes) struck.add(candidate);
    if (places && !clues[cellOf(puzzle, places)]) own[cellOf(puzzle, places)] = digitOf(puzzle, places);
  }
  change({ own, struck });
}

/** The next step, or all of them. */
const hintOf = all => action(async () => {
  const text = textOf(state(), true);
  const { solutions, steps, stuck, drawing, state: end } = await ask("hint", text, { all, drawing: true });
  if (solutions === "none") return mistake();
  if (!steps.length) {
    if (end === "solved") return tell("Solved", ["Every cell is filled, and every rule is obeyed."]);
    if (solutions === "several") return tell("No technique applies", ["The puzzle has several solutions, so no step is certain."], [["Where do they differ?", why]]);
    const cell = state().puzzle.index.get(stuck?.cell);
    if (stuck) drawn.show(cellsOf("differ", new Set([cell]), new Map([[cell, stuck.digits]])));
    const place = () => {
      change({ own: state().own.map((digit, at) => at === cell ? stuck.digit : digit) });
      tell("Placed", [], [["Hint", hint]]);
    };
    return tell("No technique applies", [stuck?.words ?? ""], [...stuck?.digit ? [["Place its digit", place]] : [], ["Solve", solve]]);
  }
  const ends = { solved: "Then the puzzle is solved.", "needs search": "Then no technique applies: the puzzle needs a search.", open: "" }[end] ?? "";
  story(all ? "All steps" : "Hint", drawing, steps.map(step => step.words), {
    apply: at => { take(drawing, at); tell("Applied", [], [["Next hint", hint]]); },
    more: () => all ? [] : [["Next ›", () => { take(drawing, 0); hint(); }, { ariaLabel: "Apply, and show the next step" }], ["All", hintOf(true)]],
    after: ends ? [ends] : [],
  });
});
export const hint = hintOf(false);

/** Tells which of the player's digits and strikes are wrong, or that the clues have no solution. */
async function mistake() {
  const { solutions: [rows], complete } = await ask("solve", textOf(state()), { count: 2 });
  if (!rows) return tellNone();
  const { puzzle } = state(), digits = digitsOf(rows);
  const { wrong, lost, sentences } = differences(digits, ["Wrong digits", "Right digits that were struck"]);
  if (!complete) return tell("No solution with your digits", ["The clues alone have several solutions."], [["Why?", why]]);
  drawn.show(cellsOf("wrong", new Set([...wrong, ...lost])));
  tell("There is a mistake", sentences,
    [["Take them back", () => {
      const own = [...state().own], struck = new Set(state().struck);
      for (const cell of wrong) own[cell] = 0;
      for (const cell of lost) struck.delete(candidateOf(puzzle, cell, digits[cell]));
      change({ own, struck });
      tell("Taken back", [], [["Hint", hint]]);
    }], ["Why?", why]]);
}

/** The sentences of an explanation name digits by numbers from 1. */
const numbered = puzzle => symbol(puzzle, 1) === "1" ? [] : [`In the sentence below, digits are numbers from 1: 1 is ${symbol(puzzle, 1)}.`];

export const why = action(async () => {
  const { puzzle } = state(), whole = await ask("why", textOf(state(), true), { drawing: true });
  const digit = ({ cell, digit }) => `${cell} = ${symbol(puzzle, digit)}`;
  const cellsNamed = list => new Set(list.map(name => puzzle.index.get(name)));
  if (whole.answer === "unknown") return tell("Not decided", [whole.gave_up]);
  if (whole.answer === "no solution") {
    const { explanation: { clues, rules }, drawing, corrections } = whole;
    const fixes = corrections.filter(({ clues }) => clues.length).map(({ clues, unique }) => element("li", {},
      `without ${clues.map(digit).join(" and ")} there ${unique ? "is exactly one solution" : "are several solutions"}`));
    return story("No solution", drawing, drawing.events.map(event => event.text), {
      before: [...numbered(puzzle), `${clues.length ? `These contradict each other: ${clues.map(digit).join(", ")}` : "The rules contradict each other"}${rules.length ? `; ${rules.join("; ")}` : ""}.`],
      after: fixes.length ? ["To correct it:", element("ul", {}, ...fixes)] : [],
      begin: 0,
    });
  }
  if (whole.answer === "several solutions") {
    const digits = new Map(whole.cells.map(({ cell, possible }) => [puzzle.index.get(cell), possible]));
    drawn.show(cellsOf("differ", cellsNamed(whole.cells.map(({ cell }) => cell)), digits));
    return tell("Several solutions", [`They differ in ${counted(whole.cells.length, "cell")}${whole.cells_complete ? "" : " at least"}, marked in the grid.`,
      whole.add?.length ? `With ${whole.add.map(digit).join(", ")} there is exactly one solution.` : ""].filter(Boolean));
  }
  const cell = selectedCell();
  if (state().clues[cell]) return tell("Exactly one solution", ["Select a cell that is no clue; Why then explains its digit."]);
  const own = [...state().own];
  own[cell] = 0;
  const { explanation, drawing } = await ask("why", textOf({ ...state(), own }, true), { cell: puzzle.cells[cell], drawing: true });
  story(`Why ${digit(explanation)}`, drawing, drawing.events.map(event => event.text), { before: numbered(puzzle) });
});
