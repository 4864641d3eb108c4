// Quiz: predict mode asks what the next steps show, and scores it rightly.

import assert from "node:assert/strict";
import { TABS, watchesAfter } from "./read.mjs";

/** The right answer to the question after step `k`, from the trace alone. */
function answerOf(trace, run, k) {
  const e = run.events[k];
  const name = lit => lit > 0 ? trace.cnf.names[lit - 1] : trace.cnf.names[-lit - 1].replace("=", "≠");
  const later = wanted => run.events.slice(k).find(e => wanted.includes(e.t));
  switch (e.t) {
    case "imply": return name(e.lit);
    case "resolve": return later(["learn"]).clause.map(name).join(" or ");
    case "backjump": return `level ${e.to}`;
    case "choose": return trace.cover.items[e.item].name;
    default: {
      const end = later(["try", "stuck"]);
      return end.t === "try" ? String(end.digit) : "none fits";
    }
  }
}

export async function predictions_are_scored(lab) {
  const trace = lab.trace("small"), notes = [];
  let asked = 0, right = 0;
  for (const tab of TABS) {
    const run = trace.runs.find(run => ({ cdcl: "cdcl", dlx: "cover", backtrack: "backtracking" })[run.engine] === tab);
    const page = await lab.open("small", `#${tab}/0`);
    await page.keyboard.press("q");
    const kinds = {};
    let [mine, good, turn] = [0, 0, 0];
    for (;;) {
      // On to the next question.
      const { k, choices, before } = await page.evaluate(() => {
        const at = () => +document.getElementById("count").textContent.split(" ")[0];
        const end = +document.getElementById("slider").max;
        let before;
        do {
          before = at();
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        } while (at() < end && !document.querySelector("#quiz button"));
        return { k: at(), before, choices: [...document.querySelectorAll("#quiz button")].map(one => one.textContent) };
      });
      if (!choices.length) break;
      assert.equal(k, before, "nothing is shown before the answer");
      kinds[run.events[k].t] = (kinds[run.events[k].t] ?? 0) + 1;
      const texts = choices.map(text => text.trim().replace(/^[A-J] /, ""));
      const wanted = answerOf(trace, run, k);
      const place = texts.findIndex(text => text === wanted || text.startsWith(`${wanted} (`));
      assert.ok(place >= 0, `${wanted} among ${texts} after ${k}`);
      assert.equal(new Set(texts).size, texts.length, "no choice twice");
      // → does not get around the question, but leads into it.
      const pick = turn++ % 3 === 1 ? (place + 1) % texts.length : place, by = turn % 2 ? "abcdefghij"[pick] : "";
      // The first ones by the keyboard and the mouse themselves, the others by their events alone.
      const isWhole = lab.isThorough || turn <= 4;
      if (isWhole) await page.keyboard.press("ArrowRight");
      const isInside = await page.evaluate(isWhole => {
        if (!isWhole) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
        return document.activeElement.closest("#quiz") !== null;
      }, isWhole);
      assert.ok(isInside);
      if (isWhole && by) await page.keyboard.press(by);
      else if (isWhole) await page.click(`#quiz button >> nth=${pick}`);
      mine++;
      if (pick === place) good++;
      const [verdict, score, now] = await page.evaluate(([isWhole, by, pick]) => {
        if (!isWhole && by) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: by, bubbles: true, cancelable: true }));
        else if (!isWhole) document.querySelectorAll("#quiz button")[pick].click();
        return ["#quiz p", "#score", "#count"].map(one => document.querySelector(one).textContent);
      }, [isWhole, by, pick]);
      assert.match(verdict, pick === place ? /Right/ : /No: it was/, `${tab} after ${k}: ${texts[pick]}, wanted ${wanted}: ${verdict}`);
      assert.ok(verdict.includes(wanted), verdict);
      assert.equal(score, `${good} of ${mine} right`);
      assert.equal(+now.split(" ")[0], k + 1);
    }
    assert.ok(mine > 3, `${tab}: ${mine} questions`);
    asked += mine;
    right += good;
    notes.push(`${tab} ${JSON.stringify(kinds)}`);
    await page.keyboard.press("q");
    assert.equal(await page.locator("#score").textContent(), "");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("#quiz button").count(), 0, "no questions when it is off");
    await page.close();
  }
  return `${right} of ${asked} right: ${notes.join(", ")}`;
}

/** Whether a choice answers the question of a lesson, from the trace alone. */
function isRight({ events }, { cnf, cover, puzzle: { givens } = {} }, [tab, step, name], text) {
  const e = events[step], said = lit => lit > 0 ? cnf.names[lit - 1] : cnf.names[-lit - 1].includes("=") ? cnf.names[-lit - 1].replace("=", "≠") : `¬${cnf.names[-lit - 1]}`;
  switch (name) {
    case "unit": {
      // The literals that are true, from the steps so far.
      const known = new Set(), levels = [];
      for (const one of events.slice(0, step)) {
        if (one.t === "decide" || one.t === "imply") { known.add(one.lit); levels.push([one.lit, one.level]); }
        if (one.t === "backjump") for (const [lit, level] of levels) if (level > one.to) known.delete(lit);
      }
      const clause = cnf.clauses[+/#(\d+)/.exec(text)[1] - 1];
      return !clause.some(lit => known.has(lit)) && clause.filter(lit => !known.has(-lit)).length === 1;
    }
    case "watch": return watchesAfter(cnf, events, step + 1).visited.some(([id]) => text.startsWith(`#${id} `));
    case "uip": return text === said(-events.slice(step).find(one => one.t === "learn").uip);
    case "block": {
      // Each literal is false in the solution, and one of them is true in any other grid with these clues.
      const lits = text.split(" or ").map(one => [one.includes("≠"), cnf.names.indexOf(one.replace("≠", "=")) + 1]), { grid } = events[step];
      const isFalse = ([not, v]) => not === (grid[Math.floor((v - 1) / 4)] === (v - 1) % 4 + 1), cells = new Set(lits.map(([, v]) => Math.floor((v - 1) / 4)));
      return lits.every(isFalse) && grid.every((_, cell) => cells.has(cell) || givens[cell]);
    }
    case "level": return text === `level ${e.to}`;
    case "column": {
      const gone = new Set();
      for (const one of events.slice(0, step)) if (one.t === "cover") gone.add(one.item); else if (one.t === "uncover") gone.delete(one.item);
      const size = item => cover.options.filter(option => option.items.includes(item) && !option.items.some(one => gone.has(one))).length;
      const open = cover.items.map((_, item) => item).filter(item => !gone.has(item));
      const item = cover.items.findIndex(one => text.endsWith(one.name));
      return size(item) === Math.min(...open.map(size));
    }
    case "uncover": return text.endsWith(cover.items[e.item].name);
    default: {
      const end = events.slice(step).find(one => one.t !== "reject");
      return text === (end.t === "try" ? `${end.digit}` : "none fits");
    }
  }
}

/** The questions of `explain --to gift` by their titles, each with its answers by their texts: `{right}` or `{why}`. */
function bankOf(text) {
  const plain = text => text.replace(/\\(.)/g, "$1");
  return new Map(text.split("\n\n::").slice(1).map(block => {
    const answers = block.split("\n").filter(line => /^[=~]/.test(line)).map(line => {
      const [, sign, answer, why] = /^([=~])((?:\\.|[^#])*)#?(.*)$/.exec(line);
      return [plain(answer), { right: sign === "=", why: plain(why) }];
    });
    return [plain(block.split("::")[0]), new Map(answers)];
  }));
}

/** The questions of the lessons: several choices, a reason for each wrong one before the step is shown,
    and the right one shows it. The question bank has the same choices, verdicts and reasons. */
export async function lessons_ask_and_give_reasons(lab) {
  const notes = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const page = await lab.open(`lesson-${number}`);
    const data = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent));
    const links = await page.locator("#lesson .step[href*='ask=']").all();
    assert.ok(links.length, `lesson ${number} asks`);
    const bank = bankOf(lab.text(`lesson-${number}.gift`));
    assert.equal(bank.size, links.length);
    for (const link of links) {
      const href = await link.getAttribute("href"), [, tab, at, example, name] = /^#(\w+)\/(\d+)\?(?:example=([\w-]+)&)?ask=(\w+)$/.exec(href), step = +at;
      const { traces: [trace] } = example ? data.examples.find(([one]) => one === example)[2] : data;
      assert.match(await link.textContent(), /^Predict by a click: /);
      const engine = { cdcl: ["cdcl"], cover: ["dlx", "matrix"], backtracking: ["backtrack"] }[tab];
      const run = trace.runs.find(one => engine.includes(one.engine));
      await link.click();
      await page.waitForSelector("#quiz button");
      const choices = await page.evaluate(() => [...document.querySelectorAll("#quiz button")].map(one => one.textContent.trim().replace(/^[A-J] /, "")));
      const rights = choices.filter(text => isRight(run, trace, [tab, step, name], text)), wrongs = choices.filter(text => !rights.includes(text));
      assert.ok(rights.length >= 1 && wrongs.length >= 2, `${href}: ${rights} of ${choices}`);
      assert.equal(new Set(choices).size, choices.length, `${href}: ${choices}`);
      const banked = bank.get(`Lesson ${number}, ${href.slice(1)}`);
      assert.deepEqual([...banked.keys()].sort(), choices.slice().sort(), href);
      assert.deepEqual([...banked.keys()].filter(text => banked.get(text).right), rights, href);
      const short = Math.min(...rights.map(one => one.length));
      assert.ok(wrongs.some(one => one.length <= 1.35 * short), `${href}: the right one is the only short one of ${choices}`);
      const reasons = new Set(), places = wrongs.map(wrong => choices.indexOf(wrong));
      // The first by the mouse itself.
      await page.click(`#quiz button >> nth=${places[0]}`);
      const tries = await page.evaluate(places => places.map((place, i) => {
        const button = () => document.querySelectorAll("#quiz button")[place];
        if (i) button().click();
        return { told: document.querySelector("#quiz [role=status]").textContent, count: document.getElementById("count").textContent, isDisabled: button().disabled };
      }), places);
      for (const [i, wrong] of wrongs.entries()) {
        const { told, count, isDisabled } = tries[i];
        assert.ok(told.startsWith(`✗ No, ${wrong}: `) && told.length > wrong.length + 35, `${href}: ${told}`);
        reasons.add(told.slice(wrong.length + 8));
        assert.equal(told, `✗ No, ${wrong}: ${banked.get(wrong).why.replace(/^No: /, "")} Try again.`, href);
        assert.match(count, new RegExp(`^${step} `), "the step is not shown yet");
        assert.equal(isDisabled, true);
      }
      // Columns with as many rows left have the same reason.
      if (name !== "column") assert.ok(reasons.size >= 2, `${href}: ${[...reasons]}`);
      await page.click(`#quiz button >> nth=${choices.indexOf(rights[0])}`);
      const told = await page.locator("#quiz").textContent();
      assert.ok(told.startsWith(`✓ Right: ${rights[0]}. `) && told.length > 40, `${href}: ${told}`);
      assert.match(await page.locator("#count").textContent(), new RegExp(`^${step + 1} `));
      assert.equal(await link.getAttribute("data-answered"), "");
      notes.push(`${name} ${wrongs.length}`);
    }
    await page.close();
  }
  assert.ok(new Set(notes.map(one => one.split(" ")[0])).size >= 6, notes.join());
  return notes.join(", ");
}

/** An answer is clicked on the object itself, or chosen there by Enter; it is not selected. */
export async function questions_are_answered_on_the_object(lab) {
  const told = page => page.locator("#quiz").textContent(), at = async page => +(await page.locator("#count").textContent()).split(" ")[0];
  const selected = page => page.evaluate(() => document.querySelectorAll("[aria-current=true]").length);
  const uip = await lab.open("lesson-2", "#cdcl/57?ask=uip");
  await uip.click(".graph [data-o=l3]");
  assert.match(await told(uip), /✗ No, r1c1=3: every path leads through it, so it is a UIP, but not the first/);
  await uip.locator(".graph [data-o=l16]").focus();
  await uip.keyboard.press("Enter");
  assert.match(await told(uip), /^✓ Right: r1c4=4\./);
  assert.deepEqual([await at(uip), await selected(uip)], [58, 0]);
  const watch = await lab.open("lesson-2", "#cdcl/34?ask=watch");
  await watch.click("#quiz .clause:has-text('#20')");
  assert.match(await told(watch), /✗ No, #20 .*: it contains r1c1=4, but it watches r\dc1=4 and r\dc1=4/);
  await watch.click(".learned [data-o=c165]");
  assert.match(await told(watch), /✗ No, #165 .*: it does not contain r1c1=4/);
  await watch.click("#quiz button:has-text('row 1 needs a 4')");
  assert.match(await told(watch), /^✓ Right: #4 .* It watches r1c1=4: unit: only r1c4=4 is left\./);
  const level = await lab.open("lesson-2", "#cdcl/138?ask=level");
  await level.click(".trail button >> nth=1");
  assert.match(await told(level), /✗ No, level 1: a clause of one literal is unit at level 0 already/);
  await level.click(".trail button >> nth=0");
  assert.match(await told(level), /^✓ Right: level 0/);
  assert.equal(await level.locator(".trail button").count(), 0);
  const number = await lab.open("lesson-1", "#backtracking/0?ask=number");
  await number.click("#grid [data-o=l17]");
  assert.match(await told(number), /✗ No, r2c1=1: the next empty cell in reading order is r1c1/);
  await number.click("#grid [data-o=l4]");
  assert.match(await told(number), /✗ No, 4: a smaller number fits, too, and is tried first/);
  await number.click("#grid [data-o=l3]");
  assert.match(await told(number), /^✓ Right: 3\./);
  const column = await lab.open("lesson-4", "#cover/23?ask=column");
  await column.locator(".matrix [data-o=i2][role=button]").first().focus();
  await column.keyboard.press("Enter");
  assert.match(await told(column), /✗ No, column 3: it has 2 rows left, and another column has fewer/);
  await column.locator(".matrix [data-o=i0][role=button]").first().focus();
  await column.keyboard.press("Enter");
  assert.match(await told(column), /✗ No, .*1: it is covered already/);
  // Without an answer the question can be left.
  await column.keyboard.press("Escape");
  await column.keyboard.press("Escape");
  assert.equal(await column.locator("#quiz").isVisible(), false);
  await column.keyboard.press("ArrowRight");
  assert.equal(await at(column), 24);
  // An address that asks what the step does not answer asks nothing.
  const none = await lab.open("lesson-2", "#cdcl/57?ask=level");
  assert.equal(await none.locator("#quiz").isVisible(), false);
  const other = await lab.open("lesson-2", "#cdcl/57?ask=constructor");
  assert.equal(await other.locator("#quiz").isVisible(), false);
}

/** A level of the trail is an answer to where the jump goes, and to nothing else. */
export async function levels_answer_only_the_question_about_levels(lab) {
  const page = await lab.open("lesson-2", "#cdcl/57?ask=uip");
  assert.ok(await page.locator(".trail tr").count() > 1);
  assert.equal(await page.locator("#panel [data-answer]").count(), 0);
  const forced = await lab.open("small", "#cdcl/10");
  await forced.keyboard.press("q");
  const asks = () => forced.evaluate(() => document.getElementById("asked")?.textContent ?? "");
  for (let i = 0; i < 40 && !/forced now/.test(await asks()); i++) {
    await forced.keyboard.press((await asks()) ? "a" : "ArrowRight");
  }
  assert.match(await asks(), /forced now/);
  assert.equal(await forced.locator("#panel [data-answer]").count(), 0);
  await forced.click("#quiz [data-answer]");
  assert.doesNotMatch(await forced.locator("#quiz").textContent(), /NaN/);
  const level = await lab.open("lesson-2", "#cdcl/122?ask=level");
  assert.ok(await level.locator("#panel [data-answer]").count() > 1);
}

export async function questions_fit_and_axe_finds_nothing(lab) {
  for (const [hash, width, scheme] of [["#cdcl/17?ask=unit", 390, "dark"], ["#cdcl/57?ask=uip", 1280, "light"], ["#cdcl/122?ask=level", 390, "light"], ["#cdcl/34?ask=watch", 390, "dark"]]) {
    const page = await lab.open("lesson-2", hash, { size: { width, height: 900 }, scheme });
    await page.click("#quiz button >> nth=0");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${hash}: ${wide} at ${width}`);
    await page.evaluate(lab.axe);
    const violations = await page.evaluate(async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
    assert.deepEqual(violations, [], `${hash} at ${width}`);
    await page.close();
  }
}

/** A presented question has letters that are read in a hall, and the sums of the matrix stay in sight. */
export async function a_presented_question_is_large(lab) {
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    const page = await lab.open("lesson-4", "#cover/0?ask=column&p=1", { size: { width, height } });
    const seen = await page.evaluate(() => [
      Math.min(...[...document.querySelectorAll("#asked, #quiz button")].map(one => parseFloat(getComputedStyle(one).fontSize))),
      innerHeight - document.querySelector("#panel [data-shown] .matrix").getBoundingClientRect().bottom,
    ]);
    assert.ok(seen[0] >= 24 && seen[1] >= 0, `${width}×${height}: ${seen}`);
    await page.close();
  }
}
