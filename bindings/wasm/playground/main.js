// The page: shows the state whenever it changes, and connects the buttons with their functions.

import { drawn, hint, rate, solve, unique, why } from "./actions.js";
import { addressOf } from "./address.js";
import { NOTHING } from "./drawing.js";
import { busy, show, stop } from "./engine.js";
import { build, grid, paint, selectedCell } from "./grid.js";
import { follow, load, loadText } from "./load.js";
import * as pad from "./pad.js";
import { firstExample, openPuzzle } from "./paste.js";
import { addressNow, copy, openPicture } from "./picture.js";
import { openRules } from "./rules.js";
import { candidateOf, onChange, state, symbol, textOf } from "./state.js";
import { byId, tell, tellError } from "./told.js";

/** The name under which the browser keeps the address of what was shown last. */
const KEPT = "sudosat";

/** The engine's answer about the digits of the state: the candidates of each cell, and the cells in conflict. */
let known = { candidates: null, clashes: new Set() };

/** The drawing of a hint or of an explanation. */
let marks = NOTHING;

/** The puzzle whose drawing is in the grid. */
let built = null;

function repaint() {
  const isShown = byId("candidates").checked || pad.entered() === "struck";
  paint(state(), { ...known, marks, shown: cell => marks === NOTHING ? isShown : marks.isAbout(cell) });
  pad.paint();
  tellCell();
}

/** Tells the candidates of the selected cell, also where the grid has no room for them. */
function tellCell() {
  const { puzzle, struck, clues, own } = state(), cell = selectedCell(), digit = clues[cell] || own[cell];
  const left = known.candidates?.[cell]?.map(value => struck.has(candidateOf(puzzle, cell, value)) ? "" : symbol(puzzle, value)).filter(Boolean);
  byId("cell").textContent = `${puzzle.cells[cell]}: ${digit ? symbol(puzzle, digit) : left ? left.join(" ") || "no digit is left" : "…"}`;
}

/** Asks for the candidates and conflicts of the state; of several states that came meanwhile, only of the last. */
let asking = null;
function check() {
  if (asking) { asking.again = true; return; }
  const own = asking = { again: false }, { puzzle } = state();
  show(textOf(state(), true)).then(({ candidates, clashes }) => {
    if (state().puzzle === puzzle) {
      known = { candidates, clashes: new Set(clashes.flatMap(({ cells }) => cells.map(name => puzzle.index.get(name)))) };
      byId("clashes").textContent = clashes.map(({ words }) => words).join("; ");
      repaint();
    }
  }, tellError).finally(() => { if (asking === own) asking = null; if (own.again) check(); });
}

onChange(current => {
  stop();
  marks = NOTHING;
  if (current.puzzle !== built) {
    built = current.puzzle;
    known = { candidates: null, clashes: new Set() };
    build(built, built.board);
    pad.build(built);
    pad.enter(built.clues.some(Boolean) || built.grid.rules ? "own" : "clue");
  }
  repaint();
  check();
  learnLink();
  remember();
});

/** Keeps the state in the address and in the browser, once it rests or the page is left. */
let resting = 0;
function remember() {
  clearTimeout(resting);
  resting = setTimeout(keep, 300);
}
function keep() {
  if (!resting) return;
  clearTimeout(resting);
  resting = 0;
  const address = addressOf(state());
  history.replaceState(null, "", address);
  try { localStorage.setItem(KEPT, address); } catch { /* A private window may refuse. */ }
}
addEventListener("pagehide", keep);

/** The link to the teaching page, which shows the same puzzle if it is small enough. */
function learnLink() {
  const link = byId("learn"), { puzzle } = state(), isSmall = puzzle.size <= 9 && puzzle.cells.length <= 81;
  const text = puzzle.grid.rules || puzzle.grid.excluded ? textOf(state()) : state().clues.map(digit => digit || ".").join("");
  link.href = `learn.html#cdcl/0?kind=puzzle&text=${encodeURIComponent(text)}`;
  link.hidden = !isSmall;
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.querySelector(".close").onclick = () => dialog.close();
  // A click beside it closes it.
  dialog.addEventListener("click", event => { if (event.target === dialog) dialog.close(); });
}

drawn.show = drawing => { marks = drawing; repaint(); };
grid.typed = pad.typed;
grid.moved = () => { if (state()) tellCell(); };
byId("candidates").onchange = repaint;
byId("kind").onchange = repaint;

for (const [name, run] of Object.entries({
  solve, hint, why, unique, rate, "open-puzzle": () => openPuzzle(), "open-rules": openRules,
  "open-picture": () => openPicture().catch(tellError), "copy-link": () => copy(addressNow(), "Link"),
})) byId(name).onclick = run;

// ---- the engine at work

const working = byId("working");
let since = 0, ticking = 0;
busy.changed = isBusy => {
  clearInterval(ticking);
  working.hidden = true;
  if (!isBusy) return;
  since = Date.now();
  ticking = setInterval(() => {
    working.hidden = false;
    byId("seconds").textContent = `${Math.round((Date.now() - since) / 1000)} s`;
  }, 500);
};
byId("stop").onclick = stop;

// ---- texts that are pasted beside a field

document.addEventListener("paste", event => {
  if (event.target.closest("dialog, input, textarea")) return;
  const text = event.clipboardData.getData("text");
  loadText(text).catch(error => openPuzzle(text, error));
});

// ---- the beginning

const isAsked = hash => hash.startsWith("#puzzle=");
const tellLink = error => tell("The link can't be opened", [error.message]);
addEventListener("hashchange", () => { if (isAsked(location.hash)) follow(location.hash).catch(tellLink); });

/** Shows the puzzle of the address, or the last one, or an example. */
async function start() {
  let kept = "", wrong = null;
  try { kept = localStorage.getItem(KEPT) ?? ""; } catch { /* A private window may refuse. */ }
  for (const [hash, refused] of [[location.hash, error => { wrong = error; }], [kept, () => {}]]) {
    if (!state() && isAsked(hash)) await follow(hash).catch(refused);
  }
  if (!state()) await load(await firstExample());
  if (wrong) tellLink(wrong);
}
start().catch(tellError).finally(() => document.body.classList.add("ready"));

navigator.serviceWorker?.register("sw.js").catch(() => {});
// The teaching page is kept too, unless the visitor asks for little data.
if (!navigator.connection?.saveData) navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("later"));
