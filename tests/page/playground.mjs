// The live page as a playground: examples, engines, forms of the text, and links to all of it.

import assert from "node:assert/strict";
import { count, presses } from "./read.mjs";

const ready = async page => { await page.waitForFunction(() => !document.querySelector("#live [name=show]").disabled); return page; };
const hash = page => page.evaluate(() => location.hash);
const error = page => page.locator("#live-error").textContent();
const clues = page => page.locator("#grid .given").count();
const options = (page, name) => page.evaluate(name => [...document.getElementById("live")[name].options].filter(one => !one.disabled).map(one => one.value), name);

export async function each_example_is_shown_and_fits_the_window(lab) {
  let shown = 0;
  for (const size of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
    const page = await ready(await lab.open("live", "#cdcl/0", { size }));
    for (const name of (await options(page, "example")).filter(Boolean)) {
      await page.selectOption("[name=example]", name);
      assert.equal(await error(page), "", name);
      assert.equal(await page.locator("[name=example]").inputValue(), name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}: ${wide} px too wide at ${size.width}`);
      shown++;
    }
    await page.close();
  }
  assert.ok(shown >= 20, `${shown} examples`);
  return `${shown} examples`;
}

/** A slide can link to a puzzle, a run of an engine, and a step. */
export async function a_link_leads_to_an_example_an_engine_and_a_step(lab) {
  const page = await ready(await lab.open("live", "#cdcl/0"));
  await page.selectOption("[name=example]", "hard-9x9");
  assert.equal(await clues(page), 17);
  await page.selectOption("[name=engine]", "matrix");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /Exact cover/);
  await page.evaluate(() => document.activeElement.blur());
  await presses(page, "ArrowRight", 7);
  await page.waitForFunction(() => location.hash === "#cover/7?example=hard-9x9&engine=matrix");
  await page.selectOption("[name=encoding]", "minimal");
  await page.click("#live [name=show]");
  await page.waitForFunction(() => location.hash.includes("by=minimal"));
  const address = (await hash(page)).replace("cover/0", "cover/7");
  const other = await ready(await lab.open("live", address));
  assert.equal(await clues(other), 17);
  assert.match(await count(other), /^7 \//);
  assert.equal(await other.locator("[name=engine]").inputValue(), "matrix");
  assert.equal(await other.locator("[name=encoding]").inputValue(), "minimal");
  assert.equal(await other.locator("[name=example]").inputValue(), "hard-9x9");
  await other.waitForFunction(address => location.hash === address, address);
  // What names no example or engine is told, or left as it is.
  await other.evaluate(() => { location.hash = "#cover/1?example=none"; });
  await other.waitForFunction(() => document.querySelectorAll("#grid .given").length === 4);
  await other.evaluate(() => { location.hash = "#cover/1?engine=none"; });
  await other.waitForFunction(() => document.getElementById("live-error").textContent === "no such engine");
}

export async function each_engine_shows_its_run(lab) {
  const page = await ready(await lab.open("live", "#reduction"));
  for (const [engine, tab] of [["cdcl", "CDCL"], ["dlx", "Exact cover"], ["backtrack", "Backtracking"], ["matrix", "Exact cover"]]) {
    await page.selectOption("[name=engine]", engine);
    assert.match(await page.locator("#tabs [aria-current]").textContent(), new RegExp(tab));
    assert.equal(await page.locator("[name=engine]").inputValue(), engine);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("End");
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("#grid td")].map(cell => cell.querySelector(".t").textContent).join("")), "4123231414323241");
  }
  await page.selectOption("[name=example]", "pigeons");
  assert.deepEqual(await options(page, "engine"), ["cdcl", "dpll"]);
  await page.selectOption("[name=example]", "a-to-g");
  assert.deepEqual(await options(page, "engine"), ["dlx", "matrix"]);
  // The links are those of dancing links, and the reduction is no run.
  await page.selectOption("[name=engine]", "dlx");
  await page.evaluate(() => document.activeElement.blur());
  for (const [tab, engine] of [["3", "dlx"], ["1", ""]]) {
    await page.keyboard.press(tab);
    assert.equal(await page.locator("[name=engine]").inputValue(), engine);
  }
}

/** DPLL runs if it is asked for: of puzzles and formulas, with decisions, and by an address. */
export async function dpll_runs_if_it_is_asked_for(lab) {
  const page = await ready(await lab.open("live", "#cdcl/0"));
  const tabs = async () => (await page.locator("#tabs").textContent()).includes("DPLL");
  const told = () => page.locator("#told").textContent();
  assert.equal(await tabs(), false);
  await page.selectOption("[name=engine]", "dpll");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /DPLL/);
  assert.equal(await page.locator(".compare tbody tr").count(), 4, "both engines on both encodings");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("End");
  assert.match(await told(), /^Solved/);
  assert.equal(await page.locator("#panel .tree .here text").textContent(), "✓ solution");
  // What if: the decision is made at this step, or in a new run.
  await page.evaluate(() => { location.hash = "#dpll/16?v=64&engine=dpll"; });
  await page.waitForFunction(() => /decided here\?$/.test(document.querySelector("[data-live=deny]")?.textContent));
  await page.click("[data-live=deny]");
  assert.match(await told(), /^Decide r4c4≠4: as you asked/);
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /DPLL/);
  // Before the last decision of the plain run there were conflicts.
  const { runs: [{ events }] } = lab.trace("dpll"), last = events.findLastIndex(e => e.t === "decide");
  await page.evaluate(to => { location.hash = to; }, `#dpll/${last}?v=${events[last].lit}&engine=dpll`);
  await page.waitForFunction(() => /decided after the same decisions in a new run\?$/.test(document.querySelector("[data-live=deny]")?.textContent));
  await page.click("[data-live=deny]");
  assert.match(await told(), /^This is a new run: it has the same decisions first, without the conflicts before them\. Decide r\dc\d≠\d: as you asked/);
  await page.click("[data-live=forget]");
  // It stays for what is shown next, and of the exact covers there is dancing links.
  await page.selectOption("[name=example]", "pigeons");
  assert.equal(await tabs(), true);
  await page.selectOption("[name=example]", "a-to-g");
  assert.equal(await error(page), "");
  await page.selectOption("[name=example]", "blank-4x4");
  await page.selectOption("[name=engine]", "dlx");
  assert.equal(await tabs(), true);
  await page.selectOption("[name=engine]", "matrix");
  assert.equal(await tabs(), false);
  await page.close();
  const other = await ready(await lab.open("live", "#dpll/7?example=pigeons&engine=dpll"));
  assert.match(await count(other), /^7 \//);
  assert.equal(await other.locator("[name=engine]").inputValue(), "dpll");
  await other.waitForFunction(() => location.hash === "#dpll/7?example=pigeons&engine=dpll");
  const written = await ready(await lab.open("live-dpll"));
  assert.match(await written.locator("#tabs [aria-current]").textContent(), /DPLL/);
  await written.waitForFunction(() => location.hash === "#dpll/0");
}

/** The formula and the exact cover of a puzzle are texts that can be shown in their turn. */
export async function what_is_shown_is_rewritten_in_another_form(lab) {
  const page = await ready(await lab.open("live", "#cdcl/0"));
  const rewrite = async (form, kind, text) => {
    await page.selectOption("[name=form]", form);
    assert.equal(await page.locator("#live [name=kind]").inputValue(), kind);
    assert.match(await page.locator("#text").inputValue(), text);
  };
  await rewrite("line", "puzzle", /^\.12\.\.\.\.4\.\.\.\.\.2\.\.\n$/);
  await rewrite("rows", "puzzle", /^\.12\.\n\.\.\.4\n\.\.\.\.\n\.2\.\.\n$/);
  await rewrite("cover", "cover", /^R1C1 R1C2 /);
  await page.click("#live [name=show]");
  assert.equal(await error(page), "");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  assert.equal(await page.locator(".cover .lit").count(), 16);
  assert.deepEqual(await options(page, "form"), ["", "cover"]);
  await page.selectOption("[name=example]", "lecture-4x4");
  await rewrite("cnf", "cnf", /^p cnf 64 164\n/);
  await page.click("#live [name=show]");
  assert.equal(await error(page), "");
  assert.equal(await page.locator("h1").textContent(), "A formula");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("2");
  await page.keyboard.press("End");
  assert.match(await page.locator("#told").textContent(), /Solved/);
}
