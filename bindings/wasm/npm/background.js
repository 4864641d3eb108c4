// The functions in a worker: one call at a time, and a call can be stopped.

import { functionsOf, NAMES, plain, SudosatError } from "./functions.js";

/** Answers a message `{name, text, options}` of `backgroundOf` in the worker, with `{value}` or
    `{error}`. */
export async function answered(functions, { name, text, options }) {
  try {
    if (!NAMES.includes(name)) throw new TypeError(`there is no function ${name}; there are ${NAMES.join(", ")}`);
    return { value: (await functions)[name](text, options) };
  } catch ({ message, line, column }) {
    return { error: { message, line, column } };
  }
}

/** Returns what a worker does with a message whose `data` is a request and the module: it posts
    the answer. */
export function answering(post) {
  let functions;
  return async ({ data: { module, ...request } }) => post(await answered(functions ??= functionsOf(module), request));
}

/** Returns the functions in a worker, each of which returns a promise. `start(message, failed)`
    starts a worker that passes what it posts to `message`, and the reason why it ended to
    `failed`; it returns `{post, stop}`. */
export function backgroundOf(start) {
  let worker = null, closed = false;
  /** The calls that have no answer yet; the first one is running. */
  const calls = [];

  const stop = () => {
    worker?.stop();
    worker = null;
  };
  const run = () => {
    if (!calls.length) return;
    worker ??= start(message, failed);
    worker.post(calls[0].request);
  };
  /** Takes a call out, and starts the next one if it was running. */
  const take = call => {
    const place = calls.indexOf(call);
    if (place < 0) return;
    calls.splice(place, 1);
    call.signal?.removeEventListener("abort", call.abort);
    if (place === 0) run();
  };
  const message = ({ value, error }) => {
    const call = calls[0];
    take(call);
    if (error) call.reject(new SudosatError(error));
    else call.resolve(value);
  };
  const failed = reason => {
    worker = null;
    const call = calls[0];
    if (!call) return;
    take(call);
    call.reject(new SudosatError({ message: `the worker ended: ${reason}` }));
  };
  const named = name => (text, given) => new Promise((resolve, reject) => {
    const { signal, ...options } = given ?? {};
    if (closed) throw new SudosatError({ message: "the worker is closed" });
    signal?.throwIfAborted();
    if (typeof text !== "string") throw new TypeError(`${name}: found ${typeof text}, expected a string`);
    const call = { request: { name, text, options: plain(options) }, signal, resolve, reject };
    call.abort = () => {
      // A search can't be stopped from inside: its worker ends, and the next call gets a new one.
      if (calls[0] === call) stop();
      take(call);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", call.abort);
    calls.push(call);
    if (calls.length === 1) run();
  });
  return {
    ...Object.fromEntries(NAMES.map(name => [name, named(name)])),
    /** Ends the worker; calls without an answer are rejected. */
    close() {
      closed = true;
      stop();
      for (const call of calls.splice(0)) {
        call.signal?.removeEventListener("abort", call.abort);
        call.reject(new SudosatError({ message: "the worker is closed" }));
      }
    },
  };
}

/** Returns what posts a request with the module that `init` promises, so that no worker loads and
    compiles it again. */
export const withModule = (init, failed, post) => request =>
  Promise.resolve().then(init).then(module => post({ ...request, module })).catch(error => failed(error.message));

/** Returns the functions in a web worker that `create` starts. */
export const inWebWorker = (create, init) => backgroundOf((message, failed) => {
  const worker = create();
  worker.onmessage = ({ data }) => message(data);
  worker.onerror = event => { worker.terminate(); failed(event.message ?? "it can't be loaded"); };
  return { post: withModule(init, text => { worker.terminate(); failed(text); }, request => worker.postMessage(request)), stop: () => worker.terminate() };
});
