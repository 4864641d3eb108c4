// ---- live: the library itself in the page, for what somebody types and for what-if

/** The engine, as bytes and as a function, and what it was asked for: a kind and a text, the encoding of a puzzle, and an
    engine: the search for exact covers, or DPLL with dancing links. A search for exact covers may have a seed, as text.
    `first` is what the file shows. */
const live = { call: null, bytes: null, kind: "puzzle", text: "", encoding: undefined, engine: "dlx", seed: "", first: null };

/** Unpacks the engine and starts it. */
async function startEngine() {
  const packed = Uint8Array.from(atob(byId("engine").textContent.trim()), c => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const module = await WebAssembly.compile(bytes);
  Object.assign(live, { bytes, call: request => askEngine(module, request) });
}

/** The engine's answer to a request. It uses nothing else of the page, because a worker has it too. */
function askEngine(module, request) {
  // A new instance each time: a run that stopped leaves nothing behind.
  const { room, call, memory } = new WebAssembly.Instance(module, {}).exports;
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = room(bytes.length); // this may move the memory: no view before it
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = call(), answer = room(length);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, answer, length));
}

/** Asks for a document and shows it; false if there is none, and why is told. */
function request(about) {
  const { kind, text, encoding, engine, seed: wanted } = { ...live, ...about };
  const isDpll = engine === "dpll", seed = kind === "cnf" || kind === "puzzle" && ENGINE_TAB[engine] !== "cover" ? "" : wanted;
  const by = { puzzle: { encoding, engine }, cnf: isDpll ? { engine } : {}, cover: { engine: isDpll ? "dlx" : engine } }[kind];
  if (seed) by.seed = +seed;
  let answer;
  try {
    answer = JSON.parse(live.call({ kind, text, decide: about.decide, ...by }));
  } catch (error) {
    answer = { error: `the engine stopped: ${error.message}` };
  }
  byId("live-error").textContent = answer.error ?? "";
  if (answer.error) return false;
  pause();
  bus.selected = bus.pointed = "";
  view.note = null;
  view.decisions = about.decide ?? [];
  load(answer);
  Object.assign(live, { kind, text, engine, seed, encoding: puzzle ? traces[0].cnf.encoding : encoding });
  fillForm();
  if (!tabs().some(([tab]) => tab === view.tab)) view.tab = ENGINE_TAB[answer.opens] ?? "reduction";
  return true;
}

/** Shows in the form what is shown beside it. */
function fillForm() {
  const form = byId("live"), { kind, text, encoding, seed } = live;
  form.kind.value = kind;
  if (!sameText(kind, form.text.value, text)) {
    const isLine = kind === "puzzle" && /^\S+$/.test(text.trim()) && Number.isInteger(Math.sqrt(text.trim().length));
    form.text.value = isLine ? inRows(text.trim()) : text;
  }
  form.example.value = exampleOf(kind, text, seed);
  form.seed.value = seed;
  if (encoding) form.encoding.value = encoding;
  byId("by").hidden = kind !== "puzzle";
  for (const option of form.engine.options) {
    option.disabled = kind === "cnf" ? !showsTrail(option.value) : kind === "cover" && ENGINE_TAB[option.value] !== "cover";
  }
  for (const option of form.form.options) option.disabled = option.value !== "" && !FORMS[option.value]();
}

/** What the address has to hold, so that it leads back to what is shown. */
function liveAddress() {
  const { kind, text, encoding, engine, seed, first } = live, parts = [];
  const example = (kind !== first.kind || !sameText(kind, text, first.text)) && exampleOf(kind, text, seed);
  if (example !== false) {
    parts.push(example ? `example=${example}` : `kind=${kind}&text=${encodeURIComponent(text)}`);
  }
  if (kind === "puzzle" && encoding !== first.encoding) parts.push(`by=${encoding}`);
  if (!example && seed !== first.seed) parts.push(`seed=${seed}`);
  if (engine !== first.engine) parts.push(`engine=${engine}`);
  if (view.decisions.length) parts.push(`decide=${view.decisions.join()}`);
  return parts;
}

/** Asks for what an address holds, unless it is shown. */
function followLive(hash) {
  const about = new URLSearchParams(hash.split("?")[1] ?? ""), { first } = live;
  const named = EXAMPLES[about.get("example")];
  const kind = named?.[0] ?? about.get("kind") ?? first.kind, text = named?.[2] ?? about.get("text") ?? first.text;
  const encoding = about.get("by") ?? first.encoding, engine = about.get("engine") ?? first.engine;
  const seed = about.get("seed") ?? (named ? String(named[3] ?? "") : first.seed);
  const decided = about.get("decide") ?? "", decide = decided.split(",").filter(Boolean).map(Number);
  const wrong = !/^(puzzle|cnf|cover)$/.test(kind) ? `expected kind=puzzle, kind=cnf or kind=cover, found kind=${kind}`
    : !/^\d{0,15}$/.test(seed) ? `expected a number of at most 15 digits after seed=, found ${seed}`
    : !/^(-?[1-9]\d{0,8}(,|$))*$/.test(decided) ? `expected the numbers of literals after decide=, such as decide=7,-12, found ${decided}` : "";
  if (wrong) { byId("live-error").textContent = `The address can't be followed: ${wrong}.`; return; }
  const isShown = kind === live.kind && sameText(kind, text, live.text) && engine === live.engine && seed === live.seed
    && (kind !== "puzzle" || (encoding ?? "lecture") === live.encoding) && decide.join() === view.decisions.join();
  if (!isShown && request({ kind, text, decide, encoding, engine, seed })) follow(hash);
}

/** The questions "what if" about the selected variable. */
function whatIf() {
  const buttons = [], button = (id, text) => buttons.push(`<button type="button" data-live="${id}">${text}</button>`);
  const v = selectedVar(), c = candidate(v), name = v ? esc(nameOf(v)) : "";
  if (c) {
    if (puzzle.givens[c.cell] === c.digit) button("remove", `${name} were no clue?`);
    else if (!puzzle.givens[c.cell]) button("add", `${name} were a clue?`);
  }
  if (v && showsTrail() && currentRun().at(view.at).value[v] === 0) {
    const { learned, conflicts } = currentRun().at(view.at), where = learned || conflicts ? "after the same decisions in a new run" : "here";
    button("decide", `${name} were decided ${where}?`);
    button("deny", `${esc(litName(-v))} were decided ${where}?`);
  }
  if (buttons.length) buttons.unshift("<span>What if …</span>");
  else buttons.push(`<span class="faint">Select ${puzzle ? "a digit" : "a variable"} to ask what if it were ${puzzle ? "a clue or " : ""}decided otherwise.</span>`);
  if (view.decisions.length) button("forget", `Forget the decisions ${view.decisions.map(lit => esc(litName(lit))).join(", ")}`);
  put("whatif", buttons.join(" "));
}

function answerWhatIf(id) {
  const v = selectedVar(), c = candidate(v), selected = bus.selected;
  if (id === "add" || id === "remove") {
    const givens = puzzle.givens.slice();
    givens[c.cell] = id === "add" ? c.digit : 0;
    request({ text: lesson.stated ? puzzleText(givens) : givensLine(givens) });
  } else if (id === "forget") {
    request({});
  } else {
    const encoding = view.encoding, lit = id === "decide" ? v : -v;
    const { trail, learned, conflicts } = currentRun().at(view.at), before = trail.filter(entry => !entry.by).map(entry => entry.lit);
    if (request({ decide: [...before, lit] })) {
      view.encoding = encoding;
      const { events } = currentRun(), name = esc(litName(lit));
      const decided = events.findIndex(e => e.t === "decide" && e.lit === lit) + 1;
      // Clauses with one literal left come before any decision.
      const implied = events.findIndex(e => e.t === "imply" && Math.abs(e.lit) === v) + 1;
      view.at = decided || implied || events.length;
      const how = !implied ? "The run ends before it" : events[implied - 1].lit === lit
        ? "It is implied here, before anything could be decided about it"
        : "Its opposite is implied here, before anything could be decided about it";
      if (learned || conflicts) view.note = { at: view.at, text: `This is a new run: it has the same decisions first, ${
        learned ? `but not the ${counted(learned, "clause")} learned before` : "without the conflicts before them"}.` };
      if (!decided) view.note = { at: view.at, text: `${name} can't be decided. ${how}.` };
    }
  }
  bus.selected = exists(selected) ? selected : "";
  render();
}

function submit(event) {
  event.preventDefault();
  const form = byId("live");
  const kind = form.kind.value, text = form.text.value;
  const isShown = request({ kind, text: text.endsWith("\n") ? text : text + "\n", encoding: form.encoding.value, seed: form.seed.value });
  if (isShown) render();
  // On a narrow screen the form is far below what it shows.
  byId(isShown ? "grid" : "live-error").scrollIntoView({ block: "nearest" });
}

/** Shows the run of an engine. DPLL, and one of the two for exact covers, are there if they were asked for last. */
function changeEngine(engine) {
  const isThere = allRuns.some(run => run.engine === engine);
  if (isThere || request({ engine, decide: view.decisions })) show(ENGINE_TAB[engine]);
}

/** Writes what is shown into the form in another form, for the next document. */
function rewrite(name) {
  const form = byId("live"), { kind, text } = FORMS[name]();
  form.kind.value = kind;
  form.text.value = text;
  form.form.value = "";
  byId("by").hidden = kind !== "puzzle";
}

function buildLive() {
  byId("whatif").hidden = false;
  const form = byId("live");
  form.example.innerHTML = exampleOptions();
  form.hidden = false;
  byId("own").hidden = byId("examples").hidden = false;
  const first = { ...typed(), encoding: puzzle ? traces[0].cnf.encoding : undefined };
  first.engine = (allRuns.find(run => run.engine === "dpll") ?? allRuns.find(run => ENGINE_TAB[run.engine] === "cover"))?.engine ?? "dlx";
  first.seed = String(allRuns.find(run => run.seed !== undefined)?.seed ?? "");
  Object.assign(live, first, { first });
  fillForm();
  form.addEventListener("submit", submit);
  document.addEventListener("change", ({ target }) => {
    if (target === form.kind) byId("by").hidden = form.kind.value !== "puzzle";
    else if (target === form.engine) changeEngine(target.value);
    else if (target === form.seed) { if (request({ seed: target.value, decide: view.decisions })) render(); }
    else if (target === form.form) rewrite(target.value);
    else if (target === form.example && target.value) {
      const [kind, , text, seed] = EXAMPLES[target.value];
      if (request({ kind, text, encoding: form.encoding.value, seed: String(seed ?? "") })) render();
    } else return;
    // After a click the arrow keys step through the run again, and do not change the choice.
    if (!target.matches(":focus-visible")) target.blur();
  });
  addEventListener("hashchange", event => { followLive(new URL(event.newURL).hash); render(); });
  document.addEventListener("click", event => {
    const id = event.target.dataset?.live;
    if (id) answerWhatIf(id);
  });
  afterRender = () => {
    whatIf();
    paintGrowth();
    // Nothing where no run of the list is shown, so that each can be chosen.
    const engine = currentRun()?.engine;
    form.engine.value = engine === "links" ? "dlx" : engine ?? "";
  };
  addressMore = liveAddress;
  const wanted = location.hash;
  startEngine().then(() => {
    for (const part of [form.show, form.engine, form.seed, form.example]) part.disabled = false;
    followLive(wanted);
    render();
  }, error => { byId("live-error").textContent = `The engine can't be started: ${error.message}`; });
}
