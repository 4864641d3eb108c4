// ---- predict: a question before a step that shows its answer

/** Right answers and questions so far. */
const score = { right: 0, asked: 0 };

/** The open question: `{k, text, choices: [{html, right}], told}`. */
let question = null;

/** The same number for the same question, so that a picture can be made again. */
function mixed(list, seed) {
  const key = i => (Math.imul(i + 1, 2654435761) ^ Math.imul(seed + 7, 40503)) >>> 4 & 0xffff;
  return list.map((one, i) => [key(i), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** A question about the step after `k`, if that step is worth one. */
function ask(run, k) {
  const e = run.events[k], before = run.events[k - 1], s = run.at(k);
  const made = !e ? null : {
    imply: () => e.level > 0 && ["decide", "backjump"].includes(before?.t) ? askForced(run, k, e, s) : null,
    resolve: () => before.t === "conflict" ? askLearned(run, k, s) : null,
    choose: () => askColumn(run, k, e, s),
    reject: () => before?.t !== "reject" && before?.t !== "undo" ? askDigit(run, k, s) : null,
    try: () => before?.t !== "reject" && before?.t !== "undo" ? askDigit(run, k, s) : null,
  }[e.t]?.();
  if (!made || made.choices.length < 2) return null;
  return { ...made, k, choices: made.sorted ? made.choices : mixed(made.choices, k) };
}

/** The literals that some clause forces now. */
function forced(run, { value, learned }) {
  const found = new Set();
  const clauses = run.learned.slice(0, learned).map(e => e.clause);
  for (const clause of run.trace.cnf.clauses.concat(clauses)) {
    let open = 0;
    for (const lit of clause) {
      const how = value[Math.abs(lit)] * Math.sign(lit);
      if (how > 0) { open = NaN; break; }
      if (how === 0) open = open === 0 ? lit : NaN;
    }
    if (open) found.add(open);
  }
  return found;
}

function askForced(run, k, e, s) {
  const all = forced(run, s), others = [];
  const near = [-e.lit, ...run.clause(e.by).map(lit => -lit), ...Array.from({ length: 40 }, (_, i) => ((Math.abs(e.lit) + i) % run.trace.cnf.vars + 1))];
  for (const lit of near.flatMap(lit => [lit, -lit])) {
    const open = s.value[Math.abs(lit)] === 0;
    if (open && !all.has(lit) && !others.includes(lit) && others.length < 3) others.push(lit);
  }
  return {
    text: "Some clause has one literal left. Which of these is forced now?",
    choices: [{ html: chip(e.lit), right: true }, ...others.map(lit => ({ html: chip(lit), right: false }))],
  };
}

const same = (a, b) => a.length === b.length && a.every(lit => b.includes(lit));

function askLearned(run, k, s) {
  let i = k;
  const seen = [s.clause];
  while (run.events[i] && run.events[i].t !== "learn") seen.push(run.events[i++].clause);
  const answer = run.events[i]?.clause;
  if (!answer?.length) return null;
  const wrong = [];
  const offer = clause => {
    if (clause?.length && wrong.length < 3 && !same(clause, answer) && !wrong.some(one => same(one, clause))) wrong.push(clause);
  };
  for (const clause of seen) offer(clause);
  offer(answer.map(lit => -lit));
  offer(answer.slice(1));
  return {
    text: "Resolving back to the first unique implication point: which clause will be learned?",
    choices: [{ html: clauseOf(answer), right: true }, ...wrong.map(clause => ({ html: clauseOf(clause), right: false }))],
  };
}

function askColumn(run, k, e, s) {
  const { columns, sizes } = standingOfCover(s);
  const items = columns.map((how, item) => item)
    .filter(item => columns[item] === "alive" && trace.cover.items[item].kind === "primary");
  const others = mixed(items.filter(item => sizes[item] > e.size), k).slice(0, 3);
  return {
    text: "A column with the fewest rows left is chosen. Which of these?",
    choices: [e.item, ...others].map(item => ({ html: itemTold(item), right: sizes[item] === e.size })),
  };
}

function askDigit(run, k, s) {
  const { cell } = run.events[k];
  let i = k;
  while (run.events[i]?.t === "reject") i++;
  const end = run.events[i];
  if (end?.t !== "try" && end?.t !== "stuck") return null;
  return {
    text: `Which digit will be put into ${cellName(cell)} next?`,
    choices: [...digitsOf().map(d => ({ html: `${d}`, right: end.t === "try" && end.digit === d })),
      { html: "none fits", right: end.t === "stuck" }],
    sorted: true,
  };
}

function answer(index) {
  const choice = question?.choices[index];
  if (!choice || question.told) return;
  score.asked++;
  if (choice.right) score.right++;
  const right = question.choices.filter(one => one.right).map(one => one.html).join(" or ");
  question.told = choice.right ? `<b>✓ Right</b>: ${right}.` : `<b>✗ No</b>: it was ${right}.`;
  view.at = question.k + 1;
  render();
}

function quiz() {
  byId("score").textContent = view.predict ? `${score.right} of ${score.asked} right` : "";
  byId("quiz").hidden = !question;
  if (!question) { put("quiz", ""); return; }
  const choices = question.choices.map((one, i) =>
    `<li><button type="button" data-answer="${i}"><kbd>${String.fromCharCode(65 + i)}</kbd> ${inert(one.html)}</button></li>`);
  put("quiz", question.told ? `<p role="status">${question.told}</p>`
    : `<p id="asked"><b>Predict.</b> ${question.text}</p><ul>${choices.join("")}</ul>`);
}
