// The README's page in headless Chromium, served as a static host does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { missing, opened, served } from "./chromium.mjs";

test("a page solves in a worker", { skip: missing ? `there is no ${missing}` : false }, async () => {
  const [, page] = /```html\n(.*?)```/s.exec(readFileSync("node_modules/sudosat/README.md", "utf8"));
  const start = Date.now();
  await served(".", page, address => opened(address, async (tab, answer) => {
    console.log(`first answer on the page after ${Date.now() - start} ms, with the start of Chromium`);
    assert.match(answer, /^1...\n....\n....\n....\n$/);
    const { early, stopped, still, wrong, failed, given } = await tab.evaluate(async () => {
      const { background, init, solve } = await import("/node_modules/sudosat/web.js?another");
      let early, wrong, failed;
      try { solve("1..............."); } catch (error) { early = error.message; }
      await init("/nothing.wasm").catch(error => { failed = error.message; });
      const module = await init();
      const worker = background();
      let frames = 0;
      const frame = () => { frames++; requestAnimationFrame(frame); };
      frame();
      const stopped = await worker.solve(".".repeat(81), { engine: "backtrack", count: 1e9, signal: AbortSignal.timeout(500) })
        .catch(error => error.name);
      const still = frames > 5 && (await worker.solve("1...............")).answer;
      try { solve("1...\n..x."); } catch (error) { wrong = [error.name, error.line, error.column]; }
      const bytes = await (await fetch("/node_modules/sudosat/sudosat.wasm")).arrayBuffer();
      const given = [];
      for (const source of [module, bytes, fetch("/node_modules/sudosat/sudosat.wasm"), "/node_modules/sudosat/sudosat.wasm"]) {
        given.push(await init(source) instanceof WebAssembly.Module && solve("1...............").answer);
      }
      return { early, stopped, still, wrong, failed, given };
    });
    assert.match(early, /init\(\)/);
    assert.match(failed, /nothing\.wasm: 404/);
    assert.equal(stopped, "TimeoutError");
    assert.equal(still, "solved", "the page goes on meanwhile");
    assert.equal(wrong[0], "SudosatError");
    assert.deepEqual(given, Array(4).fill("solved"));
  }));
});
