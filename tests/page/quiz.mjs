// Quiz: predict mode asks what the next steps show, and scores it rightly.

import assert from "node:assert/strict";
import { TABS } from "./read.mjs";

/** The right answer to the question after step `k`, from the trace alone. */
function answerOf(trace, run, k) {
  const e = run.events[k];
  const name = lit => lit > 0 ? trace.cnf.names[lit - 1] : trace.cnf.names[-lit - 1].replace("=", "≠");
  const later = wanted => run.events.slice(k).find(e => wanted.includes(e.t));
  switch (e.t) {
    case "imply": return name(e.lit);
    case "resolve": return later(["learn"]).clause.map(name).join(" or ");
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
      await page.keyboard.press("ArrowRight");
      assert.ok(await page.evaluate(() => document.activeElement.closest("#quiz") !== null));
      const pick = turn++ % 3 === 1 ? (place + 1) % texts.length : place;
      if (turn % 2) await page.keyboard.press("abcdefghij"[pick]);
      else await page.click(`#quiz button >> nth=${pick}`);
      mine++;
      if (pick === place) good++;
      const [verdict, score, now] = await page.evaluate(() => ["#quiz p", "#score", "#count"].map(one => document.querySelector(one).textContent));
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
