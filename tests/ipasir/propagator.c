/* Uses every function of IPASIR-UP with a constraint: an odd number of the
 * variables 1, ..., VARS is true. Says "all well" if all was so.
 *
 * With the argument "rejects", "implies" or "calls", it breaks the contract in
 * this way, which ends the program. */
#include "ipasir_up.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                             \
    do {                                                        \
        if (!(what)) {                                          \
            printf("line %d: not so: %s\n", __LINE__, #what);   \
            exit(1);                                            \
        }                                                       \
    } while (0)

enum { VARS = 8 };

/* What the propagator knows, and how often it was asked. */
struct odd {
    int32_t values[VARS + 1]; /* 1, -1, or 0 */
    int32_t trail[VARS];
    size_t length, levels, starts[100];
    int32_t clause[VARS + 2]; /* the clause that is read now */
    int has_clause, place;
    int told, implied, decided, checked, rejected, added;
};

static void assigned(void *state, const int32_t *lits, size_t size)
{
    struct odd *odd = state;
    CHECK(size > 0);
    for (size_t i = 0; i < size; i++) {
        int32_t var = abs(lits[i]);
        CHECK(var <= VARS && odd->values[var] == 0);
        odd->values[var] = lits[i] > 0 ? 1 : -1;
        odd->trail[odd->length++] = var;
        odd->told++;
    }
}

static void new_level(void *state)
{
    struct odd *odd = state;
    CHECK(odd->levels < 100);
    odd->starts[odd->levels++] = odd->length;
}

static void backtrack(void *state, size_t level)
{
    struct odd *odd = state;
    CHECK(level < odd->levels);
    while (odd->length > odd->starts[level])
        odd->values[odd->trail[--odd->length]] = 0;
    odd->levels = level;
}

/* The clause that excludes the values, but for that of the variable open. */
static void exclude(struct odd *odd, const int32_t *values, int32_t open, int32_t lit)
{
    int length = 0;
    if (lit)
        odd->clause[length++] = lit;
    for (int32_t var = 1; var <= VARS; var++)
        if (var != open)
            odd->clause[length++] = values[var] > 0 ? -var : var;
    odd->clause[length] = 0;
    odd->place = 0;
}

static int32_t propagate(void *state)
{
    struct odd *odd = state;
    int32_t open = 0, count = 0;
    for (int32_t var = 1; var <= VARS; var++) {
        if (odd->values[var] == 0 && open)
            return 0;
        if (odd->values[var] == 0)
            open = var;
        count += odd->values[var] > 0;
    }
    if (!open && count % 2)
        return 0;
    if (!open) { /* a conflict: the others imply the other value of 1 */
        open = 1;
        count -= odd->values[1] > 0;
    }
    int32_t lit = count % 2 ? -open : open;
    exclude(odd, odd->values, open, lit);
    odd->implied++;
    return lit;
}

static int32_t next(struct odd *odd)
{
    return odd->clause[odd->place++];
}

static int32_t reason(void *state, int32_t lit)
{
    struct odd *odd = state;
    CHECK(odd->clause[0] == lit);
    return next(odd);
}

static int32_t decide(void *state)
{
    struct odd *odd = state;
    odd->decided++;
    for (int32_t var = VARS; var > 0; var--)
        if (odd->values[var] == 0)
            return -var;
    return 0;
}

static int check(void *state, const int32_t *model, size_t size)
{
    struct odd *odd = state;
    int32_t values[VARS + 1], count = 0;
    CHECK(size >= VARS);
    odd->checked++;
    for (int32_t var = 1; var <= VARS; var++) {
        CHECK(model[var - 1] == var || model[var - 1] == -var);
        values[var] = model[var - 1];
        count += values[var] > 0;
    }
    if (count % 2 == 0) {
        exclude(odd, values, 0, 0);
        odd->has_clause = 1;
        odd->rejected++;
    }
    return count % 2;
}

static int has_clause(void *state, int *is_forgettable)
{
    struct odd *odd = state;
    int has = odd->has_clause;
    odd->has_clause = 0;
    odd->added += has;
    *is_forgettable = odd->added % 2;
    return has;
}

static int32_t clause_lit(void *state)
{
    return next(state);
}

/* Counts the models with these variables. */
static int models(void *solver)
{
    int count = 0;
    while (ipasir_solve(solver) == 10) {
        int32_t differs[VARS];
        int trues = 0;
        for (int32_t var = 1; var <= VARS; var++) {
            differs[var - 1] = -ipasir_val(solver, var);
            trues += differs[var - 1] < 0;
        }
        CHECK(trues % 2 == 1);
        for (int i = 0; i < VARS; i++)
            ipasir_add(solver, differs[i]);
        ipasir_add(solver, 0);
        count++;
    }
    return count;
}

static void observe(void *solver)
{
    for (int32_t var = 1; var <= VARS; var++)
        ipasir_add_observed_var(solver, var);
}

static int reject(void *state, const int32_t *model, size_t size)
{
    (void)state, (void)model, (void)size;
    return 0;
}

static int32_t imply_other(void *state)
{
    (void)state;
    return VARS + 1;
}

static void call(void *solver)
{
    ipasir_add(solver, 1);
}

int main(int argc, char **argv)
{
    const ipasir_external_propagator_callbacks none = {0};
    void *solver = ipasir_init();
    if (argc > 1) {
        ipasir_external_propagator_callbacks wrong = none;
        if (strcmp(argv[1], "rejects") == 0)
            wrong.cb_check_found_model = reject;
        else if (strcmp(argv[1], "implies") == 0)
            wrong.cb_propagate = imply_other;
        else
            wrong.notify_new_decision_level = call;
        ipasir_connect_external_propagator(solver, solver, wrong, 0, 0);
        observe(solver);
        ipasir_solve(solver);
        puts("it went on");
        return 0;
    }

    ipasir_external_propagator_callbacks callbacks = {
        assigned, new_level, backtrack, check,      decide,
        propagate, reason,   has_clause, clause_lit,
    };
    for (int way = 0; way < 4; way++) {
        struct odd odd = {0};
        int is_lazy = way == 3;
        ipasir_external_propagator_callbacks chosen = callbacks;
        if (way >= 1)
            chosen.cb_decide = NULL;
        if (way >= 2)
            chosen.cb_propagate = NULL;
        solver = ipasir_init();
        ipasir_connect_external_propagator(solver, &odd, chosen, is_lazy, way == 1);
        observe(solver);
        CHECK(models(solver) == 1 << (VARS - 1));
        CHECK(odd.checked >= 1 << (VARS - 1));
        CHECK(odd.levels == 0);
        CHECK((odd.told > 0) == !is_lazy);
        CHECK((odd.decided > 0) == (way == 0));
        CHECK((odd.implied > 0) == (way <= 1));
        CHECK((odd.rejected > 0) == (way >= 2) && odd.added == odd.rejected);
        ipasir_release(solver);
    }

    /* Assumptions, and the same solver without its propagator. */
    struct odd odd = {0};
    solver = ipasir_init();
    ipasir_connect_external_propagator(solver, NULL, none, 0, 0);
    ipasir_connect_external_propagator(solver, &odd, callbacks, 0, 0);
    observe(solver);
    for (int32_t var = 1; var <= VARS; var++)
        ipasir_assume(solver, var);
    ipasir_assume(solver, VARS + 1);
    CHECK(ipasir_solve(solver) == 20);
    CHECK(ipasir_failed(solver, 1) == 1 && ipasir_failed(solver, VARS + 1) == 0);
    ipasir_remove_observed_var(solver, 1);
    ipasir_reset_observed_vars(solver);
    ipasir_disconnect_external_propagator(solver);
    ipasir_disconnect_external_propagator(solver);
    int told = odd.told;
    CHECK(ipasir_solve(solver) == 10);
    CHECK(odd.told == told);
    ipasir_release(solver);

    puts("all well");
    return 0;
}
