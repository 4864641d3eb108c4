// Keys: everything can be done without a mouse.

import assert from "node:assert/strict";
import { count } from "./read.mjs";

const focused = page => page.evaluate(() => {
  const at = document.activeElement;
  return at.id || at.getAttribute("aria-label") || at.textContent.trim();
});

export async function the_tab_key_reaches_everything(lab) {
  const page = await lab.open("small", "#cdcl/43?v=7");
  const reached = [];
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const at = await focused(page);
    if (at === reached[0]) break;
    reached.push(at);
    const seen = await page.evaluate(() => {
      const { width, height } = document.activeElement.getBoundingClientRect();
      return width > 0 && height > 0;
    });
    assert.ok(seen, `${at} can be seen`);
  }
  for (const id of ["predict", "theme", "help", "first", "back", "prev", "play", "next", "on", "last", "slider", "lecture", "extended"]) {
    assert.ok(reached.includes(id), `${id} in ${reached}`);
  }
  assert.ok(reached.some(name => /^r1c\d=\d, /.test(name)), "a candidate of the grid");
  assert.ok(reached.some(name => /Backtracking/.test(name)), "the tabs");
  assert.ok(reached.some(name => / @0, implied by #/.test(name)), "a node of the graph");
  const stops = await page.locator("#grid [tabindex='0']").count();
  assert.equal(stops, 1, "the grid is one stop");
}

export async function keys_step_play_and_change_views(lab) {
  const { runs: [run] } = lab.trace("small");
  const all = run.events.length;
  const page = await lab.open("small");
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press("2", "ArrowRight", "ArrowRight", "ArrowRight");
  assert.equal(await count(page), `3 / ${all}`);
  await press("ArrowLeft");
  assert.equal(await count(page), `2 / ${all}`);
  const big = run.events.map((e, i) => ["decide", "conflict", "solution"].includes(e.t) ? i + 1 : 0).filter(Boolean);
  for (const step of big) {
    await press("Shift+ArrowRight");
    assert.equal(await count(page), `${step} / ${all}`);
  }
  await press("Shift+ArrowLeft");
  assert.equal(await count(page), `${big.at(-2)} / ${all}`);
  await press("Home", "ArrowLeft");
  assert.equal(await count(page), `0 / ${all}`);
  await press("End", "ArrowRight");
  assert.equal(await count(page), `${all} / ${all}`);
  await press("Home", "Space");
  await page.waitForFunction(() => +document.getElementById("count").textContent.split(" ")[0] >= 2);
  await press("Space");
  const stopped = await count(page);
  await page.waitForTimeout(900);
  assert.equal(await count(page), stopped, "paused");
  // The slider's own keys do the same.
  await page.focus("#slider");
  await press("Home", "ArrowRight", "ArrowRight");
  assert.equal(await count(page), `2 / ${all}`);
  // Tabs remember their step.
  await press("3", "End", "2");
  assert.equal(await count(page), `2 / ${all}`);
  await press("d");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await press("?");
  assert.ok(await page.locator("#keys[open]").count());
  await press("Escape");
  assert.equal(await page.locator("#keys[open]").count(), 0);
}

export async function the_grid_is_walked_with_arrows(lab) {
  const page = await lab.open("small", "#cdcl/0");
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press("g");
  assert.match(await focused(page), /^r1c1=1/);
  await press("ArrowRight");
  assert.match(await focused(page), /^r1c1=2/);
  await press("ArrowDown");
  assert.match(await focused(page), /^r1c1=4/);
  await press("ArrowDown", "ArrowDown");
  assert.match(await focused(page), /^r2c1=4/);
  for (let i = 0; i < 9; i++) await press("ArrowUp");
  assert.match(await focused(page), /^r1c1=2/);
  await press("ArrowRight");
  assert.match(await focused(page), /^r1c2=1, clue/);
  await press("ArrowRight", "ArrowRight", "ArrowRight");
  assert.match(await focused(page), /^r1c4=4/);
  await press("Enter");
  assert.match(await page.locator("#selected").textContent(), /^r1c4=4: variable 16/);
  await press("Escape", "ArrowRight");
  assert.match(await count(page), /^1 \//, "out of the grid the arrows step");
  assert.equal(await page.locator("#grid [data-lit]").count(), 0);
}

export async function a_click_selects_and_leaves_the_arrows_alone(lab) {
  const page = await lab.open("small", "#cdcl/30");
  await page.click("#grid [data-o='l18']");
  assert.match(await page.locator("#selected").textContent(), /^r2c1=2/);
  await page.keyboard.press("ArrowRight");
  assert.match(await count(page), /^31 \//);
  await page.click(".trail .lit >> nth=0");
  assert.equal(await page.locator(".trail .lit[data-lit=on]").count(), 1);
  await page.click("#tabs a >> nth=2");
  // A row of the matrix.
  const rows = lab.trace("small").cover.options;
  const at = await page.evaluate(() => {
    const svg = document.querySelector(".matrix");
    svg.scrollIntoView();
    const { left, top } = svg.getBoundingClientRect();
    return { x: left + 90, y: top + +svg.dataset.top + 4.5 * svg.dataset.high };
  });
  await page.mouse.click(at.x, at.y);
  assert.equal((await page.locator("#selected b").textContent()), rows[4].name);
}

/** The help lists a key where it does something, and only there. */
export async function the_help_lists_the_keys_of_this_page(lab) {
  for (const [name, wanted] of [["small", "2 e q"], ["live", "2 e q y"], ["formula", "2 q y"], ["cover", "2 q"], ["hint", ""], ["why", ""], ["lesson-2", "2 e q"]]) {
    const page = await lab.open(name);
    const state = () => page.evaluate(() => [document.querySelector("#tabs [aria-current]").textContent, document.querySelector("[data-encoding][aria-pressed=true]")?.textContent,
      document.getElementById("predict").getAttribute("aria-pressed"), document.activeElement.id].join());
    await page.evaluate(() => { document.activeElement.blur(); location.hash = document.querySelector("#tabs a:last-child").hash; });
    const isLast = last => page.waitForFunction(last => document.querySelector("#tabs a:last-child").hasAttribute("aria-current") === last, last);
    await isLast(true);
    if (/2/.test(wanted)) {
      await page.keyboard.press("1");
      await isLast(false);
    }
    const works = [];
    for (const key of ["2", "e", "q", "y"]) {
      await page.evaluate(() => document.activeElement.blur());
      const before = await state();
      await page.keyboard.press(key);
      if (await state() !== before) works.push(key);
    }
    assert.equal(works.join(" "), wanted, name);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("?");
    const listed = (await page.locator("#keys dt:visible").allTextContents()).join(" ").toLowerCase().split(" ");
    for (const key of ["2", "e", "q", "y"]) assert.equal(listed.includes(key), works.includes(key), `${name}: ${key} in ${listed.join(" ")}`);
    for (const key of ["b,", "d", "g", "p"]) assert.ok(listed.includes(key), `${name}: ${key}`);
    assert.equal(await page.locator("#keys dd:visible").count(), await page.locator("#keys dt:visible").count());
    const told = await page.locator("#keys").innerText();
    if (isPersonal(name)) assert.doesNotMatch(told, /clause|variable|learned|covered|decision/i, name);
    assert.equal(/example=/.test(told), works.includes("y"), name);
    await page.close();
  }
}

/** What has the focus is lit, also where another object took its place at this step. */
export async function the_focus_is_on_what_is_lit(lab) {
  let compared = 0;
  for (const [hash, region] of [["#cover/10", "#told"], ["#cdcl/8", "#told"], ["#backtracking/5", "#told"], ["#links/10", "#panel"]]) {
    const page = await lab.open("small", hash);
    const first = page.locator(`${region} [data-o][role=button]`).first();
    const key = await first.getAttribute("data-o");
    await first.focus();
    for (const press of ["Shift+ArrowRight", "Shift+ArrowRight", "End", "Shift+ArrowLeft", "Shift+ArrowLeft"]) {
      await page.keyboard.press(press);
      const [now, level, lit] = await page.evaluate(() => {
        const { o, lit } = document.activeElement.dataset;
        return [o, lit, [...document.querySelectorAll("[data-lit=on]")].map(one => one.dataset.o)];
      });
      if (!now) continue;
      assert.equal(level, "on", `${hash} ${press}: ${now}, while ${lit} is lit`);
      if (await page.locator(`${region} [data-o="${key}"][role=button]`).count() && region === "#panel") assert.equal(now, key);
      compared++;
    }
    await page.close();
  }
  assert.ok(compared >= 8, `${compared} steps`);
  return `${compared} steps`;
}

const isPersonal = name => /^(hint|why)/.test(name);
