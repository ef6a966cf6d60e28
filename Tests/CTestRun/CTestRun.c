#include "CTestRun.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Bounds the number of test cases that run at once to twice the number of processors. Swift Testing does so by itself
// since 6.4. Swift 6.3 starts all cases at once unless the variable is set, so that on two processors a server answers
// after its client has given up. Swift 6.2 does not know the variable: see Turns.swift.
//
// The variable is read before any test runs, which is why this is not Swift. A value that is already set is kept.
__attribute__((constructor)) static void boundTestCases(void) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char width[32];
    snprintf(width, sizeof width, "%ld", 2 * (processors > 0 ? processors : 1));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
