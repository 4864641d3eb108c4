/* Uses every function of the interface; says "all well" if all was so. */
#include "ipasir.h"
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

static void clause(void *solver, const int32_t *lits)
{
    for (; *lits; lits++)
        ipasir_add(solver, *lits);
    ipasir_add(solver, 0);
}

/* Stops at the third question. */
static int stop(void *state)
{
    return ++*(int *)state == 3;
}

static void count(void *state, int32_t *lits)
{
    int length = 0;
    while (lits[length])
        length++;
    CHECK(length >= 1 && length <= 4);
    ++*(int *)state;
}

/* 100 random variables near the threshold, always the same. */
static void *random_formula(void)
{
    void *solver = ipasir_init();
    uint64_t seed = 88172645463325252ull;
    for (int i = 0; i < 900; i++) {
        for (int k = 0; k < 3; k++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            int32_t var = (int32_t)(seed >> 8) & 0x7fffffff;
            var = var % 200 + 1;
            ipasir_add(solver, seed >> 40 & 1 ? var : -var);
        }
        ipasir_add(solver, 0);
    }
    return solver;
}

int main(void)
{
    CHECK(strncmp(ipasir_signature(), "sudosat-", 8) == 0);

    void *solver = ipasir_init();
    CHECK(ipasir_solve(solver) == 10);
    clause(solver, (int32_t[]){1, 2, 0});
    clause(solver, (int32_t[]){-1, 3, 0});
    clause(solver, (int32_t[]){-2, 3, 0});
    CHECK(ipasir_solve(solver) == 10);
    CHECK(ipasir_val(solver, 3) == 3 && ipasir_val(solver, -3) == 3);
    CHECK(ipasir_val(solver, 1) == 1 || ipasir_val(solver, 2) == 2);

    ipasir_assume(solver, 4);
    ipasir_assume(solver, -3);
    ipasir_assume(solver, 5);
    CHECK(ipasir_solve(solver) == 20);
    CHECK(ipasir_failed(solver, -3) == 1);
    CHECK(ipasir_failed(solver, 4) == 0 && ipasir_failed(solver, 5) == 0);
    CHECK(ipasir_val(solver, 3) == 0);
    CHECK(ipasir_solve(solver) == 10); /* the assumptions are gone */

    clause(solver, (int32_t[]){-3, 0});
    CHECK(ipasir_solve(solver) == 20);
    CHECK(ipasir_failed(solver, -3) == 0);
    CHECK(ipasir_solve(solver) == 20);
    ipasir_release(solver);

    int learned = 0, asked = 0;
    solver = random_formula();
    ipasir_set_learn(solver, &learned, 4, count);
    ipasir_set_terminate(solver, &asked, stop);
    CHECK(ipasir_solve(solver) == 0);
    CHECK(asked == 3);
    ipasir_set_terminate(solver, NULL, NULL);
    int answer = ipasir_solve(solver);
    CHECK(answer == 10 || answer == 20);
    CHECK(learned > 0);
    ipasir_release(solver);
    ipasir_release(NULL);

    puts("all well");
    return 0;
}
