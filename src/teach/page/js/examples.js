// ---- examples: texts to begin with, and the document in other forms

/** Texts by the name that an address has for them. */
const EXAMPLES = {
  "lecture-4x4": ["puzzle", "4×4 of the lecture", ".12....4.....2.."],
  "cover-4x4": ["puzzle", "4×4 of the lecture's exact cover", "..1.4......2.3.."],
  "blank-4x4": ["puzzle", "4×4, blank", "................"],
  "several-4x4": ["puzzle", "4×4 with 2 solutions", ".12.2.1.......4."],
  "none-4x4": ["puzzle", "4×4 without a solution", "12....4........."],
  "lecture-9x9": ["puzzle", "9×9 of the lecture", ".....1..813.278....78..91..2134.6......897.1.....2..5.3.1....75..7.1...2.45...6.."],
  "classic-9x9": ["puzzle", "9×9 that most pages show", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"],
  "hard-9x9": ["puzzle", "9×9 against backtracking", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"],
  "none-9x9": ["puzzle", "9×9 without a solution", "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."],
  "clash-4x4": ["puzzle", "4×4 with two 1s in a row", "11.............."],
  "clash-9x9": ["puzzle", "9×9 with two 1s in a row", `11${".".repeat(79)}`],
  "pigeons": ["cnf", "3 pigeons in 2 holes", "c x1, x3, x5: pigeon 1, 2, 3 in the first hole; x2, x4, x6: in the second\np cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"],
  "pigeons-5": ["cnf", "5 pigeons in 4 holes", pigeonText(5, 4)],
  "a-to-g": ["cover", "six sets over a to g", "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n"],
  "knuth-6x7": ["cover", "the same as a matrix", "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"],
  "abc": ["cover", "columns A, B, C: B is taken out of its list and put back", "A B C\nA C\nA B\n"],
  "zero-to-six": ["cover", "four sets over 0 to 6", "0 1 2 3 4 5 6\n0 1 3\n2 4 5\n2 6\n6\n"],
  "one-to-five": ["cover", "five sets over 1 to 5", "1 2 3 4 5\n1 4 5\n1 4\n1 5\n3 5\n2\n"],
  "matrix-6x6": ["cover", "a 6×6 matrix", "001100\n110000\n010100\n001001\n100000\n000110\n"],
};

/** Returns `true` if two texts of a kind say the same; blanks and line ends do not matter in a puzzle. */
const sameText = (kind, one, other) => {
  const bare = text => kind === "puzzle" ? text.replace(/\s/g, "") : text.trim();
  return bare(one) === bare(other);
};

/** The name of the example with this text, or "". */
const exampleOf = (kind, text) =>
  Object.keys(EXAMPLES).find(name => EXAMPLES[name][0] === kind && sameText(kind, EXAMPLES[name][2], text)) ?? "";

/** What a select shows of the examples. */
const exampleOptions = () => `<option value="">your own</option>${
  Object.entries(EXAMPLES).map(([name, [, title]]) => `<option value="${name}">${title}</option>`).join("")}`;

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
