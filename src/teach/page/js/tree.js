// ---- tree: backtracking; the search tree of it and of DPLL, drawn along the current path

function tellTree(run, k, s) {
  const e = run.events[k - 1];
  const clash = clashOf(run.trace.puzzle.givens);
  if (!e) return clash ? `<b>Start.</b> ${clash}` : "<b>Start.</b> The empty cells will be filled in reading order. → goes a step on.";
  const here = () => chip(varOf(e.cell, e.digit));
  switch (e.t) {
    case "try":
      return `<b>Try</b> ${here()}: its ${lesson.houses ? "houses" : "row, column and box"} don't have ${article(e.digit)} yet${hasRules() ? ", and no other rule forbids it" : ""}.`;
    case "reject":
      return `<b>Reject</b> ${here()}: ${esc(because(e))}.`;
    case "stuck":
      return `<b>Stuck</b> at ${cellName(e.cell)}: every number has been tried. Back to the cell before.`;
    case "undo":
      return `<b>Undo</b> ${cellName(e.cell)}: nothing below its number worked.`;
    case "solution":
      return "<b>Solved.</b> Every cell is filled.";
    case "nosolution":
      return `<b>No solution.</b> ${clash || "Nothing is left to try."}`;
    default:
      return esc(e.t);
  }
}

/** The two clues that are the same in a house, told; "" if there are none. */
function clashOf(clues) {
  for (const { name, cells } of houses) {
    const second = cells.find((cell, i) => clues[cell] && cells.slice(0, i).some(other => clues[other] === clues[cell]));
    if (second === undefined) continue;
    const first = cells.find(cell => clues[cell] === clues[second]);
    return `Two clues clash, so there is nothing to search: ${name} has two ${clues[second]}s, in ${cellName(first)} and ${cellName(second)}.`;
  }
  return "";
}

function because(e) {
  if (e.because === "excluded") return "the puzzle excludes it";
  const [[kind, by]] = Object.entries(e.because);
  if (kind === "pair") return `${lesson.pairs[by.pair]}, and ${cellName(by.by)} has ${article(currentRun().at(view.at).grid[by.by])}`;
  if (kind === "table") return `${lesson.tables[by]} can't be met with it any more`;
  const cell = by.by ?? by;
  const { name } = houses[by.house] ?? houses.find(house => kindOf(house) === kind && house.cells.includes(e.cell));
  return `${name} already has ${article(e.digit)}, in ${cellName(cell)}`;
}

function treePanel(run, k, s) {
  const depth = s.path.length - 1, isDpll = run.engine === "dpll";
  return [`<h2>The search tree along the path</h2>
    <p class="faint">${counted(s.nodes, "node")} so far; ${counted(depth, isDpll ? "decision" : "cell")} ${isDpll ? "" : "filled "}on the path.</p>
    <p class="faint">${isDpll ? "→ 7: implies 7 literals; ✗ #20: a conflict in clause 20" : "✗ rejected"}; struck out: tried, nothing below it worked (+3: with 3 nodes below). A click on a node, or Enter, leads to its step.</p>`
    + treeBox(run, k, s)];
}

/** So many nodes of a path are drawn of a large puzzle. */
const MOST_FRAMES = 12;

/** So many implied literals are named at a node. */
const MOST_IMPLIED = 12;

/** What a node says, and what is said of it besides. `implied` are the literals that follow from it. */
function nodeTold(run, kid, implied) {
  if (kid.solved) return ["✓ solution", ""];
  if (kid.by) return [`✗ #${kid.by}`, `conflict: ${wordsOf(run, kid.by)}`];
  const name = kid.lit ? litName(kid.lit) : `${cellName(kid.cell)}=${kid.digit}`;
  if (kid.because) return [`✗ ${name}`, because(kid)];
  if (kid.below !== undefined) return [name + (kid.below ? ` +${kid.below}` : ""),
    `tried; ${counted(kid.below, "node")}${kid.lit ? ` and ${counted(kid.conflicts, "conflict")}` : ""} below it`];
  if (!implied.length) return [name, ""];
  const more = implied.length - MOST_IMPLIED;
  return [`${name} → ${implied.length}`, `implies ${implied.slice(0, MOST_IMPLIED).map(litName).join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

/** The object of a node: a literal, or the clause of a conflict. */
const nodeKey = kid => kid.solved ? "" : kid.by ? `c${kid.by}` : keyOfLit(kid.lit ?? varOf(kid.cell, kid.digit));

/** A column a node of the path. What stands is its last kid, so the path runs
    straight, with what failed above it. */
function treeBox(run, k, s) {
  // Of a long path through a large puzzle only the end.
  const left = isLarge() ? Math.max(0, s.path.length - MOST_FRAMES) : 0, path = s.path.slice(left);
  const implied = s.path.map(() => []);
  for (const { lit, by, level } of s.trail ?? []) if (by) implied[level].push(lit);
  const isLive = (depth, i) => depth + 1 < path.length && i === path[depth].kids.length - 1;
  const kids = path.map((frame, depth) => frame.kids.map((kid, i) => [kid, ...nodeTold(run, kid, isLive(depth, i) ? implied[left + depth + 1] : [])]));
  // As wide as the longest label is.
  const longest = Math.max(9, ...kids.flat().map(([, text]) => text.length));
  const [width, height, gap] = [Math.ceil(7.5 * longest) + 10, 24, 28], step = width + 20;
  // As high as a node with every digit, or with both ways, at each step.
  const base = 6 + gap * ((s.trail ? 2 : side) - 1);
  // The node where the search is.
  const last = s.path.at(-1).kids.at(-1), isOfStep = last && (last.step === k || run.events[k - 1]?.t === "undo");
  const here = isOfStep ? last : s.path.at(-2)?.kids.at(-1);
  const parts = [], lines = [];
  const node = (x, top, cls, text, title, isHere, more) => parts.push(`<g class="${cls}${isHere ? " here" : ""}"${more && ` ${more} role="button" tabindex="-1" aria-label="${esc(text)}${title && `, ${esc(title)}`}${isHere ? ", here" : ""}"`}>${title && `<title>${esc(title)}</title>`}<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="4"/>`
    + `<text x="${x + width / 2}" y="${top + 16}">${esc(text)}</text></g>`);
  const begun = implied[0].length ? `start → ${implied[0].length}` : "start";
  node(4, base, "live", left ? `… ${left} before` : begun, "", !here, "");
  kids.forEach((frame, depth) => {
    const x = 4 + step * (depth + 1), from = x - step + width, middle = base + height / 2, mid = from + (x - from) / 2;
    frame.forEach(([kid, text, title], i) => {
      const top = base - gap * (frame.length - 1 - i), key = nodeKey(kid);
      const look = kid.solved || isLive(depth, i) ? "live" : kid.node ? "dead" : "no";
      lines.push(`<path class="${look === "live" ? look : ""}" d="M${from} ${middle}C${mid} ${middle} ${mid} ${top + height / 2} ${x} ${top + height / 2}"/>`);
      node(x, top, look + (kid.lit < 0 ? " neg" : ""), text, title, kid === here, key && `data-step="${kid.step}" data-o="${key}"`);
    });
  });
  const right = 4 + step * (path.length + (path.at(-1).kids.length ? 1 : 0));
  const size = [Math.max(right, 120), base + height + 8];
  // With room for a scroll bar, so that nothing below moves when there is one.
  return `<div class="box" role="region" aria-label="The tree" style="min-height:${size[1] + 32}px"><svg class="tree" role="group" aria-label="${counted(s.nodes, "node")}, the path is ${counted(s.path.length - 1, run.engine === "dpll" ? "decision" : "cell")} long${run.events[k - 1]?.t === "stuck" ? ", stuck" : ""}"
    width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}">${lines.join("")}${parts.join("")}</svg></div>`;
}
