/* IPASIR, the C interface of incremental SAT solvers, as sudosat offers it.
 *
 * Literals are DIMACS numbers: 1, -1, 2, -2, ... A solver comes from
 * ipasir_init, is used by one thread at a time, and not after its release.
 * A null solver ends the program; so does a literal that is 0 (but in
 * ipasir_add), or of a variable above 2^30 - 1. */
#ifndef SUDOSAT_IPASIR_H
#define SUDOSAT_IPASIR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Name and version of the solver. It takes no argument. As in the published
 * header, the declaration is not a prototype: some programs in C pass the
 * solver. */
const char *ipasir_signature();

/* A new solver, and the end of it. */
void *ipasir_init(void);
void ipasir_release(void *solver);

/* Adds a literal to the current clause; 0 ends the clause. */
void ipasir_add(void *solver, int32_t lit_or_zero);

/* The literal is true in the next call of ipasir_solve, and only there. */
void ipasir_assume(void *solver, int32_t lit);

/* 10: satisfiable. 20: unsatisfiable. 0: stopped before it was known. */
int ipasir_solve(void *solver);

/* After 10, until the next clause or call: lit if it is true, else -lit. */
int32_t ipasir_val(void *solver, int32_t lit);

/* After 20, until the next call: 1 if the assumption lit was needed. */
int ipasir_failed(void *solver, int32_t lit);

/* terminate is asked during ipasir_solve, which stops when it returns other
 * than 0. A null pointer: nobody is asked. */
void ipasir_set_terminate(void *solver, void *state, int (*terminate)(void *state));

/* learn is given each learned clause of at most max_length literals, ended by
 * 0, during ipasir_solve. A null pointer: nobody is. */
void ipasir_set_learn(void *solver, void *state, int max_length,
                      void (*learn)(void *state, int32_t *clause));

#ifdef __cplusplus
}
#endif

#endif
