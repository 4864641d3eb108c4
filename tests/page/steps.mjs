// Steps: what is shown at a step depends on the step alone.

import assert from "node:assert/strict";
import { TABS, count, goto, presses } from "./read.mjs";

/** After each step one line of the algorithm is lit, that of the trace, and the variables hold what the trace says. */
function standsInItsAlgorithm({ puzzle, cover, runs }, tab, seen) {
  const run = runs.find(one => one.engine === { cover: "dlx", backtracking: "backtrack" }[tab] || one.engine === tab);
  const texts = new Map(run.algorithm.map(([letter, , text]) => [letter, text])), empty = puzzle.givens.flatMap((clue, cell) => clue ? [] : [cell]);
  let level = 0, chosen = [], rows = [];
  run.events.forEach((e, i) => {
    const letter = run.at[i], { lines, values } = seen[i], what = `${tab}, step ${i + 1}`;
    assert.deepEqual(lines, [texts.get(letter)], what);
    const has = (name, value) => assert.ok(` ${values} `.includes(` ${name} = ${value} `), `${what}: ${name} = ${value} in ${values}`);
    if (tab === "cdcl") has("level", level = e.level ?? e.to ?? level);
    if (tab === "backtracking" && e.cell !== undefined) {
      has("k", empty.indexOf(e.cell) + 1);
      if (e.digit) has("d", e.digit);
    }
    if (tab !== "cover" || letter === "n") return;
    // The search in its own words: a level opens with a choice and a row, and closes the other way round.
    if (letter === "c") chosen.push(e.item);
    if (letter === "O") rows.push(e.option);
    if (e.t === "unselect") rows.pop();
    has("k", letter === "p" ? rows.length : chosen.length - 1);
    if (letter !== "p") has("c", cover.items[chosen.at(-1)].name);
    if (rows.length === chosen.length && letter !== "p") has("r = O[k]", cover.options[rows.at(-1)].name);
    if (letter === "U") chosen.pop();
  });
}

export async function there_and_back_is_the_same_picture(lab) {
  let compared = 0;
  for (const tab of [...TABS, "links"]) {
    const page = await lab.open("small", `#${tab}/0?v=18`);
    const all = +(await count(page)).split("/")[1];
    assert.ok(all > 30, `${tab} has ${all} steps`);
    // By default not all pointers one way, and only the last steps the other way.
    const [steps, returned] = lab.isThorough ? [all, all] : [tab === "links" ? 120 : all, Math.min(all, 40)];
    // The pictures stay in the page: together they are many megabytes. Scripts are most of the page, and never change.
    await page.evaluate(() => {
      globalThis.picture = () => [...document.body.children].map(one => one.localName === "script" ? "" : one.outerHTML).join("");
      globalThis.there = [picture()];
    });
    const seen = await presses(page, "ArrowRight", steps, `{ pushed: there.push(picture()),
      lines: [...document.querySelectorAll("#lines .now")].map(one => one.textContent), values: document.getElementById("values").textContent }`);
    if (tab !== "links") standsInItsAlgorithm(lab.trace("small"), tab, seen);
    assert.equal(await page.evaluate(() => new Set(there).size), steps + 1, "every step looks different");
    const back = await presses(page, "ArrowLeft", returned, "there.indexOf(picture())");
    assert.deepEqual(back, back.map((_, i) => steps - 1 - i), `${tab}: the way back`);
    // Jumps make the same pictures.
    for (const k of [1, 7, steps - 1, 3, steps]) {
      await goto(page, `#${tab}/${k}?v=18`);
      assert.equal(await page.evaluate(() => there.indexOf(picture())), k, `${tab}: a jump to ${k}`);
    }
    compared += steps;
    await page.close();
  }
  return `${compared} steps`;
}

/** What is left from the steps, tabs and encodings before is what a new page shows. */
export async function a_page_that_has_been_used_is_like_a_new_one(lab) {
  // In any order of attributes, and without the stops of the Tab key, which are where the reader was.
  const shown = page => page.evaluate(() => ["told", "legend", "panel", "about", "selected"].map(id => {
    const copy = document.getElementById(id).cloneNode(true);
    for (const one of copy.querySelectorAll("*")) {
      const names = one.getAttributeNames().filter(name => name !== "tabindex").sort();
      const values = names.map(name => [name, one.getAttribute(name)]);
      for (const name of one.getAttributeNames()) one.removeAttribute(name);
      for (const [name, value] of values) one.setAttribute(name, value);
    }
    return copy.innerHTML;
  }));
  let random = 7, compared = 0;
  const below = most => (random = random * 16807 % 2147483647) % most;
  for (const [name, most, walks] of lab.isThorough ? [["small", 38, 16], ["hard", 400, 4], ["cover", 30, 4], ["dpll", 100, 4]] :
    [["small", 38, 7], ["hard", 400, 2], ["cover", 30, 2], ["dpll", 100, 2]]) {
    const used = await lab.open(name);
    const tabs = await used.evaluate(() => [...document.querySelectorAll("#tabs a")].map(one => /^#(\w+)/.exec(one.getAttribute("href"))[1]));
    for (let i = 0; i < walks; i++) {
      const encoding = name === "small" && below(3) === 0 ? "&e=extended" : "";
      const step = `${tabs[below(tabs.length)]}/${below(most)}`, hash = `#${step}?v=${1 + below(18)}${encoding}`;
      await goto(used, hash);
      await presses(used, "ArrowRight", below(4), "0");
      await presses(used, "ArrowLeft", below(4), "0");
      await goto(used, `#${step}`);
      await goto(used, hash);
      const fresh = await lab.open(name, hash);
      assert.deepEqual(await shown(used), await shown(fresh), `${name}${hash}`);
      await fresh.close();
      compared++;
    }
    await used.close();
  }
  return `${compared} pages`;
}

export async function the_last_step_is_the_solution(lab) {
  const { puzzle } = lab.trace("small");
  for (const tab of [...TABS, "links"]) {
    const page = await lab.open("small", `#${tab}`);
    await page.keyboard.press("End");
    const filled = await page.evaluate(() => [...document.querySelectorAll("#grid td")].map(cell =>
      [...cell.querySelectorAll(".t")].map(one => +one.textContent)));
    assert.deepEqual(filled, puzzle.solution.map(digit => [digit]), tab);
  }
}

/** The trail, the values and the clause at hand, replayed here once more. */
export async function cdcl_shows_what_the_trace_says(lab) {
  const { cnf, runs: [run] } = lab.trace("small");
  const page = await lab.open("small", "#cdcl/0");
  const clause = id => cnf.clauses[id - 1] ?? run.events.find(e => e.t === "learn" && e.id === id).clause;
  let trail = [], graphs = 0;
  const pictures = await presses(page, "ArrowRight", run.events.length, `{
    trail: [...document.querySelectorAll(".trail .lit")].map(one => one.textContent),
    graph: [...document.querySelectorAll(".graph g text")].map(one => one.textContent.split(" ")[0]),
    edges: document.querySelectorAll(".graph path").length, told: [...document.querySelectorAll("#told .lit")].map(one => one.textContent),
    ringed: [...document.querySelectorAll(".graph .ring text")].map(one => one.textContent.split(" ")[0]),
  }`);
  for (const [i, e] of run.events.entries()) {
    if (e.t === "decide" || e.t === "imply") trail.push([e.lit, e.level]);
    if (e.t === "backjump") trail = trail.filter(([, level]) => level <= e.to);
    const shown = pictures[i];
    const name = lit => lit > 0 ? cnf.names[lit - 1] : cnf.names[-lit - 1].replace("=", "≠");
    const wanted = trail.map((one, place) => [...one, place]).sort((a, b) => a[1] - b[1] || a[2] - b[2]);
    assert.deepEqual(shown.trail, wanted.map(([lit]) => name(lit)), `step ${i + 1}`);
    // Both parents are written out, and the graph of the next conflict grows with the trail.
    if (e.t === "resolve") {
      const before = run.events[i - 1], parent = before.t === "resolve" ? before.clause : clause(before.by);
      assert.deepEqual(shown.told.slice(0, 1 + parent.length + clause(e.with).length), [e.on, ...parent, ...clause(e.with)].map(name), `step ${i + 1}`);
    }
    const next = run.events.slice(i).find(one => one.t === "conflict");
    if (next && ["decide", "imply", "backjump"].includes(e.t)) {
      const there = new Set(trail.map(([lit]) => lit)), { nodes, edges } = next.graph, isThere = at => there.has(nodes[at][0]);
      assert.deepEqual(shown.graph.sort(), nodes.map(([lit]) => lit).filter(lit => there.has(lit)).map(name).sort(), `step ${i + 1}`);
      assert.equal(shown.edges, edges.filter(([from, to]) => isThere(from) && isThere(to)).length);
    }
    if (e.t === "conflict") {
      graphs++;
      assert.deepEqual(shown.graph.sort(), [...e.graph.nodes.map(([lit]) => lit ? name(lit) : "✗")].sort());
      assert.equal(shown.edges, e.graph.edges.length);
      const known = new Set(e.graph.nodes.map(([lit]) => lit));
      const negated = clause(e.by).map(lit => -lit).filter(lit => known.has(lit));
      assert.deepEqual(shown.ringed.sort(), negated.map(name).sort());
    }
  }
  assert.ok(graphs >= 3, `${graphs} conflicts`);
  return `${graphs} graphs`;
}

export async function links_lead_to_steps_and_follow_them(lab) {
  const page = await lab.open("small", "#cdcl/43?v=7");
  const state = () => page.evaluate(() => ({
    tab: document.querySelector("#tabs [aria-current]").textContent.trim(),
    step: document.getElementById("count").textContent,
    selected: document.getElementById("selected").textContent,
    encoding: document.querySelector(".switch [aria-pressed=true]")?.textContent,
  }));
  const first = await state();
  assert.match(first.tab, /CDCL/);
  assert.match(first.step, /^43 \//);
  assert.match(first.selected, /^r1c2=3/);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash === "#cdcl/44?v=7");
  await page.keyboard.press("e");
  await page.waitForFunction(() => location.hash === "#cdcl/0?v=7&e=extended");
  await page.keyboard.press("4");
  await page.waitForFunction(() => location.hash.startsWith("#backtracking/0?v=7"));
  await goto(page, "#cdcl/12?v=5&e=extended");
  assert.equal((await state()).encoding, "extended");
  // What is no link to anything does no harm.
  for (const hash of ["#nothing/3", "#cdcl/999999999", "#cdcl/-4", "#cdcl/7?v=9999&e=none", "#%3Cb%3E", "#"]) await goto(page, hash);
  assert.match((await state()).step, /^7 \//);
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#tabs a")].map(a => a.getAttribute("href")).filter(a => !/^#[a-z]+(\/\d+)?(\?.*)?$/.test(a))), []);
}

/** The words of every clause are those of the trace. */
export async function clauses_have_the_words_of_the_trace(lab) {
  let compared = 0;
  for (const [trace, encoding] of [["small", "lecture"], ["small-extended", "extended"]]) {
    const { cnf } = lab.trace(trace);
    const page = await lab.open("small", `#reduction?e=${encoding}`);
    const seen = new Map(), lists = await page.evaluate(async ([vars, encoding]) => {
      const lists = [];
      for (let v = 1; v <= vars; v++) {
        const done = new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
        location.hash = `#reduction?v=${v}&e=${encoding}`;
        await done;
        lists.push([document.querySelectorAll("#panel h2")[1].textContent, [...document.querySelectorAll("#panel .list th .clause")].map(one => one.textContent)]);
      }
      return lists;
    }, [cnf.vars, encoding]);
    for (const [i, [head, list]] of lists.entries()) {
      assert.equal(head, `Clauses with ${cnf.names[i]}`);
      for (const told of list) {
        const [, id, words] = /^#(\d+) (.*)$/.exec(told);
        seen.set(+id, words);
      }
    }
    assert.equal(seen.size, cnf.clauses.length);
    for (const [id, words] of seen) assert.equal(words, cnf.words[id - 1]);
    compared += seen.size;
    await page.close();
  }
  return `${compared} clauses`;
}

/** A hard 9×9 and a 16×16: the picture stays small, also far behind. */
export async function a_hard_nine_by_nine_steps(lab) {
  return stepped(lab, "hard");
}

export async function a_sixteen_by_sixteen_steps(lab) {
  return stepped(lab, "large");
}

async function stepped(lab, name) {
  const notes = [];
  for (const tab of TABS) {
    const page = await lab.open(name, `#${tab}/0`);
    await page.keyboard.press("End");
    const [at, all] = (await count(page)).replace("+", "").split("/").map(Number);
    assert.equal(at, all);
    const timed = await page.evaluate(() => {
      const times = [];
      const press = key => {
        const start = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        document.body.offsetHeight; // lay out
        times.push(performance.now() - start);
      };
      for (let i = 0; i < 40; i++) press("ArrowLeft");
      for (let i = 0; i < 10; i++) press("ArrowRight");
      times.sort((a, b) => a - b);
      return { worst: times.at(-1), median: times[25], nodes: document.querySelectorAll("*").length };
    });
    assert.match(await count(page), new RegExp(`^${all - 30} /`));
    assert.ok(timed.nodes < 6000, `${tab}: ${timed.nodes} elements`);
    notes.push(`${tab} median ${timed.median.toFixed(1)} ms, worst ${timed.worst.toFixed(1)} ms, ${timed.nodes} elements`);
    await page.close();
  }
  return notes.join("; ");
}
