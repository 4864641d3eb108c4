// Rules: pages of puzzles with further rules, and of several grids.

import assert from "node:assert/strict";
import { goto } from "./read.mjs";

const boxes = page => page.evaluate(() => Object.fromEntries([["table", "#grid table"], ["below", ".below svg"], ["above", ".above svg"], ["place", "#grid"]]
  .map(([name, css]) => [name, document.querySelector(css)?.getBoundingClientRect().toJSON()])));

const told = page => page.locator("#told").textContent();

/** The pictures of the rules lie on the table, and numbers outside stand in the room beside it. */
export async function the_rules_are_drawn_on_the_grid(lab) {
  for (const [name, layers] of [["killer", ["above"]], ["thermometers", ["below"]], ["kropki", ["above"]], ["sandwich", ["above"]]]) {
    for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const page = await lab.open(name, "#cdcl/30", { size }), seen = await boxes(page);
      for (const layer of layers) {
        for (const side of ["left", "top", "right", "bottom"]) {
          assert.ok(Math.abs(seen[layer][side] - seen.table[side]) <= 2, `${name}, ${layer}: ${side} ${seen[layer][side]} at ${seen.table[side]}`);
        }
      }
      const texts = await page.evaluate(() => [...document.querySelectorAll(".layer text")].map(one => one.getBoundingClientRect().toJSON()));
      for (const one of texts) assert.ok(one.left >= seen.place.left - 1 && one.right <= seen.place.right + 1 && one.top >= seen.place.top - 1, `${name}: a number outside the page`);
      assert.ok(await page.locator("#symbols").textContent(), "the rules are told");
    }
  }
}

/** A clause is named by its rule, an auxiliary variable, too; sums have no tab for exact cover, and why is told. */
export async function clauses_are_named_by_their_rule(lab) {
  const page = await lab.open("killer", "#reduction");
  assert.doesNotMatch(await page.locator("#tabs").textContent(), /Exact cover/);
  assert.match(await page.locator("#panel").textContent(), /the exact cover of \d+ rules for several cells has colours/);
  const data = JSON.parse(await page.locator("#data").textContent()), [{ cnf, runs }] = data.traces;
  const [first, , rule] = data.sources[0][0], name = [...data.pairs ?? [], ...data.tables][rule];
  await goto(page, `#reduction?o=c${first}`);
  assert.ok((await page.locator("#selected").textContent()).includes(`#${first} ${name}`), await page.locator("#selected").textContent());
  const side = data.traces[0].puzzle.rules?.size ?? 9, auxiliary = cnf.names.findIndex(name => /^y/.test(name)) + 1;
  assert.ok(auxiliary > side ** 3 - 1);
  await goto(page, `#reduction?v=${auxiliary}`);
  assert.match(await page.locator("#selected").textContent(), /: auxiliary of r\d+c\d+ \+ .* \(cage\), variable/);
  const rejected = runs.find(run => run.engine === "backtrack").events.findIndex(e => e.because?.table !== undefined);
  await goto(page, `#backtracking/${rejected + 1}`);
  assert.match(await told(page), /Reject r\d+c\d+=\d: r\d+c\d+ \+ .* = \d+ \(cage\) can't be met with it any more/);
}

/** Rules for two cells have an exact cover, with secondary columns that are told. */
export async function rules_for_two_cells_are_secondary_columns(lab) {
  const page = await lab.open("kropki", "#cover/0");
  assert.match(await page.locator("#panel").textContent(), /more columns of rules for two cells are not drawn here/);
  await page.keyboard.press("End");
  assert.match(await told(page), /Solved\. Each primary column has one 1/);
  const data = JSON.parse(await page.locator("#data").textContent()), [{ cover, runs }] = data.traces;
  const item = cover.items.findIndex(({ name }) => name === "P1=2");
  await goto(page, `#cover/0?o=i${item}`);
  assert.ok((await page.locator("#selected").textContent()).includes(`at most one of the digits that ${data.pairs[0]} forbids together with a 2`));
  const rejected = runs.find(run => run.engine === "backtrack").events.findIndex(e => e.because?.pair !== undefined);
  await goto(page, `#backtracking/${rejected + 1}`);
  assert.match(await told(page), /Reject r\d+c\d+=\d: .*, and r\d+c\d+ has an? \d/);
}

/** Several grids: their cells and gaps, names by the board, and the keys pass over a gap. */
export async function several_grids_are_one_board(lab) {
  const page = await lab.open("samurai", "#cdcl/0");
  assert.deepEqual(await page.evaluate(() => ["td:not(.gap)", "td.gap", "tr"].map(css => document.querySelectorAll(`#grid ${css}`).length)), [369, 72, 21]);
  await page.keyboard.press("g");
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^r1c13/);
  for (const tab of ["cover", "backtracking", "reduction"]) await goto(page, `#${tab}/40`);
  await goto(page, "#cdcl/60");
  const { events } = JSON.parse(await page.locator("#data").textContent()).traces[0].runs[0];
  assert.ok(events.length > 60 && (await told(page)).length > 10);
  assert.match(await page.locator("#panel").textContent(), /r\d+c1\d=\d/);
}

/** What if: the live page of other rules keeps them. */
export async function a_live_page_keeps_the_rules(lab) {
  const page = await lab.open("live-rules", "#cdcl/0");
  await page.waitForFunction(() => !document.querySelector("#live [name=show]").disabled);
  const rules = await page.locator("#symbols").textContent();
  assert.match(await page.locator("#live textarea").inputValue(), /^size 6x6\n[\s\S]*\nthermo r[\s\S]*\nclues\n/);
  const blank = await page.evaluate(() => document.querySelector("#grid td.open button").dataset.o);
  await goto(page, `#cdcl/0?v=${blank.slice(1)}`);
  await page.click("[data-live=add]");
  assert.equal(await page.locator("#live-error").textContent(), "");
  assert.equal(await page.locator("#symbols").textContent(), rules);
  assert.ok(await page.locator(`#grid .given[data-o=${blank}]`).count());
}
