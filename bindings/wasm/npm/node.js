// The package in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { backgroundOf } from "./background.js";
import { functionsOf } from "./functions.js";

export { SudosatError } from "./functions.js";

const module = await WebAssembly.compile(await readFile(new URL("./sudosat.wasm", import.meta.url)));

export const { solve, encode, sat, cover, explain, why, hint, rate, minimize } = functionsOf(module);

/** Returns the functions in a worker thread, which keeps the process alive while it works. */
export const background = () => backgroundOf((message, failed) => {
  const worker = new Worker(new URL("./worker-node.js", import.meta.url), { execArgv: [] });
  worker.on("message", answer => { worker.unref(); message(answer); });
  worker.on("error", error => failed(error.message));
  return {
    post(request) { worker.ref(); worker.postMessage(request); },
    stop: () => { worker.removeAllListeners(); worker.terminate(); },
  };
});
