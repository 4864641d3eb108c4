// ---- holes: more pigeons than holes, what resolution learns of them, and what counting says

/** The pigeonholes of the formula that is shown; null if it has none. */
const holesOf = () => lesson.pigeonholes?.[view.encoding] ?? null;

/** The name of a hole, for literals of which at most one is true: a cell, or a number in a house. */
function holeName(hole, i) {
  const all = hole.map(lit => candidate(Math.abs(lit)));
  if (!all.every(Boolean)) return `hole ${i + 1}`;
  if (all.every(one => one.cell === all[0].cell)) return cellName(all[0].cell);
  const house = houses.find(({ cells }) => all.every(one => cells.includes(one.cell)));
  return house && all.every(one => one.digit === all[0].digit) ? `${all[0].digit} in ${house.name}` : `hole ${i + 1}`;
}

/** Calls the pigeons and the holes what they are in a puzzle. */
function holeWords({ holes }) {
  const areCells = puzzle && holes.every(hole => new Set(hole.map(lit => candidate(Math.abs(lit))?.cell)).size === 1);
  return areCells ? { pigeons: "numbers", holes: "cells", pigeon: "number", hole: "cell" } : { pigeons: "pigeons", holes: "holes", pigeon: "pigeon", hole: "hole" };
}

/** The literals of a pigeon, each with its hole. */
const placesOf = (run, { holes }, id) =>
  run.clause(id).flatMap(lit => holes.map((hole, i) => [lit, i]).filter(([, i]) => holes[i].includes(lit)));

function holesPanel(run, k, s) {
  const found = holesOf();
  if (!found) {
    return [encodings(), `<h2>Pigeonholes</h2><p>In this encoding nothing has to be counted: unit propagation alone finds the contradiction, or no pigeonholes are stated. The other encoding has them.</p>`, growthSection()];
  }
  const all = marks(run, "learn").length, more = run.truncated ? " or more" : "", words = holeWords(found);
  return [encodings(), `<h2>${found.pigeons.length} ${words.pigeons} for ${found.holes.length} ${words.holes}</h2>${box(holesSvg(run, s, found), "Pigeons and holes")}
    <p class="faint">A line is a literal: thick if it is true, dotted if it is false. Left: clauses, each of which needs a true literal. Right: at most one true literal each.
    ✓: it has its true literal. ✗ on the left: every literal is false, so the ${words.pigeon} has nowhere to go. ✗ on the right: the ${words.hole} has more than one true literal, and the number behind says how many.</p>`,
  `<div class="pair"><div><h2>Resolution: ${s.learned} of ${all}${more} learned clauses</h2>${long("The learned clauses", learned(run, s))}</div>`
    + `<div><h2>Counting: one line</h2><div class="same list whole" role="region" aria-label="Counting">${countingLine(run, found)}</div></div></div>`, growthSection()];
}

/** A part of one height at every step, higher than a `room`. */
const long = (label, inside) => `<div class="same list" role="region" aria-label="${label}">${inside}</div>`;

/** The argument by counting, with its sums where they are short. */
function countingLine(run, found) {
  const { pigeons, holes } = found, words = holeWords(found);
  const literals = lits => lits.map(lit => chip(lit)).join(" + ");
  const sums = lists => lists.map(lits => `<span>(${literals(lits)})</span>`).join(" + ");
  const ofPigeons = pigeons.map(id => placesOf(run, found, id).map(([lit]) => lit));
  const isShort = ofPigeons.flat().length <= 12;
  return `<p><b>${pigeons.length} ≤ ${holes.length}</b>, a contradiction: ${pigeons.length} clauses each need a true literal, all these literals are in ${holes.length} ${words.holes}, and a ${words.hole} has at most one.</p>`
    + (isShort ? `<p class="sum">${sums(ofPigeons)} ≥ ${pigeons.length}</p><p class="sum">${sums(holes)} ≤ ${holes.length}</p><p class="faint">Both sums are of the same literals, 1 for true and 0 for false.</p>`
      : `<p class="faint">Each ${words.pigeon} adds 1 to a sum of ${counted(ofPigeons.flat().length, "literal")}, and each ${words.hole} allows 1.</p>`);
}

/** Distances of the picture in pixels; `letter` is the width of a letter. */
const HOLES = { height: 26, pitch: 40, across: 150, letter: 6.7 };

/** The pigeons at the left, the holes at the right, and a line for each literal. */
function holesSvg(run, s, found) {
  const { pigeons, holes } = found, { height, pitch, across, letter } = HOLES;
  const names = pigeons.map((id, i) => puzzle ? wordsOf(run, id) : `pigeon ${i + 1}`);
  // As wide as the longest label is, with its number and its mark.
  const widest = (labels, more) => Math.ceil(letter * (Math.max(...labels.map(label => label.length)) + more));
  const left = widest(names, `#${pigeons.at(-1)}`.length + 4), right = widest(holes.map(holeName), 6);
  const high = Math.max(pigeons.length, holes.length) * pitch;
  const y = (i, list) => (high - list.length * pitch) / 2 + i * pitch + pitch / 2;
  const lines = [], nodes = [], taken = holes.map(() => 0);
  pigeons.forEach((id, i) => {
    const places = placesOf(run, found, id), hows = places.map(([lit]) => standing(lit, s.value));
    places.forEach(([lit, hole], place) => {
      if (hows[place] === "t") taken[hole]++;
      const d = `M${left} ${y(i, pigeons)}L${left + across} ${y(hole, holes)}`;
      lines.push(`<g class="${hows[place]}" data-o="${keyOfLit(lit)}"><title>${esc(litName(lit))}, ${STANDING[hows[place]]}</title><path class="hit" d="${d}"/><path d="${d}"/></g>`);
    });
    const how = hows.includes("t") ? "t" : hows.includes("o") ? "o" : "none";
    const name = names[i], told = { t: "placed", o: "open", none: "nowhere to go" }[how];
    nodes.push(`<g class="${how}" data-o="c${id}" role="button" tabindex="-1" aria-label="#${id} ${esc(name)}, ${told}"><rect x="2" y="${y(i, pigeons) - height / 2}" width="${left - 2}" height="${height}" rx="3"/>`
      + `<text x="${left / 2}" y="${y(i, pigeons) + 4}"><tspan class="level">#${id}</tspan> ${esc(name)}${how === "t" ? " ✓" : how === "none" ? " ✗" : ""}</text></g>`);
  });
  holes.forEach((hole, i) => {
    const how = taken[i] > 1 ? "none" : taken[i] ? "t" : "o";
    const title = `at most one of ${hole.map(litName).join(", ")}`;
    nodes.push(`<g class="${how}"><title>${esc(title)}</title><rect x="${left + across}" y="${y(i, holes) - height / 2}" width="${right}" height="${height}" rx="13"/>`
      + `<text x="${left + across + right / 2}" y="${y(i, holes) + 4}">${esc(holeName(hole, i))}${taken[i] > 1 ? ` ✗ ${taken[i]}` : taken[i] ? " ✓" : ""}</text></g>`);
  });
  const width = left + across + right + 2;
  return `<svg class="holes" role="group" aria-label="${pigeons.length} ${holeWords(found).pigeons} at the left, ${holes.length} ${holeWords(found).holes} at the right; ${taken.filter(Boolean).length} taken"
    width="${width}" height="${high}" viewBox="0 0 ${width} ${high}">${lines.join("")}${nodes.join("")}</svg>`;
}

/** Where a live page shows how the conflicts grow: see growth.js. */
let growthSection = () => `<h2>Conflicts against holes</h2><p class="faint">A live page (<code>--live</code>) has the solver count its conflicts for 4 to 9 holes here.</p>`;
