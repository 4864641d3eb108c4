/* A solver behind IPASIR that tries all assignments, and with FAULT above 0 one that is
 * wrong in one way. With WITHOUT_CALLBACKS, it lacks the functions that set them. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif
enum { MOST = 100000 };
enum {
  FALSE_MODEL = 1, FAILS_UNASSUMED, SMALL_CORE, REMEMBERS, CRASHES, HANGS, ALWAYS_UNSAT,
  ALWAYS_SAT, ODD_STATUS, NULL_SOLVER, EXITS, HALF_MODEL, ODD_FAILED, CRASHES_AT_END,
  /* Callbacks. */
  LEARNS_UNDER_ASSUMPTIONS, LEARNS_LONG, LEARNS_WITHOUT_END, LEARNS_NULL, LEARNS_ODD_LITERAL,
  LEARNS_WITH_SOLVER, LEARNS_FOR_OLD, LEARNS_AFTER_REMOVAL, LEARNS_IN_ADD, LEARNS_OLD_LENGTH,
  ASKS_WITH_SOLVER, ASKS_AFTER_REMOVAL, ASKS_IN_VAL, STOPS_NEVER, STOPS_UNSAT,
  STOPS_WITH_ASSUMPTIONS, STOPS_SAT, CRASHES_WHEN_SET
};

typedef struct {
  int32_t lits[MOST], assumed[1000], vars[1000];
  int n, assumptions, old, num_vars, in_clause;
  signed char value[1000]; /* of vars */
  int32_t decided[1000];
  int decisions, max_length, is_stopped;
  void *terminate_state, *learn_state;
  int (*terminate)(void *);
  void (*learn)(void *, int32_t *);
} Solver;

static int place(Solver *s, int32_t lit) {
  int32_t var = abs(lit);
  int i = 0;
  while (i < s->num_vars && s->vars[i] != var) i++;
  if (i == s->num_vars) s->vars[s->num_vars++] = var;
  return i;
}

/* 1: true, -1: false, 0: open. */
static int value(Solver *s, int32_t lit) {
  int v = s->value[place(s, lit)];
  return lit > 0 ? v : -v;
}

/* Looks for clauses with at most one open literal; 0 if one is false. */
static int propagate(Solver *s) {
  for (int again = 1; again;) {
    again = 0;
    for (int i = 0; i < s->n; i++) {
      int open = 0, is_true = 0;
      int32_t last = 0;
      for (; s->lits[i]; i++) {
        int v = value(s, s->lits[i]);
        if (v > 0) is_true = 1;
        if (v == 0 && s->lits[i] != last) open++, last = s->lits[i];
      }
      if (is_true || open > 1) continue;
      if (open == 0) return 0;
      s->value[place(s, last)] = last > 0 ? 1 : -1;
      again = 1;
    }
  }
  return 1;
}

/* The clauses are false with the assumptions and decisions: that is a learned clause. */
static void learned(Solver *s) {
  int32_t clause[3000];
  int n = 0;
  if (!s->learn) return;
  if (FAULT != LEARNS_UNDER_ASSUMPTIONS)
    for (int i = 0; i < s->assumptions; i++) clause[n++] = -s->assumed[i];
  for (int i = 0; i < s->decisions; i++) clause[n++] = -s->decided[i];
  if (FAULT == LEARNS_ODD_LITERAL && n < s->max_length) clause[n++] = INT32_MIN;
  if (n > s->max_length && FAULT != LEARNS_LONG) return;
  clause[n] = 0;
  if (FAULT == LEARNS_WITHOUT_END)
    for (; n < 3000; n++) clause[n] = s->vars[0];
  s->learn(FAULT == LEARNS_WITH_SOLVER ? s : s->learn_state, FAULT == LEARNS_NULL ? NULL : clause);
}

static int stops(Solver *s) {
  if (s->terminate && s->terminate(FAULT == ASKS_WITH_SOLVER ? s : s->terminate_state))
    s->is_stopped = 1;
  while (FAULT == STOPS_NEVER && s->is_stopped) {}
  return s->is_stopped;
}

static int search(Solver *s) {
  signed char before[1000];
  if (stops(s)) return 0;
  if (!propagate(s)) {
    learned(s);
    return 0;
  }
  int open = 0;
  while (open < s->num_vars && s->value[open]) open++;
  if (open == s->num_vars) return 1;
  for (int i = 0; i < s->num_vars; i++) before[i] = s->value[i];
  for (int phase = -1; phase <= 1; phase += 2) {
    for (int i = 0; i < s->num_vars; i++) s->value[i] = before[i];
    s->value[open] = phase;
    s->decided[s->decisions++] = phase * s->vars[open];
    int found = search(s);
    s->decisions--;
    if (found) return 1;
  }
  return 0;
}

static int *volatile nowhere;

const char *ipasir_signature(void) { return "all assignments"; }

void *ipasir_init(void) {
  puts("a banner on standard output");
  return FAULT == NULL_SOLVER ? NULL : calloc(1, sizeof(Solver));
}

void ipasir_release(void *solver) {
  if (FAULT == CRASHES_AT_END) abort();
  free(solver);
}

void ipasir_add(void *solver, int32_t lit) {
  Solver *s = solver;
  if (lit) place(s, lit), s->in_clause++;
  else {
    if (FAULT == LEARNS_IN_ADD) learned(s);
    if (FAULT == CRASHES && s->in_clause == 3) *nowhere = 1;
    if (FAULT == EXITS && s->in_clause == 2) exit(7);
    s->in_clause = 0;
  }
  s->lits[s->n++] = lit;
}

void ipasir_assume(void *solver, int32_t lit) {
  Solver *s = solver;
  if (FAULT != REMEMBERS && s->old) s->assumptions = 0;
  s->old = 0;
  place(s, lit);
  s->assumed[s->assumptions++] = lit;
}

int ipasir_solve(void *solver) {
  Solver *s = solver;
  int fits = 1;
  if (FAULT != REMEMBERS && s->old) s->assumptions = 0;
  s->old = 1;
  for (int i = 0; i < s->num_vars; i++) s->value[i] = 0;
  s->is_stopped = s->decisions = 0;
  for (int i = 0; i < s->assumptions; i++) {
    int32_t lit = s->assumed[i];
    if (value(s, lit) < 0) fits = 0;
    s->value[place(s, lit)] = lit > 0 ? 1 : -1;
  }
  while (FAULT == HANGS) {}
  if (FAULT == ODD_STATUS) return 1;
  if (FAULT == ALWAYS_UNSAT) return 20;
  if (fits && search(s)) return 10;
  if (s->is_stopped) {
    if (FAULT == STOPS_WITH_ASSUMPTIONS) s->old = 0;
    return FAULT == STOPS_UNSAT ? 20 : FAULT == STOPS_SAT ? 10 : 0;
  }
  return FAULT == ALWAYS_SAT ? 10 : 20;
}

int32_t ipasir_val(void *solver, int32_t lit) {
  Solver *s = solver;
  if (FAULT == ASKS_IN_VAL) stops(s);
  if (FAULT == FALSE_MODEL) return abs(lit);
  if (FAULT == HALF_MODEL) return 0;
  return value(s, lit) > 0 ? lit : -lit;
}

int ipasir_failed(void *solver, int32_t lit) {
  Solver *s = solver;
  if (FAULT == SMALL_CORE) return 0;
  if (FAULT == ODD_FAILED) return -1;
  for (int i = 0; i < s->assumptions; i++)
    if (s->assumed[i] == lit || (FAULT == FAILS_UNASSUMED && s->assumed[i] == -lit)) return 1;
  return 0;
}

#ifndef WITHOUT_CALLBACKS
void ipasir_set_terminate(void *solver, void *state, int (*terminate)(void *)) {
  Solver *s = solver;
  if (FAULT == CRASHES_WHEN_SET) abort();
  if (FAULT == ASKS_AFTER_REMOVAL && !terminate) return;
  s->terminate_state = state;
  s->terminate = terminate;
}

void ipasir_set_learn(void *solver, void *state, int max_length,
                      void (*learn)(void *, int32_t *)) {
  Solver *s = solver;
  if (FAULT == LEARNS_AFTER_REMOVAL && !learn) return;
  if (FAULT != LEARNS_FOR_OLD || !s->learn) s->learn_state = state;
  if (FAULT != LEARNS_OLD_LENGTH || !s->learn) s->max_length = max_length;
  s->learn = learn;
}
#endif
