// The package in one file, for tools that do not bring sudosat.wasm and worker.js.

import { inWebWorker } from "./background.js";
import { wasm, worker } from "./embedded.js";
import { packaged } from "./functions.js";

export { SudosatError } from "./functions.js";

/** Returns the bytes of sudosat.wasm, which are embedded with gzip and in base64. */
const bytes = () => {
  const compressed = Uint8Array.from(atob(wasm), letter => letter.charCodeAt(0));
  return new Response(new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip")));
};

export const { init, solve, encode, sat, cover, explain, why, hint, rate, minimize, show } = packaged(bytes);

/** Returns the functions in a worker, so that the page does not freeze. */
export const background = () => {
  if (!globalThis.Worker) throw new Error("sudosat/inline has no workers in Node: import sudosat");
  const script = new Blob([worker], { type: "text/javascript" });
  return inWebWorker(() => new Worker(URL.createObjectURL(script), { type: "module" }), init);
};
