// ---- replay: the state of a run after any of its steps

/** So many steps lie between two states that are kept. */
const KEYFRAMES = 64;

/** The steps of a run, and the state after each. Going back is going on from
    the state kept last before. */
class Run {
  constructor(trace, run) {
    this.trace = trace;
    this.engine = run.engine;
    this.seed = run.seed;
    this.events = run.events;
    this.truncated = run.truncated;
    this.gone = run.gone;
    this.lines = run.at;
    this.rules = RULES[run.engine === "matrix" ? "dlx" : run.engine];
    this.learned = run.events.filter(e => e.t === "learn");
    this.ids = new Map(this.learned.map(e => [e.id, e.clause]));
    this.frames = [this.rules.start(this)];
    this.last = { at: 0, state: this.frames[0] };
  }

  /** The clause with this number. */
  clause(id) {
    return this.trace.cnf.clauses[id - 1] ?? this.ids.get(id) ?? [];
  }

  /** The state after `k` steps. It is not to be changed. */
  at(k) {
    if (this.last.at === k) return this.last.state;
    let frame = Math.min(Math.floor(k / KEYFRAMES), this.frames.length - 1);
    let state = this.rules.copy(this.frames[frame]);
    for (let i = frame * KEYFRAMES; i < k; i++) {
      this.rules.apply(state, this.events[i], i, this);
      if ((i + 1) % KEYFRAMES === 0 && (i + 1) / KEYFRAMES === this.frames.length) {
        this.frames.push(this.rules.copy(state));
      }
    }
    this.last = { at: k, state };
    return state;
  }

  /** The next step of weight in a direction, or the end there. */
  next(k, direction) {
    for (let i = k + direction; i > 0 && i <= this.events.length; i += direction) {
      if (this.rules.big.includes(this.events[i - 1].t)) return i;
    }
    return direction > 0 ? this.events.length : 0;
  }
}

const RULES = {
  get hint() { return PERSON_RULES; },
  get why() { return PERSON_RULES; },
  cdcl: {
    big: ["decide", "flip", "conflict", "solution", "nosolution"],
    start: run => ({
      trail: [], level: 0, learned: 0, conflict: -1, clause: null, on: 0,
      value: new Int8Array(run.trace.cnf.vars + 1),
    }),
    copy: s => ({ ...s, trail: s.trail.slice(), value: s.value.slice() }),
    apply(s, e, i, run) {
      const assign = (lit, by, level, flip = false) => {
        s.trail.push({ lit, by, level, flip });
        s.value[Math.abs(lit)] = Math.sign(lit);
      };
      const back = to => {
        while (s.trail.length && s.trail.at(-1).level > to) s.value[Math.abs(s.trail.pop().lit)] = 0;
        s.level = to;
        s.conflict = -1;
        s.clause = null;
      };
      if (e.t === "decide") { s.level = e.level; assign(e.lit, 0, e.level); s.clause = null; }
      else if (e.t === "imply") { assign(e.lit, e.by, e.level); s.clause = null; }
      else if (e.t === "conflict") { s.conflict = i; s.clause = run.clause(e.by); }
      else if (e.t === "resolve") { s.clause = e.clause; }
      else if (e.t === "minimize") { s.clause = e.clause; }
      else if (e.t === "learn") { s.learned++; s.clause = e.clause; }
      else if (e.t === "backjump") back(e.to);
      else if (e.t === "flip") { back(e.level - 1); s.level = e.level; assign(e.lit, 0, e.level, true); }
      else if (e.t === "restart") back(0);
      s.on = e.t === "resolve" ? e.on : 0;
    },
  },
  dlx: {
    big: ["choose", "deadend", "solution", "nosolution"],
    start: () => ({ covered: [], chosen: [], selected: [], dead: -1, solved: false }),
    copy: s => ({ ...s, covered: s.covered.slice(), chosen: s.chosen.slice(), selected: s.selected.slice() }),
    apply(s, e) {
      s.dead = -1;
      s.solved = e.t === "solution";
      if (e.t === "choose") { s.chosen.length = s.selected.length; s.chosen.push(e); }
      else if (e.t === "cover") s.covered.push(e.item);
      else if (e.t === "uncover") s.covered.pop();
      else if (e.t === "select") s.selected.push(e.option);
      else if (e.t === "unselect") { s.selected.pop(); s.chosen.length = s.selected.length + 1; }
      else if (e.t === "deadend") s.dead = e.item;
    },
  },
  backtrack: {
    big: ["try", "stuck", "solution", "nosolution"],
    start: run => ({ grid: run.trace.puzzle.givens.slice(), ...treeStart() }),
    copy: s => ({ ...s, grid: s.grid.slice(), path: treeCopy(s) }),
    apply(s, e, i) {
      const { kids } = s.path.at(-1), step = i + 1;
      if (e.t === "reject") kids.push({ step, cell: e.cell, digit: e.digit, because: e.because });
      else if (e.t === "try") {
        enter(s, { step, cell: e.cell, digit: e.digit });
        s.grid[e.cell] = e.digit;
      } else if (e.t === "undo") {
        leave(s, s.path.length - 1);
        s.grid[e.cell] = 0;
      } else if (e.t === "solution") kids.push({ step, solved: true });
    },
  },
};

/* A search tree along its current path: each node of the path has its `kids` so far, of which the last
   one is on the path, too, or an end. */
const treeStart = () => ({ path: [{ kids: [] }], nodes: 0, conflicts: 0 });
const treeCopy = ({ path }) => path.map(({ kids }) => ({ kids: kids.slice() }));

/** Goes down to a new node. */
function enter(s, kid) {
  s.path.at(-1).kids.push({ ...kid, node: ++s.nodes, before: s.conflicts });
  s.path.push({ kids: [] });
}

/** Goes back to `length` nodes of the path; the node below them keeps the numbers of nodes and conflicts below it. */
function leave(s, length) {
  s.path.length = length;
  const { kids } = s.path.at(-1), kid = kids.pop();
  kids.push({ ...kid, below: s.nodes - kid.node, conflicts: s.conflicts - kid.before });
}

/** DPLL's states have those of CDCL, and the tree. */
RULES.dpll = {
  ...RULES.cdcl,
  start: run => ({ ...RULES.cdcl.start(run), ...treeStart() }),
  copy: s => ({ ...RULES.cdcl.copy(s), path: treeCopy(s) }),
  apply(s, e, i, run) {
    RULES.cdcl.apply(s, e, i, run);
    const step = i + 1;
    if (e.t === "flip") leave(s, e.level);
    if (e.t === "decide" || e.t === "flip") enter(s, { step, lit: e.lit });
    else if (e.t === "conflict") {
      s.conflicts++;
      s.path.at(-1).kids.push({ step, by: e.by });
    } else if (e.t === "solution") s.path.at(-1).kids.push({ step, solved: true });
  },
};
