// The README's page in headless Chromium, served as a static host does, and the worker by its
// messages. playwright-core comes from SUDOSAT_PAGE_TOOLS.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { test } from "node:test";

const tools = process.env.SUDOSAT_PAGE_TOOLS ?? "", chromium = process.env.SUDOSAT_CHROMIUM ?? "/usr/bin/chromium";
const missing = [join(tools, "node_modules/playwright-core"), chromium].find(path => !existsSync(path));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/octet-stream" };

test("a page solves in a worker", { skip: missing ? `there is no ${missing}` : false }, async () => {
  const [, page] = /```html\n(.*?)```/s.exec(readFileSync("node_modules/sudosat/README.md", "utf8"));
  const server = createServer((request, response) => {
    const file = `.${request.url}`;
    const found = request.url === "/" ? page : existsSync(file) ? readFileSync(file) : null;
    response.writeHead(found === null ? 404 : 200, { "content-type": TYPES[extname(file) || ".html"] ?? "text/plain" });
    response.end(found);
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  const { chromium: launcher } = createRequire(join(tools, "node_modules", "x.js"))("playwright-core");
  const browser = await launcher.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const tab = await browser.newPage(), faults = [];
    tab.on("pageerror", error => faults.push(error.message));
    const start = Date.now();
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForFunction(() => document.getElementById("answer").textContent);
    console.log(`first answer on the page after ${Date.now() - start} ms`);
    assert.match(await tab.locator("#answer").textContent(), /^1...\n....\n....\n....\n$/);
    const { posted, stopped, still, wrong } = await tab.evaluate(async () => {
      const own = new Worker("/node_modules/sudosat/worker.js", { type: "module" });
      const posted = await new Promise(resolve => {
        own.onmessage = ({ data }) => resolve(data);
        own.postMessage({ name: "solve", text: "1..............." }); // before it has loaded
      });
      const { background, solve } = await import("/node_modules/sudosat/web.js");
      const worker = background();
      let frames = 0;
      const frame = () => { frames++; requestAnimationFrame(frame); };
      frame();
      const stopped = await worker.solve(".".repeat(81), { engine: "backtrack", count: 1e9, signal: AbortSignal.timeout(500) })
        .catch(error => error.name);
      const still = frames > 5 && (await worker.solve("1...............")).answer;
      let wrong;
      try { solve("1...\n..x."); } catch (error) { wrong = [error.name, error.line, error.column]; }
      return { posted, stopped, still, wrong };
    });
    assert.equal(posted.value.answer, "solved");
    assert.equal(stopped, "TimeoutError");
    assert.equal(still, "solved", "the page goes on meanwhile");
    assert.equal(wrong[0], "SudosatError");
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    server.close();
  }
});
