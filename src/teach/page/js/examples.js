// ---- examples: texts to begin with, and the document in other forms

// EXAMPLES is written before this: by the name that an address has for it, the kind, title, text and seed of each.
EXAMPLES["pigeons-5"] = ["cnf", "5 pigeons in 4 holes", pigeonText(5, 4)];

/** Returns `true` if two texts of a kind say the same; blanks and line ends do not matter in a puzzle. */
const sameText = (kind, one, other) => {
  const bare = text => kind === "puzzle" ? text.replace(/\s/g, "") : text.trim();
  return bare(one) === bare(other);
};

/** The name of the example with this text and seed, or "". */
const exampleOf = (kind, text, seed) =>
  Object.keys(EXAMPLES).find(name => EXAMPLES[name][0] === kind && sameText(kind, EXAMPLES[name][2], text) && String(EXAMPLES[name][3] ?? "") === seed) ?? "";

/** What a select shows of the examples. */
const exampleOptions = () => `<option value="">your own</option>${
  Object.entries(EXAMPLES).map(([name, [, title]]) => `<option value="${name}">${esc(title)}</option>`).join("")}`;

/** What is shown, in the forms that can be typed: a kind and a text. */
const FORMS = {
  line: () => puzzle && !lesson.stated && { kind: "puzzle", text: `${givensLine()}\n` },
  rows: () => puzzle && { kind: "puzzle", text: puzzleText(puzzle.givens) },
  cnf: () => trace.cnf && { kind: "cnf", text: cnfText(trace.cnf) },
  cover: () => trace.cover.items.length > 0 && { kind: "cover", text: coverText(trace.cover) },
};

const givensLine = (givens = puzzle.givens) => givens.map(digit => digit || ".").join("");

/** The puzzle with these clues, after what states its rules. */
function puzzleText(givens) {
  const sign = (row, col) => board.at(row, col) < 0 ? "~" : givens[board.at(row, col)] || ".";
  const rows = Array.from({ length: board.rows }, (_, row) => Array.from({ length: board.cols }, (_, col) => sign(row, col)).join(""));
  return `${lesson.stated ?? ""}${rows.join("\n")}\n`;
}

/** A puzzle on one line as N lines of N characters. */
const inRows = line => line.replace(new RegExp(`.{${Math.sqrt(line.length)}}(?=.)`, "g"), "$&\n");

function cnfText({ vars, clauses }) {
  return [`p cnf ${vars} ${clauses.length}`, ...clauses.map(clause => [...clause, 0].join(" ")), ""].join("\n");
}

function coverText({ items, options }) {
  const names = which => items.filter(item => item.kind === which).map(item => item.name).join(" ");
  const secondary = names("secondary");
  const lines = options.map(option => option.items.map(item => items[item].name).join(" "));
  return [names("primary") + (secondary && ` | ${secondary}`), ...lines, ""].join("\n");
}

/** What is shown, as it would be typed. */
const typed = () => (FORMS.rows() || FORMS.cnf() || FORMS.cover());
