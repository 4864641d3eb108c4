// Others: no network, mere cover problems, odd names, puzzles without a solution.

import assert from "node:assert/strict";
import { count, goto } from "./read.mjs";

export async function no_request_leaves_the_page(lab) {
  for (const name of ["small", "hard", "cover"]) {
    const page = await lab.open(name);
    for (const key of ["2", "End", "3", "End", "4", "Home", "q", "ArrowRight", "p", "ArrowDown", "p", "d", "e"]) await page.keyboard.press(key);
    await page.waitForTimeout(150);
    assert.equal(page.requests.length, 1, page.requests.join(" "));
    assert.match(page.requests[0], /^file:/);
    // Nor could one: the page's own policy forbids it.
    const refused = await page.evaluate(() => fetch("https://example.org/").then(() => false, () => true));
    assert.ok(refused);
    page.faults.length = 0; // the refusal is told on the console
    const text = lab.text(`${name}.html`);
    assert.doesNotMatch(text.replaceAll("http://www.w3.org/", ""), /https?:\/\/|src=|@import|url\((?!#)/);
  }
}

export async function a_cover_problem_has_its_own_page(lab) {
  const trace = lab.trace("cover");
  const page = await lab.open("cover");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /Exact cover/);
  assert.equal(await page.locator("#tabs a").count(), 3);
  assert.equal(await page.locator("h1").textContent(), "Exact cover");
  await page.keyboard.press("End");
  const solution = trace.runs[0].events.find(e => e.t === "solution").options;
  assert.deepEqual(await page.locator(".cover .lit").allTextContents(), solution.map(option => trace.cover.options[option].name));
  assert.equal(await page.locator("#grid .t").count(), solution.length);
}

/** A 16×16: digits that can be read, candidates in the lens, and what is left out is told. */
export async function a_sixteen_by_sixteen_is_readable(lab) {
  const page = await lab.open("large", "#reduction?o=c3");
  const grid = await page.evaluate(() => ({
    cells: document.querySelectorAll("#grid td").length, buttons: document.querySelectorAll("#grid button").length,
    digit: parseFloat(getComputedStyle(document.querySelector("#grid .given")).fontSize),
    dots: document.querySelector(".dots path").getAttribute("d").split("M").length - 1,
    lit: [...document.querySelectorAll("#grid td[data-marks]")].map(one => one.dataset.marks),
    given: document.querySelectorAll("#grid .given").length,
  }));
  assert.ok(grid.digit >= 13, `${grid.digit} px`);
  assert.deepEqual([grid.cells, grid.buttons, grid.dots], [256, 256, (256 - grid.given) * 16]);
  assert.deepEqual(grid.lit, Array(16).fill("+3"), "row 1 needs a 3, clues included");
  // A cell, then a candidate of it in the lens, by keys alone.
  await page.keyboard.press("g");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#lens").textContent(), /^r2c2/);
  await page.click("#lens .lit >> nth=6");
  assert.match(await page.locator("#selected").textContent(), /^r2c2=7: variable 279/);
  assert.match(await page.locator("#grid td >> nth=17").getAttribute("data-marks"), /^\+7$/);
  // The matrix: the rows at hand, and that the whole is left out.
  await page.keyboard.press("3");
  assert.match(await page.locator("#panel").textContent(), /The whole matrix has \d+ rows and 1024 columns, too many to draw/);
  await page.click("#grid button >> nth=0");
  assert.match(await page.locator("#panel").textContent(), /rows? of the column R1C1: r1c1 needs a number/);
  const rows = await page.locator(".hand g[data-o^=l]").count();
  assert.ok(rows > 1 && rows <= 16, `${rows} rows`);
  // The tree: the end of the path.
  await page.keyboard.press("4");
  await page.keyboard.press("End");
  assert.match(await page.locator(".tree").textContent(), /… \d+ before/);
  return `digits of ${grid.digit} px, ${rows} rows at hand`;
}

export async function odd_names_stay_text(lab) {
  const page = await lab.open("odd", "#cover/2?v=1");
  for (let i = 0; i < 12; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  assert.equal(await page.locator("img, b > script, #panel script").count(), 0);
  assert.match(await page.locator("#selected").textContent(), /<\/script><img/);
}

export async function a_puzzle_without_solution_says_so(lab) {
  const page = await lab.open("unsolvable");
  for (const key of ["2", "3", "4"]) {
    await page.keyboard.press(key);
    await page.keyboard.press("End");
    assert.match(await page.locator("#told").textContent(), /No solution|unsatisfiable|empty clause/);
    assert.ok(!/^0 /.test(await count(page)));
  }
}

export async function the_smallest_puzzle_has_a_page(lab) {
  const page = await lab.open("one");
  for (const key of ["2", "End", "3", "End", "4", "End", "1", "g", "Enter"]) await page.keyboard.press(key);
  assert.match(await page.locator("#selected").textContent(), /^r1c1=1: variable 1/);
}

/** Every view of a formula with an empty clause has its panels, and the clause has its words. */
export async function an_empty_clause_is_named(lab) {
  for (const hash of ["#reduction", "#reduction?o=c2", "#reduction?o=f0", "#cdcl/1?o=c2"]) {
    const page = await lab.open("empty", hash);
    assert.ok(await page.locator("#panel h2").count(), hash);
    if (hash.includes("o=c2")) assert.match(await page.locator("#selected").textContent(), /^#2: the empty clause, which nothing satisfies/);
  }
  const page = await lab.open("empty", "#reduction?o=f0");
  assert.match(await page.locator("#panel .list").textContent(), /#2 the empty clause/);
}

export async function clues_that_clash_are_named(lab) {
  const page = await lab.open("clash", "#backtracking/0");
  const told = () => page.locator("#told").textContent();
  const clash = /Two clues clash, so there is nothing to search: row 1 has two 1s, in r1c1 and r1c2\.$/;
  assert.match(await told(), clash);
  await page.keyboard.press("ArrowRight");
  assert.match(await told(), /^No solution\./);
  assert.match(await told(), clash);
  await goto(page, "#cover/0?o=i0");
  assert.match(await page.locator("#selected").textContent(), /^Column R1C1: r1c1 needs a number\. 0 rows\./);
}

/** The hint and the list of keys name what the page has, and nothing else. */
export async function a_page_names_what_it_has(lab) {
  for (const [name, hint, tabs, encodings] of [
    ["small", /Point at a digit, a clause, a family, a column or a row: /, "1 2 3 4 5 6 Reduction, CDCL, Exact cover, Backtracking, Links, Techniques", true],
    ["formula", /Point at a name, a clause or a family: /, "1 2 Reduction, CDCL", false],
    ["cover", /Point at a name, a column or a row: /, "1 2 3 Reduction, Exact cover, Links", false],
  ]) {
    const page = await lab.open(name);
    assert.match(await page.locator("#selected").textContent(), hint);
    await page.keyboard.press("?");
    assert.equal((await page.locator("#tab-numbers, #tab-names").allTextContents()).join(" "), tabs);
    assert.equal(await page.locator("#keys dd:text-is('the other encoding')").isVisible(), encodings, name);
  }
}
