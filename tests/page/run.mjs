// Runs the page's cases in headless Chromium: node run.mjs FOLDER [CASE…].
//
// FOLDER holds pages and traces that tests/page.rs made. playwright-core and
// axe-core come from SUDOSAT_PAGE_TOOLS.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(join(process.env.SUDOSAT_PAGE_TOOLS, "node_modules", "x.js"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [folder, ...wanted] = process.argv.slice(2);
const modules = ["steps", "keys", "select", "quiz", "looks", "live", "playground", "lessons", "person", "holes", "dance", "watches", "dpll", "rules", "others"];
const cases = [];
for (const name of modules) {
  const module = await import(`./${name}.mjs`);
  cases.push(...Object.entries(module).filter(([, run]) => typeof run === "function"));
}

/** Cases of looks alone, at many sizes, in both schemes, on paper, and for accessibility: they take half of the time.
    They run where SUDOSAT_ROUNDS is more than 1, and where they are named. */
const LOOKS = ["nothing_is_cut_and_nothing_overlaps", "axe_finds_nothing_in_light_and_dark", "panels_stay_where_they_are", "a_presentation_cuts_nothing",
  "a_presented_tree_shows_where_the_search_is", "paper_has_the_grid_and_the_panel", "a_lesson_fits_its_screen", "a_link_brings_the_picture_into_sight",
  "axe_finds_nothing_in_a_lesson", "slides_and_handouts_are_printed", "slides_fit", "the_links_are_presented_large", "axe_finds_nothing_in_the_steps",
  "pigeonholes_fit_and_axe_finds_nothing", "questions_fit_and_axe_finds_nothing", "each_example_is_shown_and_fits_the_window", "what_was_typed_comes_into_sight",
  "a_sixteen_by_sixteen_steps"];
for (const name of LOOKS) if (!cases.some(([other]) => other === name)) throw new Error(`there is no case ${name}`);
const isThorough = +(process.env.SUDOSAT_ROUNDS ?? 1) > 1;

const SIZE = { width: 1280, height: 900 };
const profile = mkdtempSync(join(tmpdir(), "sudosat-page-"));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.SUDOSAT_CHROMIUM,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
  viewport: SIZE,
});

/** What a case may use. */
const lab = {
  axe,
  isThorough,
  folder,
  trace: name => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")),
  text: name => readFileSync(join(folder, name), "utf8"),
  /** The page, as in a new tab; whatever goes wrong in it fails the case. */
  async open(name, hash = "", look = {}) {
    const page = idle.pop() ?? await tab();
    if (!opened.includes(page)) page.faults = [];
    opened.push(page);
    page.requests = [];
    // A tab behind another gets no input. The mouse may be where the case before left it.
    await page.bringToFront();
    await page.mouse.move(0, 0);
    await page.emulateMedia({ colorScheme: look.scheme ?? "light", media: look.media ?? "screen", forcedColors: look.forced ?? "none" });
    await page.setViewportSize(look.size ?? SIZE);
    // Another query makes it a new document, where the tab has the same page already.
    await page.goto(`${pathToFileURL(join(folder, `${name}.html`))}?${opens++}${hash}`);
    return page;
  },
};

/** Tabs in use by the case, and those that wait for the next page: to open a new one takes longer than to show a page. */
const opened = [], idle = [];
let opens = 0;

/** A new tab. To close it means to put it aside. */
async function tab() {
  const page = await context.newPage();
  page.on("pageerror", error => page.faults.push(error.message));
  page.on("console", message => ["error", "warning"].includes(message.type()) && page.faults.push(message.text()));
  page.on("dialog", dialog => { page.faults.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", request => page.requests.push(request.url()));
  page.close = async () => { if (!idle.includes(page)) idle.push(page); };
  return page;
}

let failed = 0;
for (const [name, run] of cases) {
  if (wanted.length && !wanted.includes(name)) continue;
  if (!wanted.length && !isThorough && LOOKS.includes(name)) {
    console.log(`left to SUDOSAT_ROUNDS: ${name}`);
    continue;
  }
  const start = Date.now();
  try {
    const note = await run(lab);
    for (const page of opened) {
      if (page.faults.length) throw new Error(`the page complains: ${page.faults.join("; ")}`);
    }
    console.log(`ok ${name} (${Date.now() - start} ms)${note ? `: ${note}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
  while (opened.length) await opened.pop().close();
}
await context.close();
rmSync(profile, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
