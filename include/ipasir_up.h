/* IPASIR-UP, propagators outside the clauses, as sudosat offers it (Fazekas,
 * Niemetz, Preiner, Kirchweger, Szeider, Biere, SAT 2023). The functions and
 * their order are those of the wrapper of CaDiCaL in rustsat-cadical.
 *
 * The rules of ipasir.h hold. Besides, a callback must not call a function with
 * its solver; that ends the program with a message, as does a propagator that
 * breaks its contract. */
#ifndef SUDOSAT_IPASIR_UP_H
#define SUDOSAT_IPASIR_UP_H

#include "ipasir.h"
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of a propagator. Each may be a null pointer, which is as one
 * that does nothing, or for cb_check_found_model accepts every model. state is
 * the pointer that was passed when it was connected. */
typedef struct ipasir_external_propagator_callbacks {
  /* Observed literals became true, in this order. What is told while no level
   * is open is fixed. */
  void (*notify_assignment)(void *state, const int32_t *lits, size_t size);

  /* A decision level was opened; all levels above new_level were undone. */
  void (*notify_new_decision_level)(void *state);
  void (*notify_backtrack)(void *state, size_t new_level);

  /* 0 if the model is none of the constraint: then the next external clause, or
   * one that follows it at once, must be false in it, or have a new variable.
   * The model is the true literal of each variable 1, ..., size. */
  int (*cb_check_found_model)(void *state, const int32_t *model, size_t size);

  /* An observed literal to decide, or 0: the solver decides. */
  int32_t (*cb_decide)(void *state);

  /* An observed literal that the assignment implies, or 0. */
  int32_t (*cb_propagate)(void *state);

  /* One literal after the other of the clause that implies propagated_lit,
   * ended by 0. It is asked for at once after cb_propagate: the other literals
   * are false then. Not asked for if propagated_lit is true already. */
  int32_t (*cb_add_reason_clause_lit)(void *state, int32_t propagated_lit);

  /* 1 if there is a clause to add, else 0. With *is_forgettable = 1 the solver
   * may delete it. */
  int (*cb_has_external_clause)(void *state, int *is_forgettable);

  /* One literal after the other of this clause, ended by 0. Any clause will do;
   * its variables, also new ones, are observed from then on. */
  int32_t (*cb_add_external_clause_lit)(void *state);
} ipasir_external_propagator_callbacks;

/* Connects a propagator, in the place of the one before. With is_lazy, only
 * cb_check_found_model and, after a 0 of it, the external clauses are asked for.
 * With are_reasons_forgettable, reasons may be deleted. */
void ipasir_connect_external_propagator(void *solver, void *state,
                                        ipasir_external_propagator_callbacks callbacks,
                                        int is_lazy, int are_reasons_forgettable);

/* Disconnects it. No variable is observed then. The clauses that it added stay. */
void ipasir_disconnect_external_propagator(void *solver);

/* Observed variables are told to the propagator. There must be one. */
void ipasir_add_observed_var(void *solver, int32_t var);
void ipasir_remove_observed_var(void *solver, int32_t var);
void ipasir_reset_observed_vars(void *solver);

#ifdef __cplusplus
}
#endif

#endif
