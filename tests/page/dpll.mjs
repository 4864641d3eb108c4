// DPLL: the trail, the decisions and the search tree of each step, from the trace alone, and the runs side by side.
// The tree of backtracking leads to its steps, too.

import assert from "node:assert/strict";
import { count, goto, presses } from "./read.mjs";

const SHOWN = `{
  trail: [...document.querySelectorAll("[aria-label='The trail'] .lit")].map(one => (one.matches(".decision") ? "?" : one.matches(".flipped") ? "!" : "") + one.textContent),
  rows: [...document.querySelectorAll("[aria-label='The decisions'] tbody tr")].map(row => [...row.children].map(one => one.textContent).join("|")),
  values: [...document.querySelectorAll("#grid button")].filter(one => one.matches(".t:not(.given)")).map(one => one.dataset.o),
  told: document.getElementById("told").textContent, watched: document.querySelector("[aria-label='The watched literals'] p").textContent,
  tree: [...document.querySelectorAll("#panel .tree g")].map(one => [one.getAttribute("class"), one.querySelector("text").textContent].join(": ")),
  picture: document.getElementById("panel").innerHTML,
}`;

export async function dpll_shows_what_the_trace_says(lab) {
  const { cnf, puzzle, runs: [{ engine, events }] } = lab.trace("dpll");
  assert.equal(engine, "dpll");
  const page = await lab.open("dpll");
  assert.equal(await page.locator("#tabs [aria-current]").textContent(), "3 DPLL", "the tab of the engine is open");
  assert.equal(await count(page), `0 / ${events.length}`);
  const seen = await presses(page, "ArrowRight", events.length, SHOWN);
  const name = lit => lit > 0 ? cnf.names[lit - 1] : cnf.names[-lit - 1].replace("=", "≠");
  let trail = [], flips = 0, nodes = 0;
  const ways = [];
  for (const [i, e] of events.entries()) {
    const told = `step ${i + 1}`, shown = seen[i];
    if (e.t === "flip") {
      flips++;
      const before = trail.length;
      trail = trail.filter(([, level]) => level < e.level);
      assert.equal(before - trail.length, e.undo, told);
      ways.length = e.level;
      const way = ways[e.level - 1];
      Object.assign(way, { other: e.lit, below: nodes - way.node });
      assert.match(shown.told, new RegExp(`^Flip level ${e.level}, .*${name(e.lit)} is tried next. ${e.undo} literals? (is|are) open again, and nothing is learned`), told);
      assert.match(shown.watched, /open again, and each clause keeps its watches\. .* becomes false\./, told);
    }
    if (e.t === "decide" || e.t === "flip") nodes++;
    if (e.t === "decide") ways.push({ first: e.lit, conflicts: 0, node: nodes });
    if (e.t === "conflict") for (const way of ways) if (!way.other) way.conflicts++;
    if (e.lit) trail.push([e.lit, e.level, { decide: "?", flip: "!", imply: "" }[e.t]]);
    const wanted = trail.map((one, place) => [...one, place]).sort((a, b) => a[1] - b[1] || a[3] - b[3]);
    assert.deepEqual(shown.trail, wanted.map(([lit, , mark]) => mark + name(lit)), told);
    assert.deepEqual(shown.rows, ways.map(({ first, other, conflicts }, level) => `level ${level + 1}|${name(first)}${other ? ` ✗ ${conflicts} conflict${conflicts === 1 ? "" : "s"}` : ""}|${other ? name(other) : "not tried"}`), told);
    // The path, what failed beside it, and its end.
    const implies = level => { const { length } = trail.filter(([, of, mark]) => of === level && mark === ""); return length ? ` → ${length}` : ""; };
    const tree = [`live: start${implies(0)}`, ...ways.flatMap(({ first, other, below }, i) =>
      [...other ? [`dead: ${name(first)}${below ? ` +${below}` : ""}`] : [], `live${other < 0 ? " neg" : ""}: ${name(other ?? first)}${implies(i + 1)}`]),
    ...e.t === "conflict" ? [`no: ✗ #${e.by}`] : e.t === "solution" ? ["live: ✓ solution"] : []];
    assert.deepEqual(shown.tree, [...tree.slice(0, -1), tree.at(-1).replace(":", " here:")], told);
    const isGiven = lit => puzzle.givens[Math.floor((lit - 1) / 4)];
    assert.deepEqual(shown.values, trail.map(([lit]) => lit).filter(lit => lit > 0 && !isGiven(lit)).sort((a, b) => a - b).map(lit => `l${lit}`), told);
  }
  assert.ok(flips > 3, `${flips} flips`);
  assert.deepEqual(seen.at(-1).values, puzzle.solution.flatMap((digit, cell) => puzzle.givens[cell] ? [] : [`l${4 * cell + digit}`]));
  const back = await presses(page, "ArrowLeft", events.length - 1, SHOWN);
  back.forEach(({ picture }, i) => assert.equal(picture, seen[events.length - 2 - i].picture, `${events.length - 1 - i} on the way back`));
  // Shift leads to a decision, a flip or a conflict, and a selection to the steps that it takes part in.
  const flip = events.findIndex(e => e.t === "flip");
  await goto(page, `#dpll/${flip}?v=${Math.abs(events[flip].lit)}`);
  assert.match(await page.locator("#about").textContent(), new RegExp(`step ${flip + 1} tried (true|false), the other way`));
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await count(page), `${flip + 1} / ${events.length}`);
  assert.match(await page.locator("#selected").textContent(), /the other way of a decision, level \d/);
  return `${flips} flips`;
}

/** A node of a tree leads to its step, by mouse and by keyboard, and is selected and marked there. */
export async function a_node_of_a_tree_leads_to_its_step(lab) {
  const notes = [];
  for (const [name, tab] of [["dpll", "dpll"], ["small", "backtracking"], ["dpll-formula", "dpll"]]) {
    const page = await lab.open(name, `#${tab}/0`);
    await page.keyboard.press("End");
    if (name === "dpll-formula") await page.keyboard.press("ArrowLeft");
    await page.evaluate(isEarlier => {
      const tree = which => [...document.querySelectorAll(`#panel .tree ${which}`)], count = () => document.getElementById("count").textContent;
      const key = key => (document.activeElement ?? document).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      globalThis.nodes = () => tree("g[data-step]");
      globalThis.byEvents = (node, way) => {
        if (way === "mouse") return node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        node.focus();
        key("Enter");
      };
      /** What the node is led to, and then, back at its own step, selected no more; and the end again. */
      globalThis.seen = () => {
        const [here, chosen] = [".here", "[aria-current=true]"].map(which => tree(which).map(one => one.dataset.o)), step = count().split(" ")[0], focus = document.activeElement.dataset.o;
        tree(".here")[0].focus();
        key("Enter");
        const left = tree("[aria-current=true]").length;
        document.activeElement.blur();
        key("End");
        if (isEarlier) key("ArrowLeft");
        return { step, here, chosen, focus, left, end: count() };
      };
    }, name === "dpll-formula");
    const end = await count(page), all = await page.evaluate(() => nodes().map(one => [one.dataset.step, one.dataset.o, one.getAttribute("class").split(" ")[0]])), kinds = new Set();
    for (const [i, [step, key, kind]] of all.entries()) {
      // By the mouse and the keyboard themselves the first of each kind and the last, the others by their events alone.
      const isWhole = lab.isThorough || !kinds.has(kind) || i === all.length - 1;
      kinds.add(kind);
      for (const way of ["mouse", "keyboard"]) {
        const node = page.locator("#panel .tree g[data-step]").nth(i), told = `${name}, node ${i} by ${way}`;
        if (!isWhole) await page.evaluate(([i, way]) => byEvents(nodes()[i], way), [i, way]);
        else if (way === "mouse") await node.click();
        else { await node.focus(); await page.keyboard.press("Enter"); }
        const { focus, ...seen } = await page.evaluate(() => globalThis.seen());
        assert.deepEqual(seen, { step, here: [key], chosen: [key], left: 0, end }, told);
        if (way === "keyboard") assert.equal(focus, key, `${told}: the focus stays on it`);
      }
    }
    assert.ok(kinds.size >= 2 && all.length >= 6, `${name}: ${[...kinds]}, ${all.length} nodes`);
    notes.push(`${all.length} nodes`);
    await page.close();
  }
  return notes.join(", ");
}

/** The literal of a step is in sight in the trail, below those of the levels before. */
export async function the_end_of_the_trail_is_in_sight(lab) {
  let seen = 0;
  for (const [name, tab] of [["dpll", "dpll"], ["small", "cdcl"]]) {
    const page = await lab.open(name, `#${tab}/0`), { runs: [{ events }] } = lab.trace(name);
    const room = "document.querySelector(\"[aria-label='The trail']\")", ends = await presses(page, "ArrowRight", 90,
      `[[...${room}.querySelectorAll(".lit")].at(-1), ${room}].map(one => one?.getBoundingClientRect().bottom)`);
    for (const [i, { t }] of events.slice(0, 90).entries()) {
      if (!["decide", "imply", "flip"].includes(t)) continue;
      const [bottom, room] = ends[i];
      assert.ok(bottom <= room + 1, `${name}: ${bottom} of ${room}`);
      seen++;
    }
    // What is scrolled back stays there while the step is the same.
    await page.evaluate(() => document.querySelector("[aria-label='The trail']").scrollTo(0, 0));
    await page.click("[aria-label='The trail'] .lit >> nth=0");
    assert.equal(await page.evaluate(() => document.querySelector("[aria-label='The trail']").scrollTop), 0);
    await page.close();
  }
  return `${seen} literals`;
}

/** The runs of both engines stand side by side, with the lesson's numbers; axe finds nothing. */
export async function dpll_stands_beside_cdcl(lab) {
  const rows = page => page.evaluate(() => [...document.querySelectorAll(".compare tbody tr")].map(row => [...row.children].slice(0, -1).map(one => one.textContent)));
  for (const [size, scheme] of [[{ width: 1280, height: 900 }, "light"], [{ width: 390, height: 844 }, "dark"]]) {
    const page = await lab.open("dpll-formula", "#dpll/40?v=5", { size, scheme });
    const found = await rows(page);
    assert.deepEqual(found.map(row => [row[0], row[5], row[6]]), [["as typed, CDCL", "2", "2"], ["as typed, DPLL ◂", "32", "0"]]);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= size.width);
    await page.evaluate(lab.axe);
    for (const hash of ["#dpll/40?o=c2", "#dpll/0", "#dpll/127", "#cdcl/7"]) {
      await goto(page, hash);
      assert.deepEqual(await page.evaluate(async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`)), [], `${hash} ${scheme}`);
    }
    await goto(page, "#dpll/127");
    assert.match(await page.locator("#told").textContent(), /^No solution\. Every decision was tried both ways/);
  }
  // Both encodings have it; a page that was not asked for it has not.
  const page = await lab.open("dpll", "#dpll/3");
  await page.keyboard.press("e");
  assert.match((await rows(page)).find(row => row[0].endsWith("◂"))[0], /^extended, DPLL/);
  const small = await lab.open("small", "#dpll/3");
  assert.ok(!(await small.locator("#tabs").textContent()).includes("DPLL"));
}
