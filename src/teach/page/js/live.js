// ---- live: the library itself in the page, for what somebody types and for what-if

const live = { call: null, kind: "puzzle", text: "", first: "" };

/** Unpacks the engine and starts it. */
async function startEngine() {
  const packed = Uint8Array.from(atob(byId("engine").textContent.trim()), c => c.charCodeAt(0));
  const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const module = await WebAssembly.compile(bytes);
  live.call = request => {
    // A new instance each time: a run that stopped leaves nothing behind.
    const { room, call, memory } = new WebAssembly.Instance(module, {}).exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = room(bytes.length); // this may move the memory: no view before it
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = call(), answer = room(length);
    return new TextDecoder().decode(new Uint8Array(memory.buffer, answer, length));
  };
}

/** Asks for a document and shows it; false if there is none, and why is told. */
function request(about) {
  let answer;
  try {
    answer = JSON.parse(live.call({ kind: live.kind, text: live.text, ...about }));
  } catch (error) {
    answer = { error: `the engine stopped: ${error.message}` };
  }
  byId("live-error").textContent = answer.error ?? "";
  if (answer.error) return false;
  Object.assign(live, { kind: about.kind ?? live.kind, text: about.text ?? live.text });
  fillForm();
  pause();
  bus.selected = bus.pointed = "";
  view.note = null;
  view.decisions = about.decide ?? [];
  load(answer);
  if (!tabs().some(([tab]) => tab === view.tab)) view.tab = ENGINE_TAB[answer.opens] ?? "reduction";
  return true;
}

/** What is shown, as it would be typed. */
function typed() {
  if (puzzle) return { kind: "puzzle", text: puzzle.givens.map(digit => digit || ".").join("") };
  if (trace.cnf) {
    const { vars, clauses } = trace.cnf;
    return { kind: "cnf", text: [`p cnf ${vars} ${clauses.length}`, ...clauses.map(clause => [...clause, 0].join(" ")), ""].join("\n") };
  }
  const { items, options } = trace.cover;
  const names = which => items.filter(item => item.kind === which).map(item => item.name).join(" ");
  const secondary = names("secondary");
  const lines = options.map(option => option.items.map(item => items[item].name).join(" "));
  return { kind: "cover", text: [names("primary") + (secondary && ` | ${secondary}`), ...lines, ""].join("\n") };
}

/** The encoding asked for in a new document. */
const asked = () => traces[0].cnf && puzzle ? { encoding: traces[0].cnf.encoding } : {};

/** Shows in the form what is shown beside it. */
function fillForm() {
  const form = byId("live"), { kind, text } = live;
  form.kind.value = kind;
  if (form.text.value.trim() !== text.trim()) {
    const isLine = kind === "puzzle" && Number.isInteger(Math.sqrt(text.trim().length));
    form.text.value = isLine ? text.trim().replace(new RegExp(`.{${Math.sqrt(text.trim().length)}}`, "g"), "$&\n") : text;
  }
  byId("by").hidden = kind !== "puzzle";
}

/** What the address has to hold, so that it leads back to what is shown. */
function liveAddress() {
  const parts = [];
  const { encoding } = asked();
  if (live.text !== live.first) parts.push(`kind=${live.kind}`, `text=${encodeURIComponent(live.text)}`);
  if (encoding && encoding !== live.firstEncoding) parts.push(`by=${encoding}`);
  if (view.decisions.length) parts.push(`decide=${view.decisions.join()}`);
  return parts;
}

/** Asks for what an address holds, unless it is shown. */
function followLive(hash) {
  const about = new URLSearchParams(hash.split("?")[1] ?? "");
  const kind = about.get("kind") ?? live.firstKind, text = about.get("text") ?? live.first;
  const decided = about.get("decide") ?? "", decide = decided.split(",").filter(Boolean).map(Number);
  const encoding = kind === "puzzle" && (about.get("by") ?? live.firstEncoding) || undefined;
  const wrong = !/^(puzzle|cnf|cover)$/.test(kind) ? `expected kind=puzzle, kind=cnf or kind=cover, found kind=${kind}`
    : !/^(-?[1-9]\d{0,8}(,|$))*$/.test(decided) ? `expected the numbers of literals after decide=, such as decide=7,-12, found ${decided}` : "";
  if (wrong) { byId("live-error").textContent = `The address can't be followed: ${wrong}.`; return; }
  if (kind === live.kind && text === live.text && decide.join() === view.decisions.join() && (!encoding || encoding === asked().encoding)) return;
  if (request({ kind, text, decide, encoding })) follow(hash);
}

/** The questions "what if" about the selected variable. */
function whatIf() {
  const buttons = [], button = (id, text) => buttons.push(`<button type="button" data-live="${id}">${text}</button>`);
  const v = selectedVar(), c = candidate(v), name = v ? esc(nameOf(v)) : "";
  if (c && !puzzle.excluded) {
    if (puzzle.givens[c.cell] === c.digit) button("remove", `${name} were no clue?`);
    else if (!puzzle.givens[c.cell]) button("add", `${name} were a clue?`);
  }
  if (v && view.tab === "cdcl" && currentRun().at(view.at).value[v] === 0) {
    const where = currentRun().at(view.at).learned ? "after the same decisions in a new run" : "here";
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
    request({ text: givens.map(digit => digit || ".").join(""), ...asked() });
  } else if (id === "forget") {
    request(asked());
  } else {
    const encoding = view.encoding, lit = id === "decide" ? v : -v;
    const { trail, learned } = currentRun().at(view.at), before = trail.filter(entry => !entry.by).map(entry => entry.lit);
    if (request({ decide: [...before, lit], ...asked() })) {
      view.encoding = encoding;
      const { events } = currentRun(), name = esc(litName(lit));
      const decided = events.findIndex(e => e.t === "decide" && e.lit === lit) + 1;
      // Clauses with one literal left come before any decision.
      const implied = events.findIndex(e => e.t === "imply" && Math.abs(e.lit) === v) + 1;
      view.at = decided || implied || events.length;
      const how = !implied ? "The run ends before it" : events[implied - 1].lit === lit
        ? "It is implied here, before anything could be decided about it"
        : "Its opposite is implied here, before anything could be decided about it";
      if (learned) view.note = { at: view.at, text: `This is a new run: it has the same decisions first, but not the ${counted(learned, "clause")} learned before.` };
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
  if (request({ kind, text: text.endsWith("\n") ? text : text + "\n", ...(kind === "puzzle" ? { encoding: form.encoding.value } : {}) })) render();
}

function buildLive() {
  byId("whatif").hidden = false;
  const form = byId("live");
  form.hidden = false;
  byId("own").hidden = false;
  const now = typed();
  Object.assign(live, now, { first: now.text, firstKind: now.kind, firstEncoding: asked().encoding });
  fillForm();
  form.addEventListener("submit", submit);
  form.kind.addEventListener("change", () => { byId("by").hidden = form.kind.value !== "puzzle"; });
  addEventListener("hashchange", event => { followLive(new URL(event.newURL).hash); render(); });
  document.addEventListener("click", event => {
    const id = event.target.dataset?.live;
    if (id) answerWhatIf(id);
  });
  afterRender = whatIf;
  addressMore = liveAddress;
  const wanted = location.hash;
  startEngine().then(() => { form.show.disabled = false; followLive(wanted); render(); },
    error => { byId("live-error").textContent = `The engine can't be started: ${error.message}`; });
}
