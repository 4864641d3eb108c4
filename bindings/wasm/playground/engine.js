// The engine in its worker: one question at a time, which the player can stop.

/** The functions of the npm package in a worker; this waits for nothing, so that the page can be used meanwhile. */
const functions = import("./engine/web.js").then(({ background }) => background());

/** Stops the question that is being answered. */
let stopper = null;

/** Called with `true` when a question begins that may take long, and with `false` at its end. */
export const busy = { changed: () => {} };

/** Promises the answer of a function. The question before it is stopped: its promise is rejected with an `AbortError`. */
export async function ask(name, text, options = {}) {
  stop();
  const own = stopper = new AbortController();
  busy.changed(true);
  try {
    return await (await functions)[name](text, { ...options, signal: own.signal });
  } finally {
    if (stopper === own) stop();
  }
}

/** Stops the question that is being answered, if there is one. */
export function stop() {
  if (!stopper) return;
  stopper.abort();
  stopper = null;
  busy.changed(false);
}

/** Promises the answer of `show`, which is there at once, and stops nothing. */
export const show = async (text, options) => (await functions).show(text, options);
