// ---- growth: the conflicts of our solver for more and more pigeons, with and without counting

/* The engine runs in a worker, so the page goes on while it works. */

/** The numbers of holes that are tried. There is always a pigeon more. */
const GROWTH = { first: 4, last: 9, conflicts: 1000000 };

/** What was found: `{holes, without, counting}` for each number of holes, both as the engine
    answers. `since` is the time at which the present number began, `worker` is null if
    nothing runs. */
const growth = { found: [], worker: null, since: 0, ticking: 0, isLog: false, error: "" };

/** The formula of m pigeons in n holes, in DIMACS; variable n·p + h for pigeon p, from 0, in hole h. */
function pigeonText(m, n) {
  const upTo = (first, last) => Array.from({ length: last - first }, (_, i) => first + i);
  const clauses = [...upTo(0, m).map(p => upTo(1, n + 1).map(h => n * p + h)),
    ...upTo(1, n + 1).flatMap(h => upTo(0, m).flatMap(p => upTo(p + 1, m).map(q => [-(n * p + h), -(n * q + h)])))];
  return cnfText({ vars: m * n, clauses });
}

/** What the worker does; it holds `askEngine`, too. */
const WORK = `onmessage = async ({ data: { bytes, requests } }) => {
  try {
    const module = await WebAssembly.compile(bytes);
    for (const { holes, effort, conflicts } of requests) {
      const [counting, without] = [true, false].map(counting => JSON.parse(askEngine(module, { effort, counting, conflicts })));
      postMessage({ holes, counting, without });
    }
  } catch (error) { postMessage({ error: String(error) }); }
};`;

function startGrowth() {
  const { first, last, conflicts } = GROWTH;
  Object.assign(growth, { found: [], error: "", since: Date.now() });
  const requests = [];
  for (let holes = first; holes <= last; holes++) requests.push({ holes, effort: pigeonText(holes + 1, holes), conflicts });
  const address = URL.createObjectURL(new Blob([`const askEngine = ${askEngine};${WORK}`], { type: "text/javascript" }));
  growth.worker = new Worker(address);
  growth.worker.onmessage = ({ data }) => {
    growth.error = data.error ?? data.without?.error ?? "";
    if (!growth.error) growth.found.push(data);
    growth.since = Date.now();
    // A larger number would reach the limit, too.
    if (growth.error || data.holes === last || data.without.verdict === "unknown") endGrowth();
    paintGrowth();
  };
  growth.worker.onerror = event => { growth.error = event.message || "the worker did not start"; endGrowth(); paintGrowth(); };
  growth.worker.postMessage({ bytes: live.bytes, requests });
  growth.ticking = setInterval(tickGrowth, 1000);
  URL.revokeObjectURL(address);
  paintGrowth();
}

/** Ends the worker, in the middle of a run if it must be. */
function endGrowth() {
  growth.worker?.terminate();
  growth.worker = null;
  clearInterval(growth.ticking);
}

const grouped = number => String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const bound = ({ verdict, conflicts }) => `${verdict === "unknown" ? "more than " : ""}${grouped(conflicts)}`;

growthSection = () => `<h2>Conflicts against holes</h2>
  <p class="growth" role="group" aria-label="Conflicts against holes"><button type="button" data-growth="run">Run 4 to 9 holes</button> <button type="button" data-growth="stop">Stop</button>
    <button type="button" data-growth="log" aria-pressed="false">Logarithmic</button> <span id="growth-time" aria-hidden="true"></span></p>
  <p id="growth-told" role="status"></p><div id="growth"></div>`;

/** Seconds that the present number of holes has taken. */
function tickGrowth() {
  const place = byId("growth-time");
  if (place) place.textContent = growth.worker ? `${Math.round((Date.now() - growth.since) / 1000)} s` : "";
}

function growthTold() {
  const { found, worker, error } = growth, { first, last, conflicts } = GROWTH, at = found.at(-1);
  if (error) return `The engine stopped: ${esc(error)}`;
  const limit = `At most ${grouped(conflicts)} conflicts for each number of holes`;
  if (worker) return `${at ? at.holes + 1 : first} holes: the solver is working without counting, in the background. ${limit}; ${last} holes may take some minutes.`;
  if (!at) return `The solver of this page, with all it can do, on n + 1 pigeons in n holes: once without counting, once with it. ${limit}; a click on Stop ends it before.`;
  if (at.without.verdict === "unknown") return `The limit of ${grouped(conflicts)} conflicts was reached with ${at.holes} holes.`;
  return at.holes < last ? `Stopped after ${at.holes} holes.` : `Done: ${first} to ${last} holes.`;
}

/** Paints what was found so far, if the panel is shown. */
function paintGrowth() {
  if (!byId("growth")) return;
  const button = name => document.querySelector(`[data-growth=${name}]`);
  // A button that loses its use while it has the focus hands it on.
  const handOn = (from, to) => { if (document.activeElement === button(from)) { button(to).disabled = false; button(to).focus(); } };
  handOn(growth.worker ? "run" : "stop", growth.worker ? "stop" : "run");
  button("run").disabled = Boolean(growth.worker) || !live.bytes;
  button("stop").disabled = !growth.worker;
  button("log").setAttribute("aria-pressed", growth.isLog);
  put("growth-told", growthTold());
  put("growth", growth.found.length ? growthChart() + growthTable() : "");
  tickGrowth();
  placeStops();
}

function growthTable() {
  const rows = growth.found.map(({ holes, without, counting }) =>
    `<tr><th scope="row">${holes + 1} in ${holes}</th><td>${bound(without)}</td><td>${bound(counting)}</td></tr>`);
  return `<table class="clauses numbers"><thead><tr><th scope="col">pigeons in holes</th><th scope="col">conflicts without counting</th><th scope="col">with counting</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** Bars without counting, a line with it. */
function growthChart() {
  const { found, isLog } = growth, { first, last } = GROWTH;
  // As wide as its place, so that its texts keep their size; 14 px are the edge of its box.
  const whole = Math.max(300, Math.min(620, byId("growth").clientWidth - 14));
  const [left, top, width, height] = [72, 22, whole - 88, 210], column = width / (last - first + 1);
  const scale = isLog ? value => Math.log10(1 + value) : value => value;
  // The axis ends at a power of ten, or just above the highest bar.
  const highest = Math.max(10, ...found.map(one => one.without.conflicts));
  const end = isLog ? 10 ** Math.ceil(Math.log10(highest)) : highest;
  const x = holes => left + (holes - first + .5) * column, y = value => top + height * (1 - scale(value) / scale(end));
  const ticks = isLog ? [0, ...Array.from({ length: Math.round(Math.log10(end)) }, (_, i) => 10 ** (i + 1))] : [0, Math.round(end / 2), end];
  const axis = ticks.map(tick => `<path class="tick" d="M${left - 4} ${y(tick)}H${left + width}"/><text class="end" x="${left - 8}" y="${y(tick) + 4}">${grouped(tick)}</text>`);
  const bars = found.map(({ holes, without: { verdict, conflicts } }) => {
    const [from, wide] = [x(holes) - column * .3, column * .6];
    return `<rect class="bar${verdict === "unknown" ? " more" : ""}" x="${from}" y="${y(conflicts)}" width="${wide}" height="${top + height - y(conflicts)}"/>`
      + `<text${holes === last ? ` class="end" x="${left + width + 14}"` : ` x="${x(holes)}"`} y="${Math.min(y(conflicts) - 6, y(0) - 10)}">${verdict === "unknown" ? "&gt; " : ""}${grouped(conflicts)}</text>`;
  });
  const names = Array.from({ length: last - first + 1 }, (_, i) => `<text x="${x(first + i)}" y="${top + height + 18}">${first + i}</text>`);
  const points = found.map(({ holes, counting }) => [x(holes), y(counting.conflicts)]);
  const flat = `<path class="flat" d="M${points.map(point => point.join(" ")).join("L")}"/>${points.map(([a, b]) => `<circle class="flat" cx="${a}" cy="${b}" r="5"/>`).join("")}`;
  const told = found.map(({ holes, without }) => `${holes} holes ${bound(without)}`).join(", ");
  return box(`<svg class="chart" role="img" aria-label="Conflicts without counting: ${told}. With counting: ${found.map(one => one.counting.conflicts).join(", ")}."
    width="${whole}" height="258" viewBox="0 0 ${whole} 258">${axis.join("")}${bars.join("")}${flat}${names.join("")}</svg>`, "Conflicts against holes, drawn")
    + `<p class="faint">To the right the number of holes, upwards the conflicts${isLog ? " on a logarithmic scale" : ""}. Bars: without counting. Line with dots: with counting.</p>`;
}

addEventListener("resize", paintGrowth);

document.addEventListener("click", event => {
  const what = event.target.dataset?.growth;
  if (what === "run") startGrowth();
  else if (what === "stop") { endGrowth(); paintGrowth(); }
  else if (what === "log") { growth.isLog = !growth.isLog; paintGrowth(); }
});
