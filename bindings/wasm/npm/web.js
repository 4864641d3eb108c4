// The package in browsers and bundlers.

import { inWebWorker } from "./background.js";
import { packaged } from "./functions.js";

export { SudosatError } from "./functions.js";

// Bundlers know `new URL("…", import.meta.url)` as written here, and bring the file.
export const { init, solve, encode, sat, cover, explain, why, hint, rate, minimize, show } =
  packaged(() => new URL("./sudosat.wasm", import.meta.url));

/** Returns the functions in a worker, so that the page does not freeze. */
export const background = () =>
  inWebWorker(() => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }), init);
