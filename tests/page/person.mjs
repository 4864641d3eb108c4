// Person: the pages of `hint` and `why`, and the tab of these steps on the page of `explain`.

import assert from "node:assert/strict";
import { goto, presses } from "./read.mjs";

const looks = page => page.evaluate(() => Object.fromEntries(["use", "other", "gone", "set"].map(look =>
  [look, [...document.querySelectorAll(`#grid [data-look=${look}]`)].map(one => one.getAttribute("aria-label").split(",")[0])])));

/** A digit that a step places or removes is marked at this step and changed at the next. */
export async function each_step_shows_its_change_before_it_is_made(lab) {
  const page = await lab.open("hint");
  const data = JSON.parse(await page.locator("#data").textContent()).persons[0];
  const last = data.events.length;
  assert.ok(last > 50 && data.events.some(e => e.removes?.length));
  const read = `({ told: document.querySelector("#told").textContent, t: [...document.querySelectorAll("#grid td")].map(td => td.querySelector(".t, .given")?.textContent ?? ""),
    set: document.querySelectorAll("#grid [data-look=set]").length, gone: document.querySelectorAll("#grid [data-look=gone]").length,
    lines: document.querySelectorAll("#panel .check li").length, checked: /^Checked|^Compared/.test(document.querySelector("#panel .same").textContent) })`;
  const seen = await presses(page, "ArrowRight", last, read);
  for (const [i, one] of seen.entries()) {
    const e = data.events[i];
    assert.equal(one.told, e.text);
    assert.deepEqual([one.set, one.gone], [e.places ? 1 : 0, e.removes?.length ?? 0], e.text);
    if (e.t === "step") assert.ok(one.checked && (one.lines > 1 || /assuming/.test(e.text)), e.text);
    if (e.places) {
      const cell = Math.floor((e.places - 1) / 9);
      assert.equal(one.t[cell], "", "the digit is placed after the step");
      assert.equal(seen[i + 1].t[cell], String((e.places - 1) % 9 + 1));
    }
  }
  assert.ok(seen.at(-1).t.every(Boolean), "the puzzle is solved");
  return `${last} steps`;
}

/** The marks of a chain: what is true by turns, and what goes. */
export async function a_chain_is_drawn(lab) {
  const page = await lab.open("hint");
  const { events } = JSON.parse(await page.locator("#data").textContent()).persons[0];
  const at = events.findIndex(e => /^AIC/.test(e.text));
  await goto(page, `#techniques/${at + 1}`);
  const { use, other, gone, set } = await looks(page);
  assert.ok(use.length > 1 && other.length > 1 && gone.length === events[at].removes.length && !set.length);
  for (const name of gone) assert.ok((await page.locator("#told").textContent()).includes(name.split("=")[0]));
}

/** A page of a person says nothing of variables and clauses, and keeps the keys. */
export async function it_has_no_words_of_sat(lab) {
  for (const name of ["hint", "hint-large", "why", "why-cell"]) {
    const page = await lab.open(name);
    await page.keyboard.press("ArrowRight");
    const words = await page.locator("body").innerText();
    assert.doesNotMatch(words, /literal|clause|variable|SAT|encoding/i, name);
    await page.keyboard.press("End");
    assert.match(await page.locator("#count").textContent(), /^(\d+) \/ \1$/);
    await page.locator("#lens [data-o]").first().click();
    assert.match(await page.locator("#selected").textContent(), /^r\d+c\d+=\d+: /);
    assert.equal(await page.locator("#predict").isVisible(), false);
  }
}

/** The clues that do not matter are faint, and the cells that no step is about are blank. */
export async function why_shows_what_matters(lab) {
  const page = await lab.open("why");
  await page.keyboard.press("ArrowRight");
  const { clues, aside } = await page.evaluate(() => ({
    clues: document.querySelectorAll("td.clue:not([data-aside])").length, aside: document.querySelectorAll("td.clue[data-aside]").length,
  }));
  const data = JSON.parse(await page.locator("#data").textContent()).persons[0];
  assert.equal(clues, data.clues.length);
  assert.ok(aside > 0);
  assert.match(await page.locator("#told").textContent(), /no (digit|place) left/);
  await page.keyboard.press("End");
  assert.match(await page.locator("#told").textContent(), /^Needed: the clues /);
  assert.match(await page.locator("#panel").textContent(), /every step of this search was checked/);
}

/** Nothing that a reader of the page could not see or reach. */
export async function axe_finds_nothing_in_the_steps(lab) {
  for (const scheme of ["light", "dark"]) {
    for (const [name, hash] of [["hint", "#techniques/25"], ["why", "#why/1"], ["hint-large", "#techniques/3"], ["small", "#techniques/3"]]) {
      const page = await lab.open(name, hash, { scheme });
      await page.evaluate(lab.axe);
      const found = await page.evaluate(async () => (await axe.run(document)).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
      assert.deepEqual(found, [], `${name} ${scheme}`);
    }
  }
}

/** A live page keeps the tab of the steps: for another puzzle it says whose steps they are, and for the
    first one they are there again. */
export async function a_live_page_keeps_the_steps(lab) {
  const page = await lab.open("live", "#techniques/2");
  await page.waitForFunction(() => !document.querySelector("#live [name=show]").disabled);
  const tabs = () => page.locator("#tabs").innerText(), told = await page.locator("#told").textContent();
  assert.ok(told.length > 20);
  await page.selectOption("[name=example]", "classic-9x9");
  assert.match(await tabs(), /Techniques/);
  await page.click("#tabs a:has-text('Techniques')");
  assert.match(await page.locator("#panel").textContent(), /only for the puzzle that the page was made with/);
  assert.equal(await page.locator("#stepper").isVisible(), false);
  assert.equal(await page.locator("#grid td").count(), 81);
  for (const key of ["ArrowRight", "End", "b", "q", "ArrowRight", "p", "p", "e"]) await page.keyboard.press(key);
  await page.locator("#lens [data-o]").first().click();
  await page.click("#tabs a:has-text('CDCL')");
  await page.selectOption("[name=example]", "pigeons");
  assert.doesNotMatch(await tabs(), /Techniques/, "a formula has no such steps");
  await page.selectOption("[name=example]", "none-9x9");
  await page.click("#tabs a:has-text('Techniques')");
  await page.click("#panel a");
  await page.waitForFunction(() => /^1 \//.test(document.getElementById("count").textContent));
  assert.equal(await page.locator("[name=example]").inputValue(), "lecture-4x4");
  await page.evaluate(() => { document.activeElement.blur(); });
  await page.keyboard.press("Home");
  for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#told").textContent(), told);
}
