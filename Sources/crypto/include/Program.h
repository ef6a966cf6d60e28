#pragma once

/// Runs the program with the arguments of `main`. It is written in Swift: see CryptoCLI.
_Noreturn void crypto_main(int count, char **arguments);
