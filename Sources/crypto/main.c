#include "Program.h"

// The entry point is in C, because only `main` is given the arguments whatever the machine lacks: on Linux Swift's
// `CommandLine` reads them from /proc, which a chroot or a sandbox may not have.
int main(int count, char **arguments) {
    crypto_main(count, arguments);
}
