// Lessons: the text beside the panels, its links to steps, its answers, paper.

import assert from "node:assert/strict";
import { count } from "./read.mjs";

const LESSONS = [1, 2, 3, 4, 5, 6].map(number => `lesson-${number}`);

/** Every link of a text shows the step that it names. */
export async function links_of_a_lesson_lead_to_steps(lab) {
  let followed = 0;
  for (const name of LESSONS) {
    const page = await lab.open(name);
    assert.match(await page.title(), new RegExp(`^Lesson ${name.at(-1)}\\. `));
    // The first by the mouse itself, and then each.
    await page.locator("#lesson .step").first().click();
    const seen = await page.evaluate(async () => {
      const seen = [], shown = () => ({ tab: document.querySelector("#tabs [aria-current]").getAttribute("href").split(/[/?]/)[0],
        count: document.getElementById("count").textContent, encoding: document.querySelector(".switch [aria-pressed=true]")?.textContent });
      for (const link of [null, ...document.querySelectorAll("#lesson .step")]) {
        link?.click();
        await new Promise(resolve => setTimeout(resolve, 30));
        seen.push([(link ?? document.querySelector("#lesson .step")).getAttribute("href"), shown()]);
      }
      return seen;
    });
    for (const [href, shown] of seen) {
      const [, tab, step, encoding] = /^#(\w+)(?:\/(\d+))?(?:\?e=(\w+))?/.exec(href);
      assert.equal(shown.tab, `#${tab}`, href);
      if (step) assert.match(shown.count, new RegExp(`^${step} `), href);
      if (encoding) assert.equal(shown.encoding, encoding, href);
    }
    followed += seen.length - 1;
    await page.close();
  }
  assert.ok(followed >= 12, `${followed}`);
  return `${followed} links`;
}

/** On a wide screen text and panels stand side by side, on a narrow one below each other. */
export async function a_lesson_fits_its_screen(lab) {
  for (const name of LESSONS) for (const [width, height] of [[1920, 1080], [1280, 900], [1000, 800], [390, 844]]) {
    const page = await lab.open(name, "", { size: { width, height }, scheme: width > 1000 ? "light" : "dark" });
    const seen = await page.evaluate(() => {
      document.querySelectorAll("#lesson details").forEach(one => { one.open = true; });
      const [text, main] = ["#lesson", "#tabs"].map(selector => document.querySelector(selector).getBoundingClientRect());
      return {
        wide: document.documentElement.scrollWidth, beside: text.right <= main.left && main.top < innerHeight, above: text.bottom <= main.top,
        cut: [...document.querySelectorAll("#lesson :not(pre *)")].filter(one => one.getClientRects().length && one.getBoundingClientRect().right > text.right + 1).map(one => one.outerHTML.slice(0, 80)),
        paper: [...document.querySelectorAll("#lesson .paper")].some(one => one.getClientRects().length),
      };
    });
    const told = `${name} at ${width}`;
    assert.ok(seen.wide <= width, `${told}: ${seen.wide} wide`);
    assert.deepEqual(seen.cut, [], told);
    assert.equal(seen.paper, false, told);
    assert.equal(seen.beside, width >= 1200, told);
    assert.equal(seen.above, width < 1200, told);
    if (width === 390) {
      await page.locator("#lesson .step").first().click();
      await page.waitForTimeout(100);
      const top = await page.evaluate(() => document.querySelector("#told, #tabs").getBoundingClientRect().top);
      assert.ok(top >= -1 && top < height / 2, `${told}: the step is at ${top}`);
    }
    await page.close();
  }
}

/** Answers are hidden until asked for, by mouse or keyboard; arrow keys in a session scroll it. */
export async function answers_are_hidden_until_asked_for(lab) {
  const page = await lab.open("lesson-2");
  const first = page.locator("#lesson details").first();
  const answer = first.locator("p").first();
  assert.equal(await answer.isVisible(), false);
  await first.locator("summary").focus();
  await page.keyboard.press("Space");
  assert.equal(await answer.isVisible(), true);
  await page.keyboard.press("2");
  const before = await count(page);
  await page.locator("#lesson pre").first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await count(page), before, "an arrow in a session is no step");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await count(page), before);
  await page.keyboard.press("p");
  assert.equal(await page.locator("#lesson").isVisible(), false, "a presentation is without the text");
  await page.keyboard.press("p");
  assert.equal(await page.locator("#lesson").isVisible(), true);
}

/** On a laptop a link of the text brings the first picture of its step into sight, with the tabs above it. */
export async function a_link_brings_the_picture_into_sight(lab) {
  for (const name of LESSONS) {
    const page = await lab.open(name, "", { size: { width: 1280, height: 900 } });
    for (const link of await page.locator("#lesson .step").all()) {
      await link.click();
      await page.waitForTimeout(60);
      const seen = await page.evaluate(() => {
        const box = selector => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect(); return [Math.round(top), Math.round(bottom)]; };
        return { tabs: box("#tabs"), picture: box("#panel :is(.box:not(.clause), .same, .blocks)"), graph: document.querySelector(".graph") && [".graph", ".graphs"].map(one => document.querySelector(one).getBoundingClientRect().right) };
      });
      const told = `${name} ${await link.getAttribute("href")} ${JSON.stringify(seen)}`;
      assert.ok(seen.tabs[0] >= -1 && seen.tabs[1] < 700, told);
      // All of it, unless it is higher than the room below the tabs.
      assert.ok(seen.picture[1] <= 901 || seen.tabs[0] <= 1, told);
      if (seen.graph) assert.ok(seen.graph[0] <= seen.graph[1], `${told}: the whole graph`);
    }
    await page.close();
  }
}

export async function axe_finds_nothing_in_a_lesson(lab) {
  for (const name of LESSONS) for (const scheme of ["light", "dark"]) {
    const page = await lab.open(name, "", { scheme });
    await page.evaluate(() => document.querySelectorAll("#lesson details").forEach(one => { one.open = true; }));
    await page.evaluate(lab.axe);
    const violations = await page.evaluate(async () => (await axe.run(document, { rules: { "target-size": { enabled: true } } })).violations.map(v => `${v.id} ${v.nodes[0].html.slice(0, 120)}`));
    assert.deepEqual(violations, [], `${scheme} ${name}`);
    await page.close();
  }
}

/** An example of the text is shown by its address and by a choice, and the lesson's own subject again without it. */
export async function examples_of_a_lesson_are_shown(lab) {
  const page = await lab.open("lesson-4", "#cover/5?example=zero-to-six");
  const choice = page.locator("#examples select");
  assert.equal(await choice.inputValue(), "zero-to-six");
  assert.match(await count(page), /^5 \/ 14/);
  const names = await choice.locator("option").evaluateAll(all => all.map(one => one.value));
  assert.deepEqual(names, ["", "knuth-6x7-random", "zero-to-six", "one-to-five", "a-to-g", "matrix-6x6", "abc", "triominoes-3x4", "cover-4x4"]);
  for (const name of names.slice(1)) {
    await choice.selectOption(name);
    await page.waitForFunction(name => location.hash.includes(`example=${name}`), name);
    for (const key of ["End", "Home", "ArrowRight"]) await page.keyboard.press(key);
    assert.match(await count(page), /^1 /, name);
  }
  await page.evaluate(() => { location.hash = "#cover/13"; });
  await page.waitForFunction(() => document.querySelector("#examples select").value === "");
  assert.match(await count(page), /^13 \/ 33/);
  assert.match(await page.locator("#told").textContent(), /ead end/);
}

/** Presented in a hall, the four blocks of a 4×4 fill the panel, and nothing of them is below the window. */
export async function four_blocks_are_presented_large(lab) {
  const page = await lab.open("lesson-4", "#cover/0?example=cover-4x4&p=1", { size: { width: 1920, height: 1080 } });
  const places = await page.evaluate(() => [...document.querySelectorAll("#panel [data-shown] .blocks figure")].map(one => one.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
  assert.equal(places.length, 4);
  const [bottom, top] = [Math.max(...places.map(one => one.bottom)), Math.min(...places.map(one => one.top))];
  assert.ok(bottom <= 1080 && bottom - top > 1080 / 2, JSON.stringify(places));
  const smallest = await page.evaluate(() => Math.min(...[...document.querySelectorAll("#panel [data-shown] .block")].map(one => one.getBoundingClientRect().height)));
  assert.ok(smallest > 1080 / 4, `${smallest}`);
}

/** The line of the algorithm at which a step stands is in sight with what it explains, on a laptop and on a telephone. */
export async function the_line_of_a_step_is_in_sight(lab) {
  for (const [name, hash] of [["lesson-1", "#backtracking/8"], ["lesson-2", "#cdcl/26"], ["lesson-4", "#cover/12"]]) for (const [width, height] of [[1280, 800], [390, 844]]) {
    const page = await lab.open(name, hash, { size: { width, height } });
    await page.waitForTimeout(100);
    const seen = await page.evaluate(() => {
      const box = selector => document.querySelector(selector).getBoundingClientRect();
      const [lines, now, step, panel] = ["#lines", "#lines .now", "#step", "#panel"].map(box);
      return { inside: now.top >= lines.top - 1 && now.bottom <= lines.bottom + 1, bottom: Math.round(now.bottom), between: lines.top >= step.top && lines.bottom <= panel.top + 1 };
    });
    const told = `${name} at ${width}: ${JSON.stringify(seen)}`;
    assert.ok(seen.inside && seen.bottom <= height, told);
    if (width < 861) assert.ok(seen.between, told);
    await page.close();
  }
}

/** On paper: the text and its figures, no answer before the end, every answer there. */
export async function a_lesson_is_printed_with_its_answers_at_the_end(lab) {
  for (const name of LESSONS) {
    const page = await lab.open(name, "", { media: "print", scheme: "dark", size: { width: 718, height: 1000 } });
    const seen = await page.evaluate(() => {
      const shown = selector => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length);
      return {
        panels: shown("header, aside, main, #lesson .step, #lesson details").length,
        answers: document.querySelectorAll("#lesson details").length, key: shown("#lesson .key h4").length, where: shown("#lesson > .paper:not(.key)").length,
        cut: shown("#lesson pre").filter(one => one.scrollWidth > one.clientWidth + 2).length,
        broken: shown("#lesson img").filter(one => !one.naturalWidth).length, wide: document.documentElement.scrollWidth,
        pale: shown("#lesson *").filter(one => !one.childElementCount && one.textContent.trim() && getComputedStyle(one).color.match(/\d+/g).slice(0, 3).every(part => part > 200)).length,
      };
    });
    assert.deepEqual(seen, { ...seen, panels: 0, key: seen.answers, where: seen.answers, cut: 0, broken: 0, pale: 0 }, name);
    assert.ok(seen.answers >= 7 && seen.wide <= 718, JSON.stringify(seen));
    const pdf = await page.pdf({ format: "A4", margin: { top: "1cm", bottom: "1cm", left: "1cm", right: "1cm" } });
    const pages = pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
    assert.ok(pages >= 4 && pages <= 14, `${name}: ${pages} sheets`);
    await page.close();
  }
}

/** Every slide fits: nothing is cut off or lies over its number, at two sizes, and no text is too small to read. */
export async function slides_fit(lab) {
  let count = 0;
  for (const number of [1, 2, 3, 4, 5, 6]) for (const [width, height] of [[1280, 720], [1920, 1080], [1024, 768]]) {
    const page = await lab.open(`slides-${number}`, "", { size: { width, height } });
    const seen = await page.evaluate(() => [...document.querySelectorAll(".slide")].map(slide => {
      const [all, last] = [slide.getBoundingClientRect(), [...slide.children].at(-2).getBoundingClientRect()];
      const sizes = [...slide.querySelectorAll("p:not(.number), li, td, pre")].map(one => parseFloat(getComputedStyle(one).fontSize));
      const image = slide.querySelector("img"), room = image?.getBoundingClientRect();
      // Text of a figure has 13 pixels before it is scaled, headings of a large matrix 39, which must be 11 or more of 1280;
      // the largest matrix is there for its pattern.
      const [letters, weight] = !image || /729 × 324/.test(image.alt) ? [] : /64 × 64/.test(image.alt) ? [39, 1.28] : [13, 1.8];
      if (letters) sizes.push(letters * Math.min(room.width / image.naturalWidth, room.height / image.naturalHeight) * weight);
      return { id: slide.parentElement.id, figure: !image || room.width > 0 && room.height > all.height / 3, over: Math.round(last.bottom - all.bottom), wide: slide.scrollWidth - slide.clientWidth, smallest: Math.min(99, ...sizes) / all.width };
    }));
    for (const { id, over, wide, smallest, figure } of seen) {
      const told = `slide ${id} of lesson ${number} at ${width}`;
      assert.ok(over <= -4, `${told}: ${over} px below its end`);
      assert.ok(wide <= 1, `${told}: ${wide} px too wide`);
      assert.ok(figure, `${told}: its figure has less than a third of the height`);
      assert.ok(smallest >= .011, `${told}: text of ${(100 * smallest).toFixed(2)} % of the width`);
    }
    count = Math.max(count, seen.length);
    await page.close();
  }
  return `up to ${count} slides`;
}

/** Keys lead through the slides; notes come and go; the address keeps the slide. */
export async function slides_obey_keys(lab) {
  const page = await lab.open("slides-2", "", { size: { width: 1280, height: 720 } });
  const at = () => page.evaluate(() => location.hash);
  for (const [key, hash] of [["ArrowRight", "#2"], ["Space", "#3"], ["PageUp", "#2"], ["Home", "#1"], ["ArrowDown", "#2"]]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(50);
    assert.equal(await at(), hash, key);
  }
  await page.keyboard.press("ArrowRight");
  const notes = page.locator(".notes").first();
  assert.equal(await notes.isVisible(), false);
  await page.keyboard.press("n");
  assert.equal(await notes.isVisible(), true);
  await page.keyboard.press("n");
  assert.equal(await at(), "#3");
  await page.evaluate(lab.axe);
  const found = await page.evaluate(() => axe.run());
  assert.deepEqual(found.violations.map(one => `${one.id}: ${one.nodes[0].html}`), []);
  await page.close();
}

/** A slide is a sheet on paper; handouts and answers are printed whole. */
export async function slides_and_handouts_are_printed(lab) {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const slides = await lab.open(`slides-${number}`, "", { media: "print" });
    const sheets = async page => (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
    assert.equal(await sheets(slides), await slides.locator("section").count(), `slides ${number}`);
    await slides.close();
    for (const form of ["handout", "answers"]) {
      const page = await lab.open(`${form}-${number}`, "", { media: "print", size: { width: 718, height: 1000 } });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 718, `${form} ${number}`);
      const count = await sheets(page);
      assert.ok(count >= 2 && count <= 14, `${form} ${number}: ${count} sheets`);
      await page.close();
    }
  }
}
