// The functions in a worker thread.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { background, SudosatError } from "sudosat";

const PUZZLE = "1...............", BLANK = ".".repeat(81);
const forever = { engine: "backtrack", count: 1e9 };

test("calls are answered in their order, and errors have their place", async () => {
  const worker = background();
  const answers = await Promise.allSettled([
    worker.solve(PUZZLE), worker.solve("1...\n..x.\n....\n...."), worker.sat("p cnf 1 1\n-1 0\n"), worker.encode(PUZZLE),
    worker.cover("a\na\n"), worker.explain(PUZZLE),
  ]);
  worker.close();
  assert.equal(answers[0].value.answer, "solved");
  assert.ok(answers[1].reason instanceof SudosatError);
  assert.deepEqual([answers[1].reason.line, answers[1].reason.column], [2, 3]);
  assert.deepEqual(answers[2].value.model, [-1]);
  assert.match(answers[3].value, /^p cnf 64 /m);
  assert.equal(answers[4].value.count, 1);
  assert.equal(answers[5].value.runs[0].engine, "cdcl");
});

test("a call is stopped, before or while it runs, and the others are answered", async () => {
  const worker = background();
  const stopper = new AbortController();
  const running = worker.solve(BLANK, { ...forever, signal: AbortSignal.timeout(300) });
  const waiting = worker.solve(PUZZLE, { signal: stopper.signal });
  const last = worker.solve(PUZZLE);
  stopper.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  await assert.rejects(running, { name: "TimeoutError" });
  assert.equal((await last).answer, "solved");
  await assert.rejects(worker.solve(PUZZLE, { signal: AbortSignal.abort() }), { name: "AbortError" });
  worker.close();
});

test("what can't be sent to the worker is refused, and the others are answered", async () => {
  const worker = background();
  const given = [[Promise.resolve(PUZZLE)], [5], [PUZZLE, { rules: () => 1 }], [PUZZLE, { count: Symbol("x") }]];
  const refused = given.map(call => assert.rejects(worker.solve(...call), TypeError));
  const answered = [worker.solve(PUZZLE), worker.solve(PUZZLE, null)];
  await Promise.all(refused);
  for (const { answer } of await Promise.all(answered)) assert.equal(answer, "solved");
  worker.close();
});

test("a worker that is closed answers no more", async () => {
  const worker = background();
  const running = worker.solve(BLANK, forever);
  worker.close();
  await assert.rejects(running, /closed/);
  await assert.rejects(worker.solve(PUZZLE), /closed/);
});

test("a worker without work does not keep the process alive", () => {
  const script = `import { background } from "sudosat"; console.log((await background().solve("${PUZZLE}")).answer);`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", timeout: 20_000 });
  assert.equal(told, "solved\n");
});
