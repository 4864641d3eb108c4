// Others: no network, mere cover problems, odd names, puzzles without a solution.

import assert from "node:assert/strict";
import { count } from "./read.mjs";

export async function no_request_leaves_the_page(lab) {
  for (const name of ["small", "hard", "cover"]) {
    const page = await lab.open(name);
    for (const key of ["2", "End", "3", "End", "4", "Home", "p", "ArrowRight", "d", "e"]) await page.keyboard.press(key);
    await page.waitForTimeout(150);
    assert.equal(page.requests.length, 1, page.requests.join(" "));
    assert.match(page.requests[0], /^file:/);
    // Nor could one: the page's own policy forbids it.
    const refused = await page.evaluate(() => fetch("https://example.org/").then(() => false, () => true));
    assert.ok(refused);
    page.faults.length = 0; // the refusal is told on the console
    const text = lab.text(`${name}.html`);
    assert.doesNotMatch(text.replaceAll("http://www.w3.org/", ""), /https?:\/\/|src=|@import|url\(/);
  }
}

export async function a_cover_problem_has_its_own_page(lab) {
  const trace = lab.trace("cover");
  const page = await lab.open("cover");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /Exact cover/);
  assert.equal(await page.locator("#tabs a").count(), 2);
  assert.equal(await page.locator("h1").textContent(), "Exact cover");
  await page.keyboard.press("End");
  const solution = trace.runs[0].events.find(e => e.t === "solution").options;
  assert.deepEqual(await page.locator(".cover .lit").allTextContents(), solution.map(option => trace.cover.options[option].name));
  assert.equal(await page.locator("#grid .t").count(), solution.length);
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
