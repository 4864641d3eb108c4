/* Solves a formula through the interface IPASIR, and asks again under an assumption.
 *
 *   cc examples/ipasir.c $(pkg-config --cflags --libs sudosat)
 */
#include "ipasir.h"
#include <stdio.h>

/* Adds a clause: literals that end with 0. */
static void add(void *solver, const int *literals) {
    do {
        ipasir_add(solver, *literals);
    } while (*literals++ != 0);
}

int main(void) {
    void *solver = ipasir_init();
    add(solver, (const int[]){1, 2, 0});
    add(solver, (const int[]){-1, 3, 0});
    add(solver, (const int[]){-2, 3, 0});

    /* 10 is satisfiable, 20 unsatisfiable, 0 no answer. */
    printf("%s answers %d\n", ipasir_signature(), ipasir_solve(solver));
    printf("3 is %s\n", ipasir_val(solver, 3) > 0 ? "true" : "false");

    /* An assumption holds for one call. */
    ipasir_assume(solver, -3);
    printf("with -3 assumed: %d\n", ipasir_solve(solver));
    printf("-3 is needed for that: %s\n", ipasir_failed(solver, -3) ? "yes" : "no");
    ipasir_release(solver);
    return 0;
}
