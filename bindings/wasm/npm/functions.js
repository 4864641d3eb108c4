// The functions over the compiled module, the same everywhere.

/** The names of the functions. */
export const NAMES = ["solve", "encode", "sat", "cover", "explain", "why", "hint", "rate", "minimize"];

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
    const { value, error } = JSON.parse(ask({ function: name, text, options }));
    if (error) throw new SudosatError(error);
    return value;
  };
  return Object.fromEntries(NAMES.map(name => [name, named(name)]));
}
