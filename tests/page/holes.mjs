// Pigeonholes: the numbers and cells of a step, and the conflicts that the page counts itself.

import assert from "node:assert/strict";
import { count } from "./read.mjs";

const ready = async page => { await page.waitForFunction(() => !document.querySelector("#live [name=show]").disabled); return page; };

/** The picture's lines and boxes at each step are those of the clauses, as the trail has them. */
export async function pigeons_and_holes_stand_as_the_trail_says(lab) {
  const page = await lab.open("lesson-3", "#pigeonholes/0");
  assert.match(await page.locator("#tabs [aria-current]").textContent(), /Pigeons$/);
  const steps = +(await count(page)).split("/")[1];
  const seen = [];
  for (let step = 0; step <= steps; step++) {
    const { lines, trail, boxes } = await page.evaluate(() => ({
      lines: Object.fromEntries([...document.querySelectorAll(".holes g[data-o^=l]")].map(one => [one.dataset.o, one.getAttribute("class")])),
      trail: Object.fromEntries([...document.querySelectorAll("#grid button:not(.given)")].map(one => [one.dataset.o, { true: "t", false: "f", open: "o" }[/true|false|open/.exec(one.getAttribute("aria-label"))[0]]])),
      boxes: [...document.querySelectorAll(".holes g:has(rect)")].map(one => one.querySelector("text").textContent),
    }));
    // r1c3 and r1c4 are variables 9 to 16; 1 is no number that row 1 still needs.
    assert.deepEqual(Object.keys(lines).sort(), ["l10", "l11", "l12", "l14", "l15", "l16"], `step ${step}`);
    for (const [key, how] of Object.entries(lines)) assert.equal(how, trail[key], `step ${step}: ${key}`);
    const into = first => [0, 1, 2].filter(i => lines[`l${first + i}`] === "t").length;
    for (const [name, first] of [["r1c3", 10], ["r1c4", 14]]) {
      const wanted = [name, `${name} ✓`, `${name} ✗ ${into(first)}`][Math.min(into(first), 2)];
      assert.ok(boxes.includes(wanted), `step ${step}: ${wanted} in ${boxes}`);
    }
    seen.push(boxes.join());
    await page.keyboard.press("ArrowRight");
  }
  assert.ok(seen.some(one => one.includes("r1c4 ✗ 3")), "three numbers in one cell");
  // What ✓, ✗ and the number behind mean stands below the picture.
  assert.match(await page.locator("#panel .box:has(.holes) + .faint").textContent(), /✓: .*✗ on the left: .*the number has nowhere to go.*✗ on the right: the cell has more than one true literal, and the number behind says how many/);
  assert.equal(await page.locator("#panel .learned li").count(), 3);
  const counting = await page.locator("[aria-label=Counting]").textContent();
  assert.match(counting, /^3 ≤ 2, a contradiction: 3 clauses .* 2 cells/);
  // The other encoding needs no counting, and a puzzle with a solution has no such view.
  await page.keyboard.press("e");
  assert.equal(await page.locator(".holes").count(), 0);
  assert.match(await page.locator("#panel").textContent(), /nothing has to be counted/);
  const small = await lab.open("small", "#pigeonholes/3");
  assert.ok(!(await small.locator("#tabs").textContent()).includes("Pigeons"));
}

/** A line lights with its candidate, a number with its clause, by mouse and by keyboard. */
export async function pigeons_light_up(lab) {
  const page = await lab.open("lesson-3", "#pigeonholes/8");
  await page.hover("#grid [data-o=l15]");
  assert.equal(await page.locator(".holes [data-o=l15]").getAttribute("data-lit"), "on");
  await page.hover("h1");
  await page.locator(".holes [data-o=c3]").focus();
  assert.equal(await page.locator("#grid [data-o=l15]").getAttribute("data-lit"), "part");
  assert.match(await page.locator("#selected").textContent(), /^#3 row 1 needs a 3/);
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator("#selected").textContent(), /^#4 row 1 needs a 4/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#pigeonholes/8?o=c4");
}

/** The page counts conflicts in the background: one bar more for each number of holes, the lesson's
    numbers, none with counting; the page obeys meanwhile; Stop ends it. */
export async function the_conflicts_grow_before_your_eyes(lab) {
  const page = await ready(await lab.open("live", "#pigeonholes/0?example=pigeons-5"));
  await page.waitForFunction(() => document.querySelector("#tabs [aria-current]").textContent.endsWith("Pigeons"));
  assert.equal(await page.locator(".holes g:has(rect)").count(), 9, "five pigeons, four holes");
  assert.match(await page.locator("#growth-told").textContent(), /At most 1.000.000 conflicts/);
  await page.focus("[data-growth=run]");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.growth), "stop", "the focus is not lost");
  await page.waitForFunction(() => document.querySelectorAll(".chart .bar").length >= 2);
  // It goes on, and so does the page.
  const before = await count(page);
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await count(page), before);
  await page.waitForFunction(() => document.querySelectorAll(".chart .bar").length >= 3, null, { timeout: 120000 });
  assert.equal(await page.evaluate(() => document.querySelector("[data-growth=run]").disabled), true, "it is still running");
  await page.keyboard.press("Enter");
  assert.match(await page.locator("#growth-told").textContent(), /^Stopped after \d holes\.$/);
  const rows = await page.evaluate(() => [...document.querySelectorAll(".numbers tbody tr")].map(row => [...row.children].map(one => one.textContent.replace(/\u202f/g, " "))));
  const text = await lab.open("lesson-3");
  const table = await text.evaluate(() => [...document.querySelectorAll("#lesson details tr")].map(row => [...row.children].map(one => one.textContent)).filter(row => row.length === 4));
  for (const [i, row] of rows.slice(0, 3).entries()) {
    assert.deepEqual(row, [`${5 + i} in ${4 + i}`, table[i + 1][2], "0"], "as the lesson says");
  }
  const heights = () => page.evaluate(() => [...document.querySelectorAll(".chart .bar")].map(one => +one.getAttribute("height")));
  const linear = await heights();
  assert.ok(linear.every((one, i) => !i || one > linear[i - 1]), linear.join());
  await page.click("[data-growth=log]");
  const log = await heights();
  assert.ok(log[0] > 3 * linear[0], `${log} and ${linear}`);
  assert.equal(await page.getAttribute("[data-growth=log]", "aria-pressed"), "true");
  const flat = await page.evaluate(() => new Set([...document.querySelectorAll(".chart circle")].map(one => one.getAttribute("cy"))).size);
  assert.equal(flat, 1, "the line with counting is flat");
  // What was found stays when something else is shown, and nothing was fetched.
  await page.selectOption("[name=example]", "clash-4x4");
  assert.equal(await page.locator(".chart .bar").count(), rows.length);
  assert.deepEqual(page.requests.filter(url => !/^(file|blob):/.test(url)), []);
  return rows.map(row => row[1]).join(", ");
}

export async function pigeonholes_fit_and_axe_finds_nothing(lab) {
  for (const [name, width, height, scheme] of [["lesson-3", 1280, 900, "light"], ["lesson-3", 390, 844, "dark"], ["live", 1280, 900, "dark"], ["live", 390, 844, "light"]]) {
    const isLive = name === "live", page = await lab.open(name, `#pigeonholes/17${isLive ? "?example=clash-9x9" : ""}`, { size: { width, height }, scheme });
    if (isLive) {
      await ready(page);
      await page.click("[data-growth=run]");
      await page.waitForFunction(() => document.querySelectorAll(".chart .bar").length >= 2);
      await page.click("[data-growth=stop]");
      assert.equal(await page.locator(".holes g:has(rect)").count(), 15, "eight numbers, seven cells");
      // The chart is whole, in letters of a readable size.
      const { cut, size, out } = await page.evaluate(() => {
        const svg = document.querySelector(".chart"), region = svg.closest(".box"), all = [...svg.querySelectorAll("text")];
        const edge = svg.getBoundingClientRect(), sticks = ({ left, right }) => left < edge.left - 1 || right > edge.right + 1;
        return { cut: region.scrollWidth - region.clientWidth, size: 12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, out: all.filter(one => sticks(one.getBoundingClientRect())).map(one => one.textContent) };
      });
      assert.ok(cut <= 0 && size > 11, `${cut} px are cut, letters of ${size} px at ${width}`);
      assert.deepEqual(out, [], `${width}`);
    } else {
      const cut = await page.evaluate(() => { const one = document.querySelector("[aria-label=Counting]"); return one.scrollHeight - one.clientHeight; });
      assert.ok(cut <= 1, `${cut} px of the box of counting are hidden at ${width}`);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name}: ${wide} at ${width}`);
    await page.evaluate(lab.axe);
    const violations = await page.evaluate(async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
    assert.deepEqual(violations, [], `${name} at ${width} ${scheme}`);
    if (isLive) {
      await page.emulateMedia({ media: "print" });
      const shown = await page.evaluate(() => [".chart", ".numbers", ".growth button", ".holes"].map(one => [...document.querySelectorAll(one)].some(one => one.getClientRects().length)));
      assert.deepEqual(shown, [true, true, false, true], "on paper: the chart and its table, no button");
    }
    await page.close();
  }
}
