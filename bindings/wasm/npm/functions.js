// The functions over the compiled module, the same everywhere, and loading the module.

/** The names of the functions. */
export const NAMES = ["solve", "encode", "sat", "cover", "explain", "why", "hint", "rate", "minimize", "show"];

/** An error of the program: what was found and what was expected. `line` and `column` count
    from 1; they are undefined if the error has no place. */
export class SudosatError extends Error {
  constructor({ message, line, column }) {
    super(message);
    this.name = "SudosatError";
    this.line = line ?? undefined;
    this.column = column ?? undefined;
  }
}

/** Returns options as the engine reads them, as values of JSON. An option that JSON would leave out is an error. */
export function plain(options) {
  const kind = Object.prototype.toString.call(options ?? {});
  if (kind !== "[object Object]") throw new TypeError(`found ${kind.slice(8, -1)}, expected an object with options`);
  return JSON.parse(JSON.stringify(options ?? {}, (key, value) => {
    if (["function", "symbol"].includes(typeof value) || typeof value === "number" && !Number.isFinite(value)) {
      throw new TypeError(`${key}: found ${String(value)}, expected a value of JSON`);
    }
    return value;
  }));
}

/** An instance with more memory than this, in bytes, is not kept for the next call. */
const KEPT = 64 << 20;

/** Returns the functions, which run where they are called. */
export function functionsOf(module) {
  let instance = null;
  const ask = request => {
    instance ??= new WebAssembly.Instance(module, {});
    const { room, call, free, memory } = instance.exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    try {
      const at = room(bytes.length) >>> 0; // this may move the memory: no view before it
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const length = call() >>> 0, answer = room(length) >>> 0;
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer, length));
      free();
      if (memory.buffer.byteLength > KEPT) instance = null;
      return text;
    } catch (error) {
      // What stopped may have left anything behind.
      instance = null;
      throw new SudosatError({ message: `the engine stopped, probably out of memory: ${error.message}` });
    }
  };
  const named = name => (text, options) => {
    if (typeof text !== "string") throw new TypeError(`${name}: found ${typeof text}, expected a string`);
    const { value, error } = JSON.parse(ask({ function: name, text, options: plain(options) }));
    if (error) throw new SudosatError(error);
    return value;
  };
  return Object.fromEntries(NAMES.map(name => [name, named(name)]));
}

/** Returns `init`, and the functions. `init` loads and compiles the module of `source()` once, or
    of a source that it is given, and promises the module. A function that is called before uses
    the module that `loaded` returns. */
export function packaged(source, loaded = missing) {
  let functions, loading;
  const init = given => {
    if (loading && given === undefined) return loading;
    const started = compiled(given ?? source()).then(module => {
      functions = functionsOf(module);
      return module;
    });
    started.catch(() => { if (loading === started) loading = undefined; }); // the next call tries again
    return loading = started;
  };
  const named = name => (...given) => (functions ??= functionsOf(loaded()))[name](...given);
  return { init, ...Object.fromEntries(NAMES.map(name => [name, named(name)])) };
}

function missing() {
  throw new SudosatError({ message: "sudosat.wasm is not loaded yet: call init(), and wait for its promise" });
}

/** Returns the compiled module of a source: a module, its bytes, a response with them, an
    address, or a promise of one of these. */
async function compiled(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given === "string" || given instanceof URL) return compiled(fetch(given));
  if (!(given instanceof Response)) return WebAssembly.compile(given);
  if (!given.ok) throw new SudosatError({ message: `sudosat.wasm can't be loaded: ${given.url}: ${given.status} ${given.statusText}` });
  return WebAssembly.compile(await given.arrayBuffer()); // any type of content will do
}
