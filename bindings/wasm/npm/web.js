// The package in browsers and bundlers.

import { backgroundOf } from "./background.js";
import { functionsOf } from "./functions.js";

export { SudosatError } from "./functions.js";

const response = await fetch(new URL("./sudosat.wasm", import.meta.url));
if (!response.ok) throw new Error(`sudosat.wasm can't be loaded: ${response.status} ${response.statusText}`);

export const { solve, encode, sat, cover, explain, why, hint, rate, minimize } = functionsOf(await WebAssembly.compile(await response.arrayBuffer()));

/** Returns the functions in a worker, so that the page does not freeze. */
export const background = () => backgroundOf((message, failed) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => message(data);
  worker.onerror = event => { worker.terminate(); failed(event.message ?? "it can't be loaded"); };
  return { post: request => worker.postMessage(request), stop: () => worker.terminate() };
});
