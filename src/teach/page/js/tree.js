// ---- tree: backtracking, drawn along the current path

function tellTree(run, k, s) {
  const e = run.events[k - 1];
  const clash = clashOf(run.trace.puzzle.givens);
  if (!e) return clash ? `<b>Start.</b> ${clash}` : "<b>Start.</b> The empty cells will be filled in reading order. → goes a step on.";
  const here = () => chip(varOf(e.cell, e.digit));
  switch (e.t) {
    case "try":
      return `<b>Try</b> ${here()}: its ${lesson.houses ? "houses" : "row, column and box"} don't have a ${e.digit} yet.`;
    case "reject":
      return `<b>Reject</b> ${here()}: ${because(e)}.`;
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
  const cell = by.by ?? by;
  const { name } = houses[by.house] ?? houses.find(house => kindOf(house) === kind && house.cells.includes(e.cell));
  return `${name} already has ${article(e.digit)}, in ${cellName(cell)}`;
}

function treePanel(run, k, s) {
  const depth = s.path.length - 1;
  return [`<h2>The search tree along the path</h2>
    <p class="faint">${counted(s.nodes, "node")} so far; ${counted(depth, "cell")} filled on the path. ✗ rejected; struck out: tried, nothing below it worked (with the number of nodes below).</p>`
    + box(treeSvg(run, k, s), "The tree")];
}

/** So many cells of a path are drawn of a large puzzle. */
const MOST_FRAMES = 12;

/** A column a cell of the path. The digit that stands is its last one, so the
    path runs straight, with what failed above it. */
function treeSvg(run, k, s) {
  const label = kid => `${kid.node === undefined ? "✗ " : ""}${cellName(kid.cell)}=${kid.digit}${kid.below ? ` +${kid.below}` : ""}`;
  // As wide as the longest label is.
  const longest = Math.max(9, ...s.path.flatMap(frame => frame.kids.map(kid => label(kid).length)));
  const [width, height, gap] = [Math.ceil(7.5 * longest) + 10, 24, 28], step = width + 20;
  const stuck = run.events[k - 1]?.t === "stuck";
  // As high as a cell with every digit, at each step.
  const base = 6 + gap * (side - 1);
  const y = (frame, i) => base - gap * (frame.kids.length - 1 - i);
  const parts = [], lines = [];
  const node = (x, top, cls, text, title = "", key = "") => parts.push(`<g class="${cls}"${key && ` data-o="${key}" role="button" tabindex="-1" aria-label="${esc(text)}${title && `, ${esc(title)}`}"`}><rect x="${x}" y="${top}" width="${width}" height="${height}" rx="4"/>`
    + `<text x="${x + width / 2}" y="${top + 16}">${text}</text></g>`);
  // Of a long path through a large puzzle only the end.
  const left = isLarge() ? Math.max(0, s.path.length - MOST_FRAMES) : 0, path = s.path.slice(left);
  node(4, base, "live", left ? `… ${left} before` : "start");
  path.forEach((frame, depth) => {
    const x = 4 + step * (depth + 1), from = x - step + width, middle = base + height / 2;
    frame.kids.forEach((kid, i) => {
      const top = y(frame, i), last = i === frame.kids.length - 1;
      const live = last && depth + 1 < path.length;
      const key = keyOfLit(varOf(kid.cell, kid.digit));
      const mid = from + (x - from) / 2;
      lines.push(`<path class="${live ? "live" : ""}" d="M${from} ${middle}C${mid} ${middle} ${mid} ${top + height / 2} ${x} ${top + height / 2}"/>`);
      if (kid.node === undefined) node(x, top, "no", label(kid), because(kid), key);
      else if (live) node(x, top, "live", label({ ...kid, below: 0 }), "", key);
      else node(x, top, "dead", label(kid), `tried; ${counted(kid.below, "node")} below it`, key);
    });
  });
  const right = 4 + step * (path.length + (path.at(-1).kids.length ? 1 : 0));
  const size = [Math.max(right, 120), base + height + 8];
  return `<svg class="tree" role="group" aria-label="${counted(s.nodes, "node")}, the path is ${counted(s.path.length - 1, "cell")} long${stuck ? ", stuck" : ""}"
    width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size[0]} ${size[1]}">${lines.join("")}${parts.join("")}</svg>`;
}
